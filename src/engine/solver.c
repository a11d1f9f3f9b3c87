/* The solver's questions, put to the search. */
#include "engine/solver.h"

#include <string.h>

#include "engine/require.h"
#include "engine/solver_search.h"

enum { CROSSING_MAX = 15, SLOTS_FIRST = 256 };

/* Nodes of a layer that go on at first: enough for most ordinary hands; the
 * most that a layer may have then, since more are made in vain; and those of a
 * layer from where it pays to look for better bounds. */
enum { BEAM = 48, LAYER_BEAM = 700, LAYER_MANY = 500 };

struct hk_solver_query hk_solver_query(const struct hk_meld_limits *limits,
                                       const struct hk_cardset *hand,
                                       enum hk_solver_aim aim)
{
    return (struct hk_solver_query){
        .limits = limits,
        .hand = hand,
        .aim = aim,
        .left_most = HK_SOLVER_CARDS_MAX,
        .needs_card = HK_NO_CARD,
    };
}

/* The next bytes of the workspace; what is asked for keeps it aligned. */
static void *take_bytes(char **memory, size_t *size, size_t bytes)
{
    void *taken = *memory;
    *memory += bytes;
    *size -= bytes;
    return taken;
}

/* Shares the workspace out between nodes and slots. */
static void take_workspace(struct hk_search *search,
                           const struct hk_solver *solver)
{
    HK_REQUIRE(solver->size >= HK_SOLVER_SIZE_LEAST);
    HK_REQUIRE((uintptr_t)solver->memory % sizeof(uint64_t) == 0);
    char *memory = solver->memory;
    size_t size = solver->size;
    search->outcomes = take_bytes(&memory, &size,
                                  HK_OUTCOMES_MAX * sizeof(struct hk_outcome));
    uint32_t slots = SLOTS_FIRST;
    while (slots * 2 * sizeof(struct hk_slot) <= size / 3)
        slots *= 2;
    search->slots = take_bytes(&memory, &size, slots * sizeof(struct hk_slot));
    search->slot_room = slots;
    search->slot_count = SLOTS_FIRST;
    memset(search->slots, 0, SLOTS_FIRST * sizeof(struct hk_slot));
    search->node_room = (uint32_t)(size / sizeof(struct hk_node));
    search->nodes = take_bytes(&memory, &size, size);
    search->node_count = 0;
    search->epoch = 0;
    search->lane_column = HK_COLUMNS_MAX;
}

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static struct hk_node first_node(const struct hk_search *search)
{
    unsigned left = least_of(search->idle, search->left_cap);
    return (struct hk_node){
        .rest = (uint32_t)search->jokers << HK_REST_JOKERS |
                (uint32_t)left << HK_REST_LEFT,
    };
}

/* How many naturals the suit has `back` columns before the cut. */
static unsigned count_before(const struct hk_search *search, unsigned suit,
                             unsigned back)
{
    return search->columns[search->column_count - back].count[suit];
}

/*
 * The runs that may cross the cut in this suit, by how many cards they have
 * before it (kinds 1 up to the least length, which says "or more"). Returns
 * how many ways; the first is none.
 */
static unsigned find_crossings(const struct hk_search *search, unsigned suit,
                               unsigned ret_open[CROSSING_MAX])
{
    unsigned kinds = search->limits->run_least;
    unsigned reach[3] = {kinds, 0, 0};
    /* How far back one run, and a second, can have come. */
    for (unsigned runs = 1; runs <= 2; runs++)
        while (reach[runs] < reach[runs - 1] &&
               count_before(search, suit, reach[runs] + 1) >= runs)
            reach[runs]++;
    unsigned count = 0;
    unsigned here = search->columns[0].count[suit];
    ret_open[count++] = 0;
    for (unsigned one = 1; here >= 1 && one <= reach[1]; one++) {
        ret_open[count++] = one;
        for (unsigned two = 1; here >= 2 && two <= least_of(one, reach[2]);
             two++)
            ret_open[count++] = one | two << 4;
    }
    return count;
}

/* Searches with every way to cross the cut from this suit on. */
static void search_crossings(struct hk_search *search, struct hk_node root,
                             unsigned suit)
{
    if (suit == HK_SUITS) {
        if (search->query->needs_run && root.suits != 0)
            root.rest |= 1u << HK_REST_RUN;
        hk_search_from(search, &root, 0);
        return;
    }
    unsigned open[CROSSING_MAX];
    unsigned count = find_crossings(search, suit, open);
    for (unsigned i = 0; i < count; i++) {
        struct hk_node next = root;
        next.suits |= (uint64_t)open[i] << 16 * suit;
        search_crossings(search, next, suit + 1);
    }
}

static void search_all(struct hk_search *search, unsigned beam)
{
    struct hk_node root = first_node(search);
    search->beam = beam;
    search->lane_column = HK_COLUMNS_MAX;
    search->cut = false;
    if (search->circle)
        search_crossings(search, root, 0);
    else
        hk_search_from(search, &root, 0);
}

/* Everything that scores above `lower`, unless a layer has more nodes than
 * the limit. */
static bool search_above(struct hk_search *search, int32_t lower,
                         uint32_t limit)
{
    search->lower = lower;
    search->layer_limit = limit;
    search_all(search, 0);
    search->layer_limit = 0;
    return !search->cut;
}

/*
 * A hand too great for the beam: looks for what comes within some points of
 * the most that could be, then within somewhat more, and so on. The closer,
 * the fewer nodes there are; what the beam found is the last resort.
 */
static void search_down(struct hk_search *search)
{
    struct hk_node root = first_node(search);
    int32_t known = search->lower;
    int32_t under = HK_SCORE_UNIT;
    for (;;) {
        int32_t lower = hk_search_bound(search, 0, &root) - under;
        if (lower < known)
            lower = known;
        uint32_t limit = search->relaxed ? 0 : LAYER_MANY;
        if (!search_above(search, lower, limit)) {
            if (search->lower > lower)
                known = search->lower;
            hk_search_relax(search);
            continue;
        }
        if (search->lower > lower || lower == known)
            return;
        under = under * 5 / 4 + HK_SCORE_UNIT;
    }
}

bool hk_solver_best(const struct hk_solver *solver,
                    const struct hk_solver_query *query,
                    struct hk_solution *ret_solution)
{
    struct hk_search search;
    hk_search_prepare(&search, query);
    if (query->needs_card < HK_NATURALS &&
        hk_cardset_count(&search.useful, query->needs_card) == 0)
        return false;
    take_workspace(&search, solver);
    search.target = NULL;
    search.relaxed = false;
    search.relaxing = false;
    search.layer_limit = LAYER_BEAM;
    search.solved = false;
    search.lower = -1;
    if (query->aim == HK_AIM_WORTH && query->worth_least > 0)
        search.lower = query->worth_least * HK_SCORE_UNIT - 1;
    search_all(&search, BEAM);
    if (search.cut)
        search_down(&search);
    if (!search.solved)
        return false;
    hk_build_solution(&search, ret_solution);
    return true;
}
