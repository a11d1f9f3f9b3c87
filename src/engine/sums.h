/* Which sums of points so many cards can have. */
#ifndef HK_ENGINE_SUMS_H
#define HK_ENGINE_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/card.h"
#include "engine/cardset.h"
#include "engine/rules.h"

/* 104 natural cards come to 760 points in either game, or fewer. */
enum { HK_SUMS_MOST = 760, HK_SUMS_WORDS = HK_SUMS_MOST / 64 + 1 };
enum { HK_SUMS_CARDS = 2 * HK_NATURALS };

/* Bit p of cards[n]: some n of the natural cards come to p points. */
struct hk_sums {
    uint64_t cards[HK_SUMS_CARDS + 1][HK_SUMS_WORDS];
};

/* H15 M12: of the natural cards of the packs that `taken` leaves. */
void hk_sums_init(struct hk_sums *ret_sums, const struct hk_rules *rules,
                  const struct hk_cardset *taken);

/* Whether `count` of them can come to `points`; any numbers may be asked. */
bool hk_sums_have(const struct hk_sums *sums, int64_t count, int64_t points);

/* The least and the greatest sum of `count` of them; false where there are not
 * so many. */
bool hk_sums_range(const struct hk_sums *sums, int64_t count,
                   int64_t *ret_least, int64_t *ret_greatest);

#endif
