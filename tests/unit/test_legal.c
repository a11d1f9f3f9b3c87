/* What is listed as legal in positions made by hand. */
#include "engine_kit.h"

#include <stdio.h>
#include <string.h>

#include "engine/legal.h"

static uint64_t workspace[HK_SOLVER_SIZE_LEAST / sizeof(uint64_t)];
static const struct hk_solver solver = {workspace, sizeof(workspace)};

/* The moves of a seat's list that begin so, in its order, "; " between. */
static void check_list(const struct kit_game *game, hk_seat seat,
                       const char *prefix, const char *expected)
{
    static struct hk_move moves[HK_LEGAL_MOVES_MAX];
    static char text[4096];
    size_t length = 0;
    unsigned count = hk_legal_moves(&game->rules, &game->state, seat, &solver,
                                    moves);
    text[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        char move[HK_NOTATION_SIZE];
        hk_notation_write_move(&moves[i], move);
        if (strncmp(move, prefix, strlen(prefix)) != 0)
            continue;
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s",
                                   length > 0 ? "; " : "", move);
        KIT_CHECK(length < sizeof(text));
    }
    ck_assert_str_eq(text, expected);
}

START_TEST(no_seat_is_to_move_between_rounds)
{
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 2, 0);
    check_list(&game, 0, "", "");
    kit_place(&game, &(struct kit_position){0});
    game.state.stage = HK_STAGE_OVER;
    check_list(&game, 0, "", "");
}
END_TEST

/* H3 */
START_TEST(the_starter_may_only_discard)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 1);
    struct kit_game game;
    struct hk_move moves[HK_LEGAL_MOVES_MAX];
    kit_begin(&game, NULL, HK_HAND, 2, 1);
    kit_serve(&game, &rng);
    unsigned count = hk_legal_moves(&game.rules, &game.state, 0, &solver,
                                    moves);
    ck_assert_uint_eq(count,
                      (unsigned)__builtin_popcountll(game.state.hands[0].one));
    for (unsigned i = 0; i < count; i++)
        ck_assert_uint_eq(moves[i].kind, HK_MOVE_DISCARD);
}
END_TEST

START_TEST(a_seat_that_draws_may_draw_from_both_piles)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){0});
    check_list(&game, 0, "", "draw stock; draw discard");
    check_list(&game, 1, "", "");
    check_list(&game, 7, "", "");
}
END_TEST

START_TEST(openings_come_best_first_and_leave_a_card)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .hands = {"KS KH KD QS QH QD 2S 3S 4S 6D 8H TC JC 2C"},
                         .stock = "5H",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld",
               "meld 2S 3S 4S / QS QH QD / KS KH KD; "
               "meld QS QH QD / KS KH KD");
    check_list(&game, 0, "return", "");
}
END_TEST

START_TEST(melds_of_a_seat_that_is_down_come_one_by_one)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .down = 1,
                         .hands = {"5H 6H 7H 8H KS"},
                         .melds = {"0 9S 9H 9D"},
                         .stock = "2C",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld",
               "meld 5H 6H 7H 8H; meld 6H 7H 8H; meld 5H 6H 7H");
}
END_TEST

START_TEST(lay_offs_name_the_end_of_a_run_and_come_in_every_length)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .down = 3,
                         .hands = {"4H 8H 9H JK KS 9C", "AS"},
                         .melds = {"0 9S 9H 9D", "1 5H 6H 7H"},
                         .stock = "2C",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "lay_off",
               "lay_off 1 9C; lay_off 1 JK; "
               "lay_off 2 4H low; lay_off 2 4H JK low; lay_off 2 JK low; "
               "lay_off 2 8H high; lay_off 2 8H 9H high; "
               "lay_off 2 8H 9H JK high; lay_off 2 8H JK high; "
               "lay_off 2 JK high; lay_off 2 JK 9H high");
}
END_TEST

START_TEST(jokers_are_taken_one_by_one_from_a_run_and_all_from_a_set)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .down = 3,
                         .hands = {"6H 8H KS 2C", "AS"},
                         .melds = {"0 9S 9H 9D", "1 5H JK 7H JK"},
                         .stock = "2D",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "take_joker",
               "take_joker 2 6H; take_joker 2 8H; take_joker 2 6H 8H");
    kit_place(&game, &(struct kit_position){
                         .down = 3,
                         .hands = {"9D 9C KS 2C", "AS"},
                         .melds = {"0 TS TH TD", "1 9S 9H JK"},
                         .stock = "2D",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "take_joker", "take_joker 2 9D 9C");
}
END_TEST

START_TEST(a_card_drawn_in_vain_can_only_be_put_back)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .hands = {"2S 4H 6D 8C TS QH 2D 4C 6S 8H TD QC 3S 5H"},
                         .pile = "KH",
                     });
    kit_must(&game, "draw discard");
    check_list(&game, 0, "", "return");
    kit_must(&game, "return");
    check_list(&game, 0, "", "draw stock");
}
END_TEST

START_TEST(questions_are_listed_for_those_who_may_ask)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .may_i = true, .pile = "2S 3S 4S", .from = "231"});
    check_list(&game, 0, "",
               "draw stock; draw discard; take 1; take 2; take 3");
    check_list(&game, 1, "", "");
    check_list(&game, 2, "", "may_i 1; may_i 2");
    check_list(&game, 3, "", "may_i 1");
    kit_must(&game, "2: may_i 2");
    check_list(&game, 0, "", "answer yes; answer no");
    check_list(&game, 1, "", "");
    check_list(&game, 2, "", "");
}
END_TEST

START_TEST(contracts_are_listed_with_the_most_and_the_least_cards)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .may_i = true,
                         .round = 2,
                         .hands = {"AS KS QS JS TS 4H 4D 4C 4S 9D"},
                         .stock = "9C",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld",
               "meld TS JS QS KS AS / 4S 4H 4D 4C; "
               "meld JS QS KS AS / 4S 4H 4D; meld TS JS QS KS / 4S 4H 4D");
}
END_TEST

START_TEST(a_contract_may_have_the_run_from_the_ace)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .may_i = true,
                         .round = 2,
                         .hands = {"AS 2S 3S 4S 4H 4D 4C 9D 9C KH"},
                         .stock = "TH",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld", "meld AS 2S 3S 4S / 4H 4D 4C");
}
END_TEST

/* M5: no rank twice, so a circle grows no further. */
START_TEST(a_contract_may_have_a_whole_suit)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .may_i = true,
                         .round = 2,
                         .hands = {"AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS KS "
                                   "4H 4D 4C 9D"},
                         .stock = "TH",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld AS 2S 3S 4S 5S",
               "meld AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS / 4H 4D 4C");
}
END_TEST

START_TEST(two_runs_are_of_any_two_suits)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .may_i = true,
                         .round = 3,
                         .hands = {"QS KS AS 2S 3H 4H 5H 6H 9C 9D"},
                         .stock = "TC",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld", "meld QS KS AS 2S / 3H 4H 5H 6H");
}
END_TEST

/* M9: where all of it would leave no card, a meld is one card shorter. */
START_TEST(a_contract_of_the_whole_hand_keeps_a_card)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .may_i = true,
                         .round = 2,
                         .hands = {"2S 3S 4S 5S 6S 7S JH JD JC JS"},
                         .stock = "AS",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld AS 2S 3S 4S 5S 6S",
               "meld AS 2S 3S 4S 5S 6S / JS JH JD JC; "
               "meld AS 2S 3S 4S 5S 6S 7S / JS JH JD; "
               "meld AS 2S 3S 4S 5S 6S 7S / JH JD JC");
}
END_TEST

/* H9 D3 */
START_TEST(openings_that_need_no_minimum_are_listed)
{
    struct kit_game game;
    const struct kit_position position = {
        .options = "hand_waives_minimum=1",
        .hands = {"2S 3S 4S 5S 2H 2D 2C 3H 4H 5H 6H 3D 3C KD"},
        .stock = "3S",
    };
    kit_place(&game, &position);
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld",
               "meld 3S 4S 5S / 4H 5H 6H / 2S 2H 2D 2C / 3S 3H 3D 3C");
    kit_must(&game, "meld 3S 4S 5S / 4H 5H 6H / 2S 2H 2D 2C / 3S 3H 3D 3C");
    check_list(&game, 0, "", "discard KD");
}
END_TEST

/* M9: what would leave the one card that fits nowhere keeps one more. */
START_TEST(the_last_contract_strands_no_card)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position){
                         .may_i = true,
                         .round = 5,
                         .hands = {"3H 3D 3C 3S 4S 4D 4C 9S TS JS"},
                         .stock = "QS",
                     });
    kit_must(&game, "draw stock");
    check_list(&game, 0, "meld",
               "meld 9S TS JS QS / 3S 3H 3D 3C / 4S 4D 4C; "
               "meld 9S TS JS QS / 3S 3H 3D / 4S 4D 4C");
    kit_must(&game, "meld 9S TS JS QS / 3S 3H 3D / 4S 4D 4C");
    check_list(&game, 0, "", "lay_off 2 3C");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        no_seat_is_to_move_between_rounds,
        the_starter_may_only_discard,
        a_seat_that_draws_may_draw_from_both_piles,
        openings_come_best_first_and_leave_a_card,
        melds_of_a_seat_that_is_down_come_one_by_one,
        lay_offs_name_the_end_of_a_run_and_come_in_every_length,
        jokers_are_taken_one_by_one_from_a_run_and_all_from_a_set,
        a_card_drawn_in_vain_can_only_be_put_back,
        questions_are_listed_for_those_who_may_ask,
        contracts_are_listed_with_the_most_and_the_least_cards,
        a_contract_may_have_the_run_from_the_ace,
        a_contract_may_have_a_whole_suit,
        two_runs_are_of_any_two_suits,
        a_contract_of_the_whole_hand_keeps_a_card,
        openings_that_need_no_minimum_are_listed,
        the_last_contract_strands_no_card,
    };
    return kit_run("legal", tests, KIT_COUNT(tests));
}
