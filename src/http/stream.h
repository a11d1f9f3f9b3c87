/* The events of a game as server-sent events (WHATWG HTML, 9.2). */
#ifndef HK_HTTP_STREAM_H
#define HK_HTTP_STREAM_H

#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "engine/view.h"
#include "http/request.h"

/*
 * The page that a thread wrote last. The streams of a game are woken one after
 * another, and those with the same view want the same: it is what each would
 * have read while the game has come no further.
 */
struct hk_stream_page {
    char uuid[HK_UUID_TEXT_SIZE]; /* "": none */
    struct hk_viewer viewer;
    uint32_t seq;         /* of the game, when it was read */
    uint32_t after, last; /* what comes after the one, up to the other */
    struct hk_strbuf text;
};

void hk_stream_page_init(struct hk_stream_page *page);
void hk_stream_page_clear(struct hk_stream_page *page);

/*
 * Makes the answer a stream of the game's events after `after`, as this caller
 * may see them: as they are in the list, each with its `seq` as id. Frames
 * without an id are no events of the game: `hello` at the beginning, `bye` when
 * the service is ending or the caller's seat was given to another; a comment
 * tells now and then that the stream lives. It ends when the game is over and
 * all was sent. Where that is so at once there is nothing to send, and the
 * answer says so (204).
 * Errors: HK_E_TOO_MANY_STREAMS, HK_E_INTERNAL.
 */
HK_MUST_CHECK enum hk_error hk_stream_start(struct hk_request *request,
                                            uint32_t after);

#endif
