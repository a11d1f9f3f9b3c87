/* The files that `hakam backup` keeps in a folder. */
#ifndef HK_BACKUPS_H
#define HK_BACKUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/clock.h"

/* "hakam-20261130T075327Z.db", with its NUL. */
#define HK_BACKUP_NAME_SIZE 26

/* The name of a backup that is made now: in the order of time. */
void hk_backup_name(hk_time now, char ret_name[HK_BACKUP_NAME_SIZE]);

/* FOLDER/NAME; to be freed. NULL: no memory. */
char *hk_backup_path(const char *folder, const char *name);

/* Names, sorted; owned. */
struct hk_backups {
    char **names;
    size_t count;
};
void hk_backups_clear(struct hk_backups *backups);

/*
 * Removes all but the `keep` newest backups of the folder, by their names, and
 * never `made`, a path there. Only files with such a name whose header says
 * that they are databases of Hakam are backups. What was removed is added to
 * `removed`. False with errno; what was removed stays so.
 */
bool hk_backups_rotate(const char *folder, const char *made, size_t keep,
                       struct hk_backups *removed);

#endif
