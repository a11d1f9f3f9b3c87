/* Rounds that have ended; and what the schema forbids to do to the rows. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/internal.h"
#include "store/text.h"
#include "store_kit.h"

static const char *const two[] = {"huda", "sami"};
static const char *const four[] = {"huda", "sami", "ali", "nour"};

struct round_job {
    int64_t game;
    struct hk_rules rules;
    struct hk_round_row round;
};

static enum hk_error add_round(struct hk_tx *tx, void *cls)
{
    struct round_job *job = cls;
    return hk_tx_add_round(tx, job->game, &job->rules, &job->round);
}

/* ----- rounds ------------------------------------------------------------ */

struct seen_rounds {
    struct hk_round_row rows[4];
    unsigned count;
    unsigned left;
};

static enum hk_error see_round(const struct hk_round_row *round, void *cls)
{
    struct seen_rounds *seen = cls;
    ck_assert_uint_lt(seen->count, 4);
    seen->rows[seen->count++] = *round;
    return seen->count == seen->left ? HK_E_GAME_OVER : HK_OK;
}

static struct hk_cardset cards(const char *text)
{
    struct hk_cardset set;
    ck_assert(hk_cards_read(text, &set));
    return set;
}

START_TEST(test_rounds_are_read_as_they_were_written)
{
    struct round_job job = {.game = kit_game(HK_HAND_PARTNERS, true, 4, four),
                            .rules = kit_rules(HK_HAND_PARTNERS, 4)};
    static const int points[3][4] = {
        {-30, 14, 0, 100}, {200, -60, 22, 0}, {1, 2, 3, 4}};
    static const int out[3] = {0, 1, -1};
    struct hk_round_row written[3];
    for (unsigned i = 0; i < 3; i++) {
        job.round = kit_round(&job.rules, i + 1, out[i], i == 1, points[i]);
        job.round.result.down = (uint8_t)(i == 0 ? 0x3 : 0xe);
        job.round.result.dealer = (hk_seat)i;
        job.round.result.starter = (hk_seat)(i + 1);
        job.round.result.left[1] = cards("AS AS 9H TD JK JK");
        job.round.ended_at = 5000 + i;
        job.round.seed[0] = (uint8_t)i;
        job.round.commitment[31] = (uint8_t)i;
        written[i] = job.round;
        kit_write(add_round, &job);
    }
    struct seen_rounds seen = {0};
    ck_assert_int_eq(hk_store_rounds(kit_store(), job.game, see_round, &seen),
                     HK_OK);
    ck_assert_uint_eq(seen.count, 3);
    for (unsigned i = 0; i < 3; i++) {
        const struct hk_round_result *want = &written[i].result;
        const struct hk_round_result *got = &seen.rows[i].result;
        ck_assert_uint_eq(got->round, want->round);
        ck_assert_uint_eq(got->dealer, want->dealer);
        ck_assert_uint_eq(got->starter, want->starter);
        ck_assert_int_eq(got->out, want->out);
        ck_assert_int_eq(got->hand, want->hand);
        ck_assert_uint_eq(got->down, want->down);
        ck_assert_mem_eq(got->points, want->points, sizeof(got->points));
        ck_assert_mem_eq(got->team_points, want->team_points,
                         sizeof(got->team_points));
        ck_assert_mem_eq(got->left, want->left, sizeof(got->left));
        ck_assert_mem_eq(seen.rows[i].seed, written[i].seed, HK_SEED_SIZE);
        ck_assert_mem_eq(seen.rows[i].commitment, written[i].commitment,
                         HK_COMMITMENT_SIZE);
        ck_assert_int_eq(seen.rows[i].ended_at, written[i].ended_at);
    }

    struct hk_seat_row seats[HK_SEATS_MAX];
    unsigned count;
    static const int totals[4] = {171, -44, 25, 104};
    ck_assert_int_eq(hk_store_seats(kit_store(), job.game, seats, &count),
                     HK_OK);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_int_eq(seats[i].total, totals[i]);
    hk_points teams[HK_TEAMS];
    ck_assert_int_eq(hk_store_team_totals(kit_store(), job.game, teams), HK_OK);
    ck_assert_int_eq(teams[0], 196);
    ck_assert_int_eq(teams[1], 60);

    seen = (struct seen_rounds){.left = 2};
    ck_assert_int_eq(hk_store_rounds(kit_store(), job.game, see_round, &seen),
                     HK_E_GAME_OVER);
    ck_assert_uint_eq(seen.count, 2);
}
END_TEST

START_TEST(test_a_round_alone_has_no_teams)
{
    struct round_job job = {.game = kit_game(HK_HAND, true, 2, two),
                            .rules = kit_rules(HK_HAND, 2)};
    const int points[] = {-60, 200};
    job.round = kit_round(&job.rules, 1, 0, true, points);
    kit_write(add_round, &job);
    struct seen_rounds seen = {0};
    ck_assert_int_eq(hk_store_rounds(kit_store(), job.game, see_round, &seen),
                     HK_OK);
    ck_assert_uint_eq(seen.count, 1);
    ck_assert_int_eq(seen.rows[0].result.points[1], 200);
    ck_assert_int_eq(seen.rows[0].result.team_points[0], 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM round_team_scores"), 0);
    hk_points teams[HK_TEAMS] = {7, 7};
    ck_assert_int_eq(hk_store_team_totals(kit_store(), job.game, teams), HK_OK);
    ck_assert_int_eq(teams[0], 0);
    ck_assert_int_eq(teams[1], 0);
}
END_TEST

START_TEST(test_a_round_comes_once_and_in_order)
{
    struct round_job job = {.game = kit_game(HK_HAND, true, 2, two),
                            .rules = kit_rules(HK_HAND, 2)};
    const int points[] = {-30, 50};
    job.round = kit_round(&job.rules, 2, 0, false, points);
    ck_assert_int_eq(hk_store_write(kit_store(), add_round, &job),
                     HK_E_INTERNAL);
    job.round.result.round = 1;
    kit_write(add_round, &job);
    ck_assert_int_eq(hk_store_write(kit_store(), add_round, &job),
                     HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT sum(total) FROM seats"), 20);
}
END_TEST

static const struct cards_case {
    const char *text;
    bool valid;
} cards_cases[] = {
    {"", true},          {"AS", true},      {"AS AS KC JK JK", true},
    {"AS AS AS", false}, {"1S", false},     {"AS ", false},
    {" AS", false},      {"AS  KS", false}, {"ASKS", false},
    {"XX", false},
};

START_TEST(test_cards_left_are_text_in_order)
{
    const struct cards_case *c = &cards_cases[_i];
    struct hk_cardset set;
    char text[HK_CARDS_TEXT_SIZE];
    ck_assert_msg(hk_cards_read(c->text, &set) == c->valid, "\"%s\"", c->text);
    if (!c->valid)
        return;
    hk_cards_write(&set, text);
    ck_assert_str_eq(text, c->text);
}
END_TEST

/* ----- scorecards -------------------------------------------------------- */

struct telling_job {
    struct round_job round;
    const char *reason; /* NULL: the round as first told */
};

static enum hk_error tell_round(struct hk_tx *tx, void *cls)
{
    struct telling_job *job = cls;
    struct round_job *round = &job->round;
    return job->reason
               ? hk_tx_correct_round(tx, round->game, &round->rules,
                                     &round->round, job->reason)
               : hk_tx_add_round(tx, round->game, &round->rules, &round->round);
}

/* The seats 0 and 1 of a scorecard: who went out, and what 1 held. */
static struct telling_job telling(int64_t game, unsigned number,
                                  uint32_t revision, const int *points)
{
    struct telling_job job = {
        .round = {.game = game, .rules = kit_rules(HK_HAND, 2)},
        .reason = revision ? "misread" : NULL};
    struct hk_round_row *row = &job.round.round;
    struct hk_declared *declared = &row->result.declared;
    *row = kit_round(&job.round.rules, number, 0, false, points);
    memset(row->seed, 0, sizeof(row->seed));
    memset(row->commitment, 0, sizeof(row->commitment));
    row->result.starter = 0;
    row->revision = revision;
    row->by = revision ? 1 : -1;
    row->result.down = 3;
    declared->down_said = 2;
    declared->held[1] = 21;
    if (revision % 2 == 0)
        declared->points = 2;
    if (revision > 0) {
        declared->cards = 2;
        row->result.left[1] = cards("AS TD");
    }
    return job;
}

struct seen_revisions {
    struct hk_round_row rows[8];
    char reasons[8][16];
    unsigned count;
};

static enum hk_error see_revision(const struct hk_round_row *revision,
                                  const char *reason, void *cls)
{
    struct seen_revisions *seen = cls;
    ck_assert_uint_lt(seen->count, 8);
    snprintf(seen->reasons[seen->count], 16, "%s", reason);
    seen->rows[seen->count++] = *revision;
    return HK_OK;
}

/* Round 1 in three revisions, round 2 in one. */
static int64_t make_scorecard(struct telling_job written[4])
{
    static const int points[4][2] = {
        {-30, 21}, {-60, 42}, {21, -30}, {-30, 100}};
    int64_t game = kit_scorecard(HK_HAND, 2, two);
    for (unsigned i = 0; i < 4; i++) {
        kit_set_time(1000 * (i + 2));
        written[i] = telling(game, i < 3 ? 1 : 2, i < 3 ? i : 0, points[i]);
        if (i > 0 && i < 3)
            written[i].round.round.ended_at = 2000;
        kit_write(tell_round, &written[i]);
    }
    return game;
}

START_TEST(test_every_revision_is_read_as_it_was_written)
{
    struct telling_job written[4];
    struct seen_revisions seen = {.count = 0};
    int64_t game = make_scorecard(written);
    ck_assert_int_eq(
        hk_store_revisions(kit_store(), game, 0, 0, 0, see_revision, &seen),
        HK_OK);
    ck_assert_uint_eq(seen.count, 4);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_mem_eq(&seen.rows[i], &written[i].round.round,
                         sizeof(seen.rows[i]));
        ck_assert_str_eq(seen.reasons[i], i == 1 || i == 2 ? "misread" : "");
    }
    seen.count = 0;
    ck_assert_int_eq(
        hk_store_revisions(kit_store(), game, 1, 1, 1, see_revision, &seen),
        HK_OK);
    ck_assert_uint_eq(seen.count, 1);
    ck_assert_uint_eq(seen.rows[0].revision, 1);
}
END_TEST

START_TEST(test_totals_and_rounds_are_those_of_the_last_revision)
{
    struct telling_job written[4];
    struct seen_rounds seen = {0};
    int64_t game = make_scorecard(written);
    ck_assert_int_eq(hk_store_rounds(kit_store(), game, see_round, &seen),
                     HK_OK);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert_mem_eq(&seen.rows[0], &written[2].round.round,
                     sizeof(seen.rows[0]));
    ck_assert_mem_eq(&seen.rows[1], &written[3].round.round,
                     sizeof(seen.rows[1]));
    ck_assert_int_eq(kit_int("SELECT total FROM seats WHERE seat = 0"), -9);
    ck_assert_int_eq(kit_int("SELECT total FROM seats WHERE seat = 1"), 70);
}
END_TEST

START_TEST(test_revisions_go_on_without_a_gap)
{
    struct telling_job written[4];
    static const int points[] = {0, 0};
    static const struct {
        unsigned round;
        uint32_t revision;
    } refused[] = {{1, 2}, {1, 4}, {2, 0}, {2, 2}, {3, 1}, {4, 0}};
    int64_t game = make_scorecard(written);
    for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct telling_job job = telling(game, refused[i].round,
                                         refused[i].revision, points);
        ck_assert_msg(hk_store_write(kit_store(), tell_round, &job) ==
                          HK_E_INTERNAL,
                      "row %u", i);
    }
    /* A refereed round is told by nobody. */
    struct telling_job refereed = telling(kit_game(HK_HAND, true, 2, two), 1, 1,
                                          points);
    ck_assert_int_eq(hk_store_write(kit_store(), tell_round, &refereed),
                     HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM rounds"), 4);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM round_scores"), 8);
    ck_assert_int_eq(kit_int("SELECT total FROM seats "
                             "WHERE game = 1 AND seat = 1"),
                     70);
}
END_TEST

static const char *const forbidden_told[] = {
    "UPDATE rounds SET reason = 'x' WHERE revision = 1",
    "UPDATE rounds SET out = NULL",
    "DELETE FROM rounds WHERE revision = 2",
    "INSERT OR REPLACE INTO rounds SELECT * FROM rounds",
    "UPDATE round_scores SET held = 0",
    "DELETE FROM round_scores WHERE revision = 0",
    "INSERT OR REPLACE INTO round_scores SELECT * FROM round_scores",
    "INSERT INTO rounds (game, round, revision, at, hand, reason) "
    "VALUES (1, 1, 4, 0, 0, 'a gap')",
    "INSERT INTO rounds (game, round, revision, at, hand, reason) "
    "VALUES (1, 1, 3, 0, 0, '')",
    "INSERT INTO rounds (game, round, revision, at, hand) "
    "VALUES (1, 1, 3, 0, 0)",
    "INSERT INTO rounds (game, round, revision, at, hand, reason) "
    "VALUES (1, 3, 0, 0, 0, 'first')",
    "INSERT INTO rounds (game, round, revision, at, hand, dealer, starter, "
    "commitment, seed) VALUES (1, 3, 0, 0, 0, 0, 1, randomblob(32), "
    "randomblob(32))",
    "UPDATE games SET mode = 'both'",
};

START_TEST(test_what_was_told_stays)
{
    struct telling_job written[4];
    make_scorecard(written);
    ck_assert_msg(kit_exec(forbidden_told[_i]) != NULL, "allowed: %s",
                  forbidden_told[_i]);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM rounds"), 4);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM round_scores"), 8);
}
END_TEST

/* ----- what the schema forbids ------------------------------------------- */

static const char *const forbidden[] = {
    "UPDATE events SET data = 'x' WHERE seq = 1",
    "UPDATE events SET seq = 9 WHERE seq = 3",
    "DELETE FROM events WHERE seq = 3",
    "DELETE FROM events",
    "INSERT OR REPLACE INTO events (game, seq, at, type, data) "
    "VALUES (1, 3, 0, 'move', '{}')",
    "INSERT INTO events (game, seq, at, type, data) "
    "VALUES (1, 5, 0, 'move', '{}')",
    "PRAGMA foreign_keys = ON; "
    "INSERT INTO events (game, seq, at, type, data) "
    "VALUES (99, 1, 0, 'move', '{}')",
    "UPDATE rounds SET hand = 1",
    "DELETE FROM rounds",
    "INSERT OR REPLACE INTO rounds SELECT * FROM rounds",
    "UPDATE round_scores SET points = 0",
    "DELETE FROM round_scores",
    "INSERT OR REPLACE INTO round_scores SELECT * FROM round_scores",
    "UPDATE round_team_scores SET points = 0",
    "DELETE FROM round_team_scores",
    "INSERT OR REPLACE INTO round_team_scores "
    "SELECT * FROM round_team_scores",
    "UPDATE games SET status = 'paused'",
    "UPDATE games SET seats = 6",
    "UPDATE games SET counted = 1 WHERE ranked = 0",
    "UPDATE games SET uuid = 'short'",
    "UPDATE games SET seq = 'three'",
    "UPDATE seats SET player = 1",
    "UPDATE seats SET team = 2",
    "UPDATE players SET name = ''",
    "UPDATE players SET folded = 'huda'",
    "PRAGMA foreign_keys = ON; DELETE FROM players",
    "PRAGMA foreign_keys = ON; UPDATE games SET variant = 'poker'",
};

/* A game with a log, and one with a round. */
static void make_rows(void)
{
    static const struct hk_event_row events[] = {
        {1, 1001, HK_EVENT_GAME_CREATED, 0, -1, "{}", NULL, NULL},
        {2, 1002, HK_EVENT_ROUND_STARTED, 1, -1, "{}", "{}", NULL},
        {3, 1003, HK_EVENT_MOVE, 1, 1, "{}", NULL, NULL},
    };
    int64_t game = kit_game(HK_HAND, true, 2, two);
    ck_assert_int_eq(kit_append(game, 0, events, 3, HK_STATUS_PLAYING), HK_OK);

    struct round_job job = {.game = kit_game(HK_HAND_PARTNERS, false, 4, four),
                            .rules = kit_rules(HK_HAND_PARTNERS, 4)};
    const int points[] = {-30, 10, 0, 20};
    job.round = kit_round(&job.rules, 1, 0, false, points);
    kit_write(add_round, &job);
}

START_TEST(test_the_schema_forbids)
{
    make_rows();
    const char *sql = forbidden[_i];
    int64_t before = kit_int("SELECT total(points) FROM round_scores");
    const char *why = kit_exec(sql);
    ck_assert_msg(why != NULL, "allowed: %s", sql);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"), 3);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM rounds"), 1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM round_scores"), 4);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM round_team_scores"), 2);
    ck_assert_int_eq(kit_int("SELECT total(points) FROM round_scores"), before);
}
END_TEST

#define LENGTH(table) (int)(sizeof(table) / sizeof((table)[0]))

int main(void)
{
    Suite *suite = suite_create("store_rounds");
    TCase *tcase = tcase_create("rounds");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_rounds_are_read_as_they_were_written);
    tcase_add_test(tcase, test_a_round_alone_has_no_teams);
    tcase_add_test(tcase, test_a_round_comes_once_and_in_order);
    tcase_add_loop_test(tcase, test_cards_left_are_text_in_order, 0,
                        LENGTH(cards_cases));
    tcase_add_test(tcase, test_every_revision_is_read_as_it_was_written);
    tcase_add_test(tcase,
                   test_totals_and_rounds_are_those_of_the_last_revision);
    tcase_add_test(tcase, test_revisions_go_on_without_a_gap);
    tcase_add_loop_test(tcase, test_what_was_told_stays, 0,
                        LENGTH(forbidden_told));
    tcase_add_loop_test(tcase, test_the_schema_forbids, 0, LENGTH(forbidden));
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
