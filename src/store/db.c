/* A connection: opening it safely, statements, transactions, errors. */
#include "store/db.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

/* How long a connection waits for another's lock before it gives up: more than
 * any transaction takes, less than a client waits. */
#define BUSY_MS 5000

/* What the log is cut back to after a checkpoint, in bytes: some thousand
 * moves, so that it is not made anew all the time. */
#define JOURNAL_LIMIT "67108864"

/* Pages that the writer keeps in memory, in KiB: those of some ten thousand
 * games; it would read one for nearly every move. Some MB of log between
 * checkpoints, since pages that many moves change are then written once. */
static const char WRITER_PRAGMAS[] =
    "PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA foreign_keys = ON;"
    "PRAGMA synchronous = FULL;"
    "PRAGMA cache_size = -65536;"
    "PRAGMA wal_autocheckpoint = 4000;"
    "PRAGMA journal_size_limit = " JOURNAL_LIMIT ";";

static const char READER_PRAGMAS[] = "PRAGMA trusted_schema = OFF;"
                                     "PRAGMA cell_size_check = ON;"
                                     "PRAGMA foreign_keys = ON;"
                                     "PRAGMA query_only = ON;";

enum hk_error hk_db_explain(char ret_message[HK_STORE_MESSAGE_SIZE],
                            const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(ret_message, HK_STORE_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return HK_E_STORAGE_UNAVAILABLE;
}

/* Failures of the disk, of locks and of memory pass; the rest is a fault in
 * the program or the schema. */
static enum hk_error error_of(int result)
{
    switch (result & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return HK_OK;
    case SQLITE_BUSY:
    case SQLITE_CANTOPEN:
    case SQLITE_CORRUPT:
    case SQLITE_FULL:
    case SQLITE_INTERRUPT:
    case SQLITE_IOERR:
    case SQLITE_LOCKED:
    case SQLITE_NOMEM:
    case SQLITE_NOTADB:
    case SQLITE_PERM:
    case SQLITE_PROTOCOL:
    case SQLITE_READONLY:
        return HK_E_STORAGE_UNAVAILABLE;
    default:
        return HK_E_INTERNAL;
    }
}

static enum hk_error report(struct hk_db *db, int result, const char *sql)
{
    enum hk_error error = error_of(result);
    if (error == HK_OK)
        return HK_OK;
    if (error == HK_E_STORAGE_UNAVAILABLE)
        db->refused = true;
    if ((result & 0xff) == SQLITE_BUSY)
        hk_counter_add_own(&db->busy, 1);
    hk_log(HK_LOG_ERROR, "store: %s (%d) in: %s", sqlite3_errmsg(db->handle),
           result, sql);
    return error;
}

/* Settings that are none of SQL's. */
static int configure(sqlite3 *handle)
{
    int result = sqlite3_busy_timeout(handle, BUSY_MS);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1,
                                   (int *)NULL);
    return result;
}

/* Other journals would neither let readers in while a move is written nor
 * keep it at the same price; SQLite answers with the mode that holds. */
static bool set_wal(sqlite3 *handle)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(handle, "PRAGMA journal_mode = WAL", -1, &statement,
                           NULL) != SQLITE_OK)
        return false;
    bool set = sqlite3_step(statement) == SQLITE_ROW &&
               strcmp((const char *)sqlite3_column_text(statement, 0), "wal") ==
                   0;
    sqlite3_finalize(statement);
    return set;
}

enum hk_error hk_db_open(struct hk_db *ret_db, const char *path,
                         enum hk_db_role role,
                         char ret_message[HK_STORE_MESSAGE_SIZE])
{
    *ret_db = (struct hk_db){0};
    /* Nobody asks how much memory SQLite has, for which it would take a lock at
     * each allocation. The first connection decides. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (sqlite3_threadsafe() == 0)
        return hk_db_explain(ret_message,
                             "this SQLite was built without threads");

    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE |
                SQLITE_OPEN_EXRESCODE;
    flags |= role == HK_DB_WRITER ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                  : SQLITE_OPEN_READONLY;
    int result = sqlite3_open_v2(path, &ret_db->handle, flags, NULL);
    if (result != SQLITE_OK)
        return hk_db_explain(ret_message, "%s cannot be opened: %s", path,
                             ret_db->handle ? sqlite3_errmsg(ret_db->handle)
                                            : sqlite3_errstr(result));
    /* A file that may only be read it opens so, without a word. */
    if (role == HK_DB_WRITER && sqlite3_db_readonly(ret_db->handle, "main"))
        return hk_db_explain(ret_message, "%s may only be read", path);
    if (configure(ret_db->handle) != SQLITE_OK ||
        (role == HK_DB_WRITER && !set_wal(ret_db->handle)) ||
        sqlite3_exec(ret_db->handle,
                     role == HK_DB_WRITER ? WRITER_PRAGMAS : READER_PRAGMAS,
                     NULL, NULL, NULL) != SQLITE_OK)
        return hk_db_explain(ret_message, "%s cannot be set up: %s", path,
                             sqlite3_errmsg(ret_db->handle));
    return HK_OK;
}

void hk_db_clear(struct hk_db *db)
{
    for (size_t i = 0; i < HK_DB_STATEMENTS; i++)
        sqlite3_finalize(db->places[i].statement);
    if (sqlite3_close(db->handle) != SQLITE_OK)
        hk_log(HK_LOG_ERROR, "store: a connection did not close: %s",
               sqlite3_errmsg(db->handle));
    *db = (struct hk_db){0};
}

enum hk_error hk_db_exec(struct hk_db *db, const char *sql)
{
    return report(db, sqlite3_exec(db->handle, sql, NULL, NULL, NULL), sql);
}

enum hk_error hk_db_leave_triggers(struct hk_db *db)
{
    return report(db,
                  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                                    0, (int *)NULL),
                  "(no triggers)");
}

enum hk_error hk_db_int(struct hk_db *db, const char *sql, int64_t *ret_value)
{
    struct hk_query query;
    int64_t value = 0;
    hk_query_start(&query, db, sql);
    if (hk_query_next(&query))
        value = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_value = value;
    return error;
}

static enum hk_error run(struct hk_db *db, const char *sql)
{
    struct hk_query query;
    hk_query_start(&query, db, sql);
    return hk_query_run(&query);
}

enum hk_error hk_db_begin_write(struct hk_db *db)
{
    db->refused = false;
    /* A transaction that first reads and then writes cannot wait for its turn:
     * it would fail at once. */
    return run(db, "BEGIN IMMEDIATE");
}

enum hk_error hk_db_begin_read(struct hk_db *db)
{
    db->refused = false;
    return run(db, "BEGIN");
}

enum hk_error hk_db_end(struct hk_db *db, enum hk_error error)
{
    /* After some failures SQLite has rolled back by itself; what came later
     * must not pass for kept. */
    if (error == HK_OK && (db->refused || sqlite3_get_autocommit(db->handle)))
        error = HK_E_STORAGE_UNAVAILABLE;
    if (error == HK_OK)
        error = run(db, "COMMIT");
    if (error != HK_OK && !sqlite3_get_autocommit(db->handle)) {
        enum hk_error rollback = run(db, "ROLLBACK");
        if (rollback != HK_OK)
            error = rollback;
    }
    return error;
}

enum hk_error hk_db_begin_part(struct hk_db *db)
{
    return run(db, "SAVEPOINT part");
}

enum hk_error hk_db_end_part(struct hk_db *db, enum hk_error error)
{
    /* Then the whole transaction is lost anyway. */
    if (db->refused || sqlite3_get_autocommit(db->handle))
        return HK_E_STORAGE_UNAVAILABLE;
    enum hk_error ended = error == HK_OK ? HK_OK : run(db, "ROLLBACK TO part");
    if (ended == HK_OK)
        ended = run(db, "RELEASE part");
    return ended != HK_OK ? ended : error;
}

int hk_db_changes(const struct hk_db *db)
{
    return sqlite3_changes(db->handle);
}

/* The place of this text: where it is, or where it belongs; NULL when all are
 * taken. */
static struct hk_db_place *find_place(struct hk_db *db, const char *sql)
{
    size_t start = (size_t)(((uintptr_t)sql >> 3) % HK_DB_STATEMENTS);
    for (size_t i = 0; i < HK_DB_STATEMENTS; i++) {
        struct hk_db_place *place = &db->places[(start + i) % HK_DB_STATEMENTS];
        if (!place->sql || place->sql == sql)
            return place;
    }
    return NULL;
}

void hk_query_start(struct hk_query *ret_query, struct hk_db *db,
                    const char *sql)
{
    *ret_query = (struct hk_query){.db = db, .result = SQLITE_OK};
    struct hk_db_place *place = find_place(db, sql);
    if (!place) {
        ret_query->result = SQLITE_NOMEM;
        return;
    }
    if (!place->statement) {
        ret_query->result = sqlite3_prepare_v3(db->handle, sql, -1,
                                               SQLITE_PREPARE_PERSISTENT,
                                               &place->statement, NULL);
        if (ret_query->result != SQLITE_OK)
            return;
        place->sql = sql;
    }
    /* A statement of this connection that is still on a row has a user
     * already, whose rows would be lost. */
    if (sqlite3_stmt_busy(place->statement)) {
        ret_query->result = SQLITE_MISUSE;
        return;
    }
    ret_query->statement = place->statement;
}

static void note(struct hk_query *query, int result)
{
    if (query->result == SQLITE_OK)
        query->result = result;
}

void hk_query_int(struct hk_query *query, int64_t value)
{
    if (query->result == SQLITE_OK)
        note(query,
             sqlite3_bind_int64(query->statement, ++query->parameters, value));
}

void hk_query_text(struct hk_query *query, const char *text)
{
    if (query->result == SQLITE_OK)
        note(query, sqlite3_bind_text(query->statement, ++query->parameters,
                                      text, -1, SQLITE_STATIC));
}

void hk_query_blob(struct hk_query *query, const void *bytes, size_t size)
{
    if (query->result == SQLITE_OK)
        note(query, sqlite3_bind_blob64(query->statement, ++query->parameters,
                                        bytes, size, SQLITE_STATIC));
}

void hk_query_null(struct hk_query *query)
{
    if (query->result == SQLITE_OK)
        note(query, sqlite3_bind_null(query->statement, ++query->parameters));
}

/* 0 where the text has no such parameter, or nothing can be bound any more. */
static int parameter(const struct hk_query *query, const char *name)
{
    if (query->result != SQLITE_OK)
        return 0;
    return sqlite3_bind_parameter_index(query->statement, name);
}

void hk_query_int_as(struct hk_query *query, const char *name, int64_t value)
{
    int at = parameter(query, name);
    if (at)
        note(query, sqlite3_bind_int64(query->statement, at, value));
}

void hk_query_real_as(struct hk_query *query, const char *name, double value)
{
    int at = parameter(query, name);
    if (at)
        note(query, sqlite3_bind_double(query->statement, at, value));
}

void hk_query_text_as(struct hk_query *query, const char *name,
                      const char *text)
{
    int at = parameter(query, name);
    if (at)
        note(query,
             sqlite3_bind_text(query->statement, at, text, -1, SQLITE_STATIC));
}

void hk_query_int_or_null(struct hk_query *query, int64_t value, int64_t none)
{
    if (value == none)
        hk_query_null(query);
    else
        hk_query_int(query, value);
}

bool hk_query_next(struct hk_query *query)
{
    if (query->result != SQLITE_OK && query->result != SQLITE_ROW)
        return false;
    query->result = sqlite3_step(query->statement);
    return query->result == SQLITE_ROW;
}

/* The bindings are dropped as well: they borrow the caller's memory. */
static void give_back(struct hk_query *query)
{
    if (!query->statement)
        return;
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement);
    query->statement = NULL;
}

enum hk_error hk_query_end(struct hk_query *query)
{
    const char *sql = query->statement ? sqlite3_sql(query->statement)
                                       : "(not prepared)";
    enum hk_error error = report(query->db, query->result, sql);
    give_back(query);
    return error;
}

enum hk_error hk_query_end_unique(struct hk_query *query,
                                  enum hk_error conflict)
{
    if (query->result != SQLITE_CONSTRAINT_UNIQUE &&
        query->result != SQLITE_CONSTRAINT_PRIMARYKEY)
        return hk_query_end(query);
    give_back(query);
    return conflict;
}

enum hk_error hk_query_run(struct hk_query *query)
{
    while (hk_query_next(query))
        ;
    return hk_query_end(query);
}

int64_t hk_column_int(const struct hk_query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

double hk_column_real(const struct hk_query *query, int column)
{
    return sqlite3_column_double(query->statement, column);
}

int64_t hk_column_int_or(const struct hk_query *query, int column,
                         int64_t where_null)
{
    if (sqlite3_column_type(query->statement, column) == SQLITE_NULL)
        return where_null;
    return sqlite3_column_int64(query->statement, column);
}

bool hk_column_null(const struct hk_query *query, int column)
{
    return sqlite3_column_type(query->statement, column) == SQLITE_NULL;
}

void hk_column_text(const struct hk_query *query, int column, char *ret_text,
                    size_t size)
{
    const unsigned char *text = sqlite3_column_text(query->statement, column);
    snprintf(ret_text, size, "%s", text ? (const char *)text : "");
}

bool hk_column_bytes(const struct hk_query *query, int column, void *ret_bytes,
                     size_t size)
{
    const void *bytes = sqlite3_column_blob(query->statement, column);
    if (!bytes || sqlite3_column_bytes(query->statement, column) != (int)size)
        return false;
    memcpy(ret_bytes, bytes, size);
    return true;
}
