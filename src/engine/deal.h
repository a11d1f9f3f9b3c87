/* The referee's own moves: dealing, and making the stock anew. */
#ifndef HK_ENGINE_DEAL_H
#define HK_ENGINE_DEAL_H

#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"

/* G4 H2 M2: deals the deck of the move, dealer and cards as the state demands;
 * anything else aborts. The starter begins. */
void hk_deal(const struct hk_rules *rules, struct hk_state *state,
             const struct hk_move *move);

/* G7: the cards of the move, exactly the pile without its top, become the
 * stock; anything else aborts. The seat on turn draws. */
void hk_reshuffle(struct hk_state *state, const struct hk_move *move);

#endif
