/* Writing rounds. */
#include "http/json_round.h"

#include "http/json_view.h"

void hk_json_result(struct hk_json *json, const struct hk_rules *rules,
                    const struct hk_round_result *result, bool with_round)
{
    if (with_round)
        hk_json_integer(json, "round", result->round);
    hk_json_number_or_null(json, "out", result->out);
    hk_json_boolean(json, "hand", result->hand);
    hk_json_boolean(json, "blocked", result->out < 0);
    hk_json_point_list(json, "points", result->points, rules->seats);
    if (hk_rules_teams(rules))
        hk_json_point_list(json, "team_points", result->team_points, HK_TEAMS);
    else
        hk_json_null(json, "team_points");
}

/* Whether it is known that the seat was down, or was not. */
static bool down_is_known(const struct hk_snapshot *game,
                          const struct hk_round_result *result, unsigned seat)
{
    uint8_t bit = (uint8_t)(1u << seat);

    return game->row.mode == HK_MODE_REFEREE || result->down & bit ||
           result->declared.down_said & bit;
}

static void write_down(struct hk_json *json, const struct hk_snapshot *game,
                       const struct hk_round_result *result)
{
    hk_json_open_array(json, "down");
    for (unsigned seat = 0; seat < game->rules.seats; seat++) {
        if (down_is_known(game, result, seat))
            hk_json_boolean(json, NULL, result->down >> seat & 1);
        else
            hk_json_null(json, NULL);
    }
    hk_json_close_array(json);
}

/* The cards left in each hand; null where a table did not name them. Who went
 * out held none. */
static void write_left(struct hk_json *json, const struct hk_snapshot *game,
                       const struct hk_round_result *result)
{
    hk_card cards[HK_PACK_MAX];

    hk_json_open_array(json, "cards");
    for (unsigned seat = 0; seat < game->rules.seats; seat++) {
        if (game->row.mode == HK_MODE_REFEREE || result->out == (int)seat ||
            result->declared.cards >> seat & 1)
            hk_json_cards(json, NULL, cards,
                          hk_cardset_list(&result->left[seat], cards));
        else
            hk_json_null(json, NULL);
    }
    hk_json_close_array(json);
}

/* How the referee dealt; null where a table did. */
static void write_deal(struct hk_json *json, const struct hk_snapshot *game,
                       const struct hk_round_row *round)
{
    if (game->row.mode == HK_MODE_REFEREE) {
        hk_json_integer(json, "dealer", round->result.dealer);
        hk_json_integer(json, "starter", round->result.starter);
        hk_json_hex(json, "commitment", round->commitment,
                    sizeof(round->commitment));
        hk_json_hex(json, "seed", round->seed, sizeof(round->seed));
        return;
    }
    hk_json_null(json, "dealer");
    hk_json_null(json, "starter");
    hk_json_null(json, "commitment");
    hk_json_null(json, "seed");
}

/* Which revision this is, of when and by whom. */
static void write_revision(struct hk_json *json,
                           const struct hk_round_row *round)
{
    hk_json_integer(json, "revision", round->revision);
    hk_json_time(json, "at", round->told_at);
    hk_json_number_or_null(json, "by", round->by);
}

void hk_json_round(struct hk_json *json, const struct hk_snapshot *game,
                   const struct hk_round_row *round)
{
    const struct hk_round_result *result = &round->result;

    hk_json_result(json, &game->rules, result, true);
    write_down(json, game, result);
    write_left(json, game, result);
    hk_json_told(json, &game->rules, game->row.mode, result);
    write_revision(json, round);
    write_deal(json, game, round);
}

void hk_json_revision(struct hk_json *json, const struct hk_snapshot *game,
                      const struct hk_round_row *round, const char *reason)
{
    write_revision(json, round);
    hk_json_string(json, "reason", *reason ? reason : NULL);
    hk_json_result(json, &game->rules, &round->result, true);
    hk_json_told(json, &game->rules, game->row.mode, &round->result);
}
