/* POST /v1/games/{id}/moves: playing. */
#include "http/resources.h"

#include <stdlib.h>

#include "http/answers.h"
#include "http/moves_read.h"
#include "http/request.h"

/* For whom the caller plays; a host must say. */
static enum hk_error choose_seat(struct hk_request *request,
                                 const struct hk_moves *moves,
                                 hk_seat *ret_seat)
{
    struct hk_at body = {0}, at = {.up = &body, .name = "seat"};
    const struct hk_standing *standing = &request->standing;

    if (standing->host && !moves->seat_given)
        hk_faults_add(&request->faults, &at, "missing",
                      "The host names the seat that it plays for.");
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    if (!standing->host && moves->seat >= 0 && moves->seat != standing->seat)
        return HK_E_FORBIDDEN;
    *ret_seat = (hk_seat)(standing->host ? moves->seat : standing->seat);
    return HK_OK;
}

static enum hk_error play(struct hk_request *request,
                          const struct hk_moves *moves, hk_seat seat)
{
    struct hk_wish wish = hk_request_wish(request, hk_answer_happened);
    struct hk_happened happened = {0};
    struct hk_refusal refusal = {.error = HK_OK};
    size_t index = 0;

    enum hk_error error = hk_game_play(request->game, seat, moves->list,
                                       moves->count, &wish, &happened, &refusal,
                                       &index);
    if (error) {
        if (refusal.error == error) {
            hk_problem_refuse(&request->problem, &refusal, &moves->list[index]);
            request->problem.pointer = hk_moves_pointer(moves, index, &refusal);
        }
        return error;
    }
    error = hk_request_answer(request, &happened);
    hk_happened_clear(&happened);
    return error;
}

enum hk_error hk_post_moves(struct hk_request *request)
{
    hk_seat seat;

    enum hk_error error = hk_request_snapshot(request);
    if (error)
        return error;
    struct hk_moves *moves = calloc(1, sizeof(*moves));
    if (!moves)
        return HK_E_INTERNAL;
    hk_moves_read(&request->faults, request->json, &request->snapshot.rules,
                  moves);
    error = choose_seat(request, moves, &seat);
    if (!error)
        error = play(request, moves, seat);
    free(moves);
    return error;
}
