/* Writing figures. */
#include "http/json_figures.h"

#include <string.h>

void hk_json_wins(struct hk_json *json, const struct hk_figures *figures)
{
    hk_json_integer(json, "games", figures->games);
    hk_json_integer(json, "wins", figures->wins);
    hk_json_ratio(json, "win_rate", figures->wins, figures->games, 3);
}

void hk_json_points(struct hk_json *json, const struct hk_figures *figures)
{
    hk_json_integer(json, "points", figures->points);
    hk_json_ratio(json, "average", figures->points, figures->rounds, 2);
}

void hk_json_rating(struct hk_json *json, const struct hk_rating *rating)
{
    hk_json_open_object(json, "rating");
    hk_json_real(json, "mu", rating->mu);
    hk_json_real(json, "sigma", rating->sigma);
    hk_json_real(json, "ordinal", hk_rating_ordinal(rating));
    hk_json_close_object(json);
}

void hk_json_pair(struct hk_json *json, const struct hk_board_row *row)
{
    bool in_order = strcmp(row->name, row->partner_name) <= 0;

    hk_json_open_array(json, "players");
    hk_json_string(json, NULL, in_order ? row->name : row->partner_name);
    hk_json_string(json, NULL, in_order ? row->partner_name : row->name);
    hk_json_close_array(json);
}
