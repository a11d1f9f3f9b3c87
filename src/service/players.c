/* Players, their figures, leaderboards. */
#include "service/players.h"

#include "service/internal.h"
#include "store/keys.h"

static enum hk_error judge_registration(struct hk_write *write)
{
    struct hk_registration *registration = (struct hk_registration *)write;

    registration->token.kind = HK_TOKEN_PLAYER;
    hk_auth_make_token(&write->service->rng, HK_TOKEN_PLAYER,
                       registration->registered.token,
                       registration->token.hash);
    return hk_name_skeleton(registration->name->folded, registration->skeleton);
}

static enum hk_error run_registration(struct hk_write *write, struct hk_tx *tx)
{
    struct hk_registration *registration = (struct hk_registration *)write;
    struct hk_player_row *player = &registration->registered.player;
    enum hk_error error = hk_tx_player(tx, registration->name->name,
                                       registration->name->folded, write->now,
                                       player);

    if (!error)
        error = hk_tx_reserve_player(tx, player->id, registration->skeleton);
    if (error)
        return error;
    player->reserved = true;
    registration->token.player = player->id;
    error = hk_tx_add_token(tx, &registration->token, write->now);
    if (error)
        return error;
    write->outcome = &registration->registered;
    if (write->wish.dry_run)
        return HK_E_INTERNAL;
    error = hk_write_render(write);
    return error ? error : hk_write_keep_receipt(write, tx);
}

/* It owns nothing. */
static void drop_registration(struct hk_write *write)
{
    (void)write;
}

static const struct hk_write_kind registering = {.judge = judge_registration,
                                                 .run = run_registration,
                                                 .drop = drop_registration};

void hk_registration_start(struct hk_registration *registration,
                           struct hk_service *service)
{
    hk_write_start(&registration->write, &registering, service, NULL);
}

enum hk_error hk_players_register(struct hk_service *service,
                                  const struct hk_seat_wish *name,
                                  const struct hk_receipt *receipt,
                                  struct hk_registered *ret_registered)
{
    struct hk_registration registration = {
        .write = {.wish = {.receipt = receipt}}, .name = name};
    enum hk_error error = hk_write_wait(&registration.write, &registering,
                                        service, NULL);

    if (!error)
        *ret_registered = registration.registered;
    return error;
}

enum hk_error hk_players_find(struct hk_service *service, const char *folded,
                              struct hk_player_row *ret_player)
{
    return hk_store_find_player(service->store, folded, ret_player);
}

enum hk_error hk_players_board(struct hk_service *service,
                               const struct hk_board *board,
                               const struct hk_board_place *after, size_t limit,
                               struct hk_board_row *ret_rows, size_t *ret_count)
{
    return hk_store_board(service->store, board, after, limit, ret_rows,
                          ret_count);
}

enum hk_error hk_players_board_around(struct hk_service *service,
                                      const struct hk_board *board,
                                      int64_t player, int64_t partner,
                                      size_t limit,
                                      struct hk_board_row *ret_rows,
                                      size_t *ret_count)
{
    return hk_store_board_around(service->store, board, player, partner, limit,
                                 ret_rows, ret_count);
}

enum hk_error hk_players_profile(struct hk_service *service, int64_t player,
                                 struct hk_profile *ret_profile, size_t limit,
                                 struct hk_board_row *ret_pairs,
                                 size_t *ret_count)
{
    return hk_store_profile(service->store, player, ret_profile, limit,
                            ret_pairs, ret_count);
}
