/* Dry runs: moves judged and shown without a look at what is hidden. */
#include "service/dry.h"

#include <stdlib.h>
#include <string.h>

#include "engine/plan.h"

static void lay_melds(const struct hk_rules *rules, const struct hk_move *move,
                      struct hk_state *state)
{
    const hk_card *cards = move->cards;

    for (unsigned i = 0; i < move->meld_count; i++) {
        struct hk_meld *meld = &state->melds[state->meld_count++];

        if (hk_meld_read(rules, cards, move->lengths[i], meld) != HK_MELD_OK)
            abort();
        meld->seat = move->seat;
        cards += move->lengths[i];
    }
    state->down |= (uint8_t)(1u << move->seat);
}

static void lay_off(const struct hk_rules *rules, const struct hk_move *move,
                    struct hk_state *state)
{
    struct hk_meld *meld = &state->melds[move->meld - 1];
    struct hk_meld grown;

    if (hk_meld_fit(rules, meld, move->cards, move->card_count,
                    (enum hk_end)move->end, &grown) != HK_FITS)
        abort();
    grown.seat = meld->seat;
    *meld = grown;
}

/* M10: what was taken leaves the pile and the stock; of the stock it is not
 * told. */
static void take_cards(const struct hk_taken *taken, struct hk_state *state)
{
    state->pile_count -= taken->pile_count;
    state->stock_count -= taken->pile_count;
    for (unsigned i = 0; i < taken->pile_count; i++)
        hk_cardset_add(&state->hands[taken->seat], taken->from_pile[i]);
    memset(&state->question, 0, sizeof state->question);
    state->phase = HK_PHASE_DRAW;
}

/*
 * The table as it lies after the round's last move, before anything is
 * counted: the engine clears it at once, since a round's end is one step.
 */
static void show_last_move(const struct hk_rules *rules,
                           const struct hk_event *event, struct hk_state *state)
{
    const struct hk_move *move = &event->move;

    for (unsigned i = 0; i < move->card_count; i++)
        hk_cardset_remove(&state->hands[move->seat], move->cards[i]);
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_MELD:
        lay_melds(rules, move, state);
        return;
    case HK_MOVE_LAY_OFF:
        lay_off(rules, move, state);
        return;
    case HK_MOVE_DISCARD:
        state->pile[state->pile_count] = move->cards[0];
        state->pile_from[state->pile_count++] = move->seat;
        return;
    case HK_MOVE_TAKE:
    case HK_MOVE_ANSWER: /* G7: what they take can leave nothing to draw */
        take_cards(&event->taken, state);
        return;
    case HK_MOVE_DRAW:
    case HK_MOVE_RETURN:
    case HK_MOVE_TAKE_JOKER:
    case HK_MOVE_MAY_I:
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        break; /* G7 H13: none of these can end a round */
    }
    abort();
}

/* G11: the cards that came from the stock, out of the event and the hand;
 * after the end of a round the hand lacks them already. */
static void hide_stock(struct hk_dry *dry, struct hk_event *event,
                       struct hk_state *state, bool round_ended)
{
    struct hk_taken *taken = &event->taken;

    if (event->move.kind == HK_MOVE_DRAW &&
        event->move.source == HK_FROM_STOCK) {
        hk_cardset_remove(&state->hands[event->move.seat], event->drawn);
        event->drawn = HK_NO_CARD;
        dry->hidden_seat = event->move.seat;
        dry->hidden_cards = 1;
        dry->blind = true;
    }
    if (taken->pile_count == 0)
        return;
    for (unsigned i = 0; i < taken->drawn_count && !round_ended; i++)
        hk_cardset_remove(&state->hands[taken->seat], taken->drawn[i]);
    memset(taken->drawn, 0, sizeof taken->drawn);
    taken->drawn_count = 0;
    dry->hidden_seat = taken->seat;
    dry->hidden_cards = taken->pile_count;
    dry->blind = true;
}

enum hk_error hk_dry_move(struct hk_dry *dry, struct hk_draft *draft,
                          const struct hk_move *move, hk_time now,
                          struct hk_refusal *ret_refusal)
{
    struct hk_table *table = &draft->table;
    const struct hk_state before = table->state;

    if (dry->blind)
        return hk_refuse(ret_refusal, HK_E_HIDDEN_CARD, HK_RULE_NONE,
                         HK_AT_MOVE);
    /* G7: a new stock is made for the turn of the next seat. */
    if (hk_table_owed(table) == HK_OWED_RESHUFFLE)
        return hk_refuse(ret_refusal, HK_E_NOT_YOUR_TURN, HK_RULE_G10,
                         HK_AT_MOVE);
    struct hk_entry *entry = hk_draft_next(draft);
    enum hk_error error = hk_table_move(table, move, now, entry, ret_refusal);
    if (error)
        return error;
    bool round_ended = table->round_ended;
    if (round_ended) {
        table->round_ended = false;
        table->state = before;
        show_last_move(&table->rules, &entry->event, &table->state);
        dry->blind = true;
    }
    hide_stock(dry, &entry->event, &table->state, round_ended);
    return HK_OK;
}
