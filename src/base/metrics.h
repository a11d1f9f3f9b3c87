/* Figures that are counted as things happen, and read now and then: counters,
 * and how values are distributed. Each belongs to who counts; none is of all.
 */
#ifndef HK_BASE_METRICS_H
#define HK_BASE_METRICS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed before. */
struct hk_counter {
    atomic_uint_fast64_t value;
};

/* Counts, in any thread. */
static inline void hk_counter_add(struct hk_counter *counter, uint64_t more)
{
    atomic_fetch_add_explicit(&counter->value, more, memory_order_relaxed);
}

/* The same where no other thread counts at the same time: no more than an
 * addition. */
static inline void hk_counter_add_own(struct hk_counter *counter, uint64_t more)
{
    uint64_t value = atomic_load_explicit(&counter->value,
                                          memory_order_relaxed);
    atomic_store_explicit(&counter->value, value + more, memory_order_relaxed);
}

/* Reads, in any thread. */
static inline uint64_t hk_counter_read(const struct hk_counter *counter)
{
    return atomic_load_explicit(&counter->value, memory_order_relaxed);
}

/* ----- distributions ------------------------------------------------------ */

#define HK_BUCKETS_MAX 14

/* Up to which values the buckets go; static. */
struct hk_bounds {
    size_t count;
    uint64_t most[HK_BUCKETS_MAX];
    const char *text[HK_BUCKETS_MAX]; /* the same, as they are shown */
    double unit;                      /* what 1 is, as it is shown */
};

/* Nanoseconds, shown in seconds: 0.1 ms to 5 s. */
extern const struct hk_bounds hk_bounds_time;

/* Numbers: 1 to 1024. */
extern const struct hk_bounds hk_bounds_number;

/* Zeroed before. The last bucket has what is beyond all bounds. */
struct hk_histogram {
    struct hk_counter buckets[HK_BUCKETS_MAX + 1];
    struct hk_counter sum;
};

/* Counts a value, where no other thread does at the same time. */
void hk_histogram_add_own(struct hk_histogram *histogram,
                          const struct hk_bounds *bounds, uint64_t value);

/* What was read of one, or of several together. */
struct hk_distribution {
    uint64_t buckets[HK_BUCKETS_MAX + 1];
    uint64_t sum;
};

/* Adds what it has now to `distribution`. */
void hk_histogram_read(const struct hk_histogram *histogram,
                       struct hk_distribution *distribution);

/* Nanoseconds of a clock that only goes forward. */
uint64_t hk_nanoseconds(void);

#endif
