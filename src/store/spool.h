/* A spool: records of one size, put away in any order and read back in that of
 * their keys. It is a file without a name in the folder of temporary files, so
 * that any number of records takes a megabyte of memory. */
#ifndef HK_STORE_SPOOL_H
#define HK_STORE_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct hk_spool;

/* What orders the records, the first number first; no two have the same. */
struct hk_spool_key {
    int64_t first, second, third;
};

/* An empty one for records of `record_size` bytes. Used by one thread at a
 * time. Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_spool_new(size_t record_size,
                                         struct hk_spool **ret_spool);

/* NULL-safe. */
void hk_spool_free(struct hk_spool *spool);

/* Errors: HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL (such a key is there). */
HK_MUST_CHECK enum hk_error hk_spool_add(struct hk_spool *spool,
                                         const struct hk_spool_key *key,
                                         const void *record);

/* Begins to read, at the first record; nothing may be added any more. */
void hk_spool_rewind(struct hk_spool *spool);

/* The next record; ret_found is false at the end, and ret_record untouched.
 * Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_spool_next(struct hk_spool *spool,
                                          void *ret_record, bool *ret_found);

#endif
