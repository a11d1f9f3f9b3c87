/* Players, their figures, leaderboards: what store/players.h and
 * store/boards.h keep. */
#ifndef HK_SERVICE_PLAYERS_H
#define HK_SERVICE_PLAYERS_H

#include "base/error.h"
#include "service/auth.h"
#include "service/lobby.h"
#include "service/service.h"
#include "store/boards.h"
#include "store/players.h"

/* A player just registered: the value that `render` gets. */
struct hk_registered {
    struct hk_player_row player;
    char token[HK_TOKEN_TEXT_SIZE];
};

/* Reserves a name; a dry run keeps nothing of it. Errors: HK_E_NAME_TAKEN,
 * HK_E_NAME_LOOKS_ALIKE, HK_E_STORAGE_UNAVAILABLE. */
struct hk_registration {
    struct hk_write write;
    const struct hk_seat_wish *name; /* borrowed */

    struct hk_registered registered; /* once it has ended well */

    /* The service's own. */
    struct hk_token_row token;
    char skeleton[HK_SKELETON_SIZE];
};

/* Starts reserving; `write` and `name` are set. */
void hk_registration_start(struct hk_registration *registration,
                           struct hk_service *service);

/* The same, waiting for its end. */
HK_MUST_CHECK enum hk_error hk_players_register(
    struct hk_service *service, const struct hk_seat_wish *name,
    const struct hk_receipt *receipt, struct hk_registered *ret_registered);

/* Errors: HK_E_NOT_FOUND. */
HK_MUST_CHECK enum hk_error hk_players_find(struct hk_service *service,
                                            const char *folded,
                                            struct hk_player_row *ret_player);

/* A page of a leaderboard; see hk_store_board(). */
HK_MUST_CHECK enum hk_error hk_players_board(struct hk_service *service,
                                             const struct hk_board *board,
                                             const struct hk_board_place *after,
                                             size_t limit,
                                             struct hk_board_row *ret_rows,
                                             size_t *ret_count);

/* See hk_store_board_around(). */
HK_MUST_CHECK enum hk_error hk_players_board_around(
    struct hk_service *service, const struct hk_board *board, int64_t player,
    int64_t partner, size_t limit, struct hk_board_row *ret_rows,
    size_t *ret_count);

/* See hk_store_profile(). */
HK_MUST_CHECK enum hk_error hk_players_profile(
    struct hk_service *service, int64_t player, struct hk_profile *ret_profile,
    size_t limit, struct hk_board_row *ret_pairs, size_t *ret_count);

#endif
