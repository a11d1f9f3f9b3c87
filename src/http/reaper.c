/* The reaper's table and thread. */
#include "http/reaper.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include "base/log.h"

/* A body may take longer than a head: it is larger, and its client is known
 * to speak HTTP. */
enum { BODY_FACTOR = 3 };

struct hk_reaped {
    struct hk_reaped *previous, *next;
    int fd;
    enum hk_reaped_stage stage;
    time_t since; /* monotonic seconds */
};

struct hk_reaper {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool stopping;
    unsigned head_s, idle_s;
    struct hk_reaped *first;
};

static time_t now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* How long a connection may stay in a stage; 0: as long as it takes. */
static time_t patience(const struct hk_reaper *reaper,
                       enum hk_reaped_stage stage)
{
    switch (stage) {
    case HK_REAPED_HEAD:
        return reaper->head_s;
    case HK_REAPED_BODY:
        return (time_t)reaper->head_s * BODY_FACTOR;
    case HK_REAPED_BUSY:
        return 0;
    case HK_REAPED_IDLE:
        return reaper->idle_s + reaper->head_s;
    }
    abort();
}

static void reap(struct hk_reaper *reaper)
{
    time_t now = now_s();

    for (struct hk_reaped *r = reaper->first; r; r = r->next) {
        time_t limit = patience(reaper, r->stage);
        if (limit == 0 || now - r->since <= limit)
            continue;
        /* The library sees the end and closes; under the lock the number
         * cannot have become another connection's. */
        shutdown(r->fd, SHUT_RDWR);
        r->since = now;
    }
}

static void *run(void *cls)
{
    struct hk_reaper *reaper = cls;

    pthread_mutex_lock(&reaper->lock);
    while (!reaper->stopping) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&reaper->wake, &reaper->lock, &until);
        reap(reaper);
    }
    pthread_mutex_unlock(&reaper->lock);
    return NULL;
}

enum hk_error hk_reaper_start(unsigned head_s, unsigned idle_s,
                              struct hk_reaper **ret_reaper)
{
    pthread_condattr_t attributes;

    struct hk_reaper *reaper = calloc(1, sizeof(*reaper));
    if (!reaper)
        return HK_E_INTERNAL;
    reaper->head_s = head_s;
    reaper->idle_s = idle_s;
    pthread_mutex_init(&reaper->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&reaper->wake, &attributes);
    pthread_condattr_destroy(&attributes);

    int failed = pthread_create(&reaper->thread, NULL, run, reaper);
    if (failed) {
        hk_log(HK_LOG_ERROR, "cannot start the reaper's thread: error %d",
               failed);
        pthread_cond_destroy(&reaper->wake);
        pthread_mutex_destroy(&reaper->lock);
        free(reaper);
        return HK_E_INTERNAL;
    }
    *ret_reaper = reaper;
    return HK_OK;
}

void hk_reaper_stop(struct hk_reaper *reaper)
{
    if (!reaper)
        return;
    pthread_mutex_lock(&reaper->lock);
    reaper->stopping = true;
    pthread_cond_signal(&reaper->wake);
    pthread_mutex_unlock(&reaper->lock);
    pthread_join(reaper->thread, NULL);
    pthread_cond_destroy(&reaper->wake);
    pthread_mutex_destroy(&reaper->lock);
    free(reaper);
}

struct hk_reaped *hk_reaper_add(struct hk_reaper *reaper, int fd)
{
    struct hk_reaped *reaped = calloc(1, sizeof(*reaped));

    if (!reaped)
        return NULL;
    reaped->fd = fd;
    reaped->stage = HK_REAPED_HEAD;
    reaped->since = now_s();
    pthread_mutex_lock(&reaper->lock);
    reaped->next = reaper->first;
    if (reaper->first)
        reaper->first->previous = reaped;
    reaper->first = reaped;
    pthread_mutex_unlock(&reaper->lock);
    return reaped;
}

void hk_reaper_stage(struct hk_reaper *reaper, struct hk_reaped *reaped,
                     enum hk_reaped_stage stage)
{
    if (!reaped)
        return;
    pthread_mutex_lock(&reaper->lock);
    reaped->stage = stage;
    reaped->since = now_s();
    pthread_mutex_unlock(&reaper->lock);
}

void hk_reaper_remove(struct hk_reaper *reaper, struct hk_reaped *reaped)
{
    if (!reaped)
        return;
    pthread_mutex_lock(&reaper->lock);
    if (reaped->previous)
        reaped->previous->next = reaped->next;
    else
        reaper->first = reaped->next;
    if (reaped->next)
        reaped->next->previous = reaped->previous;
    pthread_mutex_unlock(&reaper->lock);
    free(reaped);
}
