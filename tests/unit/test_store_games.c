/* Games, their seats, their logs, and lists of them. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/internal.h"
#include "store/text.h"
#include "store_kit.h"

static const char *const two[] = {"huda", "sami"};
static const char *const four[] = {"huda", "sami", "ali", "nour"};

/* ----- the log ----------------------------------------------------------- */

/* An event from before the hash chain has none. */
static const uint8_t a_hash[HK_HASH_SIZE] = {1, 2, 3, [31] = 255};
static const struct hk_event_row three_events[] = {
    {1, 1001, HK_EVENT_GAME_CREATED, 0, -1, "{\"variant\":\"hand\"}", NULL,
     NULL},
    {2, 1002, HK_EVENT_ROUND_STARTED, 1, -1, "{}", "{\"deck\":[]}", NULL},
    {3, 1003, HK_EVENT_MOVE, 1, 1, "{\"card\":\"KS\"}", NULL, a_hash},
};

static int64_t game_with_events(void)
{
    int64_t game = kit_game(HK_HAND, true, 2, two);
    ck_assert_int_eq(kit_append(game, 0, three_events, 3, HK_STATUS_PLAYING),
                     HK_OK);
    return game;
}

/* What a walk saw; stops with `stop` once `left` events have come. */
struct walk {
    struct hk_event_row rows[8];
    char texts[8][2][64];
    uint8_t hashes[8][HK_HASH_SIZE];
    size_t count, left;
    enum hk_error stop;
};

static enum hk_error see(const struct hk_event_row *event, void *cls)
{
    struct walk *walk = cls;
    size_t i = walk->count++;
    ck_assert_uint_lt(i, 8);
    walk->rows[i] = *event;
    snprintf(walk->texts[i][0], 64, "%s", event->data);
    snprintf(walk->texts[i][1], 64, "%s", event->secret ? event->secret : "-");
    if (event->hash)
        memcpy(walk->hashes[i], event->hash, HK_HASH_SIZE);
    return walk->left && walk->count == walk->left ? walk->stop : HK_OK;
}

START_TEST(test_events_are_read_as_they_were_written)
{
    int64_t game = game_with_events();
    struct walk walk = {0};
    ck_assert_int_eq(hk_store_events(kit_store(), game, 0, 0, see, &walk),
                     HK_OK);
    ck_assert_uint_eq(walk.count, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct hk_event_row *want = &three_events[i];
        ck_assert_uint_eq(walk.rows[i].seq, want->seq);
        ck_assert_int_eq(walk.rows[i].at, want->at);
        ck_assert_int_eq(walk.rows[i].type, want->type);
        ck_assert_uint_eq(walk.rows[i].round, want->round);
        ck_assert_int_eq(walk.rows[i].seat, want->seat);
        ck_assert_str_eq(walk.texts[i][0], want->data);
        ck_assert_str_eq(walk.texts[i][1], want->secret ? want->secret : "-");
        ck_assert(!walk.rows[i].hash == !want->hash);
        ck_assert(!want->hash ||
                  memcmp(walk.hashes[i], want->hash, HK_HASH_SIZE) == 0);
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log "
                             "WHERE type = 'round_started' AND seq = 2"),
                     1);
}
END_TEST

START_TEST(test_events_are_read_after_a_place_and_up_to_a_limit)
{
    int64_t game = game_with_events();
    struct walk walk = {0};
    ck_assert_int_eq(hk_store_events(kit_store(), game, 1, 1, see, &walk),
                     HK_OK);
    ck_assert_uint_eq(walk.count, 1);
    ck_assert_uint_eq(walk.rows[0].seq, 2);
    walk = (struct walk){0};
    ck_assert_int_eq(hk_store_events(kit_store(), game, 3, 0, see, &walk),
                     HK_OK);
    ck_assert_uint_eq(walk.count, 0);
}
END_TEST

START_TEST(test_a_walk_stops_with_what_its_visitor_says)
{
    int64_t game = game_with_events();
    struct walk walk = {.left = 2, .stop = HK_E_INVALID_MELD};
    ck_assert_int_eq(hk_store_events(kit_store(), game, 0, 0, see, &walk),
                     HK_E_INVALID_MELD);
    ck_assert_uint_eq(walk.count, 2);
    walk = (struct walk){0};
    ck_assert_int_eq(hk_store_events(kit_store(), game, 0, 0, see, &walk),
                     HK_OK);
    ck_assert_uint_eq(walk.count, 3);
}
END_TEST

START_TEST(test_appending_brings_the_game_up_to_date)
{
    int64_t id = game_with_events();
    struct hk_game_row game;
    static const char uuid[] = "01930000-0000-7000-8000-000000000001";
    ck_assert_int_eq(hk_store_find_game(kit_store(), uuid, &game), HK_OK);
    ck_assert_int_eq(game.id, id);
    ck_assert_str_eq(game.uuid, uuid);
    ck_assert_int_eq(game.variant, HK_HAND);
    ck_assert_int_eq(game.status, HK_STATUS_PLAYING);
    ck_assert(game.ranked);
    ck_assert_int_eq(game.rules_version, HK_RULES_VERSION);
    ck_assert_uint_eq(game.seats, 2);
    ck_assert_uint_eq(game.seq, 3);
    ck_assert_int_eq(game.created_at, 1000);
    ck_assert_int_eq(game.updated_at, 1003);

    const struct hk_event_row last = {
        4, 1004, HK_EVENT_GAME_ENDED, 0, -1, "{}", NULL, NULL};
    ck_assert_int_eq(kit_append(id, 3, &last, 1, HK_STATUS_ENDED), HK_OK);
    ck_assert_int_eq(hk_store_find_game(kit_store(), uuid, &game), HK_OK);
    ck_assert_int_eq(game.status, HK_STATUS_ENDED);
    ck_assert_uint_eq(game.seq, 4);
    ck_assert_int_eq(hk_store_find_game(kit_store(), "no such game", &game),
                     HK_E_NOT_FOUND);
}
END_TEST

static const struct stale_case {
    uint32_t expected;
    const char *about;
} stale_cases[] = {
    {2, "somebody was first"},
    {4, "more than there is"},
    {0, "as if it were new"},
};

START_TEST(test_a_log_that_moved_on_refuses_and_stays)
{
    const struct stale_case *c = &stale_cases[_i];
    int64_t game = game_with_events();
    const struct hk_event_row event = {
        c->expected + 1, 2000, HK_EVENT_MOVE, 1, 0, "{}", NULL, NULL};
    ck_assert_int_eq(kit_append(game, c->expected, &event, 1, HK_STATUS_ENDED),
                     HK_E_STALE);
    ck_assert_msg(kit_int("SELECT count(*) FROM log") == 3, "%s", c->about);
    ck_assert_msg(kit_int("SELECT seq = 3 AND status = 'playing' "
                          "AND updated_at = 1003 FROM games") == 1,
                  "%s", c->about);
}
END_TEST

START_TEST(test_a_gap_in_the_log_is_refused)
{
    int64_t game = game_with_events();
    const struct hk_event_row events[] = {
        {4, 2000, HK_EVENT_MOVE, 1, 0, "{}", NULL, NULL},
        {6, 2000, HK_EVENT_MOVE, 1, 0, "{}", NULL, NULL},
    };
    ck_assert_int_eq(kit_append(game, 3, events, 2, HK_STATUS_PLAYING),
                     HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT max(seq) FROM log"), 3);
    ck_assert_int_eq(kit_int("SELECT seq FROM games"), 3);
}
END_TEST

START_TEST(test_every_event_has_a_name_that_finds_it)
{
    for (int i = HK_EVENT_GAME_CREATED; i <= HK_EVENT_GAME_ENDED; i++) {
        enum hk_event_type found;
        const char *name = hk_event_name((enum hk_event_type)i);
        ck_assert_msg(hk_event_find_type(name, &found), "%s", name);
        ck_assert_int_eq(found, i);
    }
    enum hk_event_type none;
    ck_assert(!hk_event_find_type("unknown", &none));
}
END_TEST

START_TEST(test_every_status_has_a_name_that_finds_it)
{
    static const char *const names[] = {"open", "playing", "finished", "ended"};
    for (int i = 0; i < HK_STATUSES; i++) {
        enum hk_status found;
        ck_assert_str_eq(hk_status_name((enum hk_status)i), names[i]);
        ck_assert(hk_status_find(names[i], &found));
        ck_assert_int_eq(found, i);
    }
    enum hk_status none;
    ck_assert(!hk_status_find("paused", &none));
}
END_TEST

/* ----- seats ------------------------------------------------------------- */

START_TEST(test_seats_are_read_in_order_with_names)
{
    static const char *const names[] = {"huda", "", "ali", "nour"};
    int64_t game = kit_game(HK_HAND_PARTNERS, true, 4, names);
    struct hk_seat_row seats[HK_SEATS_MAX];
    unsigned count = 0;
    ck_assert_int_eq(hk_store_seats(kit_store(), game, seats, &count), HK_OK);
    ck_assert_uint_eq(count, 4);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_eq(seats[i].seat, i);
        ck_assert_str_eq(seats[i].name, names[i]);
        ck_assert_int_eq(seats[i].team, (int)i % 2);
        ck_assert_int_eq(seats[i].total, 0);
        ck_assert_int_eq(seats[i].player != 0, names[i][0] != '\0');
    }
    game = kit_game(HK_HAND, true, 2, two);
    ck_assert_int_eq(hk_store_seats(kit_store(), game, seats, &count), HK_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(seats[1].team, -1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM team_totals"), 2);
}
END_TEST

struct seat_job {
    int64_t game;
    hk_seat seat;
    int64_t player;
};

static enum hk_error take_seat(struct hk_tx *tx, void *cls)
{
    struct seat_job *job = cls;
    return hk_tx_take_seat(tx, job->game, job->seat, job->player);
}

START_TEST(test_an_open_seat_is_taken_once)
{
    static const char *const names[] = {"huda", "", "ali"};
    struct seat_job job = {kit_game(HK_HAND, true, 3, names), 1,
                           kit_player("sami")};
    kit_write(take_seat, &job);
    struct hk_seat_row seats[HK_SEATS_MAX];
    unsigned count;
    ck_assert_int_eq(hk_store_seats(kit_store(), job.game, seats, &count),
                     HK_OK);
    ck_assert_int_eq(seats[1].player, job.player);
    ck_assert_str_eq(seats[1].name, "sami");

    job.player = kit_player("nour");
    ck_assert_int_eq(hk_store_write(kit_store(), take_seat, &job),
                     HK_E_SEAT_TAKEN);
    job.seat = 3;
    ck_assert_int_eq(hk_store_write(kit_store(), take_seat, &job),
                     HK_E_SEAT_TAKEN);
}
END_TEST

START_TEST(test_nobody_sits_twice_in_a_game)
{
    static const char *const names[] = {"huda", "", ""};
    struct seat_job job = {kit_game(HK_HAND, true, 3, names), 1,
                           kit_player("huda")};
    ck_assert_int_eq(hk_store_write(kit_store(), take_seat, &job),
                     HK_E_PLAYER_SEATED_TWICE);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM seats WHERE player IS NULL"),
                     2);
}
END_TEST

struct game_job {
    struct hk_game_row game;
    struct hk_seat_row seats[2];
    int64_t id;
};

static enum hk_error add_game(struct hk_tx *tx, void *cls)
{
    struct game_job *job = cls;
    return hk_tx_add_game(tx, &job->game, job->seats, &job->id);
}

START_TEST(test_a_game_that_cannot_be_added_leaves_nothing)
{
    struct game_job job = {
        .game = {.uuid = "01930000-0000-7000-8000-00000000000a",
                 .variant = HK_HAND,
                 .rules_version = 1,
                 .seats = 2},
        .id = 77};
    job.seats[0] = (struct hk_seat_row){.seat = 0, .team = -1};
    job.seats[1] = (struct hk_seat_row){.seat = 1, .team = -1};
    job.seats[0].player = job.seats[1].player = kit_player("huda");
    ck_assert_int_eq(hk_store_write(kit_store(), add_game, &job),
                     HK_E_PLAYER_SEATED_TWICE);
    ck_assert_int_eq(job.id, 77);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM seats"), 0);
}
END_TEST

/* ----- lists ------------------------------------------------------------- */

static const struct hk_game_filter everything = {-1, -1, 0};

START_TEST(test_a_list_goes_back_in_time_and_is_stable_under_new_games)
{
    for (int i = 0; i < 7; i++)
        kit_game(HK_HAND, true, 2, two);
    struct hk_game_row page[3];
    size_t count;
    int64_t before = 0, expected = 7;
    do {
        ck_assert_int_eq(hk_store_list_games(kit_store(), &everything, before,
                                             3, page, &count),
                         HK_OK);
        for (size_t i = 0; i < count; i++)
            ck_assert_int_eq(page[i].id, expected--);
        if (count > 0)
            before = page[count - 1].id;
        kit_game(HK_HAND, true, 2, two);
    } while (count == 3);
    ck_assert_int_eq(expected, 0);
}
END_TEST

static const struct filter_case {
    int variant, status;
    const char *player;
    size_t count;
    const char *about;
} filter_cases[] = {
    {-1, -1, NULL, 6, "all"},
    {HK_HAND, -1, NULL, 4, "a variant"},
    {HK_HAND_PARTNERS, -1, NULL, 2, "another variant"},
    {-1, HK_STATUS_PLAYING, NULL, 4, "a status"},
    {-1, HK_STATUS_OPEN, NULL, 0, "a status that none has"},
    {HK_HAND, HK_STATUS_ENDED, NULL, 1, "variant and status"},
    {HK_HAND_PARTNERS, HK_STATUS_ENDED, NULL, 1, "the other variant"},
    {-1, -1, "ali", 3, "a player"},
    {-1, -1, "huda", 6, "a player of all"},
    {-1, -1, "nobody", 0, "a player of none"},
    {HK_HAND, -1, "ali", 1, "a player and a variant"},
    {-1, HK_STATUS_ENDED, "ali", 1, "a player and a status"},
    {HK_HAND, HK_STATUS_ENDED, "ali", 0, "all three, none"},
    {HK_HAND_PARTNERS, HK_STATUS_ENDED, "ali", 1, "all three"},
};

START_TEST(test_a_list_is_limited)
{
    const struct filter_case *c = &filter_cases[_i];
    static const char *const three[] = {"huda", "sami", "ali"};
    kit_game(HK_HAND, true, 2, two);
    kit_game(HK_HAND, true, 2, two);
    ck_assert_int_eq(kit_append(kit_game(HK_HAND, true, 2, two), 0, NULL, 0,
                                HK_STATUS_ENDED),
                     HK_OK);
    kit_game(HK_HAND, true, 3, three);
    kit_game(HK_HAND_PARTNERS, true, 4, four);
    ck_assert_int_eq(kit_append(kit_game(HK_HAND_PARTNERS, true, 4, four), 0,
                                NULL, 0, HK_STATUS_ENDED),
                     HK_OK);

    struct hk_game_filter filter = {c->variant, c->status,
                                    c->player ? kit_player(c->player) : 0};
    struct hk_game_row games[10];
    size_t count = 99;
    ck_assert_int_eq(
        hk_store_list_games(kit_store(), &filter, 0, 10, games, &count), HK_OK);
    ck_assert_msg(count == c->count, "%s: %zu games", c->about, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(c->variant < 0 || (int)games[i].variant == c->variant,
                      "%s", c->about);
        ck_assert_msg(c->status < 0 || (int)games[i].status == c->status, "%s",
                      c->about);
        ck_assert_msg(i == 0 || games[i].id < games[i - 1].id, "%s", c->about);
    }
}
END_TEST

struct each_game {
    int64_t last;
    unsigned count, left;
};

/* Reads as well: a walk over games must leave readers free. */
static enum hk_error see_game(const struct hk_game_row *game, void *cls)
{
    struct each_game *seen = cls;
    struct walk walk = {0};
    ck_assert_int_gt(game->id, seen->last);
    seen->last = game->id;
    seen->count++;
    ck_assert_int_eq(hk_store_events(kit_store(), game->id, 0, 0, see, &walk),
                     HK_OK);
    return seen->count == seen->left ? HK_E_STALE : HK_OK;
}

START_TEST(test_every_game_is_visited_once_oldest_first)
{
    static const unsigned batches[] = {0, 1, 64, 65, 130};
    unsigned made = 0;
    for (size_t i = 0; i < 5; i++) {
        for (; made < batches[i]; made++)
            kit_game(HK_HAND, true, 2, two);
        struct each_game seen = {0};
        ck_assert_int_eq(hk_store_each_game(kit_store(), see_game, &seen),
                         HK_OK);
        ck_assert_uint_eq(seen.count, made);
    }
    struct each_game seen = {.left = 70};
    ck_assert_int_eq(hk_store_each_game(kit_store(), see_game, &seen),
                     HK_E_STALE);
    ck_assert_uint_eq(seen.count, 70);
}
END_TEST

#define LENGTH(table) (int)(sizeof(table) / sizeof((table)[0]))

int main(void)
{
    Suite *suite = suite_create("store_games");
    TCase *tcase = tcase_create("games");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_events_are_read_as_they_were_written);
    tcase_add_test(tcase, test_events_are_read_after_a_place_and_up_to_a_limit);
    tcase_add_test(tcase, test_a_walk_stops_with_what_its_visitor_says);
    tcase_add_test(tcase, test_appending_brings_the_game_up_to_date);
    tcase_add_loop_test(tcase, test_a_log_that_moved_on_refuses_and_stays, 0,
                        LENGTH(stale_cases));
    tcase_add_test(tcase, test_a_gap_in_the_log_is_refused);
    tcase_add_test(tcase, test_every_event_has_a_name_that_finds_it);
    tcase_add_test(tcase, test_every_status_has_a_name_that_finds_it);
    tcase_add_test(tcase, test_seats_are_read_in_order_with_names);
    tcase_add_test(tcase, test_an_open_seat_is_taken_once);
    tcase_add_test(tcase, test_nobody_sits_twice_in_a_game);
    tcase_add_test(tcase, test_a_game_that_cannot_be_added_leaves_nothing);
    tcase_add_test(tcase,
                   test_a_list_goes_back_in_time_and_is_stable_under_new_games);
    tcase_add_loop_test(tcase, test_a_list_is_limited, 0, LENGTH(filter_cases));
    tcase_add_test(tcase, test_every_game_is_visited_once_oldest_first);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
