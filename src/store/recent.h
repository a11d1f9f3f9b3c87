/*
 * Which games have events that are in the table of recent ones alone, and in
 * which rows: in memory, beside the table (settle.h). Private to src/store/.
 *
 * Two sides use it. The writer sees what its transaction has come to, and says
 * afterwards whether that was kept or taken back; readers see what is durable.
 * Readers, and the writer towards them, lock; all functions may be called by
 * any thread, those of the writer by one at a time.
 */
#ifndef HK_STORE_RECENT_H
#define HK_STORE_RECENT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"

/* Most events of one game that may be in the table of recent ones alone. What
 * files hold was written with it: never less. */
#define HK_TAIL_MAX 72

/*
 * The newest events of a game, which the log does not have. Once they are
 * settled the tail is empty, but is kept while the last of its rows is there:
 * who has read the game's row before that learns here how far it had come.
 */
struct hk_tail {
    uint32_t seq; /* of the last event */
    hk_time at;
    uint32_t count; /* of events */
    int64_t first;  /* the row of the oldest */
    int64_t last;
    bool sure; /* the game has come to `seq`, and the log has none of it */
};

/* Rows by id, from `first` on without a gap; those of a game are a list. */
struct hk_recent_row {
    int64_t game;
    int64_t following; /* the game's next; says nothing in its last */
};

struct hk_recent {
    pthread_mutex_t lock; /* guards all that follows */
    struct hk_recent_row *rows;
    struct hk_recent_game **games; /* by hash */
    size_t size;                   /* of both, a power of two */
    int64_t first, next;           /* ids, with those not durable yet */
    int64_t kept;                  /* `first` once the transaction is kept */
    struct hk_recent_change *changes;
    size_t change_count, change_size;
};

/* Errors: HK_E_STORAGE_UNAVAILABLE (no memory). */
HK_MUST_CHECK enum hk_error hk_recent_init(struct hk_recent *recent);
void hk_recent_clear(struct hk_recent *recent); /* zeroed: left alone */

/* ----- as the table is found ---------------------------------------------- */

/*
 * Takes in the table's next row, which is durable. Whether the log has it as
 * well is not known, so the tail is not sure. Where a tail has grown too long
 * its oldest rows are dropped, since the log has them.
 * Errors: HK_E_INTERNAL: rows are missing before it; HK_E_STORAGE_UNAVAILABLE
 * (no memory).
 */
HK_MUST_CHECK enum hk_error hk_recent_learn(struct hk_recent *recent,
                                            int64_t id, int64_t game,
                                            uint32_t seq, hk_time at);

/* The rows below this id are gone: the log has them. */
void hk_recent_forget(struct hk_recent *recent, int64_t first);

/* The id of the row to come; 1 at first. */
int64_t hk_recent_next(struct hk_recent *recent);

/* ----- for readers -------------------------------------------------------- */

/* The durable tail of a game, which may be empty; false: it has none. */
bool hk_recent_find(struct hk_recent *recent, int64_t game,
                    struct hk_tail *ret_tail);

/* The ids of its rows whose events come after `after`, in order. */
size_t hk_recent_ids(struct hk_recent *recent, int64_t game, uint32_t after,
                     int64_t ret_ids[HK_TAIL_MAX]);

/* ----- for the writer, in a transaction ----------------------------------- */

/* As the two above, with what the transaction did; false also where the tail is
 * empty and not sure. */
bool hk_recent_tail(struct hk_recent *recent, int64_t game,
                    struct hk_tail *ret_tail);
size_t hk_recent_tail_ids(struct hk_recent *recent, int64_t game,
                          int64_t ret_ids[HK_TAIL_MAX]);

/*
 * Adds an event to the game's tail, which must have room for it; ret_id is for
 * its row. Errors: HK_E_STORAGE_UNAVAILABLE (no memory); nothing is added.
 */
HK_MUST_CHECK enum hk_error hk_recent_add(struct hk_recent *recent,
                                          int64_t game, uint32_t seq,
                                          hk_time at, int64_t *ret_id);

/* The log has the game's tail now: it is empty. Errors: as above. */
HK_MUST_CHECK enum hk_error hk_recent_settle(struct hk_recent *recent,
                                             int64_t game);

/* The game goes on in the log: its tail, which is empty, is not sure. Errors:
 * as above. */
HK_MUST_CHECK enum hk_error hk_recent_pass(struct hk_recent *recent,
                                           int64_t game);

/* The rows below this id are gone; no tail has any. */
void hk_recent_prune(struct hk_recent *recent, int64_t first);

/* What the transaction did so far, to be taken back to; 0: nothing. */
size_t hk_recent_mark(struct hk_recent *recent);
void hk_recent_take_back(struct hk_recent *recent, size_t mark);

/* Events added since the mark. */
size_t hk_recent_added(struct hk_recent *recent, size_t mark);

/* The next game that the transaction added to whose tail has `count` events or
 * more, from *position (0 at first) on; 0: no more. */
int64_t hk_recent_long_tail(struct hk_recent *recent, uint32_t count,
                            size_t *position);

/* The oldest row, and how many there are. */
int64_t hk_recent_first(struct hk_recent *recent);
size_t hk_recent_count(struct hk_recent *recent);

/* The game whose tail has this row; 0: none has. */
int64_t hk_recent_owner(struct hk_recent *recent, int64_t id);

/* The transaction is durable: readers see it. Or it was rolled back. */
void hk_recent_publish(struct hk_recent *recent);
void hk_recent_drop(struct hk_recent *recent);

#endif
