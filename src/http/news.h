/* What a list of events, or a stream, is of: a game, or the feed of a key; and
 * waiting for what is new there. */
#ifndef HK_HTTP_NEWS_H
#define HK_HTTP_NEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "http/request.h"

/* What is asked of a list of events. */
struct hk_asked {
    int64_t after;
    size_t limit;
    unsigned wait_s; /* 0: not to wait */
};

/* Reads `after` (up to `most`), `limit`, `cursor` and Prefer: wait.
 * Errors: those of the shape; HK_E_BAD_CURSOR. */
HK_MUST_CHECK enum hk_error hk_news_asked(struct hk_request *request,
                                          int64_t most,
                                          struct hk_asked *ret_asked);

/* Begins the list: headers and the member `items`, an open array. */
struct hk_json hk_news_begin(struct hk_request *request,
                             const struct hk_asked *asked);

/* What answers about news differ by. */
void hk_news_vary(struct hk_request *request);

/* The number of the last event now. */
int64_t hk_news_last(struct hk_request *request);

/* As hk_game_wait() and hk_feed_wait(), with the request's waiter. */
enum hk_waiting hk_news_wait(struct hk_request *request, int64_t after);

/* False where it does not wait, or is about to be woken. */
bool hk_news_wait_no_more(struct hk_request *request);

/* The request counts as a stream from now on, or as a long poll, which take the
 * same places. Errors: HK_E_TOO_MANY_STREAMS, HK_E_INTERNAL. */
HK_MUST_CHECK enum hk_error hk_news_enter(struct hk_request *request,
                                          enum hk_stream_kind kind);

/*
 * Makes ready for news: where there is nothing after `after`, and there may be,
 * the request sleeps until there is, for `ms` at most, or until the server is
 * ending; then `finish` is called. Else nothing is awaited.
 * Errors: as above, and HK_E_UNAUTHORIZED.
 */
HK_MUST_CHECK enum hk_error hk_news_await(struct hk_request *request,
                                          int64_t after, unsigned ms,
                                          hk_finish *finish);

#endif
