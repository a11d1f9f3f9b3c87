/* The counted games as their logs tell of them, in the order of counting; and
 * whether what the store keeps of them is what follows. */
#ifndef HK_SERVICE_COUNTED_H
#define HK_SERVICE_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "service/history.h"
#include "service/reckoning.h"
#include "service/result.h"
#include "store/spool.h"
#include "store/store.h"

struct hk_counted {
    struct hk_result result;
    char uuid[HK_UUID_TEXT_SIZE];
    int64_t number; /* of its row in `results`; 0: none */
};

/*
 * Any number of them: in the order of the store's results; then those that
 * have none, in the order in which they finished, and those of one moment by
 * their row ids. They are in a temporary file, and take no memory.
 */
struct hk_counted_list {
    struct hk_spool *spool; /* owned */
    size_t count;
};

/* An empty list. Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_counted_init(struct hk_counted_list *ret_list);

/* Also where hk_counted_init() failed, if it was all zero. */
void hk_counted_clear(struct hk_counted_list *list);

/* Adds a result, under the number that the store has for it. Errors:
 * HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL. */
HK_MUST_CHECK enum hk_error hk_counted_put(struct hk_counted_list *list,
                                           struct hk_store *store,
                                           const char *uuid,
                                           const struct hk_result *result);

/* Adds a game if its log says that it counts: finished, and ranked. Errors: as
 * above. */
HK_MUST_CHECK enum hk_error hk_counted_add(struct hk_counted_list *list,
                                           struct hk_store *store,
                                           const struct hk_game_row *row,
                                           const struct hk_seat_row *seats,
                                           const struct hk_history *history);

/* The next game, from the first one on after hk_counted_begin(), which also
 * tells the reckoning of all. Nothing is added from then on. Errors:
 * HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL. */
HK_MUST_CHECK enum hk_error hk_counted_begin(const struct hk_counted_list *list,
                                             struct hk_reckoning *reckoning);
HK_MUST_CHECK enum hk_error hk_counted_next(const struct hk_counted_list *list,
                                            struct hk_counted *ret_game,
                                            bool *ret_found);

#endif
