/* The move that the referee makes for a seat whose time is up. */
#ifndef HK_SERVICE_CLOCK_MOVES_H
#define HK_SERVICE_CLOCK_MOVES_H

#include "base/error.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"

/* Until a turn has ended so: a card put back, a draw, what is owed, a discard.
 */
#define HK_CLOCK_MOVES_MAX 16

/*
 * The least harmful legal move of whoever may act, `drawn` being the card that
 * the seat has drawn in this turn (or HK_NO_CARD). Silence allows (M10); a card
 * from the pile with its duty open is put back (H5b); the draw is from the
 * stock; then the card drawn is discarded. Where that cannot be, or nothing was
 * drawn, the card goes that would count most if it stayed, a joker last of all.
 * No seat goes down so. Only where no discard is legal, a seat that is down
 * lays off or lays what it can.
 * Errors: HK_E_INTERNAL (no memory; or, against all rules, no move).
 */
HK_MUST_CHECK enum hk_error hk_clock_move(const struct hk_rules *rules,
                                          const struct hk_state *state,
                                          hk_card drawn,
                                          struct hk_move *ret_move);

#endif
