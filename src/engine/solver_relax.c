/* Better bounds for long searches: what later columns can score at most. */
#include "engine/solver_search.h"

/*
 * From the last column back, each column is searched as if it were the first,
 * but with runs already open in every suit that need nothing more and no
 * condition to meet: whatever a real node has open there, it cannot do better.
 * The bounds of the columns behind make each of these searches short; one that
 * is not is given up, and the best that was proved until then does.
 */

/* Bounds are not worth more than this many nodes of a layer. */
enum { NODES_MAX = 500 };

/* The kind of open run that needs nothing more and can take anything. */
static unsigned whole_kind(const struct hk_search *search)
{
    unsigned whole = 0;
    for (unsigned i = 1; i <= search->kind_count; i++)
        if (search->kinds[i].cards == 0 && !search->kinds[i].joker)
            whole = i;
    return whole;
}

/* As many open runs as each suit can have before this column: every one has a
 * natural of the column before in it, or a joker used. */
static struct hk_node all_open(const struct hk_search *search, unsigned column,
                               unsigned jokers)
{
    struct hk_node node = {.rest = (uint32_t)jokers << HK_REST_JOKERS};
    unsigned whole = whole_kind(search);
    unsigned used = search->jokers - jokers;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned open = 0;
        unsigned runs = search->columns[column - 1].count[suit] + used;
        for (; runs > 0; runs--)
            open = open << 4 | whole;
        node.suits |= (uint64_t)open << 16 * suit;
    }
    return node;
}

/* What is sure before the search: the columns behind, and all of this one. */
static int32_t sure_bound(const struct hk_search *search, unsigned column,
                          unsigned jokers)
{
    const struct hk_column *here = &search->columns[column];
    int32_t naturals = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        naturals += here->count[suit] * here->natural;
    int32_t most = 0;
    for (unsigned used = 0; used <= jokers; used++) {
        int32_t score = search->relax[column + 1][jokers - used] +
                        (int32_t)used * here->joker;
        most = score > most ? score : most;
    }
    return most + naturals;
}

static void relax_column(struct hk_search *search, unsigned column,
                         unsigned jokers)
{
    const struct hk_node root = all_open(search, column, jokers);
    int32_t most = sure_bound(search, column, jokers);
    int32_t bound = most;
    search->relax[column][jokers] = most;
    for (int32_t under = 1; under < 64 * HK_SCORE_UNIT;
         under = 2 * under + HK_SCORE_UNIT) {
        int32_t lower = most - under;
        search->lower = lower;
        search->cut = false;
        hk_search_from(search, &root, column);
        if (search->cut)
            break;
        bound = search->lower;
        if (search->lower > lower)
            break;
    }
    search->relax[column][jokers] = bound;
}

void hk_search_relax(struct hk_search *search)
{
    const struct hk_solver_query *query = search->query;
    const struct hk_solver_query anything = hk_solver_query(
        query->limits, query->hand, query->aim);
    unsigned left_cap = search->left_cap;
    int32_t lower = search->lower;
    unsigned end = search->column_count;
    struct hk_column *last = &search->columns[end - 1];
    int32_t last_natural = last->natural;
    search->query = &anything;
    search->left_cap = 0;
    search->beam = 0;
    search->relaxing = true;
    search->layer_limit = NODES_MAX;
    if (last->high_aces)
        last->natural = 0;
    search->lane_column = HK_COLUMNS_MAX;
    for (unsigned jokers = 0; jokers <= search->jokers; jokers++) {
        search->relax[end][jokers] = 0;
        search->relax[0][jokers] = INT32_MAX / 2;
    }
    /* Before the first column there is nothing open. */
    for (unsigned column = end - 1; column > 0; column--)
        for (unsigned jokers = 0; jokers <= search->jokers; jokers++)
            relax_column(search, column, jokers);
    search->lane_column = HK_COLUMNS_MAX;
    last->natural = last_natural;
    search->query = query;
    search->left_cap = left_cap;
    search->lower = lower;
    search->layer_limit = 0;
    search->relaxing = false;
    search->relaxed = true;
}
