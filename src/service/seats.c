/* Filling open seats; the last one starts the game. */
#include <stdio.h>
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

/* A seat being taken. */
struct taking {
    struct hk_game *game;
    const struct hk_caller *caller;
    const struct hk_seat_wish *player;
    const struct hk_wish *wish;
    hk_seat seat;
    hk_time now;
    struct hk_draft draft; /* its name lies in `seats` */
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_token_row token;
    struct hk_seated seated;
    bool made; /* all was written */
};

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

static enum hk_error make_draft(struct taking *taking)
{
    struct hk_draft *draft = &taking->draft;
    enum hk_error error = hk_draft_init(draft, &taking->game->history.table, 2);

    if (error)
        return error;
    hk_table_take_seat(&draft->table, taking->seat,
                       taking->seats[taking->seat].name, taking->now,
                       hk_draft_next(draft));
    /* An arranged deal is not shown to who only asks. */
    if (!taking->wish->dry_run)
        hk_draft_follow(draft, &taking->game->service->rng, taking->now);
    return HK_OK;
}

/* ----- the write ---------------------------------------------------------- */

static enum hk_error seat_player(struct taking *taking, struct hk_tx *tx)
{
    struct hk_seat_row *seat = &taking->seats[taking->seat];
    enum hk_error error = hk_player_to_seat(tx, taking->caller, taking->player,
                                            taking->now, seat);

    if (error)
        return error;
    for (unsigned s = 0; s < taking->game->row.seats; s++) {
        if (s != taking->seat && taking->seats[s].player == seat->player)
            return HK_E_PLAYER_SEATED_TWICE;
    }
    return hk_tx_take_seat(tx, taking->game->row.id, taking->seat,
                           seat->player);
}

static enum hk_error write_taking(struct hk_tx *tx, void *cls)
{
    struct taking *taking = cls;
    const struct hk_game *game = taking->game;
    enum hk_error error = seat_player(taking, tx);

    if (!error)
        error = hk_draft_write(&taking->draft, tx, game->row.id,
                               game->row.ranked);
    if (!error)
        error = hk_tx_add_token(tx, &taking->token, taking->now);
    if (!error)
        error = hk_happened_make(&game->row, taking->seats, &game->history,
                                 &taking->draft, &taking->seated.happened);
    if (!error)
        error = hk_receipt_write(taking->wish->receipt, tx, taking->now,
                                 &taking->seated);
    taking->made = !error;
    /* What a dry run wrote is rolled back like any failure. */
    return error || !taking->wish->dry_run ? error : HK_E_INTERNAL;
}

static enum hk_error run_taking(struct taking *taking)
{
    struct hk_game *game = taking->game;
    enum hk_error error = make_draft(taking);

    if (error)
        return error;
    error = hk_store_write(game->service->store, write_taking, taking);
    if (!error) {
        memcpy(game->seats, taking->seats, sizeof game->seats);
        hk_history_take(&game->history, &taking->draft);
    } else if (taking->made && taking->wish->dry_run) {
        error = HK_OK;
    }
    hk_draft_clear(&taking->draft);
    return error;
}

static enum hk_error take_locked(struct taking *taking,
                                 struct hk_seated *ret_seated)
{
    struct hk_game *game = taking->game;
    enum hk_error error = check_caller(game, taking->caller);

    if (!error)
        error = hk_game_check_seq(game, taking->wish);
    if (!error)
        error = check_seat(game, taking->seat);
    if (error)
        return error;
    memcpy(taking->seats, game->seats, sizeof taking->seats);
    taking->token.kind = HK_TOKEN_SEAT;
    taking->token.game = game->row.id;
    taking->token.seat = taking->seat;
    hk_auth_make_token(&game->service->rng, HK_TOKEN_SEAT,
                       taking->seated.seat_tokens[taking->seat],
                       taking->token.hash);
    error = run_taking(taking);
    if (error)
        hk_seated_clear(&taking->seated);
    else
        *ret_seated = taking->seated;
    return error;
}

enum hk_error hk_lobby_take_seat(struct hk_game *game,
                                 const struct hk_caller *caller, hk_seat seat,
                                 const struct hk_seat_wish *player,
                                 const struct hk_wish *wish,
                                 struct hk_seated *ret_seated)
{
    struct taking taking = {.game = game,
                            .caller = caller,
                            .player = player,
                            .wish = wish,
                            .seat = seat,
                            .now = hk_service_now(game->service)};

    hk_game_lock(game);
    enum hk_error error = take_locked(&taking, ret_seated);
    hk_game_unlock(game);
    if (!error && !wish->dry_run)
        hk_bots_look(game);
    return error;
}
