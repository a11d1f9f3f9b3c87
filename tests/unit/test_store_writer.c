/* The writer's queue: what gathers is one batch, and each is told its end. */
#include <check.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#include "store/internal.h"
#include "store_kit.h"

enum { JOBS_MAX = 64 };

/* How jobs ended, in the order in which they were told. */
static struct told {
    const struct test_job *jobs[JOBS_MAX];
    size_t count;
    sem_t all;
} told;

struct test_job {
    struct hk_job job;
    const char *name;    /* of the player it makes; NULL: none */
    enum hk_error wants; /* what it returns once it has written */
    sem_t *held;         /* it waits for this one first; or NULL */
    sem_t *running;      /* posted once it runs; or NULL */
    bool repeatable;
    unsigned runs; /* how often it ran */
    enum hk_error error;
    bool durable; /* another connection saw its player when it was told */
    pthread_t teller;
};

static enum hk_error run(struct hk_tx *tx, void *cls)
{
    struct test_job *job = cls;
    struct hk_player_row row;
    enum hk_error error = HK_OK;

    job->runs++;
    if (job->running)
        sem_post(job->running);
    if (job->held)
        sem_wait(job->held);
    if (job->name)
        error = hk_tx_player(tx, job->name, job->name, 1, &row);
    return error == HK_OK ? job->wants : error;
}

static void done(enum hk_error error, void *cls)
{
    struct test_job *job = cls;
    struct hk_player_row row;

    job->error = error;
    job->durable = job->name &&
                   hk_store_find_player(kit_store(), job->name, &row) == HK_OK;
    job->teller = pthread_self();
    told.jobs[told.count++] = job;
    sem_post(&told.all);
}

static void set_up(void)
{
    kit_set_up();
    told.count = 0;
    sem_init(&told.all, 0, 0);
}

static void submit(struct test_job *job, enum hk_writer_choice choice)
{
    job->job = (struct hk_job){
        .run = run, .done = done, .cls = job, .repeatable = job->repeatable};
    hk_store_submit(kit_store(), &job->job, choice);
}

static void wait_for(size_t count)
{
    for (size_t i = 0; i < count; i++)
        sem_wait(&told.all);
}

/* Submits the jobs while the writer is busy with another, so that they are
 * one batch; waits until all are told. */
static void submit_together(struct test_job *jobs, size_t count)
{
    sem_t held, running;
    struct test_job first = {.held = &held, .running = &running};

    sem_init(&held, 0, 0);
    sem_init(&running, 0, 0);
    submit(&first, HK_WRITE_THERE);
    sem_wait(&running);
    for (size_t i = 0; i < count; i++)
        submit(&jobs[i], i % 2 ? HK_WRITE_HERE : HK_WRITE_THERE);
    ck_assert_uint_eq(told.count, 0);
    sem_post(&held);
    wait_for(count + 1);
    ck_assert_ptr_eq(told.jobs[0], &first);
    sem_destroy(&held);
    sem_destroy(&running);
}

START_TEST(test_what_gathers_is_one_batch_told_in_order)
{
    static char names[20][8];
    struct test_job jobs[20] = {0};
    struct hk_store_counts before = hk_store_counts(kit_store());

    for (size_t i = 0; i < 20; i++) {
        snprintf(names[i], sizeof(names[i]), "p%zu", i);
        jobs[i].name = names[i];
    }
    submit_together(jobs, 20);
    for (size_t i = 0; i < 20; i++) {
        ck_assert_ptr_eq(told.jobs[i + 1], &jobs[i]);
        ck_assert_int_eq(jobs[i].error, HK_OK);
        ck_assert(jobs[i].durable);
        ck_assert(!pthread_equal(jobs[i].teller, pthread_self()));
    }
    struct hk_store_counts counts = hk_store_counts(kit_store());
    ck_assert_uint_eq(counts.batches, 2);
    ck_assert_uint_eq(counts.jobs, 21);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 20);
    (void)before;
}
END_TEST

START_TEST(test_a_job_that_fails_is_taken_back_alone)
{
    struct test_job jobs[] = {
        {.name = "huda"},
        {.name = "sami", .wants = HK_E_SEAT_TAKEN},
        {.name = "zeid"},
        {.wants = HK_E_STALE}, /* writes nothing */
        {.name = "sami", .wants = HK_E_INTERNAL},
        {.name = "zahra"},
    };

    submit_together(jobs, 6);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_ptr_eq(told.jobs[i + 1], &jobs[i]);
        ck_assert_int_eq(jobs[i].error, jobs[i].wants);
        ck_assert(jobs[i].durable == (jobs[i].wants == HK_OK));
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 3);
    ck_assert_int_eq(hk_store_ready(kit_store()), HK_OK);
}
END_TEST

/* A player with a long name, again and again, until a page is full. */
static enum hk_error make_many(struct hk_tx *tx, void *cls)
{
    struct hk_player_row row;
    enum hk_error error = HK_OK;

    (void)cls;
    for (int i = 0; i < 2000 && error == HK_OK; i++) {
        char name[65];
        snprintf(name, sizeof(name), "%060d", i);
        error = hk_tx_player(tx, name, name, 1, &row);
    }
    return error;
}

static enum hk_error fill_disk(struct hk_tx *tx, void *cls)
{
    int64_t pages;

    (void)cls;
    return hk_db_int(tx->db, "PRAGMA max_page_count = 1", &pages);
}

static enum hk_error make_room(struct hk_tx *tx, void *cls)
{
    int64_t pages;

    (void)cls;
    return hk_db_int(tx->db, "PRAGMA max_page_count = 100000", &pages);
}

START_TEST(test_repeatable_jobs_share_a_savepoint_until_one_fails)
{
    static const struct {
        const char *name;
        enum hk_error wants;
        bool repeatable;
        unsigned runs;
    } rows[] = {
        {"a", HK_OK, true, 1}, /* a group that is well */
        {"b", HK_OK, true, 1},
        {"c", HK_OK, false, 1},
        {"d", HK_OK, true, 2}, /* one in which one fails */
        {"e", HK_E_STALE, true, 2},
        {"f", HK_OK, true, 1}, /* the first time it was not come to */
        {"g", HK_E_SEAT_TAKEN, false, 1},
        {"h", HK_E_INTERNAL, true, 2}, /* one alone */
        {"i", HK_E_STALE, false, 1},
        {"k", HK_OK, true, 1},
    };
    enum { COUNT = sizeof rows / sizeof rows[0] };
    struct test_job jobs[COUNT] = {0};

    for (size_t i = 0; i < COUNT; i++)
        jobs[i] = (struct test_job){.name = rows[i].name,
                                    .wants = rows[i].wants,
                                    .repeatable = rows[i].repeatable};
    submit_together(jobs, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert_ptr_eq(told.jobs[i + 1], &jobs[i]);
        ck_assert_int_eq(jobs[i].error, rows[i].wants);
        ck_assert_uint_eq(jobs[i].runs, rows[i].runs);
        ck_assert(jobs[i].durable == (rows[i].wants == HK_OK));
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 6);
}
END_TEST

START_TEST(test_a_commit_that_fails_fails_all)
{
    struct test_job jobs[] = {
        {.name = "huda"},
        {.name = "sami", .wants = HK_E_SEAT_TAKEN},
        {.name = NULL},
        {.name = "zeid"},
    };
    sem_t held, running;
    struct test_job first = {.held = &held, .running = &running};

    sem_init(&held, 0, 0);
    sem_init(&running, 0, 0);
    kit_write(fill_disk, NULL);
    submit(&first, HK_WRITE_THERE);
    sem_wait(&running);
    for (size_t i = 0; i < 4; i++) {
        jobs[i].job = (struct hk_job){
            .run = i == 2 ? make_many : run, .done = done, .cls = &jobs[i]};
        hk_store_submit(kit_store(), &jobs[i].job, HK_WRITE_THERE);
    }
    sem_post(&held);
    wait_for(5);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_ptr_eq(told.jobs[i + 1], &jobs[i]);
        ck_assert_int_eq(jobs[i].error, HK_E_STORAGE_UNAVAILABLE);
        ck_assert(!jobs[i].durable);
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);

    /* It goes on by itself when there is room again. */
    kit_write(make_room, NULL);
    struct test_job again[] = {{.name = "huda"}, {.name = "zeid"}};
    told.count = 0;
    submit_together(again, 2);
    ck_assert_int_eq(again[0].error, HK_OK);
    ck_assert_int_eq(again[1].error, HK_OK);
    ck_assert_int_eq(hk_store_ready(kit_store()), HK_OK);
}
END_TEST

START_TEST(test_a_lone_job_is_written_by_its_own_thread)
{
    struct test_job job = {.name = "huda"};

    submit(&job, HK_WRITE_HERE);
    ck_assert_uint_eq(told.count, 1);
    ck_assert_int_eq(job.error, HK_OK);
    ck_assert(job.durable);
    ck_assert(pthread_equal(job.teller, pthread_self()));
    struct hk_store_counts counts = hk_store_counts(kit_store());
    ck_assert_uint_eq(counts.batches, counts.jobs);
}
END_TEST

/* Submits the next from where one is told. */
static struct test_job following;

static void go_on(enum hk_error error, void *cls)
{
    done(error, cls);
    submit(&following, HK_WRITE_THERE);
}

START_TEST(test_who_is_told_may_submit_the_next)
{
    struct test_job job = {.name = "huda"};

    following = (struct test_job){.name = "sami"};
    job.job = (struct hk_job){.run = run, .done = go_on, .cls = &job};
    hk_store_submit(kit_store(), &job.job, _i ? HK_WRITE_HERE : HK_WRITE_THERE);
    wait_for(2);
    ck_assert_ptr_eq(told.jobs[1], &following);
    ck_assert_int_eq(following.error, HK_OK);
}
END_TEST

static void count_only(enum hk_error error, void *cls)
{
    struct test_job *job = cls;

    job->error = error;
    told.count++;
}

START_TEST(test_closing_writes_what_was_submitted)
{
    static char names[JOBS_MAX][8];
    static struct test_job jobs[JOBS_MAX];

    for (size_t i = 0; i < JOBS_MAX; i++) {
        snprintf(names[i], sizeof(names[i]), "p%zu", i);
        jobs[i] = (struct test_job){.name = names[i]};
        jobs[i].job = (struct hk_job){
            .run = run, .done = count_only, .cls = &jobs[i]};
        hk_store_submit(kit_store(), &jobs[i].job, HK_WRITE_THERE);
    }
    kit_close();
    ck_assert_uint_eq(told.count, JOBS_MAX);
    for (size_t i = 0; i < JOBS_MAX; i++)
        ck_assert_int_eq(jobs[i].error, HK_OK);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), JOBS_MAX);
}
END_TEST

/* ----- many threads at once ----------------------------------------------- */

enum { THREADS = 8, EACH = 50 };

static void *write_some(void *cls)
{
    for (int i = 0; i < EACH; i++) {
        char name[32];
        snprintf(name, sizeof(name), "%s%d", (const char *)cls, i);
        struct test_job job = {.name = name};
        if (hk_store_write(kit_store(), run, &job) != HK_OK)
            return cls;
    }
    return NULL;
}

START_TEST(test_waiting_threads_share_batches)
{
    static char names[THREADS][2];
    pthread_t threads[THREADS];

    kit_store();
    for (int i = 0; i < THREADS; i++) {
        names[i][0] = (char)('a' + i);
        pthread_create(&threads[i], NULL, write_some, names[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        void *fault;
        pthread_join(threads[i], &fault);
        ck_assert_ptr_null(fault);
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), THREADS * EACH);
}
END_TEST

START_TEST(test_the_backlog_is_told)
{
    sem_t held, running;
    struct test_job jobs[4] = {{.held = &held, .running = &running}};
    struct hk_store_backlog backlog = hk_store_backlog(kit_store());

    ck_assert_uint_eq(backlog.queued, 0);
    ck_assert_uint_eq(backlog.under_ns, 0);
    sem_init(&held, 0, 0);
    sem_init(&running, 0, 0);
    submit(&jobs[0], HK_WRITE_THERE);
    sem_wait(&running);
    for (size_t i = 1; i < 4; i++) {
        submit(&jobs[i], HK_WRITE_THERE);
        ck_assert_uint_eq(hk_store_backlog(kit_store()).queued, i);
    }
    uint64_t before = hk_store_backlog(kit_store()).under_ns;
    ck_assert_uint_gt(before, 0);
    ck_assert_uint_gt(hk_store_backlog(kit_store()).under_ns, before);
    sem_post(&held);
    wait_for(4);
    ck_assert_uint_eq(hk_store_backlog(kit_store()).queued, 0);
    sem_destroy(&held);
    sem_destroy(&running);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_writer");
    TCase *writer = tcase_create("writer");
    tcase_add_checked_fixture(writer, set_up, kit_tear_down);
    tcase_add_test(writer, test_what_gathers_is_one_batch_told_in_order);
    tcase_add_test(writer, test_a_job_that_fails_is_taken_back_alone);
    tcase_add_test(writer,
                   test_repeatable_jobs_share_a_savepoint_until_one_fails);
    tcase_add_test(writer, test_a_commit_that_fails_fails_all);
    tcase_add_test(writer, test_a_lone_job_is_written_by_its_own_thread);
    tcase_add_loop_test(writer, test_who_is_told_may_submit_the_next, 0, 2);
    tcase_add_test(writer, test_closing_writes_what_was_submitted);
    tcase_add_test(writer, test_waiting_threads_share_batches);
    tcase_add_test(writer, test_the_backlog_is_told);
    suite_add_tcase(suite, writer);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
