/* Records put away and read back in order. */
#include "store/spool.h"

#include <stdlib.h>

#include "store/db.h"

struct hk_spool {
    struct hk_db db;
    size_t record_size;
    bool reading; /* `query` is between its start and its end */
    struct hk_query query;
};

/* Nobody else sees the file, and nothing of it outlives the process: it needs
 * neither a journal nor the disk. */
static const char SETUP[] =
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA temp_store = FILE;"
    "PRAGMA cache_size = -1024;"
    "CREATE TABLE spool (first INTEGER NOT NULL, second INTEGER NOT NULL, "
    "third INTEGER NOT NULL, record BLOB NOT NULL, "
    "PRIMARY KEY (first, second, third)) STRICT, WITHOUT ROWID;"
    "BEGIN;";

enum hk_error hk_spool_new(size_t record_size, struct hk_spool **ret_spool)
{
    struct hk_spool *spool = calloc(1, sizeof *spool);

    if (!spool)
        return HK_E_STORAGE_UNAVAILABLE;
    spool->record_size = record_size;
    /* A name of no letters is SQLite's for a temporary file. */
    if (sqlite3_open_v2("", &spool->db.handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                        NULL) != SQLITE_OK ||
        hk_db_exec(&spool->db, SETUP) != HK_OK) {
        hk_spool_free(spool);
        return HK_E_STORAGE_UNAVAILABLE;
    }
    *ret_spool = spool;
    return HK_OK;
}

static enum hk_error stop_reading(struct hk_spool *spool)
{
    if (!spool->reading)
        return HK_OK;
    spool->reading = false;
    return hk_query_end(&spool->query);
}

void hk_spool_free(struct hk_spool *spool)
{
    if (!spool)
        return;
    (void)stop_reading(spool); /* it was read as far as anybody wanted */
    hk_db_clear(&spool->db);
    free(spool);
}

enum hk_error hk_spool_add(struct hk_spool *spool,
                           const struct hk_spool_key *key, const void *record)
{
    struct hk_query query;

    hk_query_start(&query, &spool->db, "INSERT INTO spool VALUES (?, ?, ?, ?)");
    hk_query_int(&query, key->first);
    hk_query_int(&query, key->second);
    hk_query_int(&query, key->third);
    hk_query_blob(&query, record, spool->record_size);
    return hk_query_run(&query);
}

void hk_spool_rewind(struct hk_spool *spool)
{
    (void)stop_reading(spool); /* likewise */
    hk_query_start(&spool->query, &spool->db,
                   "SELECT record FROM spool ORDER BY first, second, third");
    spool->reading = true;
}

enum hk_error hk_spool_next(struct hk_spool *spool, void *ret_record,
                            bool *ret_found)
{
    if (!spool->reading) {
        *ret_found = false;
        return HK_OK;
    }
    if (hk_query_next(&spool->query)) {
        if (!hk_column_bytes(&spool->query, 0, ret_record, spool->record_size))
            return HK_E_STORAGE_UNAVAILABLE;
        *ret_found = true;
        return HK_OK;
    }
    enum hk_error error = stop_reading(spool);
    if (!error)
        *ret_found = false;
    return error;
}
