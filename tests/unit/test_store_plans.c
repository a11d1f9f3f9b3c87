/* How queries are run: whatever is read is found by an index. */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "store/feed.h"
#include "store/internal.h"
#include "store/keys.h"
#include "store/receipts.h"
#include "store/steps.h"
#include "store_kit.h"

#define CEILING 65536
#define LINES_MAX 64
#define LINE_SIZE 200

/* Plans of statements about boards, each line once, in order. */
static char plan_lines[LINES_MAX][LINE_SIZE];
static size_t plan_line_count;

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* How parts are joined says nothing of rows. */
static void note_line(const char *detail)
{
    if (strncmp(detail, "SEARCH", 6) != 0 && strncmp(detail, "SCAN", 4) != 0 &&
        strncmp(detail, "USE", 3) != 0)
        return;
    for (size_t i = 0; i < plan_line_count; i++)
        if (strcmp(plan_lines[i], detail) == 0)
            return;
    ck_assert_uint_lt(plan_line_count, LINES_MAX);
    snprintf(plan_lines[plan_line_count++], LINE_SIZE, "%s", detail);
    qsort(plan_lines, plan_line_count, LINE_SIZE, compare_lines);
}

/* A row is found by a key or an index, and rows come in order. What was
 * found so is gone through, as are the few rows of the oldest lines kept. */
static void check_line(const char *sql, const char *detail)
{
    bool found = strncmp(detail, "SCAN (subquery", 14) == 0 ||
                 strncmp(detail, "SCAN gone", 9) == 0 ||
                 (strcmp(detail, "SCAN figures_before") == 0 &&
                  strstr(sql, "ORDER BY id LIMIT ?"));
    ck_assert_msg(strncmp(detail, "SCAN", 4) != 0 || found, "%s\nin: %s",
                  detail, sql);
    ck_assert_msg(!strstr(detail, "TEMP B-TREE") ||
                      strstr(sql, "GROUP BY board"),
                  "%s\nin: %s", detail, sql);
}

static void check_plan(struct hk_db *db, const char *text)
{
    static char sql[4096];
    sqlite3_stmt *plan;
    snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s", text);
    ck_assert_int_eq(sqlite3_prepare_v2(db->handle, sql, -1, &plan, NULL),
                     SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(plan, 3);
        check_line(text, detail);
        if (strstr(text, "figures") || strstr(text, "boards") ||
            strstr(text, "steps"))
            note_line(detail);
    }
    sqlite3_finalize(plan);
}

/* Of every statement that this connection has prepared, that begins with
 * `verb` and tells of `what`. */
static unsigned check_plans(struct hk_db *db, const char *verb,
                            const char *what)
{
    unsigned plans = 0;
    for (size_t i = 0; i < HK_DB_STATEMENTS; i++) {
        const char *sql = db->places[i].sql;
        if (!sql || strncmp(sql, verb, strlen(verb)) != 0 || !strstr(sql, what))
            continue;
        check_plan(db, sql);
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

#define SINGLE_READS 14

/* Every other read, once. */
static void read_all(struct hk_store *store)
{
    static const uint8_t hash[32];
    struct hk_game_row game;
    struct hk_seat_row seats[HK_SEATS_MAX];
    hk_points totals[HK_TEAMS];
    unsigned count;
    struct hk_feed_row row;
    size_t rows, games;
    int64_t last;
    struct hk_player_row player;
    struct hk_board_name board = kit_board(HK_HAND, false);
    struct hk_figures figures;
    struct hk_token_row token;
    struct hk_receipt_row receipt;
    ck_assert_int_eq(hk_store_find_game(store, "", &game), HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_store_seats(store, 1, seats, &count), HK_OK);
    ck_assert_int_eq(hk_store_team_totals(store, 1, totals), HK_OK);
    ck_assert_int_eq(hk_store_events(store, 1, 0, 0, pass_event, NULL), HK_OK);
    ck_assert_int_eq(hk_store_rounds(store, 1, pass_round, NULL), HK_OK);
    ck_assert_int_eq(hk_store_each_game(store, pass_game, NULL), HK_OK);
    ck_assert_int_eq(hk_store_clock_games(store, 0, 1, &game, &games), HK_OK);
    ck_assert_int_eq(hk_store_last_game(store, &last), HK_OK);
    ck_assert_int_eq(hk_store_feed_last(store, 1, &last), HK_OK);
    ck_assert_int_eq(hk_store_feed(store, 1, 0, 9, 1, &row, &rows), HK_OK);
    ck_assert_int_eq(hk_store_find_player(store, "", &player), HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_store_figures(store, &board, 1, 0, &figures), HK_OK);
    ck_assert_int_eq(hk_store_find_token(store, hash, &token), HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_store_find_receipt(store, hash, 0, &receipt),
                     HK_E_NOT_FOUND);
}

static void put(const struct hk_board_name *board, const char *name,
                const char *other, int wins, int hands, int points)
{
    struct hk_figures figures = {.games = 1 + wins,
                                 .wins = wins,
                                 .rounds = 9 + wins,
                                 .rounds_won = 5,
                                 .hands = hands,
                                 .points = points,
                                 .rating = HK_RATING_START};
    kit_put(board, name, other, &figures);
}

/* Every statement that reads a board, on this thread's reader. */
static void read_boards(struct hk_store *store)
{
    static struct hk_board_row rows[4];
    struct hk_profile profile;
    size_t count;
    for (int by = 0; by < HK_BOARD_ORDERS; by++)
        for (int pairs = 0; pairs < 2; pairs++) {
            struct hk_board board = {
                .name = kit_board(HK_HAND_PARTNERS, pairs > 0),
                .by = (enum hk_board_order)by,
                .min_games = 1};
            const char *other = pairs ? "b" : NULL;
            put(&board.name, "a", other, 1, 0, 0);
            put(&board.name, "c", other, 1, 0, 0);
            ck_assert_int_eq(
                hk_store_board(store, &board, NULL, 1, rows, &count), HK_OK);
            ck_assert_uint_eq(count, 2);
            struct hk_board_place after = rows[0].place;
            put(&board.name, "a", other, 2, 0, 0);
            put(&board.name, "c", other, 1, 1, 0);
            put(&board.name, "c", other, 1, 1, 7);
            put(&board.name, "a", other, 3, 3, 0);
            ck_assert_int_eq(
                hk_store_board(store, &board, &after, 1, rows, &count), HK_OK);
            ck_assert_uint_eq(count, 1);
            for (const char *name = "a"; name; name = *name == 'a' ? "c" : NULL)
                for (board.min_games = 1; board.min_games < 3;
                     board.min_games++)
                    ck_assert_int_eq(
                        hk_store_board_around(
                            store, &board, kit_player(name),
                            pairs && *name == 'a' ? kit_player("b") : 0, 1,
                            rows, &count),
                        HK_OK);
            put(&board.name, "a", other, -1, 0, 0);
        }
    ck_assert_int_eq(
        hk_store_profile(store, kit_player("b"), &profile, 3, rows, &count),
        HK_OK);
    ck_assert_uint_eq(count, 1);
}

static void read_lists(struct hk_store *store)
{
    struct hk_game_row game;
    size_t count;
    for (int bits = 0; bits < 8; bits++) {
        struct hk_game_filter filter = {bits & 1 ? 0 : -1, bits & 2 ? 0 : -1,
                                        bits & 4 ? 1 : 0};
        ck_assert_int_eq(
            hk_store_list_games(store, &filter, 0, 1, &game, &count), HK_OK);
    }
}

START_TEST(test_whatever_is_read_is_read_from_indexes)
{
    struct hk_store *store = kit_store();
    read_all(store);
    read_boards(store);
    read_lists(store);
    /* Nobody else reads: it is always the same reader. */
    struct hk_db *reader = hk_store_take_reader(store);
    unsigned plans = check_plans(reader, "SELECT", "");
    hk_store_give_reader(store, reader);
    /* Four for each order; one board, its changes, a name, a line, a player's
     * pairs, a step, the steps before it; five kinds of lists; the oldest of
     * the recent events, and those after one. */
    ck_assert_uint_eq(plans, 4 * HK_BOARD_ORDERS + 7 + 5 + SINGLE_READS + 1);
}
END_TEST

/* As on a large board. */
static enum hk_error make_steps(struct hk_tx *tx, void *cls)
{
    (void)cls;
    enum hk_error error = hk_steps_make(tx, 1);
    return error == HK_OK ? hk_steps_make(tx, 2) : error;
}

START_TEST(test_lines_are_written_by_their_key)
{
    struct hk_store *store = kit_store();
    kit_set_time(1);
    read_boards(store);
    kit_write(make_steps, NULL);
    kit_set_time(HK_FIGURES_KEPT + 2);
    read_boards(store);
    struct hk_db *writer = hk_store_writer(store);
    ck_assert_uint_ge(check_plans(writer, "SELECT", "figures"), 2);
    ck_assert_uint_ge(check_plans(writer, "UPDATE", "figures"), 5);
    ck_assert_uint_ge(check_plans(writer, "DELETE", "figures"), 2);
    ck_assert_uint_ge(check_plans(writer, "SELECT", "steps"), 2);
    ck_assert_uint_ge(check_plans(writer, "UPDATE", "steps"), 1);
}
END_TEST

/* docs/leaderboards.md shows each line of the plans, and no other. */
START_TEST(test_the_document_shows_the_plans)
{
    const char *top = getenv("SRCDIR");
    char path[4096];
    struct hk_strbuf expected;
    static char document[CEILING];
    struct hk_store *store = kit_store();
    read_boards(store);
    struct hk_db *reader = hk_store_take_reader(store);
    check_plans(reader, "SELECT", "");
    hk_store_give_reader(store, reader);
    hk_strbuf_init(&expected, CEILING);
    hk_strbuf_add(&expected, "```plan\n");
    for (size_t i = 0; i < plan_line_count; i++) {
        hk_strbuf_add(&expected, plan_lines[i]);
        hk_strbuf_add_char(&expected, '\n');
    }
    hk_strbuf_add(&expected, "```\n");
    snprintf(path, sizeof(path), "%s/docs/leaderboards.md", top ? top : ".");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    document[fread(document, 1, sizeof(document) - 1, file)] = '\0';
    fclose(file);
    ck_assert_msg(strstr(document, expected.text) != NULL,
                  "%s does not show\n%s", path, expected.text);
    hk_strbuf_clear(&expected);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_plans");
    TCase *tcase = tcase_create("plans");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_whatever_is_read_is_read_from_indexes);
    tcase_add_test(tcase, test_lines_are_written_by_their_key);
    tcase_add_test(tcase, test_the_document_shows_the_plans);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
