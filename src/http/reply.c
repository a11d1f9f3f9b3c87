/* Answers: statuses, common headers, sending. */
#include "http/reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"

static const unsigned short statuses[HK_ERROR_COUNT] = {
    [HK_OK] = MHD_HTTP_OK,
#define X(name, code, status, title, detail) [HK_E_##name] = (status),
#include "base/errors.def"
#undef X
};

/* The library renamed its own constant. */
enum { UNPROCESSABLE = 422 };

/* Bytes of a stream that are sent at once to a client of HTTP/1.0. */
enum { STREAM_BLOCK = 1024 };

/* Seconds after which one who had too many may come again. */
#define LATER "5"

static unsigned success_status(enum hk_success success)
{
    switch (success) {
    case HK_SUCCESS_OK:
        return MHD_HTTP_OK;
    case HK_SUCCESS_CREATED:
        return MHD_HTTP_CREATED;
    case HK_SUCCESS_EMPTY:
        return MHD_HTTP_NO_CONTENT;
    }
    abort();
}

unsigned hk_reply_status(enum hk_error error)
{
    return statuses[error];
}

bool hk_reply_tells_seq(enum hk_error error)
{
    return statuses[error] == MHD_HTTP_CONFLICT ||
           statuses[error] == MHD_HTTP_PRECONDITION_FAILED ||
           statuses[error] == UNPROCESSABLE;
}

/* All but the body, and the headers beyond their count. */
static void make_empty(struct hk_reply *reply)
{
    reply->status = 0;
    reply->media = NULL;
    reply->fixed = NULL;
    reply->fixed_length = 0;
    reply->unsent = 0;
    reply->streamed = false;
    reply->read = NULL;
    reply->read_cls = NULL;
    reply->names = NULL;
    reply->failed = false;
    reply->header_count = 0;
}

void hk_reply_init(struct hk_reply *reply)
{
    make_empty(reply);
    hk_strbuf_init(&reply->body, HK_REPLY_BODY_MAX);
}

static void drop_value(struct hk_reply_header *header)
{
    if (header->value != header->near)
        free(header->value);
}

void hk_reply_empty(struct hk_reply *reply)
{
    for (size_t i = 0; i < reply->header_count; i++)
        drop_value(&reply->headers[i]);
    free(reply->names);
    hk_strbuf_empty(&reply->body);
    make_empty(reply);
}

void hk_reply_clear(struct hk_reply *reply)
{
    if (!reply)
        return;
    hk_reply_empty(reply);
    hk_strbuf_clear(&reply->body);
}

void hk_reply_begin(struct hk_reply *reply, enum hk_success success,
                    const char *media)
{
    reply->status = success_status(success);
    reply->media = media;
}

static bool set_value(struct hk_reply_header *header, const char *value)
{
    size_t size = strlen(value) + 1;

    header->value = size <= sizeof(header->near) ? header->near : malloc(size);
    if (!header->value)
        return false;
    memcpy(header->value, value, size);
    return true;
}

void hk_reply_put(struct hk_reply *reply, const char *name, const char *value)
{
    size_t at = 0;

    while (at < reply->header_count &&
           strcasecmp(reply->headers[at].name, name) != 0)
        at++;
    if (at == HK_REPLY_HEADERS_MAX) {
        reply->failed = true;
        return;
    }
    struct hk_reply_header *header = &reply->headers[at];
    if (at < reply->header_count)
        drop_value(header);
    else
        reply->headers[reply->header_count++].name = name;
    if (!set_value(header, value)) {
        header->value = header->near;
        header->near[0] = '\0';
        reply->failed = true;
    }
}

void hk_reply_header(struct hk_reply *reply, const char *name,
                     const char *format, ...)
{
    char piece[HK_REPLY_HEADER_MAX];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(piece, sizeof(piece), format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof(piece))
        reply->failed = true;
    else
        hk_reply_put(reply, name, piece);
}

const char *hk_reply_find(const struct hk_reply *reply, const char *name)
{
    for (size_t i = 0; i < reply->header_count; i++) {
        if (strcasecmp(reply->headers[i].name, name) == 0)
            return reply->headers[i].value;
    }
    return NULL;
}

void hk_reply_not_modified(struct hk_reply *reply)
{
    reply->status = MHD_HTTP_NOT_MODIFIED;
}

void hk_reply_not_made(struct hk_reply *reply, size_t length)
{
    hk_reply_not_modified(reply);
    reply->unsent = length;
}

void hk_reply_stream(struct hk_reply *reply, MHD_ContentReaderCallback read,
                     void *cls)
{
    reply->streamed = true;
    reply->read = read;
    reply->read_cls = cls;
}

/* Headers that an error's own kind asks for. */
static void add_error_headers(struct hk_reply *reply, enum hk_error error,
                              const struct hk_problem *problem)
{
    hk_reply_header(reply, "Cache-Control", "no-store");
    if (problem->allow)
        hk_reply_header(reply, "Allow", "%s", problem->allow);
    if (problem->content_coding)
        hk_reply_header(reply, "Accept-Encoding", "identity");
    switch (statuses[error]) {
    case MHD_HTTP_UNAUTHORIZED:
        hk_reply_header(reply, "WWW-Authenticate", "Bearer realm=\"hakam\"%s",
                        problem->bad_token ? ", error=\"invalid_token\"" : "");
        break;
    case MHD_HTTP_FORBIDDEN:
        hk_reply_header(reply, "WWW-Authenticate",
                        "Bearer realm=\"hakam\", "
                        "error=\"insufficient_scope\"");
        break;
    case MHD_HTTP_TOO_MANY_REQUESTS:
        hk_reply_header(reply, "Retry-After", LATER);
        break;
    case MHD_HTTP_SERVICE_UNAVAILABLE:
        hk_reply_header(reply, "Retry-After", "1");
        break;
    default: /* a status, not an enum: the others need nothing */
        break;
    }
    if (problem->wait_s > 0)
        hk_reply_header(reply, "Retry-After", "%u", problem->wait_s);
}

void hk_reply_problem(struct hk_reply *reply, enum hk_language language,
                      enum hk_error error, const struct hk_problem *problem)
{
    struct hk_json json;

    hk_reply_empty(reply);
    hk_reply_begin(reply, HK_SUCCESS_OK, "application/problem+json");
    reply->status = statuses[error];
    hk_json_init(&json, &reply->body);
    hk_problem_write(&json, NULL, language, error, reply->status, problem);
    hk_reply_header(reply, "Content-Language", "%s", hk_language_tag(language));
    hk_reply_put(reply, "Vary",
                 error == HK_E_NOT_ACCEPTABLE
                     ? "Authorization, Accept, Accept-Language"
                     : "Authorization, Accept-Language");
    add_error_headers(reply, error, problem);
}

void hk_reply_head_too_large(struct hk_reply *reply)
{
    static const char body[] =
        "{\"type\":\"about:blank\",\"title\":\"Request Header Fields Too "
        "Large\",\"status\":431}";

    hk_reply_empty(reply);
    hk_reply_begin(reply, HK_SUCCESS_OK, "application/problem+json");
    reply->status = MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    reply->fixed = body;
    reply->fixed_length = sizeof(body) - 1;
}

static bool put_header(struct MHD_Response *response, const char *name,
                       const char *value)
{
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

/* Whether a browser would make a document of it. */
static bool is_page(const struct hk_reply *reply)
{
    static const char html[] = "text/html";

    return reply->media && strncmp(reply->media, html, sizeof(html) - 1) == 0;
}

/* A page can load, lead away and be framed: it may nothing of that, unless it
 * says itself what it needs. */
static bool put_page_headers(struct MHD_Response *response,
                             const struct hk_reply *reply)
{
    bool good = put_header(response, "Referrer-Policy", "no-referrer") &&
                put_header(response, "Cross-Origin-Resource-Policy",
                           "same-origin");

    if (good && !hk_reply_find(reply, "Content-Security-Policy"))
        good = put_header(response, "Content-Security-Policy",
                          "default-src 'none'; frame-ancestors 'none'");
    return good;
}

/*
 * Each costs three allocations. What is no page is made one by nobody who
 * heeds "nosniff", and needs nothing else (docs/security.md). RFC 9110: what
 * describes a body that the client has is not told again.
 */
static bool put_headers(struct MHD_Response *response,
                        const struct hk_reply *reply)
{
    bool known = reply->status == MHD_HTTP_NOT_MODIFIED;
    bool good = put_header(response, "X-Content-Type-Options", "nosniff");

    if (good && is_page(reply))
        good = put_page_headers(response, reply);
    if (good && reply->media && !known)
        good = put_header(response, "Content-Type", reply->media);
    for (size_t i = 0; good && i < reply->header_count; i++) {
        const struct hk_reply_header *header = &reply->headers[i];
        if (!known || strcasecmp(header->name, "Content-Language") != 0)
            good = put_header(response, header->name, header->value);
    }
    return good;
}

/* What is said when there is no memory for anything else. */
static enum MHD_Result send_last_resort(struct MHD_Connection *connection)
{
    static char body[] =
        "{\"type\":\"/v1/problems/internal\",\"title\":\"The referee failed\","
        "\"status\":500,\"detail\":\"The fault is not yours; nothing was "
        "changed.\",\"code\":\"internal\"}";

    struct MHD_Response *response = MHD_create_response_from_buffer(
        sizeof(body) - 1, body, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    if (!put_header(response, "Content-Type", "application/problem+json") ||
        !put_header(response, "Content-Language", "en") ||
        !put_header(response, "X-Content-Type-Options", "nosniff"))
        hk_log(HK_LOG_ERROR, "no memory for the header of an answer");
    enum MHD_Result queued = MHD_queue_response(
        connection, MHD_HTTP_INTERNAL_SERVER_ERROR, response);
    MHD_destroy_response(response);
    return queued;
}

/* Of a body that is only announced nothing is ever asked for. */
static ssize_t send_zeros(void *cls, uint64_t at, char *to, size_t size)
{
    (void)cls;
    (void)at;
    memset(to, 0, size);
    return (ssize_t)size;
}

static struct MHD_Response *make_stream(const struct hk_reply *reply)
{
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, STREAM_BLOCK, reply->read ? reply->read : send_zeros,
        reply->read_cls, NULL);

    /* After a head alone the library would send the end of chunks that never
     * began, which the client would take for its next answer. */
    if (response && !reply->read)
        MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY,
                                 MHD_RO_END);
    return response;
}

/* The library's response with the body, which it borrows. */
static struct MHD_Response *make_response(struct hk_reply *reply)
{
    static char nothing[1];

    if (reply->fixed) {
        struct MHD_IoVec whole = {reply->fixed, reply->fixed_length};
        return MHD_create_response_from_iovec(&whole, 1, NULL, NULL);
    }
    if (reply->unsent > 0)
        return MHD_create_response_from_callback(reply->unsent, 1, send_zeros,
                                                 NULL, NULL);
    if (reply->streamed)
        return make_stream(reply);
    if (reply->body.length == 0)
        return MHD_create_response_from_buffer(0, nothing,
                                               MHD_RESPMEM_PERSISTENT);
    return MHD_create_response_from_buffer(reply->body.length, reply->body.text,
                                           MHD_RESPMEM_PERSISTENT);
}

enum MHD_Result hk_reply_send(struct hk_reply *reply,
                              struct MHD_Connection *connection)
{
    if (reply->failed || reply->body.failed) {
        hk_log(HK_LOG_ERROR, "no memory for an answer, or it is too large");
        return send_last_resort(connection);
    }
    struct MHD_Response *response = make_response(reply);
    if (!response)
        return send_last_resort(connection);
    if (!put_headers(response, reply)) {
        MHD_destroy_response(response);
        return send_last_resort(connection);
    }
    enum MHD_Result queued = MHD_queue_response(connection, reply->status,
                                                response);
    MHD_destroy_response(response);
    return queued;
}

enum hk_error hk_reply_write(const struct hk_reply *reply,
                             struct hk_strbuf *text)
{
    hk_strbuf_add_int(text, reply->status);
    hk_strbuf_add_char(text, '\n');
    if (reply->media)
        hk_strbuf_add(text, reply->media);
    hk_strbuf_add_char(text, '\n');
    for (size_t i = 0; i < reply->header_count; i++) {
        hk_strbuf_add(text, reply->headers[i].name);
        hk_strbuf_add(text, ": ");
        hk_strbuf_add(text, reply->headers[i].value);
        hk_strbuf_add_char(text, '\n');
    }
    hk_strbuf_add_char(text, '\n');
    hk_strbuf_add_bytes(text, reply->body.text, reply->body.length);
    return reply->failed || reply->body.failed || text->failed ? HK_E_INTERNAL
                                                               : HK_OK;
}

/* Cuts the next line off the text; false where there is none. */
static bool next_line(char **rest, char **ret_line)
{
    char *end = strchr(*rest, '\n');

    if (!end)
        return false;
    *end = '\0';
    *ret_line = *rest;
    *rest = end + 1;
    return true;
}

static bool read_head(char **rest, struct hk_reply *reply)
{
    char *line, *end;

    if (!next_line(rest, &line))
        return false;
    long status = strtol(line, &end, 10);
    if (*end || status < 200 || status > 299 || !next_line(rest, &line))
        return false;
    hk_reply_begin(reply, HK_SUCCESS_OK, *line ? line : NULL);
    reply->status = (unsigned)status;
    while (next_line(rest, &line)) {
        if (*line == '\0')
            return true;
        char *colon = strstr(line, ": ");
        if (!colon)
            return false;
        *colon = '\0';
        hk_reply_put(reply, line, colon + 2);
    }
    return false;
}

enum hk_error hk_reply_read(const char *text, size_t length,
                            struct hk_reply *ret_reply)
{
    struct hk_reply *reply = ret_reply;

    char *copy = malloc(length + 1);
    if (!copy)
        return HK_E_INTERNAL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *rest = copy;

    hk_reply_clear(reply);
    reply->names = copy;
    bool good = read_head(&rest, reply);
    if (good)
        hk_strbuf_add_bytes(&reply->body, rest, length - (size_t)(rest - copy));
    if (!good || reply->failed || reply->body.failed) {
        hk_reply_clear(reply);
        return HK_E_INTERNAL;
    }
    return HK_OK;
}
