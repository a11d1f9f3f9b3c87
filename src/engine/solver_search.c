/* The solver's search: layers of nodes, bounded from above and below. */
#include "engine/solver_search.h"

#include <string.h>

#include "engine/require.h"

int32_t hk_search_high_aces(const struct hk_search *search,
                            const struct hk_node *node, int32_t *ret_needy)
{
    const struct hk_column *last = &search->columns[search->column_count - 1];
    int32_t score = 0;
    int32_t needy = 0;
    for (unsigned suits = search->high_ace_suits; suits; suits &= suits - 1) {
        unsigned suit = (unsigned)__builtin_ctz(suits);
        int32_t aces = (int32_t)(last->count[suit] -
                                 hk_node_low_aces(node, suit)) *
                       search->high_ace[suit];
        score += aces;
        if (search->needy >> hk_card_make(suit, HK_ACE) & 1)
            needy += aces;
    }
    *ret_needy = needy;
    return score;
}

/* The least that is lost because cards have to stay in the hand. */
static int32_t kept_back(const struct hk_search *search, unsigned column,
                         const struct hk_node *node)
{
    unsigned left = hk_node_left(node);
    unsigned must = search->query->left_least;
    if (left >= must)
        return 0;
    int32_t least = search->least_ahead[column];
    if (hk_node_jokers(node) > 0 && search->joker_ahead[column] < least)
        least = search->joker_ahead[column];
    return least < INT32_MAX ? (int32_t)(must - left) * least : least;
}

int32_t hk_search_ahead(const struct hk_search *search, unsigned column,
                        unsigned jokers)
{
    if (search->relaxing)
        return search->relax[column][jokers];
    int32_t ahead = search->ahead[column] +
                    (int32_t)jokers * search->joker_ahead[column];
    if (search->relaxed && search->relax[column][jokers] < ahead)
        return search->relax[column][jokers];
    return ahead;
}

int32_t hk_search_bound(const struct hk_search *search, unsigned column,
                        const struct hk_node *node)
{
    int32_t jokers = (int32_t)hk_node_jokers(node);
    if (search->relaxing)
        return node->score + search->relax[column][jokers];
    int32_t aces = 0;
    int32_t needy = 0;
    if (column < search->column_count)
        aces = hk_search_high_aces(search, node, &needy);
    needy += search->needy_ahead[column];
    int32_t bound = node->score + search->ahead[column] + aces +
                    jokers * search->joker_ahead[column];
    /* Naturals that need a joker find only so many places beside one; the
     * others are cards that stay in the hand, too. */
    int32_t used = (int32_t)search->jokers - jokers;
    int32_t lost = needy - jokers * search->beside_ahead[column] -
                   used * search->beside_open[column];
    int32_t kept = kept_back(search, column, node);
    lost = kept > lost ? kept : lost;
    if (lost > 0)
        bound -= lost;
    if (!search->relaxed)
        return bound;
    int32_t relax = node->score + aces + search->relax[column][jokers];
    return relax < bound ? relax : bound;
}

static uint64_t hash_node(const struct hk_node *node)
{
    uint64_t mixed = node->suits ^ node->rest * UINT64_C(0xd6e8feb86659fd93);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 29) * UINT64_C(0xca4bcaa75ec3f625);
    return mixed ^ mixed >> 32;
}

/* The slot of a node like this one, or the free one where it belongs. */
static struct hk_slot *find_slot(const struct hk_search *search,
                                 const struct hk_node *node)
{
    uint32_t mask = search->slot_count - 1;
    for (uint32_t i = (uint32_t)hash_node(node);; i++) {
        struct hk_slot *slot = &search->slots[i & mask];
        if (slot->epoch != search->epoch)
            return slot;
        const struct hk_node *other = &search->nodes[slot->node];
        if (other->suits == node->suits && other->rest == node->rest)
            return slot;
    }
}

static void place_node(struct hk_search *search, struct hk_slot *slot,
                       uint32_t index)
{
    slot->epoch = search->epoch;
    slot->node = index;
}

/* Begins with few slots, so that a small search has little to clear. */
static void grow_slots(struct hk_search *search)
{
    search->slot_count *= 4;
    if (search->slot_count > search->slot_room)
        search->slot_count = search->slot_room;
    memset(search->slots, 0, search->slot_count * sizeof(search->slots[0]));
    for (uint32_t i = search->layer_begin; i < search->node_count; i++)
        place_node(search, find_slot(search, &search->nodes[i]), i);
}

/* Whether the layer can take one more node. */
static bool make_room(struct hk_search *search)
{
    uint32_t layer = search->node_count - search->layer_begin;
    if (layer == search->layer_room)
        return false;
    if (layer + layer / 4 < search->slot_count - search->slot_count / 8)
        return true;
    if (search->slot_count == search->slot_room)
        return false;
    grow_slots(search);
    return true;
}

/* Slots go by the lower half of the hash. */
static bool in_part(const struct hk_search *search, const struct hk_node *child)
{
    uint32_t hash = (uint32_t)(hash_node(child) >> 32);
    return (hash & (search->parts - 1)) == search->part;
}

static void add_to_layer(struct hk_search *search, const struct hk_node *child)
{
    if (search->parts > 1 && !in_part(search, child))
        return;
    struct hk_slot *slot = find_slot(search, child);
    if (slot->epoch == search->epoch) {
        struct hk_node *known = &search->nodes[slot->node];
        if (child->score > known->score)
            *known = *child;
        return;
    }
    if (!make_room(search)) {
        search->full = true;
        return;
    }
    search->nodes[search->node_count] = *child;
    place_node(search, find_slot(search, child), search->node_count);
    search->node_count++;
}

static void compare_target(struct hk_search *search,
                           const struct hk_node *child,
                           const struct hk_choice *choice)
{
    const struct hk_node *target = search->target;
    if (search->found || child->suits != target->suits ||
        child->rest != target->rest || child->score != target->score)
        return;
    search->found = true;
    search->choice = *choice;
}

void hk_search_child(struct hk_search *search, unsigned column,
                     const struct hk_node *child,
                     const struct hk_choice *choice)
{
    if (search->target)
        compare_target(search, child, choice);
    else if (hk_search_bound(search, column + 1, child) > search->lower)
        add_to_layer(search, child);
}

/*
 * Round the circle each run taken for granted at its beginning must be there
 * at its end, at least as long as it was said to be. Kinds rise with the
 * length, so the shortest go on: those before them must need nothing more.
 */
static bool circle_closes(const struct hk_search *search,
                          const struct hk_node *node)
{
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned claimed = hk_node_open(&search->nodes[0], suit);
        unsigned open = hk_node_open(node, suit);
        for (; hk_open_count(open) > hk_open_count(claimed); open >>= 4)
            if (search->kinds[open & 15].cards > 0)
                return false;
        for (; claimed != 0; claimed >>= 4, open >>= 4)
            if ((open & 15) < (claimed & 15))
                return false;
    }
    return true;
}

static bool meets_query(const struct hk_search *search,
                        const struct hk_node *node)
{
    const struct hk_solver_query *query = search->query;
    unsigned jokers = hk_node_jokers(node);
    unsigned left = hk_node_left(node) + jokers;
    if (left < query->left_least || left > query->left_most)
        return false;
    if (query->needs_run && !(node->rest >> HK_REST_RUN & 1))
        return false;
    if (query->needs_card == HK_JOKER && jokers == search->jokers)
        return false;
    return !search->circle || circle_closes(search, node);
}

/* Keeps the nodes that led to a better end. */
static void keep_best(struct hk_search *search, uint32_t index)
{
    search->solved = true;
    search->lower = search->nodes[index].score;
    for (unsigned column = search->column_count;; column--) {
        search->best[column] = search->nodes[index];
        if (column == 0)
            return;
        index = search->nodes[index].parent;
    }
}

/* Whether the layer has a node as good where the suit has, beside these open
 * runs, one of one of these kinds. */
static bool is_beaten_with(const struct hk_search *search,
                           const struct hk_node *node, unsigned suit,
                           unsigned open, unsigned kinds)
{
    struct hk_node better = *node;
    uint64_t others = node->suits & ~(UINT64_C(0xffff) << 16 * suit);
    for (; kinds != 0; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctz(kinds);
        uint64_t with = hk_open_add(open, kind);
        better.suits = others | with << 16 * suit;
        const struct hk_slot *slot = find_slot(search, &better);
        if (slot->epoch == search->epoch &&
            search->nodes[slot->node].score >= node->score)
            return true;
    }
    return false;
}

/* Whether there is a node as good with an open run that needs less, or with
 * one more that needs nothing. */
static bool is_beaten(const struct hk_search *search,
                      const struct hk_node *node)
{
    enum { FULL = 4 * (HK_OPEN_MAX - 1) };
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned open = hk_node_open(node, suit);
        if (open >> FULL == 0 &&
            is_beaten_with(search, node, suit, open, search->whole))
            return true;
        for (unsigned at = 0; open >> at != 0; at += 4) {
            unsigned below = (1u << at) - 1;
            unsigned others = (open & below) | (open >> 4 & ~below);
            unsigned better = search->kinds[open >> at & 15].better;
            if (is_beaten_with(search, node, suit, others, better))
                return true;
        }
    }
    return false;
}

/* Takes out of the layer what is no better than something else in it. */
static void thin_out(struct hk_search *search)
{
    enum { WORTH_WHILE = 32 };
    uint32_t begin = search->layer_begin;
    if (search->node_count - begin < WORTH_WHILE)
        return;
    /* Beaten nodes stay to beat others. */
    for (uint32_t i = begin; i < search->node_count; i++)
        search->nodes[i].beaten = is_beaten(search, &search->nodes[i]);
    uint32_t kept = begin;
    for (uint32_t i = begin; i < search->node_count; i++)
        if (!search->nodes[i].beaten)
            search->nodes[kept++] = search->nodes[i];
    search->node_count = kept;
}

/* How well a node looks: what it could come to, less a share of what its open
 * runs still need. */
static int32_t promise(const struct hk_search *search, unsigned column,
                       const struct hk_node *node)
{
    int32_t needs = 0;
    for (uint64_t open = node->suits; open != 0; open >>= 4)
        needs += search->kinds[open & 15].cards;
    return hk_search_bound(search, column, node) - needs * (HK_SCORE_UNIT / 2);
}

/* A promise that about `beam` nodes of the layer reach. */
static int32_t beam_promise(const struct hk_search *search, unsigned column)
{
    int32_t low = INT32_MAX;
    int32_t high = INT32_MIN;
    for (uint32_t i = search->layer_begin; i < search->node_count; i++) {
        int32_t value = promise(search, column, &search->nodes[i]);
        search->nodes[i].beaten = (uint32_t)value;
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        unsigned reach = 0;
        for (uint32_t i = search->layer_begin; i < search->node_count; i++)
            reach += (int32_t)search->nodes[i].beaten > middle;
        if (reach >= search->beam)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Leaves the layer only its most promising nodes. */
static void narrow(struct hk_search *search, unsigned column)
{
    if (search->beam == 0 ||
        search->node_count - search->layer_begin <= search->beam)
        return;
    search->cut = true;
    int32_t least = beam_promise(search, column);
    uint32_t kept = search->layer_begin;
    for (uint32_t i = search->layer_begin;
         i < search->node_count && kept - search->layer_begin < search->beam;
         i++)
        if ((int32_t)search->nodes[i].beaten >= least)
            search->nodes[kept++] = search->nodes[i];
    search->node_count = kept;
}

/* How many nodes the next layer may have: most of the room, but so that those
 * after it have some. */
static uint32_t layer_room(const struct hk_search *search, unsigned column)
{
    enum { LAYER_LEAST = 32 };
    uint32_t layers = search->column_count - column;
    uint32_t room = search->node_room - search->node_count;
    uint32_t kept = room / 8;
    if (kept < layers * LAYER_LEAST)
        kept = layers * LAYER_LEAST;
    return kept < room / 2 ? room - kept : room / layers;
}

/* Makes the children of nodes; false where there are too many. */
static bool fill_layer(struct hk_search *search, unsigned column,
                       uint32_t begin, uint32_t end)
{
    search->layer_begin = search->node_count;
    search->layer_room = layer_room(search, column);
    if (search->layer_limit > 0 && search->layer_room > search->layer_limit)
        search->layer_room = search->layer_limit;
    search->epoch++;
    search->full = false;
    for (uint32_t i = begin; i < end && !search->full; i++)
        if (hk_search_bound(search, column, &search->nodes[i]) > search->lower)
            hk_step_expand(search, column, &search->nodes[i], i);
    return !search->full;
}

static void search_layer(struct hk_search *search, unsigned column,
                         uint32_t begin, uint32_t end);

/* Searches on with a part of the children of these nodes: those whose hash is
 * `part` modulo `parts`, in two parts where there are too many at once. */
static void search_part(struct hk_search *search, unsigned column,
                        uint32_t begin, uint32_t end, uint32_t part,
                        uint32_t parts)
{
    uint32_t layer = search->node_count;
    search->part = part;
    search->parts = parts;
    bool whole = fill_layer(search, column, begin, end);
    search->cut |= !whole && (search->beam > 0 || search->layer_limit > 0);
    if (whole || search->beam > 0) {
        if (search->beam == 0)
            thin_out(search);
        narrow(search, column + 1);
        search_layer(search, column + 1, layer, search->node_count);
    }
    search->node_count = layer;
    if (whole || search->cut)
        return;
    HK_REQUIRE(parts < UINT32_C(1) << 31);
    search_part(search, column, begin, end, part, parts * 2);
    search_part(search, column, begin, end, part + parts, parts * 2);
}

/* All nodes from `begin` to `end` stand before this column. */
static void search_layer(struct hk_search *search, unsigned column,
                         uint32_t begin, uint32_t end)
{
    if (column < search->column_count) {
        search_part(search, column, begin, end, 0, 1);
        return;
    }
    for (uint32_t i = begin; i < end; i++) {
        if (search->nodes[i].score <= search->lower)
            continue;
        if (search->relaxing)
            search->lower = search->nodes[i].score;
        else if (meets_query(search, &search->nodes[i]))
            keep_best(search, i);
    }
}

void hk_search_from(struct hk_search *search, const struct hk_node *root,
                    unsigned column)
{
    search->nodes[0] = *root;
    search->node_count = 1;
    search_layer(search, column, 0, 1);
}
