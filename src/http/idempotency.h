/* Idempotency-Key: the first answer to a write, kept and given again. */
#ifndef HK_HTTP_IDEMPOTENCY_H
#define HK_HTTP_IDEMPOTENCY_H

#include <stdbool.h>

#include "base/error.h"
#include "http/request.h"

/*
 * Reads the header of a write and computes under what its answer is kept: the
 * caller, the method, the path and the key, beside a hash of the body. Without
 * the header nothing is used. Errors: HK_E_INVALID_REQUEST (no such key).
 */
HK_MUST_CHECK enum hk_error hk_idempotency_begin(struct hk_request *request);

/*
 * Makes request->reply the answer that is kept, if there is one.
 * Errors: HK_E_IDEMPOTENCY_KEY_REUSED (with another body); HK_E_INTERNAL;
 * HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_idempotency_replay(struct hk_request *request,
                                                  bool *ret_replayed);

/* The receipt for a write, which renders by request->build; NULL without a
 * key. */
const struct hk_receipt *hk_idempotency_receipt(struct hk_request *request);

#endif
