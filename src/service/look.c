/* A look at one game from outside. */
#include "service/look.h"

#include <stdio.h>

#include "service/internal.h"
#include "service/uuid.h"

/* How often a game that is being played is looked at anew. */
#define TRIES 100

/* What was read hangs together only if the game's row is the same after. */
static enum hk_error look_once(struct hk_store *store, const char *uuid,
                               struct hk_snapshot *ret_snapshot,
                               char ret_fault[HK_FAULT_SIZE], bool *ret_settled)
{
    struct hk_seat_row seats[HK_SEATS_MAX] = {{.seat = 0}};
    struct hk_history history;
    struct hk_game_row row, after;
    unsigned count;

    enum hk_error error = hk_store_find_game(store, uuid, &row);
    if (!error)
        error = hk_store_seats(store, row.id, seats, &count);
    if (error)
        return error;
    enum hk_error replayed = hk_history_read(store, &row, &history, ret_fault);
    error = hk_store_find_game(store, uuid, &after);
    if (!error)
        *ret_settled = after.seq == row.seq;
    if (!error && *ret_settled)
        error = replayed ? replayed
                         : hk_snapshot_make(&row, seats, &history, NULL,
                                            ret_snapshot);
    if (!replayed)
        hk_history_clear(&history);
    return error;
}

enum hk_error hk_look(struct hk_store *store, const char *uuid,
                      struct hk_snapshot *ret_snapshot,
                      char ret_fault[HK_FAULT_SIZE])
{
    char lower[HK_UUID_TEXT_SIZE];
    enum hk_error error = HK_OK;
    bool settled = false;

    snprintf(ret_fault, HK_FAULT_SIZE, "it goes on too fast to be looked at");
    if (!hk_uuid_read(uuid, lower))
        return HK_E_NOT_FOUND;
    for (int i = 0; i < TRIES && !error && !settled; i++)
        error = look_once(store, lower, ret_snapshot, ret_fault, &settled);
    if (!error && !settled)
        error = HK_E_INTERNAL;
    return error;
}
