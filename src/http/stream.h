/* The events of a game as server-sent events (WHATWG HTML, 9.2). */
#ifndef HK_HTTP_STREAM_H
#define HK_HTTP_STREAM_H

#include <stdint.h>

#include "base/error.h"
#include "http/request.h"

/*
 * Makes the answer a stream of the game's events after `after`, as this caller
 * may see them: as they are in the list, each with its `seq` as id. Frames
 * without an id are no events of the game: `hello` at the beginning, `bye` when
 * the service is ending; a comment tells now and then that the stream lives. It
 * ends when the game is over and all was sent. Where that is so at once there
 * is nothing to send, and the answer says so (204).
 * Errors: HK_E_TOO_MANY_STREAMS, HK_E_INTERNAL.
 */
HK_MUST_CHECK enum hk_error hk_stream_start(struct hk_request *request,
                                            uint32_t after);

#endif
