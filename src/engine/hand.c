/* The rule set of Hand: what is legal, and what it brings about. */
#include "engine/hand.h"

#include "engine/duty.h"
#include "engine/require.h"

/* Everything a judgement reads, and where it says no. */
struct bench {
    const struct hk_rules *rules;
    const struct hk_state *state;
    const struct hk_move *move;
    struct hk_refusal *refusal;
};

static enum hk_error refuse(const struct bench *bench, enum hk_error error,
                            enum hk_rule rule, enum hk_where where)
{
    return hk_refuse(bench->refusal, error, rule, where);
}

static bool is_down(const struct bench *bench)
{
    return bench->state->down >> bench->move->seat & 1;
}

/* Points to the i-th of the move's cards. */
static void point_to_card(const struct bench *bench, unsigned i)
{
    const struct hk_move *move = bench->move;
    if (move->kind == HK_MOVE_DISCARD) {
        bench->refusal->where = HK_AT_CARD;
        return;
    }
    bench->refusal->where = HK_AT_CARDS_I;
    bench->refusal->i = (uint8_t)i;
    if (move->kind != HK_MOVE_MELD)
        return;
    unsigned meld = 0;
    while (i >= move->lengths[meld])
        i -= move->lengths[meld++];
    bench->refusal->where = HK_AT_MELDS_IJ;
    bench->refusal->i = (uint8_t)meld;
    bench->refusal->j = (uint8_t)i;
}

/* G6: the cards of the move leave the hand, each counted once. */
static enum hk_error take_cards(const struct bench *bench,
                                struct hk_cardset *ret_hand)
{
    const struct hk_move *move = bench->move;
    struct hk_cardset hand = bench->state->hands[move->seat];
    for (unsigned i = 0; i < move->card_count; i++) {
        if (move->cards[i] < HK_CARD_KINDS &&
            hk_cardset_remove(&hand, move->cards[i]))
            continue;
        refuse(bench, HK_E_CARD_NOT_HELD, HK_RULE_G6, HK_AT_MOVE);
        point_to_card(bench, i);
        bench->refusal->card = move->cards[i];
        return HK_E_CARD_NOT_HELD;
    }
    *ret_hand = hand;
    return HK_OK;
}

/* H13 H5a: the last judgement on a play that is legal otherwise; `number` is
 * of the meld on the table that the play changes, 0 for none. */
static enum hk_error judge_rest(const struct bench *bench,
                                const struct hk_plan *plan, unsigned number)
{
    const struct hk_state *state = bench->state;
    /* D3: after an opening without the minimum only the discard is left. */
    if (state->waived)
        return refuse(bench, HK_E_MUST_KEEP_CARD, HK_RULE_H9, HK_AT_MOVE);
    bool empty = plan->hand.one == 0;
    if (empty && bench->rules->final_discard == HK_FINAL_REQUIRED)
        return refuse(bench, HK_E_MUST_KEEP_CARD, HK_RULE_H13, HK_AT_MOVE);
    if (!state->duty || plan->settles)
        return HK_OK;
    if (!hk_duty_possible(bench->rules, state, &plan->hand, number,
                          plan->melds))
        return refuse(bench, HK_E_DUTY_IMPOSSIBLE, HK_RULE_H5a, HK_AT_MOVE);
    return HK_OK;
}

static enum hk_error judge_draw(const struct bench *bench,
                                struct hk_plan *ret_plan)
{
    const struct hk_state *state = bench->state;
    ret_plan->owes = false;
    if (bench->move->source == HK_FROM_STOCK) {
        /* G7: looked at when the turn began. */
        HK_REQUIRE(state->stock_count > 0);
        return HK_OK;
    }
    if (state->returned)
        return refuse(bench, HK_E_JUST_RETURNED, HK_RULE_H5b, HK_AT_FROM);
    HK_REQUIRE(state->pile_count > 0);
    /* H5: no duty once down, where the option says so. */
    ret_plan->owes = bench->rules->discard_draw !=
                         HK_DISCARD_DRAW_FREE_WHEN_DOWN ||
                     !is_down(bench);
    return HK_OK;
}

static enum hk_error judge_return(const struct bench *bench,
                                  struct hk_plan *ret_plan)
{
    const struct hk_state *state = bench->state;
    /* H5b: only while nothing was done since the draw. */
    if (!state->duty || state->acted)
        return refuse(bench, HK_E_NO_DUTY_TO_RETURN, HK_RULE_H5b, HK_AT_MOVE);
    ret_plan->hand = state->hands[bench->move->seat];
    bool held = hk_cardset_remove(&ret_plan->hand, state->duty_card);
    HK_REQUIRE(held);
    return HK_OK;
}

/* Too many cards break H7 in a set and H6 in a run. */
static enum hk_rule broken_rule(enum hk_meld_reason reason,
                                const hk_card *cards, unsigned count)
{
    unsigned ranks = 0;
    for (unsigned i = 0; i < count; i++)
        if (cards[i] != HK_JOKER)
            ranks |= 1u << hk_card_rank(cards[i]);
    if (reason == HK_MELD_TOO_LONG && (ranks & (ranks - 1)) != 0)
        return HK_RULE_H6;
    return hk_meld_reason_rule(reason);
}

/* H6 H7 H8: the melds in the order given. */
static enum hk_error read_melds(const struct bench *bench,
                                struct hk_plan *ret_plan)
{
    const struct hk_move *move = bench->move;
    const hk_card *cards = move->cards;
    for (unsigned i = 0; i < move->meld_count; i++) {
        unsigned count = move->lengths[i];
        enum hk_meld_reason reason = hk_meld_read(bench->rules, cards, count,
                                                  &ret_plan->melds[i]);
        if (reason != HK_MELD_OK) {
            refuse(bench, HK_E_INVALID_MELD, broken_rule(reason, cards, count),
                   HK_AT_MELDS_I);
            bench->refusal->reason = reason;
            bench->refusal->i = (uint8_t)i;
            return HK_E_INVALID_MELD;
        }
        ret_plan->melds[i].seat = move->seat;
        cards += count;
    }
    ret_plan->meld_count = move->meld_count;
    return HK_OK;
}

/* H9: what an opening must be worth now. */
static hk_points opening_required(const struct bench *bench)
{
    hk_points least = bench->rules->opening_minimum;
    hk_points last = bench->state->opening;
    /* D12: each opening beats the last, so the last is the highest. */
    if (bench->rules->opening_rule == HK_OPENING_FIXED || last == 0)
        return least;
    return last < least ? least : last + 1;
}

/* H9 D3: whether the opening leaves what makes its worth no matter. */
static bool waives_minimum(const struct bench *bench,
                           const struct hk_plan *plan)
{
    unsigned left = hk_cardset_size(&plan->hand);
    return bench->rules->hand_waives_minimum &&
           (left == 1 ||
            (left == 0 && bench->rules->final_discard == HK_FINAL_OPTIONAL));
}

/* H9: the first melds, together in one move. */
static enum hk_error judge_opening(const struct bench *bench,
                                   struct hk_plan *plan)
{
    bool run = false;
    hk_points worth = 0;
    for (unsigned i = 0; i < plan->meld_count; i++) {
        run |= plan->melds[i].kind == HK_RUN;
        worth += hk_meld_value(bench->rules, &plan->melds[i]);
    }
    hk_points required = opening_required(bench);
    plan->opens = true;
    plan->worth = (int16_t)worth;
    plan->waives = worth < required && waives_minimum(bench, plan);
    if (worth < required && !plan->waives) {
        refuse(bench, HK_E_OPENING_TOO_LOW, HK_RULE_H9, HK_AT_MELDS);
        bench->refusal->required = (int16_t)required;
        bench->refusal->total = plan->worth;
        return HK_E_OPENING_TOO_LOW;
    }
    if (bench->rules->opening_needs_run && !run)
        return refuse(bench, HK_E_OPENING_NEEDS_RUN, HK_RULE_H9, HK_AT_MELDS);
    return HK_OK;
}

/* H5: whether new melds with the move's cards meet the duty. */
static bool meld_settles(const struct bench *bench)
{
    /* D4: under meld_with_card any card equal to the one drawn. */
    if (bench->rules->discard_draw != HK_DISCARD_DRAW_MELD_WITH_CARD)
        return true;
    for (unsigned i = 0; i < bench->move->card_count; i++)
        if (bench->move->cards[i] == bench->state->duty_card)
            return true;
    return false;
}

/* H3: the starter's first turn is the discard alone. */
static bool starter_barred(const struct bench *bench)
{
    return bench->state->starter_turn && !bench->rules->starter_may_meld;
}

/* Whether the lengths of the melds share out exactly the cards given. */
static bool well_formed(const struct hk_move *move)
{
    unsigned cards = 0;
    if (move->meld_count == 0 || move->meld_count > HK_MOVE_MELDS_MAX)
        return false;
    for (unsigned i = 0; i < move->meld_count; i++)
        cards += move->lengths[i];
    return cards == move->card_count;
}

static enum hk_error judge_meld(const struct bench *bench,
                                struct hk_plan *ret_plan)
{
    HK_REQUIRE(well_formed(bench->move));
    enum hk_error error = take_cards(bench, &ret_plan->hand);
    if (error == HK_OK)
        error = read_melds(bench, ret_plan);
    if (error != HK_OK)
        return error;
    if (starter_barred(bench))
        return refuse(bench, HK_E_STARTER_MUST_DISCARD, HK_RULE_H3, HK_AT_MOVE);
    ret_plan->opens = false;
    ret_plan->waives = false;
    if (!is_down(bench))
        error = judge_opening(bench, ret_plan);
    if (error != HK_OK)
        return error;
    ret_plan->settles = meld_settles(bench);
    return judge_rest(bench, ret_plan, 0);
}

/* What lay-offs and taking jokers have in common: cards held, a meld on the
 * table, a seat that is down. (H3 bars neither: a starter who may not meld
 * finds no meld on the table.) */
static enum hk_error judge_table(const struct bench *bench, enum hk_rule rule,
                                 struct hk_plan *ret_plan)
{
    unsigned number = bench->move->meld;
    enum hk_error error = take_cards(bench, &ret_plan->hand);
    if (error != HK_OK)
        return error;
    if (number == 0 || number > bench->state->meld_count)
        return refuse(bench, HK_E_NO_SUCH_MELD, rule, HK_AT_MELD);
    if (!is_down(bench))
        return refuse(bench, HK_E_NOT_DOWN, rule, HK_AT_MOVE);
    return HK_OK;
}

/* H10 */
static enum hk_error judge_lay_off(const struct bench *bench,
                                   struct hk_plan *ret_plan)
{
    const struct hk_move *move = bench->move;
    enum hk_error error = judge_table(bench, HK_RULE_H10, ret_plan);
    if (error != HK_OK)
        return error;
    switch (hk_meld_fit(bench->rules, &bench->state->melds[move->meld - 1],
                        move->cards, move->card_count, move->end,
                        ret_plan->melds)) {
    case HK_FITS:
        break;
    case HK_FITS_NOT:
        return refuse(bench, HK_E_DOES_NOT_FIT, HK_RULE_H10, HK_AT_CARDS);
    case HK_FITS_BOTH_ENDS:
        return refuse(bench, HK_E_END_NEEDED, HK_RULE_H10, HK_AT_END);
    }
    /* H5: a lay-off is no new meld, unless the option lets it do. */
    ret_plan->settles = bench->rules->discard_draw ==
                        HK_DISCARD_DRAW_MELD_OR_LAY_OFF;
    return judge_rest(bench, ret_plan, move->meld);
}

/* H11 */
static enum hk_error judge_take_joker(const struct bench *bench,
                                      struct hk_plan *ret_plan)
{
    const struct hk_move *move = bench->move;
    enum hk_error error = judge_table(bench, HK_RULE_H11, ret_plan);
    if (error != HK_OK)
        return error;
    unsigned jokers;
    if (!hk_meld_take_joker(&bench->state->melds[move->meld - 1], move->cards,
                            move->card_count, ret_plan->melds, &jokers))
        return refuse(bench, HK_E_JOKER_NOT_TAKEABLE, HK_RULE_H11, HK_AT_CARDS);
    while (jokers-- > 0) {
        bool free = hk_cardset_add(&ret_plan->hand, HK_JOKER);
        HK_REQUIRE(free);
    }
    ret_plan->settles = false;
    return judge_rest(bench, ret_plan, move->meld);
}

/* H12 */
static enum hk_error judge_discard(const struct bench *bench,
                                   struct hk_plan *ret_plan)
{
    HK_REQUIRE(bench->move->card_count == 1);
    enum hk_error error = take_cards(bench, &ret_plan->hand);
    if (error != HK_OK)
        return error;
    if (bench->state->duty)
        return refuse(bench, HK_E_DUTY_OPEN, HK_RULE_H5, HK_AT_MOVE);
    return HK_OK;
}

enum hk_error hk_hand_judge(const struct hk_rules *rules,
                            const struct hk_state *state,
                            const struct hk_move *move,
                            struct hk_plan *ret_plan,
                            struct hk_refusal *ret_refusal)
{
    const struct bench bench = {rules, state, move, ret_refusal};
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_DRAW:
        return judge_draw(&bench, ret_plan);
    case HK_MOVE_RETURN:
        return judge_return(&bench, ret_plan);
    case HK_MOVE_MELD:
        return judge_meld(&bench, ret_plan);
    case HK_MOVE_LAY_OFF:
        return judge_lay_off(&bench, ret_plan);
    case HK_MOVE_TAKE_JOKER:
        return judge_take_joker(&bench, ret_plan);
    case HK_MOVE_DISCARD:
        return judge_discard(&bench, ret_plan);
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        break;
    }
    return refuse(&bench, HK_E_INTERNAL, HK_RULE_NONE, HK_AT_MOVE);
}
