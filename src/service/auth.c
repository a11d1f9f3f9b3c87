/* Bearer tokens: made, hashed, looked up. */
#include "service/auth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/sha256.h"
#include "service/internal.h"

#define TOKEN_BYTES 32

_Static_assert(HK_SHA256_SIZE == HK_TOKEN_HASH_SIZE,
               "tokens are kept as SHA-256");

static const char *prefix_of(enum hk_token_kind kind)
{
    switch (kind) {
    case HK_TOKEN_KEY_HOST:
    case HK_TOKEN_KEY_ADMIN:
        return "hk_key_";
    case HK_TOKEN_GAME_HOST:
        return "hk_host_";
    case HK_TOKEN_SEAT:
        return "hk_seat_";
    case HK_TOKEN_PLAYER:
        return "hk_player_";
    }
    abort();
}

static enum hk_role role_of(enum hk_token_kind kind)
{
    switch (kind) {
    case HK_TOKEN_KEY_HOST:
        return HK_ROLE_KEY_HOST;
    case HK_TOKEN_KEY_ADMIN:
        return HK_ROLE_KEY_ADMIN;
    case HK_TOKEN_GAME_HOST:
        return HK_ROLE_GAME_HOST;
    case HK_TOKEN_SEAT:
        return HK_ROLE_SEAT;
    case HK_TOKEN_PLAYER:
        return HK_ROLE_PLAYER;
    }
    abort();
}

void hk_auth_hash(const char *token, uint8_t ret_hash[HK_TOKEN_HASH_SIZE])
{
    hk_sha256(token, strlen(token), ret_hash);
}

static void make(const struct hk_rng *rng, const char *prefix,
                 char ret_text[HK_TOKEN_TEXT_SIZE],
                 uint8_t ret_hash[HK_TOKEN_HASH_SIZE])
{
    uint8_t secret[TOKEN_BYTES];

    hk_rng_fill(rng, secret, sizeof secret);
    int length = snprintf(ret_text, HK_TOKEN_TEXT_SIZE, "%s", prefix);
    sodium_bin2base64(ret_text + length, HK_TOKEN_TEXT_SIZE - (size_t)length,
                      secret, sizeof secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(secret, sizeof secret);
    hk_auth_hash(ret_text, ret_hash);
}

void hk_auth_make_token(const struct hk_rng *rng, enum hk_token_kind kind,
                        char ret_text[HK_TOKEN_TEXT_SIZE],
                        uint8_t ret_hash[HK_TOKEN_HASH_SIZE])
{
    make(rng, prefix_of(kind), ret_text, ret_hash);
}

void hk_auth_make_ticket(const struct hk_rng *rng,
                         char ret_text[HK_TOKEN_TEXT_SIZE],
                         uint8_t ret_hash[HK_TOKEN_HASH_SIZE])
{
    make(rng, "hk_ticket_", ret_text, ret_hash);
}

enum hk_error hk_auth_identify(struct hk_service *service, const char *token,
                               struct hk_caller *ret_caller)
{
    struct hk_caller caller = {.role = HK_ROLE_ANONYMOUS};
    struct hk_token_row row;

    if (!token) {
        *ret_caller = caller;
        return HK_OK;
    }
    hk_auth_hash(token, caller.hash);
    enum hk_error error = hk_store_find_token(service->store, caller.hash,
                                              &row);
    if (error == HK_E_NOT_FOUND)
        return HK_E_UNAUTHORIZED;
    if (error)
        return error;
    caller.role = role_of(row.kind);
    caller.key = row.key;
    caller.game = row.game;
    caller.seat = row.seat;
    caller.player = row.player;
    caller.since = row.created_at;
    *ret_caller = caller;
    return HK_OK;
}

/* The place of a game's own token: of the host, or of a seat. */
static unsigned place_of(const struct hk_caller *caller)
{
    return caller->role == HK_ROLE_GAME_HOST ? HK_SEATS_MAX : caller->seat;
}

/* Also tells since when the seats are in the hands that they are in. */
static bool recall(struct hk_game *game, struct hk_caller *caller,
                   uint32_t ret_given[HK_SEATS_MAX])
{
    bool known = false;

    hk_game_lock(game);
    for (unsigned i = 0; i < HK_TOKENS_KNOWN && !known; i++) {
        known = game->tokens_known >> i & 1 &&
                sodium_memcmp(game->tokens[i], caller->hash,
                              sizeof caller->hash) == 0;
        caller->role = i == HK_SEATS_MAX ? HK_ROLE_GAME_HOST : HK_ROLE_SEAT;
        caller->seat = i == HK_SEATS_MAX ? 0 : (hk_seat)i;
    }
    caller->game = game->row.id;
    caller->given_seq = game->history.given_seq[caller->seat];
    memcpy(ret_given, game->history.given_seq, sizeof game->history.given_seq);
    hk_game_unlock(game);
    return known;
}

static void remember(struct hk_game *game, const struct hk_caller *caller)
{
    unsigned place = place_of(caller);

    hk_game_lock(game);
    /* The seat may have changed hands while its token was looked up. */
    if (caller->role == HK_ROLE_GAME_HOST ||
        caller->given_seq == game->history.given_seq[caller->seat]) {
        memcpy(game->tokens[place], caller->hash, sizeof caller->hash);
        game->tokens_known |= (uint8_t)(1u << place);
    }
    hk_game_unlock(game);
}

void hk_game_seat_given(struct hk_game *game, hk_seat seat, uint32_t seq)
{
    game->history.given_seq[seat] = seq;
    game->tokens_known &= (uint8_t) ~(1u << seat);
    hk_presence_begin_anew(game, seat);
}

enum hk_error hk_auth_identify_at(struct hk_game *game, const char *token,
                                  struct hk_caller *ret_caller)
{
    struct hk_caller caller = {.role = HK_ROLE_ANONYMOUS};
    uint32_t given[HK_SEATS_MAX] = {0};

    if (token) {
        hk_auth_hash(token, caller.hash);
        if (recall(game, &caller, given)) {
            *ret_caller = caller;
            return HK_OK;
        }
    }
    enum hk_error error = hk_auth_identify(game->service, token, &caller);
    if (error)
        return error;
    if (caller.game == game->row.id) {
        if (caller.role == HK_ROLE_SEAT)
            caller.given_seq = given[caller.seat];
        remember(game, &caller);
    }
    *ret_caller = caller;
    return HK_OK;
}

enum hk_error hk_auth_may_create(const struct hk_service *service,
                                 const struct hk_caller *caller)
{
    if (service->open || caller->role == HK_ROLE_KEY_HOST ||
        caller->role == HK_ROLE_KEY_ADMIN)
        return HK_OK;
    return caller->role == HK_ROLE_ANONYMOUS ? HK_E_UNAUTHORIZED
                                             : HK_E_FORBIDDEN;
}
