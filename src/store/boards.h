/*
 * Leaderboards, page by page. A board is read as of one of its changes: a page
 * goes on exactly where the one before ended, whatever was counted meanwhile.
 */
#ifndef HK_STORE_BOARDS_H
#define HK_STORE_BOARDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "store/figures.h"
#include "store/games.h"
#include "store/store.h"

/* How a board is ordered; better first. Numbers that reach the disk: never
 * renumber. */
enum hk_board_order {
    HK_BY_RATING = 0, /* its ordinal */
    HK_BY_WINS = 1,
    HK_BY_WIN_RATE = 2,
    HK_BY_AVERAGE = 3, /* points a round; lower is better in Hand */
    HK_BY_HANDS = 4
};
#define HK_BOARD_ORDERS 5

/* A board as it is asked for: whoever has played less is not on it. */
struct hk_board {
    struct hk_board_name name;
    enum hk_board_order by;
    int64_t min_games; /* at least 1 */
};

/* Where a line stands. Ties share a rank (1, 1, 3); among them the order is by
 * row ids, stable. */
struct hk_board_place {
    int64_t as_of;    /* the change of the board at which it stood there */
    int64_t position; /* from 1 */
    int64_t rank;
    double key;              /* lower is better */
    int64_t player, partner; /* row ids; partner 0: none */
};

struct hk_board_row {
    struct hk_board_place place;
    char name[HK_NAME_SIZE];
    char partner_name[HK_NAME_SIZE]; /* "": none */
    struct hk_figures figures;
};

/* So many lines may have changed since `as_of`, for a page costs their
 * reading. */
#define HK_BOARD_CHANGES_MAX 10000

/*
 * The `limit` lines after a place of the page before (NULL: from the top), as
 * the board was then, and one line more if it goes on: ret_rows has `limit` + 1
 * places. Errors: HK_E_BAD_CURSOR where too much has changed since, or too long
 * ago, to read the board as it was.
 */
HK_MUST_CHECK enum hk_error hk_store_board(struct hk_store *store,
                                           const struct hk_board *board,
                                           const struct hk_board_place *after,
                                           size_t limit,
                                           struct hk_board_row *ret_rows,
                                           size_t *ret_count);

/* The same with the line of a player in the middle of the page, or as near to
 * it as the board's ends allow; on a board of partnerships that of the pair (in
 * either order), or of the player's best pair where partner is 0. Errors:
 * HK_E_NOT_FOUND where the board has no such line. */
HK_MUST_CHECK enum hk_error hk_store_board_around(struct hk_store *store,
                                                  const struct hk_board *board,
                                                  int64_t player,
                                                  int64_t partner, size_t limit,
                                                  struct hk_board_row *ret_rows,
                                                  size_t *ret_count);

/* The figures of a player (partner 0) or a pair on this board;
 * HK_FIGURES_NONE where it has none. */
HK_MUST_CHECK enum hk_error hk_store_figures(struct hk_store *store,
                                             const struct hk_board_name *board,
                                             int64_t player, int64_t partner,
                                             struct hk_figures *ret_figures);

/* What a player has done, over all games and by evidence. */
struct hk_profile {
    struct hk_figures figures[HK_VARIANTS][HK_EVIDENCES];
};

/* The player's profile, and at most `limit` partnerships, those that won most
 * often first: their places have no rank, nor position. */
HK_MUST_CHECK enum hk_error hk_store_profile(
    struct hk_store *store, int64_t player, struct hk_profile *ret_profile,
    size_t limit, struct hk_board_row *ret_pairs, size_t *ret_count);

/* A line of a board, for whoever compares it with the games. */
struct hk_board_line {
    struct hk_board_name board;
    int64_t player, partner;
    char name[HK_NAME_SIZE];
    char partner_name[HK_NAME_SIZE]; /* "": none */
    struct hk_figures figures;
    bool in_order; /* it stands where its figures belong */
};

/* Calls `each` for every line of the boards of this period: those of all
 * evidence, or the others. The walk ends with an error of `each`, which must
 * not read from the store. */
HK_MUST_CHECK enum hk_error hk_store_each_line(
    struct hk_store *store, const char *period, bool all_evidence,
    enum hk_error (*each)(const struct hk_board_line *line, void *cls),
    void *cls);

/* Calls `each` for every period that there is a board of. The walk ends with an
 * error of `each`. */
HK_MUST_CHECK enum hk_error hk_store_each_board_period(
    struct hk_store *store,
    enum hk_error (*each)(const char *period, void *cls), void *cls);

/* Calls `each` for every board that has its lines counted wrongly: all, or by
 * the steps of an order, for each of them again. The walk ends with an error of
 * `each`, which must not read from the store. */
HK_MUST_CHECK enum hk_error hk_store_each_miscount(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_board_name *board, void *cls),
    void *cls);

#endif
