/* Players, and the figures of players and partnerships for leaderboards. */
#ifndef HK_STORE_PLAYERS_H
#define HK_STORE_PLAYERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rules.h"
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

/* Figures over finished, ranked games: of a player or of a partnership. */
struct hk_figures {
    int64_t games, wins, rounds, rounds_won, hands;
    int64_t points;      /* sum over all rounds */
    int64_t best, worst; /* best and worst total of a game */
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

/* A player's figures in one variant; all zero where it has none. */
HK_MUST_CHECK enum hk_error hk_store_figures(struct hk_store *store,
                                             int64_t player,
                                             enum hk_variant variant,
                                             struct hk_figures *ret_figures);

/* How a leaderboard is ordered; better first. */
enum hk_board_order {
    HK_BY_WINS,
    HK_BY_WIN_RATE,
    HK_BY_AVERAGE, /* points a round; lower is better in Hand */
    HK_BY_HANDS
};

/* Which leaderboard: players, or partnerships (HK_HAND_PARTNERS only). */
struct hk_board {
    enum hk_variant variant;
    enum hk_board_order by;
    bool partnerships;
    int64_t min_games; /* at least 1 */
    int64_t player;    /* partnerships of this player only; 0: all */
};

/* One line of a leaderboard. `rank` is shared by ties (1, 1, 3) and is among
 * the lines that the board holds; below it the order is by row ids, stable. */
struct hk_board_row {
    int64_t rank;
    int64_t player, partner; /* row ids, player < partner; partner 0: none */
    char name[HK_NAME_SIZE];
    char partner_name[HK_NAME_SIZE];
    struct hk_figures figures;
};

/*
 * At most `limit` lines after the line `after` (NULL: from the top; else a row
 * of the page before, of which figures, player and partner are read).
 */
HK_MUST_CHECK enum hk_error hk_store_board(struct hk_store *store,
                                           const struct hk_board *board,
                                           const struct hk_board_row *after,
                                           size_t limit,
                                           struct hk_board_row *ret_rows,
                                           size_t *ret_count);

#endif
