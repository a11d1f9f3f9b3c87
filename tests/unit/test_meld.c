/* H6 H7 H8 H9: what is a meld, how it is shown, what it is worth. */
#include "engine_kit.h"

#include <string.h>

#include "engine/meld.h"

/* H6 H7 H8: texts and what they are. */
static const struct {
    const char *cards;
    const char *options;
    const char *reason; /* NULL: a meld */
    const char *shown;  /* of a meld; NULL: as given */
    const char *comment;
} readings[] = {
    /* sets */
    {"8S 8H 8D", NULL, NULL, NULL, "three of one rank"},
    {"8C 8D 8H 8S", NULL, NULL, "8S 8H 8D 8C", "four, shown S H D C"},
    {"8S JK 8D", NULL, NULL, "8S 8D JK", "a joker anywhere in a set"},
    {"JK 8S 8D JK", NULL, NULL, "8S 8D JK JK", "two jokers"},
    {"8S 8H 8D JK", NULL, NULL, NULL, "three naturals and a joker"},
    {"AS AH JK", NULL, NULL, NULL, "aces"},
    {"8S 8S 8H", NULL, "set_repeats_suit", NULL, "one suit twice"},
    {"8S 8H 8S 8H", NULL, "set_repeats_suit", NULL, "two suits twice"},
    {"8S 8S JK", NULL, "set_repeats_suit", NULL, "twice, with a joker"},
    {"8S 8H 8D 8C 8S", NULL, "set_repeats_suit", NULL,
     "the repeated suit comes before the length"},
    {"8S 8H 8D 8C JK", NULL, "too_long", NULL, "five cards"},
    {"8S 8H 8D JK JK", NULL, "too_long", NULL, "five cards, two jokers"},
    {"8S 8H 8D 8C JK JK", NULL, "too_long", NULL, "six cards"},
    /* runs without jokers */
    {"5H 6H 7H", NULL, NULL, NULL, "three in a row"},
    {"7H 5H 6H", NULL, NULL, "5H 6H 7H", "any order without jokers"},
    {"AS 2S 3S", NULL, NULL, NULL, "ace low"},
    {"KS QS AS", NULL, NULL, "QS KS AS", "ace high"},
    {"9C TC JC QC KC AC", NULL, NULL, NULL, "a long one"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", NULL, NULL, NULL, "twelve"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", NULL, NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "D12: thirteen are A … K"},
    {"4S 5S 7S", NULL, "run_has_gap", NULL, "a gap"},
    {"AS 3S 5S", NULL, "run_has_gap", NULL, "gaps"},
    {"AS 3S 4S", NULL, "run_has_gap", NULL, "a gap after the ace"},
    {"JS KS AS", NULL, "run_has_gap", NULL, "a gap below the ace"},
    {"KS AS 2S", NULL, "run_wraps", NULL, "an ace in the middle"},
    {"2S KS AS", NULL, "run_wraps", NULL, "the same in another order"},
    {"QS KS AS 2S 3S", NULL, "run_wraps", NULL, "two on each side"},
    {"KS 2S 3S", NULL, "run_has_gap", NULL, "no ace, no turn"},
    {"KS AS 2S 4S", NULL, "run_has_gap", NULL, "a turn and a gap"},
    {"AH AH 2H", NULL, "not_set_or_run", NULL, "an ace twice"},
    {"5H 6H 7H 7H", NULL, "not_set_or_run", NULL, "a rank twice"},
    {"5H 6H 7S", NULL, "not_set_or_run", NULL, "two suits"},
    {"2H 3H KS", NULL, "not_set_or_run", NULL, "nothing at all"},
    {"8S 8H 9S", NULL, "not_set_or_run", NULL, "half a set, half a run"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", NULL, "not_set_or_run", NULL,
     "a second ace is a rank twice"},
    /* runs with jokers, low to high */
    {"5H 6H JK", NULL, NULL, NULL, "a joker above"},
    {"JK 6H 7H", NULL, NULL, NULL, "a joker below"},
    {"5H JK 7H", NULL, NULL, NULL, "a joker between"},
    {"5H JK JK 8H", NULL, NULL, NULL, "two between"},
    {"JK 6H 7H JK", NULL, NULL, NULL, "one at each end"},
    {"QH KH JK", NULL, NULL, NULL, "a joker for the high ace"},
    {"JK 2H 3H", NULL, NULL, NULL, "a joker for the low ace"},
    {"AH JK 3H", NULL, NULL, NULL, "ace low, joker two"},
    {"QH JK AH", NULL, NULL, NULL, "ace high, joker king"},
    {"JK KH AH", NULL, NULL, NULL, "joker queen"},
    {"AH 2H JK JK", NULL, NULL, NULL, "joker three and four"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", NULL, NULL, NULL,
     "thirteen with a joker for the high ace"},
    {"JK 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", NULL, NULL, NULL,
     "thirteen with a joker for the low ace"},
    {"KH AH JK", NULL, "run_wraps", NULL, "a joker beyond the ace"},
    {"JK AH 2H", NULL, "run_wraps", NULL, "a joker below the ace"},
    {"KH JK 2H", NULL, "run_wraps", NULL, "a joker in the place of the ace"},
    {"QH KH JK JK", NULL, "run_wraps", NULL, "the second joker is too far"},
    {"JK JK 2H 3H", NULL, "run_wraps", NULL, "the first joker is too far"},
    {"KH JK JK 3H", NULL, "run_wraps", NULL, "turns under jokers"},
    {"TH JK 9H", NULL, "run_out_of_order", NULL, "high to low"},
    {"7H 6H JK", NULL, "run_out_of_order", NULL, "high to low, joker last"},
    {"5H JK 6H", NULL, "run_out_of_order", NULL, "too far along"},
    {"5H JK JK 7H", NULL, "run_out_of_order", NULL, "one too far along"},
    {"2H AH JK", NULL, "run_has_gap", NULL, "from 2 up to the high ace"},
    {"KH AH 3H JK", NULL, "run_out_of_order", NULL,
     "nothing rises beyond the ace"},
    {"5H 7H 6H JK", NULL, "run_out_of_order", NULL,
     "the order comes before the gap"},
    {"5H JK 8H", NULL, "run_has_gap", NULL, "one joker, two places"},
    {"5H 6H 8H JK", NULL, "run_has_gap", NULL, "the joker is elsewhere"},
    {"JK 5H 7H", NULL, "run_has_gap", NULL, "the joker is elsewhere"},
    {"AH JK KH", NULL, "run_has_gap", NULL, "from the low ace to the king"},
    {"5H JK 7S", NULL, "not_set_or_run", NULL, "two suits"},
    {"5H JK 5S 6H", NULL, "not_set_or_run", NULL, "two suits"},
    {"5H 5H JK 6H", NULL, "not_set_or_run", NULL, "a rank twice"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", NULL, "too_long", NULL,
     "a fourteenth"},
    {"JK 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", NULL, "too_long", NULL,
     "a fourteenth"},
    /* what comes before all that */
    {"", NULL, "too_short", NULL, "nothing"},
    {"5H", NULL, "too_short", NULL, "one card"},
    {"9H TH", NULL, "too_short", NULL, "two cards"},
    {"JK JK", NULL, "too_short", NULL, "too short comes before the naturals"},
    {"7H JK JK", NULL, "too_few_naturals", NULL, "one natural"},
    {"JK 7H JK", NULL, "too_few_naturals", NULL, "one natural"},
    {"JK JK JK", NULL, "too_few_naturals", NULL, "none"},
    {"7H JK JK JK", NULL, "too_few_naturals", NULL,
     "the naturals come before the jokers"},
    {"7H JK JK JK JH", NULL, "too_many_jokers", NULL, "three jokers"},
    {"5H JK JK 8H", "max_jokers_per_meld=1", "too_many_jokers", NULL,
     "two, where one is allowed"},
    {"5H JK 7H", "max_jokers_per_meld=1", NULL, NULL, "one is"},
    {"5H JK 7H", "max_jokers_per_meld=0", "too_many_jokers", NULL, "none is"},
    {"8S 8S JK", "max_jokers_per_meld=0", "too_many_jokers", NULL,
     "the jokers come before the suits"},
    {"5H 6H 7H", "max_jokers_per_meld=0", NULL, NULL, "none is needed"},
    /* run_max 14 */
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "run_max=14", NULL, NULL,
     "an ace at each end"},
    {"KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH AH", "run_max=14", NULL,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "in any order"},
    {"JK 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "run_max=14", NULL, NULL,
     "a joker for the low ace"},
    {"JK 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", "run_max=14", NULL, NULL,
     "jokers for both"},
    {"AH 2H 3H 4H 5H JK 7H 8H 9H TH JH QH KH AH", "run_max=14", NULL, NULL,
     "both aces and a joker"},
    {"2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH JK", "run_max=14", "run_wraps",
     NULL, "a joker beyond the ace"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH JK", "run_max=14", "too_long",
     NULL, "a fifteenth"},
    {"AH AH 2H 3H", "run_max=14", "run_has_gap", NULL,
     "both aces, but not what lies between"},
    {"AH 2H JK AH", "run_max=14", "run_has_gap", NULL, "the same, a joker"},
    {"KH AH AH JK", "run_max=14", "run_out_of_order", NULL,
     "two high aces do not rise"},
    {"AH AH AH 2H", "run_max=14", "not_set_or_run", NULL, "three aces"},
    {"AH 2H 3H 3H", "run_max=14", "not_set_or_run", NULL, "another rank twice"},
    {"AH AH 2H 2H", "run_max=14", "not_set_or_run", NULL, "and the ace"},
    {"KH AH 2H", "run_max=14", "run_wraps", NULL, "still no turn"},
    {"AH AH JK", "run_max=14", "set_repeats_suit", NULL,
     "aces alone are no run"},
};

START_TEST(h6_h7_h8_cards_are_read_as_what_they_are)
{
    for (unsigned i = 0; i < KIT_COUNT(readings); i++) {
        struct hk_rules rules = kit_rules(readings[i].options, 2);
        hk_card cards[HK_PACK_MAX];
        unsigned count = kit_cards(readings[i].cards, cards);
        struct hk_meld meld = {.seat = 9}, untouched = meld;
        enum hk_meld_reason reason = hk_meld_read(&rules, cards, count, &meld);
        const char *name = hk_meld_reason_name(reason);
        const char *want = readings[i].reason;
        ck_assert_msg(!name == !want && (!want || strcmp(name, want) == 0),
                      "%s: %s, not %s (%s)", readings[i].cards,
                      name ? name : "a meld", want ? want : "a meld",
                      readings[i].comment);
        if (want) {
            ck_assert_mem_eq(&meld, &untouched, sizeof(meld));
            continue;
        }
        const char *shown = readings[i].shown ? readings[i].shown
                                              : readings[i].cards;
        ck_assert_str_eq(kit_meld_text(&meld), shown);
        ck_assert_uint_eq(meld.seat, 0);
        ck_assert_uint_eq(meld.length, count);
    }
}
END_TEST

/* H8 H9: worth, and what jokers stand for. */
static const struct {
    const char *cards;
    const char *options;
    int value;
    const char *stands_for;
    const char *comment;
} values[] = {
    {"2S 2H 2D", NULL, 6, "2S 2H 2D", "as printed"},
    {"9S 9H 9D 9C", NULL, 36, "9S 9H 9D 9C", "as printed"},
    {"TS TH TD", NULL, 30, "TS TH TD", "a ten is 10"},
    {"JS JH JD", NULL, 30, "JS JH JD", "a jack is 10"},
    {"QS QH QD", NULL, 30, "QS QH QD", "a queen is 10"},
    {"KS KH KD", NULL, 30, "KS KH KD", "a king is 10"},
    {"AS AH AD AC", NULL, 44, "AS AH AD AC", "aces of a set are 11"},
    {"AS AH AD AC", "ace_low_value=1", 44, "AS AH AD AC",
     "D8: also under ace_low_value"},
    {"TH TD JK", NULL, 30, "TH TD T?", "a joker is what it stands for"},
    {"8S 8H JK JK", NULL, 32, "8S 8H 8? 8?", "two suits are open"},
    {"8S 8D 8C JK", NULL, 32, "8S 8D 8C 8H", "one suit is left"},
    {"AS AH JK", NULL, 33, "AS AH A?", "a joker as ace of a set"},
    {"AS 2S 3S", NULL, 16, "AS 2S 3S", "ace low is 11 by default"},
    {"AS 2S 3S", "ace_low_value=10", 15, "AS 2S 3S", "or 10"},
    {"AS 2S 3S", "ace_low_value=1", 6, "AS 2S 3S", "or 1"},
    {"QS KS AS", "ace_low_value=1", 31, "QS KS AS", "a high ace stays 11"},
    {"JK 2S 3S", NULL, 16, "AS 2S 3S", "a joker as low ace"},
    {"JK 2S 3S", "ace_low_value=1", 6, "AS 2S 3S", "D8: has its value"},
    {"QS KS JK", "ace_low_value=1", 31, "QS KS AS", "a joker as high ace"},
    {"JK 6H 7H", NULL, 18, "5H 6H 7H", "where it lies: below"},
    {"6H 7H JK", NULL, 21, "6H 7H 8H", "where it lies: above"},
    {"5H JK JK 8H", NULL, 26, "5H 6H 7H 8H", "between"},
    {"9C TC JC QC KC AC", NULL, 60, "9C TC JC QC KC AC", "a long one"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", NULL, 95,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "thirteen"},
    {"AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "run_max=14", 106,
     "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "both aces"},
    {"JK 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", "run_max=14 ace_low_value=1",
     96, "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "jokers for both aces"},
};

START_TEST(h9_a_meld_is_worth_what_its_cards_stand_for)
{
    for (unsigned i = 0; i < KIT_COUNT(values); i++) {
        struct hk_rules rules = kit_rules(values[i].options, 2);
        struct hk_meld meld = kit_meld(&rules, values[i].cards);
        hk_card cards[HK_MELD_CARDS_MAX];
        char text[HK_NOTATION_SIZE];
        unsigned count = hk_meld_stands_for(&meld, cards);
        text[0] = '\0';
        for (unsigned j = 0; j < count; j++) {
            hk_card_write(cards[j], text + 3 * j);
            text[3 * j + 2] = j + 1 < count ? ' ' : '\0';
        }
        ck_assert_msg(hk_meld_value(&rules, &meld) == values[i].value,
                      "%s: %d (%s)", values[i].cards,
                      hk_meld_value(&rules, &meld), values[i].comment);
        ck_assert_str_eq(text, values[i].stands_for);
    }
}
END_TEST

START_TEST(h6_h7_h8_every_reason_names_its_rule)
{
    static const struct {
        enum hk_meld_reason reason;
        const char *name;
        const char *cards;
        enum hk_rule hand, may_i;
    } reasons[] = {
        {HK_MELD_TOO_SHORT, "too_short", "5H 6H", HK_RULE_H6, HK_RULE_M5},
        {HK_MELD_TOO_LONG, "too_long", "8S 8H 8D 8C JK", HK_RULE_H7,
         HK_RULE_M4},
        {HK_MELD_TOO_LONG, "too_long",
         "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", HK_RULE_H6, HK_RULE_M5},
        {HK_MELD_NOT_SET_OR_RUN, "not_set_or_run", "5H 6S 7H", HK_RULE_H6,
         HK_RULE_M5},
        {HK_MELD_SET_REPEATS_SUIT, "set_repeats_suit", "8S 8S 8S", HK_RULE_H7,
         HK_RULE_M4},
        {HK_MELD_RUN_HAS_GAP, "run_has_gap", "5H 6H 8H 9H", HK_RULE_H6,
         HK_RULE_M5},
        {HK_MELD_RUN_WRAPS, "run_wraps", "QH KH AH 2H", HK_RULE_H6, HK_RULE_M5},
        {HK_MELD_RUN_OUT_OF_ORDER, "run_out_of_order", "6H 5H JK", HK_RULE_H8,
         HK_RULE_M2},
        {HK_MELD_TOO_MANY_JOKERS, "too_many_jokers", "6H 5H JK JK JK",
         HK_RULE_H8, HK_RULE_M2},
        {HK_MELD_TOO_FEW_NATURALS, "too_few_naturals", "6H JK JK", HK_RULE_H8,
         HK_RULE_M2},
        {HK_MELD_OK, NULL, "5H 6H 7H", HK_RULE_NONE, HK_RULE_NONE},
    };
    struct hk_rules hand = kit_rules(NULL, 3);
    struct hk_rules may_i = kit_variant_rules(HK_MAY_I, NULL, 3);
    for (unsigned i = 0; i < KIT_COUNT(reasons); i++) {
        enum hk_meld_reason reason = reasons[i].reason;
        hk_card cards[HK_PACK_MAX];
        unsigned count = kit_cards(reasons[i].cards, cards);
        ck_assert_pstr_eq(hk_meld_reason_name(reason), reasons[i].name);
        ck_assert_int_eq(hk_meld_reason_rule(&hand, reason, cards, count),
                         reasons[i].hand);
        ck_assert_int_eq(hk_meld_reason_rule(&may_i, reason, cards, count),
                         reasons[i].may_i);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h6_h7_h8_cards_are_read_as_what_they_are,
        h9_a_meld_is_worth_what_its_cards_stand_for,
        h6_h7_h8_every_reason_names_its_rule,
    };
    return kit_run("meld", tests, KIT_COUNT(tests));
}
