/* Melds of a hand at random, found by bit masks. */
#include "random_melds.h"

enum { ACE_HIGH = 13, RANKS_MASK = (1 << HK_RANKS) - 1 };

/* Where the melds of a hand begin: for each suit the low ends of runs, and the
 * ranks of sets; with `joker` of two naturals and a joker. */
struct begins {
    bool joker;
    unsigned runs[HK_SUITS];
    unsigned sets;
    unsigned count;
};

static void find(const struct hk_cardset *hand, bool joker,
                 struct begins *ret_begins)
{
    unsigned once = 0, twice = 0, thrice = 0, count = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned ranks = suit_ranks(hand->one, suit);
        unsigned places = ranks | (ranks & 1) << ACE_HIGH;
        thrice |= twice & ranks;
        twice |= once & ranks;
        once |= ranks;
        /* a joker goes on top of two cards, below an ace high */
        unsigned runs = joker ? places & places >> 1 & ~(1u << (ACE_HIGH - 1))
                              : places & places >> 1 & places >> 2;
        ret_begins->runs[suit] = runs;
        count += (unsigned)__builtin_popcount(runs);
    }
    ret_begins->sets = joker ? twice : thrice;
    ret_begins->joker = joker;
    ret_begins->count = count + (unsigned)__builtin_popcount(ret_begins->sets);
}

static unsigned nth_bit(unsigned mask, unsigned n)
{
    while (n-- > 0)
        mask &= mask - 1;
    return (unsigned)__builtin_ctz(mask);
}

static void put(struct hk_move *move, struct hk_cardset *hand, hk_card card)
{
    hk_cardset_remove(hand, card);
    move->cards[move->card_count++] = card;
}

static hk_points rank_value(unsigned rank)
{
    if (rank == HK_ACE)
        return 11;
    return rank < HK_TEN ? (hk_points)rank + 1 : 10;
}

/* H7: all suits there are, or two and a joker. */
static hk_points put_set(struct hk_move *move, struct hk_cardset *hand,
                         unsigned rank, bool joker, unsigned room)
{
    unsigned count = 0, most = joker ? 2 : room < HK_SUITS ? room : HK_SUITS;
    for (unsigned suit = 0; suit < HK_SUITS && count < most; suit++) {
        hk_card card = hk_card_make(suit, rank);
        if (!(hand->one >> card & 1))
            continue;
        put(move, hand, card);
        count++;
    }
    if (joker) {
        put(move, hand, HK_JOKER);
        count++;
    }
    return (hk_points)count * rank_value(rank);
}

/* H6: upward from here, three cards or as many more as the dice say. */
static hk_points put_run(const struct hk_rules *rules, struct hk_move *move,
                         struct hk_cardset *hand, unsigned suit, unsigned low,
                         struct dice *dice, bool joker, unsigned room)
{
    unsigned count = 0, most = 2;
    hk_points value = low == HK_ACE ? rules->ace_low_value : rank_value(low);
    if (!joker) {
        most = 3 + dice_below(dice, HK_RANKS - 2);
        most = most < room ? most : room;
    }
    for (; count < most && low + count <= ACE_HIGH; count++) {
        unsigned rank = (low + count) % HK_RANKS;
        hk_card card = hk_card_make(suit, rank);
        if (!(hand->one >> card & 1))
            break;
        put(move, hand, card);
        value += count > 0 ? rank_value(rank) : 0;
    }
    if (joker) {
        put(move, hand, HK_JOKER);
        value += rank_value((low + count) % HK_RANKS);
    }
    return value;
}

/* The n-th of the melds found. */
static hk_points put_nth(const struct hk_rules *rules, struct hk_move *move,
                         struct hk_cardset *hand, const struct begins *begins,
                         unsigned n, struct dice *dice, unsigned room)
{
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned runs = (unsigned)__builtin_popcount(begins->runs[suit]);
        if (n < runs)
            return put_run(rules, move, hand, suit,
                           nth_bit(begins->runs[suit], n), dice, begins->joker,
                           room);
        n -= runs;
    }
    return put_set(move, hand, nth_bit(begins->sets, n), begins->joker, room);
}

bool random_meld(const struct hk_rules *rules, struct hk_cardset *hand,
                 struct dice *dice, struct hk_move *move, hk_points *ret_value)
{
    struct begins begins;
    unsigned before = move->card_count, size = hk_cardset_size(hand);
    if (size < 4)
        return false;
    find(hand, false, &begins);
    if (begins.count == 0 && rules->max_jokers_per_meld > 0 &&
        hk_cardset_count(hand, HK_JOKER) > 0)
        find(hand, true, &begins);
    if (begins.count == 0)
        return false;
    *ret_value = put_nth(rules, move, hand, &begins,
                         dice_below(dice, begins.count), dice, size - 1);
    move->lengths[move->meld_count++] = (uint8_t)(move->card_count - before);
    return true;
}

/* ---- May I ---- */

enum { RUN_LEAST = 4, SET_LEAST = 3 };

/* M5: four in a row, on the circle of ranks if runs may turn at the ace; bit:
 * the lowest. */
static unsigned runs_of_four(const struct hk_rules *rules, unsigned ranks)
{
    unsigned again = rules->ace_wrap ? ranks : ranks & 1;
    unsigned places = ranks | again << HK_RANKS;
    return places & places >> 1 & places >> 2 & places >> 3 & RANKS_MASK;
}

static bool put_contract_run(const struct hk_rules *rules,
                             struct hk_cardset *hand, unsigned *suits,
                             struct dice *dice, struct hk_move *move)
{
    unsigned first = dice_below(dice, HK_SUITS);
    for (unsigned i = 0; i < HK_SUITS; i++) {
        unsigned suit = (first + i) % HK_SUITS;
        unsigned runs = runs_of_four(rules, suit_ranks(hand->one, suit));
        if (runs == 0 || *suits >> suit & 1)
            continue;
        unsigned n = dice_below(dice, (unsigned)__builtin_popcount(runs));
        unsigned low = nth_bit(runs, n);
        for (unsigned j = 0; j < RUN_LEAST; j++)
            put(move, hand, hk_card_make(suit, (low + j) % HK_RANKS));
        move->lengths[move->meld_count++] = RUN_LEAST;
        *suits |= 1u << suit;
        return true;
    }
    return false;
}

static bool put_contract_set(struct hk_cardset *hand, unsigned *ranks,
                             struct dice *dice, struct hk_move *move)
{
    unsigned first = dice_below(dice, HK_RANKS);
    for (unsigned i = 0; i < HK_RANKS; i++) {
        unsigned rank = (first + i) % HK_RANKS, count = 0;
        hk_card cards[2 * HK_SUITS];
        for (unsigned suit = 0; suit < HK_SUITS; suit++) {
            hk_card card = hk_card_make(suit, rank);
            for (unsigned n = hk_cardset_count(hand, card); n > 0; n--)
                cards[count++] = card;
        }
        if (count < SET_LEAST || *ranks >> rank & 1)
            continue;
        for (unsigned j = 0; j < SET_LEAST; j++)
            put(move, hand, cards[j]);
        move->lengths[move->meld_count++] = SET_LEAST;
        *ranks |= 1u << rank;
        return true;
    }
    return false;
}

bool random_contract(const struct hk_rules *rules,
                     const struct hk_contract *contract,
                     struct hk_cardset *hand, struct dice *dice,
                     struct hk_move *move)
{
    unsigned suits = 0, ranks = 0;
    for (unsigned i = 0; i < contract->runs; i++)
        if (!put_contract_run(rules, hand, &suits, dice, move))
            return false;
    for (unsigned i = 0; i < contract->sets; i++)
        if (!put_contract_set(hand, &ranks, dice, move))
            return false;
    return true;
}
