/* Tokens and service keys. */
#include "store/keys.h"

#include <string.h>

#include "base/log.h"
#include "store/internal.h"

/* ----- tokens ------------------------------------------------------------ */

/* What the column `kind` says; both roles of a service key are "key" there,
 * since the role is the key's. */
static const char *kind_name(enum hk_token_kind kind)
{
    switch (kind) {
    case HK_TOKEN_KEY_HOST:
    case HK_TOKEN_KEY_ADMIN:
        return "key";
    case HK_TOKEN_GAME_HOST:
        return "game_host";
    case HK_TOKEN_SEAT:
        return "seat";
    case HK_TOKEN_PLAYER:
        return "player";
    }
    return "";
}

static bool find_kind(const char *kind, const char *role,
                      enum hk_token_kind *ret_kind)
{
    if (strcmp(kind, "key") == 0)
        *ret_kind = strcmp(role, "admin") == 0 ? HK_TOKEN_KEY_ADMIN
                                               : HK_TOKEN_KEY_HOST;
    else if (strcmp(kind, "game_host") == 0)
        *ret_kind = HK_TOKEN_GAME_HOST;
    else if (strcmp(kind, "seat") == 0)
        *ret_kind = HK_TOKEN_SEAT;
    else if (strcmp(kind, "player") == 0)
        *ret_kind = HK_TOKEN_PLAYER;
    else
        return false;
    return true;
}

enum hk_error hk_tx_add_token(struct hk_tx *tx,
                              const struct hk_token_row *token, hk_time now)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO tokens (hash, kind, key, game, seat, player, "
                   "created_at) VALUES (?, ?, ?, ?, ?, ?, ?)");
    hk_query_blob(&query, token->hash, sizeof(token->hash));
    hk_query_text(&query, kind_name(token->kind));
    hk_query_int_or_null(&query, token->key, 0);
    hk_query_int_or_null(&query, token->game, 0);
    hk_query_int_or_null(&query,
                         token->kind == HK_TOKEN_SEAT ? token->seat : -1, -1);
    hk_query_int_or_null(&query, token->player, 0);
    hk_query_int(&query, now);
    return hk_query_run(&query);
}

enum {
    TOKEN_KIND,
    TOKEN_ROLE,
    TOKEN_KEY,
    TOKEN_GAME,
    TOKEN_SEAT,
    TOKEN_PLAYER,
    TOKEN_CREATED_AT
};

enum hk_error hk_store_find_token(struct hk_store *store,
                                  const uint8_t hash[HK_TOKEN_HASH_SIZE],
                                  struct hk_token_row *ret_token)
{
    struct hk_token_row token = {0};
    bool known = false;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT t.kind, k.role, t.key, t.game, t.seat, t.player, "
                   "t.created_at "
                   "FROM tokens AS t LEFT JOIN service_keys AS k "
                   "ON k.id = t.key "
                   "WHERE t.hash = ? AND k.revoked_at IS NULL");
    hk_query_blob(&query, hash, HK_TOKEN_HASH_SIZE);
    bool found = hk_query_next(&query);
    if (found) {
        char kind[16], role[16];
        hk_column_text(&query, TOKEN_KIND, kind, sizeof(kind));
        hk_column_text(&query, TOKEN_ROLE, role, sizeof(role));
        known = find_kind(kind, role, &token.kind);
        token.key = hk_column_int_or(&query, TOKEN_KEY, 0);
        token.game = hk_column_int_or(&query, TOKEN_GAME, 0);
        token.seat = (hk_seat)hk_column_int_or(&query, TOKEN_SEAT, 0);
        token.player = hk_column_int_or(&query, TOKEN_PLAYER, 0);
        token.created_at = hk_column_int(&query, TOKEN_CREATED_AT);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error != HK_OK)
        return error;
    if (!found)
        return HK_E_NOT_FOUND;
    if (!known)
        return HK_E_INTERNAL;
    memcpy(token.hash, hash, HK_TOKEN_HASH_SIZE);
    *ret_token = token;
    return HK_OK;
}

/* ----- service keys ------------------------------------------------------ */

enum hk_error hk_tx_add_key(struct hk_tx *tx, const char *name,
                            enum hk_token_kind kind,
                            const uint8_t hash[HK_TOKEN_HASH_SIZE], hk_time now)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO service_keys (name, role, created_at) "
                   "VALUES (?, ?, ?)");
    hk_query_text(&query, name);
    hk_query_text(&query, kind == HK_TOKEN_KEY_ADMIN ? "admin" : "host");
    hk_query_int(&query, now);
    while (hk_query_next(&query))
        ;
    enum hk_error error = hk_query_end_unique(&query, HK_E_NAME_TAKEN);
    if (error != HK_OK)
        return error;
    struct hk_token_row token = {
        .kind = kind,
        .key = sqlite3_last_insert_rowid(tx->db->handle),
    };
    memcpy(token.hash, hash, sizeof(token.hash));
    return hk_tx_add_token(tx, &token, now);
}

enum hk_error hk_tx_revoke_key(struct hk_tx *tx, const char *name, hk_time now)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE service_keys SET revoked_at = ? "
                   "WHERE name = ? AND revoked_at IS NULL");
    hk_query_int(&query, now);
    hk_query_text(&query, name);
    enum hk_error error = hk_query_run(&query);
    if (error == HK_OK && hk_db_changes(tx->db) == 0)
        error = HK_E_NOT_FOUND;
    return error;
}

enum { KEY_NAME, KEY_ROLE, KEY_CREATED_AT, KEY_REVOKED_AT };

enum hk_error hk_store_each_key(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_key_row *key, void *cls), void *cls)
{
    enum hk_error stopped = HK_OK;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT name, role, created_at, revoked_at "
                   "FROM service_keys ORDER BY id");
    while (stopped == HK_OK && hk_query_next(&query)) {
        struct hk_key_row key;
        char role[16];
        hk_column_text(&query, KEY_NAME, key.name, sizeof(key.name));
        hk_column_text(&query, KEY_ROLE, role, sizeof(role));
        key.kind = strcmp(role, "admin") == 0 ? HK_TOKEN_KEY_ADMIN
                                              : HK_TOKEN_KEY_HOST;
        key.created_at = hk_column_int(&query, KEY_CREATED_AT);
        key.revoked_at = hk_column_int_or(&query, KEY_REVOKED_AT, 0);
        stopped = each(&key, cls);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    return error != HK_OK ? error : stopped;
}

enum hk_error hk_tx_secret(struct hk_tx *tx, const char *name,
                           const uint8_t fresh[HK_SECRET_SIZE],
                           uint8_t ret_secret[HK_SECRET_SIZE])
{
    enum hk_error found = HK_E_INTERNAL;
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO secrets (name, value) VALUES (?, ?) "
                   "ON CONFLICT DO NOTHING");
    hk_query_text(&query, name);
    hk_query_blob(&query, fresh, HK_SECRET_SIZE);
    enum hk_error error = hk_query_run(&query);
    if (error != HK_OK)
        return error;

    hk_query_start(&query, tx->db, "SELECT value FROM secrets WHERE name = ?");
    hk_query_text(&query, name);
    if (hk_query_next(&query) &&
        hk_column_bytes(&query, 0, ret_secret, HK_SECRET_SIZE))
        found = HK_OK;
    error = hk_query_end(&query);
    return error != HK_OK ? error : found;
}
