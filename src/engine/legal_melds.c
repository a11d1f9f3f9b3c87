/* The melds of Hand that can be laid: openings, and melds after them. */
#include "engine/legal_list.h"

#include "engine/hand.h"

enum { ACE_HIGH = 13 };

/* H9: what the melds of the move are worth together. */
static int16_t worth_of(const struct hk_legal *legal,
                        const struct hk_move *move)
{
    const hk_card *cards = move->cards;
    hk_points worth = 0;
    for (unsigned i = 0; i < move->meld_count; i++) {
        struct hk_meld meld;
        if (hk_meld_read(legal->rules, cards, move->lengths[i], &meld) ==
            HK_MELD_OK)
            worth += hk_meld_value(legal->rules, &meld);
        cards += move->lengths[i];
    }
    return (int16_t)worth;
}

/* ---- one meld of a seat that is down ---- */

/* A meld in the making, and what it may still take from the hand. */
struct making {
    struct hk_cardset hand;
    hk_card cards[HK_MELD_CARDS_MAX];
    unsigned count;
};

static bool push(struct making *making, hk_card card)
{
    if (making->count == HK_MELD_CARDS_MAX ||
        !hk_cardset_remove(&making->hand, card))
        return false;
    making->cards[making->count++] = card;
    return true;
}

static void pop(struct making *making)
{
    making->count--;
    hk_cardset_add(&making->hand, making->cards[making->count]);
}

static void offer_single(struct hk_legal *legal, const struct making *making)
{
    struct hk_meld meld;
    if (hk_meld_read(legal->rules, making->cards, making->count, &meld) !=
        HK_MELD_OK)
        return;
    struct hk_move move = hk_legal_start(legal, HK_MOVE_MELD);
    hk_legal_add_meld(&move, making->cards, making->count);
    hk_legal_offer_meld(legal, &move,
                        (int16_t)hk_meld_value(legal->rules, &meld));
}

/* H7: the suits from `next` on, jokers last. */
static void make_sets(struct hk_legal *legal, struct making *making,
                      unsigned rank, unsigned next)
{
    for (unsigned i = next; i <= HK_SUITS; i++) {
        bool joker = i == HK_SUITS;
        if (!push(making, joker ? HK_JOKER : hk_card_make(i, rank)))
            continue;
        offer_single(legal, making);
        if (making->count < HK_SUITS)
            make_sets(legal, making, rank, joker ? i : i + 1);
        pop(making);
    }
}

/* H6: upward from the cards so far; `place` is the next. */
static void make_runs(struct hk_legal *legal, struct making *making,
                      unsigned suit, unsigned place)
{
    if (place > ACE_HIGH)
        return;
    hk_card cards[] = {hk_card_make(suit, place % HK_RANKS), HK_JOKER};
    for (unsigned i = 0; i < 2; i++) {
        if (!push(making, cards[i]))
            continue;
        offer_single(legal, making);
        make_runs(legal, making, suit, place + 1);
        pop(making);
    }
}

void hk_legal_singles(struct hk_legal *legal)
{
    struct making making = {.hand = legal->state->hands[legal->seat]};
    for (unsigned rank = 0; rank < HK_RANKS; rank++)
        make_sets(legal, &making, rank, 0);
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        for (unsigned place = 0; place <= ACE_HIGH; place++)
            make_runs(legal, &making, suit, place);
}

/* ---- openings ---- */

/* All of the melds, and every part of them that will do as well. */
static void offer_parts(struct hk_legal *legal,
                        const struct hk_solution *solution)
{
    for (unsigned part = (1u << solution->meld_count) - 1; part > 0; part--) {
        struct hk_move move = hk_legal_start(legal, HK_MOVE_MELD);
        const hk_card *cards = solution->cards;
        for (unsigned i = 0; i < solution->meld_count; i++) {
            if (part >> i & 1)
                hk_legal_add_meld(&move, cards, solution->lengths[i]);
            cards += solution->lengths[i];
        }
        hk_legal_offer_meld(legal, &move, worth_of(legal, &move));
    }
}

/* The best opening with each card of the hand that can be in one. */
static void offer_each(struct hk_legal *legal, struct hk_solver_query *query)
{
    struct hk_solution solution;
    if (!hk_solver_best(legal->solver, query, &solution))
        return;
    offer_parts(legal, &solution);
    for (uint64_t left = query->hand->one; left != 0; left &= left - 1) {
        query->needs_card = (hk_card)__builtin_ctzll(left);
        if (hk_solver_best(legal->solver, query, &solution))
            offer_parts(legal, &solution);
    }
}

void hk_legal_openings(struct hk_legal *legal)
{
    const struct hk_rules *rules = legal->rules;
    struct hk_meld_limits limits;
    hk_meld_limits_hand(rules, &limits);
    struct hk_solver_query query = hk_solver_query(
        &limits, &legal->state->hands[legal->seat], HK_AIM_WORTH);
    hk_points required = hk_hand_opening_required(rules, legal->state);
    query.needs_run = rules->opening_needs_run;
    /* H13: a card is kept to discard. */
    query.left_least = rules->final_discard == HK_FINAL_REQUIRED;
    query.worth_least = (int16_t)(required > 1 ? required : 1);
    /* H3 */
    if (legal->state->starter_turn && !rules->starter_may_meld)
        return;
    offer_each(legal, &query);
    if (!rules->hand_waives_minimum)
        return;
    /* H9 D3: whatever leaves one card, or none, needs no minimum. */
    query.needs_card = HK_NO_CARD;
    query.worth_least = 1;
    query.left_most = 1;
    offer_each(legal, &query);
}
