/* What the service counts as it happens: moves, refusals, games by status. */
#ifndef HK_SERVICE_TALLY_H
#define HK_SERVICE_TALLY_H

#include <stddef.h>

#include "base/error.h"
#include "base/metrics.h"
#include "engine/rules.h"
#include "store/games.h"
#include "store/store.h"

/* How a request to move ends. */
enum hk_move_result {
    HK_MOVE_ACCEPTED,
    HK_MOVE_REFUSED,
    HK_MOVE_FAILED /* no fault of the move: the store, or memory */
};
#define HK_MOVE_RESULTS 3

/* "accepted" …; static text. */
const char *hk_move_result_name(enum hk_move_result result);

/* Zeroed before. */
struct hk_tally {
    struct hk_counter moves[HK_VARIANTS][HK_MOVE_RESULTS];
    struct hk_counter refusals[HK_ERROR_COUNT]; /* of moves */
    struct hk_counter games[HK_STATUSES];
};

/* Counts the games that there are. Errors: those of the store. */
HK_MUST_CHECK enum hk_error hk_tally_begin(struct hk_tally *tally,
                                           struct hk_store *store);

/* `count` moves that were sent together have ended so: all, or none. */
void hk_tally_moves(struct hk_tally *tally, enum hk_variant variant,
                    enum hk_error error, size_t count);

/* A game has been made; one has come from a status to another, or the same. */
void hk_tally_new_game(struct hk_tally *tally, enum hk_status status);
void hk_tally_game(struct hk_tally *tally, enum hk_status before,
                   enum hk_status after);

#endif
