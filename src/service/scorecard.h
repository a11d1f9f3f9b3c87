/* Scorecards: rounds of a physical table, recorded and corrected. */
#ifndef HK_SERVICE_SCORECARD_H
#define HK_SERVICE_SCORECARD_H

#include <stddef.h>

#include "base/error.h"
#include "engine/scorecard.h"
#include "service/game.h"
#include "store/games.h"

/*
 * A round as a seat or the host tells it. Without a reason it is the next one;
 * the last finishes the game. With a reason it is a recorded round told anew,
 * also of a finished game: a further revision, which totals, winners and
 * figures follow. Nothing is missing in it (hk_scorecard_missing()), and `out`
 * is a seat of the game or -1.
 *
 * Errors: HK_E_STALE; HK_E_WRONG_MODE (a refereed game), HK_E_NOT_FOUND (the
 * round to correct is not recorded), HK_E_NOT_STARTED, HK_E_GAME_OVER (to be
 * recorded: there is no further round; to be corrected: the host has ended the
 * game); HK_E_IMPOSSIBLE_ROUND with `impossibility`;
 * HK_E_IDEMPOTENCY_KEY_REUSED, HK_E_STORAGE_UNAVAILABLE.
 */
struct hk_telling {
    struct hk_write write;
    int by;                           /* the seat; -1: the host */
    const struct hk_told_round *told; /* borrowed */
    const char *reason; /* borrowed; 1 to 200 code points of UTF-8 without
                           control characters, or NULL */
    unsigned round;     /* with a reason: which, from 1 */

    /* Once it has ended well; owned by the caller: round_ended, and game_ended
     * after the last round, or round_corrected. */
    struct hk_happened happened;
    struct hk_impossibility impossibility; /* else all 0 */
};

/* Starts it; `write` and what is told are set. A dry run judges alike. */
void hk_telling_start(struct hk_telling *telling, struct hk_game *game);

/* The same, waiting for its end. */
HK_MUST_CHECK enum hk_error hk_game_record_round(
    struct hk_game *game, int by, const struct hk_told_round *told,
    const struct hk_wish *wish, struct hk_happened *ret_happened,
    struct hk_impossibility *ret_impossibility);
HK_MUST_CHECK enum hk_error hk_game_correct_round(
    struct hk_game *game, int by, unsigned round,
    const struct hk_told_round *told, const char *reason,
    const struct hk_wish *wish, struct hk_happened *ret_happened,
    struct hk_impossibility *ret_impossibility);

/*
 * Calls `each` for the revisions of a recorded round with numbers from `first`
 * (0: as first recorded), at most `limit`, as far as the game has come; their
 * `result` holds what was told, see hk_scorecard_told(); the reason is "" for
 * number 0. Both are borrowed for the call. ret_more tells whether there are
 * others after them. An error of `each` ends the walk and is returned.
 * Errors: HK_E_WRONG_MODE, HK_E_NOT_FOUND, HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_game_revisions(
    struct hk_game *game, unsigned round, unsigned first, size_t limit,
    enum hk_error (*each)(const struct hk_round_row *revision,
                          const char *reason, void *cls),
    void *cls, bool *ret_more);

#endif
