/* The rules' melds and points as numbers for the solver. */
#include "engine/solver.h"

/* 2 to 9 as printed, T J Q K 10. */
static uint8_t printed(unsigned rank)
{
    return (uint8_t)(rank < HK_TEN ? rank + 1 : 10);
}

void hk_meld_limits_hand(const struct hk_rules *rules,
                         struct hk_meld_limits *ret_limits)
{
    struct hk_meld_limits limits = {
        .run_least = 3, /* H6 */
        .run_most = (uint8_t)rules->run_max,
        .set_least = 3, /* H7 */
        .set_most = HK_SUITS,
        .jokers_most = (uint8_t)rules->max_jokers_per_meld, /* H8 */
        .worth_ace_low = (uint8_t)rules->ace_low_value,     /* H9 */
        .left_joker = (uint8_t)rules->joker_left,           /* H15 */
    };
    for (unsigned rank = 0; rank < HK_RANKS; rank++) {
        /* H9 H15: an ace is 11. */
        limits.worth[rank] = rank == HK_ACE ? 11 : printed(rank);
        limits.left[rank] = limits.worth[rank];
    }
    *ret_limits = limits;
}

void hk_meld_limits_may_i(bool ace_wrap, struct hk_meld_limits *ret_limits)
{
    struct hk_meld_limits limits = {
        .run_least = 4, /* M5 */
        .run_most = HK_RANKS,
        .set_least = 3, /* M4 */
        .set_most = 8,
        .set_repeats = true,
        .wraps = ace_wrap,
    };
    for (unsigned rank = 0; rank < HK_RANKS; rank++) {
        /* M12: A 15, K Q J T 10, 2 to 9 5. */
        uint8_t points = rank < HK_TEN ? 5 : 10;
        limits.left[rank] = rank == HK_ACE ? 15 : points;
        limits.worth[rank] = limits.left[rank];
    }
    limits.worth_ace_low = limits.worth[HK_ACE];
    *ret_limits = limits;
}
