/* Events to be listed, and waiting for more of them. */
#include "http/news.h"

#include "http/cursor.h"
#include "http/query.h"

/* Seconds that a request may wait for news. */
enum { WAIT_MAX = 60 };

enum hk_error hk_news_asked(struct hk_request *request, int64_t most,
                            struct hk_asked *ret_asked)
{
    struct hk_asked asked;
    bool given;

    asked.after = hk_query_integer(request, "after", 0, most, 0);
    asked.limit = hk_query_limit(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_cursor_read(request, sizeof(asked.after), &asked.after,
                               &given);
    if (error)
        return error;
    asked.wait_s = hk_preferred_number(
        hk_request_header(request, HK_HEADER_PREFER), "wait", WAIT_MAX);
    *ret_asked = asked;
    return HK_OK;
}

void hk_news_vary(struct hk_request *request)
{
    hk_reply_put(&request->reply, "Vary",
                 "Authorization, Accept, Accept-Language, Prefer");
}

struct hk_json hk_news_begin(struct hk_request *request,
                             const struct hk_asked *asked)
{
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);

    hk_news_vary(request);
    if (asked->wait_s > 0)
        hk_reply_header(&request->reply, "Preference-Applied", "wait=%u",
                        asked->wait_s);
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "items");
    return json;
}

/* ----- of a game, or a feed ----------------------------------------------- */

int64_t hk_news_last(struct hk_request *request)
{
    return request->feed ? hk_feed_last(request->feed)
                         : hk_game_seq(request->game);
}

enum hk_waiting hk_news_wait(struct hk_request *request, int64_t after)
{
    return request->feed ? hk_feed_wait(request->feed, after, &request->waiter)
                         : hk_game_wait(request->game, &request->standing,
                                        (uint32_t)after, &request->waiter);
}

bool hk_news_wait_no_more(struct hk_request *request)
{
    return request->feed
               ? hk_feed_wait_no_more(request->feed, &request->waiter)
               : hk_game_wait_no_more(request->game, &request->waiter);
}

enum hk_error hk_news_enter(struct hk_request *request,
                            enum hk_stream_kind kind)
{
    const struct hk_caller *caller = &request->caller;
    int seat = request->standing.seat;
    const char *uuid = NULL;

    if (request->game) {
        enum hk_error error = hk_request_snapshot(request);
        if (error)
            return error;
        uuid = request->snapshot.row.uuid;
    }
    enum hk_error error = hk_streams_enter(
        &request->http->streams, request->policy, kind,
        caller->role == HK_ROLE_ANONYMOUS ? NULL : caller->hash, uuid,
        &request->place, &request->problem.limit);
    if (!error && seat >= 0) {
        hk_presence_enter(request->game, (hk_seat)seat);
        request->present = 1 + (unsigned)seat;
    }
    return error;
}

/* ----- waiting ------------------------------------------------------------ */

static void wake(void *cls)
{
    struct hk_request *request = cls;

    hk_loop_wake(&request->sleeper);
}

/* It has waited long enough. */
static void hurry(void *cls)
{
    struct hk_request *request = cls;

    if (hk_news_wait_no_more(request))
        hk_loop_wake(&request->sleeper);
}

enum hk_error hk_news_await(struct hk_request *request, int64_t after,
                            unsigned ms, hk_finish *finish)
{
    enum hk_error error = hk_news_enter(request, HK_STREAM_POLL);

    if (error)
        return error;
    request->waiter.wake = wake;
    request->waiter.cls = request;
    request->sleeper.hurry = hurry;
    request->sleeper.cls = request;
    if (!hk_loop_fall_asleep(request->loop, &request->sleeper,
                             request->connection))
        return HK_OK;
    switch (hk_news_wait(request, after)) {
    case HK_WAITING:
        request->patience_ms = ms;
        request->finish = finish;
        return HK_OK;
    case HK_WAITS_NO:
    case HK_WAITS_SEATS:
    case HK_WAITS_NEVER:
        return HK_OK;
    case HK_WAITS_GONE:
        return hk_request_stand(request);
    }
    abort();
}
