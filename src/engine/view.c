/* G11: who may see what. The only place that hides cards. */
#include "engine/view.h"

#include <string.h>

static bool sees_hand(const struct hk_viewer *viewer, unsigned seat)
{
    switch (viewer->kind) {
    case HK_VIEW_PUBLIC:
        return false;
    case HK_VIEW_SEAT:
        return viewer->seat == seat;
    case HK_VIEW_HOST:
        return true;
    }
    return false;
}

static void show_meld(const struct hk_rules *rules, const struct hk_meld *meld,
                      unsigned number, struct hk_view_meld *ret_meld)
{
    ret_meld->number = number;
    ret_meld->seat = meld->seat;
    ret_meld->kind = meld->kind;
    ret_meld->length = hk_meld_cards(meld, ret_meld->cards);
    hk_meld_stands_for(meld, ret_meld->stands_for);
    ret_meld->value = hk_rules_values_melds(rules) ? hk_meld_value(rules, meld)
                                                   : 0;
}

/* H3 H5 H9 M6 M10: what follows from moves that all could see. */
static void show_turn(const struct hk_state *state, struct hk_view *view)
{
    view->on_turn = state->turn;
    view->starter_turn = state->starter_turn;
    view->acted = state->acted;
    view->returned = state->returned;
    view->waived = state->waived;
    view->first_circle = state->first_circle;
    view->claimed = state->claimed;
    view->refused = state->refused;
    view->duty_card = state->duty_card;
    view->opening = state->opening;
}

void hk_view_state(const struct hk_state *state, const struct hk_rules *rules,
                   const struct hk_viewer *viewer, struct hk_view *ret_view)
{
    struct hk_view *view = ret_view;
    memset(view, 0, sizeof(*view));
    if (state->stage != HK_STAGE_PLAY && state->stage != HK_STAGE_RESHUFFLE)
        return;
    view->round_on = true;
    view->round = state->round;
    view->dealer = state->dealer;
    view->starter = state->starter;
    view->turn = hk_state_actor(state);
    view->phase = state->phase;
    view->duty = state->duty;
    view->contract = hk_rules_contract(rules, state->round);
    view->asks = state->phase == HK_PHASE_ANSWER;
    view->question = state->question;
    view->stock = state->stock_count;
    view->reshuffles = state->reshuffles;
    view->pile_count = state->pile_count;
    memcpy(view->pile, state->pile, state->pile_count);
    memcpy(view->pile_from, state->pile_from, state->pile_count);
    show_turn(state, view);
    view->meld_count = state->meld_count;
    for (unsigned i = 0; i < state->meld_count; i++)
        show_meld(rules, &state->melds[i], i + 1, &view->melds[i]);
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        struct hk_view_hand *hand = &view->hands[seat];
        view->down[seat] = state->down >> seat & 1;
        hand->count = hk_cardset_size(&state->hands[seat]);
        hand->shown = sees_hand(viewer, seat);
        if (hand->shown)
            hk_cardset_list(&state->hands[seat], hand->cards);
    }
}

/* The order of the cards of a move is told to nobody. */
static void hide_cards(struct hk_event *event)
{
    memset(event->move.cards, 0, sizeof(event->move.cards));
    event->move.card_count = 0;
}

void hk_view_event(struct hk_event *event, const struct hk_viewer *viewer,
                   bool round_over)
{
    if (round_over)
        return;
    switch ((enum hk_event_type)event->type) {
    case HK_EVENT_ROUND_STARTED:
    case HK_EVENT_RESHUFFLED:
        hide_cards(event);
        return;
    case HK_EVENT_MOVE:
        /* The top of the discard pile lay open: who drew it hides nothing. */
        if (event->move.kind == HK_MOVE_DRAW &&
            event->move.source == HK_FROM_STOCK &&
            !sees_hand(viewer, event->move.seat))
            event->drawn = HK_NO_CARD;
        /* M10: by who took them, not by whose answer it was. */
        if (!sees_hand(viewer, event->taken.seat)) {
            memset(event->taken.drawn, 0, sizeof(event->taken.drawn));
            event->taken.drawn_count = 0;
        }
        return;
    case HK_EVENT_GAME_CREATED:
    case HK_EVENT_SEAT_TAKEN:
    case HK_EVENT_SEAT_GIVEN:
    case HK_EVENT_UNDONE:
    case HK_EVENT_ROUND_ENDED:
    case HK_EVENT_ROUND_CORRECTED:
    case HK_EVENT_GAME_ENDED:
    case HK_EVENT_CLOCK_EXPIRED:
    case HK_EVENT_CLOCK_RESUMED:
        return;
    }
}
