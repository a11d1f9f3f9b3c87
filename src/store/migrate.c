/* Whose database it is, and bringing its schema up to date: forward only. */
#include "store/migrate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/reason.h"
#include "base/strbuf.h"
#include "store/db.h"
#include "store/files.h"

/* Longest path that is put together here. */
#define PATH_CEILING 8192

int hk_migrations_last(const struct hk_migration *migrations)
{
    int version = 0;
    for (; migrations->version; migrations++)
        version = migrations->version;
    return version;
}

static enum hk_error explain_foreign(const char *path,
                                     char ret_message[HK_STORE_MESSAGE_SIZE])
{
    return hk_db_explain(ret_message,
                         "%s is a database of another program; it was left "
                         "as it is",
                         path);
}

static enum hk_error explain_newer(const char *path, int version, int last,
                                   char ret_message[HK_STORE_MESSAGE_SIZE])
{
    return hk_db_explain(ret_message,
                         "%s has schema version %d, but this program knows "
                         "only up to %d: it was written by a newer Hakam; it "
                         "was left as it is",
                         path, version, last);
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
           (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Where SQLite's file format keeps these (sqlite.org/fileformat.html). */
enum {
    HEADER_SIZE = 100,
    AT_PAGES = 28,
    AT_USER_VERSION = 60,
    AT_APPLICATION_ID = 68
};

enum hk_error hk_db_check_header(const char *path,
                                 const struct hk_migration *migrations,
                                 char ret_message[HK_STORE_MESSAGE_SIZE])
{
    uint8_t header[HEADER_SIZE];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT)
        return HK_OK;
    if (fd < 0)
        return hk_db_explain(ret_message, "%s cannot be read: %s", path,
                             HK_REASON(errno));
    ssize_t size = pread(fd, header, sizeof(header), 0);
    int reason = errno;
    close(fd);
    if (size < 0)
        return hk_db_explain(ret_message, "%s cannot be read: %s", path,
                             HK_REASON(reason));
    if (size == 0)
        return HK_OK;
    if (size < HEADER_SIZE || memcmp(header, "SQLite format 3", 16) != 0)
        return hk_db_explain(ret_message,
                             "%s is no SQLite database; it was left as it is",
                             path);

    uint32_t id = big_endian(header + AT_APPLICATION_ID);
    /* The first page alone holds no table: a database just made. */
    if (id != HK_DB_APPLICATION_ID &&
        (id != 0 || big_endian(header + AT_PAGES) > 1))
        return explain_foreign(path, ret_message);
    int version = (int)big_endian(header + AT_USER_VERSION);
    int last = hk_migrations_last(migrations);
    if (version > last)
        return explain_newer(path, version, last, ret_message);
    return HK_OK;
}

enum hk_error hk_db_check_owner(struct hk_db *db, const char *path,
                                const struct hk_migration *migrations,
                                int *ret_version,
                                char ret_message[HK_STORE_MESSAGE_SIZE])
{
    int64_t id, version, things;
    if (hk_db_int(db, "PRAGMA application_id", &id) != HK_OK ||
        hk_db_int(db, "PRAGMA user_version", &version) != HK_OK ||
        hk_db_int(db, "SELECT count(*) FROM sqlite_schema", &things) != HK_OK)
        return hk_db_explain(ret_message, "%s cannot be read: %s", path,
                             sqlite3_errmsg(db->handle));

    bool empty = id == 0 && version == 0 && things == 0;
    if (!empty && id != HK_DB_APPLICATION_ID)
        return explain_foreign(path, ret_message);
    int last = hk_migrations_last(migrations);
    if (version > last)
        return explain_newer(path, (int)version, last, ret_message);
    *ret_version = (int)version;
    return HK_OK;
}

/* `PATH.before-vN`, made under another name first: a copy that was cut short
 * never stands there, and an older one of the same name gives way. */
static enum hk_error keep_copy(struct hk_db *db, const char *path, int version,
                               char ret_message[HK_STORE_MESSAGE_SIZE])
{
    struct hk_strbuf name, part, text;
    hk_strbuf_init(&name, PATH_CEILING);
    hk_strbuf_init(&part, PATH_CEILING);
    hk_strbuf_init(&text, PATH_CEILING);
    hk_strbuf_printf(&name, "%s.before-v%d", path, version);
    hk_strbuf_printf(&part, "%s.before-v%d.part", path, version);
    /* For an object to be made, SQL takes a string, where ' is doubled. */
    hk_strbuf_add(&text, "VACUUM INTO '");
    for (const char *c = part.text; c && *c; c++) {
        if (*c == '\'')
            hk_strbuf_add_char(&text, '\'');
        hk_strbuf_add_char(&text, *c);
    }
    hk_strbuf_add(&text, "'");

    enum hk_error error = HK_OK;
    if (!part.text || name.failed || part.failed || text.failed) {
        error = hk_db_explain(ret_message, "%s: the path is too long", path);
    } else {
        unlink(part.text);
        if (hk_db_exec(db, text.text) != HK_OK)
            error = hk_db_explain(ret_message, "%s cannot be made: %s",
                                  part.text, sqlite3_errmsg(db->handle));
        else if (!hk_file_sync(part.text) ||
                 rename(part.text, name.text) != 0 ||
                 !hk_file_sync_folder(name.text))
            error = hk_db_explain(ret_message, "%s cannot be made: %s",
                                  name.text, HK_REASON(errno));
        else
            hk_log(HK_LOG_INFO, "store: kept a copy as %s", name.text);
    }
    hk_strbuf_clear(&name);
    hk_strbuf_clear(&part);
    hk_strbuf_clear(&text);
    return error;
}

/* Inside the step's transaction. */
static enum hk_error apply_step(struct hk_db *db,
                                const struct hk_migration *step)
{
    char text[128];
    enum hk_error error = hk_db_exec(db, step->sql);
    if (error != HK_OK)
        return error;
    if (sqlite3_get_autocommit(db->handle)) {
        hk_log(HK_LOG_ERROR, "store: %04d-%s ends the transaction it runs in",
               step->version, step->name);
        return HK_E_INTERNAL;
    }

    int64_t broken;
    error = hk_db_int(db, "SELECT count(*) FROM pragma_foreign_key_check",
                      &broken);
    if (error == HK_OK && broken > 0) {
        hk_log(HK_LOG_ERROR, "store: %04d-%s leaves %lld rows without parent",
               step->version, step->name, (long long)broken);
        error = HK_E_INTERNAL;
    }
    if (error != HK_OK)
        return error;
    snprintf(text, sizeof(text),
             "PRAGMA application_id = %d; PRAGMA user_version = %d",
             HK_DB_APPLICATION_ID, step->version);
    return hk_db_exec(db, text);
}

static enum hk_error take_step(struct hk_db *db, const char *path,
                               const struct hk_migration *step,
                               char ret_message[HK_STORE_MESSAGE_SIZE])
{
    enum hk_error error = hk_db_begin_write(db);
    if (error == HK_OK)
        error = hk_db_end(db, apply_step(db, step));
    if (error != HK_OK)
        return hk_db_explain(ret_message,
                             "%s cannot be brought to schema version %d "
                             "(%04d-%s); see the log",
                             path, step->version, step->version, step->name);
    hk_log(HK_LOG_INFO, "store: %s is at schema version %d", path,
           step->version);
    return HK_OK;
}

enum hk_error hk_db_migrate(struct hk_db *db, const char *path,
                            const struct hk_migration *migrations,
                            char ret_message[HK_STORE_MESSAGE_SIZE])
{
    int version = 0;
    enum hk_error error = hk_db_check_owner(db, path, migrations, &version,
                                            ret_message);
    if (error != HK_OK || version == hk_migrations_last(migrations))
        return error;
    if (version > 0)
        error = keep_copy(db, path, version + 1, ret_message);
    if (error != HK_OK)
        return error;

    /* A table may have to be made anew under others that refer to it; each
     * step is checked as a whole instead. No effect inside a transaction. */
    error = hk_db_exec(db, "PRAGMA foreign_keys = OFF");
    if (error != HK_OK)
        return hk_db_explain(ret_message, "%s cannot be migrated", path);
    for (const struct hk_migration *step = migrations;
         step->version && error == HK_OK; step++)
        if (step->version > version)
            error = take_step(db, path, step, ret_message);
    if (hk_db_exec(db, "PRAGMA foreign_keys = ON") != HK_OK && error == HK_OK)
        error = hk_db_explain(ret_message, "%s cannot be set up", path);
    return error;
}
