/* GET /v1/games/{id}/rounds: the rounds that have ended, with their seeds. */
#include "http/resources.h"

#include "http/cursor.h"
#include "http/json_view.h"
#include "http/query.h"
#include "http/request.h"

enum hk_error hk_get_rounds(struct hk_request *request)
{
    uint32_t first = 0;
    bool given;

    size_t limit = hk_query_limit(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_cursor_read(request, sizeof(first), &first, &given);
    if (!error)
        error = hk_request_snapshot(request);
    if (error)
        return error;

    const struct hk_snapshot *game = &request->snapshot;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    size_t i = first;
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "items");
    for (; i < game->round_count && i < first + limit; i++)
        hk_json_round(&json, NULL, &game->rules, &game->rounds[i]);
    hk_json_close_array(&json);
    uint32_t next = (uint32_t)i;
    hk_cursor_finish(request, &json, i < game->round_count ? &next : NULL,
                     sizeof(next));
    hk_json_close_object(&json);
    return HK_OK;
}

enum hk_error hk_get_round(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    const struct hk_snapshot *game = &request->snapshot;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_json_round(&json, NULL, &game->rules, &game->rounds[request->number]);
    return HK_OK;
}
