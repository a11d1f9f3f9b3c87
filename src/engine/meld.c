/* H6 H7 H8 M4 M5: what is a meld, how it is shown and what it is worth. */
#include "engine/meld.h"

#include "engine/require.h"

/* Places of a run: 0 the ace low, 1 to 12 two to king, 13 the ace high. */
enum { PLACES = 14, ACE_HIGH = 13, ALL_RANKS = (1 << HK_RANKS) - 1 };

/* What a list of cards holds. */
struct tally {
    unsigned naturals, jokers, aces;
    unsigned ranks, suits; /* bit for each that occurs */
    unsigned most;         /* how often the commonest natural card occurs */
    struct hk_cardset cards;
};

static struct tally tally_cards(const hk_card *cards, unsigned count)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] == HK_JOKER) {
            tally.jokers++;
            continue;
        }
        HK_REQUIRE(cards[i] < HK_NATURALS);
        unsigned times = hk_cardset_count(&tally.cards, cards[i]) + 1;
        hk_cardset_add(&tally.cards, cards[i]);
        tally.most = times > tally.most ? times : tally.most;
        tally.naturals++;
        tally.aces += hk_card_rank(cards[i]) == HK_ACE;
        tally.ranks |= 1u << hk_card_rank(cards[i]);
        tally.suits |= 1u << hk_card_suit(cards[i]);
    }
    return tally;
}

static bool one_bit(unsigned mask)
{
    return (mask & (mask - 1)) == 0;
}

/* Whether the bits of a mask that is not 0 follow each other. */
static bool consecutive(unsigned mask)
{
    unsigned risen = mask + (mask & -mask);
    return (risen & mask) == 0;
}

static enum hk_meld_reason read_set(const struct hk_rules *rules,
                                    const struct tally *tally, unsigned count,
                                    struct hk_meld *ret_meld)
{
    unsigned most = hk_rules_set_most(rules);
    /* H7: all of different suits, so at most four. */
    if (most <= HK_SUITS && tally->most > 1)
        return HK_MELD_SET_REPEATS_SUIT;
    if (count > most)
        return HK_MELD_TOO_LONG;
    /* M4: suits may repeat, as far as two packs go. */
    if (tally->most > 2)
        return HK_MELD_SET_REPEATS_SUIT;
    unsigned rank = (unsigned)__builtin_ctz(tally->ranks);
    uint16_t suits = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        suits |=
            (uint16_t)(hk_cardset_count(&tally->cards, hk_card_make(suit, rank))
                       << 2 * suit);
    *ret_meld = (struct hk_meld){
        .kind = HK_SET,
        .rank = (uint8_t)rank,
        .length = (uint8_t)count,
        .jokers = (uint8_t)tally->jokers,
        .cards = suits,
    };
    return HK_MELD_OK;
}

/* H6 M5: without jokers the order of the cards says nothing. */
static enum hk_meld_reason find_low(const struct hk_rules *rules,
                                    const struct tally *tally,
                                    unsigned *ret_low)
{
    unsigned ranks = tally->ranks;
    unsigned missing = ~ranks & ALL_RANKS;
    unsigned high = (ranks & ~1u) | (ranks & 1) << ACE_HIGH;
    if (tally->aces > 1) {
        /* run_max 14: the second ace is the high one. */
        if (ranks != ALL_RANKS)
            return HK_MELD_RUN_HAS_GAP;
        *ret_low = 0;
    } else if (consecutive(ranks)) {
        /* D12: all thirteen are A … K. */
        *ret_low = (unsigned)__builtin_ctz(ranks);
    } else if (consecutive(high)) {
        *ret_low = (unsigned)__builtin_ctz(high);
    } else if (!consecutive(missing)) {
        return HK_MELD_RUN_HAS_GAP;
    } else if (!rules->ace_wrap) {
        /* What is missing follows each other: so would the cards, if the run
         * might turn at the ace. */
        return HK_MELD_RUN_WRAPS;
    } else {
        /* M5: from above what is missing through the ace. */
        *ret_low = (unsigned)(32 - __builtin_clz(missing));
    }
    return HK_MELD_OK;
}

/* Why cards with jokers, as they are given, are no run. */
static enum hk_meld_reason fault_in_order(const hk_card *cards, unsigned count)
{
    int last_place = -1;
    int last_at = -1;
    for (int i = 0; i < (int)count; i++) {
        if (cards[i] == HK_JOKER)
            continue;
        int place = (int)hk_card_rank(cards[i]);
        if (last_at >= 0) {
            /* Only the first natural can be an ace low. */
            if (place == HK_ACE)
                place = ACE_HIGH;
            if (place <= last_place || i - last_at > place - last_place)
                return HK_MELD_RUN_OUT_OF_ORDER;
        }
        last_place = place;
        last_at = i;
    }
    return HK_MELD_RUN_HAS_GAP;
}

/* H8: with a joker the cards are given low to high, so each has its place. */
static enum hk_meld_reason find_low_in_order(const hk_card *cards,
                                             unsigned count, unsigned *ret_low)
{
    /* An ace has two places; the other naturals say where the run begins. */
    int low = 0;
    for (unsigned i = 0; i < count; i++)
        if (cards[i] != HK_JOKER && hk_card_rank(cards[i]) != HK_ACE)
            low = (int)hk_card_rank(cards[i]) - (int)i;
    bool straight = low >= 0 && low + (int)count <= PLACES;
    bool circular = true;
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] == HK_JOKER)
            continue;
        int place = low + (int)i;
        int off = place - (int)hk_card_rank(cards[i]);
        circular &= off % HK_RANKS == 0;
        straight &= off == 0 || place == ACE_HIGH;
    }
    if (circular && straight) {
        *ret_low = (unsigned)low;
        return HK_MELD_OK;
    }
    return circular ? HK_MELD_RUN_WRAPS : fault_in_order(cards, count);
}

static enum hk_meld_reason read_run(const struct hk_rules *rules,
                                    const hk_card *cards, unsigned count,
                                    const struct tally *tally,
                                    struct hk_meld *ret_meld)
{
    unsigned low = 0;
    enum hk_meld_reason reason = tally->jokers == 0
                                     ? find_low(rules, tally, &low)
                                     : find_low_in_order(cards, count, &low);
    if (reason != HK_MELD_OK)
        return reason;
    uint16_t jokers = 0;
    for (unsigned i = 0; tally->jokers > 0 && i < count; i++)
        jokers |= (uint16_t)((cards[i] == HK_JOKER) << i);
    *ret_meld = (struct hk_meld){
        .kind = HK_RUN,
        .rank = (uint8_t)low,
        .suit = (uint8_t)__builtin_ctz(tally->suits),
        .length = (uint8_t)count,
        .jokers = (uint8_t)tally->jokers,
        .cards = jokers,
    };
    return HK_MELD_OK;
}

enum hk_meld_reason hk_meld_read(const struct hk_rules *rules,
                                 const hk_card *cards, unsigned count,
                                 struct hk_meld *ret_meld)
{
    if (count < 3)
        return HK_MELD_TOO_SHORT;
    struct tally tally = tally_cards(cards, count);
    if (tally.naturals < 2)
        return HK_MELD_TOO_FEW_NATURALS;
    if (tally.jokers > (unsigned)rules->max_jokers_per_meld)
        return HK_MELD_TOO_MANY_JOKERS;
    if (one_bit(tally.ranks))
        return read_set(rules, &tally, count, ret_meld);
    unsigned ranks = (unsigned)__builtin_popcount(tally.ranks);
    /* H6: run_max 14 lets one suit have its ace at both ends. */
    if (rules->run_max == PLACES && tally.aces == 2)
        ranks++;
    if (!one_bit(tally.suits) || tally.naturals != ranks)
        return HK_MELD_NOT_SET_OR_RUN;
    if (count < hk_rules_run_least(rules))
        return HK_MELD_TOO_SHORT;
    if (count > (unsigned)rules->run_max)
        return HK_MELD_TOO_LONG;
    return read_run(rules, cards, count, &tally, ret_meld);
}

/* H8: the card of a place of a run, joker or not. */
static hk_card run_card(const struct hk_meld *meld, unsigned i)
{
    return hk_card_make(meld->suit, (meld->rank + i) % HK_RANKS);
}

/* The naturals of a set, S H D C. */
static unsigned set_naturals(const struct hk_meld *meld,
                             hk_card ret_cards[HK_MELD_CARDS_MAX])
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        for (unsigned n = meld->cards >> 2 * suit & 3; n > 0; n--)
            ret_cards[count++] = hk_card_make(suit, meld->rank);
    return count;
}

unsigned hk_meld_cards(const struct hk_meld *meld,
                       hk_card ret_cards[HK_MELD_CARDS_MAX])
{
    if (meld->kind == HK_SET) {
        for (unsigned i = set_naturals(meld, ret_cards); i < meld->length; i++)
            ret_cards[i] = HK_JOKER;
        return meld->length;
    }
    for (unsigned i = 0; i < meld->length; i++)
        ret_cards[i] = meld->cards >> i & 1 ? HK_JOKER : run_card(meld, i);
    return meld->length;
}

/* H8: what a joker of a set stands for. */
static hk_card set_joker(const struct hk_meld *meld)
{
    hk_card card = (hk_card)(HK_CARD_ANY + meld->rank);
    unsigned missing = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        if ((meld->cards >> 2 * suit & 3) == 0) {
            card = hk_card_make(suit, meld->rank);
            missing++;
        }
    }
    return missing == 1 ? card : (hk_card)(HK_CARD_ANY + meld->rank);
}

unsigned hk_meld_stands_for(const struct hk_meld *meld,
                            hk_card ret_cards[HK_MELD_CARDS_MAX])
{
    if (meld->kind == HK_SET) {
        for (unsigned i = set_naturals(meld, ret_cards); i < meld->length; i++)
            ret_cards[i] = set_joker(meld);
        return meld->length;
    }
    for (unsigned i = 0; i < meld->length; i++)
        ret_cards[i] = run_card(meld, i);
    return meld->length;
}

/* H9: 2-9 as printed, T J Q K 10, an ace 11. */
static hk_points rank_value(unsigned rank)
{
    if (rank == HK_ACE)
        return 11;
    return rank < HK_TEN ? (hk_points)rank + 1 : 10;
}

hk_points hk_meld_value(const struct hk_rules *rules,
                        const struct hk_meld *meld)
{
    /* D8: in a set an ace is 11, jokers are of the set's rank. */
    if (meld->kind == HK_SET)
        return meld->length * rank_value(meld->rank);
    hk_points value = 0;
    for (unsigned i = 0; i < meld->length; i++)
        value += rank_value((meld->rank + i) % HK_RANKS);
    /* H9: an ace at the low end, also one that a joker stands for (D8). */
    if (meld->rank == HK_ACE)
        value += rules->ace_low_value - rank_value(HK_ACE);
    return value;
}

const char *hk_meld_reason_name(enum hk_meld_reason reason)
{
    static const char *const names[] = {
        [HK_MELD_OK] = NULL,
#define X(name, wire, text) [HK_MELD_##name] = (wire),
#include "engine/meld_reasons.def"
#undef X
    };
    return names[reason];
}

/* Whether the naturals are of one rank: then a set was meant. */
static bool of_one_rank(const hk_card *cards, unsigned count)
{
    unsigned ranks = 0;
    for (unsigned i = 0; i < count; i++)
        if (cards[i] != HK_JOKER)
            ranks |= 1u << hk_card_rank(cards[i]);
    return count > 1 && one_bit(ranks);
}

enum hk_rule hk_meld_reason_rule(const struct hk_rules *rules,
                                 enum hk_meld_reason reason,
                                 const hk_card *cards, unsigned count)
{
    const struct hk_rule_ids *ids = hk_rules_ids(rules);
    switch (reason) {
    case HK_MELD_OK:
        return HK_RULE_NONE;
    case HK_MELD_TOO_SHORT:
    case HK_MELD_TOO_LONG:
        return of_one_rank(cards, count) ? ids->set : ids->run;
    case HK_MELD_SET_REPEATS_SUIT:
        return ids->set;
    case HK_MELD_NOT_SET_OR_RUN:
    case HK_MELD_RUN_HAS_GAP:
    case HK_MELD_RUN_WRAPS:
        return ids->run;
    case HK_MELD_RUN_OUT_OF_ORDER:
    case HK_MELD_TOO_MANY_JOKERS:
    case HK_MELD_TOO_FEW_NATURALS:
        return ids->joker;
    }
    return HK_RULE_NONE;
}
