/* Multisets of cards of two packs. */
#include "engine_kit.h"

#include <string.h>

#include "engine/cardset.h"

START_TEST(a_kind_is_held_at_most_twice)
{
    for (unsigned i = 0; i < HK_CARD_KINDS; i++) {
        struct hk_cardset set = {0};
        hk_card card = (hk_card)i;
        ck_assert(!hk_cardset_remove(&set, card));
        for (unsigned n = 0; n < 2; n++) {
            ck_assert_uint_eq(hk_cardset_count(&set, card), n);
            ck_assert(hk_cardset_add(&set, card));
            ck_assert_uint_eq(hk_cardset_size(&set), n + 1);
        }
        ck_assert(!hk_cardset_add(&set, card));
        ck_assert_uint_eq(hk_cardset_count(&set, card), 2);
        ck_assert(hk_cardset_remove(&set, card));
        ck_assert_uint_eq(hk_cardset_count(&set, card), 1);
        ck_assert(hk_cardset_remove(&set, card));
        ck_assert_uint_eq(hk_cardset_size(&set), 0);
    }
}
END_TEST

START_TEST(drawn_sets_count_as_a_plain_tally_does)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 1);
    unsigned tally[HK_CARD_KINDS] = {0};
    struct hk_cardset set = {0};
    for (unsigned i = 0; i < 20000; i++) {
        hk_card card = (hk_card)hk_rng_below(&rng, HK_CARD_KINDS);
        if (hk_rng_below(&rng, 2)) {
            ck_assert(hk_cardset_add(&set, card) == (tally[card] < 2));
            tally[card] += tally[card] < 2;
        } else {
            ck_assert(hk_cardset_remove(&set, card) == (tally[card] > 0));
            tally[card] -= tally[card] > 0;
        }
        unsigned size = 0;
        for (unsigned kind = 0; kind < HK_CARD_KINDS; kind++) {
            ck_assert_uint_eq(hk_cardset_count(&set, (hk_card)kind),
                              tally[kind]);
            size += tally[kind];
        }
        ck_assert_uint_eq(hk_cardset_size(&set), size);
        ck_assert((set.two & ~set.one) == 0);
    }
}
END_TEST

START_TEST(a_set_is_listed_spades_to_clubs_jokers_last)
{
    struct hk_cardset set = kit_cardset("JK KC AS 2D TH AS JK 9H");
    hk_card cards[HK_PACK_MAX];
    char text[HK_NOTATION_SIZE];
    unsigned count = hk_cardset_list(&set, cards);
    hk_notation_write_cards(cards, count, text);
    ck_assert_str_eq(text, "AS AS 9H TH 2D KC JK JK");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_kind_is_held_at_most_twice,
        drawn_sets_count_as_a_plain_tally_does,
        a_set_is_listed_spades_to_clubs_jokers_last,
    };
    return kit_run("cardset", tests, KIT_COUNT(tests));
}
