/* The rule set of Hand: what is legal, and what it brings about. */
#include "engine/hand.h"

#include "engine/judging.h"
#include "engine/duty.h"
#include "engine/require.h"

/* H13 H5a: the last judgement on a play that is legal otherwise; `number` is
 * of the meld on the table that the play changes, 0 for none. */
static enum hk_error judge_rest(const struct hk_judging *judging,
                                const struct hk_plan *plan, unsigned number)
{
    const struct hk_state *state = judging->state;
    /* D3: after an opening without the minimum only the discard is left. */
    if (state->waived)
        return hk_judging_refuse(judging, HK_E_MUST_KEEP_CARD, HK_RULE_H9,
                                 HK_AT_MOVE);
    bool empty = plan->hand.one == 0;
    if (empty && judging->rules->final_discard == HK_FINAL_REQUIRED)
        return hk_judging_refuse(judging, HK_E_MUST_KEEP_CARD, HK_RULE_H13,
                                 HK_AT_MOVE);
    if (!state->duty || plan->settles)
        return HK_OK;
    if (!hk_duty_possible(judging->rules, state, &plan->hand, number,
                          plan->melds))
        return hk_judging_refuse(judging, HK_E_DUTY_IMPOSSIBLE, HK_RULE_H5a,
                                 HK_AT_MOVE);
    return HK_OK;
}

static enum hk_error judge_draw(const struct hk_judging *judging,
                                struct hk_plan *ret_plan)
{
    const struct hk_state *state = judging->state;
    if (judging->move->source == HK_FROM_STOCK) {
        /* G7: looked at when the turn began. */
        HK_REQUIRE(state->stock_count > 0);
        return HK_OK;
    }
    if (state->returned)
        return hk_judging_refuse(judging, HK_E_JUST_RETURNED, HK_RULE_H5b,
                                 HK_AT_FROM);
    HK_REQUIRE(state->pile_count > 0);
    /* H5: no duty once down, where the option says so. */
    ret_plan->owes = judging->rules->discard_draw !=
                         HK_DISCARD_DRAW_FREE_WHEN_DOWN ||
                     !hk_judging_is_down(judging);
    return HK_OK;
}

static enum hk_error judge_return(const struct hk_judging *judging,
                                  struct hk_plan *ret_plan)
{
    const struct hk_state *state = judging->state;
    /* H5b: only while nothing was done since the draw. */
    if (!state->duty || state->acted)
        return hk_judging_refuse(judging, HK_E_NO_DUTY_TO_RETURN, HK_RULE_H5b,
                                 HK_AT_MOVE);
    ret_plan->hand = state->hands[judging->move->seat];
    bool held = hk_cardset_remove(&ret_plan->hand, state->duty_card);
    HK_REQUIRE(held);
    return HK_OK;
}

/* H9 */
hk_points hk_hand_opening_required(const struct hk_rules *rules,
                                   const struct hk_state *state)
{
    hk_points least = rules->opening_minimum;
    hk_points last = state->opening;
    /* D12: each opening beats the last, so the last is the highest. */
    if (rules->opening_rule == HK_OPENING_FIXED || last == 0)
        return least;
    return last < least ? least : last + 1;
}

/* H9 D3: whether the opening leaves what makes its worth no matter. */
static bool waives_minimum(const struct hk_judging *judging,
                           const struct hk_plan *plan)
{
    unsigned left = hk_cardset_size(&plan->hand);
    return judging->rules->hand_waives_minimum &&
           (left == 1 ||
            (left == 0 && judging->rules->final_discard == HK_FINAL_OPTIONAL));
}

/* H9: the first melds, together in one move. */
static enum hk_error judge_opening(const struct hk_judging *judging,
                                   struct hk_plan *plan)
{
    bool run = false;
    hk_points worth = 0;
    for (unsigned i = 0; i < plan->meld_count; i++) {
        run |= plan->melds[i].kind == HK_RUN;
        worth += hk_meld_value(judging->rules, &plan->melds[i]);
    }
    hk_points required = hk_hand_opening_required(judging->rules,
                                                  judging->state);
    plan->opens = true;
    plan->worth = (int16_t)worth;
    plan->waives = worth < required && waives_minimum(judging, plan);
    if (worth < required && !plan->waives) {
        hk_judging_refuse(judging, HK_E_OPENING_TOO_LOW, HK_RULE_H9,
                          HK_AT_MELDS);
        judging->refusal->required = (int16_t)required;
        judging->refusal->total = plan->worth;
        return HK_E_OPENING_TOO_LOW;
    }
    if (judging->rules->opening_needs_run && !run)
        return hk_judging_refuse(judging, HK_E_OPENING_NEEDS_RUN, HK_RULE_H9,
                                 HK_AT_MELDS);
    return HK_OK;
}

/* H5: whether new melds with the move's cards meet the duty. */
static bool meld_settles(const struct hk_judging *judging)
{
    /* D4: under meld_with_card any card equal to the one drawn. */
    if (judging->rules->discard_draw != HK_DISCARD_DRAW_MELD_WITH_CARD)
        return true;
    for (unsigned i = 0; i < judging->move->card_count; i++)
        if (judging->move->cards[i] == judging->state->duty_card)
            return true;
    return false;
}

/* H3: the starter's first turn is the discard alone. */
static bool starter_barred(const struct hk_judging *judging)
{
    return judging->state->starter_turn && !judging->rules->starter_may_meld;
}

static enum hk_error judge_meld(const struct hk_judging *judging,
                                struct hk_plan *ret_plan)
{
    enum hk_error error = hk_judging_read_melds(judging, ret_plan);
    if (error != HK_OK)
        return error;
    if (starter_barred(judging))
        return hk_judging_refuse(judging, HK_E_STARTER_MUST_DISCARD, HK_RULE_H3,
                                 HK_AT_MOVE);
    if (!hk_judging_is_down(judging))
        error = judge_opening(judging, ret_plan);
    if (error != HK_OK)
        return error;
    ret_plan->settles = meld_settles(judging);
    return judge_rest(judging, ret_plan, 0);
}

/* H10 */
static enum hk_error judge_lay_off(const struct hk_judging *judging,
                                   struct hk_plan *ret_plan)
{
    enum hk_error error = hk_judging_use_meld(judging, HK_RULE_H10, ret_plan);
    if (error == HK_OK)
        error = hk_judging_lay_off(judging, ret_plan);
    if (error != HK_OK)
        return error;
    /* H5: a lay-off is no new meld, unless the option lets it do. */
    ret_plan->settles = judging->rules->discard_draw ==
                        HK_DISCARD_DRAW_MELD_OR_LAY_OFF;
    return judge_rest(judging, ret_plan, judging->move->meld);
}

/* H11 */
static enum hk_error judge_take_joker(const struct hk_judging *judging,
                                      struct hk_plan *ret_plan)
{
    const struct hk_move *move = judging->move;
    enum hk_error error = hk_judging_use_meld(judging, HK_RULE_H11, ret_plan);
    if (error != HK_OK)
        return error;
    unsigned jokers;
    if (!hk_meld_take_joker(&judging->state->melds[move->meld - 1], move->cards,
                            move->card_count, ret_plan->melds, &jokers))
        return hk_judging_refuse(judging, HK_E_JOKER_NOT_TAKEABLE, HK_RULE_H11,
                                 HK_AT_CARDS);
    while (jokers-- > 0) {
        bool free = hk_cardset_add(&ret_plan->hand, HK_JOKER);
        HK_REQUIRE(free);
    }
    return judge_rest(judging, ret_plan, move->meld);
}

/* H12 */
static enum hk_error judge_discard(const struct hk_judging *judging,
                                   struct hk_plan *ret_plan)
{
    HK_REQUIRE(judging->move->card_count == 1);
    enum hk_error error = hk_judging_take_cards(judging, &ret_plan->hand);
    if (error != HK_OK)
        return error;
    if (judging->state->duty)
        return hk_judging_refuse(judging, HK_E_DUTY_OPEN, HK_RULE_H5,
                                 HK_AT_MOVE);
    return HK_OK;
}

enum hk_error hk_hand_judge(const struct hk_rules *rules,
                            const struct hk_state *state,
                            const struct hk_move *move,
                            struct hk_plan *ret_plan,
                            struct hk_refusal *ret_refusal)
{
    const struct hk_judging judging = {rules, state, move, ret_refusal};
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_DRAW:
        return judge_draw(&judging, ret_plan);
    case HK_MOVE_RETURN:
        return judge_return(&judging, ret_plan);
    case HK_MOVE_MELD:
        return judge_meld(&judging, ret_plan);
    case HK_MOVE_LAY_OFF:
        return judge_lay_off(&judging, ret_plan);
    case HK_MOVE_TAKE_JOKER:
        return judge_take_joker(&judging, ret_plan);
    case HK_MOVE_DISCARD:
        return judge_discard(&judging, ret_plan);
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
    case HK_MOVE_ANSWER:
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        break;
    }
    return hk_judging_refuse(&judging, HK_E_INTERNAL, HK_RULE_NONE, HK_AT_MOVE);
}
