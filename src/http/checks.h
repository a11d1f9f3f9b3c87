/* The order of the checks: which error wins when several apply. */
#ifndef HK_HTTP_CHECKS_H
#define HK_HTTP_CHECKS_H

#include <stdbool.h>

#include "http/request.h"

/*
 * Looks at all that the head tells: path, method, credentials, Accept,
 * Content-Type, size. Sets request->error. True when the answer should not
 * wait for the body (and the connection is closed with it).
 */
bool hk_checks_head(struct hk_request *request);

/*
 * With the whole body: replay, precondition, syntax, and the handler. Then
 * request->reply is made, whatever happened; or request->finish is set, and it
 * is made by hk_checks_finish() once what it awaits has come.
 */
void hk_checks_rest(struct hk_request *request);
void hk_checks_finish(struct hk_request *request);

/* Makes request->reply the problem of request->error. */
void hk_checks_refuse(struct hk_request *request);

#endif
