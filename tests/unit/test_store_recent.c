/* The tails of games in memory, against a plain model: random histories. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "store/recent.h"

#define GAMES 6
#define ROWS_MAX 40000
#define STEPS 20000

/* A game as all of its rows tell; `last` 0: it has none. */
struct model_game {
    uint32_t seq, settled;
    hk_time at;
    int64_t last;
    bool sure;
};

struct model {
    struct model_game games[GAMES + 1];
    int64_t first, next;
};

static struct hk_recent recent;
static struct {
    int64_t game;
    uint32_t seq;
} rows[ROWS_MAX];
static struct model durable, now; /* what readers see, and the transaction */
static struct hk_rng_seeded source;
static struct hk_rng dice;

static uint32_t below(uint32_t bound)
{
    return hk_rng_below(&dice, bound);
}

static void set_up(void)
{
    ck_assert_int_eq(hk_recent_init(&recent), HK_OK);
    memset(&durable, 0, sizeof durable);
    memset(rows, 0, sizeof rows);
    durable.first = durable.next = 1;
    now = durable;
}

static void tear_down(void)
{
    hk_recent_clear(&recent);
}

/* ----- comparing ---------------------------------------------------------- */

static uint32_t tail_of(const struct model_game *game)
{
    return game->seq - game->settled;
}

static void compare_tail(const struct model_game *game,
                         const struct hk_tail *tail)
{
    ck_assert_uint_eq(tail->seq, game->seq);
    ck_assert_int_eq(tail->at, game->at);
    ck_assert_uint_eq(tail->count, tail_of(game));
    ck_assert_int_eq(tail->last, game->last);
    ck_assert_int_eq(tail->sure, game->sure);
}

static void compare_ids(const struct model *model, int64_t game, uint32_t after,
                        const int64_t *ids, size_t count)
{
    size_t found = 0;

    if (after < model->games[game].settled)
        after = model->games[game].settled;
    for (int64_t id = model->first; id < model->next; id++) {
        if (rows[id].game != game || rows[id].seq <= after)
            continue;
        ck_assert_uint_lt(found, count);
        ck_assert_int_eq(ids[found++], id);
    }
    ck_assert_uint_eq(found, count);
}

static void compare_game(int64_t game)
{
    const struct model_game *seen = &durable.games[game];
    const struct model_game *made = &now.games[game];
    uint32_t after = below(seen->seq + 2);
    int64_t ids[HK_TAIL_MAX];
    struct hk_tail tail;

    bool has = hk_recent_find(&recent, game, &tail);
    ck_assert_int_eq(has, seen->last >= durable.first);
    if (has)
        compare_tail(seen, &tail);
    compare_ids(&durable, game, after, ids,
                hk_recent_ids(&recent, game, after, ids));

    has = hk_recent_tail(&recent, game, &tail);
    ck_assert_int_eq(has, made->sure || tail_of(made) > 0);
    if (has)
        compare_tail(made, &tail);
    compare_ids(&now, game, 0, ids, hk_recent_tail_ids(&recent, game, ids));
}

static void compare(void)
{
    for (int64_t game = 1; game <= GAMES; game++)
        compare_game(game);
    ck_assert_int_eq(hk_recent_first(&recent), now.first);
    ck_assert_uint_eq(hk_recent_count(&recent), (size_t)(now.next - now.first));
    if (now.next > now.first) {
        int64_t id = now.first + below((uint32_t)(now.next - now.first));
        int64_t game = rows[id].game;
        bool owned = rows[id].seq > now.games[game].settled;
        ck_assert_int_eq(hk_recent_owner(&recent, id), owned ? game : 0);
    }
}

/* ----- what a transaction does -------------------------------------------- */

static void add(int64_t game)
{
    struct model_game *made = &now.games[game];
    int64_t id = 0;

    if (tail_of(made) == HK_TAIL_MAX)
        return;
    made->sure |= tail_of(made) == 0;
    made->seq++;
    made->at = 1000 + now.next;
    made->last = now.next;
    rows[now.next].game = game;
    rows[now.next].seq = made->seq;
    ck_assert_int_eq(hk_recent_add(&recent, game, made->seq, made->at, &id),
                     HK_OK);
    ck_assert_int_eq(id, now.next++);
}

static void settle(int64_t game)
{
    now.games[game].settled = now.games[game].seq;
    ck_assert_int_eq(hk_recent_settle(&recent, game), HK_OK);
}

/* It is settled, and its row has come further. */
static void pass(int64_t game)
{
    struct model_game *made = &now.games[game];

    settle(game);
    made->sure = false;
    ck_assert_int_eq(hk_recent_pass(&recent, game), HK_OK);
}

/* The newest row stays. */
static void prune(void)
{
    int64_t end = now.first + below(40);

    if (end >= now.next)
        return;
    for (; now.first < end; now.first++) {
        int64_t game = hk_recent_owner(&recent, now.first);
        if (game)
            settle(game);
    }
    hk_recent_prune(&recent, end);
}

static void change(void)
{
    int64_t game = 1 + below(GAMES);

    switch (below(12)) {
    case 0:
        settle(game);
        break;
    case 1:
        pass(game);
        break;
    default:
        add(game);
        break;
    }
}

/* Some changes that are kept, or taken back alone. */
static void run_part(void)
{
    struct model before = now;
    size_t mark = hk_recent_mark(&recent);

    for (uint32_t i = below(8); i > 0; i--)
        change();
    ck_assert_uint_eq(hk_recent_added(&recent, mark),
                      (size_t)(now.next - before.next));
    if (below(3) > 0)
        return;
    hk_recent_take_back(&recent, mark);
    now = before;
}

static void end_transaction(void)
{
    if (below(4) == 0) {
        hk_recent_drop(&recent);
        now = durable;
        return;
    }
    hk_recent_publish(&recent);
    /* Of a game without rows nothing is known. */
    for (int64_t game = 1; game <= GAMES; game++)
        now.games[game].sure &= now.games[game].last >= now.first;
    durable = now;
}

START_TEST(test_random_histories)
{
    set_up();
    dice = hk_rng_from_seed(&source, (uint64_t)_i);
    /* More rows than there is room for at first, in most of them. */
    bool pruned = _i % 4 != 0;
    for (int i = 0; i < STEPS && now.next < ROWS_MAX - 100; i++) {
        run_part();
        if (i % 16 == 0)
            compare();
        if (below(3) > 0)
            continue;
        if (pruned && now.next - now.first > 200)
            prune();
        if (i % 16 == 0)
            compare();
        end_transaction();
    }
    end_transaction();
    compare();
    tear_down();
}
END_TEST

START_TEST(test_the_long_tails_of_a_transaction_are_found)
{
    size_t position = 0;
    int64_t id;

    set_up();
    for (uint32_t seq = 1; seq <= 3; seq++)
        for (int64_t game = 1; game <= 3; game++)
            if (seq <= game)
                ck_assert_int_eq(hk_recent_add(&recent, game, seq, 0, &id),
                                 HK_OK);
    hk_recent_publish(&recent);
    ck_assert_int_eq(hk_recent_long_tail(&recent, 1, &position), 0);
    ck_assert_int_eq(hk_recent_add(&recent, 1, 2, 0, &id), HK_OK);
    ck_assert_int_eq(hk_recent_add(&recent, 2, 3, 0, &id), HK_OK);
    position = 0;
    ck_assert_int_eq(hk_recent_long_tail(&recent, 3, &position), 2);
    ck_assert_int_eq(hk_recent_settle(&recent, 2), HK_OK);
    ck_assert_int_eq(hk_recent_long_tail(&recent, 3, &position), 0);
    tear_down();
}
END_TEST

/* ----- a table that is found ---------------------------------------------- */

START_TEST(test_a_table_is_learned)
{
    int64_t ids[HK_TAIL_MAX];
    struct hk_tail tail;

    set_up();
    ck_assert_int_eq(hk_recent_next(&recent), 1);
    ck_assert_int_eq(hk_recent_learn(&recent, 70, 4, 9, 90), HK_OK);
    ck_assert_int_eq(hk_recent_learn(&recent, 71, 5, 1, 91), HK_OK);
    ck_assert_int_eq(hk_recent_learn(&recent, 72, 4, 10, 92), HK_OK);
    ck_assert_int_eq(hk_recent_learn(&recent, 74, 4, 11, 93), HK_E_INTERNAL);
    ck_assert_int_eq(hk_recent_next(&recent), 73);
    ck_assert(hk_recent_find(&recent, 4, &tail));
    ck_assert_uint_eq(tail.seq, 10);
    ck_assert_uint_eq(tail.count, 2);
    ck_assert_int_eq(tail.at, 92);
    ck_assert(!tail.sure);
    ck_assert_uint_eq(hk_recent_ids(&recent, 4, 0, ids), 2);
    ck_assert_int_eq(ids[0], 70);
    ck_assert_int_eq(ids[1], 72);
    /* Between them the log went on by itself: the older are in it. */
    ck_assert_int_eq(hk_recent_learn(&recent, 73, 4, 20, 94), HK_OK);
    ck_assert_uint_eq(hk_recent_ids(&recent, 4, 0, ids), 1);
    ck_assert_int_eq(ids[0], 73);
    tear_down();
}
END_TEST

START_TEST(test_of_a_long_table_only_what_may_be_missing_is_a_tail)
{
    int64_t ids[HK_TAIL_MAX];

    set_up();
    for (uint32_t seq = 1; seq <= 5000; seq++)
        ck_assert_int_eq(hk_recent_learn(&recent, seq, 7, seq, 0), HK_OK);
    ck_assert_uint_eq(hk_recent_ids(&recent, 7, 0, ids), HK_TAIL_MAX);
    ck_assert_int_eq(ids[0], 5001 - HK_TAIL_MAX);
    ck_assert_int_eq(ids[HK_TAIL_MAX - 1], 5000);
    tear_down();
}
END_TEST

START_TEST(test_what_is_gone_is_forgotten)
{
    int64_t ids[HK_TAIL_MAX];
    struct hk_tail tail;

    set_up();
    for (uint32_t i = 1; i <= 9; i++)
        ck_assert_int_eq(hk_recent_learn(&recent, i, 1 + i % 3, 1 + i / 3, 0),
                         HK_OK);
    hk_recent_forget(&recent, 8);
    ck_assert_uint_eq(hk_recent_ids(&recent, 1, 0, ids), 1);
    ck_assert_int_eq(ids[0], 9);
    ck_assert_uint_eq(hk_recent_ids(&recent, 3, 0, ids), 1);
    ck_assert_int_eq(ids[0], 8);
    ck_assert(!hk_recent_find(&recent, 2, &tail));
    /* Further than what was known: what comes next need not go on from it. */
    hk_recent_forget(&recent, 1000);
    ck_assert(!hk_recent_find(&recent, 1, &tail));
    ck_assert_int_eq(hk_recent_learn(&recent, 1000, 1, 50, 0), HK_OK);
    ck_assert_uint_eq(hk_recent_ids(&recent, 1, 0, ids), 1);
    tear_down();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_recent");
    TCase *tcase = tcase_create("recent");
    tcase_add_loop_test(tcase, test_random_histories, 0, 8);
    tcase_add_test(tcase, test_the_long_tails_of_a_transaction_are_found);
    tcase_add_test(tcase, test_a_table_is_learned);
    tcase_add_test(tcase,
                   test_of_a_long_table_only_what_may_be_missing_is_a_tail);
    tcase_add_test(tcase, test_what_is_gone_is_forgotten);
    tcase_set_timeout(tcase, 60);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
