/* GET /v1/games/{id}/events: what happened, as a list or a stream. */
#include "http/resources.h"

#include "http/cursor.h"
#include "http/news.h"
#include "http/stream.h"
#include "service/event_json.h"

struct listing {
    struct hk_json json;
    const struct hk_rules *rules;
    int64_t last;
};

static enum hk_error write_event(const struct hk_event *event, void *cls)
{
    struct listing *listing = cls;

    hk_json_event(&listing->json, event, listing->rules);
    listing->last = event->seq;
    return HK_OK;
}

static enum hk_error list(struct hk_request *request,
                          const struct hk_asked *asked)
{
    bool more = false;

    enum hk_error error = hk_request_snapshot(request);
    if (error)
        return error;
    struct listing listing = {.json = hk_news_begin(request, asked),
                              .rules = &request->snapshot.rules};
    error = hk_game_events(request->game, &request->standing.viewer,
                           (uint32_t)asked->after, asked->limit, write_event,
                           &listing, &more);
    if (error)
        return error;
    hk_json_close_array(&listing.json);
    hk_cursor_finish(request, &listing.json, more ? &listing.last : NULL,
                     sizeof(listing.last));
    hk_json_close_object(&listing.json);
    return HK_OK;
}

/* There are news, or it has waited long enough. */
static enum hk_error go_on(struct hk_request *request, enum hk_error error)
{
    struct hk_asked asked;

    if (!error)
        error = hk_request_stand(request);
    if (!error)
        error = hk_news_asked(request, UINT32_MAX, &asked);
    return error ? error : list(request, &asked);
}

static enum hk_error answer_list(struct hk_request *request)
{
    struct hk_asked asked;

    enum hk_error error = hk_news_asked(request, UINT32_MAX, &asked);
    if (!error && asked.wait_s > 0)
        error = hk_news_await(request, asked.after, asked.wait_s * 1000, go_on);
    return error || request->finish ? error : list(request, &asked);
}

enum hk_error hk_get_events(struct hk_request *request)
{
    enum { LIST, STREAM }; /* as the route has them */

    return request->media == STREAM ? hk_stream_answer(request)
                                    : answer_list(request);
}
