/*
 * Games that were being played when the service ended, for threads that have
 * to go on with them. Private to src/service/.
 */
#ifndef HK_SERVICE_LEFT_H
#define HK_SERVICE_LEFT_H

#include "service/service.h"
#include "store/games.h"

/* How far a thread has come with its games. */
struct hk_left {
    const char *whose; /* for the log */
    /* as hk_store_bot_games() */
    enum hk_error (*list)(struct hk_store *store, int64_t after, size_t limit,
                          struct hk_game_row *ret_games, size_t *ret_count);
    int64_t after; /* ids up to here are done; 0 at first */
    bool more;     /* there may be more; true at first */
};

/*
 * Opens the next games, a page of them, and closes them again: opening one has
 * bots and clocks look at it. A game that does not open says so in the log.
 * Errors: HK_E_INTERNAL (no memory), HK_E_STORAGE_UNAVAILABLE: said in the log;
 * it may be tried again.
 */
HK_MUST_CHECK enum hk_error hk_left_open(struct hk_service *service,
                                         struct hk_left *left);

#endif
