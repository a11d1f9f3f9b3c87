/*
 * M4 M5 M8 D7: melds of May I, by table, and against a second definition that
 * follows the words of the rulebook, slowly, over every list of a reduced deck.
 */
#include "engine_kit.h"

#include <stdio.h>
#include <string.h>

#include "engine/meld.h"

#define NO_WRAP "ace_wrap=0"

/* M4 M5: texts and what they are. */
static const struct {
    const char *cards;
    const char *options;
    const char *reason; /* NULL: a meld */
    const char *shown;  /* of a meld; NULL: as given */
    const char *comment;
} readings[] = {
    {"8S 8H 8D", NULL, NULL, NULL, "M4: three of one rank"},
    {"8H 8S 8S", NULL, NULL, "8S 8S 8H", "M4: a suit twice"},
    {"8C 8C 8D 8D 8H 8H 8S 8S", NULL, NULL, "8S 8S 8H 8H 8D 8D 8C 8C",
     "M4: all eight"},
    {"8C 8C 8D 8D 8H 8H 8S 8S 8S", NULL, "too_long", NULL, "M4: nine"},
    {"8S 8S 8S", NULL, "set_repeats_suit", NULL, "M4: not three of two packs"},
    {"AS AS AH", NULL, NULL, NULL, "M4: aces are no run"},
    {"", NULL, "too_short", NULL, "nothing"},
    {"8S 8H", NULL, "too_short", NULL, "M4: two"},
    {"8S 8H 9S", NULL, "not_set_or_run", NULL, "half and half"},
    {"5H 6H 7H", NULL, "too_short", NULL, "M5: a run of three"},
    {"5H 6H 8H", NULL, "too_short", NULL, "M5: too short before the gap"},
    {"5H 6H 7H 8H", NULL, NULL, NULL, "M5: four"},
    {"8H 6H 7H 5H", NULL, NULL, "5H 6H 7H 8H", "M5: in any order"},
    {"5H 6H 7H 8S", NULL, "not_set_or_run", NULL, "M5: two suits"},
    {"5H 6H 7H 7H", NULL, "not_set_or_run", NULL, "M5: a rank twice"},
    {"5H 6H 8H 9H", NULL, "run_has_gap", NULL, "M5: a gap"},
    {"AS 2S 3S 4S", NULL, NULL, NULL, "M5: the ace low"},
    {"JS QS KS AS", NULL, NULL, NULL, "M5: the ace high"},
    {"AS 2S QS KS", NULL, NULL, "QS KS AS 2S", "M5: through the ace"},
    {"3S 2S AS KS", NULL, NULL, "KS AS 2S 3S", "M5: as the source has it"},
    {"KS 2S 3S 4S", NULL, "run_has_gap", NULL, "M5: not past a missing ace"},
    {"QS KS AS 3S", NULL, "run_has_gap", NULL, "M5: a turn and a gap"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", NULL, NULL, NULL,
     "D12: thirteen are A … K"},
    {"QH KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH", NULL, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: wherever they begin"},
    {"3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", NULL, NULL, NULL, "twelve"},
    {"4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H", NULL, NULL, NULL,
     "twelve through the ace"},
    {"AH AH 2H 3H 4H", NULL, "not_set_or_run", NULL, "M5: an ace twice"},
    /* without turning */
    {"AS 2S 3S 4S", NO_WRAP, NULL, NULL, "ace_wrap false: low"},
    {"JS QS KS AS", NO_WRAP, NULL, NULL, "ace_wrap false: high"},
    {"QS KS AS 2S", NO_WRAP, "run_wraps", NULL, "ace_wrap false: not between"},
    {"KS AS 2S 3S", NO_WRAP, "run_wraps", NULL, "ace_wrap false: nor here"},
    {"QS KS AS 3S", NO_WRAP, "run_has_gap", NULL, "ace_wrap false: a gap"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", NO_WRAP, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "ace_wrap false: thirteen"},
    /* D11: no joker is held; read all the same */
    {"8S 8H JK", NULL, "too_many_jokers", NULL, "M2: no jokers in a set"},
    {"5H 6H 7H JK", NULL, "too_many_jokers", NULL, "M2: nor in a run"},
    {"5H JK JK JK", NULL, "too_few_naturals", NULL, "M2: nor alone"},
};

START_TEST(m4_m5_cards_are_read_as_what_they_are)
{
    for (unsigned i = 0; i < KIT_COUNT(readings); i++) {
        struct hk_rules rules = kit_variant_rules(HK_MAY_I, readings[i].options,
                                                  3);
        hk_card cards[HK_PACK_MAX];
        struct hk_meld meld;
        unsigned count = kit_cards(readings[i].cards, cards);
        const char *reason = hk_meld_reason_name(
            hk_meld_read(&rules, cards, count, &meld));
        ck_assert_msg(!reason == !readings[i].reason &&
                          (!reason || strcmp(reason, readings[i].reason) == 0),
                      "%s (%s): %s", readings[i].cards, readings[i].comment,
                      reason ? reason : "a meld");
        if (!reason)
            ck_assert_str_eq(kit_meld_text(&meld), readings[i].shown
                                                       ? readings[i].shown
                                                       : readings[i].cards);
    }
}
END_TEST

/* M8: a meld, cards, an end, and what comes of it. */
static const struct {
    const char *meld, *cards;
    enum hk_end end;
    const char *options;
    const char *shown; /* NULL: they do not fit */
    const char *comment;
} fits[] = {
    {"8S 8H 8D", "8S", HK_END_NONE, NULL, "8S 8S 8H 8D", "M4: a suit again"},
    {"8S 8S 8H", "8S", HK_END_NONE, NULL, NULL, "M4: not a third time"},
    {"8S 8S 8H", "8H 8C", HK_END_LOW, NULL, "8S 8S 8H 8H 8C",
     "M8: the end of a set says nothing"},
    {"8S 8S 8H 8H 8D 8D 8C", "8C", HK_END_NONE, NULL, "8S 8S 8H 8H 8D 8D 8C 8C",
     "M4: the eighth"},
    {"8S 8H 8D", "9C", HK_END_NONE, NULL, NULL, "M4: another rank"},
    {"8S 8H 8D", "JK", HK_END_NONE, NULL, NULL, "M2: no joker"},
    {"5H 6H 7H 8H", "9H TH", HK_END_NONE, NULL, "5H 6H 7H 8H 9H TH",
     "M8: outward above"},
    {"5H 6H 7H 8H", "4H 3H", HK_END_NONE, NULL, "3H 4H 5H 6H 7H 8H",
     "M8: outward below"},
    {"5H 6H 7H 8H", "4H 9H", HK_END_NONE, NULL, NULL, "D7: one end"},
    {"5H 6H 7H 8H", "9H", HK_END_LOW, NULL, NULL, "M8: the end named binds"},
    {"5H 6H 7H 8H", "JK", HK_END_LOW, NULL, NULL, "M2: no joker"},
    {"AH 2H 3H 4H", "KH QH", HK_END_NONE, NULL, "QH KH AH 2H 3H 4H",
     "M5: below the ace"},
    {"AH 2H 3H 4H", "QH KH", HK_END_LOW, NULL, NULL, "M8: not inward"},
    {"AH 2H 3H 4H", "KH", HK_END_NONE, NO_WRAP, NULL, "ace_wrap false: shut"},
    {"JH QH KH AH", "2H 3H", HK_END_HIGH, NULL, "JH QH KH AH 2H 3H",
     "M5: above the ace"},
    {"JH QH KH AH", "2H", HK_END_NONE, NO_WRAP, NULL, "ace_wrap false: shut"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", HK_END_NONE, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: a full circle"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", HK_END_HIGH, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: shown A … K"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", HK_END_NONE, NO_WRAP,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: the same thirteen"},
    {"9H TH JH QH KH AH 2H 3H 4H 5H 6H 7H", "8H", HK_END_NONE, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: closed at the eight"},
    {"9H TH JH QH KH AH 2H 3H 4H 5H 6H 7H", "8H", HK_END_LOW, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: from below"},
    {"TH JH QH KH AH 2H 3H 4H 5H 6H 7H", "8H 9H", HK_END_NONE, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: two from above"},
    {"TH JH QH KH AH 2H 3H 4H 5H 6H 7H", "9H 8H", HK_END_NONE, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D7: two from below"},
    {"TH JH QH KH AH 2H 3H 4H 5H 6H 7H", "9H 8H", HK_END_HIGH, NULL, NULL,
     "D7: in their order"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", HK_END_NONE, NULL, NULL,
     "M5: thirteen is the end"},
};

START_TEST(m8_d7_cards_are_laid_off_where_the_meld_stays_valid)
{
    for (unsigned i = 0; i < KIT_COUNT(fits); i++) {
        struct hk_rules rules = kit_variant_rules(HK_MAY_I, fits[i].options, 3);
        struct hk_meld meld = kit_meld(&rules, fits[i].meld), grown;
        hk_card cards[HK_PACK_MAX];
        unsigned count = kit_cards(fits[i].cards, cards);
        enum hk_fit fit = hk_meld_fit(&rules, &meld, cards, count, fits[i].end,
                                      &grown);
        ck_assert_msg(fit == (fits[i].shown ? HK_FITS : HK_FITS_NOT),
                      "%s on %s (%s): %d", fits[i].cards, fits[i].meld,
                      fits[i].comment, (int)fit);
        if (fits[i].shown)
            ck_assert_str_eq(kit_meld_text(&grown), fits[i].shown);
    }
}
END_TEST

/* ---- the second definition ---- */

static unsigned count_of(const hk_card *cards, unsigned count, hk_card card)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        found += cards[i] == card;
    return found;
}

/* M5: the same cards as the run of this suit upward from this rank. */
static bool is_run_from(const hk_card *cards, unsigned count, unsigned suit,
                        unsigned low)
{
    for (unsigned i = 0; i < count; i++)
        if (count_of(cards, count, hk_card_make(suit, (low + i) % HK_RANKS)) !=
            1)
            return false;
    return true;
}

/* M5: whether some run has these cards; `turns`: through the ace, too. */
static bool is_run(const hk_card *cards, unsigned count, bool turns)
{
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        for (unsigned low = 0; low < HK_RANKS; low++)
            /* without a turn the last place is the ace above the king */
            if ((turns || low + count <= 14) &&
                is_run_from(cards, count, suit, low))
                return true;
    return false;
}

static enum hk_meld_reason reason_of(bool turns, const hk_card *cards,
                                     unsigned count)
{
    bool one_rank = true, one_suit = true, rank_twice = false, thrice = false;
    if (count < 3)
        return HK_MELD_TOO_SHORT;
    for (unsigned i = 0; i < count; i++) {
        thrice |= count_of(cards, count, cards[i]) > 2;
        for (unsigned j = 0; j < i; j++) {
            bool rank = hk_card_rank(cards[i]) == hk_card_rank(cards[j]);
            one_rank &= rank;
            rank_twice |= rank;
            one_suit &= hk_card_suit(cards[i]) == hk_card_suit(cards[j]);
        }
    }
    if (one_rank)
        return count > 8 ? HK_MELD_TOO_LONG
               : thrice  ? HK_MELD_SET_REPEATS_SUIT
                         : HK_MELD_OK;
    if (!one_suit || rank_twice)
        return HK_MELD_NOT_SET_OR_RUN;
    if (count < 4)
        return HK_MELD_TOO_SHORT;
    if (is_run(cards, count, turns))
        return HK_MELD_OK;
    return is_run(cards, count, true) ? HK_MELD_RUN_WRAPS : HK_MELD_RUN_HAS_GAP;
}

static void compare(const struct hk_rules *rules, const hk_card *cards,
                    unsigned count)
{
    struct hk_meld meld;
    enum hk_meld_reason want = reason_of(rules->ace_wrap, cards, count);
    enum hk_meld_reason have = hk_meld_read(rules, cards, count, &meld);
    hk_card shown[HK_MELD_CARDS_MAX];
    if (want != have) {
        char text[HK_NOTATION_SIZE];
        const char *a = hk_meld_reason_name(have);
        const char *b = hk_meld_reason_name(want);
        hk_notation_write_cards(cards, count, text);
        ck_abort_msg("%s: %s, not %s", text, a ? a : "ok", b ? b : "ok");
    }
    if (have != HK_MELD_OK)
        return;
    KIT_CHECK(hk_meld_cards(&meld, shown) == count);
    for (unsigned i = 0; i < count; i++) {
        KIT_CHECK(count_of(shown, count, cards[i]) ==
                  count_of(cards, count, cards[i]));
        /* a run stands in its order */
        KIT_CHECK(meld.kind == HK_SET || i == 0 ||
                  hk_card_rank(shown[i]) ==
                      (hk_card_rank(shown[i - 1]) + 1) % HK_RANKS);
    }
}

static unsigned power(unsigned base, unsigned exponent)
{
    unsigned result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

START_TEST(m4_m5_every_list_of_a_reduced_deck_is_read_rightly)
{
    hk_card deck[HK_PACK_MAX], cards[6] = {0};
    unsigned kinds = kit_cards("AS 2S 3S 4S JS QS KS AH AD", deck), lists = 0;
    for (unsigned r = 0; r < 2; r++) {
        struct hk_rules rules = kit_variant_rules(HK_MAY_I, r ? NO_WRAP : NULL,
                                                  3);
        for (unsigned length = 0; length <= 6; length++) {
            for (unsigned n = 0; n < power(kinds, length); n++, lists++) {
                for (unsigned i = 0, left = n; i < length; i++, left /= kinds)
                    cards[i] = deck[left % kinds];
                compare(&rules, cards, length);
            }
        }
    }
    printf("%u lists of cards read\n", lists);
}
END_TEST

/* M8 in words: the cards of the meld and the new ones in one line are a meld;
 * from the low end the new ones stand before it, the last one first. */
static bool fits_end(bool turns, const hk_card *lying, unsigned length,
                     const hk_card *cards, unsigned count, bool low)
{
    hk_card line[32];
    unsigned n = 0;
    for (unsigned i = count; low && i > 0; i--)
        line[n++] = cards[i - 1];
    memcpy(line + n, lying, length);
    n += length;
    for (unsigned i = 0; !low && i < count; i++)
        line[n++] = cards[i];
    for (unsigned i = 1; i < n; i++)
        if (hk_card_suit(line[i]) != hk_card_suit(line[0]) ||
            hk_card_rank(line[i]) != (hk_card_rank(line[i - 1]) + 1) % 13)
            return false;
    return n <= 13 && (turns || hk_card_rank(line[0]) + n <= 14);
}

static void compare_fit(const struct hk_rules *rules,
                        const struct hk_meld *meld, const hk_card *cards,
                        unsigned count)
{
    hk_card lying[HK_MELD_CARDS_MAX + 8];
    unsigned length = hk_meld_cards(meld, lying);
    bool low = fits_end(rules->ace_wrap, lying, length, cards, count, true);
    bool high = fits_end(rules->ace_wrap, lying, length, cards, count, false);
    if (meld->kind == HK_SET) {
        memcpy(lying + length, cards, count);
        low = high = length + count <= 8 &&
                     reason_of(true, lying, length + count) == HK_MELD_OK;
    }
    for (unsigned end = HK_END_NONE; end <= HK_END_HIGH; end++) {
        struct hk_meld grown;
        bool want = end == HK_END_LOW    ? low
                    : end == HK_END_HIGH ? high
                                         : low || high;
        enum hk_fit fit = hk_meld_fit(rules, meld, cards, count,
                                      (enum hk_end)end, &grown);
        KIT_CHECK(fit == (want ? HK_FITS : HK_FITS_NOT));
        if (!want)
            continue;
        hk_card after[HK_MELD_CARDS_MAX];
        struct hk_meld again;
        KIT_CHECK(hk_meld_cards(&grown, after) == length + count);
        /* what has grown is the meld that its cards are read as */
        KIT_CHECK(hk_meld_read(rules, after, length + count, &again) ==
                  HK_MELD_OK);
        KIT_CHECK(kit_same(&again, &grown, sizeof(again)));
    }
}

START_TEST(m8_every_lay_off_on_every_meld_is_judged_rightly)
{
    unsigned lays = 0;
    for (unsigned n = 0; n < 2u * HK_RANKS * 10 * 3; n++) {
        struct hk_rules rules = kit_variant_rules(HK_MAY_I,
                                                  n % 2 ? NO_WRAP : NULL, 3);
        unsigned low = n / 2 % HK_RANKS, length = 4 + n / 26 % 10;
        unsigned more = 1 + n / 260;
        hk_card run[HK_MELD_CARDS_MAX], cards[3] = {0};
        struct hk_meld meld;
        for (unsigned i = 0; i < length; i++)
            run[i] = hk_card_make(1, (low + i) % HK_RANKS);
        if (hk_meld_read(&rules, run, length, &meld) != HK_MELD_OK)
            continue;
        for (unsigned k = 0; k < power(HK_RANKS, more); k++, lays++) {
            for (unsigned i = 0, left = k; i < more; i++, left /= HK_RANKS)
                cards[i] = hk_card_make(1, left % HK_RANKS);
            compare_fit(&rules, &meld, cards, more);
        }
    }
    printf("%u lists laid off on runs\n", lays);
    ck_assert_uint_gt(lays, 100000);
}
END_TEST

START_TEST(m4_m8_every_lay_off_on_a_set_is_judged_rightly)
{
    static const char *const sets[] = {"8S 8H 8D", "8S 8S 8H", "8S 8S 8H 8H 8D",
                                       "8S 8S 8H 8H 8D 8D 8C"};
    struct hk_rules rules = kit_variant_rules(HK_MAY_I, NULL, 3);
    hk_card deck[HK_PACK_MAX], cards[5] = {0};
    enum { KINDS = 5 };
    ck_assert_uint_eq(kit_cards("8S 8H 8D 8C 9S", deck), KINDS);
    for (unsigned s = 0; s < KIT_COUNT(sets); s++) {
        struct hk_meld meld = kit_meld(&rules, sets[s]);
        for (unsigned length = 1; length <= 5; length++) {
            for (unsigned n = 0; n < power(KINDS, length); n++) {
                for (unsigned i = 0, left = n; i < length; i++, left /= KINDS)
                    cards[i] = deck[left % KINDS];
                compare_fit(&rules, &meld, cards, length);
            }
        }
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        m4_m5_cards_are_read_as_what_they_are,
        m8_d7_cards_are_laid_off_where_the_meld_stays_valid,
        m4_m5_every_list_of_a_reduced_deck_is_read_rightly,
        m8_every_lay_off_on_every_meld_is_judged_rightly,
        m4_m8_every_lay_off_on_a_set_is_judged_rightly,
    };
    return kit_run("meld_may_i", tests, KIT_COUNT(tests));
}
