/* Feeds: a row for each write, by key and number. */
#include "store/feed.h"

#include "store/internal.h"

static enum hk_error read_last(struct hk_db *db, int64_t key, int64_t *ret_last)
{
    int64_t last = 0;
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT coalesce(max(id), 0) FROM feed WHERE key = ?");
    hk_query_int(&query, key);
    while (hk_query_next(&query))
        last = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_last = last;
    return error;
}

/* By two plain statements: one that reads the table that it writes to, or that
 * returns what it wrote, has a table made for it in between. */
enum hk_error hk_tx_feed(struct hk_tx *tx, int64_t key, int64_t game,
                         uint32_t seq, uint32_t events, int64_t *ret_id)
{
    int64_t last = 0;
    struct hk_query query;
    enum hk_error error = read_last(tx->db, key, &last);
    if (error != HK_OK)
        return error;
    hk_query_start(&query, tx->db,
                   "INSERT INTO feed (key, id, game, seq, events) "
                   "VALUES (?, ?, ?, ?, ?)");
    hk_query_int(&query, key);
    hk_query_int(&query, last + events);
    hk_query_int(&query, game);
    hk_query_int(&query, seq);
    hk_query_int(&query, events);
    error = hk_query_run(&query);
    if (error == HK_OK)
        *ret_id = last + events;
    return error;
}

enum hk_error hk_store_feed_last(struct hk_store *store, int64_t key,
                                 int64_t *ret_last)
{
    struct hk_db *db = hk_store_take_reader(store);
    enum hk_error error = read_last(db, key, ret_last);
    hk_store_give_reader(store, db);
    return error;
}

enum { FEED_ID, FEED_GAME, FEED_UUID, FEED_SEQ, FEED_EVENTS, FEED_ROUNDS };

enum hk_error hk_store_feed(struct hk_store *store, int64_t key, int64_t after,
                            int64_t last, size_t limit,
                            struct hk_feed_row *ret_rows, size_t *ret_count)
{
    size_t count = 0;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT f.id, f.game, g.uuid, f.seq, f.events, "
                   "(SELECT coalesce(max(round), 0) FROM rounds "
                   "WHERE game = f.game) "
                   "FROM feed AS f CROSS JOIN games AS g ON g.id = f.game "
                   "WHERE f.key = ? AND f.id > ? AND f.id <= ? "
                   "ORDER BY f.id LIMIT ?");
    hk_query_int(&query, key);
    hk_query_int(&query, after);
    hk_query_int(&query, last);
    hk_query_int(&query, (int64_t)limit);
    while (count < limit && hk_query_next(&query)) {
        struct hk_feed_row *row = &ret_rows[count++];
        row->id = hk_column_int(&query, FEED_ID);
        row->game = hk_column_int(&query, FEED_GAME);
        hk_column_text(&query, FEED_UUID, row->uuid, sizeof(row->uuid));
        row->seq = (uint32_t)hk_column_int(&query, FEED_SEQ);
        row->events = (uint32_t)hk_column_int(&query, FEED_EVENTS);
        row->rounds_over = (unsigned)hk_column_int(&query, FEED_ROUNDS);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

/* For each game: whether its rows follow each other up to its last event, in
 * the feed of its key, and whether before one of them numbers are missing. */
static const char FAULTS[] =
    "WITH steps AS ("
    "SELECT key, game, seq, "
    "seq - events <> lag(seq, 1, 0) OVER (PARTITION BY game ORDER BY key, id) "
    "OR id - events <> lag(id, 1, 0) OVER (PARTITION BY key ORDER BY id) "
    "AS wrong FROM feed), "
    "told AS ("
    "SELECT game, max(seq) AS seq, min(key) AS least, max(key) AS greatest, "
    "sum(wrong) AS wrong FROM steps GROUP BY game) "
    "SELECT g.uuid FROM games AS g LEFT JOIN told AS t ON t.game = g.id "
    "LEFT JOIN (SELECT game, max(seq) AS seq FROM recent_events "
    "GROUP BY game) AS r ON r.game = g.id "
    "WHERE iif(g.key IS NULL, t.game IS NOT NULL, t.game IS NULL "
    "OR t.seq <> max(g.seq, coalesce(r.seq, 0)) OR t.wrong > 0 "
    "OR t.least <> g.key OR t.greatest <> g.key) "
    "ORDER BY g.id";

enum hk_error hk_store_feed_faults(struct hk_store *store,
                                   enum hk_error (*each)(const char *uuid,
                                                         void *cls),
                                   void *cls)
{
    enum hk_error stopped = HK_OK;
    char uuid[HK_UUID_TEXT_SIZE];
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, FAULTS);
    while (stopped == HK_OK && hk_query_next(&query)) {
        hk_column_text(&query, 0, uuid, sizeof(uuid));
        stopped = each(uuid, cls);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    return error != HK_OK ? error : stopped;
}
