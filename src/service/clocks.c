/* The clocks of a game, from its options and events. */
#include "service/clocks.h"

#include <string.h>

#include "engine/apply.h"
#include "engine/plan.h"

#define SECOND UINT32_C(1000)

bool hk_clocks_kept(const struct hk_rules *rules)
{
    return rules->turn_seconds > 0 || rules->claim_seconds > 0;
}

void hk_clocks_init(struct hk_clocks *clocks, const struct hk_rules *rules)
{
    memset(clocks, 0, sizeof *clocks);
    clocks->drawn = HK_NO_CARD;
    for (unsigned s = 0; s < rules->seats; s++)
        clocks->bank_ms[s] = (uint32_t)rules->bank_seconds * SECOND;
}

/* M10: whether some seat could ask for the top card now. */
static bool somebody_can_ask(const struct hk_rules *rules,
                             const struct hk_state *state)
{
    struct hk_move move = {.kind = HK_MOVE_MAY_I, .count = 1};
    struct hk_refusal refusal;

    if (state->stage != HK_STAGE_PLAY || state->phase != HK_PHASE_DRAW)
        return false;
    for (unsigned s = 0; s < rules->seats; s++) {
        move.seat = (hk_seat)s;
        if (s != state->turn &&
            hk_apply_judge(rules, state, &move, &refusal) == HK_OK)
            return true;
    }
    return false;
}

/* What is left of the time to ask. */
static uint32_t window_left(const struct hk_clocks *clocks,
                            const struct hk_rules *rules,
                            const struct hk_state *state)
{
    uint32_t whole = (uint32_t)rules->claim_seconds * SECOND;

    if (clocks->window_ms >= whole || !somebody_can_ask(rules, state))
        return 0;
    return whole - clocks->window_ms;
}

static void add(uint32_t *sum, uint64_t ms)
{
    *sum = ms > UINT32_MAX - *sum ? UINT32_MAX : *sum + (uint32_t)ms;
}

void hk_clocks_pass(struct hk_clocks *clocks, const struct hk_rules *rules,
                    const struct hk_state *state, uint64_t ms)
{
    if (state->stage != HK_STAGE_PLAY || !hk_clocks_kept(rules))
        return;
    add(&clocks->spent_ms, ms);
    if (state->phase == HK_PHASE_ANSWER) {
        add(&clocks->answer_ms, ms);
        return;
    }
    uint64_t asking = window_left(clocks, rules, state);
    if (asking > ms)
        asking = ms;
    add(&clocks->window_ms, asking);
    add(&clocks->turn_ms, ms - asking);
}

/* What a turn has taken beyond its seconds is taken from the bank. */
static void end_turn(struct hk_clocks *clocks, const struct hk_rules *rules,
                     hk_seat seat)
{
    uint32_t free_ms = (uint32_t)rules->turn_seconds * SECOND;
    uint32_t *bank = &clocks->bank_ms[seat];

    if (rules->turn_seconds > 0 && clocks->turn_ms > free_ms) {
        uint32_t over = clocks->turn_ms - free_ms;
        *bank = over > *bank ? 0 : *bank - over;
    }
    clocks->turn_ms = 0;
    clocks->window_ms = 0;
    clocks->drawn = HK_NO_CARD;
    clocks->moving = 0;
}

void hk_clocks_follow(struct hk_clocks *clocks, const struct hk_rules *rules,
                      const struct hk_state *before,
                      const struct hk_state *after, hk_card drawn)
{
    if (!hk_clocks_kept(rules))
        return;
    clocks->answer_ms = 0;
    if (drawn != HK_NO_CARD)
        clocks->drawn = drawn;
    if (before->phase == HK_PHASE_ANSWER)
        clocks->moving = 0;
    if (after->turn != before->turn || after->round != before->round ||
        after->stage == HK_STAGE_OVER)
        end_turn(clocks, rules, before->turn);
}

void hk_clocks_undo(struct hk_clocks *clocks, const struct hk_state *before,
                    const struct hk_state *after)
{
    /* The card drawn in the turn may have been put back, or be another's. */
    if (after->turn != before->turn || after->phase != HK_PHASE_PLAY)
        clocks->drawn = HK_NO_CARD;
    clocks->turn_ms = 0;
    clocks->window_ms = 0;
    clocks->answer_ms = 0;
    clocks->moving = 0;
}

bool hk_clocks_expire(struct hk_clocks *clocks, const struct hk_rules *rules,
                      const struct hk_state *state, uint8_t *bots)
{
    hk_seat seat = hk_state_actor(state);

    /* M10: silence allows, and is no reason to lose the seat. */
    if (rules->on_timeout != HK_ON_TIMEOUT_FORFEIT ||
        state->phase == HK_PHASE_ANSWER) {
        clocks->moving = (uint8_t)(seat + 1);
        return false;
    }
    clocks->forfeits |= (uint8_t)(1u << seat);
    *bots |= (uint8_t)(1u << seat);
    return true;
}

enum hk_error hk_clocks_judge(const struct hk_clocks *clocks,
                              const struct hk_rules *rules,
                              const struct hk_state *state,
                              const struct hk_move *move,
                              struct hk_refusal *ret_refusal)
{
    if (move->kind != HK_MOVE_DRAW || move->source != HK_FROM_STOCK ||
        window_left(clocks, rules, state) == 0)
        return HK_OK;
    enum hk_error error = hk_apply_judge(rules, state, move, ret_refusal);
    if (error)
        return error;
    return hk_refuse(ret_refusal, HK_E_TOO_EARLY, HK_RULE_NONE, HK_AT_MOVE);
}

/* Of the seat that is asked. */
static struct hk_clock_face show_answer(const struct hk_clocks *clocks,
                                        const struct hk_rules *rules)
{
    int32_t seconds = rules->claim_seconds > 0 ? rules->claim_seconds
                                               : rules->turn_seconds;
    uint32_t whole = (uint32_t)seconds * SECOND;

    return (struct hk_clock_face){
        .limited = true,
        .left_ms = clocks->answer_ms < whole ? whole - clocks->answer_ms : 0};
}

struct hk_clock_face hk_clocks_show(const struct hk_clocks *clocks,
                                    const struct hk_rules *rules,
                                    const struct hk_state *state, uint8_t bots)
{
    struct hk_clock_face face = {.limited = false};

    if (state->stage != HK_STAGE_PLAY || !hk_clocks_kept(rules))
        return face;
    bool by_itself = bots >> hk_state_actor(state) & 1;
    if (state->phase == HK_PHASE_ANSWER)
        return by_itself ? face : show_answer(clocks, rules);
    face.window_ms = window_left(clocks, rules, state);
    if (by_itself || rules->turn_seconds == 0)
        return face;
    uint32_t bank = clocks->bank_ms[state->turn];
    uint32_t whole = (uint32_t)rules->turn_seconds * SECOND + bank;
    face.limited = true;
    face.left_ms = face.window_ms;
    if (clocks->turn_ms < whole)
        face.left_ms += whole - clocks->turn_ms;
    face.has_bank = true;
    face.bank_ms = bank;
    return face;
}
