/* /v1/check and /v1/best_melds: questions about cards, without a game. */
#include "http/resources.h"

#include <stdlib.h>
#include <string.h>

#include "engine/apply.h"
#include "engine/hand.h"
#include "engine/scoring.h"
#include "engine/solver.h"
#include "http/game_read.h"
#include "http/json_read.h"
#include "http/json_view.h"
#include "http/moves_read.h"
#include "http/problem.h"
#include "http/request.h"

/* What both questions name beside their cards. */
struct question {
    struct hk_rules rules;
    unsigned round; /* May I: whose contract is meant; 0: none */
    bool sound;     /* the variant is known */
};

/* Reads variant, options and round; `cards` is the member with the cards. */
static struct question read_question(struct hk_request *request,
                                     const char *cards)
{
    const char *const names[] = {"variant", "options", "round", cards, NULL};
    struct hk_faults *faults = &request->faults;
    struct hk_at at = {0}, round_at = {.up = &at, .name = "round"};
    enum hk_variant variant = HK_HAND;
    struct question question = {.sound = false};
    int64_t round;

    if (!hk_read_is_object(faults, &at, request->json))
        return question;
    hk_read_only(faults, &at, request->json, names);
    question.sound = hk_variant_read(faults, &at, request->json, &variant);
    hk_rules_init(&question.rules, variant, hk_variant_seats_least(variant));
    hk_rules_read(faults, &at, request->json, question.sound ? &variant : NULL,
                  &question.rules);
    if (!question.sound ||
        !hk_read_integer(faults, &at, request->json, "round", false, 1,
                         question.rules.rounds, &round))
        return question;
    if (hk_rules_contract(&question.rules, 1))
        question.round = (unsigned)round;
    else
        hk_faults_add(faults, &round_at, "unknown_member",
                      HK_FAULT_NO_CONTRACTS,
                      HK_FIGURES({"variant", hk_variant_name(variant), 0}));
    return question;
}

static void write_value(struct hk_json *json, const char *name,
                        const struct hk_rules *rules, hk_points value)
{
    if (hk_rules_values_melds(rules))
        hk_json_integer(json, name, value);
    else
        hk_json_null(json, name);
}

/* ---- check ---- */

static void write_rule(struct hk_json *json, enum hk_language language,
                       enum hk_rule rule)
{
    if (rule == HK_RULE_NONE)
        hk_json_null(json, "rule");
    else
        hk_problem_write_rule(json, language, rule);
}

static void write_good_meld(struct hk_json *json, const struct hk_rules *rules,
                            const struct hk_meld *meld)
{
    hk_card cards[HK_MELD_CARDS_MAX];

    hk_json_boolean(json, "valid", true);
    hk_json_string(json, "kind", meld->kind == HK_SET ? "set" : "run");
    hk_json_cards(json, "cards", cards, hk_meld_cards(meld, cards));
    hk_json_cards(json, "stands_for", cards, hk_meld_stands_for(meld, cards));
    write_value(json, "value", rules, hk_meld_value(rules, meld));
    hk_json_null(json, "reason");
    hk_json_null(json, "rule");
}

/* One meld; returns its value, 0 where it is none. */
static hk_points write_meld(struct hk_json *json, enum hk_language language,
                            const struct hk_rules *rules, const hk_card *cards,
                            unsigned count)
{
    struct hk_meld meld;
    hk_points value = 0;

    enum hk_meld_reason reason = hk_meld_read(rules, cards, count, &meld);
    hk_json_open_object(json, NULL);
    if (reason == HK_MELD_OK) {
        write_good_meld(json, rules, &meld);
        value = hk_meld_value(rules, &meld);
    } else {
        hk_json_boolean(json, "valid", false);
        hk_json_null(json, "kind");
        hk_json_cards(json, "cards", cards, count);
        hk_json_null(json, "stands_for");
        hk_json_null(json, "value");
        hk_json_string(json, "reason", hk_meld_reason_name(reason));
        write_rule(json, language,
                   hk_meld_reason_rule(rules, reason, cards, count));
    }
    hk_json_close_object(json);
    return value;
}

/* A seat that is to play and holds the cards of the move, as far as the packs
 * have them, and two more, so that nothing but the melds is judged. */
static void set_table(const struct question *question,
                      const struct hk_move *move, struct hk_state *ret_state)
{
    struct hk_cardset *hand = &ret_state->hands[0];

    hk_state_init(ret_state, &question->rules, 0);
    ret_state->stage = HK_STAGE_PLAY;
    ret_state->phase = HK_PHASE_PLAY;
    ret_state->turn = 0;
    if (question->round > 0)
        ret_state->round = (uint8_t)question->round;
    for (unsigned i = 0; i < move->card_count; i++)
        if (move->cards[i] != HK_JOKER || hk_cardset_count(hand, HK_JOKER) <
                                              hk_rules_jokers(&question->rules))
            hk_cardset_add(hand, move->cards[i]);
    for (unsigned card = 0, more = 0; card < HK_NATURALS && more < 2; card++)
        more += hk_cardset_add(hand, (hk_card)card);
}

/* H9 M7: whether a seat could go down with the melds. */
static void write_opening(struct hk_json *json, enum hk_language language,
                          const struct question *question,
                          const struct hk_move *move, hk_points total)
{
    const struct hk_rules *rules = &question->rules;
    struct hk_refusal refusal = {.error = HK_OK};
    struct hk_state state;

    if (hk_rules_contract(rules, 1) && question->round == 0) {
        hk_json_null(json, "opening");
        return;
    }
    set_table(question, move, &state);
    enum hk_error error = hk_apply_judge(rules, &state, move, &refusal);
    hk_json_open_object(json, "opening");
    hk_json_boolean(json, "legal", error == HK_OK);
    write_value(json, "required", rules,
                hk_hand_opening_required(rules, &state));
    write_value(json, "total", rules, total);
    hk_json_string(json, "code", error ? hk_error_code(error) : NULL);
    write_rule(json, language, error ? refusal.rule : HK_RULE_NONE);
    hk_json_close_object(json);
}

static void write_check(struct hk_request *request,
                        const struct question *question,
                        const struct hk_move *move)
{
    const hk_card *cards = move->cards;
    hk_points total = 0;

    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "melds");
    for (unsigned i = 0; i < move->meld_count; i++) {
        total += write_meld(&json, request->language, &question->rules, cards,
                            move->lengths[i]);
        cards += move->lengths[i];
    }
    hk_json_close_array(&json);
    write_value(&json, "total", &question->rules, total);
    write_opening(&json, request->language, question, move, total);
    hk_json_close_object(&json);
}

enum hk_error hk_post_check(struct hk_request *request)
{
    struct hk_move move = {.kind = HK_MOVE_MELD};
    struct hk_at at = {0};

    struct question question = read_question(request, "melds");
    if (json_is_object(request->json))
        hk_melds_read(&request->faults, &at, request->json, &move);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    write_check(request, &question, &move);
    return HK_OK;
}

/* ---- best melds ---- */

static bool add_card(const struct hk_rules *rules, struct hk_cardset *cards,
                     hk_card card)
{
    if (card == HK_JOKER &&
        hk_cardset_count(cards, card) == hk_rules_jokers(rules))
        return false;
    return hk_cardset_add(cards, card);
}

/* G6: no more equal cards than the packs hold. */
static void read_hand(struct hk_request *request,
                      const struct question *question,
                      struct hk_cardset *ret_hand)
{
    struct hk_faults *faults = &request->faults;
    struct hk_at at = {0}, cards_at = {.up = &at, .name = "cards"};
    hk_card card;
    json_t *array;

    *ret_hand = (struct hk_cardset){0};
    if (!json_is_object(request->json) ||
        !hk_read_array(faults, &at, request->json, "cards", true, 1, &array))
        return;
    size_t count = json_array_size(array);
    if (count > HK_SOLVER_CARDS_MAX) {
        hk_faults_add(faults, &cards_at, "too_many", HK_FAULT_TOO_MANY,
                      HK_FIGURES({"most", NULL, HK_SOLVER_CARDS_MAX}));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct hk_at here = {.up = &cards_at, .index = i};
        if (hk_read_card(faults, &here, json_array_get(array, i), &card) &&
            question->sound && !add_card(&question->rules, ret_hand, card))
            hk_faults_add(faults, &here, "too_many", HK_FAULT_CARD_TOO_OFTEN,
                          NULL);
    }
}

/* The melds of a solution, and what they leave of the hand. */
static void write_solution(struct hk_json *json, const char *name,
                           const struct hk_rules *rules,
                           const struct hk_cardset *hand,
                           const struct hk_solution *solution)
{
    const hk_card *cards = solution->cards;
    struct hk_cardset left = *hand;
    hk_card left_cards[HK_SOLVER_CARDS_MAX];

    hk_json_open_object(json, name);
    hk_json_open_array(json, "melds");
    for (unsigned i = 0; i < solution->meld_count; i++) {
        hk_json_cards(json, NULL, cards, solution->lengths[i]);
        for (unsigned j = 0; j < solution->lengths[i]; j++)
            hk_cardset_remove(&left, cards[j]);
        cards += solution->lengths[i];
    }
    hk_json_close_array(json);
    write_value(json, "value", rules, solution->worth);
    hk_json_cards(json, "left", left_cards, hk_cardset_list(&left, left_cards));
    hk_json_integer(json, "left_points", hk_score_cards(rules, &left));
    hk_json_close_object(json);
}

static void write_aim(struct hk_json *json, const char *name,
                      const struct hk_rules *rules,
                      const struct hk_solver *solver,
                      const struct hk_solver_query *query)
{
    struct hk_solution solution;

    if (hk_solver_best(solver, query, &solution))
        write_solution(json, name, rules, query->hand, &solution);
    else
        hk_json_null(json, name);
}

/* H9 H13: the best opening that keeps a card to discard. */
static void write_best_opening(struct hk_json *json,
                               const struct hk_rules *rules,
                               const struct hk_solver *solver,
                               struct hk_solver_query query)
{
    query.aim = HK_AIM_WORTH;
    query.needs_run = rules->opening_needs_run;
    query.left_least = rules->final_discard == HK_FINAL_REQUIRED;
    /* H9: any melds at all, where there is no minimum. */
    query.worth_least = 1;
    if (rules->opening_minimum > 1)
        query.worth_least = (int16_t)rules->opening_minimum;
    write_aim(json, "opening", rules, solver, &query);
}

/* M7 M9: the contract of the round. */
static void write_best_contract(struct hk_json *json,
                                const struct question *question,
                                const struct hk_meld_limits *limits,
                                const struct hk_cardset *hand)
{
    const struct hk_contract *contract = hk_rules_contract(&question->rules,
                                                           question->round);
    struct hk_contract_query query = hk_contract_query(
        limits, hand, contract->sets, contract->runs);
    struct hk_solution solution;

    query.left_least = !contract->last_laid;
    if (hk_contract_best(&query, &solution))
        write_solution(json, "opening", &question->rules, hand, &solution);
    else
        hk_json_null(json, "opening");
}

static void write_best(struct hk_request *request,
                       const struct question *question,
                       const struct hk_cardset *hand,
                       const struct hk_solver *solver)
{
    const struct hk_rules *rules = &question->rules;
    struct hk_meld_limits limits;

    if (hk_rules_values_melds(rules))
        hk_meld_limits_hand(rules, &limits);
    else
        hk_meld_limits_may_i(rules->ace_wrap, &limits);
    struct hk_solver_query query = hk_solver_query(&limits, hand, HK_AIM_WORTH);
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_json_open_object(&json, NULL);
    write_aim(&json, "best_value", rules, solver, &query);
    query.aim = HK_AIM_LEFT;
    write_aim(&json, "fewest_points", rules, solver, &query);
    if (hk_rules_values_melds(rules))
        write_best_opening(&json, rules, solver, query);
    else if (question->round > 0)
        write_best_contract(&json, question, &limits, hand);
    else
        hk_json_null(&json, "opening");
    hk_json_close_object(&json);
}

enum hk_error hk_post_best_melds(struct hk_request *request)
{
    struct hk_cardset hand;

    struct question question = read_question(request, "cards");
    read_hand(request, &question, &hand);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_solver solver = {malloc(HK_SOLVER_SIZE), HK_SOLVER_SIZE};
    if (!solver.memory)
        return HK_E_INTERNAL;
    write_best(request, &question, &hand, &solver);
    free(solver.memory);
    return HK_OK;
}
