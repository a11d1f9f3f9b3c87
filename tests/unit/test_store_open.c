/* Opening, creating, refusing; what is set on a connection. */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/internal.h"
#include "store_kit.h"

#define NOBODY 65534

static char message[HK_STORE_MESSAGE_SIZE];

static void make(const char *path, const char *sql)
{
    sqlite3 *handle;
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

/* ----- creating ---------------------------------------------------------- */

START_TEST(test_a_new_database_says_whose_it_is)
{
    kit_store();
    ck_assert_int_eq(kit_int("PRAGMA application_id"), 0x48414b4d);
    ck_assert_int_eq(kit_int("PRAGMA user_version"), hk_store_schema_version());
    kit_close();

    struct stat status;
    ck_assert_int_eq(stat(kit_path(), &status), 0);
    ck_assert_msg((status.st_mode & 07) == 0, "others may read hidden cards");
    ck_assert_msg(!kit_exists(kit_file("hakam.db-lock")), "the lock is left");
    ck_assert_msg(!kit_exists(kit_file("hakam.db-wal")), "the log is left");
}
END_TEST

START_TEST(test_what_was_written_is_there_after_opening_again)
{
    int64_t huda = kit_player("huda");
    kit_close();
    struct hk_player_row row;
    ck_assert_int_eq(hk_store_find_player(kit_store(), "huda", &row), HK_OK);
    ck_assert_int_eq(row.id, huda);
}
END_TEST

START_TEST(test_the_tables_know_the_variants_as_the_engine_does)
{
    kit_store();
    ck_assert_int_eq(kit_int("SELECT count(*) FROM variants"), HK_VARIANTS);
    for (int i = 0; i < HK_VARIANTS; i++) {
        char sql[128];
        snprintf(sql, sizeof(sql),
                 "SELECT count(*) FROM variants WHERE name = '%s' "
                 "AND lower_wins = %d",
                 hk_variant_name((enum hk_variant)i),
                 hk_variant_lower_wins((enum hk_variant)i));
        ck_assert_msg(kit_int(sql) == 1, "%s", sql);
    }
}
END_TEST

START_TEST(test_every_table_is_strict)
{
    kit_store();
    ck_assert_int_eq(kit_int("SELECT count(*) FROM pragma_table_list "
                             "WHERE schema = 'main' AND type = 'table' "
                             "AND name NOT LIKE 'sqlite_%' AND NOT strict"),
                     0);
    ck_assert_int_ge(kit_int("SELECT count(*) FROM pragma_table_list "
                             "WHERE strict"),
                     14);
}
END_TEST

START_TEST(test_the_library_names_itself)
{
    ck_assert_ptr_nonnull(strstr(hk_store_library(), sqlite3_libversion()));
}
END_TEST

/* ----- what is set on a connection --------------------------------------- */

static const struct pragma_case {
    const char *pragma;
    int64_t writer, reader;
    const char *about;
} pragma_cases[] = {
    {"PRAGMA synchronous", 2, -1, "FULL: answered is on the disk"},
    {"PRAGMA foreign_keys", 1, 1, "no row without its parent"},
    {"PRAGMA busy_timeout", 5000, 5000, "waits for a lock"},
    {"PRAGMA trusted_schema", 0, 0, "the file cannot call functions"},
    {"PRAGMA cell_size_check", 1, 1, "a damaged page is noticed"},
    {"PRAGMA query_only", 0, 1, "readers only read"},
    {"PRAGMA wal_autocheckpoint", 4000, -1, "the writer checkpoints"},
    {"PRAGMA journal_size_limit", 67108864, -1, "the log is cut back"},
    {"SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'", 1,
     1, "readers and the writer do not wait for each other"},
};

START_TEST(test_a_connection_is_set_up)
{
    const struct pragma_case *c = &pragma_cases[_i];
    int64_t value;
    struct hk_store *store = kit_store();
    ck_assert_int_eq(hk_db_int(hk_store_writer(store), c->pragma, &value),
                     HK_OK);
    ck_assert_msg(value == c->writer, "writer, %s: %lld", c->about,
                  (long long)value);

    struct hk_db *reader = hk_store_take_reader(store);
    enum hk_error error = hk_db_int(reader, c->pragma, &value);
    hk_store_give_reader(store, reader);
    ck_assert_int_eq(error, HK_OK);
    ck_assert_msg(c->reader < 0 || value == c->reader, "reader, %s: %lld",
                  c->about, (long long)value);
}
END_TEST

START_TEST(test_connections_are_defensive_and_readers_cannot_write)
{
    struct hk_store *store = kit_store();
    struct hk_db *reader = hk_store_take_reader(store);
    int on = 0;
    sqlite3_db_config(reader->handle, SQLITE_DBCONFIG_DEFENSIVE, -1, &on);
    ck_assert_int_eq(on, 1);
    on = 0;
    sqlite3_db_config(hk_store_writer(store)->handle, SQLITE_DBCONFIG_DEFENSIVE,
                      -1, &on);
    ck_assert_int_eq(on, 1);
    ck_assert_int_eq(sqlite3_db_readonly(reader->handle, "main"), 1);
    ck_assert_int_ne(hk_db_exec(reader, "DELETE FROM receipts"), HK_OK);
    ck_assert_int_ne(sqlite3_wal_checkpoint_v2(reader->handle, NULL,
                                               SQLITE_CHECKPOINT_PASSIVE, NULL,
                                               NULL),
                     SQLITE_OK);
    hk_store_give_reader(store, reader);
}
END_TEST

START_TEST(test_a_transaction_that_writes_takes_its_lock_at_once)
{
    struct hk_db *db = hk_store_writer(kit_store());
    ck_assert_int_eq(hk_db_begin_write(db), HK_OK);
    ck_assert_int_eq(sqlite3_txn_state(db->handle, "main"), SQLITE_TXN_WRITE);
    ck_assert_int_eq(hk_db_end(db, HK_OK), HK_OK);
}
END_TEST

START_TEST(test_a_statement_is_prepared_once_and_has_one_user)
{
    struct hk_db *db = hk_store_writer(kit_store());
    static const char sql[] = "SELECT name FROM variants";
    struct hk_query first, second;
    hk_query_start(&first, db, sql);
    sqlite3_stmt *statement = first.statement;
    ck_assert(hk_query_next(&first));
    hk_query_start(&second, db, sql);
    ck_assert_msg(!hk_query_next(&second), "two users of one statement");
    ck_assert_int_eq(hk_query_end(&second), HK_E_INTERNAL);
    ck_assert_msg(hk_query_next(&first), "the first was disturbed");
    ck_assert_int_eq(hk_query_end(&first), HK_OK);
    hk_query_start(&first, db, sql);
    ck_assert_ptr_eq(first.statement, statement);
    ck_assert_int_eq(hk_query_end(&first), HK_OK);
}
END_TEST

/* ----- refusing ---------------------------------------------------------- */

static const struct foreign_case {
    const char *sql;
    const char *why;
    const char *about;
} foreign_cases[] = {
    {"CREATE TABLE t (x); PRAGMA user_version = 1", "another program",
     "no application_id, but tables"},
    {"PRAGMA application_id = 77; CREATE TABLE t (x)", "another program",
     "another application_id"},
    {"PRAGMA application_id = 77", "another program",
     "another application_id and nothing else"},
    {"PRAGMA journal_mode = WAL; CREATE TABLE t (x)", "another program",
     "with a log"},
    {"PRAGMA application_id = 1212238669; PRAGMA user_version = 999; "
     "CREATE TABLE t (x)",
     "newer Hakam", "a version that is not known yet"},
};

START_TEST(test_what_is_not_ours_is_refused_and_left_alone)
{
    const struct foreign_case *c = &foreign_cases[_i];
    make(kit_path(), c->sql);
    uint64_t before = kit_fingerprint(kit_path());
    kit_refused(kit_path(), HK_STORE_SERVE, hk_migrations, c->why);
    ck_assert_msg(kit_fingerprint(kit_path()) == before, "%s: changed",
                  c->about);
    ck_assert_msg(!kit_exists(kit_file("hakam.db-lock")) &&
                      !kit_exists(kit_file("hakam.db-wal")) &&
                      !kit_exists(kit_file("hakam.db-shm")),
                  "%s: something is left beside it", c->about);
    kit_refused(kit_path(), HK_STORE_READ, hk_migrations, c->why);
}
END_TEST

START_TEST(test_what_is_no_database_is_refused_and_left_alone)
{
    static const char *const texts[] = {"x", "This is a letter to a friend."};
    for (size_t i = 0; i < 2; i++) {
        char long_text[4096] = "";
        FILE *file = fopen(kit_path(), "w");
        ck_assert_ptr_nonnull(file);
        snprintf(long_text, sizeof(long_text), "%-4000s", texts[i]);
        fputs(i == 0 ? texts[i] : long_text, file);
        fclose(file);
        uint64_t before = kit_fingerprint(kit_path());
        kit_refused(kit_path(), HK_STORE_SERVE, hk_migrations,
                    "no SQLite database");
        ck_assert(kit_fingerprint(kit_path()) == before);
    }
    kit_refused(kit_path(), HK_STORE_READ, hk_migrations, "database");
}
END_TEST

START_TEST(test_an_empty_file_becomes_a_database)
{
    FILE *file = fopen(kit_path(), "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    kit_store();
    ck_assert_int_eq(kit_int("PRAGMA user_version"), hk_store_schema_version());
}
END_TEST

START_TEST(test_a_file_that_may_only_be_read_is_told)
{
    kit_store();
    kit_close();
    ck_assert_int_eq(chmod(kit_path(), 0444), 0);
    /* Nothing is forbidden to root: this process goes on as somebody else. */
    if (geteuid() == 0) {
        ck_assert_int_eq(chown(kit_path(), NOBODY, NOBODY), 0);
        ck_assert_int_eq(chown(kit_file("."), NOBODY, NOBODY), 0);
        ck_assert_int_eq(setgid(NOBODY), 0);
        ck_assert_int_eq(setuid(NOBODY), 0);
    }
    kit_refused(kit_path(), HK_STORE_SERVE, hk_migrations, "may only be read");
    ck_assert_msg(!kit_exists(kit_file("hakam.db-lock")), "the lock is left");
}
END_TEST

START_TEST(test_a_folder_that_is_not_there_is_told)
{
    kit_refused(kit_file("nowhere/hakam.db"), HK_STORE_SERVE, hk_migrations,
                "No such file or directory");
    kit_refused(kit_file("nowhere/hakam.db"), HK_STORE_READ, hk_migrations,
                "cannot be opened");
}
END_TEST

START_TEST(test_reading_needs_a_database_that_is_there)
{
    kit_refused(kit_path(), HK_STORE_READ, hk_migrations, "cannot be opened");
    ck_assert_msg(!kit_exists(kit_path()), "reading made a file");
}
END_TEST

START_TEST(test_a_second_writer_is_refused_until_the_first_has_gone)
{
    kit_store();
    kit_refused(kit_path(), HK_STORE_SERVE, hk_migrations, "is in use");
    ck_assert_int_eq(symlink(kit_path(), kit_file("alias.db")), 0);
    kit_refused(kit_file("alias.db"), HK_STORE_SERVE, hk_migrations,
                "is in use");

    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        struct hk_store *store = NULL;
        _exit(hk_store_open(kit_path(), HK_STORE_SERVE, &store, message) ==
                          HK_E_STORAGE_UNAVAILABLE &&
                      strstr(message, "is in use")
                  ? 0
                  : 1);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(status == 0, "another process got in");

    kit_close();
    kit_store();
}
END_TEST

START_TEST(test_reading_goes_on_beside_the_writer)
{
    kit_player("huda");
    struct hk_store *reading = NULL;
    struct hk_player_row row;
    ck_assert_int_eq(
        hk_store_open(kit_path(), HK_STORE_READ, &reading, message), HK_OK);
    ck_assert_int_eq(hk_store_find_player(reading, "huda", &row), HK_OK);
    kit_player("sami");
    ck_assert_int_eq(hk_store_find_player(reading, "sami", &row), HK_OK);
    ck_assert_int_eq(hk_store_ready(reading), HK_OK);
    ck_assert_ptr_null(hk_store_writer(reading));
    hk_store_close(reading);
}
END_TEST

static enum hk_error do_nothing(struct hk_tx *tx, void *cls)
{
    (void)tx;
    (void)cls;
    return HK_OK;
}

START_TEST(test_what_only_reads_writes_nothing)
{
    kit_player("huda");
    kit_close();
    struct hk_store *reading = NULL;
    ck_assert_int_eq(
        hk_store_open(kit_path(), HK_STORE_READ, &reading, message), HK_OK);
    ck_assert_int_eq(hk_store_write(reading, do_nothing, NULL), HK_E_INTERNAL);
    hk_store_close(reading);
}
END_TEST

START_TEST(test_closing_nothing_is_well)
{
    hk_store_close(NULL);
}
END_TEST

#define LENGTH(table) (int)(sizeof(table) / sizeof((table)[0]))

int main(void)
{
    Suite *suite = suite_create("store_open");
    TCase *tcase = tcase_create("open");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_a_new_database_says_whose_it_is);
    tcase_add_test(tcase, test_what_was_written_is_there_after_opening_again);
    tcase_add_test(tcase, test_the_tables_know_the_variants_as_the_engine_does);
    tcase_add_test(tcase, test_every_table_is_strict);
    tcase_add_test(tcase, test_the_library_names_itself);
    tcase_add_loop_test(tcase, test_a_connection_is_set_up, 0,
                        LENGTH(pragma_cases));
    tcase_add_test(tcase,
                   test_connections_are_defensive_and_readers_cannot_write);
    tcase_add_test(tcase,
                   test_a_transaction_that_writes_takes_its_lock_at_once);
    tcase_add_test(tcase, test_a_statement_is_prepared_once_and_has_one_user);
    tcase_add_loop_test(tcase, test_what_is_not_ours_is_refused_and_left_alone,
                        0, LENGTH(foreign_cases));
    tcase_add_test(tcase, test_what_is_no_database_is_refused_and_left_alone);
    tcase_add_test(tcase, test_an_empty_file_becomes_a_database);
    tcase_add_test(tcase, test_a_file_that_may_only_be_read_is_told);
    tcase_add_test(tcase, test_a_folder_that_is_not_there_is_told);
    tcase_add_test(tcase, test_reading_needs_a_database_that_is_there);
    tcase_add_test(tcase,
                   test_a_second_writer_is_refused_until_the_first_has_gone);
    tcase_add_test(tcase, test_reading_goes_on_beside_the_writer);
    tcase_add_test(tcase, test_what_only_reads_writes_nothing);
    tcase_add_test(tcase, test_closing_nothing_is_well);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
