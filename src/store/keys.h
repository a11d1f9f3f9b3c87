/* Tokens and service keys, kept as SHA-256 only. */
#ifndef HK_STORE_KEYS_H
#define HK_STORE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/card.h"
#include "store/store.h"
#include "base/clock.h"

#define HK_TOKEN_HASH_SIZE 32
#define HK_KEY_NAME_SIZE 65

/* Numbers that reach the disk: never renumber. */
enum hk_token_kind {
    HK_TOKEN_KEY_HOST = 1,  /* a service key: makes games and players */
    HK_TOKEN_KEY_ADMIN = 2, /* a service key: everything */
    HK_TOKEN_GAME_HOST = 3, /* the host of one game */
    HK_TOKEN_SEAT = 4,      /* one seat of one game */
    HK_TOKEN_PLAYER = 5     /* a registered player */
};

/* What a token stands for. */
struct hk_token_row {
    uint8_t hash[HK_TOKEN_HASH_SIZE];
    enum hk_token_kind kind;
    int64_t game;       /* GAME_HOST, SEAT; else 0 */
    hk_seat seat;       /* SEAT */
    int64_t player;     /* PLAYER; else 0 */
    int64_t key;        /* service keys: row of `service_keys`; else 0 */
    hk_time created_at; /* as found; a new one is given `now` */
};

/* A row of `service_keys`. */
struct hk_key_row {
    char name[HK_KEY_NAME_SIZE];
    enum hk_token_kind kind; /* KEY_HOST or KEY_ADMIN */
    hk_time created_at;
    hk_time revoked_at; /* 0: valid */
};

/* Adds a token of a game, a seat or a player. */
HK_MUST_CHECK enum hk_error hk_tx_add_token(struct hk_tx *tx,
                                            const struct hk_token_row *token,
                                            hk_time now);

/* What the token with this hash stands for; revoked keys are not found.
 * Errors: HK_E_NOT_FOUND. */
HK_MUST_CHECK enum hk_error hk_store_find_token(
    struct hk_store *store, const uint8_t hash[HK_TOKEN_HASH_SIZE],
    struct hk_token_row *ret_token);

/* Adds a service key. Errors: HK_E_NAME_TAKEN while a valid one has the name.
 */
HK_MUST_CHECK enum hk_error hk_tx_add_key(
    struct hk_tx *tx, const char *name, enum hk_token_kind kind,
    const uint8_t hash[HK_TOKEN_HASH_SIZE], hk_time now);

/* Revokes the valid key of this name. Errors: HK_E_NOT_FOUND. */
HK_MUST_CHECK enum hk_error hk_tx_revoke_key(struct hk_tx *tx, const char *name,
                                             hk_time now);

#define HK_SECRET_SIZE 32

/* The secret of this name, which is `fresh` from now on if there is none. */
HK_MUST_CHECK enum hk_error hk_tx_secret(struct hk_tx *tx, const char *name,
                                         const uint8_t fresh[HK_SECRET_SIZE],
                                         uint8_t ret_secret[HK_SECRET_SIZE]);

/* Calls `each` for every service key, oldest first. */
HK_MUST_CHECK enum hk_error hk_store_each_key(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_key_row *key, void *cls), void *cls);

#endif
