/* /v1/players: reserved names and what they have done. */
#include "http/resources.h"

#include <stdlib.h>
#include <string.h>

#include "http/answers.h"
#include "http/game_read.h"
#include "http/json_figures.h"
#include "http/list_games.h"
#include "http/request.h"

/* Partners that a player is shown with: those won with most often. */
enum { PARTNERS_SHOWN = 100 };

/* All that is known of what a player has done. */
struct deeds {
    struct hk_profile profile;
    struct hk_board_row *pairs; /* owned */
    size_t pair_count;
};

static enum hk_error collect(struct hk_request *request, int64_t player,
                             struct deeds *ret_deeds)
{
    struct deeds deeds = {
        .pairs = calloc(PARTNERS_SHOWN, sizeof(*deeds.pairs))};

    if (!deeds.pairs)
        return HK_E_INTERNAL;
    enum hk_error error = hk_players_profile(request->http->service, player,
                                             &deeds.profile, PARTNERS_SHOWN,
                                             deeds.pairs, &deeds.pair_count);
    if (error) {
        free(deeds.pairs);
        return error;
    }
    *ret_deeds = deeds;
    return HK_OK;
}

/* The members of a record. */
static void write_figures(struct hk_json *json,
                          const struct hk_figures *figures)
{
    hk_json_wins(json, figures);
    hk_json_integer(json, "rounds", figures->rounds);
    hk_json_integer(json, "rounds_won", figures->rounds_won);
    hk_json_integer(json, "hands", figures->hands);
    hk_json_points(json, figures);
    hk_json_integer(json, "best", figures->best);
    hk_json_integer(json, "worst", figures->worst);
    hk_json_rating(json, &figures->rating);
}

/* A record of some of the games; null where there are none. */
static void write_part(struct hk_json *json, const char *name,
                       const struct hk_figures *figures)
{
    if (figures->games == 0) {
        hk_json_null(json, name);
        return;
    }
    hk_json_open_object(json, name);
    write_figures(json, figures);
    hk_json_close_object(json);
}

static void write_record(struct hk_json *json, enum hk_variant variant,
                         const struct hk_figures figures[HK_EVIDENCES])
{
    if (figures[HK_EVIDENCE_ALL].games == 0)
        return;
    hk_json_open_object(json, hk_variant_name(variant));
    write_figures(json, &figures[HK_EVIDENCE_ALL]);
    write_part(json, "verified", &figures[HK_EVIDENCE_VERIFIED]);
    write_part(json, "declared", &figures[HK_EVIDENCE_DECLARED]);
    hk_json_close_object(json);
}

static void write_player(struct hk_json *json, const char *name,
                         const struct hk_player_row *player,
                         const struct deeds *deeds)
{
    hk_json_open_object(json, name);
    hk_json_string(json, "name", player->name);
    hk_json_boolean(json, "reserved", player->reserved);
    hk_json_time(json, "created_at", player->created_at);
    hk_json_open_object(json, "variants");
    for (unsigned i = 0; i < HK_VARIANTS; i++)
        write_record(json, (enum hk_variant)i, deeds->profile.figures[i]);
    hk_json_close_object(json);
    hk_json_open_array(json, "partnerships");
    for (size_t i = 0; i < deeds->pair_count; i++) {
        hk_json_open_object(json, NULL);
        hk_json_pair(json, &deeds->pairs[i]);
        write_figures(json, &deeds->pairs[i].figures);
        hk_json_close_object(json);
    }
    hk_json_close_array(json);
    hk_json_close_object(json);
}

/* What the answer waits for. */
struct registering {
    struct hk_registration registration;
    struct hk_seat_wish name;
    struct deeds deeds;
};

static void clear_registering(void *work)
{
    struct registering *registering = work;

    free(registering->deeds.pairs);
}

/* Where the player is found; nowhere after a dry run. */
static void add_location(struct hk_request *request, const char *name)
{
    struct hk_strbuf path;

    if (request->dry_run)
        return;
    hk_strbuf_init(&path, 1024);
    hk_target_encode(&path, name);
    if (path.failed)
        request->reply.failed = true;
    else
        hk_reply_header(&request->reply, "Location", "/v1/players/%s",
                        path.text);
    hk_strbuf_clear(&path);
}

static enum hk_error build_registered(struct hk_request *request,
                                      const void *outcome)
{
    const struct hk_registered *registered = outcome;
    const struct registering *registering = request->work;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_CREATED);

    hk_request_no_store(request);
    add_location(request, registered->player.name);
    hk_json_open_object(&json, NULL);
    write_player(&json, "player", &registered->player, &registering->deeds);
    hk_answer_token(request, &json, "token", registered->token);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
    return HK_OK;
}

/* What a name has done before it is reserved: nothing, if it is new. Read
 * before the write, since inside it the store is busy. */
static enum hk_error collect_before(struct hk_request *request,
                                    const char *folded, struct deeds *ret_deeds)
{
    struct hk_player_row player;

    enum hk_error error = hk_players_find(request->http->service, folded,
                                          &player);
    if (error == HK_E_NOT_FOUND) {
        *ret_deeds = (struct deeds){0};
        return HK_OK;
    }
    if (error)
        return error;
    return collect(request, player.id, ret_deeds);
}

static enum hk_error finish_registering(struct hk_request *request,
                                        enum hk_error error)
{
    const struct registering *registering = request->work;

    if (!error)
        return hk_request_answer(request,
                                 &registering->registration.registered);
    if (error == HK_E_NAME_TAKEN || error == HK_E_NAME_LOOKS_ALIKE)
        request->problem.pointer = strdup("/name");
    return error;
}

enum hk_error hk_post_players(struct hk_request *request)
{
    struct registering *registering = hk_request_work(
        request, sizeof(*registering), clear_registering);
    if (!registering)
        return HK_E_INTERNAL;
    struct hk_registration *registration = &registering->registration;

    hk_seat_read(&request->faults, request->json, "name", &registering->name);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = collect_before(request, registering->name.folded,
                               &registering->deeds);
    if (!error)
        error = hk_request_await(request, &registration->write,
                                 build_registered, finish_registering);
    if (error)
        return error;
    registration->name = &registering->name;
    hk_registration_start(registration, request->http->service);
    return HK_OK;
}

enum hk_error hk_get_player(struct hk_request *request)
{
    struct deeds deeds;

    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = collect(request, request->player.id, &deeds);
    if (error)
        return error;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    write_player(&json, NULL, &request->player, &deeds);
    free(deeds.pairs);
    return HK_OK;
}

enum hk_error hk_get_player_games(struct hk_request *request)
{
    struct hk_game_filter filter = {
        .variant = -1,
        .status = -1,
        .player = request->player.id,
    };

    return hk_list_games(request, &filter, false);
}
