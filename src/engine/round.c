/* The end of a round: its score, the totals, the next dealer. */
#include "engine/round.h"

#include <string.h>

#include "engine/scoring.h"
#include "engine/turn.h"

static void score(const struct hk_rules *rules, const struct hk_state *state,
                  int out, struct hk_round_result *ret_result)
{
    hk_points held[HK_SEATS_MAX];
    *ret_result = (struct hk_round_result){
        .round = state->round,
        .dealer = state->dealer,
        .starter = state->starter,
        .out = (int8_t)out,
        /* H14: in the turn of the opening, no other seat's meld used. */
        .hand = hk_rules_has_hands(rules) && out >= 0 && state->opened &&
                !state->touched_other,
        .down = state->down,
    };
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++) {
        ret_result->left[seat] = state->hands[seat];
        held[seat] = hk_score_cards(rules, &state->hands[seat]);
    }
    hk_score_round(rules, held, ret_result);
}

/* G3: who deals the next round. */
static hk_seat next_dealer(const struct hk_rules *rules,
                           const struct hk_state *state,
                           const struct hk_round_result *result)
{
    hk_seat next = hk_seat_after(rules, state->dealer);
    if (rules->dealer == HK_DEALER_ROTATE)
        return next;
    /* Option loser: the highest figure of the round; ties: the one that comes
     * first after the old dealer. */
    hk_seat loser = next;
    for (unsigned i = 0; i < rules->seats; i++) {
        if (result->points[next] > result->points[loser])
            loser = next;
        next = hk_seat_after(rules, next);
    }
    return loser;
}

static void clear_table(struct hk_state *state)
{
    memset(state->hands, 0, sizeof(state->hands));
    state->reshuffles = 0;
    state->idle_turns = 0;
    state->opening = 0;
    state->down = 0;
    state->first_circle = false;
    state->claimed = false;
    state->refused = 0;
    memset(&state->question, 0, sizeof(state->question));
    state->stock_count = 0;
    state->pile_count = 0;
    state->meld_count = 0;
}

void hk_round_end(const struct hk_rules *rules, struct hk_state *state, int out,
                  struct hk_outcome *outcome)
{
    struct hk_round_result *result = &outcome->result;
    score(rules, state, out, result);
    outcome->round_ended = true;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        state->totals[seat] += result->points[seat];
    clear_table(state);
    if (state->round == rules->rounds) {
        /* H16 M13 */
        state->stage = HK_STAGE_OVER;
    } else {
        state->stage = HK_STAGE_DEAL;
        state->round++;
        state->dealer = next_dealer(rules, state, result);
        state->starter = hk_seat_after(rules, state->dealer);
    }
    hk_turn_begin(state, state->starter);
}
