/* Pages of streams: written once for all that want the same. */
#include "http/stream_page.h"

#include <inttypes.h>
#include <string.h>

#include "http/feed_json.h"
#include "http/news.h"
#include "service/event_json.h"

enum { PAGE = 32 }; /* events read at once */

void hk_stream_page_init(struct hk_stream_page *page)
{
    *page = (struct hk_stream_page){.uuid = ""};
    hk_strbuf_init(&page->text, HK_STREAM_PAGE_BYTES);
}

void hk_stream_page_clear(struct hk_stream_page *page)
{
    hk_strbuf_clear(&page->text);
    page->feed = NULL;
    page->uuid[0] = '\0';
}

static bool is_wanted(const struct hk_stream_page *page,
                      const struct hk_request *request, int64_t when,
                      int64_t after)
{
    const struct hk_viewer *viewer = &request->standing.viewer;

    if (page->when != when || page->after != after ||
        page->feed != request->feed)
        return false;
    return page->feed || (page->viewer.kind == viewer->kind &&
                          page->viewer.seat == viewer->seat &&
                          strcmp(page->uuid, request->snapshot.row.uuid) == 0);
}

struct writing {
    struct hk_stream_page *page;
    const struct hk_rules *rules;
};

static void begin_frame(struct hk_stream_page *page, int64_t id,
                        const struct hk_event *event, struct hk_json *ret_json)
{
    hk_strbuf_printf(&page->text, "id: %" PRId64 "\nevent: %s\ndata: ", id,
                     hk_event_name((enum hk_event_type)event->type));
    hk_json_init(ret_json, &page->text);
    page->last = id;
}

static enum hk_error write_event(const struct hk_event *event, void *cls)
{
    const struct writing *writing = cls;
    struct hk_json json;

    begin_frame(writing->page, event->seq, event, &json);
    hk_json_event(&json, event, writing->rules);
    hk_strbuf_add(&writing->page->text, "\n\n");
    return HK_OK;
}

static enum hk_error write_feed_event(const struct hk_feed_event *event,
                                      void *cls)
{
    struct hk_stream_page *page = cls;
    struct hk_json json;

    begin_frame(page, event->id, event->event, &json);
    hk_json_feed_event(&json, event);
    hk_strbuf_add(&page->text, "\n\n");
    return HK_OK;
}

static enum hk_error write_page(struct hk_stream_page *page,
                                const struct hk_request *request)
{
    struct writing writing = {page, &request->snapshot.rules};
    bool more;

    if (request->feed)
        return hk_feed_events(request->feed, page->after, PAGE,
                              write_feed_event, page, &more);
    return hk_game_events(request->game, &page->viewer, (uint32_t)page->after,
                          PAGE, write_event, &writing, &more);
}

enum hk_error hk_stream_page_read(struct hk_request *request, int64_t after)
{
    struct hk_stream_page *page = request->page;
    /* Taken before the page is read: with what comes meanwhile it is the page
     * of a state that nobody asks for any more. */
    int64_t when = hk_news_last(request);

    if (is_wanted(page, request, when, after))
        return HK_OK;
    hk_stream_page_clear(page);
    page->viewer = request->standing.viewer;
    page->when = when;
    page->after = page->last = after;
    enum hk_error error = write_page(page, request);
    if (!error && page->text.failed)
        error = HK_E_INTERNAL;
    if (error)
        return error;
    page->feed = request->feed;
    if (!page->feed)
        memcpy(page->uuid, request->snapshot.row.uuid, sizeof page->uuid);
    return HK_OK;
}
