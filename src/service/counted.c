/* The counted games in order. */
#include "service/counted.h"

#include <stdio.h>
#include <string.h>

#include "store/results.h"

enum hk_error hk_counted_init(struct hk_counted_list *ret_list)
{
    struct hk_counted_list list = {.count = 0};
    enum hk_error error = hk_spool_new(sizeof(struct hk_counted), &list.spool);

    if (!error)
        *ret_list = list;
    return error;
}

void hk_counted_clear(struct hk_counted_list *list)
{
    hk_spool_free(list->spool);
    *list = (struct hk_counted_list){0};
}

enum hk_error hk_counted_put(struct hk_counted_list *list,
                             struct hk_store *store, const char *uuid,
                             const struct hk_result *result)
{
    struct hk_counted game;

    memset(&game, 0, sizeof game);
    game.result = *result;
    snprintf(game.uuid, sizeof game.uuid, "%s", uuid);
    enum hk_error error = hk_store_result_number(store, result->game,
                                                 &game.number);
    const struct hk_spool_key key = {.first = game.number ? game.number
                                                          : INT64_MAX,
                                     .second = result->ended_at,
                                     .third = result->game};
    if (!error)
        error = hk_spool_add(list->spool, &key, &game);
    if (!error)
        list->count++;
    return error;
}

enum hk_error hk_counted_add(struct hk_counted_list *list,
                             struct hk_store *store,
                             const struct hk_game_row *row,
                             const struct hk_seat_row *seats,
                             const struct hk_history *history)
{
    const struct hk_table *table = &history->table;
    struct hk_result result;

    if (table->status != HK_STATUS_FINISHED || !hk_table_ranked(table))
        return HK_OK;
    hk_result_make(&result, row->id, &table->rules, hk_evidence_of(table->mode),
                   history->finished_at, seats, history->rounds,
                   history->round_count);
    return hk_counted_put(list, store, row->uuid, &result);
}

enum hk_error hk_counted_begin(const struct hk_counted_list *list,
                               struct hk_reckoning *reckoning)
{
    enum hk_error error = HK_OK;
    struct hk_counted game;
    bool found = true;

    hk_spool_rewind(list->spool);
    while (found && !error) {
        error = hk_counted_next(list, &game, &found);
        if (found && !error)
            error = hk_reckoning_await(reckoning, &game.result);
    }
    hk_spool_rewind(list->spool);
    return error;
}

enum hk_error hk_counted_next(const struct hk_counted_list *list,
                              struct hk_counted *ret_game, bool *ret_found)
{
    return hk_spool_next(list->spool, ret_game, ret_found);
}
