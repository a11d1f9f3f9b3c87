/* What the clocks show and charge, on positions made for it. */
#include "engine_kit.h"

#include <string.h>

#include "service/clocks.h"

/* A position, time that passes in it, and what the clocks show then. */
static const struct {
    const char *comment;
    struct kit_position position;
    unsigned bots;
    uint64_t passed;
    bool limited;
    uint32_t left, window, bank;
} shown[] = {
    {"no clock", {.options = NULL}, 0, 5000, false, 0, 0, 0},
    {"a turn", {.options = "turn_seconds=30"}, 0, 0, true, 30000, 0, 0},
    {"part of a turn", {.options = "turn_seconds=30"}, 0, 1, true, 29999, 0, 0},
    {"all of it", {.options = "turn_seconds=30"}, 0, 30000, true, 0, 0, 0},
    {"more than all",
     {.options = "turn_seconds=30"},
     0,
     1u << 30,
     true,
     0,
     0,
     0},
    {"the bank comes after",
     {.options = "turn_seconds=30 bank_seconds=60"},
     0,
     31000,
     true,
     59000,
     0,
     60000},
    {"a bank alone is no clock",
     {.options = "bank_seconds=60"},
     0,
     1000,
     false,
     0,
     0,
     0},
    {"the longest",
     {.options = "turn_seconds=86400 bank_seconds=86400"},
     0,
     0,
     true,
     172800000,
     0,
     86400000},
    {"a bot has none", {.options = "turn_seconds=30"}, 1, 0, false, 0, 0, 0},
    {"the others' bots do not matter",
     {.options = "turn_seconds=30"},
     2,
     0,
     true,
     30000,
     0,
     0},
    {"time to ask",
     {.may_i = true, .options = "claim_seconds=5"},
     0,
     0,
     false,
     0,
     5000,
     0},
    {"time to ask goes by",
     {.may_i = true, .options = "claim_seconds=5"},
     0,
     4999,
     false,
     0,
     1,
     0},
    {"time to ask is over",
     {.may_i = true, .options = "claim_seconds=5"},
     0,
     5000,
     false,
     0,
     0,
     0},
    {"before the turn",
     {.may_i = true, .options = "claim_seconds=5 turn_seconds=10"},
     0,
     0,
     true,
     15000,
     5000,
     0},
    {"and not of it",
     {.may_i = true, .options = "claim_seconds=5 turn_seconds=10"},
     0,
     7000,
     true,
     8000,
     0,
     0},
    {"before a bot's turn too",
     {.may_i = true, .options = "claim_seconds=5 turn_seconds=10"},
     1,
     0,
     false,
     0,
     5000,
     0},
};

START_TEST(clocks_show_what_is_left)
{
    for (unsigned i = 0; i < KIT_COUNT(shown); i++) {
        struct kit_game game;
        struct hk_clocks clocks;

        kit_place(&game, &shown[i].position);
        hk_clocks_init(&clocks, &game.rules);
        hk_clocks_pass(&clocks, &game.rules, &game.state, shown[i].passed);
        struct hk_clock_face face = hk_clocks_show(
            &clocks, &game.rules, &game.state, (uint8_t)shown[i].bots);
        ck_assert_msg(face.limited == shown[i].limited, "%s", shown[i].comment);
        ck_assert_msg(face.left_ms == shown[i].left, "%s: %u", shown[i].comment,
                      face.left_ms);
        ck_assert_msg(face.window_ms == shown[i].window, "%s: %u",
                      shown[i].comment, face.window_ms);
        ck_assert_msg(face.bank_ms == shown[i].bank, "%s: %u", shown[i].comment,
                      face.bank_ms);
    }
}
END_TEST

/* Plays it, with so much time before it. */
static void play_after(struct kit_game *game, struct hk_clocks *clocks,
                       uint64_t ms, const char *move)
{
    const struct hk_state before = game->state;

    hk_clocks_pass(clocks, &game->rules, &before, ms);
    ck_assert_uint_eq(clocks->spent_ms, ms);
    clocks->spent_ms = 0;
    game->outcome.drawn = HK_NO_CARD;
    kit_must(game, move);
    hk_clocks_follow(clocks, &game->rules, &before, &game->state,
                     game->outcome.drawn);
}

START_TEST(a_bank_is_charged_when_the_turn_ends)
{
    const struct kit_position position = {
        .options = "turn_seconds=10 bank_seconds=20",
        .hands = {"AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS KH"},
        .stock = "4D 5D 6D"};
    struct kit_game game;
    struct hk_clocks clocks;

    kit_place(&game, &position);
    hk_clocks_init(&clocks, &game.rules);
    play_after(&game, &clocks, 8000, "draw stock");
    ck_assert_uint_eq(clocks.drawn, kit_card("4D"));
    ck_assert_uint_eq(clocks.bank_ms[0], 20000);
    play_after(&game, &clocks, 8000, "discard AS");
    ck_assert_uint_eq(clocks.drawn, HK_NO_CARD);
    ck_assert_uint_eq(clocks.bank_ms[0], 14000);
    ck_assert_uint_eq(clocks.bank_ms[1], 20000);
    ck_assert_uint_eq(clocks.turn_ms, 0);
    /* a turn within its time costs nothing */
    play_after(&game, &clocks, 5000, "draw stock");
    const struct hk_state before = game.state;
    kit_discard_any(&game);
    hk_clocks_pass(&clocks, &game.rules, &before, 5000);
    hk_clocks_follow(&clocks, &game.rules, &before, &game.state, HK_NO_CARD);
    ck_assert_uint_eq(clocks.bank_ms[1], 20000);
    /* and no bank goes below nothing */
    clocks.spent_ms = 0;
    play_after(&game, &clocks, 0, "draw stock");
    play_after(&game, &clocks, 3600000, "discard 2S");
    ck_assert_uint_eq(clocks.bank_ms[0], 0);
}
END_TEST

START_TEST(an_answer_is_charged_to_nobody)
{
    const struct kit_position position = {
        .may_i = true,
        .options = "turn_seconds=10 bank_seconds=20 claim_seconds=5"};
    struct kit_game game;
    struct hk_clocks clocks;

    kit_place(&game, &position);
    hk_clocks_init(&clocks, &game.rules);
    play_after(&game, &clocks, 3000, "1: may_i 1");
    struct hk_clock_face face = hk_clocks_show(&clocks, &game.rules,
                                               &game.state, 0);
    ck_assert(face.limited && !face.has_bank);
    ck_assert_uint_eq(face.left_ms, 5000);
    play_after(&game, &clocks, 4999, "answer no");
    ck_assert_uint_eq(clocks.turn_ms, 0);
    ck_assert_uint_eq(clocks.answer_ms, 0);
    ck_assert_uint_eq(clocks.window_ms, 3000);
    for (unsigned s = 0; s < game.rules.seats; s++)
        ck_assert_uint_eq(clocks.bank_ms[s], 20000);
}
END_TEST

START_TEST(an_expiry_is_by_the_option_but_for_an_answer)
{
    const struct kit_position position = {
        .may_i = true, .options = "turn_seconds=10 on_timeout=forfeit"};
    struct kit_game game;
    struct hk_clocks clocks;
    uint8_t bots = 0;

    kit_place(&game, &position);
    hk_clocks_init(&clocks, &game.rules);
    kit_must(&game, "1: may_i 1");
    ck_assert(!hk_clocks_expire(&clocks, &game.rules, &game.state, &bots));
    ck_assert_uint_eq(bots, 0);
    ck_assert_uint_eq(clocks.moving, 1);
    clocks.moving = 0;
    kit_must(&game, "answer no");
    ck_assert(hk_clocks_expire(&clocks, &game.rules, &game.state, &bots));
    ck_assert_uint_eq(bots, 1);
    ck_assert_uint_eq(clocks.forfeits, 1);
    ck_assert_uint_eq(clocks.moving, 0);
    game.rules.on_timeout = HK_ON_TIMEOUT_AUTO;
    bots = 0;
    ck_assert(!hk_clocks_expire(&clocks, &game.rules, &game.state, &bots));
    ck_assert_uint_eq(bots, 0);
    ck_assert_uint_eq(clocks.moving, 1);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        clocks_show_what_is_left,
        a_bank_is_charged_when_the_turn_ends,
        an_answer_is_charged_to_nobody,
        an_expiry_is_by_the_option_but_for_an_answer,
    };
    return kit_run("service/clocks", tests, KIT_COUNT(tests));
}
