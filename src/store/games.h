/* Games, their seats, their logs, their rounds: rows as values. */
#ifndef HK_STORE_GAMES_H
#define HK_STORE_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/shuffle.h"
#include "engine/card.h"
#include "engine/event.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "store/store.h"

#define HK_UUID_TEXT_SIZE 37
/* A name has 1 to 64 code points of at most 4 bytes. */
#define HK_NAME_SIZE 257
/* What a reserved name looks like; a letter may stand for several. */
#define HK_SKELETON_SIZE 4096

/* Numbers that reach the disk: never renumber. */
enum hk_status {
    HK_STATUS_OPEN = 0, /* a seat is open */
    HK_STATUS_PLAYING = 1,
    HK_STATUS_FINISHED = 2, /* the last round has ended */
    HK_STATUS_ENDED = 3     /* the host ended it without a result */
};
#define HK_STATUSES 4

/* "open", "playing" …; static text. */
const char *hk_status_name(enum hk_status status);
bool hk_status_find(const char *name, enum hk_status *ret_status);

/* A row of `games`. `id` is the store's own number, never shown. */
struct hk_game_row {
    int64_t id;
    char uuid[HK_UUID_TEXT_SIZE];
    enum hk_variant variant;
    enum hk_mode mode;
    enum hk_status status;
    bool ranked;
    bool clocked; /* it has clocks */
    int rules_version;
    unsigned seats;
    uint32_t seq; /* of its last event */
    hk_time created_at, updated_at;
    int64_t
        key; /* the service key that made it: row of `service_keys`; 0: none */
};

/* A row of `seats`. */
struct hk_seat_row {
    hk_seat seat;
    int64_t player;          /* row of `players`; 0: open, or a bot */
    bool bot;                /* plays by itself */
    char name[HK_NAME_SIZE]; /* as first written; "" where nobody's */
    int team;                /* -1 outside partnerships */
    hk_points total;
};

/* A row of `events`. The texts are borrowed for the call. */
struct hk_event_row {
    uint32_t seq;
    hk_time at;
    enum hk_event_type type;
    unsigned round;      /* 0: none */
    int seat;            /* -1: none */
    const char *data;    /* what everybody may read */
    const char *secret;  /* what is hidden until the round has ended, or NULL */
    const uint8_t *hash; /* of HK_HASH_SIZE bytes; NULL: it is older than the
                            chain. Borrowed likewise */
};

/* What `rounds`, `round_scores` and `round_team_scores` keep of a round: as it
 * ended, or as a correction of a scorecard has it. */
struct hk_round_row {
    struct hk_round_result result;
    uint8_t commitment[HK_COMMITMENT_SIZE]; /* 0 on a scorecard */
    uint8_t seed[HK_SEED_SIZE];             /* 0 on a scorecard */
    uint32_t revision;                      /* 0: as it ended */
    int8_t by;                              /* who told it; -1: the host, or
                                               the referee */
    hk_time ended_at;                       /* revision 0 */
    hk_time told_at;                        /* this revision */
};

/* A reason has 1 to 200 code points of at most 4 bytes. */
#define HK_CORRECTION_REASON_SIZE 801

/* Adds the game and its seats (players by their row ids); ret_id is its new
 * number. Errors: HK_E_PLAYER_SEATED_TWICE; HK_E_STORAGE_UNAVAILABLE, and
 * HK_E_INTERNAL where a rule of the schema would be broken (also of all
 * below). */
HK_MUST_CHECK enum hk_error hk_tx_add_game(struct hk_tx *tx,
                                           const struct hk_game_row *game,
                                           const struct hk_seat_row *seats,
                                           int64_t *ret_id);

/* Appends events to the log of a game and brings its row up to date: status,
 * seq (of the last event), updated_at. The events go on from expected_seq.
 * Errors: HK_E_STALE when the log has moved on from expected_seq. */
HK_MUST_CHECK enum hk_error hk_tx_append(struct hk_tx *tx, int64_t game,
                                         uint32_t expected_seq,
                                         const struct hk_event_row *events,
                                         size_t count, enum hk_status status);

/* Seats a player on an open seat. Errors: HK_E_SEAT_TAKEN;
 * HK_E_PLAYER_SEATED_TWICE. */
HK_MUST_CHECK enum hk_error hk_tx_take_seat(struct hk_tx *tx, int64_t game,
                                            hk_seat seat, int64_t player);

/* Gives a seat to a player, or (player 0) lets it play by itself; the tokens of
 * the seat are none any more. Errors: HK_E_PLAYER_SEATED_TWICE. */
HK_MUST_CHECK enum hk_error hk_tx_give_seat(struct hk_tx *tx, int64_t game,
                                            hk_seat seat, int64_t player);

/* Whether the game, which is not counted, is ranked from now on. */
HK_MUST_CHECK enum hk_error hk_tx_rank(struct hk_tx *tx, int64_t game,
                                       bool ranked);

/* Adds an ended round with its scores, and adds them to the totals of the
 * seats and teams. `seats` is how many play; teams as in struct hk_rules. */
HK_MUST_CHECK enum hk_error hk_tx_add_round(struct hk_tx *tx, int64_t game,
                                            const struct hk_rules *rules,
                                            const struct hk_round_row *round);

/* Adds a further revision of a scorecard's round: the totals follow; what was
 * stored stays. Its number goes on from the one before. */
HK_MUST_CHECK enum hk_error hk_tx_correct_round(
    struct hk_tx *tx, int64_t game, const struct hk_rules *rules,
    const struct hk_round_row *round, const char *reason);

/* The game with this uuid (lower case). Errors: HK_E_NOT_FOUND. */
HK_MUST_CHECK enum hk_error hk_store_find_game(struct hk_store *store,
                                               const char *uuid,
                                               struct hk_game_row *ret_game);

/* Games that are being played and have a bot, by id from the first after
 * `after`, at most `limit`, for which ret_games has places. */
HK_MUST_CHECK enum hk_error hk_store_bot_games(struct hk_store *store,
                                               int64_t after, size_t limit,
                                               struct hk_game_row *ret_games,
                                               size_t *ret_count);

/* The same of games that have clocks. */
HK_MUST_CHECK enum hk_error hk_store_clock_games(struct hk_store *store,
                                                 int64_t after, size_t limit,
                                                 struct hk_game_row *ret_games,
                                                 size_t *ret_count);

/* The id of the newest game; 0: there is none. */
HK_MUST_CHECK enum hk_error hk_store_last_game(struct hk_store *store,
                                               int64_t *ret_id);

/* How many games there are of each status: a walk over an index. */
HK_MUST_CHECK enum hk_error hk_store_count_games(
    struct hk_store *store, uint64_t ret_counts[HK_STATUSES]);

/* The game's seats, in order; ret_seats has HK_SEATS_MAX places. */
HK_MUST_CHECK enum hk_error hk_store_seats(struct hk_store *store, int64_t game,
                                           struct hk_seat_row *ret_seats,
                                           unsigned *ret_count);

/* The totals of the game's teams; 0 outside partnerships. */
HK_MUST_CHECK enum hk_error hk_store_team_totals(
    struct hk_store *store, int64_t game, hk_points ret_totals[HK_TEAMS]);

/*
 * Calls `each` for the events after `after`, at most `limit` (0: all), in
 * order, in one read transaction. When `each` returns an error the walk stops
 * and returns it.
 */
HK_MUST_CHECK enum hk_error hk_store_events(
    struct hk_store *store, int64_t game, uint32_t after, size_t limit,
    enum hk_error (*each)(const struct hk_event_row *event, void *cls),
    void *cls);

/* Calls `each` for the game's stored rounds, in order, each in its last
 * revision. */
HK_MUST_CHECK enum hk_error hk_store_rounds(
    struct hk_store *store, int64_t game,
    enum hk_error (*each)(const struct hk_round_row *round, void *cls),
    void *cls);

/*
 * Calls `each` for the revisions of rounds (`round` 0: of all), in order, with
 * the reason, "" where there is none; revisions from `first` on, at most
 * `limit` (0: all). The row and the text are borrowed for the call. When `each`
 * returns an error the walk stops and returns it.
 */
HK_MUST_CHECK enum hk_error hk_store_revisions(
    struct hk_store *store, int64_t game, unsigned round, uint32_t first,
    size_t limit,
    enum hk_error (*each)(const struct hk_round_row *revision,
                          const char *reason, void *cls),
    void *cls);

/* Which games a list holds; a member of -1, or player 0, does not limit. */
struct hk_game_filter {
    int variant; /* enum hk_variant */
    int status;  /* enum hk_status */
    int64_t player;
};

/*
 * Games, newest first: at most `limit` with an id below `before` (0: from the
 * newest). ret_games has `limit` places; seats by hk_store_seats().
 */
HK_MUST_CHECK enum hk_error hk_store_list_games(
    struct hk_store *store, const struct hk_game_filter *filter, int64_t before,
    size_t limit, struct hk_game_row *ret_games, size_t *ret_count);

/* Calls `each` for every game, oldest first (for hakam verify). */
HK_MUST_CHECK enum hk_error hk_store_each_game(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_game_row *game, void *cls),
    void *cls);

#endif
