/* Tokens, who holds them, and what they are to a game. */
#include "service_kit.h"

#include <stdio.h>
#include <string.h>

#include "service/internal.h"
#include "service/players.h"

/* Registers a name and returns its token. */
static void reserve(const char *name, struct hk_registered *ret_registered)
{
    struct hk_seat_wish wish = kit_name(name);

    ck_assert_int_eq(
        hk_players_register(kit_service(), &wish, NULL, ret_registered), HK_OK);
}

START_TEST(test_tokens_say_their_kind_and_are_never_alike)
{
    static const struct {
        enum hk_token_kind kind;
        const char *prefix;
    } kinds[] = {
        {HK_TOKEN_KEY_HOST, "hk_key_"},   {HK_TOKEN_KEY_ADMIN, "hk_key_"},
        {HK_TOKEN_GAME_HOST, "hk_host_"}, {HK_TOKEN_SEAT, "hk_seat_"},
        {HK_TOKEN_PLAYER, "hk_player_"},
    };
    struct hk_rng rng = kit_rng();
    char before[HK_TOKEN_TEXT_SIZE] = "";

    for (size_t i = 0; i < KIT_COUNT(kinds); i++) {
        char text[HK_TOKEN_TEXT_SIZE];
        uint8_t hash[HK_TOKEN_HASH_SIZE];
        uint8_t again[HK_TOKEN_HASH_SIZE];
        size_t prefix = strlen(kinds[i].prefix);

        hk_auth_make_token(&rng, kinds[i].kind, text, hash);
        ck_assert_mem_eq(text, kinds[i].prefix, prefix);
        ck_assert_uint_eq(strlen(text), prefix + 43);
        ck_assert_uint_eq(strspn(text, "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789-_"),
                          strlen(text));
        hk_auth_hash(text, again);
        ck_assert_mem_eq(hash, again, sizeof hash);
        ck_assert_str_ne(text + prefix, before);
        snprintf(before, sizeof before, "%s", text + prefix);
    }
}
END_TEST

START_TEST(test_a_token_is_kept_as_its_sha256)
{
    static const uint8_t sha256_of_abc[] = {
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    uint8_t hash[HK_TOKEN_HASH_SIZE];

    hk_auth_hash("abc", hash);
    ck_assert_mem_eq(hash, sha256_of_abc, sizeof hash);
}
END_TEST

START_TEST(test_holders_are_known_and_strangers_are_not)
{
    struct hk_seated seated;
    struct hk_registered registered;
    struct hk_caller caller;
    struct hk_game *game = kit_new("a b -", NULL, false, &seated);

    hk_game_close(game);
    reserve("noor", &registered);
    ck_assert_int_eq(kit_anybody().role, HK_ROLE_ANONYMOUS);
    ck_assert_int_eq(kit_holder(kit_key(false)).role, HK_ROLE_KEY_HOST);
    ck_assert_int_eq(kit_holder(kit_key(true)).role, HK_ROLE_KEY_ADMIN);
    ck_assert_int_eq(kit_holder(seated.host_token).role, HK_ROLE_GAME_HOST);
    caller = kit_holder(seated.seat_tokens[1]);
    ck_assert_int_eq(caller.role, HK_ROLE_SEAT);
    ck_assert_int_eq(caller.seat, 1);
    ck_assert_int_eq(caller.game, kit_holder(seated.host_token).game);
    ck_assert_str_eq(seated.seat_tokens[2], "");
    caller = kit_holder(registered.token);
    ck_assert_int_eq(caller.role, HK_ROLE_PLAYER);
    ck_assert_int_eq(caller.player, registered.player.id);
    ck_assert(registered.player.reserved);

    static const char *const strangers[] = {"", "x", "hk_seat_", "hk_key_abc"};
    for (size_t i = 0; i < KIT_COUNT(strangers); i++)
        ck_assert_int_eq(hk_auth_identify(kit_service(), strangers[i], &caller),
                         HK_E_UNAUTHORIZED);
    seated.host_token[20] ^= 1;
    ck_assert_int_eq(
        hk_auth_identify(kit_service(), seated.host_token, &caller),
        HK_E_UNAUTHORIZED);
}
END_TEST

/* Known alike, whether it is looked up or remembered. */
static void check_known_at(struct hk_game *game, const char *token)
{
    struct hk_caller caller, looked_up = kit_holder(token);

    for (int times = 0; times < 2; times++) {
        ck_assert_int_eq(hk_auth_identify_at(game, token, &caller), HK_OK);
        ck_assert_int_eq(caller.role, looked_up.role);
        ck_assert_int_eq(caller.game, looked_up.game);
        ck_assert_int_eq(caller.seat, looked_up.seat);
        ck_assert_int_eq(caller.player, looked_up.player);
        ck_assert_mem_eq(caller.hash, looked_up.hash, sizeof caller.hash);
    }
}

START_TEST(test_a_game_remembers_its_own_tokens_alone)
{
    struct hk_seated seated, others, taken;
    struct hk_registered registered;
    struct hk_caller caller, anybody = kit_anybody();
    struct hk_seat_wish name = kit_name("c");
    struct hk_game *game = kit_new("a b -", NULL, false, &seated);
    struct hk_game *other = kit_new("a b", NULL, false, &others);

    reserve("noor", &registered);
    ck_assert_int_eq(hk_auth_identify_at(game, NULL, &caller), HK_OK);
    ck_assert_int_eq(caller.role, HK_ROLE_ANONYMOUS);
    check_known_at(game, others.host_token);
    check_known_at(game, others.seat_tokens[1]);
    check_known_at(game, registered.token);
    check_known_at(game, kit_key(true));
    ck_assert_uint_eq(game->tokens_known, 0);
    check_known_at(game, seated.host_token);
    check_known_at(game, seated.seat_tokens[0]);
    check_known_at(game, seated.seat_tokens[1]);
    ck_assert_uint_eq(game->tokens_known, 1u << HK_SEATS_MAX | 3u);
    ck_assert_int_eq(
        hk_lobby_take_seat(game, &anybody, 2, &name, &kit_real, &taken), HK_OK);
    hk_seated_clear(&taken);
    check_known_at(game, taken.seat_tokens[2]);
    seated.host_token[20] ^= 1;
    ck_assert_int_eq(hk_auth_identify_at(game, seated.host_token, &caller),
                     HK_E_UNAUTHORIZED);
    hk_game_close(game);
    hk_game_close(other);
}
END_TEST

START_TEST(test_who_may_create)
{
    static const struct {
        enum hk_role role;
        enum hk_error with_keys;
    } roles[] = {
        {HK_ROLE_ANONYMOUS, HK_E_UNAUTHORIZED},
        {HK_ROLE_KEY_HOST, HK_OK},
        {HK_ROLE_KEY_ADMIN, HK_OK},
        {HK_ROLE_GAME_HOST, HK_E_FORBIDDEN},
        {HK_ROLE_SEAT, HK_E_FORBIDDEN},
        {HK_ROLE_PLAYER, HK_E_FORBIDDEN},
    };

    for (int open = 0; open <= 1; open++) {
        kit_close();
        kit_open = open != 0;
        ck_assert_int_eq(hk_service_is_open(kit_service()), open);
        for (size_t i = 0; i < KIT_COUNT(roles); i++) {
            struct hk_caller caller = {.role = roles[i].role};
            enum hk_error error = hk_auth_may_create(kit_service(), &caller);

            ck_assert_int_eq(error, open ? HK_OK : roles[i].with_keys);
        }
    }
}
END_TEST

static void check_standing(struct hk_game *game, const struct hk_caller *caller,
                           enum hk_viewer_kind kind, bool host, int seat)
{
    struct hk_standing standing;

    ck_assert_int_eq(hk_game_standing(game, caller, &standing), HK_OK);
    ck_assert_int_eq(standing.viewer.kind, kind);
    ck_assert_int_eq(standing.host, host);
    ck_assert_int_eq(standing.seat, seat);
    if (seat >= 0)
        ck_assert_int_eq(standing.viewer.seat, seat);
}

START_TEST(test_what_callers_are_to_a_game)
{
    struct hk_registered noor;
    struct hk_registered omar;
    struct hk_seated one;
    struct hk_seated other;
    struct hk_standing standing;
    struct hk_lobby_fault fault;

    reserve("noor", &noor);
    reserve("omar", &omar);
    struct hk_caller as_noor = kit_holder(noor.token);
    struct hk_caller as_omar = kit_holder(omar.token);
    struct hk_game_wish wish = kit_wish("a noor", NULL, false);
    ck_assert_int_eq(hk_lobby_create(kit_service(), &as_noor, &wish, &kit_real,
                                     &one, &fault),
                     HK_OK);
    struct hk_game *game = kit_game(one.happened.after.row.uuid);
    hk_seated_clear(&one);
    hk_game_close(kit_new("a b", NULL, false, &other));

    struct hk_caller caller = kit_anybody();
    check_standing(game, &caller, HK_VIEW_PUBLIC, false, -1);
    caller = kit_holder(kit_key(false));
    check_standing(game, &caller, HK_VIEW_PUBLIC, false, -1);
    caller = kit_holder(kit_key(true));
    check_standing(game, &caller, HK_VIEW_HOST, true, -1);
    caller = kit_holder(one.host_token);
    check_standing(game, &caller, HK_VIEW_HOST, true, -1);
    caller = kit_holder(one.seat_tokens[0]);
    check_standing(game, &caller, HK_VIEW_SEAT, false, 0);
    check_standing(game, &as_noor, HK_VIEW_SEAT, false, 1);
    check_standing(game, &as_omar, HK_VIEW_PUBLIC, false, -1);

    caller = kit_holder(other.host_token);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing),
                     HK_E_FORBIDDEN);
    caller = kit_holder(other.seat_tokens[0]);
    ck_assert_int_eq(hk_game_standing(game, &caller, &standing),
                     HK_E_FORBIDDEN);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_name_is_reserved_once)
{
    struct hk_registered registered;
    struct hk_player_row player;
    struct hk_seat_wish again = kit_name("NOOR");

    ck_assert_int_eq(hk_players_find(kit_service(), "noor", &player),
                     HK_E_NOT_FOUND);
    reserve("Noor", &registered);
    ck_assert_int_eq(
        hk_players_register(kit_service(), &again, NULL, &registered),
        HK_E_NAME_TAKEN);
    ck_assert_int_eq(hk_players_find(kit_service(), "noor", &player), HK_OK);
    ck_assert_str_eq(player.name, "Noor");
    ck_assert(player.reserved);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 1);
}
END_TEST

START_TEST(test_a_name_that_has_played_can_be_reserved)
{
    struct hk_registered registered;
    struct hk_player_row player;

    hk_game_close(kit_new("Noor b", NULL, false, NULL));
    ck_assert_int_eq(hk_players_find(kit_service(), "noor", &player), HK_OK);
    ck_assert(!player.reserved);
    reserve("noor", &registered);
    ck_assert_int_eq(registered.player.id, player.id);
    ck_assert_str_eq(registered.player.name, "Noor");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_tokens_say_their_kind_and_are_never_alike,
        test_a_token_is_kept_as_its_sha256,
        test_holders_are_known_and_strangers_are_not,
        test_a_game_remembers_its_own_tokens_alone,
        test_who_may_create,
        test_what_callers_are_to_a_game,
        test_a_name_is_reserved_once,
        test_a_name_that_has_played_can_be_reserved,
    };
    return kit_run("service/auth", tests, KIT_COUNT(tests));
}
