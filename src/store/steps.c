/* Counting a place of a board by steps. */
#include "store/steps.h"

#include <math.h>

/* Every order has its texts: the place some lines on from another, and how many
 * lines stand from one place to before another. */
struct step_text {
    const char *skip, *count;
};

#define FROM_BOARD(by)                                             \
    "FROM figures INDEXED BY figures_" by " WHERE board = :board " \
    "AND (" by ", player, partner) >= (:key, :player, :partner) "

#define TEXTS(by)                                                         \
    {                                                                     \
        .skip = "SELECT " by ", player, partner " FROM_BOARD(             \
            by) "ORDER BY " by ", player, partner LIMIT 1 OFFSET :lines", \
        .count = "SELECT count(*) " FROM_BOARD(                           \
            by) "AND (" by ", player, partner) "                          \
                "< (:to_key, :to_player, :to_partner)",                   \
    }

static const struct step_text texts[HK_BOARD_ORDERS] = {
    [HK_BY_RATING] = TEXTS("by_rating"),
    [HK_BY_WINS] = TEXTS("by_wins"),
    [HK_BY_WIN_RATE] = TEXTS("by_win_rate"),
    [HK_BY_AVERAGE] = TEXTS("by_average"),
    [HK_BY_HANDS] = TEXTS("by_hands"),
};

/* Before every line: the first step begins there. */
static const struct hk_board_place BEGINNING = {.key = -(double)INFINITY};

static void bind_order(struct hk_query *query, int64_t board,
                       enum hk_board_order order,
                       const struct hk_board_place *place)
{
    hk_query_int_as(query, ":board", board);
    hk_query_int_as(query, ":order", order);
    hk_query_real_as(query, ":key", place->key);
    hk_query_int_as(query, ":player", place->player);
    hk_query_int_as(query, ":partner", place->partner);
}

static void bind_end(struct hk_query *query, const struct hk_board_place *place)
{
    hk_query_real_as(query, ":to_key", place->key);
    hk_query_int_as(query, ":to_player", place->player);
    hk_query_int_as(query, ":to_partner", place->partner);
}

static void read_place(const struct hk_query *query,
                       struct hk_board_place *ret_place)
{
    *ret_place = (struct hk_board_place){
        .key = hk_column_real(query, 0),
        .player = hk_column_int(query, 1),
        .partner = hk_column_int(query, 2),
    };
}

/* ----- cutting ------------------------------------------------------------ */

/* The place so many lines on; false where the board ends before. */
static enum hk_error skip(struct hk_tx *tx, int64_t board,
                          enum hk_board_order order,
                          const struct hk_board_place *place, int64_t lines,
                          bool *ret_found, struct hk_board_place *ret_place)
{
    struct hk_query query;

    hk_query_start(&query, tx->db, texts[order].skip);
    bind_order(&query, board, order, place);
    hk_query_int_as(&query, ":lines", lines);
    *ret_found = hk_query_next(&query);
    if (*ret_found)
        read_place(&query, ret_place);
    return hk_query_end(&query);
}

static enum hk_error add_step(struct hk_tx *tx, int64_t board,
                              enum hk_board_order order,
                              const struct hk_board_place *place, int64_t lines)
{
    struct hk_query query;

    hk_query_start(&query, tx->db,
                   "INSERT INTO steps (board, by, key, player, partner, "
                   "lines) VALUES (:board, :order, :key, :player, :partner, "
                   ":lines)");
    bind_order(&query, board, order, place);
    hk_query_int_as(&query, ":lines", lines);
    return hk_query_run(&query);
}

static enum hk_error count_between(struct hk_db *db, int64_t board,
                                   enum hk_board_order order,
                                   const struct hk_board_place *from,
                                   const struct hk_board_place *to,
                                   int64_t *ret_count)
{
    struct hk_query query;
    int64_t count = 0;

    hk_query_start(&query, db, texts[order].count);
    bind_order(&query, board, order, from);
    bind_end(&query, to);
    if (hk_query_next(&query))
        count = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

static enum hk_error cut_order(struct hk_tx *tx, int64_t board,
                               enum hk_board_order order)
{
    const struct hk_board_place end = {.key = (double)INFINITY};
    struct hk_board_place at = BEGINNING, next = BEGINNING;
    int64_t lines = HK_STEP_MAX / 2;
    bool more = true;

    while (more) {
        enum hk_error error = skip(tx, board, order, &at, lines, &more, &next);
        if (error == HK_OK && !more)
            error = count_between(tx->db, board, order, &at, &end, &lines);
        if (error == HK_OK)
            error = add_step(tx, board, order, &at, lines);
        if (error != HK_OK)
            return error;
        at = next;
    }
    return HK_OK;
}

enum hk_error hk_steps_make(struct hk_tx *tx, int64_t board)
{
    struct hk_query query;
    enum hk_error error = HK_OK;

    for (int order = 0; order < HK_BOARD_ORDERS && error == HK_OK; order++)
        error = cut_order(tx, board, (enum hk_board_order)order);
    if (error != HK_OK)
        return error;
    hk_query_start(&query, tx->db,
                   "UPDATE boards SET stepped = 1 WHERE id = ?");
    hk_query_int(&query, board);
    return hk_query_run(&query);
}

/* ----- keeping count ------------------------------------------------------ */

/* The step that this place belongs to. */
struct step {
    int64_t id; /* 0: none */
    struct hk_board_place begin;
    int64_t lines;
};

static enum hk_error find_step(struct hk_db *db, int64_t board,
                               enum hk_board_order order,
                               const struct hk_board_place *place,
                               struct step *ret_step)
{
    struct step step = {0};
    struct hk_query query;

    hk_query_start(&query, db,
                   "SELECT key, player, partner, id, lines FROM steps "
                   "WHERE board = :board AND by = :order "
                   "AND (key, player, partner) <= (:key, :player, :partner) "
                   "ORDER BY key DESC, player DESC, partner DESC LIMIT 1");
    bind_order(&query, board, order, place);
    if (hk_query_next(&query)) {
        read_place(&query, &step.begin);
        step.id = hk_column_int(&query, 3);
        step.lines = hk_column_int(&query, 4);
    }
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_step = step;
    return error;
}

static enum hk_error set_lines(struct hk_tx *tx, const struct step *step,
                               int64_t lines)
{
    struct hk_query query;

    if (step->id == 0)
        return HK_E_INTERNAL;
    hk_query_start(&query, tx->db, "UPDATE steps SET lines = ? WHERE id = ?");
    hk_query_int(&query, lines);
    hk_query_int(&query, step->id);
    return hk_query_run(&query);
}

static enum hk_error enter(struct hk_tx *tx, int64_t board,
                           enum hk_board_order order, const struct step *step)
{
    int64_t lines = step->lines + 1, half = lines / 2;
    struct hk_board_place middle;
    bool found;

    if (lines <= HK_STEP_MAX)
        return set_lines(tx, step, lines);
    enum hk_error error = skip(tx, board, order, &step->begin, half, &found,
                               &middle);
    if (error == HK_OK && !found)
        error = HK_E_INTERNAL;
    if (error == HK_OK)
        error = set_lines(tx, step, half);
    return error == HK_OK ? add_step(tx, board, order, &middle, lines - half)
                          : error;
}

/* Whether a step begins after the one place and not after the other. */
static enum hk_error is_step_between(struct hk_db *db, int64_t board,
                                     enum hk_board_order order,
                                     const struct hk_board_place *first,
                                     const struct hk_board_place *last,
                                     bool *ret_is)
{
    struct hk_query query;

    hk_query_start(&query, db,
                   "SELECT 1 FROM steps WHERE board = :board AND by = :order "
                   "AND (key, player, partner) > (:key, :player, :partner) "
                   "AND (key, player, partner) <= "
                   "(:to_key, :to_player, :to_partner) LIMIT 1");
    bind_order(&query, board, order, first);
    bind_end(&query, last);
    *ret_is = hk_query_next(&query);
    return hk_query_end(&query);
}

enum hk_error hk_steps_move(struct hk_tx *tx, int64_t board,
                            enum hk_board_order order,
                            const struct hk_board_place *from,
                            const struct hk_board_place *to)
{
    struct step left = {0}, entered = {0};
    enum hk_error error = HK_OK;
    bool other = true;

    /* Most lines that move stay within their step. */
    if (from && to) {
        bool up = to->key < from->key;
        error = is_step_between(tx->db, board, order, up ? to : from,
                                up ? from : to, &other);
    }
    if (error != HK_OK || !other)
        return error;
    if (from)
        error = find_step(tx->db, board, order, from, &left);
    if (error == HK_OK && to)
        error = find_step(tx->db, board, order, to, &entered);
    if (error == HK_OK && from)
        error = set_lines(tx, &left, left.lines - 1);
    return error == HK_OK && to ? enter(tx, board, order, &entered) : error;
}

/* ----- counting ----------------------------------------------------------- */

enum hk_error hk_steps_count(struct hk_db *db, int64_t board,
                             enum hk_board_order order,
                             const struct hk_board_place *place,
                             int64_t *ret_count)
{
    struct step step;
    struct hk_query query;
    int64_t before = 0, within = 0;
    enum hk_error error = find_step(db, board, order, place, &step);

    if (error != HK_OK)
        return error;
    /* A small board has none. */
    if (step.id == 0)
        step.begin = BEGINNING;
    hk_query_start(&query, db,
                   "SELECT coalesce(sum(lines), 0) FROM steps "
                   "WHERE board = :board AND by = :order "
                   "AND (key, player, partner) < (:key, :player, :partner)");
    bind_order(&query, board, order, &step.begin);
    if (hk_query_next(&query))
        before = hk_column_int(&query, 0);
    error = hk_query_end(&query);
    if (error == HK_OK)
        error = count_between(db, board, order, &step.begin, place, &within);
    if (error == HK_OK)
        *ret_count = before + within;
    return error;
}
