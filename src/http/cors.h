/* Pages of other origins (Fetch): whose answers a browser lets them read. */
#ifndef HK_HTTP_CORS_H
#define HK_HTTP_CORS_H

#include <stdbool.h>
#include <stddef.h>

struct hk_request;

#define HK_ORIGINS_MAX 16
#define HK_ORIGIN_SIZE 128

/* Those whose pages may read answers. */
struct hk_origins {
    size_t count;
    char items[HK_ORIGINS_MAX][HK_ORIGIN_SIZE];
};

/*
 * Whether a text is an origin as browsers send it, to the byte: scheme, host,
 * and a port where it is not the scheme's own ("https://play.example"). False
 * with a reason for a person, static.
 */
bool hk_origin_check(const char *text, const char **ret_reason);

/* Whether a browser asks for a page of an allowed origin what it may send. It
 * is answered by the path alone: the page could not read a refusal. */
bool hk_cors_asks(const struct hk_request *request);

/* Makes the answer, to OPTIONS and with its Allow, one to such a question. */
void hk_cors_answer(struct hk_request *request);

/* Before any answer is sent: lets the page read it that asked, where its origin
 * is allowed. Does nothing while none is. */
void hk_cors_let_read(struct hk_request *request);

#endif
