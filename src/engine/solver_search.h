/*
 * Inside the solver: a search rank by rank. Not for other modules.
 *
 * The cards are taken in columns, one for each place a card can have in a run:
 * fourteen from the ace low to the ace high, or where runs wrap thirteen, from
 * wherever the circle is cut. A node is what matters of everything done in the
 * columns before: the runs still open in each suit, the aces used low, the
 * jokers and cards left. Nodes that agree in this are one (the best score
 * stays), so the number of nodes is bounded by the cards, not by the ways to
 * combine them.
 *
 * What need not be tried, because something as good is:
 *  - a run that ends where another of its suit begins: they are joined. So the
 *    length of a run has no upper bound here; what is too long is cut when
 *    the melds are made, for the same points.
 *  - a joker at the low end of a run that could have it at the high end: there
 *    it stands for a card that is worth no less. Only a low ace, and runs up
 *    to the ace high, have one there.
 *  - a natural card left over that would have continued a run.
 *  - of the naturals of a rank that go into no run, any sets but the largest.
 *
 * How long it can take: a suit has at most two natural cards in a column, so
 * without jokers its open runs are one of 10 multisets of up to two (15 where
 * runs have at least four cards), and a column ends with at most 10^4 nodes (4
 * suits), each with at most 3^4 ways on; forty cards fill no more than five
 * such columns. Two jokers multiply the nodes by up to some thirty. That is
 * the worst without bounds; with them (hk_search_bound(), hk_search_relax())
 * hands that were bred to be slow make some 10^5 nodes in all. Where wraps are
 * allowed all this happens once for each way in which runs can cross the cut:
 * once if some rank is missing, 5 times for each single card at the cut.
 */
#ifndef HK_ENGINE_SOLVER_SEARCH_H
#define HK_ENGINE_SOLVER_SEARCH_H

#include "engine/solver.h"

enum {
    HK_COLUMNS_MAX = 14,
    HK_OPEN_MAX = 4,   /* of a suit in a column: two naturals, two jokers */
    HK_KINDS_MAX = 10, /* of open runs */
    HK_JOKERS_MAX = 2,
    HK_LOOSE_CODES = 81, /* naturals of one rank, base 3: S + 3H + 9D + 27C */
    HK_NO_COVER = 255,
    HK_LANES_MAX = 160,
    HK_LANE_SLOTS = 256,    /* a power of two, more than lanes */
    HK_LANE_OUTCOMES = 128, /* more than one lane can have: fates of 4 runs */
    HK_OUTCOMES_MAX = 2048,
    HK_SCORE_UNIT = 4096 /* of the second figure in one of the first */
};

/* Naturals of one rank as a number: its base 3 digits are how many of S H D C
 * there are. */
static const uint8_t hk_code_digit[HK_SUITS] = {1, 3, 9, 27};

/* One node. `suits` has 16 bits a suit, S lowest: the kinds of its open runs
 * in falling order, 4 bits each. `rest`: see the accessors below. */
struct hk_node {
    uint64_t suits;
    uint32_t rest;
    int32_t score;
    uint32_t parent;
    uint32_t beaten; /* by another of its layer */
};

enum {
    HK_REST_JOKERS = 8, /* below: aces used low, 2 bits a suit */
    HK_REST_LEFT = 10,
    HK_REST_RUN = 16
};

static inline unsigned hk_node_low_aces(const struct hk_node *node,
                                        unsigned suit)
{
    return node->rest >> 2 * suit & 3;
}

static inline unsigned hk_node_jokers(const struct hk_node *node)
{
    return node->rest >> HK_REST_JOKERS & 3;
}

/* The open runs of a suit, 4 bits each in falling order. */
static inline unsigned hk_node_open(const struct hk_node *node, unsigned suit)
{
    return (unsigned)(node->suits >> 16 * suit & 0xffff);
}

/* Adds a kind to the open runs of a suit. */
static inline unsigned hk_open_add(unsigned open, unsigned kind)
{
    unsigned below = 0;
    while ((open >> below & 15) > kind)
        below += 4;
    unsigned mask = (1u << below) - 1;
    return (open & mask) | kind << below | (open & ~mask) << 4;
}

static inline unsigned hk_open_count(unsigned open)
{
    unsigned count = 0;
    for (; open != 0; open >>= 4)
        count++;
    return count;
}

/* Cards left so far, counted up to the search's left_cap. */
static inline unsigned hk_node_left(const struct hk_node *node)
{
    return node->rest >> HK_REST_LEFT & 63;
}

/* An open run, by what it still needs. Kind 0 is none. */
struct hk_open_kind {
    uint8_t naturals; /* still needed at least (H8) */
    uint8_t cards;    /* still needed at least */
    bool joker;       /* holds all the jokers it may; kept only if it matters */
    uint8_t after_natural, after_joker; /* 0: cannot be */
    uint16_t better; /* bit k: kind k can all this one can; bit 0: none */
};

struct hk_column {
    uint8_t rank;
    uint8_t count[HK_SUITS];
    bool sets;       /* no sets of aces in the low column */
    bool high_aces;  /* less the aces used low */
    int32_t natural; /* score of one, in a run or a set */
    int32_t joker;
    uint8_t gaps_after[HK_SUITS]; /* later places without a natural */
};

enum hk_fate { HK_FATE_NATURAL, HK_FATE_JOKER, HK_FATE_END };

/* In `fates`: two bits of enum hk_fate for each open run in the order of the
 * node, and how many runs were begun by a natural and by a joker. */
enum { HK_FATES_NATURALS = 8, HK_FATES_JOKERS = 10 };

/* What can become of a suit in a column. */
struct hk_outcome {
    uint16_t next; /* its open runs then */
    uint16_t fates;
    uint8_t loose;   /* naturals in no run */
    uint8_t jokers;  /* used */
    uint8_t deficit; /* later cards of open runs that only jokers can be */
    bool growable;   /* a loose natural would have continued a run */
    int32_t score;
};

/* All that can become of a suit with these open runs and low aces used. */
struct hk_lane {
    uint32_t key;
    uint16_t first, count; /* outcomes */
    uint8_t suit;
};

/* What was done in one column. */
struct hk_choice {
    uint16_t fates[HK_SUITS];
    uint8_t set_code; /* naturals in sets, base 3 */
    uint8_t set_jokers;
};

struct hk_slot {
    uint32_t epoch, node;
};

struct hk_search {
    const struct hk_solver_query *query;
    const struct hk_meld_limits *limits;
    struct hk_cardset useful;   /* naturals that can be in a meld at all */
    uint64_t needy;             /* those that can only be with a joker */
    unsigned high_ace_suits;    /* where it can be in a meld but low; none
                                   in a circle */
    int32_t high_ace[HK_SUITS]; /* its score there, else 0 */
    unsigned size;              /* of the whole hand */
    unsigned jokers;            /* that may be used */
    unsigned joker_places;      /* where one might be, in a straight line */
    unsigned idle;              /* cards that cannot be melded */
    unsigned left_cap;
    bool circle;

    unsigned column_count;
    struct hk_column columns[HK_COLUMNS_MAX];
    /* What this column and later ones can score at most: naturals; of these
     * the ones that need a joker beside them; a joker; naturals beside a joker
     * to come, and beside one in an open run. */
    int32_t ahead[HK_COLUMNS_MAX + 1];
    int32_t needy_ahead[HK_COLUMNS_MAX + 1];
    int32_t joker_ahead[HK_COLUMNS_MAX + 1];
    int32_t beside_ahead[HK_COLUMNS_MAX + 1];
    int32_t beside_open[HK_COLUMNS_MAX + 1];
    int32_t least_ahead[HK_COLUMNS_MAX + 1]; /* the least natural */
    unsigned kind_count;
    struct hk_open_kind kinds[HK_KINDS_MAX];
    uint8_t begun_natural, begun_joker; /* kinds */
    uint16_t whole;                     /* bit k: kind k needs nothing more */
    /* Whether naturals and so many jokers can be sets, and the largest part
     * of given naturals that can; HK_NO_COVER where none can. */
    bool sets_of[HK_JOKERS_MAX + 1][HK_LOOSE_CODES];
    uint8_t cover[HK_JOKERS_MAX + 1][HK_LOOSE_CODES];
    uint8_t code_size[HK_LOOSE_CODES];
    uint8_t code_suits[HK_LOOSE_CODES]; /* bits of suits */

    /* The workspace. */
    struct hk_node *nodes;
    struct hk_slot *slots;
    uint32_t node_room, slot_room;
    uint32_t slot_count; /* in use: a power of two */
    uint32_t node_count, layer_begin;
    uint32_t epoch;

    /* Of the naturals in no run of the first suits of a column, in base 3, how
     * many can still come into sets whatever the other suits do; by jokers and
     * how many suits. */
    uint8_t coverable[HK_JOKERS_MAX + 1][HK_SUITS][HK_LOOSE_CODES];

    /* Lanes of a column that were needed before, found by a hash. */
    unsigned lane_column, lane_count, outcome_count;
    uint8_t lane_slots[HK_LANE_SLOTS]; /* 1 + the lane */
    struct hk_lane lanes[HK_LANES_MAX];
    struct hk_outcome *outcomes;

    unsigned beam;        /* nodes of a layer that go on; 0: all */
    uint32_t layer_limit; /* a search that needs more is given up; 0: none */
    bool cut; /* the beam left nodes out, or the search was given up */
    uint32_t layer_room;
    bool full;            /* the layer is */
    uint32_t part, parts; /* only children whose hash is `part` modulo this */
    const struct hk_node *target; /* a child to be found; else NULL */
    struct hk_choice choice;      /* that made it */
    bool found;

    /* After hk_search_relax(): what columns from this one on can score at most
     * with so many jokers, high aces apart. */
    bool relaxed;
    bool relaxing; /* making them: open runs for nothing, no conditions */
    int32_t relax[HK_COLUMNS_MAX + 1][HK_JOKERS_MAX + 1];

    int32_t lower; /* only a score above is looked for */
    bool solved;
    struct hk_node best[HK_COLUMNS_MAX + 1]; /* the nodes of the best melds */
};

/* Prepares columns, kinds and covers; `circle` by the query's limits, cut
 * where fewest runs can cross. */
void hk_search_prepare(struct hk_search *search,
                       const struct hk_solver_query *query);

/* Finds better bounds, for a search that would be long. */
void hk_search_relax(struct hk_search *search);

/* Searches from this node before `column`; keeps what is better than `lower`,
 * with the nodes of the way there from column 0. */
void hk_search_from(struct hk_search *search, const struct hk_node *root,
                    unsigned column);

/* Prepares what hk_step_expand() needs to know of the column. */
void hk_step_enter(struct hk_search *search, unsigned column);

/* What can become of the node's suits in this column. Good until the next
 * call. */
void hk_lane_find(struct hk_search *search, unsigned column,
                  const struct hk_node *node,
                  struct hk_lane ret_lanes[HK_SUITS]);

/* Makes the children of a node and hands each to hk_search_child(). */
void hk_step_expand(struct hk_search *search, unsigned column,
                    const struct hk_node *node, uint32_t parent);

/* Takes a child made in `column` into the next layer, if it is any good. */
void hk_search_child(struct hk_search *search, unsigned column,
                     const struct hk_node *child,
                     const struct hk_choice *choice);

/* What columns from this one on can score at most with so many jokers, high
 * aces apart. */
int32_t hk_search_ahead(const struct hk_search *search, unsigned column,
                        unsigned jokers);

/* What the aces not used low can score where they are high, and of this what
 * those that need a joker can. */
int32_t hk_search_high_aces(const struct hk_search *search,
                            const struct hk_node *node, int32_t *ret_needy);

/* The most that a node before `column` can come to. */
int32_t hk_search_bound(const struct hk_search *search, unsigned column,
                        const struct hk_node *node);

/* The melds of the best nodes. */
void hk_build_solution(struct hk_search *search,
                       struct hk_solution *ret_solution);

#endif
