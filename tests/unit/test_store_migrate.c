/* Migrations: forward only, whole or not at all, with a copy kept. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/internal.h"
#include "store_kit.h"

static char message[HK_STORE_MESSAGE_SIZE];

#define FIRST                                                       \
    {                                                               \
        1, "first", "CREATE TABLE a (x INTEGER PRIMARY KEY) STRICT" \
    }
#define SECOND                                                    \
    {                                                             \
        2, "second",                                              \
            "CREATE TABLE b (x INTEGER REFERENCES a (x)) STRICT;" \
            "INSERT INTO a VALUES (7); INSERT INTO b VALUES (7)"  \
    }

static const struct hk_migration one_step[] = {FIRST, {0}};
static const struct hk_migration two_steps[] = {FIRST, SECOND, {0}};

static void open_and_close(const struct hk_migration *migrations)
{
    struct hk_store *store = NULL;
    if (hk_store_open_with(kit_path(), HK_STORE_SERVE, migrations, &store,
                           message) != HK_OK)
        ck_abort_msg("%s", message);
    hk_store_close(store);
}

START_TEST(test_a_migration_keeps_a_copy_and_goes_forward)
{
    open_and_close(one_step);
    ck_assert_ptr_null(kit_exec("INSERT INTO a VALUES (1)"));
    ck_assert_msg(!kit_exists(kit_file("hakam.db.before-v1")),
                  "a copy of nothing");
    open_and_close(two_steps);
    ck_assert_int_eq(kit_int("PRAGMA user_version"), 2);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM a"), 2);
    ck_assert_msg(!kit_exists(kit_file("hakam.db.before-v2.part")),
                  "a part is left");

    kit_close();
    ck_assert_int_eq(rename(kit_file("hakam.db.before-v2"), kit_path()), 0);
    ck_assert_int_eq(kit_int("PRAGMA user_version"), 1);
    ck_assert_int_eq(kit_int("PRAGMA application_id"), 0x48414b4d);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM a"), 1);
    open_and_close(two_steps);
    ck_assert_int_eq(kit_int("PRAGMA user_version"), 2);
}
END_TEST

/* The real steps: a database of the first version gets the row of May I and
 * keeps what it holds. */
START_TEST(test_a_database_of_version_one_learns_may_i)
{
    const struct hk_migration first[] = {hk_migrations[0], {0}};
    open_and_close(first);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM variants"), 2);
    ck_assert_ptr_null(
        kit_exec("INSERT INTO players (name, folded, reserved, created_at) "
                 "VALUES ('huda', 'huda', 0, 0)"));
    open_and_close(hk_migrations);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM variants"), HK_VARIANTS);
    ck_assert_int_eq(kit_int("SELECT lower_wins FROM variants "
                             "WHERE name = 'may-i'"),
                     0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 1);
}
END_TEST

/* The boards are made anew and begin empty, to be counted from the games. */
START_TEST(test_boards_begin_empty)
{
    const struct hk_migration before[] = {hk_migrations[0],
                                          hk_migrations[1],
                                          hk_migrations[2],
                                          hk_migrations[3],
                                          {0}};
    open_and_close(before);
    ck_assert_ptr_null(kit_exec(
        "INSERT INTO players (name, folded, reserved, created_at) "
        "VALUES ('huda', 'huda', 0, 0); "
        "INSERT INTO player_figures (variant, lower_wins, player, games, "
        "wins, rounds, rounds_won, hands, points, best, worst) "
        "VALUES ('hand', 1, 1, 1, 1, 5, 1, 0, 0, 0, 0)"));
    open_and_close(hk_migrations);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM boards"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM show_players"), 0);
}
END_TEST

/* What a version before scorecards held of a game of partners. */
static const char OLDER[] =
    "INSERT INTO players (id, name, folded, reserved, created_at) VALUES "
    "(1, 'huda', 'huda', 0, 0), (2, 'sami', 'sami', 0, 0), "
    "(3, 'ali', 'ali', 0, 0), (4, 'nour', 'nour', 0, 0);"
    "INSERT INTO games (id, uuid, variant, status, ranked, rules_version, "
    "seats, seq, created_at, updated_at) VALUES (1, "
    "'01930000-0000-7000-8000-000000000001', 'hand-partners', 'playing', 1, "
    "1, 4, 9, 0, 7);"
    "INSERT INTO seats (game, seat, player, team, total) VALUES "
    "(1, 0, 1, 0, -30), (1, 1, 2, 1, 45), (1, 2, 3, 0, 0), (1, 3, 4, 1, 100);"
    "INSERT INTO team_totals VALUES (1, 0, -30), (1, 1, 145);"
    "INSERT INTO rounds VALUES (1, 1, 3, 0, 0, 0, randomblob(32), "
    "randomblob(32), 7);"
    "INSERT INTO round_scores VALUES (1, 1, 0, -30, 1, ''), "
    "(1, 1, 1, 45, 1, 'KS QH TD 5C TC'), (1, 1, 2, 0, 1, '9S'), "
    "(1, 1, 3, 100, 0, 'AS');"
    "INSERT INTO round_team_scores VALUES (1, 1, 0, -30), (1, 1, 1, 145);";

static enum hk_error check_round(const struct hk_round_row *round, void *cls)
{
    const struct hk_round_result *result = &round->result;
    ++*(unsigned *)cls;
    ck_assert_uint_eq(round->revision, 0);
    ck_assert_int_eq(round->by, -1);
    ck_assert_int_eq(round->ended_at, 7);
    ck_assert_int_eq(round->told_at, 7);
    ck_assert_int_eq(result->dealer, 3);
    ck_assert_int_eq(result->out, 0);
    ck_assert_int_eq(result->points[1], 45);
    ck_assert_int_eq(result->team_points[1], 145);
    ck_assert_uint_eq(result->down, 7);
    ck_assert_uint_eq(hk_cardset_size(&result->left[1]), 5);
    return HK_OK;
}

START_TEST(test_rounds_of_before_are_kept_as_their_first_revision)
{
    const struct hk_migration before[] = {hk_migrations[0],
                                          hk_migrations[1],
                                          hk_migrations[2],
                                          hk_migrations[3],
                                          {0}};
    unsigned rounds = 0;
    open_and_close(before);
    ck_assert_ptr_null(kit_exec(OLDER));
    ck_assert_int_eq(hk_store_rounds(kit_store(), 1, check_round, &rounds),
                     HK_OK);
    ck_assert_uint_eq(rounds, 1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games "
                             "WHERE mode = 'referee'"),
                     1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM show_scores"), 4);
    /* Nobody knows which key made it: it is in no feed. */
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games WHERE key IS NULL"),
                     1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM feed"), 0);
    ck_assert_ptr_nonnull(kit_exec("UPDATE rounds SET hand = 1"));
    ck_assert_ptr_nonnull(kit_exec("DELETE FROM round_scores"));
    ck_assert_ptr_nonnull(kit_exec("UPDATE round_team_scores SET points = 0"));
}
END_TEST

START_TEST(test_events_of_before_have_no_hash)
{
    struct hk_migration before[11] = {{0}};
    for (size_t i = 0; i < 10; i++)
        before[i] = hk_migrations[i];
    open_and_close(before);
    ck_assert_ptr_null(kit_exec(
        "INSERT INTO games (id, uuid, variant, status, ranked, rules_version, "
        "seats, seq, created_at, updated_at) VALUES (1, "
        "'01930000-0000-7000-8000-000000000001', 'hand', 'playing', 1, 1, 2, "
        "1, 0, 7);"
        "INSERT INTO events (game, seq, at, type, data) "
        "VALUES (1, 1, 7, 'game_created', 'variant hand')"));
    open_and_close(hk_migrations);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM events "
                             "WHERE hash IS NULL AND data = 'variant hand'"),
                     1);
    ck_assert_ptr_nonnull(
        kit_exec("INSERT INTO events (game, seq, at, type, data, hash) "
                 "VALUES (1, 2, 8, 'move', 'return', zeroblob(31))"));
    ck_assert_ptr_null(
        kit_exec("INSERT INTO events (game, seq, at, type, data, hash) "
                 "VALUES (1, 2, 8, 'move', 'return', zeroblob(32))"));
}
END_TEST

START_TEST(test_lines_of_boards_are_counted)
{
    struct hk_migration before[8] = {{0}};
    for (size_t i = 0; i < 7; i++)
        before[i] = hk_migrations[i];
    open_and_close(before);
    ck_assert_ptr_null(kit_exec(
        "INSERT INTO players (id, name, folded, reserved, created_at) "
        "VALUES (1, 'huda', 'huda', 0, 0), (2, 'sami', 'sami', 0, 0); "
        "INSERT INTO boards (id, variant, partnerships, period, evidence, "
        "change) VALUES (1, 'hand', 0, 'all', 'all', 2), "
        "(2, 'hand', 0, '2026', 'all', 0); "
        "INSERT INTO figures SELECT id, 0, 1, 1, 0, 5, 0, 0, 0, 0, 0, 25, 8, "
        "-1, 0, 0, 0, 0, id FROM players"));
    open_and_close(hk_migrations);
    ck_assert_int_eq(kit_int("SELECT lines FROM boards WHERE id = 1"), 2);
    ck_assert_int_eq(kit_int("SELECT lines FROM boards WHERE id = 2"), 0);
}
END_TEST

START_TEST(test_a_copy_that_cannot_be_kept_stops_the_migration)
{
    open_and_close(one_step);
    ck_assert_int_eq(mkdir(kit_file("hakam.db.before-v2"), 0700), 0);
    kit_refused(kit_path(), HK_STORE_SERVE, two_steps, "before-v2");
    ck_assert_int_eq(kit_int("PRAGMA user_version"), 1);
    ck_assert_int_eq(rmdir(kit_file("hakam.db.before-v2")), 0);
}
END_TEST

START_TEST(test_opening_without_a_step_to_take_keeps_no_copy)
{
    open_and_close(two_steps);
    open_and_close(two_steps);
    ck_assert(!kit_exists(kit_file("hakam.db.before-v2")));
    ck_assert(!kit_exists(kit_file("hakam.db.before-v3")));
}
END_TEST

START_TEST(test_a_database_never_goes_back)
{
    open_and_close(two_steps);
    uint64_t before = kit_fingerprint(kit_path());
    kit_refused(kit_path(), HK_STORE_SERVE, one_step, "newer Hakam");
    kit_refused(kit_path(), HK_STORE_READ, one_step, "newer Hakam");
    ck_assert(kit_fingerprint(kit_path()) == before);
}
END_TEST

START_TEST(test_reading_an_older_database_says_what_to_do)
{
    open_and_close(one_step);
    kit_refused(kit_path(), HK_STORE_READ, two_steps, "migrates it");
    ck_assert_int_eq(kit_int("PRAGMA user_version"), 1);
}
END_TEST

static const struct broken_case {
    struct hk_migration step;
    const char *about;
} broken_cases[] = {
    {{2, "broken", "INSERT INTO a VALUES (7); CREATE TABLE"}, "no SQL"},
    {{2, "ends", "INSERT INTO a VALUES (7); COMMIT"},
     "ends the transaction it runs in"},
    {{2, "orphans",
      "CREATE TABLE b (x INTEGER REFERENCES a (x)) STRICT;"
      "INSERT INTO b VALUES (9)"},
     "leaves a row without its parent"},
};

START_TEST(test_a_step_that_fails_leaves_the_version_before)
{
    const struct broken_case *c = &broken_cases[_i];
    const struct hk_migration steps[] = {FIRST, c->step, {0}};
    open_and_close(one_step);
    kit_refused(kit_path(), HK_STORE_SERVE, steps, "schema version 2");
    ck_assert_msg(kit_int("PRAGMA user_version") == 1, "%s", c->about);
    ck_assert_msg(kit_int("SELECT count(*) FROM pragma_table_list "
                          "WHERE name = 'b'") == 0,
                  "%s", c->about);
}
END_TEST

START_TEST(test_steps_before_the_one_that_failed_stay)
{
    static const struct hk_migration steps[] = {
        FIRST, SECOND, {3, "broken", "no SQL"}, {0}};
    kit_refused(kit_path(), HK_STORE_SERVE, steps, "schema version 3");
    ck_assert_int_eq(kit_int("PRAGMA user_version"), 2);
    open_and_close(two_steps);
}
END_TEST

START_TEST(test_a_table_may_be_made_anew_under_others)
{
    static const struct hk_migration steps[] = {
        FIRST,
        SECOND,
        {3, "anew",
         "CREATE TABLE c (x INTEGER PRIMARY KEY, y TEXT) STRICT;"
         "INSERT INTO c SELECT x, 'old' FROM a; DROP TABLE a;"
         "ALTER TABLE c RENAME TO a"},
        {0}};
    open_and_close(two_steps);
    open_and_close(steps);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM a WHERE y = 'old'"), 1);
    struct hk_store *store = NULL;
    ck_assert_int_eq(
        hk_store_open_with(kit_path(), HK_STORE_SERVE, steps, &store, message),
        HK_OK);
    int64_t on;
    ck_assert_int_eq(
        hk_db_int(hk_store_writer(store), "PRAGMA foreign_keys", &on), HK_OK);
    ck_assert_int_eq(on, 1);
    hk_store_close(store);
}
END_TEST

START_TEST(test_a_path_with_a_quote_is_copied_too)
{
    struct hk_store *store = NULL;
    const char *path = kit_file("huda's.db");
    ck_assert_int_eq(
        hk_store_open_with(path, HK_STORE_SERVE, one_step, &store, message),
        HK_OK);
    hk_store_close(store);
    ck_assert_int_eq(
        hk_store_open_with(path, HK_STORE_SERVE, two_steps, &store, message),
        HK_OK);
    hk_store_close(store);
    ck_assert(kit_exists(kit_file("huda's.db.before-v2")));
}
END_TEST

#define LENGTH(table) (int)(sizeof(table) / sizeof((table)[0]))

int main(void)
{
    Suite *suite = suite_create("store_migrate");
    TCase *tcase = tcase_create("migrate");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_a_database_of_version_one_learns_may_i);
    tcase_add_test(tcase, test_a_migration_keeps_a_copy_and_goes_forward);
    tcase_add_test(tcase, test_boards_begin_empty);
    tcase_add_test(tcase,
                   test_rounds_of_before_are_kept_as_their_first_revision);
    tcase_add_test(tcase, test_events_of_before_have_no_hash);
    tcase_add_test(tcase, test_lines_of_boards_are_counted);
    tcase_add_test(tcase, test_a_copy_that_cannot_be_kept_stops_the_migration);
    tcase_add_test(tcase, test_opening_without_a_step_to_take_keeps_no_copy);
    tcase_add_test(tcase, test_a_database_never_goes_back);
    tcase_add_test(tcase, test_reading_an_older_database_says_what_to_do);
    tcase_add_loop_test(tcase, test_a_step_that_fails_leaves_the_version_before,
                        0, LENGTH(broken_cases));
    tcase_add_test(tcase, test_steps_before_the_one_that_failed_stay);
    tcase_add_test(tcase, test_a_table_may_be_made_anew_under_others);
    tcase_add_test(tcase, test_a_path_with_a_quote_is_copied_too);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
