/* A page of events, written as frames of a stream. */
#ifndef HK_HTTP_STREAM_PAGE_H
#define HK_HTTP_STREAM_PAGE_H

#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "engine/view.h"
#include "http/request.h"

/* A page is never so long. */
#define HK_STREAM_PAGE_BYTES (1u << 20)

/*
 * The page that a thread wrote last. The streams of a game, or of a feed, are
 * woken one after another, and those with the same view want the same: it is
 * what each would have read while no more has come.
 */
struct hk_stream_page {
    const struct hk_feed *feed;   /* NULL: of no feed */
    char uuid[HK_UUID_TEXT_SIZE]; /* "": of no game */
    struct hk_viewer viewer;
    int64_t when;        /* the number of the last event, when it was read */
    int64_t after, last; /* what comes after the one, up to the other */
    struct hk_strbuf text;
};

void hk_stream_page_init(struct hk_stream_page *page);
void hk_stream_page_clear(struct hk_stream_page *page);

/* Makes request->page what comes after `after`, as its caller may see it, if it
 * is not that already. Errors: HK_E_INTERNAL, HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_stream_page_read(struct hk_request *request,
                                                int64_t after);

#endif
