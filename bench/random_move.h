/* A legal move at random, cheaply: without listing them all. */
#ifndef HK_BENCH_RANDOM_MOVE_H
#define HK_BENCH_RANDOM_MOVE_H

#include "dice.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"

/*
 * A legal move of the seat that may act, or in May I a question of another
 * (M10), in HK_STAGE_PLAY. First a kind of move is drawn, then one of it: any
 * draw; a card from the pile is put back unless it makes a meld at once; melds
 * with at most one joker; one card laid off; all jokers taken that can be; any
 * discard. Only the members of its kind are set.
 */
void random_move(const struct hk_rules *rules, const struct hk_state *state,
                 struct dice *dice, struct hk_move *ret_move);

/* The referee's move that the state waits for: a deal or a reshuffle. */
void random_deal(const struct hk_rules *rules, const struct hk_state *state,
                 struct dice *dice, struct hk_move *ret_move);

#endif
