/* Results and leaderboards as stored, compared with what follows from the
 * counted games. */
#ifndef HK_SERVICE_VERIFY_BOARDS_H
#define HK_SERVICE_VERIFY_BOARDS_H

#include "base/error.h"
#include "service/counted.h"
#include "store/store.h"

/* Compares the store's results and boards with what follows from the games.
 * `differ` is called with a sentence for each difference. It goes through the
 * games once for each board that a game enters, so that the lines of one such
 * board are in memory, not those of eight. Errors: HK_E_STORAGE_UNAVAILABLE,
 * HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_verify_boards(
    const struct hk_counted_list *list, struct hk_store *store,
    void (*differ)(const char *text, void *cls), void *cls);

#endif
