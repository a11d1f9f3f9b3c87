/* D13: rounds told by a table: what they score, and why others cannot be. */
#include "engine_kit.h"
#include "told.h"

#include <string.h>

enum game { HAND, PARTNERS, MAY_I };

static struct hk_rules rules_of(enum game game, const char *options,
                                unsigned seats)
{
    static const enum hk_variant variants[] = {HK_HAND, HK_HAND_PARTNERS,
                                               HK_MAY_I};
    return kit_variant_rules(variants[game], options, seats);
}

/* ---- what is possible ---- */

static const struct scored {
    const char *comment;
    enum game game;
    const char *options;
    unsigned seats;
    unsigned round;
    const char *told;
    int points[HK_SEATS_MAX];
    int teams[HK_TEAMS];
    unsigned down;
} scored[] = {
    {"H15 cards, points, not down",
     HAND,
     NULL,
     4,
     1,
     "0: -; down KS 7D JK; down =14; up",
     {-30, 32, 14, 100},
     {0, 0},
     7},
    {"H15 a Hand doubles",
     HAND,
     NULL,
     4,
     1,
     "0!: -; down KS 7D JK; down =14; up",
     {-60, 64, 28, 200},
     {0, 0},
     7},
    {"H15 joker_left",
     HAND,
     "joker_left=50",
     2,
     1,
     "1: down JK JK 2C; down",
     {102, -30},
     {0, 0},
     3},
    {"H15 blocked: nobody gets -30",
     HAND,
     NULL,
     3,
     1,
     "x: down =20; down =11; up",
     {20, 11, 100},
     {0, 0},
     3},
    {"H15 not down: 100 whatever is held",
     HAND,
     NULL,
     2,
     1,
     "0: -; up 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H",
     {-30, 100},
     {0, 0},
     1},
    {"D13 not down, with points",
     HAND,
     NULL,
     2,
     1,
     "0: -; up =140",
     {-30, 100},
     {0, 0},
     1},
    {"D13 cards and points that agree",
     HAND,
     NULL,
     2,
     1,
     "0: -; down =32 KS 7D JK",
     {-30, 32},
     {0, 0},
     3},
    {"D13 who went out may say that it holds nothing",
     HAND,
     NULL,
     2,
     1,
     "0: down =0 none; down =2",
     {-30, 2},
     {0, 0},
     3},
    {"H17 the partner counts nothing",
     PARTNERS,
     NULL,
     4,
     1,
     "0!: -; down =14; down =40; up",
     {-60, 28, 0, 200},
     {-60, 228},
     7},
    {"H17 nothing said of the partner",
     PARTNERS,
     NULL,
     4,
     1,
     "3: up; -; down =9; -",
     {100, 0, 9, -30},
     {109, -30},
     12},
    {"H17 the partner's cards alone",
     PARTNERS,
     NULL,
     4,
     1,
     "3: up; 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H; up; -",
     {100, 0, 100, -30},
     {200, -30},
     8},
    {"H17 blocked: each team its two",
     PARTNERS,
     NULL,
     4,
     1,
     "x: up; down =14; down =9; down =2",
     {100, 14, 9, 2},
     {109, 16},
     14},
    {"M12",
     MAY_I,
     NULL,
     3,
     1,
     "2: down AS KS 9S; down 5H 5D; -",
     {-30, -10, 20},
     {0, 0},
     7},
    {"M12 `down` need not be said",
     MAY_I,
     NULL,
     3,
     1,
     "2: AS KS 9S; =10; -",
     {-30, -10, 20},
     {0, 0},
     4},
    {"M12 blocked",
     MAY_I,
     NULL,
     3,
     2,
     "x: =5; =50; =15",
     {-5, -50, -15},
     {0, 0},
     0},
    {"M10 not down, after a claim of two",
     MAY_I,
     NULL,
     3,
     1,
     "0: -; up 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS AH; =5",
     {20, -110, -5},
     {0, 0},
     1},
};

static void check_scored(const struct scored *row)
{
    struct hk_rules rules = rules_of(row->game, row->options, row->seats);
    struct hk_told_round round = told(row->told), again;
    struct hk_round_result result, twice;
    struct hk_impossibility why = {0};
    ck_assert_msg(
        hk_scorecard_judge(&rules, row->round, &round, &result, &why) == HK_OK,
        "%s: %s", row->comment, hk_impossible_name(why.reason));
    for (unsigned i = 0; i < HK_SEATS_MAX; i++)
        ck_assert_msg(result.points[i] == row->points[i], "%s: seat %u has %d",
                      row->comment, i, result.points[i]);
    for (unsigned i = 0; i < HK_TEAMS; i++)
        ck_assert_msg(result.team_points[i] == row->teams[i],
                      "%s: team %u has %d", row->comment, i,
                      result.team_points[i]);
    ck_assert_msg(result.down == row->down, "%s: down %x", row->comment,
                  result.down);
    ck_assert_uint_eq(result.round, row->round);
    ck_assert_int_eq(result.out, round.out);
    ck_assert(result.hand == round.hand);
    /* What was told comes back from it, and is judged alike. */
    hk_scorecard_told(&rules, &result, &again);
    ck_assert_int_eq(
        hk_scorecard_judge(&rules, row->round, &again, &twice, &why), HK_OK);
    ck_assert_mem_eq(&result, &twice, sizeof(result));
    for (unsigned i = 0; i < row->seats; i++) {
        const struct hk_told_seat *a = &round.seats[i], *b = &again.seats[i];
        ck_assert(a->down == b->down && a->has_cards == b->has_cards &&
                  a->has_points == b->has_points && a->points == b->points &&
                  a->card_count == b->card_count);
    }
}

START_TEST(h15_h17_m12_a_told_round_scores_as_any_other)
{
    for (unsigned n = 0; n < KIT_COUNT(scored); n++)
        check_scored(&scored[n]);
}
END_TEST

/* ---- what is not ---- */

#define FOURTEEN "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H"
#define TWELVE "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
/* 24 and 25 cards that come to 160 and 165 points in May I */
#define SPADES_HEARTS TWELVE " 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"

static const struct refused {
    const char *comment;
    enum game game;
    const char *options;
    unsigned seats;
    unsigned round;
    const char *told;
    enum hk_impossible reason;
    enum hk_rule rule;
    enum hk_told_member member;
    int seat;
    int given, minimum, maximum;
} refused[] = {
#define NO(reason, rule, member) \
    HK_IMPOSSIBLE_##reason, HK_RULE_##rule, HK_TOLD_##member
    {"a Hand with nobody out", HAND, NULL, 3, 1, "x!: up; up; up",
     NO(HAND_BLOCKED, H14, HAND), -1, 1, 0, 0},
    {"a Hand in May I", MAY_I, NULL, 3, 1, "0!: -; =5; =5",
     NO(NO_HANDS, M12, HAND), -1, 1, 0, 0},
    {"a Hand in May I with nobody out", MAY_I, NULL, 3, 1, "x!: =5; =5; =5",
     NO(NO_HANDS, M12, HAND), -1, 1, 0, 0},

    {"out and not down", HAND, NULL, 2, 1, "0: up; up",
     NO(OUT_NOT_DOWN, H13, DOWN), 0, 0, 0, 0},
    {"out and not down, May I", MAY_I, NULL, 3, 1, "1: =5; up; =5",
     NO(OUT_NOT_DOWN, M9, DOWN), 1, 0, 0, 0},
    {"out with cards", HAND, NULL, 3, 1, "0: down KS; up; up",
     NO(OUT_HOLDS, H13, CARDS), 0, 1, 0, 0},
    {"out with points", HAND, NULL, 2, 1, "1: up; =7",
     NO(OUT_HOLDS, H13, POINTS), 1, 7, 0, 0},
    {"out with points, May I", MAY_I, NULL, 3, 1, "1: =5; =5; =5",
     NO(OUT_HOLDS, M9, POINTS), 1, 5, 0, 0},

    {"three kings of spades over two hands", HAND, NULL, 3, 1,
     "0: -; down KS KS; down KS", NO(CARD_TOO_OFTEN, G6, CARDS), 1, 3, 0, 2},
    {"three jokers", HAND, NULL, 2, 1, "0: -; down JK JK JK",
     NO(CARD_TOO_OFTEN, G6, CARDS), 1, 3, 0, 2},
    {"D11 a joker in May I", MAY_I, NULL, 3, 1, "0: -; =5; JK",
     NO(CARD_TOO_OFTEN, G6, CARDS), 2, 1, 0, 0},
    {"the partner's cards are of the packs too", PARTNERS, NULL, 4, 1,
     "0: -; down KS KS; down KS; up", NO(CARD_TOO_OFTEN, G6, CARDS), 1, 3, 0,
     2},

    {"no cards", HAND, NULL, 2, 1, "0: -; down none",
     NO(HOLDS_NOTHING, H13, CARDS), 1, 0, 1, 11},
    {"0 points", HAND, NULL, 2, 1, "0: -; down =0",
     NO(HOLDS_NOTHING, H13, POINTS), 1, 0, 2, 128},
    {"nobody out, and no cards", HAND, NULL, 2, 1, "x: down none; up",
     NO(HOLDS_NOTHING, H13, CARDS), 0, 0, 1, 11},
    {"no cards in May I", MAY_I, NULL, 3, 1, "0: -; =5; none",
     NO(HOLDS_NOTHING, M9, CARDS), 2, 0, 1, 77},
    {"0 points in May I", MAY_I, NULL, 3, 1, "0: -; =5; =0",
     NO(HOLDS_NOTHING, M9, POINTS), 2, 0, 5, 655},
    {"the partner did not go out", PARTNERS, NULL, 4, 1, "0: -; up; =0; up",
     NO(HOLDS_NOTHING, H13, POINTS), 2, 0, 2, 158},

    {"12 cards once down", HAND, NULL, 2, 1, "0: -; down " TWELVE,
     NO(TOO_MANY_CARDS, H2, CARDS), 1, 12, 1, 11},
    {"15 cards, not down", HAND, NULL, 2, 1, "0: -; up " FOURTEEN " 3H",
     NO(TOO_MANY_CARDS, H2, CARDS), 1, 15, 14, 14},
    {"13 cards, not down", HAND, NULL, 2, 1, "0: -; up " TWELVE " AS",
     NO(TOO_FEW_CARDS, H2, CARDS), 1, 13, 14, 14},
    {"not down, and no cards", HAND, NULL, 2, 1, "0: -; up none",
     NO(HOLDS_NOTHING, H13, CARDS), 1, 0, 14, 14},
    {"a partner is down or not, never with 12", PARTNERS, NULL, 4, 1,
     "0: -; up; " TWELVE "; up", NO(TOO_MANY_CARDS, H2, CARDS), 2, 12, 1, 11},

    {"9 cards, not down in May I", MAY_I, NULL, 3, 1,
     "0: -; up 2S 3S 4S 5S 6S 7S 8S 9S TS; =5", NO(TOO_FEW_CARDS, M2, CARDS), 1,
     9, 10, 82},
    {"11 cards, not down in May I", MAY_I, NULL, 3, 1,
     "0: -; up 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS; =5", NO(ODD_CARDS, M10, CARDS),
     1, 11, 10, 82},

    {"cards and points differ", HAND, NULL, 2, 1, "0: -; down =31 KS 7D JK",
     NO(POINTS_DIFFER, H15, POINTS), 1, 31, 32, 32},
    {"they differ in May I", MAY_I, NULL, 3, 1, "0: -; =5; =11 AS",
     NO(POINTS_DIFFER, M12, POINTS), 2, 11, 15, 15},
    {"they differ for who is not down", HAND, NULL, 2, 1,
     "0: -; up =100 " FOURTEEN, NO(POINTS_DIFFER, H15, POINTS), 1, 100, 97, 97},

    {"1 point", HAND, NULL, 2, 1, "0: -; down =1",
     NO(NO_SUCH_POINTS, H15, POINTS), 1, 1, 2, 128},
    {"less than nothing", HAND, NULL, 2, 1, "0: -; down =-5",
     NO(NO_SUCH_POINTS, H15, POINTS), 1, -5, 2, 128},
    {"more than 2 jokers, 8 aces and a ten", HAND, NULL, 2, 1,
     "0: -; down =129", NO(NO_SUCH_POINTS, H15, POINTS), 1, 129, 2, 128},
    {"the same with joker_left 25", HAND, "joker_left=25", 2, 1,
     "0: -; down =149", NO(NO_SUCH_POINTS, H15, POINTS), 1, 149, 2, 148},
    {"the same with joker_left 50", HAND, "joker_left=50", 2, 1,
     "0: -; down =199", NO(NO_SUCH_POINTS, H15, POINTS), 1, 199, 2, 198},
    {"below the highest, but no cards come to it", HAND, "joker_left=50", 2, 1,
     "0: -; down =4611686018427387904", NO(NO_SUCH_POINTS, H15, POINTS), 1, -1,
     2, 198},
    {"not down, fewer than 14 cards come to", HAND, NULL, 2, 1, "0: -; up =33",
     NO(NO_SUCH_POINTS, H15, POINTS), 1, 33, 34, 158},
    {"not down, more than 14 cards come to", HAND, NULL, 2, 1, "0: -; up =159",
     NO(NO_SUCH_POINTS, H15, POINTS), 1, 159, 34, 158},
    {"the twos are all with others", HAND, NULL, 3, 1,
     "0: -; down 2S 2S 2H 2H 2D 2D 2C 2C; down =2",
     NO(NO_SUCH_POINTS, H15, POINTS), 2, 2, 3, 128},
    {"no multiple of 5", MAY_I, NULL, 3, 1, "0: -; =5; =7",
     NO(NO_SUCH_POINTS, M12, POINTS), 2, 7, 5, 655},
    {"more than is left of the packs", MAY_I, NULL, 3, 1, "0: -; =5; =660",
     NO(NO_SUCH_POINTS, M12, POINTS), 2, 660, 5, 655},
    {"not down, fewer points than 10 cards have", MAY_I, NULL, 3, 1,
     "0: -; =5; up =45", NO(NO_SUCH_POINTS, M12, POINTS), 2, 45, 50, 650},

    {"two twos left for three seats", HAND, NULL, 5, 1,
     "0: -; down 2S 2S 2H 2H 2D 2D; down =2; down =2; down =2",
     NO(NO_SUCH_POINTS_TOGETHER, G6, POINTS), -1, 6, 7, 348},
    {"both with all the jokers and aces", HAND, NULL, 3, 1,
     "0: -; down =128; down =128", NO(NO_SUCH_POINTS_TOGETHER, G6, POINTS), -1,
     256, 4, 238},
    {"three hands that need a joker each", HAND, "joker_left=50", 4, 1,
     "0: -; down =130; down =130; down =130",
     NO(NO_SUCH_POINTS_TOGETHER, G6, POINTS), -1, 390, 6, 418},
#undef NO
};

static void check_refused(const struct refused *row)
{
    struct hk_rules rules = rules_of(row->game, row->options, row->seats);
    struct hk_told_round round = told(row->told);
    struct hk_round_result result, untouched;
    struct hk_impossibility why = {0};
    memset(&result, 0x5a, sizeof(result));
    memset(&untouched, 0x5a, sizeof(untouched));
    ck_assert_msg(hk_scorecard_judge(&rules, row->round, &round, &result,
                                     &why) == HK_E_IMPOSSIBLE_ROUND,
                  "%s: accepted", row->comment);
    ck_assert_msg(why.reason == row->reason, "%s: %s", row->comment,
                  hk_impossible_name(why.reason));
    ck_assert_msg(why.rule == row->rule, "%s: %s", row->comment,
                  hk_rule_id(why.rule));
    ck_assert_msg(why.member == row->member && why.seat == row->seat,
                  "%s: member %d of seat %d", row->comment, (int)why.member,
                  why.seat);
    ck_assert_msg((why.given == row->given || row->given == -1) &&
                      why.minimum == row->minimum &&
                      why.maximum == row->maximum,
                  "%s: %d given, %d to %d can be", row->comment, (int)why.given,
                  (int)why.minimum, (int)why.maximum);
    ck_assert((why.reason == HK_IMPOSSIBLE_CARD_TOO_OFTEN) ==
              (why.card != HK_NO_CARD));
    ck_assert_mem_eq(&result, &untouched, sizeof(result));
}

START_TEST(d13_what_cannot_be_is_refused_with_its_reason)
{
    for (unsigned n = 0; n < KIT_COUNT(refused); n++)
        check_refused(&refused[n]);
    for (int reason = 1; reason < HK_IMPOSSIBLE_COUNT; reason++) {
        bool found = false;
        for (unsigned n = 0; n < KIT_COUNT(refused); n++)
            found = found || (int)refused[n].reason == reason;
        ck_assert_msg(found, "%s has no row", hk_impossible_name(reason));
    }
}
END_TEST

START_TEST(g6_the_seats_that_lack_cards_together_are_named)
{
    struct hk_rules rules = rules_of(HAND, NULL, 5);
    struct hk_told_round round = told(
        "0: -; down =128; down =20; down =7; down =128");
    struct hk_round_result result;
    struct hk_impossibility why;
    ck_assert_int_eq(hk_scorecard_judge(&rules, 1, &round, &result, &why),
                     HK_E_IMPOSSIBLE_ROUND);
    ck_assert_int_eq(why.seats, 1 << 1 | 1 << 4);
}
END_TEST

START_TEST(d13_more_cards_than_the_pack_are_too_many)
{
    struct hk_rules rules = rules_of(HAND, NULL, 2);
    struct hk_told_round round = told("0: -; down 2S");
    struct hk_round_result result;
    struct hk_impossibility why;
    hk_card_pack(2, round.seats[1].cards);
    round.seats[1].card_count = 4000;
    ck_assert_int_eq(hk_scorecard_judge(&rules, 1, &round, &result, &why),
                     HK_E_IMPOSSIBLE_ROUND);
    ck_assert_int_eq(why.reason, HK_IMPOSSIBLE_TOO_MANY_CARDS);
    ck_assert_int_eq(why.given, 4000);
}
END_TEST

/* ---- May I: what the others leave of the pack ---- */

START_TEST(m2_m3_no_seat_holds_more_than_the_others_leave)
{
    /* Three seats: 104 - 11 of who went out - 10 of the other. */
    static const struct {
        unsigned round;
        const char *told; /* seat 2 gets `most` cards */
        int most;
    } rows[] = {
        {1, "0: -; =5; AC", 83},
        {5, "0: -; =5; AC", 83},
        {1, "0: -; =5; down AC", 77},
        {2, "0: -; =5; down AC", 76},
        {3, "0: -; =5; down AC", 75},
        {4, "0: -; =5; down AC", 74},
        {5, "0: -; =5; down AC", 73},
        {1, "x: =5; =5; AC", 84},
        {1, "0: -; down 2S 3S 4S 5S 6S; AC", 82},
        {5, "0: -; down 2S 3S 4S; AC", 80},
    };
    for (unsigned n = 0; n < KIT_COUNT(rows); n++) {
        struct hk_rules rules = rules_of(MAY_I, NULL, 3);
        for (int over = 0; over < 2; over++) {
            hk_card pack[HK_PACK_MAX];
            struct hk_round_result result;
            struct hk_impossibility why = {0};
            struct hk_told_round round = told(rows[n].told);
            hk_card_pack(0, pack);
            /* from the end, so that the second seat's spades are left */
            round.seats[2].card_count = (unsigned)(rows[n].most + over);
            for (unsigned i = 0; i < round.seats[2].card_count; i++)
                round.seats[2].cards[i] = pack[103 - i];
            enum hk_error error = hk_scorecard_judge(&rules, rows[n].round,
                                                     &round, &result, &why);
            ck_assert_msg((error == HK_OK) == (over == 0), "%u %d: %s", n, over,
                          hk_impossible_name(why.reason));
            if (over == 0)
                continue;
            ck_assert_int_eq(why.reason, HK_IMPOSSIBLE_TOO_MANY_CARDS);
            ck_assert_int_eq(why.maximum, rows[n].most);
        }
    }
}
END_TEST

/* ---- what is missing ---- */

START_TEST(d13_what_the_others_need_is_listed)
{
    static const struct {
        enum game game;
        unsigned seats;
        const char *told;
        const char *missing; /* a letter a seat: - Down Held */
    } rows[] = {
        {HAND, 3, "0: -; up; down =2", "---"},
        {HAND, 3, "0: -; -; =2", "-DD"},
        {HAND, 3, "0: -; down; down KS", "-H-"},
        {HAND, 2, "x: -; down", "DH"},
        {PARTNERS, 4, "0: -; up; -; -", "---D"},
        {PARTNERS, 4, "1: -; -; down; -", "D-H-"},
        {PARTNERS, 4, "x: -; up; -; up", "D-D-"},
        {MAY_I, 3, "0: -; -; =5", "-H-"},
        {MAY_I, 3, "0: -; up; down", "-HH"},
        {MAY_I, 3, "x: -; AS; =5", "H--"},
    };
    for (unsigned n = 0; n < KIT_COUNT(rows); n++) {
        struct hk_rules rules = rules_of(rows[n].game, NULL, rows[n].seats);
        struct hk_told_round round = told(rows[n].told);
        enum hk_missing missing[HK_SEATS_MAX];
        char text[HK_SEATS_MAX + 1] = "";
        bool any = hk_scorecard_missing(&rules, &round, missing);
        for (unsigned i = 0; i < rows[n].seats; i++)
            text[i] = "-DH"[missing[i]];
        ck_assert_str_eq(text, rows[n].missing);
        ck_assert(any == (strspn(text, "-") < strlen(text)));
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h15_h17_m12_a_told_round_scores_as_any_other,
        d13_what_cannot_be_is_refused_with_its_reason,
        g6_the_seats_that_lack_cards_together_are_named,
        d13_more_cards_than_the_pack_are_too_many,
        m2_m3_no_seat_holds_more_than_the_others_leave,
        d13_what_the_others_need_is_listed,
    };
    return kit_run("scorecard", tests, KIT_COUNT(tests));
}
