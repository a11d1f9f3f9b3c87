/* The rule set of Hand: what its variants allow. */
#ifndef HK_ENGINE_HAND_H
#define HK_ENGINE_HAND_H

#include "engine/plan.h"
#include "engine/rules.h"
#include "engine/state.h"

/*
 * H3 to H13: judges a move of the seat on turn that its phase allows. The
 * state is only read. With HK_OK ret_plan says what the move brings about,
 * else ret_refusal why not; the other is not written.
 */
HK_MUST_CHECK enum hk_error hk_hand_judge(const struct hk_rules *rules,
                                          const struct hk_state *state,
                                          const struct hk_move *move,
                                          struct hk_plan *ret_plan,
                                          struct hk_refusal *ret_refusal);

/* H9: what an opening must be worth now, where nothing waives it. */
hk_points hk_hand_opening_required(const struct hk_rules *rules,
                                   const struct hk_state *state);

#endif
