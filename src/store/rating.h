/* A rating, as it is kept: how good a player is held to be, and how surely. */
#ifndef HK_STORE_RATING_H
#define HK_STORE_RATING_H

#include <stdbool.h>

/* The skill is taken to be normally distributed. */
struct hk_rating {
    double mu;    /* its mean */
    double sigma; /* its standard deviation */
};

/* Of whoever has not played yet. */
#define HK_RATING_MU 25.0
#define HK_RATING_SIGMA (25.0 / 3.0)
#define HK_RATING_START \
    ((struct hk_rating){.mu = HK_RATING_MU, .sigma = HK_RATING_SIGMA})

/* What leaderboards order by: the skill is above it in all likelihood. */
static inline double hk_rating_ordinal(const struct hk_rating *rating)
{
    return rating->mu - 3.0 * rating->sigma;
}

/* To the last bit. */
static inline bool hk_rating_same(const struct hk_rating *a,
                                  const struct hk_rating *b)
{
    return a->mu == b->mu && a->sigma == b->sigma;
}

#endif
