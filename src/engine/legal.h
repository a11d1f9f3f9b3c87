/* Every legal move of a seat: "what may I do?". */
#ifndef HK_ENGINE_LEGAL_H
#define HK_ENGINE_LEGAL_H

#include "engine/move.h"
#include "engine/rules.h"
#include "engine/solver.h"
#include "engine/state.h"

/* The most that is listed: of melds, of all else (more cannot be, by two
 * packs), and of both. */
enum {
    HK_LEGAL_MELDS_MAX = 256,
    HK_LEGAL_OTHERS_MAX = 1024,
    HK_LEGAL_MOVES_MAX = HK_LEGAL_MELDS_MAX + HK_LEGAL_OTHERS_MAX
};

/*
 * Lists moves of this seat that hk_apply() accepts in this state, each ready
 * to be sent, into ret_moves with its room for HK_LEGAL_MOVES_MAX; returns how
 * many. None where the game does not wait for the seat and it may not ask
 * (M10). The solver is borrowed.
 *
 * Listed are all draws, returns, takes, questions, answers, lay-offs, jokers
 * taken and discards, once each: the order of cards on a set, of melds, and of
 * jokers taken says nothing, and a lay-off on a run names its end. Of the
 * melds, best first and at most HK_LEGAL_MELDS_MAX:
 *  - Hand, down: every single meld, by its value (H9). Whatever else can be
 *    laid at once can be laid one after another.
 *  - Hand, not down: for every card that an opening can hold the opening of
 *    the greatest value that holds it, and every part of these melds that is
 *    an opening too, by value. One at least where there is any.
 *  - May I, not down: for every choice of ranks for the sets and of four cards
 *    in a row for the runs the contract with all that goes with them, and the
 *    one with the least (of a set its first cards), by the points that leave
 *    the hand. One at least where there is any.
 */
unsigned hk_legal_moves(const struct hk_rules *rules,
                        const struct hk_state *state, hk_seat seat,
                        const struct hk_solver *solver,
                        struct hk_move ret_moves[HK_LEGAL_MOVES_MAX]);

#endif
