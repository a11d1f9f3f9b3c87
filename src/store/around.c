/* Pages of a leaderboard around a line. */
#include <math.h>

#include "store/board_read.h"
#include "store/steps.h"

/* Every order has its texts: one line above a place; and how many of those who
 * played often enough stand from one place to before another. */
struct around_text {
    const char *above, *count;
};

#define TEXTS(by, games)                                                \
    {                                                                   \
        .above = "SELECT " HK_BOARD_LINE("f", "k." by)                  \
            HK_FROM_ORDER(by) "< (:key, :player, :partner) AND " games  \
                              ".games >= :least "                       \
                              "ORDER BY k." by                          \
                              " DESC, k.player DESC, k.partner DESC "   \
                              "LIMIT 1 OFFSET :above",                  \
        .count = "SELECT count(*) FROM figures INDEXED BY figures_" by  \
                 " WHERE board = :board AND (" by ", player, partner) " \
                 ">= (:from_key, :from_player, 0) AND (" by             \
                 ", player, partner) "                                  \
                 "< (:key, :player, :partner) AND games >= :least",     \
    }

static const struct around_text texts[HK_BOARD_ORDERS] = {
    [HK_BY_RATING] = TEXTS("by_rating", "k"),
    [HK_BY_WINS] = TEXTS("by_wins", "f"),
    [HK_BY_WIN_RATE] = TEXTS("by_win_rate", "k"),
    [HK_BY_AVERAGE] = TEXTS("by_average", "k"),
    [HK_BY_HANDS] = TEXTS("by_hands", "f"),
};

static struct hk_board_place place_of(const struct hk_reading *reading,
                                      int64_t player, int64_t partner,
                                      const struct hk_figures *figures)
{
    const struct hk_board *board = reading->board;

    return (struct hk_board_place){
        .as_of = reading->change,
        .key = hk_figures_key(figures, board->by,
                              hk_variant_lower_wins(board->name.variant)),
        .player = player,
        .partner = partner,
    };
}

/* Where this line stands. */
static enum hk_error find_line(const struct hk_reading *reading, int64_t player,
                               int64_t partner,
                               struct hk_board_place *ret_place)
{
    struct hk_figures figures;
    enum hk_error error = hk_figures_find(reading->db, reading->id, player,
                                          partner, &figures);

    if (error != HK_OK)
        return error;
    if (figures.games < reading->board->min_games)
        return HK_E_NOT_FOUND;
    *ret_place = place_of(reading, player, partner, &figures);
    return HK_OK;
}

/* Where that of the player's pairs stands which won most. */
static enum hk_error find_best_pair(const struct hk_reading *reading,
                                    int64_t player,
                                    struct hk_board_place *ret_place)
{
    const int64_t all = -1;
    struct hk_board_row row;
    struct hk_query query;
    bool found = false;

    hk_reading_start_pairs(reading, player, all, &query);
    while (!found && hk_query_next(&query)) {
        hk_reading_line(&query, &row);
        found = row.figures.games >= reading->board->min_games;
    }
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK && !found)
        error = HK_E_NOT_FOUND;
    if (error == HK_OK)
        *ret_place = place_of(reading, row.place.player, row.place.partner,
                              &row.figures);
    return error;
}

static enum hk_error find_centre(const struct hk_reading *reading,
                                 int64_t player, int64_t partner,
                                 struct hk_board_place *ret_place)
{
    if (!reading->board->name.partnerships)
        return find_line(reading, player, 0, ret_place);
    if (partner == 0)
        return find_best_pair(reading, player, ret_place);
    return find_line(reading, player < partner ? player : partner,
                     player < partner ? partner : player, ret_place);
}

/* The line `above` lines further up than the one above this; a place before
 * everybody where there is none. */
static enum hk_error find_above(const struct hk_reading *reading,
                                const struct hk_board_place *line, size_t above,
                                struct hk_board_place *ret_place)
{
    struct hk_board_row row = {.place = {.key = -(double)INFINITY}};
    struct hk_query query;

    hk_query_start(&query, reading->db, texts[reading->board->by].above);
    hk_reading_bind(&query, reading, line);
    hk_query_int_as(&query, ":above", (int64_t)above);
    if (hk_query_next(&query))
        hk_reading_line(&query, &row);
    row.place.as_of = line->as_of;
    *ret_place = row.place;
    return hk_query_end(&query);
}

/* Of those who played often enough. */
static enum hk_error count_between(const struct hk_reading *reading,
                                   const struct hk_board_place *from,
                                   const struct hk_board_place *place,
                                   int64_t *ret_count)
{
    int64_t count = 0;
    struct hk_query query;

    hk_query_start(&query, reading->db, texts[reading->board->by].count);
    hk_reading_bind(&query, reading, place);
    hk_query_real_as(&query, ":from_key", from->key);
    hk_query_int_as(&query, ":from_player", from->player);
    if (hk_query_next(&query))
        count = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

/* How many lines have a better key, and how many more come before a place. */
static enum hk_error count_before(const struct hk_reading *reading,
                                  const struct hk_board_place *place,
                                  int64_t *ret_better, int64_t *ret_tied)
{
    const struct hk_board_place top = {.key = -(double)INFINITY};
    const struct hk_board_place tie = {.key = place->key};
    enum hk_board_order by = reading->board->by;
    int64_t before;
    enum hk_error error;

    /* Steps count everybody. */
    if (reading->board->min_games > 1) {
        error = count_between(reading, &top, &tie, ret_better);
        return error == HK_OK ? count_between(reading, &tie, place, ret_tied)
                              : error;
    }
    error = hk_steps_count(reading->db, reading->id, by, &tie, ret_better);
    if (error == HK_OK)
        error = hk_steps_count(reading->db, reading->id, by, place, &before);
    if (error == HK_OK)
        *ret_tied = before - *ret_better;
    return error;
}

/* Position and rank of a line. */
static enum hk_error count_lines(const struct hk_reading *reading,
                                 struct hk_board_place *place)
{
    int64_t better = 0, tied = 0;
    enum hk_error error = count_before(reading, place, &better, &tied);

    place->rank = better + 1;
    place->position = better + tied + 1;
    return error;
}

/* The page with `above` lines above the line. */
static enum hk_error read_page_around(struct hk_reading *reading,
                                      const struct hk_board_place *line,
                                      size_t above, bool *ret_from_top)
{
    struct hk_board_place start;
    enum hk_error error = find_above(reading, line, above, &start);

    if (error != HK_OK)
        return error;
    *ret_from_top = start.player == 0;
    if (start.player != 0)
        error = count_lines(reading, &start);
    reading->count = 0;
    return error == HK_OK ? hk_reading_page(reading, &start) : error;
}

static enum hk_error read_around(struct hk_reading *reading, int64_t player,
                                 int64_t partner)
{
    size_t limit = reading->size - 1, above = (limit - 1) / 2;
    struct hk_board_place line;
    bool from_top;
    enum hk_error error = find_centre(reading, player, partner, &line);

    if (error == HK_OK)
        error = read_page_around(reading, &line, above, &from_top);
    /* Near the end of the board more lines above fill the page. */
    if (error == HK_OK && reading->count < limit && !from_top)
        error = read_page_around(reading, &line, above + limit - reading->count,
                                 &from_top);
    return error;
}

enum hk_error hk_store_board_around(struct hk_store *store,
                                    const struct hk_board *board,
                                    int64_t player, int64_t partner,
                                    size_t limit, struct hk_board_row *ret_rows,
                                    size_t *ret_count)
{
    struct hk_reading reading = {.db = hk_store_take_reader(store),
                                 .board = board,
                                 .rows = ret_rows,
                                 .size = limit + 1};
    enum hk_error error = hk_db_begin_read(reading.db);

    if (error == HK_OK) {
        error = hk_reading_find_board(&reading);
        if (error == HK_OK)
            error = read_around(&reading, player, partner);
        if (error == HK_OK)
            error = hk_reading_names(&reading);
        error = hk_db_end(reading.db, error);
    }
    hk_store_give_reader(store, reading.db);
    if (error == HK_OK)
        *ret_count = reading.count;
    return error;
}
