/* All leaderboards in memory, made from results alone: what the store must
 * hold. */
#ifndef HK_SERVICE_LEDGER_H
#define HK_SERVICE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "service/result.h"
#include "store/store.h"

/* A line of a board. */
struct hk_ledger_line {
    struct hk_board_name board;
    int64_t player, partner;
    struct hk_figures figures; /* games 0: a free place */
    bool seen;                 /* for whoever compares */
};

/* A table of them; all zero is empty. */
struct hk_ledger {
    struct hk_ledger_line *lines; /* owned */
    size_t size;                  /* a power of two, or 0 */
    size_t used;
};

void hk_ledger_clear(struct hk_ledger *ledger);

/* Adds the next result, in the order of counting; ret_before are the ratings
 * before it, as in struct hk_result_row. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_ledger_add(
    struct hk_ledger *ledger, const struct hk_result *result,
    struct hk_rating ret_before[HK_RESULT_BOARDS][HK_RESULT_LINES]);

/* NULL where no game was counted. */
struct hk_ledger_line *hk_ledger_find(const struct hk_ledger *ledger,
                                      const struct hk_board_name *board,
                                      int64_t player, int64_t partner);

/* Puts its lines into the store in the place of all that are there.
 * Errors: HK_E_INTERNAL (no memory), HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_ledger_write(const struct hk_ledger *ledger,
                                            struct hk_tx *tx);

#endif
