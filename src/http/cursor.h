/* Cursors of lists: opaque texts that only this service can make and read. */
#ifndef HK_HTTP_CURSOR_H
#define HK_HTTP_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "http/request.h"

/* Bytes of a place in a list at most. */
#define HK_CURSOR_PLACE_MAX 128

/*
 * Reads the parameter `cursor`: the place, of exactly `size` bytes, from which
 * the page before went on. ret_given is false where none was sent. A cursor
 * that was altered, or that is of another list, filter or database, is none.
 * Errors: HK_E_BAD_CURSOR.
 */
HK_MUST_CHECK enum hk_error hk_cursor_read(const struct hk_request *request,
                                           size_t size, void *ret_place,
                                           bool *ret_given);

/*
 * Ends a list: the member `next`, and the header Link. `place` is where the
 * next page goes on; NULL at the end of the list.
 */
void hk_cursor_finish(struct hk_request *request, struct hk_json *json,
                      const void *place, size_t size);

#endif
