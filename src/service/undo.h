/* Moves taken back by the host. */
#ifndef HK_SERVICE_UNDO_H
#define HK_SERVICE_UNDO_H

#include "base/error.h"
#include "engine/past.h"
#include "service/game.h"
#include "service/write.h"

/*
 * Takes back the last `moves` moves, 1 or more, if engine/past.h allows it: the
 * game is as it was before them, but for its log, which goes on.
 * Errors: HK_E_STALE, HK_E_WRONG_MODE (a scorecard), HK_E_NOT_STARTED,
 * HK_E_GAME_OVER; HK_E_CANNOT_UNDO, with `bar` and `bar_seq`;
 * HK_E_STORAGE_UNAVAILABLE.
 */
struct hk_undoing {
    struct hk_write write;
    unsigned moves;

    struct hk_happened happened; /* once it has ended well; owned by the
                                    caller */
    enum hk_undo_bar bar;        /* of HK_E_CANNOT_UNDO */
    uint32_t bar_seq;
};

/* Starts taking them back; `write` and `moves` are set. */
void hk_undoing_start(struct hk_undoing *undoing, struct hk_game *game);

/* The same, waiting for its end; ret_undoing says all. */
HK_MUST_CHECK enum hk_error hk_game_undo(struct hk_game *game, unsigned moves,
                                         const struct hk_wish *wish,
                                         struct hk_undoing *ret_undoing);

#endif
