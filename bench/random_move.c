/* A legal move at random, cheaply. */
#include "random_move.h"

#include <string.h>

#include "random_melds.h"
#include "engine/apply.h"
#include "engine/hand.h"
#include "engine/meld.h"

enum { ACE_HIGH = 13 };

/* Of so many draws one is from the pile, of so many answers one is no. */
enum { PILE_ONE_IN = 4, REFUSE_ONE_IN = 4, ASK_ONE_IN = 8, TAKE_ONE_IN = 16 };

static bool held(const struct hk_cardset *hand, unsigned card)
{
    return hand->one >> card & 1;
}

static void start(struct hk_move *move, enum hk_move_kind kind)
{
    move->kind = (uint8_t)kind;
    move->meld_count = 0;
    move->card_count = 0;
}

/* ---- drawing and asking ---- */

/* M6 M10: whether this seat may have the top card of the pile. */
static bool may_have_top(const struct hk_state *state, hk_seat seat)
{
    return !state->first_circle && state->pile_count > 0 &&
           state->pile_from[state->pile_count - 1] != seat;
}

/* M10: one of the others asks for the top card, if it may. */
static bool ask(const struct hk_rules *rules, const struct hk_state *state,
                struct dice *dice, struct hk_move *move)
{
    unsigned other = 1 + dice_below(dice, rules->seats - 1u);
    hk_seat seat = (hk_seat)((state->turn + other) % rules->seats);
    if (state->claimed || state->refused >> seat & 1 ||
        state->stock_count == 0 || !may_have_top(state, seat))
        return false;
    start(move, HK_MOVE_MAY_I);
    move->seat = seat;
    move->count = 1;
    return true;
}

static void draw_may_i(const struct hk_rules *rules,
                       const struct hk_state *state, struct dice *dice,
                       struct hk_move *move)
{
    if (dice_below(dice, ASK_ONE_IN) == 0 && ask(rules, state, dice, move))
        return;
    start(move, HK_MOVE_DRAW);
    move->source = HK_FROM_STOCK;
    if (dice_below(dice, PILE_ONE_IN) > 0 || !may_have_top(state, state->turn))
        return;
    move->source = HK_FROM_DISCARD;
    if (dice_below(dice, TAKE_ONE_IN) > 0 || state->stock_count == 0)
        return;
    start(move, HK_MOVE_TAKE);
    move->count = 1;
}

static void draw_hand(const struct hk_state *state, struct dice *dice,
                      struct hk_move *move)
{
    bool pile = !state->returned && dice_below(dice, PILE_ONE_IN) == 0;
    start(move, HK_MOVE_DRAW);
    move->source = pile ? HK_FROM_DISCARD : HK_FROM_STOCK;
}

/* ---- lay-offs and jokers ---- */

/* The card that a run takes at an end, or HK_NO_CARD. */
static unsigned wanted(const struct hk_rules *rules, const struct hk_meld *meld,
                       enum hk_end end)
{
    unsigned place = end == HK_END_LOW ? meld->rank + HK_RANKS - 1u
                                       : (unsigned)meld->rank + meld->length;
    bool past = end == HK_END_LOW ? meld->rank == HK_ACE : place > ACE_HIGH;
    if ((past && !rules->ace_wrap) || meld->length >= rules->run_max)
        return HK_NO_CARD;
    return hk_card_make(meld->suit, place % HK_RANKS);
}

/* A card of the hand for this run, at either end. */
static bool fit_run(const struct hk_rules *rules, const struct hk_meld *meld,
                    const struct hk_cardset *hand, struct hk_move *move)
{
    unsigned low = wanted(rules, meld, HK_END_LOW);
    unsigned high = wanted(rules, meld, HK_END_HIGH);
    bool joker = held(hand, HK_JOKER) &&
                 meld->jokers < rules->max_jokers_per_meld;
    if (low != HK_NO_CARD && held(hand, low)) {
        move->end = HK_END_LOW;
        move->cards[0] = (hk_card)low;
    } else if (high != HK_NO_CARD && (held(hand, high) || joker)) {
        move->end = HK_END_HIGH;
        move->cards[0] = held(hand, high) ? (hk_card)high : HK_JOKER;
    } else {
        return false;
    }
    return true;
}

static bool fit_set(const struct hk_rules *rules, const struct hk_meld *meld,
                    const struct hk_cardset *hand, struct hk_move *move)
{
    unsigned most = hk_rules_set_most(rules);
    unsigned of_suit = most > HK_SUITS ? 2 : 1;
    if (meld->length >= most)
        return false;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        hk_card card = hk_card_make(suit, meld->rank);
        if ((meld->cards >> 2 * suit & 3u) >= of_suit || !held(hand, card))
            continue;
        move->end = HK_END_NONE;
        move->cards[0] = card;
        return true;
    }
    return false;
}

/* M8: a card for a meld of the table, looked for from a random one on. */
static bool lay_off(const struct hk_rules *rules, const struct hk_state *state,
                    struct dice *dice, struct hk_move *move)
{
    const struct hk_cardset *hand = &state->hands[state->turn];
    unsigned count = state->meld_count;
    unsigned first = count > 1 ? dice_below(dice, count) : 0;
    start(move, HK_MOVE_LAY_OFF);
    move->card_count = 1;
    for (unsigned n = 0; n < count; n++) {
        unsigned i = first + n < count ? first + n : first + n - count;
        const struct hk_meld *meld = &state->melds[i];
        if (rules->lay_off == HK_LAY_OFF_OWN && meld->seat != state->turn)
            continue;
        move->meld = (uint16_t)(i + 1);
        if (meld->kind == HK_RUN ? fit_run(rules, meld, hand, move)
                                 : fit_set(rules, meld, hand, move))
            return true;
    }
    return false;
}

/* H11: the naturals that the hand can give for jokers of this meld. */
static bool give_for_jokers(const struct hk_meld *meld,
                            const struct hk_cardset *hand, struct hk_move *move)
{
    bool all = true;
    move->card_count = 0;
    if (meld->kind == HK_RUN) {
        for (unsigned bits = meld->cards; bits != 0; bits &= bits - 1) {
            unsigned place = meld->rank + (unsigned)__builtin_ctz(bits);
            hk_card card = hk_card_make(meld->suit, place % HK_RANKS);
            if (move->card_count == 0 && held(hand, card))
                move->cards[move->card_count++] = card;
        }
        return move->card_count > 0;
    }
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        hk_card card = hk_card_make(suit, meld->rank);
        if (meld->cards >> 2 * suit & 3)
            continue;
        all &= held(hand, card);
        move->cards[move->card_count++] = card;
    }
    return all;
}

static bool take_joker(const struct hk_state *state, struct hk_move *move)
{
    start(move, HK_MOVE_TAKE_JOKER);
    for (unsigned i = 0; i < state->meld_count; i++) {
        const struct hk_meld *meld = &state->melds[i];
        move->meld = (uint16_t)(i + 1);
        if (meld->jokers > 0 &&
            give_for_jokers(meld, &state->hands[state->turn], move))
            return true;
    }
    return false;
}

/* ---- melds and discards ---- */

/* H9: melds until they are worth enough. */
static bool open_hand(const struct hk_rules *rules,
                      const struct hk_state *state, struct dice *dice,
                      struct hk_move *move)
{
    struct hk_cardset hand = state->hands[state->turn];
    hk_points worth = 0, value;
    hk_points required = hk_hand_opening_required(rules, state);
    do {
        if (!random_meld(rules, &hand, dice, move, &value))
            return false;
        worth += value;
    } while (worth < required);
    return true;
}

static bool meld(const struct hk_rules *rules, const struct hk_state *state,
                 struct dice *dice, struct hk_move *move)
{
    const struct hk_contract *contract = hk_rules_contract(rules, state->round);
    struct hk_cardset hand = state->hands[state->turn];
    bool down = state->down >> state->turn & 1;
    hk_points value;
    start(move, HK_MOVE_MELD);
    if (contract)
        return !down && random_contract(rules, contract, &hand, dice, move);
    if (!down)
        return open_hand(rules, state, dice, move);
    return random_meld(rules, &hand, dice, move, &value);
}

static void discard(const struct hk_state *state, struct dice *dice,
                    struct hk_move *move)
{
    uint64_t left = state->hands[state->turn].one;
    unsigned skip = dice_below(dice, (unsigned)__builtin_popcountll(left));
    while (skip-- > 0)
        left &= left - 1;
    start(move, HK_MOVE_DISCARD);
    move->card_count = 1;
    move->cards[0] = (hk_card)__builtin_ctzll(left);
}

/* H13 M9: a play that leaves few cards is judged before it is proposed, as is
 * one under the options that the tries above know nothing of. */
static bool allowed(const struct hk_rules *rules, const struct hk_state *state,
                    const struct hk_move *move)
{
    struct hk_refusal refusal;
    bool plain = rules->discard_draw == HK_DISCARD_DRAW_MELD &&
                 !rules->opening_needs_run;
    if (plain &&
        hk_cardset_size(&state->hands[move->seat]) > move->card_count + 1u)
        return true;
    return hk_apply_judge(rules, state, move, &refusal) == HK_OK;
}

/* One kind of play, if anything of it can be done. */
static bool play_kind(const struct hk_rules *rules,
                      const struct hk_state *state, unsigned kind,
                      struct dice *dice, struct hk_move *move)
{
    bool down = state->down >> state->turn & 1;
    bool found = false;
    if (kind == 0)
        found = meld(rules, state, dice, move);
    else if (down && kind == 1)
        found = lay_off(rules, state, dice, move);
    else if (down && kind == 2 && rules->max_jokers_per_meld > 0)
        found = take_joker(state, move);
    return found && allowed(rules, state, move);
}

static void play(const struct hk_rules *rules, const struct hk_state *state,
                 struct dice *dice, struct hk_move *move)
{
    bool last_laid = hk_cardset_size(&state->hands[state->turn]) == 1 &&
                     hk_rules_contract(rules, state->round) != NULL;
    bool barred = state->waived ||
                  (state->starter_turn && !rules->starter_may_meld);
    if (state->duty) {
        /* H5: a meld that meets it, or back with the card (H5b). */
        if (rules->discard_draw == HK_DISCARD_DRAW_MELD_WITH_CARD ||
            !play_kind(rules, state, 0, dice, move))
            start(move, HK_MOVE_RETURN);
        return;
    }
    /* M9: a card that was left alone fits a meld. */
    if (last_laid && play_kind(rules, state, 1, dice, move))
        return;
    if (!barred && play_kind(rules, state, dice_below(dice, 4), dice, move))
        return;
    discard(state, dice, move);
}

void random_move(const struct hk_rules *rules, const struct hk_state *state,
                 struct dice *dice, struct hk_move *ret_move)
{
    ret_move->seat = hk_state_actor(state);
    switch ((enum hk_phase)state->phase) {
    case HK_PHASE_DRAW:
        if (hk_rules_contract(rules, state->round))
            draw_may_i(rules, state, dice, ret_move);
        else
            draw_hand(state, dice, ret_move);
        return;
    case HK_PHASE_PLAY:
        play(rules, state, dice, ret_move);
        return;
    case HK_PHASE_ANSWER:
        start(ret_move, HK_MOVE_ANSWER);
        ret_move->allow = dice_below(dice, REFUSE_ONE_IN) > 0;
        return;
    }
}

void random_deal(const struct hk_rules *rules, const struct hk_state *state,
                 struct dice *dice, struct hk_move *ret_move)
{
    if (state->stage == HK_STAGE_DEAL) {
        start(ret_move, HK_MOVE_DEAL);
        ret_move->seat = state->dealer;
        ret_move->card_count = (uint8_t)hk_card_pack(hk_rules_jokers(rules),
                                                     ret_move->cards);
    } else {
        start(ret_move, HK_MOVE_RESHUFFLE);
        ret_move->card_count = (uint8_t)(state->pile_count - 1);
        memcpy(ret_move->cards, state->pile, ret_move->card_count);
    }
    for (unsigned i = ret_move->card_count; i > 1; i--) {
        unsigned j = dice_below(dice, i);
        hk_card card = ret_move->cards[i - 1];
        ret_move->cards[i - 1] = ret_move->cards[j];
        ret_move->cards[j] = card;
    }
}
