/* M10 M11: cards asked for, allowed, refused and taken. */
#include "engine/claim.h"

#include <string.h>

#include "engine/require.h"
#include "engine/turn.h"

/* M10: so many cards of the pile and as many of the stock go to the seat; it
 * neither lays nor discards. */
static void give(struct hk_state *state, hk_seat seat, unsigned count,
                 struct hk_outcome *outcome)
{
    struct hk_taken *taken = &outcome->taken;
    HK_REQUIRE(count <= state->pile_count && count <= state->stock_count);
    memset(taken, 0, sizeof(*taken));
    state->pile_count -= (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        taken->from_pile[i] = state->pile[state->pile_count + i];
        taken->drawn[i] = state->stock[--state->stock_count];
        hk_cardset_add(&state->hands[seat], taken->from_pile[i]);
        hk_cardset_add(&state->hands[seat], taken->drawn[i]);
    }
    taken->seat = seat;
    taken->pile_count = (uint8_t)count;
    taken->drawn_count = (uint8_t)count;
    state->claimed = true;
}

static void close_question(struct hk_state *state)
{
    memset(&state->question, 0, sizeof(state->question));
    state->phase = HK_PHASE_DRAW;
}

/* M10: the cards asked for go to this seat, and the game goes on. */
static void settle(const struct hk_rules *rules, struct hk_state *state,
                   hk_seat taker, struct hk_outcome *outcome)
{
    give(state, taker, state->question.count, outcome);
    close_question(state);
    state->idle_turns = 0; /* D5 */
    /* D1: a claim is no turn, so none ends here. */
    if (rules->after_claim == HK_AFTER_CLAIM_NEXT_OF_TAKER)
        hk_turn_begin(state, hk_seat_after(rules, taker));
    hk_turn_open(rules, state, outcome);
}

void hk_claim_ask(struct hk_state *state, const struct hk_move *move)
{
    state->question = (struct hk_question){
        .by = move->seat,
        .count = (uint8_t)move->count,
        .asked = state->turn,
    };
    state->phase = HK_PHASE_ANSWER;
}

static void allow(const struct hk_rules *rules, struct hk_state *state,
                  struct hk_outcome *outcome)
{
    struct hk_question *question = &state->question;
    question->allowed |= (uint8_t)(1u << question->asked);
    question->asked = hk_seat_after(rules, question->asked);
    if (question->asked == question->by)
        settle(rules, state, question->by, outcome);
}

static void refuse(const struct hk_rules *rules, struct hk_state *state,
                   struct hk_outcome *outcome)
{
    hk_seat asked = state->question.asked;
    state->refused |= (uint8_t)(1u << state->question.by);
    if (rules->refusal == HK_REFUSAL_FREE) {
        close_question(state);
    } else if (asked == state->turn) {
        /* Option take: its draw, after which it plays on. */
        close_question(state);
        hk_turn_draw(state, HK_FROM_DISCARD, outcome);
    } else {
        settle(rules, state, asked, outcome);
    }
}

void hk_claim_answer(const struct hk_rules *rules, struct hk_state *state,
                     const struct hk_move *move, struct hk_outcome *outcome)
{
    if (move->allow)
        allow(rules, state, outcome);
    else
        refuse(rules, state, outcome);
}

void hk_claim_take(const struct hk_rules *rules, struct hk_state *state,
                   const struct hk_move *move, struct hk_outcome *outcome)
{
    give(state, move->seat, move->count, outcome);
    state->progress = true;
    hk_turn_end(rules, state, outcome);
}
