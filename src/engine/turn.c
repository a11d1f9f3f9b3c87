/* G10: turns: what each phase allows, how a turn begins and ends. */
#include "engine/turn.h"

#include "engine/plan.h"
#include "engine/require.h"
#include "engine/round.h"

/*
 * The phases of a turn and the moves that belong to each. What is not here is
 * wrong_phase; what is here is judged by the rule set of the variant.
 */
#define BIT(move) (1u << HK_MOVE_##move)
static const unsigned phase_moves[] = {
    [HK_PHASE_DRAW] = BIT(DRAW),
    [HK_PHASE_PLAY] = BIT(RETURN) | BIT(MELD) | BIT(LAY_OFF) | BIT(TAKE_JOKER) |
                      BIT(DISCARD),
};
#undef BIT

enum hk_error hk_turn_check(const struct hk_state *state,
                            const struct hk_move *move,
                            struct hk_refusal *ret_refusal)
{
    HK_REQUIRE(move->kind < HK_MOVE_DEAL);
    switch ((enum hk_stage)state->stage) {
    case HK_STAGE_OVER:
        return hk_refuse(ret_refusal, HK_E_GAME_OVER, HK_RULE_H16, HK_AT_MOVE);
    case HK_STAGE_DEAL:
        return hk_refuse(ret_refusal, HK_E_NOT_STARTED, HK_RULE_G4, HK_AT_MOVE);
    case HK_STAGE_RESHUFFLE:
        return hk_refuse(ret_refusal, HK_E_NOT_YOUR_TURN, HK_RULE_G7,
                         HK_AT_MOVE);
    case HK_STAGE_PLAY:
        break;
    }
    if (move->seat != state->turn)
        return hk_refuse(ret_refusal, HK_E_NOT_YOUR_TURN, HK_RULE_G10,
                         HK_AT_MOVE);
    if (!(phase_moves[state->phase] >> move->kind & 1))
        return hk_refuse(ret_refusal, HK_E_WRONG_PHASE, HK_RULE_G10,
                         HK_AT_MOVE);
    return HK_OK;
}

void hk_turn_begin(struct hk_state *state, hk_seat seat)
{
    state->turn = seat;
    state->phase = HK_PHASE_DRAW;
    state->starter_turn = false;
    state->duty = false;
    state->acted = false;
    state->returned = false;
    state->opened = false;
    state->touched_other = false;
    state->waived = false;
    state->progress = false;
    state->duty_card = HK_NO_CARD;
}

/* G7: whether 4 × seats turns in a row have passed with nothing done. */
static bool table_idles(const struct hk_rules *rules, struct hk_state *state)
{
    if (state->progress) {
        state->idle_turns = 0;
        return false;
    }
    state->idle_turns++;
    return state->idle_turns >= HK_IDLE_TURNS_A_SEAT * rules->seats;
}

void hk_turn_end(const struct hk_rules *rules, struct hk_state *state,
                 struct hk_outcome *outcome)
{
    /* D5: first the count of idle turns, then the stock. */
    if (table_idles(rules, state)) {
        hk_round_end(rules, state, HK_NOBODY, outcome);
        return;
    }
    hk_turn_begin(state, hk_seat_after(rules, state->turn));
    if (state->stock_count > 0)
        return;
    /* G7: the pile but its top becomes the stock, if something lies there. */
    if (state->reshuffles < rules->max_reshuffles && state->pile_count >= 2)
        state->stage = HK_STAGE_RESHUFFLE;
    else
        hk_round_end(rules, state, HK_NOBODY, outcome);
}
