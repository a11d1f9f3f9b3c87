/* The lines of boards of a period, and whether they are counted rightly, for
 * whoever compares them with the games. */
#include <string.h>

#include "store/boards.h"
#include "store/figures_row.h"
#include "store/internal.h"

enum {
    LINE_VARIANT,
    LINE_PARTNERSHIPS,
    LINE_PERIOD,
    LINE_EVIDENCE,
    LINE_PLAYER,
    LINE_PARTNER,
    LINE_NAME,
    LINE_PARTNER_NAME,
    LINE_KEYS,
    LINE_FIGURES = LINE_KEYS + HK_BOARD_ORDERS
};

/* The keys come in the order of enum hk_board_order. */
static const char LINES[] =
    "SELECT b.variant, b.partnerships, b.period, b.evidence, f.player, "
    "f.partner, p.name, q.name, f.by_rating, f.by_wins, f.by_win_rate, "
    "f.by_average, f.by_hands, " HK_FIGURES_COLUMNS(
        "f") " FROM boards AS b "
             "CROSS JOIN figures AS f ON f.board = b.id "
             "CROSS JOIN players AS p ON p.id = f.player "
             "LEFT JOIN players AS q ON q.id = f.partner "
             "WHERE b.period = ? AND (b.evidence = 'all') = ?";

static bool read_board(const struct hk_query *query,
                       struct hk_board_name *ret_board)
{
    char name[32];

    *ret_board = (struct hk_board_name){
        .partnerships = hk_column_int(query, LINE_PARTNERSHIPS) != 0};
    hk_column_text(query, LINE_PERIOD, ret_board->period,
                   sizeof ret_board->period);
    hk_column_text(query, LINE_EVIDENCE, name, sizeof name);
    if (!hk_evidence_find(name, &ret_board->evidence))
        return false;
    hk_column_text(query, LINE_VARIANT, name, sizeof name);
    return hk_variant_find(name, &ret_board->variant);
}

static bool read_line(const struct hk_query *query,
                      struct hk_board_line *ret_line)
{
    if (!read_board(query, &ret_line->board))
        return false;
    ret_line->player = hk_column_int(query, LINE_PLAYER);
    ret_line->partner = hk_column_int(query, LINE_PARTNER);
    hk_column_text(query, LINE_NAME, ret_line->name, sizeof ret_line->name);
    hk_column_text(query, LINE_PARTNER_NAME, ret_line->partner_name,
                   sizeof ret_line->partner_name);
    hk_figures_read(query, LINE_FIGURES, &ret_line->figures);
    bool lower = hk_variant_lower_wins(ret_line->board.variant);
    ret_line->in_order = true;
    for (int by = 0; by < HK_BOARD_ORDERS; by++) {
        double key = hk_figures_key(&ret_line->figures, (enum hk_board_order)by,
                                    lower);

        ret_line->in_order &= hk_column_real(query, LINE_KEYS + by) == key;
    }
    return true;
}

enum hk_error hk_store_each_line(
    struct hk_store *store, const char *period, bool all_evidence,
    enum hk_error (*each)(const struct hk_board_line *line, void *cls),
    void *cls)
{
    struct hk_db *db = hk_store_take_reader(store);
    enum hk_error stopped = HK_OK;
    struct hk_board_line line;
    struct hk_query query;

    hk_query_start(&query, db, LINES);
    hk_query_text(&query, period);
    hk_query_int(&query, all_evidence);
    while (stopped == HK_OK && hk_query_next(&query))
        stopped = read_line(&query, &line) ? each(&line, cls) : HK_E_INTERNAL;
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    return error != HK_OK ? error : stopped;
}

/* The first of them after this one. */
static enum hk_error next_period(struct hk_store *store,
                                 char period[HK_PERIOD_SIZE], bool *ret_found)
{
    struct hk_db *db = hk_store_take_reader(store);
    char next[HK_PERIOD_SIZE] = "";
    struct hk_query query;

    hk_query_start(&query, db,
                   "SELECT coalesce(min(period), '') FROM boards "
                   "WHERE period > ?");
    hk_query_text(&query, period);
    while (hk_query_next(&query))
        hk_column_text(&query, 0, next, sizeof next);
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    memcpy(period, next, sizeof next);
    *ret_found = next[0] != '\0';
    return error;
}

enum hk_error hk_store_each_board_period(
    struct hk_store *store,
    enum hk_error (*each)(const char *period, void *cls), void *cls)
{
    char period[HK_PERIOD_SIZE] = "";
    bool found;
    enum hk_error error = next_period(store, period, &found);

    while (error == HK_OK && found) {
        error = each(period, cls);
        if (error == HK_OK)
            error = next_period(store, period, &found);
    }
    return error;
}

#define MISCOUNTED                                            \
    "SELECT b.variant, b.partnerships, b.period, b.evidence " \
    "FROM boards AS b WHERE "

static const char LINES_MISCOUNTED[] = MISCOUNTED
    "b.lines <> (SELECT count(*) FROM figures WHERE board = b.id) "
    "OR b.stepped <> EXISTS (SELECT 1 FROM steps WHERE board = b.id)";

/* The steps of an order do not hold all lines together, or one of them not
 * those from its place to before the next one. */
#define STEPS_MISCOUNTED(by)                                               \
    MISCOUNTED                                                             \
    "b.stepped AND (b.lines <> (SELECT coalesce(sum(lines), 0) "           \
    "FROM steps WHERE board = b.id AND by = :order) "                      \
    "OR EXISTS (SELECT 1 FROM (SELECT lines, key, player, partner, "       \
    "lead(key, 1, 9e999) OVER w AS next_key, "                             \
    "lead(player, 1, 0) OVER w AS next_player, "                           \
    "lead(partner, 1, 0) OVER w AS next_partner "                          \
    "FROM steps WHERE board = b.id AND by = :order "                       \
    "WINDOW w AS (ORDER BY key, player, partner)) AS s "                   \
    "WHERE s.lines <> (SELECT count(*) FROM figures AS f "                 \
    "INDEXED BY figures_" by " WHERE f.board = b.id "                      \
    "AND (f." by ", f.player, f.partner) >= (s.key, s.player, s.partner) " \
    "AND (f." by ", f.player, f.partner) "                                 \
    "< (s.next_key, s.next_player, s.next_partner))))"

static const char *const steps_miscounted[HK_BOARD_ORDERS] = {
    [HK_BY_RATING] = STEPS_MISCOUNTED("by_rating"),
    [HK_BY_WINS] = STEPS_MISCOUNTED("by_wins"),
    [HK_BY_WIN_RATE] = STEPS_MISCOUNTED("by_win_rate"),
    [HK_BY_AVERAGE] = STEPS_MISCOUNTED("by_average"),
    [HK_BY_HANDS] = STEPS_MISCOUNTED("by_hands"),
};

static enum hk_error each_board(
    struct hk_query *query,
    enum hk_error (*each)(const struct hk_board_name *board, void *cls),
    void *cls)
{
    enum hk_error stopped = HK_OK;
    struct hk_board_name board;

    while (stopped == HK_OK && hk_query_next(query))
        stopped = read_board(query, &board) ? each(&board, cls) : HK_E_INTERNAL;
    enum hk_error error = hk_query_end(query);
    return error != HK_OK ? error : stopped;
}

enum hk_error hk_store_each_miscount(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_board_name *board, void *cls),
    void *cls)
{
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;

    hk_query_start(&query, db, LINES_MISCOUNTED);
    enum hk_error error = each_board(&query, each, cls);
    for (int by = 0; by < HK_BOARD_ORDERS && error == HK_OK; by++) {
        hk_query_start(&query, db, steps_miscounted[by]);
        hk_query_int_as(&query, ":order", by);
        error = each_board(&query, each, cls);
    }
    hk_store_give_reader(store, db);
    return error;
}
