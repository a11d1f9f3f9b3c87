/* Tickets: good once, for a minute, for one game. */
#include "service_kit.h"

#include <string.h>

#include "service/tickets.h"

static struct hk_seated seated;

static struct hk_game *new_game(void)
{
    return kit_new("a b", NULL, false, &seated);
}

START_TEST(test_a_ticket_stands_for_who_made_it)
{
    struct hk_game *game = new_game();
    struct hk_caller seat = kit_holder(seated.seat_tokens[1]), found;
    char text[HK_TOKEN_TEXT_SIZE];
    hk_time expires_at;

    hk_ticket_make(game, &seat, text, &expires_at);
    ck_assert_int_eq(expires_at, kit_time + 60000);
    ck_assert_int_eq(strncmp(text, "hk_ticket_", 10), 0);
    ck_assert_int_eq(hk_ticket_use(game, text, &found), HK_OK);
    ck_assert_int_eq(found.role, HK_ROLE_SEAT);
    ck_assert_uint_eq(found.seat, 1);
    ck_assert_mem_eq(found.hash, seat.hash, sizeof seat.hash);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_ticket_is_good_once)
{
    struct hk_game *game = new_game();
    struct hk_caller host = kit_holder(seated.host_token), found;
    char text[HK_TOKEN_TEXT_SIZE];
    hk_time expires_at;

    hk_ticket_make(game, &host, text, &expires_at);
    ck_assert_int_eq(hk_ticket_use(game, text, &found), HK_OK);
    ck_assert_int_eq(hk_ticket_use(game, text, &found), HK_E_UNAUTHORIZED);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_ticket_is_good_for_a_minute)
{
    struct hk_game *game = new_game();
    struct hk_caller host = kit_holder(seated.host_token), found;
    char early[HK_TOKEN_TEXT_SIZE], late[HK_TOKEN_TEXT_SIZE];
    hk_time expires_at;

    hk_ticket_make(game, &host, early, &expires_at);
    hk_ticket_make(game, &host, late, &expires_at);
    kit_time = expires_at - 1;
    ck_assert_int_eq(hk_ticket_use(game, early, &found), HK_OK);
    kit_time = expires_at;
    ck_assert_int_eq(hk_ticket_use(game, late, &found), HK_E_UNAUTHORIZED);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_ticket_is_good_for_its_game)
{
    struct hk_game *game = new_game();
    struct hk_caller host = kit_holder(seated.host_token), found;
    char text[HK_TOKEN_TEXT_SIZE];
    hk_time expires_at;

    hk_seated_clear(&seated);
    struct hk_game *other = new_game();
    hk_ticket_make(game, &host, text, &expires_at);
    ck_assert_int_eq(hk_ticket_use(other, text, &found), HK_E_UNAUTHORIZED);
    hk_seated_clear(&seated);
    hk_game_close(other);
    hk_game_close(game);
}
END_TEST

START_TEST(test_nothing_else_is_a_ticket)
{
    struct hk_game *game = new_game();
    struct hk_caller found;

    ck_assert_int_eq(hk_ticket_use(game, "", &found), HK_E_UNAUTHORIZED);
    ck_assert_int_eq(hk_ticket_use(game, "hk_ticket_", &found),
                     HK_E_UNAUTHORIZED);
    ck_assert_int_eq(hk_ticket_use(game, seated.host_token, &found),
                     HK_E_UNAUTHORIZED);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_the_newest_takes_the_place_of_the_oldest)
{
    struct hk_game *game = new_game();
    struct hk_caller host = kit_holder(seated.host_token), found;
    char first[HK_TOKEN_TEXT_SIZE], second[HK_TOKEN_TEXT_SIZE];
    char text[HK_TOKEN_TEXT_SIZE];
    hk_time expires_at;

    hk_ticket_make(game, &host, first, &expires_at);
    hk_ticket_make(game, &host, second, &expires_at);
    for (size_t i = 0; i < HK_TICKETS_MAX - 1; i++)
        hk_ticket_make(game, &host, text, &expires_at);
    ck_assert_int_eq(hk_ticket_use(game, first, &found), HK_E_UNAUTHORIZED);
    ck_assert_int_eq(hk_ticket_use(game, second, &found), HK_OK);
    ck_assert_int_eq(hk_ticket_use(game, text, &found), HK_OK);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        test_a_ticket_stands_for_who_made_it,
        test_a_ticket_is_good_once,
        test_a_ticket_is_good_for_a_minute,
        test_a_ticket_is_good_for_its_game,
        test_nothing_else_is_a_ticket,
        test_the_newest_takes_the_place_of_the_oldest,
    };
    return kit_run("tickets", tests, KIT_COUNT(tests));
}
