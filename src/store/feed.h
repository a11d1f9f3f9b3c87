/* Feeds: what happened in all games that were made with one service key. */
#ifndef HK_STORE_FEED_H
#define HK_STORE_FEED_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "store/games.h"
#include "store/store.h"

/*
 * What one write added to the log of one game. The events of a key's games are
 * numbered from 1 without a gap in the order in which they were committed: as
 * there is one writer, whoever reads a number has all below it before its eyes.
 */
struct hk_feed_row {
    int64_t id; /* the number of its last event */
    int64_t game;
    char uuid[HK_UUID_TEXT_SIZE];
    uint32_t seq, events; /* so many events, up to this one */
    unsigned rounds_over; /* of the game, by now */
};

/* Goes on with the feed of this key by `events` events of a game, the last one
 * `seq`; ret_id is the number of that. */
HK_MUST_CHECK enum hk_error hk_tx_feed(struct hk_tx *tx, int64_t key,
                                       int64_t game, uint32_t seq,
                                       uint32_t events, int64_t *ret_id);

/* The number of the last event of a key's feed; 0: it has none. */
HK_MUST_CHECK enum hk_error hk_store_feed_last(struct hk_store *store,
                                               int64_t key, int64_t *ret_last);

/* The rows with events after `after` and up to `last`, in order, at most
 * `limit`, for which ret_rows has places. */
HK_MUST_CHECK enum hk_error hk_store_feed(struct hk_store *store, int64_t key,
                                          int64_t after, int64_t last,
                                          size_t limit,
                                          struct hk_feed_row *ret_rows,
                                          size_t *ret_count);

/* Calls `each` with the uuid of every game that its key's feed does not have
 * whole and in order, or that a feed has wrongly (for hakam verify). */
HK_MUST_CHECK enum hk_error hk_store_feed_faults(
    struct hk_store *store, enum hk_error (*each)(const char *uuid, void *cls),
    void *cls);

#endif
