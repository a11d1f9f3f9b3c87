/* Records put away in any order come back in that of their keys. */
#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "store/spool.h"

#define RECORD_SIZE 300
#define MANY 20000 /* several times what it keeps in memory */

static struct hk_spool *new_spool(void)
{
    struct hk_spool *spool;

    ck_assert_int_eq(hk_spool_new(RECORD_SIZE, &spool), HK_OK);
    return spool;
}

static enum hk_error add(struct hk_spool *spool, int64_t first, int64_t second,
                         int64_t third)
{
    const struct hk_spool_key key = {first, second, third};
    int64_t record[RECORD_SIZE / sizeof(int64_t) + 1] = {first, second, third};

    return hk_spool_add(spool, &key, record);
}

static void expect(struct hk_spool *spool, int64_t first, int64_t second,
                   int64_t third)
{
    int64_t record[RECORD_SIZE / sizeof(int64_t) + 1];
    bool found;

    ck_assert_int_eq(hk_spool_next(spool, record, &found), HK_OK);
    ck_assert(found);
    ck_assert_int_eq(record[0], first);
    ck_assert_int_eq(record[1], second);
    ck_assert_int_eq(record[2], third);
}

static void expect_end(struct hk_spool *spool)
{
    int64_t record[RECORD_SIZE / sizeof(int64_t) + 1] = {7};
    bool found = true;

    ck_assert_int_eq(hk_spool_next(spool, record, &found), HK_OK);
    ck_assert(!found);
    ck_assert_int_eq(record[0], 7);
}

START_TEST(test_records_come_in_the_order_of_their_keys)
{
    struct hk_spool *spool = new_spool();

    ck_assert_int_eq(add(spool, INT64_MAX, 1, 1), HK_OK);
    ck_assert_int_eq(add(spool, 2, 1, -5), HK_OK);
    ck_assert_int_eq(add(spool, 1, 9, 9), HK_OK);
    ck_assert_int_eq(add(spool, 2, 0, 3), HK_OK);
    ck_assert_int_eq(add(spool, 2, 1, -6), HK_OK);
    ck_assert_int_eq(add(spool, INT64_MIN, 0, 0), HK_OK);
    for (int again = 0; again < 2; again++) {
        hk_spool_rewind(spool);
        expect(spool, INT64_MIN, 0, 0);
        expect(spool, 1, 9, 9);
        expect(spool, 2, 0, 3);
        expect(spool, 2, 1, -6);
        expect(spool, 2, 1, -5);
        expect(spool, INT64_MAX, 1, 1);
        expect_end(spool);
        expect_end(spool);
    }
    hk_spool_free(spool);
}
END_TEST

START_TEST(test_reading_may_begin_anew_at_any_time)
{
    struct hk_spool *spool = new_spool();

    hk_spool_rewind(spool);
    expect_end(spool);
    ck_assert_int_eq(add(spool, 1, 0, 0), HK_OK);
    ck_assert_int_eq(add(spool, 2, 0, 0), HK_OK);
    expect_end(spool);
    hk_spool_rewind(spool);
    expect(spool, 1, 0, 0);
    hk_spool_rewind(spool);
    expect(spool, 1, 0, 0);
    expect(spool, 2, 0, 0);
    hk_spool_rewind(spool);
    expect(spool, 1, 0, 0);
    hk_spool_free(spool); /* before the end */
    hk_spool_free(NULL);
}
END_TEST

START_TEST(test_a_key_is_there_once)
{
    struct hk_spool *spool = new_spool();

    ck_assert_int_eq(add(spool, 1, 2, 3), HK_OK);
    ck_assert_int_eq(add(spool, 1, 2, 3), HK_E_INTERNAL);
    hk_spool_rewind(spool);
    expect(spool, 1, 2, 3);
    expect_end(spool);
    hk_spool_free(spool);
}
END_TEST

START_TEST(test_many_records_are_kept_whole)
{
    struct hk_spool *spool = new_spool();

    for (int64_t i = 0; i < MANY; i++)
        ck_assert_int_eq(add(spool, i * 7919 % MANY, i, 0), HK_OK);
    hk_spool_rewind(spool);
    for (int64_t i = 0; i < MANY; i++) {
        char record[RECORD_SIZE];
        int64_t first, from;
        bool found;

        ck_assert_int_eq(hk_spool_next(spool, record, &found), HK_OK);
        memcpy(&first, record, sizeof first);
        memcpy(&from, record + sizeof first, sizeof from);
        if (!found || first != i || from * 7919 % MANY != i)
            ck_abort_msg("record %lld is another", (long long)i);
    }
    expect_end(spool);
    hk_spool_free(spool);
}
END_TEST

/* No file may grow: what does not go into memory any more is refused. */
START_TEST(test_a_full_disk_is_told)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct rlimit limit, none;
    struct hk_spool *spool = new_spool();
    enum hk_error error = HK_OK;

    ck_assert_int_eq(sigaction(SIGXFSZ, &ignore, NULL), 0);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
    for (int64_t i = 0; i < MANY && !error; i++)
        error = add(spool, i, 0, 0);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert_int_eq(error, HK_E_STORAGE_UNAVAILABLE);
    hk_spool_free(spool);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_records_come_in_the_order_of_their_keys,
        test_reading_may_begin_anew_at_any_time,
        test_a_key_is_there_once,
        test_many_records_are_kept_whole,
        test_a_full_disk_is_told,
    };
    Suite *suite = suite_create("store/spool");
    TCase *tcase = tcase_create("all");

    suite_add_tcase(suite, tcase);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tcase_add_test(tcase, tests[i]);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
