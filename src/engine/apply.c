/* The one function that changes a state: check, judge, carry out. */
#include "engine/apply.h"

#include "engine/claim.h"
#include "engine/deal.h"
#include "engine/hand.h"
#include "engine/may_i.h"
#include "engine/require.h"
#include "engine/round.h"
#include "engine/turn.h"

/* First the turn, then each variant's rule set. */
static enum hk_error judge(const struct hk_rules *rules,
                           const struct hk_state *state,
                           const struct hk_move *move, struct hk_plan *ret_plan,
                           struct hk_refusal *ret_refusal)
{
    enum hk_error error = hk_turn_check(rules, state, move, ret_refusal);
    if (error != HK_OK)
        return error;
    switch ((enum hk_variant)rules->variant) {
    case HK_HAND:
    case HK_HAND_PARTNERS:
        return hk_hand_judge(rules, state, move, ret_plan, ret_refusal);
    case HK_MAY_I:
        return hk_may_i_judge(rules, state, move, ret_plan, ret_refusal);
    }
    return hk_refuse(ret_refusal, HK_E_INTERNAL, HK_RULE_NONE, HK_AT_MOVE);
}

static void do_draw(struct hk_state *state, const struct hk_move *move,
                    const struct hk_plan *plan, struct hk_outcome *outcome)
{
    hk_turn_draw(state, move->source, outcome);
    if (!plan->owes)
        return;
    state->duty = true;
    state->duty_card = outcome->drawn;
}

static void do_return(struct hk_state *state, const struct hk_move *move,
                      const struct hk_plan *plan)
{
    state->hands[move->seat] = plan->hand;
    state->pile[state->pile_count++] = state->duty_card;
    state->duty = false;
    state->duty_card = HK_NO_CARD;
    state->returned = true;
    state->phase = HK_PHASE_DRAW;
}

/* What melds, lay-offs and jokers taken have in common. */
static void do_play(const struct hk_rules *rules, struct hk_state *state,
                    const struct hk_move *move, const struct hk_plan *plan,
                    struct hk_outcome *outcome)
{
    state->hands[move->seat] = plan->hand;
    state->acted = true;
    state->progress = true;
    if (plan->settles) {
        state->duty = false;
        state->duty_card = HK_NO_CARD;
    }
    /* H13 M9: where the last cards may be laid, that goes out. */
    if (plan->hand.one == 0)
        hk_round_end(rules, state, move->seat, outcome);
}

static void do_meld(struct hk_state *state, const struct hk_move *move,
                    const struct hk_plan *plan)
{
    HK_REQUIRE(state->meld_count + plan->meld_count <= HK_TABLE_MELDS_MAX);
    for (unsigned i = 0; i < plan->meld_count; i++)
        state->melds[state->meld_count++] = plan->melds[i];
    if (!plan->opens)
        return;
    state->down |= (uint8_t)(1u << move->seat);
    state->opened = true;
    state->opening = plan->worth;
    state->waived = plan->waives;
}

static void do_change_meld(struct hk_state *state, const struct hk_move *move,
                           const struct hk_plan *plan)
{
    struct hk_meld *meld = &state->melds[move->meld - 1];
    *meld = plan->melds[0];
    /* H14: a partner's meld is another seat's. */
    if (meld->seat != move->seat)
        state->touched_other = true;
}

static void do_discard(const struct hk_rules *rules, struct hk_state *state,
                       const struct hk_move *move, const struct hk_plan *plan,
                       struct hk_outcome *outcome)
{
    state->hands[move->seat] = plan->hand;
    state->pile[state->pile_count] = move->cards[0];
    state->pile_from[state->pile_count++] = move->seat;
    /* M10: another card on top, so all may ask anew. */
    state->claimed = false;
    state->refused = 0;
    /* H13 M9: going out comes before all else that ends a turn (D5). */
    if (plan->hand.one == 0)
        hk_round_end(rules, state, move->seat, outcome);
    else
        hk_turn_end(rules, state, outcome);
}

static void carry_out(const struct hk_rules *rules, struct hk_state *state,
                      const struct hk_move *move, const struct hk_plan *plan,
                      struct hk_outcome *outcome)
{
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_DRAW:
        do_draw(state, move, plan, outcome);
        return;
    case HK_MOVE_RETURN:
        do_return(state, move, plan);
        return;
    case HK_MOVE_MELD:
        do_meld(state, move, plan);
        do_play(rules, state, move, plan, outcome);
        return;
    case HK_MOVE_LAY_OFF:
    case HK_MOVE_TAKE_JOKER:
        do_change_meld(state, move, plan);
        do_play(rules, state, move, plan, outcome);
        return;
    case HK_MOVE_DISCARD:
        do_discard(rules, state, move, plan, outcome);
        return;
    case HK_MOVE_TAKE:
        hk_claim_take(rules, state, move, outcome);
        return;
    case HK_MOVE_MAY_I:
        hk_claim_ask(state, move);
        return;
    case HK_MOVE_ANSWER:
        hk_claim_answer(rules, state, move, outcome);
        return;
    case HK_MOVE_DEAL:
        hk_deal(rules, state, move);
        return;
    case HK_MOVE_RESHUFFLE:
        hk_reshuffle(state, move);
        return;
    }
}

enum hk_error hk_apply(const struct hk_rules *rules, struct hk_state *state,
                       const struct hk_move *move,
                       struct hk_outcome *ret_outcome,
                       struct hk_refusal *ret_refusal)
{
    struct hk_plan plan;
    hk_plan_init(&plan);
    HK_REQUIRE(move->kind <= HK_MOVE_RESHUFFLE);
    if (move->kind < HK_MOVE_DEAL) {
        enum hk_error error = judge(rules, state, move, &plan, ret_refusal);
        if (error != HK_OK)
            return error;
    }
    ret_outcome->drawn = HK_NO_CARD;
    ret_outcome->taken.pile_count = 0;
    ret_outcome->round_ended = false;
    carry_out(rules, state, move, &plan, ret_outcome);
#ifdef HK_CHECK_INVARIANTS
    HK_REQUIRE(hk_state_fault(state, rules) == NULL);
#endif
    return HK_OK;
}

enum hk_error hk_apply_judge(const struct hk_rules *rules,
                             const struct hk_state *state,
                             const struct hk_move *move,
                             struct hk_refusal *ret_refusal)
{
    struct hk_plan plan;
    hk_plan_init(&plan);
    return judge(rules, state, move, &plan, ret_refusal);
}
