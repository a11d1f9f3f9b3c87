/* The ids of requests, and of the traces that they are a part of (W3C Trace
 * Context). */
#ifndef HK_HTTP_TRACE_H
#define HK_HTTP_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/rng.h"

#define HK_TRACE_ID_SIZE 16
#define HK_SPAN_ID_SIZE 8

/* Where one thread takes ids from. */
struct hk_trace_source {
    uint64_t state;
};

struct hk_trace {
    bool made;                    /* else nothing of it */
    bool continued;               /* the client's goes on */
    uint8_t id[HK_TRACE_ID_SIZE]; /* the request's own: a UUIDv7 */
    uint8_t trace[HK_TRACE_ID_SIZE];
    uint8_t span[HK_SPAN_ID_SIZE];   /* the request's part of the trace */
    uint8_t parent[HK_SPAN_ID_SIZE]; /* where it goes on: what it is part of */
};

/* Ids do not repeat, whatever other sources there are or were; anybody may
 * guess them. */
void hk_trace_source_init(struct hk_trace_source *source,
                          const struct hk_rng *rng);

/* New ids for a request that comes now. `traceparent` is the header's value
 * (NULL: not sent, or not once); one that is not valid counts as not sent. */
void hk_trace_begin(struct hk_trace_source *source, hk_time now,
                    const char *traceparent, struct hk_trace *ret_trace);

/* The request's id as text, which ends at the result; no NUL. */
#define HK_TRACE_TEXT_SIZE 37
char *hk_trace_write_id(const struct hk_trace *trace, char *to);

/* Bytes in hex, likewise. */
char *hk_trace_write_hex(const uint8_t *bytes, unsigned count, char *to);

#endif
