/* H10 H11 M8: what fits a meld on the table, and which joker it gives. */
#include "engine/meld.h"

enum { ACE_HIGH = 13 };

static bool jokers_allowed(const struct hk_rules *rules, unsigned jokers)
{
    return jokers <= (unsigned)rules->max_jokers_per_meld;
}

/* H7 H10: only suits still missing; jokers while there is room. M4: suits may
 * repeat, as far as two packs go. */
static enum hk_fit fit_set(const struct hk_rules *rules,
                           const struct hk_meld *meld, const hk_card *cards,
                           unsigned count, struct hk_meld *ret_meld)
{
    struct hk_meld grown = *meld;
    unsigned most = hk_rules_set_most(rules);
    unsigned of_suit = most > HK_SUITS ? 2 : 1;
    if (count > most - meld->length)
        return HK_FITS_NOT;
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] == HK_JOKER) {
            grown.jokers++;
            continue;
        }
        unsigned shift = 2 * hk_card_suit(cards[i]);
        if (hk_card_rank(cards[i]) != meld->rank ||
            (grown.cards >> shift & 3u) >= of_suit)
            return HK_FITS_NOT;
        grown.cards += (uint16_t)(1u << shift);
    }
    if (!jokers_allowed(rules, grown.jokers))
        return HK_FITS_NOT;
    grown.length += (uint8_t)count;
    *ret_meld = grown;
    return HK_FITS;
}

/* H6 H10 M5: the cards one after another outward from this end. */
static bool fit_run_end(const struct hk_rules *rules,
                        const struct hk_meld *meld, const hk_card *cards,
                        unsigned count, enum hk_end end,
                        struct hk_meld *ret_meld)
{
    struct hk_meld grown = *meld;
    if (count > (unsigned)rules->run_max - meld->length)
        return false;
    int step = end == HK_END_LOW ? -1 : 1;
    int place = end == HK_END_LOW ? meld->rank - 1 : meld->rank + meld->length;
    for (unsigned i = 0; i < count; i++, place += step) {
        if ((place < HK_ACE || place > ACE_HIGH) && !rules->ace_wrap)
            return false;
        bool joker = cards[i] == HK_JOKER;
        unsigned rank = (unsigned)(place + HK_RANKS) % HK_RANKS;
        if (!joker && cards[i] != hk_card_make(meld->suit, rank))
            return false;
        grown.jokers += joker;
        if (end == HK_END_LOW) {
            grown.cards = (uint16_t)(grown.cards << 1 | joker);
            grown.rank = (uint8_t)rank;
        } else {
            grown.cards |= (uint16_t)(joker << grown.length);
        }
        grown.length++;
    }
    if (!jokers_allowed(rules, grown.jokers))
        return false;
    /* D7: a circle is A … K, whichever card closed it; where melds have a
     * value an ace high is another result than an ace low. */
    if (grown.length == HK_RANKS && !hk_rules_values_melds(rules))
        grown.rank = HK_ACE;
    *ret_meld = grown;
    return true;
}

static bool same_run(const struct hk_meld *a, const struct hk_meld *b)
{
    return a->rank == b->rank && a->length == b->length && a->cards == b->cards;
}

enum hk_fit hk_meld_fit(const struct hk_rules *rules,
                        const struct hk_meld *meld, const hk_card *cards,
                        unsigned count, enum hk_end end,
                        struct hk_meld *ret_meld)
{
    if (count == 0)
        return HK_FITS_NOT;
    if (meld->kind == HK_SET)
        return fit_set(rules, meld, cards, count, ret_meld);
    /* D7: without an end named, the end where the whole list fits. */
    struct hk_meld low, high;
    bool fits_low = end != HK_END_HIGH &&
                    fit_run_end(rules, meld, cards, count, HK_END_LOW, &low);
    bool fits_high = end != HK_END_LOW &&
                     fit_run_end(rules, meld, cards, count, HK_END_HIGH, &high);
    if (fits_low && fits_high && !same_run(&low, &high))
        return HK_FITS_BOTH_ENDS;
    if (!fits_low && !fits_high)
        return HK_FITS_NOT;
    *ret_meld = fits_low ? low : high;
    return HK_FITS;
}

/* H11: all the suits still missing at once; the set gives all its jokers. */
static bool take_from_set(const struct hk_meld *meld, const hk_card *cards,
                          unsigned count, struct hk_meld *ret_meld,
                          unsigned *ret_jokers)
{
    unsigned naturals = (unsigned)meld->length - meld->jokers;
    if (meld->jokers == 0 || naturals + count != HK_SUITS)
        return false;
    struct hk_meld changed = *meld;
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] == HK_JOKER || hk_card_rank(cards[i]) != meld->rank)
            return false;
        unsigned shift = 2 * hk_card_suit(cards[i]);
        if (changed.cards >> shift & 3)
            return false;
        changed.cards |= (uint16_t)(1u << shift);
    }
    changed.length = HK_SUITS;
    changed.jokers = 0;
    *ret_meld = changed;
    *ret_jokers = meld->jokers;
    return true;
}

/* The lowest place whose joker stands for this card; -1 where none does. */
static int run_joker(const struct hk_meld *meld, hk_card card)
{
    for (unsigned i = 0; i < meld->length; i++) {
        unsigned rank = (meld->rank + i) % HK_RANKS;
        if (meld->cards >> i & 1 && card == hk_card_make(meld->suit, rank))
            return (int)i;
    }
    return -1;
}

/* H11: one or both jokers, each for the card of its place. */
static bool take_from_run(const struct hk_meld *meld, const hk_card *cards,
                          unsigned count, struct hk_meld *ret_meld,
                          unsigned *ret_jokers)
{
    struct hk_meld changed = *meld;
    for (unsigned i = 0; i < count; i++) {
        int place = run_joker(&changed, cards[i]);
        if (place < 0)
            return false;
        changed.cards &= (uint16_t) ~(1u << place);
        changed.jokers--;
    }
    *ret_meld = changed;
    *ret_jokers = count;
    return true;
}

bool hk_meld_take_joker(const struct hk_meld *meld, const hk_card *cards,
                        unsigned count, struct hk_meld *ret_meld,
                        unsigned *ret_jokers)
{
    if (count == 0)
        return false;
    return meld->kind == HK_SET
               ? take_from_set(meld, cards, count, ret_meld, ret_jokers)
               : take_from_run(meld, cards, count, ret_meld, ret_jokers);
}
