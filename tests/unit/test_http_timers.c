/* Timers: each is due once, at its time or within a tick before. */
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

#include "http/timers.h"

enum { COUNT = 500, START_MS = 123456789 };

static struct hk_timers timers;

struct one {
    struct hk_timer timer; /* first */
    int64_t due_ms;
    bool set;
};

static struct one ones[COUNT];

static void set(struct one *one, int64_t now_ms, unsigned ms)
{
    hk_timers_set(&timers, &one->timer, now_ms, ms);
    one->due_ms = now_ms + ms;
    one->set = true;
}

START_TEST(test_each_is_due_at_its_time)
{
    int64_t now = START_MS;
    unsigned left = 0;

    hk_timers_init(&timers, now);
    ck_assert_int_eq(hk_timers_left(&timers, now), -1);
    for (unsigned i = 0; i < COUNT; i++) {
        set(&ones[i], now, 1 + i * 7919 % HK_TIMERS_MAX_MS);
        left++;
    }
    while (left > 0) {
        struct hk_timer *timer;
        int wait = hk_timers_left(&timers, now);

        ck_assert_int_ge(wait, 0);
        now += wait;
        while ((timer = hk_timers_take(&timers, now))) {
            struct one *one = (struct one *)timer;
            ck_assert(one->set);
            ck_assert_int_gt(one->due_ms, now - HK_TIMERS_TICK_MS);
            ck_assert_int_lt(one->due_ms - now, HK_TIMERS_TICK_MS);
            one->set = false;
            left--;
        }
    }
    ck_assert_int_eq(hk_timers_left(&timers, now), -1);
}
END_TEST

START_TEST(test_a_cancelled_one_is_never_due)
{
    int64_t now = START_MS;
    struct hk_timer *timer;

    hk_timers_init(&timers, now);
    for (unsigned i = 0; i < COUNT; i++)
        set(&ones[i], now, 1000 + i % 3 * 1000);
    for (unsigned i = 0; i < COUNT; i += 2) {
        hk_timers_cancel(&timers, &ones[i].timer);
        hk_timers_cancel(&timers, &ones[i].timer);
        ones[i].set = false;
    }
    while ((timer = hk_timers_take(&timers, now + 5000))) {
        ck_assert(((struct one *)timer)->set);
        ((struct one *)timer)->set = false;
    }
    for (unsigned i = 0; i < COUNT; i++)
        ck_assert(!ones[i].set);
}
END_TEST

START_TEST(test_one_that_was_due_can_be_set_again)
{
    int64_t now = START_MS;

    hk_timers_init(&timers, now);
    for (unsigned i = 0; i < 1000; i++) {
        set(&ones[0], now, 15000);
        ck_assert_ptr_null(hk_timers_take(&timers, now + 14000));
        now += 15000;
        ck_assert_ptr_eq(hk_timers_take(&timers, now), &ones[0].timer);
        ck_assert_ptr_null(hk_timers_take(&timers, now));
    }
}
END_TEST

START_TEST(test_an_earlier_one_comes_first)
{
    int64_t now = START_MS;

    hk_timers_init(&timers, now);
    set(&ones[0], now, 60000);
    ck_assert_ptr_null(hk_timers_take(&timers, now));
    now += 30000;
    set(&ones[1], now, 1000);
    ck_assert_int_le(hk_timers_left(&timers, now), 1000);
    ck_assert_ptr_eq(hk_timers_take(&timers, now + 1000), &ones[1].timer);
    ck_assert_ptr_eq(hk_timers_take(&timers, now + 30000), &ones[0].timer);
}
END_TEST

START_TEST(test_all_can_be_taken_before_their_time)
{
    unsigned taken = 0;

    hk_timers_init(&timers, START_MS);
    for (unsigned i = 0; i < COUNT; i++)
        set(&ones[i], START_MS, 1 + i * 100);
    while (hk_timers_take_any(&timers))
        taken++;
    ck_assert_uint_eq(taken, COUNT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http timers");
    TCase *tcase = tcase_create("wheel");

    tcase_add_test(tcase, test_each_is_due_at_its_time);
    tcase_add_test(tcase, test_a_cancelled_one_is_never_due);
    tcase_add_test(tcase, test_one_that_was_due_can_be_set_again);
    tcase_add_test(tcase, test_an_earlier_one_comes_first);
    tcase_add_test(tcase, test_all_can_be_taken_before_their_time);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
