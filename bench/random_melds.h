/* Melds of a hand at random, found by bit masks. */
#ifndef HK_BENCH_RANDOM_MELDS_H
#define HK_BENCH_RANDOM_MELDS_H

#include <stdbool.h>

#include "dice.h"
#include "engine/cardset.h"
#include "engine/move.h"
#include "engine/rules.h"

/* Ranks of one suit, A lowest. */
static inline unsigned suit_ranks(uint64_t cards, unsigned suit)
{
    return (unsigned)(cards >> suit * HK_RANKS) & ((1u << HK_RANKS) - 1);
}

/* Adds a meld of Hand to a MELD and takes its cards from the hand, which keeps
 * one at least; false where none can be made. ret_value is what it is worth
 * with an ace low at `ace_low_value`. */
bool random_meld(const struct hk_rules *rules, struct hk_cardset *hand,
                 struct dice *dice, struct hk_move *move, hk_points *ret_value);

/* M7: fills a MELD with the contract; false where this try at it failed. */
bool random_contract(const struct hk_rules *rules,
                     const struct hk_contract *contract,
                     struct hk_cardset *hand, struct dice *dice,
                     struct hk_move *move);

#endif
