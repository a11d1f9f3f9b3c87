/* The log of a game: appending with a check that nobody was first; reading. */
#include "store/games.h"
#include "store/internal.h"
#include "store/settle.h"
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

void hk_query_event(struct hk_query *query, const struct hk_event_row *event)
{
    hk_query_int(query, event->seq);
    hk_query_int(query, event->at);
    hk_query_text(query, hk_event_name(event->type));
    hk_query_int_or_null(query, event->round, 0);
    hk_query_int_or_null(query, event->seat, -1);
    hk_query_text(query, event->data);
    hk_query_text(query, event->secret);
    if (event->hash)
        hk_query_blob(query, event->hash, HK_HASH_SIZE);
    else
        hk_query_null(query);
}

static enum hk_error add_event(struct hk_tx *tx, int64_t game,
                               const struct hk_event_row *event)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO events (game, seq, at, type, round, seat, "
                   "data, secret, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_event(&query, event);
    return hk_query_run(&query);
}

/* What is to be appended, and to what. */
struct append {
    int64_t game;
    uint32_t expected_seq;
    const struct hk_event_row *events;
    size_t count;
    enum hk_status status;
};

/* Into the log at once, with the game's row, behind all that was settled. */
static enum hk_error append_settled(struct hk_tx *tx, const struct append *it)
{
    const struct hk_event_row *last = &it->events[it->count - 1];
    bool moved = false;
    enum hk_error error = move_on(tx, it->game, it->expected_seq, last,
                                  it->status, &moved);
    if (error == HK_OK && !moved) {
        error = set_status(tx, it->game, it->status);
        if (error == HK_OK)
            error = move_on(tx, it->game, it->expected_seq, last, it->status,
                            &moved);
        if (error == HK_OK && !moved)
            error = HK_E_STALE;
    }
    for (size_t i = 0; i < it->count && error == HK_OK; i++)
        error = add_event(tx, it->game, &it->events[i]);
    return error;
}

static enum hk_error settle_and_append(struct hk_tx *tx,
                                       const struct append *it)
{
    enum hk_error error = hk_settle_game(tx, it->game);
    if (error == HK_OK)
        error = hk_recent_pass(tx->recent, it->game);
    if (error == HK_OK)
        error = it->count > 0 ? append_settled(tx, it)
                              : set_status(tx, it->game, it->status);
    return error;
}

static enum hk_error append_later(struct hk_tx *tx, const struct append *it)
{
    enum hk_error error = HK_OK;
    for (size_t i = 0; i < it->count && error == HK_OK; i++)
        error = hk_settle_later(tx, it->game, &it->events[i]);
    return error;
}

/* The game's row, for one without a tail: whether events may go on from it. */
static enum hk_error goes_on(struct hk_tx *tx, const struct append *it,
                             bool *ret_does)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "SELECT 1 FROM games "
                   "WHERE id = ? AND seq = ? AND status = ?");
    hk_query_int(&query, it->game);
    hk_query_int(&query, it->expected_seq);
    hk_query_text(&query, hk_status_name(it->status));
    *ret_does = hk_query_next(&query);
    return hk_query_end(&query);
}

/* One after another: of who opens the file by hand the log would refuse others
 * by a trigger. */
static bool without_gap(const struct append *it)
{
    for (size_t i = 0; i < it->count; i++)
        if (it->events[i].seq != it->expected_seq + 1 + i)
            return false;
    return true;
}

/*
 * Whether the events may be put to the recent ones: only those of a game that
 * was being played before as well, which every game with a tail is. What a new
 * game brings is better put to its row at once, and a tail found in the file
 * is settled first.
 */
static enum hk_error may_be_later(struct hk_tx *tx, const struct append *it,
                                  bool *ret_may)
{
    struct hk_tail tail;
    if (it->status != HK_STATUS_PLAYING || it->expected_seq == 0 ||
        it->count == 0 || it->count > HK_TAIL_MAX)
        return HK_OK;
    if (!hk_recent_tail(tx->recent, it->game, &tail))
        return goes_on(tx, it, ret_may);
    *ret_may = tail.sure && tail.seq == it->expected_seq &&
               tail.count + it->count <= HK_TAIL_MAX;
    return HK_OK;
}

enum hk_error hk_tx_append(struct hk_tx *tx, int64_t game,
                           uint32_t expected_seq,
                           const struct hk_event_row *events, size_t count,
                           enum hk_status status)
{
    const struct append it = {game, expected_seq, events, count, status};
    bool later = false;
    if (!without_gap(&it))
        return HK_E_INTERNAL;
    enum hk_error error = may_be_later(tx, &it, &later);
    if (error != HK_OK)
        return error;
    return later ? append_later(tx, &it) : settle_and_append(tx, &it);
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

/* A walk over a game's events. */
struct walk {
    uint32_t last; /* seq of the last one seen */
    int64_t left;  /* of the page; below 0: no end */
    enum hk_error (*each)(const struct hk_event_row *event, void *cls);
    void *cls;
    enum hk_error stopped;
};

/* The rows of a query, up to the end of the page. */
static enum hk_error walk_rows(struct hk_query *query, struct walk *walk)
{
    while (walk->stopped == HK_OK && walk->left != 0 && hk_query_next(query)) {
        struct hk_event_row event = {0};
        walk->stopped = read_event(query, &event)
                            ? walk->each(&event, walk->cls)
                            : HK_E_INTERNAL;
        walk->last = event.seq;
        walk->left--;
    }
    return hk_query_end(query);
}

#define EVENT_COLUMNS "seq, at, type, round, seat, data, secret, hash "

static enum hk_error walk_settled(struct hk_db *db, int64_t game,
                                  struct walk *walk)
{
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT " EVENT_COLUMNS "FROM events "
                   "WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?");
    hk_query_int(&query, game);
    hk_query_int(&query, walk->last);
    hk_query_int(&query, walk->left);
    return walk_rows(&query, walk);
}

/* A row may have been settled and deleted since its id was looked up: then the
 * walk has seen the event already. */
static enum hk_error walk_recent(struct hk_db *db, int64_t game, int64_t id,
                                 struct walk *walk)
{
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT " EVENT_COLUMNS "FROM recent_events "
                   "WHERE id = ? AND game = ? AND seq > ?");
    hk_query_int(&query, id);
    hk_query_int(&query, game);
    hk_query_int(&query, walk->last);
    return walk_rows(&query, walk);
}

enum hk_error hk_store_events(
    struct hk_store *store, int64_t game, uint32_t after, size_t limit,
    enum hk_error (*each)(const struct hk_event_row *event, void *cls),
    void *cls)
{
    struct walk walk = {
        .last = after, .left = limit_of(limit), .each = each, .cls = cls};
    int64_t ids[HK_TAIL_MAX];
    size_t count = 0;
    struct hk_db *db = hk_store_take_reader(store);
    enum hk_error error = hk_store_recent_ids(store, db, game, after, ids,
                                              &count);
    /* Begun after the ids were taken: it has their rows, or the log does. */
    if (error == HK_OK)
        error = hk_db_begin_read(db);
    if (error == HK_OK) {
        error = walk_settled(db, game, &walk);
        for (size_t i = 0; i < count && error == HK_OK; i++)
            error = walk_recent(db, game, ids[i], &walk);
        error = hk_db_end(db, error);
    }
    hk_store_give_reader(store, db);
    return error != HK_OK ? error : walk.stopped;
}
