/* Figures of players and partnerships as JSON. */
#ifndef HK_HTTP_JSON_FIGURES_H
#define HK_HTTP_JSON_FIGURES_H

#include "base/json_write.h"
#include "store/boards.h"

/* Members games, wins and win_rate of an open object. */
void hk_json_wins(struct hk_json *json, const struct hk_figures *figures);

/* Members points and average (points a round) of an open object. */
void hk_json_points(struct hk_json *json, const struct hk_figures *figures);

/* Member rating: mu, sigma, and the ordinal that leaderboards go by. */
void hk_json_rating(struct hk_json *json, const struct hk_rating *rating);

/* Member players: the two names, in the order of the alphabet. */
void hk_json_pair(struct hk_json *json, const struct hk_board_row *row);

#endif
