/* H6 H7 H8 H9 H15: the best melds, against slower ways to find them. */
#include "engine_kit.h"

#include <stdlib.h>
#include <string.h>

#include "engine/scoring.h"
#include "engine/solver.h"
#include "solver_brute.h"

static uint64_t memory[HK_SOLVER_SIZE / sizeof(uint64_t)];
static const struct hk_solver solver = {memory, sizeof(memory)};
static const struct hk_solver tight = {memory, HK_SOLVER_SIZE_LEAST};

static struct hk_rng_seeded seeded;
static struct hk_rng rng;
static struct brute_melds melds;

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

/* Every meld is one, of cards that the hand holds, and the figures and the
 * query's conditions are met. */
static void check_solution(const struct hk_rules *rules,
                           const struct hk_solver_query *query,
                           const struct hk_solution *solution)
{
    struct hk_cardset left = *query->hand;
    const hk_card *cards = solution->cards;
    int worth = 0;
    bool run = false;
    for (unsigned i = 0; i < solution->meld_count; i++) {
        struct brute_melds one;
        struct hk_cardset taken = {0};
        for (unsigned j = 0; j < solution->lengths[i]; j++) {
            KIT_CHECK(hk_cardset_remove(&left, cards[j]));
            KIT_CHECK(hk_cardset_add(&taken, cards[j]));
        }
        struct hk_meld meld;
        if (rules) {
            KIT_CHECK(hk_meld_read(rules, cards, solution->lengths[i], &meld) ==
                      HK_MELD_OK);
            worth += hk_meld_value(rules, &meld);
            run |= meld.kind == HK_RUN;
        } else {
            brute_find(NULL, query->limits, &taken, &one);
            unsigned whole = 0;
            while (whole < one.count &&
                   (one.list[whole].cards.one != taken.one ||
                    one.list[whole].cards.two != taken.two))
                whole++;
            KIT_CHECK(whole < one.count);
            worth += one.list[whole].worth;
            run |= one.list[whole].run;
        }
        cards += solution->lengths[i];
    }
    KIT_CHECK(worth == solution->worth);
    KIT_CHECK(brute_points(query->limits, &left) == solution->left_points);
    KIT_CHECK(hk_cardset_size(&left) == solution->left_count);
    KIT_CHECK(solution->left_count >= query->left_least);
    KIT_CHECK(solution->left_count <= query->left_most);
    KIT_CHECK(run || !query->needs_run);
    KIT_CHECK(worth >= query->worth_least);
    KIT_CHECK(query->needs_card == HK_NO_CARD ||
              hk_cardset_count(&left, query->needs_card) <
                  hk_cardset_count(query->hand, query->needs_card));
}

/* Cards of some ranks and suits, so that melds are many, and jokers. */
static struct hk_cardset draw(unsigned count, unsigned width, unsigned jokers)
{
    struct hk_cardset hand = {0};
    unsigned first = below(HK_RANKS);
    unsigned suits = 1 + below(15);
    while (8 * width < count ||
           width * 2 * (unsigned)__builtin_popcount(suits) < count) {
        suits = 15;
        width++;
    }
    for (unsigned i = 0; i < jokers; i++)
        hk_cardset_add(&hand, HK_JOKER);
    while (hk_cardset_size(&hand) < count) {
        unsigned suit = below(HK_SUITS);
        if (suits >> suit & 1)
            hk_cardset_add(
                &hand, hk_card_make(suit, (first + below(width)) % HK_RANKS));
    }
    return hand;
}

static struct hk_rules draw_rules(void)
{
    static const int16_t lows[] = {1, 10, 11};
    static const int16_t jokers[] = {15, 25, 50};
    struct hk_rules rules;
    hk_rules_init(&rules, HK_HAND, 2);
    rules.run_max = (int16_t)(13 + below(2));
    rules.ace_low_value = lows[below(3)];
    rules.max_jokers_per_meld = (int16_t)below(3);
    rules.joker_left = jokers[below(3)];
    return rules;
}

static void draw_conditions(struct hk_solver_query *query)
{
    query->left_least = (uint8_t)below(3);
    if (below(3) == 0)
        query->left_most = (uint8_t)(query->left_least + below(4));
    query->needs_run = below(3) == 0;
    if (below(3) == 0) {
        hk_card cards[HK_PACK_MAX];
        query->needs_card = cards[below(hk_cardset_list(query->hand, cards))];
    }
    if (query->aim == HK_AIM_WORTH && below(2))
        query->worth_least = (int16_t)below(70);
}

static void compare(const struct hk_rules *rules, const struct hk_solver *with,
                    const struct hk_solver_query *query,
                    const struct brute_best *best)
{
    struct hk_solution solution;
    bool found = hk_solver_best(with, query, &solution);
    if (found != best->found)
        ck_abort_msg("found %d, not %d: %s", found, best->found,
                     hand_text(query->hand));
    if (!found)
        return;
    if (solution.worth != best->worth ||
        solution.left_points != best->left_points)
        ck_abort_msg("worth %d left %d, not %d and %d: %s", solution.worth,
                     solution.left_points, best->worth, best->left_points,
                     hand_text(query->hand));
    check_solution(rules, query, &solution);
}

/* (a), (b), and both under conditions, of which (c) is one. */
static void compare_small(const struct hk_rules *rules,
                          const struct hk_meld_limits *limits,
                          const struct hk_cardset *hand)
{
    brute_find(rules, limits, hand, &melds);
    for (unsigned i = 0; i < 6; i++) {
        struct hk_solver_query query = hk_solver_query(
            limits, hand, i & 1 ? HK_AIM_LEFT : HK_AIM_WORTH);
        if (i >= 2)
            draw_conditions(&query);
        struct brute_best best = brute_solve(&melds, &query);
        compare(rules, &solver, &query, &best);
        compare(rules, &tight, &query, &best);
    }
}

START_TEST(small_hands_of_hand_are_as_a_brute_force_says)
{
    rng = hk_rng_from_seed(&seeded, 1);
    for (unsigned i = 0; i < kit_times(10000); i++) {
        struct hk_rules rules = draw_rules();
        struct hk_meld_limits limits;
        hk_meld_limits_hand(&rules, &limits);
        unsigned width = i % 4 == 0 ? HK_RANKS : 2 + below(7);
        unsigned jokers = below(3);
        struct hk_cardset hand = draw(3 + below(9), width, jokers);
        compare_small(&rules, &limits, &hand);
    }
}
END_TEST

START_TEST(small_hands_of_may_i_are_as_a_brute_force_says)
{
    rng = hk_rng_from_seed(&seeded, 2);
    for (unsigned i = 0; i < kit_times(5000); i++) {
        struct hk_meld_limits limits;
        hk_meld_limits_may_i(below(3) > 0, &limits);
        unsigned width = i % 4 == 0 ? HK_RANKS : 2 + below(7);
        struct hk_cardset hand = draw(3 + below(9), width, i % 8 == 0);
        compare_small(NULL, &limits, &hand);
    }
}
END_TEST

/* Returns how many hands the second way could manage. */
static unsigned compare_large(bool may_i, unsigned hands, unsigned least,
                              unsigned most, unsigned width)
{
    unsigned compared = 0;
    for (unsigned i = 0; i < kit_times(hands); i++) {
        struct hk_rules rules = draw_rules();
        struct hk_meld_limits limits;
        if (may_i)
            hk_meld_limits_may_i(below(3) > 0, &limits);
        else
            hk_meld_limits_hand(&rules, &limits);
        unsigned count = least + below(most - least + 1);
        struct hk_cardset hand = draw(count, width, may_i ? 0 : below(3));
        brute_find(may_i ? NULL : &rules, &limits, &hand, &melds);
        struct hk_solver_query query = hk_solver_query(
            &limits, &hand, below(2) ? HK_AIM_LEFT : HK_AIM_WORTH);
        query.left_least = (uint8_t)below(2);
        query.needs_run = below(4) == 0;
        struct brute_best best = brute_solve_large(&melds, &query);
        if (best.tried == 0)
            continue;
        compared++;
        compare(may_i ? NULL : &rules, &solver, &query, &best);
        compare(may_i ? NULL : &rules, &tight, &query, &best);
    }
    return compared;
}

START_TEST(large_hands_of_hand_are_as_another_method_says)
{
    rng = hk_rng_from_seed(&seeded, 3);
    unsigned compared = compare_large(false, 200, 12, 18, HK_RANKS) +
                        compare_large(false, 100, 14, 20, 6) +
                        compare_large(false, 60, 20, 26, 4);
    ck_assert_uint_ge(compared, kit_times(350));
}
END_TEST

START_TEST(large_hands_of_may_i_are_as_another_method_says)
{
    rng = hk_rng_from_seed(&seeded, 4);
    unsigned compared = compare_large(true, 300, 14, 26, HK_RANKS) +
                        compare_large(true, 60, 16, 24, 6);
    ck_assert_uint_ge(compared, kit_times(350));
}
END_TEST

START_TEST(forty_cards_are_solved_alike_in_little_and_much_room)
{
    rng = hk_rng_from_seed(&seeded, 5);
    for (unsigned i = 0; i < kit_times(60); i++) {
        struct hk_rules rules = draw_rules();
        struct hk_meld_limits limits;
        bool may_i = i % 4 == 0;
        if (may_i)
            hk_meld_limits_may_i(true, &limits);
        else
            hk_meld_limits_hand(&rules, &limits);
        unsigned width = 5 + below(9);
        struct hk_cardset hand = draw(HK_SOLVER_CARDS_MAX, width,
                                      may_i ? 0 : below(3));
        struct hk_solver_query query = hk_solver_query(
            &limits, &hand, below(2) ? HK_AIM_LEFT : HK_AIM_WORTH);
        query.left_least = (uint8_t)below(2);
        struct hk_solution much;
        ck_assert(hk_solver_best(&solver, &query, &much));
        check_solution(may_i ? NULL : &rules, &query, &much);
        struct brute_best same = {
            .found = true,
            .worth = much.worth,
            .left_points = much.left_points,
        };
        compare(may_i ? NULL : &rules, &tight, &query, &same);
    }
}
END_TEST

/* Hands that the beam leaves open, and that are too great to be gone through
 * without the better bounds. */
START_TEST(what_the_beam_leaves_open_is_solved_by_better_bounds)
{
    static const struct {
        const char *options;
        enum hk_solver_aim aim;
        const char *hand;
        int worth;
        int left_points;
    } rows[] = {
        {"run_max=14 ace_low_value=10 joker_left=50", HK_AIM_LEFT,
         "2S 2S 3S 3S 4S 4S 5S 5S QS KS AH AH 3H 3H 4H 4H 5H 5H QH QH AD 2D 2D "
         "3D 3D 4D 4D 5D QD QD KD KD AC 2C 5C 5C QC KC JK JK",
         248, 4},
        {"joker_left=25", HK_AIM_WORTH,
         "2S 6S 7S 9S 9S AH 7H 7H 8H 8H 9H TH 2D 3D 4D 5D 5D 6D 7D 9D 9D TD JD "
         "AC 2C 3C 6C 6C 7C 7C 8C 8C 9C 9C TC JC JC QC JK JK",
         275, 25},
    };

    for (unsigned i = 0; i < KIT_COUNT(rows); i++) {
        struct hk_rules rules = kit_rules(rows[i].options, 2);
        struct hk_meld_limits limits;
        hk_meld_limits_hand(&rules, &limits);
        struct hk_cardset hand = kit_cardset(rows[i].hand);
        struct hk_solver_query query = hk_solver_query(&limits, &hand,
                                                       rows[i].aim);
        query.left_least = 1;
        struct brute_best same = {
            .found = true,
            .worth = rows[i].worth,
            .left_points = rows[i].left_points,
        };
        compare(&rules, &solver, &query, &same);
        compare(&rules, &tight, &query, &same);
    }
}
END_TEST

START_TEST(the_same_query_has_the_same_melds)
{
    rng = hk_rng_from_seed(&seeded, 6);
    for (unsigned i = 0; i < kit_times(200); i++) {
        struct hk_rules rules = draw_rules();
        struct hk_meld_limits limits;
        hk_meld_limits_hand(&rules, &limits);
        unsigned count = 10 + below(25);
        unsigned width = 6 + below(8);
        struct hk_cardset hand = draw(count, width, i % 3);
        struct hk_solver_query query = hk_solver_query(&limits, &hand,
                                                       HK_AIM_WORTH);
        struct hk_solution first, second;
        memset(memory, 0, sizeof(memory));
        ck_assert(hk_solver_best(&solver, &query, &first));
        memset(memory, 0xa5, sizeof(memory));
        ck_assert(hk_solver_best(&solver, &query, &second));
        ck_assert(brute_same(&first, &second));
    }
}
END_TEST

START_TEST(an_opening_is_found_up_to_its_worth_and_no_further)
{
    rng = hk_rng_from_seed(&seeded, 7);
    for (unsigned i = 0; i < kit_times(1000); i++) {
        struct hk_rules rules = draw_rules();
        struct hk_meld_limits limits;
        hk_meld_limits_hand(&rules, &limits);
        struct hk_cardset hand = draw(14 + i % 2, HK_RANKS, below(3));
        struct hk_solver_query query = hk_solver_query(&limits, &hand,
                                                       HK_AIM_WORTH);
        query.left_least = 1;
        struct hk_solution best, opening = {.worth = -7};
        ck_assert(hk_solver_best(&solver, &query, &best));
        query.worth_least = best.worth;
        ck_assert(hk_solver_best(&solver, &query, &opening));
        ck_assert_int_eq(opening.worth, best.worth);
        query.worth_least++;
        opening.worth = -7;
        ck_assert(!hk_solver_best(&solver, &query, &opening));
        ck_assert_int_eq(opening.worth, -7);
    }
}
END_TEST

START_TEST(limits_count_cards_as_the_rules_do)
{
    rng = hk_rng_from_seed(&seeded, 8);
    for (unsigned i = 0; i < kit_times(50); i++) {
        struct hk_rules rules = draw_rules();
        struct hk_meld_limits limits;
        hk_meld_limits_hand(&rules, &limits);
        ck_assert_int_eq(limits.left_joker, hk_score_card(&rules, HK_JOKER));
        for (unsigned rank = 0; rank < HK_RANKS; rank++)
            ck_assert_int_eq(limits.left[rank],
                             hk_score_card(&rules, (hk_card)rank));
    }
    struct hk_meld_limits limits;
    static const uint8_t may_i[HK_RANKS] = {15, 5, 5,  5,  5,  5, 5,
                                            5,  5, 10, 10, 10, 10};
    hk_meld_limits_may_i(true, &limits);
    ck_assert_mem_eq(limits.left, may_i, sizeof(may_i));
}
END_TEST

/* Hands by hand. `melds` as they come, " | " between them. */
static const struct {
    const char *comment, *options; /* NULL: May I, its runs turn */
    enum hk_solver_aim aim;
    unsigned left_least;
    bool needs_run;
    const char *hand;
    int worth, left_points;
    const char *melds;
} rows[] = {
    {"nothing is no meld", "", HK_AIM_WORTH, 0, false, "2S 3H 9D", 0, 14, ""},
    {"king, ace, two is no run", "", HK_AIM_WORTH, 0, false, "KS AS 2S", 0, 23,
     ""},
    {"king, ace, two with a joker: the ace is high", "", HK_AIM_WORTH, 0, false,
     "KS AS 2S JK", 31, 2, "JK KS AS"},
    {"a low ace worth 1 is better high", "ace_low_value=1", HK_AIM_WORTH, 0,
     false, "AS 2S 3S QS KS", 31, 5, "QS KS AS"},
    {"the joker is the high ace, not the low", "ace_low_value=1", HK_AIM_WORTH,
     0, false, "2S 3S JK", 9, 0, "2S 3S JK"},
    {"a low ace of 11 is worth more than the four", "", HK_AIM_WORTH, 0, false,
     "2S 3S JK", 16, 0, "JK 2S 3S"},
    {"below an ace high there is only the low end", "", HK_AIM_WORTH, 0, false,
     "KH AH JK", 31, 0, "JK KH AH"},
    {"a joker at both ends", "", HK_AIM_WORTH, 0, false, "QH KH JK JK", 41, 0,
     "JK QH KH JK"},
    {"two jokers in the middle", "", HK_AIM_WORTH, 0, false, "5H 8H JK JK", 26,
     0, "5H JK JK 8H"},
    {"one joker a meld", "max_jokers_per_meld=1", HK_AIM_LEFT, 0, false,
     "5H 8H JK JK", 0, 43, ""},
    {"one joker a meld, and two melds", "max_jokers_per_meld=1", HK_AIM_LEFT, 0,
     false, "5H 6H JK 9S 9D JK", 45, 0, "5H 6H JK | 9S 9D JK"},
    {"no jokers at all", "max_jokers_per_meld=0", HK_AIM_LEFT, 0, false,
     "5H 6H JK 9S 9D 9C", 27, 26, "9S 9D 9C"},
    {"two copies of a run", "", HK_AIM_LEFT, 0, false, "4C 4C 5C 5C 6C 6C", 30,
     0, "4C 5C 6C | 4C 5C 6C"},
    {"two copies that begin apart", "", HK_AIM_LEFT, 0, false,
     "4C 5C 5C 6C 6C 7C", 33, 0, "4C 5C 6C | 5C 6C 7C"},
    {"the set costs the run a card and is worth it", "", HK_AIM_LEFT, 0, false,
     "2S 3S 4S KS KH KD", 39, 0, "2S 3S 4S | KS KH KD"},
    {"the run gives its end to the set", "", HK_AIM_LEFT, 0, false,
     "4S 5S 6S 7S 7H 7D", 36, 0, "4S 5S 6S | 7S 7H 7D"},
    {"the run keeps its end", "", HK_AIM_WORTH, 0, false, "5S 6S 7S 7H 7D", 21,
     11, "7S 7H 7D"},
    {"seven of a rank are two sets", "", HK_AIM_LEFT, 0, false,
     "9S 9S 9H 9H 9D 9D 9C", 63, 0, "9S 9H 9D 9C | 9S 9H 9D"},
    {"a suit twice is no set", "", HK_AIM_LEFT, 0, false, "9S 9S 9H 9H", 0, 36,
     ""},
    {"fourteen are cut where thirteen is the most", "", HK_AIM_WORTH, 0, false,
     "AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", 106, 0,
     "AS 2S 3S 4S 5S 6S 7S | 8S 9S TS JS QS KS AS"},
    {"fourteen are one run where they may", "run_max=14", HK_AIM_WORTH, 0,
     false, "AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", 106, 0,
     "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"},
    {"a card is kept to discard", "", HK_AIM_WORTH, 1, false, "5S 6S 7S 8S", 21,
     5, "6S 7S 8S"},
    {"a meld of three leaves nothing to discard", "", HK_AIM_WORTH, 1, false,
     "5S 6S 7S", 0, 18, ""},
    {"the run is wanted though sets are worth more", "", HK_AIM_WORTH, 1, true,
     "KS QS JS KH KD QH QD JH JD 2C", 90, 2, "JS QS KS | JH QH KH | JD QD KD"},
    {"a full circle begins with its ace", NULL, HK_AIM_LEFT, 0, false,
     "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", 95, 0,
     "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"},
    {"a run turns through its ace", NULL, HK_AIM_LEFT, 0, false, "KS AS 2S 3S",
     35, 0, "KS AS 2S 3S"},
    {"two runs turn in one suit", NULL, HK_AIM_LEFT, 0, false,
     "QS KS KS AS AS 2S 2S 3S", 75, 0, "QS KS AS 2S | KS AS 2S 3S"},
    {"of two runs up to the king the shorter one turns", NULL, HK_AIM_LEFT, 0,
     false, "AS 2S 3S 3S 4S 5S 6S 7S 7S 8S 9S TS TS JS QS QS KS KS", 135, 0,
     "3S 4S 5S 6S 7S | 7S 8S 9S TS | TS JS QS KS | QS KS AS 2S 3S"},
    {"a suit may repeat in a set", NULL, HK_AIM_LEFT, 0, false, "9S 9S 9H 4D",
     15, 5, "9S 9S 9H"},
    {"three in a row are no run", NULL, HK_AIM_LEFT, 0, false, "4S 5S 6S", 0,
     15, ""},
};

static void write_melds(const struct hk_solution *solution, char *ret_text)
{
    const hk_card *cards = solution->cards;
    ret_text[0] = '\0';
    for (unsigned i = 0; i < solution->meld_count; i++) {
        if (i > 0) {
            memcpy(ret_text, " | ", sizeof(" | "));
            ret_text += 3;
        }
        hk_notation_write_cards(cards, solution->lengths[i], ret_text);
        ret_text += strlen(ret_text);
        cards += solution->lengths[i];
    }
}

START_TEST(hands_by_hand)
{
    for (unsigned i = 0; i < KIT_COUNT(rows); i++) {
        struct hk_rules rules = kit_rules(
            rows[i].options ? rows[i].options : "", 2);
        struct hk_meld_limits limits;
        if (rows[i].options)
            hk_meld_limits_hand(&rules, &limits);
        else
            hk_meld_limits_may_i(true, &limits);
        struct hk_cardset hand = kit_cardset(rows[i].hand);
        struct hk_solver_query query = hk_solver_query(&limits, &hand,
                                                       rows[i].aim);
        query.left_least = (uint8_t)rows[i].left_least;
        query.needs_run = rows[i].needs_run;
        struct hk_solution solution;
        char text[HK_NOTATION_SIZE * 2];
        ck_assert_msg(hk_solver_best(&solver, &query, &solution), "%s",
                      rows[i].comment);
        check_solution(rows[i].options ? &rules : NULL, &query, &solution);
        write_melds(&solution, text);
        ck_assert_msg(strcmp(text, rows[i].melds) == 0 &&
                          solution.worth == rows[i].worth &&
                          solution.left_points == rows[i].left_points,
                      "%s: %s, worth %d, left %d", rows[i].comment, text,
                      solution.worth, solution.left_points);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        hands_by_hand,
        limits_count_cards_as_the_rules_do,
        small_hands_of_hand_are_as_a_brute_force_says,
        small_hands_of_may_i_are_as_a_brute_force_says,
        large_hands_of_hand_are_as_another_method_says,
        large_hands_of_may_i_are_as_another_method_says,
        forty_cards_are_solved_alike_in_little_and_much_room,
        what_the_beam_leaves_open_is_solved_by_better_bounds,
        the_same_query_has_the_same_melds,
        an_opening_is_found_up_to_its_worth_and_no_further,
    };
    return kit_run("solver", tests, KIT_COUNT(tests));
}
