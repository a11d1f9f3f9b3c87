/* Moves from check to commit to publish, and the host's end of a game. */
#include <stdlib.h>

#include "engine/plan.h"
#include "service/blind.h"
#include "service/dry.h"
#include "service/internal.h"

/* ----- moves -------------------------------------------------------------- */

static enum hk_error check_playing(const struct hk_table *table,
                                   struct hk_refusal *ret_refusal)
{
    if (table->mode == HK_MODE_SCORECARD)
        return hk_refuse(ret_refusal, HK_E_WRONG_MODE, HK_RULE_NONE,
                         HK_AT_MOVE);
    switch (table->status) {
    case HK_STATUS_OPEN:
        return hk_refuse(ret_refusal, HK_E_NOT_STARTED, HK_RULE_NONE,
                         HK_AT_MOVE);
    case HK_STATUS_PLAYING:
        return HK_OK;
    case HK_STATUS_FINISHED:
        return hk_refuse(ret_refusal, HK_E_GAME_OVER,
                         hk_rules_ids(&table->rules)->over, HK_AT_MOVE);
    case HK_STATUS_ENDED:
        return hk_refuse(ret_refusal, HK_E_GAME_OVER, HK_RULE_NONE, HK_AT_MOVE);
    }
    abort();
}

/* One move of a real run, with all that follows from it. */
static enum hk_error move_on(struct hk_game *game, struct hk_draft *draft,
                             struct hk_blind *blind, const struct hk_move *move,
                             hk_time now, struct hk_refusal *ret_refusal)
{
    /* Within a batch the game may have come to its end. */
    enum hk_error error = check_playing(&draft->table, ret_refusal);

    if (!error)
        error = hk_blind_check(blind, &draft->table, move, ret_refusal);
    if (error)
        return error;
    struct hk_entry *entry = hk_draft_next(draft);
    error = hk_table_move(&draft->table, move, now, entry, ret_refusal);
    if (error)
        return error;
    hk_blind_note(blind, &draft->table, &entry->event);
    hk_draft_follow(draft, &game->service->rng, now);
    return HK_OK;
}

/* All moves on the draft; none is known to anybody else yet. */
static enum hk_error play_all(struct hk_play *play, struct hk_dry *dry)
{
    const struct hk_write *write = &play->write;
    struct hk_draft *draft = write->draft;
    struct hk_blind blind = {.drew = false};
    enum hk_error error = check_playing(&draft->table, &play->refusal);

    if (!error && !play->for_bot &&
        draft->table.clocks.forfeits >> play->seat & 1)
        error = hk_refuse(&play->refusal, HK_E_SEAT_FORFEITED, HK_RULE_NONE,
                          HK_AT_MOVE);
    play->index = 0;
    for (size_t i = 0; i < play->count && !error; i++) {
        struct hk_move move = play->moves[i];

        move.seat = play->seat;
        error = write->wish.dry_run
                    ? hk_dry_move(dry, draft, &move, write->now, &play->refusal)
                    : move_on(write->game, draft, &blind, &move, write->now,
                              &play->refusal);
        play->index = i;
    }
    return error;
}

static enum hk_error judge_play(struct hk_write *write)
{
    struct hk_play *play = (struct hk_play *)write;
    struct hk_dry dry = hk_dry_begin();

    if (play->count == 0)
        return HK_E_INVALID_REQUEST;
    enum hk_error error = hk_write_new_draft(write, &write->game->history.table,
                                             play->count * HK_EVENTS_A_MOVE);

    if (!error)
        error = play_all(play, &dry);
    if (!error)
        error = hk_write_foresee(write, &play->happened);
    if (error)
        return error;
    play->happened.after.hidden_seat = dry.hidden_seat;
    play->happened.after.hidden_cards = dry.hidden_cards;
    return HK_OK;
}

static void drop_play(struct hk_write *write)
{
    hk_happened_clear(&((struct hk_play *)write)->happened);
}

static void count_play(const struct hk_write *write, enum hk_error error)
{
    const struct hk_play *play = (const struct hk_play *)write;

    hk_tally_moves(&write->service->tally, write->game->row.variant, error,
                   play->count);
}

static const struct hk_write_kind playing = {.judge = judge_play,
                                             .drop = drop_play,
                                             .count = count_play};

void hk_play_start(struct hk_play *play, struct hk_game *game)
{
    hk_write_start(&play->write, &playing, game->service, game);
}

enum hk_error hk_game_play(struct hk_game *game, hk_seat seat,
                           const struct hk_move *moves, size_t count,
                           const struct hk_wish *wish,
                           struct hk_happened *ret_happened,
                           struct hk_refusal *ret_refusal, size_t *ret_index)
{
    struct hk_play play = {.write = {.wish = *wish},
                           .seat = seat,
                           .moves = moves,
                           .count = count,
                           .for_bot = true};
    enum hk_error error = hk_write_wait(&play.write, &playing, game->service,
                                        game);

    if (!error)
        *ret_happened = play.happened;
    else if (play.refusal.error == error)
        *ret_refusal = play.refusal;
    *ret_index = play.index;
    return error;
}

/* ----- the host's end ----------------------------------------------------- */

static enum hk_error judge_closing(struct hk_write *write)
{
    struct hk_closing *closing = (struct hk_closing *)write;
    const struct hk_table *table = &write->game->history.table;

    if (table->status != HK_STATUS_OPEN && table->status != HK_STATUS_PLAYING)
        return HK_E_GAME_OVER;
    enum hk_error error = hk_write_new_draft(write, table, 1);
    if (error)
        return error;
    hk_table_end(&write->draft->table, write->now, hk_draft_next(write->draft));
    return hk_write_foresee(write, &closing->happened);
}

static void drop_closing(struct hk_write *write)
{
    hk_happened_clear(&((struct hk_closing *)write)->happened);
}

static const struct hk_write_kind closing_game = {.judge = judge_closing,
                                                  .drop = drop_closing};

void hk_closing_start(struct hk_closing *closing, struct hk_game *game)
{
    hk_write_start(&closing->write, &closing_game, game->service, game);
}

enum hk_error hk_game_end(struct hk_game *game, const struct hk_wish *wish,
                          struct hk_happened *ret_happened)
{
    struct hk_closing closing = {.write = {.wish = *wish}};
    enum hk_error error = hk_write_wait(&closing.write, &closing_game,
                                        game->service, game);

    if (!error)
        *ret_happened = closing.happened;
    return error;
}
