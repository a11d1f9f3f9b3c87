/* Counters, distributions, and what the system says of the process. */
#include <check.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/metrics.h"
#include "base/process.h"

static const struct hk_bounds *const all_bounds[] = {&hk_bounds_time,
                                                     &hk_bounds_number};
enum { BOUNDS = sizeof all_bounds / sizeof all_bounds[0] };

START_TEST(test_bounds_rise_and_are_shown_as_they_are)
{
    for (size_t b = 0; b < BOUNDS; b++) {
        const struct hk_bounds *bounds = all_bounds[b];

        ck_assert_uint_le(bounds->count, HK_BUCKETS_MAX);
        for (size_t i = 0; i < bounds->count; i++) {
            ck_assert_double_eq_tol(strtod(bounds->text[i], NULL),
                                    (double)bounds->most[i] * bounds->unit,
                                    1e-12);
            ck_assert(i == 0 || bounds->most[i] > bounds->most[i - 1]);
        }
    }
}
END_TEST

START_TEST(test_a_value_is_in_the_bucket_that_it_just_fits)
{
    for (size_t b = 0; b < BOUNDS; b++) {
        const struct hk_bounds *bounds = all_bounds[b];

        for (size_t i = 0; i < bounds->count; i++) {
            struct hk_histogram histogram = {0};
            struct hk_distribution found = {.sum = 0};

            hk_histogram_add_own(&histogram, bounds, bounds->most[i]);
            hk_histogram_add_own(&histogram, bounds, bounds->most[i] + 1);
            hk_histogram_read(&histogram, &found);
            ck_assert_uint_eq(found.buckets[i], 1);
            ck_assert_uint_eq(found.buckets[i + 1], 1);
            ck_assert_uint_eq(found.sum, 2 * bounds->most[i] + 1);
        }
    }
}
END_TEST

START_TEST(test_reading_adds_to_what_was_read_before)
{
    struct hk_histogram one = {0}, other = {0};
    struct hk_distribution both = {.sum = 0};

    hk_histogram_add_own(&one, &hk_bounds_number, 1);
    hk_histogram_add_own(&other, &hk_bounds_number, 1);
    hk_histogram_add_own(&other, &hk_bounds_number, UINT64_C(1) << 40);
    hk_histogram_read(&one, &both);
    hk_histogram_read(&other, &both);
    ck_assert_uint_eq(both.buckets[0], 2);
    ck_assert_uint_eq(both.buckets[hk_bounds_number.count], 1);
    ck_assert_uint_eq(both.sum, (UINT64_C(1) << 40) + 2);
}
END_TEST

enum { THREADS = 4, TIMES = 10000 };

static void *count(void *cls)
{
    for (int i = 0; i < TIMES; i++)
        hk_counter_add(cls, 1);
    return NULL;
}

START_TEST(test_threads_that_count_at_once_lose_nothing)
{
    struct hk_counter counter = {0};
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, count, &counter), 0);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    ck_assert_uint_eq(hk_counter_read(&counter), THREADS * TIMES);
}
END_TEST

START_TEST(test_the_process_is_measured)
{
    struct hk_process process;
    double now = (double)time(NULL);

    hk_process_measure(&process);
    ck_assert_double_gt(process.cpu_s, 0);
    ck_assert_uint_gt(process.resident_bytes, 1 << 16);
    ck_assert_uint_ge(process.virtual_bytes, process.resident_bytes);
    ck_assert_uint_ge(process.files, 3);
    ck_assert_uint_ge(process.files_max, process.files);
    /* A test takes less than an hour. */
    ck_assert_double_le(hk_process_start(), now + 1);
    ck_assert_double_gt(hk_process_start(), now - 3600);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("metrics");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, test_bounds_rise_and_are_shown_as_they_are);
    tcase_add_test(tests, test_a_value_is_in_the_bucket_that_it_just_fits);
    tcase_add_test(tests, test_reading_adds_to_what_was_read_before);
    tcase_add_test(tests, test_threads_that_count_at_once_lose_nothing);
    tcase_add_test(tests, test_the_process_is_measured);
    suite_add_tcase(suite, tests);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
