/* GET /v1/games/{id}/legal_moves: what a seat may do. */
#include "http/resources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/legal.h"
#include "http/json_view.h"
#include "http/query.h"
#include "http/request.h"
#include "service/json_values.h"

/* Room to find and list the moves; too much for a thread's stack. */
struct room {
    uint64_t workspace[HK_SOLVER_SIZE_LEAST / sizeof(uint64_t)];
    struct hk_move moves[HK_LEGAL_MOVES_MAX];
};

/* Whose moves: the caller's, or those of the seat that a host names. */
static enum hk_error choose_seat(struct hk_request *request, hk_seat *ret_seat)
{
    const struct hk_standing *standing = &request->standing;
    const struct hk_rules *rules = &request->snapshot.rules;

    int seat = (int)hk_query_integer(request, "seat", 0, rules->seats - 1, -1);
    if (standing->host && !hk_target_parameter(&request->target, "seat"))
        hk_faults_add_named(&request->faults, "seat", "missing",
                            HK_FAULT_HOST_NAMES_SEAT_ASKED, NULL);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    if (!standing->host && seat >= 0 && seat != standing->seat)
        return HK_E_FORBIDDEN;
    *ret_seat = (hk_seat)(standing->host ? seat : standing->seat);
    return HK_OK;
}

/* M10: a draw from the stock waits until others have had time to ask. */
static bool waits(const struct hk_snapshot *game, const struct hk_move *move)
{
    return game->asking_ms > 0 && move->kind == HK_MOVE_DRAW &&
           move->source == HK_FROM_STOCK;
}

/* While a draw waits the list is another, and changes without an event. */
static void put_tag(struct hk_request *request)
{
    const struct hk_snapshot *game = &request->snapshot;
    char etag[HK_ETAG_SIZE];

    hk_view_etag(game->row.seq, &request->standing.viewer, request->language, 0,
                 etag);
    if (game->asking_ms > 0)
        snprintf(etag + strlen(etag) - 1, sizeof(".w\""), ".w\"");
    hk_reply_put(&request->reply, "ETag", etag);
}

static void write_moves(struct hk_request *request, struct room *room,
                        hk_seat seat)
{
    const struct hk_solver solver = {room->workspace, sizeof(room->workspace)};
    const struct hk_snapshot *game = &request->snapshot;
    unsigned count = 0;

    /* Of a seat that its player has forfeited only the host moves. */
    bool forfeited = !request->standing.host && game->seats[seat].bot;
    if (hk_snapshot_round_on(game) && !forfeited)
        count = hk_legal_moves(&game->rules, &game->state, seat, &solver,
                               room->moves);
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    put_tag(request);
    hk_json_open_object(&json, NULL);
    hk_json_integer(&json, "seq", game->row.seq);
    hk_json_open_array(&json, "moves");
    for (unsigned i = 0; i < count; i++) {
        if (!waits(game, &room->moves[i]))
            hk_json_move(&json, NULL, &room->moves[i]);
    }
    hk_json_close_array(&json);
    hk_json_close_object(&json);
}

enum hk_error hk_get_legal_moves(struct hk_request *request)
{
    hk_seat seat;

    enum hk_error error = hk_request_snapshot(request);
    if (!error)
        error = choose_seat(request, &seat);
    if (error)
        return error;
    struct room *room = malloc(sizeof(*room));
    if (!room)
        return HK_E_INTERNAL;
    write_moves(request, room, seat);
    free(room);
    hk_request_unchanged(request);
    return HK_OK;
}
