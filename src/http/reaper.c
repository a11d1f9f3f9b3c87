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

enum { STAGES = HK_REAPED_IDLE + 1 };

struct hk_reaped {
    struct hk_reaped *older, *newer; /* of its queue */
    int fd;
    enum hk_reaped_stage stage;
    bool told;    /* to end: in no queue any more */
    time_t since; /* monotonic seconds */
};

/* The connections of one stage, in the order in which they came to it. */
struct queue {
    struct hk_reaped *oldest, *newest;
};

struct hk_reaper {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool stopping;
    unsigned head_s, idle_s;
    unsigned count, room; /* connections not told to end */
    struct queue queues[STAGES];
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

static void enqueue(struct hk_reaper *reaper, struct hk_reaped *reaped,
                    enum hk_reaped_stage stage)
{
    struct queue *queue = &reaper->queues[stage];

    reaped->stage = stage;
    reaped->since = now_s();
    reaped->newer = NULL;
    reaped->older = queue->newest;
    if (queue->newest)
        queue->newest->newer = reaped;
    else
        queue->oldest = reaped;
    queue->newest = reaped;
}

static void dequeue(struct hk_reaper *reaper, struct hk_reaped *reaped)
{
    struct queue *queue = &reaper->queues[reaped->stage];

    if (reaped->older)
        reaped->older->newer = reaped->newer;
    else
        queue->oldest = reaped->newer;
    if (reaped->newer)
        reaped->newer->older = reaped->older;
    else
        queue->newest = reaped->older;
}

/* The library sees the end and closes; under the lock the number cannot have
 * become another connection's. */
static void end(struct hk_reaper *reaper, struct hk_reaped *reaped)
{
    dequeue(reaper, reaped);
    reaped->told = true;
    reaper->count--;
    shutdown(reaped->fd, SHUT_RDWR);
}

static void reap(struct hk_reaper *reaper)
{
    time_t now = now_s();

    for (int stage = 0; stage < STAGES; stage++) {
        time_t limit = patience(reaper, (enum hk_reaped_stage)stage);
        struct queue *queue = &reaper->queues[stage];
        while (limit != 0 && queue->oldest &&
               now - queue->oldest->since > limit)
            end(reaper, queue->oldest);
    }
}

/* Those that lie idle lose the least; then goes who has dripped the longest.
 * Who is being answered stays. */
static void make_room(struct hk_reaper *reaper)
{
    static const enum hk_reaped_stage order[] = {HK_REAPED_IDLE, HK_REAPED_HEAD,
                                                 HK_REAPED_BODY};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        while (reaper->count >= reaper->room && reaper->queues[order[i]].oldest)
            end(reaper, reaper->queues[order[i]].oldest);
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

enum hk_error hk_reaper_start(unsigned head_s, unsigned idle_s, unsigned room,
                              struct hk_reaper **ret_reaper)
{
    pthread_condattr_t attributes;

    struct hk_reaper *reaper = calloc(1, sizeof(*reaper));
    if (!reaper)
        return HK_E_INTERNAL;
    reaper->head_s = head_s;
    reaper->idle_s = idle_s;
    reaper->room = room;
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
    pthread_mutex_lock(&reaper->lock);
    make_room(reaper);
    enqueue(reaper, reaped, HK_REAPED_HEAD);
    reaper->count++;
    pthread_mutex_unlock(&reaper->lock);
    return reaped;
}

void hk_reaper_stage(struct hk_reaper *reaper, struct hk_reaped *reaped,
                     enum hk_reaped_stage stage)
{
    if (!reaped)
        return;
    pthread_mutex_lock(&reaper->lock);
    if (!reaped->told) {
        dequeue(reaper, reaped);
        enqueue(reaper, reaped, stage);
    }
    pthread_mutex_unlock(&reaper->lock);
}

void hk_reaper_remove(struct hk_reaper *reaper, struct hk_reaped *reaped)
{
    if (!reaped)
        return;
    pthread_mutex_lock(&reaper->lock);
    if (!reaped->told) {
        dequeue(reaper, reaped);
        reaper->count--;
    }
    pthread_mutex_unlock(&reaper->lock);
    free(reaped);
}
