/* /v1/games and /v1/games/{id}. */
#include "http/resources.h"

#include <stdlib.h>
#include <string.h>

#include "http/answers.h"
#include "http/game_read.h"
#include "http/json_read.h"
#include "http/json_view.h"
#include "http/list_games.h"
#include "http/query.h"
#include "http/request.h"

static enum hk_error build_created(struct hk_request *request,
                                   const void *outcome)
{
    static const struct hk_viewer host = {.kind = HK_VIEW_HOST};
    const struct hk_seated *seated = outcome;
    const struct hk_snapshot *game = &seated->happened.after;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_CREATED);

    hk_request_no_store(request);
    hk_request_tag_view(request, game, &host);
    if (!request->dry_run)
        hk_reply_header(&request->reply, "Location", "/v1/games/%s",
                        game->row.uuid);
    hk_json_open_object(&json, NULL);
    hk_json_game(&json, "game", game, &host, request->options);
    hk_answer_token(request, &json, "host_token", seated->host_token);
    hk_json_open_array(&json, "seat_tokens");
    for (unsigned i = 0; i < game->rules.seats; i++)
        hk_answer_token(request, &json, NULL, seated->seat_tokens[i]);
    hk_json_close_array(&json);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
    return HK_OK;
}

/* Where in the body a creation was refused. */
static void point_to(struct hk_problem *problem,
                     const struct hk_lobby_fault *fault)
{
    struct hk_strbuf pointer;

    hk_strbuf_init(&pointer, 64);
    if (fault->seat >= 0)
        hk_strbuf_printf(&pointer, "/seats/%d/player", fault->seat);
    else if (fault->deal >= 0 && fault->hand >= 0)
        hk_strbuf_printf(&pointer, "/deals/%d/hands/%d", fault->deal,
                         fault->hand);
    else if (fault->deal >= 0)
        hk_strbuf_printf(&pointer, "/deals/%d", fault->deal);
    else
        return;
    problem->pointer = hk_strbuf_take(&pointer);
    problem->pointer_text = hk_text_of_lobby_reason(fault->reason);
}

/* What the answer waits for. */
struct creating {
    struct hk_creation creation;
    struct hk_new_game game;
};

static void clear_creating(void *work)
{
    struct creating *creating = work;

    hk_seated_clear(&creating->creation.seated);
    hk_new_game_clear(&creating->game);
}

static void explain(struct hk_request *request, enum hk_error error,
                    const struct hk_new_game *game,
                    const struct hk_lobby_fault *fault)
{
    if (error == HK_E_IMPOSSIBLE_DEAL)
        request->problem.rule = fault->rule
                                    ? fault->rule
                                    : hk_rules_ids(&game->wish.rules)->deal;
    if (error == HK_E_IMPOSSIBLE_DEAL || error == HK_E_FORBIDDEN ||
        error == HK_E_PLAYER_SEATED_TWICE || error == HK_E_NAME_LOOKS_ALIKE)
        point_to(&request->problem, fault);
}

static enum hk_error finish_creating(struct hk_request *request,
                                     enum hk_error error)
{
    const struct creating *creating = request->work;
    const struct hk_creation *creation = &creating->creation;

    if (error) {
        explain(request, error, &creating->game, &creation->fault);
        return error;
    }
    hk_creation_end(creation);
    return hk_request_answer(request, &creation->seated);
}

enum hk_error hk_post_games(struct hk_request *request)
{
    struct creating *creating = hk_request_work(request, sizeof(*creating),
                                                clear_creating);
    if (!creating)
        return HK_E_INTERNAL;
    struct hk_new_game *game = &creating->game;
    struct hk_creation *creation = &creating->creation;

    enum hk_error error = hk_game_read(&request->faults, request->json, game);
    if (!error)
        error = hk_request_shape(request);
    if (!error && game->impossible_deal >= 0) {
        struct hk_lobby_fault fault = {
            .seat = -1, .deal = game->impossible_deal, .hand = -1};
        error = HK_E_IMPOSSIBLE_DEAL;
        explain(request, error, game, &fault);
    }
    if (!error)
        error = hk_request_await(request, &creation->write, build_created,
                                 finish_creating);
    if (error)
        return error;
    creation->caller = request->caller;
    creation->game = &game->wish;
    hk_creation_start(creation, request->http->service);
    return HK_OK;
}

/* The parameter `player`: a name; ret_nothing where nobody has it. */
static enum hk_error read_player(struct hk_request *request,
                                 struct hk_game_filter *filter,
                                 bool *ret_nothing)
{
    const char *text = hk_target_parameter(&request->target, "player");
    char folded[HK_FOLDED_NAME_SIZE];
    struct hk_player_row player;

    *ret_nothing = false;
    if (!text)
        return HK_OK;
    if (!hk_name_fold(text, strlen(text), folded)) {
        hk_faults_add_named(&request->faults, "player", "invalid_name",
                            HK_FAULT_NOBODYS_NAME, NULL);
        return HK_OK;
    }
    enum hk_error error = hk_players_find(request->http->service, folded,
                                          &player);
    if (error == HK_E_NOT_FOUND) {
        *ret_nothing = true;
        return HK_OK;
    }
    if (!error)
        filter->player = player.id;
    return error;
}

enum hk_error hk_get_games(struct hk_request *request)
{
    const char *variants[HK_VARIANTS + 1] = {NULL};
    const char *statuses[HK_STATUSES + 1] = {NULL};
    bool nothing;

    for (unsigned i = 0; i < HK_VARIANTS; i++)
        variants[i] = hk_variant_name((enum hk_variant)i);
    for (unsigned i = 0; i < HK_STATUSES; i++)
        statuses[i] = hk_status_name((enum hk_status)i);
    struct hk_game_filter filter = {
        .variant = hk_query_choice(request, "variant", variants, -1),
        .status = hk_query_choice(request, "status", statuses, -1),
    };
    enum hk_error error = read_player(request, &filter, &nothing);
    if (error)
        return error;
    return hk_list_games(request, &filter, nothing);
}

enum hk_error hk_get_game(struct hk_request *request)
{
    const struct hk_viewer *viewer = &request->standing.viewer;

    enum hk_error error = hk_request_shape(request);
    if (!error && hk_request_known(request))
        return HK_OK;
    if (!error)
        error = hk_request_snapshot(request);
    if (error)
        return error;
    const struct hk_snapshot *game = &request->snapshot;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_request_tag_view(request, game, viewer);
    hk_json_game(&json, NULL, game, viewer, request->options);
    hk_game_note_size(request->game, viewer, game->row.seq, game->away,
                      request->language, request->reply.body.length);
    hk_request_unchanged(request);
    return HK_OK;
}

static void clear_closing(void *work)
{
    struct hk_closing *closing = work;

    hk_happened_clear(&closing->happened);
}

static enum hk_error finish_closing(struct hk_request *request,
                                    enum hk_error error)
{
    const struct hk_closing *closing = request->work;

    return error ? error : hk_request_answer(request, &closing->happened);
}

enum hk_error hk_delete_game(struct hk_request *request)
{
    static const char *const no_names[] = {NULL};
    struct hk_at at = {0};

    /* A body is not needed; one that is there says nothing. */
    if (request->json &&
        hk_read_is_object(&request->faults, &at, request->json))
        hk_read_only(&request->faults, &at, request->json, no_names);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_closing *closing = hk_request_work(request, sizeof(*closing),
                                                 clear_closing);
    if (!closing)
        return HK_E_INTERNAL;
    error = hk_request_await(request, &closing->write, hk_answer_happened,
                             finish_closing);
    if (!error)
        hk_closing_start(closing, request->game);
    return error;
}
