/* Counting what happens. */
#include "service/tally.h"

#include <stdlib.h>

const char *hk_move_result_name(enum hk_move_result result)
{
    switch (result) {
    case HK_MOVE_ACCEPTED:
        return "accepted";
    case HK_MOVE_REFUSED:
        return "refused";
    case HK_MOVE_FAILED:
        return "failed";
    }
    abort();
}

enum hk_error hk_tally_begin(struct hk_tally *tally, struct hk_store *store)
{
    uint64_t games[HK_STATUSES] = {0};

    enum hk_error error = hk_store_count_games(store, games);
    if (error)
        return error;
    for (unsigned status = 0; status < HK_STATUSES; status++)
        hk_counter_add(&tally->games[status], games[status]);
    return HK_OK;
}

static enum hk_move_result result_of(enum hk_error error)
{
    if (error == HK_OK)
        return HK_MOVE_ACCEPTED;
    if (error == HK_E_INTERNAL || error == HK_E_STORAGE_UNAVAILABLE)
        return HK_MOVE_FAILED;
    return HK_MOVE_REFUSED;
}

void hk_tally_moves(struct hk_tally *tally, enum hk_variant variant,
                    enum hk_error error, size_t count)
{
    enum hk_move_result result = result_of(error);

    /* Of those refused together it is one that was refused. */
    hk_counter_add(&tally->moves[variant][result], error ? 1 : count);
    if (result == HK_MOVE_REFUSED)
        hk_counter_add(&tally->refusals[error], 1);
}

void hk_tally_new_game(struct hk_tally *tally, enum hk_status status)
{
    hk_counter_add(&tally->games[status], 1);
}

void hk_tally_game(struct hk_tally *tally, enum hk_status before,
                   enum hk_status after)
{
    if (before == after)
        return;
    hk_counter_add(&tally->games[after], 1);
    hk_counter_add(&tally->games[before], UINT64_MAX); /* one less */
}
