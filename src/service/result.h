/* What one finished game gives the leaderboards: a plain value, made of the
 * game's rounds. Figures (H16, H17), places, and the ratings that follow. */
#ifndef HK_SERVICE_RESULT_H
#define HK_SERVICE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "service/period.h"
#include "store/figures.h"
#include "store/games.h"
#include "store/results.h"

struct hk_result {
    int64_t game; /* row id */
    hk_time ended_at;
    uint8_t variant;  /* enum hk_variant */
    uint8_t evidence; /* enum hk_evidence, never ALL */
    uint8_t seats;
    uint8_t rounds;
    int64_t players[HK_SEATS_MAX]; /* row ids */
    struct {
        hk_points points;   /* in partnerships its team's, */
        uint8_t rounds_won; /* likewise */
        uint8_t hands;      /* its own */
    } by_seat[HK_SEATS_MAX];
};

/* Who saw such games: the referee, or a table that tells of them. */
enum hk_evidence hk_evidence_of(enum hk_mode mode);

/* The result of a game of these seats that ended with these rounds. */
void hk_result_make(struct hk_result *ret_result, int64_t game,
                    const struct hk_rules *rules, enum hk_evidence evidence,
                    hk_time ended_at, const struct hk_seat_row *seats,
                    const struct hk_round_row *rounds, size_t round_count);

/* As far as ratings go: what is kept of a counted game. */
void hk_result_from_row(struct hk_result *ret_result,
                        const struct hk_result_row *row);

/* A line of a leaderboard: whose it is. */
struct hk_line {
    int64_t player;
    int64_t partner; /* player < partner; 0: no partnership */
};

/* The lines that the game adds to: the seats in order, then in partnerships
 * the two pairs. */
unsigned hk_result_lines(const struct hk_result *result);
struct hk_line hk_result_line(const struct hk_result *result, unsigned line);

/* What the game adds to it; the rating is that of a first game's beginning. */
struct hk_figures hk_result_figures(const struct hk_result *result,
                                    unsigned line);

/* Adds the figures of further games of this variant; the rating stays. */
void hk_figures_add(struct hk_figures *figures, const struct hk_figures *more,
                    enum hk_variant variant);

/*
 * A game enters HK_RESULT_BOARDS leaderboards, in this order: for each period,
 * the one of all games and the one of its evidence; of players, and of pairs
 * where `partnerships`.
 */
void hk_result_board(const struct hk_result *result, unsigned board,
                     bool partnerships, struct hk_board_name *ret_name);

/* Of the board of this number: its kind of period, and whether it is the one of
 * all games. */
enum hk_period hk_result_board_period(unsigned board);
bool hk_result_board_all_evidence(unsigned board);

/* Brings the ratings of its lines on one leaderboard up to date. A lower total
 * is better in Hand, a higher in May I, equal totals tie; partners are a team,
 * a pair is one. */
void hk_result_rate(const struct hk_result *result,
                    struct hk_rating ratings[HK_RESULT_LINES]);

#endif
