/*
 * Copying a database that is in use, and examining a copy.
 *
 * Page by page (sqlite3_backup), not row by row (VACUUM INTO): it is faster,
 * and the copy has every fault that the database has, so that examining it
 * tells of them while older copies are still there. Within a transaction of
 * our own, so that it is of one moment and does not begin anew whenever the
 * daemon writes; meanwhile the log (-wal) grows by what is written.
 */
#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/reason.h"
#include "store/db.h"
#include "store/files.h"

/* Nobody else knows the file yet, so no fault of the machine can leave a part
 * of it in the place of a copy: it is synced once, whole. */
static const char COPY_PRAGMAS[] = "PRAGMA journal_mode = OFF;"
                                   "PRAGMA synchronous = OFF;"
                                   "PRAGMA locking_mode = EXCLUSIVE;";

static enum hk_error explain_copy(const char *path, const char *reason,
                                  char ret_message[HK_STORE_MESSAGE_SIZE])
{
    return hk_db_explain(ret_message, "%s cannot be made: %s", path, reason);
}

static enum hk_error open_copy(const char *path, sqlite3 **ret_handle,
                               char ret_message[HK_STORE_MESSAGE_SIZE])
{
    int result = sqlite3_open_v2(path, ret_handle, SQLITE_OPEN_READWRITE, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_exec(*ret_handle, COPY_PRAGMAS, NULL, NULL, NULL);
    if (result == SQLITE_OK)
        return HK_OK;
    enum hk_error error = explain_copy(path,
                                       *ret_handle ? sqlite3_errmsg(*ret_handle)
                                                   : sqlite3_errstr(result),
                                       ret_message);
    sqlite3_close(*ret_handle);
    *ret_handle = NULL;
    return error;
}

/* The source is in a transaction that reads: all pages are of its moment. */
static enum hk_error copy_pages(struct hk_db *source, const char *to,
                                char ret_message[HK_STORE_MESSAGE_SIZE])
{
    sqlite3 *copy = NULL;
    enum hk_error error = open_copy(to, &copy, ret_message);
    if (error != HK_OK)
        return error;
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", source->handle,
                                                 "main");
    int result = SQLITE_ERROR;
    if (backup) {
        result = sqlite3_backup_step(backup, -1);
        int finished = sqlite3_backup_finish(backup);
        if (finished != SQLITE_OK)
            result = finished;
    }
    if (result != SQLITE_DONE)
        error = explain_copy(
            to, backup ? sqlite3_errstr(result) : sqlite3_errmsg(copy),
            ret_message);
    if (sqlite3_close(copy) != SQLITE_OK && error == HK_OK)
        error = explain_copy(to, "it does not close", ret_message);
    return error;
}

/* Where SQLite's file format says how the file is written and read
 * (sqlite.org/fileformat.html): 2 with a log, 1 without. */
enum { AT_FORMAT = 18 };
static const uint8_t WITHOUT_LOG[] = {1, 1};

/* The pages say that there is a log beside them, and there is none: without
 * this whoever looked at the copy would make one. Then all of it is brought to
 * the disk. */
static bool finish_copy(const char *to)
{
    int fd = open(to, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool finished = pwrite(fd, WITHOUT_LOG, sizeof WITHOUT_LOG, AT_FORMAT) ==
                        (ssize_t)sizeof WITHOUT_LOG &&
                    fsync(fd) == 0;
    int reason = errno;
    close(fd);
    errno = reason;
    return finished;
}

static enum hk_error copy_from(const char *from, const char *to,
                               char ret_message[HK_STORE_MESSAGE_SIZE])
{
    struct hk_db source;
    int version;
    enum hk_error error = hk_db_check_header(from, hk_migrations, ret_message);
    if (error != HK_OK)
        return error;
    error = hk_db_open(&source, from, HK_DB_READER, ret_message);
    if (error == HK_OK &&
        sqlite3_exec(source.handle, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        error = hk_db_explain(ret_message, "%s cannot be read: %s", from,
                              sqlite3_errmsg(source.handle));
    /* Its first read: from here on the transaction is of one moment. */
    if (error == HK_OK)
        error = hk_db_check_owner(&source, from, hk_migrations, &version,
                                  ret_message);
    if (error == HK_OK && version == 0)
        error = hk_db_explain(ret_message, "%s is no database of Hakam yet",
                              from);
    if (error == HK_OK)
        error = copy_pages(&source, to, ret_message);
    hk_db_clear(&source);
    return error;
}

enum hk_error hk_store_copy(const char *from, const char *to,
                            char ret_message[HK_STORE_MESSAGE_SIZE])
{
    if (!hk_file_make(to, 0600))
        return explain_copy(to, HK_REASON(errno), ret_message);
    enum hk_error error = copy_from(from, to, ret_message);
    if (error == HK_OK && !finish_copy(to))
        error = explain_copy(to, HK_REASON(errno), ret_message);
    if (error != HK_OK)
        unlink(to);
    return error;
}

/* ----- examining ---------------------------------------------------------- */

/* Runs a check that gives the word "ok", or nothing, where all is well. Its
 * faults are expected: they are the caller's to tell, not the log's. */
static enum hk_error check(struct hk_db *db, const char *path, const char *sql,
                           char ret_message[HK_STORE_MESSAGE_SIZE])
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    enum hk_error error = HK_OK;
    const char *fault = NULL;
    if (result == SQLITE_ROW)
        fault = (const char *)sqlite3_column_text(statement, 0);
    if (fault && strcmp(fault, "ok") != 0)
        error = hk_db_explain(ret_message, "%s is damaged: %s", path, fault);
    else if (result != SQLITE_ROW && result != SQLITE_DONE)
        error = hk_db_explain(ret_message, "%s is damaged: %s", path,
                              sqlite3_errmsg(db->handle));
    sqlite3_finalize(statement);
    return error;
}

enum hk_error hk_store_examine(const char *path, int *ret_version,
                               char ret_message[HK_STORE_MESSAGE_SIZE])
{
    struct hk_db db;
    int version = 0;
    enum hk_error error = hk_db_check_header(path, hk_migrations, ret_message);
    if (error != HK_OK)
        return error;
    error = hk_db_open(&db, path, HK_DB_READER, ret_message);
    if (error == HK_OK)
        error = check(&db, path, "PRAGMA integrity_check(1)", ret_message);
    if (error == HK_OK)
        error = check(&db, path,
                      "SELECT 'a row of ' || \"table\" || ' lacks its parent' "
                      "FROM pragma_foreign_key_check LIMIT 1",
                      ret_message);
    if (error == HK_OK)
        error = hk_db_check_owner(&db, path, hk_migrations, &version,
                                  ret_message);
    if (error == HK_OK && version == 0)
        error = hk_db_explain(ret_message, "%s is no database of Hakam", path);
    hk_db_clear(&db);
    if (error == HK_OK)
        *ret_version = version;
    return error;
}
