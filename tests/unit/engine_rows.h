/*
 * Rows of the tables on Hand: a position, moves of the seat on turn, and the
 * answer to the last of them.
 */
#ifndef HK_TESTS_ENGINE_ROWS_H
#define HK_TESTS_ENGINE_ROWS_H

#include "engine_kit.h"

struct row {
    const char *comment;
    struct kit_position at;
    const char *moves; /* "a; b; c": all but the last are accepted */
    enum hk_error error;
    enum hk_rule rule;
    enum hk_where where;
    int i, j;
};

static inline void check_row(const char *table, unsigned n,
                             const struct row *row)
{
    struct kit_game game;
    kit_place(&game, &row->at);
    enum hk_error error = kit_script(&game, row->moves);
    ck_assert_msg(error == row->error, "%s %u (%s): %s, not %s", table, n,
                  row->comment, hk_error_code(error),
                  hk_error_code(row->error));
    if (error == HK_OK)
        return;
    ck_assert_msg(game.refusal.rule == row->rule, "%s %u (%s): rule %s", table,
                  n, row->comment, hk_rule_id(game.refusal.rule));
    ck_assert_msg(game.refusal.where == row->where &&
                      game.refusal.i == row->i && game.refusal.j == row->j,
                  "%s %u (%s): at %d %u %u", table, n, row->comment,
                  (int)game.refusal.where, game.refusal.i, game.refusal.j);
    ck_assert((error == HK_E_CARD_NOT_HELD) ==
              (game.refusal.card != HK_NO_CARD));
    ck_assert((error == HK_E_INVALID_MELD) ==
              (game.refusal.reason != HK_MELD_OK));
}

#define CHECK_TABLE(rows)                          \
    for (unsigned n = 0; n < KIT_COUNT(rows); n++) \
    check_row(#rows, n, &(rows)[n])

#define OK HK_OK, HK_RULE_NONE, HK_AT_MOVE, 0, 0
#define NO(code, rule, where, i, j) \
    HK_E_##code, HK_RULE_##rule, HK_AT_##where, i, j

/* A hand that opens with 54 and has more, and the seat on turn is seat 1. */
#define OPENER "TS TH TD 7S 8S 9S 2C 4C 6D JD JC QH 3H 5H"
#define OPEN "meld TS TH TD / 7S 8S 9S"
/* Seat 1 is down with little, seat 0 not. */
#define DOWN(...)                         \
    {                                     \
        .turn = 1, .down = 2, __VA_ARGS__ \
    }
#define FRESH(...)                                      \
    {                                                   \
        .turn = 1, .hands = {NULL, OPENER}, __VA_ARGS__ \
    }
/* The same with seat 0 down already. */
#define BEHIND(...)                                                \
    {                                                              \
        .turn = 1, .down = 1, .hands = {"KC", OPENER}, __VA_ARGS__ \
    }

#endif
