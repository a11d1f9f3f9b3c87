/* Seats that change hands: who plays, who sees, who counts. */
#include "service_kit.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "service/internal.h"
#include "service/players.h"
#include "service/recompute.h"

enum { PATIENCE = 60 };

static struct hk_caller at(struct hk_game *game, const char *token)
{
    struct hk_caller caller;

    ck_assert_int_eq(hk_auth_identify_at(game, token, &caller), HK_OK);
    return caller;
}

/* By this token, to the player of this name, or ("*") a bot. */
static enum hk_error give(struct hk_game *game, const char *token,
                          unsigned seat, const char *to,
                          const struct hk_wish *wish,
                          struct hk_seated *ret_seated)
{
    struct hk_caller caller = at(game, token);
    struct hk_seat_wish holder = {.bot = true};
    struct hk_seated seated;

    if (strcmp(to, "*") != 0)
        holder = kit_name(to);
    enum hk_error error = hk_lobby_give_seat(game, &caller, (hk_seat)seat,
                                             &holder, wish, &seated);
    if (!error && ret_seated)
        *ret_seated = seated;
    else if (!error)
        hk_seated_clear(&seated);
    return error;
}

static void must_give(struct hk_game *game, const char *host, unsigned seat,
                      const char *to)
{
    ck_assert_int_eq(give(game, host, seat, to, &kit_real, NULL), HK_OK);
}

static struct hk_snapshot look(struct hk_game *game)
{
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    return now;
}

static enum hk_status status_of(struct hk_game *game)
{
    struct hk_snapshot now = look(game);
    enum hk_status status = now.row.status;

    hk_snapshot_clear(&now);
    return status;
}

static bool is_ranked(struct hk_game *game)
{
    struct hk_snapshot now = look(game);
    bool ranked = now.row.ranked;

    hk_snapshot_clear(&now);
    ck_assert_int_eq(
        kit_int("SELECT ranked FROM games ORDER BY id DESC LIMIT 1"), ranked);
    return ranked;
}

/* ----- who has the seat --------------------------------------------------- */

START_TEST(test_the_seat_is_the_other_players_with_all_that_it_has)
{
    struct hk_seated made, seated;
    struct hk_game *game = kit_new("a b", NULL, false, &made);
    struct hk_snapshot before = look(game);
    struct hk_caller unknown;
    struct hk_standing standing;

    (void)at(game, made.seat_tokens[1]);
    kit_time += 1000;
    ck_assert_int_eq(give(game, made.host_token, 1, "c", &kit_real, &seated),
                     HK_OK);
    const struct hk_snapshot *after = &seated.happened.after;
    ck_assert_uint_eq(seated.happened.event_count, 1);
    const struct hk_event *event = &seated.happened.events[0];
    ck_assert_uint_eq(event->type, HK_EVENT_SEAT_GIVEN);
    ck_assert_uint_eq(event->seq, before.row.seq + 1);
    ck_assert_int_eq(event->seat, 1);
    ck_assert_str_eq(event->players[0], "c");
    ck_assert_str_eq(after->seats[1].name, "c");
    ck_assert_str_eq(after->seats[0].name, "a");
    ck_assert_mem_eq(&after->state, &before.state, sizeof after->state);
    ck_assert_int_eq(hk_auth_identify_at(game, made.seat_tokens[1], &unknown),
                     HK_E_UNAUTHORIZED);
    struct hk_caller caller = at(game, seated.seat_tokens[1]);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing), HK_OK);
    ck_assert_int_eq(standing.seat, 1);
    caller = at(game, made.seat_tokens[0]);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing), HK_OK);
    ck_assert_int_eq(standing.seat, 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM tokens WHERE seat = 1"), 1);
    hk_snapshot_clear(&before);
    hk_seated_clear(&seated);
    hk_seated_clear(&made);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_a_restart_knows_who_has_the_seat)
{
    struct hk_seated made, first, second;
    struct hk_game *game = kit_new("a b", NULL, false, &made);
    char uuid[HK_UUID_TEXT_SIZE];
    struct hk_caller unknown;
    struct hk_standing standing;

    ck_assert_int_eq(give(game, made.host_token, 0, "c", &kit_real, &first),
                     HK_OK);
    ck_assert_int_eq(give(game, made.host_token, 0, "a", &kit_real, &second),
                     HK_OK);
    struct hk_snapshot before = look(game);
    memcpy(uuid, before.row.uuid, sizeof uuid);
    hk_game_close(game);
    kit_close();

    game = kit_game(uuid);
    struct hk_snapshot after = look(game);
    ck_assert_mem_eq(&after.state, &before.state, sizeof after.state);
    ck_assert_str_eq(after.seats[0].name, "a");
    ck_assert_int_eq(after.row.ranked, before.row.ranked);
    ck_assert_int_eq(hk_auth_identify_at(game, made.seat_tokens[0], &unknown),
                     HK_E_UNAUTHORIZED);
    ck_assert_int_eq(hk_auth_identify_at(game, first.seat_tokens[0], &unknown),
                     HK_E_UNAUTHORIZED);
    struct hk_caller caller = at(game, second.seat_tokens[0]);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing), HK_OK);
    ck_assert_int_eq(standing.seat, 0);
    hk_snapshot_clear(&before);
    hk_snapshot_clear(&after);
    hk_seated_clear(&made);
    hk_seated_clear(&first);
    hk_seated_clear(&second);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_a_move_that_waited_while_its_seat_was_given_away_is_refused)
{
    struct hk_seated made;
    struct hk_game *game = kit_new("a b", NULL, false, &made);
    struct hk_snapshot now = look(game);
    hk_seat turn = now.state.turn;
    struct hk_move move = {.kind = HK_MOVE_DISCARD, .seat = turn};
    struct hk_standing standing, other;
    struct hk_wish wish = {.standing = &standing};
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;

    struct hk_caller caller = at(game, made.seat_tokens[turn]);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing), HK_OK);
    caller = at(game, made.seat_tokens[1 - turn]);
    ck_assert_int_eq(hk_game_standing(game, &caller, &other), HK_OK);
    ck_assert_uint_gt(hk_cardset_list(&now.state.hands[turn], move.cards), 0);
    move.card_count = 1;
    must_give(game, made.host_token, turn, "c");
    ck_assert_int_eq(
        hk_game_play(game, turn, &move, 1, &wish, &happened, &refusal, &index),
        HK_E_UNAUTHORIZED);
    /* The other seat's standing is what it was. */
    wish.standing = &other;
    ck_assert_int_eq(
        hk_game_play(game, turn, &move, 1, &wish, &happened, &refusal, &index),
        HK_OK);
    hk_happened_clear(&happened);
    hk_snapshot_clear(&now);
    hk_seated_clear(&made);
    hk_game_close(game);
}
END_TEST

START_TEST(test_an_open_seat_that_is_given_starts_the_game)
{
    struct hk_seated made, seated;
    struct hk_game *game = kit_new("a - -", NULL, false, &made);

    must_give(game, made.host_token, 1, "b");
    ck_assert_int_eq(status_of(game), HK_STATUS_OPEN);
    must_give(game, made.host_token, 0, "d");
    ck_assert_int_eq(give(game, made.host_token, 2, "c", &kit_dry, &seated),
                     HK_OK);
    ck_assert_int_eq(seated.happened.after.row.status, HK_STATUS_PLAYING);
    ck_assert_uint_eq(seated.happened.event_count, 1);
    hk_seated_clear(&seated);
    ck_assert_int_eq(status_of(game), HK_STATUS_OPEN);
    ck_assert_int_eq(give(game, made.host_token, 2, "c", &kit_real, &seated),
                     HK_OK);
    ck_assert_int_eq(seated.happened.after.row.status, HK_STATUS_PLAYING);
    ck_assert_uint_eq(seated.happened.event_count, 2);
    ck_assert_uint_eq(seated.happened.events[1].type, HK_EVENT_ROUND_STARTED);
    ck_assert(is_ranked(game));
    hk_seated_clear(&seated);
    hk_seated_clear(&made);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* ----- refusals ----------------------------------------------------------- */

START_TEST(test_who_may_not_give_or_have_a_seat)
{
    struct hk_seated made;
    struct hk_game *game = kit_new("a b", NULL, false, &made);
    struct hk_wish stale = {.has_expected_seq = true, .expected_seq = 1};
    struct hk_seat_wish reserved = kit_name("c");
    struct hk_registered registered;
    struct hk_standing standing;
    struct hk_happened happened;

    ck_assert_int_eq(
        hk_players_register(kit_service(), &reserved, NULL, &registered),
        HK_OK);
    uint32_t seq = hk_game_seq(game);
    ck_assert_int_eq(give(game, made.host_token, 1, "A", &kit_real, NULL),
                     HK_E_PLAYER_SEATED_TWICE);
    ck_assert_int_eq(give(game, made.seat_tokens[1], 1, "d", &kit_real, NULL),
                     HK_E_FORBIDDEN);
    ck_assert_int_eq(give(game, NULL, 1, "d", &kit_real, NULL), HK_E_FORBIDDEN);
    ck_assert_int_eq(give(game, made.host_token, 1, "d", &stale, NULL),
                     HK_E_STALE);
    ck_assert_int_eq(give(game, made.host_token, 1, "c", &kit_real, NULL),
                     HK_E_FORBIDDEN);
    ck_assert_uint_eq(hk_game_seq(game), seq);

    /* An admin may seat a reserved name, and its token stands for the seat. */
    must_give(game, kit_key(true), 1, "c");
    struct hk_caller caller = at(game, registered.token);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing), HK_OK);
    ck_assert_int_eq(standing.seat, 1);
    must_give(game, made.host_token, 1, "b");
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing), HK_OK);
    ck_assert_int_eq(standing.seat, -1);

    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    ck_assert_int_eq(give(game, made.host_token, 1, "d", &kit_real, NULL),
                     HK_E_GAME_OVER);
    hk_seated_clear(&made);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_who_reserves_a_name_gets_no_seat_given_before)
{
    struct hk_seated made;
    struct hk_game *game = kit_new("a b", NULL, false, &made);
    struct hk_seat_wish name = kit_name("c");
    struct hk_registered registered;
    struct hk_standing standing;

    must_give(game, made.host_token, 1, "c");
    kit_time += 1000;
    ck_assert_int_eq(
        hk_players_register(kit_service(), &name, NULL, &registered), HK_OK);
    struct hk_caller caller = at(game, registered.token);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing), HK_OK);
    ck_assert_int_eq(standing.seat, -1);
    hk_seated_clear(&made);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_dry_run_gives_nothing)
{
    struct hk_seated made, seated;
    struct hk_game *game = kit_new("a b", NULL, false, &made);
    uint32_t seq = hk_game_seq(game);
    static const char *const to[] = {"c", "*"};

    for (size_t i = 0; i < KIT_COUNT(to); i++) {
        ck_assert_int_eq(
            give(game, made.host_token, 1, to[i], &kit_dry, &seated), HK_OK);
        ck_assert_uint_eq(seated.happened.seq, seq + 1);
        ck_assert_int_eq(seated.happened.after.seats[1].bot, i == 1);
        ck_assert(!seated.happened.after.row.ranked);
        hk_seated_clear(&seated);
        ck_assert_uint_eq(hk_game_seq(game), seq);
        ck_assert(is_ranked(game));
        (void)at(game, made.seat_tokens[1]);
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 2);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM seats WHERE bot"), 0);
    hk_seated_clear(&made);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* ----- who counts --------------------------------------------------------- */

/* Finishes it; how many lines of boards there are then. */
static int64_t lines_of(struct hk_game *game, struct hk_seated *made)
{
    struct hk_rng rng = kit_rng();

    kit_finish(game, &rng);
    ck_assert_int_eq(status_of(game), HK_STATUS_FINISHED);
    hk_game_close(game);
    hk_seated_clear(made);
    kit_check_stored();
    return kit_int("SELECT count(*) FROM figures");
}

START_TEST(test_before_the_first_deal_whoever_comes_counts)
{
    struct hk_seated made;
    struct hk_game *game = kit_new("a b -", "rounds=1", false, &made);

    must_give(game, made.host_token, 1, "c");
    ck_assert(is_ranked(game));
    must_give(game, made.host_token, 0, "*");
    ck_assert(!is_ranked(game));
    must_give(game, made.host_token, 0, "b");
    ck_assert(is_ranked(game));
    must_give(game, made.host_token, 2, "d");
    ck_assert(is_ranked(game));
    /* Three players on eight boards, and not the one who left. */
    ck_assert_int_eq(lines_of(game, &made), 24);
    ck_assert_int_eq(
        kit_int("SELECT count(*) FROM figures AS f "
                "JOIN players AS p ON p.id = f.player WHERE p.name = 'a'"),
        0);
}
END_TEST

START_TEST(test_after_the_first_deal_a_change_makes_the_game_count_for_nobody)
{
    struct hk_seated made;
    struct hk_game *game = kit_new("a b", "rounds=2", false, &made);

    must_give(game, made.host_token, 1, "c");
    ck_assert(!is_ranked(game));
    must_give(game, made.host_token, 1, "b");
    ck_assert(!is_ranked(game));
    ck_assert_int_eq(lines_of(game, &made), 0);
}
END_TEST

START_TEST(test_a_new_token_for_the_same_player_changes_no_rank)
{
    struct hk_seated made;
    struct hk_game *game = kit_new("a b", "rounds=1", false, &made);

    must_give(game, made.host_token, 1, "B");
    ck_assert(is_ranked(game));
    ck_assert_int_eq(lines_of(game, &made), 16);
}
END_TEST

static void tell_nothing(const char *text, void *cls)
{
    (void)cls;
    ck_abort_msg("%s", text);
}

START_TEST(test_recompute_leaves_out_games_with_another_at_the_end)
{
    struct hk_seated made;
    struct hk_rng rng = kit_rng();
    struct hk_recompute_report report;
    struct hk_store *store;
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_game *game = kit_new("a b", "rounds=1", false, &made);

    kit_finish(game, &rng);
    hk_game_close(game);
    hk_seated_clear(&made);
    game = kit_new("a b", "rounds=1", false, &made);
    must_give(game, made.host_token, 0, "c");
    ck_assert_int_eq(lines_of(game, &made), 16);

    ck_assert_int_eq(hk_store_open(kit_path(), HK_STORE_SERVE, &store, message),
                     HK_OK);
    ck_assert_int_eq(hk_recompute(store, tell_nothing, NULL, &report), HK_OK);
    hk_store_close(store);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 16);
    kit_check_stored();
}
END_TEST

START_TEST(test_a_scorecard_counts_for_who_was_there_from_the_first_round)
{
    struct hk_seated made;
    struct hk_game *game = kit_scorecard(HK_HAND, "a b", "rounds=2", &made);

    must_give(game, made.host_token, 0, "c");
    ck_assert(is_ranked(game));
    ck_assert_int_eq(give(game, made.host_token, 0, "*", &kit_real, NULL),
                     HK_E_INVALID_REQUEST);
    ck_assert_int_eq(kit_record(game, "0: -; down =14"), HK_OK);
    ck_assert(is_ranked(game));
    must_give(game, made.host_token, 0, "c");
    ck_assert(is_ranked(game));
    must_give(game, made.host_token, 1, "d");
    ck_assert(!is_ranked(game));
    ck_assert_int_eq(kit_record(game, "1: down =14; -"), HK_OK);
    ck_assert_int_eq(status_of(game), HK_STATUS_FINISHED);
    /* Corrected when it is over, it still counts for nobody. */
    ck_assert_int_eq(kit_correct(game, 1, "0: -; down =15", "misread"), HK_OK);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
    hk_seated_clear(&made);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* ----- bots --------------------------------------------------------------- */

/* Until the game is over. */
static void wait_for_the_end(struct hk_game *game)
{
    time_t end = time(NULL) + PATIENCE;

    while (status_of(game) == HK_STATUS_PLAYING) {
        ck_assert_msg(time(NULL) < end, "it never ended");
        sched_yield();
    }
}

START_TEST(test_a_bot_plays_on_where_its_seat_is)
{
    struct hk_seated made;
    struct hk_game *game = kit_new("a b", "rounds=1", false, &made);
    struct hk_rng rng = kit_rng();

    must_give(game, made.host_token, 0, "*");
    must_give(game, made.host_token, 1, "*");
    wait_for_the_end(game);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM tokens WHERE seat >= 0"), 0);
    hk_game_close(game);
    hk_seated_clear(&made);

    /* And no more once it is a player's. */
    game = kit_new("a *", "rounds=2", false, &made);
    must_give(game, made.host_token, 1, "b");
    uint32_t seq = hk_game_seq(game);
    for (unsigned i = 0; i < 20; i++) {
        ck_assert(kit_step(game, &rng));
        ck_assert_uint_gt(hk_game_seq(game), seq);
        seq = hk_game_seq(game);
    }
    ck_assert(!is_ranked(game));
    hk_game_close(game);
    hk_seated_clear(&made);
    kit_check_stored();
}
END_TEST

/* Whatever a player has left behind, a bot can go on from there. */
START_TEST(test_bots_take_over_at_any_moment)
{
    struct hk_rng rng = kit_rng();
    uint8_t chance;

    for (unsigned i = 0; i < kit_times(60); i++) {
        struct hk_seated made;
        struct hk_game_wish wish = kit_wish("a b c d", "rounds=1", i % 3 == 1);
        if (i % 3 == 2)
            wish = kit_may_i_wish("a b c", NULL);
        kit_create(&wish, &made);
        struct hk_game *game = kit_game(made.happened.after.row.uuid);

        hk_rng_fill(&rng, &chance, sizeof chance);
        for (unsigned n = 0; n < chance % 64u; n++) {
            if (!kit_step(game, &rng))
                break;
        }
        for (unsigned s = 0; s < wish.rules.seats; s++) {
            if (status_of(game) != HK_STATUS_PLAYING)
                break;
            enum hk_error error = give(game, made.host_token, s, "*", &kit_real,
                                       NULL);
            ck_assert(!error || error == HK_E_GAME_OVER);
        }
        wait_for_the_end(game);
        ck_assert_int_eq(status_of(game), HK_STATUS_FINISHED);
        hk_game_close(game);
        hk_seated_clear(&made);
    }
    kit_check_stored();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_the_seat_is_the_other_players_with_all_that_it_has,
        test_a_restart_knows_who_has_the_seat,
        test_a_move_that_waited_while_its_seat_was_given_away_is_refused,
        test_an_open_seat_that_is_given_starts_the_game,
        test_who_may_not_give_or_have_a_seat,
        test_who_reserves_a_name_gets_no_seat_given_before,
        test_a_dry_run_gives_nothing,
        test_before_the_first_deal_whoever_comes_counts,
        test_after_the_first_deal_a_change_makes_the_game_count_for_nobody,
        test_a_new_token_for_the_same_player_changes_no_rank,
        test_recompute_leaves_out_games_with_another_at_the_end,
        test_a_scorecard_counts_for_who_was_there_from_the_first_round,
        test_a_bot_plays_on_where_its_seat_is,
        test_bots_take_over_at_any_moment,
    };

    return kit_run("service handover", tests, KIT_COUNT(tests));
}
