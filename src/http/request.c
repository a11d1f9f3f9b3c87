/* A request's life. */
#include "http/request.h"

#include <stdlib.h>
#include <string.h>

#include "http/idempotency.h"
#include "http/json_memory.h"
#include "http/json_view.h"

/* A body past the limit is read on so that the refusal can be sent, but not
 * for ever. */
enum { DROPPED_FACTOR = 16 };

/* Bytes that a body's room begins with: nearly all are shorter. */
enum { BODY_FIRST = 512 };

/* Bytes that the values of a body take: of a move's, and for each byte of any.
 */
enum { JSON_FIRST = 1024, JSON_FOR_ONE = 24 };

/* What a thread keeps: as many requests as there mostly are at once, and of
 * each no memory that only a rare one needs. */
enum { SPARE_MAX = 256, ROOM_MAX = 16 * 1024 };

static void room_clear(struct hk_room *room)
{
    free(room->memory);
    *room = (struct hk_room){0};
}

/* At least `size` bytes, with what is there already. */
static bool room_make(struct hk_room *room, size_t size)
{
    if (size <= room->size)
        return true;
    void *memory = realloc(room->memory, size);
    if (!memory)
        return false;
    room->memory = memory;
    room->size = size;
    return true;
}

/* What is not large is zeroed, what is large is told that it is empty. */
static void begin(struct hk_request *request)
{
    size_t from = offsetof(struct hk_request, http);
    size_t to = offsetof(struct hk_request, idempotency);

    memset((char *)request + from, 0, to - from);
    request->idempotency.used = false;
    hk_faults_init(&request->faults);
    request->standing.seat = -1;
}

struct hk_request *hk_request_new(struct hk_request_pool *pool,
                                  struct hk_http *http, const char *raw_target)
{
    struct hk_request *request = pool->first;

    if (request) {
        pool->first = request->next;
        pool->count--;
    } else {
        request = malloc(sizeof(*request));
        if (!request)
            return NULL;
        request->pool = pool;
        request->body_room = (struct hk_room){0};
        request->json_room = (struct hk_room){0};
        request->work_room = (struct hk_room){0};
        hk_reply_init(&request->reply);
    }
    begin(request);
    request->http = http;
    request->policy = hk_policies_now(&http->policies);
    request->target_error = hk_target_read(raw_target, &request->target);
    return request;
}

static void free_request(struct hk_request *request)
{
    room_clear(&request->body_room);
    room_clear(&request->json_room);
    room_clear(&request->work_room);
    hk_reply_clear(&request->reply);
    free(request);
}

static void drop_json(struct hk_request *request)
{
    if (!request->json)
        return;
    hk_json_memory_lend(request->json_room.memory, request->json_room.size);
    json_decref(request->json);
    hk_json_memory_lend(NULL, 0);
}

void hk_request_end(struct hk_request *request)
{
    if (!request)
        return;
    if (request->work)
        request->clear_work(request->work);
    if (request->has_snapshot)
        hk_snapshot_clear(&request->snapshot);
    hk_streams_leave(&request->http->streams, &request->place);
    if (request->present)
        hk_presence_leave(request->game, (hk_seat)(request->present - 1));
    hk_game_close(request->game);
    drop_json(request);
    hk_faults_clear(&request->faults);
    hk_problem_clear(&request->problem);
    hk_target_clear(&request->target);
    hk_head_clear(&request->head);

    struct hk_request_pool *pool = request->pool;
    if (pool->count == SPARE_MAX) {
        free_request(request);
        return;
    }
    if (request->body_room.size > ROOM_MAX)
        room_clear(&request->body_room);
    if (request->work_room.size > ROOM_MAX)
        room_clear(&request->work_room);
    if (request->reply.body.size > ROOM_MAX)
        hk_reply_clear(&request->reply);
    else
        hk_reply_empty(&request->reply);
    request->next = pool->first;
    pool->first = request;
    pool->count++;
}

void hk_request_pool_clear(struct hk_request_pool *pool)
{
    struct hk_request *request = pool->first;

    for (struct hk_request *next; request; request = next) {
        next = request->next;
        free_request(request);
    }
    *pool = (struct hk_request_pool){0};
}

void hk_request_negotiate(struct hk_request *request)
{
    request->language = hk_language_negotiate(
        hk_request_header(request, HK_HEADER_ACCEPT_LANGUAGE));
    request->faults.language = request->language;
}

bool hk_request_has_body(const struct hk_request *request)
{
    const char *length = hk_request_header(request, HK_HEADER_CONTENT_LENGTH);

    if (hk_request_header(request, HK_HEADER_TRANSFER_ENCODING))
        return true;
    return length && strspn(length, "0") < strlen(length);
}

size_t hk_request_body_max(const struct hk_request *request)
{
    const struct hk_route *resource = request->found.resource;

    if (resource && resource->resource == HK_RESOURCE_RECORD)
        return HK_REPLY_BODY_MAX;
    return request->http->body_max;
}

size_t hk_request_drop_max(const struct hk_request *request)
{
    return hk_request_body_max(request) * DROPPED_FACTOR;
}

bool hk_request_take_body(struct hk_request *request, const char *bytes,
                          size_t count)
{
    size_t limit = hk_request_body_max(request);

    if (count > limit - request->body_length || request->body_too_large) {
        request->body_too_large = true;
        request->body_dropped += count;
        return request->body_dropped < hk_request_drop_max(request);
    }
    size_t needed = request->body_length + count;
    size_t size = BODY_FIRST;
    while (size < needed)
        size *= 2;
    if (!room_make(&request->body_room, size))
        return false;
    request->body = request->body_room.memory;
    memcpy(request->body + request->body_length, bytes, count);
    request->body_length = needed;
    return true;
}

/* In a room that is no larger than what is kept for the next request. */
enum hk_error hk_request_read_json(struct hk_request *request,
                                   struct hk_json_error *ret_error)
{
    struct hk_room *room = &request->json_room;
    size_t size = JSON_FIRST;

    while (size < ROOM_MAX && size < JSON_FOR_ONE * request->body_length)
        size *= 2;
    if (!room_make(room, size))
        return HK_E_INTERNAL;
    hk_json_memory_lend(room->memory, room->size);
    enum hk_error error = hk_json_read(request->body, request->body_length,
                                       &request->json, ret_error);
    hk_json_memory_lend(NULL, 0);
    return error;
}

enum hk_error hk_request_snapshot(struct hk_request *request)
{
    if (request->has_snapshot)
        return HK_OK;
    enum hk_error error = hk_game_snapshot(request->game, &request->snapshot);
    request->has_snapshot = error == HK_OK;
    return error;
}

enum hk_error hk_request_shape(struct hk_request *request)
{
    if (request->faults.failed)
        return HK_E_INTERNAL;
    if (!hk_faults_any(&request->faults))
        return HK_OK;
    request->problem.faults = &request->faults;
    return HK_E_INVALID_REQUEST;
}

void *hk_request_work(struct hk_request *request, size_t size,
                      void (*clear)(void *work))
{
    return hk_request_work_and(request, size, 0, clear);
}

void *hk_request_work_and(struct hk_request *request, size_t size, size_t bare,
                          void (*clear)(void *work))
{
    if (!room_make(&request->work_room, size + bare))
        return NULL;
    request->work = memset(request->work_room.memory, 0, size);
    request->clear_work = clear;
    return request->work;
}

/* By whichever thread ends the write. */
static void wake(struct hk_write *write, void *cls)
{
    struct hk_request *request = cls;

    (void)write;
    hk_loop_wake(&request->sleeper);
}

enum hk_error hk_request_await(struct hk_request *request,
                               struct hk_write *write, hk_build *build,
                               hk_finish *finish)
{
    if (!hk_loop_fall_asleep(request->loop, &request->sleeper,
                             request->connection))
        return HK_E_STORAGE_UNAVAILABLE;
    request->build = build;
    request->finish = finish;
    write->wish = (struct hk_wish){
        .dry_run = request->dry_run,
        .has_expected_seq = request->has_expected_seq,
        .expected_seq = request->expected_seq,
        .receipt = hk_idempotency_receipt(request),
        .standing = &request->standing,
    };
    write->told = wake;
    write->cls = request;
    write->choice = request->alone ? HK_WRITE_HERE : HK_WRITE_THERE;
    request->write = write;
    return HK_OK;
}

enum hk_error hk_request_stand(struct hk_request *request)
{
    enum hk_error error = hk_game_standing(request->game, &request->caller,
                                           &request->standing);
    request->problem.bad_token = error == HK_E_UNAUTHORIZED;
    if (!error && request->standing.seat >= 0)
        hk_presence_seen(request->game, (hk_seat)request->standing.seat);
    return error;
}

enum hk_error hk_request_answer(struct hk_request *request, const void *outcome)
{
    if (request->reply.status != 0)
        return HK_OK;
    return request->build(request, outcome);
}

void hk_request_begin(struct hk_request *request, enum hk_success success,
                      const char *media)
{
    hk_reply_begin(&request->reply, success, media);
    hk_reply_put(&request->reply, "Vary", "Authorization, Accept-Language");
    hk_reply_put(&request->reply, "Content-Language",
                 hk_language_tag(request->language));
    hk_reply_put(&request->reply, "Cache-Control", "private, no-cache");
}

struct hk_json hk_request_json(struct hk_request *request,
                               enum hk_success success)
{
    struct hk_json json;

    hk_request_begin(request, success, HK_JSON_MEDIA);
    hk_json_init(&json, &request->reply.body);
    return json;
}

static void tag(struct hk_request *request, uint32_t seq, uint8_t away,
                const struct hk_viewer *viewer)
{
    char etag[HK_ETAG_SIZE];

    /* A dry run's state may never come to be: its tag could match another. */
    if (request->dry_run)
        return;
    hk_view_etag(seq, viewer, request->language, away, etag);
    hk_reply_put(&request->reply, "ETag", etag);
}

void hk_request_tag(struct hk_request *request, uint32_t seq,
                    const struct hk_viewer *viewer)
{
    tag(request, seq, 0, viewer);
}

void hk_request_tag_view(struct hk_request *request,
                         const struct hk_snapshot *game,
                         const struct hk_viewer *viewer)
{
    tag(request, game->row.seq, game->away, viewer);
}

bool hk_request_known(struct hk_request *request)
{
    const struct hk_viewer *viewer = &request->standing.viewer;
    char etag[HK_ETAG_SIZE];
    uint32_t seq;
    uint8_t away;

    const char *known = hk_request_header(request, HK_HEADER_IF_NONE_MATCH);
    if (!known)
        return false;
    size_t size = hk_game_noted_size(request->game, viewer, request->language,
                                     &seq, &away);
    hk_view_etag(seq, viewer, request->language, away, etag);
    if (size == 0 || !hk_none_match_hits(known, etag))
        return false;
    hk_request_begin(request, HK_SUCCESS_OK, HK_JSON_MEDIA);
    hk_reply_put(&request->reply, "ETag", etag);
    hk_reply_not_made(&request->reply, size);
    return true;
}

void hk_request_unchanged(struct hk_request *request)
{
    const char *known = hk_request_header(request, HK_HEADER_IF_NONE_MATCH);
    const char *etag = hk_reply_find(&request->reply, "ETag");

    /* The body stays: the library needs it for the right length. */
    if (known && etag && hk_none_match_hits(known, etag))
        hk_reply_not_modified(&request->reply);
}

void hk_request_no_store(struct hk_request *request)
{
    hk_reply_header(&request->reply, "Cache-Control", "no-store");
}
