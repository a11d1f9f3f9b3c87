/* hakam game: one game shown, or ended. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "admin.h"
#include "base/rng.h"
#include "http/json_round.h"
#include "http/json_view.h"
#include "service/game.h"
#include "service/look.h"
#include "service/service.h"
#include "store/backup.h"

/* G11: who keeps the machine may well play at one of its tables. */
static const struct hk_viewer everybody = {.kind = HK_VIEW_PUBLIC};

static void print_round(const struct hk_view *view)
{
    printf("round %u: seat %u is to %s; stock %u, discard pile %u, melds %u\n",
           view->round, view->turn, hk_json_phase(view->phase), view->stock,
           view->pile_count, view->meld_count);
}

static bool print_lines(const struct hk_snapshot *game)
{
    const struct hk_game_row *row = &game->row;
    char created[HK_TIME_TEXT_SIZE], updated[HK_TIME_TEXT_SIZE];
    struct hk_view view;

    hk_view_state(&game->state, &game->rules, &everybody, &view);
    hk_time_format(row->created_at, created);
    hk_time_format(row->updated_at, updated);
    printf("%s: %s, %s, %s, %sranked\n", row->uuid,
           hk_variant_name(row->variant), hk_mode_name(row->mode),
           hk_status_name(row->status), row->ranked ? "" : "un");
    printf("made %s, event %u at %s\n", created, (unsigned)row->seq, updated);
    for (unsigned i = 0; i < game->rules.seats; i++) {
        const struct hk_seat_row *seat = &game->seats[i];
        const char *name = seat->player != 0 ? seat->name
                           : seat->bot       ? "(bot)"
                                             : "(open)";

        printf("seat %u: %s, total %d", i, name, seat->total);
        if (hk_snapshot_round_on(game))
            printf(", %u cards%s", view.hands[i].count,
                   view.down[i] ? ", down" : "");
        putchar('\n');
    }
    printf("rounds ended: %zu\n", game->round_count);
    if (hk_snapshot_round_on(game))
        print_round(&view);
    return hk_admin_flush();
}

static int print(const struct hk_options *options,
                 const struct hk_snapshot *game)
{
    struct hk_admin_json out;

    if (!options->json)
        return print_lines(game) ? EXIT_SUCCESS : EXIT_FAILURE;
    hk_admin_json_init(&out);
    hk_json_game(&out.json, NULL, game, &everybody, NULL);
    return hk_admin_json_print(&out) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int fail(enum hk_error error, const char *id, const char *fault)
{
    if (error == HK_E_NOT_FOUND)
        hk_admin_say("there is no game %s", id);
    else if (error == HK_E_INTERNAL)
        hk_admin_say("game %s: %s", id, fault);
    else
        return hk_admin_fail(error);
    return EXIT_FAILURE;
}

int hk_admin_game_show(const struct hk_options *options, const char *argument)
{
    char fault[HK_FAULT_SIZE];
    struct hk_snapshot game;
    struct hk_store *store;

    int status = hk_admin_open(options, HK_STORE_READ, &store);
    if (status != 0)
        return status;
    enum hk_error error = hk_look(store, argument, &game, fault);
    hk_store_close(store);
    if (error != HK_OK)
        return fail(error, argument, fault);
    status = print(options, &game);
    hk_snapshot_clear(&game);
    return status;
}

/* ----- ending ------------------------------------------------------------- */

static int end(const struct hk_options *options, struct hk_service *service,
               const char *id)
{
    struct hk_wish wish = {.dry_run = false};
    struct hk_happened happened;
    struct hk_game *game;

    enum hk_error error = hk_game_open(service, id, &game);
    if (error != HK_OK)
        return fail(error, id, "its log does not replay; see hakam verify");
    error = hk_game_end(game, &wish, &happened);
    hk_game_close(game);
    if (error == HK_E_GAME_OVER) {
        hk_admin_say("game %s is over already", id);
        return EXIT_FAILURE;
    }
    if (error != HK_OK)
        return hk_admin_fail(error);
    int status = print(options, &happened.after);
    hk_happened_clear(&happened);
    return status;
}

/* Bots and clocks of other games wait for hakamd. */
int hk_admin_game_end(const struct hk_options *options, const char *argument)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_service_config config = {
        .database = hk_admin_database(options),
        .still = true,
        .clock = hk_clock_real(),
        .rng = hk_rng_system(),
    };
    struct hk_service *service;

    if (!config.database)
        return EX_USAGE;
    if (hk_store_is_served(config.database)) {
        hk_admin_say("%s is in use: while hakamd serves it, games are ended by "
                     "DELETE /v1/games/%s with an admin key",
                     config.database, argument);
        return EX_CONFIG;
    }
    int status = hk_admin_there(options);
    if (status != 0)
        return status;
    if (hk_service_open(&config, &service, message) != HK_OK) {
        hk_admin_say("%s", message);
        return EX_CONFIG;
    }
    status = end(options, service, argument);
    hk_service_close(service);
    return status;
}
