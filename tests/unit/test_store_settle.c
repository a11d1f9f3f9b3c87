/* Recent events: where a move is written, when it is settled, taken back or
 * deleted. */
#include <check.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#include "faulty_disk.h"
#include "store/internal.h"
#include "store/settle.h"
#include "store_kit.h"
#include "tail_kit.h"

/* ----- where a move is written -------------------------------------------- */

START_TEST(test_a_move_is_one_row_at_the_end)
{
    int64_t one = kit_begun(), other = kit_begun();

    ck_assert_int_eq(kit_int("SELECT count(*) FROM recent_events"), 0);
    kit_play(one, 1, 1);
    kit_play(other, 1, 1);
    kit_play(one, 2, 1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM recent_events"), 3);
    ck_assert_int_eq(kit_int("SELECT game = 1 AND seq = 3 "
                             "FROM recent_events WHERE id = 3"),
                     1);
    kit_check_settled(one, 1);
    kit_check_settled(other, 1);
    kit_check_game(kit_store(), one, 3);
    kit_check_game(kit_store(), other, 2);
    ck_assert_int_eq(kit_count("log", one), 3);
    ck_assert_int_eq(kit_int("SELECT events FROM show_games ORDER BY game"), 3);
    ck_assert_int_eq(kit_int("SELECT updated = '1970-01-01T00:00:01.003Z' "
                             "FROM show_games ORDER BY game"),
                     1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM show_events "
                             "WHERE data = 'game 2 move 2'"),
                     1);
}
END_TEST

START_TEST(test_a_long_tail_is_settled)
{
    int64_t game = kit_begun(), other = kit_begun();
    uint32_t seq = 1;

    kit_play(other, 1, 1);
    for (; seq < HK_SETTLE_TOGETHER; seq++)
        kit_play(game, seq, 1);
    kit_check_settled(game, 1);
    kit_play(game, seq++, 1);
    kit_check_settled(game, seq);
    ck_assert_int_eq(kit_count("log", game), seq);
    ck_assert_int_eq(kit_int("SELECT updated_at FROM games WHERE id = 1"),
                     1000 + seq);
    kit_check_game(kit_store(), game, seq);
    /* And so on: it is known how far the game has come. */
    kit_play(game, seq++, 1);
    kit_check_settled(game, seq - 1);
    kit_check_game(kit_store(), game, seq);
    kit_check_settled(other, 1);
}
END_TEST

START_TEST(test_what_changes_the_game_itself_settles)
{
    static const enum hk_status ends[] = {HK_STATUS_FINISHED, HK_STATUS_ENDED};
    int64_t game = kit_begun();
    struct kit_move end = {game, 3, 1, ends[_i], HK_OK};

    kit_play(game, 1, 2);
    kit_check_settled(game, 1);
    kit_write(kit_run_move, &end);
    kit_check_settled(game, 4);
    kit_check_game(kit_store(), game, 4);
    /* A round told anew, afterwards. */
    end.expected = 4;
    kit_write(kit_run_move, &end);
    kit_check_settled(game, 5);
    kit_check_game(kit_store(), game, 5);
}
END_TEST

static enum hk_error set_ended(struct hk_tx *tx, void *cls)
{
    return hk_tx_append(tx, *(int64_t *)cls, 0, NULL, 0, HK_STATUS_ENDED);
}

START_TEST(test_a_status_alone_settles)
{
    int64_t game = kit_begun();

    kit_play(game, 1, 1);
    kit_write(set_ended, &game);
    kit_check_settled(game, 2);
    kit_check_game(kit_store(), game, 2);
}
END_TEST

START_TEST(test_many_events_at_once_fit_or_are_settled)
{
    int64_t game = kit_begun();

    kit_play(game, 1, HK_SETTLE_TOGETHER - 1);
    kit_check_settled(game, 1);
    kit_play(game, HK_SETTLE_TOGETHER, HK_TAIL_MAX);
    kit_check_settled(game, HK_SETTLE_TOGETHER + HK_TAIL_MAX);
    kit_play(game, HK_SETTLE_TOGETHER + HK_TAIL_MAX, HK_TAIL_MAX + 9);
    kit_check_settled(game, HK_SETTLE_TOGETHER + 2 * HK_TAIL_MAX + 9);
    kit_check_game(kit_store(), game, HK_SETTLE_TOGETHER + 2 * HK_TAIL_MAX + 9);
    kit_play(game, HK_SETTLE_TOGETHER + 2 * HK_TAIL_MAX + 9, 1);
    kit_check_settled(game, HK_SETTLE_TOGETHER + 2 * HK_TAIL_MAX + 9);
}
END_TEST

START_TEST(test_a_log_that_moved_on_refuses)
{
    static const uint32_t stale[] = {1, 2, 4, 9};
    int64_t game = kit_begun();

    kit_play(game, 1, 2);
    for (size_t i = 0; i < sizeof stale / sizeof stale[0]; i++) {
        ck_assert_int_eq(kit_try_move(game, stale[i], 1), HK_E_STALE);
        kit_check_settled(game, 1);
        kit_check_game(kit_store(), game, 3);
    }
    ck_assert_int_eq(kit_try_move(99, 1, 1), HK_E_STALE);
    kit_play(game, 3, 1);
    kit_check_game(kit_store(), game, 4);
}
END_TEST

/* ----- what is taken back ------------------------------------------------- */

struct batch_job {
    struct hk_job job;
    struct kit_move move;
    enum hk_error error;
    sem_t *told;
};

static enum hk_error run_batch_job(struct hk_tx *tx, void *cls)
{
    struct batch_job *job = cls;

    return kit_run_move(tx, &job->move);
}

static void note(enum hk_error error, void *cls)
{
    struct batch_job *job = cls;

    job->error = error;
    sem_post(job->told);
}

struct gate {
    sem_t running, held;
};

static enum hk_error hold(struct hk_tx *tx, void *cls)
{
    struct gate *gate = cls;

    (void)tx;
    sem_post(&gate->running);
    sem_wait(&gate->held);
    return HK_OK;
}

static void *submit_hold(void *cls)
{
    ck_assert_int_eq(hk_store_write(kit_store(), hold, cls), HK_OK);
    return NULL;
}

/* Writes the jobs as one batch, which gathers while the writer is held. */
static void write_together(struct batch_job *jobs, size_t count)
{
    struct gate gate;
    pthread_t holder;
    sem_t told;

    sem_init(&gate.running, 0, 0);
    sem_init(&gate.held, 0, 0);
    sem_init(&told, 0, 0);
    pthread_create(&holder, NULL, submit_hold, &gate);
    sem_wait(&gate.running);
    for (size_t i = 0; i < count; i++) {
        jobs[i].told = &told;
        jobs[i].job.run = run_batch_job;
        jobs[i].job.done = note;
        jobs[i].job.cls = &jobs[i];
        hk_store_submit(kit_store(), &jobs[i].job, HK_WRITE_THERE);
    }
    sem_post(&gate.held);
    for (size_t i = 0; i < count; i++)
        sem_wait(&told);
    pthread_join(holder, NULL);
    sem_destroy(&gate.running);
    sem_destroy(&gate.held);
    sem_destroy(&told);
}

START_TEST(test_a_job_of_a_batch_is_taken_back_alone)
{
    int64_t a = kit_begun(), b = kit_begun();
    const enum hk_status on = HK_STATUS_PLAYING;
    struct batch_job jobs[] = {
        {.move = {a, 1, 1, on, HK_OK}},
        {.move = {b, 1, 3, on, HK_E_SEAT_TAKEN}},
        {.move = {a, 2, 2, on, HK_E_INTERNAL}},
        {.move = {a, 2, 1, on, HK_OK}},
        {.move = {a, 2, 1, on, HK_OK}}, /* stale */
        {.move = {b, 1, 1, on, HK_OK}},
        {.move = {b, 2, 1, HK_STATUS_ENDED, HK_E_STALE}},
        {.move = {b, 2, 1, on, HK_OK}},
    };
    static const enum hk_error want[] = {
        HK_OK,      HK_E_SEAT_TAKEN, HK_E_INTERNAL, HK_OK,
        HK_E_STALE, HK_OK,           HK_E_STALE,    HK_OK};

    write_together(jobs, sizeof jobs / sizeof jobs[0]);
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++)
        ck_assert_msg(jobs[i].error == want[i], "job %zu: %s", i,
                      hk_error_code(jobs[i].error));
    kit_check_game(kit_store(), a, 3);
    kit_check_game(kit_store(), b, 3);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM recent_events"), 4);
    ck_assert_int_eq(kit_int("SELECT max(id) FROM recent_events"), 4);
    kit_play(a, 3, 1);
    kit_play(b, 3, 1);
    kit_close();
    kit_check_game(kit_store(), a, 4);
    kit_check_game(kit_store(), b, 4);
}
END_TEST

START_TEST(test_a_batch_may_play_one_game_often)
{
    enum { MOVES = 3 * HK_TAIL_MAX };
    static struct batch_job jobs[MOVES];
    int64_t game = kit_begun();

    for (uint32_t i = 0; i < MOVES; i++) {
        jobs[i] = (struct batch_job){
            .move = {game, 1 + i, 1, HK_STATUS_PLAYING, HK_OK}};
    }
    write_together(jobs, MOVES);
    for (size_t i = 0; i < MOVES; i++)
        ck_assert_int_eq(jobs[i].error, HK_OK);
    kit_check_game(kit_store(), game, 1 + MOVES);
}
END_TEST

/* Every call of every kind fails in turn while moves are written, alone and in
 * batches that settle: what is told is what there is, then and reopened. */
START_TEST(test_a_commit_that_fails_leaves_nothing)
{
    static const enum fault faults[] = {FAULT_FULL, FAULT_SHORT, FAULT_SYNC};
    uint32_t seq = 1;
    unsigned failed = 0;

    faulty_disk_install();
    int64_t game = kit_begun();
    for (unsigned before = 0; before < 12; before++) {
        faulty_disk_arm(faults[_i], before, false);
        for (size_t i = 0; i < HK_SETTLE_TOGETHER / 4; i++) {
            enum hk_error error = kit_try_move(game, seq, 1 + i % 3);
            ck_assert(error == HK_OK || error == HK_E_STORAGE_UNAVAILABLE);
            if (error == HK_OK)
                seq += (uint32_t)(1 + i % 3);
        }
        failed += faulty_disk_mend();
        kit_check_game(kit_store(), game, seq);
        kit_play(game, seq++, 1);
        kit_check_game(kit_store(), game, seq);
        ck_assert_int_eq(kit_count("log", game), seq);
    }
    ck_assert_uint_ge(failed, 8);
    kit_close();
    kit_check_game(kit_store(), game, seq);
    kit_play(game, seq++, 1);
    kit_check_game(kit_store(), game, seq);
}
END_TEST

/* A row that somebody removed: its game is stuck, others are not. */
START_TEST(test_what_cannot_be_settled_stops_its_game_alone)
{
    int64_t broken = kit_begun(), other = kit_begun();
    uint32_t seq = 1;

    kit_play(broken, 1, 3);
    ck_assert_ptr_null(kit_exec("DROP TRIGGER recent_events_keep; "
                                "DELETE FROM recent_events WHERE id = 2"));
    for (uint32_t i = 4; i < HK_TAIL_MAX + 1; i++)
        kit_play(broken, i, 1);
    for (; seq < 2 * HK_TAIL_MAX; seq++)
        kit_play(other, seq, 1);
    ck_assert_int_eq(kit_try_move(broken, HK_TAIL_MAX + 1, 1), HK_E_INTERNAL);
    kit_check_game(kit_store(), other, seq);
}
END_TEST

/* ----- what is deleted ---------------------------------------------------- */

/* More games than the table has room for long tails of. */
START_TEST(test_old_rows_are_settled_and_deleted)
{
    static struct kit_crowd crowd;
    int64_t alone = kit_begun();
    uint32_t seq = 1;

    crowd.first = alone + 1;
    kit_write(kit_make_crowd, &crowd);
    kit_play(alone, seq++, 1);
    for (int i = 0; i < KIT_ROUNDS; i++) {
        kit_write(kit_play_crowd, &crowd);
        ck_assert_int_le(kit_int("SELECT count(*) FROM recent_events"),
                         HK_RECENT_MOST + KIT_CROWD);
    }
    /* One that has not gone on is settled as well. */
    kit_check_settled(alone, 2);
    for (int i = 0; i < 200; i++)
        kit_play(alone, seq++, 1);
    ck_assert_int_le(kit_int("SELECT count(*) FROM recent_events"),
                     HK_RECENT_MOST);
    ck_assert_int_gt(kit_int("SELECT count(*) FROM recent_events"),
                     HK_RECENT_MOST - 2 * KIT_CROWD);
    kit_check_game(kit_store(), alone, seq);
    for (int i = 0; i < KIT_CROWD; i += 100)
        kit_check_events(kit_store(), crowd.first + i, crowd.seqs[i], 1, 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"),
                     KIT_CROWD * (KIT_ROUNDS + 1) + (int64_t)seq);
    kit_close();
    kit_check_game(kit_store(), alone, seq);
    kit_play(alone, seq++, 1);
    kit_check_game(kit_store(), alone, seq);
}
END_TEST

static const char *const forbidden[] = {
    "UPDATE recent_events SET data = 'x' WHERE id = 1",
    "DELETE FROM recent_events WHERE id = 2",
    "DELETE FROM recent_events",
    ("INSERT INTO recent_events (game, seq, at, type, data) "
     "VALUES (1, 0, 0, 'move', '')"),
};

START_TEST(test_the_schema_forbids)
{
    int64_t game = kit_begun();

    kit_play(game, 1, 2);
    ck_assert_msg(kit_exec(forbidden[_i]) != NULL, "allowed: %s",
                  forbidden[_i]);
    ck_assert_int_eq(kit_count("recent_events", game), 2);
}
END_TEST

#define LENGTH(table) (int)(sizeof(table) / sizeof((table)[0]))

int main(void)
{
    Suite *suite = suite_create("store_settle");
    TCase *tcase = tcase_create("settle");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_a_move_is_one_row_at_the_end);
    tcase_add_test(tcase, test_a_long_tail_is_settled);
    tcase_add_loop_test(tcase, test_what_changes_the_game_itself_settles, 0, 2);
    tcase_add_test(tcase, test_a_status_alone_settles);
    tcase_add_test(tcase, test_many_events_at_once_fit_or_are_settled);
    tcase_add_test(tcase, test_a_log_that_moved_on_refuses);
    tcase_add_test(tcase, test_a_job_of_a_batch_is_taken_back_alone);
    tcase_add_test(tcase, test_a_batch_may_play_one_game_often);
    tcase_add_loop_test(tcase, test_a_commit_that_fails_leaves_nothing, 0, 3);
    tcase_add_test(tcase, test_what_cannot_be_settled_stops_its_game_alone);
    tcase_add_test(tcase, test_old_rows_are_settled_and_deleted);
    tcase_add_loop_test(tcase, test_the_schema_forbids, 0, LENGTH(forbidden));
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
