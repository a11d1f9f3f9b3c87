/* Scorecards: rounds of a physical table, recorded and corrected. */
#include "service/scorecard.h"

#include <stdlib.h>

#include "service/internal.h"

/* ----- telling ------------------------------------------------------------ */

static const struct hk_round_row *find_round(const struct hk_game *game,
                                             unsigned round)
{
    if (round == 0 || round > game->history.round_count)
        return NULL;
    return &game->history.rounds[round - 1];
}

static enum hk_error check_game(const struct hk_telling *telling,
                                const struct hk_game *game)
{
    const struct hk_table *table = &game->history.table;

    if (table->mode != HK_MODE_SCORECARD)
        return HK_E_WRONG_MODE;
    if (telling->reason && !find_round(game, telling->round))
        return HK_E_NOT_FOUND;
    switch (table->status) {
    case HK_STATUS_OPEN:
        return HK_E_NOT_STARTED;
    case HK_STATUS_PLAYING:
        return HK_OK;
    case HK_STATUS_FINISHED:
        return telling->reason ? HK_OK : HK_E_GAME_OVER;
    case HK_STATUS_ENDED:
        return HK_E_GAME_OVER;
    }
    abort();
}

/* The event in the draft, and what follows from it. */
static enum hk_error draft_round(struct hk_telling *telling)
{
    struct hk_write *write = &telling->write;
    struct hk_draft *draft = write->draft;
    struct hk_entry *entry = hk_draft_next(draft);
    enum hk_error error;

    if (telling->reason)
        error = hk_table_correct_round(
            &draft->table, telling->by, find_round(write->game, telling->round),
            telling->told, telling->reason, write->now, entry,
            &telling->impossibility);
    else
        error = hk_table_record_round(&draft->table, telling->by, telling->told,
                                      write->now, entry,
                                      &telling->impossibility);
    if (!error)
        hk_draft_follow(draft, &write->service->rng, write->now);
    return error;
}

static enum hk_error judge_telling(struct hk_write *write)
{
    enum { EVENTS_MAX = 2 }; /* the round, the end of the game */
    struct hk_telling *telling = (struct hk_telling *)write;
    enum hk_error error = check_game(telling, write->game);

    if (!error)
        error = hk_write_new_draft(write, &write->game->history.table,
                                   EVENTS_MAX);
    if (!error)
        error = draft_round(telling);
    if (!error)
        error = hk_write_foresee(write, &telling->happened);
    return error;
}

static void drop_telling(struct hk_write *write)
{
    hk_happened_clear(&((struct hk_telling *)write)->happened);
}

static const struct hk_write_kind kind = {.judge = judge_telling,
                                          .drop = drop_telling};

void hk_telling_start(struct hk_telling *telling, struct hk_game *game)
{
    hk_write_start(&telling->write, &kind, game->service, game);
}

static enum hk_error wait(struct hk_telling *telling, struct hk_game *game,
                          struct hk_happened *ret_happened,
                          struct hk_impossibility *ret_impossibility)
{
    enum hk_error error = hk_write_wait(&telling->write, &kind, game->service,
                                        game);

    if (!error)
        *ret_happened = telling->happened;
    else if (error == HK_E_IMPOSSIBLE_ROUND)
        *ret_impossibility = telling->impossibility;
    return error;
}

enum hk_error hk_game_record_round(struct hk_game *game, int by,
                                   const struct hk_told_round *told,
                                   const struct hk_wish *wish,
                                   struct hk_happened *ret_happened,
                                   struct hk_impossibility *ret_impossibility)
{
    struct hk_telling telling = {
        .write = {.wish = *wish}, .by = by, .told = told};

    return wait(&telling, game, ret_happened, ret_impossibility);
}

enum hk_error hk_game_correct_round(struct hk_game *game, int by,
                                    unsigned round,
                                    const struct hk_told_round *told,
                                    const char *reason,
                                    const struct hk_wish *wish,
                                    struct hk_happened *ret_happened,
                                    struct hk_impossibility *ret_impossibility)
{
    struct hk_telling telling = {.write = {.wish = *wish},
                                 .by = by,
                                 .told = told,
                                 .reason = reason,
                                 .round = round};

    return wait(&telling, game, ret_happened, ret_impossibility);
}

/* ----- revisions ---------------------------------------------------------- */

static enum hk_error last_revision(const struct hk_game *game, unsigned round,
                                   uint32_t *ret_last)
{
    if (game->history.table.mode != HK_MODE_SCORECARD)
        return HK_E_WRONG_MODE;
    const struct hk_round_row *row = find_round(game, round);
    if (!row)
        return HK_E_NOT_FOUND;
    *ret_last = row->revision;
    return HK_OK;
}

enum hk_error hk_game_revisions(
    struct hk_game *game, unsigned round, unsigned first, size_t limit,
    enum hk_error (*each)(const struct hk_round_row *revision,
                          const char *reason, void *cls),
    void *cls, bool *ret_more)
{
    uint32_t last = 0;

    hk_game_lock(game);
    int64_t id = game->row.id;
    enum hk_error error = last_revision(game, round, &last);
    hk_game_unlock(game);
    if (error)
        return error;
    size_t left = first > last ? 0 : last - first + 1;
    *ret_more = left > limit;
    if (left == 0 || limit == 0)
        return HK_OK;
    return hk_store_revisions(game->service->store, id, round, first,
                              left < limit ? left : limit, each, cls);
}
