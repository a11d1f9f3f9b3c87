/* Lines made up, and boards as text. */
#include "board_kit.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "store_kit.h"

struct hk_board_row lines[LINES + 1];

struct hk_figures made_of(int games, int wins, int rounds, int hands,
                          int points)
{
    return (struct hk_figures){.games = games,
                               .wins = wins,
                               .rounds = rounds,
                               .rounds_won = hands,
                               .hands = hands,
                               .points = points,
                               .rating = HK_RATING_START};
}

void put(enum hk_variant variant, const char *name, const char *other,
         int games, int wins, int rounds, int hands, int points)
{
    struct hk_board_name board = kit_board(variant, other != NULL);
    struct hk_figures figures = made_of(games, wins, rounds, hands, points);
    kit_put(&board, name, other, &figures);
}

void add_line(char *text, size_t i, const struct hk_board_row *row)
{
    size_t used = strlen(text);
    snprintf(text + used, TEXT_SIZE - used, "%s%d %s%s%s", i ? " " : "",
             (int)row->place.rank, row->name, row->partner_name[0] ? "-" : "",
             row->partner_name);
}

const char *text_of(size_t count)
{
    static char text[TEXT_SIZE];
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        add_line(text, i, &lines[i]);
    return text;
}

const char *read_board(const struct hk_board *board)
{
    size_t count = 0;
    ck_assert_int_eq(
        hk_store_board(kit_store(), board, NULL, LINES, lines, &count), HK_OK);
    return text_of(count);
}

static struct hk_figures drawn(struct hk_rng *rng)
{
    int games = 1 + (int)hk_rng_below(rng, 4);
    int hands = (int)hk_rng_below(rng, (uint32_t)games + 1);
    struct hk_figures figures = made_of(
        games, (int)hk_rng_below(rng, (uint32_t)games + 1),
        games * (1 + (int)hk_rng_below(rng, 2)), hands,
        (int)hk_rng_below(rng, 7) - 3);
    figures.rating.mu = 20 + (int)hk_rng_below(rng, 8);
    figures.rating.sigma = 5;
    return figures;
}

static void put_drawn(const struct hk_board_name *board, unsigned i,
                      const struct hk_figures *figures)
{
    static const char *const firsts[] = {"first", "second"};
    char name[16];
    snprintf(name, sizeof(name), "p%02u", i);
    kit_put(board, name, board->partnerships ? firsts[i % 2] : NULL, figures);
}

void fill(struct hk_rng *rng, const struct hk_board_name *board)
{
    kit_player("first");
    kit_player("second");
    for (unsigned i = 0; i < PLAYERS; i++) {
        struct hk_figures figures = drawn(rng);
        put_drawn(board, i, &figures);
    }
}

const char *const keys[HK_BOARD_ORDERS] = {
    [HK_BY_RATING] = "-(mu - 3 * sigma)",
    [HK_BY_WINS] = "-wins",
    [HK_BY_WIN_RATE] = "-1.0 * wins / games",
    [HK_BY_AVERAGE] = "1.0 * points / rounds",
    [HK_BY_HANDS] = "-hands",
};

void expected_board(const struct hk_board *board, char ret_text[TEXT_SIZE])
{
    char sql[768];
    sqlite3 *handle;
    sqlite3_stmt *statement;
    const char *key = keys[board->by];
    snprintf(sql, sizeof(sql),
             "SELECT rank() OVER (ORDER BY %s), p.name, coalesce(q.name, '') "
             "FROM figures JOIN players AS p ON p.id = player "
             "LEFT JOIN players AS q ON q.id = partner "
             "WHERE games >= %d AND (partner > 0) = %d "
             "ORDER BY %s, player, partner",
             key, (int)board->min_games, board->name.partnerships, key);
    ck_assert_int_eq(sqlite3_open(kit_path(), &handle), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) ==
                      SQLITE_OK,
                  "%s", sqlite3_errmsg(handle));
    ret_text[0] = '\0';
    for (size_t i = 0; sqlite3_step(statement) == SQLITE_ROW; i++) {
        struct hk_board_row row = {
            .place.rank = sqlite3_column_int64(statement, 0)};
        snprintf(row.name, sizeof(row.name), "%s",
                 (const char *)sqlite3_column_text(statement, 1));
        snprintf(row.partner_name, sizeof(row.partner_name), "%s",
                 (const char *)sqlite3_column_text(statement, 2));
        add_line(ret_text, i, &row);
    }
    sqlite3_finalize(statement);
    sqlite3_close(handle);
}

void stir(const struct hk_board *board, void *cls)
{
    struct hk_rng *rng = cls;
    for (int i = 0; i < 8; i++) {
        unsigned who = (unsigned)hk_rng_below(rng, PLAYERS + 20);
        struct hk_figures figures = drawn(rng);
        if (hk_rng_below(rng, 6) == 0)
            figures = HK_FIGURES_NONE;
        put_drawn(&board->name, who, &figures);
    }
}
