/* Whatever came before, the clock has a move, and it does no harm. */
#include "engine_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_player.h"
#include "service/clock_moves.h"

enum { GAMES = 150, MOVES_MAX = 200000 };

struct seen {
    unsigned turns, answers, returned, drawn_discarded, other_discards;
    unsigned laid_off, melded;
};

static bool attempt(struct kit_game *game, const struct hk_move *move)
{
    game->outcome.drawn = HK_NO_CARD;
    game->outcome.round_ended = false;
    return hk_apply(&game->rules, &game->state, move, &game->outcome,
                    &game->refusal) == HK_OK;
}

static void count(struct seen *seen, const struct hk_move *move, hk_card drawn)
{
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_ANSWER:
        ck_assert(move->allow);
        seen->answers++;
        return;
    case HK_MOVE_RETURN:
        seen->returned++;
        return;
    case HK_MOVE_DISCARD:
        if (move->cards[0] == drawn)
            seen->drawn_discarded++;
        else
            seen->other_discards++;
        return;
    case HK_MOVE_LAY_OFF:
        seen->laid_off++;
        return;
    case HK_MOVE_MELD:
        seen->melded++;
        return;
    case HK_MOVE_DRAW:
        ck_assert_uint_eq(move->source, HK_FROM_STOCK);
        return;
    case HK_MOVE_TAKE_JOKER:
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        ck_abort_msg("the clock would %s", hk_move_name(move->kind));
    }
}

/* The clock plays until whoever may act has done with it. */
static void time_is_up(struct kit_game *game, hk_card drawn, struct seen *seen)
{
    hk_seat seat = hk_state_actor(&game->state);
    bool answers = game->state.phase == HK_PHASE_ANSWER;
    unsigned round = game->state.round;
    uint8_t down = game->state.down;

    for (unsigned i = 0;; i++) {
        struct hk_move move;

        ck_assert_uint_lt(i, HK_CLOCK_MOVES_MAX);
        ck_assert_int_eq(
            hk_clock_move(&game->rules, &game->state, drawn, &move), HK_OK);
        ck_assert_uint_eq(move.seat, seat);
        count(seen, &move, drawn);
        ck_assert_msg(attempt(game, &move), "the clock cannot %s",
                      hk_move_name(move.kind));
        if (game->outcome.drawn != HK_NO_CARD)
            drawn = game->outcome.drawn;
        if (game->outcome.round_ended || answers ||
            game->state.stage != HK_STAGE_PLAY || game->state.turn != seat)
            break;
    }
    /* Nobody goes down so. */
    if (game->state.round == round && !game->outcome.round_ended)
        ck_assert_uint_eq(game->state.down, down);
    seen->turns += !answers;
}

static bool move_somehow(struct kit_game *game, const struct hk_rng *rng)
{
    struct hk_move move;

    for (unsigned i = 0; i < 20; i++) {
        player_try(&game->rules, &game->state, rng, &move);
        if (attempt(game, &move))
            return true;
    }
    for (unsigned i = 0; player_exit(&game->rules, &game->state, i, &move); i++)
        if (attempt(game, &move))
            return true;
    return false;
}

static void play_game(enum hk_variant variant, unsigned number,
                      struct seen *seen)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 7000 + number);
    struct kit_game game;
    unsigned least = hk_variant_seats_least(variant);
    unsigned seats = least + hk_rng_below(&rng, hk_variant_seats_most(variant) -
                                                    least + 1);
    hk_card drawn = HK_NO_CARD;
    hk_seat turn = HK_SEATS_MAX;

    kit_begin(&game, NULL, variant, seats, hk_rng_below(&rng, seats));
    player_options(&rng, &game.rules);
    if (number % 2 == 0 && game.rules.opening_minimum > 60)
        game.rules.opening_minimum = 30;
    if (hk_option_find(variant, "rounds"))
        game.rules.rounds = (int32_t)(1 + hk_rng_below(&rng, 3));
    game.rules.max_reshuffles %= 4;
    for (unsigned i = 0; game.state.stage != HK_STAGE_OVER; i++) {
        ck_assert_uint_lt(i, MOVES_MAX);
        kit_serve(&game, &rng);
        if (game.state.turn != turn || game.state.phase == HK_PHASE_DRAW)
            drawn = HK_NO_CARD;
        turn = game.state.turn;
        if (hk_rng_below(&rng, 5) == 0)
            time_is_up(&game, drawn, seen);
        else
            ck_assert(move_somehow(&game, &rng));
        if (game.outcome.drawn != HK_NO_CARD)
            drawn = game.outcome.drawn;
    }
}

START_TEST(the_clock_always_has_a_move_and_nobody_goes_down_by_it)
{
    struct seen seen[HK_VARIANTS] = {{0}};

    for (unsigned v = 0; v < HK_VARIANTS; v++) {
        for (unsigned i = 0; i < GAMES; i++)
            play_game((enum hk_variant)v, i, &seen[v]);
        printf("%s: %u turns and %u answers by the clock; %u cards put back, "
               "%u cards drawn discarded, %u others, %u lay-offs, %u melds\n",
               hk_variant_name((enum hk_variant)v), seen[v].turns,
               seen[v].answers, seen[v].returned, seen[v].drawn_discarded,
               seen[v].other_discards, seen[v].laid_off, seen[v].melded);
        fflush(stdout);
        ck_assert_uint_gt(seen[v].turns, 1000);
        ck_assert_uint_gt(seen[v].drawn_discarded, 100);
        ck_assert_uint_gt(seen[v].other_discards, 10);
    }
    ck_assert_uint_gt(seen[HK_HAND].returned, 10);
    ck_assert_uint_gt(seen[HK_HAND].melded, 0);
    ck_assert_uint_gt(seen[HK_MAY_I].answers, 100);
    ck_assert_uint_gt(seen[HK_MAY_I].laid_off, 0);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        the_clock_always_has_a_move_and_nobody_goes_down_by_it,
    };
    return kit_run("service/clock moves", tests, KIT_COUNT(tests));
}
