/* A game read back from its log, each event made anew and compared. */
#ifndef HK_SERVICE_HISTORY_H
#define HK_SERVICE_HISTORY_H

#include <stddef.h>

#include "base/error.h"
#include "service/draft.h"
#include "service/table.h"
#include "store/games.h"

#define HK_FAULT_SIZE 160

/* What the log of a game adds up to. */
struct hk_history {
    struct hk_table table;
    struct hk_arranged_deal *deals; /* the table's; owned */
    struct hk_round_row *rounds;    /* those ended, in order; owned */
    size_t round_count, round_size;
    /* HK_SEATS_MAX of them, "" where open; owned, NULL once forgotten. */
    char (*names)[HK_NAME_SIZE];
    hk_time seated_at[HK_SEATS_MAX]; /* 0 where open */
    /* The event that took each seat from one holder and gave it to another, in
     * whose hands all earlier tokens are none; 0: it never changed hands. */
    uint32_t given_seq[HK_SEATS_MAX];
    hk_time created_at;
    hk_time finished_at; /* 0: it is not */
    size_t events;
    size_t unhashed; /* of them: those without a hash */
};

/*
 * Reads the log of a game. Every event is brought about anew, through the same
 * functions as when it was played, and must come out as it was written, to the
 * letter: decks from seeds, cards drawn, results, winners; and with the hash
 * that it was entered with, unless it is older than the chain.
 * Errors: HK_E_INTERNAL where it does not, with ret_fault saying at what;
 * HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_history_read(struct hk_store *store,
                                            const struct hk_game_row *game,
                                            struct hk_history *ret_history,
                                            char ret_fault[HK_FAULT_SIZE]);

/* The same, and the moves that may be taken back at its end: ret_past is the
 * caller's to free(). */
HK_MUST_CHECK enum hk_error hk_history_past(struct hk_store *store,
                                            const struct hk_game_row *game,
                                            struct hk_history *ret_history,
                                            struct hk_past **ret_past,
                                            char ret_fault[HK_FAULT_SIZE]);

/* NULL-safe. */
void hk_history_clear(struct hk_history *history);

/* Names are only asked for when logs are checked. */
void hk_history_forget_names(struct hk_history *history);

/* Makes room for `count` more rounds. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_history_reserve(struct hk_history *history,
                                               size_t count);

/* Goes on by a draft that has become durable; room was made before. */
void hk_history_take(struct hk_history *history, const struct hk_draft *draft);

#endif
