/*
 * The store: opening it, the one writer, the readers. Names no SQLite type, so
 * that another store can stand behind it. What is kept is in games.h,
 * players.h, keys.h and receipts.h.
 */
#ifndef HK_STORE_STORE_H
#define HK_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/metrics.h"

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

/* Whether hk_store_open() could serve the file, as far as a look at its head
 * tells: it is not there, or Hakam's and of a version that this program knows.
 * Changes nothing, and the file may be in use. ret_message says why not.
 * Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_store_check(
    const char *path, char ret_message[HK_STORE_MESSAGE_SIZE]);

/* Commits what was submitted, checkpoints, closes and frees. Nobody may submit
 * or read any more. NULL-safe. */
void hk_store_close(struct hk_store *store);

/*
 * A write. Its caller keeps it in place from hk_store_submit() until `done`.
 * `run` writes, inside a transaction: it should only call functions that take
 * `tx`. `done` says how it ended: HK_OK once it is durable (synchronous=FULL);
 * an error of `run`, and then nothing of it happened; or
 * HK_E_STORAGE_UNAVAILABLE where the disk refused, likewise. `run` is then
 * taken back whole. It is called once; or, where it is said to be repeatable,
 * perhaps a second time after it was taken back, since a job among others that
 * did not fail was spared a savepoint of its own.
 *
 * Both are called by whichever thread writes; `done` may submit other jobs, and
 * is the last to touch this one.
 */
struct hk_job {
    enum hk_error (*run)(struct hk_tx *tx, void *cls);
    void (*done)(enum hk_error error, void *cls);
    void *cls;
    bool repeatable;

    struct hk_job *next; /* the store's own, as what follows */
    enum hk_error error;
};

/* Who writes. */
enum hk_writer_choice {
    HK_WRITE_THERE, /* the writer's thread, with all that has gathered */
    HK_WRITE_HERE   /* the caller, if the writer is idle: a lone job is spared
                       the way to the thread and back, the caller waits for the
                       disk, and `done` is called before this returns */
};

/*
 * Hands a job to the one writer. What has gathered while it was busy is
 * committed in one transaction, in the order in which it came, and then told;
 * a job that finds the writer idle is committed at once. Where the commit
 * fails, all jobs of the transaction fail.
 */
void hk_store_submit(struct hk_store *store, struct hk_job *job,
                     enum hk_writer_choice choice);

/*
 * Submits `job` and waits until it is done; returns what `done` would be told.
 * Neither from inside a job nor from `done`.
 *
 * Errors: those of the job; HK_E_STORAGE_UNAVAILABLE when the disk refuses
 * (nothing happened).
 */
HK_MUST_CHECK enum hk_error hk_store_write(
    struct hk_store *store, enum hk_error (*job)(struct hk_tx *tx, void *cls),
    void *cls);

/* Batches committed, and jobs in them, so far: for tests and figures. */
struct hk_store_counts {
    uint64_t batches, jobs;
};
struct hk_store_counts hk_store_counts(struct hk_store *store);

/* What it has done so far, and how it stands. */
struct hk_store_metrics {
    struct hk_distribution commit_ns,
        commit_jobs;                /* transactions, their jobs */
    uint64_t failed;                /* transactions that the disk refused */
    uint64_t busy;                  /* statements given up for another's lock */
    uint64_t queued;                /* jobs that wait for their transaction */
    uint64_t file_bytes, log_bytes; /* of the file, and of SQLite's log */
};
void hk_store_measure(struct hk_store *store,
                      struct hk_store_metrics *ret_metrics);

/* What the writer has before it. */
struct hk_store_backlog {
    uint64_t queued;   /* jobs that wait for their transaction */
    uint64_t under_ns; /* how long the one under way has taken; 0: none is */
};
struct hk_store_backlog hk_store_backlog(struct hk_store *store);

/* Whether the store can be read and its last write did not fail on the disk:
 * for readiness. */
HK_MUST_CHECK enum hk_error hk_store_ready(struct hk_store *store);

/* The version of the library behind, such as "SQLite 3.40.1", and its number
 * alone; static texts. */
const char *hk_store_library(void);
const char *hk_store_library_version(void);

/* The schema's version that this program writes. */
int hk_store_schema_version(void);

#endif
