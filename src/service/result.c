/* What one finished game gives the leaderboards. */
#include "service/result.h"

#include <string.h>

#include "service/ratings.h"

enum hk_evidence hk_evidence_of(enum hk_mode mode)
{
    return mode == HK_MODE_SCORECARD ? HK_EVIDENCE_DECLARED
                                     : HK_EVIDENCE_VERIFIED;
}

static bool has_teams(const struct hk_result *result)
{
    return result->variant == HK_HAND_PARTNERS;
}

static void add_round(struct hk_result *result,
                      const struct hk_round_result *round, unsigned seat)
{
    bool teams = has_teams(result);
    unsigned team = seat % HK_TEAMS;

    result->by_seat[seat].points += teams ? round->team_points[team]
                                          : round->points[seat];
    if (round->out < 0)
        return;
    if (teams ? (unsigned)round->out % HK_TEAMS == team
              : (unsigned)round->out == seat)
        result->by_seat[seat].rounds_won++;
    if ((unsigned)round->out == seat && round->hand)
        result->by_seat[seat].hands++;
}

void hk_result_make(struct hk_result *ret_result, int64_t game,
                    const struct hk_rules *rules, enum hk_evidence evidence,
                    hk_time ended_at, const struct hk_seat_row *seats,
                    const struct hk_round_row *rounds, size_t round_count)
{
    memset(ret_result, 0, sizeof *ret_result);
    ret_result->game = game;
    ret_result->ended_at = ended_at;
    ret_result->variant = rules->variant;
    ret_result->evidence = (uint8_t)evidence;
    ret_result->seats = rules->seats;
    ret_result->rounds = (uint8_t)round_count;
    for (unsigned s = 0; s < rules->seats; s++) {
        ret_result->players[s] = seats[s].player;
        for (size_t i = 0; i < round_count; i++)
            add_round(ret_result, &rounds[i].result, s);
    }
}

void hk_result_from_row(struct hk_result *ret_result,
                        const struct hk_result_row *row)
{
    memset(ret_result, 0, sizeof *ret_result);
    ret_result->game = row->game;
    ret_result->ended_at = row->ended_at;
    ret_result->variant = (uint8_t)row->variant;
    ret_result->evidence = (uint8_t)row->evidence;
    ret_result->seats = (uint8_t)row->seats;
    for (unsigned s = 0; s < row->seats; s++) {
        ret_result->players[s] = row->players[s];
        ret_result->by_seat[s].points = row->totals[s];
    }
}

/* How many did better than this seat. */
static unsigned place_of(const struct hk_result *result, unsigned seat)
{
    bool lower = hk_variant_lower_wins((enum hk_variant)result->variant);
    hk_points own = result->by_seat[seat].points;
    unsigned place = 0;

    for (unsigned s = 0; s < result->seats; s++) {
        hk_points other = result->by_seat[s].points;

        place += lower ? other < own : other > own;
    }
    return place;
}

unsigned hk_result_lines(const struct hk_result *result)
{
    return result->seats + (has_teams(result) ? HK_TEAMS : 0);
}

struct hk_line hk_result_line(const struct hk_result *result, unsigned line)
{
    if (line < result->seats)
        return (struct hk_line){.player = result->players[line]};
    /* H1: facing seats are partners. */
    int64_t a = result->players[line - result->seats];
    int64_t b = result->players[line - result->seats + HK_TEAMS];

    return (struct hk_line){.player = a < b ? a : b, .partner = a < b ? b : a};
}

struct hk_figures hk_result_figures(const struct hk_result *result,
                                    unsigned line)
{
    bool pair = line >= result->seats;
    unsigned seat = pair ? line - result->seats : line;
    hk_points points = result->by_seat[seat].points;
    struct hk_figures figures = HK_FIGURES_NONE;

    figures.games = 1;
    figures.wins = place_of(result, seat) == 0;
    figures.rounds = result->rounds;
    figures.rounds_won = result->by_seat[seat].rounds_won;
    figures.hands = result->by_seat[seat].hands;
    if (pair)
        figures.hands += result->by_seat[seat + HK_TEAMS].hands;
    figures.points = points;
    figures.best = points;
    figures.worst = points;
    return figures;
}

void hk_figures_add(struct hk_figures *figures, const struct hk_figures *more,
                    enum hk_variant variant)
{
    bool lower = hk_variant_lower_wins(variant);
    bool none = figures->games == 0;

    figures->games += more->games;
    figures->wins += more->wins;
    figures->rounds += more->rounds;
    figures->rounds_won += more->rounds_won;
    figures->hands += more->hands;
    figures->points += more->points;
    if (none ||
        (lower ? more->best < figures->best : more->best > figures->best))
        figures->best = more->best;
    if (none ||
        (lower ? more->worst > figures->worst : more->worst < figures->worst))
        figures->worst = more->worst;
}

enum hk_period hk_result_board_period(unsigned board)
{
    return (enum hk_period)(board / 2);
}

bool hk_result_board_all_evidence(unsigned board)
{
    return board % 2 == 0;
}

void hk_result_board(const struct hk_result *result, unsigned board,
                     bool partnerships, struct hk_board_name *ret_name)
{
    memset(ret_name, 0, sizeof *ret_name);
    ret_name->variant = (enum hk_variant)result->variant;
    ret_name->partnerships = partnerships;
    ret_name->evidence = hk_result_board_all_evidence(board)
                             ? HK_EVIDENCE_ALL
                             : (enum hk_evidence)result->evidence;
    hk_period_name(hk_result_board_period(board), result->ended_at,
                   ret_name->period);
}

/* H1: the first seats are those of different teams. */
static void rate_seats(const struct hk_result *result,
                       struct hk_rating *ratings)
{
    unsigned teams = has_teams(result) ? HK_TEAMS : result->seats;
    struct hk_rated rated[HK_SEATS_MAX];

    for (unsigned t = 0; t < teams; t++) {
        rated[t] = (struct hk_rated){.place = place_of(result, t)};
        for (unsigned s = t; s < result->seats; s += teams)
            rated[t].members[rated[t].member_count++] = ratings[s];
    }
    hk_ratings_update(rated, teams);
    for (unsigned s = 0; s < result->seats; s++)
        ratings[s] = rated[s % teams].members[s / teams];
}

static void rate_pairs(const struct hk_result *result,
                       struct hk_rating *ratings)
{
    struct hk_rated rated[HK_TEAMS];

    for (unsigned t = 0; t < HK_TEAMS; t++)
        rated[t] = (struct hk_rated){.place = place_of(result, t),
                                     .member_count = 1,
                                     .members = {ratings[t]}};
    hk_ratings_update(rated, HK_TEAMS);
    for (unsigned t = 0; t < HK_TEAMS; t++)
        ratings[t] = rated[t].members[0];
}

void hk_result_rate(const struct hk_result *result,
                    struct hk_rating ratings[HK_RESULT_LINES])
{
    rate_seats(result, ratings);
    if (has_teams(result))
        rate_pairs(result, ratings + result->seats);
}
