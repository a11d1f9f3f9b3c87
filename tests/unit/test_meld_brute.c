/*
 * H6 H7 H8 H10 H11: melds against a second definition that follows the words
 * of the rulebook, slowly, over every list of a reduced deck.
 */
#include "engine_kit.h"

#include <stdio.h>
#include <string.h>

#include "engine/meld.h"

/* Place p of a run: 0 the ace low, 12 the king, 13 the ace high; beyond that
 * only for runs that turn, which are none. */
static bool lies_at(hk_card card, unsigned suit, unsigned place)
{
    return card == HK_JOKER || card == hk_card_make(suit, place % HK_RANKS);
}

static bool follows(const hk_card *cards, unsigned count, unsigned suit,
                    unsigned low)
{
    for (unsigned i = 0; i < count; i++)
        if (!lies_at(cards[i], suit, low + i))
            return false;
    return true;
}

/* A run in the order given, its low end at one of the places up to `last`. */
static bool run_in_order(const hk_card *cards, unsigned count, unsigned last)
{
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        for (unsigned low = 0; low <= last; low++)
            if (follows(cards, count, suit, low))
                return true;
    return false;
}

static unsigned count_of(const hk_card *cards, unsigned count, hk_card card)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        found += cards[i] == card;
    return found;
}

/* Without jokers, in any order: the same cards as some run in order. */
static bool run_in_any_order(const hk_card *cards, unsigned count,
                             unsigned last)
{
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        for (unsigned low = 0; low <= last; low++) {
            hk_card run[HK_MELD_CARDS_MAX];
            bool same = true;
            for (unsigned i = 0; i < count; i++)
                run[i] = hk_card_make(suit, (low + i) % HK_RANKS);
            for (unsigned i = 0; i < count; i++)
                same &= count_of(cards, count, run[i]) ==
                        count_of(run, count, run[i]);
            if (same)
                return true;
        }
    }
    return false;
}

static bool run_of(const hk_card *cards, unsigned count, unsigned last)
{
    return count_of(cards, count, HK_JOKER) > 0
               ? run_in_order(cards, count, last)
               : run_in_any_order(cards, count, last);
}

/* Whether the naturals rise, and none lies too far along, with each ace low
 * or high as `aces` says, a bit for each place in the list. */
static bool rises(const hk_card *cards, unsigned count, unsigned aces)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = i + 1; j < count; j++) {
            if (cards[i] == HK_JOKER || cards[j] == HK_JOKER)
                continue;
            int a = (int)hk_card_rank(cards[i]),
                b = (int)hk_card_rank(cards[j]);
            a = a == HK_ACE && aces >> i & 1 ? 13 : a;
            b = b == HK_ACE && aces >> j & 1 ? 13 : b;
            if (b - a < (int)(j - i))
                return false;
        }
    }
    return true;
}

static bool rises_somehow(const hk_card *cards, unsigned count)
{
    for (unsigned aces = 0; aces < 1u << count; aces++)
        if (rises(cards, count, aces))
            return true;
    return false;
}

static enum hk_meld_reason reason_of_run(const struct hk_rules *rules,
                                         const hk_card *cards, unsigned count)
{
    if (count > (unsigned)rules->run_max)
        return HK_MELD_TOO_LONG;
    /* The last place is the ace high. */
    if (run_of(cards, count, 14 - count))
        return HK_MELD_OK;
    if (run_of(cards, count, 12))
        return HK_MELD_RUN_WRAPS;
    if (count_of(cards, count, HK_JOKER) > 0 && !rises_somehow(cards, count))
        return HK_MELD_RUN_OUT_OF_ORDER;
    return HK_MELD_RUN_HAS_GAP;
}

/* Naturals alone decide what the cards want to be. */
static enum hk_meld_reason reason_of(const struct hk_rules *rules,
                                     const hk_card *cards, unsigned count)
{
    unsigned jokers = count_of(cards, count, HK_JOKER);
    bool one_rank = true, one_suit = true, twice = false;
    bool rank_twice = false;
    if (count < 3)
        return HK_MELD_TOO_SHORT;
    if (count - jokers < 2)
        return HK_MELD_TOO_FEW_NATURALS;
    if (jokers > (unsigned)rules->max_jokers_per_meld)
        return HK_MELD_TOO_MANY_JOKERS;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = i + 1; j < count; j++) {
            if (cards[i] == HK_JOKER || cards[j] == HK_JOKER)
                continue;
            bool rank = hk_card_rank(cards[i]) == hk_card_rank(cards[j]);
            bool both_aces = rank && hk_card_rank(cards[i]) == HK_ACE &&
                             rules->run_max == 14 &&
                             count_of(cards, count, cards[i]) == 2;
            one_rank &= rank;
            one_suit &= hk_card_suit(cards[i]) == hk_card_suit(cards[j]);
            twice |= cards[i] == cards[j];
            rank_twice |= rank && !both_aces;
        }
    }
    if (one_rank)
        return twice       ? HK_MELD_SET_REPEATS_SUIT
               : count > 4 ? HK_MELD_TOO_LONG
                           : HK_MELD_OK;
    if (!one_suit || rank_twice)
        return HK_MELD_NOT_SET_OR_RUN;
    return reason_of_run(rules, cards, count);
}

static void compare(const struct hk_rules *rules, const hk_card *cards,
                    unsigned count)
{
    struct hk_meld meld;
    enum hk_meld_reason want = reason_of(rules, cards, count);
    enum hk_meld_reason have = hk_meld_read(rules, cards, count, &meld);
    if (want == have)
        return;
    char text[HK_NOTATION_SIZE];
    const char *a = hk_meld_reason_name(have), *b = hk_meld_reason_name(want);
    hk_notation_write_cards(cards, count, text);
    ck_abort_msg("%s: %s, not %s", text, a ? a : "ok", b ? b : "ok");
}

/* The reduced deck: both ends of one suit, a little of another, the joker. */
static const char deck_text[] = "AS 2S 3S 4S QS KS AH 2H KH JK";
enum { LIST_MAX = 5 };

/* The n-th list of this length over the deck. */
static void make_list(const hk_card *deck, unsigned kinds, unsigned n,
                      unsigned length, hk_card *ret_cards)
{
    for (unsigned i = 0; i < length; i++, n /= kinds)
        ret_cards[i] = deck[n % kinds];
}

static unsigned power(unsigned base, unsigned exponent)
{
    unsigned result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

static const char *const rule_sets[] = {
    NULL, "run_max=14", "max_jokers_per_meld=1", "max_jokers_per_meld=0"};

START_TEST(h6_h7_h8_every_list_of_a_reduced_deck_is_read_rightly)
{
    hk_card deck[HK_PACK_MAX], cards[LIST_MAX] = {0};
    unsigned kinds = kit_cards(deck_text, deck), lists = 0;
    ck_assert_uint_gt(kinds, 0);
    for (unsigned r = 0; r < KIT_COUNT(rule_sets); r++) {
        struct hk_rules rules = kit_rules(rule_sets[r], 2);
        for (unsigned length = 0; length <= LIST_MAX; length++) {
            for (unsigned n = 0; n < power(kinds, length); n++, lists++) {
                make_list(deck, kinds, n, length, cards);
                compare(&rules, cards, length);
            }
        }
    }
    printf("%u lists of cards read\n", lists);
}
END_TEST

START_TEST(h6_h8_long_runs_with_faults_are_read_rightly)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 6);
    for (unsigned n = 0; n < 60000; n++) {
        struct hk_rules rules = kit_rules(n % 2 ? "run_max=14" : NULL, 2);
        hk_card cards[16];
        unsigned count = 7 + hk_rng_below(&rng, 9);
        unsigned low = hk_rng_below(&rng, 14);
        for (unsigned i = 0; i < count; i++)
            cards[i] = hk_card_make(1, (low + i) % HK_RANKS);
        for (unsigned jokers = hk_rng_below(&rng, 4); jokers > 0; jokers--)
            cards[hk_rng_below(&rng, count)] = HK_JOKER;
        if (hk_rng_below(&rng, 2)) {
            unsigned a = hk_rng_below(&rng, count);
            unsigned b = hk_rng_below(&rng, count);
            hk_card card = cards[a];
            cards[a] = cards[b];
            cards[b] = card;
        }
        compare(&rules, cards, count);
    }
}
END_TEST

/* H10 in words: laid at this end, in order, the whole is a meld. */
static bool fits_end(const struct hk_rules *rules, const struct hk_meld *meld,
                     const hk_card *cards, unsigned count, bool low,
                     hk_card ret_cards[32])
{
    hk_card lying[HK_MELD_CARDS_MAX];
    unsigned length = hk_meld_cards(meld, lying), n = 0;
    for (unsigned i = 0; low && i < count; i++)
        ret_cards[n++] = cards[count - 1 - i];
    for (unsigned i = 0; i < length; i++)
        ret_cards[n++] = lying[i];
    for (unsigned i = 0; !low && i < count; i++)
        ret_cards[n++] = cards[i];
    unsigned jokers = count_of(ret_cards, n, HK_JOKER);
    return n <= (unsigned)rules->run_max &&
           jokers <= (unsigned)rules->max_jokers_per_meld &&
           run_in_order(ret_cards, n, 14 - n);
}

static enum hk_fit fit_of(const struct hk_rules *rules,
                          const struct hk_meld *meld, const hk_card *cards,
                          unsigned count, enum hk_end end,
                          hk_card ret_cards[32])
{
    hk_card high_cards[32];
    if (meld->kind == HK_SET) {
        unsigned n = hk_meld_cards(meld, ret_cards);
        memcpy(ret_cards + n, cards, count);
        return reason_of(rules, ret_cards, n + count) == HK_MELD_OK
                   ? HK_FITS
                   : HK_FITS_NOT;
    }
    bool low = end != HK_END_HIGH &&
               fits_end(rules, meld, cards, count, true, ret_cards);
    bool high = end != HK_END_LOW &&
                fits_end(rules, meld, cards, count, false, high_cards);
    if (low && high)
        return HK_FITS_BOTH_ENDS;
    if (high)
        memcpy(ret_cards, high_cards, sizeof(high_cards));
    return low || high ? HK_FITS : HK_FITS_NOT;
}

static void compare_fit(const struct hk_rules *rules,
                        const struct hk_meld *meld, const hk_card *cards,
                        unsigned count)
{
    for (unsigned end = HK_END_NONE; end <= HK_END_HIGH; end++) {
        hk_card want[32] = {0}, have[HK_MELD_CARDS_MAX];
        struct hk_meld grown;
        enum hk_fit fit = hk_meld_fit(rules, meld, cards, count,
                                      (enum hk_end)end, &grown);
        KIT_CHECK(fit ==
                  fit_of(rules, meld, cards, count, (enum hk_end)end, want));
        if (fit != HK_FITS)
            continue;
        unsigned length = hk_meld_cards(&grown, have);
        KIT_CHECK(length == meld->length + count);
        KIT_CHECK(grown.jokers == count_of(have, length, HK_JOKER));
        for (unsigned i = 0; i < length; i++)
            KIT_CHECK(meld->kind == HK_RUN
                          ? have[i] == want[i]
                          : count_of(have, length, want[i]) ==
                                count_of(want, length, want[i]));
    }
}

/* H11 in words. `real` is what the shown cards stand for. */
static bool takes_of(const struct hk_meld *meld, const hk_card *cards,
                     unsigned count)
{
    hk_card shown[HK_MELD_CARDS_MAX], real[HK_MELD_CARDS_MAX];
    unsigned length = hk_meld_cards(meld, shown);
    hk_meld_stands_for(meld, real);
    if (count == 0 || meld->jokers == 0)
        return false;
    if (meld->kind == HK_SET) {
        /* exactly the suits that are not there */
        for (unsigned suit = 0; suit < HK_SUITS; suit++) {
            hk_card card = hk_card_make(suit, meld->rank);
            if (count_of(shown, length, card) + count_of(cards, count, card) !=
                1)
                return false;
        }
        return count + length - meld->jokers == HK_SUITS;
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned places = 0;
        for (unsigned j = 0; j < length; j++)
            places += shown[j] == HK_JOKER && real[j] == cards[i];
        if (count_of(cards, count, cards[i]) > places)
            return false;
    }
    return true;
}

static void compare_take(const struct hk_meld *meld, const hk_card *cards,
                         unsigned count)
{
    struct hk_meld changed;
    unsigned jokers = 99;
    bool takes = hk_meld_take_joker(meld, cards, count, &changed, &jokers);
    KIT_CHECK(takes == takes_of(meld, cards, count));
    if (!takes)
        return;
    hk_card before[HK_MELD_CARDS_MAX], after[HK_MELD_CARDS_MAX];
    hk_card real[HK_MELD_CARDS_MAX];
    unsigned length = hk_meld_cards(meld, before);
    unsigned now = hk_meld_cards(&changed, after);
    KIT_CHECK(now == length - jokers + count);
    KIT_CHECK(count_of(after, now, HK_JOKER) == changed.jokers);
    KIT_CHECK(changed.jokers + jokers == meld->jokers);
    if (meld->kind == HK_SET) {
        KIT_CHECK(now == HK_SUITS && changed.jokers == 0);
        return;
    }
    hk_meld_stands_for(&changed, real);
    hk_meld_stands_for(meld, before);
    KIT_CHECK(memcmp(real, before, length) == 0);
}

/* Melds to lay off on and take from; their neighbours make the lists. */
static const struct {
    const char *meld, *near, *options;
} tables[] = {
    {"5H 6H 7H", "3H 4H 8H 9H 5H 7S JK", NULL},
    {"5H JK 7H", "3H 4H 6H 8H 9H 6S JK", NULL},
    {"JK 6H 7H JK", "4H 5H 8H 9H 5S JK", NULL},
    {"JK 6H 7H", "4H 5H 8H 9H JK", "max_jokers_per_meld=1"},
    {"5H 6H 7H", "4H 8H JK", "max_jokers_per_meld=0"},
    {"AH 2H 3H", "KH 4H 5H AH JK", NULL},
    {"QH KH AH", "JH TH 2H AH JK", NULL},
    {"3H 4H 5H", "2H AH KH 6H 7H JK", NULL},
    {"JH QH KH", "AH 2H TH 9H JK", NULL},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH 2H KH JK", NULL},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH 2H KH JK", "run_max=14"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH 2H JK", NULL},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH 2H JK", "run_max=14"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", "AH 2H JK", "run_max=14"},
    {"JK 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", "AH 2H JK", "run_max=14"},
    {"8S 8H 8D", "8S 8H 8D 8C 9C JK", NULL},
    {"8S 8H JK", "8S 8H 8D 8C 9C JK", NULL},
    {"8S 8H JK JK", "8S 8H 8D 8C 9C JK", NULL},
    {"8S 8D 8C JK", "8S 8H 8D 9H JK", NULL},
    {"8S 8H 8D 8C", "8S 8H 8D 8C JK", NULL},
    {"8S 8H JK", "8D 8C JK", "max_jokers_per_meld=1"},
    {"AS AH JK", "AD AC 2D JK", NULL},
};

START_TEST(h10_h11_every_lay_off_and_joker_taken_is_judged_rightly)
{
    unsigned lists = 0;
    for (unsigned t = 0; t < KIT_COUNT(tables); t++) {
        struct hk_rules rules = kit_rules(tables[t].options, 2);
        struct hk_meld meld = kit_meld(&rules, tables[t].meld);
        hk_card near[HK_PACK_MAX], cards[4] = {0};
        unsigned kinds = kit_cards(tables[t].near, near);
        ck_assert_uint_gt(kinds, 0);
        for (unsigned length = 1; length <= 4; length++) {
            for (unsigned n = 0; n < power(kinds, length); n++, lists++) {
                make_list(near, kinds, n, length, cards);
                compare_fit(&rules, &meld, cards, length);
                compare_take(&meld, cards, length);
            }
        }
        struct hk_meld same;
        unsigned jokers;
        KIT_CHECK(hk_meld_fit(&rules, &meld, near, 0, HK_END_NONE, &same) ==
                  HK_FITS_NOT);
        KIT_CHECK(!hk_meld_take_joker(&meld, near, 0, &same, &jokers));
    }
    printf("%u lists laid off and put for jokers\n", lists);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h6_h7_h8_every_list_of_a_reduced_deck_is_read_rightly,
        h6_h8_long_runs_with_faults_are_read_rightly,
        h10_h11_every_lay_off_and_joker_taken_is_judged_rightly,
    };
    return kit_run("meld_brute", tests, KIT_COUNT(tests));
}
