/* Scorecards from the table to the disk: rounds recorded, corrected, read back,
 * and what is refused. */
#include "service_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"
#include "service/scorecard.h"
#include "service/verify.h"
#include "told.h"

static void must(enum hk_error error)
{
    ck_assert_msg(error == HK_OK, "%s", hk_error_code(error));
}

/* The snapshot, whose rounds are freed with the next one. */
static const struct hk_snapshot *look(struct hk_game *game)
{
    static struct hk_snapshot now;

    hk_snapshot_clear(&now);
    must(hk_game_snapshot(game, &now));
    return &now;
}

static void check_totals(struct hk_game *game, int a, int b, int c)
{
    const struct hk_snapshot *now = look(game);

    ck_assert_int_eq(now->seats[0].total, a);
    ck_assert_int_eq(now->seats[1].total, b);
    ck_assert_int_eq(now->seats[2].total, c);
}

static void say(const char *text, void *cls)
{
    (void)cls;
    ck_abort_msg("%s", text);
}

/* hakam verify finds nothing. */
static void check_verified(void)
{
    struct hk_store *store;
    struct hk_verify_report report;
    char message[HK_STORE_MESSAGE_SIZE];

    must(hk_store_open(kit_path(), HK_STORE_READ, &store, message));
    must(hk_verify(store, say, NULL, &report));
    hk_store_close(store);
}

/* ----- a whole game ------------------------------------------------------- */

START_TEST(test_the_last_round_finishes_the_game)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b c", "rounds=2", NULL);
    const struct hk_snapshot *now = look(game);
    struct hk_told_round round = told("1: up; -; down KS 7D JK");
    struct hk_happened happened;
    struct hk_impossibility why;

    ck_assert_int_eq(now->row.mode, HK_MODE_SCORECARD);
    ck_assert_int_eq(now->row.status, HK_STATUS_PLAYING);
    ck_assert(now->row.ranked);
    ck_assert(!hk_snapshot_round_on(now));
    ck_assert_uint_eq(now->row.seq, 1);
    must(kit_record(game, "0!: -; down =14; up"));
    check_totals(game, -60, 28, 200);
    ck_assert_int_eq(look(game)->row.status, HK_STATUS_PLAYING);

    kit_time += 1000;
    must(hk_game_record_round(game, 2, &round, &kit_real, &happened, &why));
    ck_assert_uint_eq(happened.event_count, 2);
    const struct hk_event *ended = &happened.events[0];
    ck_assert_int_eq(ended->type, HK_EVENT_ROUND_ENDED);
    ck_assert(ended->recorded);
    ck_assert_int_eq(ended->seat, 2);
    ck_assert_uint_eq(ended->round, 2);
    ck_assert_int_eq(ended->result.points[2], 32);
    ck_assert_int_eq(ended->result.declared.held[2], 32);
    ck_assert_int_eq(happened.events[1].type, HK_EVENT_GAME_ENDED);
    ck_assert_int_eq(happened.events[1].winners, 2);
    ck_assert_int_eq(happened.after.row.status, HK_STATUS_FINISHED);
    hk_happened_clear(&happened);

    now = look(game);
    ck_assert_int_eq(now->row.status, HK_STATUS_FINISHED);
    ck_assert_uint_eq(now->round_count, 2);
    ck_assert_int_eq(now->rounds[0].by, -1);
    ck_assert_int_eq(now->rounds[1].by, 2);
    ck_assert_int_eq(now->rounds[1].ended_at, kit_time);
    check_totals(game, 40, -2, 232);
    ck_assert_int_eq(kit_record(game, "0: -; up; up"), HK_E_GAME_OVER);
    ck_assert_int_eq(kit_int("SELECT counted FROM games"), 1);
    hk_game_close(game);
    check_verified();
}
END_TEST

START_TEST(test_partners_and_may_i_are_recorded_too)
{
    struct hk_game *game = kit_scorecard(HK_HAND_PARTNERS, "a b c d", NULL,
                                         NULL);

    must(kit_record(game, "0!: -; down =14; -; up"));
    must(kit_record(game, "x: down =20; down =11; up; down JK 2S"));
    ck_assert_int_eq(hk_state_team_total(&look(game)->state, 0), 60);
    ck_assert_int_eq(hk_state_team_total(&look(game)->state, 1), 256);
    must(kit_correct(game, 1, "1!: down =14; -; down =9; -",
                     "the other way round"));
    ck_assert_int_eq(hk_state_team_total(&look(game)->state, 0), 166);
    ck_assert_int_eq(hk_state_team_total(&look(game)->state, 1), -32);
    hk_game_close(game);
    game = kit_scorecard(HK_MAY_I, "a b c", NULL, NULL);
    for (unsigned i = 0; i < 5; i++)
        must(kit_record(game, "0: -; AS KH 2D; up =60"));
    check_totals(game, 100, -150, -300);
    ck_assert_int_eq(look(game)->row.status, HK_STATUS_FINISHED);
    hk_game_close(game);
    check_verified();
}
END_TEST

/* ----- corrections -------------------------------------------------------- */

START_TEST(test_a_correction_after_the_end_changes_the_winner)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b c", "rounds=2", NULL);
    struct hk_told_round round = told("1!: up; -; down =14");
    struct hk_happened happened;
    struct hk_impossibility why;
    hk_time ended_at = kit_time;

    must(kit_record(game, "0: -; down =14; up"));
    must(kit_record(game, "0: -; down =14; up"));
    kit_time += 5000;
    must(hk_game_correct_round(game, 1, 2, &round, "I went out", &kit_real,
                               &happened, &why));
    ck_assert_uint_eq(happened.event_count, 1);
    const struct hk_event *corrected = &happened.events[0];
    ck_assert_int_eq(corrected->type, HK_EVENT_ROUND_CORRECTED);
    ck_assert_uint_eq(corrected->revision, 1);
    ck_assert_str_eq(corrected->reason, "I went out");
    ck_assert_int_eq(corrected->seat, 1);
    ck_assert_int_eq(corrected->ending, HK_ENDING_FINISHED);
    ck_assert_int_eq(corrected->winners, 2);
    ck_assert_uint_eq(happened.after.round_count, 2);
    ck_assert_uint_eq(happened.after.rounds[1].revision, 1);
    ck_assert_int_eq(happened.after.rounds[1].ended_at, ended_at);
    ck_assert_int_eq(happened.after.rounds[1].told_at, kit_time);
    hk_happened_clear(&happened);
    check_totals(game, 170, -46, 128);
    ck_assert_int_eq(look(game)->row.status, HK_STATUS_FINISHED);
    hk_game_close(game);
    /* Boards and ratings have followed. */
    check_verified();
}
END_TEST

START_TEST(test_a_correction_in_play_tells_no_winners)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b c", NULL, NULL);
    struct hk_told_round round = told("1: up; -; down =14");
    struct hk_happened happened;
    struct hk_impossibility why;

    must(kit_record(game, "0: -; down =14; up"));
    must(hk_game_correct_round(game, -1, 1, &round, "misread", &kit_real,
                               &happened, &why));
    ck_assert_int_eq(happened.events[0].ending, 0);
    ck_assert_int_eq(happened.events[0].winners, 0);
    ck_assert_int_eq(happened.events[0].seat, -1);
    hk_happened_clear(&happened);
    must(kit_record(game, "2: up; up; -"));
    check_totals(game, 200, 70, -16);
    hk_game_close(game);
    check_verified();
}
END_TEST

struct seen {
    unsigned count;
    struct hk_round_row rows[8];
    char reasons[8][HK_CORRECTION_REASON_SIZE];
};

static enum hk_error see(const struct hk_round_row *revision,
                         const char *reason, void *cls)
{
    struct seen *seen = cls;

    ck_assert_uint_lt(seen->count, 8);
    seen->rows[seen->count] = *revision;
    snprintf(seen->reasons[seen->count++], HK_CORRECTION_REASON_SIZE, "%s",
             reason);
    return HK_OK;
}

START_TEST(test_the_past_stays_readable)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b c", NULL, NULL);
    struct seen seen = {0};
    struct hk_told_round round;
    bool more = true;

    must(kit_record(game, "0: -; down KS 7D JK; up"));
    must(kit_record(game, "1: up; -; up"));
    must(kit_correct(game, 1, "0: -; down KS 7D; up", "no joker"));
    must(kit_correct(game, 1, "0!: -; down =17; up",
                     "\"Hand\"; \\ \xd9\x87\xd8\xa7\xd9\x86\xd8\xaf"));
    must(hk_game_revisions(game, 1, 0, 8, see, &seen, &more));
    ck_assert_uint_eq(seen.count, 3);
    ck_assert(!more);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(seen.rows[i].revision, i);
        ck_assert_uint_eq(seen.rows[i].result.round, 1);
    }
    ck_assert_str_eq(seen.reasons[0], "");
    ck_assert_str_eq(seen.reasons[1], "no joker");
    ck_assert_str_eq(seen.reasons[2],
                     "\"Hand\"; \\ \xd9\x87\xd8\xa7\xd9\x86\xd8\xaf");
    hk_scorecard_told(&look(game)->rules, &seen.rows[0].result, &round);
    ck_assert_int_eq(round.seats[0].down, -1);
    ck_assert_int_eq(round.seats[1].down, 1);
    ck_assert_uint_eq(round.seats[1].card_count, 3);
    ck_assert(!round.seats[1].has_points);
    ck_assert_int_eq(round.seats[2].down, 0);
    ck_assert_int_eq(seen.rows[0].result.points[1], 32);
    ck_assert_int_eq(seen.rows[2].result.points[1], 34);

    seen.count = 0;
    must(hk_game_revisions(game, 1, 1, 1, see, &seen, &more));
    ck_assert_uint_eq(seen.count, 1);
    ck_assert_uint_eq(seen.rows[0].revision, 1);
    ck_assert(more);
    must(hk_game_revisions(game, 1, 3, 5, see, &seen, &more));
    ck_assert_uint_eq(seen.count, 1);
    ck_assert(!more);
    ck_assert_int_eq(hk_game_revisions(game, 3, 0, 5, see, &seen, &more),
                     HK_E_NOT_FOUND);
    hk_game_close(game);
    check_verified();
}
END_TEST

/* ----- refusals ----------------------------------------------------------- */

START_TEST(test_what_cannot_have_happened_changes_nothing)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b c", NULL, NULL);
    struct hk_told_round round = told("0: -; down =1; up");
    struct hk_happened happened;
    struct hk_impossibility why;

    ck_assert_int_eq(
        hk_game_record_round(game, -1, &round, &kit_real, &happened, &why),
        HK_E_IMPOSSIBLE_ROUND);
    ck_assert_int_eq(why.reason, HK_IMPOSSIBLE_NO_SUCH_POINTS);
    ck_assert_int_eq(why.seat, 1);
    must(kit_record(game, "0: -; down =2; up"));
    ck_assert_int_eq(kit_correct(game, 1, "0: -; down =1; up", "misread"),
                     HK_E_IMPOSSIBLE_ROUND);
    ck_assert_uint_eq(look(game)->row.seq, 2);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM rounds"), 1);
    hk_game_close(game);
    check_verified();
}
END_TEST

START_TEST(test_each_mode_keeps_to_its_own)
{
    struct hk_game *card = kit_scorecard(HK_HAND, "a b", NULL, NULL);
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    struct seen seen = {0};
    bool more;

    ck_assert_int_eq(kit_play(card, 0, "draw stock"), HK_E_WRONG_MODE);
    ck_assert_int_eq(kit_play(card, 1, "discard 2S"), HK_E_WRONG_MODE);
    ck_assert_int_eq(kit_record(game, "0: -; up"), HK_E_WRONG_MODE);
    ck_assert_int_eq(kit_correct(game, 1, "0: -; up", "why"), HK_E_WRONG_MODE);
    ck_assert_int_eq(hk_game_revisions(game, 1, 0, 5, see, &seen, &more),
                     HK_E_WRONG_MODE);
    hk_game_close(card);
    hk_game_close(game);
}
END_TEST

START_TEST(test_an_open_seat_keeps_rounds_waiting)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a -", NULL, NULL);
    struct hk_caller caller = kit_anybody();
    struct hk_seat_wish name = kit_name("b");
    struct hk_seated seated;

    ck_assert_int_eq(look(game)->row.status, HK_STATUS_OPEN);
    ck_assert_int_eq(kit_record(game, "0: -; up"), HK_E_NOT_STARTED);
    ck_assert_int_eq(kit_correct(game, 1, "0: -; up", "why"), HK_E_NOT_FOUND);
    must(hk_lobby_take_seat(game, &caller, 1, &name, &kit_real, &seated));
    ck_assert_uint_eq(seated.happened.event_count, 1);
    hk_seated_clear(&seated);
    must(kit_record(game, "0: -; up"));
    hk_game_close(game);
    check_verified();
}
END_TEST

START_TEST(test_an_ended_game_takes_no_round_and_no_correction)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b", NULL, NULL);
    struct hk_happened happened;

    must(kit_record(game, "0: -; up"));
    must(hk_game_end(game, &kit_real, &happened));
    hk_happened_clear(&happened);
    ck_assert_int_eq(kit_record(game, "0: -; up"), HK_E_GAME_OVER);
    ck_assert_int_eq(kit_correct(game, 1, "1: up; -", "why"), HK_E_GAME_OVER);
    ck_assert_int_eq(kit_correct(game, 2, "1: up; -", "why"), HK_E_NOT_FOUND);
    hk_game_close(game);
    check_verified();
}
END_TEST

START_TEST(test_a_round_for_another_state_is_stale)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b", NULL, NULL);
    const struct hk_wish wish = {.has_expected_seq = true, .expected_seq = 1};
    struct hk_told_round round = told("0: -; up");
    struct hk_happened happened;
    struct hk_impossibility why;

    must(hk_game_record_round(game, 0, &round, &wish, &happened, &why));
    hk_happened_clear(&happened);
    ck_assert_int_eq(
        hk_game_record_round(game, 0, &round, &wish, &happened, &why),
        HK_E_STALE);
    ck_assert_int_eq(hk_game_correct_round(game, 0, 1, &round, "why", &wish,
                                           &happened, &why),
                     HK_E_STALE);
    hk_game_close(game);
}
END_TEST

/* ----- dry runs, receipts --------------------------------------- */

START_TEST(test_a_dry_run_answers_and_changes_nothing)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b", "rounds=1", NULL);
    struct hk_told_round round = told("0: -; down =14");
    struct hk_told_round never = told("0: -; down =1");
    struct hk_happened happened;
    struct hk_impossibility why;

    must(hk_game_record_round(game, -1, &round, &kit_dry, &happened, &why));
    ck_assert_uint_eq(happened.event_count, 2);
    ck_assert_int_eq(happened.after.row.status, HK_STATUS_FINISHED);
    ck_assert_int_eq(happened.after.seats[1].total, 14);
    hk_happened_clear(&happened);
    ck_assert_int_eq(
        hk_game_record_round(game, -1, &never, &kit_dry, &happened, &why),
        HK_E_IMPOSSIBLE_ROUND);
    ck_assert_uint_eq(look(game)->row.seq, 1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM rounds"), 0);
    must(kit_record(game, "0: -; down =14"));
    must(hk_game_correct_round(game, -1, 1, &round, "the same", &kit_dry,
                               &happened, &why));
    ck_assert_uint_eq(happened.after.rounds[0].revision, 1);
    hk_happened_clear(&happened);
    ck_assert_uint_eq(look(game)->rounds[0].revision, 0);
    hk_game_close(game);
    check_verified();
}
END_TEST

static enum hk_error render(void *cls, const void *outcome, void **ret_answer,
                            size_t *ret_size)
{
    const struct hk_happened *happened = outcome;

    *(uint32_t *)cls = happened->seq;
    *ret_answer = strdup("told");
    *ret_size = 4;
    return HK_OK;
}

START_TEST(test_the_answer_is_kept_with_the_round)
{
    struct hk_game *game = kit_scorecard(HK_HAND, "a b", NULL, NULL);
    uint32_t seq = 0;
    struct hk_receipt receipt = {.render = render, .cls = &seq};
    const struct hk_wish wish = {.receipt = &receipt};
    struct hk_told_round round = told("0: -; up");
    struct hk_happened happened;
    struct hk_impossibility why;

    memset(receipt.slot, 7, sizeof receipt.slot);
    must(hk_game_record_round(game, -1, &round, &wish, &happened, &why));
    hk_happened_clear(&happened);
    ck_assert_uint_eq(seq, 2);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM receipts"), 1);
    ck_assert_int_eq(
        hk_game_record_round(game, -1, &round, &wish, &happened, &why),
        HK_E_IDEMPOTENCY_KEY_REUSED);
    ck_assert_uint_eq(look(game)->row.seq, 2);
    ck_assert_uint_eq(look(game)->round_count, 1);
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_the_last_round_finishes_the_game,
        test_partners_and_may_i_are_recorded_too,
        test_a_correction_after_the_end_changes_the_winner,
        test_a_correction_in_play_tells_no_winners,
        test_the_past_stays_readable,
        test_what_cannot_have_happened_changes_nothing,
        test_each_mode_keeps_to_its_own,
        test_an_open_seat_keeps_rounds_waiting,
        test_an_ended_game_takes_no_round_and_no_correction,
        test_a_round_for_another_state_is_stale,
        test_a_dry_run_answers_and_changes_nothing,
        test_the_answer_is_kept_with_the_round,
    };
    return kit_run("service/scorecard", tests, KIT_COUNT(tests));
}
