/* Multisets of cards: what does not fit a header. */
#include "engine/cardset.h"

unsigned hk_cardset_list(const struct hk_cardset *set, hk_card *ret_cards)
{
    unsigned count = 0;
    for (uint64_t left = set->one; left != 0; left &= left - 1) {
        hk_card card = (hk_card)__builtin_ctzll(left);
        ret_cards[count++] = card;
        if (set->two >> card & 1)
            ret_cards[count++] = card;
    }
    return count;
}
