/*
 * The rule cases of tests/cases and tests/more-cases, played against the engine
 * alone: every step's answer, and the expected paths of the host's view.
 */
#include "case_kit.h"
#include "engine_kit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shuffle.h"
#include "engine/view.h"

/* A game of a case: the engine's state and what a referee keeps beside it. */
struct game {
    struct hk_rules rules;
    struct hk_state state;
    struct hk_shuffle shuffle;
    json_t *deals;  /* borrowed; NULL without arranged deals */
    json_t *rounds; /* results so far, as in `scores.rounds` */
};

/* ---- creating a game ---- */

/* Takes named cards out of the pack; false where there are not so many. */
static bool take_named(const json_t *names, struct hk_cardset *pack,
                       hk_card *ret_cards, unsigned *ret_count)
{
    size_t i;
    json_t *name;
    *ret_count = 0;
    json_array_foreach(names, i, name)
    {
        hk_card card;
        ck_assert(hk_card_read(json_string_value(name), &card));
        if (!hk_cardset_remove(pack, card))
            return false;
        ret_cards[(*ret_count)++] = card;
    }
    return true;
}

/* The cards of the pack that are left, in canonical order (G9). */
static unsigned list_rest(const struct hk_rules *rules,
                          const struct hk_cardset *rest, hk_card *ret_cards)
{
    hk_card pack[HK_PACK_MAX];
    unsigned size = hk_card_pack(hk_rules_jokers(rules), pack), count = 0;
    struct hk_cardset left = *rest;
    for (unsigned i = 0; i < size; i++) {
        /* of two equal cards the later one stays when one was named */
        unsigned copies = hk_cardset_count(&left, pack[i]);
        bool first_of_two = i < HK_NATURALS ||
                            (pack[i] == HK_JOKER && i == size - 2);
        if (copies == 2 || (copies == 1 && !first_of_two)) {
            hk_cardset_remove(&left, pack[i]);
            ret_cards[count++] = pack[i];
        }
    }
    return count;
}

/* The deck of the next round, top first; false where the arranged deal is
 * impossible. */
static bool make_deck(struct game *game, struct hk_move *ret_move)
{
    const struct hk_rules *rules = &game->rules;
    const struct hk_state *state = &game->state;
    json_t *deal = json_array_get(game->deals, state->round - 1u);
    hk_card pack[HK_PACK_MAX], hands[HK_SEATS_MAX][HK_PACK_MAX] = {{0}};
    unsigned size = hk_card_pack(hk_rules_jokers(rules), pack), count = 0;
    struct hk_cardset rest = {0};
    memset(ret_move, 0, sizeof(*ret_move));
    ret_move->kind = HK_MOVE_DEAL;
    ret_move->seat = state->dealer;
    for (unsigned i = 0; i < size; i++)
        hk_cardset_add(&rest, pack[i]);
    unsigned deepest = 0;
    for (unsigned seat = 0; deal && seat < rules->seats; seat++) {
        unsigned held = 0;
        json_t *names = json_array_get(json_object_get(deal, "hands"), seat);
        unsigned dealt = hk_rules_dealt(rules, (hk_seat)seat, state->starter);
        if (json_array_size(names) != dealt ||
            !take_named(names, &rest, hands[seat], &held))
            return false;
        deepest = dealt > deepest ? dealt : deepest;
    }
    for (unsigned i = 0; deal && i < deepest; i++)
        for (unsigned n = 0; n < rules->seats; n++) {
            unsigned seat = (state->starter + n) % rules->seats;
            if (i < hk_rules_dealt(rules, (hk_seat)seat, state->starter))
                ret_move->cards[count++] = hands[seat][i];
        }
    unsigned named = 0;
    if (!take_named(json_object_get(deal, "stock"), &rest,
                    ret_move->cards + count, &named))
        return false;
    count += named;
    unsigned left = list_rest(rules, &rest, ret_move->cards + count);
    hk_shuffle_bytes(&game->shuffle, ret_move->cards + count, left);
    ret_move->card_count = (uint8_t)(count + left);
    ck_assert_uint_eq(ret_move->card_count, size);
    return true;
}

/* The referee's own moves, as long as the game waits for one. False where an
 * arranged deal is impossible. */
static bool serve(struct game *game)
{
    struct hk_move move;
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    uint8_t seed[HK_SEED_SIZE];
    for (;;) {
        if (game->state.stage == HK_STAGE_DEAL) {
            memset(seed, game->state.round, sizeof(seed));
            hk_shuffle_init(&game->shuffle, seed);
            if (!make_deck(game, &move))
                return false;
        } else if (game->state.stage == HK_STAGE_RESHUFFLE) {
            memset(&move, 0, sizeof(move));
            move.kind = HK_MOVE_RESHUFFLE;
            move.card_count = (uint8_t)(game->state.pile_count - 1);
            memcpy(move.cards, game->state.pile, move.card_count);
            hk_shuffle_bytes(&game->shuffle, move.cards, move.card_count);
        } else {
            return true;
        }
        ck_assert(hk_apply(&game->rules, &game->state, &move, &outcome,
                           &refusal) == HK_OK);
    }
}

/* NULL, or the code that refuses the creation. */
static const char *create(struct game *game, const json_t *body)
{
    if (!case_rules(body, &game->rules))
        return "invalid_request";
    game->deals = json_object_get(body, "deals");
    game->rounds = json_array();
    hk_state_init(
        &game->state, &game->rules,
        (hk_seat)json_integer_value(json_object_get(body, "first_dealer")));
    return serve(game) ? NULL : "impossible_deal";
}

/* ---- moves ---- */

static bool read_card(const json_t *text, struct hk_move *move)
{
    return json_is_string(text) && move->card_count < HK_PACK_MAX &&
           hk_card_read(json_string_value(text),
                        &move->cards[move->card_count++]);
}

static bool read_cards(const json_t *list, struct hk_move *move)
{
    size_t i;
    json_t *text;
    json_array_foreach(list, i, text) if (!read_card(text, move)) return false;
    return json_is_array(list);
}

static bool read_melds(const json_t *list, struct hk_move *move)
{
    size_t i;
    json_t *cards;
    json_array_foreach(list, i, cards)
    {
        unsigned before = move->card_count;
        if (!read_cards(cards, move))
            return false;
        move->lengths[move->meld_count++] = (uint8_t)(move->card_count -
                                                      before);
    }
    return move->meld_count > 0;
}

/* M10 M11: a number of cards, at least one. */
static bool read_count(const json_t *number, struct hk_move *move)
{
    move->count = (uint16_t)json_integer_value(number);
    return json_is_integer(number) && json_integer_value(number) >= 1;
}

/* False where the move has a wrong shape, or is none of the variant. */
static bool read_move(enum hk_variant variant, const json_t *body,
                      unsigned seat, struct hk_move *ret_move)
{
    struct hk_move *move = ret_move;
    enum hk_move_kind kind;
    memset(move, 0, sizeof(*move));
    if (!hk_move_find(json_string_value(json_object_get(body, "move")),
                      &kind) ||
        !hk_move_known(variant, kind))
        return false;
    move->kind = (uint8_t)kind;
    move->seat = (hk_seat)seat;
    const char *from = json_string_value(json_object_get(body, "from"));
    const char *end = json_string_value(json_object_get(body, "end"));
    move->source = from && strcmp(from, "discard") == 0 ? HK_FROM_DISCARD
                                                        : HK_FROM_STOCK;
    move->end = !end                      ? HK_END_NONE
                : strcmp(end, "low") == 0 ? HK_END_LOW
                                          : HK_END_HIGH;
    move->meld = (uint16_t)json_integer_value(json_object_get(body, "meld"));
    if (kind == HK_MOVE_MELD)
        return read_melds(json_object_get(body, "melds"), move);
    if (kind == HK_MOVE_LAY_OFF || kind == HK_MOVE_TAKE_JOKER)
        return read_cards(json_object_get(body, "cards"), move);
    if (kind == HK_MOVE_DISCARD)
        return read_card(json_object_get(body, "card"), move);
    if (kind == HK_MOVE_TAKE || kind == HK_MOVE_MAY_I)
        return read_count(json_object_get(body, "count"), move);
    move->allow = json_is_true(json_object_get(body, "allow"));
    return true;
}

/* NULL, or the code that refuses the move; ret_reason with invalid_meld. */
static const char *play(struct game *game, const json_t *body, unsigned seat,
                        const char **ret_reason)
{
    struct hk_move move;
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    if (!read_move(game->rules.variant, body, seat, &move))
        return "invalid_request";
    struct hk_state before = game->state;
    enum hk_error error = hk_apply(&game->rules, &game->state, &move, &outcome,
                                   &refusal);
    if (error != HK_OK) {
        ck_assert_int_eq(error, refusal.error);
        ck_assert_mem_eq(&before, &game->state, sizeof(before));
        ck_assert_msg(refusal.rule != HK_RULE_NONE, "a refusal without a rule");
        *ret_reason = hk_meld_reason_name(refusal.reason);
        return hk_error_code(error);
    }
    if (outcome.round_ended)
        json_array_append_new(game->rounds,
                              case_round(&game->rules, &outcome.result));
    ck_assert(serve(game));
    const char *fault = hk_state_fault(&game->state, &game->rules);
    ck_assert_msg(!fault, "%s", fault);
    return NULL;
}

/* A move or a batch: all or nothing. */
static const char *play_step(struct game *game, const json_t *step,
                             const char **ret_reason)
{
    unsigned seat = (unsigned)json_integer_value(json_object_get(step, "seat"));
    json_t *moves = json_object_get(step, "moves");
    *ret_reason = NULL;
    if (!moves)
        return play(game, json_object_get(step, "move"), seat, ret_reason);
    struct game before = *game;
    size_t i;
    json_t *move;
    json_array_foreach(moves, i, move)
    {
        const char *code = play(game, move, seat, ret_reason);
        if (code) {
            ck_assert_uint_eq(json_array_size(before.rounds),
                              json_array_size(game->rounds));
            *game = before;
            return code;
        }
    }
    return NULL;
}

/* ---- the host's view ---- */

static json_t *card_list(const hk_card *cards, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        char text[HK_CARD_TEXT_SIZE];
        hk_card_write(cards[i], text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static json_t *show_contract(const struct hk_contract *contract)
{
    return contract ? json_pack("{si si}", "sets", contract->sets, "runs",
                                contract->runs)
                    : json_null();
}

static json_t *show_question(const struct hk_view *view)
{
    if (!view->asks)
        return json_null();
    return json_pack("{si si si so}", "by", view->question.by, "count",
                     view->question.count, "asked", view->question.asked,
                     "allowed", case_seats(view->question.allowed));
}

static json_t *show_round(const struct hk_view *view)
{
    if (!view->round_on)
        return json_null();
    json_t *melds = json_array();
    for (unsigned i = 0; i < view->meld_count; i++) {
        const struct hk_view_meld *meld = &view->melds[i];
        json_array_append_new(
            melds,
            json_pack("{si si ss so so si}", "id", meld->number, "seat",
                      meld->seat, "kind", meld->kind == HK_SET ? "set" : "run",
                      "cards", card_list(meld->cards, meld->length),
                      "stands_for", card_list(meld->stands_for, meld->length),
                      "value", meld->value));
    }
    static const char *const phases[] = {"draw", "play", "answer"};
    return json_pack(
        "{si si si s{si ss sb} si si so so so so}", "number", view->round,
        "dealer", view->dealer, "starter", view->starter, "turn", "seat",
        view->turn, "phase", phases[view->phase], "duty", view->duty, "stock",
        view->stock, "reshuffles", view->reshuffles, "discard",
        card_list(view->pile, view->pile_count), "melds", melds, "contract",
        show_contract(view->contract), "question", show_question(view));
}

static json_t *show(const struct game *game)
{
    const struct hk_viewer host = {HK_VIEW_HOST, 0};
    struct hk_view view;
    json_t *seats = json_array(), *hands = json_array();
    hk_view_state(&game->state, &game->rules, &host, &view);
    for (unsigned i = 0; i < game->rules.seats; i++) {
        json_array_append_new(seats, json_pack("{si si sb si}", "seat", i,
                                               "cards", view.hands[i].count,
                                               "down", view.down[i], "total",
                                               game->state.totals[i]));
        json_array_append_new(
            hands, card_list(view.hands[i].cards, view.hands[i].count));
    }
    bool over = game->state.stage == HK_STAGE_OVER;
    return json_pack("{ss so so so so}", "status",
                     over ? "finished" : "playing", "round", show_round(&view),
                     "seats", seats, "hands", hands, "scores",
                     case_scores(&game->rules, &game->state, game->rounds));
}

/* ---- cases ---- */

static void check_step(const char *file, size_t number, struct game *game,
                       const json_t *step)
{
    const char *reason;
    const char *code = play_step(game, step, &reason);
    case_check_answer(file, number, step, code, reason);
    if (json_object_get(step, "expect"))
        case_expect(file, show(game), json_object_get(step, "expect"));
}

static void check_case(const char *file, const json_t *test)
{
    struct game game = {0};
    size_t i;
    json_t *step;
    const char *want = json_string_value(json_object_get(test, "create_code"));
    const char *code = create(&game, json_object_get(test, "create"));
    ck_assert_msg(!want == !code && (!want || strcmp(want, code) == 0),
                  "%s: created with %s, not %s", file, code ? code : "ok",
                  want ? want : "ok");
    if (!code) {
        json_array_foreach(json_object_get(test, "steps"), i, step)
            check_step(file, i, &game, step);
        case_expect(file, show(&game), json_object_get(test, "expect"));
    }
    json_decref(game.rounds);
}

/* How many cases of each variant were played. */
struct played {
    unsigned cases[HK_VARIANTS];
};

/* What the engine can say: a refereed game, and no matter of who may sit
 * where. */
static void run_case(const char *file, const json_t *test, void *cls)
{
    struct played *played = cls;
    enum hk_variant variant;
    json_t *body = json_object_get(test, "create");
    const char *name = json_string_value(json_object_get(body, "variant"));
    const char *code = json_string_value(json_object_get(test, "create_code"));
    if (case_is_scorecard(test) || !hk_variant_find(name, &variant) ||
        (code && strcmp(code, "player_seated_twice") == 0))
        return;
    check_case(file, test);
    played->cases[variant]++;
}

START_TEST(every_case_is_answered_as_written)
{
    struct played played = {{0}};
    case_each(run_case, &played);
    unsigned hand = played.cases[HK_HAND] + played.cases[HK_HAND_PARTNERS];
    printf("%u cases of Hand, %u of May I\n", hand, played.cases[HK_MAY_I]);
    ck_assert_uint_ge(hand, 137);
    ck_assert_uint_ge(played.cases[HK_MAY_I], 78);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {every_case_is_answered_as_written};
    return kit_run("cases", tests, KIT_COUNT(tests));
}
