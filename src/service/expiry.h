/* What the referee does of itself when the time of a seat is up, and when a
 * clock goes on after a start: writes like any other. */
#ifndef HK_SERVICE_EXPIRY_H
#define HK_SERVICE_EXPIRY_H

#include "service/game.h"

struct hk_expiry {
    struct hk_write write;
    bool resume; /* the clock goes on; else the time is up */

    struct hk_happened
        happened; /* once it has ended well; owned by the caller */
};

/*
 * Starts it for the game's state after `write.wish.expected_seq`, so that
 * whoever moved before has moved. The time is judged once more.
 * Errors: HK_E_STALE, also where the seat has time left or nothing is to be
 * resumed; HK_E_STORAGE_UNAVAILABLE; HK_E_INTERNAL.
 */
void hk_expiry_start(struct hk_expiry *expiry, struct hk_game *game);

#endif
