/*
 * G11: what each viewer may see, and what nobody may. Both are proved: that
 * private cards are absent, and that what is public is there.
 */
#include "engine_kit.h"
#include "engine_player.h"

#include <stdio.h>
#include <string.h>

#include "engine/view.h"

enum { GAMES = 30 };

static const struct hk_viewer viewers[] = {
    {HK_VIEW_PUBLIC, 0}, {HK_VIEW_HOST, 0}, {HK_VIEW_SEAT, 0},
    {HK_VIEW_SEAT, 1},   {HK_VIEW_SEAT, 2}, {HK_VIEW_SEAT, 3},
    {HK_VIEW_SEAT, 4},
};

static bool may_see(const struct hk_viewer *viewer, unsigned seat)
{
    return viewer->kind == HK_VIEW_HOST ||
           (viewer->kind == HK_VIEW_SEAT && viewer->seat == seat);
}

/* What is the same for all is there. */
static void check_public(const struct hk_state *state,
                         const struct hk_rules *rules,
                         const struct hk_view *view)
{
    KIT_CHECK(view->round_on);
    KIT_CHECK(view->round == state->round);
    KIT_CHECK(view->dealer == state->dealer);
    KIT_CHECK(view->starter == state->starter);
    KIT_CHECK(view->turn == hk_state_actor(state));
    KIT_CHECK(view->contract == hk_rules_contract(rules, state->round));
    KIT_CHECK(view->asks == (state->phase == HK_PHASE_ANSWER));
    KIT_CHECK(
        kit_same(&view->question, &state->question, sizeof(view->question)));
    KIT_CHECK(view->phase == (enum hk_phase)state->phase);
    KIT_CHECK(view->duty == state->duty);
    KIT_CHECK(view->stock == state->stock_count);
    KIT_CHECK(view->reshuffles == state->reshuffles);
    KIT_CHECK(view->pile_count == state->pile_count);
    KIT_CHECK(memcmp(view->pile, state->pile, state->pile_count) == 0);
    KIT_CHECK(view->meld_count == state->meld_count);
    for (unsigned i = 0; i < view->meld_count; i++) {
        const struct hk_view_meld *meld = &view->melds[i];
        hk_card cards[HK_MELD_CARDS_MAX];
        unsigned count = hk_meld_cards(&state->melds[i], cards);
        KIT_CHECK(meld->number == i + 1);
        KIT_CHECK(meld->seat == state->melds[i].seat);
        KIT_CHECK(meld->kind == (enum hk_meld_kind)state->melds[i].kind);
        KIT_CHECK(meld->length == count);
        KIT_CHECK(memcmp(meld->cards, cards, count) == 0);
        hk_meld_stands_for(&state->melds[i], cards);
        KIT_CHECK(memcmp(meld->stands_for, cards, count) == 0);
        KIT_CHECK(meld->value ==
                  (rules->variant == HK_MAY_I
                       ? 0
                       : hk_meld_value(rules, &state->melds[i])));
    }
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        KIT_CHECK(view->hands[seat].count ==
                  hk_cardset_size(&state->hands[seat]));
        KIT_CHECK(view->down[seat] == (state->down >> seat & 1));
    }
}

/* Own cards are there, others' are not. */
static void check_hands(const struct hk_state *state,
                        const struct hk_rules *rules,
                        const struct hk_viewer *viewer,
                        const struct hk_view *view)
{
    static const hk_card nothing[HK_PACK_MAX];
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        const struct hk_view_hand *hand = &view->hands[seat];
        hk_card cards[HK_PACK_MAX];
        unsigned count = hk_cardset_list(&state->hands[seat], cards);
        KIT_CHECK(hand->shown == may_see(viewer, seat));
        if (hand->shown)
            KIT_CHECK(memcmp(hand->cards, cards, count) == 0);
        else
            KIT_CHECK(memcmp(hand->cards, nothing, sizeof(nothing)) == 0);
    }
}

/*
 * The sharper proof: whatever the hidden cards are, the view is the same.
 * Cards that the viewer may not see are dealt anew and nothing changes.
 */
static void check_hidden_says_nothing(const struct hk_state *state,
                                      const struct hk_rules *rules,
                                      const struct hk_viewer *viewer,
                                      const struct hk_view *view,
                                      const struct hk_rng *rng)
{
    struct hk_state other = *state;
    struct hk_view again;
    hk_card heap[HK_PACK_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < state->stock_count; i++)
        heap[count++] = state->stock[i];
    for (unsigned seat = 0; seat < rules->seats; seat++)
        if (!may_see(viewer, seat))
            count += hk_cardset_list(&state->hands[seat], heap + count);
    for (unsigned i = count; i > 1; i--) {
        unsigned j = hk_rng_below(rng, i);
        hk_card card = heap[i - 1];
        heap[i - 1] = heap[j];
        heap[j] = card;
    }
    for (unsigned i = 0; i < state->stock_count; i++)
        other.stock[i] = heap[--count];
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        unsigned size = hk_cardset_size(&state->hands[seat]);
        if (may_see(viewer, seat))
            continue;
        memset(&other.hands[seat], 0, sizeof(other.hands[seat]));
        while (size-- > 0)
            hk_cardset_add(&other.hands[seat], heap[--count]);
    }
    hk_view_state(&other, rules, viewer, &again);
    KIT_CHECK(kit_same(view, &again, sizeof(again)));
}

static void check_all_viewers(const struct kit_game *game,
                              const struct hk_rng *rng)
{
    for (unsigned i = 0; i < KIT_COUNT(viewers); i++) {
        struct hk_view view;
        hk_view_state(&game->state, &game->rules, &viewers[i], &view);
        if (game->state.stage == HK_STAGE_DEAL ||
            game->state.stage == HK_STAGE_OVER) {
            KIT_CHECK(!view.round_on);
            KIT_CHECK(view.meld_count == 0 && view.hands[0].count == 0);
            continue;
        }
        check_public(&game->state, &game->rules, &view);
        check_hands(&game->state, &game->rules, &viewers[i], &view);
        check_hidden_says_nothing(&game->state, &game->rules, &viewers[i],
                                  &view, rng);
    }
}

START_TEST(g11_every_viewer_sees_its_own_and_the_table_and_no_more)
{
    unsigned positions = 0, asked = 0, seen[4] = {0};
    for (unsigned number = 0; number < GAMES; number++) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, 1100 + number);
        struct kit_game game;
        bool partners = number % 3 == 0, may_i = number % 3 == 1;
        if (may_i)
            kit_begin(&game, number % 2 ? "refusal=take" : NULL, HK_MAY_I,
                      3 + number % 2, 0);
        else
            kit_begin(&game, "opening_minimum=30 rounds=2 starter_may_meld=1",
                      partners ? HK_HAND_PARTNERS : HK_HAND,
                      partners ? 4 : 2 + number % 4, 0);
        while (game.state.stage != HK_STAGE_OVER) {
            struct hk_move move;
            check_all_viewers(&game, &rng);
            positions++;
            seen[game.state.stage]++;
            asked += game.state.phase == HK_PHASE_ANSWER;
            if (game.state.stage != HK_STAGE_PLAY) {
                kit_serve(&game, &rng);
                continue;
            }
            player_try(&game.rules, &game.state, &rng, &move);
            bool moved = hk_apply(&game.rules, &game.state, &move,
                                  &game.outcome, &game.refusal) == HK_OK;
            for (unsigned i = 0; !moved; i++) {
                KIT_CHECK(player_exit(&game.rules, &game.state, i, &move));
                moved = hk_apply(&game.rules, &game.state, &move, &game.outcome,
                                 &game.refusal) == HK_OK;
            }
        }
        check_all_viewers(&game, &rng);
    }
    printf("%u positions seen by %zu viewers\n", positions, KIT_COUNT(viewers));
    ck_assert_uint_gt(seen[HK_STAGE_DEAL], 0);
    ck_assert_uint_gt(seen[HK_STAGE_PLAY], 0);
    ck_assert_uint_gt(seen[HK_STAGE_RESHUFFLE], 0);
    ck_assert_uint_gt(asked, 100);
}
END_TEST

/* ---- events ---- */

static struct hk_event drawing(const char *move, const char *card)
{
    struct hk_event event = {
        .type = HK_EVENT_MOVE,
        .round = 1,
        .seat = 2,
        .move = kit_move(2, move),
        .drawn = kit_card(card),
    };
    return event;
}

START_TEST(g11_a_card_drawn_from_the_stock_is_its_drawers_and_the_hosts)
{
    for (unsigned i = 0; i < KIT_COUNT(viewers); i++) {
        struct hk_event event = drawing("draw stock", "5H");
        hk_view_event(&event, &viewers[i], false);
        ck_assert_uint_eq(event.drawn, may_see(&viewers[i], 2) ? kit_card("5H")
                                                               : HK_NO_CARD);
        ck_assert_uint_eq(event.move.kind, HK_MOVE_DRAW);
        event = drawing("draw stock", "5H");
        hk_view_event(&event, &viewers[i], true);
        ck_assert_uint_eq(event.drawn, kit_card("5H"));
    }
}
END_TEST

START_TEST(g11_a_card_drawn_from_the_pile_lay_open)
{
    for (unsigned i = 0; i < KIT_COUNT(viewers); i++) {
        struct hk_event event = drawing("draw discard", "5H");
        hk_view_event(&event, &viewers[i], false);
        ck_assert_uint_eq(event.drawn, kit_card("5H"));
    }
}
END_TEST

/* M10: the asker's cards are the asker's, whoever's answer gave them. */
START_TEST(g11_m10_cards_of_the_stock_that_were_taken_are_the_takers)
{
    static const char *const moves[] = {"answer yes", "answer no", "take 2"};
    for (unsigned n = 0; n < KIT_COUNT(moves) * KIT_COUNT(viewers); n++) {
        const struct hk_viewer *viewer = &viewers[n / KIT_COUNT(moves)];
        struct hk_event event = {
            .type = HK_EVENT_MOVE,
            .seat = 1,
            .move = kit_move(1, moves[n % KIT_COUNT(moves)]),
            .drawn = HK_NO_CARD,
            .taken = {.seat = 3, .pile_count = 2, .drawn_count = 2},
        };
        event.taken.from_pile[0] = kit_card("5H");
        event.taken.from_pile[1] = kit_card("6H");
        event.taken.drawn[0] = kit_card("KS");
        event.taken.drawn[1] = kit_card("KD");
        struct hk_event whole = event;
        hk_view_event(&event, viewer, false);
        ck_assert_uint_eq(event.taken.seat, 3);
        ck_assert_uint_eq(event.taken.pile_count, 2);
        ck_assert_mem_eq(event.taken.from_pile, whole.taken.from_pile, 2);
        if (may_see(viewer, 3)) {
            ck_assert_mem_eq(&event, &whole, sizeof(event));
        } else {
            ck_assert_uint_eq(event.taken.drawn_count, 0);
            for (unsigned i = 0; i < HK_TAKEN_MAX; i++)
                ck_assert_uint_eq(event.taken.drawn[i], 0);
        }
        event = whole;
        hk_view_event(&event, viewer, true);
        ck_assert_mem_eq(&event, &whole, sizeof(event));
    }
}
END_TEST

START_TEST(g11_the_order_of_the_stock_is_nobodys_until_the_round_is_over)
{
    static const struct {
        uint8_t type; /* enum hk_event_type */
        uint8_t kind; /* enum hk_move_kind */
    } orders[] = {
        {HK_EVENT_ROUND_STARTED, HK_MOVE_DEAL},
        {HK_EVENT_RESHUFFLED, HK_MOVE_RESHUFFLE},
    };
    for (unsigned n = 0; n < 2 * KIT_COUNT(viewers); n++) {
        const struct hk_viewer *viewer = &viewers[n / 2];
        struct hk_event event = {.type = orders[n % 2].type, .starter = 1};
        event.move.kind = orders[n % 2].kind;
        event.move.seat = 3;
        event.move.card_count = (uint8_t)hk_card_pack(2, event.move.cards);
        struct hk_event whole = event;
        hk_view_event(&event, viewer, false);
        ck_assert_uint_eq(event.move.card_count, 0);
        for (unsigned i = 0; i < HK_PACK_MAX; i++)
            ck_assert_uint_eq(event.move.cards[i], 0);
        ck_assert_uint_eq(event.move.seat, 3);
        ck_assert_uint_eq(event.starter, 1);
        event = whole;
        hk_view_event(&event, viewer, true);
        ck_assert_mem_eq(&event, &whole, sizeof(event));
    }
}
END_TEST

START_TEST(g11_all_other_events_are_seen_whole)
{
    static const char *const moves[] = {
        "return",     "meld 5H 6H 7H", "lay_off 1 8H", "take_joker 1 8H",
        "discard KS", "may_i 2",       "answer yes",   "answer no"};
    static const uint8_t types[] = {HK_EVENT_GAME_CREATED, HK_EVENT_SEAT_TAKEN,
                                    HK_EVENT_ROUND_ENDED, HK_EVENT_GAME_ENDED};
    for (unsigned i = 0; i < KIT_COUNT(viewers); i++) {
        for (unsigned j = 0; j < KIT_COUNT(moves); j++) {
            struct hk_event event = {.type = HK_EVENT_MOVE, .seat = 2};
            event.move = kit_move(2, moves[j]);
            struct hk_event whole = event;
            hk_view_event(&event, &viewers[i], false);
            ck_assert_mem_eq(&event, &whole, sizeof(event));
        }
        for (unsigned j = 0; j < KIT_COUNT(types); j++) {
            struct hk_event event = {.type = types[j], .seat = -1};
            memset(event.seed, 7, sizeof(event.seed));
            struct hk_event whole = event;
            hk_view_event(&event, &viewers[i], false);
            ck_assert_mem_eq(&event, &whole, sizeof(event));
        }
    }
}
END_TEST

START_TEST(events_have_their_names)
{
    ck_assert_str_eq(hk_event_name(HK_EVENT_GAME_CREATED), "game_created");
    ck_assert_str_eq(hk_event_name(HK_EVENT_SEAT_TAKEN), "seat_taken");
    ck_assert_str_eq(hk_event_name(HK_EVENT_ROUND_STARTED), "round_started");
    ck_assert_str_eq(hk_event_name(HK_EVENT_MOVE), "move");
    ck_assert_str_eq(hk_event_name(HK_EVENT_RESHUFFLED), "reshuffled");
    ck_assert_str_eq(hk_event_name(HK_EVENT_ROUND_ENDED), "round_ended");
    ck_assert_str_eq(hk_event_name(HK_EVENT_GAME_ENDED), "game_ended");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        g11_every_viewer_sees_its_own_and_the_table_and_no_more,
        g11_a_card_drawn_from_the_stock_is_its_drawers_and_the_hosts,
        g11_a_card_drawn_from_the_pile_lay_open,
        g11_m10_cards_of_the_stock_that_were_taken_are_the_takers,
        g11_the_order_of_the_stock_is_nobodys_until_the_round_is_over,
        g11_all_other_events_are_seen_whole,
        events_have_their_names,
    };
    return kit_run("view", tests, KIT_COUNT(tests));
}
