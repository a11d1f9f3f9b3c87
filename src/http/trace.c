/* Making ids, and reading the client's. */
#include "http/trace.h"

#include <string.h>

/* ----- making ids --------------------------------------------------------- */

void hk_trace_source_init(struct hk_trace_source *source,
                          const struct hk_rng *rng)
{
    hk_rng_fill(rng, &source->state, sizeof source->state);
}

/* SplitMix64: a different number at every call, none of which tells of the
 * other to the eye. */
static uint64_t next(struct hk_trace_source *source)
{
    uint64_t z = source->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void put_number(uint64_t number, uint8_t to[8])
{
    for (int i = 7; i >= 0; i--) {
        to[i] = (uint8_t)number;
        number >>= 8;
    }
}

/* RFC 9562. */
static void make_id(struct hk_trace_source *source, hk_time now,
                    uint8_t ret_id[HK_TRACE_ID_SIZE])
{
    put_number((uint64_t)now << 16 | (next(source) & 0xffff), ret_id);
    put_number(next(source), ret_id + 8);
    ret_id[6] = (uint8_t)((ret_id[6] & 0x0f) | 0x70); /* version 7 */
    ret_id[8] = (uint8_t)((ret_id[8] & 0x3f) | 0x80); /* variant 2 */
}

/* ----- reading the client's ----------------------------------------------- */

/* Capitals are none there. */
static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* False where they are not hex. */
static bool read_hex(const char *text, unsigned count, uint8_t *ret_bytes)
{
    for (unsigned i = 0; i < count; i++) {
        int high = digit_of(text[2 * i]);
        int low = high < 0 ? -1 : digit_of(text[2 * i + 1]);

        if (low < 0)
            return false;
        ret_bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static bool is_zero(const uint8_t *bytes, unsigned count)
{
    while (count > 0 && bytes[count - 1] == 0)
        count--;
    return count == 0;
}

/* version-trace-parent-flags */
enum { TRACE_AT = 3, PARENT_AT = 36, FLAGS_AT = 53, LENGTH = 55 };

/* False where it is not valid. */
static bool read_traceparent(const char *value,
                             uint8_t ret_trace[HK_TRACE_ID_SIZE],
                             uint8_t ret_parent[HK_SPAN_ID_SIZE])
{
    uint8_t trace[HK_TRACE_ID_SIZE], parent[HK_SPAN_ID_SIZE], version, flags;

    if (strnlen(value, LENGTH) < LENGTH || value[TRACE_AT - 1] != '-' ||
        value[PARENT_AT - 1] != '-' || value[FLAGS_AT - 1] != '-' ||
        !read_hex(value, 1, &version) ||
        !read_hex(value + TRACE_AT, sizeof trace, trace) ||
        !read_hex(value + PARENT_AT, sizeof parent, parent) ||
        !read_hex(value + FLAGS_AT, 1, &flags))
        return false;
    /* A later version may go on after another dash. */
    char after = value[LENGTH];
    if (version == 0xff || (after && (version == 0 || after != '-')))
        return false;
    if (is_zero(trace, sizeof trace) || is_zero(parent, sizeof parent))
        return false;
    memcpy(ret_trace, trace, sizeof trace);
    memcpy(ret_parent, parent, sizeof parent);
    return true;
}

/* ----- beginning ---------------------------------------------------------- */

void hk_trace_begin(struct hk_trace_source *source, hk_time now,
                    const char *traceparent, struct hk_trace *ret_trace)
{
    struct hk_trace trace = {.made = true};

    make_id(source, now, trace.id);
    uint64_t span = next(source);
    put_number(span ? span : 1, trace.span); /* all zeros is none */
    trace.continued = traceparent &&
                      read_traceparent(traceparent, trace.trace, trace.parent);
    if (!trace.continued)
        memcpy(trace.trace, trace.id, sizeof trace.trace);
    *ret_trace = trace;
}

/* ----- writing ------------------------------------------------------------ */

char *hk_trace_write_hex(const uint8_t *bytes, unsigned count, char *to)
{
    static const char digits[] = "0123456789abcdef";

    for (unsigned i = 0; i < count; i++) {
        *to++ = digits[bytes[i] >> 4];
        *to++ = digits[bytes[i] & 0xf];
    }
    return to;
}

char *hk_trace_write_id(const struct hk_trace *trace, char *to)
{
    static const unsigned char lengths[] = {4, 2, 2, 2, 6};
    const uint8_t *bytes = trace->id;

    for (unsigned i = 0; i < sizeof lengths; i++) {
        if (i > 0)
            *to++ = '-';
        to = hk_trace_write_hex(bytes, lengths[i], to);
        bytes += lengths[i];
    }
    return to;
}
