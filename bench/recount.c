/*
 * What a correction of a finished scorecard costs, with so many games of its
 * variant after it:
 *
 *     recount --database FILE [--later N]
 *
 * on a database of bench/seed-games. All places of that game turn round; every
 * run is rolled back.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "service/counting.h"
#include "service/history.h"

#define RUNS 5

struct options {
    const char *database;
    size_t later;
};

struct search {
    struct hk_store *store;
    enum hk_variant variant;
    size_t left; /* results to pass over */
    struct hk_result_row found;
};

struct run {
    struct hk_result before, after;
    double seconds;
};

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "recount: %s failed\n", what);
    exit(EXIT_FAILURE);
}

static double seconds(void)
{
    struct timespec now;

    must(clock_gettime(CLOCK_MONOTONIC, &now) == 0, "the clock");
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static enum hk_error count_results(const struct hk_result_row *row, void *cls)
{
    struct search *search = cls;

    search->left += row->variant == search->variant;
    return HK_OK;
}

static enum hk_error pass_over(const struct hk_result_row *row, void *cls)
{
    struct search *search = cls;

    if (row->variant != search->variant || search->found.number != 0)
        return HK_OK;
    if (search->left-- == 0)
        search->found = *row;
    return HK_OK;
}

/* The result of the variant that has `later` others after it. */
static bool find(struct search *search, size_t later)
{
    search->left = 0;
    search->found.number = 0;
    must(hk_store_each_result(search->store, count_results, search) == HK_OK,
         "reading");
    if (search->left <= later)
        return false;
    search->left -= later + 1;
    must(hk_store_each_result(search->store, pass_over, search) == HK_OK,
         "reading");
    return search->found.number != 0;
}

static enum hk_error recount(struct hk_tx *tx, void *cls)
{
    struct run *run = cls;
    double began = seconds();
    enum hk_error error = hk_recount_game(tx, &run->before, &run->after,
                                          run->before.ended_at);

    run->seconds = seconds() - began;
    /* Taken back. */
    return error ? error : HK_E_STALE;
}

/* Who won and who lost have each other's points: all places turn round. */
static void make_run(const struct hk_result_row *row, struct hk_store *store,
                     struct run *ret_run)
{
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_history history;
    char fault[HK_FAULT_SIZE];
    unsigned count;

    must(hk_store_seats(store, row->game, seats, &count) == HK_OK &&
             hk_history_read(store, row->game, &history, fault) == HK_OK,
         "reading a game");
    hk_result_make(&ret_run->before, row->game, &history.table.rules,
                   row->evidence, row->ended_at, seats, history.rounds,
                   history.round_count);
    hk_history_clear(&history);
    ret_run->after = ret_run->before;
    for (unsigned s = 0; s < count; s++)
        ret_run->after.by_seat[s].points = -ret_run->before.by_seat[s].points;
}

static void measure(struct search *search, size_t later)
{
    struct run run;
    double least = 1e9;

    if (!find(search, later)) {
        printf("%-14s %7zu later games: not so many\n",
               hk_variant_name(search->variant), later);
        return;
    }
    make_run(&search->found, search->store, &run);
    for (unsigned i = 0; i < RUNS; i++) {
        must(hk_store_write(search->store, recount, &run) == HK_E_STALE,
             "recounting");
        if (run.seconds < least)
            least = run.seconds;
    }
    printf("%-14s %7zu later games: %9.2f ms\n",
           hk_variant_name(search->variant), later, least * 1e3);
}

static void read_options(int argc, char **argv, struct options *options)
{
    static const struct option known[] = {
        {"database", required_argument, NULL, 'd'},
        {"later", required_argument, NULL, 'l'},
        {NULL, 0, NULL, 0},
    };
    int option;

    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (option == 'd')
            options->database = optarg;
        else if (option == 'l')
            options->later = strtoull(optarg, NULL, 10);
        else
            options->database = NULL;
    }
    if (options->database && optind == argc)
        return;
    fputs("usage: recount --database FILE [--later N]\n", stderr);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {0, 100, 1000, 10000, 100000};
    struct options options = {.later = SIZE_MAX};
    char why[HK_STORE_MESSAGE_SIZE] = "";
    static struct search search;

    read_options(argc, argv, &options);
    hk_log_set_level(HK_LOG_WARNING);
    if (hk_store_open(options.database, HK_STORE_SERVE, &search.store, why)) {
        fprintf(stderr, "recount: %s\n", why);
        return EXIT_FAILURE;
    }
    for (int v = 0; v < HK_VARIANTS; v++) {
        search.variant = (enum hk_variant)v;
        if (options.later != SIZE_MAX) {
            measure(&search, options.later);
            continue;
        }
        for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
            measure(&search, usual[i]);
    }
    hk_store_close(search.store);
    return EXIT_SUCCESS;
}
