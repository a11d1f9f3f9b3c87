/*
 * What the files of src/service/ share about a service and its live games.
 *
 * Locks. There are three kinds, and nobody ever holds two at once:
 * - the registry's lock guards the table of live games, their reference counts
 *   and the order of the idle ones; held for a few instructions, never over a
 *   read of the store, and never while a game's lock is taken or waited for;
 * - a game's lock guards all that a game is; held over the write of a move, so
 *   that what is told of a game is always durable;
 * - the bots' lock guards the queue of the games that they look at; held for a
 *   few instructions.
 * The store may be called while a game's lock is held; it never calls back
 * into another game. A reference keeps a game in memory, so a game's lock is
 * taken with a reference held and without the registry's.
 */
#ifndef HK_SERVICE_INTERNAL_H
#define HK_SERVICE_INTERNAL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "service/bots.h"
#include "service/game.h"
#include "service/history.h"
#include "service/lobby.h"
#include "service/registry.h"
#include "service/service.h"
#include "store/receipts.h"

struct hk_service {
    struct hk_store *store;
    struct hk_clock clock;
    struct hk_rng rng;
    bool open;
    struct hk_registry registry;
    struct hk_bots bots;
};

struct hk_game {
    struct hk_slot slot; /* first: the registry's part, under its lock */
    struct hk_service *service;

    bool waiting;          /* in the queue of the bots, under its lock; */
    struct hk_game *after; /* what follows there */

    pthread_mutex_t lock; /* guards what follows */
    struct hk_game_row row;
    struct hk_seat_row seats[HK_SEATS_MAX]; /* totals: see the table's state */
    struct hk_history history;
};

/* A game whose log is not read yet; NULL: no memory. */
struct hk_game *hk_game_new(struct hk_service *service, const char *uuid);

/* Reads it from the store. Errors: as hk_game_open(). */
HK_MUST_CHECK enum hk_error hk_game_load(struct hk_game *game);

/* NULL-safe. */
void hk_game_free(struct hk_game *game);

void hk_game_lock(struct hk_game *game);
void hk_game_unlock(struct hk_game *game);

/* HK_E_STALE where If-Match names another seq; under the game's lock. */
HK_MUST_CHECK enum hk_error hk_game_check_seq(const struct hk_game *game,
                                              const struct hk_wish *wish);

/* As hk_game_standing(), under the game's lock. */
HK_MUST_CHECK enum hk_error hk_game_standing_locked(
    const struct hk_game *game, const struct hk_caller *caller,
    struct hk_standing *ret_standing);

/* The snapshot of a table that has come from `before` (rows of a game, its
 * ended rounds) by `draft` (NULL: by nothing).
 * Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_snapshot_make(const struct hk_game_row *row,
                                             const struct hk_seat_row *seats,
                                             const struct hk_history *before,
                                             const struct hk_draft *draft,
                                             struct hk_snapshot *ret_snapshot);

/* What a draft brought about; `after` is made from the same as above.
 * Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_happened_make(const struct hk_game_row *row,
                                             const struct hk_seat_row *seats,
                                             const struct hk_history *before,
                                             const struct hk_draft *draft,
                                             struct hk_happened *ret_happened);

/*
 * The player of a name, made if there is none, if this caller may seat it: a
 * reserved name needs its player's token or an admin key.
 * Errors: HK_E_FORBIDDEN, HK_E_NAME_LOOKS_ALIKE.
 */
HK_MUST_CHECK enum hk_error hk_player_to_seat(struct hk_tx *tx,
                                              const struct hk_caller *caller,
                                              const struct hk_seat_wish *wish,
                                              hk_time now,
                                              struct hk_seat_row *ret_seat);

/* Brings what is kept of players' names up to the tables of this program.
 * Errors: HK_E_INTERNAL, HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_names_respell(struct hk_store *store);

/* Keeps the answer in the transaction; nothing where receipt is NULL.
 * Errors: those of render; HK_E_IDEMPOTENCY_KEY_REUSED. */
HK_MUST_CHECK enum hk_error hk_receipt_write(const struct hk_receipt *receipt,
                                             struct hk_tx *tx, hk_time now,
                                             const void *outcome);

/* The time by the service's clock. */
hk_time hk_service_now(const struct hk_service *service);

#endif
