/* The lines of leaderboards of one period in memory, made from results alone:
 * what the store must hold. */
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
    int64_t player, partner;
    struct hk_figures figures;
    uint8_t variant;  /* enum hk_variant */
    uint8_t evidence; /* enum hk_evidence */
    bool seen;        /* for whoever compares */
};

/* Any number of them; all zero is empty. */
struct hk_ledger {
    struct hk_ledger_line *lines; /* owned; as they came */
    size_t count, room;
    uint32_t *places;   /* owned; a hash table: a line's number + 1, or 0 */
    size_t place_count; /* a power of two, or 0 */
};

void hk_ledger_clear(struct hk_ledger *ledger);

/* Adds the next result, in the order of counting, to the board of this number
 * (hk_result_board()); ret_before are the ratings before it. Errors:
 * HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_ledger_add(
    struct hk_ledger *ledger, const struct hk_result *result, unsigned board,
    struct hk_rating ret_before[HK_RESULT_LINES]);

/* The line on this board, which is of the ledger's period; NULL where no game
 * was counted. */
struct hk_ledger_line *hk_ledger_find(const struct hk_ledger *ledger,
                                      const struct hk_board_name *board,
                                      int64_t player, int64_t partner);

/* Adds its lines, of this period, to the boards in the store, where they are
 * not yet, and puts the ledger's into their order: afterwards it can only be
 * cleared. Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_ledger_write(struct hk_ledger *ledger,
                                            const char *period,
                                            struct hk_tx *tx);

#endif
