/* Leaderboards: pages in an index's order, as of a change. */
#include "store/boards.h"

#include <math.h>
#include <string.h>

#include "store/board_read.h"

/* ----- texts -------------------------------------------------------------- */

/* Lines after a place, as of a change. */
#define LINES(by, games)                                           \
    "SELECT " HK_BOARD_LINE("f", "k." by)                          \
        HK_FROM_ORDER(by) "> (:key, :player, :partner) AND " games \
                          ".games >= :least "                      \
                          "AND f.since <= :as_of "                 \
                          "ORDER BY k." by                         \
                          ", k.player, k.partner LIMIT :limit"

static const char *const LINES_BY[HK_BOARD_ORDERS] = {
    [HK_BY_RATING] = LINES("by_rating", "k"),
    [HK_BY_WINS] = LINES("by_wins", "f"),
    [HK_BY_WIN_RATE] = LINES("by_win_rate", "k"),
    [HK_BY_AVERAGE] = LINES("by_average", "k"),
    [HK_BY_HANDS] = LINES("by_hands", "f"),
};

/* Lines that have changed since, as they were; in no order. */
static const char CHANGED[] = "SELECT " HK_BOARD_LINE(
    "f",
    "0") "FROM figures_before AS f "
         "WHERE f.board = :board AND f.until > :as_of AND f.since <= :as_of";

/* ----- reading ------------------------------------------------------------ */

enum { LINE_KEY, LINE_PLAYER, LINE_PARTNER, LINE_FIGURES };

void hk_reading_line(const struct hk_query *query, struct hk_board_row *ret_row)
{
    ret_row->place.key = hk_column_real(query, LINE_KEY);
    ret_row->place.player = hk_column_int(query, LINE_PLAYER);
    ret_row->place.partner = hk_column_int(query, LINE_PARTNER);
    hk_figures_read(query, LINE_FIGURES, &ret_row->figures);
}

enum hk_error hk_reading_find_board(struct hk_reading *reading)
{
    struct hk_query query;

    hk_query_start(&query, reading->db,
                   "SELECT id, change, kept_from FROM boards "
                   "WHERE variant = :variant AND period = :period "
                   "AND evidence = :evidence "
                   "AND partnerships = :partnerships");
    hk_board_name_bind(&query, &reading->board->name);
    if (hk_query_next(&query)) {
        reading->id = hk_column_int(&query, 0);
        reading->change = hk_column_int(&query, 1);
        reading->kept_from = hk_column_int(&query, 2);
    }
    return hk_query_end(&query);
}

void hk_reading_bind(struct hk_query *query, const struct hk_reading *reading,
                     const struct hk_board_place *place)
{
    hk_query_int_as(query, ":board", reading->id);
    hk_query_int_as(query, ":least", reading->board->min_games);
    hk_query_int_as(query, ":as_of", place->as_of);
    hk_query_real_as(query, ":key", place->key);
    hk_query_int_as(query, ":player", place->player);
    hk_query_int_as(query, ":partner", place->partner);
}

/* A page has few names. */
static enum hk_error read_name(struct hk_db *db, int64_t player,
                               char ret_name[HK_NAME_SIZE])
{
    struct hk_query query;
    bool found;

    ret_name[0] = '\0';
    if (player == 0)
        return HK_OK;
    hk_query_start(&query, db, "SELECT name FROM players WHERE id = ?");
    hk_query_int(&query, player);
    found = hk_query_next(&query);
    if (found)
        hk_column_text(&query, 0, ret_name, HK_NAME_SIZE);
    enum hk_error error = hk_query_end(&query);
    return error == HK_OK && !found ? HK_E_INTERNAL : error;
}

enum hk_error hk_reading_names(struct hk_reading *reading)
{
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < reading->count && error == HK_OK; i++) {
        struct hk_board_row *row = &reading->rows[i];

        error = read_name(reading->db, row->place.player, row->name);
        if (error == HK_OK)
            error = read_name(reading->db, row->place.partner,
                              row->partner_name);
    }
    return error;
}

enum hk_error hk_figures_find(struct hk_db *db, int64_t board, int64_t player,
                              int64_t partner, struct hk_figures *ret_figures)
{
    struct hk_figures figures = HK_FIGURES_NONE;
    struct hk_query query;

    hk_query_start(&query, db,
                   "SELECT " HK_FIGURES_COLUMNS(
                       "f") " FROM figures AS f "
                            "WHERE player = ? AND partner = ? AND board = ?");
    hk_query_int(&query, player);
    hk_query_int(&query, partner);
    hk_query_int(&query, board);
    if (hk_query_next(&query))
        hk_figures_read(&query, 0, &figures);
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        *ret_figures = figures;
    return error;
}

/* ----- a page ------------------------------------------------------------- */

int hk_place_compare(const struct hk_board_place *a,
                     const struct hk_board_place *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->player != b->player)
        return a->player < b->player ? -1 : 1;
    return (a->partner > b->partner) - (a->partner < b->partner);
}

/* Lines that stand as they did. */
static enum hk_error read_unchanged(struct hk_reading *reading,
                                    const struct hk_board_place *after)
{
    struct hk_query query;

    hk_query_start(&query, reading->db, LINES_BY[reading->board->by]);
    hk_reading_bind(&query, reading, after);
    hk_query_int_as(&query, ":limit", (int64_t)reading->size);
    while (reading->count < reading->size && hk_query_next(&query))
        hk_reading_line(&query, &reading->rows[reading->count++]);
    return hk_query_end(&query);
}

/* Puts a row in its place; the last one falls off a full page. */
static void insert(struct hk_reading *reading, const struct hk_board_row *row)
{
    size_t at = reading->count;

    if (at == reading->size) {
        if (hk_place_compare(&reading->rows[at - 1].place, &row->place) < 0)
            return;
        at--;
    } else {
        reading->count++;
    }
    for (; at > 0 &&
           hk_place_compare(&reading->rows[at - 1].place, &row->place) > 0;
         at--)
        reading->rows[at] = reading->rows[at - 1];
    reading->rows[at] = *row;
}

/* Lines that have changed since, as they were then. */
static enum hk_error read_changed(struct hk_reading *reading,
                                  const struct hk_board_place *after)
{
    const struct hk_board *board = reading->board;
    bool lower_wins = hk_variant_lower_wins(board->name.variant);
    struct hk_board_row row = {0};
    struct hk_query query;

    hk_query_start(&query, reading->db, CHANGED);
    hk_reading_bind(&query, reading, after);
    while (hk_query_next(&query)) {
        hk_reading_line(&query, &row);
        row.place.key = hk_figures_key(&row.figures, board->by, lower_wins);
        if (row.figures.games >= board->min_games &&
            hk_place_compare(&row.place, after) > 0)
            insert(reading, &row);
    }
    return hk_query_end(&query);
}

/* Ties share a rank, and the next rank counts them all. */
static void set_ranks(struct hk_reading *reading,
                      const struct hk_board_place *after)
{
    struct hk_board_place before = *after;

    for (size_t i = 0; i < reading->count; i++) {
        struct hk_board_place *place = &reading->rows[i].place;

        place->as_of = before.as_of;
        place->position = before.position + 1;
        place->rank = before.position > 0 && place->key == before.key
                          ? before.rank
                          : place->position;
        before = *place;
    }
}

enum hk_error hk_reading_page(struct hk_reading *reading,
                              const struct hk_board_place *after)
{
    struct hk_board_place place = {.key = -(double)INFINITY};

    if (after)
        place = *after;
    else
        place.as_of = reading->change;
    if (place.as_of > reading->change || place.as_of < reading->kept_from ||
        reading->change - place.as_of > HK_BOARD_CHANGES_MAX)
        return HK_E_BAD_CURSOR;
    enum hk_error error = read_unchanged(reading, &place);
    if (error == HK_OK && place.as_of < reading->change)
        error = read_changed(reading, &place);
    if (error == HK_OK)
        set_ranks(reading, &place);
    return error;
}

enum hk_error hk_store_board(struct hk_store *store,
                             const struct hk_board *board,
                             const struct hk_board_place *after, size_t limit,
                             struct hk_board_row *ret_rows, size_t *ret_count)
{
    struct hk_reading reading = {.db = hk_store_take_reader(store),
                                 .board = board,
                                 .rows = ret_rows,
                                 .size = limit + 1};
    /* What stands and what was kept must be of the same moment. */
    enum hk_error error = hk_db_begin_read(reading.db);

    if (error == HK_OK) {
        error = hk_reading_find_board(&reading);
        if (error == HK_OK)
            error = hk_reading_page(&reading, after);
        if (error == HK_OK)
            error = hk_reading_names(&reading);
        error = hk_db_end(reading.db, error);
    }
    hk_store_give_reader(store, reading.db);
    if (error == HK_OK)
        *ret_count = reading.count;
    return error;
}
