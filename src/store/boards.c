/* Leaderboards: pages in an index's order, as of a change. */
#include "store/boards.h"

#include <math.h>
#include <string.h>

#include "store/figures_row.h"
#include "store/internal.h"

/* ----- texts -------------------------------------------------------------- */

/* What a line is made of; see read_line(). */
#define LINE(f, key) \
    key ", " f ".player, " f ".partner, " HK_FIGURES_COLUMNS(f) " "

/* Every order has its texts: lines after a place, as of a change; one line
 * above a place; how many lines come before a place, and how many of those have
 * a better key. Only three of the indexes know the games, so texts that do with
 * the index alone ask for them only where they must. */
struct board_text {
    const char *after, *above;
    const char *count, *count_least;
};

#define FROM_BOARD(by)                         \
    "FROM figures AS f INDEXED BY figures_" by \
    " WHERE f.board = :board AND (f." by ", f.player, f.partner) "
#define PLACE " (:key, :player, :partner) "
#define LEAST "AND f.games >= :least "

#define TEXTS(by)                                                      \
    {                                                                  \
        .after = "SELECT " LINE("f", "f." by)                          \
            FROM_BOARD(by) ">" PLACE LEAST "AND f.since <= :as_of "    \
                           "ORDER BY f." by                            \
                           ", f.player, f.partner LIMIT :limit",       \
        .above = "SELECT " LINE("f", "f." by)                          \
            FROM_BOARD(by) "<" PLACE LEAST "ORDER BY f." by            \
                           " DESC, f.player DESC, f.partner DESC "     \
                           "LIMIT 1 OFFSET :above",                    \
        .count = "SELECT count(*), coalesce(sum(f." by                 \
                 " < :key), 0) " FROM_BOARD(by) "<" PLACE,             \
        .count_least = "SELECT count(*), coalesce(sum(f." by           \
                       " < :key), 0) " FROM_BOARD(by) "<" PLACE LEAST, \
    }

static const struct board_text texts[HK_BOARD_ORDERS] = {
    [HK_BY_RATING] = TEXTS("by_rating"),
    [HK_BY_WINS] = TEXTS("by_wins"),
    [HK_BY_WIN_RATE] = TEXTS("by_win_rate"),
    [HK_BY_AVERAGE] = TEXTS("by_average"),
    [HK_BY_HANDS] = TEXTS("by_hands"),
};

/* Lines that have changed since, as they were; in no order. */
static const char CHANGED[] = "SELECT " LINE(
    "f",
    "0") "FROM figures_before AS f "
         "WHERE f.board = :board AND f.until > :as_of AND f.since <= :as_of";

/* ----- reading ------------------------------------------------------------ */

/* A board while it is read. */
struct reading {
    struct hk_db *db;
    const struct hk_board *board;
    int64_t id; /* 0: there is none yet */
    int64_t change, kept_from;
    struct hk_board_row *rows; /* in order */
    size_t count, size;
};

enum { LINE_KEY, LINE_PLAYER, LINE_PARTNER, LINE_FIGURES };

static void read_line(const struct hk_query *query,
                      struct hk_board_row *ret_row)
{
    ret_row->place.key = hk_column_real(query, LINE_KEY);
    ret_row->place.player = hk_column_int(query, LINE_PLAYER);
    ret_row->place.partner = hk_column_int(query, LINE_PARTNER);
    hk_figures_read(query, LINE_FIGURES, &ret_row->figures);
}

static enum hk_error find_board(struct reading *reading)
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

static void bind(struct hk_query *query, const struct reading *reading,
                 const struct hk_board_place *place)
{
    hk_query_int_as(query, ":board", reading->id);
    hk_query_int_as(query, ":least", reading->board->min_games);
    hk_query_int_as(query, ":as_of", place->as_of);
    hk_query_real_as(query, ":key", place->key);
    hk_query_int_as(query, ":player", place->player);
    hk_query_int_as(query, ":partner", place->partner);
}

/* Fills in names, as a page has few of them. */
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

static enum hk_error read_names(struct hk_db *db, struct hk_board_row *rows,
                                size_t count)
{
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < count && error == HK_OK; i++) {
        error = read_name(db, rows[i].place.player, rows[i].name);
        if (error == HK_OK)
            error = read_name(db, rows[i].place.partner, rows[i].partner_name);
    }
    return error;
}

/* ----- a page ------------------------------------------------------------- */

static int compare(const struct hk_board_place *a,
                   const struct hk_board_place *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->player != b->player)
        return a->player < b->player ? -1 : 1;
    return (a->partner > b->partner) - (a->partner < b->partner);
}

/* Lines that stand as they did. */
static enum hk_error read_unchanged(struct reading *reading,
                                    const struct hk_board_place *after)
{
    struct hk_query query;

    hk_query_start(&query, reading->db, texts[reading->board->by].after);
    bind(&query, reading, after);
    hk_query_int_as(&query, ":limit", (int64_t)reading->size);
    while (reading->count < reading->size && hk_query_next(&query))
        read_line(&query, &reading->rows[reading->count++]);
    return hk_query_end(&query);
}

/* Puts a row in its place; the last one falls off a full page. */
static void insert(struct reading *reading, const struct hk_board_row *row)
{
    size_t at = reading->count;

    if (at == reading->size) {
        if (compare(&reading->rows[at - 1].place, &row->place) < 0)
            return;
        at--;
    } else {
        reading->count++;
    }
    for (; at > 0 && compare(&reading->rows[at - 1].place, &row->place) > 0;
         at--)
        reading->rows[at] = reading->rows[at - 1];
    reading->rows[at] = *row;
}

/* Lines that have changed since, as they were then. */
static enum hk_error read_changed(struct reading *reading,
                                  const struct hk_board_place *after)
{
    const struct hk_board *board = reading->board;
    bool lower_wins = hk_variant_lower_wins(board->name.variant);
    struct hk_board_row row = {0};
    struct hk_query query;

    hk_query_start(&query, reading->db, CHANGED);
    bind(&query, reading, after);
    while (hk_query_next(&query)) {
        read_line(&query, &row);
        row.place.key = hk_figures_key(&row.figures, board->by, lower_wins);
        if (row.figures.games >= board->min_games &&
            compare(&row.place, after) > 0)
            insert(reading, &row);
    }
    return hk_query_end(&query);
}

/* Ties share a rank, and the next rank counts them all. */
static void set_ranks(struct reading *reading,
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

static enum hk_error read_page(struct reading *reading,
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
    struct reading reading = {.db = hk_store_take_reader(store),
                              .board = board,
                              .rows = ret_rows,
                              .size = limit + 1};
    /* What stands and what was kept must be of the same moment. */
    enum hk_error error = hk_db_begin_read(reading.db);

    if (error == HK_OK) {
        error = find_board(&reading);
        if (error == HK_OK)
            error = read_page(&reading, after);
        if (error == HK_OK)
            error = read_names(reading.db, reading.rows, reading.count);
        error = hk_db_end(reading.db, error);
    }
    hk_store_give_reader(store, reading.db);
    if (error == HK_OK)
        *ret_count = reading.count;
    return error;
}

/* ----- around a line ------------------------------------------------------ */

static enum hk_error read_figures(struct hk_db *db, int64_t board,
                                  int64_t player, int64_t partner,
                                  struct hk_figures *ret_figures)
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

/* Where the line stands that the page is to be around. */
static enum hk_error find_line(const struct reading *reading, int64_t player,
                               int64_t partner,
                               struct hk_board_place *ret_place)
{
    const struct hk_board *board = reading->board;
    struct hk_figures figures;
    int64_t first = partner && partner < player ? partner : player;
    int64_t second = partner && partner < player ? player : partner;
    enum hk_error error = read_figures(reading->db, reading->id, first, second,
                                       &figures);

    if (error != HK_OK)
        return error;
    if (figures.games < board->min_games)
        return HK_E_NOT_FOUND;
    *ret_place = (struct hk_board_place){
        .as_of = reading->change,
        .key = hk_figures_key(&figures, board->by,
                              hk_variant_lower_wins(board->name.variant)),
        .player = first,
        .partner = second,
    };
    return HK_OK;
}

/* The line `above` lines further up than the one above this; a place before
 * everybody where there is none. */
static enum hk_error find_above(const struct reading *reading,
                                const struct hk_board_place *line, size_t above,
                                struct hk_board_place *ret_place)
{
    struct hk_board_row row = {.place = {.key = -(double)INFINITY}};
    struct hk_query query;

    hk_query_start(&query, reading->db, texts[reading->board->by].above);
    bind(&query, reading, line);
    hk_query_int_as(&query, ":above", (int64_t)above);
    if (hk_query_next(&query))
        read_line(&query, &row);
    row.place.as_of = line->as_of;
    *ret_place = row.place;
    return hk_query_end(&query);
}

/* How many lines come up to and with this one, and the rank that it has. */
static enum hk_error count_lines(const struct reading *reading,
                                 struct hk_board_place *place)
{
    const struct board_text *text = &texts[reading->board->by];
    bool all = reading->board->min_games <= 1;
    struct hk_query query;

    hk_query_start(&query, reading->db, all ? text->count : text->count_least);
    bind(&query, reading, place);
    if (hk_query_next(&query)) {
        place->position = hk_column_int(&query, 0) + 1;
        place->rank = hk_column_int(&query, 1) + 1;
    }
    return hk_query_end(&query);
}

/* The page with `above` lines above the line. */
static enum hk_error read_page_around(struct reading *reading,
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
    return error == HK_OK ? read_page(reading, &start) : error;
}

static enum hk_error read_around(struct reading *reading, int64_t player,
                                 int64_t partner)
{
    size_t limit = reading->size - 1, above = (limit - 1) / 2;
    struct hk_board_place line;
    bool from_top;
    enum hk_error error = find_line(reading, player, partner, &line);

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
    struct reading reading = {.db = hk_store_take_reader(store),
                              .board = board,
                              .rows = ret_rows,
                              .size = limit + 1};
    enum hk_error error = hk_db_begin_read(reading.db);

    if (error == HK_OK) {
        error = find_board(&reading);
        if (error == HK_OK)
            error = read_around(&reading, player, partner);
        if (error == HK_OK)
            error = read_names(reading.db, reading.rows, reading.count);
        error = hk_db_end(reading.db, error);
    }
    hk_store_give_reader(store, reading.db);
    if (error == HK_OK)
        *ret_count = reading.count;
    return error;
}

/* ----- of one player ------------------------------------------------------ */

enum hk_error hk_store_figures(struct hk_store *store,
                               const struct hk_board_name *board,
                               int64_t player, int64_t partner,
                               struct hk_figures *ret_figures)
{
    struct hk_board whole = {.name = *board};
    struct reading reading = {.db = hk_store_take_reader(store),
                              .board = &whole};
    enum hk_error error = find_board(&reading);

    if (error == HK_OK)
        error = read_figures(reading.db, reading.id, player, partner,
                             ret_figures);
    hk_store_give_reader(store, reading.db);
    return error;
}

/* A player has few partners: they are found first and put in order then. */
static const char PARTNERSHIPS[] = "SELECT * FROM (SELECT " LINE(
    "f",
    "f.by_wins AS key") "FROM figures AS f INDEXED BY figures_of_first "
                        "WHERE f.board = :board AND f.player = :of AND "
                        "f.partner <> 0 "
                        "UNION ALL SELECT " LINE(
                            "f",
                            "f.by_wins") "FROM figures AS f INDEXED BY "
                                         "figures_of_second "
                                         "WHERE f.board = :board AND f.partner "
                                         "= :of AND f.partner <> 0) "
                                         "ORDER BY key, player, partner LIMIT "
                                         ":limit";

static enum hk_error read_partnerships(struct reading *reading, int64_t player)
{
    struct hk_query query;

    hk_query_start(&query, reading->db, PARTNERSHIPS);
    hk_query_int_as(&query, ":board", reading->id);
    hk_query_int_as(&query, ":of", player);
    hk_query_int_as(&query, ":limit", (int64_t)reading->size);
    while (reading->count < reading->size && hk_query_next(&query))
        read_line(&query, &reading->rows[reading->count++]);
    return hk_query_end(&query);
}

enum hk_error hk_store_partnerships(struct hk_store *store, int64_t player,
                                    size_t limit, struct hk_board_row *ret_rows,
                                    size_t *ret_count)
{
    const struct hk_board board = {.name = {.variant = HK_HAND_PARTNERS,
                                            .partnerships = true,
                                            .period = "all"}};
    struct reading reading = {.db = hk_store_take_reader(store),
                              .board = &board,
                              .rows = ret_rows,
                              .size = limit};
    enum hk_error error = hk_db_begin_read(reading.db);

    memset(ret_rows, 0, limit * sizeof *ret_rows);
    if (error == HK_OK) {
        error = find_board(&reading);
        if (error == HK_OK)
            error = read_partnerships(&reading, player);
        if (error == HK_OK)
            error = read_names(reading.db, ret_rows, reading.count);
        error = hk_db_end(reading.db, error);
    }
    hk_store_give_reader(store, reading.db);
    if (error == HK_OK)
        *ret_count = reading.count;
    return error;
}
