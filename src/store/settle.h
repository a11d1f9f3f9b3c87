/*
 * The table of recent events, and how they come into the log. Private to
 * src/store/.
 *
 * An event that changes nothing but its game's log is put at the end of
 * `recent_events`, whatever the game, and nowhere else: moves of a hundred
 * games are few pages to write. Where a game has many such events they are
 * settled: put into `events`, with the game's row, in one go. So a row of
 * `recent_events` counts where its seq is above that of its game's row. Rows
 * are deleted from the oldest on once there are many, settled before.
 */
#ifndef HK_STORE_SETTLE_H
#define HK_STORE_SETTLE_H

#include "store/internal.h"

/* Events of one game that are settled together: pages of the log that each
 * would change are then written once. */
#define HK_SETTLE_TOGETHER 64

/* Rows that the table may have before its oldest are deleted: as many as can
 * be gone through when the file is opened. */
#define HK_RECENT_MOST 120000

/* Brings what is in memory up to the table, by a connection of its own.
 * Errors: HK_E_INTERNAL (rows are missing); as hk_query_end(). */
HK_MUST_CHECK enum hk_error hk_settle_learn(struct hk_recent *recent,
                                            struct hk_db *db);

/* Puts one event at the end of the table. Errors: HK_E_INTERNAL where it does
 * not go on from the game's last; as hk_query_end(). */
HK_MUST_CHECK enum hk_error hk_settle_later(struct hk_tx *tx, int64_t game,
                                            const struct hk_event_row *event);

/* Settles the game's tail, if it has one. Errors: as hk_query_end(). */
HK_MUST_CHECK enum hk_error hk_settle_game(struct hk_tx *tx, int64_t game);

/* What a batch owes the table once its jobs have run, if anything: long tails
 * are settled, old rows deleted. Errors: as hk_query_end(). */
bool hk_settle_owed(const struct hk_tx *tx);
HK_MUST_CHECK enum hk_error hk_settle_tidy(struct hk_tx *tx);

#endif
