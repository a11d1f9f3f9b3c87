/* Cheap chance for self-play: the same seed, the same numbers everywhere. */
#ifndef HK_BENCH_DICE_H
#define HK_BENCH_DICE_H

#include <stdint.h>

/* splitmix64; `rolls` counts what was drawn of it. */
struct dice {
    uint64_t state;
    uint64_t rolls;
};

static inline uint64_t dice_next(struct dice *dice)
{
    uint64_t mixed = dice->state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    dice->rolls++;
    return mixed ^ (mixed >> 31);
}

/* 0 to bound - 1; the few parts in 2^32 by which some are likelier do not
 * matter here. */
static inline unsigned dice_below(struct dice *dice, unsigned bound)
{
    return (unsigned)((dice_next(dice) >> 32) * bound >> 32);
}

#endif
