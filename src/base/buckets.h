/*
 * Buckets of tokens, one for each of any number of keys, in memory that never
 * grows: who asks for more than his quota finds his bucket empty.
 *
 * A bucket holds the quota's units, and is filled again at the pace of the
 * quota. The table has room for so many keys. Where a place is lacking, the key
 * whose bucket is fullest loses its place, and who takes the place takes the
 * bucket as it is. So nobody ever gets more than his quota, however many others
 * there are: whoever lost his place finds no fuller a bucket when he comes
 * again. What a crowd without number can do is only that those who are not in
 * the table share buckets with each other.
 */
#ifndef HK_BASE_BUCKETS_H
#define HK_BASE_BUCKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"

/* So many units in so many seconds. */
struct hk_quota {
    uint32_t units;    /* 0: no limit */
    uint32_t window_s; /* from 1 */
};

#define HK_QUOTA_UNITS_MAX 1000000u
#define HK_QUOTA_WINDOW_MAX 86400u

/* Reads "600/60", or "0" for no limit. False where it is none. */
bool hk_quota_read(const char *text, struct hk_quota *ret_quota);

/* What a bucket has. */
struct hk_bucket {
    bool enough;   /* there was a unit */
    uint32_t left; /* units that are left */
    uint32_t in_s; /* seconds, rounded up: until the next unit where none is
                      left, else until the bucket is full */
};

/* A table. Safe for use from any thread. */
struct hk_buckets;

/* Keys that a table has room for, and what it takes: it is touched as it is
 * used. */
enum { HK_BUCKETS_PLACES = 32768, HK_BUCKETS_BYTES = 16 * HK_BUCKETS_PLACES };

/* Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_buckets_new(struct hk_buckets **ret_buckets);

/* NULL-safe. */
void hk_buckets_free(struct hk_buckets *buckets);

/*
 * Takes a unit from the key's bucket where there is one; what is refused costs
 * nothing. Keys are to be spread evenly by a secret, so that nobody can choose
 * who shares his places. `quota` has a limit, and may change between calls.
 */
struct hk_bucket hk_buckets_take(struct hk_buckets *buckets, uint64_t key,
                                 const struct hk_quota *quota, hk_ticks now);

/* The same, and takes none: what taking one would say. */
struct hk_bucket hk_buckets_look(struct hk_buckets *buckets, uint64_t key,
                                 const struct hk_quota *quota, hk_ticks now);

#endif
