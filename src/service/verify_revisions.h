/* The revisions of a scorecard as stored, compared with its log. */
#ifndef HK_SERVICE_VERIFY_REVISIONS_H
#define HK_SERVICE_VERIFY_REVISIONS_H

#include "base/error.h"
#include "store/games.h"

/* Whether two rows tell the same of a round. */
bool hk_verify_same_round(const struct hk_round_row *a,
                          const struct hk_round_row *b);

/*
 * Compares every revision of the game's rounds with what its log, which
 * replays, tells of it. ret_round is the first that differs; 0: none does.
 * Errors: HK_E_INTERNAL (no memory, or rows that cannot be read),
 * HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_verify_revisions(struct hk_store *store,
                                                int64_t game,
                                                unsigned *ret_round);

#endif
