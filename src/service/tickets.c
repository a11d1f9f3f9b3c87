/* A ring of the last tickets. */
#include "service/tickets.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/internal.h"

static void lock(struct hk_tickets *tickets)
{
    if (pthread_mutex_lock(&tickets->lock) != 0)
        abort();
}

static void unlock(struct hk_tickets *tickets)
{
    if (pthread_mutex_unlock(&tickets->lock) != 0)
        abort();
}

enum hk_error hk_tickets_init(struct hk_tickets *tickets)
{
    *tickets = (struct hk_tickets){
        .kept = calloc(HK_TICKETS_MAX, sizeof *tickets->kept)};
    if (!tickets->kept)
        return HK_E_INTERNAL;
    if (pthread_mutex_init(&tickets->lock, NULL) != 0)
        abort();
    return HK_OK;
}

void hk_tickets_clear(struct hk_tickets *tickets)
{
    pthread_mutex_destroy(&tickets->lock);
    free(tickets->kept);
}

static int64_t id_of(struct hk_game *game)
{
    hk_game_lock(game);
    int64_t id = game->row.id;
    hk_game_unlock(game);
    return id;
}

hk_time hk_ticket_expiry(const struct hk_game *game)
{
    return hk_service_now(game->service) + HK_TICKET_LIFE_MS;
}

void hk_ticket_make(struct hk_game *game, const struct hk_caller *caller,
                    char ret_text[HK_TOKEN_TEXT_SIZE], hk_time *ret_expires_at)
{
    struct hk_service *service = game->service;
    struct hk_tickets *tickets = &service->tickets;
    struct hk_ticket ticket = {.expires_at = hk_ticket_expiry(game),
                               .game = id_of(game),
                               .caller = *caller};

    hk_auth_make_ticket(&service->rng, ret_text, ticket.hash);
    lock(tickets);
    tickets->kept[tickets->next] = ticket;
    tickets->next = (tickets->next + 1) % HK_TICKETS_MAX;
    unlock(tickets);
    *ret_expires_at = ticket.expires_at;
}

/* Under the lock; NULL: none has this hash. */
static struct hk_ticket *find(struct hk_tickets *tickets,
                              const uint8_t hash[HK_TOKEN_HASH_SIZE])
{
    for (size_t i = 0; i < HK_TICKETS_MAX; i++) {
        struct hk_ticket *ticket = &tickets->kept[i];

        if (ticket->expires_at != 0 &&
            sodium_memcmp(ticket->hash, hash, sizeof ticket->hash) == 0)
            return ticket;
    }
    return NULL;
}

enum hk_error hk_ticket_use(struct hk_game *game, const char *text,
                            struct hk_caller *ret_caller)
{
    struct hk_tickets *tickets = &game->service->tickets;
    struct hk_ticket used = {.expires_at = 0};
    uint8_t hash[HK_TOKEN_HASH_SIZE];

    hk_auth_hash(text, hash);
    lock(tickets);
    struct hk_ticket *ticket = find(tickets, hash);
    if (ticket) {
        used = *ticket;
        ticket->expires_at = 0;
    }
    unlock(tickets);
    if (used.expires_at <= hk_service_now(game->service) ||
        used.game != id_of(game))
        return HK_E_UNAUTHORIZED;
    *ret_caller = used.caller;
    return HK_OK;
}
