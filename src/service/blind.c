/* What a batch must not make use of. */
#include "service/blind.h"

#include <stdlib.h>

#include "engine/plan.h"

/* Whoever made the game has named the cards of this round. */
static bool is_arranged(const struct hk_table *table)
{
    return table->state.round <= table->deal_count;
}

static bool holds(struct hk_cardset hand, const struct hk_move *move)
{
    for (unsigned i = 0; i < move->card_count; i++) {
        if (!hk_cardset_remove(&hand, move->cards[i]))
            return false;
    }
    return true;
}

/*
 * M9: in a round whose last card is laid off, whether the very card drawn may
 * be the one that is left would show what it is: it is taken not to fit.
 */
static enum hk_error check_left(const struct hk_table *table,
                                const struct hk_move *move,
                                struct hk_refusal *ret_refusal)
{
    const struct hk_contract *contract = hk_rules_contract(&table->rules,
                                                           table->state.round);
    unsigned held = hk_cardset_size(&table->state.hands[move->seat]);
    struct hk_table after = *table;
    struct hk_entry unused;

    if (!contract || !contract->last_laid || move->kind == HK_MOVE_DISCARD ||
        held != move->card_count + 1u)
        return HK_OK;
    enum hk_error error = hk_table_move(&after, move, table->updated_at,
                                        &unused, ret_refusal);
    return error ? error
                 : hk_refuse(ret_refusal, HK_E_STRANDED_CARD, HK_RULE_M9,
                             HK_AT_MOVE);
}

enum hk_error hk_blind_check(const struct hk_blind *blind,
                             const struct hk_table *table,
                             const struct hk_move *move,
                             struct hk_refusal *ret_refusal)
{
    struct hk_entry unused;

    if (blind->round_ended && !is_arranged(table))
        return hk_refuse(ret_refusal, HK_E_NOT_YOUR_TURN, HK_RULE_G10,
                         HK_AT_MOVE);
    if (!blind->drew)
        return HK_OK;

    struct hk_table seen = *table;
    hk_cardset_remove(&seen.state.hands[move->seat], blind->drawn);
    if (holds(seen.state.hands[move->seat], move))
        return check_left(table, move, ret_refusal);
    /* G6: the rules say what is wrong with it; nothing comes before that but
     * what everybody knows. */
    enum hk_error error = hk_table_move(&seen, move, table->updated_at, &unused,
                                        ret_refusal);
    if (!error)
        abort();
    return error;
}

void hk_blind_note(struct hk_blind *blind, const struct hk_table *table,
                   const struct hk_event *event)
{
    const struct hk_move *move = &event->move;

    if (table->round_ended)
        blind->round_ended = true;
    if (move->kind == HK_MOVE_DRAW && move->source == HK_FROM_STOCK &&
        !is_arranged(table)) {
        blind->drew = true;
        blind->drawn = event->drawn;
    }
}
