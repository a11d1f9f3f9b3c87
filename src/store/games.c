/* Games and their seats: adding, finding, listing. */
#include "store/games.h"

#include <stdio.h>
#include <string.h>

#include "store/internal.h"

/* Games read at once by hk_store_each_game(). */
#define BATCH 64

static const char *const status_names[HK_STATUSES] = {
    [HK_STATUS_OPEN] = "open",
    [HK_STATUS_PLAYING] = "playing",
    [HK_STATUS_FINISHED] = "finished",
    [HK_STATUS_ENDED] = "ended",
};

const char *hk_status_name(enum hk_status status)
{
    return status_names[status];
}

bool hk_status_find(const char *name, enum hk_status *ret_status)
{
    for (int status = 0; status < HK_STATUSES; status++)
        if (strcmp(status_names[status], name) == 0) {
            *ret_status = (enum hk_status)status;
            return true;
        }
    return false;
}

/* ----- adding and seating ------------------------------------------------ */

static enum hk_error add_seat(struct hk_tx *tx, int64_t game,
                              const struct hk_seat_row *seat)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO seats (game, seat, player, team, total, bot) "
                   "VALUES (?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, seat->seat);
    hk_query_int_or_null(&query, seat->player, 0);
    hk_query_int_or_null(&query, seat->team, -1);
    hk_query_int(&query, seat->total);
    hk_query_int(&query, seat->bot);
    while (hk_query_next(&query))
        ;
    return hk_query_end_unique(&query, HK_E_PLAYER_SEATED_TWICE);
}

/* Every team of the seats begins at 0. */
static enum hk_error add_teams(struct hk_tx *tx, int64_t game)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO team_totals (game, team) "
                   "SELECT DISTINCT game, team FROM seats "
                   "WHERE game = ? AND team IS NOT NULL");
    hk_query_int(&query, game);
    return hk_query_run(&query);
}

enum hk_error hk_tx_add_game(struct hk_tx *tx, const struct hk_game_row *game,
                             const struct hk_seat_row *seats, int64_t *ret_id)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO games (uuid, variant, mode, status, ranked, "
                   "rules_version, seats, seq, created_at, updated_at, key, "
                   "clocked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    hk_query_text(&query, game->uuid);
    hk_query_text(&query, hk_variant_name(game->variant));
    hk_query_text(&query, hk_mode_name(game->mode));
    hk_query_text(&query, hk_status_name(game->status));
    hk_query_int(&query, game->ranked);
    hk_query_int(&query, game->rules_version);
    hk_query_int(&query, game->seats);
    hk_query_int(&query, game->seq);
    hk_query_int(&query, game->created_at);
    hk_query_int(&query, game->updated_at);
    hk_query_int_or_null(&query, game->key, 0);
    hk_query_int(&query, game->clocked);
    enum hk_error error = hk_query_run(&query);
    if (error != HK_OK)
        return error;

    int64_t id = sqlite3_last_insert_rowid(tx->db->handle);
    for (unsigned i = 0; i < game->seats && error == HK_OK; i++)
        error = add_seat(tx, id, &seats[i]);
    if (error == HK_OK)
        error = add_teams(tx, id);
    if (error == HK_OK)
        *ret_id = id;
    return error;
}

enum hk_error hk_tx_take_seat(struct hk_tx *tx, int64_t game, hk_seat seat,
                              int64_t player)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE seats SET player = ? "
                   "WHERE game = ? AND seat = ? AND player IS NULL "
                   "AND bot = 0");
    hk_query_int(&query, player);
    hk_query_int(&query, game);
    hk_query_int(&query, seat);
    while (hk_query_next(&query))
        ;
    enum hk_error error = hk_query_end_unique(&query, HK_E_PLAYER_SEATED_TWICE);
    if (error == HK_OK && hk_db_changes(tx->db) == 0)
        error = HK_E_SEAT_TAKEN;
    return error;
}

/* What was shown for it before opens nothing any more. */
static enum hk_error drop_seat_tokens(struct hk_tx *tx, int64_t game,
                                      hk_seat seat)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "DELETE FROM tokens WHERE game = ? AND seat = ?");
    hk_query_int(&query, game);
    hk_query_int(&query, seat);
    return hk_query_run(&query);
}

enum hk_error hk_tx_give_seat(struct hk_tx *tx, int64_t game, hk_seat seat,
                              int64_t player)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE seats SET player = ?, bot = ? "
                   "WHERE game = ? AND seat = ?");
    hk_query_int_or_null(&query, player, 0);
    hk_query_int(&query, player == 0);
    hk_query_int(&query, game);
    hk_query_int(&query, seat);
    while (hk_query_next(&query))
        ;
    enum hk_error error = hk_query_end_unique(&query, HK_E_PLAYER_SEATED_TWICE);
    if (error == HK_OK && hk_db_changes(tx->db) == 0)
        error = HK_E_INTERNAL;
    return error == HK_OK ? drop_seat_tokens(tx, game, seat) : error;
}

enum hk_error hk_tx_rank(struct hk_tx *tx, int64_t game, bool ranked)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE games SET ranked = ?1 "
                   "WHERE id = ?2 AND ranked <> ?1");
    hk_query_int(&query, ranked);
    hk_query_int(&query, game);
    return hk_query_run(&query);
}

/* ----- reading ----------------------------------------------------------- */

#define GAME_COLUMNS                                                         \
    "g.id, g.uuid, g.variant, g.mode, g.status, g.ranked, g.rules_version, " \
    "g.seats, g.seq, g.created_at, g.updated_at, g.key, g.clocked "

enum {
    GAME_ID,
    GAME_UUID,
    GAME_VARIANT,
    GAME_MODE,
    GAME_STATUS,
    GAME_RANKED,
    GAME_RULES_VERSION,
    GAME_SEATS,
    GAME_SEQ,
    GAME_CREATED_AT,
    GAME_UPDATED_AT,
    GAME_KEY,
    GAME_CLOCKED
};

/* False where the row holds a name that this program does not know. */
static bool read_game(const struct hk_query *query,
                      struct hk_game_row *ret_game)
{
    char name[32];
    hk_column_text(query, GAME_VARIANT, name, sizeof(name));
    if (!hk_variant_find(name, &ret_game->variant))
        return false;
    hk_column_text(query, GAME_MODE, name, sizeof(name));
    if (!hk_mode_find(name, &ret_game->mode))
        return false;
    hk_column_text(query, GAME_STATUS, name, sizeof(name));
    if (!hk_status_find(name, &ret_game->status))
        return false;
    ret_game->id = hk_column_int(query, GAME_ID);
    hk_column_text(query, GAME_UUID, ret_game->uuid, sizeof(ret_game->uuid));
    ret_game->ranked = hk_column_int(query, GAME_RANKED) != 0;
    ret_game->rules_version = (int)hk_column_int(query, GAME_RULES_VERSION);
    ret_game->seats = (unsigned)hk_column_int(query, GAME_SEATS);
    ret_game->seq = (uint32_t)hk_column_int(query, GAME_SEQ);
    ret_game->created_at = hk_column_int(query, GAME_CREATED_AT);
    ret_game->updated_at = hk_column_int(query, GAME_UPDATED_AT);
    ret_game->key = hk_column_int_or(query, GAME_KEY, 0);
    ret_game->clocked = hk_column_int(query, GAME_CLOCKED) != 0;
    return true;
}

enum hk_error hk_store_find_game(struct hk_store *store, const char *uuid,
                                 struct hk_game_row *ret_game)
{
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT " GAME_COLUMNS "FROM games AS g WHERE g.uuid = ?");
    hk_query_text(&query, uuid);
    struct hk_game_row game;
    bool found = hk_query_next(&query);
    bool known = found && read_game(&query, &game);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK && known)
        error = hk_store_bring_up(store, db, &game, 1);
    hk_store_give_reader(store, db);
    if (error != HK_OK)
        return error;
    if (!found)
        return HK_E_NOT_FOUND;
    if (!known)
        return HK_E_INTERNAL;
    *ret_game = game;
    return HK_OK;
}

/* Games by id from the first after `after`, by a query that takes these two. */
static enum hk_error list_left(struct hk_store *store, const char *sql,
                               int64_t after, size_t limit,
                               struct hk_game_row *ret_games, size_t *ret_count)
{
    size_t count = 0;
    bool known = true;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, sql);
    hk_query_int(&query, after);
    hk_query_int(&query, (int64_t)limit);
    while (count < limit && known && hk_query_next(&query))
        known = read_game(&query, &ret_games[count++]);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        error = known ? hk_store_bring_up(store, db, ret_games, count)
                      : HK_E_INTERNAL;
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

enum hk_error hk_store_bot_games(struct hk_store *store, int64_t after,
                                 size_t limit, struct hk_game_row *ret_games,
                                 size_t *ret_count)
{
    return list_left(store,
                     "SELECT " GAME_COLUMNS "FROM games AS g "
                     "WHERE g.status = 'playing' AND g.id > ? AND EXISTS ("
                     "SELECT 1 FROM seats WHERE game = g.id AND bot = 1) "
                     "ORDER BY g.id LIMIT ?",
                     after, limit, ret_games, ret_count);
}

/* The condition of the index games_with_a_clock, word for word. */
enum hk_error hk_store_clock_games(struct hk_store *store, int64_t after,
                                   size_t limit, struct hk_game_row *ret_games,
                                   size_t *ret_count)
{
    return list_left(store,
                     "SELECT " GAME_COLUMNS "FROM games AS g "
                     "WHERE g.clocked = 1 AND g.status = 'playing' "
                     "AND g.id > ? ORDER BY g.id LIMIT ?",
                     after, limit, ret_games, ret_count);
}

enum hk_error hk_store_count_games(struct hk_store *store,
                                   uint64_t ret_counts[HK_STATUSES])
{
    uint64_t counts[HK_STATUSES] = {0};
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT status, count(*) FROM games GROUP BY status");
    while (hk_query_next(&query)) {
        enum hk_status status;
        char name[16];
        hk_column_text(&query, 0, name, sizeof name);
        if (hk_status_find(name, &status))
            counts[status] = (uint64_t)hk_column_int(&query, 1);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        memcpy(ret_counts, counts, sizeof counts);
    return error;
}

enum hk_error hk_store_last_game(struct hk_store *store, int64_t *ret_id)
{
    int64_t id = 0;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, "SELECT max(id) FROM games");
    if (hk_query_next(&query))
        id = hk_column_int_or(&query, 0, 0);
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_id = id;
    return error;
}

enum { SEAT_SEAT, SEAT_PLAYER, SEAT_NAME, SEAT_TEAM, SEAT_TOTAL, SEAT_BOT };

enum hk_error hk_store_seats(struct hk_store *store, int64_t game,
                             struct hk_seat_row *ret_seats, unsigned *ret_count)
{
    struct hk_seat_row seats[HK_SEATS_MAX];
    unsigned count = 0;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT s.seat, s.player, p.name, s.team, s.total, s.bot "
                   "FROM seats AS s LEFT JOIN players AS p ON p.id = s.player "
                   "WHERE s.game = ? ORDER BY s.seat");
    hk_query_int(&query, game);
    while (count < HK_SEATS_MAX && hk_query_next(&query)) {
        struct hk_seat_row *seat = &seats[count++];
        seat->seat = (hk_seat)hk_column_int(&query, SEAT_SEAT);
        seat->player = hk_column_int_or(&query, SEAT_PLAYER, 0);
        hk_column_text(&query, SEAT_NAME, seat->name, sizeof(seat->name));
        seat->team = (int)hk_column_int_or(&query, SEAT_TEAM, -1);
        seat->total = (hk_points)hk_column_int(&query, SEAT_TOTAL);
        seat->bot = hk_column_int(&query, SEAT_BOT) != 0;
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error != HK_OK)
        return error;
    memcpy(ret_seats, seats, count * sizeof(seats[0]));
    *ret_count = count;
    return HK_OK;
}

enum hk_error hk_store_team_totals(struct hk_store *store, int64_t game,
                                   hk_points ret_totals[HK_TEAMS])
{
    hk_points totals[HK_TEAMS] = {0};
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT team, total FROM team_totals WHERE game = ?");
    hk_query_int(&query, game);
    while (hk_query_next(&query)) {
        int64_t team = hk_column_int(&query, 0);
        if (team >= 0 && team < HK_TEAMS)
            totals[team] = (hk_points)hk_column_int(&query, 1);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        memcpy(ret_totals, totals, sizeof(totals));
    return error;
}

/* ----- lists ------------------------------------------------------------- */

/* One text for each way to limit the list, so that each has its index. */
#define LIST(condition)                                       \
    "SELECT " GAME_COLUMNS "FROM games AS g WHERE " condition \
    "g.id < :before ORDER BY g.id DESC LIMIT :limit"

static const char *const LISTS[2][2] = {
    {LIST(""), LIST("g.status = :status AND ")},
    {LIST("g.variant = :variant AND "),
     LIST("g.variant = :variant AND g.status = :status AND ")},
};

static const char LIST_OF_PLAYER[] =
    "SELECT " GAME_COLUMNS "FROM seats AS s "
    "CROSS JOIN games AS g ON g.id = s.game "
    "WHERE s.player = :player AND s.game < :before "
    "AND (:variant IS NULL OR g.variant = :variant) "
    "AND (:status IS NULL OR g.status = :status) "
    "ORDER BY s.game DESC LIMIT :limit";

static const char *list_text(const struct hk_game_filter *filter)
{
    if (filter->player != 0)
        return LIST_OF_PLAYER;
    return LISTS[filter->variant >= 0][filter->status >= 0];
}

static void bind_list(struct hk_query *query,
                      const struct hk_game_filter *filter, int64_t before,
                      size_t limit)
{
    hk_query_int_as(query, ":before", before != 0 ? before : INT64_MAX);
    hk_query_int_as(query, ":limit", (int64_t)limit);
    hk_query_int_as(query, ":player", filter->player);
    if (filter->variant >= 0)
        hk_query_text_as(query, ":variant",
                         hk_variant_name((enum hk_variant)filter->variant));
    if (filter->status >= 0)
        hk_query_text_as(query, ":status",
                         hk_status_name((enum hk_status)filter->status));
}

enum hk_error hk_store_list_games(struct hk_store *store,
                                  const struct hk_game_filter *filter,
                                  int64_t before, size_t limit,
                                  struct hk_game_row *ret_games,
                                  size_t *ret_count)
{
    size_t count = 0;
    bool known = true;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, list_text(filter));
    bind_list(&query, filter, before, limit);
    while (known && count < limit && hk_query_next(&query))
        known = read_game(&query, &ret_games[count++]);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        error = known ? hk_store_bring_up(store, db, ret_games, count)
                      : HK_E_INTERNAL;
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

/* The games after this id, oldest first. */
static enum hk_error read_batch(struct hk_store *store, int64_t after,
                                struct hk_game_row *ret_games,
                                size_t *ret_count)
{
    size_t count = 0;
    bool known = true;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT " GAME_COLUMNS "FROM games AS g WHERE g.id > ? "
                   "ORDER BY g.id LIMIT ?");
    hk_query_int(&query, after);
    hk_query_int(&query, BATCH);
    while (known && count < BATCH && hk_query_next(&query))
        known = read_game(&query, &ret_games[count++]);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        error = known ? hk_store_bring_up(store, db, ret_games, count)
                      : HK_E_INTERNAL;
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

enum hk_error hk_store_each_game(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_game_row *game, void *cls), void *cls)
{
    /* By batches: `each` reads the game's log, and must find a reader free. */
    struct hk_game_row games[BATCH];
    int64_t after = 0;
    size_t count = 0;
    do {
        enum hk_error error = read_batch(store, after, games, &count);
        for (size_t i = 0; i < count && error == HK_OK; i++) {
            after = games[i].id;
            error = each(&games[i], cls);
        }
        if (error != HK_OK)
            return error;
    } while (count == BATCH);
    return HK_OK;
}
