/* Seats that change hands. */
#include "service/handover.h"

#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

/* ----- what all such writes share ----------------------------------------- */

/* The row of the seat as it will be; ret_stays: its player is the one before.
 */
static enum hk_error seat_holder(struct hk_handover *handover,
                                 const struct hk_write *write, struct hk_tx *tx,
                                 const struct hk_caller *caller,
                                 const struct hk_seat_wish *to, bool *ret_stays)
{
    struct hk_seat_row *row = &handover->seats[handover->seat];
    int64_t before = row->player;

    row->player = 0;
    row->name[0] = '\0';
    row->bot = !to;
    if (!to)
        return HK_OK;
    enum hk_error error = hk_player_to_seat(tx, caller, to, write->now, row);
    if (error)
        return error;
    for (unsigned s = 0; s < write->game->row.seats; s++) {
        if (s != handover->seat && handover->seats[s].player == row->player)
            return HK_E_PLAYER_SEATED_TWICE;
    }
    *ret_stays = row->player == before;
    return HK_OK;
}

static enum hk_error write_rows(struct hk_handover *handover,
                                const struct hk_write *write, struct hk_tx *tx)
{
    int64_t game = write->game->row.id;
    int64_t player = handover->seats[handover->seat].player;
    enum hk_error error = hk_tx_give_seat(tx, game, handover->seat, player);

    if (!error)
        error = hk_tx_rank(tx, game, hk_table_ranked(&write->draft->table));
    if (!error && player)
        error = hk_tx_add_token(tx, &handover->token, write->now);
    if (error)
        return error;
    handover->kept = hk_seats_keep(handover->seats);
    return handover->kept ? HK_OK : HK_E_STORAGE_UNAVAILABLE;
}

enum hk_error hk_handover_write(struct hk_handover *handover,
                                const struct hk_write *write, struct hk_tx *tx,
                                const struct hk_caller *caller,
                                const struct hk_seat_wish *to, char *ret_token)
{
    bool stays = false;

    hk_game_seats(write->game, handover->seats);
    enum hk_error error = seat_holder(handover, write, tx, caller, to, &stays);
    if (error)
        return error;
    hk_table_give_seat(&write->draft->table, handover->seat,
                       to ? handover->seats[handover->seat].name : NULL, stays,
                       write->now, hk_draft_next(write->draft));
    if (to) {
        handover->token.kind = HK_TOKEN_SEAT;
        handover->token.game = write->game->row.id;
        handover->token.seat = handover->seat;
        hk_auth_make_token(&write->service->rng, HK_TOKEN_SEAT, ret_token,
                           handover->token.hash);
    }
    return write_rows(handover, write, tx);
}

void hk_handover_publish(struct hk_handover *handover, struct hk_game *game,
                         uint32_t seq)
{
    hk_game_set_seats(game, handover->kept);
    handover->kept = NULL;
    hk_game_seat_given(game, handover->seat, seq);
}

void hk_handover_clear(struct hk_handover *handover)
{
    if (!handover)
        return;
    free(handover->kept);
    handover->kept = NULL;
}

/* ----- by the host -------------------------------------------------------- */

static enum hk_error judge_giving(struct hk_write *write)
{
    struct hk_giving *giving = (struct hk_giving *)write;
    const struct hk_table *table = &write->game->history.table;
    struct hk_standing standing;
    enum hk_error error = hk_game_standing_locked(write->game, &giving->caller,
                                                  &standing);

    if (error)
        return error;
    if (!standing.host)
        return HK_E_FORBIDDEN;
    if (table->status == HK_STATUS_FINISHED || table->status == HK_STATUS_ENDED)
        return HK_E_GAME_OVER;
    if (giving->to->bot && table->mode == HK_MODE_SCORECARD)
        return HK_E_INVALID_REQUEST;
    giving->handover.seat = giving->seat;
    /* Who comes is known when it is written. */
    return hk_write_new_draft(write, table, 2);
}

static enum hk_error write_giving(struct hk_giving *giving, struct hk_tx *tx)
{
    struct hk_write *write = &giving->write;
    const struct hk_game *game = write->game;
    enum hk_error error = hk_handover_write(
        &giving->handover, write, tx, &giving->caller,
        giving->to->bot ? NULL : giving->to,
        giving->seated.seat_tokens[giving->seat]);

    if (error)
        return error;
    /* An arranged deal is not shown to who only asks. */
    if (!write->wish.dry_run)
        hk_draft_follow(write->draft, &write->service->rng, write->now);
    error = hk_draft_write(write->draft, tx, game->row.id);
    if (!error)
        error = hk_happened_make(&game->row, giving->handover.seats,
                                 &game->history, write->draft,
                                 &giving->seated.happened);
    if (error)
        return error;
    /* Who sits down is there, until it has been quiet for long. */
    struct hk_snapshot *after = &giving->seated.happened.after;
    after->away = hk_presence_after(game, after->row.status) &
                  (uint8_t) ~(1u << giving->seat);
    return HK_OK;
}

static enum hk_error run_giving(struct hk_write *write, struct hk_tx *tx)
{
    struct hk_giving *giving = (struct hk_giving *)write;
    enum hk_error error = write_giving(giving, tx);

    if (error)
        return error;
    write->outcome = &giving->seated;
    if (write->wish.dry_run) {
        hk_handover_clear(&giving->handover);
        return HK_E_INTERNAL;
    }
    error = hk_write_render(write);
    return error ? error : hk_write_keep_receipt(write, tx);
}

static void publish_giving(struct hk_write *write)
{
    hk_handover_publish(&((struct hk_giving *)write)->handover, write->game,
                        write->draft->entries[0].event.seq);
}

static void drop_giving(struct hk_write *write)
{
    struct hk_giving *giving = (struct hk_giving *)write;

    hk_seated_clear(&giving->seated);
    hk_handover_clear(&giving->handover);
}

static const struct hk_write_kind giving_seat = {.judge = judge_giving,
                                                 .run = run_giving,
                                                 .publish = publish_giving,
                                                 .drop = drop_giving};

void hk_giving_start(struct hk_giving *giving, struct hk_game *game)
{
    hk_write_start(&giving->write, &giving_seat, game->service, game);
}

enum hk_error hk_lobby_give_seat(struct hk_game *game,
                                 const struct hk_caller *caller, hk_seat seat,
                                 const struct hk_seat_wish *to,
                                 const struct hk_wish *wish,
                                 struct hk_seated *ret_seated)
{
    struct hk_giving giving = {
        .write = {.wish = *wish}, .caller = *caller, .seat = seat, .to = to};
    enum hk_error error = hk_write_wait(&giving.write, &giving_seat,
                                        game->service, game);

    if (!error)
        *ret_seated = giving.seated;
    return error;
}
