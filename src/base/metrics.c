/* Distributions, and the time by which they are measured. */
#include "base/metrics.h"

#include <time.h>

#define MS UINT64_C(1000000)

/* A request or a commit takes some tenths of a millisecond; what is beyond a
 * quarter of a second is a fault, however long. */
const struct hk_bounds hk_bounds_time = {
    .count = 13,
    .most = {MS / 10, MS / 4, MS / 2, MS, 5 * MS / 2, 5 * MS, 10 * MS, 25 * MS,
             50 * MS, 100 * MS, 250 * MS, 1000 * MS, 5000 * MS},
    .text = {"0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01",
             "0.025", "0.05", "0.1", "0.25", "1.0", "5.0"},
    .unit = 1e-9,
};

const struct hk_bounds hk_bounds_number = {
    .count = 11,
    .most = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024},
    .text = {"1.0", "2.0", "4.0", "8.0", "16.0", "32.0", "64.0", "128.0",
             "256.0", "512.0", "1024.0"},
    .unit = 1,
};

void hk_histogram_add_own(struct hk_histogram *histogram,
                          const struct hk_bounds *bounds, uint64_t value)
{
    size_t i = 0;

    while (i < bounds->count && value > bounds->most[i])
        i++;
    hk_counter_add_own(&histogram->buckets[i], 1);
    hk_counter_add_own(&histogram->sum, value);
}

void hk_histogram_read(const struct hk_histogram *histogram,
                       struct hk_distribution *distribution)
{
    for (size_t i = 0; i <= HK_BUCKETS_MAX; i++)
        distribution->buckets[i] += hk_counter_read(&histogram->buckets[i]);
    distribution->sum += hk_counter_read(&histogram->sum);
}

uint64_t hk_nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 * MS + (uint64_t)now.tv_nsec;
}
