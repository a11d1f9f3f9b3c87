/* What one finished game gives: figures, places, ratings, boards. */
#include "service_kit.h"

#include <string.h>

#include "service/result.h"

/* 2027-01-01T12:00:00Z, a Friday. */
#define NEW_YEAR INT64_C(1798804800000)

struct told_round {
    int out;
    bool hand;
    int points[HK_SEATS_MAX]; /* the seats' own */
};

/* A game whose player on seat s is number 10 - s. */
static struct hk_result result_of(enum hk_variant variant, unsigned seats,
                                  const struct told_round *told, size_t count)
{
    struct hk_seat_row rows[HK_SEATS_MAX] = {{0}};
    struct hk_round_row rounds[4];
    struct hk_rules rules;
    struct hk_result result;

    hk_rules_init(&rules, variant, seats);
    memset(rounds, 0, sizeof rounds);
    for (unsigned s = 0; s < seats; s++)
        rows[s].player = 10 - (int64_t)s;
    for (size_t i = 0; i < count; i++) {
        struct hk_round_result *round = &rounds[i].result;

        round->out = (int8_t)told[i].out;
        round->hand = told[i].hand;
        for (unsigned s = 0; s < seats; s++) {
            round->points[s] = told[i].points[s];
            if (variant == HK_HAND_PARTNERS)
                round->team_points[s % HK_TEAMS] += told[i].points[s];
        }
    }
    hk_result_make(&result, 7, &rules, HK_EVIDENCE_DECLARED, NEW_YEAR, rows,
                   rounds, count);
    return result;
}

struct expected {
    int64_t player, partner;
    int64_t wins, rounds_won, hands, points;
};

static void expect(const struct hk_result *result,
                   const struct expected *expected, unsigned count)
{
    ck_assert_uint_eq(hk_result_lines(result), count);
    for (unsigned i = 0; i < count; i++) {
        struct hk_line line = hk_result_line(result, i);
        struct hk_figures figures = hk_result_figures(result, i);

        ck_assert_int_eq(line.player, expected[i].player);
        ck_assert_int_eq(line.partner, expected[i].partner);
        ck_assert_int_eq(figures.games, 1);
        ck_assert_int_eq(figures.rounds, result->rounds);
        ck_assert_int_eq(figures.wins, expected[i].wins);
        ck_assert_int_eq(figures.rounds_won, expected[i].rounds_won);
        ck_assert_int_eq(figures.hands, expected[i].hands);
        ck_assert_int_eq(figures.points, expected[i].points);
        ck_assert_int_eq(figures.best, expected[i].points);
        ck_assert_int_eq(figures.worst, expected[i].points);
    }
}

START_TEST(test_the_lowest_wins_in_hand_and_ties_share)
{
    static const struct told_round rounds[] = {
        {0, true, {-60, 200, 44}},   /* a Hand */
        {-1, false, {104, 100, 12}}, /* blocked: nobody won it */
        {2, false, {12, 100, -30}},
    };
    struct hk_result result = result_of(HK_HAND, 3, rounds, 3);

    expect(&result,
           (const struct expected[]){
               {10, 0, 0, 1, 1, 56}, {9, 0, 0, 0, 0, 400}, {8, 0, 1, 1, 0, 26}},
           3);
    result = result_of(HK_HAND, 2, &rounds[1], 1);
    expect(
        &result,
        (const struct expected[]){{10, 0, 0, 0, 0, 104}, {9, 0, 1, 0, 0, 100}},
        2);
    static const struct told_round tie = {0, false, {-30, -30, 5}};
    result = result_of(HK_HAND, 3, &tie, 1);
    expect(&result,
           (const struct expected[]){
               {10, 0, 1, 1, 0, -30}, {9, 0, 1, 0, 0, -30}, {8, 0, 0, 0, 0, 5}},
           3);
}
END_TEST

START_TEST(test_the_highest_wins_in_may_i)
{
    static const struct told_round round = {1, false, {-55, 20, -5}};
    struct hk_result result = result_of(HK_MAY_I, 3, &round, 1);

    expect(&result,
           (const struct expected[]){
               {10, 0, 0, 0, 0, -55}, {9, 0, 1, 1, 0, 20}, {8, 0, 0, 0, 0, -5}},
           3);
}
END_TEST

/* H17: points and rounds are the team's, a Hand is the seat's own; the pair is
 * the same whoever of them sits first. */
START_TEST(test_partners_share_all_but_hands)
{
    static const struct told_round rounds[] = {
        {2, true, {0, 200, -60, 60}},
        {0, false, {-30, 7, 0, 5}},
        {3, true, {40, 0, 2, -60}},
    };
    struct hk_result result = result_of(HK_HAND_PARTNERS, 4, rounds, 3);

    expect(&result,
           (const struct expected[]){{10, 0, 1, 2, 0, -48},
                                     {9, 0, 0, 1, 0, 212},
                                     {8, 0, 1, 2, 1, -48},
                                     {7, 0, 0, 1, 1, 212},
                                     {8, 10, 1, 2, 1, -48},
                                     {7, 9, 0, 1, 1, 212}},
           6);
}
END_TEST

START_TEST(test_best_is_the_lowest_in_hand_and_the_highest_in_may_i)
{
    struct hk_figures low = {.games = 1, .points = -5, .best = -5, .worst = -5};
    struct hk_figures high = {.games = 1, .points = 9, .best = 9, .worst = 9};
    struct hk_figures sum = HK_FIGURES_NONE;

    hk_figures_add(&sum, &high, HK_HAND);
    ck_assert_int_eq(sum.best, 9);
    ck_assert_int_eq(sum.worst, 9);
    hk_figures_add(&sum, &low, HK_HAND);
    ck_assert_int_eq(sum.games, 2);
    ck_assert_int_eq(sum.points, 4);
    ck_assert_int_eq(sum.best, -5);
    ck_assert_int_eq(sum.worst, 9);
    sum = HK_FIGURES_NONE;
    hk_figures_add(&sum, &low, HK_MAY_I);
    hk_figures_add(&sum, &high, HK_MAY_I);
    ck_assert_int_eq(sum.best, 9);
    ck_assert_int_eq(sum.worst, -5);
}
END_TEST

START_TEST(test_its_boards)
{
    static const char *const periods[] = {"all", "2027", "2027-01", "2026-W53"};
    static const struct told_round round = {1, false, {5, -30}};
    struct hk_result result = result_of(HK_HAND, 2, &round, 1);
    struct hk_board_name name;

    for (unsigned b = 0; b < HK_RESULT_BOARDS; b++) {
        hk_result_board(&result, b, false, &name);
        ck_assert_int_eq(name.variant, HK_HAND);
        ck_assert(!name.partnerships);
        ck_assert_str_eq(name.period, periods[b / 2]);
        ck_assert_int_eq(name.evidence,
                         b % 2 ? HK_EVIDENCE_DECLARED : HK_EVIDENCE_ALL);
    }
}
END_TEST

static bool same(const struct hk_rating *a, const struct hk_rating *b)
{
    return a->mu == b->mu && a->sigma == b->sigma;
}

static void rate(const struct hk_result *result,
                 struct hk_rating ret_ratings[HK_RESULT_LINES])
{
    for (unsigned i = 0; i < HK_RESULT_LINES; i++)
        ret_ratings[i] = HK_RATING_START;
    hk_result_rate(result, ret_ratings);
}

START_TEST(test_ratings_follow_the_totals)
{
    static const struct told_round low = {0, false, {-30, 5, 5}};
    static const struct told_round high = {0, false, {20, -5, -5}};
    struct hk_rating hand[HK_RESULT_LINES];
    struct hk_rating may_i[HK_RESULT_LINES];

    struct hk_result result = result_of(HK_HAND, 3, &low, 1);
    rate(&result, hand);
    ck_assert(hand[0].mu > HK_RATING_MU && hand[1].mu < HK_RATING_MU);
    ck_assert(same(&hand[1], &hand[2]));
    result = result_of(HK_MAY_I, 3, &high, 1);
    rate(&result, may_i);
    for (unsigned i = 0; i < 3; i++)
        ck_assert(same(&hand[i], &may_i[i]));
}
END_TEST

START_TEST(test_partners_are_rated_as_a_team_and_a_pair_as_one)
{
    /* Seat 2 held most, but its team won. */
    static const struct told_round round = {0, false, {-60, 10, 45, 20}};
    static const struct told_round duel = {0, false, {-60, 10}};
    struct hk_result result = result_of(HK_HAND_PARTNERS, 4, &round, 1);
    struct hk_rating ratings[HK_RESULT_LINES];
    struct hk_rating single[HK_RESULT_LINES];

    rate(&result, ratings);
    ck_assert(ratings[0].mu > HK_RATING_MU);
    ck_assert(same(&ratings[0], &ratings[2]));
    ck_assert(ratings[1].mu < HK_RATING_MU);
    ck_assert(same(&ratings[1], &ratings[3]));
    /* Two entities, as two players would be. */
    result = result_of(HK_HAND, 2, &duel, 1);
    rate(&result, single);
    ck_assert(same(&ratings[4], &single[0]));
    ck_assert(same(&ratings[5], &single[1]));
    ck_assert(!same(&ratings[4], &ratings[0]));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_the_lowest_wins_in_hand_and_ties_share,
        test_the_highest_wins_in_may_i,
        test_partners_share_all_but_hands,
        test_best_is_the_lowest_in_hand_and_the_highest_in_may_i,
        test_its_boards,
        test_ratings_follow_the_totals,
        test_partners_are_rated_as_a_team_and_a_pair_as_one,
    };
    return kit_run("service/result", tests, KIT_COUNT(tests));
}
