/* One writer at a time, readers beside it: all from many threads at once. */
#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "store/internal.h"
#include "store_kit.h"

#define WRITERS 3
#define READERS 6 /* more than there are connections */
#define MOVES 60

struct table {
    int64_t game;
    uint32_t seq; /* of its last event, under `seat` */
    pthread_mutex_t seat;
    atomic_uint stale;
};

static struct table table;
static atomic_bool written;

struct move {
    uint32_t expected;
    struct hk_event_row event;
};

static enum hk_error append(struct hk_tx *tx, void *cls)
{
    struct move *move = cls;
    return hk_tx_append(tx, table.game, move->expected, &move->event, 1,
                        HK_STATUS_PLAYING);
}

/* Each thread tells by its argument, a const char **, what went wrong. */

/* Two of three threads may lose the race for a place in the log; who loses
 * tries the next. */
static void *write_moves(void *cls)
{
    for (int i = 0; i < MOVES;) {
        pthread_mutex_lock(&table.seat);
        struct move move = {.expected = table.seq};
        pthread_mutex_unlock(&table.seat);
        move.event = (struct hk_event_row){.seq = move.expected + 1,
                                           .at = move.expected,
                                           .type = HK_EVENT_MOVE,
                                           .round = 1,
                                           .seat = 0,
                                           .data = "{}"};
        enum hk_error error = hk_store_write(kit_store(), append, &move);
        if (error == HK_E_STALE) {
            atomic_fetch_add(&table.stale, 1);
            continue;
        }
        if (error != HK_OK) {
            *(const char **)cls = "a write failed";
            return NULL;
        }
        pthread_mutex_lock(&table.seat);
        if (table.seq < move.event.seq)
            table.seq = move.event.seq;
        pthread_mutex_unlock(&table.seat);
        i++;
    }
    return NULL;
}

struct seen {
    uint32_t last;
    bool gap;
};

static enum hk_error see(const struct hk_event_row *event, void *cls)
{
    struct seen *seen = cls;
    if (event->seq != seen->last + 1)
        seen->gap = true;
    seen->last = event->seq;
    return HK_OK;
}

/* Every look shows a log without a gap, never shorter than before, and a game
 * that is where its log is or further. NULL where it does. */
static const char *look(uint32_t *before)
{
    static const struct hk_game_filter all = {-1, -1, 0};
    struct seen seen = {0};
    struct hk_game_row game;
    size_t count;
    if (hk_store_events(kit_store(), table.game, 0, 0, see, &seen))
        return "the log could not be read";
    if (seen.gap || seen.last < *before)
        return "the log went back or has a gap";
    *before = seen.last;
    if (hk_store_list_games(kit_store(), &all, 0, 1, &game, &count) ||
        count != 1 || game.seq < *before)
        return "the game is behind its log";
    if (hk_store_ready(kit_store()))
        return "not ready";
    return NULL;
}

static void *read_moves(void *cls)
{
    const char **fault = cls;
    uint32_t before = 0;
    bool last;
    do {
        last = atomic_load(&written);
        *fault = look(&before);
    } while (!last && !*fault);
    if (!*fault && before != WRITERS * MOVES)
        *fault = "the end was not seen";
    return NULL;
}

START_TEST(test_readers_and_writers_do_not_disturb_each_other)
{
    static const char *const two[] = {"huda", "sami"};
    pthread_t writers[WRITERS], readers[READERS];
    const char *fault[WRITERS + READERS] = {NULL};
    table = (struct table){.game = kit_game(HK_HAND, true, 2, two)};
    pthread_mutex_init(&table.seat, NULL);
    atomic_store(&written, false);

    for (int i = 0; i < READERS; i++)
        ck_assert_int_eq(
            pthread_create(&readers[i], NULL, read_moves, &fault[WRITERS + i]),
            0);
    for (int i = 0; i < WRITERS; i++)
        ck_assert_int_eq(
            pthread_create(&writers[i], NULL, write_moves, &fault[i]), 0);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i], NULL);
    atomic_store(&written, true);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    pthread_mutex_destroy(&table.seat);

    for (int i = 0; i < WRITERS + READERS; i++)
        ck_assert_msg(!fault[i], "thread %d: %s", i, fault[i]);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"), WRITERS * MOVES);
    ck_assert_int_eq(kit_int("SELECT max(seq) FROM log"), WRITERS * MOVES);
}
END_TEST

struct waiter {
    atomic_bool begun;
    bool served;
};

static void *wait_for_reader(void *cls)
{
    struct waiter *waiter = cls;
    int64_t value;
    atomic_store(&waiter->begun, true);
    struct hk_db *db = hk_store_take_reader(kit_store());
    enum hk_error error = hk_db_int(db, "SELECT 7", &value);
    hk_store_give_reader(kit_store(), db);
    waiter->served = error == HK_OK && value == 7;
    return NULL;
}

START_TEST(test_who_finds_no_reader_waits_for_one)
{
    struct hk_store *store = kit_store();
    struct hk_db *taken[16];
    size_t count = 0;
    struct waiter waiter = {.served = false};
    pthread_t thread;

    /* Four different connections, all of them. */
    for (; count < 4; count++) {
        taken[count] = hk_store_take_reader(store);
        for (size_t i = 0; i < count; i++)
            ck_assert_ptr_ne(taken[i], taken[count]);
    }
    ck_assert_int_eq(pthread_create(&thread, NULL, wait_for_reader, &waiter),
                     0);
    while (!atomic_load(&waiter.begun))
        sched_yield();
    for (size_t i = 0; i < count; i++)
        hk_store_give_reader(store, taken[i]);
    pthread_join(thread, NULL);
    ck_assert(waiter.served);
}
END_TEST

START_TEST(test_a_long_read_sees_one_moment)
{
    struct hk_store *store = kit_store();
    struct hk_db *reader = hk_store_take_reader(store);
    int64_t before, during, after;
    static const char sql[] = "SELECT count(*) FROM players";
    ck_assert_int_eq(hk_db_begin_read(reader), HK_OK);
    ck_assert_int_eq(hk_db_int(reader, sql, &before), HK_OK);
    kit_player("huda");
    ck_assert_int_eq(hk_db_int(reader, sql, &during), HK_OK);
    ck_assert_int_eq(hk_db_end(reader, HK_OK), HK_OK);
    ck_assert_int_eq(hk_db_int(reader, sql, &after), HK_OK);
    hk_store_give_reader(store, reader);
    ck_assert_int_eq(before, 0);
    ck_assert_int_eq(during, 0);
    ck_assert_int_eq(after, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_threads");
    TCase *tcase = tcase_create("threads");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, test_readers_and_writers_do_not_disturb_each_other);
    tcase_add_test(tcase, test_who_finds_no_reader_waits_for_one);
    tcase_add_test(tcase, test_a_long_read_sees_one_moment);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
