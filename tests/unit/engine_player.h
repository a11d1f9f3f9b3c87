/* A player for tests: moves at random, often legal ones, sometimes nonsense. */
#ifndef HK_TESTS_ENGINE_PLAYER_H
#define HK_TESTS_ENGINE_PLAYER_H

#include <stdbool.h>

#include "base/rng.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"

/* A way to move that the seat on turn may try, or in May I another that asks or
 * answers; not all are legal. It is drawn from what the hand offers: melds,
 * lay-offs, jokers to take, a discard. */
void player_try(const struct hk_rules *rules, const struct hk_state *state,
                const struct hk_rng *rng, struct hk_move *ret_move);

/*
 * The moves that end a turn whatever came before: a yes to a question, a draw
 * from the stock, a card put back, for an open duty a smallest meld or a card
 * laid off, a discard, the last card laid off. `attempt` counts from 0 through
 * them; false after the last. One of them must be legal.
 */
bool player_exit(const struct hk_rules *rules, const struct hk_state *state,
                 unsigned attempt, struct hk_move *ret_move);

/* Nonsense: any kind, seat, meld and cards. */
void player_nonsense(const struct hk_rules *rules, const struct hk_state *state,
                     const struct hk_rng *rng, struct hk_move *ret_move);

/* Options of this variant, each at any of its values. */
void player_options(const struct hk_rng *rng, struct hk_rules *rules);

#endif
