/* Games that were being played when the service ended. */
#include "service/left.h"

#include <stdlib.h>

#include "base/log.h"
#include "service/internal.h"

/* Games of one look into the store. */
#define PAGE 64

enum hk_error hk_left_open(struct hk_service *service, struct hk_left *left)
{
    struct hk_game_row *rows = calloc(PAGE, sizeof *rows);
    size_t count = 0;
    enum hk_error error = HK_E_INTERNAL;

    if (rows)
        error = left->list(service->store, left->after, PAGE, rows, &count);
    if (error)
        hk_log(HK_LOG_ERROR, "%s: looking for their games: %s", left->whose,
               hk_error_code(error));
    for (size_t i = 0; i < count && !error; i++) {
        struct hk_game *game;

        /* What does not open says so in the log, and the others go on. */
        if (hk_game_open(service, rows[i].uuid, &game) == HK_OK)
            hk_game_close(game);
        left->after = rows[i].id;
    }
    free(rows);
    if (!error)
        left->more = count == PAGE;
    return error;
}
