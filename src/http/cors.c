/* Cross-origin requests. */
#include "http/cors.h"

#include <stdio.h>
#include <string.h>

#include "http/request.h"

/* What a page may send beside what every page may. */
#define SENT                                                 \
    "Authorization, Content-Type, If-Match, If-None-Match, " \
    "Idempotency-Key, Prefer, Last-Event-ID, "               \
    "Accept-Language, traceparent"

/* What it may read of an answer's head, likewise. */
#define READ                                              \
    "Allow, ETag, Idempotency-Replayed, Link, Location, " \
    "Preference-Applied, RateLimit, RateLimit-Policy, "   \
    "Retry-After, WWW-Authenticate, X-Request-Id"

/* Seconds for which a browser need not ask again: no browser takes more. */
#define REMEMBERED "7200"

/* ----- origins ------------------------------------------------------------ */

static bool is_one_of(char c, const char *signs)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr(signs, c));
}

static size_t span(const char *text, const char *signs)
{
    size_t length = 0;

    while (is_one_of(text[length], signs))
        length++;
    return length;
}

static size_t span_host(const char *text)
{
    if (*text != '[')
        return span(text, "-._");
    size_t length = strspn(text + 1, "0123456789abcdef:.");
    return length > 0 && text[length + 1] == ']' ? length + 2 : 0;
}

/* The end of an origin, ":8443"; a port that goes without saying is none. */
static bool is_port(const char *text, const char *origin)
{
    size_t digits = strspn(text + 1, "0123456789");

    if (digits < 1 || digits > 5 || text[digits + 1] || text[1] == '0')
        return false;
    if (strncmp(origin, "https:", 6) == 0)
        return strcmp(text, ":443") != 0;
    return strncmp(origin, "http:", 5) != 0 || strcmp(text, ":80") != 0;
}

static bool is_origin(const char *text)
{
    static const char mark[] = "://";
    size_t scheme = span(text, "+-.");

    if (scheme == 0 || strncmp(text + scheme, mark, sizeof(mark) - 1) != 0)
        return false;
    const char *host = text + scheme + sizeof(mark) - 1;
    size_t length = span_host(host);
    if (length == 0)
        return false;
    return host[length] == '\0' ||
           (host[length] == ':' && is_port(host + length, text));
}

bool hk_origin_check(const char *text, const char **ret_reason)
{
    if (strlen(text) >= HK_ORIGIN_SIZE) {
        *ret_reason = "it is longer than 127 characters";
        return false;
    }
    if (is_origin(text))
        return true;
    *ret_reason = "it is like https://play.example or http://localhost:3000: "
                  "in small letters, without a path, the port only where it "
                  "is not that of the scheme";
    return false;
}

/* ----- answers ------------------------------------------------------------ */

/* Whether the request comes from a page of an allowed origin. */
static const char *allowed_origin(const struct hk_request *request)
{
    const struct hk_origins *origins = &request->policy->origins;
    const char *origin = hk_request_header(request, HK_HEADER_ORIGIN);

    for (size_t i = 0; origin && i < origins->count; i++) {
        if (strcmp(origins->items[i], origin) == 0)
            return origins->items[i];
    }
    return NULL;
}

bool hk_cors_asks(const struct hk_request *request)
{
    return request->method == HK_METHOD_OPTIONS &&
           hk_request_header(request,
                             HK_HEADER_ACCESS_CONTROL_REQUEST_METHOD) &&
           allowed_origin(request);
}

void hk_cors_answer(struct hk_request *request)
{
    struct hk_reply *reply = &request->reply;

    hk_reply_put(reply, "Access-Control-Allow-Methods",
                 hk_reply_find(reply, "Allow"));
    hk_reply_put(reply, "Access-Control-Allow-Headers", SENT);
    hk_reply_put(reply, "Access-Control-Max-Age", REMEMBERED);
}

/* Caches keep answers to other origins apart, also those without any. */
static void vary(struct hk_reply *reply)
{
    const char *others = hk_reply_find(reply, "Vary");
    char all[128];

    int length = snprintf(all, sizeof(all), "%s%sOrigin", others ? others : "",
                          others ? ", " : "");
    if (length < 0 || (size_t)length >= sizeof(all))
        reply->failed = true;
    else
        hk_reply_put(reply, "Vary", all);
}

void hk_cors_let_read(struct hk_request *request)
{
    struct hk_reply *reply = &request->reply;

    if (request->policy->origins.count == 0)
        return;
    vary(reply);
    const char *origin = allowed_origin(request);
    if (!origin)
        return;
    hk_reply_put(reply, "Access-Control-Allow-Origin", origin);
    if (!hk_cors_asks(request))
        hk_reply_put(reply, "Access-Control-Expose-Headers", READ);
}
