/* What finished games and corrections give the boards: in any order and number,
 * the same as all of them counted from the beginning. */
#include "service_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/verify_boards.h"
#include "service/counting.h"
#include "service/internal.h"
#include "store/players.h"

#define PLAYERS 10
#define GAMES_MAX 600
#define ROUNDS_MAX 3

/* 2026-12-20: months, years and ISO weeks end within days of it. */
#define BEFORE_NEW_YEAR INT64_C(1797724800000)
#define HOUR INT64_C(3600000)

struct played {
    struct hk_rules rules;
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_round_row rounds[ROUNDS_MAX];
    size_t round_count;
    struct hk_result result;
};

/* All that was played, as a log would have it. */
static struct played games[GAMES_MAX];
static size_t game_count;
static int64_t players[PLAYERS];
static struct hk_rng rng;

static unsigned below(unsigned limit)
{
    uint32_t bits;

    hk_rng_fill(&rng, &bits, sizeof bits);
    return bits % limit;
}

static struct hk_store *store(void)
{
    return kit_service()->store;
}

static enum hk_error make_players(struct hk_tx *tx, void *cls)
{
    enum hk_error error = HK_OK;

    (void)cls;
    for (unsigned i = 0; i < PLAYERS && !error; i++) {
        struct hk_player_row row;
        char name[16];

        snprintf(name, sizeof name, "p%u", i);
        error = hk_tx_player(tx, name, name, kit_time, &row);
        players[i] = row.id;
    }
    return error;
}

static void begin(void)
{
    rng = kit_rng();
    game_count = 0;
    kit_time = BEFORE_NEW_YEAR;
    ck_assert_int_eq(hk_store_write(store(), make_players, NULL), HK_OK);
}

/* Few different figures, so that totals tie and extremes are shared. */
static void make_round(const struct hk_rules *rules, unsigned number,
                       struct hk_round_row *ret_round)
{
    struct hk_round_result *result = &ret_round->result;

    memset(ret_round, 0, sizeof *ret_round);
    result->round = (uint8_t)number;
    result->out = (int8_t)((int)below(rules->seats + 1) - 1);
    result->hand = result->out >= 0 && below(4) == 0;
    for (unsigned s = 0; s < rules->seats; s++) {
        result->points[s] = (hk_points)((int)below(4) * 20 - 30);
        if (hk_rules_teams(rules))
            result->team_points[s % HK_TEAMS] += result->points[s];
    }
}

static void make_result(struct played *played, int64_t game,
                        enum hk_evidence evidence, hk_time ended_at)
{
    hk_result_make(&played->result, game, &played->rules, evidence, ended_at,
                   played->seats, played->rounds, played->round_count);
}

static void seat_players(struct played *played)
{
    unsigned first = below(PLAYERS);
    /* Prime to ten: all are different. */
    static const unsigned steps[] = {1, 3, 7, 9};
    unsigned step = steps[below(4)];
    bool teams = hk_rules_teams(&played->rules);

    for (unsigned s = 0; s < played->rules.seats; s++) {
        played->seats[s].seat = (hk_seat)s;
        played->seats[s].player = players[(first + s * step) % PLAYERS];
        played->seats[s].team = teams ? (int)(s % HK_TEAMS) : -1;
    }
}

static enum hk_error write_game(struct hk_tx *tx, void *cls)
{
    struct played *played = cls;
    struct hk_game_row row = {.variant = (enum hk_variant)played->rules.variant,
                              .status = HK_STATUS_FINISHED,
                              .ranked = true,
                              .rules_version = HK_RULES_VERSION,
                              .seats = played->rules.seats,
                              .created_at = kit_time,
                              .updated_at = kit_time};
    int64_t game;

    snprintf(row.uuid, sizeof row.uuid, "01930000-0000-7000-8000-%012zu",
             game_count);
    enum hk_error error = hk_tx_add_game(tx, &row, played->seats, &game);
    for (size_t i = 0; i < played->round_count && !error; i++)
        error = hk_tx_add_round(tx, game, &played->rules, &played->rounds[i]);
    if (error)
        return error;
    make_result(played, game,
                below(2) ? HK_EVIDENCE_VERIFIED : HK_EVIDENCE_DECLARED,
                kit_time);
    return hk_count_game(tx, &played->result, kit_time);
}

static void play(enum hk_variant variant, unsigned seats)
{
    struct played *played = &games[game_count];

    memset(played, 0, sizeof *played);
    hk_rules_init(&played->rules, variant, seats);
    played->round_count = 1 + below(ROUNDS_MAX);
    for (size_t i = 0; i < played->round_count; i++)
        make_round(&played->rules, (unsigned)i + 1, &played->rounds[i]);
    seat_players(played);
    ck_assert_int_eq(hk_store_write(store(), write_game, played), HK_OK);
    game_count++;
}

static void play_any(void)
{
    enum hk_variant variant = (enum hk_variant)below(HK_VARIANTS);
    unsigned least = hk_variant_seats_least(variant);
    unsigned most = hk_variant_seats_most(variant);

    play(variant, least + below(most - least + 1));
}

struct correction {
    struct hk_result before, after;
};

static enum hk_error write_correction(struct hk_tx *tx, void *cls)
{
    const struct correction *correction = cls;

    return hk_recount_game(tx, &correction->before, &correction->after,
                           kit_time);
}

/* The totals as the corrected rounds have them. */
static void set_totals(const struct hk_result *result)
{
    char sql[512];

    for (unsigned s = 0; s < result->seats; s++) {
        snprintf(sql, sizeof sql,
                 "UPDATE seats SET total = %d WHERE game = %lld AND seat = %u; "
                 "UPDATE team_totals SET total = %d "
                 "WHERE game = %lld AND team = %u",
                 result->by_seat[s].points, (long long)result->game, s,
                 result->by_seat[s].points, (long long)result->game,
                 s % HK_TEAMS);
        kit_exec(sql);
    }
}

static void correct(size_t which)
{
    struct played *played = &games[which];
    struct correction correction = {.before = played->result};
    size_t i = below((unsigned)played->round_count);

    make_round(&played->rules, (unsigned)i + 1, &played->rounds[i]);
    make_result(played, played->result.game,
                (enum hk_evidence)played->result.evidence,
                played->result.ended_at);
    correction.after = played->result;
    set_totals(&correction.after);
    ck_assert_int_eq(hk_store_write(store(), write_correction, &correction),
                     HK_OK);
}

struct told {
    unsigned count;
    char first[512];
};

static void tell(const char *text, void *cls)
{
    struct told *told = cls;

    if (told->count++ == 0)
        snprintf(told->first, sizeof told->first, "%s", text);
}

/* What is stored is what follows from the games, to the last bit. */
static void compare(struct told *ret_told)
{
    struct hk_counted_list list = {0};

    memset(ret_told, 0, sizeof *ret_told);
    ck_assert_int_eq(hk_counted_init(&list), HK_OK);
    for (size_t i = 0; i < game_count; i++)
        ck_assert_int_eq(hk_counted_put(&list, store(), "", &games[i].result),
                         HK_OK);
    ck_assert_int_eq(hk_verify_boards(&list, store(), tell, ret_told), HK_OK);
    hk_counted_clear(&list);
}

static void expect_same(void)
{
    struct told told;

    compare(&told);
    ck_assert_msg(told.count == 0, "%u differences after %zu games: %s",
                  told.count, game_count, told.first);
}

static const hk_time pauses[] = {1, HOUR / 2, 5 * HOUR, 30 * HOUR, -2 * HOUR};

START_TEST(test_any_history_comes_to_the_same)
{
    unsigned corrections = 0;

    begin();
    while (game_count < 300) {
        kit_time += pauses[below(KIT_COUNT(pauses))];
        play_any();
        if (below(3) == 0) {
            /* Most are corrected soon, some late. */
            unsigned back = below(2) ? 4 : (unsigned)game_count;

            correct(game_count - 1 -
                    below(back < game_count ? back : (unsigned)game_count));
            corrections++;
        }
        if (game_count % 25 == 0)
            expect_same();
    }
    ck_assert_int_eq(kit_int("SELECT count(DISTINCT period) >= 12 "
                             "FROM boards"),
                     1);
    printf("figures: %zu games and %u corrections counted as from the "
           "beginning, to the bit: %lld boards, %lld lines\n",
           game_count, corrections,
           (long long)kit_int("SELECT count(*) FROM boards"),
           (long long)kit_int("SELECT count(*) FROM figures"));
}
END_TEST

/* A correction and its taking back leave everything as it was. */
START_TEST(test_there_and_back)
{
    struct correction there, back;

    begin();
    for (unsigned i = 0; i < 40; i++) {
        kit_time += HOUR;
        play(i % 2 ? HK_HAND_PARTNERS : HK_MAY_I, 4);
    }
    int64_t sum = kit_int("SELECT sum(points) FROM figures");
    for (size_t i = 0; i < 10; i++) {
        there.before = games[i].result;
        correct(i);
        there.after = games[i].result;
        back = (struct correction){there.after, there.before};
        games[i].result = there.before;
        set_totals(&there.before);
        ck_assert_int_eq(hk_store_write(store(), write_correction, &back),
                         HK_OK);
        expect_same();
    }
    ck_assert_int_eq(kit_int("SELECT sum(points) FROM figures"), sum);
}
END_TEST

static enum hk_error count_again(struct hk_tx *tx, void *cls)
{
    return hk_count_game(tx, cls, kit_time);
}

START_TEST(test_a_game_counts_once)
{
    begin();
    play(HK_HAND, 2);
    ck_assert_int_eq(hk_store_write(store(), count_again, &games[0].result),
                     HK_E_INTERNAL);
    expect_same();
    ck_assert_int_eq(kit_int("SELECT count(*) FROM results"), 1);
    ck_assert_int_eq(kit_int("SELECT sum(games) FROM figures"), 16);
}
END_TEST

/* A game marked as not ranked never enters, whatever is asked. */
START_TEST(test_a_game_that_is_not_ranked_never_counts)
{
    begin();
    play(HK_HAND, 2);
    kit_exec("DELETE FROM results; DELETE FROM figures; "
             "UPDATE games SET counted = 0, ranked = 0");
    ck_assert_int_eq(hk_store_write(store(), count_again, &games[0].result),
                     HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
}
END_TEST

START_TEST(test_what_is_not_counted_cannot_be_corrected)
{
    struct correction correction;

    begin();
    play(HK_HAND, 2);
    correction.before = correction.after = games[0].result;
    correction.before.game = correction.after.game = 99;
    ck_assert_int_eq(hk_store_write(store(), write_correction, &correction),
                     HK_E_INTERNAL);
    expect_same();
}
END_TEST

/* Numbers of the same variant go on past those of another, and over more than
 * is looked at in one go. */
START_TEST(test_a_correction_reaches_far)
{
    begin();
    play(HK_HAND, 2);
    for (unsigned i = 0; i < 250; i++)
        play(HK_MAY_I, 3);
    for (unsigned i = 0; i < 16; i++)
        play(HK_HAND, 5);
    for (unsigned i = 0; i < 250; i++)
        play(HK_MAY_I, 3);
    play(HK_HAND, 5);
    for (unsigned i = 0; i < 5; i++) {
        correct(0);
        expect_same();
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_any_history_comes_to_the_same,
        test_there_and_back,
        test_a_game_counts_once,
        test_a_game_that_is_not_ranked_never_counts,
        test_what_is_not_counted_cannot_be_corrected,
        test_a_correction_reaches_far,
    };
    return kit_run("service/counting", tests, KIT_COUNT(tests));
}
