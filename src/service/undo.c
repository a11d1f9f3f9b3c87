/* Moves taken back: the log is read again up to them, which is rare enough. */
#include "service/undo.h"

#include <stdlib.h>

#include "base/log.h"
#include "service/internal.h"

static enum hk_error check_playing(const struct hk_table *table)
{
    if (table->mode == HK_MODE_SCORECARD)
        return HK_E_WRONG_MODE;
    switch (table->status) {
    case HK_STATUS_OPEN:
        return HK_E_NOT_STARTED;
    case HK_STATUS_PLAYING:
        return HK_OK;
    case HK_STATUS_FINISHED:
    case HK_STATUS_ENDED:
        return HK_E_GAME_OVER;
    }
    abort();
}

/* What the log says of the moves before; to be freed. */
static enum hk_error read_past(const struct hk_game *game,
                               struct hk_past **ret_past)
{
    struct hk_history history;
    char fault[HK_FAULT_SIZE];
    struct hk_past *past;
    enum hk_error error = hk_history_past(game->service->store, &game->row,
                                          &history, &past, fault);

    if (error == HK_E_INTERNAL)
        hk_log(HK_LOG_ERROR, "game %s does not replay: %s", game->slot.uuid,
               fault);
    if (error)
        return error;
    /* No other write is on its way, so the log ends where the game stands. */
    if (history.table.seq != game->history.table.seq) {
        hk_log(HK_LOG_ERROR, "game %s: its log ends elsewhere",
               game->slot.uuid);
        error = HK_E_INTERNAL;
    }
    hk_history_clear(&history);
    if (error)
        free(past);
    else
        *ret_past = past;
    return error;
}

static enum hk_error judge_undoing(struct hk_write *write)
{
    const struct hk_table *table = &write->game->history.table;
    enum hk_error error = check_playing(table);

    /* Whether it may be, the log says: it is read when no lock is held. */
    return error ? error : hk_write_new_draft(write, table, 1);
}

/* The moves taken back on the draft. */
static enum hk_error take_back(struct hk_undoing *undoing)
{
    struct hk_write *write = &undoing->write;
    struct hk_past *past;
    enum hk_error error = read_past(write->game, &past);

    if (error)
        return error;
    if (undoing->moves == 0 || undoing->moves > past->count) {
        undoing->bar = past->bar;
        undoing->bar_seq = past->bar_seq;
        error = HK_E_CANNOT_UNDO;
    } else {
        hk_table_undo(&write->draft->table, past, undoing->moves, write->now,
                      hk_draft_next(write->draft));
    }
    free(past);
    return error;
}

static enum hk_error run_undoing(struct hk_write *write, struct hk_tx *tx)
{
    struct hk_undoing *undoing = (struct hk_undoing *)write;
    enum hk_error error = take_back(undoing);

    if (!error)
        error = hk_write_foresee(write, &undoing->happened);
    if (!error && write->wish.dry_run)
        return HK_E_INTERNAL;
    if (!error)
        error = hk_write_render(write);
    if (!error)
        error = hk_write_keep_receipt(write, tx);
    if (!error)
        error = hk_draft_write(write->draft, tx, write->game->row.id);
    return error;
}

static void drop_undoing(struct hk_write *write)
{
    hk_happened_clear(&((struct hk_undoing *)write)->happened);
}

static const struct hk_write_kind undoing_moves = {.judge = judge_undoing,
                                                   .run = run_undoing,
                                                   .drop = drop_undoing};

void hk_undoing_start(struct hk_undoing *undoing, struct hk_game *game)
{
    hk_write_start(&undoing->write, &undoing_moves, game->service, game);
}

enum hk_error hk_game_undo(struct hk_game *game, unsigned moves,
                           const struct hk_wish *wish,
                           struct hk_undoing *ret_undoing)
{
    *ret_undoing = (struct hk_undoing){.write = {.wish = *wish},
                                       .moves = moves};
    return hk_write_wait(&ret_undoing->write, &undoing_moves, game->service,
                         game);
}
