/* What the rule sets share in judging: cards held, melds read, lay-offs. */
#include "engine/judging.h"

#include "engine/require.h"

/* Points to the i-th of the move's cards. */
static void point_to_card(const struct hk_judging *judging, unsigned i)
{
    const struct hk_move *move = judging->move;
    if (move->kind == HK_MOVE_DISCARD) {
        judging->refusal->where = HK_AT_CARD;
        return;
    }
    judging->refusal->where = HK_AT_CARDS_I;
    judging->refusal->i = (uint8_t)i;
    if (move->kind != HK_MOVE_MELD)
        return;
    unsigned meld = 0;
    while (i >= move->lengths[meld])
        i -= move->lengths[meld++];
    judging->refusal->where = HK_AT_MELDS_IJ;
    judging->refusal->i = (uint8_t)meld;
    judging->refusal->j = (uint8_t)i;
}

/* G6: the cards of the move leave the hand, each counted once. */
enum hk_error hk_judging_take_cards(const struct hk_judging *judging,
                                    struct hk_cardset *ret_hand)
{
    const struct hk_move *move = judging->move;
    struct hk_cardset hand = judging->state->hands[move->seat];
    for (unsigned i = 0; i < move->card_count; i++) {
        if (move->cards[i] < HK_CARD_KINDS &&
            hk_cardset_remove(&hand, move->cards[i]))
            continue;
        hk_judging_refuse(judging, HK_E_CARD_NOT_HELD, HK_RULE_G6, HK_AT_MOVE);
        point_to_card(judging, i);
        judging->refusal->card = move->cards[i];
        return HK_E_CARD_NOT_HELD;
    }
    *ret_hand = hand;
    return HK_OK;
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

enum hk_error hk_judging_read_melds(const struct hk_judging *judging,
                                    struct hk_plan *ret_plan)
{
    const struct hk_move *move = judging->move;
    const hk_card *cards = move->cards;
    HK_REQUIRE(well_formed(move));
    enum hk_error error = hk_judging_take_cards(judging, &ret_plan->hand);
    if (error != HK_OK)
        return error;
    for (unsigned i = 0; i < move->meld_count; i++) {
        unsigned count = move->lengths[i];
        enum hk_meld_reason reason = hk_meld_read(judging->rules, cards, count,
                                                  &ret_plan->melds[i]);
        if (reason != HK_MELD_OK) {
            hk_judging_refuse(
                judging, HK_E_INVALID_MELD,
                hk_meld_reason_rule(judging->rules, reason, cards, count),
                HK_AT_MELDS_I);
            judging->refusal->reason = reason;
            judging->refusal->i = (uint8_t)i;
            return HK_E_INVALID_MELD;
        }
        ret_plan->melds[i].seat = move->seat;
        cards += count;
    }
    ret_plan->meld_count = move->meld_count;
    return HK_OK;
}

enum hk_error hk_judging_use_meld(const struct hk_judging *judging,
                                  enum hk_rule rule, struct hk_plan *ret_plan)
{
    unsigned number = judging->move->meld;
    enum hk_error error = hk_judging_take_cards(judging, &ret_plan->hand);
    if (error != HK_OK)
        return error;
    if (number == 0 || number > judging->state->meld_count)
        return hk_judging_refuse(judging, HK_E_NO_SUCH_MELD, rule, HK_AT_MELD);
    if (!hk_judging_is_down(judging))
        return hk_judging_refuse(judging, HK_E_NOT_DOWN, rule, HK_AT_MOVE);
    return HK_OK;
}

enum hk_error hk_judging_lay_off(const struct hk_judging *judging,
                                 struct hk_plan *ret_plan)
{
    const struct hk_move *move = judging->move;
    enum hk_rule rule = hk_rules_ids(judging->rules)->lay_off;
    switch (hk_meld_fit(judging->rules, &judging->state->melds[move->meld - 1],
                        move->cards, move->card_count, move->end,
                        ret_plan->melds)) {
    case HK_FITS:
        return HK_OK;
    case HK_FITS_NOT:
        break;
    case HK_FITS_BOTH_ENDS:
        return hk_judging_refuse(judging, HK_E_END_NEEDED, rule, HK_AT_END);
    }
    return hk_judging_refuse(judging, HK_E_DOES_NOT_FIT, rule, HK_AT_CARDS);
}
