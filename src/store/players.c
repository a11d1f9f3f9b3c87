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

static enum hk_error find_player(struct hk_db *db, const char *folded,
                                 struct hk_player_row *ret_player)
{
    struct hk_player_row player = {0};
    struct hk_query query;
    hk_query_start(&query, db, FIND_PLAYER);
    hk_query_text(&query, folded);
    bool found = hk_query_next(&query);
    if (found) {
        player.id = hk_column_int(&query, PLAYER_ID);
        hk_column_text(&query, PLAYER_NAME, player.name, sizeof(player.name));
        hk_column_text(&query, PLAYER_FOLDED, player.folded,
                       sizeof(player.folded));
        player.reserved = hk_column_int(&query, PLAYER_RESERVED) != 0;
        player.created_at = hk_column_int(&query, PLAYER_CREATED_AT);
    }
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

enum hk_error hk_tx_reserve_player(struct hk_tx *tx, int64_t player)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE players SET reserved = 1 "
                   "WHERE id = ? AND reserved = 0");
    hk_query_int(&query, player);
    enum hk_error error = hk_query_run(&query);
    if (error == HK_OK && hk_db_changes(tx->db) == 0)
        error = HK_E_NAME_TAKEN;
    return error;
}
