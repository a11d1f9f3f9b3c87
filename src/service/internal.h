/*
 * What the files of src/service/ share about a service and its live games.
 *
 * Locks. There are four kinds, and nobody ever holds two at once:
 * - the registry's lock guards the table of live games, their reference counts
 *   and the order of the idle ones; held for a few instructions, never over a
 *   read of the store, and never while a game's lock is taken or waited for;
 * - a game's lock guards all that a game is; held while a write is judged or
 *   published and while a snapshot is copied, never over a write;
 * - the bots' lock guards the queue of the games that they look at, the wheel's
 *   the heap of the deadlines; held for a few instructions;
 * - the feeds' lock guards how far each is published, and who waits there.
 * The store never calls back while a game's lock is held. A reference keeps a
 * game in memory, so a game's lock is taken with a reference held and without
 * the registry's.
 *
 * What a game is changes only while the write that has its turn is published.
 * That write may therefore read it without the lock, between being judged and
 * published.
 */
#ifndef HK_SERVICE_INTERNAL_H
#define HK_SERVICE_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "service/bots.h"
#include "service/clock_wheel.h"
#include "service/fanout.h"
#include "service/feed.h"
#include "service/game.h"
#include "service/history.h"
#include "service/lobby.h"
#include "service/presence.h"
#include "service/registry.h"
#include "service/service.h"
#include "service/tally.h"
#include "service/tickets.h"
#include "service/write.h"
#include "store/receipts.h"

struct hk_service {
    struct hk_store *store;
    struct hk_clock clock;
    struct hk_rng rng;
    bool open;
    bool still; /* neither bots nor the wheel look at games */
    atomic_uint presence_grace_ms;
    struct hk_registry registry;
    struct hk_bots bots;
    struct hk_wheel wheel;
    int64_t last_left; /* the last game made before the service was opened */
    struct hk_tickets tickets;
    struct hk_feeds feeds;
    struct hk_tally tally;
};

/* The seats of a live game: their rows without the room for the longest names,
 * and without totals, which the table's state has. One block. */
struct hk_kept_seats {
    uint16_t size;   /* of all of it, in bytes */
    uint8_t players; /* bits: seats that have one */
    struct hk_kept_seat {
        int64_t player;
        int team;
        bool bot;
        const char *name;
    } seats[HK_SEATS_MAX];
    char names[];
};

/* Tokens that a game has of its own: of each seat, and the host's last. */
#define HK_TOKENS_KNOWN (HK_SEATS_MAX + 1)

/* Who can see a game in different ways. */
#define HK_VIEWERS (HK_SEATS_MAX + 2)

struct hk_game {
    struct hk_slot slot; /* first: the registry's part, under its lock */
    struct hk_service *service;

    bool waiting;                /* in the queue of the bots, under its lock; */
    struct hk_game *after;       /* what follows there */
    struct hk_wheel_place wheel; /* under the wheel's lock */

    pthread_mutex_t lock; /* guards what follows; what every request looks at
                             comes first, and lies together */
    uint8_t tokens_known; /* bits */
    uint8_t players;      /* of its seats; */
    uint16_t seats_size;  /* likewise */
    bool resume; /* its clock was running when the service was ended, and
                       nothing has been written since */
    struct hk_game_row row;
    struct hk_presence presence; /* what of it is not atomic */
    struct hk_noted {
        uint32_t seq, size;
        uint8_t form, away;
    } noted[HK_VIEWERS]; /* of each seat, the host, the public */
    uint8_t tokens[HK_TOKENS_KNOWN][HK_TOKEN_HASH_SIZE];
    hk_ticks ticks; /* when its last event came, or when it was read */
    struct hk_write *writing; /* has its turn; NULL: none */
    struct hk_write *first_waiting, *last_waiting;
    struct hk_fanout fanout;     /* who waits for its next event */
    struct hk_kept_seats *seats; /* owned */
    struct hk_history history;
};

/* ----- writes ------------------------------------------------------------- */

/* What a kind of write does of its own. */
struct hk_write_kind {
    /* Judges, and makes the draft and what it would bring. Under the lock of
     * the game, whose turn it is. */
    enum hk_error (*judge)(struct hk_write *write);
    /* Writes all of it, and sets `outcome` last; a dry run then returns
     * HK_E_INTERNAL, to be taken back. NULL: the draft, the receipt and the
     * boards; then a dry run is judged only, and the outcome is that of
     * hk_write_foresee(), made by `judge`. */
    enum hk_error (*run)(struct hk_write *write, struct hk_tx *tx);
    /* Publishes what is not in the draft, under the lock; or NULL. */
    void (*publish)(struct hk_write *write);
    /* Frees what a write that failed has made to bring. */
    void (*drop)(struct hk_write *write);
    /* Counts one that has ended with this error; not a dry run. Or NULL. */
    void (*count)(const struct hk_write *write, enum hk_error error);
};

/* Starts a write on a game (NULL: on none): it is told when it has ended. */
void hk_write_start(struct hk_write *write, const struct hk_write_kind *kind,
                    struct hk_service *service, struct hk_game *game);

/* Starts it, waits for its end, and returns its error. */
HK_MUST_CHECK enum hk_error hk_write_wait(struct hk_write *write,
                                          const struct hk_write_kind *kind,
                                          struct hk_service *service,
                                          struct hk_game *game);

/* As hk_draft_init(), for the draft of a write. */
HK_MUST_CHECK enum hk_error hk_write_new_draft(struct hk_write *write,
                                               const struct hk_table *table,
                                               size_t entries_max);

/* What the draft of a write on a game brings, which is the outcome.
 * Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_write_foresee(struct hk_write *write,
                                             struct hk_happened *ret_happened);

/* Renders the receipt from the outcome; nothing where none is wanted.
 * Errors: those of `render`. */
HK_MUST_CHECK enum hk_error hk_write_render(struct hk_write *write);

/* Keeps it, once rendered. Errors: HK_E_IDEMPOTENCY_KEY_REUSED. */
HK_MUST_CHECK enum hk_error hk_write_keep_receipt(struct hk_write *write,
                                                  struct hk_tx *tx);

/* ----- games -------------------------------------------------------------- */

/* A game whose log is not read yet; NULL: no memory. */
struct hk_game *hk_game_new(struct hk_service *service, const char *uuid);

/* Reads it from the store. Errors: as hk_game_open(). */
HK_MUST_CHECK enum hk_error hk_game_load(struct hk_game *game);

/* NULL-safe. */
void hk_game_free(struct hk_game *game);

/* NULL: no memory. */
struct hk_kept_seats *hk_seats_keep(
    const struct hk_seat_row rows[HK_SEATS_MAX]);

/* From now on these are its seats: they are owned by it, and those that were
 * are freed. Under its lock, or where nobody else has it yet. */
void hk_game_set_seats(struct hk_game *game, struct hk_kept_seats *seats);

/* The rows of the game's seats, under its lock or by the write on its way. */
void hk_game_seats(const struct hk_game *game,
                   struct hk_seat_row ret_rows[HK_SEATS_MAX]);

/* Bytes that it takes in memory; by who alone has it. */
size_t hk_game_size(const struct hk_game *game);

void hk_game_lock(struct hk_game *game);
void hk_game_unlock(struct hk_game *game);

/* Milliseconds since its last event; under the game's lock. */
uint64_t hk_game_passed(const struct hk_game *game, hk_ticks now);

/* HK_E_STALE where If-Match names another seq; under the game's lock. */
HK_MUST_CHECK enum hk_error hk_game_check_seq(const struct hk_game *game,
                                              const struct hk_wish *wish);

/* As hk_game_standing(), under the game's lock. */
HK_MUST_CHECK enum hk_error hk_game_standing_locked(
    const struct hk_game *game, const struct hk_caller *caller,
    struct hk_standing *ret_standing);

/*
 * The seat was given to another by the event `seq`: to be called where that is
 * published, under the game's lock. From then on no token of its former holder
 * is good, nor a ticket made with one, and streams opened with them end; those
 * who wait in the game are woken by publishing itself.
 */
void hk_game_seat_given(struct hk_game *game, hk_seat seat, uint32_t seq);

/* The snapshot of a table that has come from `before` (rows of a game, its
 * ended rounds) by `draft` (NULL: by nothing).
 * Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_snapshot_make(const struct hk_game_row *row,
                                             const struct hk_seat_row *seats,
                                             const struct hk_history *before,
                                             const struct hk_draft *draft,
                                             struct hk_snapshot *ret_snapshot);

/* What a draft brought about; `after` is made from the same as above.
 * Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_happened_make(const struct hk_game_row *row,
                                             const struct hk_seat_row *seats,
                                             const struct hk_history *before,
                                             const struct hk_draft *draft,
                                             struct hk_happened *ret_happened);

/*
 * The player of a name, made if there is none, if this caller may seat it: a
 * reserved name needs its player's token or an admin key.
 * Errors: HK_E_FORBIDDEN, HK_E_NAME_LOOKS_ALIKE.
 */
HK_MUST_CHECK enum hk_error hk_player_to_seat(struct hk_tx *tx,
                                              const struct hk_caller *caller,
                                              const struct hk_seat_wish *wish,
                                              hk_time now,
                                              struct hk_seat_row *ret_seat);

/* Brings what is kept of players' names up to the tables of this program.
 * Errors: HK_E_INTERNAL, HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_names_respell(struct hk_store *store);

/*
 * Enters a ranked game that is finished into its boards once its write has come
 * to `after`; where it was finished before, what the boards have of it becomes
 * what it is now. Errors: as hk_count_game() and hk_recount_game().
 */
HK_MUST_CHECK enum hk_error hk_game_count(const struct hk_game *game,
                                          struct hk_tx *tx,
                                          const struct hk_snapshot *after,
                                          hk_time now);

/* The time by the service's clock, and its ticks. */
hk_time hk_service_now(const struct hk_service *service);
hk_ticks hk_service_ticks(const struct hk_service *service);

#endif
