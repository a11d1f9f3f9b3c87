/* Counting requests. */
#include "http/stats.h"

#include <stdlib.h>
#include <string.h>

#include "http/request.h"

static const struct {
    unsigned short status;
    const char *text;
} known[HK_STATS_STATUSES - 1] = {
    {0, "aborted"}, {100, "100"}, {200, "200"}, {201, "201"}, {204, "204"},
    {206, "206"},   {304, "304"}, {400, "400"}, {401, "401"}, {403, "403"},
    {404, "404"},   {405, "405"}, {406, "406"}, {408, "408"}, {409, "409"},
    {410, "410"},   {411, "411"}, {412, "412"}, {413, "413"}, {414, "414"},
    {415, "415"},   {422, "422"}, {429, "429"}, {431, "431"}, {500, "500"},
    {501, "501"},   {503, "503"},
};

struct hk_stats *hk_stats_new(unsigned count)
{
    size_t size = count * sizeof(struct hk_stats);
    struct hk_stats *stats = aligned_alloc(alignof(struct hk_stats), size);

    if (stats)
        memset((void *)stats, 0, size);
    return stats;
}

/* The place of a status (0: the request ended without one). */
static unsigned place_of_status(unsigned status)
{
    unsigned place = 0;

    while (place < HK_STATS_STATUSES - 1 && known[place].status != status)
        place++;
    return place;
}

const char *hk_stats_status(unsigned place)
{
    return place < HK_STATS_STATUSES - 1 ? known[place].text : "other";
}

static unsigned place_of(const struct hk_route *route)
{
    return route ? hk_route_place(route) : HK_ROUTES;
}

void hk_stats_count(struct hk_stats *stats, const struct hk_request *request)
{
    const struct hk_found *found = &request->found;
    unsigned path = place_of(found->resource);
    unsigned place = place_of_status(request->answered ? request->reply.status
                                                       : 0);

    hk_counter_add_own(&stats->ended, 1);
    hk_counter_add_own(&stats->answers[path][request->method][place], 1);
    if (request->error)
        hk_counter_add_own(&stats->problems[request->error], 1);
    /* What waited for news says nothing of how fast the service is. */
    if (request->answered && request->place.all == 0)
        hk_histogram_add_own(&stats->time_ns[place_of(found->route)],
                             &hk_bounds_time, request->spent_ns);
}

/* ----- adding up ---------------------------------------------------------- */

static void add(struct hk_counter *total, const struct hk_counter *more,
                size_t count)
{
    for (size_t i = 0; i < count; i++)
        hk_counter_add_own(&total[i], hk_counter_read(&more[i]));
}

static void add_answers(struct hk_stats *total, const struct hk_stats *more)
{
    for (unsigned path = 0; path <= HK_ROUTES; path++) {
        for (unsigned method = 0; method < HK_METHODS; method++)
            add(total->answers[path][method], more->answers[path][method],
                HK_STATS_STATUSES);
    }
}

void hk_stats_add(struct hk_stats *total, const struct hk_stats *more)
{
    /* The ends first: none has ended that has not begun. */
    add(&total->closed, &more->closed, 1);
    add(&total->opened, &more->opened, 1);
    add(&total->ended, &more->ended, 1);
    add(&total->begun, &more->begun, 1);
    add(total->problems, more->problems, HK_ERROR_COUNT);
    add_answers(total, more);
    for (unsigned i = 0; i <= HK_ROUTES; i++) {
        add(total->time_ns[i].buckets, more->time_ns[i].buckets,
            HK_BUCKETS_MAX + 1);
        add(&total->time_ns[i].sum, &more->time_ns[i].sum, 1);
    }
}
