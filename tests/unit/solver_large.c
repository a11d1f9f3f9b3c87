/* The solver's answers for larger hands: card by card, with a memory. */
#include "solver_brute.h"

#include <stdlib.h>
#include <string.h>

#include "engine_kit.h"

enum { SLOTS = BRUTE_STATES_MAX * 2, UNIT = 4096, NEVER = -1 };

/* What is decided already matters only in this. */
struct state {
    struct hk_cardset undecided;
    uint8_t left; /* cards, up to one more than the query cares for */
    bool run;
    bool known;
    int score; /* the most that the undecided can add; NEVER: nothing will do */
};

struct large {
    const struct brute_melds *melds;
    const struct hk_solver_query *query;
    unsigned left_cap;
    unsigned states;
    bool too_many;
    struct state *slots;
    /* The melds by their first card in the order A to K, S H D C. */
    uint16_t first[HK_CARD_KINDS][BRUTE_MELDS_MAX];
    unsigned first_count[HK_CARD_KINDS];
};

/* The first card, from the ace up; jokers last. */
static hk_card first_card(const struct hk_cardset *cards)
{
    for (unsigned rank = 0; rank < HK_RANKS; rank++)
        for (unsigned suit = 0; suit < HK_SUITS; suit++)
            if (hk_cardset_count(cards, hk_card_make(suit, rank)) > 0)
                return hk_card_make(suit, rank);
    return HK_JOKER;
}

static struct state *find_state(struct large *large, const struct state *key)
{
    uint64_t hash = (key->undecided.one * UINT64_C(0x9e3779b97f4a7c15)) ^
                    (key->undecided.two * UINT64_C(0xca4bcaa75ec3f625)) ^
                    (uint64_t)(key->left * 2 + key->run) << 40;
    hash = (hash ^ hash >> 31) * UINT64_C(0xd6e8feb86659fd93);
    for (hash ^= hash >> 32;; hash++) {
        struct state *slot = &large->slots[hash % SLOTS];
        if (!slot->known || (slot->undecided.one == key->undecided.one &&
                             slot->undecided.two == key->undecided.two &&
                             slot->left == key->left && slot->run == key->run))
            return slot;
    }
}

static int score_of(const struct hk_solver_query *query, int worth, int left)
{
    return query->aim == HK_AIM_WORTH ? worth * UNIT + left
                                      : left * UNIT + worth;
}

static int solve(struct large *large, struct state state);

static int try_meld(struct large *large, struct state state,
                    const struct brute_meld *meld)
{
    if (!brute_take(&state.undecided, &meld->cards))
        return NEVER;
    state.run |= meld->run && large->query->needs_run;
    int rest = solve(large, state);
    if (rest == NEVER)
        return NEVER;
    return rest + score_of(large->query, meld->worth,
                           brute_points(large->query->limits, &meld->cards));
}

static int decide(struct large *large, struct state state)
{
    const struct hk_solver_query *query = large->query;
    if (state.undecided.one == 0)
        return state.left >= query->left_least &&
                       state.left <= query->left_most &&
                       state.run == query->needs_run
                   ? 0
                   : NEVER;
    hk_card card = first_card(&state.undecided);
    int best = NEVER;
    for (unsigned i = 0; i < large->first_count[card]; i++) {
        int score = try_meld(large, state,
                             &large->melds->list[large->first[card][i]]);
        best = score > best ? score : best;
    }
    hk_cardset_remove(&state.undecided, card);
    if (state.left < large->left_cap)
        state.left++;
    int score = solve(large, state);
    return score > best ? score : best;
}

static int solve(struct large *large, struct state state)
{
    struct state *slot = find_state(large, &state);
    if (slot->known)
        return slot->score;
    if (large->too_many)
        return NEVER;
    int score = decide(large, state);
    slot = find_state(large, &state);
    *slot = state;
    slot->score = score;
    slot->known = true;
    large->too_many = ++large->states >= BRUTE_STATES_MAX;
    return score;
}

struct brute_best brute_solve_large(const struct brute_melds *melds,
                                    const struct hk_solver_query *query)
{
    KIT_CHECK(query->needs_card == HK_NO_CARD && query->worth_least == 0);
    struct large *large = calloc(1, sizeof(*large));
    KIT_CHECK(large != NULL);
    large->slots = calloc(SLOTS, sizeof(*large->slots));
    KIT_CHECK(large->slots != NULL);
    large->melds = melds;
    large->query = query;
    unsigned size = hk_cardset_size(query->hand);
    large->left_cap = query->left_most < size ? query->left_most + 1u
                                              : query->left_least;
    for (unsigned i = 0; i < melds->count; i++) {
        hk_card card = first_card(&melds->list[i].cards);
        large->first[card][large->first_count[card]++] = (uint16_t)i;
    }
    int score = solve(large, (struct state){.undecided = *query->hand});
    struct brute_best best = {0};
    if (!large->too_many) {
        best.tried = large->states;
        best.found = score != NEVER;
        bool worth_first = query->aim == HK_AIM_WORTH;
        best.worth = worth_first ? score / UNIT : score % UNIT;
        best.left_points = brute_points(query->limits, query->hand) -
                           (worth_first ? score % UNIT : score / UNIT);
    }
    free(large->slots);
    free(large);
    return best;
}
