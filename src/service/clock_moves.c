/* The least harmful move. */
#include "service/clock_moves.h"

#include <stdlib.h>
#include <string.h>

#include "engine/apply.h"
#include "engine/legal.h"
#include "engine/scoring.h"

/* Too much for a thread's stack. */
struct room {
    uint64_t workspace[HK_SOLVER_SIZE_LEAST / sizeof(uint64_t)];
    struct hk_move moves[HK_LEGAL_MOVES_MAX];
};

static bool is_legal(const struct hk_rules *rules, const struct hk_state *state,
                     const struct hk_move *move)
{
    struct hk_refusal refusal;

    return hk_apply_judge(rules, state, move, &refusal) == HK_OK;
}

static struct hk_move start(hk_seat seat, enum hk_move_kind kind)
{
    struct hk_move move;

    memset(&move, 0, sizeof move);
    move.kind = (uint8_t)kind;
    move.seat = seat;
    return move;
}

static struct hk_move discard(hk_seat seat, hk_card card)
{
    struct hk_move move = start(seat, HK_MOVE_DISCARD);

    move.cards[0] = card;
    move.card_count = 1;
    return move;
}

/* The discard of the greatest cost, a joker last of all; of equals the first in
 * the order of the pack. */
static bool find_discard(const struct hk_rules *rules,
                         const struct hk_state *state, hk_seat seat,
                         struct hk_move *ret_move)
{
    hk_card hand[HK_PACK_MAX];
    unsigned count = hk_cardset_list(&state->hands[seat], hand);
    hk_points most = 0;
    bool found = false;

    for (unsigned i = 0; i < count; i++) {
        struct hk_move move = discard(seat, hand[i]);
        hk_points cost = hand[i] == HK_JOKER ? -1
                                             : hk_score_card(rules, hand[i]);
        if ((found && cost <= most) || !is_legal(rules, state, &move))
            continue;
        most = cost;
        *ret_move = move;
        found = true;
    }
    return found;
}

/* Where no discard is legal: the last card has to be laid off (M9), or a seat
 * that is down still owes a meld (H5) and has done too much to put the card
 * back. */
static enum hk_error find_other(const struct hk_rules *rules,
                                const struct hk_state *state, hk_seat seat,
                                struct hk_move *ret_move)
{
    const enum hk_move_kind order[] = {
        state->duty ? HK_MOVE_MELD : HK_MOVE_LAY_OFF,
        state->duty ? HK_MOVE_LAY_OFF : HK_MOVE_MELD, HK_MOVE_TAKE_JOKER};
    enum hk_error error = HK_E_INTERNAL;
    struct room *room = malloc(sizeof *room);

    if (!room)
        return HK_E_INTERNAL;
    const struct hk_solver solver = {room->workspace, sizeof room->workspace};
    unsigned count = hk_legal_moves(rules, state, seat, &solver, room->moves);
    for (size_t o = 0; o < sizeof order / sizeof *order && error; o++) {
        /* The least of its kind: melds are listed best first. */
        for (unsigned i = count; i > 0 && error; i--) {
            if (room->moves[i - 1].kind != order[o])
                continue;
            *ret_move = room->moves[i - 1];
            error = HK_OK;
        }
    }
    free(room);
    return error;
}

static enum hk_error play(const struct hk_rules *rules,
                          const struct hk_state *state, hk_seat seat,
                          hk_card drawn, struct hk_move *ret_move)
{
    struct hk_move back = start(seat, HK_MOVE_RETURN);
    struct hk_move last = discard(seat, drawn);

    if (state->duty && is_legal(rules, state, &back))
        *ret_move = back;
    else if (drawn != HK_NO_CARD && is_legal(rules, state, &last))
        *ret_move = last;
    else if (!find_discard(rules, state, seat, ret_move))
        return find_other(rules, state, seat, ret_move);
    return HK_OK;
}

enum hk_error hk_clock_move(const struct hk_rules *rules,
                            const struct hk_state *state, hk_card drawn,
                            struct hk_move *ret_move)
{
    hk_seat seat = hk_state_actor(state);
    struct hk_move move;

    switch ((enum hk_phase)state->phase) {
    case HK_PHASE_DRAW:
        move = start(seat, HK_MOVE_DRAW);
        move.source = HK_FROM_STOCK;
        *ret_move = move;
        return HK_OK;
    case HK_PHASE_PLAY:
        return play(rules, state, seat, drawn, ret_move);
    case HK_PHASE_ANSWER:
        move = start(seat, HK_MOVE_ANSWER);
        move.allow = true;
        *ret_move = move;
        return HK_OK;
    }
    abort();
}
