/* Reading the period of a leaderboard. */
#ifndef HK_HTTP_PERIOD_READ_H
#define HK_HTTP_PERIOD_READ_H

#include "http/request.h"
#include "store/figures.h"

/* The parameter `period`: "all", a year "2026", a month "2026-11" or an ISO
 * week "2026-W48" that this year has; "all" where it was not sent or is at
 * fault. */
void hk_query_period(struct hk_request *request,
                     char ret_period[HK_PERIOD_SIZE]);

#endif
