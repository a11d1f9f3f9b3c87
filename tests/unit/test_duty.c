/* H5 H5a D4: the duty after the discard pile. */
#include "engine_rows.h"

#include <stdio.h>
#include <string.h>

#include "engine/duty.h"

#define TABLE .melds = {"1 5H 6H 7H"}
#define WITH_CARD .options = "discard_draw=meld_with_card"
#define OR_LAY_OFF .options = "discard_draw=meld_or_lay_off"
#define FREE .options = "discard_draw=free_when_down"
#define OPTIONAL .options = "final_discard=optional"

static const struct row rows[] = {
    /* meld, the default */
    {"H5: no discard before a new meld", FRESH(.pile = "9C"),
     "draw discard; discard 2C", NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"H5: not even of the card drawn", FRESH(.pile = "9C"),
     "draw discard; discard 9C", NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"H5: a seat not down must open", FRESH(.pile = "TC"),
     "draw discard; meld TS TH TD TC", NO(OPENING_TOO_LOW, H9, MELDS, 0, 0)},
    {"H5: opening meets it", FRESH(.pile = "9C"),
     "draw discard; " OPEN "; discard 2C", OK},
    {"H5: the meld need not hold the card",
     DOWN(.hands = {NULL, "2S 2H 2D 4C"}, TABLE, .pile = "KD"),
     "draw discard; meld 2S 2H 2D; discard KD", OK},
    {"H5: a lay-off does not meet it",
     DOWN(.hands = {NULL, "8H 2S 2H 2D 4C"}, TABLE, .pile = "KD"),
     "draw discard; lay_off 1 8H; discard 4C", NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"H5: nor a joker taken",
     DOWN(.hands = {NULL, "7H 2S 2H 4C"}, .melds = {"1 5H 6H JK"},
          .pile = "KD"),
     "draw discard; take_joker 1 7H; discard 4C",
     NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"H5: the meld that it allows does",
     DOWN(.hands = {NULL, "7H 2S 2H 4C"}, .melds = {"1 5H 6H JK"},
          .pile = "KD"),
     "draw discard; take_joker 1 7H; meld 2S 2H JK; discard 4C", OK},
    {"H5a: a lay-off that breaks the only meld",
     DOWN(.hands = {NULL, "8H 8S 8D 4C"}, TABLE, .pile = "KD"),
     "draw discard; lay_off 1 8H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a: a lay-off where there is no meld anyhow",
     DOWN(.hands = {NULL, "8H 2S 3D 4C"}, TABLE, .pile = "KD"),
     "draw discard; lay_off 1 8H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a: another copy keeps the meld",
     DOWN(.hands = {NULL, "8H 8H 8S 8D 4C"}, TABLE, .pile = "KD"),
     "draw discard; lay_off 1 8H", OK},
    {"H5a: a card must be left to discard",
     DOWN(.hands = {NULL, "8H 2S 2D"}, TABLE, .pile = "2C"),
     "draw discard; lay_off 1 8H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a: with it, two jokers and two cards are one too few",
     DOWN(.hands = {NULL, "8H 6S JK JK"}, TABLE, .pile = "9S"),
     "draw discard; lay_off 1 8H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a: beside another card they are a meld",
     DOWN(.hands = {NULL, "8H 6S JK JK 4C"}, TABLE, .pile = "9S"),
     "draw discard; lay_off 1 8H; meld 6S JK JK 9S; discard 4C", OK},
    {"H5a: not where H13 demands none",
     DOWN(OPTIONAL, .hands = {NULL, "8H 2S 2D"}, TABLE, .pile = "2C"),
     "draw discard; lay_off 1 8H; meld 2S 2D 2C", OK},
    {"H5a: no joker is taken where no meld follows",
     DOWN(.hands = {NULL, "7H 2S 4D"}, .melds = {"1 5H 6H JK"}, .pile = "KD"),
     "draw discard; take_joker 1 7H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a: jokers still on the table do not count",
     DOWN(.hands = {NULL, "8H 7H 2S 2H 4C"}, .melds = {"1 5H 6H JK"},
          .pile = "KD"),
     "draw discard; lay_off 1 8H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a: nobody goes out with the duty open",
     DOWN(OPTIONAL, .hands = {NULL, "8H"}, TABLE, .pile = "9H"),
     "draw discard; lay_off 1 8H 9H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H13: keeping a card comes before the duty",
     DOWN(.hands = {NULL, "8H"}, TABLE, .pile = "9H"),
     "draw discard; lay_off 1 8H 9H", NO(MUST_KEEP_CARD, H13, MOVE, 0, 0)},
    {"H5a: a card that fits not says so",
     DOWN(.hands = {NULL, "8S 8D 8C 4C"}, TABLE, .pile = "KD"),
     "draw discard; lay_off 1 8S", NO(DOES_NOT_FIT, H10, CARDS, 0, 0)},
    {"H5: met once, lay-offs are free",
     DOWN(.hands = {NULL, "8H 2S 2H 2D 4C"}, TABLE, .pile = "KD"),
     "draw discard; meld 2S 2H 2D; lay_off 1 8H; discard 4C", OK},
    /* meld_with_card */
    {"H5 meld_with_card: the card is in the meld",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 4C"}, TABLE, .pile = "2D"),
     "draw discard; meld 2S 2H 2D; discard 4C", OK},
    {"H5 meld_with_card: it is in none, and cannot be",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 2D 4C"}, TABLE, .pile = "KD"),
     "draw discard; meld 2S 2H 2D", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5 meld_with_card: another meld first, then its own",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 2D 4C KS KH"}, TABLE, .pile = "KD"),
     "draw discard; meld 2S 2H 2D; meld KS KH KD; discard 4C", OK},
    {"H5 meld_with_card: after another meld it is still owed",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 2D 4C KS KH"}, TABLE, .pile = "KD"),
     "draw discard; meld 2S 2H 2D; discard 4C", NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"H5 meld_with_card: in one of several",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 2D 4C KS KH"}, TABLE, .pile = "KD"),
     "draw discard; meld 2S 2H 2D / KS KH KD; discard 4C", OK},
    {"D4: an equal card does",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 2D 4C"}, TABLE, .pile = "2D"),
     "draw discard; meld 2S 2H 2D; discard 2D", OK},
    {"H5 meld_with_card: a joker drawn",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 4C"}, TABLE, .pile = "JK"),
     "draw discard; meld 2S 2H JK; discard 4C", OK},
    {"H5 meld_with_card: a joker drawn is owed itself",
     DOWN(WITH_CARD, .hands = {NULL, "2S 2H 2D 4C 9C"}, TABLE, .pile = "JK"),
     "draw discard; meld 2S 2H 2D", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a meld_with_card: laid off, it is in no meld",
     DOWN(WITH_CARD, .hands = {NULL, "8S 8D 4C 9C"}, TABLE, .pile = "8H"),
     "draw discard; lay_off 1 8H", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5 meld_with_card: an opening with the card",
     FRESH(WITH_CARD, .pile = "TC"),
     "draw discard; meld TS TH TD TC / 7S 8S 9S; discard 2C", OK},
    {"H5 meld_with_card: an opening without it, which it then completes",
     FRESH(WITH_CARD, .pile = "JH"),
     "draw discard; " OPEN "; meld JD JC JH; discard 2C", OK},
    {"D3 H5a: a waived opening without it",
     {.options = "discard_draw=meld_with_card hand_waives_minimum=1",
      .turn = 1,
      .hands = {NULL, "2H 3H 4H 2D 3D 4D 2C 3C 4C 2S 3S 4S 5S 6S"},
      .pile = "KS"},
     "draw discard; meld 2H 3H 4H / 2D 3D 4D / 2C 3C 4C / 2S 3S 4S 5S 6S",
     NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    /* meld_or_lay_off */
    {"H5 meld_or_lay_off: a lay-off meets it",
     DOWN(OR_LAY_OFF, .hands = {NULL, "2S 4C"}, TABLE, .pile = "8H"),
     "draw discard; lay_off 1 8H; discard 4C", OK},
    {"H5 meld_or_lay_off: of any card",
     DOWN(OR_LAY_OFF, .hands = {NULL, "8H 4C"}, TABLE, .pile = "KD"),
     "draw discard; lay_off 1 8H; discard 4C", OK},
    {"H5 meld_or_lay_off: a meld does too",
     DOWN(OR_LAY_OFF, .hands = {NULL, "2S 2H 4C"}, TABLE, .pile = "2D"),
     "draw discard; meld 2S 2H 2D; discard 4C", OK},
    {"H5 meld_or_lay_off: neither was done",
     DOWN(OR_LAY_OFF, .hands = {NULL, "8H 4C"}, TABLE, .pile = "KD"),
     "draw discard; discard 4C", NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"H5 meld_or_lay_off: a joker taken does not",
     DOWN(OR_LAY_OFF, .hands = {NULL, "7H 4C"}, .melds = {"1 5H 6H JK"},
          .pile = "KD"),
     "draw discard; take_joker 1 7H; discard 4C",
     NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"D4 meld_or_lay_off: but lets it be laid off again",
     DOWN(OR_LAY_OFF, .hands = {NULL, "7H 4C"}, .melds = {"1 5H 6H JK"},
          .pile = "KD"),
     "draw discard; take_joker 1 7H; lay_off 1 JK high; discard 4C", OK},
    {"H5a meld_or_lay_off: nothing fits the changed table",
     DOWN(.options = "discard_draw=meld_or_lay_off max_jokers_per_meld=1",
          .hands = {NULL, "8D 8C 4C"}, .melds = {"1 8S 8H JK"}, .pile = "KD"),
     "draw discard; take_joker 1 8D 8C", NO(DUTY_IMPOSSIBLE, H5a, MOVE, 0, 0)},
    {"H5a meld_or_lay_off: an untouched meld takes it",
     DOWN(OR_LAY_OFF, .hands = {NULL, "8D 8C 4C"},
          .melds = {"1 8S 8H JK", "1 5H 6H 7H"}, .pile = "KD"),
     "draw discard; take_joker 1 8D 8C; lay_off 2 JK low; discard KD", OK},
    {"H5 meld_or_lay_off: a seat not down must open",
     BEHIND(OR_LAY_OFF, .melds = {"0 4C 5C 6C"}, .pile = "9D"),
     "draw discard; lay_off 1 2C", NO(NOT_DOWN, H10, MOVE, 0, 0)},
    /* free_when_down */
    {"H5 free_when_down: no duty once down",
     DOWN(FREE, .hands = {NULL, "2S 4C"}, TABLE, .pile = "KD"),
     "draw discard; discard 4C", OK},
    {"H5 free_when_down: the card itself may go again",
     DOWN(FREE, .hands = {NULL, "2S 4C"}, TABLE, .pile = "KD"),
     "draw discard; discard KD", OK},
    {"H5b free_when_down: nothing to put back",
     DOWN(FREE, .hands = {NULL, "2S 4C"}, TABLE, .pile = "KD"),
     "draw discard; return", NO(NO_DUTY_TO_RETURN, H5b, MOVE, 0, 0)},
    {"H5 free_when_down: a duty before", FRESH(FREE, .pile = "9C"),
     "draw discard; discard 2C", NO(DUTY_OPEN, H5, MOVE, 0, 0)},
    {"H5b free_when_down: and a way back", FRESH(FREE, .pile = "9C"),
     "draw discard; return; draw stock; discard 2C", OK},
    {"H5 free_when_down: lay-offs are free",
     DOWN(FREE, .hands = {NULL, "8H 4C"}, TABLE, .pile = "KD"),
     "draw discard; lay_off 1 8H; discard 4C", OK},
};

START_TEST(h5_the_duty_is_met_as_the_option_says)
{
    CHECK_TABLE(rows);
}
END_TEST

START_TEST(h5_the_duty_is_shown_as_long_as_it_is_open)
{
    struct kit_game game;
    const struct kit_position at = DOWN(.hands = {NULL, "8H 2S 2H 2D 4C"},
                                        TABLE, .pile = "KD");
    kit_place(&game, &at);
    kit_must(&game, "draw discard");
    ck_assert(game.state.duty);
    ck_assert_uint_eq(game.state.duty_card, kit_card("KD"));
    ck_assert_uint_eq(game.outcome.drawn, kit_card("KD"));
    ck_assert_uint_eq(game.state.pile_count, 0);
    kit_must(&game, "return");
    ck_assert(!game.state.duty);
    ck_assert_uint_eq(game.state.pile[0], kit_card("KD"));
    ck_assert_uint_eq(game.outcome.drawn, HK_NO_CARD);
    kit_place(&game, &at);
    kit_must(&game, "draw discard; lay_off 1 8H");
    ck_assert(game.state.duty);
    kit_must(&game, "meld 2S 2H 2D");
    ck_assert(!game.state.duty);
    ck_assert_uint_eq(game.state.duty_card, HK_NO_CARD);
}
END_TEST

/* ---- H5a against trying everything ---- */

enum { DRAWN_MAX = 7, HANDS = 12000 };

/* Whether some order of these cards is a meld. */
static bool some_order(const struct hk_rules *rules, hk_card *cards,
                       unsigned count, unsigned done)
{
    struct hk_meld meld;
    if (done == count)
        return hk_meld_read(rules, cards, count, &meld) == HK_MELD_OK;
    for (unsigned i = done; i < count; i++) {
        hk_card card = cards[i];
        cards[i] = cards[done];
        cards[done] = card;
        bool found = some_order(rules, cards, count, done + 1);
        cards[done] = cards[i];
        cards[i] = card;
        if (found)
            return true;
    }
    return false;
}

static bool brute_meld(const struct hk_rules *rules, const hk_card *cards,
                       unsigned count, unsigned keep, hk_card must)
{
    for (unsigned choice = 1; choice < 1u << count; choice++) {
        hk_card chosen[DRAWN_MAX];
        unsigned size = 0;
        bool has = must == HK_NO_CARD;
        for (unsigned i = 0; i < count; i++) {
            if (!(choice >> i & 1))
                continue;
            has |= cards[i] == must;
            chosen[size++] = cards[i];
        }
        if (has && size >= 3 && size + keep <= count &&
            some_order(rules, chosen, size, 0))
            return true;
    }
    return false;
}

static bool brute_lay_off(const struct hk_rules *rules,
                          const struct hk_state *state, const hk_card *cards,
                          unsigned count, unsigned keep)
{
    struct hk_meld grown;
    for (unsigned i = 0; i < count && 1 + keep <= count; i++)
        for (unsigned j = 0; j < state->meld_count; j++)
            for (unsigned end = HK_END_LOW; end <= HK_END_HIGH; end++)
                if (hk_meld_fit(rules, &state->melds[j], &cards[i], 1,
                                (enum hk_end)end, &grown) == HK_FITS)
                    return true;
    return false;
}

static bool brute(const struct hk_rules *rules, const struct hk_state *state,
                  const hk_card *cards, unsigned count)
{
    unsigned keep = rules->final_discard == HK_FINAL_REQUIRED;
    bool with = rules->discard_draw == HK_DISCARD_DRAW_MELD_WITH_CARD;
    return brute_meld(rules, cards, count, keep,
                      with ? state->duty_card : HK_NO_CARD) ||
           (rules->discard_draw == HK_DISCARD_DRAW_MELD_OR_LAY_OFF &&
            brute_lay_off(rules, state, cards, count, keep));
}

START_TEST(h5a_drawn_hands_can_meet_the_duty_when_some_play_does)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 5);
    hk_card kinds[HK_PACK_MAX];
    unsigned kind_count = kit_cards(
        "AS 2S 3S 4S JS QS KS AH 2H 3H KH AD 2D KD JK JK", kinds);
    unsigned possible[4] = {0}, seen[4] = {0};
    for (unsigned n = 0; n < HANDS; n++) {
        struct hk_rules rules = kit_rules(NULL, 2);
        struct hk_state state;
        struct hk_cardset hand = {0};
        hk_card cards[HK_PACK_MAX];
        unsigned size = hk_rng_below(&rng, DRAWN_MAX + 1);
        rules.discard_draw = (int16_t)(n % 4);
        rules.final_discard = (int16_t)hk_rng_below(&rng, 2);
        rules.max_jokers_per_meld = (int16_t)hk_rng_below(&rng, 3);
        memset(&state, 0, sizeof(state));
        state.melds[state.meld_count++] = kit_meld(&rules, "5H 6H 7H");
        state.melds[state.meld_count++] = kit_meld(&rules, "2S 2D 2C");
        state.duty = true;
        state.duty_card = kinds[hk_rng_below(&rng, kind_count)];
        while (hk_cardset_size(&hand) < size)
            hk_cardset_add(&hand, kinds[hk_rng_below(&rng, kind_count)]);
        hk_cardset_list(&hand, cards);
        bool can = hk_duty_possible(&rules, &state, &hand, 0, NULL);
        KIT_CHECK(can == brute(&rules, &state, cards, size));
        possible[n % 4] += can;
        seen[n % 4]++;
    }
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_gt(possible[i], seen[i] / 20);
        ck_assert_uint_lt(possible[i], seen[i]);
    }
    printf("%u hands, the duty possible with %u %u %u %u\n", HANDS, possible[0],
           possible[1], possible[2], possible[3]);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h5_the_duty_is_met_as_the_option_says,
        h5_the_duty_is_shown_as_long_as_it_is_open,
        h5a_drawn_hands_can_meet_the_duty_when_some_play_does,
    };
    return kit_run("duty", tests, KIT_COUNT(tests));
}
