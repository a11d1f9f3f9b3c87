/* Lists of games. */
#include "http/list_games.h"

#include <stdlib.h>

#include "http/cursor.h"
#include "http/json_view.h"
#include "http/query.h"

static void write_page(struct hk_request *request,
                       const struct hk_listed_game *games, size_t count,
                       size_t limit)
{
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    bool more = count > limit;

    if (more)
        count = limit;
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "items");
    for (size_t i = 0; i < count; i++)
        hk_json_listed_game(&json, &games[i]);
    hk_json_close_array(&json);
    hk_cursor_finish(request, &json, more ? &games[count - 1].row.id : NULL,
                     sizeof(int64_t));
    hk_json_close_object(&json);
}

enum hk_error hk_list_games(struct hk_request *request,
                            const struct hk_game_filter *filter, bool nothing)
{
    int64_t before = 0;
    size_t count = 0;
    bool given;

    size_t limit = hk_query_limit(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_cursor_read(request, sizeof(before), &before, &given);
    if (error)
        return error;

    /* One more than the page tells whether there is a next one. */
    struct hk_listed_game *games = calloc(limit + 1, sizeof(*games));
    if (!games)
        return HK_E_INTERNAL;
    if (!nothing)
        error = hk_lobby_list(request->http->service, filter, before, limit + 1,
                              games, &count);
    if (!error)
        write_page(request, games, count, limit);
    free(games);
    return error;
}
