/* Writes on their way: one of a game at a time, the others in their order. */
#include "service_kit.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

#include "service/internal.h"

/* ----- the writer held busy ----------------------------------------------- */

static struct hold {
    struct hk_job job;
    sem_t running, free;
} hold;

static enum hk_error run_hold(struct hk_tx *tx, void *cls)
{
    (void)tx;
    (void)cls;
    sem_post(&hold.running);
    sem_wait(&hold.free);
    return HK_OK;
}

static void end_hold(enum hk_error error, void *cls)
{
    (void)error;
    (void)cls;
}

/* Until let_go() nothing is committed. */
static void hold_writer(void)
{
    sem_init(&hold.running, 0, 0);
    sem_init(&hold.free, 0, 0);
    hold.job = (struct hk_job){.run = run_hold, .done = end_hold};
    hk_store_submit(kit_service()->store, &hold.job, HK_WRITE_THERE);
    sem_wait(&hold.running);
}

static void let_go(void)
{
    sem_post(&hold.free);
}

/* ----- moves under way ---------------------------------------------------- */

#define MOVES_MAX 8

/* A move, and how it is to end. */
struct row {
    unsigned seat;
    const char *move;
    enum hk_error error;
};

struct one {
    struct hk_play play;
    struct hk_move move;
};

static struct one ones[MOVES_MAX];
static const struct hk_write *order[MOVES_MAX];
static size_t told_count;
static sem_t told_one;

static void told(struct hk_write *write, void *cls)
{
    (void)cls;
    order[told_count++] = write;
    sem_post(&told_one);
}

static void start(struct hk_game *game, size_t i, const struct row *row,
                  bool dry)
{
    struct one *one = &ones[i];

    memset(one, 0, sizeof *one);
    one->move = kit_move(row->move);
    one->play.seat = (hk_seat)row->seat;
    one->play.moves = &one->move;
    one->play.count = 1;
    one->play.write.wish.dry_run = dry;
    one->play.write.told = told;
    hk_play_start(&one->play, game);
}

static void begin(void)
{
    told_count = 0;
    sem_init(&told_one, 0, 0);
}

static void wait_for(size_t count)
{
    for (size_t i = 0; i < count; i++)
        sem_wait(&told_one);
}

static void clear(size_t count)
{
    for (size_t i = 0; i < count; i++)
        hk_happened_clear(&ones[i].play.happened);
}

/* Seat 0 starts with 15 cards, seat 1 has 14; the stock is named. */
static struct hk_game *arrange(void)
{
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    struct hk_arranged_deal deal = {0};
    struct hk_seated seated;

    deal.hand_sizes[0] = kit_cards(
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 4D", deal.hands[0]);
    deal.hand_sizes[1] = kit_cards("9H TH JH QH KH 5D 6D 7D 8D 9D TC JC QC 4C",
                                   deal.hands[1]);
    deal.stock_size = kit_cards("KC 3D", deal.stock);
    wish.deals = &deal;
    wish.deal_count = 1;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    return game;
}

static const struct row rows[] = {
    {0, "discard 4D", HK_OK},
    {1, "discard 4C", HK_E_WRONG_PHASE},
    {1, "draw stock", HK_OK},
    {0, "draw stock", HK_E_NOT_YOUR_TURN},
    {1, "draw stock", HK_E_WRONG_PHASE},
    {1, "discard 4C", HK_OK},
    {0, "draw stock", HK_OK},
};

START_TEST(test_moves_of_a_game_are_played_in_the_order_they_came)
{
    struct hk_game *game = arrange();
    uint32_t seq = hk_game_seq(game);

    begin();
    hold_writer();
    for (size_t i = 0; i < KIT_COUNT(rows); i++)
        start(game, i, &rows[i], false);
    /* None is told before it is durable, and readers see what was. */
    ck_assert_uint_eq(told_count, 0);
    ck_assert_uint_eq(hk_game_seq(game), seq);
    let_go();
    wait_for(KIT_COUNT(rows));
    for (size_t i = 0; i < KIT_COUNT(rows); i++) {
        ck_assert_ptr_eq(order[i], &ones[i].play.write);
        ck_assert_int_eq(ones[i].play.write.error, rows[i].error);
        if (rows[i].error == HK_OK)
            ck_assert_uint_eq(ones[i].play.happened.seq, ++seq);
        else
            ck_assert_int_eq(ones[i].play.refusal.error, rows[i].error);
    }
    ck_assert_uint_eq(hk_game_seq(game), seq);
    clear(KIT_COUNT(rows));
    hk_game_close(game);
}
END_TEST

START_TEST(test_moves_of_several_games_share_a_commit)
{
    struct hk_game *games[MOVES_MAX];
    struct hk_store *store = kit_service()->store;

    for (size_t i = 0; i < MOVES_MAX; i++)
        games[i] = arrange();
    begin();
    struct hk_store_counts before = hk_store_counts(store);
    hold_writer();
    for (size_t i = 0; i < MOVES_MAX; i++)
        start(games[i], i, &rows[0], false);
    let_go();
    wait_for(MOVES_MAX);
    struct hk_store_counts after = hk_store_counts(store);
    ck_assert_uint_eq(after.batches - before.batches, 2);
    ck_assert_uint_eq(after.jobs - before.jobs, MOVES_MAX + 1);
    clear(MOVES_MAX);
    for (size_t i = 0; i < MOVES_MAX; i++)
        hk_game_close(games[i]);
}
END_TEST

START_TEST(test_a_dry_run_and_a_look_wait_for_nobody)
{
    struct hk_game *game = arrange();
    struct hk_snapshot now;

    begin();
    hold_writer();
    start(game, 0, &rows[0], false);
    start(game, 1, &rows[0], true);
    ck_assert_uint_eq(told_count, 1);
    ck_assert_ptr_eq(order[0], &ones[1].play.write);
    ck_assert_int_eq(ones[1].play.write.error, HK_OK);
    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    ck_assert_uint_eq(now.state.turn, 0);
    hk_snapshot_clear(&now);
    let_go();
    wait_for(2);
    ck_assert_int_eq(ones[0].play.write.error, HK_OK);
    clear(2);
    hk_game_close(game);
}
END_TEST

START_TEST(test_what_cannot_be_written_never_was)
{
    struct hk_game *game = arrange();
    uint32_t seq = hk_game_seq(game);
    char away[256];

    snprintf(away, sizeof away, "%s.away", kit_path());
    begin();
    hold_writer();
    start(game, 0, &rows[0], false);
    start(game, 1, &rows[2], false); /* not its turn, unless the first holds */
    start(game, 2, &rows[0], false);
    ck_assert_int_eq(rename(kit_path(), away), 0);
    let_go();
    wait_for(3);
    ck_assert_int_eq(ones[0].play.write.error, HK_E_STORAGE_UNAVAILABLE);
    ck_assert_int_eq(ones[1].play.write.error, HK_E_NOT_YOUR_TURN);
    ck_assert_int_eq(ones[2].play.write.error, HK_E_STORAGE_UNAVAILABLE);
    ck_assert_int_eq(hk_service_ready(kit_service()), HK_E_STORAGE_UNAVAILABLE);
    ck_assert_uint_eq(hk_game_seq(game), seq);

    ck_assert_int_eq(rename(away, kit_path()), 0);
    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    ck_assert_int_eq(hk_service_ready(kit_service()), HK_OK);
    ck_assert_uint_eq(hk_game_seq(game), seq + 1);
    hk_game_close(game);
}
END_TEST

/* ----- an end that gives the game back ------------------------------------ */

static void give_back(struct hk_write *write, void *cls)
{
    hk_game_close(cls);
    told(write, NULL);
}

static void give_back_when(enum hk_writer_choice choice)
{
    kit_live_games_max = 1;
    struct hk_game *game = arrange();
    struct hk_game *other = arrange();
    struct one *one = &ones[0];

    hk_game_close(other);
    begin();
    memset(one, 0, sizeof *one);
    one->move = kit_move("discard 4D");
    one->play = (struct hk_play){.moves = &one->move, .count = 1};
    one->play.write.told = give_back;
    one->play.write.cls = game;
    one->play.write.choice = choice;
    hk_play_start(&one->play, game);
    wait_for(1);
    ck_assert_int_eq(one->play.write.error, HK_OK);
    clear(1);
}

START_TEST(test_who_is_told_may_give_the_game_back)
{
    give_back_when(HK_WRITE_THERE);
    give_back_when(HK_WRITE_HERE);
}
END_TEST

/* ----- everything at once ------------------------------------------------- */

enum { THREADS = 4, TRIES = 200 };

/* Tries moves of a game that others play as well. */
static void *try_moves(void *cls)
{
    static const char *const moves[] = {"draw stock", "discard 4C",
                                        "discard 4D", "discard 3D"};
    struct hk_game *game = cls;

    for (unsigned i = 0; i < TRIES; i++) {
        struct hk_move move = kit_move(moves[i % 4]);
        struct hk_happened happened;
        struct hk_refusal refusal;
        size_t index;

        if (hk_game_play(game, (hk_seat)(i / 4 % 2), &move, 1, &kit_real,
                         &happened, &refusal, &index) == HK_OK)
            hk_happened_clear(&happened);
    }
    return NULL;
}

START_TEST(test_a_crowd_at_one_table_keeps_its_order)
{
    struct hk_game *game = arrange();
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, try_moves, game);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    char uuid[HK_UUID_TEXT_SIZE];
    uint32_t seq = hk_game_seq(game);
    ck_assert_uint_gt(seq, 3);
    memcpy(uuid, game->slot.uuid, sizeof uuid);
    hk_game_close(game);
    kit_close();
    /* Read back from its log, which is checked event by event. */
    game = kit_game(uuid);
    ck_assert_uint_eq(hk_game_seq(game), seq);
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_moves_of_a_game_are_played_in_the_order_they_came,
        test_moves_of_several_games_share_a_commit,
        test_a_dry_run_and_a_look_wait_for_nobody,
        test_what_cannot_be_written_never_was,
        test_who_is_told_may_give_the_game_back,
        test_a_crowd_at_one_table_keeps_its_order,
    };

    return kit_run("service/writes", tests, KIT_COUNT(tests));
}
