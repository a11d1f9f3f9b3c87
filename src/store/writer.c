/* The writer: jobs are committed in batches, and each is told how it ended. */
#include "store/writer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/log.h"
#include "base/reason.h"
#include "store/internal.h"
#include "store/settle.h"

static void lock(struct hk_writer *writer)
{
    if (pthread_mutex_lock(&writer->lock) != 0)
        abort();
}

static void unlock(struct hk_writer *writer)
{
    if (pthread_mutex_unlock(&writer->lock) != 0)
        abort();
}

void hk_writer_init(struct hk_writer *writer, struct hk_recent *recent,
                    const char *path, const char *log_path)
{
    memset(writer, 0, sizeof *writer);
    writer->recent = recent;
    writer->path = path;
    writer->log_path = log_path;
    if (pthread_mutex_init(&writer->lock, NULL) != 0 ||
        pthread_cond_init(&writer->wake, NULL) != 0)
        abort();
}

void hk_writer_clear(struct hk_writer *writer)
{
    hk_db_clear(&writer->db);
    pthread_cond_destroy(&writer->wake);
    pthread_mutex_destroy(&writer->lock);
}

/* Into files that were removed or replaced SQLite writes on without a word,
 * and all of it is gone when they are closed. */
enum hk_error hk_writer_check_files(const struct hk_writer *writer)
{
    if (hk_present_check(&writer->file, writer->path) &&
        hk_present_check(&writer->log, writer->log_path))
        return HK_OK;
    hk_log(HK_LOG_ERROR, "store: %s or its log was removed or replaced",
           writer->path);
    return HK_E_STORAGE_UNAVAILABLE;
}

/* ----- a batch ------------------------------------------------------------ */

/* One job among others: taken back alone where it fails. */
static void run_part(struct hk_tx *tx, struct hk_job *job)
{
    size_t mark = hk_recent_mark(tx->recent);

    job->error = hk_db_begin_part(tx->db);
    if (job->error == HK_OK)
        job->error = hk_db_end_part(tx->db, job->run(tx, job->cls));
    if (job->error != HK_OK)
        hk_recent_take_back(tx->recent, mark);
}

/* Those from the first on that can be repeated, as one part; where one of them
 * fails, each by itself. A savepoint costs a copy of every page that is changed
 * under it, and moves of a batch mostly change the same. Gives the job after
 * them. */
static struct hk_job *run_repeatable(struct hk_tx *tx, struct hk_job *first)
{
    size_t mark = hk_recent_mark(tx->recent);
    enum hk_error error = hk_db_begin_part(tx->db);
    struct hk_job *job = first;

    for (; job && job->repeatable && !error; job = job->next)
        error = job->run(tx, job->cls);
    error = hk_db_end_part(tx->db, error);
    if (!error)
        return job;
    hk_recent_take_back(tx->recent, mark);
    for (job = first; job && job->repeatable && !tx->db->refused;
         job = job->next)
        run_part(tx, job);
    return job;
}

/* All jobs, up to where the disk refuses. */
static void run_jobs(struct hk_tx *tx, struct hk_job *batch)
{
    /* A lone job is taken back with the whole transaction. */
    if (!batch->next) {
        batch->error = batch->run(tx, batch->cls);
        return;
    }
    for (struct hk_job *job = batch; job && !tx->db->refused;) {
        if (job->repeatable) {
            job = run_repeatable(tx, job);
            continue;
        }
        run_part(tx, job);
        job = job->next;
    }
}

/* What cannot be tidied stays as it is, and is tried again with the next
 * batch: only a disk that refuses is a reason to lose this one. */
static enum hk_error tidy(struct hk_tx *tx)
{
    size_t mark = hk_recent_mark(tx->recent);
    enum hk_error error = hk_db_begin_part(tx->db);

    if (error == HK_OK)
        error = hk_db_end_part(tx->db, hk_settle_tidy(tx));
    if (error != HK_E_INTERNAL)
        return error;
    hk_log(HK_LOG_ERROR, "store: recent events cannot be settled");
    hk_recent_take_back(tx->recent, mark);
    return HK_OK;
}

static enum hk_error commit(struct hk_writer *writer, struct hk_job *batch)
{
    struct hk_tx tx = {.db = &writer->db, .recent = writer->recent};
    enum hk_error error = hk_writer_check_files(writer);

    if (error == HK_OK)
        error = hk_db_begin_write(tx.db);
    if (error != HK_OK)
        return error;
    run_jobs(&tx, batch);
    if (!batch->next)
        error = batch->error;
    if (error == HK_OK && tx.receipts > 0)
        error = hk_tx_purge_receipts(&tx);
    if (error == HK_OK && tx.lines_kept > 0)
        error = hk_tx_forget_figures(&tx);
    if (error == HK_OK && hk_settle_owed(&tx))
        error = tidy(&tx);
    error = hk_db_end(tx.db, error);
    if (error == HK_OK)
        hk_recent_publish(tx.recent);
    else
        hk_recent_drop(tx.recent);
    return error;
}

static void count(struct hk_writer *writer, enum hk_error error, uint64_t jobs,
                  uint64_t began_ns)
{
    hk_counter_add_own(&writer->batches, 1);
    hk_counter_add_own(&writer->jobs, jobs);
    if (error == HK_E_STORAGE_UNAVAILABLE)
        hk_counter_add_own(&writer->failed, 1);
    if (error != HK_OK)
        return;
    hk_histogram_add_own(&writer->commit_ns, &hk_bounds_time,
                         hk_nanoseconds() - began_ns);
    hk_histogram_add_own(&writer->commit_jobs, &hk_bounds_number, jobs);
}

/* Commits the batch and tells its jobs how they ended. */
static void write_batch(struct hk_writer *writer, struct hk_job *batch)
{
    uint64_t began_ns = hk_nanoseconds();

    atomic_store(&writer->began_ns, began_ns);
    enum hk_error error = commit(writer, batch);
    atomic_store(&writer->began_ns, 0);
    uint64_t jobs = 0;
    bool written = false;

    for (struct hk_job *job = batch; job; job = job->next) {
        jobs++;
        written |= error == HK_OK && job->error == HK_OK;
    }
    /* A job that was refused for its own reasons says nothing of the disk. */
    if (written || error == HK_E_STORAGE_UNAVAILABLE)
        atomic_store(&writer->refused, error != HK_OK);
    count(writer, error, jobs, began_ns);
    for (struct hk_job *job = batch, *next; job; job = next) {
        next = job->next;
        /* What a job was refused for may be what another one wrote. */
        job->done(error != HK_OK ? error : job->error, job->cls);
    }
}

struct hk_store_backlog hk_writer_backlog(const struct hk_writer *writer)
{
    uint64_t began_ns = atomic_load(&writer->began_ns);
    uint64_t now_ns = began_ns ? hk_nanoseconds() : 0;

    return (struct hk_store_backlog){
        .queued = atomic_load(&writer->queued),
        .under_ns = now_ns > began_ns ? now_ns - began_ns : 0,
    };
}

/* ----- the queue ---------------------------------------------------------- */

static void append(struct hk_writer *writer, struct hk_job *job)
{
    if (writer->last)
        writer->last->next = job;
    else
        writer->first = job;
    writer->last = job;
    writer->queued++;
    /* Who is the writer now looks at the queue when it is done. */
    if (!writer->taken && pthread_cond_signal(&writer->wake) != 0)
        abort();
}

/* No longer the writer; under the lock. */
static void give_up(struct hk_writer *writer)
{
    writer->taken = false;
    if ((writer->first || writer->ending) &&
        pthread_cond_signal(&writer->wake) != 0)
        abort();
}

void hk_writer_submit(struct hk_writer *writer, struct hk_job *job,
                      enum hk_writer_choice choice)
{
    job->next = NULL;
    job->error = HK_OK;
    lock(writer);
    if (choice == HK_WRITE_THERE || writer->taken || writer->first) {
        append(writer, job);
        unlock(writer);
        return;
    }
    writer->taken = true;
    unlock(writer);
    write_batch(writer, job);
    lock(writer);
    give_up(writer);
    unlock(writer);
}

size_t hk_writer_queued(struct hk_writer *writer)
{
    lock(writer);
    size_t queued = writer->queued;
    unlock(writer);
    return queued;
}

/* ----- the thread --------------------------------------------------------- */

/* Waits to be the writer with all that has gathered; NULL at the end. */
static struct hk_job *take_batch(struct hk_writer *writer)
{
    while (writer->taken || (!writer->first && !writer->ending)) {
        if (pthread_cond_wait(&writer->wake, &writer->lock) != 0)
            abort();
    }
    struct hk_job *batch = writer->first;
    writer->first = NULL;
    writer->last = NULL;
    writer->queued = 0;
    writer->taken = batch != NULL;
    return batch;
}

static void *run(void *cls)
{
    struct hk_writer *writer = cls;
    struct hk_job *batch;

    /* For who looks at the threads (top -H). */
    prctl(PR_SET_NAME, "writer");
    lock(writer);
    while ((batch = take_batch(writer))) {
        unlock(writer);
        write_batch(writer, batch);
        lock(writer);
        writer->taken = false;
    }
    unlock(writer);
    return NULL;
}

enum hk_error hk_writer_start(struct hk_writer *writer)
{
    int failed = pthread_create(&writer->thread, NULL, run, writer);

    if (failed) {
        hk_log(HK_LOG_ERROR, "store: no thread for the writer: %s",
               HK_REASON(failed));
        return HK_E_STORAGE_UNAVAILABLE;
    }
    writer->started = true;
    return HK_OK;
}

void hk_writer_stop(struct hk_writer *writer)
{
    if (!writer->started)
        return;
    lock(writer);
    writer->ending = true;
    if (pthread_cond_signal(&writer->wake) != 0)
        abort();
    unlock(writer);
    if (pthread_join(writer->thread, NULL) != 0)
        abort();
    writer->started = false;
}
