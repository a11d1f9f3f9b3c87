/*
 * The store: opening it, the one writer, the readers. Names no SQLite type, so
 * that another store can stand behind it. What is kept is in games.h,
 * players.h, keys.h and receipts.h.
 */
#ifndef HK_STORE_STORE_H
#define HK_STORE_STORE_H

#include <stddef.h>

#include "base/error.h"

/* An open store. Safe for use from any thread. */
struct hk_store;

/* A transaction of the one writer; lives only inside a write job. */
struct hk_tx;

#define HK_STORE_MESSAGE_SIZE 512

/* How the file is opened. */
enum hk_store_mode {
    HK_STORE_SERVE, /* create and migrate as needed; take the writer's lock */
    HK_STORE_READ   /* readers only: must exist and be of this version */
};

/*
 * Opens the database file. HK_STORE_SERVE creates and migrates it (a copy is
 * kept beside it before an existing one is migrated), and holds the lock of
 * the one writer until hk_store_close(): a second process is refused. A file
 * that is another program's, or newer than this program, is refused and left
 * untouched. ret_message says why, for a person.
 *
 * Errors: HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_store_open(
    const char *path, enum hk_store_mode mode, struct hk_store **ret_store,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/* Checkpoints, closes and frees. No job or read may be under way. NULL-safe. */
void hk_store_close(struct hk_store *store);

/*
 * Runs `job` inside a transaction of the one writer and returns once what it
 * wrote is durable (synchronous=FULL). When the job returns an error
 * everything it wrote is rolled back and the error is returned. The job must
 * not call hk_store_write() and should only call functions that take `tx`.
 *
 * Errors: those of the job; HK_E_STORAGE_UNAVAILABLE when the disk refuses
 * (nothing happened).
 */
HK_MUST_CHECK enum hk_error hk_store_write(
    struct hk_store *store, enum hk_error (*job)(struct hk_tx *tx, void *cls),
    void *cls);

/* Whether the store can be read and its last write did not fail on the disk:
 * for readiness. */
HK_MUST_CHECK enum hk_error hk_store_ready(struct hk_store *store);

/* The version of the library behind, such as "SQLite 3.40.1"; static text. */
const char *hk_store_library(void);

/* The schema's version that this program writes. */
int hk_store_schema_version(void);

#endif
