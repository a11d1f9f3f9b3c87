/* H15 H16 H17 M12 M13 G8 D6: what a round's cards come to, and who wins. */
#include "engine_kit.h"

#include <string.h>

#include "engine/scoring.h"

static const struct {
    const char *cards, *options;
    int sum;
    const char *comment;
} sums[] = {
    {"", NULL, 0, "nothing"},
    {"2S 3H 4D 5C 6S 7H 8D 9C", NULL, 44, "2 to 9 as printed"},
    {"TS JH QD KC", NULL, 40, "T J Q K 10"},
    {"AS AS", NULL, 22, "an ace 11"},
    {"AS", "ace_low_value=1", 11, "ace_low_value is for melds alone"},
    {"JK", NULL, 15, "a joker 15"},
    {"JK JK", "joker_left=25", 50, "or 25"},
    {"JK JK", "joker_left=50", 100, "or 50"},
    {"KS 7D JK", NULL, 32, "together"},
};

START_TEST(m12_cards_left_count_what_they_should)
{
    struct hk_rules rules = kit_variant_rules(HK_MAY_I, NULL, 3);
    static const struct {
        const char *cards;
        int sum;
    } held[] = {
        {"", 0},
        {"AS", 15},
        {"KS QH JD TC", 40},
        {"2S 3H 4D 5C 6S 7H 8D 9C", 40},
        {"9S 9S TS TS", 30},
        {"AS AH AD AC KS KH 2S 3S 4S 5S", 100},
    };
    for (unsigned i = 0; i < KIT_COUNT(held); i++) {
        struct hk_cardset cards = kit_cardset(held[i].cards);
        ck_assert_msg(hk_score_cards(&rules, &cards) == held[i].sum, "%s",
                      held[i].cards);
    }
}
END_TEST

START_TEST(h15_cards_left_count_what_they_should)
{
    for (unsigned i = 0; i < KIT_COUNT(sums); i++) {
        struct hk_rules rules = kit_rules(sums[i].options, 2);
        struct hk_cardset cards = kit_cardset(sums[i].cards);
        ck_assert_msg(hk_score_cards(&rules, &cards) == sums[i].sum, "%s",
                      sums[i].comment);
    }
}
END_TEST

static const struct {
    const char *comment;
    unsigned seats; /* 0: hand-partners */
    int out;
    bool hand;
    unsigned down;
    hk_points held[HK_SEATS_MAX];
    hk_points points[HK_SEATS_MAX];
    hk_points team_points[HK_TEAMS];
} rounds[] = {
    {"out, down, not down", 3, 0, false, 3, {0, 32, 80}, {-30, 32, 100}, {0}},
    {"a Hand doubles all", 3, 0, true, 3, {0, 32, 80}, {-60, 64, 200}, {0}},
    {"down with little", 2, 1, false, 3, {1, 0}, {1, -30}, {0}},
    {"blocked: nobody gets -30",
     3,
     -1,
     false,
     3,
     {20, 32, 80},
     {20, 32, 100},
     {0}},
    {"blocked: nobody down",
     5,
     -1,
     false,
     0,
     {9, 9, 9, 9, 9},
     {100, 100, 100, 100, 100},
     {0}},
    {"partners: the partner's cards count nothing",
     0,
     1,
     false,
     14,
     {50, 0, 20, 70},
     {100, -30, 20, 0},
     {120, -30}},
    {"partners: nor when it is not down",
     0,
     1,
     false,
     6,
     {50, 0, 20, 70},
     {100, -30, 20, 0},
     {120, -30}},
    {"partners: a Hand",
     0,
     2,
     true,
     4,
     {50, 0, 0, 70},
     {0, 200, -60, 200},
     {-60, 400}},
    {"partners: a Hand against one who is down",
     0,
     3,
     true,
     13,
     {50, 60, 9, 0},
     {100, 0, 18, -60},
     {118, -60}},
    {"partners: blocked",
     0,
     -1,
     false,
     5,
     {50, 60, 9, 70},
     {50, 100, 9, 100},
     {59, 200}},
};

START_TEST(h15_h17_d6_every_seat_and_team_gets_its_figure)
{
    for (unsigned i = 0; i < KIT_COUNT(rounds); i++) {
        struct hk_rules rules;
        struct hk_round_result result = {
            .out = (int8_t)rounds[i].out,
            .hand = rounds[i].hand,
            .down = (uint8_t)rounds[i].down,
        };
        hk_rules_init(&rules, rounds[i].seats ? HK_HAND : HK_HAND_PARTNERS,
                      rounds[i].seats ? rounds[i].seats : 4);
        hk_score_round(&rules, rounds[i].held, &result);
        for (unsigned j = 0; j < HK_SEATS_MAX; j++)
            ck_assert_msg(result.points[j] == rounds[i].points[j],
                          "%s: seat %u has %d", rounds[i].comment, j,
                          result.points[j]);
        for (unsigned j = 0; j < HK_TEAMS; j++)
            ck_assert_msg(result.team_points[j] == rounds[i].team_points[j],
                          "%s: team %u has %d", rounds[i].comment, j,
                          result.team_points[j]);
    }
}
END_TEST

static const struct {
    const char *comment;
    unsigned seats, down;
    int out;
    hk_points held[HK_SEATS_MAX];
    hk_points points[HK_SEATS_MAX];
} may_i_rounds[] = {
    {"out, down, not down alike", 3, 3, 0, {0, 25, 100}, {20, -25, -100}},
    {"a full hand", 4, 8, 3, {5, 10, 15, 0}, {-5, -10, -15, 20}},
    {"blocked: nobody gets 20", 3, 3, -1, {30, 25, 100}, {-30, -25, -100}},
    {"blocked: nobody down", 5, 0, -1, {1, 2, 3, 4, 5}, {-1, -2, -3, -4, -5}},
};

START_TEST(m12_every_seat_gets_its_figure)
{
    for (unsigned i = 0; i < KIT_COUNT(may_i_rounds); i++) {
        struct hk_rules rules = kit_variant_rules(HK_MAY_I, NULL,
                                                  may_i_rounds[i].seats);
        struct hk_round_result result = {
            .out = (int8_t)may_i_rounds[i].out,
            .down = (uint8_t)may_i_rounds[i].down,
        };
        hk_score_round(&rules, may_i_rounds[i].held, &result);
        for (unsigned j = 0; j < HK_SEATS_MAX; j++)
            ck_assert_msg(result.points[j] == may_i_rounds[i].points[j],
                          "%s: seat %u has %d", may_i_rounds[i].comment, j,
                          result.points[j]);
        ck_assert_int_eq(result.team_points[0], 0);
        ck_assert_int_eq(result.team_points[1], 0);
    }
}
END_TEST

START_TEST(m13_g8_the_highest_total_wins_and_ties_share)
{
    static const struct {
        hk_points totals[HK_SEATS_MAX];
        unsigned winners;
    } ends[] = {
        {{-10, 20, -200}, 2},
        {{-300, -200, -250}, 2},
        {{-20, -20, -30}, 3},
        {{5, 5, 5}, 7},
    };
    struct hk_rules rules = kit_variant_rules(HK_MAY_I, NULL, 3);
    for (unsigned i = 0; i < KIT_COUNT(ends); i++) {
        struct hk_state state;
        hk_state_init(&state, &rules, 0);
        memcpy(state.totals, ends[i].totals, sizeof(state.totals));
        ck_assert_uint_eq(hk_state_winners(&state, &rules), ends[i].winners);
    }
}
END_TEST

static const struct {
    const char *comment;
    unsigned seats; /* 0: hand-partners */
    hk_points totals[HK_SEATS_MAX];
    unsigned winners;
} games[] = {
    {"the lowest", 3, {10, -30, 200}, 1u << 1},
    {"the lowest above nought", 2, {210, 200}, 1u << 1},
    {"two share", 4, {-30, 5, -30, 6}, 1u << 0 | 1u << 2},
    {"all share", 5, {100, 100, 100, 100, 100}, 31},
    {"seats that do not play do not win", 2, {100, 200, 0, 0, 0}, 1},
    {"teams: the lowest sum", 0, {100, -30, -200, 0}, 1u << 0},
    {"teams: the best seat is not it", 0, {200, -30, -60, 0}, 1u << 1},
    {"teams share", 0, {10, 20, 20, 10}, 3},
};

START_TEST(h16_h17_g8_the_lowest_total_wins_and_ties_share)
{
    for (unsigned i = 0; i < KIT_COUNT(games); i++) {
        struct hk_rules rules;
        struct hk_state state;
        hk_rules_init(&rules, games[i].seats ? HK_HAND : HK_HAND_PARTNERS,
                      games[i].seats ? games[i].seats : 4);
        hk_state_init(&state, &rules, 0);
        memcpy(state.totals, games[i].totals, sizeof(state.totals));
        ck_assert_msg(hk_state_winners(&state, &rules) == games[i].winners,
                      "%s", games[i].comment);
        if (games[i].seats == 0)
            ck_assert_int_eq(hk_state_team_total(&state, 1),
                             games[i].totals[1] + games[i].totals[3]);
    }
}
END_TEST

/* A seat not down keeps its hand to the end of the round. */
START_TEST(h15_the_result_of_a_round_says_who_held_what)
{
    struct kit_game game;
    const struct kit_position at = {
        .options = "joker_left=25",
        .seats = 3,
        .turn = 1,
        .down = 3,
        .hands = {"KS 7D JK", "8H"},
        .melds = {"0 AS 2S 3S", "1 5H 6H 7H"},
        .stock = "2C",
    };
    struct hk_cardset left = kit_cardset("KS 7D JK");
    kit_place(&game, &at);
    kit_must(&game, "draw stock; lay_off 2 8H; discard 2C");
    const struct hk_round_result *result = &game.outcome.result;
    ck_assert(game.outcome.round_ended);
    ck_assert_uint_eq(result->round, 1);
    ck_assert_uint_eq(result->dealer, 2);
    ck_assert_uint_eq(result->starter, 0);
    ck_assert_int_eq(result->out, 1);
    ck_assert(!result->hand);
    ck_assert_uint_eq(result->down, 3);
    ck_assert_int_eq(result->points[0], 42);
    ck_assert_int_eq(result->points[1], -30);
    ck_assert_int_eq(result->points[2], 100);
    ck_assert_uint_eq(result->left[0].one, left.one);
    ck_assert_uint_eq(hk_cardset_size(&result->left[1]), 0);
    ck_assert_uint_eq(hk_cardset_size(&result->left[2]), 14);
    ck_assert_int_eq(game.state.totals[0], 42);
    ck_assert_int_eq(game.state.totals[1], -30);
    ck_assert_int_eq(game.state.totals[2], 100);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h15_cards_left_count_what_they_should,
        m12_cards_left_count_what_they_should,
        m12_every_seat_gets_its_figure,
        m13_g8_the_highest_total_wins_and_ties_share,
        h15_h17_d6_every_seat_and_team_gets_its_figure,
        h16_h17_g8_the_lowest_total_wins_and_ties_share,
        h15_the_result_of_a_round_says_who_held_what,
    };
    return kit_run("scoring", tests, KIT_COUNT(tests));
}
