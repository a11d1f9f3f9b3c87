/* Putting lines together: by hand, since formats would take most of the time.
 */
#include "http/request_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/metrics.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "http/request.h"

void hk_request_log_init(struct hk_request_log *log)
{
    struct hk_rng rng = hk_rng_system();

    log->lines.length = 0;
    hk_trace_source_init(&log->ids, &rng);
}

void hk_request_log_begin(struct hk_request_log *log,
                          struct hk_request *request)
{
    struct hk_clock clock = hk_clock_real();
    const char *parent = NULL;

    if (!request->policy->log_requests || !hk_log_wants(HK_LOG_INFO))
        return;
    if (request->head.counts[HK_HEADER_TRACEPARENT] == 1)
        parent = hk_request_header(request, HK_HEADER_TRACEPARENT);
    hk_trace_begin(&log->ids, hk_clock_now(&clock), parent, &request->trace);
}

void hk_request_log_tell(struct hk_request *request)
{
    char text[HK_TRACE_TEXT_SIZE];

    if (!request->trace.made || !request->error)
        return;
    *hk_trace_write_id(&request->trace, text) = '\0';
    hk_reply_put(&request->reply, "X-Request-Id", text);
}

/* ----- members ------------------------------------------------------------ */

static char *put_number(char *to, const char *name, uint64_t number)
{
    return hk_int_write((int64_t)number, hk_word_put(to, name));
}

static char *put_text(char *to, const char *name, const char *text)
{
    return hk_word_put(hk_word_put(to, name), text);
}

static char *put_ids(char *to, const struct hk_trace *trace)
{
    to = hk_trace_write_id(trace, hk_word_put(to, "request id="));
    to = hk_trace_write_hex(trace->trace, HK_TRACE_ID_SIZE,
                            hk_word_put(to, " trace="));
    to = hk_trace_write_hex(trace->span, HK_SPAN_ID_SIZE,
                            hk_word_put(to, " span="));
    if (trace->continued)
        to = hk_trace_write_hex(trace->parent, HK_SPAN_ID_SIZE,
                                hk_word_put(to, " parent="));
    return to;
}

/* The game that the request has made. */
static const char *find_made(const struct hk_request *request)
{
    static const char folder[] = "/v1/games/";
    const struct hk_reply *reply = &request->reply;
    size_t length = sizeof folder - 1;

    if (!request->answered || reply->status != MHD_HTTP_CREATED ||
        request->dry_run)
        return NULL;
    const char *place = hk_reply_find(reply, "Location");
    return place && strncmp(place, folder, length) == 0 &&
                   strlen(place) == length + HK_UUID_TEXT_SIZE - 1
               ? place + length
               : NULL;
}

static char *put_what(char *to, const struct hk_request *request)
{
    const struct hk_route *resource = request->found.resource;

    to = put_text(to, " method=", hk_method_name(request->method));
    to = put_text(to, " route=", resource ? resource->template : "none");
    if (request->game)
        return put_text(to, " game=", hk_game_uuid(request->game));
    const char *made = find_made(request);
    return made ? put_text(to, " game=", made) : to;
}

static const char *role_name(enum hk_role role)
{
    switch (role) {
    case HK_ROLE_ANONYMOUS:
        return "anonymous";
    case HK_ROLE_KEY_HOST:
        return "key";
    case HK_ROLE_KEY_ADMIN:
        return "admin";
    case HK_ROLE_GAME_HOST:
        return "host";
    case HK_ROLE_SEAT:
        return "seat";
    case HK_ROLE_PLAYER:
        return "player";
    }
    abort();
}

static char *put_who(char *to, const struct hk_request *request)
{
    const struct hk_caller *caller = &request->caller;
    char address[HK_CLIENT_TEXT_SIZE];

    to = put_text(to, " who=", role_name(caller->role));
    if (caller->role == HK_ROLE_KEY_HOST || caller->role == HK_ROLE_KEY_ADMIN)
        to = put_number(to, " key=", (uint64_t)caller->key);
    if (request->standing.seat >= 0)
        to = put_number(to, " seat=", (uint64_t)request->standing.seat);
    hk_client_write(&request->client, address);
    return put_text(to, " remote=", address);
}

/* Bytes of the body that were given to the library. */
static size_t bytes_of(const struct hk_request *request)
{
    const struct hk_reply *reply = &request->reply;

    if (!request->answered || request->method == HK_METHOD_HEAD ||
        reply->status == MHD_HTTP_NOT_MODIFIED)
        return 0;
    if (reply->streamed)
        return request->streamed_bytes;
    return reply->fixed ? reply->fixed_length : reply->body.length;
}

/* Of one that was streamed, or was never answered, until now. */
static uint64_t spent_ns(const struct hk_request *request)
{
    if (request->answered && !request->reply.streamed)
        return request->spent_ns;
    return hk_nanoseconds() - request->began_ns;
}

static char *put_how(char *to, const struct hk_request *request)
{
    if (request->answered)
        to = put_number(to, " status=", request->reply.status);
    else
        to = hk_word_put(to, " status=aborted");
    if (request->error)
        to = put_text(to, " code=", hk_error_code(request->error));
    to = put_number(to, " bytes=", bytes_of(request));
    return put_number(to, " us=", spent_ns(request) / 1000);
}

/* ----- lines -------------------------------------------------------------- */

static bool is_for_machines(const struct hk_request *request)
{
    static const char *const templates[] = {"/livez", "/readyz", "/metrics"};
    const struct hk_route *resource = request->found.resource;

    for (size_t i = 0; resource && i < sizeof templates / sizeof templates[0];
         i++) {
        if (strcmp(resource->template, templates[i]) == 0)
            return true;
    }
    return false;
}

void hk_request_log_end(struct hk_request_log *log,
                        const struct hk_request *request)
{
    if (!request->trace.made)
        return;
    if (request->answered && !request->error && is_for_machines(request))
        return;
    char *end = hk_log_open(&log->lines, HK_LOG_INFO);
    end = put_ids(end, &request->trace);
    end = put_what(end, request);
    end = put_how(end, request);
    end = put_who(end, request);
    hk_log_close(&log->lines, end);
}
