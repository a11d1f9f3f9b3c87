/* Players: finding, making, reserving a name. */
#include "store/players.h"

#include <stdio.h>
#include <string.h>

#include "store/internal.h"

static const char FIND_PLAYER[] =
    "SELECT id, name, folded, reserved, created_at FROM players "
    "WHERE folded = ?";

enum {
    PLAYER_ID,
    PLAYER_NAME,
    PLAYER_FOLDED,
    PLAYER_RESERVED,
    PLAYER_CREATED_AT
};

static void read_player(struct hk_query *query,
                        struct hk_player_row *ret_player)
{
    ret_player->id = hk_column_int(query, PLAYER_ID);
    hk_column_text(query, PLAYER_NAME, ret_player->name,
                   sizeof(ret_player->name));
    hk_column_text(query, PLAYER_FOLDED, ret_player->folded,
                   sizeof(ret_player->folded));
    ret_player->reserved = hk_column_int(query, PLAYER_RESERVED) != 0;
    ret_player->created_at = hk_column_int(query, PLAYER_CREATED_AT);
}

static enum hk_error find_player(struct hk_db *db, const char *folded,
                                 struct hk_player_row *ret_player)
{
    struct hk_player_row player = {0};
    struct hk_query query;
    hk_query_start(&query, db, FIND_PLAYER);
    hk_query_text(&query, folded);
    bool found = hk_query_next(&query);
    if (found)
        read_player(&query, &player);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK && !found)
        error = HK_E_NOT_FOUND;
    if (error == HK_OK)
        *ret_player = player;
    return error;
}

enum hk_error hk_store_find_player(struct hk_store *store, const char *folded,
                                   struct hk_player_row *ret_player)
{
    struct hk_db *db = hk_store_take_reader(store);
    enum hk_error error = find_player(db, folded, ret_player);
    hk_store_give_reader(store, db);
    return error;
}

enum hk_error hk_tx_find_player(struct hk_tx *tx, const char *folded,
                                struct hk_player_row *ret_player)
{
    return find_player(tx->db, folded, ret_player);
}

enum hk_error hk_tx_player(struct hk_tx *tx, const char *name,
                           const char *folded, hk_time now,
                           struct hk_player_row *ret_player)
{
    struct hk_player_row player;
    enum hk_error error = find_player(tx->db, folded, &player);
    if (error == HK_E_NOT_FOUND) {
        struct hk_query query;
        hk_query_start(&query, tx->db,
                       "INSERT INTO players (name, folded, reserved, "
                       "created_at) VALUES (?, ?, 0, ?)");
        hk_query_text(&query, name);
        hk_query_text(&query, folded);
        hk_query_int(&query, now);
        error = hk_query_run(&query);
        if (error == HK_OK)
            error = find_player(tx->db, folded, &player);
    }
    if (error == HK_OK)
        *ret_player = player;
    return error;
}

enum hk_error hk_tx_check_looks(struct hk_tx *tx, int64_t player,
                                const char *skeleton)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "SELECT 1 FROM players WHERE skeleton = ? AND id <> ?");
    hk_query_text(&query, skeleton);
    hk_query_int(&query, player);
    bool found = hk_query_next(&query);
    enum hk_error error = hk_query_end(&query);
    return error == HK_OK && found ? HK_E_NAME_LOOKS_ALIKE : error;
}

enum hk_error hk_tx_reserve_player(struct hk_tx *tx, int64_t player,
                                   const char *skeleton)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE players SET reserved = 1, skeleton = ? "
                   "WHERE id = ? AND reserved = 0");
    hk_query_text(&query, skeleton);
    hk_query_int(&query, player);
    enum hk_error error = hk_query_run(&query);
    if (error == HK_OK && hk_db_changes(tx->db) == 0)
        error = HK_E_NAME_TAKEN;
    if (error == HK_OK)
        error = hk_tx_check_looks(tx, player, skeleton);
    return error;
}

/* ----- names made anew ---------------------------------------------------- */

enum hk_error hk_tx_players(struct hk_tx *tx, int64_t after, size_t limit,
                            struct hk_player_row *ret_players,
                            size_t *ret_count)
{
    struct hk_query query;
    size_t count = 0;
    hk_query_start(&query, tx->db,
                   "SELECT id, name, folded, reserved, created_at "
                   "FROM players WHERE id > ? ORDER BY id LIMIT ?");
    hk_query_int(&query, after);
    hk_query_int(&query, (int64_t)limit);
    while (hk_query_next(&query))
        read_player(&query, &ret_players[count++]);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

enum hk_error hk_tx_respell_player(struct hk_tx *tx, int64_t player,
                                   const char *folded, const char *skeleton)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE players SET folded = ?, skeleton = ? WHERE id = ?");
    hk_query_text(&query, folded);
    if (skeleton)
        hk_query_text(&query, skeleton);
    else
        hk_query_null(&query);
    hk_query_int(&query, player);
    return hk_query_run(&query);
}

enum hk_error hk_store_name_tables(struct hk_store *store, char *ret_tables,
                                   size_t size)
{
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, "SELECT made_by FROM name_tables");
    ret_tables[0] = '\0';
    if (hk_query_next(&query))
        hk_column_text(&query, 0, ret_tables, size);
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    return error;
}

enum hk_error hk_tx_set_name_tables(struct hk_tx *tx, const char *tables)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT OR REPLACE INTO name_tables (one, made_by) "
                   "VALUES (1, ?)");
    hk_query_text(&query, tables);
    return hk_query_run(&query);
}
