/* A seat that changes hands: the part of a write that all such writes share,
 * whoever asks for them. */
#ifndef HK_SERVICE_HANDOVER_H
#define HK_SERVICE_HANDOVER_H

#include "base/error.h"
#include "service/auth.h"
#include "store/games.h"
#include "store/keys.h"

struct hk_game;
struct hk_kept_seats;
struct hk_seat_wish;
struct hk_write;

/* Zeroed before. */
struct hk_handover {
    hk_seat seat;
    struct hk_seat_row seats[HK_SEATS_MAX]; /* as they are afterwards */
    struct hk_kept_seats *kept;             /* the same, once written */
    struct hk_token_row token;              /* of a player */
};

/*
 * In the store's turn of a write on a game: the seat is that of a player (the
 * caller may seat it, else HK_E_FORBIDDEN) or, with `to` NULL, of a bot. Its
 * event goes into the write's draft, which has room for it; its tokens are
 * dropped, and ret_token (of a player; HK_TOKEN_TEXT_SIZE) is a new one.
 * The game must be open or playing, and nothing owed.
 * Errors: HK_E_FORBIDDEN, HK_E_NAME_LOOKS_ALIKE, HK_E_PLAYER_SEATED_TWICE,
 * HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_handover_write(struct hk_handover *handover,
                                              const struct hk_write *write,
                                              struct hk_tx *tx,
                                              const struct hk_caller *caller,
                                              const struct hk_seat_wish *to,
                                              char *ret_token);

/* When it is durable, under the game's lock; `seq` is that of its event. */
void hk_handover_publish(struct hk_handover *handover, struct hk_game *game,
                         uint32_t seq);

/* Frees what it owns, where it is not published. NULL-safe. */
void hk_handover_clear(struct hk_handover *handover);

#endif
