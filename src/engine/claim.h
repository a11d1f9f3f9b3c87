/* M10 M11: cards asked for, allowed, refused and taken. */
#ifndef HK_ENGINE_CLAIM_H
#define HK_ENGINE_CLAIM_H

#include "engine/apply.h"

/* Each carries out a move that was judged to be legal; `outcome` says what was
 * taken, and how the round ended where that blocks it (G7). */

/* M10: opens the question; the seat on turn is asked first. */
void hk_claim_ask(struct hk_state *state, const struct hk_move *move);

/* M10: the answer of the seat asked: the next one is asked, the cards are
 * taken, or the question is over. */
void hk_claim_answer(const struct hk_rules *rules, struct hk_state *state,
                     const struct hk_move *move, struct hk_outcome *outcome);

/* M11: the seat on turn takes the cards instead of its draw. */
void hk_claim_take(const struct hk_rules *rules, struct hk_state *state,
                   const struct hk_move *move, struct hk_outcome *outcome);

#endif
