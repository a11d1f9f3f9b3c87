/* A change to a game before it is durable: a table that has gone on, and the
 * events that brought it there. */
#ifndef HK_SERVICE_DRAFT_H
#define HK_SERVICE_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "service/table.h"
#include "store/games.h"
#include "store/store.h"

/* The texts of an event; most are short. */
struct hk_event_texts {
    struct hk_strbuf data, secret;
    char near_data[64], near_secret[64];
};

struct hk_draft_room;

struct hk_draft {
    struct hk_table table;
    uint32_t from_seq;               /* of the log that it goes on from */
    uint8_t from_seed[HK_SEED_SIZE]; /* of the round that was on there */
    struct hk_draft_room *room;      /* that it is in, with what follows; NULL:
                                        that is owned */
    struct hk_entry *entries;
    size_t count, size;
    struct hk_event_texts *texts; /* of the entries, once made, */
    struct hk_event_row *rows;    /* which lead to them */
    int64_t key;                  /* whose feed tells of it; 0: none */
    int64_t feed_id; /* once written: the number there of its last event */
};

/* Events that one move can bring: itself, the end of a round, a new deal (or
 * the end of the game; or a reshuffle). */
#define HK_EVENTS_A_MOVE 3

/* A draft that goes on from `table` (NULL: from nothing) by at most
 * `entries_max` events. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_draft_init(struct hk_draft *ret_draft,
                                          const struct hk_table *table,
                                          size_t entries_max);

/* A draft of one move with its entries, lent by who has room for it. */
struct hk_draft_room {
    struct hk_draft draft;
    struct hk_entry entries[HK_EVENTS_A_MOVE];
    struct hk_event_texts texts[HK_EVENTS_A_MOVE];
    struct hk_event_row rows[HK_EVENTS_A_MOVE];
};

/* As hk_draft_init() for one move, in this room. */
void hk_draft_init_in(struct hk_draft_room *room, const struct hk_table *table);

/* NULL-safe. */
void hk_draft_clear(struct hk_draft *draft);

/* The place for the next event; aborts beyond entries_max. */
struct hk_entry *hk_draft_next(struct hk_draft *draft);

/* Takes back the place last given. */
void hk_draft_drop(struct hk_draft *draft);

/* The referee does all that is owed; seeds come from `rng` (G9). */
void hk_draft_follow(struct hk_draft *draft, const struct hk_rng *rng,
                     hk_time now);

/* How many rounds end in it. */
size_t hk_draft_rounds(const struct hk_draft *draft);

/* Goes on with the hash chain: its entries are complete, and have their hashes
 * then. A second time does nothing. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_draft_chain(struct hk_draft *draft);

/* Makes the texts of its events, so that hk_draft_write() need not, and their
 * hashes: its entries are complete. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_draft_put_in_words(struct hk_draft *draft);

/*
 * Writes the draft: its events with the game's row and into the feed of its
 * key, the rounds that ended, and the totals. Errors: HK_E_STALE,
 * HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_draft_write(struct hk_draft *draft,
                                           struct hk_tx *tx, int64_t game);

#endif
