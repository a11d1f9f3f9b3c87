/* Pages of a leaderboard around a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_kit.h"
#include "store/steps.h"
#include "store_kit.h"

#define STRING(text) #text
#define STRINGIFY(macro) STRING(macro)

static enum hk_error read_around(const struct hk_board *board, const char *name,
                                 const char *other, size_t limit,
                                 size_t *ret_count)
{
    return hk_store_board_around(kit_store(), board, kit_player(name),
                                 other ? kit_player(other) : 0, limit, lines,
                                 ret_count);
}

/* By wins: a 9, b 8, c d e 7, f 6, g 5, h 1. */
static const struct around_case {
    const char *name;
    size_t limit;
    const char *expected; /* with the line that says the board goes on */
    const char *about;
} around_cases[] = {
    {"a", 3, "1 a 2 b 3 c 3 d", "at the top the page is filled from below"},
    {"b", 3, "1 a 2 b 3 c 3 d", "the second is in the middle"},
    {"c", 3, "2 b 3 c 3 d 3 e", "the first of a tie"},
    {"d", 3, "3 c 3 d 3 e 6 f", "the middle of a tie"},
    {"e", 3, "3 d 3 e 6 f 7 g", "the last of a tie"},
    {"e", 4, "3 d 3 e 6 f 7 g 8 h", "of two in the middle it is the first"},
    {"d", 1, "3 d 3 e", "a page of one"},
    {"h", 1, "8 h", "the last, alone"},
    {"h", 3, "6 f 7 g 8 h", "at the end the page is filled from above"},
    {"g", 3, "6 f 7 g 8 h", "the last but one"},
    {"h", 8, "1 a 2 b 3 c 3 d 3 e 6 f 7 g 8 h", "the whole board"},
    {"d", 100, "1 a 2 b 3 c 3 d 3 e 6 f 7 g 8 h", "more than the board"},
};

START_TEST(test_a_page_is_around_a_line)
{
    static const int wins[] = {9, 8, 7, 7, 7, 6, 5, 1};
    const struct around_case *c = &around_cases[_i];
    struct hk_board board = {
        .name = kit_board(HK_HAND, false), .by = HK_BY_WINS, .min_games = 1};
    size_t count;
    for (int i = 0; i < LENGTH(wins); i++) {
        char name[] = {(char)('a' + i), '\0'};
        put(HK_HAND, name, NULL, 10, wins[i], 50, 0, 0);
    }
    ck_assert_int_eq(read_around(&board, c->name, NULL, c->limit, &count),
                     HK_OK);
    ck_assert_msg(strcmp(text_of(count), c->expected) == 0,
                  "%s: %s instead of %s", c->about, text_of(count),
                  c->expected);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(lines[i].place.position, lines[i].name[0] - 'a' + 1);
}
END_TEST

/* The part of the board that begins at a position. */
static const char *part_of(const char *board, int64_t position)
{
    for (int64_t blanks = 2 * (position - 1); blanks > 0; board++)
        blanks -= *board == ' ';
    return board;
}

/* From the page around anybody the pages go on to the end of the board. */
START_TEST(test_pages_go_on_from_around_a_line)
{
    static char expected[TEXT_SIZE], paged[TEXT_SIZE];
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 13);
    struct hk_board board = {.name = kit_board(HK_HAND_PARTNERS, _i > 0)};
    size_t count;
    kit_store();
    fill(&rng, &board.name);
    for (unsigned i = 0; i < PLAYERS; i += 7)
        for (int by = 0; by < HK_BOARD_ORDERS; by++) {
            char name[16];
            snprintf(name, sizeof(name), "p%02u", i);
            board.by = (enum hk_board_order)by;
            board.min_games = 1 + i % 2;
            expected_board(&board, expected);
            enum hk_error error = read_around(
                &board, name,
                board.name.partnerships ? (i % 2 ? "second" : "first") : NULL,
                4, &count);
            if (error == HK_E_NOT_FOUND && !strstr(expected, name))
                continue;
            ck_assert_int_eq(error, HK_OK);
            int64_t begin = lines[0].place.position;
            struct hk_board_place last;
            paged[0] = '\0';
            for (size_t n = 0;;) {
                for (size_t k = 0; k < count && k < 4; k++)
                    add_line(paged, n++, &lines[k]);
                if (count <= 4)
                    break;
                last = lines[3].place;
                ck_assert_int_eq(hk_store_board(kit_store(), &board, &last, 4,
                                                lines, &count),
                                 HK_OK);
                stir(&board, &rng);
            }
            ck_assert_str_eq(paged, part_of(expected, begin));
        }
}
END_TEST

START_TEST(test_there_is_no_page_around_who_is_not_on_the_board)
{
    struct hk_board board = {
        .name = kit_board(HK_HAND, false), .by = HK_BY_WINS, .min_games = 1};
    size_t count;
    ck_assert_int_eq(read_around(&board, "a", NULL, 3, &count), HK_E_NOT_FOUND);
    put(HK_HAND, "a", NULL, 2, 1, 10, 0, 0);
    ck_assert_int_eq(read_around(&board, "b", NULL, 3, &count), HK_E_NOT_FOUND);
    ck_assert_int_eq(read_around(&board, "a", NULL, 3, &count), HK_OK);
    board.min_games = 3;
    ck_assert_int_eq(read_around(&board, "a", NULL, 3, &count), HK_E_NOT_FOUND);
}
END_TEST

START_TEST(test_a_page_is_around_a_pair_in_either_order)
{
    struct hk_board board = {.name = kit_board(HK_HAND_PARTNERS, true),
                             .by = HK_BY_WINS,
                             .min_games = 1};
    size_t count;
    put(HK_HAND_PARTNERS, "a", "b", 3, 3, 15, 0, 0);
    put(HK_HAND_PARTNERS, "c", "a", 3, 2, 15, 0, 0);
    put(HK_HAND_PARTNERS, "b", "c", 3, 1, 15, 0, 0);
    ck_assert_int_eq(read_around(&board, "a", "c", 1, &count), HK_OK);
    ck_assert_str_eq(text_of(1), "2 a-c");
    ck_assert_int_eq(read_around(&board, "c", "a", 1, &count), HK_OK);
    ck_assert_str_eq(text_of(1), "2 a-c");
    /* Of one player it is the pair that stands best. */
    ck_assert_int_eq(read_around(&board, "c", NULL, 1, &count), HK_OK);
    ck_assert_str_eq(text_of(1), "2 a-c");
    ck_assert_int_eq(read_around(&board, "b", NULL, 1, &count), HK_OK);
    ck_assert_str_eq(text_of(1), "1 a-b");
    ck_assert_int_eq(read_around(&board, "d", NULL, 1, &count), HK_E_NOT_FOUND);
    ck_assert_int_eq(read_around(&board, "a", "d", 1, &count), HK_E_NOT_FOUND);
    ck_assert_int_eq(read_around(&board, "a", "a", 1, &count), HK_E_NOT_FOUND);
    board.min_games = 4;
    ck_assert_int_eq(read_around(&board, "b", NULL, 1, &count), HK_E_NOT_FOUND);
}
END_TEST

/* ----- large boards ------------------------------------------------------- */

#define MANY (2 * HK_STEP_MAX + 500)

struct many {
    const struct hk_board_name *name;
    struct hk_rng *rng;
    int first, last;
};

static struct hk_figures any_figures(struct hk_rng *rng)
{
    int games = 1 + (int)hk_rng_below(rng, 9);
    struct hk_figures figures = made_of(
        games, (int)hk_rng_below(rng, (uint32_t)games + 1), games * 5,
        (int)hk_rng_below(rng, 3), (int)hk_rng_below(rng, 900) - 400);
    figures.rating.mu = (double)hk_rng_below(rng, 4000) / 100;
    return figures;
}

/* Players without names, by their numbers; some are put twice, and some leave
 * the board. */
static enum hk_error put_many(struct hk_tx *tx, void *cls)
{
    const struct many *many = cls;
    int64_t board;
    enum hk_error error = hk_tx_board(tx, many->name, &board);
    for (int i = many->first; i < many->last && error == HK_OK; i++) {
        struct hk_figures figures = any_figures(many->rng);
        int64_t player = 1 + (int64_t)hk_rng_below(many->rng, MANY);
        if (hk_rng_below(many->rng, 20) == 0)
            figures = HK_FIGURES_NONE;
        error = hk_tx_put_figures(tx, board, player, 0, &figures, 0);
    }
    return error;
}

static enum hk_error name_many(struct hk_tx *tx, void *cls)
{
    const struct many *many = cls;
    enum hk_error error = HK_OK;
    for (int i = many->first; i < many->last && error == HK_OK; i++) {
        struct hk_player_row player;
        char name[16];
        snprintf(name, sizeof(name), "n%d", i);
        error = hk_tx_player(tx, name, name, 0, &player);
    }
    return error;
}

/* Each order's steps have as many lines as stand from one to the next. */
static void check_steps(void)
{
    ck_assert_int_eq(
        kit_int("SELECT count(*) FROM boards WHERE stepped = 0 OR lines <> "
                "(SELECT count(*) FROM figures WHERE board = boards.id)"),
        0);
    ck_assert_int_gt(kit_int("SELECT count(*) FROM steps"),
                     2 * HK_BOARD_ORDERS);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM steps "
                             "WHERE lines > " STRINGIFY(HK_STEP_MAX)),
                     0);
    ck_assert_int_eq(
        kit_int("SELECT count(*) FROM steps AS s WHERE lines <> "
                "(SELECT count(*) FROM (SELECT CASE s.by "
                "WHEN 0 THEN by_rating WHEN 1 THEN by_wins "
                "WHEN 2 THEN by_win_rate WHEN 3 THEN by_average "
                "ELSE by_hands END AS own, player, partner FROM figures) AS f "
                "WHERE (own, player, partner) >= (s.key, s.player, s.partner) "
                "AND NOT EXISTS (SELECT 1 FROM steps AS n WHERE n.by = s.by "
                "AND (n.key, n.player, n.partner) > "
                "(s.key, s.player, s.partner) "
                "AND (f.own, f.player, f.partner) >= "
                "(n.key, n.player, n.partner)))"),
        0);
}

/* The place that a page around this player gives it, and the one that it has
 * by counting all. */
static void check_place(const struct hk_board *board, int64_t player)
{
    static const char *const columns[] = {"by_rating", "by_wins", "by_win_rate",
                                          "by_average", "by_hands"};
    size_t count;
    char sql[512];
    enum hk_error error = hk_store_board_around(kit_store(), board, player, 0,
                                                1, lines, &count);
    if (error == HK_E_NOT_FOUND)
        return;
    ck_assert_int_eq(error, HK_OK);
    ck_assert_int_eq(lines[0].place.player, player);
    for (int tie = 0; tie < 2; tie++) {
        snprintf(sql, sizeof(sql),
                 "SELECT count(*) FROM figures, (SELECT %s AS own FROM figures "
                 "WHERE player = %d) WHERE games >= %d "
                 "AND (%s < own OR (%d AND %s = own AND player <= %d))",
                 columns[board->by], (int)player, (int)board->min_games,
                 columns[board->by], tie, columns[board->by], (int)player);
        ck_assert_int_eq(kit_int(sql), tie ? lines[0].place.position
                                           : lines[0].place.rank - 1);
    }
}

START_TEST(test_places_on_a_large_board_are_counted_by_steps)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 17);
    struct hk_board board = {.name = kit_board(HK_HAND, false)};
    struct many many = {&board.name, &rng, 0, MANY};
    kit_write(name_many, &many);
    many.last = 3 * MANY;
    kit_write(put_many, &many);
    check_steps();
    for (int i = 0; i < 60; i++) {
        board.by = (enum hk_board_order)(i % HK_BOARD_ORDERS);
        board.min_games = i < 45 ? 1 : 3;
        check_place(&board, 1 + (int64_t)hk_rng_below(&rng, MANY));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_around");
    TCase *tcase = tcase_create("around");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_loop_test(tcase, test_a_page_is_around_a_line, 0,
                        LENGTH(around_cases));
    tcase_add_loop_test(tcase, test_pages_go_on_from_around_a_line, 0, 2);
    tcase_add_test(tcase, test_there_is_no_page_around_who_is_not_on_the_board);
    tcase_add_test(tcase, test_a_page_is_around_a_pair_in_either_order);
    tcase_add_test(tcase, test_places_on_a_large_board_are_counted_by_steps);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
