/* POST /v1/games/{id}/undo: the host takes moves back. */
#include "http/resources.h"

#include "http/answers.h"
#include "http/json_read.h"
#include "http/request.h"
#include "service/undo.h"

static void clear(void *work)
{
    struct hk_undoing *undoing = work;

    hk_happened_clear(&undoing->happened);
}

static enum hk_error finish(struct hk_request *request, enum hk_error error)
{
    const struct hk_undoing *undoing = request->work;

    if (!error)
        return hk_request_answer(request, &undoing->happened);
    if (error == HK_E_CANNOT_UNDO)
        hk_problem_bar(&request->problem, undoing->bar, undoing->bar_seq);
    return error;
}

/* {"moves":2}; without it, one. */
static unsigned read_moves(struct hk_request *request)
{
    static const char *const members[] = {"moves", NULL};
    struct hk_at at = {0};
    int64_t moves = 1;

    if (hk_read_is_object(&request->faults, &at, request->json)) {
        hk_read_only(&request->faults, &at, request->json, members);
        hk_read_integer(&request->faults, &at, request->json, "moves", false, 1,
                        HK_UNDONE_MAX, &moves);
    }
    return (unsigned)moves;
}

enum hk_error hk_post_undo(struct hk_request *request)
{
    struct hk_undoing *undoing = hk_request_work(request, sizeof(*undoing),
                                                 clear);
    if (!undoing)
        return HK_E_INTERNAL;
    undoing->moves = read_moves(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_request_await(request, &undoing->write, hk_answer_happened,
                                 finish);
    if (!error)
        hk_undoing_start(undoing, request->game);
    return error;
}
