/* POST /v1/games/{id}/moves: playing. */
#include "http/resources.h"

#include "http/answers.h"
#include "http/moves_read.h"
#include "http/request.h"
#include "service/draft.h"

/* For whom the caller plays; a host must say. */
static enum hk_error choose_seat(struct hk_request *request,
                                 const struct hk_moves *moves,
                                 hk_seat *ret_seat)
{
    struct hk_at body = {0}, at = {.up = &body, .name = "seat"};
    const struct hk_standing *standing = &request->standing;

    if (standing->host && !moves->seat_given)
        hk_faults_add(&request->faults, &at, "missing",
                      HK_FAULT_HOST_NAMES_SEAT, NULL);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    if (!standing->host && moves->seat >= 0 && moves->seat != standing->seat)
        return HK_E_FORBIDDEN;
    *ret_seat = (hk_seat)(standing->host ? moves->seat : standing->seat);
    return HK_OK;
}

/* What the answer waits for. */
struct playing {
    struct hk_play play;
    struct hk_moves moves;
    struct hk_draft_room room; /* last: it is not zeroed */
};

static void clear(void *work)
{
    struct playing *playing = work;

    hk_happened_clear(&playing->play.happened);
    hk_moves_clear(&playing->moves);
}

/* M10: how long others may still ask, as the game stands now. */
static void tell_window(struct hk_request *request)
{
    struct hk_snapshot game;

    if (hk_game_snapshot(request->game, &game))
        return;
    request->problem.until = game.row.updated_at + game.clock.window_ms;
    request->problem.wait_s = (unsigned)(game.asking_ms / 1000 + 1);
    hk_snapshot_clear(&game);
}

static enum hk_error finish(struct hk_request *request, enum hk_error error)
{
    struct playing *playing = request->work;
    const struct hk_play *play = &playing->play;

    if (!error)
        return hk_request_answer(request, &play->happened);
    if (play->refusal.error == error) {
        hk_problem_refuse(&request->problem, &play->refusal,
                          &play->moves[play->index]);
        request->problem.pointer = hk_moves_pointer(
            &playing->moves, play->index, &play->refusal);
    }
    if (error == HK_E_TOO_EARLY)
        tell_window(request);
    return error;
}

enum hk_error hk_post_moves(struct hk_request *request)
{
    struct playing *playing = hk_request_work_and(
        request, offsetof(struct playing, room), sizeof(playing->room), clear);
    if (!playing)
        return HK_E_INTERNAL;
    struct hk_play *play = &playing->play;
    struct hk_rules rules;

    hk_game_rules(request->game, &rules);
    hk_moves_read(&request->faults, request->json, &rules, &playing->moves);
    enum hk_error error = choose_seat(request, &playing->moves, &play->seat);
    if (!error)
        error = hk_request_await(request, &play->write, hk_answer_happened,
                                 finish);
    if (error)
        return error;
    play->write.room = &playing->room;
    play->moves = playing->moves.list;
    play->count = playing->moves.count;
    play->for_bot = request->standing.host;
    hk_play_start(play, request->game);
    return HK_OK;
}
