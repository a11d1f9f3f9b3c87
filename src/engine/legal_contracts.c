/* The ways of May I to go down: the contract of the round (M7). */
#include "engine/legal_list.h"

#include "engine/scoring.h"

enum {
    MELDS_MAX = 3, /* M3 */
    SET_LEAST = 3, /* M4 */
    ACE_HIGH = 13
};

/* One meld of the contract. A run's `low` counts as in struct hk_meld. */
struct part {
    enum hk_meld_kind kind;
    unsigned suit, low; /* of a run */
    unsigned count;
    hk_card cards[HK_MELD_CARDS_MAX]; /* of a run low to high */
};

/* A contract in the making: its smallest melds, and the rest of the hand. */
struct way {
    unsigned sets, runs; /* still to be chosen */
    struct hk_cardset rest;
    unsigned count;
    struct part parts[MELDS_MAX];
};

static unsigned least_of(const struct hk_legal *legal, const struct part *part)
{
    return part->kind == HK_SET ? SET_LEAST : hk_rules_run_least(legal->rules);
}

static hk_card run_card(const struct part *part, unsigned place)
{
    return hk_card_make(part->suit, place % HK_RANKS);
}

/* ---- growing ---- */

static void grow_set(struct way *way, struct part *part)
{
    unsigned rank = hk_card_rank(part->cards[0]);
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        while (hk_cardset_remove(&way->rest, hk_card_make(suit, rank)))
            part->cards[part->count++] = hk_card_make(suit, rank);
}

/* M5: upward as far as it goes, then downward. */
static void grow_run(const struct hk_legal *legal, struct way *way,
                     struct part *part)
{
    bool wrap = legal->rules->ace_wrap;
    unsigned most = (unsigned)legal->rules->run_max;
    while (part->count < most) {
        unsigned place = part->low + part->count;
        if ((place > ACE_HIGH && !wrap) ||
            !hk_cardset_remove(&way->rest, run_card(part, place)))
            break;
        part->count++;
    }
    while (part->count < most && (part->low > 0 || wrap)) {
        unsigned below = part->low + HK_RANKS - 1;
        if (!hk_cardset_remove(&way->rest, run_card(part, below)))
            break;
        part->low = below % HK_RANKS;
        part->count++;
    }
    /* D7: a circle is A … K. */
    if (part->count == HK_RANKS)
        part->low = HK_ACE;
    for (unsigned i = 0; i < part->count; i++)
        part->cards[i] = run_card(part, part->low + i);
}

/* ---- offering ---- */

/* `shorter` is a meld that is laid without its last card, `skip` one without
 * its first; MELDS_MAX: none. */
static bool offer(struct hk_legal *legal, const struct way *way,
                  unsigned shorter, unsigned skip)
{
    struct hk_move move = hk_legal_start(legal, HK_MOVE_MELD);
    hk_points points = 0;
    for (unsigned i = 0; i < way->count; i++) {
        unsigned first = i == skip;
        hk_legal_add_meld(&move, way->parts[i].cards + first,
                          way->parts[i].count - first - (i == shorter));
    }
    for (unsigned i = 0; i < move.card_count; i++)
        points += hk_score_card(legal->rules, move.cards[i]);
    return hk_legal_offer_meld(legal, &move, (int16_t)points);
}

/* M9: where all of it leaves no card, or one that is of no use, one card of
 * a meld stays in the hand. */
static void offer_one_less(struct hk_legal *legal, const struct way *way)
{
    for (unsigned i = 0; i < way->count; i++) {
        if (way->parts[i].count == least_of(legal, &way->parts[i]))
            continue;
        offer(legal, way, i, MELDS_MAX);
        offer(legal, way, MELDS_MAX, i);
    }
}

static void offer_way(struct hk_legal *legal, const struct way *way)
{
    struct way grown = *way;
    offer(legal, way, MELDS_MAX, MELDS_MAX);
    for (unsigned i = 0; i < grown.count; i++) {
        if (grown.parts[i].kind == HK_RUN)
            grow_run(legal, &grown, &grown.parts[i]);
        else
            grow_set(&grown, &grown.parts[i]);
    }
    if (!offer(legal, &grown, MELDS_MAX, MELDS_MAX))
        offer_one_less(legal, &grown);
}

/* ---- choosing ---- */

/* Takes the first cards of a rank; false (unchanged) where they are too few. */
static bool take_set(struct way *way, unsigned rank, struct part *ret_part)
{
    struct way taken = *way;
    struct part part = {.kind = HK_SET};
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        while (part.count < SET_LEAST &&
               hk_cardset_remove(&taken.rest, hk_card_make(suit, rank)))
            part.cards[part.count++] = hk_card_make(suit, rank);
    if (part.count < SET_LEAST)
        return false;
    way->rest = taken.rest;
    *ret_part = part;
    return true;
}

/* Takes the shortest run from here; false (unchanged) where a card is missing.
 */
static bool take_run(const struct hk_legal *legal, struct way *way,
                     unsigned suit, unsigned low, struct part *ret_part)
{
    struct hk_cardset rest = way->rest;
    struct part part = {.kind = HK_RUN, .suit = suit, .low = low};
    while (part.count < hk_rules_run_least(legal->rules)) {
        hk_card card = run_card(&part, low + part.count);
        if (!hk_cardset_remove(&rest, card))
            return false;
        part.cards[part.count++] = card;
    }
    way->rest = rest;
    *ret_part = part;
    return true;
}

/* M7: of different ranks; after the runs, from this rank on. */
static void choose_sets(struct hk_legal *legal, const struct way *way,
                        unsigned rank)
{
    if (way->sets == 0) {
        offer_way(legal, way);
        return;
    }
    for (; rank < HK_RANKS; rank++) {
        struct way next = *way;
        if (!take_set(&next, rank, &next.parts[next.count]))
            continue;
        next.count++;
        next.sets--;
        choose_sets(legal, &next, rank + 1);
    }
}

/* M7: of different suits, from this one on. */
static void choose_runs(struct hk_legal *legal, const struct way *way,
                        unsigned suit)
{
    unsigned lows = legal->rules->ace_wrap
                        ? HK_RANKS
                        : ACE_HIGH + 2 - hk_rules_run_least(legal->rules);
    if (way->runs == 0) {
        choose_sets(legal, way, 0);
        return;
    }
    for (; suit < HK_SUITS; suit++) {
        for (unsigned low = 0; low < lows; low++) {
            struct way next = *way;
            if (!take_run(legal, &next, suit, low, &next.parts[next.count]))
                continue;
            next.count++;
            next.runs--;
            choose_runs(legal, &next, suit + 1);
        }
    }
}

void hk_legal_contracts(struct hk_legal *legal)
{
    const struct hk_contract *contract = hk_rules_contract(legal->rules,
                                                           legal->state->round);
    const struct way way = {
        .sets = contract->sets,
        .runs = contract->runs,
        .rest = legal->state->hands[legal->seat],
    };
    choose_runs(legal, &way, 0);
}
