/* The referee's own moves: dealing, and making the stock anew. */
#include "engine/deal.h"

#include "engine/require.h"
#include "engine/turn.h"

/* Adds up cards; false where they cannot be of two packs. */
static bool collect(const hk_card *cards, unsigned count,
                    struct hk_cardset *ret_set)
{
    *ret_set = (struct hk_cardset){0};
    for (unsigned i = 0; i < count; i++)
        if (cards[i] >= HK_CARD_KINDS || !hk_cardset_add(ret_set, cards[i]))
            return false;
    return true;
}

static bool is_whole_pack(const struct hk_rules *rules,
                          const struct hk_move *move)
{
    struct hk_cardset deck;
    return move->card_count == hk_rules_pack(rules) &&
           collect(move->cards, move->card_count, &deck) &&
           hk_cardset_count(&deck, HK_JOKER) == hk_rules_jokers(rules);
}

/* The stock of these cards, given top first. */
static void make_stock(struct hk_state *state, const hk_card *cards,
                       unsigned count)
{
    state->stock_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        state->stock[count - 1 - i] = cards[i];
}

void hk_deal(const struct hk_rules *rules, struct hk_state *state,
             const struct hk_move *move)
{
    HK_REQUIRE(state->stage == HK_STAGE_DEAL);
    HK_REQUIRE(move->seat == state->dealer);
    HK_REQUIRE(is_whole_pack(rules, move));
    unsigned dealt = 0;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        dealt += hk_rules_dealt(rules, (hk_seat)seat, state->starter);
    /* G4: one at a time from the seat after the dealer; the starter's extra
     * card comes last, and to that seat again. */
    hk_seat seat = state->starter;
    for (unsigned i = 0; i < dealt; i++) {
        hk_cardset_add(&state->hands[seat], move->cards[i]);
        seat = hk_seat_after(rules, seat);
    }
    make_stock(state, move->cards + dealt, move->card_count - dealt);
    state->stage = HK_STAGE_PLAY;
    state->first_circle = true; /* M6 */
    /* G5: the starter begins. */
    hk_turn_begin(state, state->starter);
    if (hk_rules_starter_draws(rules))
        return;
    /* H3: and draws nothing. */
    state->starter_turn = true;
    state->phase = HK_PHASE_PLAY;
}

void hk_reshuffle(struct hk_state *state, const struct hk_move *move)
{
    HK_REQUIRE(state->stage == HK_STAGE_RESHUFFLE);
    HK_REQUIRE(move->card_count == state->pile_count - 1);
    struct hk_cardset given, lying;
    bool sound = collect(move->cards, move->card_count, &given) &&
                 collect(state->pile, move->card_count, &lying);
    HK_REQUIRE(sound && given.one == lying.one && given.two == lying.two);
    state->pile[0] = state->pile[state->pile_count - 1];
    state->pile_from[0] = state->pile_from[state->pile_count - 1];
    state->pile_count = 1;
    make_stock(state, move->cards, move->card_count);
    state->reshuffles++;
    state->stage = HK_STAGE_PLAY;
}
