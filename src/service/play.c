/* Moves from check to commit to publish, and the host's end of a game. */
#include <stdlib.h>

#include "engine/plan.h"
#include "service/blind.h"
#include "service/dry.h"
#include "service/internal.h"

/* ----- a draft becomes durable, then public ------------------------------- */

struct commit {
    struct hk_game *game;
    const struct hk_draft *draft;
    const struct hk_receipt *receipt;
    const struct hk_happened *happened;
    hk_time now;
};

static enum hk_error write_commit(struct hk_tx *tx, void *cls)
{
    const struct commit *commit = cls;
    const struct hk_game_row *row = &commit->game->row;
    enum hk_error error = hk_draft_write(commit->draft, tx, row->id,
                                         row->ranked);

    if (!error)
        error = hk_receipt_write(commit->receipt, tx, commit->now,
                                 commit->happened);
    return error;
}

/* Persist, then publish: until the write is done the game is what it was. */
static enum hk_error commit_draft(struct hk_game *game,
                                  const struct hk_draft *draft,
                                  const struct hk_wish *wish, hk_time now,
                                  const struct hk_happened *happened)
{
    struct commit commit = {.game = game,
                            .draft = draft,
                            .receipt = wish->receipt,
                            .happened = happened,
                            .now = now};
    enum hk_error error = hk_history_reserve(&game->history,
                                             hk_draft_rounds(draft));

    if (!error)
        error = hk_store_write(game->service->store, write_commit, &commit);
    if (!error)
        hk_history_take(&game->history, draft);
    return error;
}

/* The end of every write: what the draft brings, kept unless it is dry. */
static enum hk_error conclude(struct hk_game *game,
                              const struct hk_draft *draft,
                              const struct hk_wish *wish, hk_time now,
                              const struct hk_dry *dry,
                              struct hk_happened *ret_happened)
{
    struct hk_happened happened;
    enum hk_error error = hk_happened_make(&game->row, game->seats,
                                           &game->history, draft, &happened);

    if (error)
        return error;
    happened.after.hidden_seat = dry->hidden_seat;
    happened.after.hidden_cards = dry->hidden_cards;
    if (!wish->dry_run)
        error = commit_draft(game, draft, wish, now, &happened);
    if (error)
        hk_happened_clear(&happened);
    else
        *ret_happened = happened;
    return error;
}

/* ----- moves -------------------------------------------------------------- */

static enum hk_error check_playing(const struct hk_table *table,
                                   struct hk_refusal *ret_refusal)
{
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
static enum hk_error play_all(struct hk_game *game, struct hk_draft *draft,
                              struct hk_dry *dry, hk_seat seat,
                              const struct hk_move *moves, size_t count,
                              hk_time now, struct hk_refusal *ret_refusal,
                              size_t *ret_index)
{
    struct hk_blind blind = {.drew = false};
    enum hk_error error = check_playing(&draft->table, ret_refusal);

    *ret_index = 0;
    for (size_t i = 0; i < count && !error; i++) {
        struct hk_move move = moves[i];

        move.seat = seat;
        error = dry ? hk_dry_move(dry, draft, &move, now, ret_refusal)
                    : move_on(game, draft, &blind, &move, now, ret_refusal);
        *ret_index = i;
    }
    return error;
}

static enum hk_error play_locked(struct hk_game *game, hk_seat seat,
                                 const struct hk_move *moves, size_t count,
                                 const struct hk_wish *wish,
                                 struct hk_draft *draft,
                                 struct hk_happened *ret_happened,
                                 struct hk_refusal *ret_refusal,
                                 size_t *ret_index)
{
    struct hk_dry dry = hk_dry_begin();
    hk_time now = hk_service_now(game->service);
    enum hk_error error = play_all(game, draft, wish->dry_run ? &dry : NULL,
                                   seat, moves, count, now, ret_refusal,
                                   ret_index);

    if (error)
        return error;
    return conclude(game, draft, wish, now, &dry, ret_happened);
}

enum hk_error hk_game_play(struct hk_game *game, hk_seat seat,
                           const struct hk_move *moves, size_t count,
                           const struct hk_wish *wish,
                           struct hk_happened *ret_happened,
                           struct hk_refusal *ret_refusal, size_t *ret_index)
{
    struct hk_draft draft;

    if (count == 0)
        return HK_E_INVALID_REQUEST;
    hk_game_lock(game);
    enum hk_error error = hk_game_check_seq(game, wish);
    if (!error)
        error = hk_draft_init(&draft, &game->history.table,
                              count * HK_EVENTS_A_MOVE);
    if (!error) {
        error = play_locked(game, seat, moves, count, wish, &draft,
                            ret_happened, ret_refusal, ret_index);
        hk_draft_clear(&draft);
    }
    hk_game_unlock(game);
    if (!error && !wish->dry_run)
        hk_bots_look(game);
    return error;
}

/* ----- the host's end ----------------------------------------------------- */

static enum hk_error end_locked(struct hk_game *game,
                                const struct hk_wish *wish,
                                struct hk_happened *ret_happened)
{
    const struct hk_dry nothing = hk_dry_begin();
    struct hk_draft draft;
    hk_time now = hk_service_now(game->service);
    enum hk_error error = hk_game_check_seq(game, wish);

    if (error)
        return error;
    if (game->history.table.status != HK_STATUS_OPEN &&
        game->history.table.status != HK_STATUS_PLAYING)
        return HK_E_GAME_OVER;
    error = hk_draft_init(&draft, &game->history.table, 1);
    if (error)
        return error;
    hk_table_end(&draft.table, now, hk_draft_next(&draft));
    error = conclude(game, &draft, wish, now, &nothing, ret_happened);
    hk_draft_clear(&draft);
    return error;
}

enum hk_error hk_game_end(struct hk_game *game, const struct hk_wish *wish,
                          struct hk_happened *ret_happened)
{
    hk_game_lock(game);
    enum hk_error error = end_locked(game, wish, ret_happened);
    hk_game_unlock(game);
    return error;
}
