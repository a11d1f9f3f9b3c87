/* The request target: split and decoded from what was sent, not from what the
 * library made of it. */
#ifndef HK_HTTP_TARGET_H
#define HK_HTTP_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* More segments or parameters than any route has. */
#define HK_TARGET_SEGMENTS_MAX 8
#define HK_TARGET_PARAMETERS_MAX 16

/* A query parameter, decoded. */
struct hk_parameter {
    const char *name;
    const char *value;
};

struct hk_target {
    /* "*", or the authority of a CONNECT: not a path. */
    bool server_wide;
    const char *path; /* as sent, without authority and query */
    const char *segments[HK_TARGET_SEGMENTS_MAX]; /* decoded */
    size_t segment_count;
    bool too_long; /* has more segments than fit: no route has this path */
    struct hk_parameter parameters[HK_TARGET_PARAMETERS_MAX];
    size_t parameter_count;
    bool too_many; /* has more parameters than fit */
    char *text;    /* holds all of these; owned */
};

/*
 * Reads the target as it stood in the request line. The absolute form loses
 * its scheme and authority; the path is split at "/" before it is decoded, so
 * that %2F never makes a segment. Errors: HK_E_BAD_FRAMING for control bytes,
 * a fragment, %00, a bad escape or what is no UTF-8; HK_E_INTERNAL.
 */
HK_MUST_CHECK enum hk_error hk_target_read(const char *raw,
                                           struct hk_target *ret_target);

/* NULL-safe. */
void hk_target_clear(struct hk_target *target);

/* The value of a query parameter; NULL where it was not sent. */
const char *hk_target_parameter(const struct hk_target *target,
                                const char *name);

/* Writes a text percent-encoded, so that it can stand in a path or query. */
struct hk_strbuf;
void hk_target_encode(struct hk_strbuf *text, const char *value);

#endif
