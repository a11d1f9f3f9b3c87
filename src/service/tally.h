/* Figures of players and partnerships, counted anew from games. */
#ifndef HK_SERVICE_TALLY_H
#define HK_SERVICE_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "service/history.h"
#include "store/figures.h"

/* The figures of a player (partner 0) or a partnership (player < partner). */
struct hk_count {
    enum hk_variant variant;
    int64_t player, partner;
    struct hk_figures figures;
    bool seen; /* for whoever compares */
};

/* A table of them; all zero is empty. */
struct hk_tally {
    struct hk_count *counts; /* owned; places with games 0 are free */
    size_t size;             /* a power of two, or 0 */
    size_t used;
};

void hk_tally_clear(struct hk_tally *tally);

/* Counts a finished game (H16, H17): in partnerships a seat's rounds and
 * points are its team's. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_tally_game(struct hk_tally *tally,
                                          const struct hk_history *history,
                                          const struct hk_seat_row *seats);

/* NULL where nothing was counted. */
struct hk_count *hk_tally_find(const struct hk_tally *tally,
                               enum hk_variant variant, int64_t player,
                               int64_t partner);

#endif
