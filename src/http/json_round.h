/* Rounds that have ended as JSON: what the referee saw, or a table told. */
#ifndef HK_HTTP_JSON_ROUND_H
#define HK_HTTP_JSON_ROUND_H

#include "base/json_write.h"
#include "engine/rules.h"
#include "service/game.h"

/* Members round, points, team_points, out, hand and blocked of an open
 * object. `with_round` is false where the round stands there already. */
void hk_json_result(struct hk_json *json, const struct hk_rules *rules,
                    const struct hk_round_result *result, bool with_round);

/* A round of a game, whole, as members of an open object. */
void hk_json_round(struct hk_json *json, const struct hk_snapshot *game,
                   const struct hk_round_row *round);

/* One revision of a round, as members of an open object; the reason is "" for
 * the first. */
void hk_json_revision(struct hk_json *json, const struct hk_snapshot *game,
                      const struct hk_round_row *round, const char *reason);

#endif
