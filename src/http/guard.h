/* Framing: heads of requests that could be read in two ways are refused. */
#ifndef HK_HTTP_GUARD_H
#define HK_HTTP_GUARD_H

#include "base/error.h"
#include "http/head.h"

/*
 * Looks at the head as a whole, before anything else is done with it. The
 * library lets some of these pass (several lengths, a length beside chunks, a
 * blank before the colon), and a proxy before it may read them otherwise: a
 * request could be smuggled behind another. After an error the connection
 * must be closed.
 *
 * Errors: HK_E_BAD_FRAMING; HK_E_NOT_IMPLEMENTED (a transfer coding).
 */
HK_MUST_CHECK enum hk_error hk_guard_check(const struct hk_head *head,
                                           const char *version);

#endif
