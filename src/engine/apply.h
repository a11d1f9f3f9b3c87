/* The one function that changes a state. */
#ifndef HK_ENGINE_APPLY_H
#define HK_ENGINE_APPLY_H

#include "base/error.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"

/* What a move brought about beside the new state. */
struct hk_outcome {
    hk_card drawn;         /* the card that a draw took; else HK_NO_CARD */
    struct hk_taken taken; /* M10 M11; with pile_count 0 nothing */
    bool round_ended;      /* `result` says how */
    struct hk_round_result result;
};

/*
 * Judges the move and, when it is legal, carries it out. A refused move leaves
 * the state as it was and fills ret_refusal (also returned as its error).
 * Moves of seats are legal only in HK_STAGE_PLAY; the referee's DEAL and
 * RESHUFFLE only in their stages and with exactly the right cards: a wrong one
 * is a broken invariant and aborts.
 *
 * After a move the stage says what must come next: after HK_STAGE_DEAL or
 * HK_STAGE_RESHUFFLE the caller applies the referee's move.
 *
 * Errors: any of the refusals of state and rules in errors.def;
 * HK_E_INVALID_REQUEST where the variant does not know the move.
 */
HK_MUST_CHECK enum hk_error hk_apply(const struct hk_rules *rules,
                                     struct hk_state *state,
                                     const struct hk_move *move,
                                     struct hk_outcome *ret_outcome,
                                     struct hk_refusal *ret_refusal);

/* Whether hk_apply() would accept this move of a seat: HK_OK, or the refusal.
 * The state is only read. */
HK_MUST_CHECK enum hk_error hk_apply_judge(const struct hk_rules *rules,
                                           const struct hk_state *state,
                                           const struct hk_move *move,
                                           struct hk_refusal *ret_refusal);

#endif
