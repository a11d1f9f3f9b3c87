/* /v1/leaderboards: players and partnerships, the better first. */
#include "http/resources.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "http/cursor.h"
#include "http/json_figures.h"
#include "http/query.h"
#include "http/request.h"

static_assert(sizeof(struct hk_board_place) <= HK_CURSOR_PLACE_MAX,
              "a place must fit into a cursor");

static void write_row(struct hk_json *json, const struct hk_board *board,
                      const struct hk_board_row *row)
{
    hk_json_open_object(json, NULL);
    hk_json_integer(json, "rank", row->place.rank);
    if (board->name.partnerships)
        hk_json_pair(json, row);
    else
        hk_json_string(json, "player", row->name);
    hk_json_wins(json, &row->figures);
    hk_json_integer(json, "rounds", row->figures.rounds);
    hk_json_points(json, &row->figures);
    hk_json_integer(json, "hands", row->figures.hands);
    hk_json_close_object(json);
}

static void write_page(struct hk_request *request, const struct hk_board *board,
                       const struct hk_board_row *rows, size_t count,
                       size_t limit)
{
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    bool more = count > limit;

    if (more)
        count = limit;
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "items");
    for (size_t i = 0; i < count; i++)
        write_row(&json, board, &rows[i]);
    hk_json_close_array(&json);
    hk_cursor_finish(request, &json, more ? &rows[count - 1].place : NULL,
                     sizeof(struct hk_board_place));
    hk_json_close_object(&json);
}

static enum hk_error answer_board(struct hk_request *request,
                                  enum hk_variant variant, bool partnerships)
{
    static const char *const orders[] = {
        [HK_BY_RATING] = "rating",     [HK_BY_WINS] = "wins",
        [HK_BY_WIN_RATE] = "win_rate", [HK_BY_AVERAGE] = "average",
        [HK_BY_HANDS] = "hands",       NULL,
    };
    /* Every game is refereed and counts for all time: these are the only
     * values yet, and both choices of evidence hold the same games. */
    static const char *const periods[] = {"all", NULL};
    static const char *const evidences[] = {"all", "verified", NULL};
    struct hk_board board = {.name = {.variant = variant,
                                      .partnerships = partnerships,
                                      .period = "all"}};
    struct hk_board_place place = {0};
    size_t count;
    bool given;

    board.by = (enum hk_board_order)hk_query_choice(request, "by", orders,
                                                    HK_BY_WINS);
    board.min_games = hk_query_integer(request, "min_games", 1, INT32_MAX, 1);
    hk_query_choice(request, "period", periods, 0);
    hk_query_choice(request, "evidence", evidences, 0);
    size_t limit = hk_query_limit(request);
    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_cursor_read(request, sizeof(place), &place, &given);
    if (error)
        return error;

    struct hk_board_row *rows = calloc(limit + 1, sizeof(*rows));
    if (!rows)
        return HK_E_INTERNAL;
    error = hk_players_board(request->http->service, &board,
                             given ? &place : NULL, limit, rows, &count);
    if (!error)
        write_page(request, &board, rows, count, limit);
    free(rows);
    return error;
}

enum hk_error hk_get_leaderboard(struct hk_request *request)
{
    return answer_board(request, request->variant, false);
}

enum hk_error hk_get_partnerships(struct hk_request *request)
{
    return answer_board(request, HK_HAND_PARTNERS, true);
}
