/* What a database holds, in figures: for whoever looks after it. */
#ifndef HK_STORE_STATS_H
#define HK_STORE_STATS_H

#include <stdint.h>

#include "base/clock.h"
#include "engine/rules.h"
#include "store/games.h"
#include "store/store.h"

struct hk_stats {
    int64_t games[HK_VARIANTS][HK_STATUSES];
    int64_t players;
    int64_t keys;                                   /* the valid ones */
    int64_t events;                                 /* of all games */
    hk_time oldest_game, newest_game, newest_event; /* 0: there is none */
    int64_t file_bytes, log_bytes; /* of the file, of the log beside it */
    int64_t page_bytes, pages, free_pages;
    int schema_version;
};

/*
 * Counts what the store holds, at one moment. It goes once through the rows of
 * the games and the index of the players' ids: of a million games about a
 * second; no event is looked at but the recent ones.
 * Errors: HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_store_stats(struct hk_store *store,
                                           struct hk_stats *ret_stats);

#endif
