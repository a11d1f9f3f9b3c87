/* Figures and leaderboards: what is counted, in which order, page by page. */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "store/internal.h"
#include "store/keys.h"
#include "store/receipts.h"
#include "store_kit.h"

#define LINES 64

static struct hk_board_row lines[LINES];

static size_t read_board(const struct hk_board *board)
{
    size_t count = 0;
    ck_assert_int_eq(
        hk_store_board(kit_store(), board, NULL, LINES, lines, &count), HK_OK);
    return count;
}

/* ----- what is counted --------------------------------------------------- */

START_TEST(test_figures_of_a_player_are_those_of_its_games)
{
    static const char *const players[] = {"huda", "sami", "ali"};
    static const char *const turned[] = {"sami", "ali", "huda"};
    kit_played(HK_HAND, 3, players, 0, true, (const int[]){-60, 200, 44}, 1);
    kit_played(HK_HAND, 3, turned, 0, false, (const int[]){-30, 100, 17}, 1);
    kit_played(HK_HAND, 3, players, -1, false, (const int[]){12, 100, 12}, 5);

    struct hk_figures f;
    ck_assert_int_eq(
        hk_store_figures(kit_store(), kit_player("huda"), HK_HAND, &f), HK_OK);
    ck_assert_int_eq(f.games, 3);
    ck_assert_int_eq(f.wins, 2);
    ck_assert_int_eq(f.rounds, 3);
    ck_assert_int_eq(f.rounds_won, 1);
    ck_assert_int_eq(f.hands, 1);
    ck_assert_int_eq(f.points, -60 + 17 + 12);
    ck_assert_int_eq(f.best, -60);
    ck_assert_int_eq(f.worst, 17);
    ck_assert_int_eq(
        hk_store_figures(kit_store(), kit_player("sami"), HK_HAND, &f), HK_OK);
    ck_assert_int_eq(f.wins, 1);
    ck_assert_int_eq(f.rounds_won, 1);
    ck_assert_int_eq(f.hands, 0);
    ck_assert_int_eq(f.best, -30);
    ck_assert_int_eq(f.worst, 200);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM partnership_figures"), 0);
}
END_TEST

START_TEST(test_a_player_without_games_has_no_figures)
{
    struct hk_figures f = {.games = 9};
    ck_assert_int_eq(
        hk_store_figures(kit_store(), kit_player("huda"), HK_HAND, &f), HK_OK);
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
    struct hk_store *store = kit_store();
    ck_assert_int_eq(
        hk_store_figures(store, kit_player("huda"), HK_HAND_PARTNERS, &f),
        HK_OK);
    ck_assert_int_eq(f.wins, 1);
    ck_assert_int_eq(f.rounds_won, 1);
    ck_assert_int_eq(f.hands, 0);
    ck_assert_int_eq(f.points, -60);
    ck_assert_int_eq(f.best, -60);
    ck_assert_int_eq(
        hk_store_figures(store, kit_player("ali"), HK_HAND_PARTNERS, &f),
        HK_OK);
    ck_assert_int_eq(f.hands, 1);
    ck_assert_int_eq(
        hk_store_figures(store, kit_player("nour"), HK_HAND_PARTNERS, &f),
        HK_OK);
    ck_assert_int_eq(f.wins, 0);
    ck_assert_int_eq(f.rounds_won, 0);
    ck_assert_int_eq(f.points, 260);
    ck_assert_int_eq(hk_store_figures(store, kit_player("nour"), HK_HAND, &f),
                     HK_OK);
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
    struct hk_board board = {.variant = HK_HAND_PARTNERS,
                             .by = HK_BY_WINS,
                             .partnerships = true,
                             .min_games = 1};
    ck_assert_uint_eq(read_board(&board), 2);
    ck_assert_str_eq(lines[0].name, "huda");
    ck_assert_str_eq(lines[0].partner_name, "ali");
    ck_assert_str_eq(lines[1].name, "sami");
    ck_assert_str_eq(lines[1].partner_name, "nour");
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_lt(lines[i].player, lines[i].partner);
        ck_assert_int_eq(lines[i].rank, 1);
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
    ck_assert_int_eq(kit_int("SELECT sum(games) FROM player_figures"), 2);
}
END_TEST

START_TEST(test_a_game_that_is_not_ranked_never_counts)
{
    static const char *const players[] = {"huda", "sami"};
    struct count_job job = {kit_game(HK_HAND, false, 2, players),
                            kit_rules(HK_HAND, 2)};
    ck_assert_int_eq(hk_store_write(kit_store(), count_again, &job),
                     HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM player_figures"), 0);
}
END_TEST

/* ----- ranks and orders -------------------------------------------------- */

/* Figures put in as they are; `other` is the partner, or NULL. */
static void put(const char *variant, const char *name, const char *other,
                int games, int wins, int rounds, int hands, int points)
{
    char sql[512];
    int64_t a = kit_player(name), b = other ? kit_player(other) : 0;
    if (other)
        snprintf(sql, sizeof(sql),
                 "INSERT INTO partnership_figures (variant, lower_wins, "
                 "player, partner, games, wins, rounds, rounds_won, hands, "
                 "points, best, worst) SELECT name, lower_wins, %lld, %lld, "
                 "%d, %d, %d, %d, %d, %d, 0, 0 FROM variants "
                 "WHERE name = '%s'",
                 (long long)(a < b ? a : b), (long long)(a < b ? b : a), games,
                 wins, rounds, hands, hands, points, variant);
    else
        snprintf(sql, sizeof(sql),
                 "INSERT INTO player_figures (variant, lower_wins, player, "
                 "games, wins, rounds, rounds_won, hands, points, best, "
                 "worst) SELECT name, lower_wins, %lld, %d, %d, %d, %d, %d, "
                 "%d, 0, 0 FROM variants WHERE name = '%s'",
                 (long long)a, games, wins, rounds, hands, hands, points,
                 variant);
    const char *why = kit_exec(sql);
    ck_assert_msg(!why, "%s", why);
}

static const struct order_case {
    enum hk_board_order by;
    int64_t min_games;
    const char *expected; /* rank and name of each line */
    const char *about;
} order_cases[] = {
    {HK_BY_WINS, 1, "1 a 1 c 3 b 4 d", "ties share a rank, the next is 3"},
    {HK_BY_WIN_RATE, 1, "1 d 2 a 2 b 4 c", "2 of 4 is 1 of 2"},
    {HK_BY_AVERAGE, 1, "1 b 2 a 2 d 4 c", "lower is better"},
    {HK_BY_HANDS, 1, "1 c 2 a 2 b 2 d", "three share the last"},
    {HK_BY_WINS, 2, "1 a 1 c 3 b", "who played once is left out"},
    {HK_BY_WIN_RATE, 2, "1 a 1 b 3 c", "and ranks are among who is left"},
    {HK_BY_AVERAGE, 4, "1 a 2 c", "four games and more"},
    {HK_BY_AVERAGE, 100, "", "nobody played that often"},
};

START_TEST(test_a_board_is_ranked)
{
    const struct order_case *c = &order_cases[_i];
    kit_store();
    put("hand", "a", NULL, 4, 2, 20, 0, 40);
    put("hand", "b", NULL, 2, 1, 10, 0, -30);
    put("hand", "c", NULL, 5, 2, 25, 3, 500);
    put("hand", "d", NULL, 1, 0 + 1, 5, 0, 10);
    if (c->by == HK_BY_WINS || c->by == HK_BY_HANDS || c->by == HK_BY_AVERAGE)
        ck_assert_ptr_null(kit_exec("UPDATE player_figures SET wins = 0 "
                                    "WHERE games = 1"));
    put("hand-partners", "e", NULL, 9, 9, 9, 9, -9);

    struct hk_board board = {
        .variant = HK_HAND, .by = c->by, .min_games = c->min_games};
    char text[256] = "";
    size_t count = read_board(&board);
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "%s%lld %s", i ? " " : "",
                 (long long)lines[i].rank, lines[i].name);
    }
    ck_assert_msg(strcmp(text, c->expected) == 0, "%s: %s instead of %s",
                  c->about, text, c->expected);
}
END_TEST

START_TEST(test_partnerships_of_one_player)
{
    kit_store();
    put("hand-partners", "a", "b", 3, 3, 15, 0, 0);
    put("hand-partners", "c", "a", 3, 1, 15, 0, 0);
    put("hand-partners", "b", "c", 3, 2, 15, 0, 0);
    put("hand-partners", "d", "a", 3, 1, 15, 0, 0);
    struct hk_board board = {
        .variant = HK_HAND_PARTNERS, .partnerships = true, .min_games = 1};
    for (int by = HK_BY_WINS; by <= HK_BY_HANDS; by++) {
        board.by = (enum hk_board_order)by;
        board.player = 0;
        ck_assert_uint_eq(read_board(&board), 4);
        board.player = kit_player("a");
        ck_assert_uint_eq(read_board(&board), 3);
        board.player = kit_player("b");
        ck_assert_uint_eq(read_board(&board), 2);
        board.player = kit_player("nobody");
        ck_assert_uint_eq(read_board(&board), 0);
    }
    board.by = HK_BY_WINS;
    board.player = kit_player("a");
    ck_assert_uint_eq(read_board(&board), 3);
    ck_assert_str_eq(lines[0].partner_name, "b");
    ck_assert_int_eq(lines[0].rank, 1);
    ck_assert_str_eq(lines[1].partner_name, "c");
    ck_assert_int_eq(lines[1].rank, 2);
    ck_assert_str_eq(lines[2].partner_name, "d");
    ck_assert_int_eq(lines[2].rank, 2);
}
END_TEST

/* ----- pages ------------------------------------------------------------- */

#define PLAYERS 60

/* Figures by chance, with many ties; in pairs everybody is a partner of the
 * first player or of the second. */
static void fill(bool pairs)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 7);
    char first[2][8] = {"p0", "p1"};
    kit_player(first[0]);
    kit_player(first[1]);
    for (int i = 0; i < PLAYERS; i++) {
        char name[16];
        int games = 1 + (int)hk_rng_below(&rng, 4);
        int hands = (int)hk_rng_below(&rng, (uint32_t)games + 1);
        snprintf(name, sizeof(name), "p%d", i + 2);
        put("hand-partners", name, pairs ? first[i % 2] : NULL, games,
            (int)hk_rng_below(&rng, (uint32_t)games + 1),
            games * (1 + (int)hk_rng_below(&rng, 2)), hands,
            (int)hk_rng_below(&rng, 7) - 3);
    }
}

/* What SQLite's own window function says of the whole board. */
static void expected_board(const struct hk_board *board, const char *key,
                           char *ret_text, size_t size)
{
    char sql[768];
    sqlite3 *handle;
    sqlite3_stmt *statement;
    snprintf(sql, sizeof(sql),
             board->partnerships
                 ? "SELECT rank() OVER (ORDER BY %s), player, partner "
                   "FROM partnership_figures WHERE games >= %d "
                   "AND (%d = 0 OR %d IN (player, partner)) "
                   "ORDER BY %s, player, partner"
                 : "SELECT rank() OVER (ORDER BY %s), player, 0 "
                   "FROM player_figures WHERE games >= %d "
                   "AND %d = %d ORDER BY %s, player",
             key, (int)board->min_games, (int)board->player, (int)board->player,
             key);
    ck_assert_int_eq(sqlite3_open(kit_path(), &handle), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) ==
                      SQLITE_OK,
                  "%s", sqlite3_errmsg(handle));
    ret_text[0] = '\0';
    while (sqlite3_step(statement) == SQLITE_ROW) {
        size_t used = strlen(ret_text);
        snprintf(ret_text + used, size - used, "%d:%d-%d ",
                 sqlite3_column_int(statement, 0),
                 sqlite3_column_int(statement, 1),
                 sqlite3_column_int(statement, 2));
    }
    sqlite3_finalize(statement);
    sqlite3_close(handle);
}

static void paged_board(const struct hk_board *board, size_t limit,
                        char *ret_text, size_t size)
{
    struct hk_board_row page[LINES], after;
    size_t count;
    bool begun = false;
    ret_text[0] = '\0';
    do {
        ck_assert_int_eq(hk_store_board(kit_store(), board,
                                        begun ? &after : NULL, limit, page,
                                        &count),
                         HK_OK);
        for (size_t i = 0; i < count; i++) {
            size_t used = strlen(ret_text);
            snprintf(ret_text + used, size - used, "%d:%d-%d ",
                     (int)page[i].rank, (int)page[i].player,
                     (int)page[i].partner);
            /* Only these are read of the line before. */
            after = (struct hk_board_row){.player = page[i].player,
                                          .partner = page[i].partner,
                                          .figures = page[i].figures};
            begun = true;
        }
    } while (count == limit);
}

static const char *const keys[] = {
    [HK_BY_WINS] = "-wins",
    [HK_BY_WIN_RATE] = "-1.0 * wins / games",
    [HK_BY_AVERAGE] = "1.0 * points / rounds",
    [HK_BY_HANDS] = "-hands",
};

START_TEST(test_pages_neither_skip_nor_repeat)
{
    static const size_t limits[] = {1, 2, 7, LINES};
    char expected[4096], paged[4096];
    bool pairs = _i > 0;
    kit_store();
    fill(pairs);
    for (int by = HK_BY_WINS; by <= HK_BY_HANDS; by++)
        for (int least = 1; least <= 3; least += 2)
            for (size_t i = 0; i < 4; i++) {
                struct hk_board board = {
                    .variant = HK_HAND_PARTNERS,
                    .by = (enum hk_board_order)by,
                    .partnerships = pairs,
                    .min_games = least,
                    .player = _i == 2 ? 2 : 0,
                };
                expected_board(&board, keys[by], expected, sizeof(expected));
                paged_board(&board, limits[i], paged, sizeof(paged));
                ck_assert_msg(strcmp(expected, paged) == 0,
                              "by %s, %zu a page:\n%s\nnot\n%s", keys[by],
                              limits[i], paged, expected);
                ck_assert_uint_gt(strlen(expected), 50);
            }
}
END_TEST

/* ----- how the queries are run ------------------------------------------- */

/* Every query that this connection has prepared goes to its rows by an index,
 * or by a key, and finds them in order. Only the partnerships of one player
 * are put in order. */
static unsigned assert_no_scan(struct hk_db *db)
{
    unsigned plans = 0;
    for (size_t i = 0; i < HK_DB_STATEMENTS; i++) {
        char sql[2048];
        sqlite3_stmt *plan;
        if (!db->places[i].sql || strncmp(db->places[i].sql, "SELECT", 6) != 0)
            continue;
        snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s", db->places[i].sql);
        ck_assert_int_eq(sqlite3_prepare_v2(db->handle, sql, -1, &plan, NULL),
                         SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *detail = (const char *)sqlite3_column_text(plan, 3);
            ck_assert_msg(
                strncmp(detail, "SCAN", 4) != 0 ||
                    (strcmp(detail, "SCAN f") == 0 && strstr(sql, ":of")),
                "%s\nin: %s", detail, sql);
            ck_assert_msg(strstr(sql, ":of") || !strstr(detail, "TEMP B-TREE"),
                          "%s\nin: %s", detail, sql);
        }
        sqlite3_finalize(plan);
        plans++;
    }
    return plans;
}

static enum hk_error pass_event(const struct hk_event_row *event, void *cls)
{
    (void)event;
    (void)cls;
    return HK_OK;
}

static enum hk_error pass_round(const struct hk_round_row *round, void *cls)
{
    (void)round;
    (void)cls;
    return HK_OK;
}

static enum hk_error pass_game(const struct hk_game_row *game, void *cls)
{
    (void)game;
    (void)cls;
    return HK_OK;
}

#define SINGLE_READS 10

/* Every other read, once. */
static void read_all(struct hk_store *store)
{
    static const uint8_t hash[32];
    struct hk_game_row game;
    struct hk_seat_row seats[HK_SEATS_MAX];
    hk_points totals[HK_TEAMS];
    unsigned count;
    struct hk_player_row player;
    struct hk_figures figures;
    struct hk_token_row token;
    struct hk_receipt_row receipt;
    ck_assert_int_eq(hk_store_find_game(store, "", &game), HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_store_seats(store, 1, seats, &count), HK_OK);
    ck_assert_int_eq(hk_store_team_totals(store, 1, totals), HK_OK);
    ck_assert_int_eq(hk_store_events(store, 1, 0, 0, pass_event, NULL), HK_OK);
    ck_assert_int_eq(hk_store_rounds(store, 1, pass_round, NULL), HK_OK);
    ck_assert_int_eq(hk_store_each_game(store, pass_game, NULL), HK_OK);
    ck_assert_int_eq(hk_store_find_player(store, "", &player), HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_store_figures(store, 1, HK_HAND, &figures), HK_OK);
    ck_assert_int_eq(hk_store_find_token(store, hash, &token), HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_store_find_receipt(store, hash, 0, &receipt),
                     HK_E_NOT_FOUND);
}

START_TEST(test_whatever_is_read_is_read_from_indexes)
{
    struct hk_store *store = kit_store();
    read_all(store);
    struct hk_board_row row;
    struct hk_game_row game;
    size_t count;
    put("hand-partners", "a", "b", 3, 3, 15, 0, 0);
    put("hand-partners", "a", NULL, 3, 3, 15, 0, 0);
    for (int by = HK_BY_WINS; by <= HK_BY_HANDS; by++)
        for (int family = 0; family < 3; family++) {
            struct hk_board board = {.variant = HK_HAND_PARTNERS,
                                     .by = (enum hk_board_order)by,
                                     .partnerships = family > 0,
                                     .player = family > 1,
                                     .min_games = 1};
            ck_assert_int_eq(
                hk_store_board(store, &board, NULL, 1, &row, &count), HK_OK);
            ck_assert_uint_eq(count, 1);
        }
    for (int bits = 0; bits < 8; bits++) {
        struct hk_game_filter filter = {bits & 1 ? 0 : -1, bits & 2 ? 0 : -1,
                                        bits & 4 ? 1 : 0};
        ck_assert_int_eq(
            hk_store_list_games(store, &filter, 0, 1, &game, &count), HK_OK);
    }
    /* Nobody else reads: it is always the same reader. */
    struct hk_db *reader = hk_store_take_reader(store);
    unsigned plans = assert_no_scan(reader);
    hk_store_give_reader(store, reader);
    ck_assert_uint_eq(plans, 2 * 4 * 3 + 5 + SINGLE_READS);
}
END_TEST

#define LENGTH(table) (int)(sizeof(table) / sizeof((table)[0]))

int main(void)
{
    Suite *suite = suite_create("store_boards");
    TCase *tcase = tcase_create("boards");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_figures_of_a_player_are_those_of_its_games);
    tcase_add_test(tcase, test_a_player_without_games_has_no_figures);
    tcase_add_test(tcase, test_partners_share_rounds_and_points_but_not_hands);
    tcase_add_test(tcase, test_partners_in_either_order_are_one_pair);
    tcase_add_test(tcase, test_a_game_counts_once);
    tcase_add_test(tcase, test_a_game_that_is_not_ranked_never_counts);
    tcase_add_loop_test(tcase, test_a_board_is_ranked, 0, LENGTH(order_cases));
    tcase_add_test(tcase, test_partnerships_of_one_player);
    tcase_add_loop_test(tcase, test_pages_neither_skip_nor_repeat, 0, 3);
    tcase_add_test(tcase, test_whatever_is_read_is_read_from_indexes);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
