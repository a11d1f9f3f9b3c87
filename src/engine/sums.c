/* Which sums of points so many cards can have: one card after another. */
#include "engine/sums.h"

#include <string.h>

#include "engine/scoring.h"

/* Every sum of n - 1 cards, with this card, is one of n cards. */
static void add_card(struct hk_sums *sums, unsigned before, hk_points points)
{
    unsigned words = (unsigned)points / 64;
    unsigned bits = (unsigned)points % 64;

    for (unsigned n = before + 1; n > 0; n--) {
        const uint64_t *from = sums->cards[n - 1];
        uint64_t *to = sums->cards[n];

        for (unsigned w = HK_SUMS_WORDS; w-- > words;) {
            uint64_t moved = from[w - words] << bits;

            if (bits > 0 && w > words)
                moved |= from[w - words - 1] >> (64 - bits);
            to[w] |= moved;
        }
    }
}

void hk_sums_init(struct hk_sums *ret_sums, const struct hk_rules *rules,
                  const struct hk_cardset *taken)
{
    unsigned count = 0;

    memset(ret_sums, 0, sizeof(*ret_sums));
    ret_sums->cards[0][0] = 1;
    for (unsigned kind = 0; kind < HK_NATURALS; kind++) {
        hk_card card = (hk_card)kind;

        for (unsigned i = hk_cardset_count(taken, card); i < 2; i++)
            add_card(ret_sums, count++, hk_score_card(rules, card));
    }
}

bool hk_sums_have(const struct hk_sums *sums, int64_t count, int64_t points)
{
    if (count < 0 || count > HK_SUMS_CARDS || points < 0 ||
        points > HK_SUMS_MOST)
        return false;
    return sums->cards[count][points / 64] >> (points % 64) & 1;
}

bool hk_sums_range(const struct hk_sums *sums, int64_t count,
                   int64_t *ret_least, int64_t *ret_greatest)
{
    int64_t least = -1;
    int64_t greatest = -1;

    if (count < 0 || count > HK_SUMS_CARDS)
        return false;
    for (int w = 0; w < HK_SUMS_WORDS; w++) {
        uint64_t word = sums->cards[count][w];

        if (word == 0)
            continue;
        if (least < 0)
            least = w * 64 + __builtin_ctzll(word);
        greatest = w * 64 + 63 - __builtin_clzll(word);
    }
    if (least < 0)
        return false;
    *ret_least = least;
    *ret_greatest = greatest;
    return true;
}
