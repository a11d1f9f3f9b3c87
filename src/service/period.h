/* The periods that a moment falls into: ever, its year, month and ISO week. */
#ifndef HK_SERVICE_PERIOD_H
#define HK_SERVICE_PERIOD_H

#include "base/clock.h"
#include "store/figures.h"

/* The order is that of the ratings kept in `results`: never renumber. */
enum hk_period {
    HK_PERIOD_ALL = 0,   /* "all" */
    HK_PERIOD_YEAR = 1,  /* "2026" */
    HK_PERIOD_MONTH = 2, /* "2026-11" */
    HK_PERIOD_WEEK = 3   /* "2026-W48": of ISO 8601, with the week's year */
};
#define HK_PERIODS 4

/* The name of the period of this kind that holds the moment, in UTC. Years are
 * 0000 to 9999: a moment outside counts as the nearest within. */
void hk_period_name(enum hk_period period, hk_time moment,
                    char ret_name[HK_PERIOD_SIZE]);

#endif
