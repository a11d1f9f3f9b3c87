/* The rule set of May I: what is legal, and what it brings about. */
#include "engine/may_i.h"

#include "engine/judging.h"
#include "engine/require.h"

/* M3 M9: the contract of the round. */
static const struct hk_contract *contract_of(const struct hk_judging *judging)
{
    return hk_rules_contract(judging->rules, judging->state->round);
}

/* M6: whether one of so many cards from the top is this seat's own discard. */
static bool own_among(const struct hk_state *state, unsigned count,
                      hk_seat seat)
{
    for (unsigned i = 1; i <= count; i++)
        if (state->pile_from[state->pile_count - i] == seat)
            return true;
    return false;
}

/* M6 */
static enum hk_error judge_draw(const struct hk_judging *judging)
{
    const struct hk_state *state = judging->state;
    if (judging->move->source == HK_FROM_STOCK) {
        /* G7: looked at when the turn began, and after a question. */
        HK_REQUIRE(state->stock_count > 0);
        return HK_OK;
    }
    if (state->first_circle)
        return hk_judging_refuse(judging, HK_E_FIRST_TURN_STOCK_ONLY,
                                 HK_RULE_M6, HK_AT_FROM);
    /* Claims can leave no card. */
    if (state->pile_count == 0)
        return hk_judging_refuse(judging, HK_E_PILE_TOO_SMALL, HK_RULE_M6,
                                 HK_AT_FROM);
    if (own_among(state, 1, judging->move->seat))
        return hk_judging_refuse(judging, HK_E_OWN_DISCARD, HK_RULE_M6,
                                 HK_AT_FROM);
    return HK_OK;
}

/* M10 M11: so many cards of the pile and of the stock; `rule` is what the
 * move goes by. */
static enum hk_error judge_claim(const struct hk_judging *judging,
                                 enum hk_rule rule)
{
    const struct hk_state *state = judging->state;
    hk_seat seat = judging->move->seat;
    unsigned count = judging->move->count;
    unsigned limit = (unsigned)judging->rules->claim_limit;
    HK_REQUIRE(count > 0);
    /* M6 D1: also before the first discard. */
    if (state->first_circle)
        return hk_judging_refuse(judging, HK_E_FIRST_TURN_STOCK_ONLY,
                                 HK_RULE_M6, HK_AT_MOVE);
    if (limit > 0 && count > limit) {
        hk_judging_refuse(judging, HK_E_CLAIM_LIMIT, rule, HK_AT_COUNT);
        judging->refusal->limit = (int16_t)limit;
        return HK_E_CLAIM_LIMIT;
    }
    if (judging->move->kind == HK_MOVE_MAY_I && state->refused >> seat & 1)
        return hk_judging_refuse(judging, HK_E_ALREADY_REFUSED, rule,
                                 HK_AT_MOVE);
    if (count > state->pile_count)
        return hk_judging_refuse(judging, HK_E_PILE_TOO_SMALL, rule,
                                 HK_AT_COUNT);
    if (own_among(state, count, seat))
        return hk_judging_refuse(judging, HK_E_OWN_DISCARD, HK_RULE_M6,
                                 HK_AT_COUNT);
    /* M10: no stock is made anew inside a question. */
    if (count > state->stock_count)
        return hk_judging_refuse(judging, HK_E_STOCK_TOO_SMALL, rule,
                                 HK_AT_COUNT);
    return HK_OK;
}

/* M10 D2: where a refusal is a taking, it must be allowed to this seat. */
static enum hk_error judge_answer(const struct hk_judging *judging)
{
    const struct hk_state *state = judging->state;
    hk_seat seat = judging->move->seat;
    if (judging->move->allow || judging->rules->refusal == HK_REFUSAL_FREE)
        return HK_OK;
    /* The seat on turn would draw the top card, another take all of them. */
    unsigned count = seat == state->turn ? 1 : state->question.count;
    if (own_among(state, count, seat))
        return hk_judging_refuse(judging, HK_E_OWN_DISCARD, HK_RULE_M10,
                                 HK_AT_ALLOW);
    return HK_OK;
}

/* M7: exactly so many sets and runs, of different ranks and suits. */
static enum hk_error judge_contract(const struct hk_judging *judging,
                                    const struct hk_plan *plan)
{
    const struct hk_contract *contract = contract_of(judging);
    unsigned sets = 0, runs = 0, ranks = 0, suits = 0;
    for (unsigned i = 0; i < plan->meld_count; i++) {
        const struct hk_meld *meld = &plan->melds[i];
        if (meld->kind == HK_SET) {
            sets++;
            ranks |= 1u << meld->rank;
        } else {
            runs++;
            suits |= 1u << meld->suit;
        }
    }
    if (sets != contract->sets || runs != contract->runs)
        return hk_judging_refuse(judging, HK_E_CONTRACT_MISMATCH, HK_RULE_M7,
                                 HK_AT_MELDS);
    if ((unsigned)__builtin_popcount(ranks) != sets ||
        (unsigned)__builtin_popcount(suits) != runs)
        return hk_judging_refuse(judging, HK_E_CONTRACT_REPEATS, HK_RULE_M7,
                                 HK_AT_MELDS);
    return HK_OK;
}

/* M8: whether the seat may lay off on this meld. */
static bool may_use(const struct hk_judging *judging,
                    const struct hk_meld *meld)
{
    return judging->rules->lay_off == HK_LAY_OFF_ANY ||
           meld->seat == judging->move->seat;
}

static bool fits(const struct hk_judging *judging, const struct hk_meld *meld,
                 hk_card card)
{
    struct hk_meld grown;
    return may_use(judging, meld) &&
           hk_meld_fit(judging->rules, meld, &card, 1, HK_END_NONE, &grown) !=
               HK_FITS_NOT;
}

/* M9: whether the one card left fits the table as the play leaves it. */
static bool last_card_fits(const struct hk_judging *judging,
                           const struct hk_plan *plan)
{
    const struct hk_state *state = judging->state;
    hk_card card = (hk_card)__builtin_ctzll(plan->hand.one);
    bool changes = judging->move->kind == HK_MOVE_LAY_OFF;
    for (unsigned i = 0; i < state->meld_count; i++) {
        bool changed = changes && i + 1u == judging->move->meld;
        if (fits(judging, changed ? plan->melds : &state->melds[i], card))
            return true;
    }
    for (unsigned i = 0; i < plan->meld_count; i++)
        if (fits(judging, &plan->melds[i], card))
            return true;
    return false;
}

/* M9: the last judgement on a play that is legal otherwise. */
static enum hk_error judge_rest(const struct hk_judging *judging,
                                const struct hk_plan *plan)
{
    unsigned left = hk_cardset_size(&plan->hand);
    if (!contract_of(judging)->last_laid)
        return left == 0 ? hk_judging_refuse(judging, HK_E_MUST_KEEP_CARD,
                                             HK_RULE_M9, HK_AT_MOVE)
                         : HK_OK;
    if (left == 1 && !last_card_fits(judging, plan))
        return hk_judging_refuse(judging, HK_E_STRANDED_CARD, HK_RULE_M9,
                                 HK_AT_MOVE);
    return HK_OK;
}

/* M7 */
static enum hk_error judge_meld(const struct hk_judging *judging,
                                struct hk_plan *ret_plan)
{
    enum hk_error error = hk_judging_read_melds(judging, ret_plan);
    if (error != HK_OK)
        return error;
    if (hk_judging_is_down(judging))
        return hk_judging_refuse(judging, HK_E_ALREADY_DOWN, HK_RULE_M7,
                                 HK_AT_MOVE);
    error = judge_contract(judging, ret_plan);
    if (error != HK_OK)
        return error;
    ret_plan->opens = true;
    return judge_rest(judging, ret_plan);
}

/* M8 */
static enum hk_error judge_lay_off(const struct hk_judging *judging,
                                   struct hk_plan *ret_plan)
{
    enum hk_error error = hk_judging_use_meld(judging, HK_RULE_M8, ret_plan);
    if (error != HK_OK)
        return error;
    if (!may_use(judging, &judging->state->melds[judging->move->meld - 1]))
        return hk_judging_refuse(judging, HK_E_NOT_YOUR_MELD, HK_RULE_M8,
                                 HK_AT_MELD);
    error = hk_judging_lay_off(judging, ret_plan);
    if (error != HK_OK)
        return error;
    return judge_rest(judging, ret_plan);
}

/* M9 */
static enum hk_error judge_discard(const struct hk_judging *judging,
                                   struct hk_plan *ret_plan)
{
    HK_REQUIRE(judging->move->card_count == 1);
    enum hk_error error = hk_judging_take_cards(judging, &ret_plan->hand);
    if (error != HK_OK)
        return error;
    /* D9: a discard may leave one card, but not none. */
    if (contract_of(judging)->last_laid && ret_plan->hand.one == 0)
        return hk_judging_refuse(judging, HK_E_MUST_LAY_OFF_LAST, HK_RULE_M9,
                                 HK_AT_MOVE);
    return HK_OK;
}

enum hk_error hk_may_i_judge(const struct hk_rules *rules,
                             const struct hk_state *state,
                             const struct hk_move *move,
                             struct hk_plan *ret_plan,
                             struct hk_refusal *ret_refusal)
{
    const struct hk_judging judging = {rules, state, move, ret_refusal};
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_DRAW:
        return judge_draw(&judging);
    case HK_MOVE_MELD:
        return judge_meld(&judging, ret_plan);
    case HK_MOVE_LAY_OFF:
        return judge_lay_off(&judging, ret_plan);
    case HK_MOVE_DISCARD:
        return judge_discard(&judging, ret_plan);
    case HK_MOVE_TAKE:
        return judge_claim(&judging, HK_RULE_M11);
    case HK_MOVE_MAY_I:
        return judge_claim(&judging, HK_RULE_M10);
    case HK_MOVE_ANSWER:
        return judge_answer(&judging);
    case HK_MOVE_RETURN:
    case HK_MOVE_TAKE_JOKER:
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        break;
    }
    return hk_judging_refuse(&judging, HK_E_INTERNAL, HK_RULE_NONE, HK_AT_MOVE);
}
