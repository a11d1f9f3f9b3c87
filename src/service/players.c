/* Players, their figures, leaderboards. */
#include "service/players.h"

#include "service/internal.h"
#include "store/keys.h"

/* A name being reserved. */
struct registration {
    const struct hk_seat_wish *name;
    const struct hk_receipt *receipt;
    hk_time now;
    struct hk_token_row token;
    struct hk_registered registered;
};

static enum hk_error write_registration(struct hk_tx *tx, void *cls)
{
    struct registration *registration = cls;
    struct hk_player_row *player = &registration->registered.player;
    char skeleton[HK_SKELETON_SIZE];
    enum hk_error error = hk_tx_player(tx, registration->name->name,
                                       registration->name->folded,
                                       registration->now, player);

    if (!error)
        error = hk_name_skeleton(registration->name->folded, skeleton);
    if (!error)
        error = hk_tx_reserve_player(tx, player->id, skeleton);
    if (!error) {
        player->reserved = true;
        registration->token.player = player->id;
        error = hk_tx_add_token(tx, &registration->token, registration->now);
    }
    if (!error)
        error = hk_receipt_write(registration->receipt, tx, registration->now,
                                 &registration->registered);
    return error;
}

enum hk_error hk_players_register(struct hk_service *service,
                                  const struct hk_seat_wish *name,
                                  const struct hk_receipt *receipt,
                                  struct hk_registered *ret_registered)
{
    struct registration registration = {.name = name,
                                        .receipt = receipt,
                                        .now = hk_service_now(service),
                                        .token = {.kind = HK_TOKEN_PLAYER}};

    hk_auth_make_token(&service->rng, HK_TOKEN_PLAYER,
                       registration.registered.token, registration.token.hash);
    enum hk_error error = hk_store_write(service->store, write_registration,
                                         &registration);
    if (!error)
        *ret_registered = registration.registered;
    return error;
}

enum hk_error hk_players_find(struct hk_service *service, const char *folded,
                              struct hk_player_row *ret_player)
{
    return hk_store_find_player(service->store, folded, ret_player);
}

enum hk_error hk_players_figures(struct hk_service *service, int64_t player,
                                 enum hk_variant variant,
                                 struct hk_figures *ret_figures)
{
    return hk_store_figures(service->store, player, variant, ret_figures);
}

enum hk_error hk_players_board(struct hk_service *service,
                               const struct hk_board *board,
                               const struct hk_board_row *after, size_t limit,
                               struct hk_board_row *ret_rows, size_t *ret_count)
{
    return hk_store_board(service->store, board, after, limit, ret_rows,
                          ret_count);
}
