/* What must hold between moves: the invariants of a state. */
#include "engine/state.h"

#include "engine/duty.h"
#include "engine/turn.h"

/* D13: hand sizes in Hand. */
enum { HELD = 14, HELD_DOWN = 11 };

static bool bit(unsigned mask, unsigned i)
{
    return mask >> i & 1;
}

static bool add_cards(struct hk_cardset *set, const hk_card *cards,
                      unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (cards[i] >= HK_CARD_KINDS || !hk_cardset_add(set, cards[i]))
            return false;
    return true;
}

/* G6: everything on the table and in the hands, as one heap. */
static bool collect(const struct hk_state *state, struct hk_cardset *ret_all)
{
    hk_card cards[HK_PACK_MAX];
    *ret_all = (struct hk_cardset){0};
    if (!add_cards(ret_all, state->stock, state->stock_count) ||
        !add_cards(ret_all, state->pile, state->pile_count))
        return false;
    for (unsigned i = 0; i < state->meld_count; i++)
        if (!add_cards(ret_all, cards, hk_meld_cards(&state->melds[i], cards)))
            return false;
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++) {
        const struct hk_cardset *hand = &state->hands[seat];
        if (hk_cardset_size(hand) > HK_PACK_MAX ||
            hand->one >> HK_CARD_KINDS != 0 || (hand->two & ~hand->one) != 0 ||
            !add_cards(ret_all, cards, hk_cardset_list(hand, cards)))
            return false;
    }
    return true;
}

static const char *fault_of_cards(const struct hk_state *state,
                                  const struct hk_rules *rules)
{
    struct hk_cardset all;
    if (state->stock_count > HK_PACK_MAX || state->pile_count > HK_PACK_MAX ||
        state->meld_count > HK_TABLE_MELDS_MAX)
        return "more cards or melds than there are";
    if (!collect(state, &all))
        return "a card that is not of the packs";
    if (hk_cardset_size(&all) != hk_rules_pack(rules) ||
        hk_cardset_count(&all, HK_JOKER) != hk_rules_jokers(rules))
        return "G6: not exactly the pack";
    return NULL;
}

/* H6 H7 H8 */
static const char *fault_of_meld(const struct hk_meld *meld,
                                 const struct hk_rules *rules)
{
    if (meld->length < 3 || meld->jokers > rules->max_jokers_per_meld ||
        meld->length - meld->jokers < 2)
        return "H8: a meld too short, or with too many jokers";
    unsigned marks = (unsigned)__builtin_popcount(meld->cards);
    if (meld->kind == HK_SET) {
        bool twice = (meld->cards & 0xaa) != 0 || meld->cards > 0xff;
        return twice || meld->length > HK_SUITS || meld->rank >= HK_RANKS ||
                       marks + meld->jokers != meld->length
                   ? "H7: a set that is none"
                   : NULL;
    }
    return meld->kind != HK_RUN || meld->suit >= HK_SUITS ||
                   meld->length > rules->run_max ||
                   meld->rank + meld->length > HK_RANKS + 1 ||
                   marks != meld->jokers || meld->cards >> meld->length != 0
               ? "H6: a run that is none"
               : NULL;
}

static const char *fault_of_melds(const struct hk_state *state,
                                  const struct hk_rules *rules)
{
    for (unsigned i = 0; i < state->meld_count; i++) {
        unsigned seat = state->melds[i].seat;
        if (seat >= rules->seats || !bit(state->down, seat))
            return "H9: a meld of a seat that is not down";
        const char *fault = fault_of_meld(&state->melds[i], rules);
        if (fault)
            return fault;
    }
    return NULL;
}

/* H2 D13 */
static const char *fault_of_hands(const struct hk_state *state,
                                  const struct hk_rules *rules)
{
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++) {
        unsigned size = hk_cardset_size(&state->hands[seat]);
        bool down = bit(state->down, seat);
        if (seat >= rules->seats) {
            if (size != 0 || down)
                return "a seat that does not play";
            continue;
        }
        unsigned more = seat == state->turn && state->phase == HK_PHASE_PLAY;
        if (down ? size == 0 || size > HELD_DOWN + more : size != HELD + more)
            return "H2: a hand of a wrong size";
    }
    return NULL;
}

static const char *fault_of_draw_phase(const struct hk_state *state)
{
    if (state->starter_turn || state->duty || state->acted || state->opened ||
        state->touched_other || state->waived || state->progress ||
        state->duty_card != HK_NO_CARD)
        return "a turn that has begun before its draw";
    if (state->pile_count == 0)
        return "H3: no discard pile";
    return NULL;
}

static const char *fault_of_duty(const struct hk_state *state,
                                 const struct hk_rules *rules)
{
    const struct hk_cardset *hand = &state->hands[state->turn];
    if (state->duty != (state->duty_card != HK_NO_CARD))
        return "H5: a duty without its card";
    if (!state->duty)
        return NULL;
    if (state->returned || state->starter_turn)
        return "H5: a duty that nothing caused";
    if (!state->acted)
        return hk_cardset_count(hand, state->duty_card) == 0
                   ? "H5b: a card that cannot go back"
                   : NULL;
    return hk_duty_possible(rules, state, hand, 0, NULL)
               ? NULL
               : "H5a: a duty that cannot be met";
}

static const char *fault_of_play_phase(const struct hk_state *state,
                                       const struct hk_rules *rules)
{
    if (state->starter_turn &&
        (state->turn != state->starter || state->pile_count != 0))
        return "H3: a starter's first turn that is none";
    if (state->opened && (!state->acted || !bit(state->down, state->turn)))
        return "H14: an opening of a seat that is not down";
    if (state->touched_other && !state->acted)
        return "H14: a meld used by nobody";
    if (state->waived && (!state->opened || !rules->hand_waives_minimum ||
                          hk_cardset_size(&state->hands[state->turn]) != 1))
        return "H9: a minimum waived for nothing";
    return fault_of_duty(state, rules);
}

/* G7 and the numbers of a round. */
static const char *fault_of_round(const struct hk_state *state,
                                  const struct hk_rules *rules)
{
    if (state->turn >= rules->seats)
        return "G2: no such seat on turn";
    if (state->idle_turns >= HK_IDLE_TURNS_A_SEAT * rules->seats ||
        state->reshuffles > rules->max_reshuffles)
        return "G7: a round that should be blocked";
    if ((state->down != 0) != (state->opening > 0))
        return "H9: an opening of nobody";
    if (state->stage == HK_STAGE_RESHUFFLE)
        return state->phase != HK_PHASE_DRAW || state->returned ||
                       state->stock_count != 0 || state->pile_count < 2 ||
                       state->reshuffles >= rules->max_reshuffles
                   ? "G7: no stock to be made"
                   : NULL;
    if (state->phase == HK_PHASE_DRAW && state->stock_count == 0)
        return "G7: nothing to draw";
    return NULL;
}

static const char *fault_of_bare_table(const struct hk_state *state)
{
    if (state->stock_count || state->pile_count || state->meld_count ||
        state->down || state->opening || state->idle_turns || state->reshuffles)
        return "cards on the table while no round is on";
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++)
        if (state->hands[seat].one != 0 || state->hands[seat].two != 0)
            return "cards held while no round is on";
    return NULL;
}

const char *hk_state_fault(const struct hk_state *state,
                           const struct hk_rules *rules)
{
    if (state->stage > HK_STAGE_OVER || state->phase > HK_PHASE_PLAY)
        return "no such stage or phase";
    if (state->round == 0 || state->round > rules->rounds)
        return "H16: no such round";
    if (state->dealer >= rules->seats ||
        state->starter != hk_seat_after(rules, state->dealer))
        return "G5: a starter who is not after the dealer";
    if (state->stage == HK_STAGE_DEAL || state->stage == HK_STAGE_OVER)
        return fault_of_bare_table(state);
    const char *fault = fault_of_cards(state, rules);
    if (!fault)
        fault = fault_of_round(state, rules);
    if (!fault)
        fault = fault_of_melds(state, rules);
    if (!fault)
        fault = fault_of_hands(state, rules);
    if (!fault)
        fault = state->phase == HK_PHASE_DRAW
                    ? fault_of_draw_phase(state)
                    : fault_of_play_phase(state, rules);
    return fault;
}
