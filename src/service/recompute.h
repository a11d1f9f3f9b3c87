/* Counting all games anew from their logs. */
#ifndef HK_SERVICE_RECOMPUTE_H
#define HK_SERVICE_RECOMPUTE_H

#include <stddef.h>

#include "base/error.h"
#include "store/store.h"

struct hk_recompute_report {
    size_t games;       /* counted */
    size_t differences; /* found, and mended */
    size_t faults;      /* games whose logs do not replay: they are left out */
};

/*
 * Makes results, figures and ratings anew from the logs, in one transaction, in
 * the order of counting that the store keeps (struct hk_counted_list). `tell`
 * is called with a sentence for each difference and each fault. Nothing is
 * written where nothing differs. No game may be played meanwhile.
 * Errors: HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_recompute(
    struct hk_store *store, void (*tell)(const char *text, void *cls),
    void *cls, struct hk_recompute_report *ret_report);

#endif
