/* Figures: a line replaced, and kept for whoever still reads it. */
#include "store/figures.h"

#include <string.h>

#include "store/figures_row.h"
#include "store/internal.h"
#include "store/steps.h"

const char *hk_evidence_name(enum hk_evidence evidence)
{
    switch (evidence) {
    case HK_EVIDENCE_ALL:
        return "all";
    case HK_EVIDENCE_VERIFIED:
        return "verified";
    case HK_EVIDENCE_DECLARED:
        return "declared";
    }
    return "?";
}

bool hk_evidence_find(const char *name, enum hk_evidence *ret_evidence)
{
    for (int evidence = 0; evidence < HK_EVIDENCES; evidence++) {
        if (strcmp(hk_evidence_name((enum hk_evidence)evidence), name) == 0) {
            *ret_evidence = (enum hk_evidence)evidence;
            return true;
        }
    }
    return false;
}

void hk_figures_read(const struct hk_query *query, int column,
                     struct hk_figures *ret_figures)
{
    *ret_figures = (struct hk_figures){
        .games = hk_column_int(query, column),
        .wins = hk_column_int(query, column + 1),
        .rounds = hk_column_int(query, column + 2),
        .rounds_won = hk_column_int(query, column + 3),
        .hands = hk_column_int(query, column + 4),
        .points = hk_column_int(query, column + 5),
        .best = hk_column_int(query, column + 6),
        .worst = hk_column_int(query, column + 7),
        .rating = {.mu = hk_column_real(query, column + 8),
                   .sigma = hk_column_real(query, column + 9)},
    };
}

double hk_figures_key(const struct hk_figures *figures,
                      enum hk_board_order order, bool lower_wins)
{
    double sign = lower_wins ? 1.0 : -1.0;

    switch (order) {
    case HK_BY_RATING:
        return -hk_rating_ordinal(&figures->rating);
    case HK_BY_WINS:
        return -(double)figures->wins;
    case HK_BY_WIN_RATE:
        return -(double)figures->wins / (double)figures->games;
    case HK_BY_AVERAGE:
        return sign * (double)figures->points / (double)figures->rounds;
    case HK_BY_HANDS:
        return -(double)figures->hands;
    }
    return 0;
}

/* ----- boards ------------------------------------------------------------- */

void hk_board_name_bind(struct hk_query *query,
                        const struct hk_board_name *name)
{
    hk_query_text_as(query, ":variant", hk_variant_name(name->variant));
    hk_query_text_as(query, ":period", name->period);
    hk_query_text_as(query, ":evidence", hk_evidence_name(name->evidence));
    hk_query_int_as(query, ":partnerships", name->partnerships);
}

static enum hk_error find_board(struct hk_tx *tx, const char *sql,
                                const struct hk_board_name *name,
                                int64_t *ret_board)
{
    struct hk_query query;
    int64_t board = 0;

    hk_query_start(&query, tx->db, sql);
    hk_board_name_bind(&query, name);
    if (hk_query_next(&query))
        board = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_board = board;
    return error;
}

enum hk_error hk_tx_board(struct hk_tx *tx, const struct hk_board_name *name,
                          int64_t *ret_board)
{
    int64_t board = 0;
    enum hk_error error = find_board(
        tx,
        "SELECT id FROM boards WHERE variant = :variant "
        "AND period = :period AND evidence = :evidence "
        "AND partnerships = :partnerships",
        name, &board);

    if (error == HK_OK && board == 0)
        error = find_board(
            tx,
            "INSERT INTO boards (variant, period, evidence, partnerships) "
            "VALUES (:variant, :period, :evidence, :partnerships) "
            "RETURNING id",
            name, &board);
    if (error == HK_OK)
        *ret_board = board;
    return error;
}

/* ----- lines -------------------------------------------------------------- */

/* A line's place among the rows, and the line. */
struct line {
    int64_t board, player, partner;
    struct hk_figures figures;
    int64_t since;
    bool lower_wins;
    int64_t lines; /* of its board */
    bool stepped;
};

/* The line as it is stored; games 0 where there is none. */
static enum hk_error read_line(struct hk_tx *tx, int64_t board, int64_t player,
                               int64_t partner, struct line *ret_line)
{
    struct line line = {.board = board,
                        .player = player,
                        .partner = partner,
                        .figures = HK_FIGURES_NONE};
    struct hk_query query;

    hk_query_start(
        &query, tx->db,
        "SELECT " HK_FIGURES_COLUMNS(
            "f") ", since FROM figures "
                 "AS f WHERE player = ? AND partner = ? AND board = ?");
    hk_query_int(&query, player);
    hk_query_int(&query, partner);
    hk_query_int(&query, board);
    if (hk_query_next(&query)) {
        hk_figures_read(&query, 0, &line.figures);
        line.since = hk_column_int(&query, HK_FIGURES_COLUMN_COUNT);
    }
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_line = line;
    return error;
}

enum hk_error hk_tx_figures(struct hk_tx *tx, int64_t board, int64_t player,
                            int64_t partner, struct hk_figures *ret_figures)
{
    struct line line;
    enum hk_error error = read_line(tx, board, player, partner, &line);

    if (error == HK_OK)
        *ret_figures = line.figures;
    return error;
}

/* Gives the change its number. `kept` is whether the board can still be read
 * as it was before, `more` how many lines it has more. */
static enum hk_error begin_change(struct hk_tx *tx, bool kept, int more,
                                  struct line *line)
{
    enum hk_variant variant = HK_HAND;
    char name[32] = "";
    struct hk_query query;

    hk_query_start(&query, tx->db,
                   "UPDATE boards SET change = change + 1, "
                   "kept_from = iif(?, kept_from, change + 1), "
                   "lines = lines + ? WHERE id = ? "
                   "RETURNING change, variant, lines, stepped");
    hk_query_int(&query, kept);
    hk_query_int(&query, more);
    hk_query_int(&query, line->board);
    if (hk_query_next(&query)) {
        line->since = hk_column_int(&query, 0);
        hk_column_text(&query, 1, name, sizeof name);
        line->lines = hk_column_int(&query, 2);
        line->stepped = hk_column_int(&query, 3) != 0;
    }
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK && !hk_variant_find(name, &variant))
        error = HK_E_INTERNAL;
    line->lower_wins = hk_variant_lower_wins(variant);
    return error;
}

static void bind_line(struct hk_query *query, const struct line *line)
{
    const struct hk_figures *figures = &line->figures;

    hk_query_int_as(query, ":board", line->board);
    hk_query_int_as(query, ":player", line->player);
    hk_query_int_as(query, ":partner", line->partner);
    hk_query_int_as(query, ":since", line->since);
    hk_query_int_as(query, ":games", figures->games);
    hk_query_int_as(query, ":wins", figures->wins);
    hk_query_int_as(query, ":rounds", figures->rounds);
    hk_query_int_as(query, ":rounds_won", figures->rounds_won);
    hk_query_int_as(query, ":hands", figures->hands);
    hk_query_int_as(query, ":points", figures->points);
    hk_query_int_as(query, ":best", figures->best);
    hk_query_int_as(query, ":worst", figures->worst);
    hk_query_real_as(query, ":mu", figures->rating.mu);
    hk_query_real_as(query, ":sigma", figures->rating.sigma);
}

static void bind_key(struct hk_query *query, const char *name,
                     const struct line *line, enum hk_board_order order)
{
    hk_query_real_as(query, name,
                     hk_figures_key(&line->figures, order, line->lower_wins));
}

static enum hk_error write_line(struct hk_tx *tx, const char *sql,
                                const struct line *line)
{
    struct hk_query query;

    hk_query_start(&query, tx->db, sql);
    bind_line(&query, line);
    if (line->figures.games > 0) {
        bind_key(&query, ":by_rating", line, HK_BY_RATING);
        bind_key(&query, ":by_wins", line, HK_BY_WINS);
        bind_key(&query, ":by_win_rate", line, HK_BY_WIN_RATE);
        bind_key(&query, ":by_average", line, HK_BY_AVERAGE);
        bind_key(&query, ":by_hands", line, HK_BY_HANDS);
    }
    return hk_query_run(&query);
}

static const char ADD_LINE[] =
    "INSERT INTO figures (player, partner, board, games, wins, rounds, "
    "rounds_won, hands, points, best, worst, mu, sigma, by_rating, by_wins, "
    "by_win_rate, by_average, by_hands, since) "
    "VALUES (:player, :partner, :board, :games, :wins, :rounds, "
    ":rounds_won, :hands, :points, :best, :worst, :mu, :sigma, :by_rating, "
    ":by_wins, :by_win_rate, :by_average, :by_hands, :since)";

#define THIS_LINE \
    "WHERE player = :player AND partner = :partner AND board = :board"

/* An index is written anew whenever one of its columns is named, so those that
 * stay are not named: [wins change][Hands change]. */
#define SET_LINE(more)                                                   \
    "UPDATE figures SET games = :games, rounds = :rounds, "              \
    "rounds_won = :rounds_won, points = :points, best = :best, "         \
    "worst = :worst, mu = :mu, sigma = :sigma, by_rating = :by_rating, " \
    "by_win_rate = :by_win_rate, by_average = :by_average, since = "     \
    ":since" more " " THIS_LINE
#define SET_WINS ", wins = :wins, by_wins = :by_wins"
#define SET_HANDS ", hands = :hands, by_hands = :by_hands"

static const char *const SET_LINES[2][2] = {
    {SET_LINE(""), SET_LINE(SET_HANDS)},
    {SET_LINE(SET_WINS), SET_LINE(SET_WINS SET_HANDS)},
};

static const char TAKE_LINE[] = "DELETE FROM figures " THIS_LINE;

/* The figures as they stand in `figures`, from one place to the other. */
static const char KEEP_LINE[] =
    "INSERT INTO figures_before (board, since, until, at, player, partner, "
    "games, wins, rounds, rounds_won, hands, points, best, worst, mu, sigma) "
    "VALUES (:board, :since, :until, :at, :player, :partner, :games, :wins, "
    ":rounds, :rounds_won, :hands, :points, :best, :worst, :mu, :sigma)";

static enum hk_error keep_line(struct hk_tx *tx, const struct line *before,
                               int64_t until, hk_time now)
{
    struct hk_query query;

    hk_query_start(&query, tx->db, KEEP_LINE);
    bind_line(&query, before);
    hk_query_int_as(&query, ":until", until);
    hk_query_int_as(&query, ":at", now);
    tx->lines_kept++;
    tx->lines_kept_at = now;
    return hk_query_run(&query);
}

static enum hk_error replace_line(struct hk_tx *tx, const struct line *before,
                                  const struct line *line)
{
    const struct hk_figures *old = &before->figures;
    const struct hk_figures *new = &line->figures;

    if (old->games == 0)
        return write_line(tx, ADD_LINE, line);
    if (new->games == 0)
        return write_line(tx, TAKE_LINE, line);
    return write_line(
        tx, SET_LINES[old->wins != new->wins][old->hands != new->hands], line);
}

static struct hk_board_place place_of(const struct line *line,
                                      enum hk_board_order order,
                                      bool lower_wins)
{
    return (struct hk_board_place){
        .key = hk_figures_key(&line->figures, order, lower_wins),
        .player = line->player,
        .partner = line->partner,
    };
}

/* Keeps count of the lines between the places of a large board. */
static enum hk_error move_line(struct hk_tx *tx, const struct line *before,
                               const struct line *line)
{
    bool was = before->figures.games > 0, is = line->figures.games > 0;
    enum hk_error error = HK_OK;

    if (!line->stepped)
        return line->lines > HK_STEP_MAX ? hk_steps_make(tx, line->board)
                                         : HK_OK;
    for (int i = 0; i < HK_BOARD_ORDERS && error == HK_OK; i++) {
        enum hk_board_order order = (enum hk_board_order)i;
        struct hk_board_place from = {0}, to = {0};

        if (was)
            from = place_of(before, order, line->lower_wins);
        if (is)
            to = place_of(line, order, line->lower_wins);
        if (!was || !is || from.key != to.key)
            error = hk_steps_move(tx, line->board, order, was ? &from : NULL,
                                  is ? &to : NULL);
    }
    return error;
}

bool hk_figures_same(const struct hk_figures *a, const struct hk_figures *b)
{
    return a->games == b->games && a->wins == b->wins &&
           a->rounds == b->rounds && a->rounds_won == b->rounds_won &&
           a->hands == b->hands && a->points == b->points &&
           a->best == b->best && a->worst == b->worst &&
           hk_rating_same(&a->rating, &b->rating);
}

enum hk_error hk_tx_put_figures(struct hk_tx *tx, int64_t board, int64_t player,
                                int64_t partner,
                                const struct hk_figures *figures, hk_time now)
{
    struct line before;
    enum hk_error error = read_line(tx, board, player, partner, &before);

    if (error != HK_OK || hk_figures_same(&before.figures, figures) ||
        (before.figures.games == 0 && figures->games == 0))
        return error;

    struct line line = {.board = board,
                        .player = player,
                        .partner = partner,
                        .figures = *figures};
    int more = (figures->games > 0) - (before.figures.games > 0);
    error = begin_change(tx, now != 0, more, &line);
    if (error == HK_OK && now != 0 && before.figures.games > 0)
        error = keep_line(tx, &before, line.since, now);
    if (error == HK_OK)
        error = replace_line(tx, &before, &line);
    if (error == HK_OK)
        error = move_line(tx, &before, &line);
    return error;
}

/* ----- forgetting --------------------------------------------------------- */

/* Lines kept too long that are dropped for each new one: they become fewer
 * while nobody waits long for it. */
#define FORGOTTEN_FOR_ONE 2

enum hk_error hk_tx_forget_figures(struct hk_tx *tx)
{
    int64_t oldest_kept = 0;
    struct hk_query query;

    /* The rows are in the order in which they were kept. */
    hk_query_start(&query, tx->db,
                   "SELECT coalesce(max(id), 0) FROM (SELECT id, at FROM "
                   "figures_before ORDER BY id LIMIT ?) WHERE at < ?");
    hk_query_int(&query, (int64_t)tx->lines_kept * FORGOTTEN_FOR_ONE);
    hk_query_int(&query, tx->lines_kept_at - HK_FIGURES_KEPT);
    if (hk_query_next(&query))
        oldest_kept = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    if (error != HK_OK || oldest_kept == 0)
        return error;

    hk_query_start(&query, tx->db,
                   "UPDATE boards SET kept_from = gone.until "
                   "FROM (SELECT board, max(until) AS until "
                   "FROM figures_before NOT INDEXED WHERE id <= ? "
                   "GROUP BY board) AS gone "
                   "WHERE boards.id = gone.board "
                   "AND boards.kept_from < gone.until");
    hk_query_int(&query, oldest_kept);
    error = hk_query_run(&query);
    if (error != HK_OK)
        return error;
    hk_query_start(&query, tx->db, "DELETE FROM figures_before WHERE id <= ?");
    hk_query_int(&query, oldest_kept);
    return hk_query_run(&query);
}

enum hk_error hk_tx_clear_figures(struct hk_tx *tx)
{
    return hk_db_exec(tx->db,
                      "DELETE FROM figures; DELETE FROM figures_before; "
                      "DELETE FROM steps; "
                      "UPDATE boards SET change = change + 1, "
                      "kept_from = change + 1, lines = 0, stepped = 0");
}
