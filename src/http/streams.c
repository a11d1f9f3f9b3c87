/* Counts of open streams, in a table by token and by game. */
#include "http/streams.h"

#include <stdlib.h>
#include <string.h>

enum { HASH_SIZE = 32 };

static void lock(struct hk_streams *streams)
{
    if (pthread_mutex_lock(&streams->lock) != 0)
        abort();
}

static void unlock(struct hk_streams *streams)
{
    if (pthread_mutex_unlock(&streams->lock) != 0)
        abort();
}

void hk_streams_init(struct hk_streams *streams, unsigned all)
{
    *streams = (struct hk_streams){.all_max = all};
    if (pthread_mutex_init(&streams->lock, NULL) != 0)
        abort();
}

void hk_streams_clear(struct hk_streams *streams)
{
    pthread_mutex_destroy(&streams->lock);
}

/* Under the lock. */
static enum hk_error enter(struct hk_streams *streams,
                           const struct hk_policy *policy,
                           const uint8_t *token_hash, const char *uuid,
                           struct hk_stream_place *place, size_t *ret_limit)
{
    uint8_t token[HK_COUNT_KEY_SIZE] = {0}, game[HK_COUNT_KEY_SIZE] = {0};
    bool full = streams->all >= streams->all_max;

    *ret_limit = streams->all_max;
    if (full)
        return HK_E_TOO_MANY_STREAMS;
    if (token_hash) {
        memcpy(token, token_hash, HASH_SIZE);
        *ret_limit = policy->streams_per_token;
        place->token = hk_counts_add(&streams->counts, token,
                                     policy->streams_per_token, &full);
        if (!place->token)
            return full ? HK_E_TOO_MANY_STREAMS : HK_E_INTERNAL;
    }
    if (uuid) {
        memcpy(game, uuid, strnlen(uuid, HK_COUNT_KEY_SIZE));
        *ret_limit = policy->streams_per_game;
        place->game = hk_counts_add(&streams->counts, game,
                                    policy->streams_per_game, &full);
        if (!place->game) {
            hk_counts_drop(&streams->counts, place->token);
            return full ? HK_E_TOO_MANY_STREAMS : HK_E_INTERNAL;
        }
    }
    place->all = 1;
    streams->all++;
    return HK_OK;
}

enum hk_error hk_streams_enter(struct hk_streams *streams,
                               const struct hk_policy *policy,
                               enum hk_stream_kind kind,
                               const uint8_t *token_hash, const char *uuid,
                               struct hk_stream_place *ret_place,
                               size_t *ret_limit)
{
    struct hk_stream_place place = {.all = 0};

    lock(streams);
    enum hk_error error = enter(streams, policy, token_hash, uuid, &place,
                                ret_limit);
    if (!error && kind == HK_STREAM_POLL) {
        place.polls = true;
        streams->polls++;
    }
    unlock(streams);
    if (!error)
        *ret_place = place;
    return error;
}

void hk_streams_leave(struct hk_streams *streams, struct hk_stream_place *place)
{
    if (place->all == 0)
        return;
    lock(streams);
    hk_counts_drop(&streams->counts, place->token);
    hk_counts_drop(&streams->counts, place->game);
    streams->all--;
    streams->polls -= place->polls;
    unlock(streams);
    *place = (struct hk_stream_place){.all = 0};
}

struct hk_streams_open hk_streams_count(struct hk_streams *streams)
{
    lock(streams);
    struct hk_streams_open open = {.streams = streams->all - streams->polls,
                                   .polls = streams->polls};
    unlock(streams);
    return open;
}
