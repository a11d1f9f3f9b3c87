/* Recent events: written, settled into the log, deleted. */
#include "store/settle.h"

#include "base/log.h"

/* Rows deleted at once are at least so many, so that a lone connection seldom
 * pays; for more that were added twice as many, so that there are fewer. */
#define PRUNED_LEAST 64
#define PRUNED_FOR_ONE 2

/* ----- learning ----------------------------------------------------------- */

enum { ROW_ID, ROW_GAME, ROW_SEQ, ROW_AT };

static enum hk_error learn_rows(struct hk_recent *recent, struct hk_db *db)
{
    enum hk_error learned = HK_OK;
    struct hk_query query;

    hk_query_start(&query, db,
                   "SELECT id, game, seq, at FROM recent_events "
                   "WHERE id >= ? ORDER BY id");
    hk_query_int(&query, hk_recent_next(recent));
    while (!learned && hk_query_next(&query))
        learned = hk_recent_learn(recent, hk_column_int(&query, ROW_ID),
                                  hk_column_int(&query, ROW_GAME),
                                  (uint32_t)hk_column_int(&query, ROW_SEQ),
                                  hk_column_int(&query, ROW_AT));
    enum hk_error error = hk_query_end(&query);
    if (!error && learned)
        hk_log(HK_LOG_ERROR, "store: recent_events lacks rows");
    return error ? error : learned;
}

enum hk_error hk_settle_learn(struct hk_recent *recent, struct hk_db *db)
{
    int64_t first = 0;
    enum hk_error error = hk_db_begin_read(db);

    if (error)
        return error;
    error = hk_db_int(db, "SELECT coalesce(min(id), 0) FROM recent_events",
                      &first);
    if (!error) {
        hk_recent_forget(recent, first);
        error = learn_rows(recent, db);
    }
    return hk_db_end(db, error);
}

/* ----- one game ----------------------------------------------------------- */

static enum hk_error insert(struct hk_tx *tx, int64_t id, int64_t game,
                            const struct hk_event_row *event)
{
    struct hk_query query;

    hk_query_start(&query, tx->db,
                   "INSERT INTO recent_events (id, game, seq, at, type, "
                   "round, seat, data, secret, hash) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, id);
    hk_query_int(&query, game);
    hk_query_event(&query, event);
    return hk_query_run(&query);
}

enum hk_error hk_settle_later(struct hk_tx *tx, int64_t game,
                              const struct hk_event_row *event)
{
    int64_t id;
    enum hk_error error = hk_recent_add(tx->recent, game, event->seq, event->at,
                                        &id);

    return error ? error : insert(tx, id, game, event);
}

/* As many rows of one column as a tail can have events, in SQL. */
#define TEN "(?), (?), (?), (?), (?), (?), (?), (?), (?), (?)"
#define OF_A_TAIL \
    TEN ", " TEN ", " TEN ", " TEN ", " TEN ", " TEN ", " TEN ", (?), (?)"
_Static_assert(HK_TAIL_MAX == 7 * 10 + 2, "each event of a tail has a place");

/* Of a tail that was found in the file the log may have some, or all. What is
 * copied is of distinct seqs, from the game's on up to the tail's. */
static enum hk_error copy(struct hk_tx *tx, int64_t game,
                          const struct hk_tail *tail, int *ret_copied)
{
    int64_t ids[HK_TAIL_MAX];
    size_t count = hk_recent_tail_ids(tx->recent, game, ids);
    struct hk_query query;

    hk_query_start(&query, tx->db,
                   "INSERT INTO events (game, seq, at, type, round, seat, "
                   "data, secret, hash) "
                   "SELECT r.game, r.seq, r.at, r.type, r.round, r.seat, "
                   "r.data, r.secret, r.hash "
                   "FROM (VALUES " OF_A_TAIL ") AS i "
                   "CROSS JOIN recent_events AS r ON r.id = i.column1 "
                   "WHERE r.game = ?73 AND r.seq <= ?74 "
                   "AND r.seq > (SELECT seq FROM games WHERE id = ?73)");
    for (size_t i = 0; i < HK_TAIL_MAX; i++) {
        if (i < count)
            hk_query_int(&query, ids[i]);
        else
            hk_query_null(&query);
    }
    hk_query_int(&query, game);
    hk_query_int(&query, tail->seq);
    enum hk_error error = hk_query_run(&query);
    if (!error)
        *ret_copied = hk_db_changes(tx->db);
    return error;
}

/* As many seqs as were copied lead to the tail's end: so none is missing. */
static enum hk_error bring_up(struct hk_tx *tx, int64_t game,
                              const struct hk_tail *tail, int copied)
{
    struct hk_query query;

    hk_query_start(&query, tx->db,
                   "UPDATE games SET seq = ?2, updated_at = ?3 "
                   "WHERE id = ?1 AND seq = ?2 - ?4");
    hk_query_int(&query, game);
    hk_query_int(&query, tail->seq);
    hk_query_int(&query, tail->at);
    hk_query_int(&query, copied);
    enum hk_error error = hk_query_run(&query);
    if (!error && hk_db_changes(tx->db) != 1)
        error = HK_E_INTERNAL;
    return error;
}

enum hk_error hk_settle_game(struct hk_tx *tx, int64_t game)
{
    struct hk_tail tail;

    if (!hk_recent_tail(tx->recent, game, &tail) || tail.count == 0)
        return HK_OK;
    int copied = 0;
    enum hk_error error = copy(tx, game, &tail, &copied);
    if (!error && tail.sure && copied != (int)tail.count)
        error = HK_E_INTERNAL;
    if (!error && copied > 0)
        error = bring_up(tx, game, &tail, copied);
    if (!error)
        error = hk_recent_settle(tx->recent, game);
    return error;
}

/* ----- after a batch ------------------------------------------------------ */

static enum hk_error settle_long_tails(struct hk_tx *tx)
{
    enum hk_error error = HK_OK;
    size_t position = 0;
    int64_t game;

    while (!error && (game = hk_recent_long_tail(tx->recent, HK_SETTLE_TOGETHER,
                                                 &position)))
        error = hk_settle_game(tx, game);
    return error;
}

/* None that the log does not have, which the game's row tells. */
static enum hk_error delete_rows(struct hk_tx *tx, int64_t first, int64_t end)
{
    struct hk_query query;

    hk_query_start(&query, tx->db,
                   "DELETE FROM recent_events WHERE id < ? "
                   "AND seq <= (SELECT seq FROM games WHERE id = game)");
    hk_query_int(&query, end);
    enum hk_error error = hk_query_run(&query);
    if (!error && hk_db_changes(tx->db) != end - first)
        error = HK_E_INTERNAL;
    return error;
}

/* The newest row is never among them, so an id never comes again. */
static enum hk_error prune(struct hk_tx *tx)
{
    struct hk_recent *recent = tx->recent;
    size_t count = hk_recent_count(recent);
    size_t wanted = PRUNED_FOR_ONE * hk_recent_added(recent, 0);
    enum hk_error error = HK_OK;

    if (count <= HK_RECENT_MOST)
        return HK_OK;
    if (wanted < PRUNED_LEAST)
        wanted = PRUNED_LEAST;
    if (wanted > count - HK_RECENT_MOST + PRUNED_LEAST)
        wanted = count - HK_RECENT_MOST + PRUNED_LEAST;
    int64_t first = hk_recent_first(recent);
    int64_t end = first + (int64_t)wanted;
    for (int64_t id = first; id < end && !error; id++) {
        int64_t game = hk_recent_owner(recent, id);
        if (game != 0)
            error = hk_settle_game(tx, game);
    }
    if (!error)
        error = delete_rows(tx, first, end);
    if (!error)
        hk_recent_prune(recent, end);
    return error;
}

bool hk_settle_owed(const struct hk_tx *tx)
{
    size_t position = 0;

    return hk_recent_count(tx->recent) > HK_RECENT_MOST ||
           hk_recent_long_tail(tx->recent, HK_SETTLE_TOGETHER, &position) != 0;
}

enum hk_error hk_settle_tidy(struct hk_tx *tx)
{
    enum hk_error error = settle_long_tails(tx);

    return error ? error : prune(tx);
}
