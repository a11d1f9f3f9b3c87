/* G10: turns: what each phase allows, how a turn begins and ends. */
#ifndef HK_ENGINE_TURN_H
#define HK_ENGINE_TURN_H

#include "engine/apply.h"

/* G7: so many idle turns for each seat block the round. */
enum { HK_IDLE_TURNS_A_SEAT = 4 };

/* G2: the seat that plays after this one. */
static inline hk_seat hk_seat_after(const struct hk_rules *rules, hk_seat seat)
{
    return (hk_seat)(seat + 1 == rules->seats ? 0 : seat + 1);
}

/* Whether the variant knows this move and the game waits for it of this seat:
 * stage, turn and phase, and nothing else. HK_OK or the refusal. */
HK_MUST_CHECK enum hk_error hk_turn_check(const struct hk_rules *rules,
                                          const struct hk_state *state,
                                          const struct hk_move *move,
                                          struct hk_refusal *ret_refusal);

/* A fresh turn of this seat, in the phase that draws. */
void hk_turn_begin(struct hk_state *state, hk_seat seat);

/*
 * G7: the seat on turn is to draw: it can, or the stock is to be made anew, or
 * the round ends blocked, which `outcome` then says.
 */
void hk_turn_open(const struct hk_rules *rules, struct hk_state *state,
                  struct hk_outcome *outcome);

/* G7 D5: ends the turn, with cards left in the hand: the next seat is to draw
 * as in hk_turn_open(), or the round ends blocked since the table idles. */
void hk_turn_end(const struct hk_rules *rules, struct hk_state *state,
                 struct hk_outcome *outcome);

/* The draw of the seat on turn, which then plays; `outcome` says the card. */
void hk_turn_draw(struct hk_state *state, enum hk_source source,
                  struct hk_outcome *outcome);

#endif
