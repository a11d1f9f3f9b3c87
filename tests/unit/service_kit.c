/* What the service's tests share. */
#include "service_kit.h"

#include <dirent.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "engine/notation.h"
#include "engine_player.h"
#include "service/internal.h"
#include "service/scorecard.h"
#include "service/verify.h"
#include "told.h"

#define TRIES 40
#define TIMEOUT_S 600

_Atomic hk_time kit_time;
bool kit_open;
bool kit_still;
size_t kit_live_games_max, kit_live_bytes_max;

const struct hk_wish kit_real = {.dry_run = false};
const struct hk_wish kit_dry = {.dry_run = true};

static char folder[64];
static char path[128];
static struct hk_service *service;
static struct hk_rng_seeded seeded;
static struct hk_rng unlocked;
static pthread_mutex_t chance = PTHREAD_MUTEX_INITIALIZER;

/* ----- running ------------------------------------------------------------ */

static void fill(void *self, void *ret_bytes, size_t size)
{
    (void)self;
    pthread_mutex_lock(&chance);
    hk_rng_fill(&unlocked, ret_bytes, size);
    pthread_mutex_unlock(&chance);
}

struct hk_rng kit_rng(void)
{
    return (struct hk_rng){.fill = fill, .self = NULL};
}

/* In memory where there is such a place: thousands of moves are written, and
 * what a power cut leaves is not looked at here. */
static const char *parent(void)
{
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

static void set_up(void)
{
    snprintf(folder, sizeof folder, "%s/hakam-service-XXXXXX", parent());
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/hakam.db", folder);
    kit_time = INT64_C(1795000000000);
    kit_open = true;
    kit_still = false;
    kit_live_games_max = 0;
    kit_live_bytes_max = 0;
    unlocked = hk_rng_from_seed(&seeded, 20261130);
}

static void tear_down(void)
{
    kit_close();
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    ck_assert_int_eq(rmdir(folder), 0);
}

int kit_run(const char *name, const TTest *const *tests, size_t count)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);

    hk_log_set_level(HK_LOG_WARNING);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, TIMEOUT_S);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ----- the service and its file ------------------------------------------- */

struct hk_manual_clock *kit_pair;

struct hk_service *kit_service(void)
{
    struct hk_service_config config = {
        .database = path,
        .open = kit_open,
        .still = kit_still,
        .live_games_max = kit_live_games_max,
        .live_bytes_max = kit_live_bytes_max,
        .clock = kit_pair ? hk_clock_manual_pair(kit_pair)
                          : hk_clock_manual(&kit_time),
        .rng = kit_rng()};
    char why[HK_STORE_MESSAGE_SIZE] = "";

    if (!service && hk_service_open(&config, &service, why))
        ck_abort_msg("not opened: %s", why);
    return service;
}

void kit_close(void)
{
    hk_service_close(service);
    service = NULL;
}

const char *kit_path(void)
{
    return path;
}

static void tell(const char *text, void *cls)
{
    (void)cls;
    ck_abort_msg("%s", text);
}

void kit_check_stored(void)
{
    struct hk_verify_report report;
    struct hk_store *store;
    char message[HK_STORE_MESSAGE_SIZE];

    kit_close();
    ck_assert_int_eq(hk_store_open(path, HK_STORE_READ, &store, message),
                     HK_OK);
    ck_assert_int_eq(hk_verify(store, tell, NULL, &report), HK_OK);
    ck_assert_uint_gt(report.games, 0);
    ck_assert_uint_eq(report.differences, 0);
    hk_store_close(store);
}

int64_t kit_int(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;

    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) ==
                      SQLITE_OK,
                  "%s: %s", sql, sqlite3_errmsg(db));
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}

void kit_exec(const char *sql)
{
    sqlite3 *db;
    char *why = NULL;

    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &why) == SQLITE_OK,
                  "%s: %s", sql, why);
    sqlite3_close(db);
}

/* ----- who ---------------------------------------------------------------- */

struct hk_caller kit_anybody(void)
{
    return kit_holder(NULL);
}

struct hk_caller kit_holder(const char *token)
{
    struct hk_caller caller;

    ck_assert_int_eq(hk_auth_identify(kit_service(), token, &caller), HK_OK);
    return caller;
}

struct new_key {
    char name[16];
    enum hk_token_kind kind;
    uint8_t hash[HK_TOKEN_HASH_SIZE];
};

static enum hk_error write_key(struct hk_tx *tx, void *cls)
{
    const struct new_key *key = cls;

    return hk_tx_add_key(tx, key->name, key->kind, key->hash, kit_time);
}

const char *kit_key(bool admin)
{
    static char token[HK_TOKEN_TEXT_SIZE];
    static unsigned made;
    struct hk_rng rng = kit_rng();
    struct new_key key = {.kind = admin ? HK_TOKEN_KEY_ADMIN
                                        : HK_TOKEN_KEY_HOST};

    snprintf(key.name, sizeof key.name, "key%u", made++);
    hk_auth_make_token(&rng, key.kind, token, key.hash);
    ck_assert_int_eq(hk_store_write(kit_service()->store, write_key, &key),
                     HK_OK);
    return token;
}

/* ----- games -------------------------------------------------------------- */

struct hk_seat_wish kit_name(const char *name)
{
    struct hk_seat_wish wish = {.open = strcmp(name, "-") == 0,
                                .bot = strcmp(name, "*") == 0};

    if (!wish.open && !wish.bot &&
        hk_name_read(name, strlen(name), wish.name, wish.folded))
        ck_abort_msg("%s is no name", name);
    return wish;
}

static void set_option(struct hk_rules *rules, char *word)
{
    char *value = strchr(word, '=');

    ck_assert_ptr_nonnull(value);
    *value++ = '\0';
    const struct hk_option *option = hk_option_find(
        (enum hk_variant)rules->variant, word);
    ck_assert_ptr_nonnull(option);
    int number = option->type == HK_OPTION_CHOICE
                     ? hk_option_choice(option, value)
                     : (int)strtol(value, NULL, 10);
    ck_assert(hk_option_set(option, rules, number));
}

static struct hk_game_wish wish_of(enum hk_variant variant, const char *names,
                                   const char *options)
{
    struct hk_game_wish wish = {.first_dealer = -1};
    char text[256];
    char *rest;
    unsigned seats = 0;

    snprintf(text, sizeof text, "%s", names);
    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        wish.seats[seats++] = kit_name(word);
    hk_rules_init(&wish.rules, variant, seats);
    snprintf(text, sizeof text, "%s", options ? options : "");
    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        set_option(&wish.rules, word);
    return wish;
}

struct hk_game_wish kit_wish(const char *names, const char *options,
                             bool partners)
{
    return wish_of(partners ? HK_HAND_PARTNERS : HK_HAND, names, options);
}

struct hk_game_wish kit_may_i_wish(const char *names, const char *options)
{
    return wish_of(HK_MAY_I, names, options);
}

unsigned kit_cards(const char *text, hk_card ret_cards[HK_PACK_MAX])
{
    unsigned count;

    ck_assert_msg(hk_notation_read_cards(text, ret_cards, &count), "%s", text);
    return count;
}

hk_card kit_card(const char *text)
{
    hk_card card;

    ck_assert_msg(hk_card_read(text, &card), "%s", text);
    return card;
}

struct hk_move kit_move(const char *text)
{
    struct hk_move move;

    ck_assert_msg(hk_notation_read_move(text, &move), "%s", text);
    return move;
}

void kit_create(const struct hk_game_wish *game, struct hk_seated *ret_seated)
{
    struct hk_caller caller = kit_anybody();
    struct hk_lobby_fault fault;

    enum hk_error error = hk_lobby_create(kit_service(), &caller, game,
                                          &kit_real, ret_seated, &fault);
    ck_assert_msg(error == HK_OK, "%s %d", hk_error_code(error),
                  (int)fault.reason);
}

struct hk_game *kit_game(const char *uuid)
{
    struct hk_game *game;

    ck_assert_int_eq(hk_game_open(kit_service(), uuid, &game), HK_OK);
    return game;
}

static struct hk_game *make(const struct hk_game_wish *wish,
                            struct hk_seated *ret_seated)
{
    struct hk_seated seated;

    kit_create(wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    if (ret_seated)
        *ret_seated = seated;
    return game;
}

struct hk_game *kit_new(const char *names, const char *options, bool partners,
                        struct hk_seated *ret_seated)
{
    struct hk_game_wish wish = kit_wish(names, options, partners);

    return make(&wish, ret_seated);
}

struct hk_game *kit_new_may_i(const char *names, const char *options)
{
    struct hk_game_wish wish = kit_may_i_wish(names, options);

    return make(&wish, NULL);
}

struct hk_game *kit_scorecard(enum hk_variant variant, const char *names,
                              const char *options, struct hk_seated *ret_seated)
{
    struct hk_game_wish wish = wish_of(variant, names, options);

    wish.mode = HK_MODE_SCORECARD;
    return make(&wish, ret_seated);
}

enum hk_error kit_record(struct hk_game *game, const char *text)
{
    struct hk_told_round round = told(text);
    struct hk_happened happened;
    struct hk_impossibility why;
    enum hk_error error = hk_game_record_round(game, -1, &round, &kit_real,
                                               &happened, &why);

    if (!error)
        hk_happened_clear(&happened);
    return error;
}

enum hk_error kit_correct(struct hk_game *game, unsigned number,
                          const char *text, const char *reason)
{
    struct hk_told_round round = told(text);
    struct hk_happened happened;
    struct hk_impossibility why;
    enum hk_error error = hk_game_correct_round(
        game, -1, number, &round, reason, &kit_real, &happened, &why);

    if (!error)
        hk_happened_clear(&happened);
    return error;
}

enum hk_error kit_play(struct hk_game *game, unsigned seat, const char *text)
{
    struct hk_move move = kit_move(text);
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;
    enum hk_error error = hk_game_play(game, (hk_seat)seat, &move, 1, &kit_real,
                                       &happened, &refusal, &index);

    if (!error)
        hk_happened_clear(&happened);
    return error;
}

static bool play(struct hk_game *game, const struct hk_move *move)
{
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;
    enum hk_error error = hk_game_play(game, move->seat, move, 1, &kit_real,
                                       &happened, &refusal, &index);

    if (error) {
        KIT_CHECK(refusal.error == error);
        return false;
    }
    hk_happened_clear(&happened);
    return true;
}

bool kit_step(struct hk_game *game, const struct hk_rng *rng)
{
    struct hk_snapshot now;
    struct hk_move move;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    hk_snapshot_clear(&now);
    if (now.row.status != HK_STATUS_PLAYING)
        return false;
    kit_time += KIT_STEP_MS;
    for (unsigned i = 0; i < TRIES; i++) {
        player_try(&now.rules, &now.state, rng, &move);
        if (play(game, &move))
            return true;
    }
    for (unsigned i = 0; player_exit(&now.rules, &now.state, i, &move); i++) {
        if (play(game, &move))
            return true;
    }
    ck_abort_msg("nobody can move");
    return false;
}

unsigned kit_finish(struct hk_game *game, const struct hk_rng *rng)
{
    unsigned moves = 0;

    while (kit_step(game, rng))
        moves++;
    return moves;
}
