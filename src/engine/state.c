/* A game's state: its beginning, and who is ahead. */
#include "engine/state.h"

#include <string.h>

#include "engine/turn.h"

void hk_state_init(struct hk_state *state, const struct hk_rules *rules,
                   hk_seat dealer)
{
    memset(state, 0, sizeof(*state));
    state->stage = HK_STAGE_DEAL;
    state->round = 1;
    state->dealer = dealer;
    state->starter = hk_seat_after(rules, dealer);
    hk_turn_begin(state, state->starter);
}

hk_points hk_state_team_total(const struct hk_state *state, unsigned team)
{
    /* H17 D6: a team's score is the sum of its two seats' figures. */
    return state->totals[team] + state->totals[team + HK_TEAMS];
}

uint8_t hk_state_winners(const struct hk_state *state,
                         const struct hk_rules *rules)
{
    bool teams = hk_rules_teams(rules);
    unsigned sides = teams ? HK_TEAMS : rules->seats;
    int sign = hk_variant_lower_wins(rules->variant) ? 1 : -1;
    hk_points best = 0;
    uint8_t winners = 0;
    for (unsigned side = 0; side < sides; side++) {
        hk_points total = sign * (teams ? hk_state_team_total(state, side)
                                        : state->totals[side]);
        /* G8: equal best totals share the win. */
        if (winners == 0 || total < best) {
            best = total;
            winners = 0;
        }
        if (total == best)
            winners |= (uint8_t)(1u << side);
    }
    return winners;
}
