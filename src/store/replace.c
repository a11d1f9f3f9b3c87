/* Putting another file in the place of a database, so that a fault of the
 * machine at any moment leaves a whole one there. */
#include "store/backup.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/reason.h"
#include "store/db.h"
#include "store/files.h"
#include "store/lock.h"

struct hk_replacing {
    char *path; /* owned */
    struct hk_lock lock;
};

bool hk_store_is_ours(const char *path)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct stat status;

    /* An absent or an empty file is refused by nothing, but is not ours. */
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_size > 0 &&
           hk_db_check_header(path, hk_migrations, message) == HK_OK;
}

enum hk_error hk_replacing_begin(const char *path,
                                 struct hk_replacing **ret_replacing,
                                 char ret_message[HK_STORE_MESSAGE_SIZE])
{
    struct hk_replacing *replacing = calloc(1, sizeof *replacing);

    if (!replacing)
        return hk_db_explain(ret_message, "out of memory");
    replacing->lock.fd = -1;
    /* As the store finds it, so that both mean the same lock. */
    replacing->path = realpath(path, NULL);
    if (!replacing->path)
        replacing->path = strdup(path);
    enum hk_error error = replacing->path
                              ? hk_lock_take(replacing->path, &replacing->lock,
                                             ret_message)
                              : hk_db_explain(ret_message, "out of memory");
    if (error != HK_OK) {
        hk_replacing_end(replacing);
        return error;
    }
    *ret_replacing = replacing;
    return HK_OK;
}

const char *hk_replacing_path(const struct hk_replacing *replacing)
{
    return replacing->path;
}

bool hk_replacing_exists(const struct hk_replacing *replacing)
{
    return access(replacing->path, F_OK) == 0;
}

void hk_replacing_end(struct hk_replacing *replacing)
{
    if (!replacing)
        return;
    hk_lock_clear(&replacing->lock);
    free(replacing->path);
    free(replacing);
}

bool hk_store_is_served(const char *path)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_replacing *replacing = NULL;

    if (hk_replacing_begin(path, &replacing, message) != HK_OK)
        return true;
    hk_replacing_end(replacing);
    return false;
}

/* Takes what the old database's log holds into its file, so that one name is
 * all there is to it. Where that does not work the log is kept as it is. */
static void take_in_log(const char *path)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_db db = {.handle = NULL};

    if (hk_db_check_header(path, hk_migrations, message) != HK_OK)
        return;
    if (hk_db_open(&db, path, HK_DB_WRITER, message) == HK_OK)
        (void)sqlite3_wal_checkpoint_v2(db.handle, NULL,
                                        SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    hk_db_clear(&db);
}

/* What root puts in place is for whoever serves it: the folder's owner. */
static bool give_to_owner(const char *copy)
{
    struct stat folder;

    if (geteuid() != 0)
        return true;
    char *path = strdup(copy); /* dirname() changes it */
    bool given = path && stat(dirname(path), &folder) == 0 &&
                 chown(copy, folder.st_uid, folder.st_gid) == 0;
    int reason = errno;
    free(path);
    errno = reason;
    return given;
}

/* The files beside a database and beside what it is kept as. */
struct names {
    char *log, *memory, *kept_log; /* owned */
};

static void clear_names(struct names *names)
{
    free(names->log);
    free(names->memory);
    free(names->kept_log);
}

/* The old database's log, kept where it is not empty. */
static bool put_log_aside(const struct names *names)
{
    struct stat status;

    if (unlink(names->memory) != 0 && errno != ENOENT)
        return false;
    if (stat(names->log, &status) != 0)
        return errno == ENOENT;
    return status.st_size > 0 ? rename(names->log, names->kept_log) == 0
                              : unlink(names->log) == 0;
}

/* The way back, as far as it goes: its log where there was one, one name. */
static void take_back(const struct names *names, const char *aside)
{
    int reason = errno;

    if (rename(names->kept_log, names->log) == 0 || errno == ENOENT)
        unlink(aside);
    errno = reason;
}

static bool put(const struct names *names, const char *path, const char *copy,
                const char *aside)
{
    if (!names->log || !names->memory || !names->kept_log) {
        errno = ENOMEM;
        return false;
    }
    if (!give_to_owner(copy))
        return false;
    /* A second name, not another: the path is never without a file. */
    if (link(path, aside) != 0 && errno != ENOENT)
        return false;
    /* A log left behind would be taken for the new file's. */
    if (put_log_aside(names) && hk_file_sync_folder(path) &&
        rename(copy, path) == 0)
        return hk_file_sync_folder(path);
    take_back(names, aside);
    return false;
}

enum hk_error hk_replacing_put(struct hk_replacing *replacing, const char *copy,
                               const char *aside,
                               char ret_message[HK_STORE_MESSAGE_SIZE])
{
    const char *path = replacing->path;
    struct names names = {
        .log = hk_file_beside(path, "-wal"),
        .memory = hk_file_beside(path, "-shm"),
        .kept_log = hk_file_beside(aside, "-wal"),
    };
    enum hk_error error = HK_OK;

    if (hk_replacing_exists(replacing))
        take_in_log(path);
    if (!put(&names, path, copy, aside))
        error = hk_db_explain(ret_message, "%s cannot be put in place: %s",
                              path, HK_REASON(errno));
    clear_names(&names);
    return error;
}
