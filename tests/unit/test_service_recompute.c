/* All that is counted, made anew from the logs: after any history of games and
 * corrections nothing differs, and what was spoilt is mended. */
#include "service_kit.h"

#include <stdio.h>
#include <string.h>

#include "service/internal.h"
#include "service/recompute.h"
#include "service/scorecard.h"

#define GAMES 240
#define AT_ONCE 40
#define TRIES 200
#define HOUR INT64_C(3600000)
/* 2026-12-20: months, years and ISO weeks end within days of it. */
#define BEFORE_NEW_YEAR INT64_C(1797724800000)

static struct hk_rng rng;
static char uuids[GAMES][HK_UUID_TEXT_SIZE]; /* of finished scorecards */
static unsigned uuid_count;

static unsigned below(unsigned limit)
{
    uint32_t bits;

    hk_rng_fill(&rng, &bits, sizeof bits);
    return bits % limit;
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

static struct hk_recompute_report recompute(struct told *ret_told)
{
    struct hk_recompute_report report;

    memset(ret_told, 0, sizeof *ret_told);
    ck_assert_int_eq(
        hk_recompute(kit_service()->store, tell, ret_told, &report), HK_OK);
    ck_assert_uint_eq(report.differences + report.faults, ret_told->count);
    return report;
}

static void expect_no_difference(void)
{
    struct told told;

    recompute(&told);
    ck_assert_msg(told.count == 0, "%u differences: %s", told.count,
                  told.first);
}

/* ----- scorecards --------------------------------------------------------- */

/* Something that a table might tell, possible or not. */
static void make_told(const struct hk_rules *rules,
                      struct hk_told_round *ret_told)
{
    hk_told_init(ret_told);
    ret_told->out = (int8_t)((int)below(rules->seats + 1) - 1);
    ret_told->hand = rules->variant != HK_MAY_I && ret_told->out >= 0 &&
                     below(4) == 0;
    for (unsigned s = 0; s < rules->seats; s++) {
        struct hk_told_seat *seat = &ret_told->seats[s];

        if ((int)s == ret_told->out)
            continue;
        seat->down = (int8_t)(rules->variant == HK_MAY_I ? -1 : (int)below(2));
        seat->has_points = seat->down != 0;
        /* Few figures, so that totals tie. */
        seat->points = seat->has_points ? 5 * (1 + (int64_t)below(4)) : 0;
    }
}

/* Records a round (0), or corrects this one. */
static void tell_round(struct hk_game *game, unsigned round)
{
    const struct hk_rules *rules = &game->history.table.rules;
    struct hk_impossibility unused;
    struct hk_happened happened;
    struct hk_told_round told;
    enum hk_error error = HK_E_IMPOSSIBLE_ROUND;

    for (unsigned i = 0; i < TRIES && error == HK_E_IMPOSSIBLE_ROUND; i++) {
        make_told(rules, &told);
        error = round == 0 ? hk_game_record_round(game, -1, &told, &kit_real,
                                                  &happened, &unused)
                           : hk_game_correct_round(game, -1, round, &told,
                                                   "miscounted", &kit_real,
                                                   &happened, &unused);
    }
    ck_assert_msg(error == HK_OK, "%s", hk_error_code(error));
    hk_happened_clear(&happened);
}

static const char *const tables[][2] = {
    {"ali noor", "huda ali omar sami noor"},
    {"ali noor omar huda", "sami ali huda noor"},
    {"noor huda sami", "omar sami ali huda"},
};

static struct hk_game *new_scorecard(enum hk_variant variant)
{
    const char *names = tables[variant][below(2)];
    struct hk_game_wish wish = variant == HK_MAY_I
                                   ? kit_may_i_wish(names, NULL)
                                   : kit_wish(names,
                                              below(2) ? "rounds=1"
                                                       : "rounds=3",
                                              variant == HK_HAND_PARTNERS);
    struct hk_seated seated;

    wish.mode = HK_MODE_SCORECARD;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    return game;
}

static void finish_scorecard(struct hk_game *game)
{
    while (game->history.table.status == HK_STATUS_PLAYING)
        tell_round(game, 0);
    memcpy(uuids[uuid_count++], game->row.uuid, sizeof uuids[0]);
}

static void correct(unsigned which)
{
    struct hk_game *game = kit_game(uuids[which]);

    tell_round(game, 1 + below((unsigned)game->history.round_count));
    hk_game_close(game);
}

static void play_refereed(void)
{
    struct hk_game *game = kit_new("ali huda noor sami", "rounds=1", below(2),
                                   NULL);

    kit_finish(game, &rng);
    hk_game_close(game);
}

static void begin(void)
{
    rng = kit_rng();
    uuid_count = 0;
    kit_time = BEFORE_NEW_YEAR;
}

static void play_some(unsigned games)
{
    while (uuid_count < games) {
        struct hk_game *game = new_scorecard((enum hk_variant)below(3));

        kit_time += HOUR * (1 + (hk_time)below(12));
        finish_scorecard(game);
        hk_game_close(game);
        if (below(8) == 0)
            play_refereed();
        if (below(2) == 0)
            correct(below(4) ? uuid_count - 1 : below(uuid_count));
    }
}

START_TEST(test_after_any_history_nothing_differs)
{
    begin();
    for (unsigned i = 1; i <= GAMES / AT_ONCE; i++) {
        play_some(i * kit_times(AT_ONCE));
        expect_no_difference();
        kit_close(); /* what comes next is read from the disk */
    }
    printf("figures: recompute found no difference after %lld games with "
           "%lld corrections\n",
           (long long)kit_int("SELECT count(*) FROM results"),
           (long long)kit_int("SELECT count(*) FROM rounds "
                              "WHERE revision > 0"));
    ck_assert_int_ge(kit_int("SELECT count(*) FROM results "
                             "WHERE evidence = 'verified'"),
                     kit_times(10));
}
END_TEST

/* ----- once --------------------------------------------------------------- */

START_TEST(test_a_game_counts_once_whatever_happens)
{
    begin();
    struct hk_game *game = new_scorecard(HK_MAY_I);
    for (unsigned i = 0; i < 4; i++)
        tell_round(game, 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
    char uuid[HK_UUID_TEXT_SIZE];
    memcpy(uuid, game->row.uuid, sizeof uuid);
    hk_game_close(game);
    kit_close();

    game = kit_game(uuid);
    finish_scorecard(game);
    int64_t seats = game->row.seats;
    for (unsigned i = 0; i < 5; i++) {
        /* A round more, a restart, a correction. */
        struct hk_impossibility unused;
        struct hk_happened happened;
        struct hk_told_round told;

        make_told(&game->history.table.rules, &told);
        ck_assert_int_eq(hk_game_record_round(game, -1, &told, &kit_real,
                                              &happened, &unused),
                         HK_E_GAME_OVER);
        ck_assert_int_eq(kit_int("SELECT count(*) FROM results"), 1);
        ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 8 * seats);
        ck_assert_int_eq(kit_int("SELECT sum(games) FROM figures"), 8 * seats);
        expect_no_difference();
        hk_game_close(game);
        kit_close();
        game = kit_game(uuid);
        tell_round(game, 1 + i);
    }
    hk_game_close(game);
}
END_TEST

/* A correction does not move the game to another period or place. */
START_TEST(test_a_correction_stays_in_the_period)
{
    begin();
    play_some(6);
    int64_t boards = kit_int("SELECT count(*) FROM boards");
    kit_time += 400 * 24 * HOUR;
    for (unsigned i = 0; i < 6; i++)
        correct(i);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM boards"), boards);
    ck_assert_int_eq(
        kit_int("SELECT count(*) FROM results AS r JOIN games AS g "
                "ON g.id = r.game WHERE g.mode = 'scorecard' "
                "AND r.ended_at >= g.updated_at"),
        0);
    expect_no_difference();
}
END_TEST

START_TEST(test_a_game_ended_by_its_host_never_counts)
{
    struct hk_happened happened;

    begin();
    struct hk_game *game = new_scorecard(HK_MAY_I);
    for (unsigned i = 0; i < 4; i++)
        tell_round(game, 0);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    hk_game_close(game);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM results"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
    expect_no_difference();
}
END_TEST

/* ----- mending ------------------------------------------------------------ */

static const struct {
    const char *sql;
    const char *says;
} damages[] = {
    {"UPDATE figures SET points = points + 1 WHERE (player, partner, board) = "
     "(SELECT player, partner, board FROM figures LIMIT 1)",
     "are not those of the games"},
    {"UPDATE figures SET sigma = sigma * 1.0000000001 WHERE player = 2",
     "are not those of the games"},
    {"UPDATE figures SET by_rating = 0 WHERE player = 1",
     "are not those of the games"},
    {"DELETE FROM figures WHERE partner > 0", "are missing"},
    {"DELETE FROM figures", "are missing"},
    {"UPDATE results SET ratings = zeroblob(length(ratings)) WHERE number = 7",
     "its result is stored otherwise"},
    {"UPDATE games SET counted = 0", "its result is stored otherwise"},
    {"DELETE FROM results WHERE number = (SELECT max(number) FROM results)",
     "it is not counted"},
    {"UPDATE boards SET lines = lines + 1 WHERE id = 2",
     "the lines of hand (all, declared) are counted wrongly"},
    {"INSERT INTO steps (board, by, key, player, partner, lines) "
     "VALUES (1, 0, -9e999, 0, 0, 3)",
     "the lines of hand (all, all) are counted wrongly"},
};

START_TEST(test_what_was_spoilt_is_found_and_mended)
{
    struct told told;

    begin();
    play_some(20);
    int64_t order = kit_int("SELECT sum(number * game) FROM results");
    for (size_t i = 0; i < KIT_COUNT(damages); i++) {
        kit_exec(damages[i].sql);
        recompute(&told);
        ck_assert_msg(told.count > 0, "%s", damages[i].sql);
        ck_assert_msg(strstr(told.first, damages[i].says) != NULL, "%s: %s",
                      damages[i].sql, told.first);
        expect_no_difference();
        ck_assert_int_eq(kit_int("SELECT sum(number * game) FROM results"),
                         order);
    }
}
END_TEST

/* The kept order stays, though it is not that of the finishing times. */
/* Steps as a board has them that is large: the lines of each order in one, and
 * of one order in two. */
static void cut_into_steps(void)
{
    kit_exec("INSERT INTO steps (board, by, key, player, partner, lines) "
             "SELECT boards.id, value, -9e999, 0, 0, lines "
             "FROM boards, json_each('[0, 1, 2, 3, 4]');"
             "UPDATE boards SET stepped = 1;"
             "UPDATE steps SET lines = 2 WHERE (board, by) = (1, 3);"
             "INSERT INTO steps (board, by, key, player, partner, lines) "
             "SELECT 1, 3, by_average, player, partner, boards.lines - 2 "
             "FROM figures JOIN boards ON boards.id = board WHERE board = 1 "
             "ORDER BY by_average, player, partner LIMIT 1 OFFSET 2");
}

static const char *const wrong_steps[] = {
    "UPDATE steps SET lines = lines + 1 WHERE (board, by) = (1, 0)",
    "UPDATE steps SET lines = lines - 1 WHERE (board, by) = (1, 4)",
    ("UPDATE steps SET lines = boards.lines - steps.lines FROM boards "
     "WHERE boards.id = board AND (board, by) = (1, 3)"),
    "UPDATE steps SET lines = 0 WHERE (board, by, player) = (1, 3, 0)",
    "DELETE FROM steps WHERE (board, by, player) = (1, 3, 0)",
    "DELETE FROM steps WHERE (board, by) = (1, 2)",
    "DELETE FROM steps WHERE board = 1",
    "UPDATE boards SET stepped = 0 WHERE id = 1",
};

START_TEST(test_steps_are_compared_with_the_lines)
{
    struct told told;

    begin();
    play_some(20);
    ck_assert_int_eq(kit_int("SELECT lines FROM boards WHERE id = 1"), 5);
    for (size_t i = 0; i < KIT_COUNT(wrong_steps); i++) {
        cut_into_steps();
        expect_no_difference();
        kit_exec(wrong_steps[i]);
        recompute(&told);
        ck_assert_msg(told.count > 0 && strstr(told.first, "counted wrongly"),
                      "%s: %s", wrong_steps[i], told.first);
        /* Small boards need none. */
        ck_assert_int_eq(kit_int("SELECT count(*) FROM steps"), 0);
        expect_no_difference();
    }
}
END_TEST

START_TEST(test_the_order_of_counting_stays)
{
    begin();
    play_some(3);
    kit_time -= 1000 * HOUR;
    play_some(6);
    kit_time += 3000 * HOUR;
    play_some(9);
    int64_t order = kit_int("SELECT sum(number * game) FROM results");
    kit_exec("DELETE FROM figures");
    struct told told;
    recompute(&told);
    ck_assert_uint_gt(told.count, 0);
    ck_assert_int_eq(kit_int("SELECT sum(number * game) FROM results"), order);
    expect_no_difference();
}
END_TEST

/* A database from before results were kept. */
START_TEST(test_an_old_database_is_counted_when_it_is_opened)
{
    begin();
    play_some(30);
    int64_t order = kit_int("SELECT sum(number * game) FROM results");
    int64_t lines = kit_int("SELECT count(*) FROM figures");
    kit_close();
    kit_exec("DELETE FROM results; DELETE FROM figures");
    (void)kit_service();
    ck_assert_int_eq(kit_int("SELECT sum(number * game) FROM results"), order);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), lines);
    expect_no_difference();
    /* Those of one moment are in the order of their ids. */
    kit_close();
    ck_assert_int_eq(kit_int("SELECT count(*) FROM results AS a JOIN results "
                             "AS b ON b.number = a.number + 1 WHERE "
                             "(b.ended_at, b.game) < (a.ended_at, a.game)"),
                     0);
}
END_TEST

START_TEST(test_a_game_that_does_not_replay_is_left_out)
{
    struct told told;

    begin();
    play_some(5);
    kit_exec("DROP TRIGGER events_stay; UPDATE events SET data = "
             "replace(data, 'points', 'pints') WHERE game = 3 "
             "AND type = 'round_ended'");
    struct hk_recompute_report report = recompute(&told);
    ck_assert_uint_eq(report.faults, 1);
    ck_assert_uint_gt(report.differences, 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM results WHERE game = 3"), 0);
    report = recompute(&told);
    ck_assert_uint_eq(report.faults, 1);
    ck_assert_uint_eq(report.differences, 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_after_any_history_nothing_differs,
        test_a_game_counts_once_whatever_happens,
        test_a_correction_stays_in_the_period,
        test_a_game_ended_by_its_host_never_counts,
        test_what_was_spoilt_is_found_and_mended,
        test_steps_are_compared_with_the_lines,
        test_the_order_of_counting_stays,
        test_an_old_database_is_counted_when_it_is_opened,
        test_a_game_that_does_not_replay_is_left_out,
    };
    return kit_run("service/recompute", tests, KIT_COUNT(tests));
}
