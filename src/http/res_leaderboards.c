/* /v1/leaderboards: players and partnerships, the better first. */
#include "http/resources.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "http/cursor.h"
#include "http/json_figures.h"
#include "http/period_read.h"
#include "http/query.h"
#include "http/request.h"
#include "service/names.h"

static_assert(sizeof(struct hk_board_place) <= HK_CURSOR_PLACE_MAX,
              "a place must fit into a cursor");

/* Which part of which board is asked for. */
struct wish {
    struct hk_board board;
    size_t limit;
    bool goes_on; /* after this place */
    struct hk_board_place after;
    const char *around, *with; /* names as sent, or NULL */
};

/* ----- reading the request ------------------------------------------------ */

static void read_board(struct hk_request *request, struct hk_board *board)
{
    static const char *const orders[] = {
        [HK_BY_RATING] = "rating",     [HK_BY_WINS] = "wins",
        [HK_BY_WIN_RATE] = "win_rate", [HK_BY_AVERAGE] = "average",
        [HK_BY_HANDS] = "hands",       NULL,
    };
    static const char *const evidences[] = {
        [HK_EVIDENCE_ALL] = "all",
        [HK_EVIDENCE_VERIFIED] = "verified",
        [HK_EVIDENCE_DECLARED] = "declared",
        NULL,
    };

    board->by = (enum hk_board_order)hk_query_choice(request, "by", orders,
                                                     HK_BY_WINS);
    board->min_games = hk_query_integer(request, "min_games", 1, INT32_MAX, 1);
    board->name.evidence = (enum hk_evidence)hk_query_choice(
        request, "evidence", evidences, HK_EVIDENCE_ALL);
    hk_query_period(request, board->name.period);
}

static enum hk_error read_wish(struct hk_request *request, struct wish *wish)
{
    read_board(request, &wish->board);
    wish->limit = hk_query_limit(request);
    wish->around = hk_target_parameter(&request->target, "around");
    wish->with = hk_target_parameter(&request->target, "with");
    if (wish->with && !wish->around)
        hk_faults_add_named(&request->faults, "around", "missing",
                            HK_FAULT_PARTNER_ALONE, NULL);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    return hk_cursor_read(request, sizeof(wish->after), &wish->after,
                          &wish->goes_on);
}

/* ----- the page ----------------------------------------------------------- */

/* Somebody the board is to be shown around is not on it. */
static enum hk_error not_there(struct hk_request *request, const char *name)
{
    request->problem.pointer = strdup(name);
    request->problem.text = HK_FAULT_NOT_ON_BOARD;
    return HK_E_NOT_FOUND;
}

/* The player of this name; 0 where none was sent. */
static enum hk_error find_player(struct hk_request *request, const char *text,
                                 int64_t *ret_player)
{
    char folded[HK_FOLDED_NAME_SIZE];
    struct hk_player_row player = {0};

    if (text && !hk_name_fold(text, strlen(text), folded))
        return HK_E_NOT_FOUND;
    enum hk_error error = text ? hk_players_find(request->http->service, folded,
                                                 &player)
                               : HK_OK;
    if (!error)
        *ret_player = player.id;
    return error;
}

static enum hk_error find_around(struct hk_request *request,
                                 const struct wish *wish,
                                 struct hk_board_row *rows, size_t *ret_count)
{
    int64_t player, partner;
    enum hk_error error = find_player(request, wish->around, &player);

    if (!error)
        error = find_player(request, wish->with, &partner);
    if (!error)
        error = hk_players_board_around(request->http->service, &wish->board,
                                        player, partner, wish->limit, rows,
                                        ret_count);
    return error == HK_E_NOT_FOUND ? not_there(request, "around") : error;
}

static enum hk_error find_page(struct hk_request *request,
                               const struct wish *wish,
                               struct hk_board_row *rows, size_t *ret_count)
{
    if (wish->around && !wish->goes_on)
        return find_around(request, wish, rows, ret_count);
    enum hk_error error = hk_players_board(request->http->service, &wish->board,
                                           wish->goes_on ? &wish->after : NULL,
                                           wish->limit, rows, ret_count);
    if (error == HK_E_BAD_CURSOR)
        request->problem.text = HK_FAULT_BOARD_CHANGED;
    return error;
}

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
    hk_json_rating(json, &row->figures.rating);
    hk_json_close_object(json);
}

static void write_page(struct hk_request *request, const struct wish *wish,
                       const struct hk_board_row *rows, size_t count)
{
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    bool more = count > wish->limit;

    if (more)
        count = wish->limit;
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "items");
    for (size_t i = 0; i < count; i++)
        write_row(&json, &wish->board, &rows[i]);
    hk_json_close_array(&json);
    hk_cursor_finish(request, &json, more ? &rows[count - 1].place : NULL,
                     sizeof(struct hk_board_place));
    hk_json_close_object(&json);
}

static enum hk_error answer_board(struct hk_request *request,
                                  enum hk_variant variant, bool partnerships)
{
    struct wish wish = {
        .board.name = {.variant = variant, .partnerships = partnerships}};
    size_t count;
    enum hk_error error = read_wish(request, &wish);

    if (error)
        return error;
    struct hk_board_row *rows = calloc(wish.limit + 1, sizeof(*rows));
    if (!rows)
        return HK_E_INTERNAL;
    error = find_page(request, &wish, rows, &count);
    if (!error)
        write_page(request, &wish, rows, count);
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
