/* GET /v1/games/{id}/rounds: the rounds that have ended, with their seeds, and
 * what was told of them before. */
#include "http/resources.h"

#include "http/cursor.h"
#include "http/json_round.h"
#include "http/query.h"
#include "http/request.h"
#include "service/scorecard.h"

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
    for (; i < game->round_count && i < first + limit; i++) {
        hk_json_open_object(&json, NULL);
        hk_json_round(&json, game, &game->rounds[i]);
        hk_json_close_object(&json);
    }
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
    hk_json_open_object(&json, NULL);
    hk_json_round(&json, game, &game->rounds[request->number]);
    hk_json_close_object(&json);
    return HK_OK;
}

struct listing {
    struct hk_json json;
    const struct hk_snapshot *game;
    uint32_t next;
};

static enum hk_error write_revision(const struct hk_round_row *revision,
                                    const char *reason, void *cls)
{
    struct listing *listing = cls;

    hk_json_open_object(&listing->json, NULL);
    hk_json_revision(&listing->json, listing->game, revision, reason);
    hk_json_close_object(&listing->json);
    listing->next = revision->revision + 1;
    return HK_OK;
}

/* What the referee saw has no other revision. */
static enum hk_error write_seen(struct hk_request *request, uint32_t first,
                                struct listing *listing)
{
    if (first > 0)
        return HK_OK;
    return write_revision(&request->snapshot.rounds[request->number], "",
                          listing);
}

enum hk_error hk_get_revisions(struct hk_request *request)
{
    bool more = false, given;
    uint32_t first = 0;

    size_t limit = hk_query_limit(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_cursor_read(request, sizeof(first), &first, &given);
    if (error)
        return error;

    const struct hk_snapshot *game = &request->snapshot;
    struct listing listing = {
        .json = hk_request_json(request, HK_SUCCESS_OK),
        .game = game,
    };
    hk_json_open_object(&listing.json, NULL);
    hk_json_open_array(&listing.json, "items");
    if (game->row.mode == HK_MODE_REFEREE)
        error = write_seen(request, first, &listing);
    else
        error = hk_game_revisions(
            request->game, game->rounds[request->number].result.round, first,
            limit, write_revision, &listing, &more);
    if (error)
        return error;
    hk_json_close_array(&listing.json);
    hk_cursor_finish(request, &listing.json, more ? &listing.next : NULL,
                     sizeof(listing.next));
    hk_json_close_object(&listing.json);
    return HK_OK;
}
