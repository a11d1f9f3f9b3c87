/* How long clocks had run since their games' last events when the service was
 * ended. */
#ifndef HK_STORE_STOPPED_CLOCKS_H
#define HK_STORE_STOPPED_CLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "store/store.h"

struct hk_stopped_clock {
    int64_t game;
    uint32_t seq; /* of its last event */
    int64_t ms;   /* since then */
};

/* Keeps these; what was kept of games that have gone on since is let go, and
 * that of others stays.
 * Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_tx_stop_clocks(
    struct hk_tx *tx, const struct hk_stopped_clock *clocks, size_t count);

/* How long the clock of this game had run after this event; 0 where nothing is
 * kept of it. Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_store_stopped_clock(struct hk_store *store,
                                                   int64_t game, uint32_t seq,
                                                   int64_t *ret_ms);

#endif
