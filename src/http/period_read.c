/* Years, months and ISO weeks by their names. */
#include "http/period_read.h"

#include <stdio.h>
#include <string.h>

/* Whether the text is like the form, in which a 9 stands for any digit. */
static bool has_form(const char *text, const char *form)
{
    for (; *form; text++, form++) {
        bool digit = *text >= '0' && *text <= '9';
        if (*form == '9' ? !digit : *text != *form)
            return false;
    }
    return *text == '\0';
}

static unsigned number(const char *digits, size_t count)
{
    unsigned value = 0;

    for (size_t i = 0; i < count; i++)
        value = value * 10 + (unsigned)(digits[i] - '0');
    return value;
}

/* The weekday of 31 December, 0 for Sunday. */
static unsigned last_weekday(unsigned year)
{
    return (year + year / 4 - year / 100 + year / 400) % 7;
}

/* ISO 8601: a year has a 53rd week if it ends on a Thursday, or if the year
 * before ended on a Wednesday and so it begins on a Thursday. */
static unsigned weeks_of(unsigned year)
{
    bool long_year = last_weekday(year) == 4 ||
                     (year > 0 && last_weekday(year - 1) == 3);

    return long_year ? 53 : 52;
}

static bool is_week(unsigned year, unsigned week)
{
    return week >= 1 && week <= weeks_of(year);
}

static bool is_month(unsigned month)
{
    return month >= 1 && month <= 12;
}

void hk_query_period(struct hk_request *request,
                     char ret_period[HK_PERIOD_SIZE])
{
    const char *value = hk_target_parameter(&request->target, "period");
    struct hk_faults *faults = &request->faults;

    snprintf(ret_period, HK_PERIOD_SIZE, "all");
    if (!value || strcmp(value, "all") == 0)
        return;
    bool week = has_form(value, "9999-W99");
    bool month = has_form(value, "9999-99");

    if (!week && !month && !has_form(value, "9999"))
        hk_faults_add_named(faults, "period", "unknown_value",
                            HK_FAULT_NO_PERIOD, NULL);
    else if (week && !is_week(number(value, 4), number(value + 6, 2)))
        hk_faults_add_named(
            faults, "period", "out_of_range", HK_FAULT_NO_SUCH_WEEK,
            HK_FIGURES({"last", NULL, weeks_of(number(value, 4))}));
    else if (month && !is_month(number(value + 5, 2)))
        hk_faults_add_named(faults, "period", "out_of_range",
                            HK_FAULT_NO_SUCH_MONTH, NULL);
    else
        snprintf(ret_period, HK_PERIOD_SIZE, "%s", value);
}
