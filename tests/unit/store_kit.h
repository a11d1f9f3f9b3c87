/* What the store's tests share: a folder of their own, and games made fast. */
#ifndef HK_TESTS_STORE_KIT_H
#define HK_TESTS_STORE_KIT_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/rules.h"
#include "store/boards.h"
#include "store/games.h"
#include "store/players.h"
#include "store/migrate.h"
#include "store/store.h"

/* A checked fixture: a new folder, and a path for a database in it. */
void kit_set_up(void);
void kit_tear_down(void);

/* The database's path, or another in the folder; freed by kit_tear_down(). */
const char *kit_path(void);
const char *kit_file(const char *name);

/* The database opened for serving, once; kit_tear_down() closes it. */
struct hk_store *kit_store(void);
void kit_close(void);

/* kit_store() for writing; the job must do well. */
void kit_write(enum hk_error (*job)(struct hk_tx *tx, void *cls), void *cls);

/* One value of the database at kit_path(), by a connection of its own. */
int64_t kit_int(const char *sql);

/* Whether there is a file; and its bytes, summed up. */
bool kit_exists(const char *path);
uint64_t kit_fingerprint(const char *path);

/* The store is not opened so, and the message says why. */
void kit_refused(const char *path, enum hk_store_mode mode,
                 const struct hk_migration *migrations, const char *why);

/* What the database answers to a statement by a connection of its own that
 * may write: NULL when it did it, else its message, valid until the next. */
const char *kit_exec(const char *sql);

/* The time of what is made from now on; 1000 at first. */
void kit_set_time(hk_time time);

/* The player of this name, made where there is none. */
int64_t kit_player(const char *name);

/* A game of these players ("": an open seat), without events. */
int64_t kit_game(enum hk_variant variant, bool ranked, unsigned seats,
                 const char *const *names);

/* A ranked scorecard of them. */
int64_t kit_scorecard(enum hk_variant variant, unsigned seats,
                      const char *const *names);

/* hk_tx_append() as a job of its own. */
enum hk_error kit_append(int64_t game, uint32_t expected,
                         const struct hk_event_row *events, size_t count,
                         enum hk_status status);

/* The rules of such a game. */
struct hk_rules kit_rules(enum hk_variant variant, unsigned seats);

/* A round with these points; out -1: blocked. Teams' points are H17's sums. */
struct hk_round_row kit_round(const struct hk_rules *rules, unsigned number,
                              int out, bool hand, const int *points);

/* A board of this variant over all games. */
struct hk_board_name kit_board(enum hk_variant variant, bool partnerships);

/* Figures put on a board as they are; `other` is the partner, or NULL. */
void kit_put(const struct hk_board_name *board, const char *name,
             const char *other, const struct hk_figures *figures);

#endif
