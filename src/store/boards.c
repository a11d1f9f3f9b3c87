/* Leaderboards: pages in an index's order, ranks shared by ties. */
#include <math.h>
#include <string.h>

#include "store/internal.h"
#include "store/players.h"

/*
 * A place on a board is a key and the row ids, where a key is one of the
 * columns by_…: lower is better in each. Every order has its texts: a page of
 * lines after a place; and how many lines come before a place, and how many of
 * them have a better key.
 */
struct board_text {
    const char *page;
    const char *before;
};

#define FIGURES                                                            \
    "f.games, f.wins, f.rounds, f.rounds_won, f.hands, f.points, f.best, " \
    "f.worst "

#define PLAYERS(by)                                                            \
    {                                                                          \
        "SELECT f.player, 0, p.name, '', " FIGURES                             \
        "FROM player_figures AS f INDEXED BY player_figures_" by " "           \
        "CROSS JOIN players AS p ON p.id = f.player "                          \
        "WHERE f.variant = :variant AND (f." by                                \
        ", f.player) > (:key, :player) "                                       \
        "AND f.games >= :least ORDER BY f." by ", f.player LIMIT :limit",      \
            "SELECT count(*), coalesce(sum(" by " < :key), 0) "                \
            "FROM player_figures INDEXED BY player_figures_" by " "            \
            "WHERE variant = :variant AND (" by ", player) < (:key, :player) " \
            "AND games >= :least"                                              \
    }

#define PAIRS(by)                                                              \
    {                                                                          \
        "SELECT f.player, f.partner, p.name, q.name, " FIGURES                 \
        "FROM partnership_figures AS f INDEXED BY partnership_figures_" by " " \
        "CROSS JOIN players AS p ON p.id = f.player "                          \
        "CROSS JOIN players AS q ON q.id = f.partner "                         \
        "WHERE f.variant = :variant AND (f." by ", f.player, f.partner) "      \
        "> (:key, :player, :partner) AND f.games >= :least "                   \
        "ORDER BY f." by ", f.player, f.partner LIMIT :limit",                 \
            "SELECT count(*), coalesce(sum(" by " < :key), 0) "                \
            "FROM partnership_figures INDEXED BY partnership_figures_" by " "  \
            "WHERE variant = :variant AND (" by ", player, partner) "          \
            "< (:key, :player, :partner) AND games >= :least"                  \
    }

/* A player has few partners: they are found first and put in order then. The
 * + keeps SQLite from walking through everybody in that order. */
#define PARTNERS                                 \
    "(SELECT * FROM partnership_figures "        \
    "WHERE variant = :variant AND player = :of " \
    "UNION ALL "                                 \
    "SELECT * FROM partnership_figures "         \
    "INDEXED BY partnership_figures_by_partner " \
    "WHERE variant = :variant AND partner = :of) AS f "

#define PAIRS_OF(by)                                                   \
    {                                                                  \
        "SELECT f.player, f.partner, p.name, q.name, " FIGURES         \
        "FROM " PARTNERS "CROSS JOIN players AS p ON p.id = f.player " \
        "CROSS JOIN players AS q ON q.id = f.partner "                 \
        "WHERE (+f." by ", +f.player, +f.partner) "                    \
        "> (:key, :player, :partner) AND f.games >= :least "           \
        "ORDER BY +f." by ", +f.player, +f.partner LIMIT :limit",      \
            "SELECT count(*), coalesce(sum(f." by                      \
            " < :key), 0) FROM " PARTNERS "WHERE (+f." by              \
            ", +f.player, +f.partner) "                                \
            "< (:key, :player, :partner) AND f.games >= :least"        \
    }

#define BY_ORDER(family)                          \
    {                                             \
        [HK_BY_WINS] = family("by_wins"),         \
        [HK_BY_WIN_RATE] = family("by_win_rate"), \
        [HK_BY_AVERAGE] = family("by_average"),   \
        [HK_BY_HANDS] = family("by_hands"),       \
    }

static const struct board_text players_text[] = BY_ORDER(PLAYERS);
static const struct board_text pairs_text[] = BY_ORDER(PAIRS);
static const struct board_text pairs_of_text[] = BY_ORDER(PAIRS_OF);

static const struct board_text *text_of(const struct hk_board *board)
{
    if (!board->partnerships)
        return &players_text[board->by];
    return board->player == 0 ? &pairs_text[board->by]
                              : &pairs_of_text[board->by];
}

/* The key as the schema computes it, to the last bit: the same operations in
 * the same order. */
static double key_of(const struct hk_board *board,
                     const struct hk_figures *figures)
{
    switch (board->by) {
    case HK_BY_WINS:
        return -(double)figures->wins;
    case HK_BY_WIN_RATE:
        return -1.0 * (double)figures->wins / (double)figures->games;
    case HK_BY_AVERAGE:
        return (hk_variant_lower_wins(board->variant) ? 1.0 : -1.0) *
               (double)figures->points / (double)figures->rounds;
    case HK_BY_HANDS:
        return -(double)figures->hands;
    }
    return 0;
}

enum {
    BOARD_PLAYER,
    BOARD_PARTNER,
    BOARD_NAME,
    BOARD_PARTNER_NAME,
    BOARD_GAMES,
    BOARD_WINS,
    BOARD_ROUNDS,
    BOARD_ROUNDS_WON,
    BOARD_HANDS,
    BOARD_POINTS,
    BOARD_BEST,
    BOARD_WORST
};

static void read_line(const struct hk_query *query,
                      struct hk_board_row *ret_row)
{
    ret_row->player = hk_column_int(query, BOARD_PLAYER);
    ret_row->partner = hk_column_int(query, BOARD_PARTNER);
    hk_column_text(query, BOARD_NAME, ret_row->name, sizeof(ret_row->name));
    hk_column_text(query, BOARD_PARTNER_NAME, ret_row->partner_name,
                   sizeof(ret_row->partner_name));
    ret_row->figures = (struct hk_figures){
        .games = hk_column_int(query, BOARD_GAMES),
        .wins = hk_column_int(query, BOARD_WINS),
        .rounds = hk_column_int(query, BOARD_ROUNDS),
        .rounds_won = hk_column_int(query, BOARD_ROUNDS_WON),
        .hands = hk_column_int(query, BOARD_HANDS),
        .points = hk_column_int(query, BOARD_POINTS),
        .best = hk_column_int(query, BOARD_BEST),
        .worst = hk_column_int(query, BOARD_WORST),
    };
}

static void bind_board(struct hk_query *query, const struct hk_board *board)
{
    hk_query_text_as(query, ":variant", hk_variant_name(board->variant));
    hk_query_int_as(query, ":least", board->min_games);
    hk_query_int_as(query, ":of", board->player);
}

/* The place of this line; NULL: before everybody, since no key is so low. */
static void bind_place(struct hk_query *query, const struct hk_board *board,
                       const struct hk_board_row *row)
{
    hk_query_real_as(query, ":key",
                     row ? key_of(board, &row->figures) : -(double)INFINITY);
    hk_query_int_as(query, ":player", row ? row->player : 0);
    hk_query_int_as(query, ":partner", row ? row->partner : 0);
}

static enum hk_error read_page(struct hk_db *db, const struct hk_board *board,
                               const struct hk_board_row *after, size_t limit,
                               struct hk_board_row *ret_rows, size_t *ret_count)
{
    size_t count = 0;
    struct hk_query query;
    hk_query_start(&query, db, text_of(board)->page);
    bind_board(&query, board);
    bind_place(&query, board, after);
    hk_query_int_as(&query, ":limit", (int64_t)limit);
    while (count < limit && hk_query_next(&query))
        read_line(&query, &ret_rows[count++]);
    *ret_count = count;
    return hk_query_end(&query);
}

/* Ties share a rank, and the next rank counts them all. A page may begin in
 * the middle of a tie, so its first line alone is looked up. */
static enum hk_error set_ranks(struct hk_db *db, const struct hk_board *board,
                               struct hk_board_row *rows, size_t count)
{
    int64_t before = 0, better = 0;
    struct hk_query query;
    if (count == 0)
        return HK_OK;
    hk_query_start(&query, db, text_of(board)->before);
    bind_board(&query, board);
    bind_place(&query, board, &rows[0]);
    if (hk_query_next(&query)) {
        before = hk_column_int(&query, 0);
        better = hk_column_int(&query, 1);
    }
    enum hk_error error = hk_query_end(&query);
    if (error != HK_OK)
        return error;

    rows[0].rank = better + 1;
    for (size_t i = 1; i < count; i++) {
        bool tie = key_of(board, &rows[i].figures) ==
                   key_of(board, &rows[i - 1].figures);
        rows[i].rank = tie ? rows[i - 1].rank : before + (int64_t)i + 1;
    }
    return HK_OK;
}

enum hk_error hk_store_board(struct hk_store *store,
                             const struct hk_board *board,
                             const struct hk_board_row *after, size_t limit,
                             struct hk_board_row *ret_rows, size_t *ret_count)
{
    size_t count = 0;
    struct hk_db *db = hk_store_take_reader(store);
    /* The ranks must be of the same moment as the lines. */
    enum hk_error error = hk_db_begin_read(db);
    if (error == HK_OK) {
        error = read_page(db, board, after, limit, ret_rows, &count);
        if (error == HK_OK)
            error = set_ranks(db, board, ret_rows, count);
        error = hk_db_end(db, error);
    }
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_count = count;
    return error;
}
