/* The clocks of many games: after a restart, when the clock is set, with bots.
 */
#include "clock_kit.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

enum { MANY = 2000, STARTS = 200, GAMES = 40 };

/* ----- after a restart ---------------------------------------------------- */

START_TEST(test_time_that_the_service_was_down_is_not_charged)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a b", "turn_seconds=30 bank_seconds=10", false));
    char uuid[HK_UUID_TEXT_SIZE];

    snprintf(uuid, sizeof uuid, "%s", game->slot.uuid);
    clock_pass(5000);
    clock_discard_some(game, 0);
    clock_pass(12000);
    ck_assert_int_eq(kit_play(game, 1, "draw stock"), HK_OK);
    clock_pass(5000);
    hk_game_close(game);
    kit_close();
    kit_time += 3600 * 1000;
    kit_service();
    game = kit_game(uuid);
    clock_await(game, 5);
    struct hk_event resumed = clock_event_of(game, 5);
    ck_assert_uint_eq(resumed.type, HK_EVENT_CLOCK_RESUMED);
    ck_assert_int_eq(resumed.seat, 1);
    ck_assert_uint_eq(resumed.spent_ms, 5000);
    ck_assert_uint_eq(resumed.left_ms, 23000);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 23000);
    ck_assert_int_eq(clock_snapshot_of(game).row.updated_at, kit_time);
    /* of a crash nobody knows when it was: from the last event on */
    clock_pass(3000);
    hk_game_close(game);
    kit_close();
    kit_exec("DELETE FROM stopped_clocks");
    kit_service();
    game = kit_game(uuid);
    clock_await(game, 6);
    ck_assert_uint_eq(clock_event_of(game, 6).spent_ms, 0);
    ck_assert_uint_eq(clock_event_of(game, 6).left_ms, 23000);
    clock_pass(23000);
    clock_assert_expired(game, 7, 1, HK_PHASE_PLAY, 23000);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_a_start_waits_for_no_game_and_finds_those_with_clocks)
{
    struct hk_game_wish clocked = kit_wish("a b", "turn_seconds=10", false);
    struct hk_game_wish plain = kit_wish("a b", NULL, false);
    struct hk_game_wish open = kit_wish("a -", "turn_seconds=10", false);
    struct hk_seated seated;

    for (unsigned i = 0; i < 100; i++) {
        const struct hk_game_wish *wishes[] = {&clocked, &plain, &open};
        kit_create(wishes[i % 3], &seated);
        hk_seated_clear(&seated);
    }
    ck_assert_uint_eq(hk_wheel_count(kit_service()), 34);
    kit_close();
    struct hk_service *service = kit_service();
    time_t end = time(NULL) + CLOCK_PATIENCE;
    while (kit_int("SELECT count(*) FROM log WHERE type = 'clock_resumed'") <
           34)
        ck_assert(time(NULL) < end);
    clock_pass(10000);
    while (kit_int("SELECT count(*) FROM log WHERE type = 'clock_expired'") <
           34)
        ck_assert(time(NULL) < end);
    while (hk_wheel_count(service) < 34)
        ck_assert(time(NULL) < end);
    kit_check_stored();
}
END_TEST

/* ----- clocks that are set ------------------------------------------------ */

START_TEST(test_a_clock_that_is_set_gives_and_takes_no_time)
{
    struct hk_manual_clock clock = {.now = kit_time, .ticks = 777};

    kit_pair = &clock;
    struct hk_game *game = clock_new_game(
        kit_wish("a b", "turn_seconds=30", false));
    hk_time made = clock_event_of(game, 1).at;
    /* two hours forward: nothing expires */
    clock.now += 7200000;
    clock_pass(1000);
    clock_discard_some(game, 0);
    ck_assert_uint_eq(clock_event_of(game, 3).spent_ms, 1000);
    ck_assert_int_eq(clock_event_of(game, 3).at, made + 7201000);
    /* a day back: nobody gains, and `at` does not go back */
    clock.now -= 86400000;
    clock_pass(29999);
    ck_assert_int_eq(kit_play(game, 1, "draw stock"), HK_OK);
    ck_assert_uint_eq(clock_event_of(game, 4).spent_ms, 29999);
    ck_assert_int_eq(clock_event_of(game, 4).at, made + 7201000);
    clock_pass(1);
    clock_assert_expired(game, 5, 1, HK_PHASE_PLAY, 1);
    hk_game_close(game);
    kit_check_stored();
    kit_pair = NULL;
}
END_TEST

/* ----- many, and bots ----------------------------------------------------- */

START_TEST(test_thousands_of_games_are_watched)
{
    struct hk_game_wish wish = kit_wish("a b", "turn_seconds=10", false);
    struct hk_seated seated;
    time_t end = time(NULL) + CLOCK_PATIENCE;
    unsigned many = kit_times(MANY);

    kit_live_games_max = 10;
    for (unsigned i = 0; i < many; i++) {
        wish.rules.turn_seconds = (int32_t)(10 + i % 7);
        kit_create(&wish, &seated);
        hk_seated_clear(&seated);
    }
    /* none is put out of memory while its clock runs */
    ck_assert_uint_eq(hk_wheel_count(kit_service()), many);
    ck_assert_uint_ge(hk_registry_counts(&kit_service()->registry).games, many);
    for (unsigned second = 10; second <= 16; second++) {
        clock_pass(second == 10 ? 10000 : 1000);
        int64_t due = 0;
        for (unsigned i = 0; i < many; i++)
            due += 10 + i % 7 <= second;
        while (kit_int("SELECT count(*) FROM log "
                       "WHERE type = 'clock_expired'") < due)
            ck_assert(time(NULL) < end);
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log "
                             "WHERE type = 'clock_expired'"),
                     many);
    kit_live_games_max = 0;
    kit_check_stored();
}
END_TEST

START_TEST(test_bots_have_no_clock_and_wait_for_who_may_ask)
{
    struct hk_game *game = clock_new_game(
        kit_may_i_wish("* a *", "turn_seconds=10 claim_seconds=5"));
    time_t end = time(NULL) + CLOCK_PATIENCE;

    while (clock_snapshot_of(game).row.status == HK_STATUS_PLAYING) {
        ck_assert(time(NULL) < end);
        struct hk_snapshot now = clock_snapshot_of(game);
        hk_seat actor = hk_state_actor(&now.state);
        ck_assert(actor == 1 || now.state.stage != HK_STAGE_PLAY ||
                  !now.clock.limited);
        clock_pass(5000);
        sched_yield();
    }
    hk_game_close(game);
    ck_assert_int_gt(kit_int("SELECT count(*) FROM log "
                             "WHERE type = 'clock_expired' AND seat = 1"),
                     0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log "
                             "WHERE type = 'clock_expired' AND seat <> 1"),
                     0);
    kit_check_stored();
}
END_TEST

/* Moves a game of May I on past the time to ask, and looks at its clock before
 * the wheel does. */
static void pass_by(struct hk_game *game)
{
    struct hk_bots *bots = &kit_service()->bots;
    bool waiting = true;

    while (waiting) {
        pthread_mutex_lock(&bots->lock);
        waiting = game->waiting;
        pthread_mutex_unlock(&bots->lock);
    }
    /* meanwhile the bot finds that it is too early */
    ck_assert_int_gt(kit_int("SELECT count(*) FROM log"), 0);
    kit_time += 5000;
    hk_wheel_look(game);
}

START_TEST(test_no_look_at_a_clock_makes_a_bot_wait_for_ever)
{
    for (unsigned i = 0; i < GAMES; i++) {
        struct hk_game *game = clock_new_game(
            kit_may_i_wish("* * *", "claim_seconds=5"));
        uint32_t seq = hk_game_seq(game);

        pass_by(game);
        clock_await(game, seq + 1);
        hk_game_close(game);
    }
    kit_check_stored();
}
END_TEST

/* The clocks of a start find games with bots while the bots still begin. */
START_TEST(test_bots_miss_no_game_that_a_start_finds_by_its_clock)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a *", "turn_seconds=10", false));

    hk_game_close(game);
    for (unsigned i = 0; i < kit_times(STARTS); i++) {
        kit_close();
        (void)kit_service();
    }
    kit_check_stored();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_time_that_the_service_was_down_is_not_charged,
        test_a_start_waits_for_no_game_and_finds_those_with_clocks,
        test_a_clock_that_is_set_gives_and_takes_no_time,
        test_thousands_of_games_are_watched,
        test_bots_have_no_clock_and_wait_for_who_may_ask,
        test_no_look_at_a_clock_makes_a_bot_wait_for_ever,
        test_bots_miss_no_game_that_a_start_finds_by_its_clock,
    };
    return kit_run("service/clock wheel", tests, KIT_COUNT(tests));
}
