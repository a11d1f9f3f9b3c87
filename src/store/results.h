/* Results: the counted games in the order of counting, each with the ratings
 * of its players before it, so that a correction need not begin at the first
 * game. */
#ifndef HK_STORE_RESULTS_H
#define HK_STORE_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "engine/rules.h"
#include "store/games.h"
#include "store/figures.h"
#include "store/store.h"

/* The leaderboards that a game enters: four periods, two evidences. */
#define HK_RESULT_BOARDS 8
/* The lines of each: the seats, and in partnerships the pairs. */
#define HK_RESULT_LINES (HK_SEATS_MAX + 1)
_Static_assert(HK_RESULT_LINES >= 4 + HK_TEAMS, "four seats and two pairs");

/* A row of `results`, and what a rating needs of its game. */
struct hk_result_row {
    int64_t number; /* from 1, without a gap */
    int64_t game;
    hk_time ended_at; /* first finished; corrections do not move it */
    enum hk_evidence evidence;
    unsigned lines; /* how many of each board in `before`; 0: damaged */
    struct hk_rating before[HK_RESULT_BOARDS][HK_RESULT_LINES];
    /* Of the game; only read. */
    bool counted; /* it has the mark */
    enum hk_variant variant;
    unsigned seats;
    int64_t players[HK_SEATS_MAX];
    hk_points totals[HK_SEATS_MAX]; /* in partnerships of the seat's team */
};

/* Adds the row under the next number, and marks the game as counted. Errors:
 * HK_E_INTERNAL where the game is not ranked or is counted already;
 * HK_E_STORAGE_UNAVAILABLE (also of all below). */
HK_MUST_CHECK enum hk_error hk_tx_add_result(struct hk_tx *tx,
                                             const struct hk_result_row *row);

/* The row of this game. Errors: HK_E_NOT_FOUND where it is not counted;
 * HK_E_INTERNAL where its ratings are damaged (also of the next). */
HK_MUST_CHECK enum hk_error hk_tx_result(struct hk_tx *tx, int64_t game,
                                         struct hk_result_row *ret_row);

/* Rows of this variant after the number `after`, in order, among the next
 * `span` numbers: ret_rows has that many places. ret_last is the greatest
 * number that there is. */
HK_MUST_CHECK enum hk_error hk_tx_results(struct hk_tx *tx,
                                          enum hk_variant variant,
                                          int64_t after, size_t span,
                                          struct hk_result_row *ret_rows,
                                          size_t *ret_count, int64_t *ret_last);

/* Writes `before` of a row anew. */
HK_MUST_CHECK enum hk_error hk_tx_put_result(struct hk_tx *tx,
                                             const struct hk_result_row *row);

/* Removes all rows, and the marks that games are counted. */
HK_MUST_CHECK enum hk_error hk_tx_clear_results(struct hk_tx *tx);

/* One counted game of a player. */
struct hk_played {
    int64_t game;
    hk_time ended_at;
    enum hk_evidence evidence;
    hk_points total; /* in partnerships of the player's team */
};

/* Calls `each` for the counted games of a player in this variant; with a
 * partner (0: none) those that the two played together. */
HK_MUST_CHECK enum hk_error hk_tx_each_played(
    struct hk_tx *tx, enum hk_variant variant, int64_t player, int64_t partner,
    void (*each)(const struct hk_played *played, void *cls), void *cls);

/* The number of this game's row; 0: it has none. */
HK_MUST_CHECK enum hk_error hk_store_result_number(struct hk_store *store,
                                                   int64_t game,
                                                   int64_t *ret_number);

/* Calls `each` for every row, in order, without players and totals. The walk
 * ends with an error of `each`. */
HK_MUST_CHECK enum hk_error hk_store_each_result(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_result_row *row, void *cls),
    void *cls);

/* Whether games are counted but have no results: a database from before they
 * were kept. */
HK_MUST_CHECK enum hk_error hk_store_lacks_results(struct hk_store *store,
                                                   bool *ret_lacks);

#endif
