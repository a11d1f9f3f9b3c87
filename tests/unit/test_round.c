/* G3 H16 H17, option dealer: from round to round. */
#include "engine_kit.h"

#include <string.h>

#include "engine/turn.h"

static const struct {
    const char *comment, *options;
    bool partners;
    unsigned seats, dealer, next;
    hk_points held[HK_SEATS_MAX]; /* -1: not down; -2: goes out */
} dealers[] = {
    {"rotate", NULL, false, 3, 2, 0, {5, -2, -1}},
    {"rotate, whoever loses", NULL, false, 3, 0, 1, {-1, -2, 5}},
    {"rotate round the table", NULL, false, 5, 4, 0, {-1, -2, 5, 5, 5}},
    {"loser: not down", "dealer=loser", false, 3, 2, 0, {-1, -2, 8}},
    {"loser: the old dealer again",
     "dealer=loser",
     false,
     3,
     2,
     2,
     {8, -2, -1}},
    {"loser: the highest hand", "dealer=loser", false, 3, 0, 2, {7, -2, 9}},
    {"loser: ties to the first after the old dealer",
     "dealer=loser",
     false,
     4,
     2,
     3,
     {-1, -2, 9, -1}},
    {"loser: ties round the table",
     "dealer=loser",
     false,
     4,
     3,
     0,
     {-1, -2, -1, -1}},
    {"loser: blocked, all not down",
     "dealer=loser",
     false,
     4,
     2,
     3,
     {-1, -1, -1, -1}},
    {"loser: the partner of who went out counts nothing",
     "dealer=loser",
     true,
     4,
     3,
     0,
     {8, -2, 7, -1}},
    {"loser: each partner's own figure",
     "dealer=loser",
     true,
     4,
     3,
     2,
     {7, -2, 8, -1}},
};

/* A hand of one card that counts so much; -1: fourteen cards, not down. */
static const char *held_text(hk_points held, unsigned seat)
{
    static const char *const texts[][2] = {
        {"5C", "5D"}, {"6C", "6D"}, {"7C", "7D"}, {"8C", "8D"}, {"9C", "9D"},
    };
    if (held == -2)
        return "8H";
    return held < 0 ? NULL : texts[held - 5][seat % 2];
}

static void end_round(struct kit_game *game, unsigned i)
{
    struct kit_position at = {
        .options = dealers[i].options,
        .partners = dealers[i].partners,
        .seats = dealers[i].seats,
        .stock = "2C",
    };
    char meld[HK_SEATS_MAX][16];
    static const char *const melds[] = {
        "0 AS 2S 3S", "1 5H 6H 7H", "2 9S TS JS", "3 JD QD KD", "4 TC JC QC"};
    bool out = false;
    for (unsigned seat = 0; seat < dealers[i].seats; seat++) {
        at.hands[seat] = held_text(dealers[i].held[seat], seat);
        if (dealers[i].held[seat] == -1)
            continue;
        at.down |= 1u << seat;
        memcpy(meld[seat], melds[seat], strlen(melds[seat]) + 1);
        at.melds[seat] = meld[seat];
        if (dealers[i].held[seat] == -2) {
            at.turn = seat;
            out = true;
        }
    }
    kit_place(game, &at);
    game->state.dealer = (hk_seat)dealers[i].dealer;
    game->state.starter = hk_seat_after(&game->rules, game->state.dealer);
    if (!out) {
        game->rules.max_reshuffles = 0;
        kit_leave_one_in_stock(game);
        kit_must(game, "draw stock; discard 2C");
        return;
    }
    unsigned number = 0;
    for (unsigned n = 0; n < game->state.meld_count; n++)
        if (game->state.melds[n].seat == at.turn)
            number = n + 1;
    char moves[] = "draw stock; lay_off ? 8H; discard 2C";
    *strchr(moves, '?') = (char)('0' + number);
    kit_must(game, moves);
}

START_TEST(g3_h17_the_next_dealer_is_as_the_option_says)
{
    for (unsigned i = 0; i < KIT_COUNT(dealers); i++) {
        struct kit_game game;
        end_round(&game, i);
        ck_assert_msg(game.outcome.round_ended, "%s", dealers[i].comment);
        ck_assert_msg(game.state.dealer == dealers[i].next, "%s: %u",
                      dealers[i].comment, game.state.dealer);
        ck_assert_uint_eq(game.state.starter,
                          (dealers[i].next + 1) % dealers[i].seats);
        ck_assert_uint_eq(game.outcome.result.dealer, dealers[i].dealer);
        ck_assert_uint_eq(game.state.round, 2);
        ck_assert_ptr_null(hk_state_fault(&game.state, &game.rules));
    }
}
END_TEST

/* Plays a round to its block: the stock is drawn out, nothing else done. */
static void block_round(struct kit_game *game, const struct hk_rng *rng)
{
    unsigned round = game->state.round;
    kit_serve(game, rng);
    while (game->state.round == round && game->state.stage != HK_STAGE_OVER) {
        kit_serve(game, rng);
        kit_pass(game);
    }
}

START_TEST(h16_after_the_last_round_nothing_more_is_played)
{
    for (unsigned rounds = 1; rounds <= 5; rounds += 2) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, rounds);
        struct kit_game game;
        kit_begin(&game, NULL, HK_HAND, 3, 1);
        game.rules.rounds = (int16_t)rounds;
        for (unsigned n = 1; n <= rounds; n++) {
            ck_assert_int_eq(game.state.stage, HK_STAGE_DEAL);
            ck_assert_uint_eq(game.state.round, n);
            ck_assert_uint_eq(game.state.dealer, n % 3);
            block_round(&game, &rng);
            ck_assert_uint_eq(game.outcome.result.round, n);
            ck_assert_int_eq(game.state.totals[2], 100 * (int)n);
        }
        ck_assert_int_eq(game.state.stage, HK_STAGE_OVER);
        ck_assert_uint_eq(game.state.round, rounds);
        for (unsigned seat = 0; seat < 3; seat++) {
            struct hk_move move = kit_move(seat, "draw stock");
            ck_assert(hk_apply(&game.rules, &game.state, &move, &game.outcome,
                               &game.refusal) == HK_E_GAME_OVER);
            ck_assert_int_eq(game.refusal.rule, HK_RULE_H16);
        }
        ck_assert_uint_eq(hk_state_winners(&game.state, &game.rules), 7);
    }
}
END_TEST

START_TEST(m13_after_round_five_nothing_more_is_played)
{
    static const unsigned contracts[][2] = {
        {2, 0}, {1, 1}, {0, 2}, {3, 0}, {2, 1}};
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 13);
    struct kit_game game;
    kit_begin(&game, NULL, HK_MAY_I, 3, 1);
    for (unsigned n = 1; n <= 5; n++) {
        const struct hk_contract *contract;
        ck_assert_int_eq(game.state.stage, HK_STAGE_DEAL);
        ck_assert_uint_eq(game.state.round, n);
        ck_assert_uint_eq(game.state.dealer, n % 3); /* G3 */
        contract = hk_rules_contract(&game.rules, game.state.round);
        ck_assert_uint_eq(contract->sets, contracts[n - 1][0]);
        ck_assert_uint_eq(contract->runs, contracts[n - 1][1]);
        block_round(&game, &rng);
        ck_assert_uint_eq(game.outcome.result.round, n);
        /* M12: nobody went out */
        for (unsigned seat = 0; seat < 3; seat++)
            ck_assert_int_lt(game.outcome.result.points[seat], 0);
    }
    ck_assert_int_eq(game.state.stage, HK_STAGE_OVER);
    for (unsigned seat = 0; seat < 3; seat++) {
        struct hk_move move = kit_move(seat, "may_i 1");
        ck_assert(hk_apply(&game.rules, &game.state, &move, &game.outcome,
                           &game.refusal) == HK_E_GAME_OVER);
        ck_assert_int_eq(game.refusal.rule, HK_RULE_M13);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        m13_after_round_five_nothing_more_is_played,
        g3_h17_the_next_dealer_is_as_the_option_says,
        h16_after_the_last_round_nothing_more_is_played,
    };
    return kit_run("round", tests, KIT_COUNT(tests));
}
