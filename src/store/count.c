/* Figures of players and partnerships: counting a game, once. */
#include "base/log.h"
#include "store/games.h"
#include "store/internal.h"
#include "store/figures.h"

/* H17: in partnerships a seat's rounds and points are those of its team; a
 * Hand is the seat's own. ?2 has a bit for each winner: seat, or team. */
static const char COUNT_PLAYERS[] =
    "SELECT s.player, 0, 1, ?2 >> coalesce(s.team, s.seat) & 1, "
    "count(*), "
    "sum(coalesce(iif(s.team IS NULL, o.seat = s.seat, o.team = s.team), 0)), "
    "sum(r.hand AND o.seat = s.seat), "
    "sum(coalesce(t.points, c.points)), "
    "sum(coalesce(t.points, c.points)), "
    "sum(coalesce(t.points, c.points)), g.updated_at "
    "FROM games AS g "
    "JOIN seats AS s ON s.game = g.id "
    "JOIN rounds_last AS r ON r.game = g.id "
    "JOIN round_scores AS c "
    "ON c.game = g.id AND c.round = r.round AND c.revision = r.revision "
    "AND c.seat = s.seat "
    "LEFT JOIN round_team_scores AS t "
    "ON t.game = g.id AND t.round = r.round AND t.revision = r.revision "
    "AND t.team = s.team "
    "LEFT JOIN seats AS o ON o.game = g.id AND o.seat = r.out "
    "WHERE g.id = ?1 AND s.player IS NOT NULL GROUP BY s.seat";

/* The pair is the same whoever of them sits first. */
static const char COUNT_PARTNERSHIPS[] =
    "SELECT min(a.player, b.player), max(a.player, b.player), "
    "1, ?2 >> a.team & 1, count(*), "
    "sum(coalesce(o.team = a.team, 0)), "
    "sum(coalesce(r.hand AND o.team = a.team, 0)), "
    "sum(t.points), sum(t.points), sum(t.points), g.updated_at "
    "FROM games AS g "
    "JOIN seats AS a ON a.game = g.id "
    "JOIN seats AS b "
    "ON b.game = g.id AND b.team = a.team AND b.seat > a.seat "
    "JOIN rounds_last AS r ON r.game = g.id "
    "JOIN round_team_scores AS t "
    "ON t.game = g.id AND t.round = r.round AND t.revision = r.revision "
    "AND t.team = a.team "
    "LEFT JOIN seats AS o ON o.game = g.id AND o.seat = r.out "
    "WHERE g.id = ?1 AND a.player IS NOT NULL AND b.player IS NOT NULL "
    "GROUP BY a.team";

/* The mark that a game is in the figures; only one that is ranked, and only
 * once. */
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

/* What one game comes to, for a player or a pair. */
struct deed {
    int64_t player, partner;
    struct hk_figures figures;
};

static void read_deed(const struct hk_query *query, struct deed *ret_deed)
{
    *ret_deed = (struct deed){
        .player = hk_column_int(query, 0),
        .partner = hk_column_int(query, 1),
        .figures = {.games = 1,
                    .wins = hk_column_int(query, 3),
                    .rounds = hk_column_int(query, 4),
                    .rounds_won = hk_column_int(query, 5),
                    .hands = hk_column_int(query, 6),
                    .points = hk_column_int(query, 7),
                    .best = hk_column_int(query, 8),
                    .worst = hk_column_int(query, 9)},
    };
}

static enum hk_error add(struct hk_tx *tx, int64_t board, bool lower_wins,
                         const struct deed *deed, hk_time now)
{
    const struct hk_figures *one = &deed->figures;
    struct hk_figures sum;
    enum hk_error error = hk_tx_figures(tx, board, deed->player, deed->partner,
                                        &sum);

    if (error != HK_OK)
        return error;
    bool first = sum.games == 0;
    bool lower = one->best<sum.best, higher = one->worst> sum.worst;
    if (first || (lower_wins ? lower : one->best > sum.best))
        sum.best = one->best;
    if (first || (lower_wins ? higher : one->worst < sum.worst))
        sum.worst = one->worst;
    sum.games += one->games;
    sum.wins += one->wins;
    sum.rounds += one->rounds;
    sum.rounds_won += one->rounds_won;
    sum.hands += one->hands;
    sum.points += one->points;
    return hk_tx_put_figures(tx, board, deed->player, deed->partner, &sum, now);
}

static enum hk_error count(struct hk_tx *tx, const char *sql, int64_t game,
                           const struct hk_rules *rules, uint8_t winners,
                           bool partnerships)
{
    struct hk_board_name name = {.variant = (enum hk_variant)rules->variant,
                                 .partnerships = partnerships,
                                 .period = "all"};
    struct deed deeds[HK_SEATS_MAX];
    size_t found = 0;
    hk_time now = 0;
    int64_t board;
    struct hk_query query;

    hk_query_start(&query, tx->db, sql);
    hk_query_int(&query, game);
    hk_query_int(&query, winners);
    while (found < HK_SEATS_MAX && hk_query_next(&query)) {
        now = hk_column_int(&query, 10);
        read_deed(&query, &deeds[found++]);
    }
    enum hk_error error = hk_query_end(&query);
    if (error == HK_OK)
        error = hk_tx_board(tx, &name, &board);
    for (size_t i = 0; i < found && error == HK_OK; i++)
        error = add(tx, board, hk_variant_lower_wins(name.variant), &deeds[i],
                    now);
    return error;
}

enum hk_error hk_tx_count_game(struct hk_tx *tx, int64_t game,
                               const struct hk_rules *rules, uint8_t winners)
{
    enum hk_error error = mark_counted(tx, game);
    if (error == HK_OK)
        error = count(tx, COUNT_PLAYERS, game, rules, winners, false);
    if (error == HK_OK && hk_rules_teams(rules))
        error = count(tx, COUNT_PARTNERSHIPS, game, rules, winners, true);
    return error;
}
