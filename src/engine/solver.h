/* Exact answers to "which melds can be made of these cards?". */
#ifndef HK_ENGINE_SOLVER_H
#define HK_ENGINE_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/card.h"
#include "engine/cardset.h"
#include "engine/rules.h"

/*
 * Bounds. HK_SOLVER_CARDS_MAX counts all cards, jokers too (a cardset holds at
 * most two of them). HK_SOLVER_SIZE is the workspace that the benchmark is
 * timed with: more does not help; with less, down to HK_SOLVER_SIZE_LEAST, the
 * answers are as good and only hostile hands take longer.
 */
enum {
    HK_SOLVER_CARDS_MAX = 40,
    HK_SOLVER_MELDS_MAX = 13, /* forty cards in threes */
    HK_SOLVER_SIZE = 4 << 20,
    HK_SOLVER_SIZE_LEAST = 1 << 16,
    HK_CONTRACT_SETS_MAX = 3, /* M3 */
    HK_CONTRACT_RUNS_MAX = 2, /* M3 */
    HK_CONTRACT_WAYS_MAX = 64
};

/*
 * What a meld is and what cards count, apart from any variant. A card counts
 * at most HK_SOLVER_POINTS_MAX points; from 2 to K and the ace high `worth`
 * does not fall. The solver knows runs of at least 3 or 4 cards. Where runs
 * wrap or suits repeat in a set no joker is melded.
 */
struct hk_meld_limits {
    uint8_t run_least, run_most; /* H6 M5 */
    uint8_t set_least, set_most; /* H7 M4 */
    uint8_t jokers_most;         /* H8: in one meld, 0 to 2 */
    bool set_repeats;            /* M4: a set may hold a card twice */
    bool wraps;                  /* M5: the ace joins king and 2 */
    uint8_t worth[HK_RANKS];     /* H9: of a card in a meld */
    uint8_t worth_ace_low;       /* H9: at the low end; at most worth[0] */
    uint8_t left[HK_RANKS];      /* H15 M12: of a card in the hand */
    uint8_t left_joker;          /* H15 */
};

enum { HK_SOLVER_POINTS_MAX = 50 };

/* H6 H7 H8 H9 H15, under these rules. */
void hk_meld_limits_hand(const struct hk_rules *rules,
                         struct hk_meld_limits *ret_limits);

/* M4 M5 M12; a card is worth in a meld what it counts in the hand. */
void hk_meld_limits_may_i(bool ace_wrap, struct hk_meld_limits *ret_limits);

/* Room to work in: `memory` aligned for uint64_t, `size` bytes, at least
 * HK_SOLVER_SIZE_LEAST. Needs no preparation, is left dirty, and must not be
 * shared by two threads at a time. */
struct hk_solver {
    void *memory;
    size_t size;
};

/* What is wanted first; the other decides between equals. */
enum hk_solver_aim {
    HK_AIM_WORTH, /* melds worth the most (H9), then fewest points left */
    HK_AIM_LEFT   /* fewest points left (H15 M12), then melds worth most */
};

/* Begin with hk_solver_query() and set what differs. */
struct hk_solver_query {
    const struct hk_meld_limits *limits;
    const struct hk_cardset *hand;
    enum hk_solver_aim aim;
    uint8_t left_least;  /* cards that must stay in the hand; 0 */
    uint8_t left_most;   /* cards that may; HK_SOLVER_CARDS_MAX */
    hk_card needs_card;  /* one card of this kind must be melded; HK_NO_CARD */
    bool needs_run;      /* H9 opening_needs_run; false */
    int16_t worth_least; /* H9: only melds worth this or more will do; 0.
                            With HK_AIM_WORTH only */
};

/* Melds, one after another in `cards`: runs by suit (S H D C) and then low
 * end, each low to high; then sets by rank, each S H D C with jokers last. */
struct hk_solution {
    int16_t worth;       /* of the melds */
    int16_t left_points; /* of the cards left */
    uint8_t left_count;
    uint8_t meld_count;
    uint8_t lengths[HK_SOLVER_MELDS_MAX];
    hk_card cards[HK_SOLVER_CARDS_MAX];
};

/* (a) and (b) as they stand: any number of cards left, no condition. */
struct hk_solver_query hk_solver_query(const struct hk_meld_limits *limits,
                                       const struct hk_cardset *hand,
                                       enum hk_solver_aim aim);

/*
 * The best melds of disjoint cards of the hand that meet the query's
 * conditions; no meld at all (meld_count 0) is an answer where it meets them.
 * False, and ret_solution unchanged, where nothing does.
 *
 * An opening of H9 is HK_AIM_WORTH with worth_least the figure to reach (at
 * least 1), left_least 1 where H13 wants a discard, needs_run as the option
 * says, and needs_card where a drawn card must be in it (H5).
 *
 * Exact whatever the size of the workspace. The same query with the same size
 * has the same answer; which of melds that are equal in worth and in points
 * left it is, is fixed but not specified. The hand holds at most
 * HK_SOLVER_CARDS_MAX cards.
 */
bool hk_solver_best(const struct hk_solver *solver,
                    const struct hk_solver_query *query,
                    struct hk_solution *ret_solution);

/* M3 M7: so many sets of different ranks and runs of different suits. Begin
 * with hk_contract_query() and set what differs. */
struct hk_contract_query {
    const struct hk_meld_limits *limits; /* without jokers */
    const struct hk_cardset *hand;
    uint8_t sets, runs;
    uint8_t left_least;  /* cards that must stay in the hand; 0 */
    uint8_t left_most;   /* cards that may; HK_SOLVER_CARDS_MAX */
    uint64_t single_may; /* M9: bit c: where one card stays it may be of kind
                            c; all */
};

struct hk_contract_query hk_contract_query(const struct hk_meld_limits *limits,
                                           const struct hk_cardset *hand,
                                           unsigned sets, unsigned runs);

/*
 * The way to lay exactly the contract that leaves the fewest points, of these
 * the one that leaves the fewest cards, of these the first in the order S H D
 * C, A … K. False, and ret_solution unchanged, where the contract cannot be
 * laid. At most HK_SOLVER_CARDS_MAX cards.
 */
bool hk_contract_best(const struct hk_contract_query *query,
                      struct hk_solution *ret_solution);

/*
 * The ways to lay the contract, best first in the order of
 * hk_contract_best(), at most `most` of them (up to HK_CONTRACT_WAYS_MAX).
 * Ways differ in the ends of a run or in the rank of a set; each set is as
 * long as the runs and what must stay in the hand allow. Returns how many.
 */
unsigned hk_contract_ways(const struct hk_contract_query *query, unsigned most,
                          struct hk_solution *ret_solutions);

#endif
