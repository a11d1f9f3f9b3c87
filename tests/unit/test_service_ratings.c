/* Ratings, compared with those that the npm package openskill works out. */
#include "service_kit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/ratings.h"

#define PLAYERS_MAX 64
#define LINE_MAX 1024
#define NEAR 1e-9

/* A line of the table: a game, and the figures after it. */
struct line {
    unsigned count;
    struct hk_rated rated[HK_SEATS_MAX];
    unsigned players[HK_SEATS_MAX][HK_RATED_MEMBERS_MAX];
};

static double number(char **rest)
{
    char *word = strtok_r(NULL, " \n", rest);
    char *end;

    ck_assert_ptr_nonnull(word);
    double value = strtod(word, &end);
    ck_assert_msg(*end == '\0', "%s is no number", word);
    return value;
}

static unsigned player(char **text)
{
    unsigned long value = strtoul(*text, text, 10);

    ck_assert_uint_lt(value, PLAYERS_MAX);
    return (unsigned)value;
}

/* The game of a line; the figures after it are the next in `ret_rest`. */
static void read_game(char *text, struct line *ret_line, char **ret_rest)
{
    char *word = strtok_r(text, " \n", ret_rest);

    memset(ret_line, 0, sizeof *ret_line);
    for (; word && *word != ':'; word = strtok_r(NULL, " \n", ret_rest)) {
        unsigned i = ret_line->count++;

        ck_assert_uint_lt(i, HK_SEATS_MAX);
        ret_line->rated[i].place = (unsigned)strtoul(word, NULL, 10);
        word = strtok_r(NULL, " \n", ret_rest);
        ck_assert_ptr_nonnull(word);
        ret_line->players[i][0] = player(&word);
        ret_line->rated[i].member_count = 1;
        if (*word == ',') {
            word++;
            ret_line->players[i][1] = player(&word);
            ret_line->rated[i].member_count = 2;
        }
    }
    ck_assert_uint_ge(ret_line->count, 2);
}

static double apart(double a, double b)
{
    return fabs(a - b);
}

/* Plays one line's game: how far its figures are from ours at most. Goes on
 * with those of the line. */
static double compare_line(char *text, struct hk_rating *ratings)
{
    struct line line;
    char *rest;
    double greatest = 0;

    read_game(text, &line, &rest);
    for (unsigned i = 0; i < line.count; i++)
        for (unsigned m = 0; m < line.rated[i].member_count; m++)
            line.rated[i].members[m] = ratings[line.players[i][m]];
    hk_ratings_update(line.rated, line.count);
    for (unsigned i = 0; i < line.count; i++) {
        for (unsigned m = 0; m < line.rated[i].member_count; m++) {
            const struct hk_rating *ours = &line.rated[i].members[m];
            struct hk_rating *theirs = &ratings[line.players[i][m]];

            theirs->mu = number(&rest);
            theirs->sigma = number(&rest);
            greatest = fmax(greatest, apart(ours->mu, theirs->mu));
            greatest = fmax(greatest, apart(ours->sigma, theirs->sigma));
        }
    }
    return greatest;
}

static void compare_table(const char *path, unsigned least)
{
    struct hk_rating ratings[PLAYERS_MAX];
    char text[LINE_MAX];
    unsigned games = 0;
    double greatest = 0;
    FILE *table = fopen(path, "r");

    ck_assert_msg(table != NULL, "cannot read %s", path);
    for (unsigned i = 0; i < PLAYERS_MAX; i++)
        ratings[i] = HK_RATING_START;
    while (fgets(text, sizeof text, table)) {
        double difference = compare_line(text, ratings);

        games++;
        ck_assert_msg(difference < NEAR, "line %u of %s: %g", games, path,
                      difference);
        greatest = fmax(greatest, difference);
    }
    fclose(table);
    ck_assert_uint_ge(games, least);
    printf("figures: ratings of %u games compared with openskill: greatest "
           "difference %.1e\n",
           games, greatest);
}

START_TEST(test_they_are_those_of_openskill)
{
    char path[512];

    snprintf(path, sizeof path, "%s/tests/data/openskill.txt",
             getenv("SRCDIR") ? getenv("SRCDIR") : ".");
    compare_table(path, 1000);
}
END_TEST

/* Another table of the same form, made just now (tools/compare-ratings). */
START_TEST(test_they_are_those_of_another_table)
{
    const char *path = getenv("HK_OPENSKILL_TABLE");

    if (path)
        compare_table(path, 1);
}
END_TEST

static bool same(const struct hk_rating *a, const struct hk_rating *b)
{
    return a->mu == b->mu && a->sigma == b->sigma;
}

START_TEST(test_equals_that_tie_stay_equal)
{
    struct hk_rated rated[HK_SEATS_MAX];

    for (unsigned count = 2; count <= HK_SEATS_MAX; count++) {
        for (unsigned i = 0; i < count; i++)
            rated[i] = (struct hk_rated){
                .place = 7, .member_count = 1, .members = {HK_RATING_START}};
        hk_ratings_update(rated, count);
        for (unsigned i = 0; i < count; i++) {
            ck_assert(apart(rated[i].members[0].mu, HK_RATING_MU) < NEAR);
            ck_assert(rated[i].members[0].sigma < HK_RATING_SIGMA);
            ck_assert(same(&rated[i].members[0], &rated[0].members[0]));
        }
    }
}
END_TEST

START_TEST(test_a_better_place_is_never_worse)
{
    struct hk_rated rated[HK_SEATS_MAX];

    for (unsigned i = 0; i < HK_SEATS_MAX; i++)
        rated[i] = (struct hk_rated){
            .place = i, .member_count = 1, .members = {HK_RATING_START}};
    hk_ratings_update(rated, HK_SEATS_MAX);
    for (unsigned i = 1; i < HK_SEATS_MAX; i++)
        ck_assert(rated[i - 1].members[0].mu > rated[i].members[0].mu);
    ck_assert(rated[0].members[0].mu > HK_RATING_MU);
    ck_assert(rated[HK_SEATS_MAX - 1].members[0].mu < HK_RATING_MU);
}
END_TEST

/* Only the order of the places counts. */
START_TEST(test_places_may_have_gaps)
{
    struct hk_rated a[3];
    struct hk_rated b[3];
    static const unsigned places[3] = {0, 1, 1};

    for (unsigned i = 0; i < 3; i++) {
        a[i] = (struct hk_rated){
            .place = places[i], .member_count = 1, .members = {{20 + i, 5}}};
        b[i] = a[i];
        b[i].place = 10 + 100 * places[i];
    }
    hk_ratings_update(a, 3);
    hk_ratings_update(b, 3);
    for (unsigned i = 0; i < 3; i++)
        ck_assert(same(&a[i].members[0], &b[i].members[0]));
}
END_TEST

/* The bits of ratings are kept on disk and compared: they must not depend on
 * the compiler or the machine. */
START_TEST(test_the_bits_are_the_same_everywhere)
{
    struct hk_rated rated[3] = {
        {.place = 1, .member_count = 1, .members = {HK_RATING_START}},
        {.place = 0, .member_count = 1, .members = {{31.25, 2.5}}},
        {.place = 1, .member_count = 1, .members = {{-7.75, 6.125}}}};

    for (unsigned i = 0; i < 100; i++) {
        hk_ratings_update(rated, 3);
        rated[i % 3].place = (rated[i % 3].place + i) % 4;
    }
    static const struct hk_rating expected[3] = {
        {0x1.88e0ddfdd0d29p+4, 0x1.481492a71b016p+1},
        {0x1.7e4126143dbf8p+4, 0x1.0b63c2b3f02ecp+1},
        {0x1.635e1df28948bp+4, 0x1.4c945b1738333p+1},
    };
    for (unsigned i = 0; i < 3; i++)
        ck_assert_msg(same(&rated[i].members[0], &expected[i]), "{%a, %a}",
                      rated[i].members[0].mu, rated[i].members[0].sigma);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_they_are_those_of_openskill, test_they_are_those_of_another_table,
        test_equals_that_tie_stay_equal,  test_a_better_place_is_never_worse,
        test_places_may_have_gaps,        test_the_bits_are_the_same_everywhere,
    };
    return kit_run("service/ratings", tests, KIT_COUNT(tests));
}
