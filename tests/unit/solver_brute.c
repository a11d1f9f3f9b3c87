/* A second, slow and simple way to the solver's answers, for its tests. */
#include "solver_brute.h"

#include <stdlib.h>
#include <string.h>

#include "engine_kit.h"

bool brute_take(struct hk_cardset *from, const struct hk_cardset *cards)
{
    if ((cards->one & ~from->one) | (cards->two & ~from->two))
        return false;
    uint64_t both = from->two;
    from->two = both & ~cards->one;
    from->one = (from->one & ~cards->one) | (both & cards->one & ~cards->two);
    return true;
}

bool brute_same(const struct hk_solution *one, const struct hk_solution *other)
{
    unsigned count = 0;
    for (unsigned i = 0; i < one->meld_count; i++)
        count += one->lengths[i];
    return one->worth == other->worth &&
           one->left_points == other->left_points &&
           one->left_count == other->left_count &&
           one->meld_count == other->meld_count &&
           memcmp(one->lengths, other->lengths, one->meld_count) == 0 &&
           memcmp(one->cards, other->cards, count) == 0;
}

int brute_points(const struct hk_meld_limits *limits,
                 const struct hk_cardset *cards)
{
    int points = limits->left_joker * (int)hk_cardset_count(cards, HK_JOKER);
    for (unsigned i = 0; i < HK_NATURALS; i++)
        points += limits->left[i % HK_RANKS] *
                  (int)hk_cardset_count(cards, (hk_card)i);
    return points;
}

static void add_meld(struct brute_melds *melds, struct brute_meld meld)
{
    for (unsigned i = 0; i < melds->count; i++) {
        struct brute_meld *known = &melds->list[i];
        if (known->cards.one != meld.cards.one ||
            known->cards.two != meld.cards.two)
            continue;
        KIT_CHECK(known->run == meld.run);
        if (meld.worth > known->worth)
            known->worth = meld.worth;
        return;
    }
    KIT_CHECK(melds->count < BRUTE_MELDS_MAX);
    melds->list[melds->count++] = meld;
}

/* Adds the cards if the hand holds them and they are a meld. */
static void try_cards(const struct hk_rules *rules,
                      const struct hk_meld_limits *limits,
                      const struct hk_cardset *hand, const hk_card *cards,
                      unsigned count, bool run, struct brute_melds *melds)
{
    struct brute_meld meld = {.run = run, .rank = HK_NO_CARD};
    for (unsigned i = 0; i < count; i++) {
        if (!hk_cardset_add(&meld.cards, cards[i]))
            return;
        if (cards[i] < HK_NATURALS) {
            meld.suit = (uint8_t)hk_card_suit(cards[i]);
            meld.rank = (uint8_t)hk_card_rank(cards[i]);
            meld.worth += limits->worth[meld.rank];
        }
    }
    struct hk_cardset held = *hand;
    if (!brute_take(&held, &meld.cards))
        return;
    if (rules) {
        struct hk_meld read;
        if (hk_meld_read(rules, cards, count, &read) != HK_MELD_OK)
            return;
        meld.run = read.kind == HK_RUN;
        meld.worth = hk_meld_value(rules, &read);
    } else if (meld.cards.one >> HK_JOKER & 1) {
        return;
    }
    add_meld(melds, meld);
}

/* A run with jokers in these two places; a place past its end has none. */
static void try_run(const struct hk_rules *rules,
                    const struct hk_meld_limits *limits,
                    const struct hk_cardset *hand, hk_card low, unsigned count,
                    unsigned one, unsigned two, struct brute_melds *melds)
{
    hk_card cards[HK_MELD_CARDS_MAX];
    for (unsigned i = 0; i < count; i++)
        cards[i] = hk_card_make(hk_card_suit(low),
                                (hk_card_rank(low) + i) % HK_RANKS);
    if (one < count)
        cards[one] = HK_JOKER;
    if (two < count)
        cards[two] = HK_JOKER;
    try_cards(rules, limits, hand, cards, count, true, melds);
}

/* Runs from every card, of every length, with jokers in up to two places. */
static void find_runs(const struct hk_rules *rules,
                      const struct hk_meld_limits *limits,
                      const struct hk_cardset *hand, struct brute_melds *melds)
{
    bool jokers = hk_cardset_count(hand, HK_JOKER) > 0;
    for (unsigned low = 0; low < HK_NATURALS; low++)
        for (unsigned count = limits->run_least; count <= limits->run_most;
             count++) {
            if (!limits->wraps && low % HK_RANKS + count > HK_RANKS + 1)
                break;
            for (unsigned one = jokers ? 0 : count; one <= count; one++)
                for (unsigned two = one; two <= count; two++)
                    try_run(rules, limits, hand, (hk_card)low, count, one, two,
                            melds);
        }
}

/* Sets: none, one or two of each suit, and up to two jokers. */
static void find_sets(const struct hk_rules *rules,
                      const struct hk_meld_limits *limits,
                      const struct hk_cardset *hand, struct brute_melds *melds)
{
    unsigned codes = hk_cardset_count(hand, HK_JOKER) > 0 ? 243 : 81;
    for (unsigned rank = 0; rank < HK_RANKS; rank++)
        for (unsigned code = 0; code < codes; code++) {
            hk_card cards[2 * HK_SUITS + 2];
            unsigned count = 0;
            unsigned rest = code;
            for (unsigned suit = 0; suit <= HK_SUITS; suit++, rest /= 3)
                for (unsigned i = rest % 3; i > 0; i--)
                    cards[count++] = suit == HK_SUITS
                                         ? HK_JOKER
                                         : hk_card_make(suit, rank);
            if (count >= limits->set_least && count <= limits->set_most)
                try_cards(rules, limits, hand, cards, count, false, melds);
        }
}

void brute_find(const struct hk_rules *rules,
                const struct hk_meld_limits *limits,
                const struct hk_cardset *hand, struct brute_melds *ret_melds)
{
    ret_melds->count = 0;
    find_runs(rules, limits, hand, ret_melds);
    find_sets(rules, limits, hand, ret_melds);
}

static void weigh(const struct hk_solver_query *query,
                  const struct hk_cardset *left, int worth, bool run,
                  struct brute_best *best)
{
    best->tried++;
    unsigned size = hk_cardset_size(left);
    if (size < query->left_least || size > query->left_most ||
        (query->needs_run && !run) || worth < query->worth_least)
        return;
    if (query->needs_card != HK_NO_CARD &&
        hk_cardset_count(left, query->needs_card) ==
            hk_cardset_count(query->hand, query->needs_card))
        return;
    int points = brute_points(query->limits, left);
    bool better = query->aim == HK_AIM_WORTH
                      ? worth > best->worth ||
                            (worth == best->worth && points < best->left_points)
                      : points < best->left_points ||
                            (points == best->left_points &&
                             worth > best->worth);
    if (best->found && !better)
        return;
    best->found = true;
    best->worth = worth;
    best->left_points = points;
}

static void choose(const struct brute_melds *melds, unsigned from,
                   const struct hk_solver_query *query,
                   const struct hk_cardset *left, int worth, bool run,
                   struct brute_best *best)
{
    weigh(query, left, worth, run, best);
    for (unsigned i = from; i < melds->count; i++) {
        struct hk_cardset rest = *left;
        if (brute_take(&rest, &melds->list[i].cards))
            choose(melds, i, query, &rest, worth + melds->list[i].worth,
                   run || melds->list[i].run, best);
    }
}

struct brute_best brute_solve(const struct brute_melds *melds,
                              const struct hk_solver_query *query)
{
    struct brute_best best = {0};
    choose(melds, 0, query, query->hand, 0, false, &best);
    return best;
}

/* M3 M7: the melds chosen so far. */
struct laying {
    const struct brute_melds *melds;
    const struct hk_contract_query *query;
    struct brute_contract best;
    unsigned chosen[8];
    unsigned count;
    /* What tells two ways apart: the ends of runs, the ranks of sets. */
    struct way {
        uint64_t runs[2];
        unsigned ranks;
    } ways[200000];
};

static void note_way(struct laying *laying)
{
    struct way way = {0};
    unsigned runs = 0;
    for (unsigned i = 0; i < laying->count; i++) {
        const struct brute_meld *meld = &laying->melds->list[laying->chosen[i]];
        if (meld->run)
            way.runs[runs++] = meld->cards.one;
        else
            way.ranks |= 1u << meld->rank;
    }
    if (way.runs[0] < way.runs[1]) {
        uint64_t swap = way.runs[0];
        way.runs[0] = way.runs[1];
        way.runs[1] = swap;
    }
    for (unsigned i = 0; i < laying->best.ways; i++)
        if (laying->ways[i].runs[0] == way.runs[0] &&
            laying->ways[i].runs[1] == way.runs[1] &&
            laying->ways[i].ranks == way.ranks)
            return;
    KIT_CHECK(laying->best.ways < KIT_COUNT(laying->ways));
    laying->ways[laying->best.ways++] = way;
}

static void weigh_contract(struct laying *laying, const struct hk_cardset *left)
{
    const struct hk_contract_query *query = laying->query;
    unsigned size = hk_cardset_size(left);
    if (size < query->left_least || size > query->left_most)
        return;
    if (size == 1 && !(left->one & query->single_may))
        return;
    note_way(laying);
    int points = brute_points(query->limits, left);
    struct brute_contract *best = &laying->best;
    if (best->found &&
        (points > best->left_points ||
         (points == best->left_points && size >= best->left_count)))
        return;
    best->found = true;
    best->left_points = points;
    best->left_count = size;
}

/* Whether the meld may stand beside those chosen. */
static bool may_stand(const struct laying *laying,
                      const struct brute_meld *meld)
{
    unsigned same = 0;
    for (unsigned i = 0; i < laying->count; i++) {
        const struct brute_meld *other =
            &laying->melds->list[laying->chosen[i]];
        if (other->run != meld->run)
            continue;
        same++;
        if (meld->run ? other->suit == meld->suit : other->rank == meld->rank)
            return false;
    }
    return same < (meld->run ? laying->query->runs : laying->query->sets);
}

static void lay(struct laying *laying, unsigned from,
                const struct hk_cardset *left)
{
    if (laying->count == (unsigned)laying->query->sets + laying->query->runs) {
        weigh_contract(laying, left);
        return;
    }
    for (unsigned i = from; i < laying->melds->count; i++) {
        struct hk_cardset rest = *left;
        if (!may_stand(laying, &laying->melds->list[i]) ||
            !brute_take(&rest, &laying->melds->list[i].cards))
            continue;
        laying->chosen[laying->count++] = i;
        lay(laying, i + 1, &rest);
        laying->count--;
    }
}

struct brute_contract brute_contract(const struct brute_melds *melds,
                                     const struct hk_contract_query *query)
{
    struct laying *laying = calloc(1, sizeof(*laying));
    KIT_CHECK(laying != NULL);
    laying->melds = melds;
    laying->query = query;
    lay(laying, 0, query->hand);
    struct brute_contract best = laying->best;
    free(laying);
    return best;
}
