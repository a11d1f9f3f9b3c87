/* Who is calling: bearer tokens, and what they may do. */
#ifndef HK_SERVICE_AUTH_H
#define HK_SERVICE_AUTH_H

#include <stdint.h>

#include "base/error.h"
#include "base/rng.h"
#include "engine/card.h"
#include "service/service.h"
#include "store/keys.h"

enum hk_role {
    HK_ROLE_ANONYMOUS, /* no token */
    HK_ROLE_KEY_HOST,
    HK_ROLE_KEY_ADMIN,
    HK_ROLE_GAME_HOST,
    HK_ROLE_SEAT,
    HK_ROLE_PLAYER
};

struct hk_caller {
    enum hk_role role;
    int64_t key;                      /* KEY_HOST, KEY_ADMIN */
    int64_t game;                     /* GAME_HOST, SEAT */
    hk_seat seat;                     /* SEAT */
    uint32_t given_seq;               /* SEAT: by which event it was given */
    int64_t player;                   /* PLAYER */
    hk_time since;                    /* PLAYER: when the name was reserved */
    uint8_t hash[HK_TOKEN_HASH_SIZE]; /* of the token; zero if anonymous */
};

/* "hk_player_" and 43 characters of base64url (256 bits), and the NUL. */
#define HK_TOKEN_TEXT_SIZE 64

/* Who holds this token; NULL: nobody in particular.
 * Errors: HK_E_UNAUTHORIZED. */
HK_MUST_CHECK enum hk_error hk_auth_identify(struct hk_service *service,
                                             const char *token,
                                             struct hk_caller *ret_caller);

struct hk_game;

/* The same where the token is shown for a game, which remembers those that are
 * its own until a seat changes hands. Errors: HK_E_UNAUTHORIZED. */
HK_MUST_CHECK enum hk_error hk_auth_identify_at(struct hk_game *game,
                                                const char *token,
                                                struct hk_caller *ret_caller);

/* Whether this caller may create games and register players.
 * Errors: HK_E_UNAUTHORIZED (anonymous), HK_E_FORBIDDEN. */
HK_MUST_CHECK enum hk_error hk_auth_may_create(const struct hk_service *service,
                                               const struct hk_caller *caller);

/* A new token of this kind, its text shown once and its hash. */
void hk_auth_make_token(const struct hk_rng *rng, enum hk_token_kind kind,
                        char ret_text[HK_TOKEN_TEXT_SIZE],
                        uint8_t ret_hash[HK_TOKEN_HASH_SIZE]);

/* A new ticket (tickets.h). */
void hk_auth_make_ticket(const struct hk_rng *rng,
                         char ret_text[HK_TOKEN_TEXT_SIZE],
                         uint8_t ret_hash[HK_TOKEN_HASH_SIZE]);

/* The hash under which a token is kept: SHA-256 of its text. */
void hk_auth_hash(const char *token, uint8_t ret_hash[HK_TOKEN_HASH_SIZE]);

#endif
