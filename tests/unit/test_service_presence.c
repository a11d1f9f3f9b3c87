/* Presence: who is away, when that is found, and who is told. */
#include "service_kit.h"

#include <string.h>

#include "service/fanout.h"
#include "service/internal.h"
#include "service/presence.h"

#define GRACE_MS 30000

static const struct hk_standing public = {.viewer = {.kind = HK_VIEW_PUBLIC},
                                          .seat = -1};

/* One who waits in a game. */
struct watcher {
    struct hk_waiter waiter;
    unsigned woken;
};

static void wake(void *cls)
{
    struct watcher *watcher = cls;

    watcher->woken++;
}

static void begin(struct watcher *watcher, bool watches)
{
    *watcher = (struct watcher){
        .waiter = {.wake = wake, .cls = watcher, .watches = watches}};
}

static enum hk_waiting wait_on(struct hk_game *game, struct watcher *watcher)
{
    return hk_game_wait(game, &public, hk_game_seq(game), &watcher->waiter);
}

/* A game of three, in which somebody has looked who is there. */
static struct hk_game *looked_at(const char *names)
{
    struct hk_game *game = kit_new(names, NULL, false, NULL);

    ck_assert_uint_eq(hk_presence_away(game), 0);
    return game;
}

START_TEST(test_who_is_quiet_for_longer_than_grace_is_away)
{
    struct hk_game *game = looked_at("a b c");

    kit_time += GRACE_MS - 10;
    hk_presence_seen(game, 1);
    kit_time += 10;
    ck_assert_uint_eq(hk_presence_away(game), 0);
    kit_time += 1;
    ck_assert_uint_eq(hk_presence_away(game), 5);
    kit_time += GRACE_MS;
    ck_assert_uint_eq(hk_presence_away(game), 7);
    hk_presence_seen(game, 0);
    ck_assert_uint_eq(hk_presence_away(game), 6);
    hk_game_close(game);
}
END_TEST

START_TEST(test_the_time_of_grace_may_change)
{
    struct hk_game *game = looked_at("a b c");

    kit_time += 1001;
    hk_presence_seen(game, 1);
    hk_service_set_presence_grace(kit_service(), 1000);
    ck_assert_uint_eq(hk_presence_away(game), 5);
    hk_service_set_presence_grace(kit_service(), 2000);
    ck_assert_uint_eq(hk_presence_away(game), 0);
    hk_game_close(game);
}
END_TEST

START_TEST(test_an_open_stream_keeps_a_seat_and_its_end_gives_grace)
{
    struct hk_game *game = looked_at("a b c");

    hk_presence_enter(game, 2);
    hk_presence_enter(game, 2);
    kit_time += 10 * GRACE_MS;
    ck_assert_uint_eq(hk_presence_away(game), 3);
    hk_presence_leave(game, 2);
    kit_time += 10 * GRACE_MS;
    ck_assert_uint_eq(hk_presence_away(game), 3);
    hk_presence_leave(game, 2);
    kit_time += GRACE_MS;
    ck_assert_uint_eq(hk_presence_away(game), 3);
    kit_time += 1;
    ck_assert_uint_eq(hk_presence_away(game), 7);
    hk_presence_enter(game, 0);
    ck_assert_uint_eq(hk_presence_away(game), 6);
    hk_presence_leave(game, 0);
    hk_game_close(game);
}
END_TEST

START_TEST(test_bots_and_open_seats_are_never_away)
{
    struct hk_game *game = looked_at("a * -");
    struct hk_caller host = kit_anybody();
    struct hk_seat_wish name = kit_name("late");
    struct hk_seated seated;

    kit_time += 2 * GRACE_MS;
    ck_assert_uint_eq(hk_presence_away(game), 1);
    ck_assert_int_eq(
        hk_lobby_take_seat(game, &host, 2, &name, &kit_real, &seated), HK_OK);
    hk_seated_clear(&seated);
    /* Who has just sat down has its time of grace. */
    ck_assert_uint_eq(hk_presence_away(game), 1);
    kit_time += GRACE_MS + 1;
    ck_assert_uint_eq(hk_presence_away(game), 5);
    hk_game_close(game);
}
END_TEST

START_TEST(test_nobody_is_away_from_a_game_that_is_over_or_physical)
{
    struct hk_game *game = looked_at("a b");
    struct hk_game *card = kit_scorecard(HK_HAND, "c d", NULL, NULL);
    struct hk_happened happened;

    kit_time += 2 * GRACE_MS;
    ck_assert_uint_eq(hk_presence_away(card), 0);
    ck_assert_uint_eq(hk_presence_away(game), 3);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    ck_assert_uint_eq(hk_presence_away(game), 0);
    hk_game_close(game);
    hk_game_close(card);
}
END_TEST

START_TEST(test_after_a_restart_all_are_there)
{
    struct hk_game *game = looked_at("a b");
    struct hk_snapshot snapshot;
    char uuid[HK_UUID_TEXT_SIZE];

    kit_time += 2 * GRACE_MS;
    ck_assert_int_eq(hk_game_snapshot(game, &snapshot), HK_OK);
    ck_assert_uint_eq(snapshot.away, 3);
    memcpy(uuid, snapshot.row.uuid, sizeof uuid);
    hk_snapshot_clear(&snapshot);
    hk_game_close(game);
    kit_close();
    game = kit_game(uuid);
    ck_assert_uint_eq(hk_presence_away(game), 0);
    kit_time += GRACE_MS + 1;
    ck_assert_uint_eq(hk_presence_away(game), 3);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_clock_set_back_keeps_nobody)
{
    struct hk_game *game = looked_at("a b");

    hk_presence_seen(game, 0);
    kit_time -= 1000000;
    ck_assert_uint_eq(hk_presence_away(game), 0);
    kit_time += GRACE_MS + 1;
    ck_assert_uint_eq(hk_presence_away(game), 3);
    hk_game_close(game);
}
END_TEST

START_TEST(test_who_is_given_a_seat_has_time_to_come)
{
    struct hk_game *game = looked_at("a b");
    struct hk_caller admin = kit_holder(kit_key(true));
    struct hk_seat_wish name = kit_name("other");
    struct hk_seated seated;

    kit_time += GRACE_MS + 1;
    ck_assert_uint_eq(hk_presence_away(game), 3);
    ck_assert_int_eq(
        hk_lobby_give_seat(game, &admin, 1, &name, &kit_real, &seated), HK_OK);
    hk_seated_clear(&seated);
    ck_assert_uint_eq(hk_presence_away(game), 1);
    kit_time += GRACE_MS + 1;
    ck_assert_uint_eq(hk_presence_away(game), 3);
    hk_game_close(game);
}
END_TEST

/* ----- telling ------------------------------------------------------------ */

START_TEST(test_who_watches_is_told_what_has_changed)
{
    struct hk_game *game = looked_at("a b c");
    struct watcher first, second, polls;

    begin(&first, true);
    begin(&second, true);
    begin(&polls, false);
    ck_assert_int_eq(wait_on(game, &first), HK_WAITING);
    ck_assert_uint_eq(first.waiter.look_ms, GRACE_MS + 1);
    kit_time += GRACE_MS - 400;
    hk_presence_seen(game, 1);
    ck_assert_int_eq(wait_on(game, &second), HK_WAITING);
    ck_assert_uint_eq(second.waiter.look_ms, 401);
    ck_assert_int_eq(wait_on(game, &polls), HK_WAITING);
    /* Its time over, the second looks: what it finds is told to the first. */
    kit_time += 401;
    ck_assert(hk_game_wait_no_more(game, &second.waiter));
    ck_assert_int_eq(wait_on(game, &second), HK_WAITS_SEATS);
    ck_assert_uint_eq(second.waiter.away, 5);
    ck_assert_uint_eq(first.woken, 1);
    ck_assert_int_eq(wait_on(game, &first), HK_WAITS_SEATS);
    ck_assert_uint_eq(first.waiter.away, 5);
    first.waiter.told = second.waiter.told = 5;
    ck_assert_int_eq(wait_on(game, &first), HK_WAITING);
    ck_assert_int_eq(wait_on(game, &second), HK_WAITING);
    /* Who comes back is seen at once. */
    hk_presence_seen(game, 2);
    ck_assert_uint_eq(first.woken, 2);
    ck_assert_uint_eq(second.woken, 1);
    ck_assert_int_eq(wait_on(game, &first), HK_WAITS_SEATS);
    ck_assert_uint_eq(first.waiter.away, 1);
    /* Who waits for events alone was not woken. */
    ck_assert_uint_eq(polls.woken, 0);
    ck_assert(hk_game_wait_no_more(game, &polls.waiter));
    hk_game_close(game);
}
END_TEST

START_TEST(test_asking_again_wakes_nobody)
{
    struct hk_game *game = looked_at("a b");
    struct watcher one;

    begin(&one, true);
    ck_assert_int_eq(wait_on(game, &one), HK_WAITING);
    for (unsigned i = 0; i < 10; i++) {
        kit_time += GRACE_MS / 2;
        hk_presence_seen(game, 0);
        hk_presence_seen(game, 1);
        ck_assert_uint_eq(hk_presence_away(game), 0);
    }
    ck_assert_uint_eq(one.woken, 0);
    ck_assert(hk_game_wait_no_more(game, &one.waiter));
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_view_is_another_when_a_seat_has_gone)
{
    struct hk_game *game = looked_at("a b");
    uint32_t seq = hk_game_seq(game), found;
    uint8_t away;

    hk_game_note_size(game, &public.viewer, seq, 0, 0, 777);
    ck_assert_uint_eq(
        hk_game_noted_size(game, &public.viewer, 0, &found, &away), 777);
    kit_time += GRACE_MS + 1;
    ck_assert_uint_eq(
        hk_game_noted_size(game, &public.viewer, 0, &found, &away), 0);
    ck_assert_uint_eq(found, seq);
    ck_assert_uint_eq(away, 3);
    hk_game_note_size(game, &public.viewer, seq, 3, 0, 777);
    ck_assert_uint_eq(
        hk_game_noted_size(game, &public.viewer, 0, &found, &away), 777);
    hk_presence_seen(game, 1);
    ck_assert_uint_eq(
        hk_game_noted_size(game, &public.viewer, 0, &found, &away), 0);
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        test_who_is_quiet_for_longer_than_grace_is_away,
        test_the_time_of_grace_may_change,
        test_an_open_stream_keeps_a_seat_and_its_end_gives_grace,
        test_bots_and_open_seats_are_never_away,
        test_nobody_is_away_from_a_game_that_is_over_or_physical,
        test_after_a_restart_all_are_there,
        test_a_clock_set_back_keeps_nobody,
        test_who_is_given_a_seat_has_time_to_come,
        test_who_watches_is_told_what_has_changed,
        test_asking_again_wakes_nobody,
        test_a_view_is_another_when_a_seat_has_gone,
    };
    return kit_run("presence", tests, KIT_COUNT(tests));
}
