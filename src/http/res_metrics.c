/* GET /metrics: how the service does, for operators. */
#include "http/resources.h"

#include <stdlib.h>

#include <microhttpd.h>

#include "base/process.h"
#include "http/metrics_text.h"
#include "http/request.h"
#include "http/stats.h"
#include "service/metrics.h"

/* ----- requests ----------------------------------------------------------- */

static const char *template_of(unsigned place)
{
    return place < HK_ROUTES ? hk_route_at(place)->template : "none";
}

static void write_answers(struct hk_metrics_text *text,
                          const struct hk_stats *stats)
{
    hk_metrics_family(text, HK_METRIC_REQUESTS);
    for (unsigned path = 0; path <= HK_ROUTES; path++) {
        for (unsigned method = 0; method < HK_METHODS; method++) {
            for (unsigned i = 0; i < HK_STATS_STATUSES; i++) {
                uint64_t count = hk_counter_read(
                    &stats->answers[path][method][i]);
                if (count > 0)
                    hk_metrics_value(text, count,
                                     "method=\"%s\",route=\"%s\",code=\"%s\"",
                                     hk_method_name((enum hk_method)method),
                                     template_of(path), hk_stats_status(i));
            }
        }
    }
}

static void write_times(struct hk_metrics_text *text,
                        const struct hk_stats *stats)
{
    char labels[128];

    hk_metrics_family(text, HK_METRIC_DURATION);
    for (unsigned place = 0; place <= HK_ROUTES; place++) {
        struct hk_distribution times = {.sum = 0};
        enum hk_method method = place < HK_ROUTES ? hk_route_at(place)->method
                                                  : HK_METHOD_UNKNOWN;

        hk_histogram_read(&stats->time_ns[place], &times);
        if (times.sum == 0)
            continue;
        snprintf(labels, sizeof labels, "method=\"%s\",route=\"%s\"",
                 hk_method_name(method), template_of(place));
        hk_metrics_distribution(text, &hk_bounds_time, &times, labels);
    }
}

/* Of each row of the table of problems. */
static void write_codes(struct hk_metrics_text *text, enum hk_metric metric,
                        const uint64_t counts[HK_ERROR_COUNT])
{
    hk_metrics_family(text, metric);
    for (unsigned i = HK_OK + 1; i < HK_ERROR_COUNT; i++)
        hk_metrics_value(text, counts[i], "code=\"%s\"",
                         hk_error_code((enum hk_error)i));
}

static void write_http(struct hk_metrics_text *text, struct hk_http *http,
                       const struct hk_stats *stats)
{
    struct hk_streams_open open = hk_streams_count(&http->streams);
    uint64_t problems[HK_ERROR_COUNT];

    for (unsigned i = 0; i < HK_ERROR_COUNT; i++)
        problems[i] = hk_counter_read(&stats->problems[i]);
    write_answers(text, stats);
    write_times(text, stats);
    write_codes(text, HK_METRIC_PROBLEMS, problems);
    hk_metrics_whole(text, HK_METRIC_IN_FLIGHT,
                     hk_counter_read(&stats->begun) -
                         hk_counter_read(&stats->ended));
    hk_metrics_whole(text, HK_METRIC_OPENED, hk_counter_read(&stats->opened));
    hk_metrics_whole(text, HK_METRIC_CONNECTIONS,
                     hk_counter_read(&stats->opened) -
                         hk_counter_read(&stats->closed));
    hk_metrics_whole(text, HK_METRIC_STREAMS, open.streams);
    hk_metrics_whole(text, HK_METRIC_POLLS, open.polls);
    hk_metrics_whole(text, HK_METRIC_DRAINING, atomic_load(&http->draining));
}

/* ----- games -------------------------------------------------------------- */

static void write_games(struct hk_metrics_text *text,
                        const struct hk_service_metrics *service)
{
    hk_metrics_family(text, HK_METRIC_MOVES);
    for (unsigned variant = 0; variant < HK_VARIANTS; variant++) {
        for (unsigned result = 0; result < HK_MOVE_RESULTS; result++)
            hk_metrics_value(text, service->moves[variant][result],
                             "variant=\"%s\",result=\"%s\"",
                             hk_variant_name((enum hk_variant)variant),
                             hk_move_result_name((enum hk_move_result)result));
    }
    write_codes(text, HK_METRIC_REJECTIONS, service->refusals);
    hk_metrics_family(text, HK_METRIC_GAMES);
    for (unsigned status = 0; status < HK_STATUSES; status++)
        hk_metrics_value(text, service->games[status], "state=\"%s\"",
                         hk_status_name((enum hk_status)status));
    hk_metrics_family(text, HK_METRIC_LIVE_GAMES);
    hk_metrics_value(text, service->live_games - service->idle_games,
                     "use=\"%s\"", "busy");
    hk_metrics_value(text, service->idle_games, "use=\"%s\"", "idle");
    hk_metrics_whole(text, HK_METRIC_IDLE_BYTES, service->idle_bytes);
    hk_metrics_whole(text, HK_METRIC_LOADS, service->loads);
    hk_metrics_whole(text, HK_METRIC_BOT_QUEUE, service->bots_queued);
    hk_metrics_whole(text, HK_METRIC_CLOCKS, service->clocks_watched);
}

/* ----- the database ------------------------------------------------------- */

static void write_store(struct hk_metrics_text *text,
                        const struct hk_store_metrics *store)
{
    hk_metrics_family(text, HK_METRIC_COMMIT_TIME);
    hk_metrics_distribution(text, &hk_bounds_time, &store->commit_ns, "");
    hk_metrics_family(text, HK_METRIC_COMMIT_JOBS);
    hk_metrics_distribution(text, &hk_bounds_number, &store->commit_jobs, "");
    hk_metrics_whole(text, HK_METRIC_FAILURES, store->failed);
    hk_metrics_whole(text, HK_METRIC_BUSY, store->busy);
    hk_metrics_whole(text, HK_METRIC_QUEUE, store->queued);
    hk_metrics_whole(text, HK_METRIC_FILE_BYTES, store->file_bytes);
    hk_metrics_whole(text, HK_METRIC_WAL_BYTES, store->log_bytes);
}

/* ----- the process -------------------------------------------------------- */

static void write_process(struct hk_metrics_text *text, double start_s)
{
    struct hk_process process;

    hk_process_measure(&process);
    hk_metrics_real(text, HK_METRIC_CPU, process.cpu_s);
    hk_metrics_whole(text, HK_METRIC_RESIDENT, process.resident_bytes);
    hk_metrics_whole(text, HK_METRIC_VIRTUAL, process.virtual_bytes);
    hk_metrics_whole(text, HK_METRIC_FILES, process.files);
    hk_metrics_whole(text, HK_METRIC_FILES_MAX, process.files_max);
    hk_metrics_real(text, HK_METRIC_START, start_s);
}

static void write_build(struct hk_metrics_text *text)
{
    hk_metrics_family(text, HK_METRIC_BUILD);
    hk_metrics_value(text, 1,
                     "version=\"%s\",rules_version=\"%d\",sqlite=\"%s\","
                     "libmicrohttpd=\"%s\"",
                     PACKAGE_VERSION, HK_RULES_VERSION,
                     hk_store_library_version(), MHD_get_version());
}

/* ----- all ---------------------------------------------------------------- */

static enum hk_error write_all(struct hk_metrics_text *text,
                               struct hk_http *http)
{
    struct hk_service_metrics service;

    struct hk_stats *stats = hk_stats_new(1);
    if (!stats)
        return HK_E_INTERNAL;
    for (unsigned i = 0; i < http->stats_count; i++)
        hk_stats_add(stats, &http->stats[i]);
    hk_service_measure(http->service, &service);
    write_build(text);
    write_http(text, http, stats);
    write_games(text, &service);
    write_store(text, &service.store);
    write_process(text, http->start_s);
    hk_metrics_end(text);
    free(stats);
    return HK_OK;
}

enum hk_error hk_get_metrics(struct hk_request *request)
{
    bool open = request->media == 1;
    struct hk_metrics_text text = {.out = &request->reply.body, .open = open};

    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    hk_reply_begin(&request->reply, HK_SUCCESS_OK,
                   open ? HK_OPENMETRICS_MEDIA : HK_METRICS_MEDIA);
    hk_reply_put(&request->reply, "Vary", "Authorization, Accept");
    hk_request_no_store(request);
    return write_all(&text, request->http);
}
