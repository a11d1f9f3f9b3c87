/* Figures of players and partnerships: counting a game, once. */
#include "base/log.h"
#include "store/games.h"
#include "store/internal.h"
#include "store/players.h"

/* A second game in the same figures. Lower is better where ?3 says so. */
#define ADD_FIGURES                                                       \
    "DO UPDATE SET games = games + 1, wins = wins + excluded.wins, "      \
    "rounds = rounds + excluded.rounds, "                                 \
    "rounds_won = rounds_won + excluded.rounds_won, "                     \
    "hands = hands + excluded.hands, points = points + excluded.points, " \
    "best = iif(lower_wins, min(best, excluded.best), "                   \
    "max(best, excluded.best)), "                                         \
    "worst = iif(lower_wins, max(worst, excluded.worst), "                \
    "min(worst, excluded.worst))"

/* H17: in partnerships a seat's rounds and points are those of its team; a
 * Hand is the seat's own. ?2 has a bit for each winner: seat, or team. */
static const char COUNT_PLAYERS[] =
    "INSERT INTO player_figures (variant, lower_wins, player, games, wins, "
    "rounds, rounds_won, hands, points, best, worst) "
    "SELECT g.variant, ?3, s.player, 1, ?2 >> coalesce(s.team, s.seat) & 1, "
    "count(*), "
    "sum(coalesce(iif(s.team IS NULL, o.seat = s.seat, o.team = s.team), 0)), "
    "sum(r.hand AND o.seat = s.seat), "
    "sum(coalesce(t.points, c.points)), "
    "sum(coalesce(t.points, c.points)), "
    "sum(coalesce(t.points, c.points)) "
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
    "WHERE g.id = ?1 AND s.player IS NOT NULL GROUP BY s.seat "
    "ON CONFLICT (variant, player) " ADD_FIGURES;

/* The pair is the same whoever of them sits first. */
static const char COUNT_PARTNERSHIPS[] =
    "INSERT INTO partnership_figures (variant, lower_wins, player, partner, "
    "games, wins, rounds, rounds_won, hands, points, best, worst) "
    "SELECT g.variant, ?3, min(a.player, b.player), max(a.player, b.player), "
    "1, ?2 >> a.team & 1, count(*), "
    "sum(coalesce(o.team = a.team, 0)), "
    "sum(coalesce(r.hand AND o.team = a.team, 0)), "
    "sum(t.points), sum(t.points), sum(t.points) "
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
    "GROUP BY a.team "
    "ON CONFLICT (variant, player, partner) " ADD_FIGURES;

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

static enum hk_error count(struct hk_tx *tx, const char *sql, int64_t game,
                           const struct hk_rules *rules, uint8_t winners)
{
    struct hk_query query;
    hk_query_start(&query, tx->db, sql);
    hk_query_int(&query, game);
    hk_query_int(&query, winners);
    hk_query_int(&query,
                 hk_variant_lower_wins((enum hk_variant)rules->variant));
    return hk_query_run(&query);
}

enum hk_error hk_tx_count_game(struct hk_tx *tx, int64_t game,
                               const struct hk_rules *rules, uint8_t winners)
{
    enum hk_error error = mark_counted(tx, game);
    if (error == HK_OK)
        error = count(tx, COUNT_PLAYERS, game, rules, winners);
    if (error == HK_OK && hk_rules_teams(rules))
        error = count(tx, COUNT_PARTNERSHIPS, game, rules, winners);
    return error;
}

enum {
    FIGURES_GAMES,
    FIGURES_WINS,
    FIGURES_ROUNDS,
    FIGURES_ROUNDS_WON,
    FIGURES_HANDS,
    FIGURES_POINTS,
    FIGURES_BEST,
    FIGURES_WORST
};

enum hk_error hk_store_figures(struct hk_store *store, int64_t player,
                               enum hk_variant variant,
                               struct hk_figures *ret_figures)
{
    struct hk_figures figures = {0};
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db,
                   "SELECT games, wins, rounds, rounds_won, hands, points, "
                   "best, worst FROM player_figures "
                   "WHERE variant = ? AND player = ?");
    hk_query_text(&query, hk_variant_name(variant));
    hk_query_int(&query, player);
    if (hk_query_next(&query)) {
        figures.games = hk_column_int(&query, FIGURES_GAMES);
        figures.wins = hk_column_int(&query, FIGURES_WINS);
        figures.rounds = hk_column_int(&query, FIGURES_ROUNDS);
        figures.rounds_won = hk_column_int(&query, FIGURES_ROUNDS_WON);
        figures.hands = hk_column_int(&query, FIGURES_HANDS);
        figures.points = hk_column_int(&query, FIGURES_POINTS);
        figures.best = hk_column_int(&query, FIGURES_BEST);
        figures.worst = hk_column_int(&query, FIGURES_WORST);
    }
    enum hk_error error = hk_query_end(&query);
    hk_store_give_reader(store, db);
    if (error == HK_OK)
        *ret_figures = figures;
    return error;
}
