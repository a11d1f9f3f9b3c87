/* G1 G9: cards as texts, and the canonical pack. */
#include "engine_kit.h"

#include "engine/card.h"

START_TEST(g1_every_card_reads_back_as_written)
{
    for (unsigned i = 0; i < HK_CARD_KINDS; i++) {
        char text[HK_CARD_TEXT_SIZE];
        hk_card card = HK_NO_CARD;
        hk_card_write((hk_card)i, text);
        ck_assert_msg(hk_card_read(text, &card), "%s", text);
        ck_assert_uint_eq(card, i);
    }
}
END_TEST

static const struct {
    const char *text;
    int card;
    const char *comment;
} texts[] = {
    {"AS", 0, "the first card"},
    {"KS", 12, "the last spade"},
    {"AH", 13, "hearts follow spades"},
    {"2D", 27, "then diamonds"},
    {"KC", 51, "the last natural"},
    {"TH", 22, "the ten"},
    {"10H", 22, "the ten may be written 10"},
    {"JC", 49, "a jack, not a joker"},
    {"JK", HK_JOKER, "the joker"},
    {"", -1, "nothing"},
    {"A", -1, "no suit"},
    {"S", -1, "no rank"},
    {"1H", -1, "there is no one"},
    {"10", -1, "a ten without suit"},
    {"100H", -1, "no hundred"},
    {"11H", -1, "no eleven"},
    {"0H", -1, "no nought"},
    {"jk", -1, "lower case"},
    {"aS", -1, "lower-case rank"},
    {"As", -1, "lower-case suit"},
    {"SA", -1, "the wrong way round"},
    {"S2", -1, "the wrong way round"},
    {"ASS", -1, "too long"},
    {"JKS", -1, "a joker has no suit"},
    {"JKJ", -1, "too long"},
    {" AS", -1, "a blank before"},
    {"AS ", -1, "a blank after"},
    {"8?", -1, "shown for a joker, never read"},
    {"??", -1, "no card"},
};

START_TEST(g1_only_cards_are_read)
{
    for (unsigned i = 0; i < KIT_COUNT(texts); i++) {
        hk_card card = 77;
        bool read = hk_card_read(texts[i].text, &card);
        ck_assert_msg(read == (texts[i].card >= 0), "\"%s\": %s", texts[i].text,
                      texts[i].comment);
        ck_assert_msg(card == (read ? texts[i].card : 77), "\"%s\": %s",
                      texts[i].text, texts[i].comment);
    }
}
END_TEST

START_TEST(h8_a_card_of_an_open_suit_is_written_with_a_question_mark)
{
    char text[HK_CARD_TEXT_SIZE];
    hk_card_write(HK_CARD_ANY + 7, text);
    ck_assert_str_eq(text, "8?");
    hk_card_write(HK_CARD_ANY + HK_ACE, text);
    ck_assert_str_eq(text, "A?");
    hk_card_write(HK_NO_CARD, text);
    ck_assert_str_eq(text, "??");
}
END_TEST

START_TEST(g9_the_canonical_pack_is_two_packs_then_the_jokers)
{
    hk_card cards[HK_PACK_MAX];
    ck_assert_uint_eq(hk_card_pack(2, cards), 106);
    for (unsigned i = 0; i < 104; i++)
        ck_assert_uint_eq(cards[i], i % 52);
    ck_assert_uint_eq(cards[104], HK_JOKER);
    ck_assert_uint_eq(cards[105], HK_JOKER);
    ck_assert_uint_eq(cards[0], kit_card("AS"));
    ck_assert_uint_eq(cards[13], kit_card("AH"));
    ck_assert_uint_eq(cards[26], kit_card("AD"));
    ck_assert_uint_eq(cards[39], kit_card("AC"));
    ck_assert_uint_eq(hk_card_pack(0, cards), 104);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        g1_every_card_reads_back_as_written,
        g1_only_cards_are_read,
        h8_a_card_of_an_open_suit_is_written_with_a_question_mark,
        g9_the_canonical_pack_is_two_packs_then_the_jokers,
    };
    return kit_run("card", tests, KIT_COUNT(tests));
}
