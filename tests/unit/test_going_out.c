/* H3 H13 H14: the starter's turn, going out, and what a "Hand" is. */
#include "engine_rows.h"

/* A whole hand in one go: 14 cards in melds and any fifteenth. */
#define WHOLE "4H 5H 6H 7H 8S 8H 8D KS KH KD KC AS AH AD"
#define WHOLE_MELDS "meld 4H 5H 6H 7H / 8S 8H 8D / KS KH KD KC / AS AH AD"

static const struct row keeping[] = {
    {"H13: the last card is the discard",
     DOWN(.hands = {NULL, "8H"}, .melds = {"1 5H 6H 7H"}, .stock = "2C"),
     "draw stock; lay_off 1 8H; discard 2C", OK},
    {"H13: no lay-off of the last card",
     DOWN(.hands = {NULL, "8H"}, .melds = {"1 5H 6H 7H"}, .stock = "9H"),
     "draw stock; lay_off 1 8H 9H", NO(MUST_KEEP_CARD, H13, MOVE, 0, 0)},
    {"H13: no meld of the last cards",
     DOWN(.hands = {NULL, "2S 2H"}, .melds = {"1 5H 6H 7H"}, .stock = "2D"),
     "draw stock; meld 2S 2H 2D", NO(MUST_KEEP_CARD, H13, MOVE, 0, 0)},
    {"H13: nor in the opening",
     {.turn = 1, .hands = {NULL, WHOLE}, .stock = "8C"},
     "draw stock; meld 4H 5H 6H 7H / 8S 8H 8D 8C / KS KH KD KC / AS AH AD",
     NO(MUST_KEEP_CARD, H13, MOVE, 0, 0)},
    {"H13: what is wrong with the play comes first",
     DOWN(.hands = {NULL, "8H"}, .melds = {"1 5H 6H 7H"}, .stock = "TH"),
     "draw stock; lay_off 1 8H TH", NO(DOES_NOT_FIT, H10, CARDS, 0, 0)},
    {"H13: the worth of an opening too",
     {.options = "opening_minimum=500",
      .turn = 1,
      .hands = {NULL, WHOLE},
      .stock = "8C"},
     "draw stock; meld 4H 5H 6H 7H / 8S 8H 8D 8C / KS KH KD KC / AS AH AD",
     NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H13: optional: a lay-off of the last cards",
     DOWN(.options = "final_discard=optional", .hands = {NULL, "8H"},
          .melds = {"1 5H 6H 7H"}, .stock = "9H"),
     "draw stock; lay_off 1 8H 9H", OK},
    {"H13: optional: a meld of them",
     DOWN(.options = "final_discard=optional", .hands = {NULL, "2S 2H"},
          .melds = {"1 5H 6H 7H"}, .stock = "2D"),
     "draw stock; meld 2S 2H 2D", OK},
    {"H13: optional: the discard still goes out",
     DOWN(.options = "final_discard=optional", .hands = {NULL, "8H"},
          .melds = {"1 5H 6H 7H"}, .stock = "2C"),
     "draw stock; lay_off 1 8H; discard 2C", OK},
};

START_TEST(h13_a_card_is_kept_to_discard)
{
    CHECK_TABLE(keeping);
}
END_TEST

/* H13 H14: how a round ends. */
static const struct {
    const char *comment;
    struct kit_position at;
    const char *moves;
    bool hand;
} ends[] = {
    {"H14: opened and out in one turn",
     {.turn = 1, .hands = {NULL, WHOLE}, .stock = "2C"},
     "draw stock; " WHOLE_MELDS "; discard 2C",
     true},
    {"H14: opened before",
     DOWN(.hands = {NULL, "8H"}, .melds = {"1 5H 6H 7H"}, .stock = "2C"),
     "draw stock; lay_off 1 8H; discard 2C", false},
    {"H14: a card from the pile does not spoil it",
     {.turn = 1, .hands = {NULL, WHOLE}, .pile = "2C 3D"},
     "draw discard; " WHOLE_MELDS "; discard 3D",
     true},
    {"H14: nor a joker",
     {.turn = 1,
      .hands = {NULL, "4H 5H JK 7H 8S 8H 8D KS KH KD KC AS AH AD"},
      .stock = "2C"},
     "draw stock; meld 4H 5H JK 7H / 8S 8H 8D / KS KH KD KC / AS AH AD; "
     "discard 2C",
     true},
    {"H14: nor a lay-off on the own meld",
     {.turn = 1, .hands = {NULL, WHOLE}, .stock = "2C"},
     "draw stock; meld 4H 5H 6H 7H / 8S 8H 8D / KS KH KD / AS AH AD; "
     "lay_off 3 KC; discard 2C",
     true},
    {"H14: nor the own joker taken",
     {.turn = 1,
      .hands = {NULL, "4H 5H JK 7H 8S 8H 8D KS KH KD KC AS AH 6H"},
      .stock = "AD"},
     "draw stock; meld 4H 5H JK 7H / 8S 8H 8D / KS KH KD KC / AS AH AD; "
     "take_joker 1 6H; discard JK",
     true},
    {"H14: a lay-off on another's meld spoils it",
     {.turn = 1,
      .down = 1,
      .hands = {"QC", "4H 5H 6H 7H 8S 8H 8D KS KH KD AS AH AD 2C"},
      .melds = {"0 2D 3D 4D"},
      .stock = "5D"},
     "draw stock; meld 4H 5H 6H 7H / 8S 8H 8D / KS KH KD / AS AH AD; "
     "lay_off 1 5D; discard 2C",
     false},
    {"H14: a joker taken from another's meld too",
     {.turn = 1,
      .down = 1,
      .hands = {"QC", WHOLE},
      .melds = {"0 2D JK 4D"},
      .stock = "3D"},
     "draw stock; " WHOLE_MELDS "; take_joker 1 3D; discard JK",
     false},
    {"H14: a partner is another seat",
     {.partners = true,
      .turn = 1,
      .down = 8,
      .hands = {NULL, WHOLE, NULL, "QC"},
      .melds = {"3 2D JK 4D"},
      .stock = "3D"},
     "draw stock; " WHOLE_MELDS "; take_joker 1 3D; discard JK",
     false},
    {"H13 H14: optional: all laid at once",
     {.options = "final_discard=optional",
      .turn = 1,
      .hands = {NULL, WHOLE},
      .stock = "8C"},
     "draw stock; meld 4H 5H 6H 7H / 8S 8H 8D 8C / KS KH KD KC / AS AH AD",
     true},
    {"H13 H14: optional: the last card laid off later is no Hand",
     DOWN(.options = "final_discard=optional", .hands = {NULL, "8H"},
          .melds = {"1 5H 6H 7H"}, .stock = "9H"),
     "draw stock; lay_off 1 8H 9H", false},
};

START_TEST(h13_h14_a_round_ends_when_a_hand_is_empty)
{
    for (unsigned i = 0; i < KIT_COUNT(ends); i++) {
        struct kit_game game;
        kit_place(&game, &ends[i].at);
        kit_must(&game, ends[i].moves);
        ck_assert_msg(game.outcome.round_ended, "%s", ends[i].comment);
        ck_assert_int_eq(game.outcome.result.out, 1);
        ck_assert_msg(game.outcome.result.hand == ends[i].hand, "%s",
                      ends[i].comment);
        ck_assert_int_eq(game.outcome.result.points[1],
                         ends[i].hand ? -60 : -30);
        ck_assert_int_eq(game.state.stage, HK_STAGE_DEAL);
    }
}
END_TEST

/* ---- the starter ---- */

static void deal_to_starter(struct kit_game *game, const char *options,
                            const char *starters)
{
    struct hk_move move = {.kind = HK_MOVE_DEAL, .seat = 1};
    struct hk_cardset rest = {0};
    hk_card pack[HK_PACK_MAX], hand[HK_PACK_MAX];
    unsigned size = hk_card_pack(2, pack), held = kit_cards(starters, hand);
    kit_begin(game, options, HK_HAND, 2, 1);
    for (unsigned i = 0; i < size; i++)
        hk_cardset_add(&rest, pack[i]);
    for (unsigned i = 0; i < held; i++)
        ck_assert(hk_cardset_remove(&rest, hand[i]));
    unsigned left = hk_cardset_list(&rest, pack);
    for (unsigned i = 0; i < 28; i++)
        move.cards[i] = i % 2 == 0 ? hand[i / 2] : pack[--left];
    move.cards[28] = hand[14];
    for (unsigned i = 29; i < size; i++)
        move.cards[i] = pack[--left];
    move.card_count = (uint8_t)size;
    ck_assert(hk_apply(&game->rules, &game->state, &move, &game->outcome,
                       &game->refusal) == HK_OK);
}

#define STARTERS WHOLE " 2C"

static const struct {
    const char *comment, *options, *moves;
    enum hk_error error;
    enum hk_rule rule;
} starters[] = {
    {"H3: a discard", NULL, "discard 2C", HK_OK, HK_RULE_NONE},
    {"H3: nothing drawn", NULL, "draw stock", HK_E_WRONG_PHASE, HK_RULE_H3},
    {"H3: no meld", NULL, WHOLE_MELDS, HK_E_STARTER_MUST_DISCARD, HK_RULE_H3},
    {"H3: cards not held come first", NULL, "meld 2C 3C 4C", HK_E_CARD_NOT_HELD,
     HK_RULE_G6},
    {"H3: what is no meld too", NULL, "meld 2C 4H 5H", HK_E_INVALID_MELD,
     HK_RULE_H6},
    {"H3: but not the worth", NULL, "meld 8S 8H 8D", HK_E_STARTER_MUST_DISCARD,
     HK_RULE_H3},
    {"H3: no meld to lay off on", NULL, "lay_off 1 2C", HK_E_NO_SUCH_MELD,
     HK_RULE_H10},
    {"H3: no joker to take", NULL, "take_joker 1 2C", HK_E_NO_SUCH_MELD,
     HK_RULE_H11},
    {"H5b: nothing to put back", NULL, "return", HK_E_NO_DUTY_TO_RETURN,
     HK_RULE_H5b},
    {"H3: the option lets it play", "starter_may_meld=1", WHOLE_MELDS, HK_OK,
     HK_RULE_NONE},
    {"H3: and lay off", "starter_may_meld=1",
     "meld 4H 5H 6H / 8S 8H 8D / KS KH KD KC; lay_off 1 7H; discard 2C", HK_OK,
     HK_RULE_NONE},
    {"H3: a low opening is still one", "starter_may_meld=1", "meld 8S 8H 8D",
     HK_E_OPENING_TOO_LOW, HK_RULE_H9},
    {"H3: still nothing drawn", "starter_may_meld=1", "draw stock",
     HK_E_WRONG_PHASE, HK_RULE_H3},
};

START_TEST(h3_the_starter_opens_the_discard_pile)
{
    for (unsigned i = 0; i < KIT_COUNT(starters); i++) {
        struct kit_game game;
        deal_to_starter(&game, starters[i].options, STARTERS);
        ck_assert(game.state.starter_turn);
        ck_assert_int_eq(game.state.phase, HK_PHASE_PLAY);
        ck_assert_uint_eq(game.state.turn, 0);
        ck_assert_uint_eq(game.state.pile_count, 0);
        enum hk_error error = kit_script(&game, starters[i].moves);
        ck_assert_msg(error == starters[i].error, "%s: %s", starters[i].comment,
                      hk_error_code(error));
        if (error != HK_OK)
            ck_assert_msg(game.refusal.rule == starters[i].rule, "%s",
                          starters[i].comment);
    }
}
END_TEST

START_TEST(h3_h14_the_starter_may_go_out_at_once_and_that_is_a_hand)
{
    struct kit_game game;
    deal_to_starter(&game, "starter_may_meld=1", STARTERS);
    kit_must(&game, WHOLE_MELDS "; discard 2C");
    ck_assert(game.outcome.round_ended);
    ck_assert(game.outcome.result.hand);
    ck_assert_int_eq(game.outcome.result.out, 0);
    ck_assert_int_eq(game.outcome.result.points[0], -60);
    ck_assert_int_eq(game.outcome.result.points[1], 200);
}
END_TEST

START_TEST(h3_only_the_first_turn_of_the_starter_is_bound)
{
    struct kit_game game;
    deal_to_starter(&game, NULL, STARTERS);
    kit_must(&game, "discard 2C");
    ck_assert_uint_eq(game.state.turn, 1);
    ck_assert(!game.state.starter_turn);
    kit_must(&game, "draw stock");
    struct hk_cardset hand = game.state.hands[1];
    char discard[] = "discard ??";
    hk_card_write((hk_card)__builtin_ctzll(hand.one), discard + 8);
    kit_must(&game, discard);
    kit_must(&game, "draw stock; " WHOLE_MELDS);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h13_a_card_is_kept_to_discard,
        h13_h14_a_round_ends_when_a_hand_is_empty,
        h3_the_starter_opens_the_discard_pile,
        h3_h14_the_starter_may_go_out_at_once_and_that_is_a_hand,
        h3_only_the_first_turn_of_the_starter_is_bound,
    };
    return kit_run("going_out", tests, KIT_COUNT(tests));
}
