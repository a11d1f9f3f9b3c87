/* M3 M7: whether and how a May I contract can be laid. */
#include "engine/solver.h"

#include "engine/require.h"

/*
 * The runs come first: each run of the hand, with each run of another suit.
 * Then the sets, of ranks that have enough cards left, each with all of them;
 * where cards have to stay in the hand, the sets' cheapest spare cards do.
 * Nothing else needs to be tried: a rank's cards all count the same, and
 * shorter runs are runs of their own.
 */

enum { PLACES = HK_RANKS + 1, SET_CARDS_MAX = 2 * HK_SUITS };

/* Places count on from the low end, past the king. */
struct run {
    uint8_t suit, low, length;
};

struct way {
    int16_t points; /* left in the hand */
    uint8_t left;   /* cards */
    struct run runs[HK_CONTRACT_RUNS_MAX];
    uint8_t ranks[HK_CONTRACT_SETS_MAX];
    /* Cards kept out of each set, and which one if it is the only card left,
     * else HK_NO_CARD. */
    uint8_t kept[HK_CONTRACT_SETS_MAX];
    hk_card single;
};

/* The best ways so far, and the one being made. */
struct ways {
    const struct hk_contract_query *query;
    unsigned most, count;
    struct way list[HK_CONTRACT_WAYS_MAX];
    struct way way;
    struct hk_cardset left; /* of the hand */
};

struct hk_contract_query hk_contract_query(const struct hk_meld_limits *limits,
                                           const struct hk_cardset *hand,
                                           unsigned sets, unsigned runs)
{
    return (struct hk_contract_query){
        .limits = limits,
        .hand = hand,
        .sets = (uint8_t)sets,
        .runs = (uint8_t)runs,
        .left_most = HK_SOLVER_CARDS_MAX,
        .single_may = UINT64_MAX,
    };
}

static int16_t card_points(const struct hk_meld_limits *limits, hk_card card)
{
    if (card == HK_JOKER)
        return limits->left_joker;
    return limits->left[hk_card_rank(card)];
}

static unsigned rank_count(const struct hk_cardset *cards, unsigned rank)
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        count += hk_cardset_count(cards, hk_card_make(suit, rank));
    return count;
}

static hk_card run_card(const struct run *run, unsigned i)
{
    return hk_card_make(run->suit, (run->low + i) % HK_RANKS);
}

/* How many cards of a set could stay in the hand. */
static unsigned spare_count(const struct ways *ways, unsigned set)
{
    return rank_count(&ways->left, ways->way.ranks[set]) -
           ways->query->limits->set_least;
}

/* Keeps so many spare cards in the hand, the cheapest first; false where there
 * are not so many. */
static bool keep_cards(const struct ways *ways, struct way *way, unsigned count)
{
    const struct hk_meld_limits *limits = ways->query->limits;
    for (; count > 0; count--) {
        int cheapest = -1;
        for (unsigned i = 0; i < ways->query->sets; i++) {
            if (way->kept[i] == spare_count(ways, i))
                continue;
            if (cheapest < 0 || limits->left[way->ranks[i]] <
                                    limits->left[way->ranks[cheapest]])
                cheapest = (int)i;
        }
        if (cheapest < 0)
            return false;
        way->kept[cheapest]++;
        way->left++;
        way->points = (int16_t)(way->points +
                                limits->left[way->ranks[cheapest]]);
    }
    return true;
}

/* Keeps the cheapest spare card that may be the only one left. */
static bool keep_single(const struct ways *ways, struct way *way)
{
    const struct hk_meld_limits *limits = ways->query->limits;
    int best = -1;
    for (unsigned i = 0; i < ways->query->sets; i++) {
        if (spare_count(ways, i) == 0)
            continue;
        for (unsigned suit = HK_SUITS; suit-- > 0;) {
            hk_card card = hk_card_make(suit, way->ranks[i]);
            if (hk_cardset_count(&ways->left, card) == 0 ||
                !(ways->query->single_may >> card & 1))
                continue;
            if (best >= 0 &&
                limits->left[way->ranks[i]] >= limits->left[way->ranks[best]])
                continue;
            best = (int)i;
            way->single = card;
        }
    }
    if (best < 0)
        return false;
    way->kept[best] = 1;
    way->left = 1;
    way->points = limits->left[way->ranks[best]];
    return true;
}

static bool is_better(const struct way *way, const struct way *other)
{
    if (way->points != other->points)
        return way->points < other->points;
    return way->left < other->left;
}

static bool within(const struct ways *ways, const struct way *way)
{
    return way->left >= ways->query->left_least &&
           way->left <= ways->query->left_most;
}

static void add_way(struct ways *ways, const struct way *way)
{
    unsigned at = ways->count;
    if (at < ways->most)
        ways->count++;
    else if (!is_better(way, &ways->list[--at]))
        return;
    for (; at > 0 && is_better(way, &ways->list[at - 1]); at--)
        ways->list[at] = ways->list[at - 1];
    ways->list[at] = *way;
}

/* M9: whether the one card that the sets and runs leave may be so. */
static bool single_may_stay(const struct ways *ways)
{
    uint64_t rest = ways->left.one;
    for (unsigned i = 0; i < ways->query->sets; i++)
        for (unsigned suit = 0; suit < HK_SUITS; suit++)
            rest &= ~(UINT64_C(1) << hk_card_make(suit, ways->way.ranks[i]));
    return (rest & ~ways->query->single_may) == 0;
}

/* All melds are chosen: keeps back what must stay, and no more. */
static void settle(struct ways *ways)
{
    unsigned left = ways->way.left;
    unsigned least = ways->query->left_least;
    struct way way = ways->way;
    unsigned keep = least > left ? least - left : 0;
    if (left == 1 && keep == 0 && !single_may_stay(ways))
        keep = 1;
    if (left == 0 && keep == 1) {
        struct way other = ways->way;
        bool single = keep_single(ways, &way) && within(ways, &way);
        bool two = keep_cards(ways, &other, 2) && within(ways, &other);
        if (two && (!single || is_better(&other, &way)))
            way = other;
        if (single || two)
            add_way(ways, &way);
        return;
    }
    if (keep_cards(ways, &way, keep) && within(ways, &way))
        add_way(ways, &way);
}

static void choose_sets(struct ways *ways, unsigned chosen, unsigned rank)
{
    const struct hk_meld_limits *limits = ways->query->limits;
    if (chosen == ways->query->sets) {
        settle(ways);
        return;
    }
    for (; rank < HK_RANKS; rank++) {
        unsigned count = rank_count(&ways->left, rank);
        if (count < limits->set_least)
            continue;
        struct way before = ways->way;
        ways->way.ranks[chosen] = (uint8_t)rank;
        ways->way.left = (uint8_t)(before.left - count);
        ways->way.points = (int16_t)(before.points -
                                     (int)count * limits->left[rank]);
        choose_sets(ways, chosen + 1, rank + 1);
        ways->way = before;
    }
}

/* M5: how long a run from this place can be; a full circle begins with its
 * ace, and so do thirteen in a straight line (D7 D12). */
static unsigned longest(const struct hk_meld_limits *limits, unsigned low)
{
    unsigned most = limits->wraps ? HK_RANKS : PLACES - low;
    if (low > 0 && most >= HK_RANKS)
        most = HK_RANKS - 1;
    return most < limits->run_most ? most : limits->run_most;
}

static void choose_runs(struct ways *ways, unsigned chosen, unsigned suit)
{
    const struct hk_meld_limits *limits = ways->query->limits;
    if (chosen == ways->query->runs) {
        choose_sets(ways, 0, 0);
        return;
    }
    struct way way = ways->way;
    struct hk_cardset left = ways->left;
    for (; suit < HK_SUITS; suit++) {
        for (unsigned low = 0; low < HK_RANKS; low++) {
            struct run *run = &ways->way.runs[chosen];
            *run = (struct run){.suit = (uint8_t)suit, .low = (uint8_t)low};
            unsigned most = longest(limits, low);
            while (run->length < most) {
                hk_card card = run_card(run, run->length);
                if (!hk_cardset_remove(&ways->left, card))
                    break;
                run->length++;
                ways->way.left--;
                ways->way.points = (int16_t)(ways->way.points -
                                             card_points(limits, card));
                if (run->length >= limits->run_least)
                    choose_runs(ways, chosen + 1, suit + 1);
            }
            ways->way = way;
            ways->left = left;
        }
    }
}

static void add_card(struct hk_solution *solution, unsigned *count,
                     struct hk_cardset *left, hk_card card)
{
    bool held = hk_cardset_remove(left, card);
    HK_REQUIRE(held);
    solution->cards[(*count)++] = card;
    solution->lengths[solution->meld_count]++;
}

static void write_set(const struct way *way, unsigned set,
                      struct hk_solution *solution, unsigned *count,
                      struct hk_cardset *left)
{
    unsigned rank = way->ranks[set];
    unsigned cards = rank_count(left, rank) - way->kept[set];
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        hk_card card = hk_card_make(suit, rank);
        unsigned held = hk_cardset_count(left, card);
        if (card == way->single)
            held--;
        for (; held > 0 && cards > 0; held--, cards--)
            add_card(solution, count, left, card);
    }
    solution->meld_count++;
}

static void write_way(const struct hk_contract_query *query,
                      const struct way *way, struct hk_solution *ret_solution)
{
    struct hk_solution solution = {
        .left_points = way->points,
        .left_count = way->left,
    };
    struct hk_cardset left = *query->hand;
    unsigned count = 0;
    for (unsigned i = 0; i < query->runs; i++) {
        for (unsigned j = 0; j < way->runs[i].length; j++)
            add_card(&solution, &count, &left, run_card(&way->runs[i], j));
        solution.meld_count++;
    }
    for (unsigned i = 0; i < query->sets; i++)
        write_set(way, i, &solution, &count, &left);
    for (unsigned i = 0; i < count; i++)
        solution.worth =
            (int16_t)(solution.worth +
                      query->limits->worth[hk_card_rank(solution.cards[i])]);
    *ret_solution = solution;
}

static void find_ways(struct ways *ways, const struct hk_contract_query *query,
                      unsigned most)
{
    HK_REQUIRE(query->sets <= HK_CONTRACT_SETS_MAX);
    HK_REQUIRE(query->runs <= HK_CONTRACT_RUNS_MAX);
    HK_REQUIRE(query->limits->set_most >= SET_CARDS_MAX);
    HK_REQUIRE(most <= HK_CONTRACT_WAYS_MAX);
    ways->query = query;
    ways->most = most;
    ways->count = 0;
    ways->left = *query->hand;
    ways->way = (struct way){
        .left = (uint8_t)hk_cardset_size(query->hand),
        .single = HK_NO_CARD,
    };
    HK_REQUIRE(ways->way.left <= HK_SOLVER_CARDS_MAX);
    hk_card cards[HK_SOLVER_CARDS_MAX];
    hk_cardset_list(query->hand, cards);
    for (unsigned i = 0; i < ways->way.left; i++)
        ways->way.points = (int16_t)(ways->way.points +
                                     card_points(query->limits, cards[i]));
    if (most > 0)
        choose_runs(ways, 0, 0);
}

bool hk_contract_best(const struct hk_contract_query *query,
                      struct hk_solution *ret_solution)
{
    struct ways ways;
    find_ways(&ways, query, 1);
    if (ways.count == 0)
        return false;
    write_way(query, &ways.list[0], ret_solution);
    return true;
}

unsigned hk_contract_ways(const struct hk_contract_query *query, unsigned most,
                          struct hk_solution *ret_solutions)
{
    struct ways ways;
    find_ways(&ways, query, most);
    for (unsigned i = 0; i < ways.count; i++)
        write_way(query, &ways.list[i], &ret_solutions[i]);
    return ways.count;
}
