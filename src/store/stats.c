/* What a database holds, in figures. */
#include "store/stats.h"

#include <sys/stat.h>

#include "store/db.h"
#include "store/internal.h"

enum { GROUP_VARIANT, GROUP_STATUS, GROUP_GAMES, GROUP_EVENTS, GROUP_UPDATED };

static enum hk_error take_group(const struct hk_query *query,
                                struct hk_stats *stats)
{
    char variant[32], status[32];
    enum hk_variant v;
    enum hk_status s;

    hk_column_text(query, GROUP_VARIANT, variant, sizeof variant);
    hk_column_text(query, GROUP_STATUS, status, sizeof status);
    if (!hk_variant_find(variant, &v) || !hk_status_find(status, &s))
        return HK_E_INTERNAL;
    hk_time updated = hk_column_int(query, GROUP_UPDATED);
    stats->games[v][s] = hk_column_int(query, GROUP_GAMES);
    stats->events += hk_column_int(query, GROUP_EVENTS);
    if (updated > stats->newest_event)
        stats->newest_event = updated;
    return HK_OK;
}

/* The events of a game are numbered without a gap, so nobody counts them. */
static enum hk_error count_games(struct hk_db *db, struct hk_stats *stats)
{
    enum hk_error taken = HK_OK;
    struct hk_query query;

    hk_query_start(&query, db,
                   "SELECT variant, status, count(*), sum(seq), "
                   "max(updated_at) FROM games NOT INDEXED "
                   "GROUP BY variant, status");
    while (!taken && hk_query_next(&query))
        taken = take_group(&query, stats);
    enum hk_error error = hk_query_end(&query);
    return error ? error : taken;
}

/* What is in the log's tail alone. */
static enum hk_error count_recent(struct hk_db *db, struct hk_stats *stats)
{
    struct hk_query query;

    hk_query_start(&query, db,
                   "SELECT count(*), coalesce(max(r.at), 0) "
                   "FROM recent_events AS r JOIN games AS g ON g.id = r.game "
                   "WHERE r.seq > g.seq");
    if (hk_query_next(&query)) {
        hk_time newest = hk_column_int(&query, 1);
        stats->events += hk_column_int(&query, 0);
        if (newest > stats->newest_event)
            stats->newest_event = newest;
    }
    return hk_query_end(&query);
}

static enum hk_error read_numbers(struct hk_db *db, struct hk_stats *stats)
{
    int64_t version = 0;
    const struct {
        const char *sql;
        int64_t *value;
    } numbers[] = {
        {"SELECT coalesce((SELECT created_at FROM games ORDER BY id LIMIT 1), "
         "0)",
         &stats->oldest_game},
        {"SELECT coalesce((SELECT created_at FROM games ORDER BY id DESC "
         "LIMIT 1), 0)",
         &stats->newest_game},
        {"SELECT count(*) FROM players", &stats->players},
        {"SELECT count(*) FROM service_keys WHERE revoked_at IS NULL",
         &stats->keys},
        {"PRAGMA page_size", &stats->page_bytes},
        {"PRAGMA page_count", &stats->pages},
        {"PRAGMA freelist_count", &stats->free_pages},
        {"PRAGMA user_version", &version},
    };
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && !error; i++)
        error = hk_db_int(db, numbers[i].sql, numbers[i].value);
    stats->schema_version = (int)version;
    return error;
}

static int64_t size_of(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 ? status.st_size : 0;
}

enum hk_error hk_store_stats(struct hk_store *store, struct hk_stats *ret_stats)
{
    struct hk_stats stats = {.players = 0};
    struct hk_db *db = hk_store_take_reader(store);
    enum hk_error error = hk_db_begin_read(db);

    if (!error) {
        error = read_numbers(db, &stats);
        if (!error)
            error = count_games(db, &stats);
        if (!error)
            error = count_recent(db, &stats);
        error = hk_db_end(db, error);
    }
    hk_store_give_reader(store, db);
    if (error)
        return error;
    stats.file_bytes = size_of(hk_store_path(store));
    stats.log_bytes = size_of(hk_store_log_path(store));
    *ret_stats = stats;
    return HK_OK;
}
