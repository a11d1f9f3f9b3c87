/* A database with a game of every kind in it. */
#include "house.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "engine/bot.h"
#include "fuzz.h"
#include "service/internal.h"
#include "service/players.h"
#include "service/scorecard.h"
#include "service/undo.h"

static struct house house;
static char folder[64];
static _Atomic hk_time now = INT64_C(1795000000000);
static struct hk_rng_seeded seeded;
static struct hk_rng unlocked;
static pthread_mutex_t chance = PTHREAD_MUTEX_INITIALIZER;
static const struct hk_wish real = {.dry_run = false};

static void fill(void *self, void *ret_bytes, size_t size)
{
    (void)self;
    pthread_mutex_lock(&chance);
    hk_rng_fill(&unlocked, ret_bytes, size);
    pthread_mutex_unlock(&chance);
}

struct hk_service *house_open(void)
{
    struct hk_service_config config = {.database = house.path,
                                       .open = true,
                                       .clock = hk_clock_manual(&now),
                                       .rng = {.fill = fill}};
    struct hk_service *service;
    char why[HK_STORE_MESSAGE_SIZE] = "";

    /* What is made later has other ids and tokens. */
    unlocked = hk_rng_from_seed(&seeded, house.bytes ? 2 : 1);
    if (hk_service_open(&config, &service, why) == HK_OK)
        return service;
    FUZZ_CHECK(why[0] != '\0');
    return NULL;
}

/* ----- who ---------------------------------------------------------------- */

static enum hk_error write_key(struct hk_tx *tx, void *cls)
{
    return hk_tx_add_key(tx, "admin", HK_TOKEN_KEY_ADMIN, cls, now);
}

static void make_callers(struct hk_service *service)
{
    uint8_t hash[HK_TOKEN_HASH_SIZE];
    struct hk_seat_wish name = {.open = false};
    struct hk_registered registered;
    struct hk_rng rng = {.fill = fill};

    hk_auth_make_token(&rng, HK_TOKEN_KEY_ADMIN, house.admin, hash);
    FUZZ_CHECK(hk_store_write(service->store, write_key, hash) == HK_OK);
    FUZZ_CHECK(hk_name_read("huda", 4, name.name, name.folded) == HK_NAME_OK);
    FUZZ_CHECK(hk_players_register(service, &name, NULL, &registered) == HK_OK);
    snprintf(house.player, sizeof(house.player), "%s", registered.token);
}

/* ----- games -------------------------------------------------------------- */

static struct hk_game *make(struct hk_service *service, unsigned number,
                            struct hk_game_wish *wish, unsigned open)
{
    static const char *const names[HK_SEATS_MAX] = {"huda", "ali", "sami",
                                                    "zed", "yara"};
    struct hk_caller caller;
    struct hk_seated seated;
    struct hk_lobby_fault fault;
    struct hk_game *game;

    wish->first_dealer = wish->mode == HK_MODE_SCORECARD ? -1 : 1;
    for (unsigned s = 0; s < wish->rules.seats; s++) {
        struct hk_seat_wish *seat = &wish->seats[s];

        seat->open = s >= wish->rules.seats - open;
        if (!seat->open)
            FUZZ_CHECK(hk_name_read(names[s], strlen(names[s]), seat->name,
                                    seat->folded) == HK_NAME_OK);
    }
    FUZZ_CHECK(hk_auth_identify(service, house.admin, &caller) == HK_OK);
    FUZZ_CHECK(hk_lobby_create(service, &caller, wish, &real, &seated,
                               &fault) == HK_OK);
    snprintf(house.ids[number], sizeof(house.ids[number]), "%s",
             seated.happened.after.row.uuid);
    snprintf(house.hosts[number], HK_TOKEN_TEXT_SIZE, "%s", seated.host_token);
    snprintf(house.seats[number], HK_TOKEN_TEXT_SIZE, "%s",
             seated.seat_tokens[0]);
    FUZZ_CHECK(hk_game_open(service, house.ids[number], &game) == HK_OK);
    hk_seated_clear(&seated);
    return game;
}

/* Bots would play so; at most so many moves, or until it is over. */
static void play(struct hk_game *game, unsigned moves)
{
    static uint64_t memory[HK_SOLVER_SIZE_LEAST / sizeof(uint64_t)];
    struct hk_solver solver = {.memory = memory, .size = sizeof(memory)};

    for (; moves > 0; moves--) {
        struct hk_happened happened;
        struct hk_refusal refusal;
        struct hk_snapshot at;
        struct hk_move move;
        size_t index;

        FUZZ_CHECK(hk_game_snapshot(game, &at) == HK_OK);
        hk_snapshot_clear(&at);
        if (at.row.status != HK_STATUS_PLAYING)
            return;
        now += 1000;
        FUZZ_CHECK(hk_bot_next(&at.rules, &at.state, (1u << at.rules.seats) - 1,
                               &solver, &move));
        FUZZ_CHECK(hk_game_play(game, move.seat, &move, 1, &real, &happened,
                                &refusal, &index) == HK_OK);
        hk_happened_clear(&happened);
    }
}

static void take_back(struct hk_game *game)
{
    struct hk_undoing undoing;

    if (hk_game_undo(game, 1, &real, &undoing) == HK_OK)
        hk_happened_clear(&undoing.happened);
}

static void tell_rounds(struct hk_game *game)
{
    struct hk_told_round told;
    struct hk_happened happened;
    struct hk_impossibility why;

    hk_told_init(&told);
    told.out = 0;
    told.seats[1].down = 1;
    told.seats[1].has_points = true;
    told.seats[1].points = 14;
    FUZZ_CHECK(hk_game_record_round(game, -1, &told, &real, &happened, &why) ==
               HK_OK);
    hk_happened_clear(&happened);
    told.seats[1].points = 15;
    FUZZ_CHECK(hk_game_correct_round(game, -1, 1, &told, "a slip", &real,
                                     &happened, &why) == HK_OK);
    hk_happened_clear(&happened);
}

static void make_games(struct hk_service *service)
{
    static const struct {
        enum hk_variant variant;
        enum hk_mode mode;
        unsigned seats, open, moves;
        int32_t turn_seconds;
    } rows[HOUSE_GAMES] = {
        {HK_HAND, HK_MODE_REFEREE, 2, 0, 5000, 0},
        {HK_HAND_PARTNERS, HK_MODE_REFEREE, 4, 0, 12, 0},
        {HK_MAY_I, HK_MODE_REFEREE, 3, 0, 12, 3600},
        {HK_HAND, HK_MODE_REFEREE, 3, 1, 0, 0},
        {HK_HAND, HK_MODE_SCORECARD, 2, 0, 0, 0},
        {HK_MAY_I, HK_MODE_REFEREE, 4, 0, 3, 0},
    };

    for (unsigned i = 0; i < HOUSE_GAMES; i++) {
        struct hk_game_wish wish = {.mode = rows[i].mode};
        struct hk_happened happened;

        hk_rules_init(&wish.rules, rows[i].variant, rows[i].seats);
        wish.rules.turn_seconds = rows[i].turn_seconds;
        if (rows[i].moves > 1000)
            wish.rules.rounds = 1;
        struct hk_game *game = make(service, i, &wish, rows[i].open);
        if (rows[i].mode == HK_MODE_SCORECARD) {
            tell_rounds(game);
        } else if (rows[i].moves > 0) {
            play(game, rows[i].moves);
            take_back(game);
        }
        if (i == HOUSE_GAMES - 1) {
            FUZZ_CHECK(hk_game_end(game, &real, &happened) == HK_OK);
            hk_happened_clear(&happened);
        }
        hk_game_close(game);
    }
}

/* ----- the file ----------------------------------------------------------- */

/* What the service leaves beside the file goes as well. */
static void empty_folder(void)
{
    DIR *directory = opendir(folder);

    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
}

static void remove_folder(void)
{
    empty_folder();
    rmdir(folder);
    free(house.bytes);
    house.bytes = NULL;
}

void house_put(const void *bytes, size_t size)
{
    empty_folder();
    int fd = open(house.path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    FUZZ_CHECK(fd >= 0);
    FUZZ_CHECK(write(fd, bytes, size) == (ssize_t)size);
    close(fd);
}

static void read_file(void)
{
    FILE *file = fopen(house.path, "rb");

    FUZZ_CHECK(file && fseek(file, 0, SEEK_END) == 0);
    house.size = (size_t)ftell(file);
    rewind(file);
    house.bytes = malloc(house.size);
    FUZZ_CHECK(house.bytes &&
               fread(house.bytes, 1, house.size, file) == house.size);
    fclose(file);
}

const struct house *house_get(void)
{
    if (house.bytes)
        return &house;
    hk_log_set_level(HK_LOG_ERROR);
    snprintf(folder, sizeof(folder), "%s/hakam-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    FUZZ_CHECK(mkdtemp(folder) != NULL);
    snprintf(house.path, sizeof(house.path), "%s/hakam.db", folder);
    struct hk_service *service = house_open();
    FUZZ_CHECK(service != NULL);
    make_callers(service);
    make_games(service);
    hk_service_close(service);
    read_file();
    atexit(remove_folder);
    return &house;
}
