/* What a thread that serves connections counts of them and their requests. */
#ifndef HK_HTTP_STATS_H
#define HK_HTTP_STATS_H

#include <stdalign.h>

#include "base/error.h"
#include "base/metrics.h"
#include "http/router.h"

/* Places for statuses: all that are ever sent, none, and any other. */
#define HK_STATS_STATUSES 28
#define HK_METHODS (HK_METHOD_UNKNOWN + 1)

/* Of one thread, which alone counts in it; anybody may read. Zeroed before, and
 * with cache lines of its own. Paths are counted by their template's first row
 * in the table of routes; what has none, by HK_ROUTES. */
struct hk_stats {
    alignas(64) struct hk_counter opened; /* connections */
    struct hk_counter closed;             /* these */
    struct hk_counter begun, ended;       /* requests */
    struct hk_counter problems[HK_ERROR_COUNT];
    struct hk_counter answers[HK_ROUTES + 1][HK_METHODS][HK_STATS_STATUSES];
    struct hk_histogram time_ns[HK_ROUTES + 1]; /* by row, until answered */
};

/* Of `count` threads; NULL: no memory. To be freed with free(). */
struct hk_stats *hk_stats_new(unsigned count);

/* "200" …; "aborted" for the place of 0, "other" for any other; static. */
const char *hk_stats_status(unsigned place);

struct hk_request;

/* The request has ended: counts it in its thread's. */
void hk_stats_count(struct hk_stats *stats, const struct hk_request *request);

/* Adds all of one to another that nobody else has. */
void hk_stats_add(struct hk_stats *total, const struct hk_stats *more);

#endif
