/* What the files of src/store/ share about an open store. */
#ifndef HK_STORE_INTERNAL_H
#define HK_STORE_INTERNAL_H

#include "store/db.h"
#include "store/games.h"
#include "store/lock.h"
#include "store/recent.h"
#include "store/store.h"

/* A transaction of the writer, shared by the jobs of a batch. */
struct hk_tx {
    struct hk_db *db;
    struct hk_recent *recent;
    size_t receipts;                 /* added by its jobs so far */
    hk_time receipts_expired_before; /* of those, the last one's */
    size_t lines_kept;               /* in figures_before, likewise */
    hk_time lines_kept_at;
};

/* Drops expired receipts, in proportion to those that were added. */
HK_MUST_CHECK enum hk_error hk_tx_purge_receipts(struct hk_tx *tx);

/* Drops lines of boards kept too long, in proportion to those kept anew. */
HK_MUST_CHECK enum hk_error hk_tx_forget_figures(struct hk_tx *tx);

/*
 * A connection that reads, for this thread alone until it is given back; waits
 * for one to be free. Whoever holds one must not take a second: the pool could
 * run dry with everybody waiting.
 */
struct hk_db *hk_store_take_reader(struct hk_store *store);
void hk_store_give_reader(struct hk_store *store, struct hk_db *db);

/* Bind seq, at, type, round, seat, data, secret and hash of an event. */
void hk_query_event(struct hk_query *query, const struct hk_event_row *event);

/*
 * The rows of the game's events after `after` that the log does not have yet,
 * in order, for a transaction begun afterwards; `db` is the reader taken.
 * Errors: HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL.
 */
HK_MUST_CHECK enum hk_error hk_store_recent_ids(struct hk_store *store,
                                                struct hk_db *db, int64_t game,
                                                uint32_t after,
                                                int64_t ret_ids[HK_TAIL_MAX],
                                                size_t *ret_count);

/* Brings rows of `games` up to events that the log does not have yet: seq,
 * updated_at. Errors: as above. */
HK_MUST_CHECK enum hk_error hk_store_bring_up(struct hk_store *store,
                                              struct hk_db *db,
                                              struct hk_game_row *games,
                                              size_t count);

/* Where the file is, and the log beside it; borrowed. */
const char *hk_store_path(const struct hk_store *store);
const char *hk_store_log_path(const struct hk_store *store);

/* The writer's connection, for tests; NULL where the store only reads. */
struct hk_db *hk_store_writer(struct hk_store *store);

/* As hk_store_open(), with these migrations instead of the program's. */
HK_MUST_CHECK enum hk_error hk_store_open_with(
    const char *path, enum hk_store_mode mode,
    const struct hk_migration *migrations, struct hk_store **ret_store,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

#endif
