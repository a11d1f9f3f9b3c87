/* The two clocks, and times as text. */
#include "base/clock.h"

#include <stdlib.h>
#include <time.h>

#define MS_PER_DAY INT64_C(86400000)

/* The years that RFC 3339 can write. */
#define FIRST_TIME INT64_C(-62167219200000) /* 0000-01-01T00:00:00.000Z */
#define LAST_TIME INT64_C(253402300799999)  /* 9999-12-31T23:59:59.999Z */

static int64_t read_ms(clockid_t id)
{
    struct timespec now;

    if (clock_gettime(id, &now) != 0)
        abort();
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static hk_time real_now(void *self)
{
    (void)self;
    return read_ms(CLOCK_REALTIME);
}

static hk_ticks real_ticks(void *self)
{
    (void)self;
    return read_ms(CLOCK_MONOTONIC);
}

struct hk_clock hk_clock_real(void)
{
    return (struct hk_clock){.now = real_now, .ticks = real_ticks};
}

/* A test may move the time while other threads look at it. */
static hk_time manual_now(void *self)
{
    return *(const _Atomic hk_time *)self;
}

struct hk_clock hk_clock_manual(_Atomic hk_time *time)
{
    return (struct hk_clock){
        .now = manual_now, .ticks = manual_now, .self = time};
}

static hk_time pair_now(void *self)
{
    return manual_now(&((struct hk_manual_clock *)self)->now);
}

static hk_ticks pair_ticks(void *self)
{
    return manual_now(&((struct hk_manual_clock *)self)->ticks);
}

struct hk_clock hk_clock_manual_pair(struct hk_manual_clock *clock)
{
    return (struct hk_clock){
        .now = pair_now, .ticks = pair_ticks, .self = clock};
}

hk_time hk_clock_now(const struct hk_clock *clock)
{
    return clock->now(clock->self);
}

hk_ticks hk_clock_ticks(const struct hk_clock *clock)
{
    return clock->ticks(clock->self);
}

struct date {
    int year;
    int month;
    int day;
};

/*
 * Counted in years that begin with March, so that the day which only some
 * years have comes last, and in eras of 400 years, after which the calendar
 * repeats.
 */
static struct date date_of(int64_t days_since_1970)
{
    int64_t days = days_since_1970 + 719468; /* since 0000-03-01 */
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int day_of_era = (int)(days - era * 146097);
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
                       day_of_era / 146096) /
                      365;
    int day_of_year = day_of_era -
                      (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month_from_march = (5 * day_of_year + 2) / 153;
    struct date date;

    date.day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    date.month = month_from_march < 10 ? month_from_march + 3
                                       : month_from_march - 9;
    date.year = (int)era * 400 + year_of_era + (date.month <= 2);
    return date;
}

static char *put_number(char *out, int number, int digits)
{
    for (int i = digits - 1; i >= 0; i--) {
        out[i] = (char)('0' + number % 10);
        number /= 10;
    }
    return out + digits;
}

void hk_time_format(hk_time time, char ret_text[HK_TIME_TEXT_SIZE])
{
    char *out = ret_text;

    if (time < FIRST_TIME)
        time = FIRST_TIME;
    if (time > LAST_TIME)
        time = LAST_TIME;

    int64_t days = time / MS_PER_DAY;
    int ms = (int)(time % MS_PER_DAY);
    if (ms < 0) {
        ms += (int)MS_PER_DAY;
        days--;
    }
    struct date date = date_of(days);

    out = put_number(out, date.year, 4);
    *out++ = '-';
    out = put_number(out, date.month, 2);
    *out++ = '-';
    out = put_number(out, date.day, 2);
    *out++ = 'T';
    out = put_number(out, ms / 3600000, 2);
    *out++ = ':';
    out = put_number(out, ms / 60000 % 60, 2);
    *out++ = ':';
    out = put_number(out, ms / 1000 % 60, 2);
    *out++ = '.';
    out = put_number(out, ms % 1000, 3);
    *out++ = 'Z';
    *out = '\0';
}
