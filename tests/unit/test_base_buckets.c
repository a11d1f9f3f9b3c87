/* Quotas are kept, whoever else comes, in memory that does not grow. */
#include <check.h>
#include <malloc.h>
#include <stdlib.h>

#include "base/buckets.h"

#define SECOND 1000

static const struct hk_quota minute = {.units = 60, .window_s = 60};

/* The keys of a crowd: spread as a secret would spread them. */
static uint64_t key_of(uint64_t number)
{
    number ^= number >> 31;
    number *= 0x9e3779b97f4a7c15u;
    number ^= number >> 29;
    return number * 0xbf58476d1ce4e5b9u;
}

static struct hk_buckets *make(void)
{
    struct hk_buckets *buckets;

    ck_assert_int_eq(hk_buckets_new(&buckets), HK_OK);
    return buckets;
}

/* Takes as long as there is something; gives how many. */
static unsigned empty(struct hk_buckets *buckets, uint64_t key,
                      const struct hk_quota *quota, hk_ticks now)
{
    unsigned taken = 0;

    while (hk_buckets_take(buckets, key, quota, now).enough)
        taken++;
    return taken;
}

START_TEST(test_a_bucket_has_its_quota_and_no_more)
{
    struct hk_buckets *buckets = make();

    for (unsigned i = 1; i <= 60; i++) {
        struct hk_bucket bucket = hk_buckets_take(buckets, 7, &minute, SECOND);
        ck_assert(bucket.enough);
        ck_assert_uint_eq(bucket.left, 60 - i);
        ck_assert_uint_eq(bucket.in_s, i < 60 ? i : 1);
    }
    struct hk_bucket bucket = hk_buckets_take(buckets, 7, &minute, SECOND);
    ck_assert(!bucket.enough);
    ck_assert_uint_eq(bucket.left, 0);
    ck_assert_uint_eq(bucket.in_s, 1);
    /* Others have theirs. */
    ck_assert_uint_eq(empty(buckets, 8, &minute, SECOND), 60);
    hk_buckets_free(buckets);
}
END_TEST

START_TEST(test_a_bucket_fills_at_its_pace)
{
    struct hk_buckets *buckets = make();
    hk_ticks now = SECOND;

    ck_assert_uint_eq(empty(buckets, 7, &minute, now), 60);
    ck_assert_uint_eq(empty(buckets, 7, &minute, now + 999), 0);
    ck_assert_uint_eq(empty(buckets, 7, &minute, now + 1000), 1);
    ck_assert_uint_eq(empty(buckets, 7, &minute, now + 11 * SECOND), 10);
    /* Not beyond its brim. */
    ck_assert_uint_eq(empty(buckets, 7, &minute, now + 1000 * SECOND), 60);
    hk_buckets_free(buckets);
}
END_TEST

START_TEST(test_what_is_refused_costs_nothing)
{
    struct hk_buckets *buckets = make();

    ck_assert_uint_eq(empty(buckets, 7, &minute, SECOND), 60);
    for (int i = 0; i < 1000; i++)
        ck_assert(!hk_buckets_take(buckets, 7, &minute, SECOND).enough);
    ck_assert_uint_eq(empty(buckets, 7, &minute, 2 * SECOND), 1);
    hk_buckets_free(buckets);
}
END_TEST

START_TEST(test_looking_takes_nothing)
{
    struct hk_buckets *buckets = make();

    for (int i = 0; i < 100; i++)
        ck_assert_uint_eq(hk_buckets_look(buckets, 7, &minute, SECOND).left,
                          59);
    ck_assert_uint_eq(empty(buckets, 7, &minute, SECOND), 60);
    ck_assert(!hk_buckets_look(buckets, 7, &minute, SECOND).enough);
    hk_buckets_free(buckets);
}
END_TEST

START_TEST(test_a_quota_may_change)
{
    static const struct hk_quota hour = {.units = 60, .window_s = 3600};
    struct hk_buckets *buckets = make();

    ck_assert_uint_eq(empty(buckets, 7, &hour, SECOND), 60);
    /* A bucket that is to be filled in a minute is not empty for an hour. */
    ck_assert_uint_eq(empty(buckets, 7, &minute, SECOND), 0);
    ck_assert_uint_eq(hk_buckets_look(buckets, 7, &minute, SECOND).in_s, 1);
    hk_buckets_free(buckets);
}
END_TEST

START_TEST(test_large_quotas_are_exact)
{
    static const struct hk_quota quotas[] = {
        {.units = HK_QUOTA_UNITS_MAX, .window_s = 1},
        {.units = 7, .window_s = HK_QUOTA_WINDOW_MAX},
        {.units = 999983, .window_s = 59},
    };
    struct hk_buckets *buckets = make();

    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(empty(buckets, key_of(i), &quotas[i], 3 * SECOND),
                          quotas[i].units);
    hk_buckets_free(buckets);
}
END_TEST

/* Who is out of units brings a crowd to lose his place, and comes again. */
START_TEST(test_a_crowd_gives_nobody_a_new_bucket)
{
    enum { CROWD = 1000000 };
    struct hk_buckets *buckets = make();
    uint64_t mine = key_of(CROWD + 1);

    ck_assert_uint_eq(empty(buckets, mine, &minute, SECOND), 60);
    for (uint64_t i = 1; i <= CROWD; i++) {
        struct hk_bucket bucket = hk_buckets_take(buckets, key_of(i), &minute,
                                                  SECOND);
        (void)bucket; /* the first have a place of their own, others share */
        if (i % 1000 == 0)
            ck_assert(!hk_buckets_take(buckets, mine, &minute, SECOND).enough);
    }
    hk_buckets_free(buckets);
}
END_TEST

START_TEST(test_a_crowd_that_comes_and_goes_keeps_nobody_out)
{
    enum { CROWD = 1000000, A_SECOND = 50000 };
    struct hk_buckets *buckets = make();
    hk_ticks now = SECOND;

    /* Fifty thousand new addresses a second, and somebody who plays. */
    for (uint64_t i = 1; i <= CROWD; i++) {
        hk_buckets_take(buckets, key_of(i), &minute, now);
        if (i % A_SECOND == 0) {
            now += SECOND;
            ck_assert(hk_buckets_take(buckets, key_of(0), &minute, now).enough);
        }
    }
    hk_buckets_free(buckets);
}
END_TEST

START_TEST(test_memory_does_not_grow)
{
    enum { CROWD = 2000000 };
    struct hk_buckets *buckets = make();

    struct mallinfo2 before = mallinfo2();
    for (uint64_t i = 1; i <= CROWD; i++)
        hk_buckets_take(buckets, key_of(i), &minute, (hk_ticks)i);
    struct mallinfo2 after = mallinfo2();
    ck_assert_uint_eq(before.uordblks, after.uordblks);
    ck_assert_uint_eq(before.hblkhd, after.hblkhd);
    hk_buckets_free(buckets);
}
END_TEST

static const struct {
    const char *text;
    bool good;
    unsigned units, window_s;
} texts[] = {
    {"600/60", true, 600, 60},
    {"1/1", true, 1, 1},
    {"1000000/86400", true, 1000000, 86400},
    {"0", true, 0, 1},
    {"0/60", false, 0, 0},
    {"600", false, 0, 0},
    {"600/", false, 0, 0},
    {"/60", false, 0, 0},
    {"600/0", false, 0, 0},
    {"1000001/60", false, 0, 0},
    {"600/86401", false, 0, 0},
    {"-1/60", false, 0, 0},
    {"600/-60", false, 0, 0},
    {"600/60s", false, 0, 0},
    {" 600/60", false, 0, 0},
    {"600 /60", false, 0, 0},
    {"99999999999999999999/60", false, 0, 0},
    {"", false, 0, 0},
};

START_TEST(test_quotas_are_read)
{
    struct hk_quota quota = {.units = 5, .window_s = 5};

    ck_assert_int_eq(hk_quota_read(texts[_i].text, &quota), texts[_i].good);
    ck_assert_uint_eq(quota.units, texts[_i].good ? texts[_i].units : 5);
    ck_assert_uint_eq(quota.window_s, texts[_i].good ? texts[_i].window_s : 5);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/buckets");
    TCase *one = tcase_create("one bucket");
    TCase *many = tcase_create("many");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(one, test_a_bucket_has_its_quota_and_no_more);
    tcase_add_test(one, test_a_bucket_fills_at_its_pace);
    tcase_add_test(one, test_what_is_refused_costs_nothing);
    tcase_add_test(one, test_looking_takes_nothing);
    tcase_add_test(one, test_a_quota_may_change);
    tcase_add_test(one, test_large_quotas_are_exact);
    tcase_add_loop_test(one, test_quotas_are_read, 0,
                        sizeof texts / sizeof texts[0]);
    suite_add_tcase(suite, one);
    tcase_add_test(many, test_a_crowd_gives_nobody_a_new_bucket);
    tcase_add_test(many, test_a_crowd_that_comes_and_goes_keeps_nobody_out);
    tcase_add_test(many, test_memory_does_not_grow);
    suite_add_tcase(suite, many);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
