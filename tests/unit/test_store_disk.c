/* When something goes wrong: a job, the disk, another program, the machine. */
#include <check.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/internal.h"
#include "store_kit.h"

static char message[HK_STORE_MESSAGE_SIZE];

static enum hk_error make_two_players(struct hk_tx *tx, void *cls)
{
    struct hk_player_row row;
    enum hk_error error = hk_tx_player(tx, "zeid", "zeid", 1, &row);
    if (error == HK_OK)
        error = hk_tx_player(tx, "zahra", "zahra", 1, &row);
    return error == HK_OK ? *(enum hk_error *)cls : error;
}

START_TEST(test_a_job_that_fails_leaves_nothing)
{
    enum hk_error own = HK_E_SEAT_TAKEN;
    struct hk_store *store = kit_store();
    ck_assert_int_eq(hk_store_write(store, make_two_players, &own), own);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);
    ck_assert_int_eq(hk_store_ready(store), HK_OK);
    own = HK_OK;
    ck_assert_int_eq(hk_store_write(store, make_two_players, &own), HK_OK);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 2);
}
END_TEST

/* A player with a long name, again and again, until a page is full. */
static enum hk_error make_many_players(struct hk_tx *tx, void *cls)
{
    struct hk_player_row row;
    (void)cls;
    for (int i = 0; i < 2000; i++) {
        char name[65];
        snprintf(name, sizeof(name), "%060d", i);
        enum hk_error error = hk_tx_player(tx, name, name, 1, &row);
        if (error != HK_OK)
            return error;
    }
    return HK_OK;
}

START_TEST(test_a_full_disk_is_told_and_leaves_nothing)
{
    struct hk_store *store = kit_store();
    struct hk_db *writer = hk_store_writer(store);
    int64_t pages;
    kit_player("huda");
    ck_assert_int_eq(hk_db_int(writer, "PRAGMA max_page_count = 1", &pages),
                     HK_OK);
    ck_assert_int_eq(hk_store_write(store, make_many_players, NULL),
                     HK_E_STORAGE_UNAVAILABLE);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 1);
    ck_assert_int_eq(sqlite3_get_autocommit(writer->handle), 1);

    ck_assert_int_eq(
        hk_db_int(writer, "PRAGMA max_page_count = 100000", &pages), HK_OK);
    ck_assert_int_eq(hk_store_write(store, make_many_players, NULL), HK_OK);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 2001);
}
END_TEST

START_TEST(test_files_that_are_lost_are_not_written)
{
    static const char *const lost[] = {"hakam.db", "hakam.db-wal"};
    enum hk_error own = HK_OK;
    struct hk_store *store = kit_store();
    for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++) {
        const char *path = kit_file(lost[i]), *away = kit_file("away");
        ck_assert_int_eq(hk_store_write(store, make_two_players, &own), HK_OK);
        ck_assert_int_eq(rename(path, away), 0);
        ck_assert_int_eq(hk_store_ready(store), HK_E_STORAGE_UNAVAILABLE);
        ck_assert_int_eq(hk_store_write(store, make_two_players, &own),
                         HK_E_STORAGE_UNAVAILABLE);
        /* Another file in its place is not it. */
        fclose(fopen(path, "w"));
        ck_assert_int_eq(hk_store_write(store, make_two_players, &own),
                         HK_E_STORAGE_UNAVAILABLE);
        ck_assert_int_eq(rename(away, path), 0);
        ck_assert_int_eq(hk_store_ready(store), HK_OK);
    }
    ck_assert_int_eq(hk_store_write(store, make_two_players, &own), HK_OK);
}
END_TEST

static enum hk_error ignore_a_full_disk(struct hk_tx *tx, void *cls)
{
    enum hk_error error = make_many_players(tx, cls);
    return error == HK_E_STORAGE_UNAVAILABLE ? HK_OK : error;
}

START_TEST(test_a_job_cannot_overlook_a_full_disk)
{
    struct hk_store *store = kit_store();
    int64_t pages;
    ck_assert_int_eq(
        hk_db_int(hk_store_writer(store), "PRAGMA max_page_count = 1", &pages),
        HK_OK);
    ck_assert_int_eq(hk_store_write(store, ignore_a_full_disk, NULL),
                     HK_E_STORAGE_UNAVAILABLE);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);
}
END_TEST

static int stop(void *cls)
{
    (void)cls;
    return 1;
}

/* A read that fails leaves the transaction open, unlike a write. */
static enum hk_error ignore_a_failed_read(struct hk_tx *tx, void *cls)
{
    int64_t count;
    sqlite3_progress_handler(tx->db->handle, 1, stop, NULL);
    enum hk_error error = hk_db_int(
        tx->db, "SELECT count(*) FROM variants AS a, variants AS b", &count);
    sqlite3_progress_handler(tx->db->handle, 0, NULL, NULL);
    ck_assert_int_eq(error, HK_E_STORAGE_UNAVAILABLE);
    ck_assert_int_eq(sqlite3_get_autocommit(tx->db->handle), 0);
    return make_two_players(tx, cls);
}

START_TEST(test_a_job_cannot_overlook_a_read_that_failed)
{
    enum hk_error own = HK_OK;
    ck_assert_int_eq(hk_store_write(kit_store(), ignore_a_failed_read, &own),
                     HK_E_STORAGE_UNAVAILABLE);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);
    ck_assert_int_eq(hk_store_write(kit_store(), make_two_players, &own),
                     HK_OK);
}
END_TEST

/* No file may grow past this many bytes. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

START_TEST(test_readiness_follows_the_disk)
{
    struct hk_store *store = kit_store();
    kit_player("huda");
    ck_assert_int_eq(hk_store_ready(store), HK_OK);

    struct stat log;
    ck_assert_int_eq(stat(kit_file("hakam.db-wal"), &log), 0);
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    ck_assert_int_eq(sigaction(SIGXFSZ, &ignore, NULL), 0);
    limit_files((rlim_t)log.st_size);
    enum hk_error own = HK_OK;
    ck_assert_int_eq(hk_store_write(store, make_two_players, &own),
                     HK_E_STORAGE_UNAVAILABLE);
    enum hk_error ready = hk_store_ready(store);
    struct hk_player_row row;
    enum hk_error readable = hk_store_find_player(store, "huda", &row);
    limit_files(RLIM_INFINITY);

    ck_assert_int_eq(ready, HK_E_STORAGE_UNAVAILABLE);
    ck_assert_int_eq(readable, HK_OK);
    ck_assert_int_eq(hk_store_ready(store), HK_OK);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 1);
    ck_assert_int_eq(hk_store_write(store, make_two_players, &own), HK_OK);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM pragma_integrity_check "
                             "WHERE integrity_check = 'ok'"),
                     1);
}
END_TEST

START_TEST(test_another_program_that_holds_the_database_is_waited_for)
{
    struct hk_store *store = kit_store();
    sqlite3 *other;
    ck_assert_int_eq(sqlite3_open(kit_path(), &other), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_busy_timeout(hk_store_writer(store)->handle, 1);
    enum hk_error own = HK_OK;
    ck_assert_int_eq(hk_store_write(store, make_two_players, &own),
                     HK_E_STORAGE_UNAVAILABLE);
    sqlite3_close(other);
    ck_assert_int_eq(hk_store_write(store, make_two_players, &own), HK_OK);
}
END_TEST

START_TEST(test_what_was_answered_outlives_a_kill)
{
    int told[2];
    ck_assert_int_eq(pipe(told), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        struct hk_store *store = NULL;
        enum hk_error own = HK_OK;
        if (hk_store_open(kit_path(), HK_STORE_SERVE, &store, message) !=
                HK_OK ||
            hk_store_write(store, make_two_players, &own) != HK_OK)
            _exit(1);
        struct hk_db *writer = hk_store_writer(store);
        if (hk_db_begin_write(writer) != HK_OK ||
            hk_db_exec(writer,
                       "INSERT INTO players (name, folded, reserved, "
                       "created_at) VALUES ('x', 'x', 0, 0)") != HK_OK ||
            write(told[1], "!", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    char sign;
    close(told[1]);
    ck_assert_int_eq(read(told[0], &sign, 1), 1);
    close(told[0]);
    kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);

    struct hk_player_row row;
    struct hk_store *store = kit_store();
    ck_assert_int_eq(hk_store_find_player(store, "zahra", &row), HK_OK);
    ck_assert_int_eq(hk_store_find_player(store, "zeid", &row), HK_OK);
    ck_assert_int_eq(hk_store_find_player(store, "x", &row), HK_E_NOT_FOUND);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_disk");
    TCase *tcase = tcase_create("disk");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_a_job_that_fails_leaves_nothing);
    tcase_add_test(tcase, test_a_full_disk_is_told_and_leaves_nothing);
    tcase_add_test(tcase, test_files_that_are_lost_are_not_written);
    tcase_add_test(tcase, test_a_job_cannot_overlook_a_full_disk);
    tcase_add_test(tcase, test_a_job_cannot_overlook_a_read_that_failed);
    tcase_add_test(tcase, test_readiness_follows_the_disk);
    tcase_add_test(tcase,
                   test_another_program_that_holds_the_database_is_waited_for);
    tcase_add_test(tcase, test_what_was_answered_outlives_a_kill);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
