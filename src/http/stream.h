/* Events as server-sent events (WHATWG HTML, 9.2). */
#ifndef HK_HTTP_STREAM_H
#define HK_HTTP_STREAM_H

#include "base/error.h"
#include "http/request.h"

/*
 * Makes the answer a stream of the events after Last-Event-ID, or else `after`:
 * those of the request's game as its caller may see them, each with its `seq`
 * as id, or those of its feed with their numbers there. Frames without an id
 * are no events: `hello` at the beginning, `bye` when the service is ending or
 * the caller's seat was given to another; a comment tells now and then that the
 * stream lives. It ends when the game is over and all was sent. Where that is
 * so at once there is nothing to send, and the answer says so (204).
 * Errors: those of the shape; HK_E_TOO_MANY_STREAMS, HK_E_INTERNAL.
 */
HK_MUST_CHECK enum hk_error hk_stream_answer(struct hk_request *request);

#endif
