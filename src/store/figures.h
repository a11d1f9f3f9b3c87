/* Figures of players and partnerships, a line each on every board that counts
 * them: writing. Reading is in boards.h. */
#ifndef HK_STORE_FIGURES_H
#define HK_STORE_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "engine/rules.h"
#include "store/rating.h"
#include "store/store.h"

/* Which games a board counts, by who saw them. */
enum hk_evidence {
    HK_EVIDENCE_ALL = 0,
    HK_EVIDENCE_VERIFIED = 1, /* refereed */
    HK_EVIDENCE_DECLARED = 2  /* scorecards */
};
#define HK_EVIDENCES 3

/* "all", "verified", "declared"; static text. */
const char *hk_evidence_name(enum hk_evidence evidence);

bool hk_evidence_find(const char *name, enum hk_evidence *ret_evidence);

/* "2026-W48" is the longest. */
#define HK_PERIOD_SIZE 9

/* What a board is called. `period` is "all", "2026", "2026-11" or "2026-W48";
 * the store takes it as it is. */
struct hk_board_name {
    enum hk_variant variant;
    bool partnerships;
    char period[HK_PERIOD_SIZE];
    enum hk_evidence evidence;
};

/* What games come to, for a player or a partnership. */
struct hk_figures {
    int64_t games, wins, rounds, rounds_won, hands;
    int64_t points;      /* sum over all rounds */
    int64_t best, worst; /* best and worst total of a game */
    struct hk_rating rating;
};

/* No games yet. */
#define HK_FIGURES_NONE ((struct hk_figures){.rating = HK_RATING_START})

bool hk_figures_same(const struct hk_figures *a, const struct hk_figures *b);

/* The board's row id; the board is made if there is none. */
HK_MUST_CHECK enum hk_error hk_tx_board(struct hk_tx *tx,
                                        const struct hk_board_name *name,
                                        int64_t *ret_board);

/* The line of a player (partner 0) or of a partnership (player < partner) on
 * this board; HK_FIGURES_NONE where it has none. */
HK_MUST_CHECK enum hk_error hk_tx_figures(struct hk_tx *tx, int64_t board,
                                          int64_t player, int64_t partner,
                                          struct hk_figures *ret_figures);

/*
 * Writes a line in place of the one before; games 0 takes it off the board.
 * What is the same as before is not written. `now` says when: the line before
 * is kept for HK_FIGURES_KEPT, for whoever is reading the board page by page.
 * 0, while all is counted anew, keeps nothing: cursors of before are refused.
 */
HK_MUST_CHECK enum hk_error hk_tx_put_figures(struct hk_tx *tx, int64_t board,
                                              int64_t player, int64_t partner,
                                              const struct hk_figures *figures,
                                              hk_time now);

/* Milliseconds: longer than anybody leafs through a board. */
#define HK_FIGURES_KEPT ((hk_time)60 * 60 * 1000)

/* Takes all lines off all boards, to count anew. Cursors of before are
 * refused. */
HK_MUST_CHECK enum hk_error hk_tx_clear_figures(struct hk_tx *tx);

#endif
