/* Rounds that have ended, with what seats and teams scored: adding, revising.
 */
#include "store/games.h"
#include "store/internal.h"
#include "store/text.h"

/* The first of a round comes behind those before it, a revision behind its
 * last. */
static enum hk_error check_next(struct hk_tx *tx, int64_t game,
                                const struct hk_round_row *round)
{
    int64_t next = 0;
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "SELECT iif(?3 = 0, ?2 = coalesce(("
                   "SELECT max(round) FROM rounds WHERE game = ?1), 0) + 1, "
                   "?3 = (SELECT max(revision) + 1 FROM rounds "
                   "WHERE game = ?1 AND round = ?2))");
    hk_query_int(&query, game);
    hk_query_int(&query, round->result.round);
    hk_query_int(&query, round->revision);
    if (hk_query_next(&query))
        next = hk_column_int(&query, 0);
    enum hk_error error = hk_query_end(&query);
    return error == HK_OK && !next ? HK_E_INTERNAL : error;
}

/* `reason` NULL: the round as it ended. A scorecard's has no seed. */
static enum hk_error add_round(struct hk_tx *tx, int64_t game,
                               enum hk_mode mode,
                               const struct hk_round_row *round,
                               const char *reason)
{
    const struct hk_round_result *result = &round->result;
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO rounds (game, round, revision, at, by_seat, "
                   "reason, out, hand, dealer, starter, commitment, seed) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, result->round);
    hk_query_int(&query, round->revision);
    hk_query_int(&query, round->revision ? round->told_at : round->ended_at);
    hk_query_int_or_null(&query, mode == HK_MODE_SCORECARD ? round->by : -1,
                         -1);
    hk_query_text(&query, reason);
    hk_query_int_or_null(&query, result->out, -1);
    hk_query_int(&query, result->hand);
    if (mode == HK_MODE_SCORECARD) {
        for (int i = 0; i < 4; i++)
            hk_query_null(&query);
    } else {
        hk_query_int(&query, result->dealer);
        hk_query_int(&query, result->starter);
        hk_query_blob(&query, round->commitment, sizeof(round->commitment));
        hk_query_blob(&query, round->seed, sizeof(round->seed));
    }
    return hk_query_run(&query);
}

/* On a scorecard what was not told is NULL. */
static void bind_held(struct hk_query *query, enum hk_mode mode,
                      const struct hk_round_result *result, unsigned seat,
                      const char *left)
{
    const struct hk_declared *declared = &result->declared;
    bool told = mode == HK_MODE_SCORECARD;
    bool cards = declared->cards >> seat & 1;
    bool points = declared->points >> seat & 1;
    int down = result->down >> seat & 1;

    if (told && !(declared->down_said >> seat & 1))
        hk_query_null(query);
    else
        hk_query_int(query, down);
    if (told && (cards || points))
        hk_query_int(query, declared->held[seat]);
    else
        hk_query_null(query);
    hk_query_int(query, points);
    hk_query_text(query, told && !cards ? NULL : left);
}

static enum hk_error add_score(struct hk_tx *tx, int64_t game,
                               enum hk_mode mode,
                               const struct hk_round_row *round, unsigned seat)
{
    const struct hk_round_result *result = &round->result;
    char left[HK_CARDS_TEXT_SIZE];
    hk_cards_write(&result->left[seat], left);
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO round_scores (game, round, revision, seat, "
                   "points, down, held, held_told, cards_left) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, result->round);
    hk_query_int(&query, round->revision);
    hk_query_int(&query, seat);
    hk_query_int(&query, result->points[seat]);
    bind_held(&query, mode, result, seat, left);
    return hk_query_run(&query);
}

static enum hk_error add_team_score(struct hk_tx *tx, int64_t game,
                                    const struct hk_round_row *round,
                                    unsigned team)
{
    struct hk_query query;
    hk_query_start(&query, tx->db,
                   "INSERT INTO round_team_scores (game, round, revision, "
                   "team, points) VALUES (?, ?, ?, ?, ?)");
    hk_query_int(&query, game);
    hk_query_int(&query, round->result.round);
    hk_query_int(&query, round->revision);
    hk_query_int(&query, team);
    hk_query_int(&query, round->result.team_points[team]);
    return hk_query_run(&query);
}

/* `sql` brings one total of the game on; a total that is not there would be
 * lost points. */
static enum hk_error add_to_total(struct hk_tx *tx, const char *sql,
                                  int64_t game, unsigned which,
                                  const struct hk_round_row *round,
                                  hk_points points)
{
    struct hk_query query;
    hk_query_start(&query, tx->db, sql);
    hk_query_int(&query, points);
    hk_query_int(&query, game);
    hk_query_int(&query, which);
    hk_query_int(&query, round->result.round);
    hk_query_int(&query, round->revision);
    enum hk_error error = hk_query_run(&query);
    if (error == HK_OK && hk_db_changes(tx->db) != 1)
        error = HK_E_INTERNAL;
    return error;
}

/* What the revision before gave is taken back. */
static const char ADD_TO_SEAT[] =
    "UPDATE seats SET total = total + ?1 - coalesce(("
    "SELECT points FROM round_scores WHERE game = ?2 AND seat = ?3 "
    "AND round = ?4 AND revision = ?5 - 1), 0) WHERE game = ?2 AND seat = ?3";
static const char ADD_TO_TEAM[] =
    "UPDATE team_totals SET total = total + ?1 - coalesce(("
    "SELECT points FROM round_team_scores WHERE game = ?2 AND team = ?3 "
    "AND round = ?4 AND revision = ?5 - 1), 0) WHERE game = ?2 AND team = ?3";

static enum hk_error add_scores(struct hk_tx *tx, int64_t game,
                                const struct hk_rules *rules, enum hk_mode mode,
                                const struct hk_round_row *round)
{
    const struct hk_round_result *result = &round->result;
    unsigned teams = hk_rules_teams(rules) ? HK_TEAMS : 0;
    enum hk_error error = HK_OK;
    for (unsigned i = 0; i < rules->seats && error == HK_OK; i++) {
        error = add_score(tx, game, mode, round, i);
        if (error == HK_OK)
            error = add_to_total(tx, ADD_TO_SEAT, game, i, round,
                                 result->points[i]);
    }
    for (unsigned i = 0; i < teams && error == HK_OK; i++) {
        error = add_team_score(tx, game, round, i);
        if (error == HK_OK)
            error = add_to_total(tx, ADD_TO_TEAM, game, i, round,
                                 result->team_points[i]);
    }
    return error;
}

/* The game's mode, by its row. */
static enum hk_error find_mode(struct hk_tx *tx, int64_t game,
                               enum hk_mode *ret_mode)
{
    char name[16] = "";
    struct hk_query query;
    hk_query_start(&query, tx->db, "SELECT mode FROM games WHERE id = ?");
    hk_query_int(&query, game);
    if (hk_query_next(&query))
        hk_column_text(&query, 0, name, sizeof(name));
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK && !hk_mode_find(name, ret_mode))
        error = HK_E_INTERNAL;
    return error;
}

static enum hk_error add(struct hk_tx *tx, int64_t game,
                         const struct hk_rules *rules,
                         const struct hk_round_row *round, const char *reason)
{
    enum hk_mode mode;
    enum hk_error error = find_mode(tx, game, &mode);
    if (error == HK_OK)
        error = check_next(tx, game, round);
    if (error == HK_OK)
        error = add_round(tx, game, mode, round, reason);
    if (error == HK_OK)
        error = add_scores(tx, game, rules, mode, round);
    return error;
}

enum hk_error hk_tx_add_round(struct hk_tx *tx, int64_t game,
                              const struct hk_rules *rules,
                              const struct hk_round_row *round)
{
    return add(tx, game, rules, round, NULL);
}

enum hk_error hk_tx_correct_round(struct hk_tx *tx, int64_t game,
                                  const struct hk_rules *rules,
                                  const struct hk_round_row *round,
                                  const char *reason)
{
    return add(tx, game, rules, round, reason);
}
