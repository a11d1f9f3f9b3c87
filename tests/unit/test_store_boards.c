/* Leaderboards: orders, ranks, pages that stand still while games are
 * counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_kit.h"
#include "store_kit.h"

static void put_rating(const char *name, double mu, double sigma)
{
    struct hk_board_name board = kit_board(HK_HAND, false);
    struct hk_figures figures = made_of(1, 0, 5, 0, 0);
    figures.rating = (struct hk_rating){mu, sigma};
    kit_put(&board, name, NULL, &figures);
}

/* ----- ranks and orders -------------------------------------------------- */

static const struct order_case {
    enum hk_board_order by;
    int64_t min_games;
    const char *expected;
    const char *about;
} order_cases[] = {
    {HK_BY_WINS, 1, "1 a 1 c 3 b 4 d", "ties share a rank, the next is 3"},
    {HK_BY_WIN_RATE, 1, "1 e 2 a 2 b 4 c 5 d", "2 of 4 is 1 of 2"},
    {HK_BY_AVERAGE, 1, "1 b 2 a 2 d 4 c", "lower is better"},
    {HK_BY_HANDS, 1, "1 c 2 a 2 b 2 d", "three share the last"},
    {HK_BY_RATING, 1, "1 a 1 b 1 c 1 d", "nobody is rated yet"},
    {HK_BY_WINS, 2, "1 a 1 c 3 b", "who played once is left out"},
    {HK_BY_WIN_RATE, 2, "1 a 1 b 3 c", "and ranks are among who is left"},
    {HK_BY_AVERAGE, 4, "1 a 2 c", "four games and more"},
    {HK_BY_AVERAGE, 100, "", "nobody played that often"},
};

START_TEST(test_a_board_is_ranked)
{
    const struct order_case *c = &order_cases[_i];
    kit_store();
    put(HK_HAND, "a", NULL, 4, 2, 20, 0, 40);
    put(HK_HAND, "b", NULL, 2, 1, 10, 0, -30);
    put(HK_HAND, "c", NULL, 5, 2, 25, 3, 500);
    put(HK_HAND, "d", NULL, 1, 0, 5, 0, 10);
    if (c->by == HK_BY_WIN_RATE && c->min_games == 1)
        put(HK_HAND, "e", NULL, 1, 1, 5, 0, 10);
    put(HK_HAND_PARTNERS, "e", NULL, 9, 9, 9, 9, -9);

    struct hk_board board = {.name = kit_board(HK_HAND, false),
                             .by = c->by,
                             .min_games = c->min_games};
    const char *text = read_board(&board);
    ck_assert_msg(strcmp(text, c->expected) == 0, "%s: %s instead of %s",
                  c->about, text, c->expected);
}
END_TEST

START_TEST(test_in_may_i_the_higher_average_is_better)
{
    struct hk_board board = {.name = kit_board(HK_MAY_I, false),
                             .by = HK_BY_AVERAGE,
                             .min_games = 1};
    put(HK_MAY_I, "a", NULL, 1, 0, 10, 0, -40);
    put(HK_MAY_I, "b", NULL, 1, 1, 10, 0, 95);
    put(HK_MAY_I, "c", NULL, 2, 1, 20, 0, 190);
    ck_assert_str_eq(read_board(&board), "1 b 1 c 3 a");
}
END_TEST

START_TEST(test_ratings_are_ordered_by_what_is_sure_of_them)
{
    struct hk_board board = {
        .name = kit_board(HK_HAND, false), .by = HK_BY_RATING, .min_games = 1};
    put_rating("unsure", 30, 8);
    put_rating("sure", 25, 2);
    put_rating("same", 22, 1);
    put_rating("low", 20, 8);
    ck_assert_str_eq(read_board(&board), "1 sure 1 same 3 unsure 4 low");
    ck_assert(lines[0].figures.rating.mu == 25);
    ck_assert(lines[0].figures.rating.sigma == 2);
}
END_TEST

START_TEST(test_boards_are_apart)
{
    static const struct hk_board_name names[] = {
        {HK_HAND, false, "all", HK_EVIDENCE_ALL},
        {HK_HAND, false, "all", HK_EVIDENCE_VERIFIED},
        {HK_HAND, false, "all", HK_EVIDENCE_DECLARED},
        {HK_HAND, false, "2026", HK_EVIDENCE_ALL},
        {HK_HAND, false, "2026-11", HK_EVIDENCE_ALL},
        {HK_HAND, false, "2026-W48", HK_EVIDENCE_ALL},
        {HK_MAY_I, false, "all", HK_EVIDENCE_ALL},
    };
    for (int i = 0; i < LENGTH(names); i++) {
        struct hk_figures figures = made_of(i + 1, i, 10, 0, 0);
        kit_put(&names[i], "huda", NULL, &figures);
    }
    for (int i = 0; i < LENGTH(names); i++) {
        struct hk_board board = {
            .name = names[i], .by = HK_BY_WINS, .min_games = 1};
        struct hk_figures figures;
        ck_assert_str_eq(read_board(&board), "1 huda");
        ck_assert_int_eq(lines[0].figures.games, i + 1);
        ck_assert_int_eq(hk_store_figures(kit_store(), &names[i],
                                          kit_player("huda"), 0, &figures),
                         HK_OK);
        ck_assert_int_eq(figures.games, i + 1);
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM boards"), LENGTH(names));
}
END_TEST

static const char *pairs_of(const char *name, size_t limit)
{
    struct hk_profile profile;
    size_t count;
    ck_assert_int_eq(hk_store_profile(kit_store(), kit_player(name), &profile,
                                      limit, lines, &count),
                     HK_OK);
    return text_of(count);
}

START_TEST(test_partnerships_of_one_player)
{
    put(HK_HAND_PARTNERS, "a", "b", 3, 3, 15, 0, 0);
    put(HK_HAND_PARTNERS, "c", "a", 3, 1, 15, 0, 0);
    put(HK_HAND_PARTNERS, "b", "c", 3, 2, 15, 0, 0);
    put(HK_HAND_PARTNERS, "d", "a", 3, 1, 15, 0, 0);
    put(HK_HAND_PARTNERS, "a", NULL, 9, 1, 15, 0, 0);
    ck_assert_str_eq(pairs_of("a", LINES), "0 a-b 0 a-c 0 a-d");
    ck_assert_str_eq(pairs_of("c", LINES), "0 b-c 0 a-c");
    ck_assert_str_eq(pairs_of("a", 2), "0 a-b 0 a-c");
    ck_assert_str_eq(pairs_of("nobody", LINES), "");
}
END_TEST

START_TEST(test_a_profile_has_each_variant_and_evidence)
{
    struct hk_board_name board = kit_board(HK_MAY_I, false);
    struct hk_profile profile;
    size_t count;
    for (int e = 0; e < HK_EVIDENCES; e++) {
        struct hk_figures figures = made_of(e + 1, 1, 9, 0, 0);
        board.evidence = (enum hk_evidence)e;
        kit_put(&board, "a", NULL, &figures);
    }
    put(HK_HAND, "a", NULL, 7, 1, 35, 0, 0);
    put(HK_HAND, "b", NULL, 9, 1, 45, 0, 0);
    ck_assert_int_eq(hk_store_profile(kit_store(), kit_player("a"), &profile,
                                      LINES, lines, &count),
                     HK_OK);
    for (int e = 0; e < HK_EVIDENCES; e++) {
        ck_assert_int_eq(profile.figures[HK_MAY_I][e].games, e + 1);
        ck_assert_int_eq(profile.figures[HK_HAND][e].games, e ? 0 : 7);
        ck_assert_int_eq(profile.figures[HK_HAND_PARTNERS][e].games, 0);
    }
}
END_TEST

/* ----- pages ------------------------------------------------------------- */

/* The board page by page; between pages `meanwhile` happens. */
static void paged_board(const struct hk_board *board, size_t limit,
                        void (*meanwhile)(const struct hk_board *board,
                                          void *cls),
                        void *cls, char ret_text[TEXT_SIZE])
{
    struct hk_board_place last, *after = NULL;
    size_t count, position = 0;
    ret_text[0] = '\0';
    do {
        ck_assert_int_eq(
            hk_store_board(kit_store(), board, after, limit, lines, &count),
            HK_OK);
        for (size_t i = 0; i < count && i < limit; i++) {
            add_line(ret_text, position++, &lines[i]);
            ck_assert_int_eq(lines[i].place.position, (int64_t)position);
        }
        last = lines[limit - 1].place;
        after = &last;
        if (meanwhile)
            meanwhile(board, cls);
    } while (count > limit);
}

START_TEST(test_pages_are_the_board)
{
    static const size_t limits[] = {1, 2, 7, PLAYERS - 1, PLAYERS, LINES};
    static char expected[TEXT_SIZE], paged[TEXT_SIZE];
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 7);
    struct hk_board board = {.name = kit_board(HK_HAND_PARTNERS, _i > 0)};
    kit_store();
    fill(&rng, &board.name);
    for (int by = 0; by < HK_BOARD_ORDERS; by++)
        for (board.min_games = 1; board.min_games <= 3; board.min_games += 2)
            for (int i = 0; i < LENGTH(limits); i++) {
                board.by = (enum hk_board_order)by;
                expected_board(&board, expected);
                paged_board(&board, limits[i], NULL, NULL, paged);
                ck_assert_msg(strcmp(expected, paged) == 0,
                              "by %s, %zu a page:\n%s\nnot\n%s", keys[by],
                              limits[i], paged, expected);
                ck_assert_uint_gt(strlen(expected), 100);
            }
}
END_TEST

/* Each line once, where it stood when the first page was read. */
START_TEST(test_pages_stand_still_while_games_are_counted)
{
    static char expected[TEXT_SIZE], paged[TEXT_SIZE];
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 11);
    struct hk_board board = {.name = kit_board(HK_HAND_PARTNERS, _i > 0)};
    kit_store();
    fill(&rng, &board.name);
    for (int by = 0; by < HK_BOARD_ORDERS; by++)
        for (board.min_games = 1; board.min_games <= 2; board.min_games++) {
            board.by = (enum hk_board_order)by;
            expected_board(&board, expected);
            paged_board(&board, 3, stir, &rng, paged);
            ck_assert_msg(strcmp(expected, paged) == 0, "by %s:\n%s\nnot\n%s",
                          keys[by], paged, expected);
        }
    ck_assert_int_gt(kit_int("SELECT count(*) FROM figures_before"), 100);
}
END_TEST

/* ----- what is kept of before --------------------------------------------- */

/* The page after the first line of one that was read before. */
static enum hk_error go_on(const struct hk_board *board,
                           const struct hk_board_place *after)
{
    size_t count;
    return hk_store_board(kit_store(), board, after, LINES, lines, &count);
}

START_TEST(test_a_board_is_kept_for_an_hour)
{
    struct hk_board board = {
        .name = kit_board(HK_HAND, false), .by = HK_BY_WINS, .min_games = 1};
    kit_set_time(HK_FIGURES_KEPT);
    put(HK_HAND, "a", NULL, 1, 1, 5, 0, 0);
    put(HK_HAND, "b", NULL, 1, 0, 5, 0, 0);
    read_board(&board);
    struct hk_board_place after = lines[0].place;
    put(HK_HAND, "b", NULL, 2, 1, 10, 0, 0);
    put(HK_HAND, "b", NULL, 3, 2, 15, 0, 0);

    /* Nobody changes the board: it is there however long it takes. */
    ck_assert_int_eq(go_on(&board, &after), HK_OK);
    ck_assert_str_eq(text_of(1), "2 b");
    ck_assert_int_eq(lines[0].figures.wins, 0);

    kit_set_time(2 * HK_FIGURES_KEPT);
    put(HK_HAND, "a", NULL, 2, 1, 5, 0, 0);
    ck_assert_int_eq(go_on(&board, &after), HK_OK);
    kit_set_time(2 * HK_FIGURES_KEPT + 1);
    put(HK_HAND, "a", NULL, 3, 1, 5, 0, 0);
    ck_assert_int_eq(go_on(&board, &after), HK_E_BAD_CURSOR);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures_before"), 2);
    /* What was read later is still there. */
    after.as_of = 4;
    ck_assert_int_eq(go_on(&board, &after), HK_OK);
}
END_TEST

START_TEST(test_a_board_that_changed_too_often_is_not_read_as_it_was)
{
    struct hk_board board = {
        .name = kit_board(HK_HAND, false), .by = HK_BY_WINS, .min_games = 1};
    put(HK_HAND, "a", NULL, 1, 1, 5, 0, 0);
    put(HK_HAND, "b", NULL, 1, 0, 5, 0, 0);
    read_board(&board);
    struct hk_board_place after = lines[0].place;
    char sql[128];
    snprintf(sql, sizeof(sql), "UPDATE boards SET change = change + %d",
             HK_BOARD_CHANGES_MAX);
    ck_assert_ptr_null(kit_exec(sql));
    ck_assert_int_eq(go_on(&board, &after), HK_OK);
    put(HK_HAND, "a", NULL, 2, 1, 10, 0, 0);
    ck_assert_int_eq(go_on(&board, &after), HK_E_BAD_CURSOR);
    after.as_of = INT64_MAX;
    ck_assert_int_eq(go_on(&board, &after), HK_E_BAD_CURSOR);
}
END_TEST

static enum hk_error clear(struct hk_tx *tx, void *cls)
{
    (void)cls;
    return hk_tx_clear_figures(tx);
}

START_TEST(test_what_is_counted_anew_is_another_board)
{
    struct hk_board board = {
        .name = kit_board(HK_HAND, false), .by = HK_BY_WINS, .min_games = 1};
    put(HK_HAND, "a", NULL, 1, 1, 5, 0, 0);
    put(HK_HAND, "b", NULL, 1, 0, 5, 0, 0);
    put(HK_HAND, "b", NULL, 2, 0, 10, 0, 0);
    read_board(&board);
    struct hk_board_place after = lines[0].place;
    kit_write(clear, NULL);
    ck_assert_str_eq(read_board(&board), "");
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures_before"), 0);
    ck_assert_int_eq(go_on(&board, &after), HK_E_BAD_CURSOR);

    /* Time 0: nothing is kept. */
    kit_set_time(0);
    put(HK_HAND, "b", NULL, 1, 0, 5, 0, 0);
    read_board(&board);
    after = lines[0].place;
    put(HK_HAND, "b", NULL, 2, 0, 10, 0, 0);
    ck_assert_str_eq(read_board(&board), "1 b");
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures_before"), 0);
    ck_assert_int_eq(go_on(&board, &after), HK_E_BAD_CURSOR);
}
END_TEST

START_TEST(test_a_line_that_stays_as_it_is_is_not_written)
{
    put(HK_HAND, "a", NULL, 1, 1, 5, 0, 0);
    ck_assert_int_eq(kit_int("SELECT change FROM boards"), 1);
    put(HK_HAND, "a", NULL, 1, 1, 5, 0, 0);
    ck_assert_int_eq(kit_int("SELECT change FROM boards"), 1);
    put(HK_HAND, "b", NULL, 0, 0, 0, 0, 0);
    ck_assert_int_eq(kit_int("SELECT change FROM boards"), 1);
    put(HK_HAND, "a", NULL, 0, 0, 0, 0, 0);
    ck_assert_int_eq(kit_int("SELECT change FROM boards"), 2);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_boards");
    TCase *tcase = tcase_create("boards");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_loop_test(tcase, test_a_board_is_ranked, 0, LENGTH(order_cases));
    tcase_add_test(tcase, test_in_may_i_the_higher_average_is_better);
    tcase_add_test(tcase, test_ratings_are_ordered_by_what_is_sure_of_them);
    tcase_add_test(tcase, test_boards_are_apart);
    tcase_add_test(tcase, test_partnerships_of_one_player);
    tcase_add_test(tcase, test_a_profile_has_each_variant_and_evidence);
    tcase_add_loop_test(tcase, test_pages_are_the_board, 0, 2);
    tcase_add_loop_test(tcase, test_pages_stand_still_while_games_are_counted,
                        0, 2);
    tcase_add_test(tcase, test_a_board_is_kept_for_an_hour);
    tcase_add_test(tcase,
                   test_a_board_that_changed_too_often_is_not_read_as_it_was);
    tcase_add_test(tcase, test_what_is_counted_anew_is_another_board);
    tcase_add_test(tcase, test_a_line_that_stays_as_it_is_is_not_written);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
