/* /v1/games/{id}/seats/{n}: open seats are filled, seats change hands. */
#include "http/resources.h"

#include <string.h>

#include "http/answers.h"
#include "http/game_read.h"
#include "http/json_happened.h"
#include "http/request.h"

static void point_to_player(struct hk_request *request, enum hk_error error)
{
    if (error == HK_E_PLAYER_SEATED_TWICE || error == HK_E_FORBIDDEN ||
        error == HK_E_NAME_LOOKS_ALIKE)
        request->problem.pointer = strdup("/player");
}

/* ----- an open seat is taken ---------------------------------------------- */

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
    hk_answer_token(request, &json, "token",
                    seated->seat_tokens[request->number]);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
    return HK_OK;
}

/* What the answer waits for. */
struct seating {
    struct hk_taking taking;
    struct hk_seat_wish player;
};

static void clear_seating(void *work)
{
    struct seating *seating = work;

    hk_seated_clear(&seating->taking.seated);
}

static enum hk_error finish_seating(struct hk_request *request,
                                    enum hk_error error)
{
    const struct seating *seating = request->work;

    if (!error)
        return hk_request_answer(request, &seating->taking.seated);
    point_to_player(request, error);
    return error;
}

enum hk_error hk_post_seat(struct hk_request *request)
{
    struct seating *seating = hk_request_work(request, sizeof(*seating),
                                              clear_seating);
    if (!seating)
        return HK_E_INTERNAL;
    struct hk_taking *taking = &seating->taking;

    hk_seat_read(&request->faults, request->json, "player", &seating->player);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_request_await(request, &taking->write, build_seated,
                                 finish_seating);
    if (error)
        return error;
    taking->caller = request->caller;
    taking->seat = (hk_seat)request->number;
    taking->player = &seating->player;
    hk_taking_start(taking, request->game);
    return HK_OK;
}

/* ----- a seat changes hands ----------------------------------------------- */

/* What the answer waits for. */
struct giving {
    struct hk_giving giving;
    struct hk_seat_wish to;
};

static enum hk_error build_given(struct hk_request *request,
                                 const void *outcome)
{
    const struct hk_seated *seated = outcome;
    const struct hk_viewer *viewer = &request->standing.viewer;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);

    hk_request_no_store(request);
    hk_request_tag_view(request, &seated->happened.after, viewer);
    hk_answer_preference(request);
    hk_json_open_object(&json, NULL);
    hk_json_integer(&json, "seat", request->number);
    hk_answer_token(request, &json, "token",
                    seated->seat_tokens[request->number]);
    hk_json_happened(&json, &seated->happened, viewer, request->minimal);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
    return HK_OK;
}

static void clear_giving(void *work)
{
    struct giving *giving = work;

    hk_seated_clear(&giving->giving.seated);
}

static enum hk_error finish_giving(struct hk_request *request,
                                   enum hk_error error)
{
    const struct giving *giving = request->work;

    if (!error)
        return hk_request_answer(request, &giving->giving.seated);
    point_to_player(request, error);
    return error;
}

enum hk_error hk_put_seat(struct hk_request *request)
{
    struct giving *work = hk_request_work(request, sizeof(*work), clear_giving);
    if (!work)
        return HK_E_INTERNAL;
    enum hk_error error = hk_request_snapshot(request);
    if (error)
        return error;
    struct hk_giving *giving = &work->giving;
    hk_holder_read(&request->faults, request->json, request->snapshot.row.mode,
                   &work->to);
    error = hk_request_shape(request);
    if (!error)
        error = hk_request_await(request, &giving->write, build_given,
                                 finish_giving);
    if (error)
        return error;
    giving->caller = request->caller;
    giving->seat = (hk_seat)request->number;
    giving->to = &work->to;
    hk_giving_start(giving, request->game);
    return HK_OK;
}
