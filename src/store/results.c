/* Counted games in order, with the ratings before each. */
#include "store/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "store/internal.h"

/* Rows read at once by hk_store_each_result(). */
#define BATCH 64

/* ----- ratings as bytes --------------------------------------------------- */

/* Doubles as IEEE 754 has them, the least byte first. */
#define DOUBLE_SIZE 8
#define RATING_SIZE ((size_t)2 * DOUBLE_SIZE)
#define RATINGS_SIZE_MAX (RATING_SIZE * HK_RESULT_BOARDS * HK_RESULT_LINES)

static uint8_t *put_double(uint8_t *out, double value)
{
    uint64_t bits;

    _Static_assert(sizeof bits == sizeof value, "a double has 64 bits");
    memcpy(&bits, &value, sizeof bits);
    for (unsigned i = 0; i < DOUBLE_SIZE; i++)
        *out++ = (uint8_t)(bits >> 8 * i);
    return out;
}

static const uint8_t *get_double(const uint8_t *in, double *ret_value)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < DOUBLE_SIZE; i++)
        bits |= (uint64_t)*in++ << 8 * i;
    memcpy(ret_value, &bits, sizeof bits);
    return in;
}

/* Board after board, in each line after line, in each mu and sigma. */
static size_t write_ratings(const struct hk_result_row *row,
                            uint8_t ret_bytes[RATINGS_SIZE_MAX])
{
    uint8_t *out = ret_bytes;

    for (unsigned b = 0; b < HK_RESULT_BOARDS; b++) {
        for (unsigned i = 0; i < row->lines; i++) {
            out = put_double(out, row->before[b][i].mu);
            out = put_double(out, row->before[b][i].sigma);
        }
    }
    return (size_t)(out - ret_bytes);
}

/* Where they are not those of so many lines, the row has none. */
static void read_ratings(const struct hk_query *query, int column,
                         struct hk_result_row *ret_row)
{
    uint8_t bytes[RATINGS_SIZE_MAX];
    const uint8_t *in = bytes;
    bool teams = ret_row->variant == HK_HAND_PARTNERS;
    unsigned lines = ret_row->seats + (teams ? HK_TEAMS : 0);

    if (lines > HK_RESULT_LINES ||
        !hk_column_bytes(query, column, bytes,
                         RATING_SIZE * HK_RESULT_BOARDS * lines))
        return;
    ret_row->lines = lines;
    for (unsigned b = 0; b < HK_RESULT_BOARDS; b++) {
        for (unsigned i = 0; i < lines; i++) {
            in = get_double(in, &ret_row->before[b][i].mu);
            in = get_double(in, &ret_row->before[b][i].sigma);
        }
    }
}

/* ----- writing ------------------------------------------------------------ */

/* Only a game that is ranked, and only once. */
static enum hk_error mark_counted(struct hk_tx *tx, int64_t game)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "UPDATE games SET counted = 1 "
                   "WHERE id = ? AND ranked = 1 AND counted = 0");
    hk_query_int(&query, game);
    enum hk_error error = hk_query_run(&query);
    if (error == HK_OK && hk_db_changes(tx->db) == 0) {
        hk_log(HK_LOG_ERROR,
               "store: game %lld is not ranked or counted already",
               (long long)game);
        error = HK_E_INTERNAL;
    }
    return error;
}

enum hk_error hk_tx_add_result(struct hk_tx *tx,
                               const struct hk_result_row *row)
{
    uint8_t bytes[RATINGS_SIZE_MAX];
    size_t size = write_ratings(row, bytes);
    struct hk_query query;
    enum hk_error error = mark_counted(tx, row->game);

    if (error)
        return error;
    hk_query_start(&query, tx->db,
                   "INSERT INTO results (number, game, ended_at, evidence, "
                   "ratings) VALUES ((SELECT coalesce(max(number), 0) + 1 "
                   "FROM results), ?, ?, ?, ?)");
    hk_query_int(&query, row->game);
    hk_query_int(&query, row->ended_at);
    hk_query_text(&query, hk_evidence_name(row->evidence));
    hk_query_blob(&query, bytes, size);
    return hk_query_run(&query);
}

enum hk_error hk_tx_put_result(struct hk_tx *tx,
                               const struct hk_result_row *row)
{
    uint8_t bytes[RATINGS_SIZE_MAX];
    size_t size = write_ratings(row, bytes);
    struct hk_query query;

    hk_query_start(&query, tx->db,
                   "UPDATE results SET ratings = ? WHERE number = ?");
    hk_query_blob(&query, bytes, size);
    hk_query_int(&query, row->number);
    return hk_query_run(&query);
}

enum hk_error hk_tx_clear_results(struct hk_tx *tx)
{
    enum hk_error error = hk_db_exec(tx->db, "DELETE FROM results");

    if (error == HK_OK)
        error = hk_db_exec(tx->db,
                           "UPDATE games SET counted = 0 WHERE counted = 1");
    return error;
}

/* ----- reading ------------------------------------------------------------ */

enum {
    RESULT_NUMBER,
    RESULT_GAME,
    RESULT_ENDED_AT,
    RESULT_EVIDENCE,
    RESULT_RATINGS,
    RESULT_COUNTED,
    RESULT_VARIANT,
    RESULT_SEATS,
    RESULT_SEAT,
    RESULT_PLAYER,
    RESULT_TOTAL
};

/* A result comes as one row for each of its seats. */
#define RESULTS                                                           \
    "SELECT r.number, r.game, r.ended_at, r.evidence, r.ratings, "        \
    "g.counted, g.variant, g.seats, s.seat, s.player, coalesce(t.total, " \
    "s.total) "                                                           \
    "FROM results AS r "                                                  \
    "CROSS JOIN games AS g ON g.id = r.game "                             \
    "CROSS JOIN seats AS s ON s.game = r.game "                           \
    "LEFT JOIN team_totals AS t ON t.game = s.game AND t.team = s.team "

static bool read_evidence(const struct hk_query *query, int column,
                          enum hk_evidence *ret_evidence)
{
    char name[16];

    hk_column_text(query, column, name, sizeof name);
    return hk_evidence_find(name, ret_evidence);
}

static bool read_result(const struct hk_query *query,
                        struct hk_result_row *ret_row)
{
    char name[32];

    ret_row->number = hk_column_int(query, RESULT_NUMBER);
    ret_row->game = hk_column_int(query, RESULT_GAME);
    ret_row->ended_at = hk_column_int(query, RESULT_ENDED_AT);
    ret_row->counted = hk_column_int(query, RESULT_COUNTED) != 0;
    ret_row->seats = (unsigned)hk_column_int(query, RESULT_SEATS);
    hk_column_text(query, RESULT_VARIANT, name, sizeof name);
    if (!hk_variant_find(name, &ret_row->variant) ||
        !read_evidence(query, RESULT_EVIDENCE, &ret_row->evidence))
        return false;
    read_ratings(query, RESULT_RATINGS, ret_row);
    return true;
}

static bool read_seat(const struct hk_query *query,
                      struct hk_result_row *ret_row)
{
    int64_t seat = hk_column_int(query, RESULT_SEAT);

    if (seat < 0 || seat >= HK_SEATS_MAX)
        return false;
    ret_row->players[seat] = hk_column_int(query, RESULT_PLAYER);
    ret_row->totals[seat] = (hk_points)hk_column_int(query, RESULT_TOTAL);
    return true;
}

/* Steps through the query's results. */
static enum hk_error walk(struct hk_query *query,
                          enum hk_error (*each)(const struct hk_result_row *row,
                                                void *cls),
                          void *cls)
{
    struct hk_result_row row = {.number = 0};
    enum hk_error stopped = HK_OK;

    while (stopped == HK_OK && hk_query_next(query)) {
        if (hk_column_int(query, RESULT_NUMBER) != row.number) {
            if (row.number != 0)
                stopped = each(&row, cls);
            memset(&row, 0, sizeof row);
            if (stopped == HK_OK && !read_result(query, &row))
                stopped = HK_E_INTERNAL;
        }
        if (stopped == HK_OK && !read_seat(query, &row))
            stopped = HK_E_INTERNAL;
    }
    enum hk_error error = hk_query_end(query);
    if (error == HK_OK && stopped == HK_OK && row.number != 0)
        stopped = each(&row, cls);
    return error != HK_OK ? error : stopped;
}

struct rows {
    struct hk_result_row *rows;
    size_t count, size;
};

static enum hk_error collect(const struct hk_result_row *row, void *cls)
{
    struct rows *rows = cls;

    if (rows->count == rows->size || row->lines == 0)
        return HK_E_INTERNAL;
    rows->rows[rows->count++] = *row;
    return HK_OK;
}

enum hk_error hk_tx_result(struct hk_tx *tx, int64_t game,
                           struct hk_result_row *ret_row)
{
    struct hk_result_row row = {.number = 0};
    struct rows rows = {.rows = &row, .size = 1};
    struct hk_query query;

    hk_query_start(&query, tx->db, RESULTS "WHERE r.game = ?");
    hk_query_int(&query, game);
    enum hk_error error = walk(&query, collect, &rows);
    if (error == HK_OK && rows.count == 0)
        error = HK_E_NOT_FOUND;
    if (error == HK_OK)
        *ret_row = row;
    return error;
}

enum hk_error hk_tx_results(struct hk_tx *tx, enum hk_variant variant,
                            int64_t after, size_t span,
                            struct hk_result_row *ret_rows, size_t *ret_count,
                            int64_t *ret_last)
{
    struct rows rows = {.rows = ret_rows, .size = span};
    struct hk_query query;
    int64_t last;

    hk_query_start(&query, tx->db,
                   RESULTS "WHERE r.number > ? AND r.number <= ? "
                           "AND g.variant = ? ORDER BY r.number, s.seat");
    hk_query_int(&query, after);
    hk_query_int(&query, after + (int64_t)span);
    hk_query_text(&query, hk_variant_name(variant));
    enum hk_error error = walk(&query, collect, &rows);
    if (error == HK_OK)
        error = hk_db_int(
            tx->db, "SELECT coalesce(max(number), 0) FROM results", &last);
    if (error == HK_OK) {
        *ret_count = rows.count;
        *ret_last = last;
    }
    return error;
}

enum hk_error hk_store_result_number(struct hk_store *store, int64_t game,
                                     int64_t *ret_number)
{
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    int64_t number = 0;

    hk_query_start(&query, db, "SELECT number FROM results WHERE game = ?");
    hk_query_int(&query, game);
    while (hk_query_next(&query))
        number = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_number = number;
    return error;
}

static const char RESULTS_ALONE[] =
    "SELECT r.number, r.game, r.ended_at, r.evidence, r.ratings, g.counted, "
    "g.variant, g.seats FROM results AS r "
    "CROSS JOIN games AS g ON g.id = r.game "
    "WHERE r.number > ? ORDER BY r.number LIMIT ?";

/* The rows after this number. */
static enum hk_error read_batch(struct hk_store *store, int64_t after,
                                struct hk_result_row ret_rows[BATCH],
                                size_t *ret_count)
{
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    bool readable = true;
    size_t count = 0;

    hk_query_start(&query, db, RESULTS_ALONE);
    hk_query_int(&query, after);
    hk_query_int(&query, BATCH);
    while (readable && count < BATCH && hk_query_next(&query)) {
        memset(&ret_rows[count], 0, sizeof ret_rows[count]);
        readable = read_result(&query, &ret_rows[count++]);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK && !readable)
        error = HK_E_INTERNAL;
    if (error == HK_OK)
        *ret_count = count;
    return error;
}

enum hk_error hk_store_each_result(
    struct hk_store *store,
    enum hk_error (*each)(const struct hk_result_row *row, void *cls),
    void *cls)
{
    struct hk_result_row *rows = malloc(BATCH * sizeof *rows);
    enum hk_error error = rows ? HK_OK : HK_E_INTERNAL;
    int64_t after = 0;
    size_t count = BATCH;

    while (count == BATCH && error == HK_OK) {
        error = read_batch(store, after, rows, &count);
        for (size_t i = 0; i < count && error == HK_OK; i++) {
            after = rows[i].number;
            error = each(&rows[i], cls);
        }
    }
    free(rows);
    return error;
}

enum hk_error hk_store_lacks_results(struct hk_store *store, bool *ret_lacks)
{
    struct hk_db *db = hk_store_take_reader(store);
    int64_t lacks;
    enum hk_error error = hk_db_int(
        db,
        "SELECT NOT EXISTS (SELECT 1 FROM results) "
        "AND EXISTS (SELECT 1 FROM games WHERE counted = 1)",
        &lacks);

    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_lacks = lacks != 0;
    return error;
}

/* ----- the games of a player ---------------------------------------------- */

enum { PLAYED_GAME, PLAYED_ENDED_AT, PLAYED_EVIDENCE, PLAYED_TOTAL };

#define PLAYED                                                           \
    "SELECT s.game, r.ended_at, r.evidence, coalesce(t.total, s.total) " \
    "FROM seats AS s "                                                   \
    "CROSS JOIN games AS g ON g.id = s.game "                            \
    "CROSS JOIN results AS r ON r.game = s.game "

static const char PLAYED_ALONE[] = PLAYED
    "LEFT JOIN team_totals AS t "
    "ON t.game = s.game AND t.team = s.team "
    "WHERE s.player = ? AND g.variant = ?";

static const char PLAYED_TOGETHER[] = PLAYED
    "CROSS JOIN seats AS p "
    "ON p.game = s.game AND p.team = s.team "
    "LEFT JOIN team_totals AS t "
    "ON t.game = s.game AND t.team = s.team "
    "WHERE s.player = ? AND g.variant = ? AND p.player = ?";

enum hk_error hk_tx_each_played(
    struct hk_tx *tx, enum hk_variant variant, int64_t player, int64_t partner,
    void (*each)(const struct hk_played *played, void *cls), void *cls)
{
    struct hk_query query;
    bool readable = true;

    hk_query_start(&query, tx->db, partner ? PLAYED_TOGETHER : PLAYED_ALONE);
    hk_query_int(&query, player);
    hk_query_text(&query, hk_variant_name(variant));
    if (partner)
        hk_query_int(&query, partner);
    while (readable && hk_query_next(&query)) {
        struct hk_played played = {
            .game = hk_column_int(&query, PLAYED_GAME),
            .ended_at = hk_column_int(&query, PLAYED_ENDED_AT),
            .total = (hk_points)hk_column_int(&query, PLAYED_TOTAL)};

        readable = read_evidence(&query, PLAYED_EVIDENCE, &played.evidence);
        if (readable)
            each(&played, cls);
    }
    enum hk_error error = hk_query_end(&query);
    return error == HK_OK && !readable ? HK_E_INTERNAL : error;
}
