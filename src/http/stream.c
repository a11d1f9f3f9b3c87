/* Sending what is new, a page at a time. */
#include "http/stream.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "http/news.h"
#include "http/query.h"
#include "http/stream_page.h"

enum { RETRY_MS = 3000 }; /* after which a client comes again */

/* Of a stream nothing is kept but what is being sent: a slow reader is served
 * from the log, whenever it has read. */
struct stream {
    struct hk_request *request; /* borrowed */
    int64_t after;              /* the last event written */
    struct hk_strbuf out;       /* what is being sent */
    size_t sent;                /* of it */
    bool hurried;               /* it has been silent for long enough */
    bool ended;                 /* after what is being sent */
};

static void clear(void *work)
{
    struct stream *stream = work;

    hk_strbuf_clear(&stream->out);
}

/* A frame that is no event: it names the last one now. */
static void write_control(struct stream *stream, const char *type)
{
    struct hk_request *request = stream->request;
    struct hk_json json;

    hk_strbuf_printf(&stream->out, "event: %s\ndata: ", type);
    hk_json_init(&json, &stream->out);
    hk_json_open_object(&json, NULL);
    if (request->game)
        hk_json_string(&json, "game", request->snapshot.row.uuid);
    hk_json_integer(&json, request->game ? "seq" : "id", hk_news_last(request));
    hk_json_close_object(&json);
    hk_strbuf_add(&stream->out, "\n\n");
}

/* Tells of each seat that is away now and was not, or the other way round. */
static void write_seats(struct stream *stream)
{
    const struct hk_request *request = stream->request;
    struct hk_waiter *waiter = &stream->request->waiter;
    struct hk_json json;

    for (unsigned s = 0; s < HK_SEATS_MAX; s++) {
        if (!((waiter->away ^ waiter->told) >> s & 1))
            continue;
        hk_strbuf_printf(&stream->out, "event: %s\ndata: ",
                         waiter->away >> s & 1 ? "seat_away" : "seat_back");
        hk_json_init(&json, &stream->out);
        hk_json_open_object(&json, NULL);
        hk_json_string(&json, "game", request->snapshot.row.uuid);
        hk_json_integer(&json, "seat", s);
        hk_json_close_object(&json);
        hk_strbuf_add(&stream->out, "\n\n");
    }
    waiter->told = waiter->away;
}

static void say_goodbye(struct stream *stream)
{
    write_control(stream, "bye");
    stream->ended = true;
}

static enum hk_error read_page(struct stream *stream)
{
    struct hk_request *request = stream->request;
    const struct hk_stream_page *page = request->page;

    enum hk_error error = hk_stream_page_read(request, stream->after);
    if (error)
        return error;
    /* What came after its seat was given away is not for its eyes. */
    if (request->game &&
        !hk_game_still_stands(request->game, &request->standing)) {
        say_goodbye(stream);
        return HK_OK;
    }
    hk_strbuf_add_bytes(&stream->out, page->text.text, page->text.length);
    stream->after = page->last;
    return HK_OK;
}

/* ----- streams ------------------------------------------------------------ */

static void wake(void *cls)
{
    struct stream *stream = cls;

    hk_loop_wake(&stream->request->sleeper);
}

static void hurry(void *cls)
{
    struct stream *stream = cls;
    struct hk_request *request = stream->request;

    if (hk_news_wait_no_more(request)) {
        stream->hurried = true;
        hk_loop_wake(&request->sleeper);
    }
}

/* How long it may sleep: to look who has gone away it wakes earlier. */
static unsigned silence(const struct hk_request *request)
{
    const struct hk_waiter *waiter = &request->waiter;
    const struct hk_policy *policy = hk_policies_now(&request->http->policies);
    unsigned ms = 1000 * policy->heartbeat_s;
    /* Timers may be early by a tick. */
    unsigned look_ms = waiter->look_ms + HK_TIMERS_TICK_MS;

    return waiter->watches && look_ms < ms ? look_ms : ms;
}

/* When all is sent: writes what comes next, or ends, or (ret_asleep) waits. */
static enum hk_error go_on(struct stream *stream, bool *ret_asleep)
{
    struct hk_request *request = stream->request;

    if (!hk_loop_fall_asleep(request->loop, &request->sleeper,
                             request->connection)) {
        say_goodbye(stream);
        return HK_OK;
    }
    if (stream->hurried) {
        stream->hurried = false;
        hk_strbuf_add(&stream->out, ":\n\n");
        return HK_OK;
    }
    switch (hk_news_wait(request, stream->after)) {
    case HK_WAITING:
        *ret_asleep = hk_loop_sleep(&request->sleeper, silence(request));
        return HK_OK;
    case HK_WAITS_SEATS:
        write_seats(stream);
        return HK_OK;
    case HK_WAITS_NO:
        return read_page(stream);
    case HK_WAITS_NEVER:
        stream->ended = true;
        return HK_OK;
    case HK_WAITS_GONE:
        say_goodbye(stream);
        return HK_OK;
    }
    abort();
}

static ssize_t send_some(struct stream *stream, char *to, size_t size)
{
    size_t left = stream->out.length - stream->sent;
    size_t count = left < size ? left : size;

    memcpy(to, stream->out.text + stream->sent, count);
    stream->sent += count;
    stream->request->streamed_bytes += count;
    /* Whoever waits holds nothing. */
    if (count == left) {
        hk_strbuf_clear(&stream->out);
        stream->sent = 0;
    }
    return (ssize_t)count;
}

/* The library asks for more whenever there is room to send it. */
static ssize_t read_stream(void *cls, uint64_t at, char *to, size_t size)
{
    struct stream *stream = cls;
    bool asleep = false;

    (void)at;
    while (stream->out.length == 0 && !stream->ended && !asleep) {
        enum hk_error error = go_on(stream, &asleep);
        if (error || stream->out.failed) {
            hk_log(HK_LOG_ERROR, "a stream is cut: %s",
                   hk_error_code(error ? error : HK_E_INTERNAL));
            return MHD_CONTENT_READER_END_WITH_ERROR;
        }
    }
    if (stream->out.length > 0)
        return send_some(stream, to, size);
    return stream->ended ? MHD_CONTENT_READER_END_OF_STREAM : 0;
}

static enum hk_error begin(struct hk_request *request, int64_t after)
{
    struct stream *stream = hk_request_work(request, sizeof *stream, clear);

    if (!stream)
        return HK_E_INTERNAL;
    stream->request = request;
    stream->after = after;
    hk_strbuf_init(&stream->out, HK_STREAM_PAGE_BYTES);
    hk_strbuf_printf(&stream->out, "retry: %d\n", RETRY_MS);
    write_control(stream, "hello");
    request->waiter.wake = wake;
    request->waiter.cls = stream;
    request->waiter.watches = request->game != NULL;
    request->sleeper.hurry = hurry;
    request->sleeper.cls = stream;
    hk_request_begin(request, HK_SUCCESS_OK, HK_STREAM_MEDIA);
    hk_reply_stream(&request->reply, read_stream, stream);
    return HK_OK;
}

static enum hk_error start(struct hk_request *request, int64_t after)
{
    enum hk_error error;

    if (request->game && hk_game_is_over(request->game, (uint32_t)after)) {
        hk_request_begin(request, HK_SUCCESS_EMPTY, NULL);
        return HK_OK;
    }
    if (request->method == HK_METHOD_HEAD) {
        hk_request_begin(request, HK_SUCCESS_OK, HK_STREAM_MEDIA);
        hk_reply_stream(&request->reply, NULL, NULL);
        return HK_OK;
    }
    error = hk_news_enter(request, HK_STREAM_EVENTS);
    return error ? error : begin(request, after);
}

/* A client that comes again says what it had last; the address that it comes
 * again with still says what it had first. */
enum hk_error hk_stream_answer(struct hk_request *request)
{
    int64_t last = hk_news_last(request);

    int64_t after = hk_query_integer(request, "after", 0, last, 0);
    after = hk_header_integer(request, HK_HEADER_LAST_EVENT_ID, 0, last, after);
    enum hk_error error = hk_request_shape(request);
    if (!error && request->game)
        error = hk_request_snapshot(request);
    if (!error)
        error = start(request, after);
    if (error)
        return error;
    hk_request_no_store(request);
    hk_news_vary(request);
    /* A proxy in front is to pass on each frame at once. */
    hk_reply_put(&request->reply, "X-Accel-Buffering", "no");
    return HK_OK;
}
