/*
 * What a correction of a finished game costs, with 0 to 100,000 games of its
 * variant after it:
 *
 *     recount --database FILE [--games N] [--players N] [--variant NAME]
 *
 * makes FILE, fills it with results of games (an hour apart, any four players),
 * and turns round all places of one game: five times for each line, which shows
 * the shortest, and rolled back each time.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "dice.h"
#include "service/counting.h"
#include "store/players.h"

#define SEATS 4
#define TRIES 5
#define GAMES_A_TRANSACTION 1000
#define HOUR INT64_C(3600000)
/* 2026-01-01 */
#define BEGIN INT64_C(1767225600000)

struct bench {
    const char *database;
    size_t games;
    unsigned players;
    enum hk_variant variant;
    struct hk_store *store;
    struct dice dice;
    int64_t *player_ids;
    struct hk_result *results; /* of the games made */
    size_t made;
};

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "recount: %s failed\n", what);
    exit(EXIT_FAILURE);
}

static double seconds(clockid_t clock)
{
    struct timespec now;

    must(clock_gettime(clock, &now) == 0, "the clock");
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ----- filling ------------------------------------------------------------ */

static enum hk_error make_players(struct hk_tx *tx, void *cls)
{
    struct bench *bench = cls;
    enum hk_error error = HK_OK;

    for (unsigned i = 0; i < bench->players && !error; i++) {
        struct hk_player_row player;
        char name[32];

        snprintf(name, sizeof name, "player%06u", i);
        error = hk_tx_player(tx, name, name, BEGIN, &player);
        bench->player_ids[i] = player.id;
    }
    return error;
}

static void draw_seats(struct bench *bench, struct hk_seat_row ret_seats[SEATS])
{
    bool teams = bench->variant == HK_HAND_PARTNERS;
    unsigned first = dice_below(&bench->dice, bench->players);
    unsigned step = 1 + dice_below(&bench->dice, bench->players / SEATS);
    hk_points points[SEATS];

    for (unsigned s = 0; s < SEATS; s++)
        points[s] = (hk_points)dice_below(&bench->dice, 500) - 150;
    memset(ret_seats, 0, SEATS * sizeof *ret_seats);
    for (unsigned s = 0; s < SEATS; s++) {
        struct hk_seat_row *seat = &ret_seats[s];

        seat->seat = (hk_seat)s;
        seat->player = bench->player_ids[(first + s * step) % bench->players];
        seat->team = teams ? (int)(s % HK_TEAMS) : -1;
        seat->total = points[teams ? s % HK_TEAMS : s];
    }
}

static enum hk_error make_game(struct bench *bench, struct hk_tx *tx)
{
    struct hk_seat_row seats[SEATS];
    struct hk_rules rules;
    struct hk_result *result = &bench->results[bench->made];
    hk_time now = BEGIN + HOUR * (hk_time)bench->made;
    struct hk_game_row row = {.variant = bench->variant,
                              .status = HK_STATUS_FINISHED,
                              .ranked = true,
                              .rules_version = HK_RULES_VERSION,
                              .seats = SEATS,
                              .created_at = now,
                              .updated_at = now};

    snprintf(row.uuid, sizeof row.uuid, "01930000-0000-7000-8000-%012zu",
             bench->made);
    draw_seats(bench, seats);
    hk_rules_init(&rules, bench->variant, SEATS);
    enum hk_error error = hk_tx_add_game(tx, &row, seats, &row.id);
    if (error)
        return error;
    hk_result_make(result, row.id, &rules, HK_EVIDENCE_VERIFIED, now, seats,
                   NULL, 0);
    result->rounds = 5;
    for (unsigned s = 0; s < SEATS; s++)
        result->by_seat[s].points = seats[s].total;
    bench->made++;
    return hk_count_game(tx, result, now);
}

static enum hk_error make_games(struct hk_tx *tx, void *cls)
{
    struct bench *bench = cls;
    enum hk_error error = HK_OK;

    for (unsigned i = 0; i < GAMES_A_TRANSACTION && !error; i++) {
        if (bench->made < bench->games)
            error = make_game(bench, tx);
    }
    return error;
}

static void fill(struct bench *bench)
{
    double began = seconds(CLOCK_MONOTONIC);

    bench->player_ids = calloc(bench->players, sizeof *bench->player_ids);
    bench->results = calloc(bench->games, sizeof *bench->results);
    must(bench->player_ids && bench->results, "memory");
    must(hk_store_write(bench->store, make_players, bench) == HK_OK,
         "making players");
    while (bench->made < bench->games)
        must(hk_store_write(bench->store, make_games, bench) == HK_OK,
             "making games");
    printf("%zu games of %s, %u players: %.3f ms a game\n", bench->made,
           hk_variant_name(bench->variant), bench->players,
           (seconds(CLOCK_MONOTONIC) - began) * 1e3 / (double)bench->made);
}

/* ----- measuring ---------------------------------------------------------- */

struct run {
    struct hk_result before, after;
    double wall, cpu; /* the least of all tries */
};

static enum hk_error recount(struct hk_tx *tx, void *cls)
{
    struct run *run = cls;
    double wall = seconds(CLOCK_MONOTONIC);
    double cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
    enum hk_error error = hk_recount_game(tx, &run->before, &run->after,
                                          run->before.ended_at);

    wall = seconds(CLOCK_MONOTONIC) - wall;
    cpu = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
    run->wall = wall < run->wall ? wall : run->wall;
    run->cpu = cpu < run->cpu ? cpu : run->cpu;
    return error ? error : HK_E_STALE; /* taken back */
}

static void measure(struct bench *bench, size_t later)
{
    struct run run = {.wall = 1e9, .cpu = 1e9};

    if (later >= bench->made)
        return;
    run.before = bench->results[bench->made - 1 - later];
    run.after = run.before;
    for (unsigned s = 0; s < SEATS; s++)
        run.after.by_seat[s].points = -run.before.by_seat[s].points;
    for (unsigned i = 0; i < TRIES; i++)
        must(hk_store_write(bench->store, recount, &run) == HK_E_STALE,
             "recounting");
    printf("%7zu later games: %9.2f ms, %9.2f ms of them computing\n", later,
           run.wall * 1e3, run.cpu * 1e3);
}

/* ----- the program -------------------------------------------------------- */

static void read_options(int argc, char **argv, struct bench *bench)
{
    static const struct option known[] = {
        {"database", required_argument, NULL, 'd'},
        {"games", required_argument, NULL, 'g'},
        {"players", required_argument, NULL, 'p'},
        {"variant", required_argument, NULL, 'v'},
        {NULL, 0, NULL, 0},
    };
    bool good = true;
    int option;

    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (option == 'd')
            bench->database = optarg;
        else if (option == 'g')
            bench->games = strtoull(optarg, NULL, 10);
        else if (option == 'p')
            bench->players = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 'v')
            good = good && hk_variant_find(optarg, &bench->variant);
        else
            good = false;
    }
    if (good && bench->database && optind == argc && bench->games > 0 &&
        bench->players >= 2 * SEATS)
        return;
    fputs("usage: recount --database FILE [--games N] [--players N] "
          "[--variant NAME]\n",
          stderr);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    static const size_t later[] = {0, 100, 1000, 10000, 100000};
    static struct bench bench = {
        .games = 100001, .players = 2000, .variant = HK_HAND};
    char why[HK_STORE_MESSAGE_SIZE] = "";

    read_options(argc, argv, &bench);
    hk_log_set_level(HK_LOG_WARNING);
    bench.dice.state = 1;
    if (hk_store_open(bench.database, HK_STORE_SERVE, &bench.store, why)) {
        fprintf(stderr, "recount: %s\n", why);
        return EXIT_FAILURE;
    }
    fill(&bench);
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++)
        measure(&bench, later[i]);
    hk_store_close(bench.store);
    free(bench.player_ids);
    free(bench.results);
    return EXIT_SUCCESS;
}
