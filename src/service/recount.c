/*
 * A correction of a counted game. Its figures change by the difference; best
 * and worst are looked for anew where the old total was the extreme. Ratings
 * follow from each other: the games after it are gone through in order, and
 * those are rated anew in which somebody's rating has become another. What is
 * in memory meanwhile are only the ratings that differ.
 */
#include <stdlib.h>
#include <string.h>

#include "service/counting.h"
#include "service/rerating.h"

/* Results looked at in one go. */
#define SPAN 256

struct recount {
    struct hk_tx *tx;
    const struct hk_result *before;
    const struct hk_result *after;
    hk_time now;
    struct hk_result_boards boards;
    char periods[HK_PERIODS][HK_PERIOD_SIZE];
    struct hk_rerating rerating;
    struct hk_result_row *rows; /* SPAN places */
};

static int64_t board_id(const struct recount *recount, unsigned board,
                        int64_t partner)
{
    return recount->boards.ids[board][partner != 0];
}

/* Which of the corrected game's boards a game of its variant is on, as bits:
 * in the order of hk_result_board(). */
static unsigned boards_of(const struct recount *recount, hk_time ended_at,
                          enum hk_evidence evidence)
{
    char period[HK_PERIOD_SIZE];
    unsigned both = evidence == recount->after->evidence ? 3 : 1;
    unsigned boards = 0;

    for (unsigned p = 0; p < HK_PERIODS; p++) {
        hk_period_name((enum hk_period)p, ended_at, period);
        if (strcmp(period, recount->periods[p]) == 0)
            boards |= both << 2 * p;
    }
    return boards;
}

/* ----- figures ------------------------------------------------------------ */

/* The best and the worst of a line's games on each board. */
struct extremes {
    const struct recount *recount;
    struct hk_figures boards[HK_RESULT_BOARDS]; /* `best` and `worst` count */
};

static void look_at(const struct hk_played *played, void *cls)
{
    struct extremes *extremes = cls;
    const struct recount *recount = extremes->recount;
    const struct hk_figures game = {
        .games = 1, .best = played->total, .worst = played->total};

    if (played->game == recount->after->game)
        return;
    unsigned boards = boards_of(recount, played->ended_at, played->evidence);
    for (unsigned b = 0; b < HK_RESULT_BOARDS; b++) {
        if (boards >> b & 1)
            hk_figures_add(&extremes->boards[b], &game,
                           (enum hk_variant)recount->after->variant);
    }
}

static enum hk_error find_extremes(const struct recount *recount, unsigned line,
                                   struct hk_figures figures[HK_RESULT_BOARDS])
{
    const struct hk_figures own = hk_result_figures(recount->after, line);
    struct hk_line who = hk_result_line(recount->after, line);
    struct extremes extremes = {.recount = recount};

    for (unsigned b = 0; b < HK_RESULT_BOARDS; b++)
        extremes.boards[b] = own;
    enum hk_error error = hk_tx_each_played(
        recount->tx, (enum hk_variant)recount->after->variant, who.player,
        who.partner, look_at, &extremes);
    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++) {
        figures[b].best = extremes.boards[b].best;
        figures[b].worst = extremes.boards[b].worst;
    }
    return error;
}

/* Puts the new in the place of the old. False where the old was the best or
 * the worst, and another game may be so now. */
static bool replace(struct hk_figures *figures, const struct hk_figures *old,
                    const struct hk_figures *new, enum hk_variant variant)
{
    bool was_best = old->best == figures->best;
    bool was_worst = old->worst == figures->worst;

    hk_figures_add(figures, new, variant);
    figures->games -= old->games;
    figures->wins -= old->wins;
    figures->rounds -= old->rounds;
    figures->rounds_won -= old->rounds_won;
    figures->hands -= old->hands;
    figures->points -= old->points;
    return (!was_best || figures->best == new->best) &&
           (!was_worst || figures->worst == new->worst);
}

static enum hk_error correct_line(const struct recount *recount, unsigned line)
{
    const struct hk_figures old = hk_result_figures(recount->before, line);
    const struct hk_figures new = hk_result_figures(recount->after, line);
    struct hk_line who = hk_result_line(recount->after, line);
    struct hk_figures figures[HK_RESULT_BOARDS];
    bool found = true;
    enum hk_error error = HK_OK;

    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++) {
        error = hk_tx_figures(recount->tx, board_id(recount, b, who.partner),
                              who.player, who.partner, &figures[b]);
        if (!error)
            found &= replace(&figures[b], &old, &new,
                             (enum hk_variant)recount->after->variant);
    }
    if (!error && !found)
        error = find_extremes(recount, line, figures);
    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++)
        error = hk_tx_put_figures(recount->tx,
                                  board_id(recount, b, who.partner), who.player,
                                  who.partner, &figures[b], recount->now);
    return error;
}

/* ----- ratings ------------------------------------------------------------ */

/* The ratings of a board's lines after a game came out as `old`, and what they
 * are now, after it came out as `new`. */
static enum hk_error compare(struct recount *recount, unsigned board,
                             const struct hk_result *result,
                             const struct hk_rating *old,
                             const struct hk_rating *new)
{
    unsigned lines = hk_result_lines(result);
    enum hk_error error = HK_OK;

    for (unsigned i = 0; i < lines && !error; i++) {
        struct hk_line who = hk_result_line(result, i);

        error = hk_rerating_set(&recount->rerating, board, who.player,
                                who.partner, &old[i], &new[i]);
    }
    return error;
}

/* The corrected game: who comes out of it otherwise than before. */
static enum hk_error rate_corrected(struct recount *recount,
                                    const struct hk_result_row *row)
{
    struct hk_rating old[HK_RESULT_LINES];
    struct hk_rating new[HK_RESULT_LINES];
    enum hk_error error = HK_OK;

    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++) {
        memcpy(old, row->before[b], sizeof old);
        memcpy(new, row->before[b], sizeof new);
        hk_result_rate(recount->before, old);
        hk_result_rate(recount->after, new);
        error = compare(recount, b, recount->after, old, new);
    }
    return error;
}

/* A later game on one of the boards: whether anybody came into it with a
 * rating that differs. Then the row says so from now on. */
static enum hk_error rate_later(struct recount *recount, unsigned board,
                                const struct hk_result *result,
                                struct hk_result_row *row, bool *ret_differs)
{
    struct hk_rating old[HK_RESULT_LINES];
    struct hk_rating new[HK_RESULT_LINES];
    bool differs = false;

    memcpy(old, row->before[board], sizeof old);
    for (unsigned i = 0; i < row->lines; i++) {
        struct hk_line who = hk_result_line(result, i);
        const struct hk_rating *rating = hk_rerating_find(
            &recount->rerating, board, who.player, who.partner);

        if (rating)
            row->before[board][i] = *rating;
        differs |= rating != NULL;
    }
    if (!differs)
        return HK_OK;
    *ret_differs = true;
    memcpy(new, row->before[board], sizeof new);
    hk_result_rate(result, old);
    hk_result_rate(result, new);
    return compare(recount, board, result, old, new);
}

static enum hk_error pass(struct recount *recount, struct hk_result_row *row)
{
    struct hk_result result;
    bool differs = false;
    enum hk_error error = HK_OK;

    hk_result_from_row(&result, row);
    unsigned boards = boards_of(recount, row->ended_at, row->evidence);
    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++) {
        if (boards >> b & 1)
            error = rate_later(recount, b, &result, row, &differs);
    }
    if (!error && differs)
        error = hk_tx_put_result(recount->tx, row);
    return error;
}

static enum hk_error pass_all(struct recount *recount, int64_t after)
{
    enum hk_variant variant = (enum hk_variant)recount->after->variant;
    int64_t last = after + 1;
    size_t count = 0;
    enum hk_error error = HK_OK;

    while (!error && after < last && recount->rerating.differing > 0) {
        error = hk_tx_results(recount->tx, variant, after, SPAN, recount->rows,
                              &count, &last);
        for (size_t i = 0; i < count && !error; i++)
            error = pass(recount, &recount->rows[i]);
        after += SPAN;
    }
    return error;
}

static enum hk_error write_ratings(const struct recount *recount)
{
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < recount->rerating.size && !error; i++) {
        const struct hk_rerated *rerated = &recount->rerating.places[i];
        int64_t board = board_id(recount, rerated->board, rerated->partner);
        struct hk_figures figures;

        if (!rerated->differs)
            continue;
        error = hk_tx_figures(recount->tx, board, rerated->player,
                              rerated->partner, &figures);
        figures.rating = rerated->rating;
        if (!error)
            error = hk_tx_put_figures(recount->tx, board, rerated->player,
                                      rerated->partner, &figures, recount->now);
    }
    return error;
}

static enum hk_error rate_anew(struct recount *recount)
{
    struct hk_result_row row;
    enum hk_error error = hk_tx_result(recount->tx, recount->after->game, &row);

    if (error == HK_E_NOT_FOUND)
        return HK_E_INTERNAL;
    recount->rows = calloc(SPAN, sizeof *recount->rows);
    if (!error && !recount->rows)
        error = HK_E_INTERNAL;
    if (!error)
        error = rate_corrected(recount, &row);
    if (!error)
        error = pass_all(recount, row.number);
    if (!error)
        error = write_ratings(recount);
    free(recount->rows);
    hk_rerating_clear(&recount->rerating);
    return error;
}

enum hk_error hk_recount_game(struct hk_tx *tx, const struct hk_result *before,
                              const struct hk_result *after, hk_time now)
{
    struct recount recount = {
        .tx = tx, .before = before, .after = after, .now = now};
    enum hk_error error = hk_count_boards(tx, after, &recount.boards);

    for (unsigned p = 0; p < HK_PERIODS; p++)
        hk_period_name((enum hk_period)p, after->ended_at, recount.periods[p]);
    for (unsigned i = 0; i < hk_result_lines(after) && !error; i++)
        error = correct_line(&recount, i);
    if (!error)
        error = rate_anew(&recount);
    return error;
}
