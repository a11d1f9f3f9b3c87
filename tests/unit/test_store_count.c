/* Counting a game: what enters the figures, and that it does once. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "store/internal.h"
#include "store_kit.h"

#define LINES 4

static struct hk_board_row lines[LINES + 1];

/* The figures of this player over all games. */
static struct hk_figures figures_of(const char *name, enum hk_variant variant)
{
    struct hk_board_name board = kit_board(variant, false);
    struct hk_figures figures = {.games = 9};
    ck_assert_int_eq(
        hk_store_figures(kit_store(), &board, kit_player(name), 0, &figures),
        HK_OK);
    return figures;
}

START_TEST(test_figures_of_a_player_are_those_of_its_games)
{
    static const char *const players[] = {"huda", "sami", "ali"};
    static const char *const turned[] = {"sami", "ali", "huda"};
    kit_played(HK_HAND, 3, players, 0, true, (const int[]){-60, 200, 44}, 1);
    kit_played(HK_HAND, 3, turned, 0, false, (const int[]){-30, 100, 17}, 1);
    kit_played(HK_HAND, 3, players, -1, false, (const int[]){12, 100, 12}, 5);

    struct hk_figures f;
    f = figures_of("huda", HK_HAND);
    ck_assert_int_eq(f.games, 3);
    ck_assert_int_eq(f.wins, 2);
    ck_assert_int_eq(f.rounds, 3);
    ck_assert_int_eq(f.rounds_won, 1);
    ck_assert_int_eq(f.hands, 1);
    ck_assert_int_eq(f.points, -60 + 17 + 12);
    ck_assert_int_eq(f.best, -60);
    ck_assert_int_eq(f.worst, 17);
    f = figures_of("sami", HK_HAND);
    ck_assert_int_eq(f.wins, 1);
    ck_assert_int_eq(f.rounds_won, 1);
    ck_assert_int_eq(f.hands, 0);
    ck_assert_int_eq(f.best, -30);
    ck_assert_int_eq(f.worst, 200);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures WHERE partner > 0"),
                     0);
}
END_TEST

START_TEST(test_a_player_without_games_has_no_figures)
{
    struct hk_figures f = figures_of("huda", HK_HAND);
    ck_assert_int_eq(f.games, 0);
    ck_assert_int_eq(f.worst, 0);
}
END_TEST

START_TEST(test_partners_share_rounds_and_points_but_not_hands)
{
    static const char *const seats[] = {"huda", "sami", "ali", "nour"};
    kit_played(HK_HAND_PARTNERS, 4, seats, 2, true,
               (const int[]){0, 200, -60, 60}, 1);
    struct hk_figures f;
    f = figures_of("huda", HK_HAND_PARTNERS);
    ck_assert_int_eq(f.wins, 1);
    ck_assert_int_eq(f.rounds_won, 1);
    ck_assert_int_eq(f.hands, 0);
    ck_assert_int_eq(f.points, -60);
    ck_assert_int_eq(f.best, -60);
    f = figures_of("ali", HK_HAND_PARTNERS);
    ck_assert_int_eq(f.hands, 1);
    f = figures_of("nour", HK_HAND_PARTNERS);
    ck_assert_int_eq(f.wins, 0);
    ck_assert_int_eq(f.rounds_won, 0);
    ck_assert_int_eq(f.points, 260);
    f = figures_of("nour", HK_HAND);
    ck_assert_int_eq(f.games, 0);
}
END_TEST

START_TEST(test_partners_in_either_order_are_one_pair)
{
    static const char *const one[] = {"huda", "sami", "ali", "nour"};
    static const char *const other[] = {"nour", "ali", "sami", "huda"};
    kit_played(HK_HAND_PARTNERS, 4, one, 0, true, (const int[]){-60, 20, 0, 30},
               1);
    kit_played(HK_HAND_PARTNERS, 4, other, 0, false,
               (const int[]){-30, 7, 0, 5}, 1);
    struct hk_board board = {.name = kit_board(HK_HAND_PARTNERS, true),
                             .by = HK_BY_WINS,
                             .min_games = 1};
    size_t count;
    ck_assert_int_eq(
        hk_store_board(kit_store(), &board, NULL, LINES, lines, &count), HK_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(lines[0].name, "huda");
    ck_assert_str_eq(lines[0].partner_name, "ali");
    ck_assert_str_eq(lines[1].name, "sami");
    ck_assert_str_eq(lines[1].partner_name, "nour");
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_lt(lines[i].place.player, lines[i].place.partner);
        ck_assert_int_eq(lines[i].place.rank, 1);
        ck_assert_int_eq(lines[i].figures.games, 2);
        ck_assert_int_eq(lines[i].figures.wins, 1);
        ck_assert_int_eq(lines[i].figures.rounds_won, 1);
    }
    ck_assert_int_eq(lines[0].figures.hands, 1);
    ck_assert_int_eq(lines[0].figures.points, -60 + 12);
    ck_assert_int_eq(lines[0].figures.worst, 12);
    ck_assert_int_eq(lines[1].figures.hands, 0);
    ck_assert_int_eq(lines[1].figures.points, 50 - 30);
}
END_TEST

struct count_job {
    int64_t game;
    struct hk_rules rules;
};

static enum hk_error count_again(struct hk_tx *tx, void *cls)
{
    struct count_job *job = cls;
    return hk_tx_count_game(tx, job->game, &job->rules, 1);
}

START_TEST(test_a_game_counts_once)
{
    static const char *const players[] = {"huda", "sami"};
    kit_played(HK_HAND, 2, players, 0, false, (const int[]){-30, 50}, 1);
    struct count_job job = {kit_int("SELECT id FROM games"),
                            kit_rules(HK_HAND, 2)};
    ck_assert_int_eq(hk_store_write(kit_store(), count_again, &job),
                     HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT sum(games) FROM figures"), 2);
}
END_TEST

START_TEST(test_a_game_that_is_not_ranked_never_counts)
{
    static const char *const players[] = {"huda", "sami"};
    struct count_job job = {kit_game(HK_HAND, false, 2, players),
                            kit_rules(HK_HAND, 2)};
    ck_assert_int_eq(hk_store_write(kit_store(), count_again, &job),
                     HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_count");
    TCase *tcase = tcase_create("count");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_figures_of_a_player_are_those_of_its_games);
    tcase_add_test(tcase, test_a_player_without_games_has_no_figures);
    tcase_add_test(tcase, test_partners_share_rounds_and_points_but_not_hands);
    tcase_add_test(tcase, test_partners_in_either_order_are_one_pair);
    tcase_add_test(tcase, test_a_game_counts_once);
    tcase_add_test(tcase, test_a_game_that_is_not_ranked_never_counts);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
