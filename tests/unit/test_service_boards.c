/* Games finished around the ends of years, months and weeks are on the boards
 * of their own. */
#include "service_kit.h"

#include <stdio.h>
#include <string.h>

#include "service/players.h"

/* Milliseconds since 1970 of the beginning of these days, in UTC. */
#define DAY_MS INT64_C(86400000)
#define DAYS_2020_12_28 18624 /* a Monday: 2020-W53 begins */
#define DAYS_2021_01_01 18628 /* a Friday, still in 2020-W53 */
#define DAYS_2021_01_04 18631 /* a Monday: 2021-W01 begins */
#define DAYS_2026_12_31 20818 /* a Thursday of 2026-W53 */

/* Each game is won or lost by two of their own: a line tells the game. */
static const struct finished {
    hk_time at;
    const char *names;
} finished[] = {
    {DAYS_2020_12_28 * DAY_MS - 1, "a1 a2"},
    {DAYS_2020_12_28 * DAY_MS, "b1 b2"},
    {DAYS_2021_01_01 * DAY_MS - 1, "c1 c2"},
    {DAYS_2021_01_01 * DAY_MS, "d1 d2"},
    {DAYS_2021_01_04 * DAY_MS - 1, "e1 e2"},
    {DAYS_2021_01_04 * DAY_MS, "f1 f2"},
    {(DAYS_2026_12_31 + 1) * DAY_MS - 1, "g1 g2"},
    {(DAYS_2026_12_31 + 1) * DAY_MS, "h1 h2"},
};

static const struct border {
    const char *period, *games, *about;
} borders[] = {
    {"all", "abcdefgh", "all of them"},
    {"2020", "abc", "the last millisecond of a year is its own"},
    {"2021", "def", "and the first"},
    {"2020-12", "abc", "a month"},
    {"2021-01", "def", "and the next"},
    {"2020-W52", "a", "a week ends on Sunday"},
    {"2020-W53", "bcde", "a week of two years is of the one with its Thursday"},
    {"2021-W01", "f", "and the first of the year comes after it"},
    {"2021-W52", "", "nobody played"},
    {"2026", "g", "New Year's Eve"},
    {"2027", "h", "and New Year"},
    {"2026-W53", "gh", "are in one week"},
    {"2027-W01", "", "which is not this one"},
};

/* The games whose players are on the board, by their letters. */
static void games_of(const char *period,
                     char ret_letters[KIT_COUNT(finished) + 1])
{
    struct hk_board board = {.by = HK_BY_RATING, .min_games = 1};
    struct hk_board_row rows[2 * KIT_COUNT(finished) + 1];
    size_t count, letters = 0;

    snprintf(board.name.period, sizeof board.name.period, "%s", period);
    ck_assert_int_eq(hk_players_board(kit_service(), &board, NULL,
                                      2 * KIT_COUNT(finished), rows, &count),
                     HK_OK);
    for (int letter = 'a'; letter <= 'h'; letter++) {
        unsigned players = 0;

        for (size_t i = 0; i < count; i++) {
            players += rows[i].name[0] == letter;
            ck_assert_int_eq(rows[i].figures.games, 1);
        }
        ck_assert_msg(players == 0 || players == 2, "%c in %s", letter, period);
        if (players)
            ret_letters[letters++] = (char)letter;
    }
    ret_letters[letters] = '\0';
    ck_assert_uint_eq(count, 2 * letters);
}

/* Begun one day before, finished at this very time. */
static void finish_at(const char *names, hk_time at)
{
    struct hk_rng rng = kit_rng();

    kit_time = at - DAY_MS;
    struct hk_game *game = kit_new(names, "rounds=1", false, NULL);
    do
        kit_time = at - KIT_STEP_MS;
    while (kit_step(game, &rng));
    hk_game_close(game);
}

START_TEST(test_a_game_is_on_the_boards_of_its_end)
{
    char letters[KIT_COUNT(finished) + 1];

    for (size_t i = 0; i < KIT_COUNT(finished); i++)
        finish_at(finished[i].names, finished[i].at);
    for (size_t i = 0; i < KIT_COUNT(borders); i++) {
        games_of(borders[i].period, letters);
        ck_assert_msg(strcmp(letters, borders[i].games) == 0,
                      "%s: %s: %s instead of %s", borders[i].period,
                      borders[i].about, letters, borders[i].games);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_game_is_on_the_boards_of_its_end,
    };
    return kit_run("service/boards", tests, KIT_COUNT(tests));
}
