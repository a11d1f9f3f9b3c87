/* The bot after its draw: melds, jokers, lay-offs, a discard. */
#include <string.h>

#include "engine/bot_plan.h"
#include "engine/hand.h"
#include "engine/scoring.h"

/* ---- melds ---- */

static bool lay(const struct hk_bot *bot, const struct hk_solution *solution,
                struct hk_move *ret_move)
{
    struct hk_move move = hk_bot_start(bot, HK_MOVE_MELD);
    move.meld_count = solution->meld_count;
    memcpy(move.lengths, solution->lengths, solution->meld_count);
    for (unsigned i = 0; i < solution->meld_count; i++)
        move.card_count += solution->lengths[i];
    memcpy(move.cards, solution->cards, move.card_count);
    return move.meld_count > 0 && hk_bot_try(bot, &move, ret_move);
}

bool hk_bot_melds(const struct hk_bot *bot, const struct hk_cardset *hand,
                  hk_card card, struct hk_solution *ret_solution)
{
    struct hk_meld_limits limits;
    bool down = hk_bot_is_down(bot);
    if (hk_cardset_size(hand) > HK_SOLVER_CARDS_MAX)
        return false;
    hk_meld_limits_hand(bot->rules, &limits);
    struct hk_solver_query query = hk_solver_query(
        &limits, hand, down ? HK_AIM_LEFT : HK_AIM_WORTH);
    /* H13: the last card is the discard. */
    query.left_least = bot->rules->final_discard == HK_FINAL_REQUIRED;
    query.needs_card = card;
    if (!down) {
        hk_points required = hk_hand_opening_required(bot->rules, &bot->table);
        query.worth_least = (int16_t)(required > 0 ? required : 1);
        query.needs_run = bot->rules->opening_needs_run;
    }
    return hk_solver_best(bot->solver, &query, ret_solution);
}

/* H9 hand_waives_minimum: nearly all cards at once need no figure. */
static bool lay_all(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_meld_limits limits;
    struct hk_solution solution;
    hk_meld_limits_hand(bot->rules, &limits);
    struct hk_solver_query query = hk_solver_query(&limits, hk_bot_hand(bot),
                                                   HK_AIM_LEFT);
    query.left_least = bot->rules->final_discard == HK_FINAL_REQUIRED;
    query.left_most = 1;
    query.needs_run = bot->rules->opening_needs_run;
    return hk_solver_best(bot->solver, &query, &solution) &&
           lay(bot, &solution, ret_move);
}

static bool lay_melds(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_solution solution;
    bool with_card = bot->table.duty &&
                     bot->rules->discard_draw == HK_DISCARD_DRAW_MELD_WITH_CARD;
    hk_card card = with_card ? bot->table.duty_card : HK_NO_CARD;
    if (hk_bot_melds(bot, hk_bot_hand(bot), card, &solution) &&
        lay(bot, &solution, ret_move))
        return true;
    return !hk_bot_is_down(bot) && bot->rules->hand_waives_minimum &&
           lay_all(bot, ret_move);
}

/* M7 M9: the contract, with the fewest points left that the round allows. */
static bool lay_contract(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_meld_limits limits;
    struct hk_solution solution;
    bool last_laid = bot->contract->last_laid;
    const struct hk_cardset *hand = hk_bot_hand(bot);
    if (hk_bot_is_down(bot) || hk_cardset_size(hand) > HK_SOLVER_CARDS_MAX)
        return false;
    hk_meld_limits_may_i(bot->rules->ace_wrap, &limits);
    struct hk_contract_query query = hk_contract_query(
        &limits, hand, bot->contract->sets, bot->contract->runs);
    query.left_least = !last_laid;
    if (hk_contract_best(&query, &solution) && lay(bot, &solution, ret_move))
        return true;
    /* M9: no card is left alone that fits nowhere. */
    query.left_least = 2;
    return last_laid && hk_contract_best(&query, &solution) &&
           lay(bot, &solution, ret_move);
}

/* ---- what lies on the table ---- */

static bool may_use(const struct hk_bot *bot, const struct hk_meld *meld)
{
    return !bot->contract || bot->rules->lay_off == HK_LAY_OFF_ANY ||
           meld->seat == bot->seat;
}

bool hk_bot_fits_table(const struct hk_bot *bot, hk_card card)
{
    for (unsigned i = 0; i < bot->table.meld_count; i++) {
        struct hk_meld grown;
        const struct hk_meld *meld = &bot->table.melds[i];
        if (may_use(bot, meld) &&
            hk_meld_fit(bot->rules, meld, &card, 1, HK_END_NONE, &grown) !=
                HK_FITS_NOT)
            return true;
    }
    return false;
}

static bool lay_off_card(const struct hk_bot *bot, hk_card card,
                         struct hk_move *ret_move)
{
    struct hk_move move = hk_bot_start(bot, HK_MOVE_LAY_OFF);
    move.card_count = 1;
    move.cards[0] = card;
    for (unsigned i = 0; i < bot->table.meld_count; i++) {
        bool run = bot->table.melds[i].kind == HK_RUN;
        move.meld = (uint16_t)(i + 1);
        move.end = run ? HK_END_LOW : HK_END_NONE;
        if (hk_bot_try(bot, &move, ret_move))
            return true;
        move.end = HK_END_HIGH;
        if (!run)
            continue;
        if (hk_bot_try(bot, &move, ret_move))
            return true;
    }
    return false;
}

/* The costliest card first. */
static bool lay_off(const struct hk_bot *bot, struct hk_move *ret_move)
{
    hk_points best = 0;
    for (uint64_t left = hk_bot_hand(bot)->one; left; left &= left - 1) {
        hk_card card = (hk_card)__builtin_ctzll(left);
        hk_points points = hk_score_card(bot->rules, card);
        if (points > best && lay_off_card(bot, card, ret_move))
            best = points;
    }
    return best > 0;
}

/* H11: the joker of a set for all that it misses, one of a run for its card. */
static bool take_joker(const struct hk_bot *bot, struct hk_move *ret_move)
{
    for (unsigned i = 0; i < bot->table.meld_count; i++) {
        const struct hk_meld *meld = &bot->table.melds[i];
        struct hk_move move = hk_bot_start(bot, HK_MOVE_TAKE_JOKER);
        hk_card stand_for[HK_MELD_CARDS_MAX];
        unsigned length = hk_meld_stands_for(meld, stand_for);
        move.meld = (uint16_t)(i + 1);
        if (meld->jokers == 0)
            continue;
        for (unsigned s = 0; meld->kind == HK_SET && s < HK_SUITS; s++)
            if (!(meld->cards >> 2 * s & 3))
                move.cards[move.card_count++] = hk_card_make(s, meld->rank);
        if (meld->kind == HK_SET && hk_bot_try(bot, &move, ret_move))
            return true;
        move.card_count = 1;
        for (unsigned j = 0; meld->kind == HK_RUN && j < length; j++) {
            move.cards[0] = stand_for[j];
            if ((meld->cards >> j & 1) && hk_bot_try(bot, &move, ret_move))
                return true;
        }
    }
    return false;
}

/* ---- the discard ---- */

/* Of the cards that may go the one least worth keeping, of these the
 * costliest. */
static bool discard(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_move move = hk_bot_start(bot, HK_MOVE_DISCARD);
    struct hk_solution best;
    bool found = false;
    int least = 0;
    hk_points most = 0;
    move.card_count = 1;
    hk_bot_best(bot, &best);
    for (uint64_t left = hk_bot_hand(bot)->one; left; left &= left - 1) {
        hk_card card = (hk_card)__builtin_ctzll(left);
        int keep = hk_bot_keep(bot, &best, card);
        hk_points points = hk_score_card(bot->rules, card);
        if (found && (keep > least || (keep == least && points <= most)))
            continue;
        move.cards[0] = card;
        if (!hk_bot_try(bot, &move, ret_move))
            continue;
        found = true;
        least = keep;
        most = points;
    }
    return found;
}

bool hk_bot_play(const struct hk_bot *bot, struct hk_move *ret_move)
{
    struct hk_move put_back = hk_bot_start(bot, HK_MOVE_RETURN);
    if (bot->contract ? lay_contract(bot, ret_move) : lay_melds(bot, ret_move))
        return true;
    if (hk_bot_is_down(bot) &&
        (take_joker(bot, ret_move) || lay_off(bot, ret_move)))
        return true;
    return discard(bot, ret_move) || hk_bot_try(bot, &put_back, ret_move);
}
