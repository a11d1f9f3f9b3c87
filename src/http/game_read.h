/* The bodies that make games and seat players, as values. */
#ifndef HK_HTTP_GAME_READ_H
#define HK_HTTP_GAME_READ_H

#include <stdbool.h>

#include <jansson.h>

#include "base/error.h"
#include "http/faults.h"
#include "service/lobby.h"

/* A game as asked for, with the deals that it points to. */
struct hk_new_game {
    struct hk_game_wish wish;
    struct hk_arranged_deal *deals; /* owned; wish.deals */
    /* A deal with more hands than seats, or more cards than the packs: it has
     * a shape, but was never dealt. -1: none. */
    int impossible_deal;
};

/*
 * Reads the body of POST /v1/games. Faults of shape are collected, and
 * ret_game means something only when there is none; it is always to be
 * cleared. Errors: HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_game_read(struct hk_faults *faults, json_t *body,
                                         struct hk_new_game *ret_game);

/* NULL-safe. */
void hk_new_game_clear(struct hk_new_game *game);

/* Reads the member `variant`. */
bool hk_variant_read(struct hk_faults *faults, const struct hk_at *at,
                     json_t *body, enum hk_variant *ret_variant);

/* Reads the member `options`, which may be absent, into rules at their
 * defaults; a variant of NULL is at fault itself. */
void hk_rules_read(struct hk_faults *faults, const struct hk_at *at,
                   json_t *body, const enum hk_variant *variant,
                   struct hk_rules *rules);

/* Reads {"<member>":"<name of a player>"}. */
void hk_seat_read(struct hk_faults *faults, json_t *body, const char *member,
                  struct hk_seat_wish *ret_seat);

/* Reads {"player":"<name>"} or {"bot":"basic"}, which no scorecard has. */
void hk_holder_read(struct hk_faults *faults, json_t *body, enum hk_mode mode,
                    struct hk_seat_wish *ret_seat);

#endif
