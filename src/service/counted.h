/* The counted games as their logs tell of them, in the order of counting; and
 * whether what the store keeps of them is what follows. */
#ifndef HK_SERVICE_COUNTED_H
#define HK_SERVICE_COUNTED_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "service/history.h"
#include "service/result.h"
#include "store/store.h"

struct hk_counted {
    struct hk_result result;
    char uuid[HK_UUID_TEXT_SIZE];
    int64_t number; /* of its row in `results`; 0: none */
};

/* All zero is empty. */
struct hk_counted_list {
    struct hk_counted *games; /* owned */
    size_t count, size;
};

void hk_counted_clear(struct hk_counted_list *list);

/* Adds a game if its log says that it counts: finished, and ranked.
 * Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_counted_add(struct hk_counted_list *list,
                                           const struct hk_game_row *row,
                                           const struct hk_seat_row *seats,
                                           const struct hk_history *history);

/*
 * Brings the games into the order in which they were counted: that of the
 * store's results; then those that have none, in the order in which they
 * finished, and those of one moment by their row ids.
 * Errors: HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_counted_order(struct hk_counted_list *list,
                                             struct hk_store *store);

/* Compares the store's results and boards with what follows from the games,
 * which are in order. `differ` is called with a sentence for each difference.
 * Errors: HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_counted_compare(
    const struct hk_counted_list *list, struct hk_store *store,
    void (*differ)(const char *text, void *cls), void *cls);

#endif
