/* H5a: whether an open duty can still be met. */
#ifndef HK_ENGINE_DUTY_H
#define HK_ENGINE_DUTY_H

#include <stdbool.h>

#include "engine/cardset.h"
#include "engine/rules.h"
#include "engine/state.h"

/*
 * H5a D4: whether the seat on turn, down and holding `hand` after a play,
 * could meet the state's open duty in one further play and keep a card to
 * discard where H13 demands one: by a new meld from the hand or, where the
 * option lets a lay-off do, by a card that fits a meld on the table. The meld
 * with this number counts as `changed`; number 0: the table is unchanged.
 */
bool hk_duty_possible(const struct hk_rules *rules,
                      const struct hk_state *state,
                      const struct hk_cardset *hand, unsigned number,
                      const struct hk_meld *changed);

#endif
