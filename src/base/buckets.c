/* The table of buckets: sets of few places, each found by its key. */
#include "base/buckets.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8, SETS = HK_BUCKETS_PLACES / WAYS, LOCKS = 64 };

#define NS_PER_MS 1000000
#define NS_PER_S 1000000000

/*
 * A bucket is the time when it will be full (nanoseconds of the clock): each
 * unit taken moves it on by what a unit needs to come back. One that is full is
 * nothing to be remembered, and an unused place is one.
 */
struct place {
    uint64_t key;
    int64_t full_at;
};

struct hk_buckets {
    pthread_mutex_t locks[LOCKS]; /* of every LOCKS-th set */
    struct place sets[SETS][WAYS];
};

_Static_assert(sizeof(struct place) * HK_BUCKETS_PLACES == HK_BUCKETS_BYTES,
               "what the header says");

bool hk_quota_read(const char *text, struct hk_quota *ret_quota)
{
    char *end;

    if (strcmp(text, "0") == 0) {
        *ret_quota = (struct hk_quota){.window_s = 1};
        return true;
    }
    if (*text < '1' || *text > '9')
        return false;
    unsigned long units = strtoul(text, &end, 10);
    if (*end != '/' || end[1] < '1' || end[1] > '9')
        return false;
    unsigned long window_s = strtoul(end + 1, &end, 10);
    if (*end || units > HK_QUOTA_UNITS_MAX || window_s > HK_QUOTA_WINDOW_MAX)
        return false;
    *ret_quota = (struct hk_quota){.units = (uint32_t)units,
                                   .window_s = (uint32_t)window_s};
    return true;
}

enum hk_error hk_buckets_new(struct hk_buckets **ret_buckets)
{
    struct hk_buckets *buckets = calloc(1, sizeof *buckets);

    if (!buckets)
        return HK_E_INTERNAL;
    for (unsigned i = 0; i < LOCKS; i++) {
        if (pthread_mutex_init(&buckets->locks[i], NULL) != 0)
            abort();
    }
    *ret_buckets = buckets;
    return HK_OK;
}

void hk_buckets_free(struct hk_buckets *buckets)
{
    if (!buckets)
        return;
    for (unsigned i = 0; i < LOCKS; i++)
        pthread_mutex_destroy(&buckets->locks[i]);
    free(buckets);
}

/* The key's place, or the one that it would take over. */
static struct place *find(struct place set[WAYS], uint64_t key)
{
    struct place *fullest = &set[0];

    for (unsigned i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].full_at < fullest->full_at)
            fullest = &set[i];
    }
    return fullest;
}

static uint32_t seconds(int64_t ns)
{
    return ns <= 0 ? 0 : (uint32_t)((ns + NS_PER_S - 1) / NS_PER_S);
}

static struct hk_bucket ask(struct hk_buckets *buckets, uint64_t key,
                            const struct hk_quota *quota, hk_ticks now_ms,
                            bool take)
{
    int64_t now = now_ms * NS_PER_MS;
    int64_t step = (int64_t)quota->window_s * NS_PER_S / quota->units;
    int64_t depth = step * quota->units;
    unsigned number = key % SETS;
    pthread_mutex_t *lock = &buckets->locks[number % LOCKS];

    if (pthread_mutex_lock(lock) != 0)
        abort();
    struct place *place = find(buckets->sets[number], key);
    int64_t missing = place->full_at - now;
    if (missing < 0)
        missing = 0;
    if (missing > depth) /* the quota was a greater one */
        missing = depth;
    bool enough = missing + step <= depth;
    if (enough)
        missing += step;
    if (enough && take)
        *place = (struct place){.key = key, .full_at = now + missing};
    if (pthread_mutex_unlock(lock) != 0)
        abort();

    uint32_t left = (uint32_t)((depth - missing) / step);
    return (struct hk_bucket){
        .enough = enough,
        .left = left,
        .in_s = seconds(left > 0 ? missing : missing + step - depth),
    };
}

struct hk_bucket hk_buckets_take(struct hk_buckets *buckets, uint64_t key,
                                 const struct hk_quota *quota, hk_ticks now)
{
    return ask(buckets, key, quota, now, true);
}

struct hk_bucket hk_buckets_look(struct hk_buckets *buckets, uint64_t key,
                                 const struct hk_quota *quota, hk_ticks now)
{
    return ask(buckets, key, quota, now, false);
}
