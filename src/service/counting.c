/* A finished game enters its boards. */
#include "service/counting.h"

#include <string.h>

#include "service/internal.h"

enum hk_error hk_count_boards(struct hk_tx *tx, const struct hk_result *result,
                              struct hk_result_boards *ret_boards)
{
    bool pairs = hk_result_lines(result) > result->seats;
    struct hk_result_boards boards;
    struct hk_board_name name;
    enum hk_error error = HK_OK;

    memset(&boards, 0, sizeof boards);
    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++) {
        hk_result_board(result, b, false, &name);
        error = hk_tx_board(tx, &name, &boards.ids[b][0]);
        name.partnerships = true;
        if (pairs && !error)
            error = hk_tx_board(tx, &name, &boards.ids[b][1]);
    }
    if (!error)
        *ret_boards = boards;
    return error;
}

/* Adds the game to its lines of one board; `ret_before` are their ratings
 * before it. */
static enum hk_error count_board(struct hk_tx *tx,
                                 const struct hk_result *result,
                                 const int64_t ids[2], hk_time now,
                                 struct hk_rating ret_before[HK_RESULT_LINES])
{
    unsigned count = hk_result_lines(result);
    struct hk_line lines[HK_RESULT_LINES];
    struct hk_figures figures[HK_RESULT_LINES];
    struct hk_rating ratings[HK_RESULT_LINES];
    enum hk_error error = HK_OK;

    for (unsigned i = 0; i < count && !error; i++) {
        lines[i] = hk_result_line(result, i);
        error = hk_tx_figures(tx, ids[i >= result->seats], lines[i].player,
                              lines[i].partner, &figures[i]);
        if (!error)
            ret_before[i] = ratings[i] = figures[i].rating;
    }
    if (error)
        return error;
    hk_result_rate(result, ratings);
    for (unsigned i = 0; i < count && !error; i++) {
        const struct hk_figures more = hk_result_figures(result, i);

        hk_figures_add(&figures[i], &more, (enum hk_variant)result->variant);
        figures[i].rating = ratings[i];
        error = hk_tx_put_figures(tx, ids[i >= result->seats], lines[i].player,
                                  lines[i].partner, &figures[i], now);
    }
    return error;
}

enum hk_error hk_count_game(struct hk_tx *tx, const struct hk_result *result,
                            hk_time now)
{
    struct hk_result_row row = {.game = result->game,
                                .ended_at = result->ended_at,
                                .evidence = (enum hk_evidence)result->evidence,
                                .lines = hk_result_lines(result)};
    struct hk_result_boards boards;
    enum hk_error error = hk_count_boards(tx, result, &boards);

    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++)
        error = count_board(tx, result, boards.ids[b], now, row.before[b]);
    if (!error)
        error = hk_tx_add_result(tx, &row);
    return error;
}

enum hk_error hk_game_count(const struct hk_game *game, struct hk_tx *tx,
                            const struct hk_snapshot *after, hk_time now)
{
    const struct hk_history *history = &game->history;
    const struct hk_rules *rules = &history->table.rules;
    enum hk_evidence evidence = hk_evidence_of(history->table.mode);
    hk_time first = history->finished_at;
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_result old;
    struct hk_result new;

    /* H16 M13: only a game that came to its end counts. */
    if (!after->row.ranked || after->row.status != HK_STATUS_FINISHED)
        return HK_OK;
    hk_game_seats(game, seats);
    hk_result_make(&new, game->row.id, rules, evidence,
                   first ? first : after->row.updated_at, seats, after->rounds,
                   after->round_count);
    if (!first)
        return hk_count_game(tx, &new, now);
    hk_result_make(&old, game->row.id, rules, evidence, first, seats,
                   history->rounds, history->round_count);
    return hk_recount_game(tx, &old, &new, now);
}
