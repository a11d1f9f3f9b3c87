/* The bot before its draw: where the next card comes from, questions. */
#include "engine/bot.h"

#include "engine/bot_plan.h"

enum {
    NEARLY_OUT = 2, /* cards of who may be out soon */
    MANY_CARDS = 16 /* so many that more are not asked for */
};

/* ---- the top of the discard pile ---- */

static bool add_top(const struct hk_bot *bot, struct hk_cardset *ret_hand)
{
    *ret_hand = *hk_bot_hand(bot);
    return bot->table.pile_count > 0 &&
           hk_cardset_add(ret_hand, bot->table.pile[bot->table.pile_count - 1]);
}

/* H5: whether the top card can be laid at once, as its duty wants. */
static bool serves_melds(const struct hk_bot *bot)
{
    struct hk_cardset hand;
    struct hk_solution solution;
    if (!add_top(bot, &hand))
        return false;
    hk_card top = bot->table.pile[bot->table.pile_count - 1];
    if (hk_bot_melds(bot, &hand, top, &solution))
        return true;
    bool lay_off_will_do = bot->rules->discard_draw ==
                               HK_DISCARD_DRAW_MELD_OR_LAY_OFF ||
                           bot->rules->discard_draw ==
                               HK_DISCARD_DRAW_FREE_WHEN_DOWN;
    return lay_off_will_do && hk_bot_is_down(bot) &&
           hk_bot_fits_table(bot, top);
}

/* M3: whether the top card brings the contract nearer or, once down, can be
 * laid off. */
static bool serves_contract(const struct hk_bot *bot)
{
    struct hk_cardset hand;
    if (!add_top(bot, &hand))
        return false;
    if (hk_bot_is_down(bot))
        return hk_bot_fits_table(bot,
                                 bot->table.pile[bot->table.pile_count - 1]);
    return hk_bot_missing(bot, &hand) < hk_bot_missing(bot, hk_bot_hand(bot));
}

static bool top_serves(const struct hk_bot *bot)
{
    return bot->contract ? serves_contract(bot) : serves_melds(bot);
}

/* ---- draws and questions ---- */

static bool draw(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_move move = hk_bot_start(bot, HK_MOVE_DRAW);
    move.source = HK_FROM_DISCARD;
    if (top_serves(bot) && hk_bot_try(bot, &move, ret_move))
        return true;
    move.source = HK_FROM_STOCK;
    return hk_bot_try(bot, &move, ret_move);
}

static bool nearly_out(const struct hk_bot *bot, unsigned seat)
{
    return bot->table.down >> seat & 1 && bot->hand_sizes[seat] <= NEARLY_OUT;
}

/* M10: a card that it needs costs another of the stock, so not in the end. */
static bool ask(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_move move = hk_bot_start(bot, HK_MOVE_MAY_I);
    if (!bot->contract || hk_bot_is_down(bot) ||
        bot->hand_sizes[bot->seat] >= MANY_CARDS)
        return false;
    for (unsigned seat = 0; seat < bot->rules->seats; seat++)
        if (nearly_out(bot, seat))
            return false;
    move.count = 1;
    return top_serves(bot) && hk_bot_try(bot, &move, ret_move);
}

static bool answer(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_move move = hk_bot_start(bot, HK_MOVE_ANSWER);
    bool spoils = bot->rules->refusal == HK_REFUSAL_FREE &&
                  nearly_out(bot, bot->table.question.by);
    move.allow = !(spoils || top_serves(bot));
    if (hk_bot_try(bot, &move, ret_move))
        return true;
    move.allow = true;
    return hk_bot_try(bot, &move, ret_move);
}

bool hk_bot_move(const struct hk_rules *rules, const struct hk_view *view,
                 hk_seat seat, const struct hk_solver *solver,
                 struct hk_move *ret_move)
{
    struct hk_bot bot;
    if (!view->round_on || !view->hands[seat].shown)
        return false;
    hk_bot_look(rules, view, seat, solver, &bot);
    switch (view->phase) {
    case HK_PHASE_DRAW:
        return view->turn == seat ? draw(&bot, ret_move) : ask(&bot, ret_move);
    case HK_PHASE_PLAY:
        return view->turn == seat && hk_bot_play(&bot, ret_move);
    case HK_PHASE_ANSWER:
        return view->turn == seat && answer(&bot, ret_move);
    }
    return false;
}

static bool move_of(const struct hk_rules *rules, const struct hk_state *state,
                    unsigned seat, const struct hk_solver *solver,
                    struct hk_move *ret_move)
{
    struct hk_viewer viewer = {.kind = HK_VIEW_SEAT, .seat = (hk_seat)seat};
    struct hk_view view;
    hk_view_state(state, rules, &viewer, &view);
    return hk_bot_move(rules, &view, (hk_seat)seat, solver, ret_move);
}

bool hk_bot_next(const struct hk_rules *rules, const struct hk_state *state,
                 unsigned seats, const struct hk_solver *solver,
                 struct hk_move *ret_move)
{
    hk_seat actor = hk_state_actor(state);
    for (unsigned i = 1; i < rules->seats; i++) {
        unsigned seat = (actor + i) % rules->seats;
        if (seats >> seat & 1 && move_of(rules, state, seat, solver, ret_move))
            return true;
    }
    return seats >> actor & 1 && move_of(rules, state, actor, solver, ret_move);
}
