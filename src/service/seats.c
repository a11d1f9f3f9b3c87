/* Filling open seats; the last one starts the game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"
#include "store/players.h"

/* A name that was never used must not look like a reserved one. */
static enum hk_error find_or_make(struct hk_tx *tx,
                                  const struct hk_seat_wish *wish, hk_time now,
                                  struct hk_player_row *ret_player)
{
    char skeleton[HK_SKELETON_SIZE];
    enum hk_error error = hk_tx_find_player(tx, wish->folded, ret_player);

    if (error != HK_E_NOT_FOUND)
        return error;
    error = hk_name_skeleton(wish->folded, skeleton);
    if (!error)
        error = hk_tx_check_looks(tx, 0, skeleton);
    if (error)
        return error;
    return hk_tx_player(tx, wish->name, wish->folded, now, ret_player);
}

enum hk_error hk_player_to_seat(struct hk_tx *tx,
                                const struct hk_caller *caller,
                                const struct hk_seat_wish *wish, hk_time now,
                                struct hk_seat_row *ret_seat)
{
    struct hk_player_row player;
    enum hk_error error = find_or_make(tx, wish, now, &player);

    if (error)
        return error;
    if (player.reserved && caller->role != HK_ROLE_KEY_ADMIN &&
        !(caller->role == HK_ROLE_PLAYER && caller->player == player.id))
        return HK_E_FORBIDDEN;
    ret_seat->player = player.id;
    snprintf(ret_seat->name, sizeof ret_seat->name, "%s", player.name);
    return HK_OK;
}

/* ----- before the write --------------------------------------------------- */

/* Whoever may create games, or the host. */
static enum hk_error check_caller(const struct hk_game *game,
                                  const struct hk_caller *caller)
{
    struct hk_standing standing;
    enum hk_error error = hk_game_standing_locked(game, caller, &standing);

    if (error || standing.host)
        return error;
    return hk_auth_may_create(game->service, caller);
}

static enum hk_error check_seat(const struct hk_game *game, hk_seat seat)
{
    const struct hk_table *table = &game->history.table;

    if (table->status == HK_STATUS_FINISHED || table->status == HK_STATUS_ENDED)
        return HK_E_GAME_OVER;
    if (!(table->open_seats >> seat & 1))
        return HK_E_SEAT_TAKEN;
    return HK_OK;
}

static enum hk_error make_draft(struct hk_taking *taking)
{
    struct hk_write *write = &taking->write;
    enum hk_error error = hk_write_new_draft(write, &write->game->history.table,
                                             2);

    if (error)
        return error;
    hk_table_take_seat(&write->draft->table, taking->seat,
                       taking->seats[taking->seat].name, write->now,
                       hk_draft_next(write->draft));
    /* An arranged deal is not shown to who only asks. */
    if (!write->wish.dry_run)
        hk_draft_follow(write->draft, &write->service->rng, write->now);
    return HK_OK;
}

static enum hk_error judge_taking(struct hk_write *write)
{
    struct hk_taking *taking = (struct hk_taking *)write;
    const struct hk_game *game = write->game;
    enum hk_error error = check_caller(game, &taking->caller);

    if (!error)
        error = check_seat(game, taking->seat);
    if (error)
        return error;
    hk_game_seats(game, taking->seats);
    taking->token.kind = HK_TOKEN_SEAT;
    taking->token.game = game->row.id;
    taking->token.seat = taking->seat;
    hk_auth_make_token(&write->service->rng, HK_TOKEN_SEAT,
                       taking->seated.seat_tokens[taking->seat],
                       taking->token.hash);
    return make_draft(taking);
}

/* ----- the write ---------------------------------------------------------- */

static enum hk_error seat_player(struct hk_taking *taking, struct hk_tx *tx)
{
    const struct hk_write *write = &taking->write;
    struct hk_seat_row *seat = &taking->seats[taking->seat];
    enum hk_error error = hk_player_to_seat(tx, &taking->caller, taking->player,
                                            write->now, seat);

    if (error)
        return error;
    for (unsigned s = 0; s < write->game->row.seats; s++) {
        if (s != taking->seat && taking->seats[s].player == seat->player)
            return HK_E_PLAYER_SEATED_TWICE;
    }
    return hk_tx_take_seat(tx, write->game->row.id, taking->seat, seat->player);
}

static enum hk_error run_taking(struct hk_write *write, struct hk_tx *tx)
{
    struct hk_taking *taking = (struct hk_taking *)write;
    const struct hk_game *game = write->game;
    enum hk_error error = seat_player(taking, tx);

    if (!error)
        error = hk_draft_write(write->draft, tx, game->row.id);
    if (!error)
        error = hk_tx_add_token(tx, &taking->token, write->now);
    if (!error)
        error = hk_happened_make(&game->row, taking->seats, &game->history,
                                 write->draft, &taking->seated.happened);
    if (error)
        return error;
    write->outcome = &taking->seated;
    if (write->wish.dry_run)
        return HK_E_INTERNAL;
    taking->kept = hk_seats_keep(taking->seats);
    if (!taking->kept)
        return HK_E_STORAGE_UNAVAILABLE;
    error = hk_write_render(write);
    return error ? error : hk_write_keep_receipt(write, tx);
}

/* ----- the whole ---------------------------------------------------------- */

static void publish_taking(struct hk_write *write)
{
    struct hk_taking *taking = (struct hk_taking *)write;

    hk_game_set_seats(write->game, taking->kept);
}

static void drop_taking(struct hk_write *write)
{
    struct hk_taking *taking = (struct hk_taking *)write;

    hk_seated_clear(&taking->seated);
    free(taking->kept);
}

static const struct hk_write_kind taking_seat = {.judge = judge_taking,
                                                 .run = run_taking,
                                                 .publish = publish_taking,
                                                 .drop = drop_taking};

void hk_taking_start(struct hk_taking *taking, struct hk_game *game)
{
    hk_write_start(&taking->write, &taking_seat, game->service, game);
}

enum hk_error hk_lobby_take_seat(struct hk_game *game,
                                 const struct hk_caller *caller, hk_seat seat,
                                 const struct hk_seat_wish *player,
                                 const struct hk_wish *wish,
                                 struct hk_seated *ret_seated)
{
    struct hk_taking taking = {.write = {.wish = *wish},
                               .caller = *caller,
                               .seat = seat,
                               .player = player};
    enum hk_error error = hk_write_wait(&taking.write, &taking_seat,
                                        game->service, game);

    if (!error)
        *ret_seated = taking.seated;
    return error;
}
