/* Values of the engine as JSON, in events as in views. The members of an object
 * stand in the order of their names: docs/hash-chain.md. */
#ifndef HK_SERVICE_JSON_VALUES_H
#define HK_SERVICE_JSON_VALUES_H

#include "base/json_write.h"
#include "engine/card.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"

void hk_json_cards(struct hk_json *json, const char *name, const hk_card *cards,
                   unsigned count);

/* A card, or null where there is none or it is hidden. */
void hk_json_card(struct hk_json *json, const char *name, hk_card card);

/* "draw", "play", "answer". */
const char *hk_json_phase(enum hk_phase phase);

/* Bits of seats or teams, as an array of their numbers; null for none. */
void hk_json_winners(struct hk_json *json, const char *name, uint8_t winners);

/* Figures of seats or teams, from the first. */
void hk_json_point_list(struct hk_json *json, const char *name,
                        const hk_points *points, unsigned count);

/* An option's value as JSON: an integer, a boolean or the name of a choice. */
void hk_json_option_value(struct hk_json *json, const char *name,
                          const struct hk_option *option, int32_t value);

/* A seat's move as it may be sent. */
void hk_json_move(struct hk_json *json, const char *name,
                  const struct hk_move *move);

/* What a table told of each seat: the member `told`, null where the referee
 * saw the cards. It can be sent again as it is. */
void hk_json_told(struct hk_json *json, const struct hk_rules *rules,
                  enum hk_mode mode, const struct hk_round_result *result);

#endif
