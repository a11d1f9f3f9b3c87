/* Players. */
#ifndef HK_STORE_PLAYERS_H
#define HK_STORE_PLAYERS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/games.h"
#include "store/store.h"

/* A row of `players`. */
struct hk_player_row {
    int64_t id;
    char name[HK_NAME_SIZE];       /* NFC, as first written */
    char folded[HK_NAME_SIZE * 3]; /* what makes it unique, any case */
    bool reserved;                 /* has a token */
    hk_time created_at;
};

/* The player of this folded name. Errors: HK_E_NOT_FOUND. */
HK_MUST_CHECK enum hk_error hk_store_find_player(
    struct hk_store *store, const char *folded,
    struct hk_player_row *ret_player);

/* The same within a transaction. */
HK_MUST_CHECK enum hk_error hk_tx_find_player(struct hk_tx *tx,
                                              const char *folded,
                                              struct hk_player_row *ret_player);

/* The player of this folded name, made (unreserved) if there is none. */
HK_MUST_CHECK enum hk_error hk_tx_player(struct hk_tx *tx, const char *name,
                                         const char *folded, hk_time now,
                                         struct hk_player_row *ret_player);

/* Refuses what looks like a name reserved by another than `player` (0: by
 * anybody). Errors: HK_E_NAME_LOOKS_ALIKE. */
HK_MUST_CHECK enum hk_error hk_tx_check_looks(struct hk_tx *tx, int64_t player,
                                              const char *skeleton);

/* Reserves the player's name, which looks as `skeleton` says. Errors:
 * HK_E_NAME_TAKEN if it is already; HK_E_NAME_LOOKS_ALIKE. */
HK_MUST_CHECK enum hk_error hk_tx_reserve_player(struct hk_tx *tx,
                                                 int64_t player,
                                                 const char *skeleton);

/* The players after the one with the id `after`, by id, at most `limit`, for
 * which ret_players has places. */
HK_MUST_CHECK enum hk_error hk_tx_players(struct hk_tx *tx, int64_t after,
                                          size_t limit,
                                          struct hk_player_row *ret_players,
                                          size_t *ret_count);

/* Puts what is made of a player's name anew: its fold and, where it is
 * reserved, its skeleton (else NULL). */
HK_MUST_CHECK enum hk_error hk_tx_respell_player(struct hk_tx *tx,
                                                 int64_t player,
                                                 const char *folded,
                                                 const char *skeleton);

/* By which tables the folds and skeletons of all players are made; "" where
 * nobody has said so yet. */
HK_MUST_CHECK enum hk_error hk_store_name_tables(struct hk_store *store,
                                                 char *ret_tables, size_t size);
HK_MUST_CHECK enum hk_error hk_tx_set_name_tables(struct hk_tx *tx,
                                                  const char *tables);

#endif
