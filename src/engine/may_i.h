/* The rule set of May I: what it allows. */
#ifndef HK_ENGINE_MAY_I_H
#define HK_ENGINE_MAY_I_H

#include "engine/plan.h"
#include "engine/rules.h"

/*
 * M6 to M11: judges a move that the phase allows to its seat. The state is
 * only read. With HK_OK ret_plan says what the move brings about, else
 * ret_refusal why not; the other is not written.
 */
HK_MUST_CHECK enum hk_error hk_may_i_judge(const struct hk_rules *rules,
                                           const struct hk_state *state,
                                           const struct hk_move *move,
                                           struct hk_plan *ret_plan,
                                           struct hk_refusal *ret_refusal);

#endif
