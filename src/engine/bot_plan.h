/* What the files of the bot share: what it sees, and how it values cards. */
#ifndef HK_ENGINE_BOT_PLAN_H
#define HK_ENGINE_BOT_PLAN_H

#include <stdbool.h>

#include "engine/cardset.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/solver.h"
#include "engine/state.h"
#include "engine/view.h"

struct hk_bot {
    const struct hk_rules *rules;
    const struct hk_solver *solver;
    hk_seat seat;
    /* As much as the seat sees: of other hands no card, of the stock only how
     * many there are. What is judged of this seat's moves reads no more. */
    struct hk_state table;
    unsigned hand_sizes[HK_SEATS_MAX];
    const struct hk_contract *contract; /* M3; NULL in Hand */
};

/* What the view shows, as a state. */
void hk_bot_look(const struct hk_rules *rules, const struct hk_view *view,
                 hk_seat seat, const struct hk_solver *solver,
                 struct hk_bot *ret_bot);

static inline const struct hk_cardset *hk_bot_hand(const struct hk_bot *bot)
{
    return &bot->table.hands[bot->seat];
}

static inline bool hk_bot_is_down(const struct hk_bot *bot)
{
    return bot->table.down >> bot->seat & 1;
}

/* A move of the bot's seat of which nothing is said yet. */
struct hk_move hk_bot_start(const struct hk_bot *bot, enum hk_move_kind kind);

/* Whether the move is legal; then it is the bot's. */
bool hk_bot_try(const struct hk_bot *bot, const struct hk_move *move,
                struct hk_move *ret_move);

/* Cards that are still missing for the contract of the round (M3), if these
 * are the hand. */
unsigned hk_bot_missing(const struct hk_bot *bot,
                        const struct hk_cardset *hand);

/* Hand: the melds of greatest worth that the hand has; else no melds. */
void hk_bot_best(const struct hk_bot *bot, struct hk_solution *ret_best);

/* How much a card of the hand is worth keeping: the greater, the more. `best`
 * is what hk_bot_best() found. */
int hk_bot_keep(const struct hk_bot *bot, const struct hk_solution *best,
                hk_card card);

/* H5 H9: the best opening, or the best melds of a seat that is down, of these
 * cards; `card`, unless HK_NO_CARD, has to be among them. */
bool hk_bot_melds(const struct hk_bot *bot, const struct hk_cardset *hand,
                  hk_card card, struct hk_solution *ret_solution);

/* H10 M8: whether a card goes on a meld on the table that the seat may use. */
bool hk_bot_fits_table(const struct hk_bot *bot, hk_card card);

/* The move of the seat on turn after its draw. */
bool hk_bot_play(const struct hk_bot *bot, struct hk_move *ret_move);

#endif
