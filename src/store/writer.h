/*
 * The one writer: a queue of jobs, and the thread that commits what has
 * gathered in it. Private to src/store/.
 */
#ifndef HK_STORE_WRITER_H
#define HK_STORE_WRITER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/metrics.h"
#include "store/db.h"
#include "store/present.h"
#include "store/recent.h"
#include "store/store.h"

struct hk_writer {
    /* Whoever is the writer has these for itself. */
    struct hk_db db;
    struct hk_recent *recent;    /* borrowed */
    const char *path, *log_path; /* borrowed */
    struct hk_present file, log; /* as they were opened for writing */
    _Atomic uint64_t began_ns;   /* the batch under way; 0: none is */
    atomic_bool refused;         /* the last batch failed on the disk */
    struct hk_counter batches, jobs, failed;
    struct hk_histogram commit_ns, commit_jobs; /* of those that were durable */

    pthread_mutex_t lock; /* guards what follows; never held over a job */
    pthread_cond_t wake;  /* the thread's: something to do */
    struct hk_job *first, *last;
    atomic_size_t queued; /* between these; read by anybody */
    bool taken;           /* somebody is the writer now */
    bool ending;
    bool started;
    pthread_t thread;
};

/* Around hk_db_open() of `db`; the rest outlives the writer. */
void hk_writer_init(struct hk_writer *writer, struct hk_recent *recent,
                    const char *path, const char *log_path);

/* Starts the thread. Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_writer_start(struct hk_writer *writer);

/* Commits what is in the queue and ends the thread. */
void hk_writer_stop(struct hk_writer *writer);

/* Closes the connection. */
void hk_writer_clear(struct hk_writer *writer);

/* As hk_store_submit(). */
void hk_writer_submit(struct hk_writer *writer, struct hk_job *job,
                      enum hk_writer_choice choice);

/* Jobs that wait for their batch. */
size_t hk_writer_queued(struct hk_writer *writer);

/* As hk_store_backlog(); takes no lock. */
struct hk_store_backlog hk_writer_backlog(const struct hk_writer *writer);

/* HK_E_STORAGE_UNAVAILABLE where the files were removed or replaced. */
HK_MUST_CHECK enum hk_error hk_writer_check_files(
    const struct hk_writer *writer);

#endif
