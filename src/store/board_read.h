/*
 * What the files about boards share of their rows: a board while it is read.
 * Private to src/store/.
 */
#ifndef HK_STORE_BOARD_READ_H
#define HK_STORE_BOARD_READ_H

#include "store/boards.h"
#include "store/figures_row.h"
#include "store/internal.h"

/* A board while it is read, in one transaction. */
struct hk_reading {
    struct hk_db *db;
    const struct hk_board *board;
    int64_t id; /* 0: there is none yet */
    int64_t change, kept_from;
    struct hk_board_row *rows; /* in order */
    size_t count, size;
};

/* What a line is made of, of a table so called; see hk_reading_line(). */
#define HK_BOARD_LINE(f, key) \
    key ", " f ".player, " f ".partner, " HK_FIGURES_COLUMNS(f) " "

/*
 * The lines f of a board in one of its orders, up to the word for their place:
 * k is the index alone, so that what k says of a line costs no look at it.
 * (The index by wins and that by Hands do not know the games.)
 */
#define HK_FROM_ORDER(by)                              \
    "FROM figures AS k INDEXED BY figures_" by " "     \
    "CROSS JOIN figures AS f ON f.player = k.player "  \
    "AND f.partner = k.partner AND f.board = k.board " \
    "WHERE k.board = :board AND (k." by ", k.player, k.partner) "

/* The board's id, change and kept_from, if there is such a board. */
HK_MUST_CHECK enum hk_error hk_reading_find_board(struct hk_reading *reading);

/* Binds :board, :least, and the place: :as_of, :key, :player, :partner. */
void hk_reading_bind(struct hk_query *query, const struct hk_reading *reading,
                     const struct hk_board_place *place);

/* Key, players and figures of the line that the query stands on. */
void hk_reading_line(const struct hk_query *query,
                     struct hk_board_row *ret_row);

/* Adds the lines after a place, NULL: from the top. Errors: HK_E_BAD_CURSOR. */
HK_MUST_CHECK enum hk_error hk_reading_page(struct hk_reading *reading,
                                            const struct hk_board_place *after);

/* Adds the names to the rows. */
HK_MUST_CHECK enum hk_error hk_reading_names(struct hk_reading *reading);

/* The order of places on a board. */
int hk_place_compare(const struct hk_board_place *a,
                     const struct hk_board_place *b);

/* The figures of a line; HK_FIGURES_NONE where there is none. */
HK_MUST_CHECK enum hk_error hk_figures_find(struct hk_db *db, int64_t board,
                                            int64_t player, int64_t partner,
                                            struct hk_figures *ret_figures);

/* Starts to read the pairs of a player on the board, whether it is first or
 * second: those that won most first, at most `limit` (-1: all). */
void hk_reading_start_pairs(const struct hk_reading *reading, int64_t player,
                            int64_t limit, struct hk_query *ret_query);

#endif
