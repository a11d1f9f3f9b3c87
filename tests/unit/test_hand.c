/*
 * H3 to H14: what Hand allows and refuses. Each row is a position, moves of
 * the seat on turn, and the answer to the last of them.
 */
#include "engine_rows.h"

static const struct row draws[] = {
    {"H4: the stock", FRESH(.stock = "9C"), "draw stock", OK},
    {"H4: the pile", FRESH(.pile = "9C"), "draw discard", OK},
    {"G10: one draw a turn", FRESH(), "draw stock; draw stock",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"G10: nor from the pile", FRESH(), "draw stock; draw discard",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"G10: no discard before the draw", FRESH(), "discard 2C",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"G10: no meld before the draw", FRESH(), OPEN,
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"G10: no lay-off before the draw",
     DOWN(.hands = {NULL, "8H 2C"}, .melds = {"1 5H 6H 7H"}), "lay_off 1 8H",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"G10: no joker before the draw",
     DOWN(.hands = {NULL, "7H 2C"}, .melds = {"1 5H 6H JK"}), "take_joker 1 7H",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"H5b: back it goes", FRESH(.pile = "9C"), "draw discard; return", OK},
    {"H5b: then the stock", FRESH(.pile = "9C"),
     "draw discard; return; draw stock", OK},
    {"H5b: not again from the pile", FRESH(.pile = "9C"),
     "draw discard; return; draw discard", NO(JUST_RETURNED, H5b, FROM, 0, 0)},
    {"H5b: not before a draw", FRESH(), "return",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"H5b: nor after putting back", FRESH(.pile = "9C"),
     "draw discard; return; return", NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"H5b: nor after the stock", FRESH(), "draw stock; return",
     NO(NO_DUTY_TO_RETURN, H5b, MOVE, 0, 0)},
    {"H5b: nor after the stock that follows", FRESH(.pile = "9C"),
     "draw discard; return; draw stock; return",
     NO(NO_DUTY_TO_RETURN, H5b, MOVE, 0, 0)},
    {"H5b: nor once the duty is met", FRESH(.pile = "9C"),
     "draw discard; " OPEN "; return", NO(NO_DUTY_TO_RETURN, H5b, MOVE, 0, 0)},
    {"H5b: nor once something was done",
     DOWN(.hands = {NULL, "8H 2S 2D 2C 4C"}, .melds = {"1 5H 6H 7H"},
          .pile = "KD"),
     "draw discard; lay_off 1 8H; return",
     NO(NO_DUTY_TO_RETURN, H5b, MOVE, 0, 0)},
    {"D4: the draw is never refused for the duty",
     DOWN(.hands = {NULL, "2C"}, .melds = {"1 5H 6H 7H"}, .pile = "KD"),
     "draw discard", OK},
};

START_TEST(h4_h5b_draws_and_cards_put_back)
{
    CHECK_TABLE(draws);
}
END_TEST

static const struct row held[] = {
    {"H12: any card held", FRESH(.stock = "9C"), "draw stock; discard 9C", OK},
    {"H12: also a joker", FRESH(.stock = "JK"), "draw stock; discard JK", OK},
    {"G6: none that is not held", FRESH(.stock = "9C"),
     "draw stock; discard KD", NO(CARD_NOT_HELD, G6, CARD, 0, 0)},
    {"G6: the first card of a meld", FRESH(), "draw stock; meld KD KH KC",
     NO(CARD_NOT_HELD, G6, MELDS_IJ, 0, 0)},
    {"G6: a card of the second meld", FRESH(.stock = "9C"),
     "draw stock; meld TS TH TD / 7S 8S 9D",
     NO(CARD_NOT_HELD, G6, MELDS_IJ, 1, 2)},
    {"G6: a card counts once over all melds", FRESH(.stock = "9C"),
     "draw stock; meld TS TH TD / 7S 8S 9S / 9S TS JD",
     NO(CARD_NOT_HELD, G6, MELDS_IJ, 2, 0)},
    {"G6: an empty meld on the way is passed over", FRESH(.stock = "9C"),
     "draw stock; meld TS TH TD / / 7S 8S 9D",
     NO(CARD_NOT_HELD, G6, MELDS_IJ, 2, 2)},
    {"G6: before what the melds are", FRESH(.stock = "9C"),
     "draw stock; meld 2C 4C / KD KH", NO(CARD_NOT_HELD, G6, MELDS_IJ, 1, 0)},
    {"G6: of a lay-off",
     DOWN(.hands = {NULL, "8H 2C"}, .melds = {"1 5H 6H 7H"}, .stock = "9C"),
     "draw stock; lay_off 1 8H 9H", NO(CARD_NOT_HELD, G6, CARDS_I, 1, 0)},
    {"G6: before the meld's number",
     DOWN(.hands = {NULL, "8H 2C"}, .melds = {"1 5H 6H 7H"}),
     "draw stock; lay_off 7 KD", NO(CARD_NOT_HELD, G6, CARDS_I, 0, 0)},
    {"G6: of what is put for a joker",
     DOWN(.hands = {NULL, "8H 2C"}, .melds = {"1 5H 6H JK"}, .stock = "9C"),
     "draw stock; take_joker 1 7H", NO(CARD_NOT_HELD, G6, CARDS_I, 0, 0)},
    {"G6: a discard not held, with the duty open", FRESH(.pile = "9C"),
     "draw discard; discard KD", NO(CARD_NOT_HELD, G6, CARD, 0, 0)},
};

START_TEST(g6_h12_only_cards_held_are_played)
{
    CHECK_TABLE(held);
}
END_TEST

static const struct row melds[] = {
    {"H6: the first wrong meld is named", FRESH(.stock = "9C"),
     "draw stock; meld TS TH TD / 2C 4C 6D / 3H 5H",
     NO(INVALID_MELD, H6, MELDS_I, 1, 0)},
    {"H6: a short meld among good ones", FRESH(.stock = "9C"),
     "draw stock; meld TS TH TD / 7S 8S 9S / 3H 5H",
     NO(INVALID_MELD, H6, MELDS_I, 2, 0)},
    {"H6: an empty meld is too short", FRESH(.stock = "9C"),
     "draw stock; meld TS TH TD / / 7S 8S 9S",
     NO(INVALID_MELD, H6, MELDS_I, 1, 0)},
    {"H7: a suit twice",
     DOWN(.hands = {NULL, "8S 8S 8H 2C"}, .melds = {"1 5H 6H 7H"}),
     "draw stock; meld 8S 8S 8H", NO(INVALID_MELD, H7, MELDS_I, 0, 0)},
    {"H7: a set too long",
     DOWN(.hands = {NULL, "8S 8D 8H 8C JK 2C"}, .melds = {"1 5H 6H 7H"}),
     "draw stock; meld 8S 8D 8H 8C JK", NO(INVALID_MELD, H7, MELDS_I, 0, 0)},
    {"H6: a run too long",
     {.turn = 1,
      .hands = {NULL, "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK"},
      .stock = "2C"},
     "draw stock; meld AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK",
     NO(INVALID_MELD, H6, MELDS_I, 0, 0)},
    {"H6: run_max 14",
     {.options = "run_max=14",
      .turn = 1,
      .hands = {NULL, "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"},
      .stock = "2C"},
     "draw stock; meld AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
     OK},
    {"H8: one natural",
     DOWN(.hands = {NULL, "8S JK JK 2C"}, .melds = {"1 5H 6H 7H"}),
     "draw stock; meld 8S JK JK", NO(INVALID_MELD, H8, MELDS_I, 0, 0)},
    {"H8: max_jokers_per_meld",
     DOWN(.options = "max_jokers_per_meld=1", .hands = {NULL, "8S 8H JK JK 2C"},
          .melds = {"1 5H 6H 7H"}),
     "draw stock; meld 8S 8H JK JK", NO(INVALID_MELD, H8, MELDS_I, 0, 0)},
    {"H8: a joker run out of order",
     DOWN(.hands = {NULL, "9H TH JK 2C"}, .melds = {"1 5H 6H 7H"}),
     "draw stock; meld TH 9H JK", NO(INVALID_MELD, H8, MELDS_I, 0, 0)},
    {"H9: once down, without condition",
     DOWN(.hands = {NULL, "2S 2H 2D 4C"}, .melds = {"1 5H 6H 7H"}),
     "draw stock; meld 2S 2H 2D", OK},
};

START_TEST(h6_h7_h8_melds_are_refused_with_their_place)
{
    CHECK_TABLE(melds);
}
END_TEST

static const struct row openings[] = {
    {"H9: 54", FRESH(), "draw stock; " OPEN, OK},
    {"H9: 30", FRESH(), "draw stock; meld TS TH TD",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: openings do not add up", FRESH(), "draw stock; meld 7S 8S 9S",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: 51 and no less",
     {.turn = 1, .hands = {NULL, "TS TH TD 6S 7S 8S"}},
     "draw stock; meld TS TH TD / 6S 7S 8S",
     OK},
    {"H9: 50",
     {.turn = 1, .hands = {NULL, "TS TH TD 5S 5H 5D 5C"}},
     "draw stock; meld TS TH TD / 5S 5H 5D 5C",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: opening_minimum 54", FRESH(.options = "opening_minimum=54"),
     "draw stock; " OPEN, OK},
    {"H9: opening_minimum 55", FRESH(.options = "opening_minimum=55"),
     "draw stock; " OPEN, NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: opening_minimum 0",
     {.options = "opening_minimum=0", .turn = 1, .hands = {NULL, "2S 2H 2D"}},
     "draw stock; meld 2S 2H 2D",
     OK},
    {"H9: opening_minimum 0 with beat_last, nobody down",
     {.options = "opening_minimum=0 opening_rule=beat_last",
      .turn = 1,
      .hands = {NULL, "2S 2H 2D"}},
     "draw stock; meld 2S 2H 2D",
     OK},
    {"H9: fixed: another's opening says nothing",
     BEHIND(.opening = 90, .melds = {"0 AH 2H 3H"}), "draw stock; " OPEN, OK},
    {"H9: beat_last: one more than 53",
     BEHIND(.options = "opening_rule=beat_last", .opening = 53,
            .melds = {"0 AH 2H 3H"}),
     "draw stock; " OPEN, OK},
    {"H9: beat_last: not the same again",
     BEHIND(.options = "opening_rule=beat_last", .opening = 54,
            .melds = {"0 AH 2H 3H"}),
     "draw stock; " OPEN, NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: beat_highest: one more than 53",
     BEHIND(.options = "opening_rule=beat_highest", .opening = 53,
            .melds = {"0 AH 2H 3H"}),
     "draw stock; " OPEN, OK},
    {"H9: beat_highest: not the same again",
     BEHIND(.options = "opening_rule=beat_highest", .opening = 54,
            .melds = {"0 AH 2H 3H"}),
     "draw stock; " OPEN, NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: beat_last: never under the minimum",
     BEHIND(.options = "opening_rule=beat_last opening_minimum=55",
            .opening = 30, .melds = {"0 AH 2H 3H"}),
     "draw stock; " OPEN, NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: ace_low_value 11",
     {.turn = 1, .hands = {NULL, "AS 2S 3S TS TH TD TC"}},
     "draw stock; meld AS 2S 3S / TS TH TD TC",
     OK},
    {"H9: ace_low_value 10",
     {.options = "ace_low_value=10",
      .turn = 1,
      .hands = {NULL, "AS 2S 3S TS TH TD 2D 2H 2C"}},
     "draw stock; meld AS 2S 3S / TS TH TD / 2D 2H 2C",
     OK},
    {"H9: ace_low_value 1",
     {.options = "ace_low_value=1",
      .turn = 1,
      .hands = {NULL, "AS 2S 3S TS TH TD 2D 2H 2C"}},
     "draw stock; meld AS 2S 3S / TS TH TD / 2D 2H 2C",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: a run is needed",
     {.options = "opening_needs_run=1",
      .turn = 1,
      .hands = {NULL, "TS TH TD JS JH JD"}},
     "draw stock; meld TS TH TD / JS JH JD",
     NO(OPENING_NEEDS_RUN, H9, MELDS, 0, 0)},
    {"H9: a run is there", FRESH(.options = "opening_needs_run=1"),
     "draw stock; " OPEN, OK},
    {"H9: the worth comes before the run",
     FRESH(.options = "opening_needs_run=1"), "draw stock; meld TS TH TD",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: no run is needed later",
     DOWN(.options = "opening_needs_run=1", .hands = {NULL, "2S 2H 2D 4C"},
          .melds = {"1 5H 6H 7H"}),
     "draw stock; meld 2S 2H 2D", OK},
    {"H9: not down by another's opening", BEHIND(.melds = {"0 KD KH KS"}),
     "draw stock; meld TS TH TD", NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
};

START_TEST(h9_the_first_melds_must_be_worth_enough)
{
    CHECK_TABLE(openings);
}
END_TEST

START_TEST(h9_the_refusal_says_what_is_required_and_what_there_is)
{
    struct kit_game game;
    const struct kit_position at = {
        .options = "opening_rule=beat_last",
        .turn = 1,
        .down = 1,
        .opening = 60,
        .hands = {"KC", OPENER},
        .melds = {"0 AH 2H 3H"},
    };
    kit_place(&game, &at);
    ck_assert_int_eq(kit_script(&game, "draw stock; " OPEN),
                     HK_E_OPENING_TOO_LOW);
    ck_assert_int_eq(game.refusal.required, 61);
    ck_assert_int_eq(game.refusal.total, 54);
}
END_TEST

START_TEST(h9_an_opening_is_remembered_by_its_worth)
{
    struct kit_game game;
    const struct kit_position at = FRESH();
    kit_place(&game, &at);
    kit_must(&game, "draw stock; " OPEN);
    ck_assert_int_eq(game.state.opening, 54);
    ck_assert_uint_eq(game.state.down, 2);
    ck_assert(game.state.opened);
    ck_assert_uint_eq(game.state.meld_count, 2);
    ck_assert_uint_eq(game.state.melds[1].seat, 1);
    kit_must(&game, "discard 2C");
    ck_assert(!game.state.opened);
    ck_assert_uint_eq(game.state.down, 2);
}
END_TEST

/* 47: four runs of fives and lower, one card left of 15. */
#define LOW "2H 3H 4H 2D 3D 4D 2C 3C 4C 2S 3S 4S 5S 6S"
#define LOW_MELDS "meld 2H 3H 4H / 2D 3D 4D / 2C 3C 4C / 2S 3S 4S 5S 6S"
#define WAIVE "hand_waives_minimum=1"

static const struct row waived[] = {
    {"H9: not without the option",
     {.turn = 1, .hands = {NULL, LOW}, .stock = "KS"},
     "draw stock; " LOW_MELDS,
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H9: one card is left",
     {.options = WAIVE, .turn = 1, .hands = {NULL, LOW}, .stock = "KS"},
     "draw stock; " LOW_MELDS,
     OK},
    {"H9: and discarded",
     {.options = WAIVE, .turn = 1, .hands = {NULL, LOW}, .stock = "KS"},
     "draw stock; " LOW_MELDS "; discard KS",
     OK},
    {"H9: two cards are left",
     {.options = WAIVE, .turn = 1, .hands = {NULL, LOW}, .stock = "KS"},
     "draw stock; meld 2H 3H 4H / 2D 3D 4D / 2C 3C 4C / 2S 3S 4S 5S",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"D3: anything but the discard is refused",
     {.options = WAIVE, .turn = 1, .hands = {NULL, LOW}, .stock = "5H"},
     "draw stock; " LOW_MELDS "; lay_off 1 5H",
     NO(MUST_KEEP_CARD, H9, MOVE, 0, 0)},
    {"D3: also where the last card may be laid",
     {.options = WAIVE " final_discard=optional",
      .turn = 1,
      .hands = {NULL, LOW},
      .stock = "5H"},
     "draw stock; " LOW_MELDS "; lay_off 1 5H",
     NO(MUST_KEEP_CARD, H9, MOVE, 0, 0)},
    {"D3: a play that is wrong anyhow says so",
     {.options = WAIVE, .turn = 1, .hands = {NULL, LOW}, .stock = "KS"},
     "draw stock; " LOW_MELDS "; lay_off 1 KS",
     NO(DOES_NOT_FIT, H10, CARDS, 0, 0)},
    {"D3: a joker is taken no more",
     {.options = WAIVE,
      .turn = 1,
      .hands = {NULL, "2H 3H 4H 2D 3D 4D 2C 3C 4C 2S 3S JK 5S 6S"},
      .stock = "4S"},
     "draw stock; meld 2H 3H 4H / 2D 3D 4D / 2C 3C 4C / 2S 3S JK 5S 6S; "
     "take_joker 4 4S",
     NO(MUST_KEEP_CARD, H9, MOVE, 0, 0)},
    {"H9: with the minimum reached nothing is waived",
     {.options = WAIVE " opening_minimum=47",
      .turn = 1,
      .hands = {NULL, LOW},
      .stock = "5H"},
     "draw stock; " LOW_MELDS "; lay_off 1 5H",
     NO(MUST_KEEP_CARD, H13, MOVE, 0, 0)},
    {"H9: so the last card may be laid where that goes out",
     {.options = WAIVE " opening_minimum=47 final_discard=optional",
      .turn = 1,
      .hands = {NULL, LOW},
      .stock = "5H"},
     "draw stock; " LOW_MELDS "; lay_off 1 5H",
     OK},
    {"H9: none left, where H13 allows it",
     {.options = WAIVE " final_discard=optional opening_minimum=71",
      .turn = 1,
      .hands = {NULL, LOW},
      .stock = "5H"},
     "draw stock; meld 2H 3H 4H 5H / 2D 3D 4D / 2C 3C 4C / 2S 3S 4S 5S 6S",
     OK},
    {"H9: none left, where it does not",
     {.options = WAIVE " opening_minimum=71",
      .turn = 1,
      .hands = {NULL, LOW},
      .stock = "5H"},
     "draw stock; meld 2H 3H 4H 5H / 2D 3D 4D / 2C 3C 4C / 2S 3S 4S 5S 6S",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"D3: opening_needs_run is not waived",
     {.options = WAIVE " opening_needs_run=1 opening_minimum=200",
      .turn = 1,
      .hands = {NULL, "2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 5S 5H 5D"},
      .stock = "KS"},
     "draw stock; meld 2S 2H 2D 2C / 3S 3H 3D 3C / 4S 4H 4D / 5S 5H 5D",
     NO(OPENING_NEEDS_RUN, H9, MELDS, 0, 0)},
    {"D3: what beat_last asks for is waived",
     {.options = WAIVE " opening_rule=beat_last opening_minimum=0",
      .turn = 1,
      .down = 1,
      .opening = 90,
      .hands = {"KC", LOW},
      .melds = {"0 KD KH KS"},
      .stock = "QS"},
     "draw stock; " LOW_MELDS "; discard QS",
     OK},
};

START_TEST(h9_d3_a_hand_may_waive_the_minimum)
{
    CHECK_TABLE(waived);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h4_h5b_draws_and_cards_put_back,
        g6_h12_only_cards_held_are_played,
        h6_h7_h8_melds_are_refused_with_their_place,
        h9_the_first_melds_must_be_worth_enough,
        h9_the_refusal_says_what_is_required_and_what_there_is,
        h9_an_opening_is_remembered_by_its_worth,
        h9_d3_a_hand_may_waive_the_minimum,
    };
    return kit_run("hand", tests, KIT_COUNT(tests));
}
