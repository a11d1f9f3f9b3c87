/* A second, slow and simple way to the solver's answers, for its tests. */
#ifndef HK_TESTS_SOLVER_BRUTE_H
#define HK_TESTS_SOLVER_BRUTE_H

#include "engine/solver.h"

enum { BRUTE_MELDS_MAX = 4096 };

/* A meld that the hand could lay; of several with the same cards (jokers in
 * other places) the one worth most. */
struct brute_meld {
    struct hk_cardset cards;
    int worth;
    bool run;
    uint8_t suit, rank; /* of a run, of a set */
};

struct brute_melds {
    struct brute_meld list[BRUTE_MELDS_MAX];
    unsigned count;
};

/* All melds of the hand. With `rules` (Hand) hk_meld_read() says what is one
 * and hk_meld_value() what it is worth; without, the limits (May I). */
void brute_find(const struct hk_rules *rules,
                const struct hk_meld_limits *limits,
                const struct hk_cardset *hand, struct brute_melds *ret_melds);

/* The best figures of any disjoint melds that meet the query. */
struct brute_best {
    bool found;
    int worth, left_points;
    unsigned long tried;
};

struct brute_best brute_solve(const struct brute_melds *melds,
                              const struct hk_solver_query *query);

/*
 * The same, for larger hands and queries without `needs_card` and
 * `worth_least`: card by card, from the ace up, with a memory of the cards left
 * to decide on. Not found (and `tried` 0) where that would take more than
 * BRUTE_STATES_MAX states.
 */
struct brute_best brute_solve_large(const struct brute_melds *melds,
                                    const struct hk_solver_query *query);

enum { BRUTE_STATES_MAX = 1 << 20 };

/* The best figures of a contract: points left, then cards left. */
struct brute_contract {
    bool found;
    int left_points;
    unsigned left_count;
    unsigned ways; /* by ends of runs and ranks of sets */
};

struct brute_contract brute_contract(const struct brute_melds *melds,
                                     const struct hk_contract_query *query);

/* What the cards count in the hand under these limits. */
int brute_points(const struct hk_meld_limits *limits,
                 const struct hk_cardset *cards);

/* Whether they say the same, to the last card. */
bool brute_same(const struct hk_solution *one, const struct hk_solution *other);

/* Takes the cards of the second out of the first; false (unchanged) where they
 * are not there. */
bool brute_take(struct hk_cardset *from, const struct hk_cardset *cards);

#endif
