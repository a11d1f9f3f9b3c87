/* Recent events as they are read: against a plain model, by another process,
 * and beside the writer. */
#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/rng.h"
#include "store/internal.h"
#include "store_kit.h"
#include "tail_kit.h"

/* ----- random histories, and another process ------------------------------ */

#define GAMES 5

struct table {
    int64_t games[GAMES];
    uint32_t seqs[GAMES];
    struct hk_rng_seeded source;
    struct hk_rng dice;
    struct hk_store *beside; /* opened for reading, as `hakam verify` does */
};

static void open_beside(struct table *table)
{
    char why[HK_STORE_MESSAGE_SIZE];

    hk_store_close(table->beside);
    ck_assert_int_eq(
        hk_store_open(kit_path(), HK_STORE_READ, &table->beside, why), HK_OK);
}

static void check_list(struct hk_store *store, const struct table *table)
{
    static const struct hk_game_filter playing = {-1, HK_STATUS_PLAYING, 0};
    struct hk_game_row rows[GAMES];
    size_t count;

    ck_assert_int_eq(
        hk_store_list_games(store, &playing, 0, GAMES, rows, &count), HK_OK);
    ck_assert_uint_eq(count, GAMES);
    for (size_t i = 0; i < GAMES; i++)
        kit_check_row(&rows[i], table->seqs[GAMES - 1 - i]);
}

static void check_table(struct hk_store *store, struct table *table)
{
    uint32_t which = hk_rng_below(&table->dice, GAMES);
    uint32_t seq = table->seqs[which];

    kit_check_game(store, table->games[which], seq);
    kit_check_events(store, table->games[which], seq,
                     hk_rng_below(&table->dice, seq + 2),
                     hk_rng_below(&table->dice, 9));
    check_list(store, table);
}

static void step(struct table *table)
{
    uint32_t which = hk_rng_below(&table->dice, GAMES);
    size_t count = 1 + (hk_rng_below(&table->dice, 6) == 0
                            ? hk_rng_below(&table->dice, 12)
                            : 0);
    struct kit_move move = {table->games[which], table->seqs[which], count,
                            HK_STATUS_PLAYING, HK_OK};

    if (hk_rng_below(&table->dice, 5) == 0)
        move.wants = HK_E_SEAT_TAKEN;
    ck_assert_int_eq(hk_store_write(kit_store(), kit_run_move, &move),
                     move.wants);
    if (move.wants == HK_OK)
        table->seqs[which] += (uint32_t)count;
}

START_TEST(test_random_histories_are_read_as_they_were)
{
    struct table table = {.beside = NULL};

    table.dice = hk_rng_from_seed(&table.source, (uint64_t)_i);
    for (size_t i = 0; i < GAMES; i++) {
        table.games[i] = kit_begun();
        table.seqs[i] = 1;
    }
    open_beside(&table);
    for (int i = 0; i < 400; i++) {
        step(&table);
        if (i % 3 == 0)
            check_table(kit_store(), &table);
        if (i % 7 == 0)
            check_table(table.beside, &table);
        if (hk_rng_below(&table.dice, 60) == 0)
            open_beside(&table);
        if (hk_rng_below(&table.dice, 60) == 0) {
            hk_store_close(table.beside);
            table.beside = NULL;
            kit_close();
            ck_assert_int_eq(kit_int("SELECT count(*) FROM log"),
                             (int64_t)table.seqs[0] + table.seqs[1] +
                                 table.seqs[2] + table.seqs[3] + table.seqs[4]);
            (void)kit_store();
            open_beside(&table);
        }
    }
    hk_store_close(table.beside);
}
END_TEST

/* Who reads beside the daemon while rows are deleted. */
START_TEST(test_another_process_follows_what_is_deleted)
{
    static struct kit_crowd crowd;
    struct table table = {.beside = NULL};
    int64_t alone = kit_begun();

    crowd.first = alone + 1;
    kit_write(kit_make_crowd, &crowd);
    kit_play(alone, 1, 1);
    open_beside(&table);
    kit_check_game(table.beside, alone, 2);
    for (int i = 0; i < KIT_ROUNDS; i++) {
        kit_write(kit_play_crowd, &crowd);
        if (i % 4 == 0)
            kit_check_events(table.beside, crowd.first + i, crowd.seqs[i], 1,
                             0);
    }
    kit_check_game(table.beside, alone, 2);
    for (int i = 0; i < KIT_CROWD; i += 100)
        kit_check_events(table.beside, crowd.first + i, crowd.seqs[i], 1, 0);
    for (int i = 0; i < KIT_ROUNDS; i++)
        kit_write(kit_play_crowd, &crowd);
    for (int i = 0; i < KIT_CROWD; i += 100)
        kit_check_events(table.beside, crowd.first + i, crowd.seqs[i], 1, 0);
    hk_store_close(table.beside);
}
END_TEST

/* ----- readers beside the writer ------------------------------------------ */

#define READERS 4
#define RACED 600

struct race {
    int64_t game;
    struct hk_store *store;
    const char *fault;
};

static atomic_bool over;

/* Neither the log nor the game's row ever goes back, and what was told is
 * there. */
static const char *look(struct race *race, uint32_t *before)
{
    static const struct hk_game_filter all = {-1, -1, 0};
    struct kit_walk walk = {.game = race->game};
    struct hk_game_row row, listed;
    size_t count;

    if (hk_store_find_game(race->store, KIT_UUID(race->game), &row) ||
        hk_store_events(race->store, race->game, 0, 0, kit_see, &walk) ||
        hk_store_list_games(race->store, &all, 0, 1, &listed, &count))
        return "unreadable";
    if (walk.fault)
        return walk.fault;
    if (row.seq < *before || walk.last < row.seq || listed.seq < walk.last)
        return "it went back";
    *before = listed.seq;
    return NULL;
}

static void *read_on(void *cls)
{
    struct race *race = cls;
    uint32_t before = 0;
    bool last;

    do {
        last = atomic_load(&over);
        race->fault = look(race, &before);
    } while (!last && !race->fault);
    if (!race->fault && before != RACED + 1)
        race->fault = "the end was not seen";
    return NULL;
}

/* Half of them read as another process would. */
START_TEST(test_readers_beside_the_writer)
{
    struct table table = {.beside = NULL};
    struct race races[READERS];
    pthread_t threads[READERS];
    int64_t game = kit_begun();

    open_beside(&table);
    atomic_store(&over, false);
    for (int i = 0; i < READERS; i++) {
        races[i] = (struct race){.game = game,
                                 .store = i % 2 ? table.beside : kit_store()};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, read_on, &races[i]),
                         0);
    }
    for (uint32_t seq = 1; seq <= RACED; seq++)
        kit_play(game, seq, 1);
    atomic_store(&over, true);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < READERS; i++)
        ck_assert_msg(!races[i].fault, "reader %d: %s", i, races[i].fault);
    hk_store_close(table.beside);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_tails");
    TCase *tcase = tcase_create("tails");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_loop_test(tcase, test_random_histories_are_read_as_they_were, 0,
                        4);
    tcase_add_test(tcase, test_another_process_follows_what_is_deleted);
    tcase_add_test(tcase, test_readers_beside_the_writer);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
