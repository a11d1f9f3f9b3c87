/* A request's life. */
#include "http/request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http/idempotency.h"
#include "http/json_view.h"

/* A body past the limit is read on so that the refusal can be sent, but not
 * for ever. */
enum { DROPPED_FACTOR = 16 };

struct hk_request *hk_request_new(struct hk_http *http, const char *raw_target)
{
    struct hk_request *request = calloc(1, sizeof(*request));

    if (!request)
        return NULL;
    request->http = http;
    request->standing.seat = -1;
    hk_reply_init(&request->reply);
    request->raw_target = strdup(raw_target);
    if (!request->raw_target) {
        free(request);
        return NULL;
    }
    return request;
}

void hk_request_free(struct hk_request *request)
{
    if (!request)
        return;
    if (request->work)
        request->clear_work(request->work);
    free(request->work);
    if (request->has_snapshot)
        hk_snapshot_clear(&request->snapshot);
    hk_streams_leave(&request->http->streams, &request->place);
    hk_game_close(request->game);
    json_decref(request->json);
    hk_faults_clear(&request->faults);
    hk_problem_clear(&request->problem);
    hk_reply_clear(&request->reply);
    hk_target_clear(&request->target);
    free(request->raw_target);
    free(request->body);
    free(request);
}

const char *hk_request_header(const struct hk_request *request,
                              const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
                                       name);
}

struct joining {
    const char *name;
    struct hk_strbuf text;
    bool any;
};

static enum MHD_Result join(void *cls, enum MHD_ValueKind kind,
                            const char *name, const char *value)
{
    struct joining *joining = cls;

    (void)kind;
    if (strcasecmp(name, joining->name) != 0)
        return MHD_YES;
    if (joining->any)
        hk_strbuf_add_char(&joining->text, ',');
    joining->any = true;
    hk_strbuf_add(&joining->text, value ? value : "");
    return MHD_YES;
}

enum hk_error hk_request_list_header(const struct hk_request *request,
                                     const char *name, char **ret_value)
{
    struct joining joining = {.name = name};

    /* The whole head is shorter than the connection's memory. */
    hk_strbuf_init(&joining.text, 64 * 1024);
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, join,
                              &joining);
    if (!joining.any) {
        *ret_value = NULL;
        return HK_OK;
    }
    char *value = hk_strbuf_take(&joining.text);
    if (!value)
        return HK_E_INTERNAL;
    *ret_value = value;
    return HK_OK;
}

void hk_request_negotiate(struct hk_request *request)
{
    char *value;

    /* Without memory for the list it stays the default, and is answered. */
    if (hk_request_list_header(request, "Accept-Language", &value))
        return;
    request->language = hk_language_negotiate(value);
    request->faults.language = request->language;
    free(value);
}

bool hk_request_has_body(const struct hk_request *request)
{
    const char *length = hk_request_header(request, "Content-Length");

    if (hk_request_header(request, "Transfer-Encoding"))
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

bool hk_request_take_body(struct hk_request *request, const char *bytes,
                          size_t count)
{
    size_t limit = hk_request_body_max(request);

    if (count > limit - request->body_length || request->body_too_large) {
        request->body_too_large = true;
        request->body_size += count; /* from now on what was dropped */
        return request->body_size < limit * DROPPED_FACTOR;
    }
    size_t needed = request->body_length + count;
    if (needed > request->body_size) {
        size_t size = request->body_size ? request->body_size : 1024;
        while (size < needed)
            size *= 2;
        char *body = realloc(request->body, size);
        if (!body)
            return false;
        request->body = body;
        request->body_size = size;
    }
    memcpy(request->body + request->body_length, bytes, count);
    request->body_length = needed;
    return true;
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
    request->work = calloc(1, size);
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

void hk_request_tag(struct hk_request *request, uint32_t seq,
                    const struct hk_viewer *viewer)
{
    char etag[HK_ETAG_SIZE];

    /* A dry run's state may never come to be: its tag could match another. */
    if (request->dry_run)
        return;
    hk_view_etag(seq, viewer, request->language, etag);
    hk_reply_put(&request->reply, "ETag", etag);
}

bool hk_request_known(struct hk_request *request)
{
    const struct hk_viewer *viewer = &request->standing.viewer;
    char etag[HK_ETAG_SIZE];
    uint32_t seq;

    const char *known = hk_request_header(request, "If-None-Match");
    if (!known)
        return false;
    size_t size = hk_game_noted_size(request->game, viewer, request->language,
                                     &seq);
    hk_view_etag(seq, viewer, request->language, etag);
    if (size == 0 || !hk_none_match_hits(known, etag))
        return false;
    hk_request_begin(request, HK_SUCCESS_OK, HK_JSON_MEDIA);
    hk_reply_put(&request->reply, "ETag", etag);
    hk_reply_not_made(&request->reply, size);
    return true;
}

enum hk_error hk_request_unchanged(struct hk_request *request)
{
    struct hk_reply *reply = &request->reply;
    const char *etag = hk_reply_find(reply, "ETag");
    char *known;

    enum hk_error error = hk_request_list_header(request, "If-None-Match",
                                                 &known);
    if (error)
        return error;
    /* The body stays: the library needs it for the right length. */
    if (known && etag && hk_none_match_hits(known, etag))
        hk_reply_not_modified(reply);
    free(known);
    return HK_OK;
}

void hk_request_no_store(struct hk_request *request)
{
    hk_reply_header(&request->reply, "Cache-Control", "no-store");
}
