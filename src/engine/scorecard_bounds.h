/* D13: how many cards the seats of a told round can hold, and which sums. */
#ifndef HK_ENGINE_SCORECARD_BOUNDS_H
#define HK_ENGINE_SCORECARD_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/scorecard.h"
#include "engine/sums.h"

/* How many cards a seat can hold: least, least + step … most; or `other`. */
struct hk_count_bounds {
    int least, most, step;
    int other; /* 0: none */
    int aside; /* cards that it has surely laid or discarded */
};

struct hk_bounds {
    const struct hk_rules *rules;
    struct hk_count_bounds seats[HK_SEATS_MAX];
    int owned[HK_SEATS_MAX];      /* the fewest cards that are the seat's: held,
                                     laid or discarded last */
    hk_points held[HK_SEATS_MAX]; /* as told, undoubled; 0 where not told */
    uint8_t by_points;            /* bits: points told, and no cards */
    unsigned jokers;              /* that no seat has named */
    struct hk_sums sums;          /* of the natural cards likewise */
};

/* Of a round whose named cards the packs hold. */
void hk_bounds_init(struct hk_bounds *ret_bounds, const struct hk_rules *rules,
                    unsigned round, const struct hk_told_round *told);

bool hk_bounds_allow(const struct hk_count_bounds *seat, int64_t count);

/* What these seats (bits of by_points) hold together. */
int64_t hk_bounds_points(const struct hk_bounds *bounds, unsigned group);

/*
 * Whether the cards that are left can make the points of these seats: exact for
 * one seat; for several no more than that each part of the group has cards
 * enough for its sum, with the jokers dealt out in the best way, so that it
 * never refuses what can be.
 */
bool hk_bounds_make(const struct hk_bounds *bounds, unsigned group);

/* The least and greatest sums that these seats can hold together. */
void hk_bounds_range(const struct hk_bounds *bounds, unsigned group,
                     int64_t *ret_least, int64_t *ret_greatest);

#endif
