/*
 * Steps: a large board's orders, cut into pieces whose lines are counted, so
 * that a place is known without counting the whole board. Private to
 * src/store/.
 */
#ifndef HK_STORE_STEPS_H
#define HK_STORE_STEPS_H

#include "store/boards.h"
#include "store/internal.h"

/* Lines of a step at most; a board with no more has none. Counting so many
 * takes a fifth of a millisecond. */
#define HK_STEP_MAX 4096

/* Cuts every order of a board into steps. */
HK_MUST_CHECK enum hk_error hk_steps_make(struct hk_tx *tx, int64_t board);

/* A line that was written has left a place for another; NULL: it was not on
 * the board before, or is not any more. */
HK_MUST_CHECK enum hk_error hk_steps_move(struct hk_tx *tx, int64_t board,
                                          enum hk_board_order order,
                                          const struct hk_board_place *from,
                                          const struct hk_board_place *to);

/* How many lines of the board stand before a place. */
HK_MUST_CHECK enum hk_error hk_steps_count(struct hk_db *db, int64_t board,
                                           enum hk_board_order order,
                                           const struct hk_board_place *place,
                                           int64_t *ret_count);

#endif
