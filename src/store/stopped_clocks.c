/* Clocks that were stopped: written at the end, read when a game is. */
#include "store/stopped_clocks.h"

#include "store/internal.h"

static enum hk_error stop(struct hk_tx *tx,
                          const struct hk_stopped_clock *clock)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO stopped_clocks (game, seq, ms) "
                   "VALUES (?, ?, ?) ON CONFLICT (game) "
                   "DO UPDATE SET seq = excluded.seq, ms = excluded.ms");
    hk_query_int(&query, clock->game);
    hk_query_int(&query, clock->seq);
    hk_query_int(&query, clock->ms);
    return hk_query_run(&query);
}

enum hk_error hk_tx_stop_clocks(struct hk_tx *tx,
                                const struct hk_stopped_clock *clocks,
                                size_t count)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "DELETE FROM stopped_clocks WHERE seq IS NOT "
                   "(SELECT g.seq FROM games AS g WHERE g.id = game)");
    enum hk_error error = hk_query_run(&query);
    for (size_t i = 0; i < count && error == HK_OK; i++)
        error = stop(tx, &clocks[i]);
    return error;
}

enum hk_error hk_store_stopped_clock(struct hk_store *store, int64_t game,
                                     uint32_t seq, int64_t *ret_ms)
{
    int64_t ms = 0;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT ms FROM stopped_clocks WHERE game = ? AND seq = ?");
    hk_query_int(&query, game);
    hk_query_int(&query, seq);
    if (hk_query_next(&query))
        ms = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_ms = ms;
    return error;
}
