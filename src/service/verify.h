/* Replaying every game from its log and comparing with what is stored. */
#ifndef HK_SERVICE_VERIFY_H
#define HK_SERVICE_VERIFY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "store/store.h"

struct hk_verify_report {
    size_t games; /* replayed */
    size_t events;
    size_t unhashed;    /* of them: older than the hash chain */
    size_t differences; /* found */
    /* False where games were finished meanwhile: then the figures of players
     * and partnerships could not be compared. */
    bool figures_compared;
};

/*
 * Replays every game of the store and compares: each event with what the
 * engine makes of the moves (deals with their seeds and commitments, results,
 * winners) and with the hash that it was entered with, and the stored rounds,
 * totals, statuses, feeds and figures of players and partnerships with the
 * same. `tell` is called with a sentence for each difference. Games may be
 * played meanwhile. Errors: HK_E_STORAGE_UNAVAILABLE (also of temporary files),
 * HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_verify(struct hk_store *store,
                                      void (*tell)(const char *text, void *cls),
                                      void *cls,
                                      struct hk_verify_report *ret_report);

#endif
