/* The head of a request, walked once: what stands in the headers that anything
 * here reads, and whether all of it may stand there. */
#ifndef HK_HTTP_HEAD_H
#define HK_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include <microhttpd.h>

#include "base/error.h"

enum hk_header {
    /* Those that frame the request. */
    HK_HEADER_CONTENT_LENGTH,
    HK_HEADER_TRANSFER_ENCODING,
    HK_HEADER_HOST,
    /* Others that may stand once. */
    HK_HEADER_AUTHORIZATION,
    HK_HEADER_CONTENT_ENCODING,
    HK_HEADER_CONTENT_TYPE,
    HK_HEADER_EXPECT,
    HK_HEADER_IDEMPOTENCY_KEY,
    HK_HEADER_LAST_EVENT_ID, /* of this and the next two the first counts */
    HK_HEADER_ORIGIN,
    HK_HEADER_ACCESS_CONTROL_REQUEST_METHOD,
    HK_HEADER_TRACEPARENT, /* one of several is none */
    /* Those whose values are lists, which may be told in several headers. */
    HK_HEADER_ACCEPT,
    HK_HEADER_ACCEPT_LANGUAGE,
    HK_HEADER_IF_MATCH,
    HK_HEADER_IF_NONE_MATCH,
    HK_HEADER_PREFER,
    HK_HEADER_FORWARDED,
    HK_HEADER_X_FORWARDED_FOR,
    HK_HEADERS
};

struct hk_head {
    /* Borrowed from the library, or one of `joined`; NULL: it was not sent. */
    const char *values[HK_HEADERS];
    unsigned short counts[HK_HEADERS];
    char *joined[HK_HEADERS]; /* lists told in several headers; owned */
    bool bad_name;            /* one is no name, or hides another */
    bool bad_value;           /* one holds what no value may */
    size_t size; /* bytes that it takes of the connection's memory */
};

/* "Content-Length" …; static. */
const char *hk_header_name(enum hk_header header);

/* Walks over the head; `head` is zeroed before, and to be cleared. Without
 * memory for a list of several headers HK_E_INTERNAL, and it has the first. */
HK_MUST_CHECK enum hk_error hk_head_read(struct hk_head *head,
                                         struct MHD_Connection *connection);

/* Frees what it owns, and zeroes it. */
void hk_head_clear(struct hk_head *head);

#endif
