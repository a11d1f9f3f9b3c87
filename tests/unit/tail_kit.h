/* What the tests of recent events share: games of which every event says which
 * it is, so that a log read can be checked without another. */
#ifndef HK_TESTS_TAIL_KIT_H
#define HK_TESTS_TAIL_KIT_H

#include "store/games.h"
#include "store/store.h"

#define KIT_UUID(game) kit_uuid((game), (char[HK_UUID_TEXT_SIZE]){""})

/* Games are numbered in the order in which the kit makes them. */
const char *kit_uuid(int64_t game, char ret_uuid[HK_UUID_TEXT_SIZE]);

/* A game whose log has its first event. */
int64_t kit_begun(void);

/* Appends the next `count` moves, in a job. */
enum hk_error kit_append_moves(struct hk_tx *tx, int64_t game,
                               uint32_t expected, size_t count,
                               enum hk_status status);

/* That as a job. */
struct kit_move {
    int64_t game;
    uint32_t expected;
    size_t count;
    enum hk_status status;
    enum hk_error wants; /* what it returns once it has written */
};
enum hk_error kit_run_move(struct hk_tx *tx, void *cls);

/* It by itself; and it must do well. */
enum hk_error kit_try_move(int64_t game, uint32_t expected, size_t count);
void kit_play(int64_t game, uint32_t expected, size_t count);

/* A walk over a game's events; `fault` says what is not as it was written. */
struct kit_walk {
    int64_t game;
    uint32_t last; /* seq: after which it begins */
    size_t count;
    const char *fault;
};
enum hk_error kit_see(const struct hk_event_row *event, void *cls);

/* The events after `after`, up to `limit`: all there are of a log that ends
 * with `seq`. */
void kit_check_events(struct hk_store *store, int64_t game, uint32_t seq,
                      uint32_t after, size_t limit);

/* A game's row, or all there is of it, where its log ends with `seq`. */
void kit_check_row(const struct hk_game_row *row, uint32_t seq);
void kit_check_game(struct hk_store *store, int64_t game, uint32_t seq);

/* Rows of the game in this table. */
int64_t kit_count(const char *table, int64_t game);

/* How many of the game's events are settled, and its row says so. */
void kit_check_settled(int64_t game, uint32_t settled);

/* More games than there is room for long tails of; so often all of them play
 * until the oldest rows are gone. */
#define KIT_CROWD 6000
#define KIT_ROUNDS 22
struct kit_crowd {
    int64_t first;
    uint32_t seqs[KIT_CROWD];
};

/* Jobs: makes them, the first with the number `first`; each plays once. */
enum hk_error kit_make_crowd(struct hk_tx *tx, void *cls);
enum hk_error kit_play_crowd(struct hk_tx *tx, void *cls);

#endif
