/* Years, months and ISO weeks. */
#include "service/period.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define MS_PER_DAY INT64_C(86400000)
#define DAYS_A_WEEK 7
#define THURSDAY 3 /* days after Monday; 1970-01-01 was one */
/* Further away than the years that have names, and safe to reckon with. */
#define FAR_AWAY INT64_C(300000000000000)

struct date {
    int year, month, day;
};

static struct date date_of(hk_time moment)
{
    char text[HK_TIME_TEXT_SIZE];

    hk_time_format(moment, text); /* "2026-11-30T…" */
    return (struct date){.year = (int)strtol(text, NULL, 10),
                         .month = (int)strtol(text + 5, NULL, 10),
                         .day = (int)strtol(text + 8, NULL, 10)};
}

/* Days of its year before this one. */
static int day_of_year(const struct date *date)
{
    static const int before[] = {0,   31,  59,  90,  120, 151,
                                 181, 212, 243, 273, 304, 334};
    bool leap = date->year % 4 == 0 &&
                (date->year % 100 != 0 || date->year % 400 == 0);

    return before[date->month - 1] + (leap && date->month > 2) + date->day - 1;
}

/* The Thursday of the moment's week, by which the week belongs to a year. */
static hk_time thursday_of(hk_time moment)
{
    int64_t days = moment / MS_PER_DAY - (moment % MS_PER_DAY < 0);
    int64_t weekday = (days % DAYS_A_WEEK + DAYS_A_WEEK + THURSDAY) %
                      DAYS_A_WEEK;

    return (days - weekday + THURSDAY) * MS_PER_DAY;
}

void hk_period_name(enum hk_period period, hk_time moment,
                    char ret_name[HK_PERIOD_SIZE])
{
    if (moment > FAR_AWAY)
        moment = FAR_AWAY;
    if (moment < -FAR_AWAY)
        moment = -FAR_AWAY;
    struct date date = date_of(moment);

    switch (period) {
    case HK_PERIOD_ALL:
        snprintf(ret_name, HK_PERIOD_SIZE, "all");
        return;
    case HK_PERIOD_YEAR:
        snprintf(ret_name, HK_PERIOD_SIZE, "%04u", (unsigned)date.year % 10000);
        return;
    case HK_PERIOD_MONTH:
        snprintf(ret_name, HK_PERIOD_SIZE, "%04u-%02u",
                 (unsigned)date.year % 10000, (unsigned)date.month % 100);
        return;
    case HK_PERIOD_WEEK:
        date = date_of(thursday_of(moment));
        snprintf(ret_name, HK_PERIOD_SIZE, "%04u-W%02u",
                 (unsigned)date.year % 10000,
                 (unsigned)(day_of_year(&date) / DAYS_A_WEEK + 1) % 100);
        return;
    }
    abort();
}
