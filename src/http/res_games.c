/* /v1/games, /v1/games/{id} and its seats. */
#include "http/resources.h"

#include <stdlib.h>
#include <string.h>

#include "http/answers.h"
#include "http/game_read.h"
#include "http/json_event.h"
#include "http/json_read.h"
#include "http/json_view.h"
#include "http/list_games.h"
#include "http/query.h"
#include "http/request.h"

/* A token, or null where none was made. */
static void write_token(const struct hk_request *request, struct hk_json *json,
                        const char *name, const char *token)
{
    bool made = *token && !request->dry_run;

    hk_json_string(json, name, made ? token : NULL);
}

static enum hk_error build_created(struct hk_request *request,
                                   const void *outcome)
{
    static const struct hk_viewer host = {.kind = HK_VIEW_HOST};
    const struct hk_seated *seated = outcome;
    const struct hk_snapshot *game = &seated->happened.after;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_CREATED);

    hk_request_no_store(request);
    hk_request_tag(request, game->row.seq, &host);
    if (!request->dry_run)
        hk_reply_header(&request->reply, "Location", "/v1/games/%s",
                        game->row.uuid);
    hk_json_open_object(&json, NULL);
    hk_json_game(&json, "game", game, &host);
    write_token(request, &json, "host_token", seated->host_token);
    hk_json_open_array(&json, "seat_tokens");
    for (unsigned i = 0; i < game->rules.seats; i++)
        write_token(request, &json, NULL, seated->seat_tokens[i]);
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
    problem->pointer_detail = fault->detail;
}

static enum hk_error create(struct hk_request *request,
                            const struct hk_new_game *game)
{
    struct hk_lobby_fault fault = {
        .seat = -1, .deal = game->impossible_deal, .hand = -1};
    struct hk_wish wish = hk_request_wish(request, build_created);
    struct hk_seated seated = {0};
    enum hk_error error = HK_E_IMPOSSIBLE_DEAL;

    if (game->impossible_deal < 0)
        error = hk_lobby_create(request->http->service, &request->caller,
                                &game->wish, &wish, &seated, &fault);
    if (error) {
        if (error == HK_E_IMPOSSIBLE_DEAL)
            request->problem.rule = fault.rule
                                        ? fault.rule
                                        : hk_rules_ids(&game->wish.rules)->deal;
        if (error == HK_E_IMPOSSIBLE_DEAL || error == HK_E_FORBIDDEN ||
            error == HK_E_PLAYER_SEATED_TWICE || error == HK_E_NAME_LOOKS_ALIKE)
            point_to(&request->problem, &fault);
        return error;
    }
    error = hk_request_answer(request, &seated);
    hk_seated_clear(&seated);
    return error;
}

enum hk_error hk_post_games(struct hk_request *request)
{
    struct hk_new_game game;

    enum hk_error error = hk_game_read(&request->faults, request->json, &game);
    if (!error)
        error = hk_request_shape(request);
    if (!error)
        error = create(request, &game);
    hk_new_game_clear(&game);
    return error;
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
                            "Nobody can have this name.");
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
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_request_snapshot(request);
    if (error)
        return error;
    const struct hk_snapshot *game = &request->snapshot;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_request_tag(request, game->row.seq, &request->standing.viewer);
    hk_json_game(&json, NULL, game, &request->standing.viewer);
    return hk_request_unchanged(request, game->row.seq);
}

enum hk_error hk_delete_game(struct hk_request *request)
{
    static const char *const no_names[] = {NULL};
    struct hk_happened happened = {0};
    struct hk_at at = {0};

    /* A body is not needed; one that is there says nothing. */
    if (request->json &&
        hk_read_is_object(&request->faults, &at, request->json))
        hk_read_only(&request->faults, &at, request->json, no_names);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_wish wish = hk_request_wish(request, hk_answer_happened);
    error = hk_game_end(request->game, &wish, &happened);
    if (error)
        return error;
    error = hk_request_answer(request, &happened);
    hk_happened_clear(&happened);
    return error;
}

static enum hk_error build_seated(struct hk_request *request,
                                  const void *outcome)
{
    const struct hk_seated *seated = outcome;
    const struct hk_snapshot *game = &seated->happened.after;
    struct hk_viewer viewer = {.kind = HK_VIEW_SEAT,
                               .seat = (hk_seat)request->number};
    struct hk_json json = hk_request_json(request, HK_SUCCESS_CREATED);

    hk_request_no_store(request);
    hk_request_tag(request, seated->happened.seq, &viewer);
    hk_reply_header(&request->reply, "Location", "/v1/games/%s",
                    game->row.uuid);
    hk_json_open_object(&json, NULL);
    hk_json_integer(&json, "seat", request->number);
    write_token(request, &json, "token", seated->seat_tokens[request->number]);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
    return HK_OK;
}

enum hk_error hk_post_seat(struct hk_request *request)
{
    struct hk_seated seated = {0};
    struct hk_seat_wish player;

    hk_seat_read(&request->faults, request->json, "player", &player);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_wish wish = hk_request_wish(request, build_seated);
    error = hk_lobby_take_seat(request->game, &request->caller,
                               (hk_seat)request->number, &player, &wish,
                               &seated);
    if (error) {
        if (error == HK_E_PLAYER_SEATED_TWICE ||
            error == HK_E_NAME_LOOKS_ALIKE || error == HK_E_FORBIDDEN)
            request->problem.pointer = strdup("/player");
        return error;
    }
    error = hk_request_answer(request, &seated);
    hk_seated_clear(&seated);
    return error;
}
