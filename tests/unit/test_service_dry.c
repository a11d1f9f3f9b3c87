/* Dry runs: the same judgement, nothing changed, nothing hidden told. */
#include "service_kit.h"

#include <string.h>

#include "engine_player.h"

#define MOVES_MAX 8

struct batch {
    const char *moves[MOVES_MAX];
};

static enum hk_error dry(struct hk_game *game, unsigned seat,
                         const struct batch *batch,
                         struct hk_happened *ret_happened, size_t *ret_index)
{
    struct hk_move moves[MOVES_MAX];
    struct hk_refusal refusal;
    size_t count = 0;

    for (; count < MOVES_MAX && batch->moves[count]; count++)
        moves[count] = kit_move(batch->moves[count]);
    enum hk_error error = hk_game_play(game, (hk_seat)seat, moves, count,
                                       &kit_dry, ret_happened, &refusal,
                                       ret_index);
    if (error)
        ck_assert_int_eq(refusal.error, error);
    return error;
}

static struct hk_game *arrange(const char *options, const char *second,
                               const char *stock)
{
    struct hk_game_wish wish = kit_wish("a b", options, false);
    struct hk_arranged_deal deal = {0};
    struct hk_seated seated;

    deal.hand_sizes[0] = kit_cards(
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 4D", deal.hands[0]);
    deal.hand_sizes[1] = kit_cards(second, deal.hands[1]);
    deal.stock_size = kit_cards(stock, deal.stock);
    wish.deals = &deal;
    wish.deal_count = 1;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    return game;
}

#define SECOND "9H TH JH QH KH 5D 6D 7D 8D 9D TC JC QC 4C"
#define GO_DOWN "meld 9H TH JH QH KH / 5D 6D 7D 8D 9D / TC JC QC KC"

/* What a dry run must leave as it was. */
static void check_unchanged(struct hk_game *game,
                            const struct hk_snapshot *before)
{
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    ck_assert_mem_eq(&now.state, &before->state, sizeof now.state);
    ck_assert_uint_eq(now.row.seq, before->row.seq);
    ck_assert_int_eq(now.row.status, before->row.status);
    ck_assert_int_eq(now.row.updated_at, before->row.updated_at);
    ck_assert_uint_eq(now.round_count, before->round_count);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"), now.row.seq);
    hk_snapshot_clear(&now);
}

START_TEST(test_a_draw_from_the_stock_does_not_tell_the_card)
{
    static const struct batch draw = {{"draw stock"}};
    static const struct batch more = {{"draw stock", "discard 4C"}};
    struct hk_game *game = arrange(NULL, SECOND, "KC");
    struct hk_happened happened;
    struct hk_snapshot before;
    size_t index;

    ck_assert_int_eq(hk_game_snapshot(game, &before), HK_OK);
    kit_time += 1;
    ck_assert_int_eq(dry(game, 1, &draw, &happened, &index), HK_OK);
    ck_assert_uint_eq(happened.seq, 4);
    ck_assert_uint_eq(happened.event_count, 1);
    ck_assert_uint_eq(happened.events[0].drawn, HK_NO_CARD);
    const struct hk_state *state = &happened.after.state;
    ck_assert_int_eq(happened.after.hidden_seat, 1);
    ck_assert_uint_eq(happened.after.hidden_cards, 1);
    ck_assert_mem_eq(&state->hands[1], &before.state.hands[1],
                     sizeof state->hands[1]);
    ck_assert_uint_eq(state->stock_count, before.state.stock_count - 1);
    ck_assert_uint_eq(state->phase, HK_PHASE_PLAY);
    ck_assert(hk_snapshot_round_on(&happened.after));
    hk_happened_clear(&happened);
    ck_assert_int_eq(dry(game, 1, &more, &happened, &index), HK_E_HIDDEN_CARD);
    ck_assert_uint_eq(index, 1);
    check_unchanged(game, &before);
    hk_game_close(game);
}
END_TEST

START_TEST(test_open_moves_are_shown_as_they_would_be)
{
    static const struct batch moves = {
        {"draw discard", "meld 4D 5D 6D 7D 8D 9D / 9H TH JH QH KH / TC JC QC",
         "discard 4C"}};
    struct hk_game *game = arrange(NULL, SECOND, "2C");
    struct hk_snapshot before;
    struct hk_happened happened;
    size_t index;

    /* All cards but one are laid: seat 1 would go out. */
    ck_assert_int_eq(hk_game_snapshot(game, &before), HK_OK);
    static const struct batch first = {{"draw discard"}};
    ck_assert_int_eq(dry(game, 1, &first, &happened, &index), HK_OK);
    ck_assert_uint_eq(happened.events[0].drawn, kit_card("4D"));
    ck_assert(happened.after.state.duty);
    ck_assert_int_eq(happened.after.hidden_seat, -1);
    ck_assert_uint_eq(happened.after.hidden_cards, 0);
    hk_happened_clear(&happened);
    ck_assert_int_eq(dry(game, 1, &moves, &happened, &index), HK_OK);
    ck_assert_uint_eq(happened.event_count, 3);
    hk_happened_clear(&happened);
    check_unchanged(game, &before);
    hk_game_close(game);
}
END_TEST

START_TEST(test_refusals_are_those_of_a_real_run)
{
    static const struct batch wrong = {{"draw discard", "discard 4C"}};
    static const struct batch early = {{"discard 4C"}};
    struct hk_game *game = arrange(NULL, SECOND, "2C");
    struct hk_happened happened;
    size_t index;

    ck_assert_int_eq(dry(game, 1, &wrong, &happened, &index), HK_E_DUTY_OPEN);
    ck_assert_uint_eq(index, 1);
    ck_assert_int_eq(dry(game, 1, &early, &happened, &index), HK_E_WRONG_PHASE);
    ck_assert_int_eq(dry(game, 0, &early, &happened, &index),
                     HK_E_NOT_YOUR_TURN);
    hk_game_close(game);
}
END_TEST

/* Whatever ends the round, the others' cards stay hidden: no figures, no next
 * deal, and the table as it lies. */
static void check_end_hidden(struct hk_game *game, const struct batch *batch,
                             unsigned moves, unsigned melds, unsigned pile)
{
    static const struct hk_viewer public = {.kind = HK_VIEW_PUBLIC};
    struct hk_snapshot before;
    struct hk_happened happened;
    struct hk_view view;
    size_t index;

    ck_assert_int_eq(hk_game_snapshot(game, &before), HK_OK);
    ck_assert_int_eq(dry(game, 1, batch, &happened, &index), HK_OK);
    const struct hk_snapshot *after = &happened.after;
    ck_assert_uint_eq(happened.event_count, moves);
    for (size_t i = 0; i < happened.event_count; i++)
        ck_assert_uint_eq(happened.events[i].type, HK_EVENT_MOVE);
    ck_assert_uint_eq(happened.seq, before.row.seq + moves);
    ck_assert_int_eq(after->row.status, HK_STATUS_PLAYING);
    ck_assert_uint_eq(after->round_count, 0);
    ck_assert_int_eq(after->seats[0].total, 0);
    ck_assert_int_eq(after->seats[1].total, 0);
    hk_view_state(&after->state, &after->rules, &public, &view);
    ck_assert(view.round_on);
    ck_assert_uint_eq(view.round, 1);
    ck_assert_uint_eq(view.hands[1].count, 0);
    ck_assert_uint_eq(view.hands[0].count, 14);
    ck_assert_uint_eq(view.meld_count, melds);
    ck_assert_uint_eq(view.pile_count, pile);
    ck_assert(view.down[1]);
    hk_happened_clear(&happened);
    check_unchanged(game, &before);
}

START_TEST(test_a_discard_that_goes_out_tells_no_figures)
{
    static const struct batch out = {{"discard 4C"}};
    struct hk_game *game = arrange("rounds=1", SECOND, "KC");

    ck_assert_int_eq(kit_play(game, 1, "draw stock"), HK_OK);
    ck_assert_int_eq(kit_play(game, 1, GO_DOWN), HK_OK);
    check_end_hidden(game, &out, 1, 3, 2);

    static const struct batch beyond = {{"discard 4C", "draw stock"}};
    struct hk_happened happened;
    size_t index;
    ck_assert_int_eq(dry(game, 1, &beyond, &happened, &index),
                     HK_E_HIDDEN_CARD);
    ck_assert_uint_eq(index, 1);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_meld_that_goes_out_tells_no_figures)
{
    static const struct batch out = {
        {"meld 9H TH JH QH KH / 5D 6D 7D 8D 9D / TC JC QC KC AC"}};
    struct hk_game *game = arrange("final_discard=optional",
                                   "9H TH JH QH KH 5D 6D 7D 8D 9D TC JC QC KC",
                                   "AC");

    ck_assert_int_eq(kit_play(game, 1, "draw stock"), HK_OK);
    check_end_hidden(game, &out, 1, 3, 1);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_lay_off_that_goes_out_tells_no_figures)
{
    static const struct batch out = {
        {"meld 9H TH JH QH KH / 5D 6D 7D 8D 9D / TC JC QC KC",
         "lay_off 3 AC high"}};
    struct hk_game *game = arrange("final_discard=optional",
                                   "9H TH JH QH KH 5D 6D 7D 8D 9D TC JC QC KC",
                                   "AC");

    ck_assert_int_eq(kit_play(game, 1, "draw stock"), HK_OK);
    check_end_hidden(game, &out, 2, 3, 1);
    hk_game_close(game);
}
END_TEST

static enum hk_error try(struct hk_game *game, const struct hk_move *move,
                         const struct hk_wish *wish)
{
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;
    enum hk_error error = hk_game_play(game, move->seat, move, 1, wish,
                                       &happened, &refusal, &index);

    if (!error)
        hk_happened_clear(&happened);
    return error;
}

START_TEST(test_every_dry_run_agrees_with_the_real_one)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new("a b c", "rounds=2", false, NULL);
    unsigned played = 0;
    unsigned refused = 0;

    do {
        for (unsigned i = 0; i < 8; i++) {
            struct hk_snapshot now;
            struct hk_move move;

            ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
            hk_snapshot_clear(&now);
            if (now.row.status != HK_STATUS_PLAYING)
                break;
            if (i % 2)
                player_try(&now.rules, &now.state, &rng, &move);
            else
                player_nonsense(&now.rules, &now.state, &rng, &move);
            enum hk_error expected = try(game, &move, &kit_dry);
            KIT_CHECK(hk_game_seq(game) == now.row.seq);
            KIT_CHECK(try(game, &move, &kit_real) == expected);
            played += !expected;
            refused += expected != HK_OK;
        }
    } while (kit_step(game, &rng));
    ck_assert_uint_gt(played, 30);
    ck_assert_uint_gt(refused, 30);
    hk_game_close(game);
}
END_TEST

START_TEST(test_an_empty_stock_is_not_made_anew)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new("a b", "opening_minimum=500", false, NULL);
    struct hk_snapshot before;

    /* Nobody can go down: the stock runs out. */
    for (;;) {
        ck_assert_int_eq(hk_game_snapshot(game, &before), HK_OK);
        hk_snapshot_clear(&before);
        if (before.state.stock_count == 0 &&
            before.state.phase == HK_PHASE_PLAY)
            break;
        ck_assert(kit_step(game, &rng));
    }
    hk_card cards[HK_PACK_MAX];
    hk_cardset_list(&before.state.hands[before.state.turn], cards);
    struct hk_move moves[2] = {
        {.kind = HK_MOVE_DISCARD, .card_count = 1, .cards = {cards[0]}},
        {.kind = HK_MOVE_DRAW}};
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;
    ck_assert_int_eq(hk_game_play(game, before.state.turn, moves, 1, &kit_dry,
                                  &happened, &refusal, &index),
                     HK_OK);
    ck_assert_uint_eq(happened.event_count, 1);
    ck_assert_uint_eq(happened.after.state.stock_count, 0);
    ck_assert(hk_snapshot_round_on(&happened.after));
    hk_happened_clear(&happened);
    ck_assert_int_eq(hk_game_play(game, before.state.turn, moves, 2, &kit_dry,
                                  &happened, &refusal, &index),
                     HK_E_NOT_YOUR_TURN);
    ck_assert_int_eq(hk_game_play(game, before.state.turn, moves, 1, &kit_real,
                                  &happened, &refusal, &index),
                     HK_OK);
    ck_assert_uint_eq(happened.event_count, 2);
    ck_assert_uint_eq(happened.events[1].type, HK_EVENT_RESHUFFLED);
    hk_happened_clear(&happened);
    hk_game_close(game);
}
END_TEST

/* ----- May I -------------------------------------------------------------- */

/* Four seats; the first circle is over, seat 0 is on turn, 5C 6C 7C 8C lie in
 * the pile and the stock goes on with 9S TS JS. */
static struct hk_game *open_pile(const char *options)
{
    static const char *const discards[] = {"discard 5C", "discard 6C",
                                           "discard 7C", "discard 8C"};
    struct hk_game_wish wish = kit_may_i_wish("a b c d", options);
    struct hk_arranged_deal deal = {0};
    struct hk_seated seated;
    static const char *const hands[] = {
        "2S 2S 3S 3S 4S 4S 5S 5S 6S 6S", "2H 2H 3H 3H 4H 4H 5H 5H 6H 6H",
        "2D 2D 3D 3D 4D 4D 5D 5D 6D 6D", "AS AH AD AC KS KH KD KC 7S 7H"};

    for (unsigned s = 0; s < 4; s++)
        deal.hand_sizes[s] = kit_cards(hands[s], deal.hands[s]);
    deal.stock_size = kit_cards("5C 6C 7C 8C 9S TS JS", deal.stock);
    wish.deals = &deal;
    wish.deal_count = 1;
    wish.first_dealer = 3;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    for (unsigned s = 0; s < 4; s++) {
        ck_assert_int_eq(kit_play(game, s, "draw stock"), HK_OK);
        ck_assert_int_eq(kit_play(game, s, discards[s]), HK_OK);
    }
    return game;
}

/* A dry claim of so many cards by this seat: the pile's are told, the stock's
 * are not, and what would follow is not judged. */
static void check_dry_claim(struct hk_game *game, unsigned mover,
                            const char *text, unsigned taker, unsigned count,
                            unsigned next)
{
    const struct batch one = {{text}};
    const struct batch more = {{text, "may_i 1"}};
    struct hk_happened happened;
    struct hk_snapshot before;
    size_t index;

    ck_assert_int_eq(hk_game_snapshot(game, &before), HK_OK);
    ck_assert_int_eq(dry(game, mover, &one, &happened, &index), HK_OK);
    const struct hk_taken *taken = &happened.events[0].taken;
    ck_assert_uint_eq(happened.event_count, 1);
    ck_assert_uint_eq(taken->seat, taker);
    ck_assert_uint_eq(taken->pile_count, count);
    ck_assert_uint_eq(taken->drawn_count, 0);
    for (unsigned i = 0; i < HK_TAKEN_MAX; i++)
        ck_assert_uint_eq(taken->drawn[i], 0);
    const struct hk_snapshot *after = &happened.after;
    ck_assert_int_eq(after->hidden_seat, (int)taker);
    ck_assert_uint_eq(after->hidden_cards, count);
    ck_assert_uint_eq(hk_cardset_size(&after->state.hands[taker]), 10 + count);
    ck_assert_uint_eq(after->state.stock_count,
                      before.state.stock_count - count);
    ck_assert_uint_eq(after->state.turn, next);
    hk_happened_clear(&happened);
    ck_assert_int_eq(dry(game, mover, &more, &happened, &index),
                     HK_E_HIDDEN_CARD);
    check_unchanged(game, &before);
}

START_TEST(test_a_claim_does_not_tell_the_cards_of_the_stock)
{
    struct hk_game *game = open_pile("refusal=take");

    check_dry_claim(game, 0, "take 2", 0, 2, 1);
    ck_assert_int_eq(kit_play(game, 2, "may_i 1"), HK_OK);
    ck_assert_int_eq(kit_play(game, 0, "answer yes"), HK_OK);
    check_dry_claim(game, 1, "answer yes", 2, 1, 3);
    check_dry_claim(game, 1, "answer no", 1, 1, 2);
    hk_game_close(game);
}
END_TEST

/* Nothing is left to draw and no stock can be made: the round is blocked. */
START_TEST(test_a_claim_that_blocks_the_round_tells_no_figures)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = open_pile("max_reshuffles=0");
    static const struct batch take = {{"take 1"}};
    struct hk_snapshot before;
    struct hk_happened happened;
    size_t index;

    do {
        ck_assert_int_eq(hk_game_snapshot(game, &before), HK_OK);
        hk_snapshot_clear(&before);
        hk_card cards[HK_PACK_MAX];
        hk_cardset_list(&before.state.hands[before.state.turn], cards);
        struct hk_move moves[2] = {
            {.kind = HK_MOVE_DRAW},
            {.kind = HK_MOVE_DISCARD, .card_count = 1, .cards = {cards[0]}}};
        struct hk_refusal refusal;
        if (before.state.stock_count == 1)
            break;
        ck_assert_int_eq(hk_game_play(game, before.state.turn, moves, 2,
                                      &kit_real, &happened, &refusal, &index),
                         HK_OK);
        hk_happened_clear(&happened);
    } while (true);
    unsigned turn = before.state.turn;
    ck_assert_int_eq(dry(game, turn, &take, &happened, &index), HK_OK);
    ck_assert_uint_eq(happened.event_count, 1);
    ck_assert_uint_eq(happened.after.round_count, 0);
    ck_assert_uint_eq(happened.after.state.stock_count, 0);
    ck_assert_uint_eq(happened.after.state.pile_count,
                      before.state.pile_count - 1);
    ck_assert_int_eq(happened.after.hidden_seat, (int)turn);
    ck_assert_uint_eq(happened.after.hidden_cards, 1);
    ck_assert_uint_eq(hk_cardset_size(&happened.after.state.hands[turn]), 11);
    ck_assert(hk_snapshot_round_on(&happened.after));
    hk_happened_clear(&happened);
    check_unchanged(game, &before);
    ck_assert_int_eq(kit_play(game, turn, "take 1"), HK_OK);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM rounds"), 1);
    ck_assert(kit_step(game, &rng));
    hk_game_close(game);
}
END_TEST

START_TEST(test_every_dry_run_of_may_i_agrees_with_the_real_one)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new_may_i("a b c", "refusal=take");
    unsigned played = 0;

    do {
        for (unsigned i = 0; i < 8; i++) {
            struct hk_snapshot now;
            struct hk_move move;

            ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
            hk_snapshot_clear(&now);
            if (now.row.status != HK_STATUS_PLAYING)
                break;
            if (i % 2)
                player_try(&now.rules, &now.state, &rng, &move);
            else
                player_nonsense(&now.rules, &now.state, &rng, &move);
            if (move.seat >= now.rules.seats)
                continue;
            enum hk_error expected = try(game, &move, &kit_dry);
            KIT_CHECK(hk_game_seq(game) == now.row.seq);
            KIT_CHECK(try(game, &move, &kit_real) == expected);
            played += !expected;
        }
    } while (kit_step(game, &rng));
    ck_assert_uint_gt(played, 100);
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_draw_from_the_stock_does_not_tell_the_card,
        test_open_moves_are_shown_as_they_would_be,
        test_refusals_are_those_of_a_real_run,
        test_a_discard_that_goes_out_tells_no_figures,
        test_a_meld_that_goes_out_tells_no_figures,
        test_a_lay_off_that_goes_out_tells_no_figures,
        test_every_dry_run_agrees_with_the_real_one,
        test_an_empty_stock_is_not_made_anew,
        test_a_claim_does_not_tell_the_cards_of_the_stock,
        test_a_claim_that_blocks_the_round_tells_no_figures,
        test_every_dry_run_of_may_i_agrees_with_the_real_one,
    };
    return kit_run("service/dry", tests, KIT_COUNT(tests));
}
