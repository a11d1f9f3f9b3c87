/*
 * A game as its log makes it, one event after another. Playing and replaying
 * go through these functions alike: each brings about one event.
 */
#ifndef HK_SERVICE_TABLE_H
#define HK_SERVICE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/apply.h"
#include "engine/past.h"
#include "engine/scorecard.h"
#include "service/clocks.h"
#include "service/record.h"

/* A plain value; copies share the arranged deals. */
struct hk_table {
    struct hk_rules rules;
    enum hk_mode mode;
    const struct hk_arranged_deal *deals; /* borrowed */
    size_t deal_count;
    enum hk_status status;
    uint8_t open_seats; /* bits */
    uint8_t bots;       /* bits: seats that play by themselves */
    bool handed_over;   /* a seat went to another after the first deal */
    uint32_t seq;       /* of the last event */
    uint32_t chain_seq; /* of the last event in the hash chain, */
    uint8_t chain[HK_HASH_SIZE]; /* and its head there */
    hk_time updated_at;          /* of the last event */
    struct hk_state state;
    struct hk_clocks clocks;
    struct hk_shuffle stream;               /* G9: of the last round dealt */
    uint8_t commitment[HK_COMMITMENT_SIZE]; /* likewise */
    bool round_ended; /* the last event ended a round; `result` says how */
    struct hk_round_result result;
};

/* What the referee must do before anybody can go on. */
enum hk_owed {
    HK_OWED_NOTHING,
    HK_OWED_ROUND_END,
    HK_OWED_RESHUFFLE,
    HK_OWED_CLOCK_MOVE, /* of a seat whose time is up */
    HK_OWED_ROUND_START,
    HK_OWED_FINISH
};

enum hk_owed hk_table_owed(const struct hk_table *table);

/* Whether the game counts when it is finished: its cards came by chance, nobody
 * sat down who plays by a program of this house, and whoever began it has
 * stayed, or was stood in for by a bot when the time was up. */
bool hk_table_ranked(const struct hk_table *table);

/*
 * A new game with this id. `secret` brings the first dealer and the arranged
 * deals, which must outlive the table; `bots` are seats as bits, another player
 * of NULL is an open seat. A scorecard has no bots, no deals, and a first
 * dealer of 0 that says nothing. The names are borrowed by ret_entry.
 */
void hk_table_create(struct hk_table *ret_table, const char *id,
                     enum hk_mode mode, const struct hk_rules *rules,
                     const char *const players[HK_SEATS_MAX], uint8_t bots,
                     const struct hk_secret *secret, hk_time now,
                     struct hk_entry *ret_entry);

/* An open seat is taken; the last one lets the game start. */
void hk_table_take_seat(struct hk_table *table, hk_seat seat, const char *name,
                        hk_time now, struct hk_entry *ret_entry);

/*
 * A seat, open or not, is given to a player or (NULL) to be played by itself;
 * status open or playing, and nothing owed. `stays`: to the player whose it is.
 */
void hk_table_give_seat(struct hk_table *table, hk_seat seat, const char *name,
                        bool stays, hk_time now, struct hk_entry *ret_entry);

/* So much time passes for the clocks before the next event. */
void hk_table_pass(struct hk_table *table, uint64_t ms);

/* What the clocks show after the last event. */
struct hk_clock_face hk_table_clock(const struct hk_table *table);

/* A seat's move; status playing and nothing owed, or (then the move is the
 * clock's) HK_OWED_CLOCK_MOVE. Errors: refusals of hk_apply(); HK_E_TOO_EARLY,
 * a draw from the stock while others may ask; then nothing has changed. */
HK_MUST_CHECK enum hk_error hk_table_move(struct hk_table *table,
                                          const struct hk_move *move,
                                          hk_time now,
                                          struct hk_entry *ret_entry,
                                          struct hk_refusal *ret_refusal);

/*
 * The last `count` moves of the past, which is this game's and has as many, are
 * taken back; status playing and nothing owed. The past goes on by the event.
 */
void hk_table_undo(struct hk_table *table, const struct hk_past *past,
                   unsigned count, hk_time now, struct hk_entry *ret_entry);

/* The time of whoever may act is up; status playing and nothing owed. */
void hk_table_expire(struct hk_table *table, hk_time now,
                     struct hk_entry *ret_entry);

/* The clocks go on after the service was down; status playing and nothing
 * owed. */
void hk_table_resume(struct hk_table *table, hk_time now,
                     struct hk_entry *ret_entry);

/* What is owed, each when it is. G9: a round starts from a seed. */
void hk_table_end_round(struct hk_table *table, hk_time now,
                        struct hk_entry *ret_entry);
void hk_table_reshuffle(struct hk_table *table, hk_time now,
                        struct hk_entry *ret_entry);
void hk_table_start_round(struct hk_table *table,
                          const uint8_t seed[HK_SEED_SIZE], hk_time now,
                          struct hk_entry *ret_entry);
void hk_table_finish(struct hk_table *table, hk_time now,
                     struct hk_entry *ret_entry);

/*
 * A scorecard's next round as told by a seat or (-1) the host; status playing.
 * Errors: HK_E_IMPOSSIBLE_ROUND; then nothing has changed.
 */
HK_MUST_CHECK enum hk_error hk_table_record_round(
    struct hk_table *table, int by, const struct hk_told_round *told,
    hk_time now, struct hk_entry *ret_entry,
    struct hk_impossibility *ret_impossibility);

/*
 * A round told anew: `was` is its last revision. Status playing, or finished;
 * the totals follow. The reason is borrowed by ret_entry.
 * Errors: HK_E_IMPOSSIBLE_ROUND; then nothing has changed.
 */
HK_MUST_CHECK enum hk_error hk_table_correct_round(
    struct hk_table *table, int by, const struct hk_round_row *was,
    const struct hk_told_round *told, const char *reason, hk_time now,
    struct hk_entry *ret_entry, struct hk_impossibility *ret_impossibility);

/* The host ends a game that is open or playing. */
void hk_table_end(struct hk_table *table, hk_time now,
                  struct hk_entry *ret_entry);

/* Whether the event tells of a round's end, for the first time or anew. */
bool hk_table_tells_round(const struct hk_event *event);

/* Brings a round to what such an event tells of it; where it is told anew, the
 * time of its end stays. */
void hk_table_round(const struct hk_event *event, struct hk_round_row *round);

#endif
