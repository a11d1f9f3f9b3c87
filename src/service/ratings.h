/* Ratings after a game, by Weng and Lin's Bayesian approximation of the
 * Plackett-Luce model. docs/ratings.md tells how it works. */
#ifndef HK_SERVICE_RATINGS_H
#define HK_SERVICE_RATINGS_H

#include "engine/rules.h"
#include "store/rating.h"

#define HK_RATED_MEMBERS_MAX 2

/* One who took part in a game: a player, or a team. */
struct hk_rated {
    unsigned place; /* lower is better; equal places tie */
    unsigned member_count;
    struct hk_rating members[HK_RATED_MEMBERS_MAX];
};

/*
 * Brings the ratings up to date after a game of these, at most HK_SEATS_MAX.
 * The same input gives the same bits on every machine with IEEE 754 doubles:
 * only + - * / and square roots are used.
 */
void hk_ratings_update(struct hk_rated *rated, unsigned count);

#endif
