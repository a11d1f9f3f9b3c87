/* GET /v1/games/{id}/events: what happened, as a list or a stream. */
#include "http/resources.h"

#include <stdlib.h>

#include "http/cursor.h"
#include "http/query.h"
#include "http/request.h"
#include "http/stream.h"
#include "service/event_json.h"

/* Seconds that a request may wait for news. */
enum { WAIT_MAX = 60 };

static const char varies[] = "Authorization, Accept, Accept-Language, Prefer";

/* What is asked for. */
struct asked {
    uint32_t after;
    size_t limit;
    unsigned wait_s; /* 0: not to wait */
};

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

static enum hk_error read_asked(struct hk_request *request,
                                struct asked *ret_asked)
{
    struct asked asked;
    bool given;
    char *prefer;

    asked.after = (uint32_t)hk_query_integer(request, "after", 0, UINT32_MAX,
                                             0);
    asked.limit = hk_query_limit(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_cursor_read(request, sizeof(asked.after), &asked.after,
                               &given);
    if (!error)
        error = hk_request_list_header(request, "Prefer", &prefer);
    if (error)
        return error;
    asked.wait_s = hk_preferred_number(prefer, "wait", WAIT_MAX);
    free(prefer);
    *ret_asked = asked;
    return HK_OK;
}

static enum hk_error list(struct hk_request *request, const struct asked *asked)
{
    bool more = false;

    enum hk_error error = hk_request_snapshot(request);
    if (error)
        return error;
    struct listing listing = {
        .json = hk_request_json(request, HK_SUCCESS_OK),
        .rules = &request->snapshot.rules,
    };
    hk_reply_put(&request->reply, "Vary", varies);
    if (asked->wait_s > 0)
        hk_reply_header(&request->reply, "Preference-Applied", "wait=%u",
                        asked->wait_s);
    hk_json_open_object(&listing.json, NULL);
    hk_json_open_array(&listing.json, "items");
    error = hk_game_events(request->game, &request->standing.viewer,
                           asked->after, asked->limit, write_event, &listing,
                           &more);
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
    struct asked asked;

    if (!error)
        error = hk_request_stand(request);
    if (!error)
        error = read_asked(request, &asked);
    return error ? error : list(request, &asked);
}

static enum hk_error answer_list(struct hk_request *request)
{
    struct asked asked;

    enum hk_error error = read_asked(request, &asked);
    if (!error && asked.wait_s > 0)
        error = hk_request_await_news(request, asked.after, asked.wait_s * 1000,
                                      go_on);
    return error || request->finish ? error : list(request, &asked);
}

/* A client that comes again says what it had last; the address that it comes
 * again with still says what it had first. */
static enum hk_error answer_stream(struct hk_request *request)
{
    uint32_t seq = hk_game_seq(request->game);

    int64_t after = hk_query_integer(request, "after", 0, seq, 0);
    after = hk_header_integer(request, "Last-Event-ID", 0, seq, after);
    enum hk_error error = hk_request_shape(request);
    return error ? error : hk_stream_start(request, (uint32_t)after);
}

enum hk_error hk_get_events(struct hk_request *request)
{
    enum { LIST, STREAM }; /* as the route has them */

    enum hk_error error = request->media == STREAM ? answer_stream(request)
                                                   : answer_list(request);
    if (!error && request->media == STREAM)
        hk_reply_put(&request->reply, "Vary", varies);
    return error;
}
