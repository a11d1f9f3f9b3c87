/* A line in the log for each request. Of what a client sends it has a method
 * and ids that are known here, and nothing else: no target, which may hold a
 * ticket, no token, no body. */
#ifndef HK_HTTP_REQUEST_LOG_H
#define HK_HTTP_REQUEST_LOG_H

#include "base/log.h"
#include "http/trace.h"

struct hk_request;

/* Of one thread. */
struct hk_request_log {
    struct hk_trace_source ids;
    struct hk_log_lines lines;
};

void hk_request_log_init(struct hk_request_log *log);

/* The head was read: gives the request its ids, where requests are logged. */
void hk_request_log_begin(struct hk_request_log *log,
                          struct hk_request *request);

/* An answer that refuses tells the request's id. */
void hk_request_log_tell(struct hk_request *request);

/* The request has ended: adds its line, where it has ids. What is asked all the
 * time by machines (/livez, /readyz, /metrics) has one where it is refused. */
void hk_request_log_end(struct hk_request_log *log,
                        const struct hk_request *request);

#endif
