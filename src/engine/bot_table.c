/* What a seat's view says, as a state on which its moves can be judged. */
#include <string.h>

#include "engine/apply.h"
#include "engine/bot_plan.h"
#include "engine/require.h"

/* A meld as shown is a meld as laid: the order says where jokers are. */
static void look_at_meld(const struct hk_rules *rules,
                         const struct hk_view_meld *shown,
                         struct hk_meld *ret_meld)
{
    HK_REQUIRE(hk_meld_read(rules, shown->cards, shown->length, ret_meld) ==
               HK_MELD_OK);
    ret_meld->seat = shown->seat;
}

static void look_at_turn(const struct hk_view *view, struct hk_state *table)
{
    table->starter_turn = view->starter_turn;
    table->duty = view->duty;
    table->acted = view->acted;
    table->returned = view->returned;
    table->waived = view->waived;
    table->duty_card = view->duty_card;
    table->first_circle = view->first_circle;
    table->claimed = view->claimed;
    table->refused = view->refused;
    table->question = view->question;
    table->opening = (int16_t)view->opening;
}

static void look_at_table(const struct hk_rules *rules,
                          const struct hk_view *view, struct hk_state *table)
{
    table->stage = HK_STAGE_PLAY;
    table->phase = (uint8_t)view->phase;
    table->round = (uint8_t)view->round;
    table->dealer = view->dealer;
    table->starter = view->starter;
    table->turn = view->asks ? view->on_turn : view->turn;
    table->reshuffles = (uint8_t)view->reshuffles;
    table->stock_count = (uint8_t)view->stock;
    table->pile_count = (uint8_t)view->pile_count;
    memcpy(table->pile, view->pile, view->pile_count);
    memcpy(table->pile_from, view->pile_from, view->pile_count);
    table->meld_count = (uint8_t)view->meld_count;
    for (unsigned i = 0; i < view->meld_count; i++)
        look_at_meld(rules, &view->melds[i], &table->melds[i]);
}

void hk_bot_look(const struct hk_rules *rules, const struct hk_view *view,
                 hk_seat seat, const struct hk_solver *solver,
                 struct hk_bot *ret_bot)
{
    struct hk_bot *bot = ret_bot;
    memset(bot, 0, sizeof(*bot));
    bot->rules = rules;
    bot->solver = solver;
    bot->seat = seat;
    bot->contract = view->contract;
    look_at_table(rules, view, &bot->table);
    look_at_turn(view, &bot->table);
    for (unsigned i = 0; i < rules->seats; i++) {
        bot->table.down |= (uint8_t)(view->down[i] << i);
        bot->hand_sizes[i] = view->hands[i].count;
    }
    for (unsigned i = 0; i < view->hands[seat].count; i++)
        hk_cardset_add(&bot->table.hands[seat], view->hands[seat].cards[i]);
}

struct hk_move hk_bot_start(const struct hk_bot *bot, enum hk_move_kind kind)
{
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    move.kind = (uint8_t)kind;
    move.seat = bot->seat;
    return move;
}

bool hk_bot_try(const struct hk_bot *bot, const struct hk_move *move,
                struct hk_move *ret_move)
{
    struct hk_refusal refusal;
    if (hk_apply_judge(bot->rules, &bot->table, move, &refusal) != HK_OK)
        return false;
    *ret_move = *move;
    return true;
}
