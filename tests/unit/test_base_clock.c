/* Clocks and times as text, with the borders of the calendar. */
#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

static const struct time_case {
    hk_time time;
    const char *text;
    const char *about;
} time_cases[] = {
    {0, "1970-01-01T00:00:00.000Z", "the epoch"},
    {1, "1970-01-01T00:00:00.001Z", "a millisecond later"},
    {-1, "1969-12-31T23:59:59.999Z", "a millisecond earlier"},
    {-86400000, "1969-12-31T00:00:00.000Z", "a whole day earlier"},
    {1796032407123, "2026-11-30T09:53:27.123Z", "an ordinary time"},
    {1798761599999, "2026-12-31T23:59:59.999Z", "the end of a year"},
    {1798761600000, "2027-01-01T00:00:00.000Z", "the start of a year"},
    {951782400000, "2000-02-29T00:00:00.000Z", "2000 has a leap day"},
    {978307199999, "2000-12-31T23:59:59.999Z", "day 366"},
    {4107542400000, "2100-03-01T00:00:00.000Z", "2100 has no leap day"},
    {4107542399999, "2100-02-28T23:59:59.999Z", "so this comes before"},
    {1709164800000, "2024-02-29T00:00:00.000Z", "2024 has one"},
    {1709251199999, "2024-02-29T23:59:59.999Z", "to its end"},
    {1709251200000, "2024-03-01T00:00:00.000Z", "and then March"},
    {2147483648000, "2038-01-19T03:14:08.000Z", "past 32 bits"},
    {-62135596800000, "0001-01-01T00:00:00.000Z", "year 1"},
    {-62167219200000, "0000-01-01T00:00:00.000Z", "the first that is written"},
    {253402300799999, "9999-12-31T23:59:59.999Z", "the last that is written"},
    {-62167219200001, "0000-01-01T00:00:00.000Z", "before the first"},
    {253402300800000, "9999-12-31T23:59:59.999Z", "after the last"},
    {INT64_MIN, "0000-01-01T00:00:00.000Z", "the smallest number"},
    {INT64_MAX, "9999-12-31T23:59:59.999Z", "the greatest number"},
};

START_TEST(test_time_is_written_in_utc)
{
    const struct time_case *c = &time_cases[_i];
    char text[HK_TIME_TEXT_SIZE];

    hk_time_format(c->time, text);
    ck_assert_msg(strcmp(text, c->text) == 0, "%s: %s instead of %s", c->about,
                  text, c->text);
}
END_TEST

START_TEST(test_times_agree_with_the_c_library_every_day_for_400_years)
{
    for (int64_t day = -36524 * 2; day < 36525 * 2; day++) {
        time_t seconds = (time_t)(day * 86400 + (day & 0xffff));
        struct tm broken;
        char expected[HK_TIME_TEXT_SIZE], text[HK_TIME_TEXT_SIZE];

        ck_assert_ptr_nonnull(gmtime_r(&seconds, &broken));
        ck_assert_uint_eq(strftime(expected, sizeof expected,
                                   "%Y-%m-%dT%H:%M:%S.000Z", &broken),
                          sizeof expected - 1);
        hk_time_format((hk_time)seconds * 1000, text);
        ck_assert_str_eq(text, expected);
    }
}
END_TEST

START_TEST(test_manual_clock_stands_until_it_is_moved)
{
    _Atomic hk_time now = 5000;
    struct hk_clock clock = hk_clock_manual(&now);

    ck_assert_int_eq(hk_clock_now(&clock), 5000);
    ck_assert_int_eq(hk_clock_now(&clock), 5000);
    now = 61000;
    ck_assert_int_eq(hk_clock_now(&clock), 61000);
}
END_TEST

START_TEST(test_real_clock_is_the_systems)
{
    struct hk_clock clock = hk_clock_real();
    struct timespec before, after;

    ck_assert_int_eq(clock_gettime(CLOCK_REALTIME, &before), 0);
    hk_time now = hk_clock_now(&clock);
    ck_assert_int_eq(clock_gettime(CLOCK_REALTIME, &after), 0);
    ck_assert_int_ge(now,
                     (hk_time)before.tv_sec * 1000 + before.tv_nsec / 1000000);
    ck_assert_int_le(now,
                     (hk_time)after.tv_sec * 1000 + after.tv_nsec / 1000000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/clock");
    TCase *tests = tcase_create("clock");
    SRunner *runner = srunner_create(suite);

    tcase_add_loop_test(tests, test_time_is_written_in_utc, 0,
                        sizeof time_cases / sizeof time_cases[0]);
    tcase_add_test(tests,
                   test_times_agree_with_the_c_library_every_day_for_400_years);
    tcase_add_test(tests, test_manual_clock_stands_until_it_is_moved);
    tcase_add_test(tests, test_real_clock_is_the_systems);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
