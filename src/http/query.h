/* Reading query parameters; faults are collected like those of a body. */
#ifndef HK_HTTP_QUERY_H
#define HK_HTTP_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "http/request.h"

/* Adds a fault for every parameter that the route does not know or that stands
 * there twice. */
void hk_query_check(struct hk_request *request);

/* An integer in decimal; `standard` where it was not sent or is at fault. */
int64_t hk_query_integer(struct hk_request *request, const char *name,
                         int64_t least, int64_t greatest, int64_t standard);

/* The same of a header. */
int64_t hk_header_integer(struct hk_request *request, enum hk_header header,
                          int64_t least, int64_t greatest, int64_t standard);

/* The position of the value among `choices` (ends with NULL); `standard` where
 * it was not sent or is at fault. */
int hk_query_choice(struct hk_request *request, const char *name,
                    const char *const *choices, int standard);

/* "true" or "false"; false where it was not sent or is at fault. */
bool hk_query_boolean(struct hk_request *request, const char *name);

/* `limit`: 1 to 100, 20 by default. */
#define HK_LIMIT_MAX 100
size_t hk_query_limit(struct hk_request *request);

#endif
