/* Decks: G4, G7 and G9 as the referee follows them, and arranged deals. */
#include "service_kit.h"

#include <stdio.h>
#include <string.h>

#include "service/dealer.h"
#include "service/uuid.h"

static const uint8_t seed[HK_SEED_SIZE] = {1, 2, 3};

/* Fifteen cards for the starter and fourteen for the other. */
static struct hk_arranged_deal deal_of_two(unsigned starter)
{
    struct hk_arranged_deal deal = {0};

    deal.hand_sizes[starter] = kit_cards(
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H", deal.hands[starter]);
    deal.hand_sizes[1 - starter] = kit_cards(
        "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD JK", deal.hands[1 - starter]);
    deal.stock_size = kit_cards("9C 8C", deal.stock);
    return deal;
}

START_TEST(test_a_deck_is_the_pack_shuffled_by_the_seed)
{
    struct hk_game_wish wish = kit_wish("a b c", NULL, false);
    struct hk_shuffle stream;
    struct hk_shuffle again;
    struct hk_move move;
    hk_card pack[HK_PACK_MAX];

    hk_shuffle_init(&stream, seed);
    hk_dealer_deal(&wish.rules, NULL, 2, &stream, &move);
    ck_assert_uint_eq(move.kind, HK_MOVE_DEAL);
    ck_assert_uint_eq(move.seat, 2);
    ck_assert_uint_eq(move.card_count, 106);
    hk_shuffle_init(&again, seed);
    ck_assert_uint_eq(hk_card_pack(2, pack), 106);
    hk_shuffle_bytes(&again, pack, 106);
    ck_assert_mem_eq(move.cards, pack, 106);
    ck_assert_uint_eq(stream.numbers_read, again.numbers_read);
    ck_assert_uint_ge(stream.numbers_read, 105);
}
END_TEST

START_TEST(test_an_arranged_deal_gives_its_hands_and_stock)
{
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    struct hk_arranged_deal deal = deal_of_two(0);
    struct hk_shuffle stream;
    struct hk_move move;
    hk_card rest[HK_PACK_MAX];
    struct hk_cardset left = {0, 0};

    hk_shuffle_init(&stream, seed);
    hk_dealer_deal(&wish.rules, &deal, 1, &stream, &move);
    ck_assert_uint_eq(move.card_count, 106);
    /* G4: one at a time from the starter, seat 0; its fifteenth at the end. */
    for (unsigned i = 0; i < 14; i++) {
        ck_assert_uint_eq(move.cards[2 * i], deal.hands[0][i]);
        ck_assert_uint_eq(move.cards[2 * i + 1], deal.hands[1][i]);
    }
    ck_assert_uint_eq(move.cards[28], kit_card("2H"));
    ck_assert_uint_eq(move.cards[29], kit_card("9C"));
    ck_assert_uint_eq(move.cards[30], kit_card("8C"));

    /* G9: the cards not named, in canonical order, shuffled by the seed. */
    unsigned count = hk_card_pack(2, rest);
    for (unsigned i = 0; i < 31; i++)
        hk_cardset_add(&left, move.cards[i]);
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!hk_cardset_remove(&left, rest[i]))
            rest[kept++] = rest[i];
    }
    ck_assert_uint_eq(kept, 75);
    hk_shuffle_init(&stream, seed);
    hk_shuffle_bytes(&stream, rest, kept);
    ck_assert_mem_eq(move.cards + 31, rest, kept);
}
END_TEST

START_TEST(test_a_new_stock_is_the_pile_without_its_top)
{
    struct hk_state state = {0};
    struct hk_shuffle stream;
    struct hk_shuffle again;
    struct hk_move move;
    hk_card order[HK_PACK_MAX];

    state.pile_count = (uint8_t)kit_cards("AS 2S 3S 4S 5S 6S KH", state.pile);
    hk_shuffle_init(&stream, seed);
    stream.numbers_read = 200;
    again = stream;
    hk_dealer_reshuffle(&state, &stream, &move);
    ck_assert_uint_eq(move.kind, HK_MOVE_RESHUFFLE);
    ck_assert_uint_eq(move.card_count, 6);
    memcpy(order, state.pile, 6);
    hk_shuffle_bytes(&again, order, 6);
    ck_assert_mem_eq(move.cards, order, 6);
    ck_assert_uint_gt(stream.numbers_read, 200);
}
END_TEST

/* ----- what cannot have been dealt ---------------------------------------- */

static enum hk_error check(const char *options,
                           const struct hk_arranged_deal *deals, size_t count,
                           int first_dealer, struct hk_lobby_fault *ret_fault)
{
    struct hk_game_wish wish = kit_wish("a b", options, false);

    return hk_dealer_check(&wish.rules, deals, count, first_dealer, ret_fault);
}

START_TEST(test_the_starter_is_who_has_fifteen)
{
    struct hk_arranged_deal deals[2] = {deal_of_two(1), deal_of_two(0)};
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    struct hk_rng rng = kit_rng();
    struct hk_lobby_fault fault;

    ck_assert_int_eq(check(NULL, deals, 2, -1, &fault), HK_OK);
    ck_assert_int_eq(check(NULL, deals, 2, 0, &fault), HK_OK);
    ck_assert_uint_eq(hk_dealer_first(&wish.rules, deals, 2, -1, &rng), 0);
    ck_assert_uint_eq(hk_dealer_first(&wish.rules, deals, 2, 0, &rng), 0);

    ck_assert_int_eq(check(NULL, deals, 2, 1, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.deal, 0);
    ck_assert_int_eq(fault.hand, 0);
    /* G3: the deal passes on, so the second round has another starter. */
    deals[1] = deals[0];
    ck_assert_int_eq(check(NULL, deals, 2, -1, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.deal, 1);
}
END_TEST

START_TEST(test_hands_of_wrong_counts_are_impossible)
{
    struct hk_arranged_deal deal = deal_of_two(0);
    struct hk_lobby_fault fault;

    deal.hand_sizes[0] = 14;
    ck_assert_int_eq(check(NULL, &deal, 1, -1, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.deal, 0);
    ck_assert_int_eq(check(NULL, &deal, 1, 1, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.hand, 0);
    deal = deal_of_two(0);
    deal.hand_sizes[1] = 13;
    ck_assert_int_eq(check(NULL, &deal, 1, 1, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.hand, 1);
    deal.hand_sizes[1] = 0;
    ck_assert_int_eq(check(NULL, &deal, 1, -1, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.reason, HK_LOBBY_HAND_COUNTS);
}
END_TEST

START_TEST(test_the_packs_hold_two_of_a_card)
{
    static const char *const stocks[] = {"AS AS", "JK JK", "2H KC 2H"};
    struct hk_lobby_fault fault;

    for (size_t i = 0; i < KIT_COUNT(stocks); i++) {
        struct hk_arranged_deal deal = deal_of_two(0);

        deal.stock_size = kit_cards(stocks[i], deal.stock);
        ck_assert_int_eq(check(NULL, &deal, 1, 1, &fault),
                         HK_E_IMPOSSIBLE_DEAL);
        ck_assert_int_eq(fault.hand, -1);
        deal.stock_size--;
        ck_assert_int_eq(check(NULL, &deal, 1, 1, &fault), HK_OK);
    }
    struct hk_arranged_deal deal = deal_of_two(0);
    deal.hands[0][1] = deal.hands[0][2] = deal.hands[0][0];
    ck_assert_int_eq(check(NULL, &deal, 1, 1, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.hand, 0);
}
END_TEST

START_TEST(test_only_one_deal_when_the_loser_deals)
{
    struct hk_arranged_deal deals[2] = {deal_of_two(0), deal_of_two(1)};
    struct hk_lobby_fault fault;

    ck_assert_int_eq(check("dealer=loser", deals, 1, -1, &fault), HK_OK);
    ck_assert_int_eq(check("dealer=loser", deals, 2, -1, &fault),
                     HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.deal, 1);
    ck_assert_int_eq(check("rounds=1", deals, 2, -1, &fault),
                     HK_E_IMPOSSIBLE_DEAL);
}
END_TEST

START_TEST(test_the_first_dealer_is_drawn_among_all_seats)
{
    struct hk_game_wish wish = kit_wish("a b c d e", NULL, false);
    struct hk_rng rng = kit_rng();
    unsigned seen = 0;

    for (unsigned i = 0; i < 200; i++)
        seen |= 1u << hk_dealer_first(&wish.rules, NULL, 0, -1, &rng);
    ck_assert_uint_eq(seen, 0x1f);
    ck_assert_uint_eq(hk_dealer_first(&wish.rules, NULL, 0, 3, &rng), 3);
}
END_TEST

/* ----- ids ---------------------------------------------------------------- */

START_TEST(test_ids_are_uuids_of_version_7)
{
    struct hk_rng rng = kit_rng();
    char first[HK_UUID_TEXT_SIZE];
    char second[HK_UUID_TEXT_SIZE];
    char read[HK_UUID_TEXT_SIZE];

    hk_uuid_make(INT64_C(0x0193a2b3c4d5), &rng, first);
    ck_assert_uint_eq(strlen(first), 36);
    ck_assert_mem_eq(first, "0193a2b3-c4d5-7", 15);
    ck_assert_ptr_nonnull(strchr("89ab", first[19]));
    hk_uuid_make(INT64_C(0x0193a2b3c4d6), &rng, second);
    ck_assert_int_lt(strcmp(first, second), 0);
    ck_assert(hk_uuid_read(first, read));
    ck_assert_str_eq(first, read);
    ck_assert(hk_uuid_read("0193A2B3-C4D5-7000-8000-00000000ABCD", read));
    ck_assert_str_eq(read, "0193a2b3-c4d5-7000-8000-00000000abcd");

    static const char *const none[] = {
        "",
        "0193a2b3-c4d5-7000-8000-00000000abc",
        "0193a2b3-c4d5-7000-8000-00000000abcde",
        "0193a2b3xc4d5-7000-8000-00000000abcd",
        "0193a2b3-c4d5-7000-8000-00000000abcg",
        "0193a2b-3c4d5-7000-8000-00000000abcd",
    };
    for (size_t i = 0; i < KIT_COUNT(none); i++)
        ck_assert_msg(!hk_uuid_read(none[i], read), "%s", none[i]);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_deck_is_the_pack_shuffled_by_the_seed,
        test_an_arranged_deal_gives_its_hands_and_stock,
        test_a_new_stock_is_the_pile_without_its_top,
        test_the_starter_is_who_has_fifteen,
        test_hands_of_wrong_counts_are_impossible,
        test_the_packs_hold_two_of_a_card,
        test_only_one_deal_when_the_loser_deals,
        test_the_first_dealer_is_drawn_among_all_seats,
        test_ids_are_uuids_of_version_7,
    };
    return kit_run("service/dealer", tests, KIT_COUNT(tests));
}
