/* Answers kept for Idempotency-Key. */
#include "store/receipts.h"

#include <stdlib.h>
#include <string.h>

#include "store/internal.h"

/* Expired ones deleted for each new one: they become fewer while nobody waits
 * long for it. */
#define PURGED_FOR_ONE 2

enum hk_error hk_tx_purge_receipts(struct hk_tx *tx)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "DELETE FROM receipts WHERE id IN (SELECT id FROM receipts "
                   "WHERE created_at < ? ORDER BY created_at LIMIT ?)");
    hk_query_int(&query, tx->receipts_expired_before);
    hk_query_int(&query, (int64_t)tx->receipts * PURGED_FOR_ONE);
    return hk_query_run(&query);
}

enum hk_error hk_tx_add_receipt(struct hk_tx *tx,
                                const struct hk_receipt_row *receipt,
                                hk_time expired_before)
{
    struct hk_query query;
    /* An expired answer must not keep its slot. */
    hk_query_start(&query, tx->db,
                   "INSERT INTO receipts (slot, body_hash, created_at, "
                   "answer) VALUES (?1, ?2, ?3, ?4) "
                   "ON CONFLICT (slot) DO UPDATE SET body_hash = ?2, "
                   "created_at = ?3, answer = ?4 "
                   "WHERE receipts.created_at < ?5");
    hk_query_blob(&query, receipt->slot, sizeof(receipt->slot));
    hk_query_blob(&query, receipt->body_hash, sizeof(receipt->body_hash));
    hk_query_int(&query, receipt->created_at);
    /* SQLite takes NULL for no blob at all. */
    hk_query_blob(&query, receipt->answer_size ? receipt->answer : "",
                  receipt->answer_size);
    hk_query_int(&query, expired_before);
    enum hk_error error = hk_query_run(&query);
    if (error == HK_OK && hk_db_changes(tx->db) == 0)
        error = HK_E_IDEMPOTENCY_KEY_REUSED;
    if (error == HK_OK) {
        tx->receipts++;
        tx->receipts_expired_before = expired_before;
    }
    return error;
}

enum { RECEIPT_BODY_HASH, RECEIPT_CREATED_AT, RECEIPT_ANSWER };

/* The answer is copied: SQLite's is gone with the row. */
static enum hk_error read_receipt(const struct hk_query *query,
                                  struct hk_receipt_row *ret_receipt)
{
    const void *answer = sqlite3_column_blob(query->statement, RECEIPT_ANSWER);
    size_t size = (size_t)sqlite3_column_bytes(query->statement,
                                               RECEIPT_ANSWER);
    if (!hk_column_bytes(query, RECEIPT_BODY_HASH, ret_receipt->body_hash,
                         sizeof(ret_receipt->body_hash)))
        return HK_E_INTERNAL;
    ret_receipt->created_at = hk_column_int(query, RECEIPT_CREATED_AT);
    ret_receipt->answer = malloc(size ? size : 1);
    if (!ret_receipt->answer || (size && !answer)) {
        free(ret_receipt->answer);
        return HK_E_STORAGE_UNAVAILABLE;
    }
    if (size)
        memcpy(ret_receipt->answer, answer, size);
    ret_receipt->answer_size = size;
    return HK_OK;
}

enum hk_error hk_store_find_receipt(struct hk_store *store,
                                    const uint8_t slot[HK_RECEIPT_SLOT_SIZE],
                                    hk_time expired_before,
                                    struct hk_receipt_row *ret_receipt)
{
    struct hk_receipt_row receipt = {0};
    enum hk_error found = HK_E_NOT_FOUND;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT body_hash, created_at, answer FROM receipts "
                   "WHERE slot = ? AND created_at >= ?");
    hk_query_blob(&query, slot, HK_RECEIPT_SLOT_SIZE);
    hk_query_int(&query, expired_before);
    if (hk_query_next(&query))
        found = read_receipt(&query, &receipt);
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        error = found;
    else if (found == HK_OK)
        free(receipt.answer);
    if (error != HK_OK)
        return error;
    memcpy(receipt.slot, slot, HK_RECEIPT_SLOT_SIZE);
    *ret_receipt = receipt;
    return HK_OK;
}
