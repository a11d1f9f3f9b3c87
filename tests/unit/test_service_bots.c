/* Bots in live games: they begin, go on, wait for others, and end. */
#include "service_kit.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "service/internal.h"

enum { PATIENCE = 60, ROUNDS_LONG = 99, STILL = 100000 };

/* Until so many events have come, or the game is over. */
static void wait_for(struct hk_game *game, uint32_t seq)
{
    time_t end = time(NULL) + PATIENCE;
    bool over = false;

    while (!over && hk_game_seq(game) < seq) {
        ck_assert_msg(time(NULL) < end, "event %u never came", seq);
        sched_yield();
        hk_game_lock(game);
        over = game->history.table.status != HK_STATUS_PLAYING;
        hk_game_unlock(game);
    }
}

static enum hk_status status_of(struct hk_game *game)
{
    hk_game_lock(game);
    enum hk_status status = game->history.table.status;
    hk_game_unlock(game);
    return status;
}

static void play_through(const struct hk_game_wish *wish)
{
    struct hk_seated seated;

    kit_create(wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    wait_for(game, UINT32_MAX);
    ck_assert_int_eq(status_of(game), HK_STATUS_FINISHED);
    hk_game_close(game);
}

START_TEST(test_bots_finish_a_game_of_every_variant)
{
    struct hk_game_wish wish = kit_wish("* * * *", "rounds=2", false);

    play_through(&wish);
    wish = kit_wish("* * * *", "rounds=2", true);
    play_through(&wish);
    hk_rules_init(&wish.rules, HK_MAY_I, 4);
    play_through(&wish);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games WHERE ranked"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
    ck_assert_int_gt(
        kit_int("SELECT count(*) FROM rounds WHERE out IS NOT NULL"), 0);
    kit_check_stored();
}
END_TEST

/* An administrator ends one game; the others wait for the daemon. */
START_TEST(test_in_a_still_service_bots_wait)
{
    struct hk_game_wish wish = kit_wish("* * * *", "rounds=1", false);
    struct hk_seated ended, other;
    struct hk_happened happened;

    kit_still = true;
    kit_create(&wish, &ended);
    kit_create(&wish, &other);
    uint32_t seq = other.happened.after.row.seq;
    struct hk_game *game = kit_game(ended.happened.after.row.uuid);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    ck_assert_uint_eq(happened.seq, seq + 1);
    hk_happened_clear(&happened);
    hk_game_close(game);
    kit_close();
    game = kit_game(other.happened.after.row.uuid);
    ck_assert_uint_eq(hk_game_seq(game), seq);
    hk_game_close(game);
    kit_close();
    kit_still = false;
    game = kit_game(other.happened.after.row.uuid);
    wait_for(game, UINT32_MAX);
    ck_assert_int_eq(status_of(game), HK_STATUS_FINISHED);
    hk_game_close(game);
    hk_seated_clear(&ended);
    hk_seated_clear(&other);
    kit_check_stored();
}
END_TEST

START_TEST(test_bots_wait_for_a_player)
{
    struct hk_game_wish wish = kit_wish("* a *", NULL, false);
    struct hk_seated seated;

    wish.first_dealer = 1;
    kit_create(&wish, &seated);
    ck_assert_str_eq(seated.seat_tokens[0], "");
    ck_assert_str_ne(seated.seat_tokens[1], "");
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    /* made, dealt; a discard of seat 2; a turn of seat 0 has two moves at
     * least */
    wait_for(game, 5);
    for (unsigned i = 0; i < 5; i++) {
        time_t end = time(NULL) + PATIENCE;
        while (kit_play(game, 1, "draw stock") == HK_E_NOT_YOUR_TURN)
            ck_assert(time(NULL) < end);
        hk_game_lock(game);
        hk_card cards[HK_PACK_MAX];
        char move[32], card[HK_CARD_TEXT_SIZE];
        hk_cardset_list(&game->history.table.state.hands[1], cards);
        hk_game_unlock(game);
        hk_card_write(cards[0], card);
        snprintf(move, sizeof move, "discard %s", card);
        enum hk_error error = kit_play(game, 1, move);
        /* a bot may have ended the round or the game meanwhile */
        ck_assert_int_eq(error, HK_OK);
    }
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_bots_begin_when_the_last_seat_is_taken)
{
    struct hk_game_wish wish = kit_wish("* -", "rounds=1", false);
    struct hk_seat_wish name = kit_name("a");
    struct hk_caller caller = kit_anybody();
    struct hk_seated seated;

    wish.first_dealer = 1;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    ck_assert_uint_eq(hk_game_seq(game), 1);
    ck_assert_int_eq(
        hk_lobby_take_seat(game, &caller, 0, &name, &kit_real, &seated),
        HK_E_SEAT_TAKEN);
    ck_assert_int_eq(
        hk_lobby_take_seat(game, &caller, 1, &name, &kit_real, &seated), HK_OK);
    hk_seated_clear(&seated);
    /* the seat taken, the deal, the discard */
    wait_for(game, 4);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_dry_run_makes_no_bot_play)
{
    struct hk_game_wish wish = kit_wish("* *", NULL, false);
    struct hk_caller caller = kit_anybody();
    struct hk_lobby_fault fault;
    struct hk_seated seated;

    ck_assert_int_eq(hk_lobby_create(kit_service(), &caller, &wish, &kit_dry,
                                     &seated, &fault),
                     HK_OK);
    ck_assert(!seated.happened.after.row.ranked);
    hk_seated_clear(&seated);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games"), 0);
}
END_TEST

START_TEST(test_bots_go_on_after_every_restart)
{
    struct hk_game_wish wish = kit_wish("* * *", "rounds=2", false);
    struct hk_game_wish may_i = wish;
    struct hk_seated seated;
    time_t end = time(NULL) + PATIENCE;

    hk_rules_init(&may_i.rules, HK_MAY_I, 3);
    for (unsigned i = 0; i < 4; i++) {
        kit_create(i % 2 ? &may_i : &wish, &seated);
        hk_seated_clear(&seated);
        /* closed while they think */
        kit_close();
    }
    while (kit_int("SELECT count(*) FROM games WHERE status = 'playing'")) {
        ck_assert(time(NULL) < end);
        /* opened, and nobody asks for a game */
        kit_service();
        int64_t events = kit_int("SELECT count(*) FROM log");
        while (kit_int("SELECT count(*) FROM log") < events + 100 &&
               kit_int("SELECT count(*) FROM games WHERE status = 'playing'"))
            ck_assert(time(NULL) < end);
        kit_close();
    }
    kit_check_stored();
}
END_TEST

START_TEST(test_bots_stop_when_the_host_ends_the_game)
{
    char options[32];
    struct hk_happened happened;

    snprintf(options, sizeof options, "rounds=%d", ROUNDS_LONG);
    struct hk_game *game = kit_new("* * *", options, false, NULL);
    wait_for(game, 30);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    uint32_t seq = hk_game_seq(game);
    struct hk_game_wish wish = kit_wish("* *", "rounds=1", false);
    play_through(&wish);
    ck_assert_uint_eq(hk_game_seq(game), seq);
    ck_assert_int_eq(status_of(game), HK_STATUS_ENDED);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* No file may be written past this many bytes. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

START_TEST(test_bots_go_on_when_the_disk_has_room_again)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    char options[32];

    snprintf(options, sizeof options, "rounds=%d", ROUNDS_LONG);
    struct hk_game *game = kit_new("* * *", options, false, NULL);
    wait_for(game, 30);
    ck_assert_int_eq(sigaction(SIGXFSZ, &ignore, NULL), 0);
    limit_files(1);
    /* a move may be on its way; after it none comes */
    uint32_t seq = 0;
    for (unsigned still = 0; still < STILL; still++) {
        if (hk_game_seq(game) != seq)
            still = 0;
        seq = hk_game_seq(game);
        sched_yield();
    }
    limit_files(RLIM_INFINITY);
    wait_for(game, seq + 10);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_many_games_at_once_are_played_in_turn)
{
    struct hk_game_wish wish = kit_wish("* *", "rounds=1", false);
    struct hk_seated seated;
    time_t end = time(NULL) + PATIENCE;

    /* more than one look into the store finds them all */
    for (unsigned i = 0; i < 70; i++) {
        kit_create(&wish, &seated);
        hk_seated_clear(&seated);
    }
    kit_close();
    kit_service();
    while (kit_int("SELECT count(*) FROM games WHERE status = 'playing'"))
        ck_assert(time(NULL) < end);
    kit_check_stored();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_bots_finish_a_game_of_every_variant,
        test_in_a_still_service_bots_wait,
        test_bots_wait_for_a_player,
        test_bots_begin_when_the_last_seat_is_taken,
        test_a_dry_run_makes_no_bot_play,
        test_bots_go_on_after_every_restart,
        test_bots_stop_when_the_host_ends_the_game,
        test_bots_go_on_when_the_disk_has_room_again,
        test_many_games_at_once_are_played_in_turn,
    };
    return kit_run("service/bots", tests, KIT_COUNT(tests));
}
