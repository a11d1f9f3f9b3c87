/* Finished games enter the leaderboards, and corrections change what they gave.
 * docs/ratings.md tells what follows from what. */
#ifndef HK_SERVICE_COUNTING_H
#define HK_SERVICE_COUNTING_H

#include "base/error.h"
#include "service/result.h"
#include "store/store.h"

/* The row ids of a result's boards: of players, and [1] of pairs (0 outside
 * partnerships). */
struct hk_result_boards {
    int64_t ids[HK_RESULT_BOARDS][2];
};

HK_MUST_CHECK enum hk_error hk_count_boards(
    struct hk_tx *tx, const struct hk_result *result,
    struct hk_result_boards *ret_boards);

/*
 * Enters a game that has just finished, and is ranked, into its boards: the
 * figures of its players and pairs, and their ratings. Its rounds must have
 * been written. `now` is the time of the write.
 * Errors: HK_E_INTERNAL where it is counted already; HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_count_game(struct hk_tx *tx,
                                          const struct hk_result *result,
                                          hk_time now);

/*
 * After a correction of a counted game, whose result was `before` and is
 * `after`: everything becomes exactly as if it had always been so, the ratings
 * of later games too. The corrected rounds must have been written.
 * Errors: HK_E_INTERNAL where it is not counted, or no memory;
 * HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_recount_game(struct hk_tx *tx,
                                            const struct hk_result *before,
                                            const struct hk_result *after,
                                            hk_time now);

#endif
