/* docs/database.md: its queries run, and give what stands below them. */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "service/counting.h"
#include "store/internal.h"
#include "store/text.h"
#include "store_kit.h"

#define CEILING 65536

/* ----- the games that the document shows --------------------------------- */

struct shown {
    int64_t game;
    struct hk_rules rules;
    struct hk_round_row rounds[2];
    unsigned count;
    const struct hk_event_row *events;
    size_t event_count;
    enum hk_status status;
};

static enum hk_error count(struct hk_tx *tx, const struct shown *shown)
{
    const struct hk_event_row *last = &shown->events[shown->event_count - 1];
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_result result;
    unsigned count;
    enum hk_error error = hk_store_seats(kit_store(), shown->game, seats,
                                         &count);

    if (error)
        return error;
    hk_result_make(&result, shown->game, &shown->rules, HK_EVIDENCE_VERIFIED,
                   last->at, seats, shown->rounds, shown->count);
    return hk_count_game(tx, &result, last->at);
}

static enum hk_error show(struct hk_tx *tx, void *cls)
{
    struct shown *shown = cls;
    enum hk_error error = hk_tx_append(tx, shown->game, 0, shown->events,
                                       shown->event_count, shown->status);
    for (unsigned i = 0; i < shown->count && error == HK_OK; i++)
        error = hk_tx_add_round(tx, shown->game, &shown->rules,
                                &shown->rounds[i]);
    return error == HK_OK && shown->status == HK_STATUS_FINISHED
               ? count(tx, shown)
               : error;
}

static void leave(struct hk_round_row *round, unsigned seat, const char *text)
{
    ck_assert(hk_cards_read(text, &round->result.left[seat]));
}

/* 2026-11-30T18:00:00Z */
#define EVENING INT64_C(1796061600000)

#define SHOWN_MOVES 118

static void show_partners(void)
{
    static struct hk_event_row events[SHOWN_MOVES];
    static const char *const four[] = {"huda", "sami", "ali", "nour"};
    struct shown shown = {.rules = kit_rules(HK_HAND_PARTNERS, 4),
                          .count = 2,
                          .events = events,
                          .event_count = SHOWN_MOVES,
                          .status = HK_STATUS_FINISHED};
    shown.game = kit_game(HK_HAND_PARTNERS, true, 4, four);

    for (uint32_t i = 0; i < SHOWN_MOVES; i++)
        events[i] = (struct hk_event_row){.seq = i + 1,
                                          .at = EVENING + 1000 * i,
                                          .type = HK_EVENT_MOVE,
                                          .round = 1,
                                          .seat = (int)(i % 4),
                                          .data = "draw stock"};

    kit_set_time(EVENING + 600123);
    shown.rounds[0] = kit_round(&shown.rules, 1, 0, false,
                                (const int[]){-30, 45, 0, 100});
    shown.rounds[0].result.down = 7;
    leave(&shown.rounds[0], 1, "KS QH TD TC 5C");
    leave(&shown.rounds[0], 2, "9S 2H JK");
    leave(&shown.rounds[0], 3, "AS 3S 9S 2H 8H QH 4D 5D TD 3C 6C 7C KC JK");

    kit_set_time(EVENING + 1500456);
    shown.rounds[1] = kit_round(&shown.rules, 2, 3, true,
                                (const int[]){200, 0, 44, -60});
    shown.rounds[1].result.dealer = 1;
    shown.rounds[1].result.starter = 2;
    shown.rounds[1].result.down = 12;
    leave(&shown.rounds[1], 0, "2S 4S 8S KS 3H 9H 6D 7D QD AC 5C 8C TC JC");
    leave(&shown.rounds[1], 1, "5S JH 2D");
    leave(&shown.rounds[1], 2, "9S 9H 4C");
    kit_write(show, &shown);
}

static void show_single(void)
{
    static const char *const three[] = {"huda", "ali", "sami"};
    static const struct hk_event_row events[] = {
        {1, EVENING + 3600000, HK_EVENT_GAME_CREATED, 0, -1,
         "variant hand; seats 3; first_dealer 0; players \"huda\" \"ali\" "
         "\"sami\"; options rounds=5",
         NULL, NULL},
        {2, EVENING + 3600000, HK_EVENT_ROUND_STARTED, 1, -1,
         "dealer 0; starter 1; commitment "
         "3708d7db68ab64df2856d6963c5b897d4ed1c545180815b17dc2e1a6fbaced3a",
         "numbers 105; deck AS", NULL},
        {3, EVENING + 3642000, HK_EVENT_MOVE, 1, 1, "discard KS", NULL, NULL},
    };
    struct shown shown = {.rules = kit_rules(HK_HAND, 3),
                          .events = events,
                          .event_count = 3,
                          .status = HK_STATUS_PLAYING};
    kit_set_time(EVENING + 3600000);
    shown.game = kit_game(HK_HAND, true, 3, three);
    kit_write(show, &shown);
}

static enum hk_error correct(struct hk_tx *tx, void *cls)
{
    struct shown *shown = cls;
    return hk_tx_correct_round(tx, shown->game, &shown->rules,
                               &shown->rounds[1], "it was a Hand");
}

static void tell_round(struct hk_round_row *round, int by, uint32_t revision)
{
    struct hk_declared *declared = &round->result.declared;
    round->by = (int8_t)by;
    round->revision = revision;
    round->told_at = round->ended_at;
    round->result.down = 3;
    declared->down_said = 6;
    declared->cards = 2;
    declared->held[1] = 32;
    leave(round, 1, "KS 7D JK");
}

static void show_scorecard(void)
{
    static const char *const three[] = {"huda", "sami", "ali"};
    static const struct hk_event_row events[] = {
        {1, EVENING + 7200000, HK_EVENT_GAME_CREATED, 0, -1,
         "variant hand; seats 3; mode scorecard; players \"huda\" \"sami\" "
         "\"ali\"; options rounds=5",
         NULL, NULL},
        {2, EVENING + 7800000, HK_EVENT_ROUND_ENDED, 1, -1,
         "out 0; hand 0; seat -; seat down held 32 cards KS 7D JK; seat "
         "not_down; points -30 32 100; team_points",
         NULL, NULL},
        {3, EVENING + 8100000, HK_EVENT_ROUND_CORRECTED, 1, 2,
         "revision 1; reason \"it was a Hand\"; out 0; hand 1; seat -; seat "
         "down held 32 cards KS 7D JK; seat not_down; points -60 64 200; "
         "team_points",
         NULL, NULL},
    };
    struct shown shown = {.rules = kit_rules(HK_HAND, 3),
                          .count = 1,
                          .events = events,
                          .event_count = 3,
                          .status = HK_STATUS_PLAYING};
    kit_set_time(EVENING + 7200000);
    shown.game = kit_scorecard(HK_HAND, 3, three);
    kit_set_time(EVENING + 7800000);
    shown.rounds[0] = kit_round(&shown.rules, 1, 0, false,
                                (const int[]){-30, 32, 100});
    tell_round(&shown.rounds[0], -1, 0);
    kit_write(show, &shown);
    kit_set_time(EVENING + 8100000);
    shown.rounds[1] = kit_round(&shown.rules, 1, 0, true,
                                (const int[]){-60, 64, 200});
    tell_round(&shown.rounds[1], 2, 1);
    kit_write(correct, &shown);
}

/* ----- the document ------------------------------------------------------ */

static char *document;

static void read_document(void)
{
    char path[1024];
    const char *root = getenv("SRCDIR");
    snprintf(path, sizeof(path), "%s/docs/database.md", root ? root : ".");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    document = calloc(1, CEILING);
    ck_assert_ptr_nonnull(document);
    ck_assert_uint_lt(fread(document, 1, CEILING - 1, file), CEILING - 1);
    fclose(file);
}

static void set_up(void)
{
    kit_set_up();
    read_document();
    kit_set_time(EVENING);
    show_partners();
    show_single();
    show_scorecard();
}

static void tear_down(void)
{
    free(document);
    kit_tear_down();
}

/* The text of the next block that `fence` begins; NULL where there is none. */
static char *next_block(const char **at, const char *fence)
{
    const char *begin = strstr(*at, fence);
    if (!begin)
        return NULL;
    begin += strlen(fence);
    const char *end = strstr(begin, "```");
    ck_assert_ptr_nonnull(end);
    *at = end + 3;
    return strndup(begin, (size_t)(end - begin));
}

/* As the sqlite3 shell writes it with -header. */
static void run(sqlite3 *handle, const char *sql, struct hk_strbuf *text)
{
    sqlite3_stmt *statement;
    const char *rest;
    ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &statement, &rest) ==
                      SQLITE_OK,
                  "%s: %s", sqlite3_errmsg(handle), sql);
    ck_assert_msg(strspn(rest, " \n") == strlen(rest), "more than one: %s",
                  sql);
    int columns = sqlite3_column_count(statement);
    for (int i = 0; i < columns; i++)
        hk_strbuf_printf(text, "%s%s", i ? "|" : "",
                         sqlite3_column_name(statement, i));
    hk_strbuf_add(text, "\n");
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < columns; i++) {
            const char *value = (const char *)sqlite3_column_text(statement, i);
            hk_strbuf_printf(text, "%s%s", i ? "|" : "", value ? value : "");
        }
        hk_strbuf_add(text, "\n");
    }
    sqlite3_finalize(statement);
}

START_TEST(test_every_query_gives_what_stands_below_it)
{
    sqlite3 *handle;
    const char *at = document;
    unsigned queries = 0;
    ck_assert_int_eq(
        sqlite3_open_v2(kit_path(), &handle, SQLITE_OPEN_READONLY, NULL),
        SQLITE_OK);
    for (char *sql; (sql = next_block(&at, "```sql\n")); queries++) {
        char *expected = next_block(&at, "```text\n");
        ck_assert_ptr_nonnull(expected);
        struct hk_strbuf text;
        hk_strbuf_init(&text, CEILING);
        run(handle, sql, &text);
        ck_assert_msg(strcmp(text.text, expected) == 0,
                      "%s\ngives\n%s\nnot\n%s", sql, text.text, expected);
        hk_strbuf_clear(&text);
        free(expected);
        free(sql);
    }
    sqlite3_close(handle);
    ck_assert_uint_ge(queries, 8);
}
END_TEST

/* Whether the document has a table with a line for it. */
static bool tells_of(const char *name)
{
    char line[128];
    snprintf(line, sizeof(line), "\n| `%s` |", name);
    return strstr(document, line) != NULL;
}

START_TEST(test_every_table_and_view_is_told_of)
{
    sqlite3 *handle;
    sqlite3_stmt *statement;
    unsigned things = 0;
    ck_assert_int_eq(sqlite3_open(kit_path(), &handle), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(handle,
                                        "SELECT name FROM sqlite_schema "
                                        "WHERE type IN ('table', 'view') "
                                        "AND name NOT LIKE 'sqlite_%'",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    for (; sqlite3_step(statement) == SQLITE_ROW; things++) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        ck_assert_msg(tells_of(name), "nothing of %s", name);
    }
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    ck_assert_uint_ge(things, 22);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_docs");
    TCase *tcase = tcase_create("docs");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, test_every_query_gives_what_stands_below_it);
    tcase_add_test(tcase, test_every_table_and_view_is_told_of);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
