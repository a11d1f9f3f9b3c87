/* Answers kept with the effect they tell of, for Idempotency-Key. */
#ifndef HK_STORE_RECEIPTS_H
#define HK_STORE_RECEIPTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "store/store.h"

#define HK_RECEIPT_SLOT_SIZE 32

/* A kept answer. `slot` stands for caller, method, path and key; `body_hash`
 * for the body's bytes; `answer` is opaque (sealed by who keeps it). */
struct hk_receipt_row {
    uint8_t slot[HK_RECEIPT_SLOT_SIZE];
    uint8_t body_hash[32];
    hk_time created_at;
    void *answer; /* owned by the caller of hk_store_find_receipt(): free() */
    size_t answer_size;
};

/* Keeps the answer; for each two older than `expired_before` are purged before
 * the commit. Errors: HK_E_IDEMPOTENCY_KEY_REUSED when the slot is taken. */
HK_MUST_CHECK enum hk_error hk_tx_add_receipt(
    struct hk_tx *tx, const struct hk_receipt_row *receipt,
    hk_time expired_before);

/* The answer kept in this slot since `expired_before`.
 * Errors: HK_E_NOT_FOUND. */
HK_MUST_CHECK enum hk_error hk_store_find_receipt(
    struct hk_store *store, const uint8_t slot[HK_RECEIPT_SLOT_SIZE],
    hk_time expired_before, struct hk_receipt_row *ret_receipt);

#endif
