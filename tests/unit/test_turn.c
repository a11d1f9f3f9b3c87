/* G2 to G7, G10, D5: deals, turns, and a stock that runs out. */
#include "engine_kit.h"

#include <string.h>

/* The canonical pack as a deck. */
static struct hk_move plain_deal(const struct kit_game *game)
{
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    move.kind = HK_MOVE_DEAL;
    move.seat = game->state.dealer;
    move.card_count = (uint8_t)hk_card_pack(2, move.cards);
    return move;
}

static void apply(struct kit_game *game, const struct hk_move *move)
{
    ck_assert(hk_apply(&game->rules, &game->state, move, &game->outcome,
                       &game->refusal) == HK_OK);
}

START_TEST(g4_g5_h2_cards_go_one_at_a_time_from_the_seat_after_the_dealer)
{
    for (unsigned seats = 2; seats <= 5; seats++) {
        for (unsigned dealer = 0; dealer < seats; dealer++) {
            struct kit_game game;
            struct hk_cardset hands[HK_SEATS_MAX] = {{0, 0}};
            kit_begin(&game, NULL, HK_HAND, seats, dealer);
            struct hk_move move = plain_deal(&game);
            apply(&game, &move);
            unsigned starter = (dealer + 1) % seats, next = 0;
            for (unsigned i = 0; i < 14; i++)
                for (unsigned n = 0; n < seats; n++)
                    hk_cardset_add(&hands[(starter + n) % seats],
                                   move.cards[next++]);
            hk_cardset_add(&hands[starter], move.cards[next++]);
            ck_assert_mem_eq(game.state.hands, hands, sizeof(hands));
            ck_assert_uint_eq(game.state.stock_count, 106 - next);
            for (unsigned i = 0; next < 106; i++)
                ck_assert_uint_eq(
                    game.state.stock[game.state.stock_count - 1 - i],
                    move.cards[next++]);
            ck_assert_uint_eq(game.state.pile_count, 0);
            ck_assert_uint_eq(game.state.turn, starter);
            ck_assert_uint_eq(game.state.starter, starter);
            ck_assert(game.state.starter_turn);
            ck_assert(!game.outcome.round_ended);
            ck_assert_uint_eq(game.outcome.drawn, HK_NO_CARD);
        }
    }
}
END_TEST

START_TEST(g2_g10_seats_play_in_order_round_and_round)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 2);
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 5, 2);
    kit_serve(&game, &rng);
    for (unsigned i = 0; i < 30; i++) {
        ck_assert_uint_eq(game.state.turn, (3 + i) % 5);
        ck_assert_int_eq(game.state.phase,
                         i == 0 ? HK_PHASE_PLAY : HK_PHASE_DRAW);
        kit_pass(&game);
    }
}
END_TEST

START_TEST(g2_g10_only_the_seat_on_turn_may_act)
{
    static const char *const moves[] = {
        "draw stock",   "draw discard",    "return",    "meld 5H 6H 7H",
        "lay_off 1 5H", "take_joker 1 5H", "discard 5H"};
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 3);
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 3, 2);
    kit_serve(&game, &rng);
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < KIT_COUNT(moves); i++) {
            for (unsigned seat = 0; seat < 5; seat++) {
                struct hk_move move = kit_move(seat, moves[i]);
                if (seat == game.state.turn)
                    continue;
                ck_assert(hk_apply(&game.rules, &game.state, &move,
                                   &game.outcome,
                                   &game.refusal) == HK_E_NOT_YOUR_TURN);
                ck_assert_int_eq(game.refusal.rule, HK_RULE_G10);
            }
        }
        kit_pass(&game);
    }
}
END_TEST

/* ---- G7: the stock runs out ---- */

/* Five seats, nobody down, so many cards in the pile and two in the stock. */
static void nearly_empty(struct kit_game *game, const char *options,
                         unsigned pile, unsigned reshuffles)
{
    const struct kit_position at = {.options = options, .turn = 1, .seats = 5};
    kit_place(game, &at);
    struct hk_state *state = &game->state;
    state->reshuffles = (uint8_t)reshuffles;
    while (state->pile_count < pile)
        state->pile[state->pile_count++] = state->stock[--state->stock_count];
    ck_assert_ptr_null(hk_state_fault(state, &game->rules));
}

static void play_out_the_stock(struct kit_game *game)
{
    while (game->state.stage == HK_STAGE_PLAY && game->state.stock_count > 0)
        kit_pass(game);
}

START_TEST(g7_the_pile_but_its_top_becomes_the_stock)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 7);
    struct kit_game game;
    nearly_empty(&game, NULL, 34, 0);
    play_out_the_stock(&game);
    ck_assert_int_eq(game.state.stage, HK_STAGE_RESHUFFLE);
    ck_assert_uint_eq(game.state.stock_count, 0);
    unsigned pile = game.state.pile_count;
    unsigned turn = game.state.turn;
    hk_card top = game.state.pile[pile - 1];

    struct hk_move wait = kit_move(turn, "draw stock");
    ck_assert(hk_apply(&game.rules, &game.state, &wait, &game.outcome,
                       &game.refusal) == HK_E_NOT_YOUR_TURN);

    struct hk_move move;
    memset(&move, 0, sizeof(move));
    move.kind = HK_MOVE_RESHUFFLE;
    move.card_count = (uint8_t)(pile - 1);
    for (unsigned i = 0; i + 1 < pile; i++)
        move.cards[i] = game.state.pile[pile - 2 - i];
    apply(&game, &move);
    ck_assert_int_eq(game.state.stage, HK_STAGE_PLAY);
    ck_assert_int_eq(game.state.phase, HK_PHASE_DRAW);
    ck_assert_uint_eq(game.state.turn, turn);
    ck_assert_uint_eq(game.state.reshuffles, 1);
    ck_assert_uint_eq(game.state.pile_count, 1);
    ck_assert_uint_eq(game.state.pile[0], top);
    ck_assert_uint_eq(game.state.stock_count, pile - 1);
    kit_must(&game, "draw stock");
    ck_assert_uint_eq(game.outcome.drawn, move.cards[0]);
    kit_serve(&game, &rng);
}
END_TEST

static const struct {
    const char *comment, *options;
    unsigned reshuffles;
    bool blocked;
} limits[] = {
    {"the second of two", NULL, 1, false},
    {"a third where two are allowed", NULL, 2, true},
    {"none is allowed", "max_reshuffles=0", 0, true},
    {"the first of one", "max_reshuffles=1", 0, false},
    {"a second of one", "max_reshuffles=1", 1, true},
    {"the last of ninety-nine", "max_reshuffles=99", 98, false},
    {"a hundredth", "max_reshuffles=99", 99, true},
};

START_TEST(g7_the_stock_is_made_anew_so_often_and_no_more)
{
    for (unsigned i = 0; i < KIT_COUNT(limits); i++) {
        struct kit_game game;
        nearly_empty(&game, limits[i].options, 34, limits[i].reshuffles);
        play_out_the_stock(&game);
        ck_assert_msg(game.outcome.round_ended == limits[i].blocked, "%s",
                      limits[i].comment);
        ck_assert_int_eq(game.state.stage, limits[i].blocked
                                               ? HK_STAGE_DEAL
                                               : HK_STAGE_RESHUFFLE);
        if (limits[i].blocked) {
            ck_assert_int_eq(game.outcome.result.out, -1);
            ck_assert(!game.outcome.result.hand);
            ck_assert_int_eq(game.state.totals[3], 100);
        }
    }
}
END_TEST

/* One pack is melded, the other held. */
static const struct kit_position all_laid_or_held = {
    .seats = 5,
    .turn = 1,
    .down = 31,
    .hands = {"AS 2S 3S 4S 5S 6S 7S 8S 9S TS",
              "JS QS KS AH 2H 3H 4H 5H 6H 7H 8H",
              "9H TH JH QH KH AD 2D 3D 4D 5D 6D",
              "7D 8D 9D TD JD QD KD AC 2C 3C 4C", "5C 6C 7C 8C 9C TC JC QC KC"},
    .melds = {"0 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
              "1 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
              "2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
              "3 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"},
    .pile = "JK",
    .stock = "JK",
};

START_TEST(g7_one_card_under_the_top_becomes_the_stock)
{
    struct kit_game game;
    kit_place(&game, &all_laid_or_held);
    kit_must(&game, "draw stock; discard JK");
    ck_assert_uint_eq(game.state.pile_count, 2);
    ck_assert_int_eq(game.state.stage, HK_STAGE_RESHUFFLE);
}
END_TEST

START_TEST(g7_without_a_card_under_the_top_the_round_is_blocked)
{
    struct kit_game game;
    kit_place(&game, &all_laid_or_held);
    kit_must(&game, "draw stock");
    /* No play of Hand leads here: the pile is emptied by force. */
    ck_assert(hk_cardset_add(&game.state.hands[0], HK_JOKER));
    game.state.pile_count = 0;
    ck_assert_ptr_null(hk_state_fault(&game.state, &game.rules));
    kit_must(&game, "discard JK");
    ck_assert(game.outcome.round_ended);
    ck_assert_int_eq(game.outcome.result.out, -1);
    ck_assert_uint_eq(game.state.reshuffles, 0);
}
END_TEST

START_TEST(d5_going_out_comes_before_the_empty_stock)
{
    const struct kit_position at = {
        .options = "max_reshuffles=0",
        .turn = 1,
        .down = 2,
        .hands = {NULL, "8H"},
        .melds = {"1 5H 6H 7H"},
        .stock = "2C",
    };
    struct kit_game game;
    kit_place(&game, &at);
    kit_leave_one_in_stock(&game);
    kit_must(&game, "draw stock; lay_off 1 8H; discard 2C");
    ck_assert(game.outcome.round_ended);
    ck_assert_int_eq(game.outcome.result.out, 1);
}
END_TEST

START_TEST(g7_the_last_card_of_the_stock_may_be_drawn)
{
    const struct kit_position at = {.turn = 1, .stock = "2C"};
    struct kit_game game;
    kit_place(&game, &at);
    kit_leave_one_in_stock(&game);
    kit_must(&game, "draw stock");
    ck_assert_int_eq(game.state.stage, HK_STAGE_PLAY);
    kit_must(&game, "discard 2C");
    ck_assert_int_eq(game.state.stage, HK_STAGE_RESHUFFLE);
}
END_TEST

START_TEST(g4_before_the_deal_no_seat_moves)
{
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 2, 0);
    ck_assert_int_eq(kit_play(&game, "draw stock"), HK_E_NOT_STARTED);
    ck_assert_int_eq(game.refusal.rule, HK_RULE_G4);
}
END_TEST

/* ---- what only a fault of the program could do ---- */

START_TEST(g6_a_deck_that_is_not_the_pack_aborts)
{
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 2, 0);
    struct hk_move move = plain_deal(&game);
    move.cards[0] = move.cards[1];
    apply(&game, &move);
}
END_TEST

START_TEST(g4_a_deal_by_another_dealer_aborts)
{
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 2, 0);
    struct hk_move move = plain_deal(&game);
    move.seat = 1;
    apply(&game, &move);
}
END_TEST

START_TEST(g4_a_second_deal_aborts)
{
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 2, 0);
    struct hk_move move = plain_deal(&game);
    apply(&game, &move);
    apply(&game, &move);
}
END_TEST

START_TEST(g7_a_new_stock_that_is_not_the_pile_aborts)
{
    struct kit_game game;
    nearly_empty(&game, NULL, 34, 0);
    play_out_the_stock(&game);
    struct hk_move move = {.kind = HK_MOVE_RESHUFFLE};
    move.card_count = (uint8_t)(game.state.pile_count - 1);
    memcpy(move.cards, game.state.pile + 1, move.card_count);
    move.cards[0] = HK_JOKER;
    apply(&game, &move);
}
END_TEST

START_TEST(g7_a_new_stock_out_of_season_aborts)
{
    struct kit_game game;
    nearly_empty(&game, NULL, 34, 0);
    struct hk_move move = {.kind = HK_MOVE_RESHUFFLE};
    move.card_count = (uint8_t)(game.state.pile_count - 1);
    memcpy(move.cards, game.state.pile, move.card_count);
    apply(&game, &move);
}
END_TEST

START_TEST(g10_a_move_that_is_none_aborts)
{
    struct kit_game game;
    nearly_empty(&game, NULL, 34, 0);
    struct hk_move move = {.kind = HK_MOVE_RESHUFFLE + 1, .seat = 1};
    apply(&game, &move);
}
END_TEST

/* ---- G7: turns with nothing done ---- */

/* Both seats are down and may throw one card to and fro. */
static const struct kit_position idlers = {
    .options = "discard_draw=free_when_down",
    .turn = 0,
    .down = 3,
    .hands = {"2C 4D 8H 7D", "2S 5D QC 7C"},
    .melds = {"0 5H 6H 7H", "1 9S TS JK"},
    .pile = "KD",
};

static void idle(struct kit_game *game, unsigned turns)
{
    while (turns-- > 0)
        kit_must(game, "draw discard; discard KD");
}

START_TEST(g7_four_idle_turns_a_seat_block_the_round)
{
    struct kit_game game;
    kit_place(&game, &idlers);
    idle(&game, 7);
    ck_assert_uint_eq(game.state.idle_turns, 7);
    ck_assert(!game.outcome.round_ended);
    idle(&game, 1);
    ck_assert(game.outcome.round_ended);
    ck_assert_int_eq(game.outcome.result.out, -1);
    ck_assert_int_eq(game.outcome.result.points[0], 2 + 4 + 8 + 7);
    ck_assert_int_eq(game.outcome.result.points[1], 2 + 5 + 10 + 7);
    ck_assert_int_eq(game.state.stage, HK_STAGE_DEAL);
}
END_TEST

static const char *const progress[] = {
    "draw stock; discard KC",
    "draw discard; lay_off 1 8H; discard KD",
    "draw discard; take_joker 2 JS; discard KD",
    "draw discard; meld 2C 2H 2D; discard KD",
};

START_TEST(g7_whatever_is_done_starts_the_count_anew)
{
    for (unsigned i = 0; i < KIT_COUNT(progress); i++) {
        struct kit_game game;
        struct kit_position at = idlers;
        at.hands[0] = "2C 2H 2D 8H JS 7D";
        at.stock = "KC";
        kit_place(&game, &at);
        idle(&game, 6);
        ck_assert_uint_eq(game.state.idle_turns, 6);
        kit_must(&game, progress[i]);
        ck_assert_msg(game.state.idle_turns == 0, "%s", progress[i]);
        ck_assert(!game.outcome.round_ended);
    }
}
END_TEST

START_TEST(g7_a_card_put_back_is_no_progress_but_the_stock_drawn_then_is)
{
    struct kit_game game;
    struct kit_position at = idlers;
    at.options = NULL;
    at.stock = "KC";
    kit_place(&game, &at);
    kit_must(&game, "draw discard; return");
    ck_assert(!game.state.progress);
    kit_must(&game, "draw stock; discard KC");
    ck_assert_uint_eq(game.state.idle_turns, 0);
}
END_TEST

START_TEST(d5_the_first_turn_of_the_starter_counts_as_idle)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 4);
    struct kit_game game;
    kit_begin(&game, NULL, HK_HAND, 2, 0);
    kit_serve(&game, &rng);
    kit_discard_any(&game);
    ck_assert_uint_eq(game.state.idle_turns, 1);
    kit_pass(&game);
    ck_assert_uint_eq(game.state.idle_turns, 0);
}
END_TEST

/* Lengths that do not share out the cards are no shape that a reader of
 * requests lets through. */
START_TEST(h9_lengths_that_are_not_of_the_cards_abort)
{
    struct kit_game game;
    nearly_empty(&game, NULL, 34, 0);
    kit_must(&game, "draw stock");
    struct hk_move move = kit_move(1, "meld 5H 6H 7H");
    move.lengths[0] = 4;
    apply(&game, &move);
}
END_TEST

START_TEST(h9_no_melds_at_all_abort)
{
    struct kit_game game;
    nearly_empty(&game, NULL, 34, 0);
    kit_must(&game, "draw stock");
    struct hk_move move = {.kind = HK_MOVE_MELD, .seat = 1};
    apply(&game, &move);
}
END_TEST

START_TEST(h12_a_discard_of_two_cards_aborts)
{
    struct kit_game game;
    nearly_empty(&game, NULL, 34, 0);
    kit_must(&game, "draw stock");
    struct hk_move move = kit_move(1, "discard 5H");
    move.card_count = 2;
    apply(&game, &move);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        g4_g5_h2_cards_go_one_at_a_time_from_the_seat_after_the_dealer,
        g2_g10_seats_play_in_order_round_and_round,
        g2_g10_only_the_seat_on_turn_may_act,
        g7_the_pile_but_its_top_becomes_the_stock,
        g7_the_stock_is_made_anew_so_often_and_no_more,
        g7_one_card_under_the_top_becomes_the_stock,
        g7_without_a_card_under_the_top_the_round_is_blocked,
        d5_going_out_comes_before_the_empty_stock,
        g7_the_last_card_of_the_stock_may_be_drawn,
        g4_before_the_deal_no_seat_moves,
        g7_four_idle_turns_a_seat_block_the_round,
        g7_whatever_is_done_starts_the_count_anew,
        g7_a_card_put_back_is_no_progress_but_the_stock_drawn_then_is,
        d5_the_first_turn_of_the_starter_counts_as_idle,
    };
    const TTest *aborts[] = {
        g6_a_deck_that_is_not_the_pack_aborts,
        g4_a_deal_by_another_dealer_aborts,
        g4_a_second_deal_aborts,
        g7_a_new_stock_that_is_not_the_pile_aborts,
        g7_a_new_stock_out_of_season_aborts,
        g10_a_move_that_is_none_aborts,
        h9_lengths_that_are_not_of_the_cards_abort,
        h9_no_melds_at_all_abort,
        h12_a_discard_of_two_cards_aborts,
    };
    int failed = kit_run("turn", tests, KIT_COUNT(tests));
    return kit_run_aborts("turn aborts", aborts, KIT_COUNT(aborts)) | failed;
}
