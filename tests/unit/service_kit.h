/* What the service's tests share: a folder, a clock, chance, games. */
#ifndef HK_TESTS_SERVICE_KIT_H
#define HK_TESTS_SERVICE_KIT_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fewer.h"
#include "service/game.h"
#include "service/lobby.h"
#include "service/service.h"

#define KIT_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* For checks made by the thousand: check's own write a line for each. */
#define KIT_CHECK(condition)                        \
    do {                                            \
        if (!(condition))                           \
            ck_abort_msg("not so: %s", #condition); \
    } while (0)

/* Runs the tests of one file, each in a folder of its own; main()'s value. */
int kit_run(const char *name, const TTest *const *tests, size_t count);

/* The time of the service's clock, which stands still but for tests; its
 * threads look at it meanwhile. */
extern _Atomic hk_time kit_time;

/* Where a test wants a clock that is set: the next service's; or NULL. */
extern struct hk_manual_clock *kit_pair;

/* The next service opened is made so: open 1 or 0, idle games kept. */
extern bool kit_open;

/* Whether bots and clocks wait (config's `still`); false at first. */
extern bool kit_still;
extern size_t kit_live_games_max, kit_live_bytes_max;

/* Chance, the same in every run; may be shared between threads. */
struct hk_rng kit_rng(void);

/* The service on the test's database, opened when first asked for. */
struct hk_service *kit_service(void);

/* Closes it; what is opened next reads everything from the disk. */
void kit_close(void);

/* Closes it, and holds that the log alone makes all that is stored. */
void kit_check_stored(void);

/* The database's path; the result of one number by a connection of its own;
 * and a change through such a connection, past all triggers. */
const char *kit_path(void);
int64_t kit_int(const char *sql);
void kit_exec(const char *sql);

/* Somebody without a token, and the holder of one. */
struct hk_caller kit_anybody(void);
struct hk_caller kit_holder(const char *token);

/* A new service key's token; static, until the next call. */
const char *kit_key(bool admin);

/* Names of the seats "a b - *" ("-": open, "*": a bot), default rules with
 * "name=value …" set (or NULL). Four names and `partners` make teams. */
struct hk_game_wish kit_wish(const char *names, const char *options,
                             bool partners);

/* The same of May I. */
struct hk_game_wish kit_may_i_wish(const char *names, const char *options);

/* A scorecard of Hand, of partners, of May I. */
struct hk_game *kit_scorecard(enum hk_variant variant, const char *names,
                              const char *options,
                              struct hk_seated *ret_seated);

/* The host tells its next round, or one anew, as told.h has it; the error. */
enum hk_error kit_record(struct hk_game *game, const char *text);
enum hk_error kit_correct(struct hk_game *game, unsigned number,
                          const char *text, const char *reason);

struct hk_seat_wish kit_name(const char *name);

/* "AS 2S"; returns how many. */
unsigned kit_cards(const char *text, hk_card ret_cards[HK_PACK_MAX]);
hk_card kit_card(const char *text);

/* A move in the log's notation. */
struct hk_move kit_move(const char *text);

/* A plain write, and a dry one. */
extern const struct hk_wish kit_real;
extern const struct hk_wish kit_dry;

/* Makes a game that must be made. */
void kit_create(const struct hk_game_wish *game, struct hk_seated *ret_seated);

/* The game of this uuid; to be closed. */
struct hk_game *kit_game(const char *uuid);

/* A game made and opened, its tokens kept in ret_seated (may be NULL). */
struct hk_game *kit_new(const char *names, const char *options, bool partners,
                        struct hk_seated *ret_seated);

/* The same of May I. */
struct hk_game *kit_new_may_i(const char *names, const char *options);

/* Plays one move in the log's notation; the error of hk_game_play(). */
enum hk_error kit_play(struct hk_game *game, unsigned seat, const char *text);

/* Some legal move of the seat on turn, found at random, is played, after the
 * clock has gone on by KIT_STEP_MS. False where the game is not being
 * played. */
#define KIT_STEP_MS 10
bool kit_step(struct hk_game *game, const struct hk_rng *rng);

/* So until the game is over. Returns how many moves. */
unsigned kit_finish(struct hk_game *game, const struct hk_rng *rng);

#endif
