/* The files that `hakam backup` keeps in a folder. */
#include "backups.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/backup.h"
#include "store/files.h"

/* '#': a digit. */
static const char PATTERN[] = "hakam-########T######Z.db";

_Static_assert(sizeof PATTERN == HK_BACKUP_NAME_SIZE,
               "a name fits into its room");

void hk_backup_name(hk_time now, char ret_name[HK_BACKUP_NAME_SIZE])
{
    char text[HK_TIME_TEXT_SIZE]; /* "2026-11-30T07:53:27.123Z" */

    hk_time_format(now, text);
    snprintf(ret_name, HK_BACKUP_NAME_SIZE,
             "hakam-%.4s%.2s%.2sT%.2s%.2s%.2sZ.db", text, text + 5, text + 8,
             text + 11, text + 14, text + 17);
}

static bool is_backup_name(const char *name)
{
    if (strlen(name) != sizeof PATTERN - 1)
        return false;
    for (size_t i = 0; name[i]; i++) {
        bool digit = name[i] >= '0' && name[i] <= '9';
        if (PATTERN[i] == '#' ? !digit : name[i] != PATTERN[i])
            return false;
    }
    return true;
}

char *hk_backup_path(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s%s%s", folder,
                 folder[strlen(folder) - 1] == '/' ? "" : "/", name);
    return path;
}

void hk_backups_clear(struct hk_backups *backups)
{
    for (size_t i = 0; i < backups->count; i++)
        free(backups->names[i]);
    free(backups->names);
    *backups = (struct hk_backups){.names = NULL};
}

/* Takes the name over; false without memory. */
static bool add(struct hk_backups *backups, char *name)
{
    char **names = realloc(backups->names,
                           (backups->count + 1) * sizeof *names);

    if (!name || !names) {
        backups->names = names ? names : backups->names;
        free(name);
        errno = ENOMEM;
        return false;
    }
    backups->names = names;
    backups->names[backups->count++] = name;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_backup(const char *folder, const char *name)
{
    if (!is_backup_name(name))
        return false;
    char *path = hk_backup_path(folder, name);
    bool ours = path && hk_store_is_ours(path);
    free(path);
    return ours;
}

/* All backups of the folder, oldest first. */
static bool list(const char *folder, struct hk_backups *ret_found)
{
    DIR *directory = opendir(folder);
    bool well = true;

    if (!directory)
        return false;
    while (well) {
        errno = 0;
        const struct dirent *entry = readdir(directory);
        if (!entry) {
            well = errno == 0;
            break;
        }
        if (is_backup(folder, entry->d_name))
            well = add(ret_found, strdup(entry->d_name));
    }
    int reason = errno;
    closedir(directory);
    if (ret_found->count > 0)
        qsort(ret_found->names, ret_found->count, sizeof *ret_found->names,
              by_name);
    errno = reason;
    return well;
}

static bool remove_one(const char *folder, const char *name, const char *made,
                       struct hk_backups *removed)
{
    char *path = hk_backup_path(folder, name);
    bool well = path != NULL;

    /* The clock may have been set back since the others were made. */
    if (well && strcmp(path, made) != 0)
        well = unlink(path) == 0 && add(removed, strdup(name));
    int reason = errno;
    free(path);
    errno = reason;
    return well;
}

bool hk_backups_rotate(const char *folder, const char *made, size_t keep,
                       struct hk_backups *removed)
{
    struct hk_backups found = {.names = NULL};
    bool well = list(folder, &found);

    for (size_t i = 0; well && i + keep < found.count; i++)
        well = remove_one(folder, found.names[i], made, removed);
    if (well && removed->count > 0)
        well = hk_file_sync_folder(made);
    int reason = errno;
    hk_backups_clear(&found);
    errno = reason;
    return well;
}
