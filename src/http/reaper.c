/* The reaper's table and thread. */
#include "http/reaper.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/log.h"
#include "http/counts.h"

/* A body may take longer than a head: it is larger, and its client is known
 * to speak HTTP. */
enum { BODY_FACTOR = 3 };

/* One of the list of all, which the lock guards with what is in it but `state`:
 * that is written by the connection's thread at any time, and tells the stage
 * and since when it is in it, in monotonic milliseconds. */
struct hk_reaped {
    struct hk_reaped *before, *after;
    int fd;
    bool told;                   /* to end */
    struct hk_count *of_network; /* NULL: not counted */
    atomic_uint_fast64_t state;
};

enum { STAGE_BITS = 3 };

struct hk_reaper {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool stopping;
    struct hk_reaper_limits limits;
    unsigned count; /* connections not told to end */
    struct hk_counts networks;
    struct hk_reaped *first;
};

/* As of the last tick, which is near enough. */
static uint64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static enum hk_reaped_stage stage_of(uint64_t state)
{
    return (enum hk_reaped_stage)(state & ((1u << STAGE_BITS) - 1));
}

static uint64_t load(const struct hk_reaped *reaped)
{
    return atomic_load_explicit(&reaped->state, memory_order_relaxed);
}

/* Seconds that a connection may stay in a stage; 0: as long as it takes. */
static uint64_t patience(const struct hk_reaper *reaper,
                         enum hk_reaped_stage stage)
{
    switch (stage) {
    case HK_REAPED_HEAD:
        return reaper->limits.head_s;
    case HK_REAPED_BODY:
        return (uint64_t)reaper->limits.head_s * BODY_FACTOR;
    case HK_REAPED_BUSY:
        return 0;
    case HK_REAPED_SENDING:
        return reaper->limits.send_s;
    case HK_REAPED_IDLE:
        return (uint64_t)reaper->limits.idle_s + reaper->limits.head_s;
    }
    abort();
}

/* The library sees the end and closes; under the lock the number cannot have
 * become another connection's. */
static void end(struct hk_reaper *reaper, struct hk_reaped *reaped)
{
    reaped->told = true;
    reaper->count--;
    shutdown(reaped->fd, SHUT_RDWR);
}

static void reap(struct hk_reaper *reaper)
{
    uint64_t now = now_ms();

    for (struct hk_reaped *r = reaper->first; r; r = r->after) {
        uint64_t state = load(r);
        uint64_t limit = 1000 * patience(reaper, stage_of(state));
        if (!r->told && limit != 0 && now > limit + (state >> STAGE_BITS))
            end(reaper, r);
    }
}

/* Those that lie idle lose the least; then goes who has dripped the longest.
 * Who is being answered stays: NULL where nobody else is left. */
static struct hk_reaped *least_lost(const struct hk_reaper *reaper)
{
    static const int order[] = {[HK_REAPED_IDLE] = 0,
                                [HK_REAPED_HEAD] = 1,
                                [HK_REAPED_BODY] = 2,
                                [HK_REAPED_SENDING] = 3,
                                [HK_REAPED_BUSY] = 4};
    struct hk_reaped *found = NULL;
    uint64_t best = 0;

    for (struct hk_reaped *r = reaper->first; r; r = r->after) {
        uint64_t state = load(r);
        if (r->told || stage_of(state) == HK_REAPED_BUSY)
            continue;
        /* The newest come first: of those of one tick the oldest is found. */
        if (!found || order[stage_of(state)] < order[stage_of(best)] ||
            (stage_of(state) == stage_of(best) && state <= best)) {
            found = r;
            best = state;
        }
    }
    return found;
}

static void make_room(struct hk_reaper *reaper)
{
    struct hk_reaped *reaped;

    while (reaper->count >= reaper->limits.room &&
           (reaped = least_lost(reaper)))
        end(reaper, reaped);
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

enum hk_error hk_reaper_start(const struct hk_reaper_limits *limits,
                              struct hk_reaper **ret_reaper)
{
    pthread_condattr_t attributes;

    struct hk_reaper *reaper = calloc(1, sizeof(*reaper));
    if (!reaper)
        return HK_E_INTERNAL;
    reaper->limits = *limits;
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

/* False where there are as many of this network as may be. */
static bool count_in(struct hk_reaper *reaper, struct hk_reaped *reaped,
                     const struct hk_ip *network, unsigned most)
{
    uint8_t key[HK_COUNT_KEY_SIZE] = {0};
    bool full;

    memcpy(key, network->bytes, sizeof network->bytes);
    reaped->of_network = hk_counts_add(&reaper->networks, key, most, &full);
    return !full;
}

struct hk_reaped *hk_reaper_add(struct hk_reaper *reaper, int fd,
                                const struct hk_ip *network, unsigned most)
{
    struct hk_reaped *reaped = calloc(1, sizeof(*reaped));

    if (!reaped)
        return NULL;
    reaped->fd = fd;
    hk_reaper_stage(reaped, HK_REAPED_HEAD);
    pthread_mutex_lock(&reaper->lock);
    bool welcome = !network || count_in(reaper, reaped, network, most);
    /* Nobody else is to go for one who has too many. */
    if (welcome)
        make_room(reaper);
    reaped->after = reaper->first;
    if (reaped->after)
        reaped->after->before = reaped;
    reaper->first = reaped;
    reaper->count++;
    if (!welcome)
        end(reaper, reaped);
    pthread_mutex_unlock(&reaper->lock);
    return reaped;
}

bool hk_reaper_is_new(const struct hk_reaped *reaped)
{
    return reaped && stage_of(load(reaped)) == HK_REAPED_HEAD;
}

void hk_reaper_stage(struct hk_reaped *reaped, enum hk_reaped_stage stage)
{
    if (reaped)
        atomic_store_explicit(&reaped->state,
                              now_ms() << STAGE_BITS | (unsigned)stage,
                              memory_order_relaxed);
}

void hk_reaper_remove(struct hk_reaper *reaper, struct hk_reaped *reaped)
{
    if (!reaped)
        return;
    pthread_mutex_lock(&reaper->lock);
    if (reaped->before)
        reaped->before->after = reaped->after;
    else
        reaper->first = reaped->after;
    if (reaped->after)
        reaped->after->before = reaped->before;
    if (!reaped->told)
        reaper->count--;
    hk_counts_drop(&reaper->networks, reaped->of_network);
    pthread_mutex_unlock(&reaper->lock);
    free(reaped);
}
