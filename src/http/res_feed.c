/* GET /v1/events: what happens in all games of a service key, as a list or a
 * stream. */
#include "http/resources.h"

#include "http/cursor.h"
#include "http/feed_json.h"
#include "http/news.h"
#include "http/query.h"
#include "http/stream.h"

struct listing {
    struct hk_json json;
    int64_t last;
};

static enum hk_error write_event(const struct hk_feed_event *event, void *cls)
{
    struct listing *listing = cls;

    hk_json_feed_event(&listing->json, event);
    listing->last = event->id;
    return HK_OK;
}

static enum hk_error list(struct hk_request *request,
                          const struct hk_asked *asked)
{
    struct listing listing = {.json = hk_news_begin(request, asked)};
    bool more = false;

    enum hk_error error = hk_feed_events(request->feed, asked->after,
                                         asked->limit, write_event, &listing,
                                         &more);
    if (error)
        return error;
    hk_json_close_array(&listing.json);
    hk_json_integer(&listing.json, "last", hk_news_last(request));
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
        error = hk_news_asked(request, INT64_MAX, &asked);
    return error ? error : list(request, &asked);
}

static enum hk_error answer_list(struct hk_request *request)
{
    struct hk_asked asked;

    enum hk_error error = hk_news_asked(request, INT64_MAX, &asked);
    if (!error && asked.wait_s > 0)
        error = hk_news_await(request, asked.after, asked.wait_s * 1000, go_on);
    return error || request->finish ? error : list(request, &asked);
}

enum hk_error hk_get_feed(struct hk_request *request)
{
    enum { LIST, STREAM }; /* as the route has them */

    enum hk_error error = hk_feed_open(request->http->service,
                                       request->caller.key, &request->feed);
    if (error)
        return error;
    return request->media == STREAM ? hk_stream_answer(request)
                                    : answer_list(request);
}
