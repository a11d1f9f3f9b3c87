/* GET /v1/games/{id}/events: what happened, as a list. */
#include "http/resources.h"

#include "http/cursor.h"
#include "http/json_event.h"
#include "http/query.h"
#include "http/request.h"

struct listing {
    struct hk_json json;
    const struct hk_rules *rules;
    uint32_t last;
};

static enum hk_error write_event(const struct hk_event *event, void *cls)
{
    struct listing *listing = cls;

    hk_json_event(&listing->json, event, listing->rules);
    listing->last = event->seq;
    return HK_OK;
}

enum hk_error hk_get_events(struct hk_request *request)
{
    bool more = false, given;

    uint32_t after = (uint32_t)hk_query_integer(request, "after", 0, UINT32_MAX,
                                                0);
    size_t limit = hk_query_limit(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_cursor_read(request, sizeof(after), &after, &given);
    if (!error)
        error = hk_request_snapshot(request);
    if (error)
        return error;

    struct listing listing = {
        .json = hk_request_json(request, HK_SUCCESS_OK),
        .rules = &request->snapshot.rules,
    };
    hk_json_open_object(&listing.json, NULL);
    hk_json_open_array(&listing.json, "items");
    error = hk_game_events(request->game, &request->standing.viewer, after,
                           limit, write_event, &listing, &more);
    if (error)
        return error;
    hk_json_close_array(&listing.json);
    hk_cursor_finish(request, &listing.json, more ? &listing.last : NULL,
                     sizeof(listing.last));
    hk_json_close_object(&listing.json);
    return HK_OK;
}
