/* Multisets of cards of two packs: two bit planes, no order. */
#ifndef HK_ENGINE_CARDSET_H
#define HK_ENGINE_CARDSET_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/card.h"

/* Bit c of `one`: at least one card of kind c; of `two`: both of them.
 * `two` is always a part of `one`. All zero is the empty set. */
struct hk_cardset {
    uint64_t one;
    uint64_t two;
};

/* How many of this kind: 0, 1 or 2. */
static inline unsigned hk_cardset_count(const struct hk_cardset *set,
                                        hk_card card)
{
    return (unsigned)(set->one >> card & 1) + (unsigned)(set->two >> card & 1);
}

/* How many cards in all. */
static inline unsigned hk_cardset_size(const struct hk_cardset *set)
{
    return (unsigned)(__builtin_popcountll(set->one) +
                      __builtin_popcountll(set->two));
}

/* Adds one card; false (unchanged) where both are there already. */
static inline bool hk_cardset_add(struct hk_cardset *set, hk_card card)
{
    uint64_t bit = UINT64_C(1) << card;
    if (set->two & bit)
        return false;
    set->two |= set->one & bit;
    set->one |= bit;
    return true;
}

/* Takes one card out; false (unchanged) where none is there. */
static inline bool hk_cardset_remove(struct hk_cardset *set, hk_card card)
{
    uint64_t bit = UINT64_C(1) << card;
    if (!(set->one & bit))
        return false;
    set->one &= ~bit | (set->two & bit);
    set->two &= ~bit;
    return true;
}

/* Lists the cards in the order S H D C, A … K, jokers last; returns how many.
 * ret_cards has room for hk_cardset_size(). */
unsigned hk_cardset_list(const struct hk_cardset *set, hk_card *ret_cards);

#endif
