/*
 * Games of every variant played to their end at random, over random options:
 * whatever is tried, the state stays sound, refusals change nothing, and
 * somebody can move.
 */
#include "engine_kit.h"
#include "engine_player.h"

#include <stdio.h>
#include <string.h>

enum { HAND_GAMES = 1200, PARTNERS_GAMES = 400, MAY_I_GAMES = 420 };
enum { MOVES_MAX = 9000 };

/* What was seen on the way; printed, and required to be there. */
struct seen {
    unsigned games, rounds, moves, refused, hands, blocked, reshuffles, over;
    unsigned openings, waived, lay_offs, jokers, returned, last_laid;
    unsigned asked, allowed, refusals_free, draws_by_refusal, claims, takes;
    unsigned cards_claimed;
    unsigned refusals[HK_ERROR_COUNT];
};

/* M10 M11: what was taken left the pile and the stock for one hand. */
static void check_taken(const struct kit_game *game,
                        const struct hk_state *before, struct seen *seen)
{
    const struct hk_taken *taken = &game->outcome.taken;
    const struct hk_state *state = &game->state;
    struct hk_cardset hand = before->hands[taken->seat];
    KIT_CHECK(taken->drawn_count == taken->pile_count);
    seen->cards_claimed += 2u * taken->pile_count;
    for (unsigned i = 0; i < taken->pile_count; i++) {
        KIT_CHECK(before->pile_from[before->pile_count - 1 - i] != taken->seat);
        KIT_CHECK(taken->from_pile[taken->pile_count - 1 - i] ==
                  before->pile[before->pile_count - 1 - i]);
        KIT_CHECK(taken->drawn[i] ==
                  before->stock[before->stock_count - 1 - i]);
        hk_cardset_add(&hand, taken->from_pile[i]);
        hk_cardset_add(&hand, taken->drawn[i]);
    }
    if (game->outcome.round_ended)
        return;
    KIT_CHECK(kit_same(&hand, &state->hands[taken->seat], sizeof(hand)));
    KIT_CHECK(state->claimed && state->phase == HK_PHASE_DRAW);
    KIT_CHECK(state->stage == HK_STAGE_RESHUFFLE || state->stock_count > 0);
}

/* M10: counts what came of a question. */
static void check_claim(const struct kit_game *game,
                        const struct hk_state *before,
                        const struct hk_move *move, struct seen *seen)
{
    bool taken = game->outcome.taken.pile_count > 0;
    bool answer = move->kind == HK_MOVE_ANSWER;
    bool refused = answer && !move->allow;
    bool take = game->rules.refusal == HK_REFUSAL_TAKE;
    if (taken)
        check_taken(game, before, seen);
    KIT_CHECK(!taken || move->kind == HK_MOVE_TAKE ||
              move->kind == HK_MOVE_ANSWER);
    KIT_CHECK((game->outcome.drawn != HK_NO_CARD) ==
              (move->kind == HK_MOVE_DRAW ||
               (refused && take && move->seat == before->turn)));
    seen->asked += move->kind == HK_MOVE_MAY_I;
    seen->takes += move->kind == HK_MOVE_TAKE;
    seen->allowed += taken && answer && move->allow;
    seen->refusals_free += refused && !take;
    seen->claims += refused && taken;
    seen->draws_by_refusal += refused && take && !taken;
}

/* Tries a move; whether it was accepted. */
static bool attempt(struct kit_game *game, const struct hk_move *move,
                    struct seen *seen)
{
    struct hk_state before = game->state;
    enum hk_error error = hk_apply(&game->rules, &game->state, move,
                                   &game->outcome, &game->refusal);
    if (error != HK_OK) {
        KIT_CHECK(kit_same(&before, &game->state, sizeof(before)));
        KIT_CHECK(error == game->refusal.error);
        KIT_CHECK(game->refusal.rule != HK_RULE_NONE);
        KIT_CHECK((error == HK_E_INVALID_MELD) ==
                  (game->refusal.reason != HK_MELD_OK));
        seen->refused++;
        seen->refusals[error]++;
        return false;
    }
    const char *fault = hk_state_fault(&game->state, &game->rules);
    if (fault)
        ck_abort_msg("%s", fault);
    seen->moves++;
    seen->openings += !before.opened && game->state.opened;
    seen->waived += game->state.waived && !before.waived;
    seen->lay_offs += move->kind == HK_MOVE_LAY_OFF;
    seen->jokers += move->kind == HK_MOVE_TAKE_JOKER;
    seen->returned += move->kind == HK_MOVE_RETURN;
    if (hk_move_known(game->rules.variant, HK_MOVE_MAY_I))
        check_claim(game, &before, move, seen);
    return true;
}

/* A round has ended: its figures and the totals agree. */
static void check_result(const struct kit_game *game,
                         const hk_points before[HK_SEATS_MAX],
                         const struct hk_move *last, struct seen *seen)
{
    const struct hk_round_result *result = &game->outcome.result;
    hk_points teams = 0, sum = 0;
    for (unsigned i = 0; i < HK_SEATS_MAX; i++) {
        ck_assert_int_eq(game->state.totals[i], before[i] + result->points[i]);
        sum += result->points[i];
    }
    for (unsigned i = 0; i < HK_TEAMS; i++)
        teams += result->team_points[i];
    if (hk_rules_teams(&game->rules))
        ck_assert_int_eq(teams, sum);
    if (result->out >= 0)
        ck_assert_uint_eq(hk_cardset_size(&result->left[result->out]), 0);
    seen->rounds++;
    seen->hands += result->hand;
    seen->blocked += result->out < 0;
    seen->last_laid += result->out >= 0 && last->kind != HK_MOVE_DISCARD;
    ck_assert(!result->hand || result->out >= 0);
}

/* One accepted move, or some that are not. */
static void step(struct kit_game *game, const struct hk_rng *rng,
                 struct seen *seen)
{
    struct hk_move move;
    hk_points before[HK_SEATS_MAX];
    memcpy(before, game->state.totals, sizeof(before));
    if (hk_rng_below(rng, 3) == 0) {
        player_nonsense(&game->rules, &game->state, rng, &move);
    } else {
        player_try(&game->rules, &game->state, rng, &move);
    }
    bool moved = attempt(game, &move, seen);
    /* Whatever came before, one of the ways out is open. */
    bool leave = !moved && hk_rng_below(rng, 4) == 0;
    for (unsigned i = 0; leave && !moved; i++) {
        if (!player_exit(&game->rules, &game->state, i, &move))
            ck_abort_msg("seat %u cannot move", hk_state_actor(&game->state));
        moved = attempt(game, &move, seen);
    }
    if (moved && game->outcome.round_ended)
        check_result(game, before, &move, seen);
}

static void play_game(enum hk_variant variant, unsigned number,
                      struct seen *seen)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, number * HK_VARIANTS +
                                                      (unsigned)variant);
    struct kit_game game;
    unsigned least = hk_variant_seats_least(variant);
    unsigned seats = least + hk_rng_below(&rng, hk_variant_seats_most(variant) -
                                                    least + 1);
    kit_begin(&game, NULL, variant, seats, hk_rng_below(&rng, seats));
    if (number % 8 != 0)
        player_options(&rng, &game.rules);
    if (number % 2 == 0 && game.rules.opening_minimum > 100)
        game.rules.opening_minimum = 30;
    if (hk_option_find(variant, "rounds"))
        game.rules.rounds = (int16_t)(1 + hk_rng_below(&rng, 3));
    game.rules.max_reshuffles %= 4;
    if (number % 2 == 0)
        game.rules.claim_limit %= 4;
    for (unsigned i = 0; game.state.stage != HK_STAGE_OVER; i++) {
        KIT_CHECK(i < MOVES_MAX);
        seen->reshuffles += game.state.stage == HK_STAGE_RESHUFFLE;
        kit_serve(&game, &rng);
        step(&game, &rng, seen);
    }
    ck_assert(hk_state_winners(&game.state, &game.rules) != 0);
    ck_assert_int_eq(game.state.round, game.rules.rounds);
    seen->games++;
}

static void print(const struct seen *seen)
{
    printf("%u games, %u rounds (%u blocked, %u Hands, %u ended by a card "
           "laid), %u moves, %u refused\n",
           seen->games, seen->rounds, seen->blocked, seen->hands,
           seen->last_laid, seen->moves, seen->refused);
    printf("%u openings (%u without the minimum), %u lay-offs, %u jokers "
           "taken, %u cards put back, %u reshuffles\n",
           seen->openings, seen->waived, seen->lay_offs, seen->jokers,
           seen->returned, seen->reshuffles);
    if (seen->asked > 0)
        printf("%u questions: %u allowed, %u refused for nothing, %u by "
               "drawing, %u by taking; %u takes; %u cards taken so\n",
               seen->asked, seen->allowed, seen->refusals_free,
               seen->draws_by_refusal, seen->claims, seen->takes,
               seen->cards_claimed);
}

static void check_known(const struct seen *seen, const enum hk_error *known,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(seen->refusals[known[i]] > 0, "never %s",
                      hk_error_code(known[i]));
    ck_assert_uint_ge(seen->rounds, kit_times(2000));
    ck_assert_uint_gt(seen->blocked, 0);
    ck_assert_uint_gt(seen->rounds, seen->blocked);
    ck_assert_uint_gt(seen->last_laid, 0);
    ck_assert_uint_gt(seen->reshuffles, 0);
}

/* Every refusal that Hand knows comes up somewhere. */
static const enum hk_error hand_known[] = {
    HK_E_NOT_YOUR_TURN,      HK_E_WRONG_PHASE,
    HK_E_NO_DUTY_TO_RETURN,  HK_E_CARD_NOT_HELD,
    HK_E_INVALID_MELD,       HK_E_OPENING_TOO_LOW,
    HK_E_OPENING_NEEDS_RUN,  HK_E_STARTER_MUST_DISCARD,
    HK_E_NOT_DOWN,           HK_E_NO_SUCH_MELD,
    HK_E_DOES_NOT_FIT,       HK_E_END_NEEDED,
    HK_E_JOKER_NOT_TAKEABLE, HK_E_DUTY_OPEN,
    HK_E_DUTY_IMPOSSIBLE,    HK_E_MUST_KEEP_CARD,
    HK_E_JUST_RETURNED,
};

START_TEST(random_games_of_hand_stay_sound_and_end)
{
    struct seen seen = {0};
    for (unsigned i = 0; i < kit_times(HAND_GAMES); i++)
        play_game(HK_HAND, i, &seen);
    for (unsigned i = 0; i < kit_times(PARTNERS_GAMES); i++)
        play_game(HK_HAND_PARTNERS, i, &seen);
    print(&seen);
    check_known(&seen, hand_known, KIT_COUNT(hand_known));
    ck_assert_uint_gt(seen.hands, 0);
    ck_assert_uint_gt(seen.waived, 0);
    ck_assert_uint_gt(seen.jokers, 0);
}
END_TEST

/* Every refusal that May I knows comes up somewhere. */
static const enum hk_error may_i_known[] = {
    HK_E_NOT_YOUR_TURN,     HK_E_WRONG_PHASE,      HK_E_CARD_NOT_HELD,
    HK_E_INVALID_MELD,      HK_E_NOT_DOWN,         HK_E_ALREADY_DOWN,
    HK_E_CONTRACT_MISMATCH, HK_E_CONTRACT_REPEATS, HK_E_NO_SUCH_MELD,
    HK_E_DOES_NOT_FIT,      HK_E_NOT_YOUR_MELD,    HK_E_MUST_KEEP_CARD,
    HK_E_MUST_LAY_OFF_LAST, HK_E_STRANDED_CARD,    HK_E_FIRST_TURN_STOCK_ONLY,
    HK_E_CLAIM_LIMIT,       HK_E_ALREADY_REFUSED,  HK_E_PILE_TOO_SMALL,
    HK_E_OWN_DISCARD,       HK_E_STOCK_TOO_SMALL,
};

START_TEST(random_games_of_may_i_stay_sound_and_end)
{
    struct seen seen = {0};
    for (unsigned i = 0; i < kit_times(MAY_I_GAMES); i++)
        play_game(HK_MAY_I, i, &seen);
    print(&seen);
    fflush(stdout);
    check_known(&seen, may_i_known, KIT_COUNT(may_i_known));
    ck_assert_uint_eq(seen.hands, 0);
    /* no end is ever open twice but by a joker, or where results differ */
    ck_assert_uint_eq(seen.refusals[HK_E_END_NEEDED], 0);
    ck_assert_uint_gt(seen.allowed, 0);
    ck_assert_uint_gt(seen.refusals_free, 0);
    ck_assert_uint_gt(seen.draws_by_refusal, 0);
    ck_assert_uint_gt(seen.claims, 0);
    ck_assert_uint_gt(seen.takes, 0);
    ck_assert_uint_ge(seen.asked, seen.allowed + seen.refusals_free +
                                      seen.draws_by_refusal + seen.claims);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_games)
{
    struct seen once = {0}, again = {0};
    for (unsigned i = 0; i < 60; i++)
        play_game((enum hk_variant)(i % HK_VARIANTS), i, &once);
    for (unsigned i = 0; i < 60; i++)
        play_game((enum hk_variant)(i % HK_VARIANTS), i, &again);
    ck_assert_mem_eq(&once, &again, sizeof(once));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        random_games_of_hand_stay_sound_and_end,
        random_games_of_may_i_stay_sound_and_end,
        the_same_seed_gives_the_same_games,
    };
    return kit_run("playout", tests, KIT_COUNT(tests));
}
