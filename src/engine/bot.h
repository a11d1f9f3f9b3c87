/* A player that is a function: of what one seat sees, its move. */
#ifndef HK_ENGINE_BOT_H
#define HK_ENGINE_BOT_H

#include <stdbool.h>

#include "engine/move.h"
#include "engine/rules.h"
#include "engine/solver.h"
#include "engine/view.h"

/* The name of this kind of player, as it is asked for and logged. */
#define HK_BOT_BASIC "basic"

/*
 * The move of this seat, whose own view this is: the same view has the same
 * move, and hk_apply() accepts it in every state that is seen so. False, and
 * ret_move unchanged, where the game does not wait for the seat and it does
 * not want to ask (M10). The solver is borrowed; nothing is allocated.
 *
 * It goes down as soon as it can, then lays and lays off whatever fits, takes
 * jokers, and discards the costliest of the cards that are near no meld. It
 * draws from the pile what it can lay at once (Hand) or what brings it nearer
 * to its contract (May I), asks for the latter too, and refuses others only
 * what it wants itself or what would end the round soon.
 */
bool hk_bot_move(const struct hk_rules *rules, const struct hk_view *view,
                 hk_seat seat, const struct hk_solver *solver,
                 struct hk_move *ret_move);

/*
 * The next move that one of these seats (bits) wants to make at this table:
 * who wants to ask comes before who is on turn (M10). Each is asked with its
 * own view. False, and ret_move unchanged, where none wants to move.
 */
bool hk_bot_next(const struct hk_rules *rules, const struct hk_state *state,
                 unsigned seats, const struct hk_solver *solver,
                 struct hk_move *ret_move);

#endif
