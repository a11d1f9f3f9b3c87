/* What must hold between moves: the invariants of a state. */
#include "engine/state.h"

#include "engine/duty.h"
#include "engine/move.h"
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

/* H7 M4 */
static const char *fault_of_set(const struct hk_meld *meld,
                                const struct hk_rules *rules)
{
    unsigned most = hk_rules_set_most(rules);
    unsigned naturals = 0;
    bool twice = false;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned count = meld->cards >> 2 * suit & 3;
        naturals += count;
        twice |= count > (most > HK_SUITS ? 2 : 1);
    }
    return twice || meld->cards > 0xff || meld->length > most ||
                   meld->rank >= HK_RANKS ||
                   naturals + meld->jokers != meld->length
               ? "H7: a set that is none"
               : NULL;
}

/* H6 M5 */
static const char *fault_of_run(const struct hk_meld *meld,
                                const struct hk_rules *rules)
{
    bool turns = meld->rank + meld->length > HK_RANKS + 1;
    bool circle = meld->length == HK_RANKS && meld->rank != HK_ACE;
    unsigned jokers = (unsigned)__builtin_popcount(meld->cards);
    return meld->kind != HK_RUN || meld->suit >= HK_SUITS ||
                   meld->rank >= HK_RANKS || meld->length > rules->run_max ||
                   meld->length < hk_rules_run_least(rules) ||
                   (turns && !rules->ace_wrap) ||
                   (circle && !hk_rules_values_melds(rules)) ||
                   jokers != meld->jokers || meld->cards >> meld->length != 0
               ? "H6: a run that is none"
               : NULL;
}

/* H6 H7 H8 M4 M5 */
static const char *fault_of_meld(const struct hk_meld *meld,
                                 const struct hk_rules *rules)
{
    if (meld->length < 3 || meld->jokers > rules->max_jokers_per_meld ||
        meld->length - meld->jokers < 2)
        return "H8: a meld too short, or with too many jokers";
    return meld->kind == HK_SET ? fault_of_set(meld, rules)
                                : fault_of_run(meld, rules);
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

/* H2 D13, M2: whether a hand can have this size. */
static bool size_fits(const struct hk_rules *rules, unsigned size, bool down,
                      unsigned drawn)
{
    if (!hk_rules_contract(rules, 1))
        return down ? size > 0 && size <= HELD_DOWN + drawn
                    : size == HELD + drawn;
    /* M10: a claim gives an even number of cards. */
    unsigned dealt = hk_rules_dealt(rules, 0, 1) + drawn;
    return down ? size > 0 : size >= dealt && (size - dealt) % 2 == 0;
}

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
        if (!size_fits(rules, size, down, more))
            return "H2: a hand of a wrong size";
    }
    return NULL;
}

static const char *fault_of_draw_phase(const struct hk_state *state,
                                       const struct hk_rules *rules)
{
    if (state->starter_turn || state->duty || state->acted || state->opened ||
        state->touched_other || state->waived || state->progress ||
        state->duty_card != HK_NO_CARD)
        return "a turn that has begun before its draw";
    if (state->pile_count == 0 && !hk_rules_starter_draws(rules))
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
        (hk_rules_starter_draws(rules) || state->turn != state->starter ||
         state->pile_count != 0))
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

/* M7: everybody who is down has laid exactly the contract. */
static const char *fault_of_contract(const struct hk_state *state,
                                     const struct hk_rules *rules)
{
    const struct hk_contract *contract = hk_rules_contract(rules, state->round);
    for (unsigned seat = 0; contract && seat < rules->seats; seat++) {
        unsigned sets = 0, runs = 0, ranks = 0, suits = 0;
        for (unsigned i = 0; i < state->meld_count; i++) {
            const struct hk_meld *meld = &state->melds[i];
            if (meld->seat != seat)
                continue;
            sets += meld->kind == HK_SET;
            runs += meld->kind == HK_RUN;
            *(meld->kind == HK_SET ? &ranks : &suits) |=
                1u << (meld->kind == HK_SET ? meld->rank : meld->suit);
        }
        if (bit(state->down, seat) &&
            (sets != contract->sets || runs != contract->runs ||
             (unsigned)__builtin_popcount(ranks) != sets ||
             (unsigned)__builtin_popcount(suits) != runs))
            return "M7: melds that are not the contract";
    }
    return NULL;
}

/* M10: whether this seat is asked before that one in the open question. */
static uint8_t asked_before(const struct hk_state *state,
                            const struct hk_rules *rules)
{
    uint8_t seats = 0;
    hk_seat seat = state->turn;
    while (seat != state->question.asked && seat != state->question.by) {
        seats |= (uint8_t)(1u << seat);
        seat = hk_seat_after(rules, seat);
    }
    return seats;
}

static const char *fault_of_question(const struct hk_state *state,
                                     const struct hk_rules *rules)
{
    const struct hk_question *question = &state->question;
    if (state->phase != HK_PHASE_ANSWER)
        return question->by || question->count || question->asked ||
                       question->allowed
                   ? "M10: a question that nobody answers"
                   : NULL;
    if (question->by >= rules->seats || question->asked >= rules->seats ||
        question->by == state->turn || question->by == question->asked ||
        asked_before(state, rules) != question->allowed)
        return "M10: a question to the wrong seats";
    if (state->claimed || state->first_circle ||
        bit(state->refused, question->by))
        return "M10: a question out of season";
    if (question->count == 0 || question->count > state->pile_count ||
        question->count > state->stock_count ||
        (rules->claim_limit > 0 && question->count > rules->claim_limit))
        return "M10: a question for too many cards";
    return NULL;
}

/* M6 M10: the pile, who discarded it, and who may have it. */
static const char *fault_of_pile(const struct hk_state *state,
                                 const struct hk_rules *rules)
{
    for (unsigned i = 0; i < state->pile_count; i++)
        if (state->pile_from[i] >= rules->seats)
            return "M6: a card that nobody discarded";
    bool asks = hk_move_known(rules->variant, HK_MOVE_MAY_I);
    if (state->refused >> rules->seats || (state->refused && !asks) ||
        (state->claimed && (!asks || state->first_circle)))
        return "M10: an answer to no question";
    return fault_of_question(state, rules);
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
    if ((state->down != 0 && hk_rules_values_melds(rules)) !=
        (state->opening > 0))
        return "H9: an opening of nobody";
    if (state->stage == HK_STAGE_RESHUFFLE)
        return state->phase != HK_PHASE_DRAW || state->returned ||
                       state->stock_count != 0 || state->pile_count < 2 ||
                       state->reshuffles >= rules->max_reshuffles
                   ? "G7: no stock to be made"
                   : NULL;
    if (state->phase != HK_PHASE_PLAY && state->stock_count == 0)
        return "G7: nothing to draw";
    return NULL;
}

static const char *fault_of_bare_table(const struct hk_state *state)
{
    if (state->stock_count || state->pile_count || state->meld_count ||
        state->down || state->opening || state->idle_turns ||
        state->reshuffles || state->first_circle || state->claimed ||
        state->refused || state->phase != HK_PHASE_DRAW)
        return "cards on the table while no round is on";
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++)
        if (state->hands[seat].one != 0 || state->hands[seat].two != 0)
            return "cards held while no round is on";
    return NULL;
}

const char *hk_state_fault(const struct hk_state *state,
                           const struct hk_rules *rules)
{
    if (state->stage > HK_STAGE_OVER || state->phase > HK_PHASE_ANSWER)
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
        fault = fault_of_contract(state, rules);
    if (!fault)
        fault = fault_of_hands(state, rules);
    if (!fault)
        fault = fault_of_pile(state, rules);
    if (!fault)
        fault = state->phase == HK_PHASE_PLAY
                    ? fault_of_play_phase(state, rules)
                    : fault_of_draw_phase(state, rules);
    return fault;
}
