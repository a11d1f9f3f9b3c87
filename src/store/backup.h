/* Copies of a whole database: made, examined, put in the place of another. */
#ifndef HK_STORE_BACKUP_H
#define HK_STORE_BACKUP_H

#include <stdbool.h>

#include "store/store.h"

/*
 * Copies the database at `from`, as it is at one moment, page by page into the
 * new file `to`, which only its owner may read, and brings it to the disk. The
 * database may be in use: it is only read, and what its log (-wal) holds is in
 * the copy. The copy has no log of its own: it is one file, which can be
 * opened without anything being made beside it.
 *
 * Errors: HK_E_STORAGE_UNAVAILABLE, with why in ret_message; then there is no
 * file `to`, or it was there before.
 */
HK_MUST_CHECK enum hk_error hk_store_copy(
    const char *from, const char *to, char ret_message[HK_STORE_MESSAGE_SIZE]);

/*
 * Whether the database at `path` is Hakam's and whole: every page and index of
 * it, and no row lacks its parent. It may be of an older schema; what its rows
 * say is not looked at (hk_verify() does that).
 *
 * Errors: HK_E_STORAGE_UNAVAILABLE, with the first fault in ret_message.
 */
HK_MUST_CHECK enum hk_error hk_store_examine(
    const char *path, int *ret_version,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/* Whether the file's header says that it is a database of Hakam. */
bool hk_store_is_ours(const char *path);

/* Whether a process holds the lock of the one writer for it. */
bool hk_store_is_served(const char *path);

/* The place of a database while it is given another content. */
struct hk_replacing;

/*
 * Takes the lock of the one writer for the database at `path`, which need not
 * be there, so that nobody serves it meanwhile. To be ended with
 * hk_replacing_end(). Errors: HK_E_STORAGE_UNAVAILABLE, with why in
 * ret_message.
 */
HK_MUST_CHECK enum hk_error hk_replacing_begin(
    const char *path, struct hk_replacing **ret_replacing,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/* The path without symbolic links; borrowed. And whether it has a file. */
const char *hk_replacing_path(const struct hk_replacing *replacing);
bool hk_replacing_exists(const struct hk_replacing *replacing);

/*
 * Puts the file `copy`, of the same folder, in the database's place. What was
 * there is kept as `aside`, with its log, under that name and `aside`-wal. Put
 * there by root, the file is the folder's owner's.
 * At every moment there is a whole database at the path: the old one or the
 * new one; only where the log of the old one cannot be taken into it (it is
 * damaged, or being read) is it without that for a moment.
 *
 * Errors: HK_E_STORAGE_UNAVAILABLE, with why in ret_message.
 */
HK_MUST_CHECK enum hk_error hk_replacing_put(
    struct hk_replacing *replacing, const char *copy, const char *aside,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/* NULL-safe. */
void hk_replacing_end(struct hk_replacing *replacing);

#endif
