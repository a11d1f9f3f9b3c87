/* The periods of a moment, at their borders and against the C library. */
#include "service_kit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/period.h"

#define MS_PER_DAY INT64_C(86400000)

static const char *name(enum hk_period period, hk_time moment)
{
    static char text[HK_PERIOD_SIZE];

    hk_period_name(period, moment, text);
    return text;
}

static int number(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

/* "2026-11-30T00:00:00" */
static hk_time moment_of(const char *text)
{
    struct tm tm = {.tm_year = number(text) - 1900,
                    .tm_mon = number(text + 5) - 1,
                    .tm_mday = number(text + 8),
                    .tm_hour = number(text + 11),
                    .tm_min = number(text + 14),
                    .tm_sec = number(text + 17)};

    return (hk_time)timegm(&tm) * 1000;
}

static const struct {
    const char *moment, *year, *month, *week;
} borders[] = {
    {"2026-11-30T00:00:00", "2026", "2026-11", "2026-W49"}, /* a Monday */
    {"2026-11-29T23:59:59", "2026", "2026-11", "2026-W48"},
    {"2026-12-31T23:59:59", "2026", "2026-12", "2026-W53"},
    {"2027-01-01T00:00:00", "2027", "2027-01", "2026-W53"}, /* a Friday */
    {"2027-01-03T23:59:59", "2027", "2027-01", "2026-W53"},
    {"2027-01-04T00:00:00", "2027", "2027-01", "2027-W01"},
    {"2024-12-29T23:59:59", "2024", "2024-12", "2024-W52"},
    {"2024-12-30T00:00:00", "2024", "2024-12", "2025-W01"}, /* next year's */
    {"2024-02-29T12:00:00", "2024", "2024-02", "2024-W09"}, /* a leap day */
    {"2024-12-31T12:00:00", "2024", "2024-12", "2025-W01"},
    {"2000-02-29T12:00:00", "2000", "2000-02", "2000-W09"},
    {"2100-03-01T00:00:00", "2100", "2100-03", "2100-W09"}, /* no leap year */
    {"2021-01-03T23:59:59", "2021", "2021-01", "2020-W53"},
    {"1970-01-01T00:00:00", "1970", "1970-01", "1970-W01"}, /* a Thursday */
    {"1969-12-31T23:59:59", "1969", "1969-12", "1970-W01"}, /* before zero */
    {"1969-12-28T23:59:59", "1969", "1969-12", "1969-W52"},
};

START_TEST(test_borders)
{
    for (size_t i = 0; i < KIT_COUNT(borders); i++) {
        hk_time moment = moment_of(borders[i].moment);

        ck_assert_str_eq(name(HK_PERIOD_ALL, moment), "all");
        ck_assert_str_eq(name(HK_PERIOD_YEAR, moment), borders[i].year);
        ck_assert_str_eq(name(HK_PERIOD_MONTH, moment), borders[i].month);
        ck_assert_str_eq(name(HK_PERIOD_WEEK, moment), borders[i].week);
    }
}
END_TEST

/* The last millisecond of a day belongs to that day. */
START_TEST(test_the_last_millisecond)
{
    hk_time midnight = moment_of("2027-01-01T00:00:00");

    ck_assert_str_eq(name(HK_PERIOD_YEAR, midnight - 1), "2026");
    ck_assert_str_eq(name(HK_PERIOD_MONTH, midnight - 1), "2026-12");
    ck_assert_str_eq(name(HK_PERIOD_YEAR, midnight), "2027");
    ck_assert_str_eq(name(HK_PERIOD_WEEK, INT64_C(-1)), "1970-W01");
}
END_TEST

/* Each day of 200 years, as the C library writes it. */
START_TEST(test_as_the_library_has_it)
{
    hk_time last = moment_of("2120-01-01T00:00:00");
    unsigned days = 0;

    for (hk_time day = moment_of("1920-01-01T00:00:00"); day < last;
         day += MS_PER_DAY) {
        time_t seconds = (time_t)(day / 1000);
        struct tm tm;
        char text[32];

        ck_assert_ptr_nonnull(gmtime_r(&seconds, &tm));
        strftime(text, sizeof text, "%Y", &tm);
        KIT_CHECK(strcmp(text, name(HK_PERIOD_YEAR, day)) == 0);
        strftime(text, sizeof text, "%Y-%m", &tm);
        KIT_CHECK(strcmp(text, name(HK_PERIOD_MONTH, day)) == 0);
        strftime(text, sizeof text, "%G-W%V", &tm);
        KIT_CHECK(strcmp(text, name(HK_PERIOD_WEEK, day)) == 0);
        days++;
    }
    ck_assert_uint_eq(days, 73049);
}
END_TEST

/* What RFC 3339 cannot write is still a period. */
START_TEST(test_far_away)
{
    ck_assert_str_eq(name(HK_PERIOD_YEAR, INT64_MAX), "9999");
    ck_assert_uint_eq(strlen(name(HK_PERIOD_WEEK, INT64_MAX)), 8);
    ck_assert_str_eq(name(HK_PERIOD_YEAR, INT64_MIN), "0000");
    ck_assert_uint_eq(strlen(name(HK_PERIOD_WEEK, INT64_MIN)), 8);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_borders,
        test_the_last_millisecond,
        test_as_the_library_has_it,
        test_far_away,
    };
    return kit_run("service/period", tests, KIT_COUNT(tests));
}
