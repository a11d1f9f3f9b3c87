/* Rule cases as data: what those who run them share. */
#ifndef HK_TESTS_CASE_KIT_H
#define HK_TESTS_CASE_KIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/rules.h"
#include "engine/state.h"

/* Calls `run` for every case of tests/cases and tests/more-cases. */
void case_each(void (*run)(const char *file, const json_t *test, void *cls),
               void *cls);

/* The variant, seats and options of a creation; false where they are none. */
bool case_rules(const json_t *body, struct hk_rules *ret_rules);

/* Whether the cards are dealt by the referee, or the game is a scorecard. */
bool case_is_scorecard(const json_t *test);

/* Seats, or teams, by their bits. */
json_t *case_seats(uint8_t bits);

/* A round as it stands in `scores.rounds`; and the scores as a whole, of which
 * `rounds` is borrowed. */
json_t *case_round(const struct hk_rules *rules,
                   const struct hk_round_result *result);
json_t *case_scores(const struct hk_rules *rules, const struct hk_state *state,
                    json_t *rounds);

/* The answer to a step (NULL: accepted) is the one that it wants. */
void case_check_answer(const char *file, size_t number, const json_t *step,
                       const char *code, const char *reason);

/* The view holds what `paths` says; the view is freed. */
void case_expect(const char *file, json_t *view, json_t *paths);

#endif
