/* How the service stands: for operators. */
#ifndef HK_SERVICE_METRICS_H
#define HK_SERVICE_METRICS_H

#include <stdint.h>

#include "service/service.h"
#include "service/tally.h"
#include "store/store.h"

struct hk_service_metrics {
    struct hk_store_metrics store;
    uint64_t moves[HK_VARIANTS][HK_MOVE_RESULTS];
    uint64_t refusals[HK_ERROR_COUNT];
    uint64_t games[HK_STATUSES];
    uint64_t live_games, idle_games; /* in memory, and of these unused */
    uint64_t idle_bytes;             /* that the unused take */
    uint64_t loads;                  /* games read into memory so far */
    uint64_t bots_queued;            /* games that bots are to look at */
    uint64_t clocks_watched;         /* games whose clocks run */
};

/* Cheap: nothing is read from the database. */
void hk_service_measure(struct hk_service *service,
                        struct hk_service_metrics *ret_metrics);

#endif
