/* The log of a game: appending with a check that nobody was first; reading. */
#include "store/games.h"
#include "store/internal.h"
#include "store/text.h"

#define NAME_SIZE 32

/* Longest page that a caller may ask for; SQLite takes -1 for all. */
static int64_t limit_of(size_t limit)
{
    return limit == 0 || limit > INT32_MAX ? -1 : (int64_t)limit;
}

/* Compares and sets: whoever expected another last event changes nothing.
 * ret_moved tells whether it did: not where the status is another, either. */
static enum hk_error move_on(struct hk_tx *tx, int64_t game,
                             uint32_t expected_seq,
                             const struct hk_event_row *last,
                             enum hk_status status, bool *ret_moved)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE games SET seq = ?, updated_at = ? "
                   "WHERE id = ? AND seq = ? AND status = ?");
    hk_query_int(&query, last->seq);
    hk_query_int(&query, last->at);
    hk_query_int(&query, game);
    hk_query_int(&query, expected_seq);
    hk_query_text(&query, hk_status_name(status));
    enum hk_error error = hk_query_run(&query);
    *ret_moved = error == HK_OK && hk_db_changes(tx->db) > 0;
    return error;
}

/* Apart from the above: a column that is set has its indexes written anew. */
static enum hk_error set_status(struct hk_tx *tx, int64_t game,
                                enum hk_status status)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE games SET status = ?1 "
                   "WHERE id = ?2 AND status <> ?1");
    hk_query_text(&query, hk_status_name(status));
    hk_query_int(&query, game);
    return hk_query_run(&query);
}

static enum hk_error add_event(struct hk_tx *tx, int64_t game,
                               const struct hk_event_row *event)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO events (game, seq, at, type, round, seat, "
                   "data, secret, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, event->seq);
    hk_query_int(&query, event->at);
    hk_query_text(&query, hk_event_name(event->type));
    hk_query_int_or_null(&query, event->round, 0);
    hk_query_int_or_null(&query, event->seat, -1);
    hk_query_text(&query, event->data);
    hk_query_text(&query, event->secret);
    if (event->hash)
        hk_query_blob(&query, event->hash, HK_HASH_SIZE);
    else
        hk_query_null(&query);
    return hk_query_run(&query);
}

enum hk_error hk_tx_append(struct hk_tx *tx, int64_t game,
                           uint32_t expected_seq,
                           const struct hk_event_row *events, size_t count,
                           enum hk_status status)
{
    if (count == 0)
        return set_status(tx, game, status);
    const struct hk_event_row *last = &events[count - 1];
    bool moved;
    enum hk_error error = move_on(tx, game, expected_seq, last, status, &moved);
    if (error == HK_OK && !moved) {
        error = set_status(tx, game, status);
        if (error == HK_OK)
            error = move_on(tx, game, expected_seq, last, status, &moved);
        if (error == HK_OK && !moved)
            error = HK_E_STALE;
    }
    for (size_t i = 0; i < count && error == HK_OK; i++)
        error = add_event(tx, game, &events[i]);
    return error;
}

enum {
    EVENT_SEQ,
    EVENT_AT,
    EVENT_TYPE,
    EVENT_ROUND,
    EVENT_SEAT,
    EVENT_DATA,
    EVENT_SECRET,
    EVENT_HASH
};

/* The texts are SQLite's until the next step. */
static bool read_event(const struct hk_query *query,
                       struct hk_event_row *ret_event)
{
    char name[NAME_SIZE];
    hk_column_text(query, EVENT_TYPE, name, sizeof(name));
    if (!hk_event_find_type(name, &ret_event->type))
        return false;
    ret_event->seq = (uint32_t)hk_column_int(query, EVENT_SEQ);
    ret_event->at = hk_column_int(query, EVENT_AT);
    ret_event->round = (unsigned)hk_column_int_or(query, EVENT_ROUND, 0);
    ret_event->seat = (int)hk_column_int_or(query, EVENT_SEAT, -1);
    ret_event->data = (const char *)sqlite3_column_text(query->statement,
                                                        EVENT_DATA);
    ret_event->secret = (const char *)sqlite3_column_text(query->statement,
                                                          EVENT_SECRET);
    ret_event->hash = sqlite3_column_blob(query->statement, EVENT_HASH);
    return ret_event->data != NULL &&
           (!ret_event->hash ||
            sqlite3_column_bytes(query->statement, EVENT_HASH) == HK_HASH_SIZE);
}

enum hk_error hk_store_events(
    struct hk_store *store, int64_t game, uint32_t after, size_t limit,
    enum hk_error (*each)(const struct hk_event_row *event, void *cls),
    void *cls)
{
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT seq, at, type, round, seat, data, secret, hash "
                   "FROM events WHERE game = ? AND seq > ? "
                   "ORDER BY seq LIMIT ?");
    hk_query_int(&query, game);
    hk_query_int(&query, after);
    hk_query_int(&query, limit_of(limit));
    enum hk_error stopped = HK_OK;
    while (stopped == HK_OK && hk_query_next(&query)) {
        struct hk_event_row event;
        stopped = read_event(&query, &event) ? each(&event, cls)
                                             : HK_E_INTERNAL;
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    return error != HK_OK ? error : stopped;
}
