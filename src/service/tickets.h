/*
 * Tickets: for clients that cannot send a token, as an EventSource of a browser
 * cannot. A ticket stands in an address, which ends up in logs; so it lets its
 * holder look at one game, once, within a minute. Tickets are kept in memory
 * alone, by their hashes.
 */
#ifndef HK_SERVICE_TICKETS_H
#define HK_SERVICE_TICKETS_H

#include <pthread.h>
#include <stdint.h>

#include "base/error.h"
#include "service/auth.h"

#define HK_TICKET_LIFE_MS 60000

struct hk_game;

/* A new ticket for the game, good for what its token lets this caller do there.
 * Where thousands are under way the oldest is none any more. */
void hk_ticket_make(struct hk_game *game, const struct hk_caller *caller,
                    char ret_text[HK_TOKEN_TEXT_SIZE], hk_time *ret_expires_at);

/* When a ticket that is made now is none any more. */
hk_time hk_ticket_expiry(const struct hk_game *game);

/* Who made the ticket, which is none from now on; where its seat has changed
 * hands meanwhile, this caller is nobody there (hk_game_standing()).
 * Errors: HK_E_UNAUTHORIZED: it was used, or is too old, or another game's. */
HK_MUST_CHECK enum hk_error hk_ticket_use(struct hk_game *game,
                                          const char *text,
                                          struct hk_caller *ret_caller);

/* ----- the service's own -------------------------------------------------- */

enum { HK_TICKETS_MAX = 4096 };

struct hk_tickets {
    pthread_mutex_t lock;
    size_t next; /* where the next one is kept: that of the oldest */
    struct hk_ticket {
        hk_time expires_at; /* 0: none */
        int64_t game;
        uint8_t hash[HK_TOKEN_HASH_SIZE];
        struct hk_caller caller;
    } * kept; /* HK_TICKETS_MAX of them; owned */
};

/* Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_tickets_init(struct hk_tickets *tickets);
void hk_tickets_clear(struct hk_tickets *tickets);

#endif
