/* Making games and filling seats. */
#include "service_kit.h"

#include <string.h>

#include "service/players.h"

static const struct hk_snapshot *after(const struct hk_seated *seated)
{
    return &seated->happened.after;
}

static enum hk_error create(const struct hk_caller *caller,
                            const struct hk_game_wish *game,
                            struct hk_lobby_fault *ret_fault)
{
    struct hk_seated seated;
    enum hk_error error = hk_lobby_create(kit_service(), caller, game,
                                          &kit_real, &seated, ret_fault);

    if (!error)
        hk_seated_clear(&seated);
    return error;
}

static enum hk_error take(struct hk_game *game, const struct hk_caller *caller,
                          unsigned seat, const char *name,
                          const struct hk_wish *wish,
                          struct hk_seated *ret_seated)
{
    struct hk_seat_wish player = kit_name(name);
    struct hk_seated seated;
    enum hk_error error = hk_lobby_take_seat(game, caller, (hk_seat)seat,
                                             &player, wish, &seated);

    if (!error && ret_seated)
        *ret_seated = seated;
    else if (!error)
        hk_seated_clear(&seated);
    return error;
}

static enum hk_error take_as_anybody(struct hk_game *game, unsigned seat,
                                     const char *name)
{
    struct hk_caller caller = kit_anybody();

    return take(game, &caller, seat, name, &kit_real, NULL);
}

START_TEST(test_a_full_game_starts_at_once)
{
    struct hk_game_wish wish = kit_wish("huda sami ali", "rounds=3", false);
    struct hk_seated seated;

    wish.first_dealer = 1;
    kit_create(&wish, &seated);
    const struct hk_snapshot *game = after(&seated);
    ck_assert_int_eq(game->row.status, HK_STATUS_PLAYING);
    ck_assert(game->row.ranked);
    ck_assert_int_eq(game->row.rules_version, HK_RULES_VERSION);
    ck_assert_int_eq(game->row.created_at, kit_time);
    ck_assert_uint_eq(game->row.seq, 2);
    ck_assert_uint_eq(seated.happened.seq, 2);
    ck_assert(hk_snapshot_round_on(game));
    ck_assert_uint_eq(game->state.dealer, 1);
    ck_assert_uint_eq(game->state.turn, 2);
    ck_assert_int_eq(game->rules.rounds, 3);
    ck_assert_str_eq(game->seats[0].name, "huda");
    ck_assert_str_eq(game->seats[2].name, "ali");
    ck_assert_int_eq(game->seats[0].team, -1);
    ck_assert_uint_eq(game->round_count, 0);

    ck_assert_uint_eq(seated.happened.event_count, 2);
    const struct hk_event *events = seated.happened.events;
    ck_assert_uint_eq(events[0].type, HK_EVENT_GAME_CREATED);
    ck_assert_uint_eq(events[0].seq, 1);
    ck_assert_str_eq(events[0].players[1], "sami");
    ck_assert_int_eq(events[0].rules->rounds, 3);
    ck_assert_uint_eq(events[1].type, HK_EVENT_ROUND_STARTED);
    ck_assert_uint_eq(events[1].starter, 2);
    ck_assert_uint_eq(events[1].move.seat, 1);
    ck_assert_mem_eq(events[1].commitment, game->commitment,
                     HK_COMMITMENT_SIZE);
    hk_seated_clear(&seated);
}
END_TEST

START_TEST(test_partners_face_each_other)
{
    struct hk_game_wish wish = kit_wish("a b c d", NULL, true);
    struct hk_seated seated;

    kit_create(&wish, &seated);
    for (unsigned s = 0; s < 4; s++)
        ck_assert_int_eq(after(&seated)->seats[s].team, (int)s % 2);
    hk_seated_clear(&seated);
}
END_TEST

START_TEST(test_the_last_open_seat_starts_the_game)
{
    struct hk_seated created;
    struct hk_seated seated;
    struct hk_caller caller = kit_anybody();
    struct hk_game *game = kit_new("a - -", NULL, false, &created);
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    ck_assert_int_eq(now.row.status, HK_STATUS_OPEN);
    ck_assert(!hk_snapshot_round_on(&now));
    ck_assert_int_eq(now.seats[1].player, 0);
    hk_snapshot_clear(&now);
    ck_assert_int_eq(kit_play(game, 0, "draw stock"), HK_E_NOT_STARTED);

    kit_time += 1000;
    ck_assert_int_eq(take(game, &caller, 2, "b", &kit_real, &seated), HK_OK);
    ck_assert_int_eq(after(&seated)->row.status, HK_STATUS_OPEN);
    ck_assert_int_eq(after(&seated)->row.updated_at, kit_time);
    ck_assert_uint_eq(seated.happened.event_count, 1);
    ck_assert_uint_eq(seated.happened.events[0].type, HK_EVENT_SEAT_TAKEN);
    ck_assert_int_eq(seated.happened.events[0].seat, 2);
    ck_assert_str_eq(seated.happened.events[0].players[0], "b");
    hk_seated_clear(&seated);
    caller = kit_holder(seated.seat_tokens[2]);
    ck_assert_int_eq(caller.seat, 2);

    ck_assert_int_eq(take(game, &caller, 1, "c", &kit_real, &seated), HK_OK);
    ck_assert_uint_eq(seated.happened.event_count, 2);
    ck_assert_uint_eq(seated.happened.events[1].type, HK_EVENT_ROUND_STARTED);
    ck_assert_int_eq(after(&seated)->row.status, HK_STATUS_PLAYING);
    ck_assert(hk_snapshot_round_on(after(&seated)));
    hk_seated_clear(&seated);

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    ck_assert_str_eq(now.seats[1].name, "c");
    ck_assert_uint_eq(now.row.seq, 4);
    hk_snapshot_clear(&now);
    hk_game_close(game);
}
END_TEST

START_TEST(test_seats_that_cannot_be_taken)
{
    struct hk_seated created;
    struct hk_seated other;
    struct hk_game *game = kit_new("Noor - -", NULL, false, &created);
    struct hk_happened happened;
    struct hk_wish stale = {.has_expected_seq = true, .expected_seq = 9};
    struct hk_caller caller = kit_anybody();

    hk_game_close(kit_new("a b", NULL, false, &other));
    ck_assert_int_eq(take_as_anybody(game, 0, "b"), HK_E_SEAT_TAKEN);
    ck_assert_int_eq(take_as_anybody(game, 1, "noor"),
                     HK_E_PLAYER_SEATED_TWICE);
    ck_assert_int_eq(take(game, &caller, 1, "b", &stale, NULL), HK_E_STALE);
    caller = kit_holder(other.seat_tokens[0]);
    ck_assert_int_eq(take(game, &caller, 1, "b", &kit_real, NULL),
                     HK_E_FORBIDDEN);
    ck_assert_uint_eq(hk_game_seq(game), 1);
    ck_assert_int_eq(take_as_anybody(game, 1, "b"), HK_OK);
    ck_assert_int_eq(take_as_anybody(game, 1, "c"), HK_E_SEAT_TAKEN);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    ck_assert_int_eq(take_as_anybody(game, 2, "c"), HK_E_GAME_OVER);
    hk_game_close(game);
}
END_TEST

START_TEST(test_with_keys_the_host_fills_seats)
{
    kit_open = false;
    struct hk_caller host_key = kit_holder(kit_key(false));
    struct hk_game_wish wish = kit_wish("a - - -", NULL, false);
    struct hk_seated seated;
    struct hk_lobby_fault fault;

    ck_assert_int_eq(hk_lobby_create(kit_service(), &host_key, &wish, &kit_real,
                                     &seated, &fault),
                     HK_OK);
    struct hk_game *game = kit_game(after(&seated)->row.uuid);
    hk_seated_clear(&seated);
    struct hk_caller host = kit_holder(seated.host_token);
    struct hk_caller player = kit_holder(seated.seat_tokens[0]);
    ck_assert_int_eq(take_as_anybody(game, 1, "b"), HK_E_UNAUTHORIZED);
    ck_assert_int_eq(take(game, &player, 1, "b", &kit_real, NULL),
                     HK_E_FORBIDDEN);
    ck_assert_int_eq(take(game, &host, 1, "b", &kit_real, NULL), HK_OK);
    ck_assert_int_eq(take(game, &host_key, 2, "c", &kit_real, NULL), HK_OK);
    hk_game_close(game);
}
END_TEST

START_TEST(test_nobody_sits_twice_whatever_the_case)
{
    struct hk_caller caller = kit_anybody();
    struct hk_game_wish wish = kit_wish("huda b HUDA", NULL, false);
    struct hk_lobby_fault fault;

    ck_assert_int_eq(create(&caller, &wish, &fault), HK_E_PLAYER_SEATED_TWICE);
    ck_assert_int_eq(fault.seat, 2);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);
}
END_TEST

START_TEST(test_a_player_keeps_the_first_spelling)
{
    struct hk_game_wish first = kit_wish("Huda b", NULL, false);
    struct hk_game_wish second = kit_wish("c hUDA", NULL, false);
    struct hk_seated seated;

    kit_create(&first, &seated);
    int64_t player = after(&seated)->seats[0].player;
    hk_seated_clear(&seated);
    kit_create(&second, &seated);
    ck_assert_int_eq(after(&seated)->seats[1].player, player);
    ck_assert_str_eq(after(&seated)->seats[1].name, "Huda");
    ck_assert_str_eq(seated.happened.events[0].players[1], "Huda");
    hk_seated_clear(&seated);
}
END_TEST

START_TEST(test_a_reserved_name_needs_its_token)
{
    struct hk_registered registered;
    struct hk_seat_wish name = kit_name("noor");
    struct hk_caller anybody = kit_anybody();
    struct hk_game_wish wish = kit_wish("a Noor", NULL, false);
    struct hk_lobby_fault fault;

    ck_assert_int_eq(
        hk_players_register(kit_service(), &name, NULL, &registered), HK_OK);
    struct hk_caller noor = kit_holder(registered.token);
    struct hk_caller admin = kit_holder(kit_key(true));
    struct hk_caller host = kit_holder(kit_key(false));
    ck_assert_int_eq(create(&anybody, &wish, &fault), HK_E_FORBIDDEN);
    ck_assert_int_eq(fault.seat, 1);
    ck_assert_int_eq(create(&host, &wish, &fault), HK_E_FORBIDDEN);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games"), 0);
    ck_assert_int_eq(create(&noor, &wish, &fault), HK_OK);
    ck_assert_int_eq(create(&admin, &wish, &fault), HK_OK);

    struct hk_game *game = kit_new("a -", NULL, false, NULL);
    ck_assert_int_eq(take_as_anybody(game, 1, "noor"), HK_E_FORBIDDEN);
    ck_assert_int_eq(take(game, &noor, 1, "noor", &kit_real, NULL), HK_OK);
    hk_game_close(game);
}
END_TEST

static struct hk_arranged_deal arranged(void)
{
    struct hk_arranged_deal deal = {0};

    deal.hand_sizes[0] = kit_cards(
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H", deal.hands[0]);
    deal.hand_sizes[1] = kit_cards("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD JK",
                                   deal.hands[1]);
    deal.stock_size = kit_cards("9C 8C", deal.stock);
    return deal;
}

START_TEST(test_an_arranged_game_is_dealt_so_and_not_ranked)
{
    struct hk_arranged_deal deal = arranged();
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    struct hk_seated seated;

    wish.deals = &deal;
    wish.deal_count = 1;
    kit_create(&wish, &seated);
    const struct hk_state *state = &after(&seated)->state;
    ck_assert(!after(&seated)->row.ranked);
    ck_assert_uint_eq(state->turn, 0);
    for (unsigned i = 0; i < 15; i++)
        ck_assert(hk_cardset_count(&state->hands[0], deal.hands[0][i]));
    for (unsigned i = 0; i < 14; i++)
        ck_assert(hk_cardset_count(&state->hands[1], deal.hands[1][i]));
    ck_assert_uint_eq(state->stock[state->stock_count - 1], kit_card("9C"));
    ck_assert_uint_eq(state->stock[state->stock_count - 2], kit_card("8C"));
    hk_seated_clear(&seated);

    wish.first_dealer = 0;
    struct hk_caller caller = kit_anybody();
    struct hk_lobby_fault fault;
    ck_assert_int_eq(create(&caller, &wish, &fault), HK_E_IMPOSSIBLE_DEAL);
    ck_assert_int_eq(fault.deal, 0);
}
END_TEST

START_TEST(test_arranged_rounds_are_dealt_when_their_turn_comes)
{
    struct hk_arranged_deal deals[2] = {arranged(), arranged()};
    struct hk_game_wish wish = kit_wish("a b", "rounds=2", false);
    struct hk_rng rng = kit_rng();
    struct hk_seated seated;
    struct hk_snapshot now = {.round_count = 0};

    deals[1].hand_sizes[0]--;
    deals[1].hands[1][deals[1].hand_sizes[1]++] = kit_card("3H");
    wish.deals = deals;
    wish.deal_count = 2;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(after(&seated)->row.uuid);
    hk_seated_clear(&seated);
    while (kit_step(game, &rng)) {
        /* Reloaded from the log, which alone knows the second deal. */
        hk_game_close(game);
        kit_close();
        game = kit_game(after(&seated)->row.uuid);
        ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
        hk_snapshot_clear(&now);
        if (now.state.round == 2)
            break;
    }
    ck_assert_uint_eq(now.state.round, 2);
    ck_assert_uint_eq(now.state.turn, 1);
    ck_assert(hk_cardset_count(&now.state.hands[1], kit_card("3H")));
    ck_assert_uint_eq(hk_cardset_size(&now.state.hands[1]), 15);
    hk_game_close(game);
}
END_TEST

START_TEST(test_dry_runs_leave_nothing)
{
    struct hk_caller caller = kit_anybody();
    struct hk_game_wish wish = kit_wish("a b -", NULL, false);
    struct hk_seated seated;
    struct hk_lobby_fault fault;

    ck_assert_int_eq(hk_lobby_create(kit_service(), &caller, &wish, &kit_dry,
                                     &seated, &fault),
                     HK_OK);
    ck_assert_uint_eq(seated.happened.event_count, 1);
    ck_assert_int_eq(after(&seated)->row.status, HK_STATUS_OPEN);
    hk_seated_clear(&seated);
    struct hk_caller nobody;
    ck_assert_int_eq(
        hk_auth_identify(kit_service(), seated.host_token, &nobody),
        HK_E_UNAUTHORIZED);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);

    struct hk_game *game = kit_new("a b -", NULL, false, NULL);
    ck_assert_int_eq(take(game, &caller, 2, "c", &kit_dry, &seated), HK_OK);
    ck_assert_uint_eq(seated.happened.seq, 2);
    ck_assert_uint_eq(seated.happened.event_count, 1);
    ck_assert_int_eq(after(&seated)->row.status, HK_STATUS_PLAYING);
    /* Nothing is dealt: an arranged deal would be told. */
    ck_assert(!hk_snapshot_round_on(after(&seated)));
    hk_seated_clear(&seated);
    ck_assert_uint_eq(hk_game_seq(game), 1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 2);
    ck_assert_int_eq(take(game, &caller, 2, "A", &kit_dry, NULL),
                     HK_E_PLAYER_SEATED_TWICE);
    ck_assert_int_eq(take_as_anybody(game, 2, "d"), HK_OK);
    hk_game_close(game);
}
END_TEST

START_TEST(test_lists_are_newest_first_and_filtered)
{
    static const struct hk_game_filter all = {-1, -1, 0};
    struct hk_listed_game games[3];
    struct hk_seated seated;
    size_t count;

    hk_game_close(kit_new("a b", NULL, false, NULL));
    hk_game_close(kit_new("a -", NULL, false, &seated));
    hk_game_close(kit_new("c d e f", NULL, true, NULL));
    ck_assert_int_eq(hk_lobby_list(kit_service(), &all, 0, 3, games, &count),
                     HK_OK);
    ck_assert_uint_eq(count, 3);
    ck_assert_int_eq(games[0].row.variant, HK_HAND_PARTNERS);
    ck_assert_str_eq(games[0].seats[3].name, "f");
    ck_assert_str_eq(games[1].seats[1].name, "");
    ck_assert_int_gt(games[0].row.id, games[1].row.id);
    int64_t before = games[1].row.id;
    int64_t player = games[1].seats[0].player;
    ck_assert_int_eq(
        hk_lobby_list(kit_service(), &all, before, 3, games, &count), HK_OK);
    ck_assert_uint_eq(count, 1);

    struct hk_game_filter open = {-1, HK_STATUS_OPEN, 0};
    ck_assert_int_eq(hk_lobby_list(kit_service(), &open, 0, 3, games, &count),
                     HK_OK);
    ck_assert_uint_eq(count, 1);
    struct hk_game_filter of_player = {-1, -1, player};
    ck_assert_int_eq(
        hk_lobby_list(kit_service(), &of_player, 0, 3, games, &count), HK_OK);
    ck_assert_uint_eq(count, 2);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_full_game_starts_at_once,
        test_partners_face_each_other,
        test_the_last_open_seat_starts_the_game,
        test_seats_that_cannot_be_taken,
        test_with_keys_the_host_fills_seats,
        test_nobody_sits_twice_whatever_the_case,
        test_a_player_keeps_the_first_spelling,
        test_a_reserved_name_needs_its_token,
        test_an_arranged_game_is_dealt_so_and_not_ranked,
        test_arranged_rounds_are_dealt_when_their_turn_comes,
        test_dry_runs_leave_nothing,
        test_lists_are_newest_first_and_filtered,
    };
    return kit_run("service/lobby", tests, KIT_COUNT(tests));
}
