/*
 * D13: the bounds of told rounds against counting everything, and that no round
 * which can happen is ever refused: hands dealt from real packs, and the rounds
 * of games played at random.
 */
#include "engine_kit.h"
#include "engine_player.h"

#include <stdio.h>
#include <string.h>

#include "engine/scorecard.h"
#include "engine/scoring.h"
#include "engine/sums.h"

enum { POINTS_MAX = 900 };

/* ---- sums, counted anew ---- */

/* How many cards of each worth there are. */
struct supply {
    int points[HK_RANKS + 1];
    unsigned count[HK_RANKS + 1];
    unsigned kinds;
};

static struct supply supply_of(const struct hk_rules *rules,
                               const struct hk_cardset *taken, bool jokers)
{
    struct supply supply = {.kinds = 0};
    for (unsigned kind = 0; kind < HK_CARD_KINDS; kind++) {
        hk_card card = (hk_card)kind;
        unsigned most = card < HK_NATURALS ? 2
                        : jokers           ? hk_rules_jokers(rules)
                                           : 0;
        int points = hk_score_card(rules, card);
        unsigned k = 0;
        while (k < supply.kinds && supply.points[k] != points)
            k++;
        if (k == supply.kinds)
            supply.points[supply.kinds++] = points;
        if (most > 0)
            supply.count[k] += most - hk_cardset_count(taken, card);
    }
    return supply;
}

/* Marks the sums of `left` cards more, of the kinds from `kind` on. */
static void mark_sums(const struct supply *supply, unsigned kind, unsigned left,
                      int sum, bool ret_have[POINTS_MAX])
{
    if (left == 0) {
        ret_have[sum] = true;
        return;
    }
    if (kind == supply->kinds)
        return;
    for (unsigned n = 0; n <= supply->count[kind] && n <= left; n++)
        mark_sums(supply, kind + 1, left - n,
                  sum + (int)n * supply->points[kind], ret_have);
}

/* Some of the pack's cards at random. */
static struct hk_cardset some_cards(const struct hk_rules *rules,
                                    const struct hk_rng *rng)
{
    hk_card pack[HK_PACK_MAX];
    unsigned size = hk_card_pack(hk_rules_jokers(rules), pack);
    unsigned share = hk_rng_below(rng, 100);
    struct hk_cardset set = {0};
    for (unsigned i = 0; i < size; i++)
        if (hk_rng_below(rng, 100) < share)
            hk_cardset_add(&set, pack[i]);
    return set;
}

START_TEST(h15_m12_the_sums_of_few_cards_are_all_that_there_are)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 13);
    for (unsigned round = 0; round < 60; round++) {
        struct hk_rules rules = kit_variant_rules(
            round % 2 ? HK_MAY_I : HK_HAND, NULL, 3);
        struct hk_cardset taken = {0};
        if (round > 1)
            taken = some_cards(&rules, &rng);
        struct supply supply = supply_of(&rules, &taken, false);
        struct hk_sums sums;
        hk_sums_init(&sums, &rules, &taken);
        for (unsigned count = 0; count <= 6; count++) {
            bool have[POINTS_MAX] = {false};
            int64_t least = -1, greatest = -1, low, high;
            mark_sums(&supply, 0, count, 0, have);
            for (int points = 0; points < POINTS_MAX; points++) {
                KIT_CHECK(hk_sums_have(&sums, count, points) == have[points]);
                if (have[points]) {
                    least = least < 0 ? points : least;
                    greatest = points;
                }
            }
            KIT_CHECK(hk_sums_range(&sums, count, &low, &high) == (least >= 0));
            KIT_CHECK(least < 0 || (low == least && high == greatest));
        }
        int64_t unused;
        KIT_CHECK(!hk_sums_have(&sums, -1, 0) && !hk_sums_have(&sums, 105, 0) &&
                  !hk_sums_have(&sums, 3, -1) &&
                  !hk_sums_range(&sums, -1, &unused, &unused));
    }
}
END_TEST

/* The whole pack, and the whole pack but one card. */
START_TEST(h15_m12_all_cards_come_to_760)
{
    for (int v = 0; v < HK_VARIANTS; v++) {
        struct hk_rules rules = kit_variant_rules((enum hk_variant)v, NULL, 4);
        struct hk_cardset none = {0};
        struct hk_sums sums;
        int64_t least, greatest;
        hk_sums_init(&sums, &rules, &none);
        ck_assert(hk_sums_range(&sums, HK_SUMS_CARDS, &least, &greatest));
        ck_assert_int_eq(least, HK_SUMS_MOST);
        ck_assert_int_eq(greatest, HK_SUMS_MOST);
        ck_assert(!hk_sums_have(&sums, HK_SUMS_CARDS, HK_SUMS_MOST + 1));
    }
}
END_TEST

/* ---- one seat by points: exact ---- */

static void tell_cards(struct hk_told_seat *seat, const struct hk_cardset *set)
{
    seat->has_cards = true;
    seat->card_count = hk_cardset_list(set, seat->cards);
}

/* Takes `count` cards at random out of the pack. */
static struct hk_cardset draw(struct hk_cardset *pack, unsigned count,
                              const struct hk_rng *rng)
{
    struct hk_cardset hand = {0};
    hk_card cards[HK_PACK_MAX];
    for (unsigned i = 0; i < count; i++) {
        unsigned size = hk_cardset_list(pack, cards);
        hk_card card = cards[hk_rng_below(rng, size)];
        hk_cardset_remove(pack, card);
        hk_cardset_add(&hand, card);
    }
    return hand;
}

static struct hk_cardset whole_pack(const struct hk_rules *rules)
{
    hk_card cards[HK_PACK_MAX];
    unsigned size = hk_card_pack(hk_rules_jokers(rules), cards);
    struct hk_cardset pack = {0};
    for (unsigned i = 0; i < size; i++)
        hk_cardset_add(&pack, cards[i]);
    return pack;
}

/* What `count` cards can come to when the other hands are known: by a table of
 * its own, card after card. */
static void mark_hands(const struct hk_rules *rules,
                       const struct hk_cardset *rest, unsigned least,
                       unsigned most, bool ret_have[POINTS_MAX])
{
    static bool reach[15][POINTS_MAX];
    hk_card cards[HK_PACK_MAX];
    unsigned size = hk_cardset_list(rest, cards);
    memset(reach, 0, sizeof(reach));
    reach[0][0] = true;
    for (unsigned i = 0; i < size; i++) {
        int worth = hk_score_card(rules, cards[i]);
        for (unsigned n = most; n > 0; n--)
            for (int p = POINTS_MAX - 1; p >= worth; p--)
                reach[n][p] = reach[n][p] || reach[n - 1][p - worth];
    }
    for (unsigned n = least; n <= most; n++)
        for (int p = 0; p < POINTS_MAX; p++)
            ret_have[p] = ret_have[p] || reach[n][p];
}

/* Seat 0 went out, the last tells its points, the others name their cards. */
static void check_exact(const struct hk_rules *rules, bool down,
                        const struct hk_rng *rng)
{
    struct hk_cardset pack = whole_pack(rules);
    struct hk_told_round round;
    bool have[POINTS_MAX] = {false};
    unsigned last = rules->seats - 1u;
    hk_told_init(&round);
    round.out = 0;
    for (unsigned s = 1; s < last; s++) {
        bool is_down = hk_rng_below(rng, 2);
        struct hk_cardset hand = draw(
            &pack, is_down ? 1 + hk_rng_below(rng, 11) : 14, rng);
        round.seats[s].down = (int8_t)is_down;
        tell_cards(&round.seats[s], &hand);
    }
    round.seats[last].down = (int8_t)down;
    round.seats[last].has_points = true;
    mark_hands(rules, &pack, down ? 1 : 14, down ? 11 : 14, have);
    for (int points = -1; points < POINTS_MAX; points++) {
        struct hk_round_result result;
        struct hk_impossibility why;
        round.seats[last].points = points;
        enum hk_error error = hk_scorecard_judge(rules, 1, &round, &result,
                                                 &why);
        KIT_CHECK((error == HK_OK) == (points >= 0 && have[points]));
        KIT_CHECK(error == HK_OK || points < why.minimum ||
                  points > why.maximum ||
                  (why.minimum < points && points < why.maximum));
    }
}

START_TEST(h15_points_of_one_seat_are_accepted_just_when_cards_make_them)
{
    static const char *const jokers[] = {"joker_left=15", "joker_left=25",
                                         "joker_left=50"};
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 15);
    for (unsigned i = 0; i < 36; i++) {
        struct hk_rules rules = kit_rules(jokers[i % 3], 2 + i % 4);
        check_exact(&rules, i % 2, &rng);
    }
}
END_TEST

/* ---- hands that were dealt are never refused ---- */

/* Tells the seat by cards, by points, or by both. */
static void tell_hand(const struct hk_rules *rules,
                      const struct hk_cardset *hand, const struct hk_rng *rng,
                      struct hk_told_seat *seat)
{
    unsigned way = 1 + hk_rng_below(rng, 3);
    if (way & 1)
        tell_cards(seat, hand);
    if (way & 2) {
        seat->has_points = true;
        seat->points = hk_score_cards(rules, hand);
    }
}

static void must_be_possible(const struct hk_rules *rules, unsigned number,
                             const struct hk_told_round *round,
                             struct hk_round_result *ret_result)
{
    struct hk_impossibility why = {0};
    if (hk_scorecard_judge(rules, number, round, ret_result, &why) != HK_OK)
        ck_abort_msg("%s: seat %d, %d of %d to %d",
                     hk_impossible_name(why.reason), why.seat, (int)why.given,
                     (int)why.minimum, (int)why.maximum);
}

/* Low cards only, or high ones: what is hardest to share. */
static void narrow(const struct hk_rules *rules, struct hk_cardset *pack,
                   unsigned keep, bool high)
{
    for (int points = high ? 0 : 50; hk_cardset_size(pack) > keep;
         points += high ? 1 : -1)
        for (unsigned kind = 0; kind < HK_CARD_KINDS; kind++)
            while (hk_cardset_size(pack) > keep &&
                   hk_score_card(rules, (hk_card)kind) == points &&
                   hk_cardset_remove(pack, (hk_card)kind))
                ;
}

static void deal_hand(const struct hk_rng *rng)
{
    static const char *const jokers[] = {"joker_left=15", "joker_left=25",
                                         "joker_left=50"};
    struct hk_rules rules = kit_rules(jokers[hk_rng_below(rng, 3)],
                                      2 + hk_rng_below(rng, 4));
    struct hk_cardset pack = whole_pack(&rules);
    struct hk_told_round round;
    struct hk_round_result result;
    hk_told_init(&round);
    round.out = (int8_t)((int)hk_rng_below(rng, rules.seats + 1u) - 1);
    round.hand = round.out >= 0 && hk_rng_below(rng, 4) == 0;
    unsigned hardness = hk_rng_below(rng, 3);
    if (hardness > 0)
        narrow(&rules, &pack, 14u * rules.seats, hardness == 1);
    for (unsigned s = 0; s < rules.seats; s++) {
        struct hk_told_seat *seat = &round.seats[s];
        if (round.out == (int)s)
            continue;
        seat->down = (int8_t)hk_rng_below(rng, 2);
        unsigned count = seat->down ? 1 + hk_rng_below(rng, 11) : 14;
        struct hk_cardset hand = draw(&pack, count, rng);
        if (seat->down || hk_rng_below(rng, 2))
            tell_hand(&rules, &hand, rng, seat);
    }
    must_be_possible(&rules, 1, &round, &result);
}

/* What lies on the table and the pile comes from the same pack. */
static void deal_may_i(const struct hk_rng *rng)
{
    static const unsigned contract[] = {0, 6, 7, 8, 9, 10};
    struct hk_rules rules = kit_variant_rules(HK_MAY_I, NULL,
                                              3 + hk_rng_below(rng, 3));
    unsigned number = 1 + hk_rng_below(rng, 5);
    unsigned free_pairs = (104 - 10 * rules.seats - 1) / 2;
    struct hk_cardset pack = whole_pack(&rules);
    struct hk_told_round round;
    struct hk_round_result result;
    hk_told_init(&round);
    round.out = (int8_t)((int)hk_rng_below(rng, rules.seats + 1u) - 1);
    if (hk_rng_below(rng, 2))
        free_pairs = hk_rng_below(rng, free_pairs + 1);
    for (unsigned s = 0; s < rules.seats; s++) {
        struct hk_told_seat *seat = &round.seats[s];
        unsigned pairs = hk_rng_below(rng, free_pairs + 1);
        unsigned owned = 10 + 2 * pairs;
        free_pairs -= pairs;
        if (round.out == (int)s)
            continue;
        bool down = hk_rng_below(rng, 2) && owned > contract[number];
        unsigned laid = down ? contract[number] +
                                   hk_rng_below(rng, owned - contract[number])
                             : 0;
        struct hk_cardset hand = draw(&pack, owned - laid, rng);
        if (hk_rng_below(rng, 3))
            seat->down = (int8_t)down;
        tell_hand(&rules, &hand, rng, seat);
    }
    must_be_possible(&rules, number, &round, &result);
}

START_TEST(d13_hands_from_a_real_pack_are_never_refused)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 52);
    for (unsigned i = 0; i < kit_times(6000); i++) {
        deal_hand(&rng);
        deal_may_i(&rng);
    }
}
END_TEST

/* ---- rounds that were played are never refused ---- */

/* A played round as its table would tell it scores what it scored. */
static void tell_played(const struct hk_rules *rules,
                        const struct hk_round_result *played,
                        const struct hk_rng *rng)
{
    struct hk_told_round round;
    struct hk_round_result result;
    hk_told_init(&round);
    round.out = played->out;
    round.hand = played->hand;
    for (unsigned s = 0; s < rules->seats; s++) {
        round.seats[s].down = (int8_t)(played->down >> s & 1);
        if (played->out == (int)s)
            continue;
        tell_hand(rules, &played->left[s], rng, &round.seats[s]);
    }
    must_be_possible(rules, played->round, &round, &result);
    KIT_CHECK(result.down == played->down);
    KIT_CHECK(kit_same(result.points, played->points, sizeof(result.points)));
    KIT_CHECK(kit_same(result.team_points, played->team_points,
                       sizeof(result.team_points)));
}

static void move_on(struct kit_game *game, const struct hk_rng *rng)
{
    struct hk_move move;
    player_try(&game->rules, &game->state, rng, &move);
    game->outcome.round_ended = false;
    if (hk_apply(&game->rules, &game->state, &move, &game->outcome,
                 &game->refusal) == HK_OK)
        return;
    game->outcome.round_ended = false;
    for (unsigned i = 0; hk_rng_below(rng, 4) == 0; i++) {
        if (!player_exit(&game->rules, &game->state, i, &move) ||
            hk_apply(&game->rules, &game->state, &move, &game->outcome,
                     &game->refusal) == HK_OK)
            return;
        game->outcome.round_ended = false;
    }
}

static unsigned play_rounds(enum hk_variant variant, unsigned games)
{
    unsigned rounds = 0;
    for (unsigned number = 0; number < games; number++) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, 7000 + number);
        struct kit_game game;
        unsigned least = hk_variant_seats_least(variant);
        unsigned seats = least +
                         hk_rng_below(&rng, hk_variant_seats_most(variant) -
                                                least + 1);
        kit_begin(&game, NULL, variant, seats, 0);
        player_options(&rng, &game.rules);
        if (hk_option_find(variant, "rounds"))
            game.rules.rounds = 2;
        if (number % 2 == 0 && game.rules.opening_minimum > 60)
            game.rules.opening_minimum = 30;
        game.rules.max_reshuffles %= 4;
        while (game.state.stage != HK_STAGE_OVER) {
            kit_serve(&game, &rng);
            move_on(&game, &rng);
            if (game.outcome.round_ended) {
                tell_played(&game.rules, &game.outcome.result, &rng);
                rounds++;
            }
            game.outcome.round_ended = false;
        }
    }
    return rounds;
}

START_TEST(d13_rounds_that_were_played_are_never_refused)
{
    unsigned hand = play_rounds(HK_HAND, kit_times(240));
    unsigned partners = play_rounds(HK_HAND_PARTNERS, kit_times(120));
    unsigned may_i = play_rounds(HK_MAY_I, kit_times(200));
    printf("%u rounds of Hand, %u of partners, %u of May I told\n", hand,
           partners, may_i);
    ck_assert_uint_eq(hand, 2 * kit_times(240));
    ck_assert_uint_eq(partners, 2 * kit_times(120));
    ck_assert_uint_eq(may_i, 5 * kit_times(200));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        h15_m12_the_sums_of_few_cards_are_all_that_there_are,
        h15_m12_all_cards_come_to_760,
        h15_points_of_one_seat_are_accepted_just_when_cards_make_them,
        d13_hands_from_a_real_pack_are_never_refused,
        d13_rounds_that_were_played_are_never_refused,
    };
    return kit_run("scorecard_bounds", tests, KIT_COUNT(tests));
}
