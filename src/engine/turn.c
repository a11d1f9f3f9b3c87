/* G10 M10: turns: what each phase allows, how a turn begins and ends. */
#include "engine/turn.h"

#include "engine/plan.h"
#include "engine/require.h"
#include "engine/round.h"

/*
 * The phases of a turn and the moves that belong to each. What is not here is
 * wrong_phase; what is here is judged by the rule set of the variant, which
 * may not know all of it. MAY_I alone is for the seats that are not on turn.
 */
#define BIT(move) (1u << HK_MOVE_##move)
static const unsigned phase_moves[] = {
    [HK_PHASE_DRAW] = BIT(DRAW) | BIT(TAKE) | BIT(MAY_I),
    [HK_PHASE_PLAY] = BIT(RETURN) | BIT(MELD) | BIT(LAY_OFF) | BIT(TAKE_JOKER) |
                      BIT(DISCARD),
    [HK_PHASE_ANSWER] = BIT(ANSWER),
};
#undef BIT

/* M10: whoever is on turn has no need to ask, and after cards were taken so
 * nobody asks before the next discard. */
static enum hk_error check_asking(const struct hk_rules *rules,
                                  const struct hk_state *state,
                                  const struct hk_move *move,
                                  struct hk_refusal *ret_refusal)
{
    if (move->seat >= rules->seats)
        return hk_refuse(ret_refusal, HK_E_NOT_YOUR_TURN, HK_RULE_M10,
                         HK_AT_MOVE);
    if (move->seat == state->turn || state->claimed)
        return hk_refuse(ret_refusal, HK_E_WRONG_PHASE, HK_RULE_M10,
                         HK_AT_MOVE);
    return HK_OK;
}

enum hk_error hk_turn_check(const struct hk_rules *rules,
                            const struct hk_state *state,
                            const struct hk_move *move,
                            struct hk_refusal *ret_refusal)
{
    HK_REQUIRE(move->kind < HK_MOVE_DEAL);
    if (!hk_move_known(rules->variant, move->kind))
        return hk_refuse(ret_refusal, HK_E_INVALID_REQUEST, HK_RULE_NONE,
                         HK_AT_MOVE);
    switch ((enum hk_stage)state->stage) {
    case HK_STAGE_OVER:
        return hk_refuse(ret_refusal, HK_E_GAME_OVER, hk_rules_ids(rules)->over,
                         HK_AT_MOVE);
    case HK_STAGE_DEAL:
        return hk_refuse(ret_refusal, HK_E_NOT_STARTED, HK_RULE_G4, HK_AT_MOVE);
    case HK_STAGE_RESHUFFLE:
        return hk_refuse(ret_refusal, HK_E_NOT_YOUR_TURN, HK_RULE_G7,
                         HK_AT_MOVE);
    case HK_STAGE_PLAY:
        break;
    }
    if (move->kind == HK_MOVE_MAY_I && state->phase == HK_PHASE_DRAW)
        return check_asking(rules, state, move, ret_refusal);
    enum hk_rule rule = state->phase == HK_PHASE_ANSWER ? HK_RULE_M10
                                                        : HK_RULE_G10;
    if (move->seat != hk_state_actor(state))
        return hk_refuse(ret_refusal, HK_E_NOT_YOUR_TURN, rule, HK_AT_MOVE);
    if (!(phase_moves[state->phase] >> move->kind & 1)) {
        /* H3: the starter of Hand has no draw in the first turn. */
        if (state->starter_turn && move->kind == HK_MOVE_DRAW)
            rule = HK_RULE_H3;
        return hk_refuse(ret_refusal, HK_E_WRONG_PHASE, rule, HK_AT_MOVE);
    }
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

void hk_turn_open(const struct hk_rules *rules, struct hk_state *state,
                  struct hk_outcome *outcome)
{
    if (state->stock_count > 0)
        return;
    /* G7: the pile but its top becomes the stock, if something lies there. */
    if (state->reshuffles < rules->max_reshuffles && state->pile_count >= 2)
        state->stage = HK_STAGE_RESHUFFLE;
    else
        hk_round_end(rules, state, HK_NOBODY, outcome);
}

void hk_turn_end(const struct hk_rules *rules, struct hk_state *state,
                 struct hk_outcome *outcome)
{
    /* D1: the first circle is over when its last seat, the dealer, is done. */
    if (state->turn == state->dealer)
        state->first_circle = false;
    /* D5: first the count of idle turns, then the stock. */
    if (table_idles(rules, state)) {
        hk_round_end(rules, state, HK_NOBODY, outcome);
        return;
    }
    hk_turn_begin(state, hk_seat_after(rules, state->turn));
    hk_turn_open(rules, state, outcome);
}

void hk_turn_draw(struct hk_state *state, enum hk_source source,
                  struct hk_outcome *outcome)
{
    hk_card card;
    if (source == HK_FROM_STOCK) {
        card = state->stock[--state->stock_count];
        state->progress = true;
    } else {
        card = state->pile[--state->pile_count];
    }
    bool added = hk_cardset_add(&state->hands[state->turn], card);
    HK_REQUIRE(added);
    state->phase = HK_PHASE_PLAY;
    outcome->drawn = card;
}
