/* A player for tests: moves at random, often legal ones, sometimes nonsense. */
#include "engine_player.h"

#include <string.h>

#include "engine/meld.h"

enum { FINDS_MAX = 96, HIGH_ACE = 13 };

/* Melds that a hand offers. */
struct find {
    hk_card cards[HK_MELD_CARDS_MAX];
    unsigned count;
};

struct finds {
    struct find list[FINDS_MAX];
    unsigned count;
};

static bool chance(const struct hk_rng *rng, uint32_t of)
{
    return hk_rng_below(rng, of) == 0;
}

static void find_sets(const struct hk_cardset *hand, bool joker,
                      struct finds *finds)
{
    for (unsigned rank = 0; rank < HK_RANKS; rank++) {
        struct find find = {.count = 0};
        for (unsigned suit = 0; suit < HK_SUITS; suit++)
            if (hk_cardset_count(hand, hk_card_make(suit, rank)) > 0)
                find.cards[find.count++] = hk_card_make(suit, rank);
        if (joker && find.count >= 2 && find.count < HK_SUITS)
            find.cards[find.count++] = HK_JOKER;
        if (find.count >= 3 && finds->count < FINDS_MAX)
            finds->list[finds->count++] = find;
    }
}

/* The longest run upward from each place of a suit, filling with jokers. */
static void find_runs(const struct hk_cardset *hand, unsigned jokers,
                      struct finds *finds)
{
    for (unsigned start = 0; start < HK_SUITS * HK_RANKS; start++) {
        unsigned suit = start / HK_RANKS, left = jokers, naturals = 0;
        struct find find = {.count = 0};
        for (unsigned place = start % HK_RANKS;
             place <= HIGH_ACE && find.count < HK_RANKS; place++) {
            hk_card card = hk_card_make(suit, place % HK_RANKS);
            if (hk_cardset_count(hand, card) == 0) {
                if (left == 0)
                    break;
                left--;
                card = HK_JOKER;
            }
            naturals += card != HK_JOKER;
            find.cards[find.count++] = card;
        }
        if (find.count >= 3 && naturals >= 2 && finds->count < FINDS_MAX)
            finds->list[finds->count++] = find;
    }
}

static void find_melds(const struct hk_cardset *hand, struct finds *finds)
{
    unsigned jokers = hk_cardset_count(hand, HK_JOKER);
    finds->count = 0;
    find_sets(hand, false, finds);
    find_runs(hand, 0, finds);
    for (unsigned n = 1; n <= jokers; n++)
        find_runs(hand, n, finds);
    if (jokers > 0)
        find_sets(hand, true, finds);
}

static bool take_all(struct hk_cardset *hand, const struct find *find)
{
    struct hk_cardset rest = *hand;
    for (unsigned i = 0; i < find->count; i++)
        if (!hk_cardset_remove(&rest, find->cards[i]))
            return false;
    *hand = rest;
    return true;
}

static void add_find(struct hk_move *move, const struct find *find,
                     unsigned count)
{
    memcpy(move->cards + move->card_count, find->cards, count);
    move->card_count += (uint8_t)count;
    move->lengths[move->meld_count++] = (uint8_t)count;
}

/* As many melds as come together in a random order, sometimes fewer. */
static bool try_melds(const struct hk_cardset *hand, const struct hk_rng *rng,
                      struct hk_move *move)
{
    static const unsigned stop_one_in = 12;
    struct hk_cardset rest = *hand;
    struct finds finds;
    find_melds(hand, &finds);
    move->kind = HK_MOVE_MELD;
    while (finds.count > 0 &&
           !(move->meld_count > 0 && chance(rng, stop_one_in))) {
        unsigned i = hk_rng_below(rng, finds.count);
        const struct find *find = &finds.list[i];
        if (take_all(&rest, find)) {
            add_find(move, find, find->count);
        }
        finds.list[i] = finds.list[--finds.count];
    }
    return move->meld_count > 0;
}

/* M4: all cards of each rank that there are three of. */
static void find_may_i_sets(const struct hk_cardset *hand, struct finds *finds)
{
    for (unsigned rank = 0; rank < HK_RANKS; rank++) {
        struct find find = {.count = 0};
        for (unsigned suit = 0; suit < HK_SUITS; suit++) {
            hk_card card = hk_card_make(suit, rank);
            for (unsigned n = hk_cardset_count(hand, card); n > 0; n--)
                find.cards[find.count++] = card;
        }
        if (find.count >= 3)
            finds->list[finds->count++] = find;
    }
}

/* M5: from each card the longest run upward, through the ace. */
static void find_may_i_runs(const struct hk_cardset *hand, struct finds *finds)
{
    for (unsigned start = 0; start < HK_NATURALS; start++) {
        struct find find = {.count = 0};
        unsigned suit = start / HK_RANKS;
        for (unsigned n = 0; n < HK_RANKS; n++) {
            hk_card card = hk_card_make(suit, (start + n) % HK_RANKS);
            if (hk_cardset_count(hand, card) == 0)
                break;
            find.cards[find.count++] = card;
        }
        if (find.count >= 4)
            finds->list[finds->count++] = find;
    }
}

/* M7: sets and runs of the contract in a random order; sometimes not all, and
 * often no longer than they must be. */
static bool try_contract(const struct hk_rules *rules,
                         const struct hk_state *state,
                         const struct hk_cardset *hand,
                         const struct hk_rng *rng, struct hk_move *move)
{
    const struct hk_contract *contract = hk_rules_contract(rules, state->round);
    unsigned want = contract->sets + (unsigned)contract->runs;
    struct hk_cardset rest = *hand;
    struct finds finds = {.count = 0};
    if (contract->sets > 0 || chance(rng, 8))
        find_may_i_sets(hand, &finds);
    if (contract->runs > 0 || chance(rng, 8))
        find_may_i_runs(hand, &finds);
    move->kind = HK_MOVE_MELD;
    while (finds.count > 0 && move->meld_count < want) {
        unsigned i = hk_rng_below(rng, finds.count);
        struct find find = finds.list[i];
        bool set = hk_card_rank(find.cards[0]) == hk_card_rank(find.cards[1]);
        unsigned least = set ? 3 : 4;
        finds.list[i] = finds.list[--finds.count];
        if (chance(rng, 2))
            find.count = least + hk_rng_below(rng, find.count - least + 1);
        if (take_all(&rest, &find))
            add_find(move, &find, find.count);
    }
    return move->meld_count == want || (move->meld_count > 0 && chance(rng, 9));
}

/* A random card of the hand. */
static hk_card pick(const struct hk_cardset *hand, const struct hk_rng *rng)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(hand, cards);
    return cards[hk_rng_below(rng, count)];
}

/* The first card of the hand that fits a meld, from a random one on. */
static bool try_lay_off(const struct hk_rules *rules,
                        const struct hk_state *state,
                        const struct hk_cardset *hand, const struct hk_rng *rng,
                        struct hk_move *move)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(hand, cards);
    unsigned first = hk_rng_below(rng, state->meld_count);
    move->kind = HK_MOVE_LAY_OFF;
    move->card_count = 1;
    for (unsigned n = 0; n < state->meld_count; n++) {
        unsigned i = (first + n) % state->meld_count;
        for (unsigned j = 0; j < count; j++) {
            struct hk_meld grown;
            enum hk_fit fit = hk_meld_fit(rules, &state->melds[i], &cards[j], 1,
                                          HK_END_NONE, &grown);
            if (fit == HK_FITS_NOT)
                continue;
            move->meld = (uint16_t)(i + 1);
            move->cards[0] = cards[j];
            if (fit == HK_FITS_BOTH_ENDS && !chance(rng, 8))
                move->end = chance(rng, 2) ? HK_END_LOW : HK_END_HIGH;
            return true;
        }
    }
    return false;
}

/* What stands in the place of a joker, if the hand has it. */
static bool try_take_joker(const struct hk_state *state,
                           const struct hk_cardset *hand,
                           const struct hk_rng *rng, struct hk_move *move)
{
    hk_card shown[HK_MELD_CARDS_MAX], real[HK_MELD_CARDS_MAX];
    unsigned i = hk_rng_below(rng, state->meld_count);
    const struct hk_meld *meld = &state->melds[i];
    unsigned count = hk_meld_cards(meld, shown);
    hk_meld_stands_for(meld, real);
    move->kind = HK_MOVE_TAKE_JOKER;
    move->meld = (uint16_t)(i + 1);
    if (meld->kind == HK_SET && meld->jokers > 0) {
        for (unsigned suit = 0; suit < HK_SUITS; suit++)
            if (!(meld->cards >> 2 * suit & 3))
                move->cards[move->card_count++] = hk_card_make(suit,
                                                               meld->rank);
        return true;
    }
    for (unsigned j = 0; j < count; j++)
        if (shown[j] == HK_JOKER && hk_cardset_count(hand, real[j]) > 0)
            move->cards[move->card_count++] = real[j];
    return move->card_count > 0;
}

/* How near a card is to others of the hand. */
static unsigned company(const struct hk_cardset *hand, hk_card card)
{
    unsigned near = 0;
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(hand, cards);
    if (card == HK_JOKER)
        return HK_PACK_MAX;
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] == HK_JOKER || cards[i] == card)
            continue;
        int apart = (int)hk_card_rank(cards[i]) - (int)hk_card_rank(card);
        bool suit = hk_card_suit(cards[i]) == hk_card_suit(card);
        near += apart == 0 ? 3 : suit && apart * apart <= 4 ? 2 : 0;
    }
    return near;
}

static void discard(const struct hk_cardset *hand, const struct hk_rng *rng,
                    struct hk_move *move)
{
    move->kind = HK_MOVE_DISCARD;
    move->card_count = 1;
    move->cards[0] = pick(hand, rng);
    for (unsigned i = 0; i < 6; i++) {
        hk_card other = pick(hand, rng);
        if (company(hand, other) < company(hand, move->cards[0]))
            move->cards[0] = other;
    }
}

static void start_move(const struct hk_state *state, struct hk_move *ret_move)
{
    memset(ret_move, 0, sizeof(*ret_move));
    ret_move->seat = hk_state_actor(state);
    ret_move->count = 1;
}

/* M10 M11: asks for some cards, or takes them; false where nothing came to
 * mind. */
static bool try_claim(const struct hk_rules *rules,
                      const struct hk_state *state, const struct hk_rng *rng,
                      struct hk_move *move)
{
    if (!hk_move_known(rules->variant, HK_MOVE_MAY_I) || chance(rng, 2))
        return false;
    /* who is down has little use for more cards */
    if (state->down != 0 && !chance(rng, 12))
        return false;
    move->kind = HK_MOVE_TAKE;
    move->count = (uint16_t)(1 + hk_rng_below(rng, chance(rng, 4) ? 20 : 2));
    if (chance(rng, 8))
        return true;
    unsigned other = 1 + hk_rng_below(rng, rules->seats - 1u);
    move->kind = HK_MOVE_MAY_I;
    move->seat = (hk_seat)((state->turn + other) % rules->seats);
    return true;
}

void player_try(const struct hk_rules *rules, const struct hk_state *state,
                const struct hk_rng *rng, struct hk_move *ret_move)
{
    const struct hk_cardset *hand = &state->hands[state->turn];
    bool found = false;
    start_move(state, ret_move);
    if (state->phase == HK_PHASE_ANSWER) {
        ret_move->kind = HK_MOVE_ANSWER;
        ret_move->allow = !chance(rng, 4);
        return;
    }
    if (state->phase == HK_PHASE_DRAW) {
        if (try_claim(rules, state, rng, ret_move))
            return;
        ret_move->kind = HK_MOVE_DRAW;
        ret_move->source = chance(rng, 3) ? HK_FROM_DISCARD : HK_FROM_STOCK;
        return;
    }
    bool lays_off = hk_rules_contract(rules, state->round) &&
                    state->down >> state->turn & 1 && !chance(rng, 8);
    switch (lays_off ? 3 : hk_rng_below(rng, 8)) {
    case 0:
    case 1:
    case 2:
        found = hk_rules_contract(rules, state->round)
                    ? try_contract(rules, state, hand, rng, ret_move)
                    : try_melds(hand, rng, ret_move);
        break;
    case 3:
    case 4:
        found = state->meld_count > 0 &&
                try_lay_off(rules, state, hand, rng, ret_move);
        break;
    case 5:
        found = state->meld_count > 0 &&
                try_take_joker(state, hand, rng, ret_move);
        break;
    }
    if (!found) {
        start_move(state, ret_move);
        discard(hand, rng, ret_move);
    }
}

/* The smallest melds of the hand: natural and natural, with a third card or
 * two jokers. `n` counts through them. */
static bool smallest_meld(const struct hk_rules *rules,
                          const struct hk_cardset *hand, unsigned n,
                          struct hk_move *move)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(hand, cards);
    unsigned a = n % count, b = n / count % count, c = n / count / count;
    unsigned length = 3;
    struct hk_meld meld;
    if (c > count)
        return false;
    move->kind = HK_MOVE_MELD;
    move->cards[0] = cards[a];
    move->cards[1] = c < count ? cards[c] : HK_JOKER;
    move->cards[2] = c < count ? cards[b] : HK_JOKER;
    if (c == count)
        move->cards[length++] = cards[b];
    move->card_count = (uint8_t)length;
    move->meld_count = 1;
    move->lengths[0] = (uint8_t)length;
    /* a meld or not: what is none is tried too, and refused */
    if (hk_meld_read(rules, move->cards, length, &meld) != HK_MELD_OK)
        move->lengths[0] = move->card_count = 0;
    return true;
}

/* One card on one meld. */
static bool lay_one_off(const struct hk_state *state,
                        const struct hk_cardset *hand, unsigned n,
                        struct hk_move *move)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(hand, cards);
    if (n >= count * state->meld_count * 2)
        return false;
    move->kind = HK_MOVE_LAY_OFF;
    move->card_count = 1;
    move->cards[0] = cards[n % count];
    move->meld = (uint16_t)(n / count / 2 + 1);
    move->end = n / count % 2 ? HK_END_LOW : HK_END_HIGH;
    return true;
}

bool player_exit(const struct hk_rules *rules, const struct hk_state *state,
                 unsigned attempt, struct hk_move *ret_move)
{
    const struct hk_cardset *hand = &state->hands[state->turn];
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(hand, cards);
    start_move(state, ret_move);
    if (state->phase == HK_PHASE_ANSWER) {
        ret_move->kind = HK_MOVE_ANSWER;
        ret_move->allow = true;
        return attempt == 0;
    }
    if (state->phase == HK_PHASE_DRAW) {
        ret_move->kind = HK_MOVE_DRAW;
        return attempt == 0;
    }
    if (state->duty && !state->acted) {
        ret_move->kind = HK_MOVE_RETURN;
        return attempt == 0;
    }
    if (state->duty)
        return smallest_meld(rules, hand, attempt, ret_move) ||
               lay_one_off(state, hand, attempt - count * count * (count + 1),
                           ret_move);
    if (attempt >= count)
        return lay_one_off(state, hand, attempt - count, ret_move);
    ret_move->kind = HK_MOVE_DISCARD;
    ret_move->card_count = 1;
    ret_move->cards[0] = cards[attempt];
    return true;
}

void player_nonsense(const struct hk_rules *rules, const struct hk_state *state,
                     const struct hk_rng *rng, struct hk_move *ret_move)
{
    const struct hk_cardset *hand = &state->hands[state->turn];
    start_move(state, ret_move);
    do
        ret_move->kind = (uint8_t)hk_rng_below(rng, HK_MOVE_ANSWER + 1);
    while (!hk_move_known(rules->variant, ret_move->kind));
    if (chance(rng, 4))
        ret_move->seat = (hk_seat)hk_rng_below(rng, rules->seats + 1u);
    ret_move->source = (uint8_t)hk_rng_below(rng, 2);
    ret_move->allow = hk_rng_below(rng, 2);
    ret_move->count = (uint16_t)(1 + hk_rng_below(rng, 30));
    ret_move->end = (uint8_t)hk_rng_below(rng, 3);
    ret_move->meld = (uint16_t)hk_rng_below(rng, state->meld_count + 3u);
    ret_move->card_count = 1;
    if (ret_move->kind != HK_MOVE_DISCARD)
        ret_move->card_count = (uint8_t)hk_rng_below(rng, 18);
    for (unsigned i = 0; i < ret_move->card_count; i++) {
        bool held = hk_cardset_size(hand) > 0 && !chance(rng, 12);
        ret_move->cards[i] = held ? pick(hand, rng)
                                  : (hk_card)hk_rng_below(rng, 60);
    }
    ret_move->meld_count = (uint8_t)(1 + hk_rng_below(rng, 5));
    for (unsigned i = 0; i < ret_move->card_count; i++)
        ret_move->lengths[i % ret_move->meld_count]++;
}

void player_options(const struct hk_rng *rng, struct hk_rules *rules)
{
    for (const struct hk_option *option = hk_options; option->name; option++) {
        if (!(option->variants >> rules->variant & 1) || chance(rng, 3))
            continue;
        int32_t value = (int32_t)hk_rng_below(rng, 2);
        if (option->type == HK_OPTION_INT)
            value = (int32_t)(option->least +
                              (int)hk_rng_below(rng,
                                                (uint32_t)(option->greatest -
                                                           option->least + 1)));
        if (option->type == HK_OPTION_ONEOF)
            value = option->values[hk_rng_below(rng, option->value_count)];
        if (option->type == HK_OPTION_CHOICE)
            value = (int32_t)hk_rng_below(rng, option->value_count);
        hk_option_set(option, rules, value);
    }
}
