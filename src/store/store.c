/* An open store: the one writer, the pool of readers, the file's lock. */
#include "store/store.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/reason.h"
#include "store/files.h"
#include "store/internal.h"
#include "store/settle.h"
#include "store/writer.h"

/* More readers than threads that answer requests would only sit idle. */
#define READERS 4

struct hk_store {
    char *path;     /* without symbolic links */
    char *log_path; /* of the log that SQLite keeps beside it */
    struct hk_lock lock;
    struct hk_recent recent;
    struct hk_writer writer;

    pthread_mutex_t reading; /* guards `taken` */
    pthread_cond_t given_back;
    struct hk_db readers[READERS];
    bool taken[READERS];
    pthread_mutex_t learning; /* one reader at a time, where nobody writes */
};

const char *hk_store_library(void)
{
    /* The library may have been updated since this was built. */
    if (strcmp(sqlite3_libversion(), SQLITE_VERSION) == 0)
        return "SQLite " SQLITE_VERSION;
    return sqlite3_libversion();
}

const char *hk_store_library_version(void)
{
    return sqlite3_libversion();
}

int hk_store_schema_version(void)
{
    return hk_migrations_last(hk_migrations);
}

/* SQLite would let others read a new file; it holds hidden cards. The files
 * beside it take over its mode. */
static enum hk_error create_file(const char *path,
                                 char ret_message[HK_STORE_MESSAGE_SIZE])
{
    if (hk_file_make(path, 0640) || errno == EEXIST)
        return HK_OK;
    return hk_db_explain(ret_message, "%s cannot be made: %s", path,
                         HK_REASON(errno));
}

static enum hk_error open_writer(struct hk_store *store,
                                 const struct hk_migration *migrations,
                                 char ret_message[HK_STORE_MESSAGE_SIZE])
{
    enum hk_error error = hk_lock_take(store->path, &store->lock, ret_message);
    if (error == HK_OK)
        error = hk_db_check_header(store->path, migrations, ret_message);
    if (error == HK_OK)
        error = create_file(store->path, ret_message);
    if (error == HK_OK)
        error = hk_db_open(&store->writer.db, store->path, HK_DB_WRITER,
                           ret_message);
    if (error == HK_OK)
        error = hk_db_migrate(&store->writer.db, store->path, migrations,
                              ret_message);
    if (error == HK_OK)
        error = hk_db_leave_triggers(&store->writer.db);
    if (error == HK_OK) {
        hk_present_learn(store->path, &store->writer.file);
        hk_present_learn(store->log_path, &store->writer.log);
        error = hk_writer_start(&store->writer);
    }
    return error;
}

static enum hk_error open_readers(struct hk_store *store,
                                  char ret_message[HK_STORE_MESSAGE_SIZE])
{
    enum hk_error error = HK_OK;
    for (size_t i = 0; i < READERS && error == HK_OK; i++)
        error = hk_db_open(&store->readers[i], store->path, HK_DB_READER,
                           ret_message);
    return error;
}

/* What only reads takes no lock and changes nothing, so it can do with no
 * other version than its own. */
static enum hk_error check_version(struct hk_store *store,
                                   const struct hk_migration *migrations,
                                   char ret_message[HK_STORE_MESSAGE_SIZE])
{
    int version = 0;
    int last = hk_migrations_last(migrations);
    enum hk_error error = hk_db_check_owner(&store->readers[0], store->path,
                                            migrations, &version, ret_message);
    if (error != HK_OK || version == last)
        return error;
    if (version == 0)
        return hk_db_explain(ret_message, "%s is no database of Hakam yet",
                             store->path);
    return hk_db_explain(ret_message,
                         "%s has schema version %d, this program needs %d: "
                         "start hakamd once, which migrates it",
                         store->path, version, last);
}

static struct hk_store *new_store(const char *path)
{
    struct hk_store *store = calloc(1, sizeof(*store));
    if (!store)
        return NULL;
    store->lock.fd = -1;
    /* Whatever it is called by, the lock is beside the file itself. */
    store->path = realpath(path, NULL);
    if (!store->path)
        store->path = strdup(path);
    store->log_path = store->path ? hk_file_beside(store->path, "-wal") : NULL;
    if (!store->log_path) {
        free(store->path);
        free(store);
        return NULL;
    }
    if (hk_recent_init(&store->recent) != HK_OK) {
        free(store->log_path);
        free(store->path);
        free(store);
        return NULL;
    }
    hk_writer_init(&store->writer, &store->recent, store->path,
                   store->log_path);
    pthread_mutex_init(&store->learning, NULL);
    pthread_mutex_init(&store->reading, NULL);
    pthread_cond_init(&store->given_back, NULL);
    return store;
}

/* Readers first: with them gone, closing the writer empties the log. */
static void free_store(struct hk_store *store)
{
    hk_writer_stop(&store->writer);
    for (size_t i = 0; i < READERS; i++)
        hk_db_clear(&store->readers[i]);
    hk_writer_clear(&store->writer);
    hk_lock_clear(&store->lock);
    pthread_mutex_destroy(&store->reading);
    pthread_cond_destroy(&store->given_back);
    pthread_mutex_destroy(&store->learning);
    hk_recent_clear(&store->recent);
    free(store->log_path);
    free(store->path);
    free(store);
}

enum hk_error hk_store_open_with(const char *path, enum hk_store_mode mode,
                                 const struct hk_migration *migrations,
                                 struct hk_store **ret_store,
                                 char ret_message[HK_STORE_MESSAGE_SIZE])
{
    struct hk_store *store = new_store(path);
    if (!store)
        return hk_db_explain(ret_message, "out of memory");

    enum hk_error error = HK_OK;
    if (mode == HK_STORE_SERVE)
        error = open_writer(store, migrations, ret_message);
    if (error == HK_OK)
        error = open_readers(store, ret_message);
    if (error == HK_OK && mode == HK_STORE_READ)
        error = check_version(store, migrations, ret_message);
    if (error != HK_OK) {
        free_store(store);
        return error;
    }
    if (mode == HK_STORE_SERVE)
        hk_log(HK_LOG_INFO, "store: %s, SQLite %s", store->path,
               sqlite3_libversion());
    *ret_store = store;
    return HK_OK;
}

enum hk_error hk_store_open(const char *path, enum hk_store_mode mode,
                            struct hk_store **ret_store,
                            char ret_message[HK_STORE_MESSAGE_SIZE])
{
    struct hk_store *store = NULL;
    enum hk_error error = hk_store_open_with(path, mode, hk_migrations, &store,
                                             ret_message);
    if (error != HK_OK)
        return error;
    /* Nobody writes yet. */
    error = hk_settle_learn(&store->recent, &store->readers[0]);
    if (error != HK_OK) {
        free_store(store);
        return hk_db_explain(ret_message,
                             "%s: its recent events cannot be read", path);
    }
    *ret_store = store;
    return HK_OK;
}

enum hk_error hk_store_check(const char *path,
                             char ret_message[HK_STORE_MESSAGE_SIZE])
{
    return hk_db_check_header(path, hk_migrations, ret_message);
}

void hk_store_close(struct hk_store *store)
{
    if (!store)
        return;
    hk_writer_stop(&store->writer);
    for (size_t i = 0; i < READERS; i++)
        hk_db_clear(&store->readers[i]);
    /* Closing does it too, but would not say when it fails. */
    if (store->writer.db.handle &&
        sqlite3_wal_checkpoint_v2(store->writer.db.handle, NULL,
                                  SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                  NULL) != SQLITE_OK)
        hk_log(HK_LOG_WARNING, "store: no last checkpoint: %s",
               sqlite3_errmsg(store->writer.db.handle));
    free_store(store);
}

const char *hk_store_path(const struct hk_store *store)
{
    return store->path;
}

const char *hk_store_log_path(const struct hk_store *store)
{
    return store->log_path;
}

struct hk_db *hk_store_writer(struct hk_store *store)
{
    return store->writer.db.handle ? &store->writer.db : NULL;
}

/* ----- writing ------------------------------------------------------------ */

void hk_store_submit(struct hk_store *store, struct hk_job *job,
                     enum hk_writer_choice choice)
{
    if (store->writer.started) {
        hk_writer_submit(&store->writer, job, choice);
        return;
    }
    hk_log(HK_LOG_ERROR, "store: opened for reading, asked to write");
    job->done(HK_E_INTERNAL, job->cls);
}

/* A job whose thread waits for it. */
struct waiting {
    struct hk_job job;
    enum hk_error (*run)(struct hk_tx *tx, void *cls);
    void *cls;
    sem_t done;
    enum hk_error error;
};

static enum hk_error run_waiting(struct hk_tx *tx, void *cls)
{
    struct waiting *waiting = cls;

    return waiting->run(tx, waiting->cls);
}

static void wake(enum hk_error error, void *cls)
{
    struct waiting *waiting = cls;

    waiting->error = error;
    if (sem_post(&waiting->done) != 0)
        abort();
}

enum hk_error hk_store_write(struct hk_store *store,
                             enum hk_error (*job)(struct hk_tx *tx, void *cls),
                             void *cls)
{
    struct waiting waiting = {.run = job, .cls = cls};

    waiting.job = (struct hk_job){
        .run = run_waiting, .done = wake, .cls = &waiting};
    if (sem_init(&waiting.done, 0, 0) != 0)
        abort();
    hk_store_submit(store, &waiting.job, HK_WRITE_HERE);
    while (sem_wait(&waiting.done) != 0)
        ;
    sem_destroy(&waiting.done);
    return waiting.error;
}

struct hk_store_backlog hk_store_backlog(struct hk_store *store)
{
    return hk_writer_backlog(&store->writer);
}

struct hk_store_counts hk_store_counts(struct hk_store *store)
{
    return (struct hk_store_counts){
        .batches = hk_counter_read(&store->writer.batches),
        .jobs = hk_counter_read(&store->writer.jobs),
    };
}

/* 0 where there is none. */
static uint64_t size_of(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 ? (uint64_t)status.st_size : 0;
}

void hk_store_measure(struct hk_store *store,
                      struct hk_store_metrics *ret_metrics)
{
    struct hk_writer *writer = &store->writer;
    struct hk_store_metrics metrics = {
        .failed = hk_counter_read(&writer->failed),
        .busy = hk_counter_read(&writer->db.busy),
        .queued = hk_writer_queued(writer),
        .file_bytes = size_of(store->path),
        .log_bytes = size_of(store->log_path),
    };

    for (size_t i = 0; i < READERS; i++)
        metrics.busy += hk_counter_read(&store->readers[i].busy);
    hk_histogram_read(&writer->commit_ns, &metrics.commit_ns);
    hk_histogram_read(&writer->commit_jobs, &metrics.commit_jobs);
    *ret_metrics = metrics;
}

/* ----- reading ------------------------------------------------------------ */

struct hk_db *hk_store_take_reader(struct hk_store *store)
{
    struct hk_db *db = NULL;
    pthread_mutex_lock(&store->reading);
    while (!db) {
        for (size_t i = 0; i < READERS && !db; i++)
            if (!store->taken[i]) {
                store->taken[i] = true;
                db = &store->readers[i];
            }
        if (!db)
            pthread_cond_wait(&store->given_back, &store->reading);
    }
    pthread_mutex_unlock(&store->reading);
    return db;
}

void hk_store_give_reader(struct hk_store *store, struct hk_db *db)
{
    pthread_mutex_lock(&store->reading);
    store->taken[db - store->readers] = false;
    pthread_cond_signal(&store->given_back);
    pthread_mutex_unlock(&store->reading);
}

/* Where another process writes, what it has added is learned before each
 * look. */
static enum hk_error learn(struct hk_store *store, struct hk_db *db)
{
    if (store->writer.started)
        return HK_OK;
    pthread_mutex_lock(&store->learning);
    enum hk_error error = hk_settle_learn(&store->recent, db);
    pthread_mutex_unlock(&store->learning);
    return error;
}

enum hk_error hk_store_recent_ids(struct hk_store *store, struct hk_db *db,
                                  int64_t game, uint32_t after,
                                  int64_t ret_ids[HK_TAIL_MAX],
                                  size_t *ret_count)
{
    enum hk_error error = learn(store, db);
    if (error == HK_OK)
        *ret_count = hk_recent_ids(&store->recent, game, after, ret_ids);
    return error;
}

/* A tail is of a game in play: a row that was read before it was played is
 * left as it was read. One that was read before the tail was settled finds it
 * still, though empty. */
enum hk_error hk_store_bring_up(struct hk_store *store, struct hk_db *db,
                                struct hk_game_row *games, size_t count)
{
    enum hk_error error = learn(store, db);
    for (size_t i = 0; i < count && error == HK_OK; i++) {
        struct hk_tail tail;
        if (games[i].status != HK_STATUS_PLAYING ||
            !hk_recent_find(&store->recent, games[i].id, &tail) ||
            tail.seq <= games[i].seq)
            continue;
        games[i].seq = tail.seq;
        games[i].updated_at = tail.at;
    }
    return error;
}

/* Writes what is there already: a whole commit that changes nothing. */
static enum hk_error probe(struct hk_tx *tx, void *cls)
{
    (void)cls;
    return hk_db_exec(tx->db, "UPDATE variants SET lower_wins = lower_wins");
}

enum hk_error hk_store_ready(struct hk_store *store)
{
    int64_t variants;
    struct hk_db *db = hk_store_take_reader(store);
    enum hk_error error = hk_db_int(db, "SELECT count(*) FROM variants",
                                    &variants);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        error = hk_writer_check_files(&store->writer);
    if (error == HK_OK && atomic_load(&store->writer.refused))
        error = hk_store_write(store, probe, NULL);
    return error;
}
