/* How many streams are open: with one token, on one game, all together. */
#ifndef HK_HTTP_STREAMS_H
#define HK_HTTP_STREAMS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "http/counts.h"
#include "http/policy.h"

/* What waits there: streams go on after what they wait for. */
enum hk_stream_kind { HK_STREAM_POLL, HK_STREAM_EVENTS };

struct hk_streams {
    unsigned all_max;     /* how many there may be */
    pthread_mutex_t lock; /* guards what follows */
    unsigned all;
    unsigned polls;          /* of these */
    struct hk_counts counts; /* with one token, on one game */
};

/* The places that one stream takes. Zeroed: none. */
struct hk_stream_place {
    struct hk_count *token, *game;
    size_t all; /* 1 while it counts */
    bool polls; /* it is no stream */
};

void hk_streams_init(struct hk_streams *streams, unsigned all);

/* No stream may be open. */
void hk_streams_clear(struct hk_streams *streams);

/*
 * One of this kind more: with the token of this hash of 32 bytes (NULL: without
 * one), on the game of this uuid (NULL: on none), by the limits of the policy.
 * Those open are never closed for it, nor for a policy that allows fewer.
 * Errors: HK_E_TOO_MANY_STREAMS (ret_limit: how many there may be),
 * HK_E_INTERNAL.
 */
HK_MUST_CHECK enum hk_error hk_streams_enter(
    struct hk_streams *streams, const struct hk_policy *policy,
    enum hk_stream_kind kind, const uint8_t *token_hash, const char *uuid,
    struct hk_stream_place *ret_place, size_t *ret_limit);

/* How many are open of each kind. */
struct hk_streams_open {
    unsigned streams, polls;
};
struct hk_streams_open hk_streams_count(struct hk_streams *streams);

/* One less; nothing where the place is none. */
void hk_streams_leave(struct hk_streams *streams,
                      struct hk_stream_place *place);

#endif
