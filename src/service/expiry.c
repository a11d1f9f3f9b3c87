/* Expiries: judged on the game, and what follows from them. */
#include "service/expiry.h"

#include "service/clock_moves.h"
#include "service/internal.h"

/* The moves for a seat whose time is up, until its turn or its answer is over.
 */
static enum hk_error move_for(struct hk_write *write)
{
    struct hk_draft *draft = write->draft;
    struct hk_table *table = &draft->table;
    enum hk_error error = HK_OK;

    for (unsigned i = 0; hk_table_owed(table) == HK_OWED_CLOCK_MOVE; i++) {
        struct hk_refusal refusal;
        struct hk_move move;

        if (i == HK_CLOCK_MOVES_MAX)
            return HK_E_INTERNAL;
        error = hk_clock_move(&table->rules, &table->state, table->clocks.drawn,
                              &move);
        if (!error)
            error = hk_table_move(table, &move, write->now,
                                  hk_draft_next(draft), &refusal);
        if (error)
            return HK_E_INTERNAL;
        hk_draft_follow(draft, &write->service->rng, write->now);
    }
    return HK_OK;
}

static enum hk_error expire(struct hk_write *write)
{
    struct hk_table *table = &write->draft->table;
    struct hk_clock_face face = hk_table_clock(table);

    if (!face.limited || face.left_ms > 0)
        return HK_E_STALE;
    hk_table_expire(table, write->now, hk_draft_next(write->draft));
    return move_for(write);
}

static enum hk_error resume(struct hk_write *write)
{
    if (!write->game->resume)
        return HK_E_STALE;
    hk_table_resume(&write->draft->table, write->now,
                    hk_draft_next(write->draft));
    return HK_OK;
}

static enum hk_error judge_expiry(struct hk_write *write)
{
    struct hk_expiry *expiry = (struct hk_expiry *)write;
    enum hk_error error = hk_write_new_draft(write, &write->game->history.table,
                                             1 + HK_CLOCK_MOVES_MAX *
                                                     HK_EVENTS_A_MOVE);

    if (!error)
        error = expiry->resume ? resume(write) : expire(write);
    return error ? error : hk_write_foresee(write, &expiry->happened);
}

static void drop_expiry(struct hk_write *write)
{
    hk_happened_clear(&((struct hk_expiry *)write)->happened);
}

static const struct hk_write_kind expiring = {.judge = judge_expiry,
                                              .drop = drop_expiry};

void hk_expiry_start(struct hk_expiry *expiry, struct hk_game *game)
{
    hk_write_start(&expiry->write, &expiring, game->service, game);
}
