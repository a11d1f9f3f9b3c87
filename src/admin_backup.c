/* hakam backup: a copy of the database while it is served. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "admin.h"
#include "backups.h"
#include "base/reason.h"
#include "store/backup.h"
#include "store/files.h"
#include "store/lock.h"

struct backup {
    const char *folder; /* NULL: to one file, without rotation */
    char *file, *part;  /* owned */
    struct hk_admin_copy copy;
    off_t bytes;
    struct hk_backups removed; /* names */
};

static void clear_backup(struct backup *backup)
{
    free(backup->file);
    free(backup->part);
    hk_backups_clear(&backup->removed);
}

/* The time until which a name that is taken is waited to be over, in s. */
enum { TAKEN_MAX = 5 };

/* Names are of a second: the one that is not taken yet. */
static bool choose_name(struct backup *backup)
{
    const struct timespec moment = {.tv_nsec = 100000000};
    hk_time start = hk_admin_now();

    for (;;) {
        hk_time now = hk_admin_now();
        char name[HK_BACKUP_NAME_SIZE];
        struct stat status;

        hk_backup_name(now, name);
        free(backup->file);
        backup->file = hk_backup_path(backup->folder, name);
        if (!backup->file)
            return false;
        if (lstat(backup->file, &status) != 0 && errno == ENOENT)
            return true;
        if (now > start + 1000 * TAKEN_MAX || now < start)
            return false;
        nanosleep(&moment, NULL);
    }
}

/* Under its name, and sure to be. */
static bool put_in_place(struct backup *backup)
{
    struct stat status;

    /* Not rename(): what has come there meanwhile is not written over. */
    if (stat(backup->part, &status) != 0 ||
        link(backup->part, backup->file) != 0)
        return false;
    unlink(backup->part);
    hk_admin_copy_done();
    backup->bytes = status.st_size;
    return hk_file_sync_folder(backup->file);
}

static int make(const char *database, struct backup *backup)
{
    int status;

    /* Cut short by a power cut, say; nobody else makes one, by the lock. */
    if (unlink(backup->part) != 0 && errno != ENOENT) {
        hk_admin_say("%s cannot be removed: %s", backup->part,
                     HK_REASON(errno));
        return EXIT_FAILURE;
    }
    if (backup->folder && !choose_name(backup)) {
        hk_admin_say("%s is there already", backup->file);
        return EXIT_FAILURE;
    }
    status = hk_admin_copy(database, backup->part, &backup->copy);
    if (status != 0)
        return status;
    if (!put_in_place(backup)) {
        hk_admin_say("%s cannot be made: %s", backup->file, HK_REASON(errno));
        unlink(backup->part);
        hk_admin_copy_done();
        return EXIT_FAILURE;
    }
    return 0;
}

static int rotate(struct backup *backup, unsigned keep)
{
    if (keep == 0 || !backup->folder)
        return 0;
    if (hk_backups_rotate(backup->folder, backup->file, keep, &backup->removed))
        return 0;
    hk_admin_say("%s is made, but older ones cannot be removed: %s",
                 backup->file, HK_REASON(errno));
    return EXIT_FAILURE;
}

static bool print(const struct hk_options *options, const struct backup *backup)
{
    struct hk_admin_json out;

    if (!options->json) {
        printf("%s: %lld bytes", backup->file, (long long)backup->bytes);
        hk_admin_print_copy(&backup->copy);
        for (size_t i = 0; i < backup->removed.count; i++)
            printf("removed %s\n", backup->removed.names[i]);
        return hk_admin_flush();
    }
    hk_admin_json_init(&out);
    hk_json_open_object(&out.json, NULL);
    hk_json_string(&out.json, "file", backup->file);
    hk_json_integer(&out.json, "bytes", backup->bytes);
    hk_admin_write_copy(&backup->copy, &out.json);
    hk_json_open_array(&out.json, "removed");
    for (size_t i = 0; i < backup->removed.count; i++)
        hk_json_string(&out.json, NULL, backup->removed.names[i]);
    hk_json_close_array(&out.json);
    hk_json_close_object(&out.json);
    return hk_admin_json_print(&out);
}

/* Which file, by whether the argument is a folder; 0 or an exit status. */
static int choose_place(const struct hk_options *options, const char *argument,
                        struct backup *backup)
{
    struct stat status;
    bool there = lstat(argument, &status) == 0;

    if (there && stat(argument, &status) == 0 && S_ISDIR(status.st_mode)) {
        backup->folder = argument;
        backup->part = hk_backup_path(argument, "hakam-backup.part");
    } else if (options->keep > 0) {
        hk_admin_say("--keep needs a folder, and %s is none", argument);
        return EX_USAGE;
    } else if (there) {
        hk_admin_say("%s is there already", argument);
        return EXIT_FAILURE;
    } else {
        backup->file = strdup(argument);
        backup->part = hk_file_beside(argument, ".part");
    }
    return backup->part && (backup->folder || backup->file)
               ? 0
               : hk_admin_fail(HK_E_INTERNAL);
}

/* With the folder, or the file, for itself. */
static int make_alone(const struct hk_options *options, struct backup *backup)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_lock lock;

    if (hk_lock_take(backup->part, &lock, message) != HK_OK) {
        hk_admin_say("%s", message);
        return EXIT_FAILURE;
    }
    int status = make(options->database, backup);
    if (status == 0)
        status = rotate(backup, options->keep);
    hk_lock_clear(&lock);
    return status;
}

int hk_admin_backup(const struct hk_options *options, const char *argument)
{
    struct backup backup = {.folder = NULL};

    if (!hk_admin_database(options))
        return EX_USAGE;
    int status = choose_place(options, argument, &backup);
    if (status == 0)
        status = make_alone(options, &backup);
    if (status == 0 && !print(options, &backup))
        status = EXIT_FAILURE;
    clear_backup(&backup);
    return status;
}
