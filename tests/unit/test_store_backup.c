/* Copies of a database in use, examined, and put in the place of another. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faulty_disk.h"
#include "store/backup.h"
#include "store/internal.h"
#include "store_kit.h"
#include "tail_kit.h"

enum { CALLS_MAX = 2000 };

static char message[HK_STORE_MESSAGE_SIZE];

static void copy(const char *from, const char *to)
{
    if (hk_store_copy(from, to, message) != HK_OK)
        ck_abort_msg("%s", message);
}

static void assert_not_copied(const char *from, const char *to, const char *why)
{
    ck_assert_int_eq(hk_store_copy(from, to, message),
                     HK_E_STORAGE_UNAVAILABLE);
    ck_assert_msg(strstr(message, why), "%s", message);
}

static void assert_well(const char *path)
{
    int version = 0;
    if (hk_store_examine(path, &version, message) != HK_OK)
        ck_abort_msg("%s", message);
    ck_assert_int_eq(version, hk_store_schema_version());
}

static void assert_bad(const char *path, const char *why)
{
    int version = 0;
    ck_assert_int_eq(hk_store_examine(path, &version, message),
                     HK_E_STORAGE_UNAVAILABLE);
    ck_assert_msg(strstr(message, why), "%s", message);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* A file as it lies there, log or not. */
static void copy_file(const char *from, const char *to)
{
    char bytes[4096];
    size_t size;
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    ck_assert_ptr_nonnull(in);
    ck_assert_ptr_nonnull(out);
    while ((size = fread(bytes, 1, sizeof bytes, in)) > 0)
        ck_assert_uint_eq(fwrite(bytes, 1, size, out), size);
    fclose(in);
    ck_assert_int_eq(fclose(out), 0);
}

/* The game's events are in the log's tail alone, and in -wal alone. */
static int64_t play_some(void)
{
    int64_t game = kit_begun();
    kit_play(game, 1, 20);
    kit_check_settled(game, 1);
    return game;
}

static void check_copied(const char *path, int64_t game, uint32_t seq)
{
    struct hk_store *store;
    assert_well(path);
    if (hk_store_open(path, HK_STORE_READ, &store, message) != HK_OK)
        ck_abort_msg("%s", message);
    kit_check_game(store, game, seq);
    hk_store_close(store);
}

START_TEST(test_a_database_in_use_is_copied_with_all_that_was_written)
{
    struct stat status;
    int64_t game = play_some();
    const char *to = kit_file("copy.db");
    copy(kit_path(), to);
    check_copied(to, game, 21);
    ck_assert_int_eq(stat(to, &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0600);
    /* One file: looking at it makes no others. */
    ck_assert(!kit_exists(kit_file("copy.db-wal")));
    ck_assert(!kit_exists(kit_file("copy.db-shm")));
    ck_assert(!kit_exists(kit_file("copy.db-journal")));

    /* The database goes on, the copy stays. */
    kit_play(game, 21, 70);
    check_copied(to, game, 21);
    kit_check_game(kit_store(), game, 91);
}
END_TEST

START_TEST(test_a_copy_can_be_served)
{
    struct hk_store *store;
    int64_t game = play_some();
    copy(kit_path(), kit_file("copy.db"));
    kit_close();
    ck_assert_int_eq(rename(kit_file("copy.db"), kit_path()), 0);
    store = kit_store();
    kit_check_game(store, game, 21);
    kit_play(game, 21, 70);
    kit_check_game(store, game, 91);
}
END_TEST

/* What a killed daemon leaves: its log is in the copy. */
START_TEST(test_what_only_the_log_holds_is_copied)
{
    const char *left = kit_file("left.db");
    int64_t game = play_some();
    copy_file(kit_path(), left);
    copy_file(kit_file("hakam.db-wal"), kit_file("left.db-wal"));
    copy(left, kit_file("copy.db"));
    check_copied(kit_file("copy.db"), game, 21);
    ck_assert(kit_exists(kit_file("left.db-wal")));
}
END_TEST

START_TEST(test_no_file_is_written_over)
{
    const char *to = kit_file("copy.db");
    (void)kit_store();
    write_file(to, "mine");
    uint64_t before = kit_fingerprint(to);
    assert_not_copied(kit_path(), to, "exists");
    ck_assert_uint_eq(kit_fingerprint(to), before);
}
END_TEST

START_TEST(test_what_is_no_database_of_ours_is_not_copied)
{
    const char *from = kit_file("other.db"), *to = kit_file("copy.db");
    assert_not_copied(from, to, "cannot be opened");
    write_file(from, "a letter that is a hundred bytes long, and begins with "
                     "other words than a database of SQLite begins with .....");
    assert_not_copied(from, to, "no SQLite database");
    unlink(from);
    (void)kit_store();
    kit_close();
    ck_assert_ptr_null(kit_exec("PRAGMA application_id = 7"));
    assert_not_copied(kit_path(), to, "another program");
    ck_assert(!kit_exists(to));
    assert_bad(kit_path(), "another program");
    ck_assert(!hk_store_is_ours(kit_path()));
}
END_TEST

/* Page by page: a fault of the database is in the copy, to be seen there. */
START_TEST(test_a_damaged_index_is_found_in_the_copy)
{
    const char *to = kit_file("copy.db");
    (void)play_some();
    kit_close();
    ck_assert_ptr_null(
        kit_exec("PRAGMA writable_schema = ON;"
                 "DELETE FROM sqlite_schema WHERE name = 'games_by_status'"));
    copy(kit_path(), to);
    assert_bad(to, "is damaged: ");
    ck_assert(hk_store_is_ours(to));
}
END_TEST

START_TEST(test_a_row_without_parent_is_found)
{
    const char *to = kit_file("copy.db");
    (void)play_some();
    kit_close();
    ck_assert_ptr_null(kit_exec("PRAGMA foreign_keys = OFF;"
                                "INSERT INTO team_totals VALUES (77, 0, 0)"));
    copy(kit_path(), to);
    assert_bad(to, "a row of team_totals lacks its parent");
}
END_TEST

/* A page in the middle is overwritten. */
START_TEST(test_a_damaged_page_is_found)
{
    char noise[512];
    (void)play_some();
    kit_close();
    memset(noise, 0x5a, sizeof noise);
    int fd = open(kit_path(), O_WRONLY);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, noise, sizeof noise, 4096 * 20),
                     (ssize_t)sizeof noise);
    close(fd);
    assert_bad(kit_path(), "is damaged: ");
}
END_TEST

/* Whatever call fails, by itself or with all after it: there is a whole copy,
 * or none. */
START_TEST(test_a_faulty_disk_leaves_a_whole_copy_or_none)
{
    enum fault fault = (enum fault)(_i / 2);
    bool lasting = _i % 2;
    const char *to = kit_file("copy.db");
    bool struck = true;
    unsigned before = 0;
    faulty_disk_install();
    int64_t game = play_some();
    for (; struck && before < CALLS_MAX; before++) {
        faulty_disk_arm(fault, before, lasting);
        enum hk_error error = hk_store_copy(kit_path(), to, message);
        struck = faulty_disk_mend();
        if (error == HK_OK)
            check_copied(to, game, 21);
        else
            ck_assert_msg(struck, "%s", message);
        ck_assert_int_eq(kit_exists(to), error == HK_OK);
        ck_assert(!kit_exists(kit_file("copy.db-journal")));
        ck_assert(!kit_exists(kit_file("copy.db-wal")));
        unlink(to);
    }
    ck_assert_msg(!struck, "%s: still failing", fault_name(fault));
    kit_play(game, 21, 1);
    kit_check_game(kit_store(), game, 22);
}
END_TEST

/* ----- in the place of another -------------------------------------------- */

static void replace(const char *with, const char *aside)
{
    struct hk_replacing *replacing;
    if (hk_replacing_begin(kit_path(), &replacing, message) != HK_OK ||
        hk_replacing_put(replacing, with, aside, message) != HK_OK)
        ck_abort_msg("%s", message);
    hk_replacing_end(replacing);
}

START_TEST(test_a_database_in_use_is_not_replaced)
{
    struct hk_replacing *replacing = NULL;
    (void)kit_store();
    ck_assert(hk_store_is_served(kit_path()));
    ck_assert_int_eq(hk_replacing_begin(kit_path(), &replacing, message),
                     HK_E_STORAGE_UNAVAILABLE);
    ck_assert_msg(strstr(message, "in use"), "%s", message);
    kit_close();
    ck_assert(!hk_store_is_served(kit_path()));
    ck_assert(!kit_exists(kit_file("hakam.db-lock")));
}
END_TEST

START_TEST(test_nobody_serves_a_database_while_it_is_replaced)
{
    struct hk_replacing *replacing = NULL;
    ck_assert_int_eq(hk_replacing_begin(kit_path(), &replacing, message),
                     HK_OK);
    ck_assert(!hk_replacing_exists(replacing));
    kit_refused(kit_path(), HK_STORE_SERVE, hk_migrations, "in use");
    hk_replacing_end(replacing);
    (void)kit_store();
}
END_TEST

START_TEST(test_where_there_was_none_nothing_is_kept)
{
    int64_t game = play_some();
    copy(kit_path(), kit_file("copy.db"));
    kit_close();
    ck_assert_int_eq(unlink(kit_path()), 0);
    /* Left by a database that was removed by hand. */
    write_file(kit_file("hakam.db-wal"), "of another");
    write_file(kit_file("hakam.db-shm"), "of another");
    replace(kit_file("copy.db"), kit_file("aside.db"));
    ck_assert(!kit_exists(kit_file("aside.db")));
    ck_assert(!kit_exists(kit_file("copy.db")));
    ck_assert(!kit_exists(kit_file("hakam.db-wal")));
    ck_assert(!kit_exists(kit_file("hakam.db-shm")));
    kit_check_game(kit_store(), game, 21);
}
END_TEST

/* What a killed daemon has left is taken into the file that is kept. */
START_TEST(test_the_old_one_is_kept_with_its_log)
{
    int64_t game = play_some();
    copy(kit_path(), kit_file("copy.db"));
    kit_play(game, 21, 5);
    copy_file(kit_path(), kit_file("left.db"));
    copy_file(kit_file("hakam.db-wal"), kit_file("left.db-wal"));
    kit_close();
    ck_assert_int_eq(rename(kit_file("left.db"), kit_path()), 0);
    ck_assert_int_eq(rename(kit_file("left.db-wal"), kit_file("hakam.db-wal")),
                     0);
    replace(kit_file("copy.db"), kit_file("aside.db"));
    ck_assert(!kit_exists(kit_file("aside.db-wal")));
    ck_assert(!kit_exists(kit_file("hakam.db-wal")));
    check_copied(kit_file("aside.db"), game, 26);
    kit_check_game(kit_store(), game, 21);
}
END_TEST

START_TEST(test_a_damaged_one_is_kept_as_it_is)
{
    int64_t game = play_some();
    copy(kit_path(), kit_file("copy.db"));
    kit_close();
    write_file(kit_path(), "no database any more");
    write_file(kit_file("hakam.db-wal"), "nor a log");
    uint64_t was = kit_fingerprint(kit_path());
    uint64_t log_was = kit_fingerprint(kit_file("hakam.db-wal"));
    replace(kit_file("copy.db"), kit_file("aside.db"));
    ck_assert_uint_eq(kit_fingerprint(kit_file("aside.db")), was);
    ck_assert_uint_eq(kit_fingerprint(kit_file("aside.db-wal")), log_was);
    ck_assert(!kit_exists(kit_file("hakam.db-wal")));
    kit_check_game(kit_store(), game, 21);
}
END_TEST

/* The copy is not there: all stays as it was. */
START_TEST(test_a_replacing_that_fails_changes_nothing)
{
    struct hk_replacing *replacing;
    write_file(kit_path(), "no database any more");
    write_file(kit_file("hakam.db-wal"), "nor a log");
    ck_assert_int_eq(hk_replacing_begin(kit_path(), &replacing, message),
                     HK_OK);
    ck_assert_int_eq(hk_replacing_put(replacing, kit_file("copy.db"),
                                      kit_file("aside.db"), message),
                     HK_E_STORAGE_UNAVAILABLE);
    hk_replacing_end(replacing);
    ck_assert(kit_exists(kit_path()));
    ck_assert(kit_exists(kit_file("hakam.db-wal")));
    ck_assert(!kit_exists(kit_file("aside.db")));
    ck_assert(!kit_exists(kit_file("aside.db-wal")));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store backup");
    TCase *copies = tcase_create("copies");
    TCase *places = tcase_create("places");
    SRunner *runner = srunner_create(suite);

    tcase_set_timeout(copies, 300);
    tcase_add_checked_fixture(copies, kit_set_up, kit_tear_down);
    tcase_add_test(copies,
                   test_a_database_in_use_is_copied_with_all_that_was_written);
    tcase_add_test(copies, test_a_copy_can_be_served);
    tcase_add_test(copies, test_what_only_the_log_holds_is_copied);
    tcase_add_test(copies, test_no_file_is_written_over);
    tcase_add_test(copies, test_what_is_no_database_of_ours_is_not_copied);
    tcase_add_test(copies, test_a_damaged_index_is_found_in_the_copy);
    tcase_add_test(copies, test_a_row_without_parent_is_found);
    tcase_add_test(copies, test_a_damaged_page_is_found);
    tcase_add_loop_test(copies, test_a_faulty_disk_leaves_a_whole_copy_or_none,
                        0, 2 * FAULTS);
    tcase_add_checked_fixture(places, kit_set_up, kit_tear_down);
    tcase_add_test(places, test_a_database_in_use_is_not_replaced);
    tcase_add_test(places, test_nobody_serves_a_database_while_it_is_replaced);
    tcase_add_test(places, test_where_there_was_none_nothing_is_kept);
    tcase_add_test(places, test_the_old_one_is_kept_with_its_log);
    tcase_add_test(places, test_a_damaged_one_is_kept_as_it_is);
    tcase_add_test(places, test_a_replacing_that_fails_changes_nothing);
    suite_add_tcase(suite, copies);
    suite_add_tcase(suite, places);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
