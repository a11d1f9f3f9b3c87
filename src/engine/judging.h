/* What the rule sets share in judging: cards held, melds read, lay-offs. */
#ifndef HK_ENGINE_JUDGING_H
#define HK_ENGINE_JUDGING_H

#include "engine/plan.h"
#include "engine/rules.h"

/* Everything a judgement reads, and where it says no. */
struct hk_judging {
    const struct hk_rules *rules;
    const struct hk_state *state;
    const struct hk_move *move;
    struct hk_refusal *refusal;
};

/* Fills the refusal; returns its error. */
static inline enum hk_error hk_judging_refuse(const struct hk_judging *judging,
                                              enum hk_error error,
                                              enum hk_rule rule,
                                              enum hk_where where)
{
    return hk_refuse(judging->refusal, error, rule, where);
}

static inline bool hk_judging_is_down(const struct hk_judging *judging)
{
    return judging->state->down >> judging->move->seat & 1;
}

/* G6: the cards of the move leave the hand, each counted once.
 * Errors: HK_E_CARD_NOT_HELD. */
HK_MUST_CHECK enum hk_error hk_judging_take_cards(
    const struct hk_judging *judging, struct hk_cardset *ret_hand);

/* The melds of the move, in the order given, and the hand without them.
 * Errors: HK_E_CARD_NOT_HELD, HK_E_INVALID_MELD. */
HK_MUST_CHECK enum hk_error hk_judging_read_melds(
    const struct hk_judging *judging, struct hk_plan *ret_plan);

/* What lay-offs and taking jokers have in common: cards held, a meld on the
 * table, a seat that is down; `rule` is what asks for it.
 * Errors: HK_E_CARD_NOT_HELD, HK_E_NO_SUCH_MELD, HK_E_NOT_DOWN. */
HK_MUST_CHECK enum hk_error hk_judging_use_meld(
    const struct hk_judging *judging, enum hk_rule rule,
    struct hk_plan *ret_plan);

/* H10 M8: the cards of the move on the meld that it names, which is there.
 * Errors: HK_E_DOES_NOT_FIT, HK_E_END_NEEDED. */
HK_MUST_CHECK enum hk_error hk_judging_lay_off(const struct hk_judging *judging,
                                               struct hk_plan *ret_plan);

#endif
