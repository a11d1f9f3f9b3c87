/* What was answered is there after a restart, and the game goes on from it. */
#include "service_kit.h"
#include "settle_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_player.h"
#include "service/internal.h"

/* To the last byte: what a restart brings is what was copied before. */
static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/* The log as read by itself, through a store of its own. */
static void check_log(struct hk_game *game)
{
    const struct hk_history *live = &game->history;
    struct hk_store *store;
    struct hk_history read;
    char message[HK_STORE_MESSAGE_SIZE];
    char fault[HK_FAULT_SIZE];

    KIT_CHECK(hk_store_open(kit_path(), HK_STORE_READ, &store, message) ==
              HK_OK);
    enum hk_error error = hk_history_read(store, &game->row, &read, fault);
    if (error)
        ck_abort_msg("the log does not replay: %s", fault);
    KIT_CHECK(
        same(&read.table.state, &live->table.state, sizeof read.table.state));
    KIT_CHECK(
        same(&read.table.rules, &live->table.rules, sizeof read.table.rules));
    KIT_CHECK(same(&read.table.stream, &live->table.stream,
                   sizeof read.table.stream));
    KIT_CHECK(same(read.table.commitment, live->table.commitment,
                   HK_COMMITMENT_SIZE));
    KIT_CHECK(read.table.status == live->table.status);
    KIT_CHECK(read.table.seq == live->table.seq);
    KIT_CHECK(read.table.updated_at == live->table.updated_at);
    KIT_CHECK(read.round_count == live->round_count);
    for (size_t i = 0; i < read.round_count; i++)
        KIT_CHECK(
            same(&read.rounds[i], &live->rounds[i], sizeof read.rounds[i]));
    hk_history_clear(&read);
    hk_store_close(store);
}

/* Plays a game to its end; reads the log behind its back, and restarts the
 * service now and then. Returns how often a stock was made anew. */
static int64_t play_on(struct hk_game *game, unsigned restart_each)
{
    struct hk_rng rng = kit_rng();
    char uuid[HK_UUID_TEXT_SIZE];
    unsigned moves = 0;

    snprintf(uuid, sizeof uuid, "%s", game->slot.uuid);
    while (kit_step(game, &rng)) {
        if (++moves % (17 * kit_fewer()) == 0)
            check_log(game);
        if (moves % restart_each == 0) {
            hk_game_close(game);
            kit_close();
            game = kit_game(uuid);
        }
    }
    check_log(game);
    hk_game_close(game);
    ck_assert_uint_gt(moves, 20);
    return kit_int("SELECT count(*) FROM log WHERE type = 'reshuffled'");
}

static int64_t play_through(const char *names, const char *options,
                            bool partners, unsigned restart_each)
{
    return play_on(kit_new(names, options, partners, NULL), restart_each);
}

START_TEST(test_a_game_of_two_restarts_anywhere)
{
    play_through("a b", NULL, false, 37);
}
END_TEST

START_TEST(test_a_game_of_five_restarts_anywhere)
{
    play_through("a b c d e", "rounds=3 dealer=loser starter_may_meld=1", false,
                 41);
}
END_TEST

START_TEST(test_partners_restart_anywhere)
{
    play_through("a b c d", "rounds=3 final_discard=optional", true, 43);
}
END_TEST

START_TEST(test_may_i_restarts_anywhere)
{
    static const char *const options[] = {
        NULL, "refusal=take", "refusal=take after_claim=return_to_turn"};

    for (unsigned i = 0; i < KIT_COUNT(options); i++)
        play_on(kit_new_may_i(i % 2 ? "a b c d" : "a b c", options[i]), 31 + i);
    ck_assert_int_gt(kit_int("SELECT count(*) FROM log "
                             "WHERE data LIKE 'answer yes; taker %'"),
                     0);
    ck_assert_int_gt(kit_int("SELECT count(*) FROM log "
                             "WHERE data LIKE 'answer no; taker %'"),
                     0);
    ck_assert_int_gt(kit_int("SELECT count(*) FROM log "
                             "WHERE data LIKE 'answer no; drawn %'"),
                     0);
    ck_assert_int_gt(kit_int("SELECT count(*) FROM log "
                             "WHERE data LIKE 'take %; taker %'"),
                     0);
    /* G11: what came from the stock is in no public text. */
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log "
                             "WHERE data LIKE '%; taker %' AND "
                             "(data LIKE '%drawn%' OR secret IS NULL)"),
                     0);
}
END_TEST

START_TEST(test_a_question_is_open_after_a_restart)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new_may_i("a b c d", NULL);
    struct hk_snapshot before;
    struct hk_snapshot after;
    char uuid[HK_UUID_TEXT_SIZE];

    snprintf(uuid, sizeof uuid, "%s", game->slot.uuid);
    do {
        ck_assert(kit_step(game, &rng));
        ck_assert_int_eq(hk_game_snapshot(game, &before), HK_OK);
        hk_snapshot_clear(&before);
    } while (before.state.phase != HK_PHASE_ANSWER);
    hk_game_close(game);
    kit_close();
    game = kit_game(uuid);
    ck_assert_int_eq(hk_game_snapshot(game, &after), HK_OK);
    hk_snapshot_clear(&after);
    ck_assert_mem_eq(&after.state, &before.state, sizeof after.state);
    ck_assert_int_eq(kit_play(game, after.state.turn, "draw stock"),
                     HK_E_WRONG_PHASE);
    ck_assert_int_eq(kit_play(game, after.state.question.asked, "answer no"),
                     HK_OK);
    hk_game_close(game);
}
END_TEST

START_TEST(test_the_shuffle_goes_on_where_it_was)
{
    /* Nobody can go down: two new stocks a round, then it is blocked. */
    int64_t reshuffles = play_through("a b c", "rounds=2 opening_minimum=500",
                                      false, 29);
    ck_assert_int_ge(reshuffles, 2);
}
END_TEST

START_TEST(test_random_options_restart_anywhere)
{
    struct hk_rng rng = kit_rng();

    for (unsigned i = 0; i < 6; i++) {
        struct hk_game_wish wish = kit_wish("a b c", NULL, false);
        struct hk_seated seated;

        player_options(&rng, &wish.rules);
        wish.rules.rounds = 2;
        kit_create(&wish, &seated);
        struct hk_game *game = kit_game(seated.happened.after.row.uuid);
        hk_seated_clear(&seated);
        for (unsigned moves = 1; kit_step(game, &rng); moves++) {
            if (moves % (40 * kit_fewer()) == 0)
                check_log(game);
        }
        check_log(game);
        hk_game_close(game);
    }
}
END_TEST

START_TEST(test_an_open_game_waits_through_a_restart)
{
    struct hk_game *game = kit_new("a - c", NULL, false, NULL);
    struct hk_caller caller = kit_anybody();
    struct hk_seat_wish name = kit_name("b");
    struct hk_seated seated;
    struct hk_snapshot now;
    char uuid[HK_UUID_TEXT_SIZE];

    snprintf(uuid, sizeof uuid, "%s", game->slot.uuid);
    check_log(game);
    hk_game_close(game);
    kit_close();
    game = kit_game(uuid);
    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    ck_assert_int_eq(now.row.status, HK_STATUS_OPEN);
    ck_assert_int_eq(now.seats[1].player, 0);
    ck_assert_str_eq(now.seats[2].name, "c");
    hk_snapshot_clear(&now);
    ck_assert_int_eq(
        hk_lobby_take_seat(game, &caller, 1, &name, &kit_real, &seated), HK_OK);
    hk_seated_clear(&seated);
    check_log(game);
    hk_game_close(game);
}
END_TEST

/* ----- logs that do not replay -------------------------------------------- */

START_TEST(test_a_log_that_was_changed_is_not_played_on)
{
    static const char *const changes[] = {
        "UPDATE events SET data = 'discard 2S' WHERE seq = 3",
        "UPDATE events SET data = 'fly' WHERE seq = 3",
        "UPDATE events SET secret = replace(secret, 'seed ', 'seed 0') "
        "WHERE seq = 2",
        "UPDATE events SET secret = NULL WHERE seq = 2",
        "UPDATE events SET seat = 1 WHERE seq = 3",
        "UPDATE events SET at = 0 WHERE seq = 3",
        "DELETE FROM events WHERE seq = 2",
        "DELETE FROM events WHERE seq > 1",
        "DELETE FROM events",
        "UPDATE games SET seq = 99",
        "UPDATE games SET status = 'finished'",
        "UPDATE games SET rules_version = 2",
        "UPDATE events SET data = 'ending finished; winners 0', seat = NULL, "
        "round = NULL, type = 'game_ended' WHERE seq = 3",
        "UPDATE events SET type = 'reshuffled', data = 'stock 0', "
        "secret = 'numbers 0; order', seat = NULL WHERE seq = 3",
        "UPDATE events SET secret = 'deal 1; hand AS; hand 2S; stock' "
        "WHERE seq = 1",
    };
    struct hk_rng rng = kit_rng();

    for (size_t i = 0; i < KIT_COUNT(changes); i++) {
        struct hk_game *game = kit_new("a b", NULL, false, NULL);
        char uuid[HK_UUID_TEXT_SIZE];

        snprintf(uuid, sizeof uuid, "%s", game->slot.uuid);
        ck_assert(kit_step(game, &rng));
        hk_game_close(game);
        kit_close();
        kit_exec("DROP TRIGGER IF EXISTS events_stay; "
                 "DROP TRIGGER IF EXISTS events_keep;");
        kit_exec(SETTLE_SQL);
        kit_exec(changes[i]);
        ck_assert_msg(hk_game_open(kit_service(), uuid, &game) == HK_E_INTERNAL,
                      "%s", changes[i]);
        ck_assert_uint_eq(hk_registry_counts(&kit_service()->registry).games,
                          0);
        kit_close();
        kit_exec("DELETE FROM events; DELETE FROM seats; DELETE FROM tokens; "
                 "DELETE FROM games");
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_game_of_two_restarts_anywhere,
        test_a_game_of_five_restarts_anywhere,
        test_partners_restart_anywhere,
        test_may_i_restarts_anywhere,
        test_a_question_is_open_after_a_restart,
        test_the_shuffle_goes_on_where_it_was,
        test_random_options_restart_anywhere,
        test_an_open_game_waits_through_a_restart,
        test_a_log_that_was_changed_is_not_played_on,
    };
    return kit_run("service/restart", tests, KIT_COUNT(tests));
}
