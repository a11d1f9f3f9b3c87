/*
 * One connection to the database file and its prepared statements. Private to
 * src/store/: the only headers that name SQLite are this one and internal.h.
 */
#ifndef HK_STORE_DB_H
#define HK_STORE_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/metrics.h"
#include "store/migrate.h"
#include "store/store.h"

/* "HAKM": says in the file's header whose it is. */
#define HK_DB_APPLICATION_ID 0x48414b4d

/* Places for prepared statements: more than there are SQL texts. */
#define HK_DB_STATEMENTS 256

enum hk_db_role {
    HK_DB_WRITER, /* creates the file; the one that writes and checkpoints */
    HK_DB_READER  /* cannot write, and so cannot checkpoint */
};

/* A connection. Used by one thread at a time; its holder sees to that. */
struct hk_db {
    sqlite3 *handle;
    bool refused; /* the disk refused since the transaction began */
    struct hk_counter
        busy; /* how often another's lock outlasted its patience */
    struct hk_db_place {
        const char *sql; /* by address: texts are static */
        sqlite3_stmt *statement;
    } places[HK_DB_STATEMENTS];
};

/*
 * Opens the file and sets all pragmas of its role. ret_db must be cleared with
 * hk_db_clear(), also after an error.
 *
 * Errors: HK_E_STORAGE_UNAVAILABLE, with why in ret_message.
 */
HK_MUST_CHECK enum hk_error hk_db_open(struct hk_db *ret_db, const char *path,
                                       enum hk_db_role role,
                                       char ret_message[HK_STORE_MESSAGE_SIZE]);

/* Finalizes and closes; a cleared or zeroed one is left alone. */
void hk_db_clear(struct hk_db *db);

/* Runs statements without parameters or results. Errors as hk_query_end(). */
HK_MUST_CHECK enum hk_error hk_db_exec(struct hk_db *db, const char *sql);

/* The single integer that this query gives. Errors as hk_query_end(). */
HK_MUST_CHECK enum hk_error hk_db_int(struct hk_db *db, const char *sql,
                                      int64_t *ret_value);

/*
 * From now on this connection asks no trigger. They hold whoever else writes,
 * by hand or by another program, to what the tables promise; statements that
 * keep it by themselves need not pay for a look at each row. Errors:
 * HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_db_leave_triggers(struct hk_db *db);

/* Begins a transaction: one that writes at once, or one that reads. */
HK_MUST_CHECK enum hk_error hk_db_begin_write(struct hk_db *db);
HK_MUST_CHECK enum hk_error hk_db_begin_read(struct hk_db *db);

/*
 * Ends the transaction: keeps it when `error` is HK_OK, else rolls it back.
 * Returns `error`, or HK_E_STORAGE_UNAVAILABLE where it could not be kept;
 * then it is rolled back. Afterwards no transaction is open.
 */
HK_MUST_CHECK enum hk_error hk_db_end(struct hk_db *db, enum hk_error error);

/* A part of a write transaction, which can be taken back alone. Ending it
 * returns `error`, or HK_E_STORAGE_UNAVAILABLE where the disk refused. */
HK_MUST_CHECK enum hk_error hk_db_begin_part(struct hk_db *db);
HK_MUST_CHECK enum hk_error hk_db_end_part(struct hk_db *db,
                                           enum hk_error error);

/* A prepared statement in use: from hk_query_start() to hk_query_end(). */
struct hk_query {
    struct hk_db *db;
    sqlite3_stmt *statement; /* for sqlite3_column_…() while on a row */
    int parameters;          /* bound so far */
    int result;              /* SQLite's last word; sticky once bad */
};

/* Takes the statement of this static text from the cache, preparing it once.
 * Failures show in hk_query_end(). */
void hk_query_start(struct hk_query *ret_query, struct hk_db *db,
                    const char *sql);

/* Bind the next parameter. Texts and blobs are borrowed until the end. */
void hk_query_int(struct hk_query *query, int64_t value);
void hk_query_text(struct hk_query *query, const char *text); /* NULL: NULL */
void hk_query_blob(struct hk_query *query, const void *bytes, size_t size);
void hk_query_null(struct hk_query *query);

/* Bind the parameter of this name (":player") where the text has it; one text
 * of a family may leave out what another needs. */
void hk_query_int_as(struct hk_query *query, const char *name, int64_t value);
void hk_query_real_as(struct hk_query *query, const char *name, double value);
void hk_query_text_as(struct hk_query *query, const char *name,
                      const char *text);

/* The value, or NULL where it equals `none`. */
void hk_query_int_or_null(struct hk_query *query, int64_t value, int64_t none);

/* Moves to the next row; false at the end and after a failure. */
bool hk_query_next(struct hk_query *query);

/*
 * Gives the statement back. Errors: HK_E_STORAGE_UNAVAILABLE where the disk,
 * a lock or memory failed; HK_E_INTERNAL where the statement broke a rule of
 * the schema. Both are logged.
 */
HK_MUST_CHECK enum hk_error hk_query_end(struct hk_query *query);

/* As hk_query_end(), but a row that is there already is `conflict`, and is not
 * logged. */
HK_MUST_CHECK enum hk_error hk_query_end_unique(struct hk_query *query,
                                                enum hk_error conflict);

/* Steps through and ends: for statements that return no rows. */
HK_MUST_CHECK enum hk_error hk_query_run(struct hk_query *query);

/* Columns of the row. A text is cut where it would not fit. */
int64_t hk_column_int(const struct hk_query *query, int column);
int64_t hk_column_int_or(const struct hk_query *query, int column,
                         int64_t where_null);
bool hk_column_null(const struct hk_query *query, int column);
double hk_column_real(const struct hk_query *query, int column);
void hk_column_text(const struct hk_query *query, int column, char *ret_text,
                    size_t size);
/* False where the column does not hold exactly `size` bytes. */
bool hk_column_bytes(const struct hk_query *query, int column, void *ret_bytes,
                     size_t size);

/* Rows that the last statement changed. */
int hk_db_changes(const struct hk_db *db);

/*
 * Whose database this is: HK_OK where it is empty, or Hakam's and not newer
 * than the last of `migrations`; ret_version is 0 where it is empty. Errors:
 * HK_E_STORAGE_UNAVAILABLE, with why in ret_message.
 */
HK_MUST_CHECK enum hk_error hk_db_check_owner(
    struct hk_db *db, const char *path, const struct hk_migration *migrations,
    int *ret_version, char ret_message[HK_STORE_MESSAGE_SIZE]);

/* The same as far as the file's header tells, without opening the database:
 * a file that is another's is not even locked. An absent file is well. */
HK_MUST_CHECK enum hk_error hk_db_check_header(
    const char *path, const struct hk_migration *migrations,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/*
 * Brings the schema to the last of `migrations`, each step in a transaction of
 * its own that also sets user_version. Before the first step on a database
 * that is not empty, a copy of it is kept as `PATH.before-vN`.
 *
 * Errors: HK_E_STORAGE_UNAVAILABLE, with why in ret_message; steps done before
 * the one that failed stay.
 */
HK_MUST_CHECK enum hk_error hk_db_migrate(
    struct hk_db *db, const char *path, const struct hk_migration *migrations,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/* The version that these migrations lead to. */
int hk_migrations_last(const struct hk_migration *migrations);

/* Writes why, for a person; always returns HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_db_explain(
    char ret_message[HK_STORE_MESSAGE_SIZE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
