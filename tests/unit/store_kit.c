/* What the store's tests share. */
#include "store_kit.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/internal.h"

#define FILES_MAX 16

static char folder[64];
static char *files[FILES_MAX];
static struct hk_store *opened;
static char message[256];
static unsigned games_made;
static hk_time now;

void kit_set_up(void)
{
    snprintf(folder, sizeof(folder), "/tmp/hakam-store-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    games_made = 0;
    now = 1000;
}

void kit_tear_down(void)
{
    kit_close();
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    ck_assert_int_eq(rmdir(folder), 0);
    for (size_t i = 0; i < FILES_MAX; i++) {
        free(files[i]);
        files[i] = NULL;
    }
}

void kit_set_time(hk_time time)
{
    now = time;
}

const char *kit_file(const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    ck_assert_ptr_nonnull(path);
    snprintf(path, size, "%s/%s", folder, name);
    for (size_t i = 0; i < FILES_MAX; i++) {
        if (files[i] && strcmp(files[i], path) == 0) {
            free(path);
            return files[i];
        }
        if (!files[i])
            return files[i] = path;
    }
    ck_abort_msg("too many files");
    return NULL;
}

const char *kit_path(void)
{
    return kit_file("hakam.db");
}

struct hk_store *kit_store(void)
{
    char why[HK_STORE_MESSAGE_SIZE] = "";
    if (!opened && hk_store_open(kit_path(), HK_STORE_SERVE, &opened, why))
        ck_abort_msg("not opened: %s", why);
    return opened;
}

void kit_close(void)
{
    hk_store_close(opened);
    opened = NULL;
}

void kit_write(enum hk_error (*job)(struct hk_tx *tx, void *cls), void *cls)
{
    ck_assert_int_eq(hk_store_write(kit_store(), job, cls), HK_OK);
}

static sqlite3 *connect_raw(void)
{
    sqlite3 *handle;
    ck_assert_int_eq(
        sqlite3_open_v2(kit_path(), &handle, SQLITE_OPEN_READWRITE, NULL),
        SQLITE_OK);
    sqlite3_busy_timeout(handle, 5000);
    return handle;
}

int64_t kit_int(const char *sql)
{
    sqlite3 *handle = connect_raw();
    sqlite3_stmt *statement;
    ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) ==
                      SQLITE_OK,
                  "%s: %s", sql, sqlite3_errmsg(handle));
    ck_assert_msg(sqlite3_step(statement) == SQLITE_ROW, "no row: %s", sql);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return value;
}

const char *kit_exec(const char *sql)
{
    sqlite3 *handle = connect_raw();
    int result = sqlite3_exec(handle, sql, NULL, NULL, NULL);
    snprintf(message, sizeof(message), "%s", sqlite3_errmsg(handle));
    sqlite3_close(handle);
    return result == SQLITE_OK ? NULL : message;
}

bool kit_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

uint64_t kit_fingerprint(const char *path)
{
    uint64_t sum = 14695981039346656037U;
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    for (int c; (c = getc(file)) != EOF;)
        sum = (sum ^ (unsigned)c) * 1099511628211U;
    fclose(file);
    return sum;
}

void kit_refused(const char *path, enum hk_store_mode mode,
                 const struct hk_migration *migrations, const char *why)
{
    char said[HK_STORE_MESSAGE_SIZE] = "";
    struct hk_store *store = NULL;
    ck_assert_int_eq(hk_store_open_with(path, mode, migrations, &store, said),
                     HK_E_STORAGE_UNAVAILABLE);
    ck_assert_ptr_null(store);
    ck_assert_msg(strstr(said, why), "\"%s\" does not say \"%s\"", said, why);
}

struct player_job {
    const char *name;
    struct hk_player_row row;
};

static enum hk_error make_player(struct hk_tx *tx, void *cls)
{
    struct player_job *job = cls;
    return hk_tx_player(tx, job->name, job->name, now, &job->row);
}

int64_t kit_player(const char *name)
{
    struct player_job job = {.name = name};
    kit_write(make_player, &job);
    return job.row.id;
}

struct hk_rules kit_rules(enum hk_variant variant, unsigned seats)
{
    struct hk_rules rules;
    hk_rules_init(&rules, variant, seats);
    return rules;
}

struct game_job {
    struct hk_game_row game;
    struct hk_seat_row seats[HK_SEATS_MAX];
    int64_t id;
};

static enum hk_error make_game(struct hk_tx *tx, void *cls)
{
    struct game_job *job = cls;
    return hk_tx_add_game(tx, &job->game, job->seats, &job->id);
}

static int64_t add_game(enum hk_variant variant, enum hk_mode mode, bool ranked,
                        unsigned seats, const char *const *names)
{
    struct game_job job = {
        .game = {.variant = variant,
                 .mode = mode,
                 .status = HK_STATUS_PLAYING,
                 .ranked = ranked,
                 .rules_version = HK_RULES_VERSION,
                 .seats = seats,
                 .created_at = now,
                 .updated_at = now},
    };
    snprintf(job.game.uuid, sizeof(job.game.uuid),
             "01930000-0000-7000-8000-%012u", ++games_made);
    for (unsigned i = 0; i < seats; i++) {
        job.seats[i].seat = (hk_seat)i;
        job.seats[i].player = names[i][0] ? kit_player(names[i]) : 0;
        job.seats[i].team = variant == HK_HAND_PARTNERS ? (int)i % 2 : -1;
    }
    kit_write(make_game, &job);
    return job.id;
}

int64_t kit_game(enum hk_variant variant, bool ranked, unsigned seats,
                 const char *const *names)
{
    return add_game(variant, HK_MODE_REFEREE, ranked, seats, names);
}

int64_t kit_scorecard(enum hk_variant variant, unsigned seats,
                      const char *const *names)
{
    return add_game(variant, HK_MODE_SCORECARD, true, seats, names);
}

struct hk_round_row kit_round(const struct hk_rules *rules, unsigned number,
                              int out, bool hand, const int *points)
{
    struct hk_round_row round = {
        .result = {.round = (uint8_t)number,
                   .dealer = 0,
                   .starter = 1,
                   .out = (int8_t)out,
                   .hand = hand},
        .by = -1,
        .ended_at = now,
        .told_at = now,
    };
    memset(round.commitment, 0xc0, sizeof(round.commitment));
    memset(round.seed, 0x5e, sizeof(round.seed));
    for (unsigned i = 0; i < rules->seats; i++) {
        round.result.points[i] = (hk_points)points[i];
        if (hk_rules_teams(rules))
            round.result.team_points[i % HK_TEAMS] += (hk_points)points[i];
    }
    return round;
}

struct append_job {
    int64_t game;
    uint32_t expected;
    const struct hk_event_row *events;
    size_t count;
    enum hk_status status;
};

static enum hk_error append(struct hk_tx *tx, void *cls)
{
    struct append_job *job = cls;
    return hk_tx_append(tx, job->game, job->expected, job->events, job->count,
                        job->status);
}

enum hk_error kit_append(int64_t game, uint32_t expected,
                         const struct hk_event_row *events, size_t count,
                         enum hk_status status)
{
    struct append_job job = {game, expected, events, count, status};
    return hk_store_write(kit_store(), append, &job);
}

struct hk_board_name kit_board(enum hk_variant variant, bool partnerships)
{
    return (struct hk_board_name){
        .variant = variant, .partnerships = partnerships, .period = "all"};
}

struct put_job {
    const struct hk_board_name *board;
    int64_t player, partner;
    const struct hk_figures *figures;
};

static enum hk_error put(struct hk_tx *tx, void *cls)
{
    struct put_job *job = cls;
    int64_t board;
    enum hk_error error = hk_tx_board(tx, job->board, &board);
    if (error == HK_OK)
        error = hk_tx_put_figures(tx, board, job->player, job->partner,
                                  job->figures, now);
    return error;
}

void kit_put(const struct hk_board_name *board, const char *name,
             const char *other, const struct hk_figures *figures)
{
    int64_t a = kit_player(name), b = other ? kit_player(other) : 0;
    struct put_job job = {board, other && b < a ? b : a, other && b < a ? a : b,
                          figures};
    kit_write(put, &job);
}
