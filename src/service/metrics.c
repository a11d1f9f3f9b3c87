/* Reading off all that the service counts. */
#include "service/metrics.h"

#include "service/internal.h"

static void read_tally(const struct hk_tally *tally,
                       struct hk_service_metrics *metrics)
{
    for (unsigned variant = 0; variant < HK_VARIANTS; variant++) {
        for (unsigned result = 0; result < HK_MOVE_RESULTS; result++)
            metrics->moves[variant][result] = hk_counter_read(
                &tally->moves[variant][result]);
    }
    for (unsigned error = 0; error < HK_ERROR_COUNT; error++)
        metrics->refusals[error] = hk_counter_read(&tally->refusals[error]);
    for (unsigned status = 0; status < HK_STATUSES; status++)
        metrics->games[status] = hk_counter_read(&tally->games[status]);
}

void hk_service_measure(struct hk_service *service,
                        struct hk_service_metrics *ret_metrics)
{
    struct hk_service_metrics metrics = {
        .bots_queued = hk_bots_queued(service),
        .clocks_watched = hk_wheel_count(service),
    };
    struct hk_registry_counts counts = hk_registry_counts(&service->registry);

    hk_store_measure(service->store, &metrics.store);
    read_tally(&service->tally, &metrics);
    metrics.live_games = counts.games;
    metrics.idle_games = counts.idle;
    metrics.idle_bytes = counts.idle_bytes;
    metrics.loads = counts.loads;
    *ret_metrics = metrics;
}
