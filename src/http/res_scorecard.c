/* POST and PUT /v1/games/{id}/rounds: what a physical table tells. */
#include "http/resources.h"

#include "http/answers.h"
#include "http/json_round.h"
#include "http/json_view.h"
#include "http/request.h"
#include "http/told_read.h"
#include "service/scorecard.h"

/* What the answer waits for. */
struct telling {
    struct hk_telling telling;
    struct hk_told_round told;
};

static void clear(void *work)
{
    struct telling *telling = work;

    hk_happened_clear(&telling->telling.happened);
}

/* The round as it is now, and how the game stands after it. */
static void write_round(struct hk_request *request, enum hk_success success,
                        const struct hk_happened *happened)
{
    const struct hk_snapshot *game = &happened->after;
    unsigned number = happened->events[0].round;
    struct hk_json json = hk_request_json(request, success);

    hk_request_tag(request, happened->seq, &request->standing.viewer);
    if (success == HK_SUCCESS_CREATED && !request->dry_run)
        hk_reply_header(&request->reply, "Location", "/v1/games/%s/rounds/%u",
                        game->row.uuid, number);
    hk_json_open_object(&json, NULL);
    hk_json_round(&json, game, &game->rounds[number - 1]);
    hk_json_integer(&json, "seq", happened->seq);
    hk_json_string(&json, "status", hk_status_name(game->row.status));
    hk_json_totals(&json, game);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
}

static enum hk_error build_recorded(struct hk_request *request,
                                    const void *outcome)
{
    write_round(request, HK_SUCCESS_CREATED, outcome);
    return HK_OK;
}

static enum hk_error build_corrected(struct hk_request *request,
                                     const void *outcome)
{
    write_round(request, HK_SUCCESS_OK, outcome);
    return HK_OK;
}

static enum hk_error finish(struct hk_request *request, enum hk_error error)
{
    const struct telling *telling = request->work;

    if (!error)
        return hk_request_answer(request, &telling->telling.happened);
    if (error == HK_E_IMPOSSIBLE_ROUND)
        hk_problem_doubt(&request->problem, &telling->telling.impossibility);
    return error;
}

/* Reads the body, and starts the write; `round` is the one to correct, or 0. */
static enum hk_error tell(struct hk_request *request, unsigned round)
{
    enum hk_error error = hk_request_snapshot(request);
    if (error)
        return error;
    struct telling *work = hk_request_work(request, sizeof(*work), clear);
    if (!work)
        return HK_E_INTERNAL;
    struct hk_telling *telling = &work->telling;
    hk_told_read(&request->faults, request->json, &request->snapshot.rules,
                 round > 0, &work->told, &telling->reason);
    error = hk_request_shape(request);
    if (!error)
        error = hk_request_await(request, &telling->write,
                                 round > 0 ? build_corrected : build_recorded,
                                 finish);
    if (error)
        return error;
    telling->by = request->standing.host ? -1 : request->standing.seat;
    telling->told = &work->told;
    telling->round = round;
    hk_telling_start(telling, request->game);
    return HK_OK;
}

enum hk_error hk_post_rounds(struct hk_request *request)
{
    return tell(request, 0);
}

enum hk_error hk_put_round(struct hk_request *request)
{
    return tell(request,
                request->snapshot.rounds[request->number].result.round);
}
