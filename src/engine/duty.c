/* H5a: whether an open duty can still be met. */
#include "engine/duty.h"

/*
 * Every meld holds a smallest one: three cards, or natural, joker, joker,
 * natural; and any card of a meld is also in a smallest one that it holds
 * (jokers being alike). So only those are looked for.
 */
enum { SMALLEST = 3, SMALLEST_JOKERS = 4, ACE_HIGH = 13 };

/* What a hand offers to melds. */
struct offer {
    const struct hk_cardset *hand;
    unsigned jokers; /* H8: as many as one meld may hold */
    bool room;       /* for a smallest meld of four cards */
};

/* The places of a run that the hand's naturals of a suit can fill: bit 0 an
 * ace low, bit 13 the same ace high. */
static unsigned suit_places(const struct hk_cardset *hand, unsigned suit)
{
    unsigned ranks = (unsigned)(hand->one >> suit * HK_RANKS) &
                     ((1u << HK_RANKS) - 1);
    return ranks | (ranks & 1) << ACE_HIGH;
}

static unsigned rank_suits(const struct hk_cardset *hand, unsigned rank)
{
    unsigned suits = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        suits += (unsigned)(hand->one >> hk_card_make(suit, rank)) & 1;
    return suits;
}

/* Whether a meld can be made with at least `jokers` jokers. */
static bool any_meld(const struct offer *offer, unsigned jokers)
{
    bool natural = jokers == 0;
    bool one = offer->jokers >= 1;
    bool two = offer->jokers >= 2 && offer->room;
    if (jokers > offer->jokers)
        return false;
    for (unsigned rank = 0; rank < HK_RANKS; rank++) {
        unsigned suits = rank_suits(offer->hand, rank);
        if ((natural && suits >= 3) || (one && suits >= 2))
            return true;
    }
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned places = suit_places(offer->hand, suit);
        unsigned next = places & places >> 1;
        if ((natural && (next & places >> 2)) ||
            (one && (next | (places & places >> 2))) ||
            (two && (places & places >> 3)))
            return true;
    }
    return false;
}

/* Whether a run can be made with the natural at this place of its suit. */
static bool run_at(const struct offer *offer, unsigned places, unsigned place)
{
    /* Bit 3 is the place itself, so that three below are in reach. */
    unsigned near = places << 3 >> place & 0x7f;
    bool below = near >> 2 & 1, above = near >> 4 & 1;
    bool below2 = near >> 1 & 1, above2 = near >> 5 & 1;
    if ((below && (below2 || above)) || (above && above2))
        return true;
    if (offer->jokers >= 1 && (below || above || below2 || above2))
        return true;
    return offer->jokers >= 2 && offer->room && (near & 0x41);
}

/* Whether a meld can be made that holds this natural card. */
static bool meld_with(const struct offer *offer, hk_card card)
{
    if (hk_cardset_count(offer->hand, card) == 0)
        return false;
    unsigned rank = hk_card_rank(card);
    if (rank_suits(offer->hand, rank) + offer->jokers >= SMALLEST &&
        rank_suits(offer->hand, rank) >= 2)
        return true;
    unsigned places = suit_places(offer->hand, hk_card_suit(card));
    return run_at(offer, places, rank) ||
           (rank == HK_ACE && run_at(offer, places, ACE_HIGH));
}

static bool new_meld_possible(const struct hk_rules *rules,
                              const struct hk_state *state,
                              const struct hk_cardset *hand, unsigned size)
{
    if (size < SMALLEST)
        return false;
    unsigned jokers = hk_cardset_count(hand, HK_JOKER);
    unsigned most = (unsigned)rules->max_jokers_per_meld;
    const struct offer offer = {
        .hand = hand,
        .jokers = jokers < most ? jokers : most,
        .room = size >= SMALLEST_JOKERS,
    };
    if (rules->discard_draw != HK_DISCARD_DRAW_MELD_WITH_CARD)
        return any_meld(&offer, 0);
    if (state->duty_card == HK_JOKER)
        return any_meld(&offer, 1);
    return meld_with(&offer, state->duty_card);
}

static bool lay_off_possible(const struct hk_rules *rules,
                             const struct hk_state *state,
                             const struct hk_cardset *hand, unsigned number,
                             const struct hk_meld *changed)
{
    for (unsigned i = 0; i < state->meld_count; i++) {
        const struct hk_meld *meld = i + 1 == number ? changed
                                                     : &state->melds[i];
        for (uint64_t left = hand->one; left != 0; left &= left - 1) {
            hk_card card = (hk_card)__builtin_ctzll(left);
            struct hk_meld grown;
            if (hk_meld_fit(rules, meld, &card, 1, HK_END_NONE, &grown) !=
                HK_FITS_NOT)
                return true;
        }
    }
    return false;
}

bool hk_duty_possible(const struct hk_rules *rules,
                      const struct hk_state *state,
                      const struct hk_cardset *hand, unsigned number,
                      const struct hk_meld *changed)
{
    unsigned size = hk_cardset_size(hand);
    if (rules->final_discard == HK_FINAL_REQUIRED && size > 0)
        size--; /* H13: kept to discard; any card of the hand will do */
    if (new_meld_possible(rules, state, hand, size))
        return true;
    return rules->discard_draw == HK_DISCARD_DRAW_MELD_OR_LAY_OFF && size > 0 &&
           lay_off_possible(rules, state, hand, number, changed);
}
