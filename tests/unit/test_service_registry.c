/* Live games: one of each, loaded once, put away when idle for long. */
#include "service_kit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_player.h"
#include "service/internal.h"
#include "service/verify.h"

#define GAMES 12
#define THREADS 6

static char uuids[GAMES][HK_UUID_TEXT_SIZE];

static void make_games(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct hk_game *game = kit_new("a b c", "rounds=1", false, NULL);

        snprintf(uuids[i], sizeof uuids[i], "%s", game->slot.uuid);
        hk_game_close(game);
    }
}

static size_t in_memory(void)
{
    return hk_registry_counts(&kit_service()->registry).games;
}

static uint64_t loads(void)
{
    return hk_registry_counts(&kit_service()->registry).loads;
}

START_TEST(test_no_game_is_read_at_start)
{
    make_games(3);
    kit_close();
    ck_assert_int_eq(hk_service_ready(kit_service()), HK_OK);
    ck_assert_uint_eq(in_memory(), 0);
    ck_assert_uint_eq(loads(), 0);
    hk_game_close(kit_game(uuids[1]));
    ck_assert_uint_eq(in_memory(), 1);
    ck_assert_uint_eq(loads(), 1);
}
END_TEST

START_TEST(test_one_game_is_one_object)
{
    struct hk_game *game;
    char upper[HK_UUID_TEXT_SIZE];

    make_games(1);
    struct hk_game *first = kit_game(uuids[0]);
    struct hk_game *second = kit_game(uuids[0]);
    ck_assert_ptr_eq(first, second);
    for (size_t i = 0; i < sizeof upper; i++)
        upper[i] = (char)(uuids[0][i] >= 'a' ? uuids[0][i] - 'a' + 'A'
                                             : uuids[0][i]);
    ck_assert_int_eq(hk_game_open(kit_service(), upper, &game), HK_OK);
    ck_assert_ptr_eq(game, first);
    hk_game_close(first);
    hk_game_close(second);
    hk_game_close(game);
    hk_game_close(NULL);
}
END_TEST

START_TEST(test_what_is_no_game_leaves_no_trace)
{
    struct hk_game *game;

    ck_assert_int_eq(hk_game_open(kit_service(), "x", &game), HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_game_open(kit_service(),
                                  "0193a2b3-c4d5-7000-8000-00000000abcd",
                                  &game),
                     HK_E_NOT_FOUND);
    ck_assert_uint_eq(in_memory(), 0);
}
END_TEST

START_TEST(test_the_longest_idle_is_put_away)
{
    kit_live_games_max = 2;
    make_games(4);
    kit_close();
    struct hk_game *held = kit_game(uuids[0]);
    for (unsigned i = 1; i < 4; i++)
        hk_game_close(kit_game(uuids[i]));
    /* The one held, and the two idle for the shortest. */
    ck_assert_uint_eq(in_memory(), 3);
    ck_assert_uint_eq(loads(), 4);
    hk_game_close(kit_game(uuids[2]));
    hk_game_close(kit_game(uuids[3]));
    hk_game_close(kit_game(uuids[0]));
    ck_assert_uint_eq(loads(), 4);
    hk_game_close(kit_game(uuids[1]));
    ck_assert_uint_eq(loads(), 5);
    /* 2 was idle for longest then. */
    hk_game_close(kit_game(uuids[3]));
    ck_assert_uint_eq(loads(), 5);
    hk_game_close(kit_game(uuids[2]));
    ck_assert_uint_eq(loads(), 6);
    hk_game_close(held);
    ck_assert_uint_eq(in_memory(), 2);
}
END_TEST

START_TEST(test_one_in_use_is_passed_over)
{
    kit_live_games_max = 4;
    make_games(6);
    kit_close();
    /* While there is room it keeps the place that it had when it was idle. */
    hk_game_close(kit_game(uuids[0]));
    struct hk_game *held = kit_game(uuids[0]);
    for (unsigned i = 1; i < 6; i++)
        hk_game_close(kit_game(uuids[i]));
    ck_assert_uint_eq(in_memory(), 5);
    ck_assert_uint_eq(loads(), 6);
    ck_assert_ptr_eq(kit_game(uuids[0]), held);
    hk_game_close(kit_game(uuids[2]));
    ck_assert_uint_eq(loads(), 6);
    /* Those who leave are 1, and once it is given back the 3. */
    hk_game_close(held);
    hk_game_close(held);
    ck_assert_uint_eq(in_memory(), 4);
    hk_game_close(kit_game(uuids[0]));
    ck_assert_uint_eq(loads(), 6);
    hk_game_close(kit_game(uuids[3]));
    ck_assert_uint_eq(loads(), 7);
}
END_TEST

START_TEST(test_what_takes_too_much_is_put_away)
{
    make_games(4);
    struct hk_game *game = kit_game(uuids[0]);
    kit_live_bytes_max = 2 * hk_game_size(game) + 100;
    hk_game_close(game);
    kit_close();
    for (unsigned i = 0; i < 4; i++)
        hk_game_close(kit_game(uuids[i]));
    ck_assert_uint_eq(in_memory(), 2);
    hk_game_close(kit_game(uuids[2]));
    hk_game_close(kit_game(uuids[3]));
    ck_assert_uint_eq(loads(), 4);
    hk_game_close(kit_game(uuids[0]));
    ck_assert_uint_eq(loads(), 5);
}
END_TEST

START_TEST(test_a_live_game_is_small)
{
    struct hk_game *game = kit_new("alpha beta gamma delta epsilon", NULL,
                                   false, NULL);

    ck_assert_uint_le(hk_game_size(game), 2500);
    hk_game_close(game);
    /* With all its rounds, of which each takes its room. */
    game = kit_new("a b c", NULL, false, NULL);
    struct hk_rng rng = kit_rng();
    kit_finish(game, &rng);
    ck_assert_uint_le(hk_game_size(game), 4096);
    hk_game_close(game);
}
END_TEST

START_TEST(test_the_table_grows)
{
    enum { MANY = 600 };
    static char many[MANY][HK_UUID_TEXT_SIZE];

    for (unsigned i = 0; i < MANY; i++) {
        struct hk_game *game = kit_new("a b", NULL, false, NULL);

        snprintf(many[i], sizeof many[i], "%s", game->slot.uuid);
        hk_game_close(game);
    }
    KIT_CHECK(in_memory() == MANY);
    KIT_CHECK(loads() == MANY);
    for (unsigned i = 0; i < MANY; i++)
        hk_game_close(kit_game(many[i]));
    KIT_CHECK(loads() == MANY);
}
END_TEST

/* ----- threads ------------------------------------------------------------ */

struct worker {
    pthread_barrier_t *start;
    struct hk_game *game;
    unsigned number;
    unsigned moves;
};

static void *open_cold(void *cls)
{
    struct worker *worker = cls;

    pthread_barrier_wait(worker->start);
    if (hk_game_open(kit_service(), uuids[0], &worker->game))
        worker->game = NULL;
    return NULL;
}

static void run(void *(*work)(void *), struct worker *workers)
{
    pthread_barrier_t start;
    pthread_t threads[THREADS];

    pthread_barrier_init(&start, NULL, THREADS);
    for (unsigned t = 0; t < THREADS; t++) {
        workers[t] = (struct worker){.start = &start, .number = t};
        pthread_create(&threads[t], NULL, work, &workers[t]);
    }
    for (unsigned t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    pthread_barrier_destroy(&start);
}

START_TEST(test_many_that_ask_at_once_load_once)
{
    struct worker workers[THREADS];

    make_games(1);
    for (unsigned i = 0; i < 20; i++) {
        kit_close();
        (void)kit_service();
        run(open_cold, workers);
        KIT_CHECK(loads() == 1);
        for (unsigned t = 0; t < THREADS; t++) {
            KIT_CHECK(workers[t].game && workers[t].game == workers[0].game);
            hk_game_close(workers[t].game);
        }
    }
}
END_TEST

static void *ask_for_nothing(void *cls)
{
    struct worker *worker = cls;
    struct hk_game *game;

    pthread_barrier_wait(worker->start);
    for (unsigned i = 0; i < 50; i++) {
        if (hk_game_open(kit_service(), "0193a2b3-c4d5-7000-8000-00000000abcd",
                         &game) == HK_E_NOT_FOUND)
            worker->moves++;
    }
    return NULL;
}

START_TEST(test_many_that_ask_for_nothing_find_nothing)
{
    struct worker workers[THREADS];

    (void)kit_service();
    run(ask_for_nothing, workers);
    for (unsigned t = 0; t < THREADS; t++)
        ck_assert_uint_eq(workers[t].moves, 50);
    ck_assert_uint_eq(in_memory(), 0);
}
END_TEST

/* Tries a move, as a seat that has looked a moment ago. */
static bool try_once(struct hk_game *game, const struct hk_rng *rng,
                     unsigned attempt)
{
    struct hk_snapshot now;
    struct hk_happened happened;
    struct hk_refusal refusal;
    struct hk_move move;
    size_t index;

    if (hk_game_snapshot(game, &now))
        return false;
    hk_snapshot_clear(&now);
    if (now.row.status != HK_STATUS_PLAYING)
        return false;
    if (attempt % 8 != 7)
        player_try(&now.rules, &now.state, rng, &move);
    else if (!player_exit(&now.rules, &now.state, attempt / 8 % 16, &move))
        return false;
    if (hk_game_play(game, move.seat, &move, 1, &kit_real, &happened, &refusal,
                     &index))
        return false;
    hk_happened_clear(&happened);
    return true;
}

static enum hk_error ignore(const struct hk_event *event, void *cls)
{
    (void)event;
    (void)cls;
    return HK_OK;
}

/* Opens this and that game, plays a little, looks, and closes it. */
static void *wander(void *cls)
{
    static const struct hk_viewer host = {.kind = HK_VIEW_HOST};
    struct worker *worker = cls;
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, worker->number);
    bool more;

    pthread_barrier_wait(worker->start);
    for (unsigned i = 0; i < 150; i++) {
        struct hk_game *game;

        if (hk_game_open(kit_service(), uuids[hk_rng_below(&rng, GAMES)],
                         &game))
            return NULL;
        for (unsigned k = 0; k < 4; k++)
            worker->moves += try_once(game, &rng, hk_rng_below(&rng, 128));
        if (i % 10 == 0 &&
            hk_game_events(game, &host, 0, 50, ignore, NULL, &more))
            return NULL;
        hk_game_close(game);
    }
    return worker;
}

static void tell(const char *text, void *cls)
{
    (void)cls;
    ck_abort_msg("%s", text);
}

START_TEST(test_games_come_and_go_under_threads)
{
    struct worker workers[THREADS];
    struct hk_verify_report report;
    unsigned moves = 0;

    kit_live_games_max = 2;
    make_games(GAMES);
    run(wander, workers);
    for (unsigned t = 0; t < THREADS; t++)
        moves += workers[t].moves;
    ck_assert_uint_gt(moves, 100);
    ck_assert_uint_eq(in_memory(), 2);
    ck_assert_uint_gt(loads(), GAMES);
    /* Nothing was lost or done twice: the log replays to what is stored. */
    ck_assert_int_eq(hk_verify(kit_service()->store, tell, NULL, &report),
                     HK_OK);
    ck_assert_uint_eq(report.games, GAMES);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log WHERE type = 'move'"),
                     moves);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_no_game_is_read_at_start,
        test_one_game_is_one_object,
        test_what_is_no_game_leaves_no_trace,
        test_the_longest_idle_is_put_away,
        test_one_in_use_is_passed_over,
        test_what_takes_too_much_is_put_away,
        test_a_live_game_is_small,
        test_the_table_grows,
        test_many_that_ask_at_once_load_once,
        test_many_that_ask_for_nothing_find_nothing,
        test_games_come_and_go_under_threads,
    };
    return kit_run("service/registry", tests, KIT_COUNT(tests));
}
