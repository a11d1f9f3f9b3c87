/* hakam stats: what the database holds, in figures. */
#include "store/stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin.h"

static void print_time(const char *name, hk_time time)
{
    char text[HK_TIME_TEXT_SIZE];

    if (time != 0)
        hk_time_format(time, text);
    printf("%-14s %s\n", name, time != 0 ? text : "none");
}

static bool print_lines(const struct hk_stats *stats)
{
    printf("%-14s", "games");
    for (unsigned s = 0; s < HK_STATUSES; s++)
        printf(" %12s", hk_status_name((enum hk_status)s));
    putchar('\n');
    for (unsigned v = 0; v < HK_VARIANTS; v++) {
        printf("  %-12s", hk_variant_name((enum hk_variant)v));
        for (unsigned s = 0; s < HK_STATUSES; s++)
            printf(" %12" PRId64, stats->games[v][s]);
        putchar('\n');
    }
    printf("%-14s %" PRId64 "\n", "players", stats->players);
    printf("%-14s %" PRId64 "\n", "valid keys", stats->keys);
    printf("%-14s %" PRId64 "\n", "events", stats->events);
    print_time("oldest game", stats->oldest_game);
    print_time("newest game", stats->newest_game);
    print_time("newest event", stats->newest_event);
    printf("%-14s %" PRId64 " bytes, %" PRId64 " of %" PRId64
           " pages are free\n",
           "file", stats->file_bytes, stats->free_pages, stats->pages);
    printf("%-14s %" PRId64 " bytes\n", "log", stats->log_bytes);
    printf("%-14s %d\n", "schema version", stats->schema_version);
    printf("%-14s %s\n", "library", hk_store_library());
    return hk_admin_flush();
}

static void write_time(struct hk_json *json, const char *name, hk_time time)
{
    if (time != 0)
        hk_json_time(json, name, time);
    else
        hk_json_null(json, name);
}

static void write_games(struct hk_json *json, const struct hk_stats *stats)
{
    hk_json_open_object(json, "games");
    for (unsigned v = 0; v < HK_VARIANTS; v++) {
        hk_json_open_object(json, hk_variant_name((enum hk_variant)v));
        for (unsigned s = 0; s < HK_STATUSES; s++)
            hk_json_integer(json, hk_status_name((enum hk_status)s),
                            stats->games[v][s]);
        hk_json_close_object(json);
    }
    hk_json_close_object(json);
}

static bool print_json(const struct hk_stats *stats)
{
    struct hk_admin_json out;
    struct hk_json *json = &out.json;

    hk_admin_json_init(&out);
    hk_json_open_object(json, NULL);
    write_games(json, stats);
    hk_json_integer(json, "players", stats->players);
    hk_json_integer(json, "valid_keys", stats->keys);
    hk_json_integer(json, "events", stats->events);
    write_time(json, "oldest_game", stats->oldest_game);
    write_time(json, "newest_game", stats->newest_game);
    write_time(json, "newest_event", stats->newest_event);
    hk_json_integer(json, "file_bytes", stats->file_bytes);
    hk_json_integer(json, "log_bytes", stats->log_bytes);
    hk_json_integer(json, "page_bytes", stats->page_bytes);
    hk_json_integer(json, "pages", stats->pages);
    hk_json_integer(json, "free_pages", stats->free_pages);
    hk_json_integer(json, "schema_version", stats->schema_version);
    hk_json_string(json, "library", hk_store_library());
    hk_json_close_object(json);
    return hk_admin_json_print(&out);
}

int hk_admin_stats(const struct hk_options *options, const char *argument)
{
    struct hk_stats stats;
    struct hk_store *store;

    (void)argument;
    int status = hk_admin_open(options, HK_STORE_READ, &store);
    if (status != 0)
        return status;
    enum hk_error error = hk_store_stats(store, &stats);
    hk_store_close(store);
    if (error != HK_OK)
        return hk_admin_fail(error);
    bool printed = options->json ? print_json(&stats) : print_lines(&stats);
    return printed ? EXIT_SUCCESS : EXIT_FAILURE;
}
