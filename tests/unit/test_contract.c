/* M3 M4 M5 M7 M9: contracts, against every choice of melds. */
#include "engine_kit.h"

#include <string.h>

#include "engine/solver.h"
#include "solver_brute.h"

static struct hk_rng_seeded seeded;
static struct hk_rng rng;
static struct brute_melds melds;
static struct hk_solution ways[HK_CONTRACT_WAYS_MAX];

static unsigned below(unsigned bound)
{
    return hk_rng_below(&rng, bound);
}

static const char *hand_text(const struct hk_cardset *hand)
{
    static char text[HK_NOTATION_SIZE];
    hk_card cards[HK_PACK_MAX];
    hk_notation_write_cards(cards, hk_cardset_list(hand, cards), text);
    return text;
}

/* The cards of the solution's melds, one set each; what is left of the hand. */
static struct hk_cardset split(const struct hk_cardset *hand,
                               const struct hk_solution *solution,
                               struct hk_cardset *ret_melds)
{
    struct hk_cardset left = *hand;
    const hk_card *cards = solution->cards;
    for (unsigned i = 0; i < solution->meld_count; i++) {
        ret_melds[i] = (struct hk_cardset){0};
        for (unsigned j = 0; j < solution->lengths[i]; j++, cards++) {
            KIT_CHECK(hk_cardset_remove(&left, *cards));
            KIT_CHECK(hk_cardset_add(&ret_melds[i], *cards));
        }
    }
    return left;
}

/* The meld with exactly these cards. */
static const struct brute_meld *find_meld(const struct hk_cardset *cards)
{
    for (unsigned i = 0; i < melds.count; i++)
        if (melds.list[i].cards.one == cards->one &&
            melds.list[i].cards.two == cards->two)
            return &melds.list[i];
    ck_abort_msg("no meld: %s", hand_text(cards));
    return NULL;
}

/* M7: exactly the contract, all conditions met, all figures right. */
static void check_way(const struct hk_contract_query *query,
                      const struct hk_solution *way)
{
    struct hk_cardset cards[HK_SOLVER_MELDS_MAX];
    struct hk_cardset left = split(query->hand, way, cards);
    unsigned ranks = 0, suits = 0;
    int worth = 0;
    KIT_CHECK(way->meld_count == query->runs + query->sets);
    for (unsigned i = 0; i < way->meld_count; i++) {
        const struct brute_meld *meld = find_meld(&cards[i]);
        worth += meld->worth;
        KIT_CHECK(meld->run == (i < query->runs));
        unsigned *seen = meld->run ? &suits : &ranks;
        unsigned bit = 1u << (meld->run ? meld->suit : meld->rank);
        KIT_CHECK((*seen & bit) == 0);
        *seen |= bit;
    }
    unsigned size = hk_cardset_size(&left);
    KIT_CHECK(way->worth == worth);
    KIT_CHECK(way->left_count == size);
    KIT_CHECK(way->left_points == brute_points(query->limits, &left));
    KIT_CHECK(size >= query->left_least && size <= query->left_most);
    KIT_CHECK(size != 1 || (left.one & query->single_may) != 0);
}

/* Ways that are not the same melds, best first. */
static void check_ways(const struct hk_contract_query *query, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        check_way(query, &ways[i]);
        for (unsigned j = 0; j < i; j++)
            KIT_CHECK(!brute_same(&ways[i], &ways[j]));
        if (i == 0)
            continue;
        KIT_CHECK(ways[i].left_points >= ways[i - 1].left_points);
        KIT_CHECK(ways[i].left_points > ways[i - 1].left_points ||
                  ways[i].left_count >= ways[i - 1].left_count);
    }
}

static void compare(const struct hk_contract_query *query)
{
    struct brute_contract best = brute_contract(&melds, query);
    struct hk_solution solution;
    bool found = hk_contract_best(query, &solution);
    unsigned count = hk_contract_ways(query, HK_CONTRACT_WAYS_MAX, ways);
    unsigned expected = best.ways < HK_CONTRACT_WAYS_MAX ? best.ways
                                                         : HK_CONTRACT_WAYS_MAX;
    if (found != best.found || count != expected)
        ck_abort_msg("found %d, %u ways, not %d, %u: %u sets %u runs: %s",
                     found, count, best.found, best.ways, query->sets,
                     query->runs, hand_text(query->hand));
    if (!found)
        return;
    if (solution.left_points != best.left_points ||
        solution.left_count != best.left_count)
        ck_abort_msg("left %d in %u, not %d in %u: %s", solution.left_points,
                     solution.left_count, best.left_points, best.left_count,
                     hand_text(query->hand));
    check_way(query, &solution);
    check_ways(query, count);
    KIT_CHECK(brute_same(&solution, &ways[0]));
}

/* Some ranks of some suits, so that contracts can be laid. */
static struct hk_cardset draw(unsigned count)
{
    struct hk_cardset hand = {0};
    unsigned first = below(HK_RANKS);
    unsigned width = 4 + below(5);
    unsigned suits = 1 + below(15);
    if (2 * width * (unsigned)__builtin_popcount(suits) < count)
        suits = 15;
    while (hk_cardset_size(&hand) < count) {
        unsigned suit = below(HK_SUITS);
        if (suits >> suit & 1)
            hk_cardset_add(
                &hand, hk_card_make(suit, (first + below(width)) % HK_RANKS));
    }
    return hand;
}

/* M3 and each of its parts alone. */
static const uint8_t contracts[][2] = {{2, 0}, {1, 1}, {0, 2}, {3, 0},
                                       {2, 1}, {1, 0}, {0, 1}};

static void compare_hand(const struct hk_meld_limits *limits,
                         const struct hk_cardset *hand)
{
    brute_find(NULL, limits, hand, &melds);
    for (unsigned i = 0; i < KIT_COUNT(contracts); i++) {
        struct hk_contract_query query = hk_contract_query(
            limits, hand, contracts[i][0], contracts[i][1]);
        compare(&query);
        query.left_least = (uint8_t)below(4);
        if (below(3) == 0)
            query.left_most = (uint8_t)(query.left_least + below(4));
        for (unsigned card = 0; card < HK_NATURALS; card++)
            if (below(2))
                query.single_may ^= UINT64_C(1) << card;
        compare(&query);
    }
}

START_TEST(contracts_are_laid_as_a_brute_force_lays_them)
{
    rng = hk_rng_from_seed(&seeded, 1);
    for (unsigned i = 0; i < kit_times(1500); i++) {
        struct hk_meld_limits limits;
        hk_meld_limits_may_i(below(3) > 0, &limits);
        struct hk_cardset hand = draw(5 + below(8));
        compare_hand(&limits, &hand);
    }
}
END_TEST

/* Hands by hand; the melds of the best way, NULL where there is none. */
static const struct {
    const char *comment;
    bool ace_wrap;
    unsigned sets, runs, left_least, left_most;
    const char *single_may; /* NULL: any */
    const char *hand;
    int left_points;
    const char *melds;
} rows[] = {
    {"two sets", true, 2, 0, 0, 40, NULL, "5S 5S 5H KS KH KD 2C", 5,
     "5S 5S 5H | KS KH KD"},
    {"two sets of one rank are not two sets", true, 2, 0, 0, 40, NULL,
     "5S 5S 5H 5H 5D 5D", 0, NULL},
    {"a set takes all eight", true, 1, 0, 0, 40, NULL,
     "5S 5S 5H 5H 5D 5D 5C 5C", 0, "5S 5S 5H 5H 5D 5D 5C 5C"},
    {"the two costliest of three sets", true, 2, 0, 0, 40, NULL,
     "AS AH AD KS KH KD 2S 2H 2D", 15, "AS AH AD | KS KH KD"},
    {"no more sets than the contract has", true, 0, 1, 0, 40, NULL,
     "4S 5S 6S 7S AS AH AD", 45, "4S 5S 6S 7S"},
    {"two runs of one suit are not two runs", true, 0, 2, 0, 40, NULL,
     "4S 5S 6S 7S 9S TS JS QS", 0, NULL},
    {"runs turn", true, 0, 1, 0, 40, NULL, "QS KS AS 2S", 0, "QS KS AS 2S"},
    {"runs do not turn where they may not", false, 0, 1, 0, 40, NULL,
     "QS KS AS 2S", 0, NULL},
    {"the whole circle begins with its ace", true, 0, 1, 0, 40, NULL,
     "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", 0,
     "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"},
    {"the run gives up its ace for the set", true, 1, 1, 0, 40, NULL,
     "AS 2S 3S 4S 5S AH AD 9C", 5, "2S 3S 4S 5S | AS AH AD"},
    {"a set shrinks to keep a card", true, 2, 0, 1, 40, NULL,
     "5S 5H 5D 5C KS KH KD KC", 5, "5S 5H 5D | KS KH KD KC"},
    {"a run shrinks to keep a card", true, 1, 1, 1, 40, NULL,
     "5S 5H 5D 7C 8C 9C TC JC", 5, "8C 9C TC JC | 5S 5H 5D"},
    {"nothing can be kept", true, 2, 0, 1, 40, NULL, "5S 5H 5D KS KH KD", 0,
     NULL},
    {"exactly two", true, 2, 0, 2, 2, NULL, "5S 5H 5D 5C KS KH KD KC", 15,
     "5S 5H 5D | KS KH KD"},
    {"no more than are left may be left", true, 2, 0, 0, 1, NULL,
     "5S 5H 5D KS KH KD 2C 3C", 0, NULL},
    {"all go in the last round", true, 2, 1, 0, 40, "",
     "4S 5S 6S 7S 9S 9H 9D KS KH KD", 0, "4S 5S 6S 7S | 9S 9H 9D | KS KH KD"},
    {"the last card would be stranded, so two stay", true, 2, 1, 0, 40, "",
     "4S 5S 6S 7S 9S 9H 9D 9C KS KH KD 2C", 10,
     "4S 5S 6S 7S | 9S 9H 9D | KS KH KD"},
    {"the last card fits the table", true, 2, 1, 0, 40, "2C",
     "4S 5S 6S 7S 9S 9H 9D 9C KS KH KD 2C", 5,
     "4S 5S 6S 7S | 9S 9H 9D 9C | KS KH KD"},
    {"of the cards that may stay alone the cheapest", true, 2, 0, 1, 40,
     "KH KD", "5S 5H 5D KS KH KD KC", 10, "5S 5H 5D | KS KH KC"},
    {"two cheap ones rather than one dear", true, 2, 0, 1, 40, "AD",
     "5S 5H 5D 5C 5C AS AH AD AC", 10, "AS AH AD AC | 5S 5H 5D"},
};

static void write_melds(const struct hk_solution *solution, char *text)
{
    size_t length = 0;
    const hk_card *cards = solution->cards;
    for (unsigned i = 0; i < solution->meld_count; i++) {
        if (i > 0) {
            memcpy(text + length, " | ", 3);
            length += 3;
        }
        hk_notation_write_cards(cards, solution->lengths[i], text + length);
        length += strlen(text + length);
        cards += solution->lengths[i];
    }
    text[length] = '\0';
}

START_TEST(contracts_by_hand)
{
    for (unsigned i = 0; i < KIT_COUNT(rows); i++) {
        struct hk_meld_limits limits;
        hk_meld_limits_may_i(rows[i].ace_wrap, &limits);
        struct hk_cardset hand = kit_cardset(rows[i].hand);
        struct hk_contract_query query = hk_contract_query(
            &limits, &hand, rows[i].sets, rows[i].runs);
        query.left_least = (uint8_t)rows[i].left_least;
        query.left_most = (uint8_t)rows[i].left_most;
        if (rows[i].single_may)
            query.single_may = kit_cardset(rows[i].single_may).one;
        brute_find(NULL, &limits, &hand, &melds);
        compare(&query);
        struct hk_solution solution = {.left_points = -7};
        bool found = hk_contract_best(&query, &solution);
        ck_assert_msg(found == (rows[i].melds != NULL), "%s", rows[i].comment);
        ck_assert_msg(solution.left_points ==
                          (found ? rows[i].left_points : -7),
                      "%s: left %d", rows[i].comment, solution.left_points);
        char text[HK_NOTATION_SIZE * 2];
        write_melds(&solution, text);
        ck_assert_msg(!found || strcmp(text, rows[i].melds) == 0, "%s: %s",
                      rows[i].comment, text);
    }
}
END_TEST

START_TEST(a_short_list_holds_the_best_ways)
{
    struct hk_meld_limits limits;
    hk_meld_limits_may_i(true, &limits);
    struct hk_cardset hand = kit_cardset(
        "2S 3S 4S 5S 6S 7S 8S 9H 9D 9C KS KH KD KC");
    struct hk_contract_query query = hk_contract_query(&limits, &hand, 1, 1);
    struct hk_solution few[3];
    unsigned count = hk_contract_ways(&query, HK_CONTRACT_WAYS_MAX, ways);
    ck_assert_uint_gt(count, 3);
    ck_assert_uint_eq(hk_contract_ways(&query, 3, few), 3);
    for (unsigned i = 0; i < 3; i++)
        ck_assert(brute_same(&few[i], &ways[i]));
    ck_assert_uint_eq(hk_contract_ways(&query, 0, few), 0);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        contracts_by_hand,
        a_short_list_holds_the_best_ways,
        contracts_are_laid_as_a_brute_force_lays_them,
    };
    return kit_run("contract", tests, KIT_COUNT(tests));
}
