/* Ratings that have become others than they were, while games are rated anew
 * after a correction: a table in memory. */
#ifndef HK_SERVICE_RERATING_H
#define HK_SERVICE_RERATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "store/rating.h"

/* Whose rating: a line of one of the boards of the corrected game. */
struct hk_rerated {
    unsigned board; /* below HK_RESULT_BOARDS */
    int64_t player; /* 0: a free place of the table */
    int64_t partner;
    bool differs; /* from what it was; else `rating` means nothing */
    struct hk_rating rating;
};

/* All zero is empty. */
struct hk_rerating {
    struct hk_rerated *places; /* owned */
    size_t size;               /* a power of two, or 0 */
    size_t used;
    size_t differing;
};

void hk_rerating_clear(struct hk_rerating *rerating);

/* The rating of this line, if it differs; else NULL. */
const struct hk_rating *hk_rerating_find(const struct hk_rerating *rerating,
                                         unsigned board, int64_t player,
                                         int64_t partner);

/* Says what a line's rating has become: `after` where it would have been
 * `before`. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_rerating_set(struct hk_rerating *rerating,
                                            unsigned board, int64_t player,
                                            int64_t partner,
                                            const struct hk_rating *before,
                                            const struct hk_rating *after);

#endif
