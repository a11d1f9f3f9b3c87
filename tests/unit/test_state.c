/* G6 and all else that must hold between moves: a fault is found and named. */
#include "engine_kit.h"

#include <string.h>

START_TEST(a_game_begins_before_its_first_deal)
{
    for (unsigned seats = 2; seats <= 5; seats++) {
        for (unsigned dealer = 0; dealer < seats; dealer++) {
            struct kit_game game;
            kit_begin(&game, NULL, HK_HAND, seats, dealer);
            const struct hk_state *state = &game.state;
            ck_assert_int_eq(state->stage, HK_STAGE_DEAL);
            ck_assert_uint_eq(state->round, 1);
            ck_assert_uint_eq(state->dealer, dealer);
            ck_assert_uint_eq(state->starter, (dealer + 1) % seats);
            for (unsigned i = 0; i < HK_SEATS_MAX; i++)
                ck_assert_int_eq(state->totals[i], 0);
            ck_assert_ptr_null(hk_state_fault(state, &game.rules));
        }
    }
}
END_TEST

START_TEST(a_state_is_a_value)
{
    struct kit_game game;
    const struct kit_position at = {.turn = 1, .stock = "2C"};
    kit_place(&game, &at);
    struct hk_state before = game.state;
    kit_must(&game, "draw stock; discard 2C");
    ck_assert(!kit_same(&before, &game.state, sizeof(before)));
    game.state = before;
    kit_must(&game, "draw stock; discard 2C");
}
END_TEST

/* ---- faults ---- */

/* Both seats down, three melds, seat 1 about to draw. */
static const struct kit_position sound = {
    .turn = 1,
    .down = 3,
    .hands = {"2C 4D", "8S 8D KC 9C"},
    .melds = {"0 5H 6H 7H", "1 9S TS JK", "1 QS QH QD"},
    .pile = "2D 8H",
};

static void wrong_stage(struct hk_state *state)
{
    state->stage = HK_STAGE_OVER + 1;
}
static void wrong_phase(struct hk_state *state)
{
    state->phase = HK_PHASE_ANSWER + 1;
}
static void round_nought(struct hk_state *state)
{
    state->round = 0;
}
static void round_six(struct hk_state *state)
{
    state->round = 6;
}
static void dealer_nobody(struct hk_state *state)
{
    state->dealer = 2;
}
static void starter_deals(struct hk_state *state)
{
    state->starter = state->dealer;
}
static void turn_of_nobody(struct hk_state *state)
{
    state->turn = 2;
}
static void card_lost(struct hk_state *state)
{
    state->stock_count--;
}
static void card_twice(struct hk_state *state)
{
    state->stock[0] = state->pile[0];
    state->stock[1] = state->pile[0];
}
static void card_unknown(struct hk_state *state)
{
    state->pile[0] = HK_CARD_KINDS;
}
static void card_unknown_held(struct hk_state *state)
{
    state->hands[0].one |= UINT64_C(1) << 60;
}
static void card_half_held(struct hk_state *state)
{
    state->hands[0].two |= 1;
}
static void card_in_meld_and_stock(struct hk_state *state)
{
    state->melds[2].rank--;
    state->melds[0].rank--;
    hk_cardset_remove(&state->hands[0], kit_card("2C"));
    hk_cardset_add(&state->hands[0], kit_card("7H"));
}
static void stock_of_200(struct hk_state *state)
{
    state->stock_count = 200;
}
static void pile_of_200(struct hk_state *state)
{
    state->pile_count = 200;
}
static void melds_of_40(struct hk_state *state)
{
    state->meld_count = 40;
}
static void meld_of_not_down(struct hk_state *state)
{
    state->down = 2;
}
static void meld_of_nobody(struct hk_state *state)
{
    state->melds[0].seat = 200;
}
static void opening_of_nobody(struct hk_state *state)
{
    state->opening = 0;
}
static void hand_too_large(struct hk_state *state)
{
    for (unsigned i = 0; i < 10; i++)
        hk_cardset_add(&state->hands[0], state->stock[--state->stock_count]);
}
static void hand_empty(struct hk_state *state)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(&state->hands[0], cards);
    memset(&state->hands[0], 0, sizeof(state->hands[0]));
    while (count > 0)
        state->pile[state->pile_count++] = cards[--count];
}
static void hand_of_nobody(struct hk_state *state)
{
    hk_cardset_add(&state->hands[3], state->stock[--state->stock_count]);
}
static void down_nobody(struct hk_state *state)
{
    state->down |= 8;
}
static void begun_before_draw(struct hk_state *state)
{
    state->acted = true;
}
static void no_pile(struct hk_state *state)
{
    while (state->pile_count > 0)
        state->stock[state->stock_count++] = state->pile[--state->pile_count];
}
static void no_stock(struct hk_state *state)
{
    while (state->stock_count > 0)
        state->pile[state->pile_count++] = state->stock[--state->stock_count];
}
static void reshuffle_with_stock(struct hk_state *state)
{
    state->stage = HK_STAGE_RESHUFFLE;
}
static void idle_for_ever(struct hk_state *state)
{
    state->idle_turns = 8;
}
static void too_many_reshuffles(struct hk_state *state)
{
    state->reshuffles = 3;
}
static void cards_before_deal(struct hk_state *state)
{
    state->stage = HK_STAGE_DEAL;
}
static void hands_before_deal(struct hk_state *state)
{
    state->stage = HK_STAGE_OVER;
    state->stock_count = state->pile_count = state->meld_count = 0;
    state->down = 0;
    state->opening = 0;
}
static void short_meld(struct hk_state *state)
{
    state->melds[0].length = 2;
    state->stock[state->stock_count++] = kit_card("7H");
}
static void three_suits_too_many(struct hk_state *state)
{
    /* QS QS QH for QS QH QD */
    state->melds[2].cards = 2 | 1 << 2;
    for (unsigned i = 0; i < state->stock_count; i++)
        if (state->stock[i] == kit_card("QS"))
            state->stock[i] = kit_card("QD");
}
static void run_beyond_the_ace(struct hk_state *state)
{
    /* KH AH 2H for 5H 6H 7H */
    static const char *const take[] = {"KH", "AH", "2H"};
    static const char *const give[] = {"5H", "6H", "7H"};
    state->melds[0].rank = HK_KING;
    for (unsigned n = 0; n < 3; n++)
        for (unsigned i = 0; i < state->stock_count; i++)
            if (state->stock[i] == kit_card(take[n])) {
                state->stock[i] = kit_card(give[n]);
                break;
            }
}
static void draw_to_play(struct hk_state *state)
{
    hk_cardset_add(&state->hands[1], state->stock[--state->stock_count]);
    state->phase = HK_PHASE_PLAY;
}
static void starter_who_is_none(struct hk_state *state)
{
    draw_to_play(state);
    state->starter_turn = true;
}
static void opened_without_acting(struct hk_state *state)
{
    draw_to_play(state);
    state->opened = true;
}
static void touched_without_acting(struct hk_state *state)
{
    draw_to_play(state);
    state->touched_other = true;
}
static void waived_without_option(struct hk_state *state)
{
    draw_to_play(state);
    state->waived = true;
}
static void duty_without_card(struct hk_state *state)
{
    draw_to_play(state);
    state->duty = true;
}
static void card_without_duty(struct hk_state *state)
{
    draw_to_play(state);
    state->duty_card = kit_card("KC");
}
static void duty_after_return(struct hk_state *state)
{
    draw_to_play(state);
    state->duty = true;
    state->duty_card = kit_card("KC");
    state->returned = true;
}
static void duty_card_gone(struct hk_state *state)
{
    draw_to_play(state);
    state->duty = true;
    state->duty_card = kit_card("2D");
}
static void duty_that_cannot_be_met(struct hk_state *state)
{
    state->phase = HK_PHASE_PLAY;
    state->duty = true;
    state->acted = true;
    state->duty_card = kit_card("KC");
}

/* May I: seats 0 and 1 down, seat 3 asks for two, seat 2 has to answer. */
static const struct kit_position asked = {
    .may_i = true,
    .turn = 1,
    .down = 3,
    .options = "claim_limit=3",
    .hands = {"2C 4D", "8S 8D KC"},
    .melds = {"0 5H 5H 5S", "0 9S 9S 9H", "1 QS QH QD", "1 JS JH JD"},
    .pile = "2D 8H 3D",
};

static void question_by_nobody(struct hk_state *state)
{
    state->question.by = 4;
}
static void question_by_who_is_on_turn(struct hk_state *state)
{
    state->question.by = 1;
}
static void question_to_the_asker(struct hk_state *state)
{
    state->question.asked = 3;
}
static void question_to_another(struct hk_state *state)
{
    state->question.asked = 0;
}
static void question_with_one_yes_too_many(struct hk_state *state)
{
    state->question.allowed |= 1;
}
static void question_of_the_refused(struct hk_state *state)
{
    state->refused = 8;
}
static void question_after_a_claim(struct hk_state *state)
{
    state->claimed = true;
}
static void question_in_the_first_circle(struct hk_state *state)
{
    state->first_circle = true;
}
static void question_for_nothing(struct hk_state *state)
{
    state->question.count = 0;
}
static void question_for_more_than_the_pile(struct hk_state *state)
{
    state->question.count = 4;
}
static void question_without_phase(struct hk_state *state)
{
    state->phase = HK_PHASE_DRAW;
}
static void refused_nobody(struct hk_state *state)
{
    state->refused = 16;
}
static void discarded_by_nobody(struct hk_state *state)
{
    state->pile_from[0] = 4;
}
static void contract_short(struct hk_state *state)
{
    state->melds[3].seat = 0;
}
static void contract_of_one_rank(struct hk_state *state)
{
    /* QC QC JD where the jacks lay, by what the stock has */
    state->melds[3].rank = state->melds[2].rank;
    for (unsigned n = 0; n < 3; n++) {
        unsigned suit = n; /* S H D */
        for (unsigned i = 0; i < state->stock_count; i++)
            if (state->stock[i] == hk_card_make(suit, 11)) {
                state->stock[i] = hk_card_make(suit, 10);
                break;
            }
    }
}
static void hand_uneven(struct hk_state *state)
{
    hk_cardset_add(&state->hands[2], state->stock[--state->stock_count]);
}
static void set_of_too_many(struct hk_state *state)
{
    state->melds[0].length = 9;
}
static void starter_turn_in_may_i(struct hk_state *state)
{
    memset(&state->question, 0, sizeof(state->question));
    state->phase = HK_PHASE_PLAY;
    hk_cardset_add(&state->hands[1], state->stock[--state->stock_count]);
    state->starter_turn = true;
}
static void short_run(struct hk_state *state)
{
    /* 5H 6H 7H: a run of three, where a set of three lay */
    state->melds[0].kind = HK_RUN;
    state->melds[0].suit = 1;
    state->melds[0].cards = 0;
    static const char *const give[] = {"5H", "5S"}, *const take[] = {"6H",
                                                                     "7H"};
    for (unsigned n = 0; n < 2; n++)
        for (unsigned i = 0; i < state->stock_count; i++)
            if (state->stock[i] == kit_card(take[n])) {
                state->stock[i] = kit_card(give[n]);
                break;
            }
}

struct fault {
    void (*spoil)(struct hk_state *state);
    const char *fault;
};

static const struct fault faults_of_may_i[] = {
    {question_by_nobody, "M10: a question to the wrong seats"},
    {question_by_who_is_on_turn, "M10: a question to the wrong seats"},
    {question_to_the_asker, "M10: a question to the wrong seats"},
    {question_to_another, "M10: a question to the wrong seats"},
    {question_with_one_yes_too_many, "M10: a question to the wrong seats"},
    {question_of_the_refused, "M10: a question out of season"},
    {question_after_a_claim, "M10: a question out of season"},
    {question_in_the_first_circle, "M10: a question out of season"},
    {question_for_nothing, "M10: a question for too many cards"},
    {question_for_more_than_the_pile, "M10: a question for too many cards"},
    {question_without_phase, "M10: a question that nobody answers"},
    {refused_nobody, "M10: an answer to no question"},
    {discarded_by_nobody, "M6: a card that nobody discarded"},
    {contract_short, "M7: melds that are not the contract"},
    {contract_of_one_rank, "M7: melds that are not the contract"},
    {hand_uneven, "H2: a hand of a wrong size"},
    {set_of_too_many, "a card that is not of the packs"},
    {starter_turn_in_may_i, "H3: a starter's first turn that is none"},
    {short_run, "H6: a run that is none"},
};

static const struct fault faults[] = {
    {wrong_stage, "no such stage or phase"},
    {wrong_phase, "no such stage or phase"},
    {round_nought, "H16: no such round"},
    {round_six, "H16: no such round"},
    {dealer_nobody, "G5: a starter who is not after the dealer"},
    {starter_deals, "G5: a starter who is not after the dealer"},
    {turn_of_nobody, "G2: no such seat on turn"},
    {card_lost, "G6: not exactly the pack"},
    {card_twice, "a card that is not of the packs"},
    {card_unknown, "a card that is not of the packs"},
    {card_unknown_held, "a card that is not of the packs"},
    {card_half_held, "a card that is not of the packs"},
    {card_in_meld_and_stock, "a card that is not of the packs"},
    {stock_of_200, "more cards or melds than there are"},
    {pile_of_200, "more cards or melds than there are"},
    {melds_of_40, "more cards or melds than there are"},
    {meld_of_not_down, "H9: a meld of a seat that is not down"},
    {meld_of_nobody, "H9: a meld of a seat that is not down"},
    {opening_of_nobody, "H9: an opening of nobody"},
    {hand_too_large, "H2: a hand of a wrong size"},
    {hand_empty, "H2: a hand of a wrong size"},
    {hand_of_nobody, "a seat that does not play"},
    {down_nobody, "a seat that does not play"},
    {begun_before_draw, "a turn that has begun before its draw"},
    {no_pile, "H3: no discard pile"},
    {no_stock, "G7: nothing to draw"},
    {reshuffle_with_stock, "G7: no stock to be made"},
    {idle_for_ever, "G7: a round that should be blocked"},
    {too_many_reshuffles, "G7: a round that should be blocked"},
    {cards_before_deal, "cards on the table while no round is on"},
    {hands_before_deal, "cards held while no round is on"},
    {short_meld, "H8: a meld too short, or with too many jokers"},
    {three_suits_too_many, "H7: a set that is none"},
    {run_beyond_the_ace, "H6: a run that is none"},
    {starter_who_is_none, "H3: a starter's first turn that is none"},
    {opened_without_acting, "H14: an opening of a seat that is not down"},
    {touched_without_acting, "H14: a meld used by nobody"},
    {waived_without_option, "H9: a minimum waived for nothing"},
    {duty_without_card, "H5: a duty without its card"},
    {card_without_duty, "H5: a duty without its card"},
    {duty_after_return, "H5: a duty that nothing caused"},
    {duty_card_gone, "H5b: a card that cannot go back"},
    {duty_that_cannot_be_met, "H5a: a duty that cannot be met"},
};

static void check_faults(const struct kit_game *sound_game,
                         const struct fault *list, size_t count)
{
    ck_assert_ptr_null(hk_state_fault(&sound_game->state, &sound_game->rules));
    for (size_t i = 0; i < count; i++) {
        struct kit_game game = *sound_game;
        list[i].spoil(&game.state);
        const char *fault = hk_state_fault(&game.state, &game.rules);
        ck_assert_msg(fault && strcmp(fault, list[i].fault) == 0,
                      "%zu: %s, not %s", i, fault ? fault : "sound",
                      list[i].fault);
    }
}

START_TEST(g6_every_fault_is_found_and_named)
{
    struct kit_game game;
    kit_place(&game, &sound);
    check_faults(&game, faults, KIT_COUNT(faults));
}
END_TEST

START_TEST(g6_every_fault_of_may_i_is_found_and_named)
{
    struct kit_game game;
    kit_place(&game, &asked);
    kit_must(&game, "3: may_i 2; answer yes");
    ck_assert_uint_eq(game.state.question.asked, 2);
    check_faults(&game, faults_of_may_i, KIT_COUNT(faults_of_may_i));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_game_begins_before_its_first_deal,
        a_state_is_a_value,
        g6_every_fault_is_found_and_named,
        g6_every_fault_of_may_i_is_found_and_named,
    };
    return kit_run("state", tests, KIT_COUNT(tests));
}
