/* Rounds that have ended, with what seats and teams scored. */
#include <string.h>

#include "store/games.h"
#include "store/internal.h"
#include "store/text.h"

/* ----- adding ------------------------------------------------------------ */

static enum hk_error add_round(struct hk_tx *tx, int64_t game,
                               const struct hk_round_row *round)
{
    const struct hk_round_result *result = &round->result;
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO rounds (game, round, dealer, starter, out, "
                   "hand, commitment, seed, ended_at) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, result->round);
    hk_query_int(&query, result->dealer);
    hk_query_int(&query, result->starter);
    hk_query_int_or_null(&query, result->out, -1);
    hk_query_int(&query, result->hand);
    hk_query_blob(&query, round->commitment, sizeof(round->commitment));
    hk_query_blob(&query, round->seed, sizeof(round->seed));
    hk_query_int(&query, round->ended_at);
    return hk_query_run(&query);
}

static enum hk_error add_score(struct hk_tx *tx, int64_t game,
                               const struct hk_round_result *result,
                               unsigned seat)
{
    char left[HK_CARDS_TEXT_SIZE];
    hk_cards_write(&result->left[seat], left);
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO round_scores (game, round, seat, points, "
                   "down, cards_left) VALUES (?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, result->round);
    hk_query_int(&query, seat);
    hk_query_int(&query, result->points[seat]);
    hk_query_int(&query, result->down >> seat & 1);
    hk_query_text(&query, left);
    return hk_query_run(&query);
}

static enum hk_error add_team_score(struct hk_tx *tx, int64_t game,
                                    const struct hk_round_result *result,
                                    unsigned team)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO round_team_scores (game, round, team, points) "
                   "VALUES (?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, result->round);
    hk_query_int(&query, team);
    hk_query_int(&query, result->team_points[team]);
    return hk_query_run(&query);
}

/* `sql` adds to one total of the game; a total that is not there would be
 * lost points. */
static enum hk_error add_to_total(struct hk_tx *tx, const char *sql,
                                  int64_t game, unsigned which,
                                  hk_points points)
{
    struct hk_query query;
    hk_query_start(&query, tx->db, sql);
    hk_query_int(&query, points);
    hk_query_int(&query, game);
    hk_query_int(&query, which);
    enum hk_error error = hk_query_run(&query);
    if (error == HK_OK && hk_db_changes(tx->db) != 1)
        error = HK_E_INTERNAL;
    return error;
}

static const char ADD_TO_SEAT[] =
    "UPDATE seats SET total = total + ? WHERE game = ? AND seat = ?";
static const char ADD_TO_TEAM[] =
    "UPDATE team_totals SET total = total + ? WHERE game = ? AND team = ?";

enum hk_error hk_tx_add_round(struct hk_tx *tx, int64_t game,
                              const struct hk_rules *rules,
                              const struct hk_round_row *round)
{
    const struct hk_round_result *result = &round->result;
    unsigned teams = hk_rules_teams(rules) ? HK_TEAMS : 0;
    enum hk_error error = add_round(tx, game, round);
    for (unsigned i = 0; i < rules->seats && error == HK_OK; i++) {
        error = add_score(tx, game, result, i);
        if (error == HK_OK)
            error = add_to_total(tx, ADD_TO_SEAT, game, i, result->points[i]);
    }
    for (unsigned i = 0; i < teams && error == HK_OK; i++) {
        error = add_team_score(tx, game, result, i);
        if (error == HK_OK)
            error = add_to_total(tx, ADD_TO_TEAM, game, i,
                                 result->team_points[i]);
    }
    return error;
}

/* ----- reading ----------------------------------------------------------- */

enum {
    ROUND_ROUND,
    ROUND_DEALER,
    ROUND_STARTER,
    ROUND_OUT,
    ROUND_HAND,
    ROUND_COMMITMENT,
    ROUND_SEED,
    ROUND_ENDED_AT,
    ROUND_SEAT,
    ROUND_POINTS,
    ROUND_DOWN,
    ROUND_CARDS_LEFT,
    ROUND_TEAM,
    ROUND_TEAM_POINTS
};

/* A round comes as one row for each of its seats. */
static const char ROUNDS[] =
    "SELECT r.round, r.dealer, r.starter, r.out, r.hand, r.commitment, "
    "r.seed, r.ended_at, c.seat, c.points, c.down, c.cards_left, t.team, "
    "t.points "
    "FROM rounds AS r "
    "CROSS JOIN round_scores AS c ON c.game = r.game AND c.round = r.round "
    "CROSS JOIN seats AS s ON s.game = r.game AND s.seat = c.seat "
    "LEFT JOIN round_team_scores AS t "
    "ON t.game = r.game AND t.round = r.round AND t.team = s.team "
    "WHERE r.game = ? ORDER BY r.round, c.seat";

static bool read_round(const struct hk_query *query,
                       struct hk_round_row *ret_round)
{
    *ret_round = (struct hk_round_row){0};
    struct hk_round_result *result = &ret_round->result;
    result->round = (uint8_t)hk_column_int(query, ROUND_ROUND);
    result->dealer = (hk_seat)hk_column_int(query, ROUND_DEALER);
    result->starter = (hk_seat)hk_column_int(query, ROUND_STARTER);
    result->out = (int8_t)hk_column_int_or(query, ROUND_OUT, -1);
    result->hand = hk_column_int(query, ROUND_HAND) != 0;
    ret_round->ended_at = hk_column_int(query, ROUND_ENDED_AT);
    return hk_column_bytes(query, ROUND_COMMITMENT, ret_round->commitment,
                           sizeof(ret_round->commitment)) &&
           hk_column_bytes(query, ROUND_SEED, ret_round->seed,
                           sizeof(ret_round->seed));
}

static bool read_score(const struct hk_query *query,
                       struct hk_round_result *result)
{
    char left[HK_CARDS_TEXT_SIZE];
    int64_t seat = hk_column_int(query, ROUND_SEAT);
    if (seat < 0 || seat >= HK_SEATS_MAX)
        return false;
    result->points[seat] = (hk_points)hk_column_int(query, ROUND_POINTS);
    if (hk_column_int(query, ROUND_DOWN) != 0)
        result->down = (uint8_t)(result->down | 1U << seat);
    int64_t team = hk_column_int_or(query, ROUND_TEAM, -1);
    if (team >= 0 && team < HK_TEAMS)
        result->team_points[team] = (hk_points)hk_column_int(query,
                                                             ROUND_TEAM_POINTS);
    hk_column_text(query, ROUND_CARDS_LEFT, left, sizeof(left));
    return hk_cards_read(left, &result->left[seat]);
}

enum hk_error hk_store_rounds(
    struct hk_store *store, int64_t game,
    enum hk_error (*each)(const struct hk_round_row *round, void *cls),
    void *cls)
{
    struct hk_round_row round = {0}; /* 0: none begun */
    enum hk_error stopped = HK_OK;
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, ROUNDS);
    hk_query_int(&query, game);
    while (stopped == HK_OK && hk_query_next(&query)) {
        if (hk_column_int(&query, ROUND_ROUND) != round.result.round) {
            if (round.result.round != 0)
                stopped = each(&round, cls);
            if (stopped == HK_OK && !read_round(&query, &round))
                stopped = HK_E_INTERNAL;
        }
        if (stopped == HK_OK && !read_score(&query, &round.result))
            stopped = HK_E_INTERNAL;
    }
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK && stopped == HK_OK && round.result.round != 0)
        stopped = each(&round, cls);
    hk_store_give_reader(store, db);
    return error != HK_OK ? error : stopped;
}
