/* Games that bots play among themselves: no move of theirs is ever refused,
 * and none depends on what they do not see. */
#include "engine/bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_kit.h"
#include "engine_player.h"

/* BOT_GAMES plays more of each variant. */
enum { GAMES = 12, MOVES_MAX = 100000, ALL_SEATS = 31 };

static uint64_t memory[HK_SOLVER_SIZE / sizeof(uint64_t)];

static const struct hk_solver solver = {
    .memory = memory,
    .size = sizeof(memory),
};

/* What was played, for the test to look at. */
struct seen {
    unsigned games, rounds, out, blocked, hands, moves;
    unsigned melds, lay_offs, jokers, from_pile, returned;
    unsigned asked, allowed, refused;
};

static unsigned games_of(unsigned standard)
{
    const char *wanted = getenv("BOT_GAMES");
    return wanted ? (unsigned)strtoul(wanted, NULL, 10) : standard;
}

static bool decide(const struct hk_rules *rules, const struct hk_state *state,
                   hk_seat seat, struct hk_move *ret_move)
{
    struct hk_viewer viewer = {.kind = HK_VIEW_SEAT, .seat = seat};
    struct hk_view view;
    hk_view_state(state, rules, &viewer, &view);
    return hk_bot_move(rules, &view, seat, &solver, ret_move);
}

/* Deals anew what this seat does not see: the stock and the other hands. */
static void redeal(struct kit_game *game, hk_seat seat,
                   const struct hk_rng *rng)
{
    struct hk_state *state = &game->state;
    hk_card cards[HK_PACK_MAX];
    unsigned sizes[HK_SEATS_MAX] = {0}, count = state->stock_count;
    memcpy(cards, state->stock, count);
    for (unsigned i = 0; i < game->rules.seats; i++) {
        if (i == seat)
            continue;
        sizes[i] = hk_cardset_list(&state->hands[i], cards + count);
        count += sizes[i];
        memset(&state->hands[i], 0, sizeof(state->hands[i]));
    }
    for (unsigned i = count; i > 1; i--) {
        unsigned other = hk_rng_below(rng, i);
        hk_card card = cards[i - 1];
        cards[i - 1] = cards[other];
        cards[other] = card;
    }
    memcpy(state->stock, cards, state->stock_count);
    count = state->stock_count;
    for (unsigned i = 0; i < game->rules.seats; i++)
        for (unsigned n = 0; n < sizes[i]; n++)
            KIT_CHECK(hk_cardset_add(&state->hands[i], cards[count++]));
}

/* Whatever the others hold, the move is the same, and legal. */
static void check_blind(const struct kit_game *game, const struct hk_move *move,
                        const struct hk_rng *rng)
{
    struct kit_game other = *game;
    struct hk_move again;
    memset(&again, 0, sizeof(again));
    redeal(&other, move->seat, rng);
    KIT_CHECK(hk_state_fault(&other.state, &other.rules) == NULL);
    KIT_CHECK(decide(&other.rules, &other.state, move->seat, &again));
    KIT_CHECK(kit_same(move, &again, sizeof(again)));
    KIT_CHECK(hk_apply(&other.rules, &other.state, move, &other.outcome,
                       &other.refusal) == HK_OK);
}

static void count(const struct hk_move *move, struct seen *seen)
{
    seen->moves++;
    seen->melds += move->kind == HK_MOVE_MELD;
    seen->lay_offs += move->kind == HK_MOVE_LAY_OFF;
    seen->jokers += move->kind == HK_MOVE_TAKE_JOKER;
    seen->returned += move->kind == HK_MOVE_RETURN;
    seen->asked += move->kind == HK_MOVE_MAY_I;
    seen->allowed += move->kind == HK_MOVE_ANSWER && move->allow;
    seen->refused += move->kind == HK_MOVE_ANSWER && !move->allow;
    seen->from_pile += move->kind == HK_MOVE_DRAW &&
                       move->source == HK_FROM_DISCARD;
}

static void step(struct kit_game *game, const struct hk_rng *rng,
                 struct seen *seen)
{
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    KIT_CHECK(
        hk_bot_next(&game->rules, &game->state, ALL_SEATS, &solver, &move));
    if (hk_rng_below(rng, 8) == 0)
        check_blind(game, &move, rng);
    enum hk_error error = hk_apply(&game->rules, &game->state, &move,
                                   &game->outcome, &game->refusal);
    if (error != HK_OK)
        ck_abort_msg("%s of seat %u: %s", hk_move_name(move.kind), move.seat,
                     hk_error_code(error));
    count(&move, seen);
    if (!game->outcome.round_ended)
        return;
    seen->rounds++;
    seen->out += game->outcome.result.out >= 0;
    seen->blocked += game->outcome.result.out < 0;
    seen->hands += game->outcome.result.hand;
}

static void play_game(struct kit_game *game, const struct hk_rng *rng,
                      struct seen *seen)
{
    for (unsigned i = 0; game->state.stage != HK_STAGE_OVER; i++) {
        KIT_CHECK(i < MOVES_MAX);
        kit_serve(game, rng);
        step(game, rng, seen);
    }
    seen->games++;
}

static void play(enum hk_variant variant, unsigned number, bool options,
                 struct seen *seen)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, number * HK_VARIANTS +
                                                      (unsigned)variant);
    struct kit_game game;
    unsigned least = hk_variant_seats_least(variant);
    unsigned most = hk_variant_seats_most(variant);
    unsigned seats = least + number % (most - least + 1);
    kit_begin(&game, NULL, variant, seats, number % seats);
    if (options) {
        player_options(&rng, &game.rules);
        if (game.rules.rounds > 5)
            game.rules.rounds = 5;
        game.rules.max_reshuffles = (int16_t)(game.rules.max_reshuffles % 4);
    }
    play_game(&game, &rng, seen);
}

static void print(const char *name, const struct seen *seen)
{
    printf("%s: %u games, %u rounds: %u with somebody out (%u%%), %u blocked, "
           "%u Hands\n",
           name, seen->games, seen->rounds, seen->out,
           seen->rounds ? 100 * seen->out / seen->rounds : 0, seen->blocked,
           seen->hands);
    printf("  %u moves: %u melds, %u lay-offs, %u jokers taken, %u drawn from "
           "the pile, %u put back; %u questions, %u yes, %u no\n",
           seen->moves, seen->melds, seen->lay_offs, seen->jokers,
           seen->from_pile, seen->returned, seen->asked, seen->allowed,
           seen->refused);
    fflush(stdout);
}

/* Games of a variant under its standard rules; most rounds are played out. */
static struct seen play_variant(enum hk_variant variant)
{
    struct seen seen = {0};
    for (unsigned i = 0; i < games_of(GAMES); i++)
        play(variant, i, false, &seen);
    print(hk_variant_name(variant), &seen);
    ck_assert_uint_gt(2 * seen.out, seen.rounds);
    ck_assert_uint_gt(seen.lay_offs, seen.rounds);
    ck_assert_uint_gt(seen.from_pile, 0);
    return seen;
}

START_TEST(four_bots_finish_games_of_hand)
{
    struct seen seen = play_variant(HK_HAND);
    ck_assert_uint_gt(seen.jokers, 0);
    ck_assert_uint_eq(seen.returned, 0);
}
END_TEST

START_TEST(four_bots_finish_games_of_partners)
{
    struct seen seen = play_variant(HK_HAND_PARTNERS);
    ck_assert_uint_gt(seen.jokers, 0);
    ck_assert_uint_eq(seen.returned, 0);
}
END_TEST

START_TEST(bots_finish_games_of_may_i)
{
    struct seen seen = play_variant(HK_MAY_I);
    ck_assert_uint_gt(seen.asked, 0);
    ck_assert_uint_gt(seen.allowed, 0);
    ck_assert_uint_gt(seen.refused, 0);
}
END_TEST

START_TEST(bots_know_every_option)
{
    struct seen seen = {0};
    for (unsigned i = 0; i < HK_VARIANTS * games_of(GAMES); i++)
        play((enum hk_variant)(i % HK_VARIANTS), i, true, &seen);
    print("any options", &seen);
    ck_assert_uint_gt(seen.out, 0);
}
END_TEST

/* The move of this seat in the notation of the log; "" for none. */
static const char *move_in(const struct kit_position *position, unsigned seat,
                           const char *before)
{
    static char text[HK_NOTATION_SIZE];
    struct kit_game game;
    struct hk_move move;
    kit_place(&game, position);
    if (before)
        kit_must(&game, before);
    text[0] = '\0';
    if (decide(&game.rules, &game.state, (hk_seat)seat, &move)) {
        hk_notation_write_move(&move, text);
        ck_assert_int_eq(hk_apply(&game.rules, &game.state, &move,
                                  &game.outcome, &game.refusal),
                         HK_OK);
    }
    return text;
}

#define LOOSE " 2H 4D 6C 8S TC 3D 5S 7H 9D"

START_TEST(h5_it_draws_from_the_pile_what_opens)
{
    struct kit_position position = {
        .hands = {"KS KH QS QH QD" LOOSE}, .pile = "2C KD", .stock = "JC"};
    ck_assert_str_eq(move_in(&position, 0, NULL), "draw discard");
    ck_assert_str_eq(move_in(&position, 0, "draw discard"),
                     "meld QS QH QD / KS KH KD");
    ck_assert_str_eq(move_in(&position, 1, NULL), "");
    position.pile = "KD 2C";
    ck_assert_str_eq(move_in(&position, 0, NULL), "draw stock");
    /* 60 does not reach the figure, so the duty could not be met */
    position.pile = "2C KD";
    position.options = "opening_minimum=71";
    ck_assert_str_eq(move_in(&position, 0, NULL), "draw stock");
}
END_TEST

START_TEST(h12_it_discards_the_costliest_card_that_is_near_no_meld)
{
    struct kit_position position = {
        .hands = {"QS QH 5D 6D 9H 9C 2S 3S JK 4C 7C KD 8H TS"}, .stock = "AS"};
    ck_assert_str_eq(move_in(&position, 0, "draw stock"), "discard KD");
}
END_TEST

START_TEST(h10_h13_down_it_lays_off_all_but_the_discard)
{
    struct kit_position position = {.down = 3,
                                    .hands = {"8H KC", "2S 9D"},
                                    .melds = {"1 5H 6H 7H", "0 QS QH QD"},
                                    .stock = "QC"};
    ck_assert_str_eq(move_in(&position, 0, "draw stock"), "lay_off 2 QC");
    ck_assert_str_eq(move_in(&position, 0, "draw stock; lay_off 2 QC"),
                     "lay_off 1 8H high");
    ck_assert_str_eq(
        move_in(&position, 0, "draw stock; lay_off 2 QC; lay_off 1 8H high"),
        "discard KC");
}
END_TEST

START_TEST(h11_it_takes_a_joker)
{
    struct kit_position position = {.down = 3,
                                    .hands = {"7H KC 2D", "2S 9D"},
                                    .melds = {"1 5H 6H JK", "0 QS QH QD"},
                                    .stock = "4C"};
    ck_assert_str_eq(move_in(&position, 0, "draw stock"), "take_joker 1 7H");
}
END_TEST

START_TEST(m10_it_asks_for_what_it_needs_and_refuses_the_same)
{
    struct kit_position position = {.may_i = true,
                                    .seats = 3,
                                    .turn = 0,
                                    .hands = {"2S 4H 6D 8C TS QH KD 3C 5S 7H",
                                              "2C 4D 6H 8S TC QD KS 3H 5C 7D",
                                              "9S 9H JC JD 2H 4S 6C 8D TH QC"},
                                    .pile = "AS 9D",
                                    .from = "01"};
    ck_assert_str_eq(move_in(&position, 2, NULL), "may_i 1");
    ck_assert_str_eq(move_in(&position, 1, NULL), "");
    ck_assert_str_eq(move_in(&position, 0, "2: may_i 1"), "answer yes");
    ck_assert_str_eq(move_in(&position, 0, NULL), "draw stock");
    position.hands[0] = "9C 9H 6D 8C TS QH KD 3C 5S 7H";
    position.hands[2] = "9S 9C JC JD 2H 4S 6C 8D TH QC";
    ck_assert_str_eq(move_in(&position, 0, "2: may_i 1"), "answer no");
    ck_assert_str_eq(move_in(&position, 0, NULL), "draw discard");
}
END_TEST

START_TEST(m9_in_the_last_round_it_lays_off_the_last_card)
{
    struct kit_position position = {
        .may_i = true,
        .seats = 3,
        .round = 5,
        .down = 1,
        .hands = {"9C", NULL, NULL},
        .melds = {"0 9S 9H 9D", "0 JS JH JD", "0 3S 4S 5S 6S"},
        .stock = "7S"};
    ck_assert_str_eq(move_in(&position, 0, "draw stock"), "lay_off 3 7S high");
    ck_assert_str_eq(move_in(&position, 0, "draw stock; lay_off 3 7S high"),
                     "lay_off 1 9C");
    /* a card that fits stays for the next turn */
    position.stock = "KD";
    ck_assert_str_eq(move_in(&position, 0, "draw stock"), "discard KD");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        four_bots_finish_games_of_hand,
        four_bots_finish_games_of_partners,
        bots_finish_games_of_may_i,
        bots_know_every_option,
        h5_it_draws_from_the_pile_what_opens,
        h12_it_discards_the_costliest_card_that_is_near_no_meld,
        h10_h13_down_it_lays_off_all_but_the_discard,
        h11_it_takes_a_joker,
        m10_it_asks_for_what_it_needs_and_refuses_the_same,
        m9_in_the_last_round_it_lays_off_the_last_card,
    };
    return kit_run("bot", tests, KIT_COUNT(tests));
}
