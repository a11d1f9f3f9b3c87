/* M3 M6 M7 M8 M9: going down, laying off and going out in May I. */
#include "engine_rows.h"

#include <string.h>

/* Seat 1 of three is on turn. */
#define PILED(cards, seat, number, ...)                          \
    {                                                            \
        .may_i = true, .seats = 3, .round = (number), .turn = 1, \
        .pile = (cards), .from = (seat), __VA_ARGS__             \
    }
#define AT(number, ...) PILED("2D", "0", number, __VA_ARGS__)
/* It holds two sets and four cards more. */
#define SETS "KS KH KD QS QH QD 3C 5C 8H 9D"
#define TWO_SETS "meld KS KH KD / QS QH QD"

static const struct row contracts[] = {
    {"M3: round 1, two sets", AT(1, .hands = {NULL, SETS}),
     "draw stock; " TWO_SETS, OK},
    {"M7: in any order", AT(1, .hands = {NULL, SETS}),
     "draw stock; meld QD QH QS / KD KH KS", OK},
    {"M7: as long as they like",
     AT(1, .hands = {NULL, "KS KS KH KD KC QS QS QH QD 3C"}),
     "draw stock; meld KS KS KH KD KC / QS QS QH QD", OK},
    {"M7: one set is too few", AT(1, .hands = {NULL, SETS}),
     "draw stock; meld KS KH KD", NO(CONTRACT_MISMATCH, M7, MELDS, 0, 0)},
    {"M7: three are too many",
     AT(1, .hands = {NULL, "KS KH KD QS QH QD 3C 3H 3D 9D"}),
     "draw stock; " TWO_SETS " / 3C 3H 3D",
     NO(CONTRACT_MISMATCH, M7, MELDS, 0, 0)},
    {"M7: a set and a run are something else",
     AT(1, .hands = {NULL, "KS KH KD 5C 6C 7C 8C 3C 8H 9D"}),
     "draw stock; meld KS KH KD / 5C 6C 7C 8C",
     NO(CONTRACT_MISMATCH, M7, MELDS, 0, 0)},
    {"M3: round 2, a set and a run",
     AT(2, .hands = {NULL, "KS KH KD 5C 6C 7C 8C 3C 8H 9D"}),
     "draw stock; meld KS KH KD / 5C 6C 7C 8C", OK},
    {"M7: the run first",
     AT(2, .hands = {NULL, "KS KH KD 5C 6C 7C 8C 3C 8H 9D"}),
     "draw stock; meld 5C 6C 7C 8C / KS KH KD", OK},
    {"M7: round 2, two sets are wrong", AT(2, .hands = {NULL, SETS}),
     "draw stock; " TWO_SETS, NO(CONTRACT_MISMATCH, M7, MELDS, 0, 0)},
    {"M3: round 3, two runs",
     AT(3, .hands = {NULL, "5C 6C 7C 8C QH KH AH 2H 3C 9D"}),
     "draw stock; meld 5C 6C 7C 8C / QH KH AH 2H", OK},
    {"M7: of different suits",
     AT(3, .hands = {NULL, "5C 6C 7C 8C JC QC KC AC 3H 9D"}),
     "draw stock; meld 5C 6C 7C 8C / JC QC KC AC",
     NO(CONTRACT_REPEATS, M7, MELDS, 0, 0)},
    {"M3: round 4, three sets",
     AT(4, .hands = {NULL, "KS KH KD QS QH QD 3C 3H 3D 9D"}),
     "draw stock; " TWO_SETS " / 3C 3H 3D", OK},
    {"M7: of different ranks, whichever two repeat",
     AT(4, .hands = {NULL, "KS KH KD QS QH QD KS KH KC 9D"}),
     "draw stock; meld KS KH KD / QS QH QD / KS KH KC",
     NO(CONTRACT_REPEATS, M7, MELDS, 0, 0)},
    {"M7: round 4, two sets are too few", AT(4, .hands = {NULL, SETS}),
     "draw stock; " TWO_SETS, NO(CONTRACT_MISMATCH, M7, MELDS, 0, 0)},
    {"M3: round 5, two sets and a run, with the last card to fit",
     AT(5, .hands = {NULL, "KS KH KD QS QH QD 5C 6C 7C 8C"}, .stock = "9C"),
     "draw stock; meld KS KH KD / 5C 6C 7C 8C / QS QH QD; lay_off 2 9C", OK},
    {"M7: the number comes before the repetition",
     AT(1, .hands = {NULL, "KS KH KD QS QH QD KS KH KC 9D"}),
     "draw stock; meld KS KH KD / QS QH QD / KS KH KC",
     NO(CONTRACT_MISMATCH, M7, MELDS, 0, 0)},
    {"M7: after the draw", AT(1, .hands = {NULL, SETS}), TWO_SETS,
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"M7: once a round",
     AT(1, .hands = {NULL, "KS KH KD QS QH QD 3C 3H 3D 9D"}),
     "draw stock; " TWO_SETS "; meld 3C 3H 3D",
     NO(ALREADY_DOWN, M7, MOVE, 0, 0)},
    {"M7: not in a later turn either",
     AT(1, .down = 2, .hands = {NULL, "3C 3H 3D 9D"},
        .melds = {"1 KS KH KD", "1 QS QH QD"}),
     "draw stock; meld 3C 3H 3D", NO(ALREADY_DOWN, M7, MOVE, 0, 0)},
    {"being down comes before the contract",
     AT(1, .down = 2, .hands = {NULL, "3C 3H 3D 9C 9H 9S 5C"},
        .melds = {"1 KS KH KD", "1 QS QH QD"}),
     "draw stock; meld 3C 3H 3D / 9C 9H 9S", NO(ALREADY_DOWN, M7, MOVE, 0, 0)},
    {"the melds come before being down",
     AT(1, .down = 2, .hands = {NULL, "3C 4H 3D 9D"},
        .melds = {"1 KS KH KD", "1 QS QH QD"}),
     "draw stock; meld 3C 4H 3D", NO(INVALID_MELD, M5, MELDS_I, 0, 0)},
    {"the cards come before the melds", AT(1, .hands = {NULL, SETS}),
     "draw stock; meld KS KH KC / 3C 5C",
     NO(CARD_NOT_HELD, G6, MELDS_IJ, 0, 2)},
    {"D11: a joker is a card that nobody holds", AT(1, .hands = {NULL, SETS}),
     "draw stock; meld KS KH KD / QS QH JK",
     NO(CARD_NOT_HELD, G6, MELDS_IJ, 1, 2)},
    {"D11: nor is it discarded", AT(1, .hands = {NULL, SETS}),
     "draw stock; discard JK", NO(CARD_NOT_HELD, G6, CARD, 0, 0)},
    {"M4: a set of two", AT(1, .hands = {NULL, SETS}),
     "draw stock; meld KS KH KD / QS QH", NO(INVALID_MELD, M4, MELDS_I, 1, 0)},
    {"M5: ace_wrap false",
     AT(3, .options = "ace_wrap=0",
        .hands = {NULL, "5C 6C 7C 8C QH KH AH 2H 3C 9D"}),
     "draw stock; meld 5C 6C 7C 8C / QH KH AH 2H",
     NO(INVALID_MELD, M5, MELDS_I, 1, 0)},
    {"G6: an empty meld among others", AT(1, .hands = {NULL, SETS}),
     "draw stock; meld KS KH KD / / QS QH QD",
     NO(INVALID_MELD, M5, MELDS_I, 1, 0)},
};

START_TEST(m3_m7_a_seat_goes_down_with_exactly_the_contract)
{
    CHECK_TABLE(contracts);
}
END_TEST

/* Seats 0 and 1 are down with two sets each. */
#define BOTH(...)                                                         \
    AT(1, .down = 3,                                                      \
       .melds = {"0 JS JH JD", "0 TS TH TD", "1 KS KH KD", "1 QS QH QD"}, \
       __VA_ARGS__)

static const struct row lay_offs[] = {
    {"M8: on the own meld", BOTH(.hands = {"2C 4D", "KC 3C 5C"}),
     "draw stock; lay_off 3 KC", OK},
    {"M8: on another's", BOTH(.hands = {"2C 4D", "JC 3C 5C"}),
     "draw stock; lay_off 1 JC", OK},
    {"M8: option own",
     BOTH(.options = "lay_off=own", .hands = {"2C 4D", "JC 3C 5C"}),
     "draw stock; lay_off 1 JC", NO(NOT_YOUR_MELD, M8, MELD, 0, 0)},
    {"M8: option own, the own",
     BOTH(.options = "lay_off=own", .hands = {"2C 4D", "KC 3C 5C"}),
     "draw stock; lay_off 3 KC", OK},
    {"whose it is comes before fitting",
     BOTH(.options = "lay_off=own", .hands = {"2C 4D", "KC 3C 5C"}),
     "draw stock; lay_off 1 3C", NO(NOT_YOUR_MELD, M8, MELD, 0, 0)},
    {"M4: the same card again", BOTH(.hands = {"2C 4D", "KS 3C 5C"}),
     "draw stock; lay_off 3 KS", OK},
    {"M8: what does not fit", BOTH(.hands = {"2C 4D", "KC 3C 5C"}),
     "draw stock; lay_off 3 3C", NO(DOES_NOT_FIT, M8, CARDS, 0, 0)},
    {"M8: no such meld", BOTH(.hands = {"2C 4D", "KC 3C 5C"}),
     "draw stock; lay_off 5 KC", NO(NO_SUCH_MELD, M8, MELD, 0, 0)},
    {"M8: a card held", BOTH(.hands = {"2C 4D", "9C 3C 5C"}),
     "draw stock; lay_off 3 KC", NO(CARD_NOT_HELD, G6, CARDS_I, 0, 0)},
    {"M8: a seat that is down",
     AT(1, .down = 1, .hands = {"2C 4D", "JC"},
        .melds = {"0 JS JH JD", "0 TS TH TD"}),
     "draw stock; lay_off 1 JC", NO(NOT_DOWN, M8, MOVE, 0, 0)},
    {"the meld comes before being down",
     AT(1, .down = 1, .hands = {"2C 4D", "JC"},
        .melds = {"0 JS JH JD", "0 TS TH TD"}),
     "draw stock; lay_off 3 JC", NO(NO_SUCH_MELD, M8, MELD, 0, 0)},
    {"being down comes before whose it is",
     AT(1, .options = "lay_off=own", .down = 1, .hands = {"2C 4D", "JC"},
        .melds = {"0 JS JH JD", "0 TS TH TD"}),
     "draw stock; lay_off 1 JC", NO(NOT_DOWN, M8, MOVE, 0, 0)},
    {"M8: in the turn in which it went down",
     AT(1, .hands = {NULL, SETS}, .stock = "KC"),
     "draw stock; " TWO_SETS "; lay_off 1 KC", OK},
    {"M8: several in one move, the end of a set says nothing",
     BOTH(.hands = {"2C 4D", "KC KS 5C"}), "draw stock; lay_off 3 KC KS low",
     OK},
};

START_TEST(m8_cards_are_laid_off_by_who_is_down)
{
    CHECK_TABLE(lay_offs);
}
END_TEST

/* Round 5: seats 0 and 1 are down with two sets and a run each. */
#define LAST(...)                                                           \
    AT(5, .down = 3,                                                        \
       .melds = {"0 JS JH JD", "0 TS TH TD", "0 4S 5S 6S 7S", "1 KS KH KD", \
                 "1 QS QH QD", "1 5C 6C 7C 8C"},                            \
       __VA_ARGS__)

static const struct row last_cards[] = {
    {"M9: rounds 1-4, the last card is discarded",
     BOTH(.hands = {"2C 4D", "KC"}, .stock = "9C"),
     "draw stock; lay_off 3 KC; discard 9C", OK},
    {"M9: a lay-off keeps a card",
     BOTH(.hands = {"2C 4D", "KC"}, .stock = "KS"),
     "draw stock; lay_off 3 KC KS", NO(MUST_KEEP_CARD, M9, MOVE, 0, 0)},
    {"M9: one after the other too",
     BOTH(.hands = {"2C 4D", "KC"}, .stock = "KS"),
     "draw stock; lay_off 3 KC; lay_off 3 KS",
     NO(MUST_KEEP_CARD, M9, MOVE, 0, 0)},
    {"fitting comes before keeping",
     BOTH(.hands = {"2C 4D", "KC"}, .stock = "9S"),
     "draw stock; lay_off 3 KC 9S", NO(DOES_NOT_FIT, M8, CARDS, 0, 0)},
    {"M9: going down keeps a card",
     AT(2, .hands = {NULL, "KS KH KD KC 5C 6C 7C 8C 9C TC"}, .stock = "JC"),
     "draw stock; meld KS KH KD KC / 5C 6C 7C 8C 9C TC JC",
     NO(MUST_KEEP_CARD, M9, MOVE, 0, 0)},
    {"the contract comes before keeping",
     AT(1, .hands = {NULL, "KS KH KD KC 5C 6C 7C 8C 9C TC"}, .stock = "JC"),
     "draw stock; meld KS KH KD KC / 5C 6C 7C 8C 9C TC JC",
     NO(CONTRACT_MISMATCH, M7, MELDS, 0, 0)},
    {"M9: round 5, the last card is laid off",
     LAST(.hands = {"2C 4D", "9C"}, .stock = "TC"),
     "draw stock; lay_off 6 9C; lay_off 6 TC", OK},
    {"M9: both at once", LAST(.hands = {"2C 4D", "9C"}, .stock = "TC"),
     "draw stock; lay_off 6 9C TC", OK},
    {"M9: never discarded", LAST(.hands = {"2C 4D", "9C"}, .stock = "TC"),
     "draw stock; lay_off 6 9C; discard TC",
     NO(MUST_LAY_OFF_LAST, M9, MOVE, 0, 0)},
    {"the card comes before that",
     LAST(.hands = {"2C 4D", "9C"}, .stock = "TC"),
     "draw stock; lay_off 6 9C; discard JC", NO(CARD_NOT_HELD, G6, CARD, 0, 0)},
    {"D9: a discard may leave one card",
     LAST(.hands = {"2C 4D", "9C"}, .stock = "3H"), "draw stock; discard 9C",
     OK},
    {"M9: a lay-off leaves no card that fits nowhere",
     LAST(.hands = {"2C 4D", "9C"}, .stock = "3H"), "draw stock; lay_off 6 9C",
     NO(STRANDED_CARD, M9, MOVE, 0, 0)},
    {"M9: two cards may be left",
     LAST(.hands = {"2C 4D", "9C 3D"}, .stock = "3H"),
     "draw stock; lay_off 6 9C", OK},
    {"M9: the card that fits another's meld",
     LAST(.hands = {"2C 4D", "9C"}, .stock = "8S"),
     "draw stock; lay_off 6 9C; lay_off 3 8S", OK},
    {"M9: but not where only the own will do",
     LAST(.options = "lay_off=own", .hands = {"2C 4D", "9C"}, .stock = "8S"),
     "draw stock; lay_off 6 9C", NO(STRANDED_CARD, M9, MOVE, 0, 0)},
    {"M9: the meld as the lay-off leaves it, not as it was",
     LAST(.hands = {"2C 4D", "9C"}, .stock = "4C"),
     "draw stock; lay_off 6 9C; lay_off 6 4C low", OK},
    {"M9: the place that the lay-off took is gone",
     LAST(.hands = {"2C 4D", "9C"}, .stock = "9C"), "draw stock; lay_off 6 9C",
     NO(STRANDED_CARD, M9, MOVE, 0, 0)},
    {"M9: going down with a card that fits nowhere",
     AT(5, .hands = {NULL, "KS KH KD QS QH QD 5C 6C 7C 8C"}, .stock = "3H"),
     "draw stock; meld KS KH KD / QS QH QD / 5C 6C 7C 8C",
     NO(STRANDED_CARD, M9, MOVE, 0, 0)},
    {"M9: with one that fits its own new meld",
     AT(5, .hands = {NULL, "KS KH KD QS QH QD 5C 6C 7C 8C"}, .stock = "KC",
        .options = "lay_off=own"),
     "draw stock; meld KS KH KD / QS QH QD / 5C 6C 7C 8C; lay_off 1 KC", OK},
    {"M9: with one that fits another's",
     AT(5, .down = 1, .melds = {"0 JS JH JD", "0 TS TH TD", "0 4S 5S 6S 7S"},
        .hands = {"2C", "KS KH KD QS QH QD 5C 6C 7C 8C"}, .stock = "8S"),
     "draw stock; meld KS KH KD / QS QH QD / 5C 6C 7C 8C; lay_off 3 8S", OK},
    {"M9: going down with all goes out",
     AT(5, .hands = {NULL, "KS KH KD QS QH QD 5C 6C 7C 8C"}, .stock = "9C"),
     "draw stock; meld KS KH KD / QS QH QD / 5C 6C 7C 8C 9C", OK},
};

START_TEST(m9_the_last_card_goes_where_the_round_says)
{
    CHECK_TABLE(last_cards);
}
END_TEST

/* Who went out, how, and what it came to. */
static const struct {
    const char *comment;
    struct kit_position at;
    const char *moves;
    int points[3];
} ends[] = {
    {"M9 M12: by the discard",
     BOTH(.hands = {"2C AD", "KC", "AS AH 9S 8S 7S 6S 5S 4S 3S KD"},
          .stock = "9C"),
     "draw stock; lay_off 3 KC; discard 9C",
     {-20, 20, -75}},
    {"M9: round 5, by a lay-off",
     LAST(.hands = {"2C AD", "9C", "AC AH 9S 8D 7D 6D 5D 4D 3D KC"},
          .stock = "TC"),
     "draw stock; lay_off 6 9C TC",
     {-20, 20, -75}},
    {"M9: round 5, by going down; no Hand in May I",
     AT(5, .down = 1, .melds = {"0 JS JH JD", "0 TS TH TD", "0 4S 5S 6S 7S"},
        .hands = {"2C", "KS KH KD QS QH QD 5C 6C 7C 8C",
                  "AC AH 9S 8D 7D 6D 5D 4D 3D KC"},
        .stock = "9C"),
     "draw stock; meld KS KH KD / QS QH QD / 5C 6C 7C 8C 9C",
     {-5, 20, -75}},
};

START_TEST(m9_m12_the_round_ends_when_a_hand_is_empty)
{
    for (unsigned i = 0; i < KIT_COUNT(ends); i++) {
        struct kit_game game;
        kit_place(&game, &ends[i].at);
        unsigned round = game.state.round;
        kit_must(&game, ends[i].moves);
        const struct hk_round_result *result = &game.outcome.result;
        ck_assert_msg(game.outcome.round_ended, "%s", ends[i].comment);
        ck_assert_int_eq(result->out, 1);
        ck_assert(!result->hand);
        for (unsigned seat = 0; seat < 3; seat++)
            ck_assert_msg(result->points[seat] == ends[i].points[seat],
                          "%s: seat %u has %d", ends[i].comment, seat,
                          result->points[seat]);
        ck_assert_int_eq(game.state.stage,
                         round == 5 ? HK_STAGE_OVER : HK_STAGE_DEAL);
    }
}
END_TEST

/* M6: the discard pile as it opens. */
static const struct row draws[] = {
    {"M6: the top of another's", PILED("2D", "0", 1, .hands = {NULL}),
     "draw discard", OK},
    {"M6: not the own", PILED("2D", "1", 1, .hands = {NULL}), "draw discard",
     NO(OWN_DISCARD, M6, FROM, 0, 0)},
    {"M6: the top alone counts", PILED("2D 3D", "12", 1, .hands = {NULL}),
     "draw discard", OK},
    {"M6: the own on top of another's",
     PILED("2D 3D", "21", 1, .hands = {NULL}), "draw discard",
     NO(OWN_DISCARD, M6, FROM, 0, 0)},
    {"M6: an empty pile", PILED("", "", 1, .hands = {NULL}), "draw discard",
     NO(PILE_TOO_SMALL, M6, FROM, 0, 0)},
    {"M6: the stock is there all the same", PILED("", "", 1, .hands = {NULL}),
     "draw stock", OK},
    {"G10: one draw a turn", AT(1, .hands = {NULL}), "draw stock; draw discard",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"M6: no duty comes of it", AT(1, .hands = {NULL, SETS}),
     "draw discard; discard 2D", OK},
    {"M6: who drew it and discards it again may not have it again",
     AT(1, .hands = {NULL, SETS}, .stock = "4C 4H 4D"),
     "draw discard; discard 2D; draw stock; discard 4C; draw discard; "
     "discard 4C; draw discard",
     OK},
};

START_TEST(m6_the_pile_is_drawn_from_but_for_the_own_cards)
{
    CHECK_TABLE(draws);
}
END_TEST

/* M6 D1: the first circle, from the deal on. */
START_TEST(m6_d1_in_the_first_circle_the_pile_is_shut)
{
    for (unsigned seats = 3; seats <= 5; seats++) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, seats);
        struct kit_game game;
        kit_begin(&game, NULL, HK_MAY_I, seats, seats - 2);
        kit_serve(&game, &rng);
        for (unsigned turn = 0; turn < seats; turn++) {
            static const char *const shut[] = {"draw discard", "take 1",
                                               "X: may_i 1"};
            ck_assert_uint_eq(game.state.phase, HK_PHASE_DRAW);
            ck_assert_uint_eq(
                hk_cardset_size(&game.state.hands[game.state.turn]), 10);
            for (unsigned i = 0; i < KIT_COUNT(shut); i++) {
                char text[16];
                memcpy(text, shut[i], strlen(shut[i]) + 1);
                if (text[0] == 'X')
                    text[0] = (char)('0' + (game.state.turn + 1) % seats);
                ck_assert_int_eq(kit_play(&game, text),
                                 HK_E_FIRST_TURN_STOCK_ONLY);
                ck_assert_int_eq(game.refusal.rule, HK_RULE_M6);
            }
            kit_pass(&game);
        }
        /* D1: over as soon as the last seat has discarded */
        ck_assert(!game.state.first_circle);
        kit_must(&game, "draw discard");
    }
}
END_TEST

/* M2 G4: ten cards each, the starter no more, and it draws. */
START_TEST(m2_g4_every_seat_is_dealt_ten_and_the_starter_draws)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 1);
    struct kit_game game;
    kit_begin(&game, NULL, HK_MAY_I, 4, 1);
    kit_serve(&game, &rng);
    ck_assert_uint_eq(game.state.turn, 2);
    ck_assert_uint_eq(game.state.phase, HK_PHASE_DRAW);
    ck_assert_uint_eq(game.state.stock_count, 64);
    ck_assert_uint_eq(game.state.pile_count, 0);
    for (unsigned seat = 0; seat < 4; seat++)
        ck_assert_uint_eq(hk_cardset_size(&game.state.hands[seat]), 10);
}
END_TEST

/* What is no move of the variant is no move at all. */
START_TEST(moves_of_another_variant_are_refused_as_requests)
{
    static const char *const hands[] = {"return", "take_joker 1 KC"};
    static const char *const may_is[] = {"take 1", "may_i 1", "answer yes"};
    struct kit_game game;
    kit_place(&game, &(struct kit_position)AT(1, .hands = {NULL, SETS}));
    for (unsigned i = 0; i < KIT_COUNT(hands); i++)
        ck_assert_int_eq(kit_play(&game, hands[i]), HK_E_INVALID_REQUEST);
    kit_place(&game, &(struct kit_position){.turn = 1});
    for (unsigned i = 0; i < KIT_COUNT(may_is); i++)
        ck_assert_int_eq(kit_play(&game, may_is[i]), HK_E_INVALID_REQUEST);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        m3_m7_a_seat_goes_down_with_exactly_the_contract,
        m8_cards_are_laid_off_by_who_is_down,
        m9_the_last_card_goes_where_the_round_says,
        m9_m12_the_round_ends_when_a_hand_is_empty,
        m6_the_pile_is_drawn_from_but_for_the_own_cards,
        m6_d1_in_the_first_circle_the_pile_is_shut,
        m2_g4_every_seat_is_dealt_ten_and_the_starter_draws,
        moves_of_another_variant_are_refused_as_requests,
    };
    return kit_run("may_i", tests, KIT_COUNT(tests));
}
