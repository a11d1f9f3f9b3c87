/* Sending what is new, a page of the log at a time. */
#include "http/stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "service/event_json.h"

enum {
    PAGE = 32,             /* events read at once */
    PAGE_BYTES = 1u << 20, /* which are never so long */
    RETRY_MS = 3000        /* after which a client comes again */
};

/* Of a stream nothing is kept but what is being sent: a slow reader is served
 * from the log, whenever it has read. */
struct stream {
    struct hk_request *request; /* borrowed */
    uint32_t after;             /* the last event written */
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

/* A frame that is no event of the game. */
static void write_control(struct stream *stream, const char *type)
{
    struct hk_game *game = stream->request->game;
    struct hk_json json;

    hk_strbuf_printf(&stream->out, "event: %s\ndata: ", type);
    hk_json_init(&json, &stream->out);
    hk_json_open_object(&json, NULL);
    hk_json_string(&json, "game", stream->request->snapshot.row.uuid);
    hk_json_integer(&json, "seq", hk_game_seq(game));
    hk_json_close_object(&json);
    hk_strbuf_add(&stream->out, "\n\n");
}

static void say_goodbye(struct stream *stream)
{
    write_control(stream, "bye");
    stream->ended = true;
}

/* ----- pages -------------------------------------------------------------- */

void hk_stream_page_init(struct hk_stream_page *page)
{
    *page = (struct hk_stream_page){.uuid = ""};
    hk_strbuf_init(&page->text, PAGE_BYTES);
}

void hk_stream_page_clear(struct hk_stream_page *page)
{
    hk_strbuf_clear(&page->text);
    page->uuid[0] = '\0';
}

static bool is_wanted(const struct hk_stream_page *page,
                      const struct stream *stream, uint32_t seq)
{
    const struct hk_viewer *viewer = &stream->request->standing.viewer;

    return page->seq == seq && page->after == stream->after &&
           page->viewer.kind == viewer->kind &&
           page->viewer.seat == viewer->seat &&
           strcmp(page->uuid, stream->request->snapshot.row.uuid) == 0;
}

struct writing {
    struct hk_stream_page *page;
    const struct hk_rules *rules;
};

static enum hk_error write_event(const struct hk_event *event, void *cls)
{
    const struct writing *writing = cls;
    struct hk_strbuf *text = &writing->page->text;
    struct hk_json json;

    hk_strbuf_printf(text, "id: %" PRIu32 "\nevent: %s\ndata: ", event->seq,
                     hk_event_name(event->type));
    hk_json_init(&json, text);
    hk_json_event(&json, event, writing->rules);
    hk_strbuf_add(text, "\n\n");
    writing->page->last = event->seq;
    return HK_OK;
}

static enum hk_error write_page(struct hk_stream_page *page,
                                const struct stream *stream, uint32_t seq)
{
    const struct hk_request *request = stream->request;
    struct writing writing = {page, &request->snapshot.rules};
    bool more;

    hk_stream_page_clear(page);
    page->viewer = request->standing.viewer;
    page->seq = seq;
    page->after = page->last = stream->after;
    enum hk_error error = hk_game_events(request->game, &page->viewer,
                                         page->after, PAGE, write_event,
                                         &writing, &more);
    if (!error && page->text.failed)
        error = HK_E_INTERNAL;
    if (!error)
        memcpy(page->uuid, request->snapshot.row.uuid, sizeof page->uuid);
    return error;
}

static enum hk_error read_page(struct stream *stream)
{
    struct hk_stream_page *page = stream->request->page;
    /* Taken before the page is read: with what comes meanwhile it is the page
     * of a state that nobody asks for any more. */
    uint32_t seq = hk_game_seq(stream->request->game);

    if (!is_wanted(page, stream, seq)) {
        enum hk_error error = write_page(page, stream, seq);
        if (error)
            return error;
    }
    /* What came after its seat was given away is not for its eyes. */
    if (!hk_game_still_stands(stream->request->game,
                              &stream->request->standing)) {
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

    if (hk_game_wait_no_more(request->game, &request->waiter)) {
        stream->hurried = true;
        hk_loop_wake(&request->sleeper);
    }
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
    switch (hk_game_wait(request->game, &request->standing, stream->after,
                         &request->waiter)) {
    case HK_WAITING:
        *ret_asleep = hk_loop_sleep(&request->sleeper,
                                    request->http->heartbeat_ms);
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

static enum hk_error begin(struct hk_request *request, uint32_t after)
{
    struct stream *stream = hk_request_work(request, sizeof *stream, clear);

    if (!stream)
        return HK_E_INTERNAL;
    stream->request = request;
    stream->after = after;
    hk_strbuf_init(&stream->out, PAGE_BYTES);
    hk_strbuf_printf(&stream->out, "retry: %d\n", RETRY_MS);
    write_control(stream, "hello");
    request->waiter.wake = wake;
    request->waiter.cls = stream;
    request->sleeper.hurry = hurry;
    request->sleeper.cls = stream;
    hk_request_begin(request, HK_SUCCESS_OK, HK_STREAM_MEDIA);
    hk_reply_stream(&request->reply, read_stream, stream);
    return HK_OK;
}

enum hk_error hk_stream_start(struct hk_request *request, uint32_t after)
{
    enum hk_error error = hk_request_snapshot(request);

    if (error)
        return error;
    if (hk_game_is_over(request->game, after)) {
        hk_request_begin(request, HK_SUCCESS_EMPTY, NULL);
    } else if (request->method == HK_METHOD_HEAD) {
        hk_request_begin(request, HK_SUCCESS_OK, HK_STREAM_MEDIA);
        hk_reply_stream(&request->reply, NULL, NULL);
    } else {
        error = hk_request_enter_stream(request);
        if (!error)
            error = begin(request, after);
        if (error)
            return error;
    }
    hk_request_no_store(request);
    /* A proxy in front is to pass on each frame at once. */
    hk_reply_put(&request->reply, "X-Accel-Buffering", "no");
    return HK_OK;
}
