/*
 * The rule cases that are scorecards, told to the engine alone: whether each
 * round can have happened, and what the figures come to.
 */
#include "case_kit.h"
#include "engine_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scorecard.h"

/* A scorecard: every round as told last, and what they add up to. */
struct card {
    struct hk_rules rules;
    struct hk_state state;
    struct hk_round_result rounds[HK_ROUNDS_MAX];
    unsigned count;
};

/* ---- a round from its body ---- */

static bool read_seat(const json_t *body, struct hk_told_seat *ret_seat)
{
    const json_t *down = json_object_get(body, "down");
    const json_t *points = json_object_get(body, "points");
    const json_t *cards = json_object_get(body, "cards");
    size_t i;
    json_t *name;
    if (json_is_boolean(down))
        ret_seat->down = json_is_true(down);
    ret_seat->has_points = json_is_integer(points);
    ret_seat->points = json_integer_value(points);
    ret_seat->has_cards = json_is_array(cards);
    json_array_foreach(cards, i, name)
    {
        if (!hk_card_read(json_string_value(name),
                          &ret_seat->cards[ret_seat->card_count++]))
            return false;
    }
    return json_is_object(body) && ret_seat->points >= 0;
}

/* False where the body has a wrong shape, or something is missing. */
static bool read_round(const struct hk_rules *rules, const json_t *body,
                       struct hk_told_round *ret_told)
{
    const json_t *out = json_object_get(body, "out");
    const json_t *seats = json_object_get(body, "seats");
    enum hk_missing missing[HK_SEATS_MAX];
    hk_told_init(ret_told);
    if (!out || json_array_size(seats) != rules->seats)
        return false;
    if (json_is_integer(out))
        ret_told->out = (int8_t)json_integer_value(out);
    ret_told->hand = json_is_true(json_object_get(body, "hand"));
    for (unsigned i = 0; i < rules->seats; i++) {
        if (!read_seat(json_array_get(seats, i), &ret_told->seats[i]))
            return false;
    }
    return ret_told->out < (int)rules->seats &&
           !hk_scorecard_missing(rules, ret_told, missing);
}

/* ---- telling it ---- */

static void add_up(struct card *card)
{
    hk_state_init(&card->state, &card->rules, 0);
    for (unsigned r = 0; r < card->count; r++)
        for (unsigned s = 0; s < card->rules.seats; s++)
            card->state.totals[s] += card->rounds[r].points[s];
}

/* NULL, or the code that refuses the round. */
static const char *tell(struct card *card, const json_t *step)
{
    const json_t *body = json_object_get(step, "round");
    const json_t *correct = json_object_get(step, "correct");
    unsigned number = correct ? (unsigned)json_integer_value(correct)
                              : card->count + 1;
    struct hk_told_round told;
    struct hk_round_result result;
    struct hk_impossibility why;
    if (correct && (number == 0 || number > card->count))
        return "not_found";
    if (!read_round(&card->rules, body, &told) ||
        (correct && !json_object_get(body, "reason")))
        return "invalid_request";
    if (number > (unsigned)card->rules.rounds)
        return "game_over";
    enum hk_error error = hk_scorecard_judge(&card->rules, number, &told,
                                             &result, &why);
    if (error != HK_OK)
        return hk_error_code(error);
    card->rounds[number - 1] = result;
    if (!correct)
        card->count++;
    add_up(card);
    return NULL;
}

static json_t *show(const struct card *card)
{
    json_t *rounds = json_array();
    for (unsigned r = 0; r < card->count; r++)
        json_array_append_new(rounds,
                              case_round(&card->rules, &card->rounds[r]));
    bool over = card->count == (unsigned)card->rules.rounds;
    json_t *view = json_pack("{ss so}", "status", over ? "finished" : "playing",
                             "scores",
                             case_scores(&card->rules, &card->state, rounds));
    json_decref(rounds);
    return view;
}

static void run_case(const char *file, const json_t *test, void *cls)
{
    static struct card card;
    unsigned *cases = cls;
    size_t i;
    json_t *step;
    if (!case_is_scorecard(test))
        return;
    memset(&card, 0, sizeof(card));
    ck_assert_msg(case_rules(json_object_get(test, "create"), &card.rules),
                  "%s: not created", file);
    hk_state_init(&card.state, &card.rules, 0);
    json_array_foreach(json_object_get(test, "steps"), i, step)
    {
        case_check_answer(file, i, step, tell(&card, step), NULL);
        if (json_object_get(step, "expect"))
            case_expect(file, show(&card), json_object_get(step, "expect"));
    }
    case_expect(file, show(&card), json_object_get(test, "expect"));
    ++*cases;
}

START_TEST(every_scorecard_is_answered_as_written)
{
    unsigned cases = 0;
    case_each(run_case, &cases);
    printf("%u cases of scorecards\n", cases);
    ck_assert_uint_ge(cases, 33);
}
END_TEST

/* ---- docs/scorecards.md ---- */

static char *read_document(void)
{
    enum { CEILING = 65536 };
    const char *root = getenv("SRCDIR");
    char path[1024];
    snprintf(path, sizeof(path), "%s/docs/scorecards.md", root ? root : ".");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    char *text = calloc(1, CEILING);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_lt(fread(text, 1, CEILING - 1, file), CEILING - 1);
    fclose(file);
    return text;
}

/* The next block of JSON; `at` goes on behind it. */
static json_t *next_block(const char **at)
{
    static const char fence[] = "```json\n";
    json_error_t error;
    const char *begin = strstr(*at, fence);
    ck_assert_ptr_nonnull(begin);
    begin += sizeof(fence) - 1;
    const char *end = strstr(begin, "```");
    ck_assert_ptr_nonnull(end);
    json_t *value = json_loadb(begin, (size_t)(end - begin), 0, &error);
    ck_assert_msg(value != NULL, "%s: %.200s", error.text, begin);
    *at = end + 3;
    return value;
}

static json_t *answer_of(const json_t *example)
{
    struct hk_rules rules;
    struct hk_told_round round;
    struct hk_round_result result;
    struct hk_impossibility why;
    json_t *seats = json_array();
    for (json_int_t i = json_integer_value(json_object_get(example, "players"));
         i > 0; i--)
        json_array_append_new(seats, json_object());
    json_t *body = json_pack(
        "{sO so sO*}", "variant", json_object_get(example, "variant"), "seats",
        seats, "options", json_object_get(example, "options"));
    ck_assert(case_rules(body, &rules));
    json_decref(body);
    ck_assert(read_round(&rules, json_object_get(example, "round"), &round));
    unsigned number = (unsigned)json_integer_value(
        json_object_get(example, "number"));
    ck_assert_int_eq(hk_scorecard_judge(&rules, number, &round, &result, &why),
                     HK_E_IMPOSSIBLE_ROUND);
    return json_pack(
        "{ss ss so sI sI sI}", "reason", hk_impossible_name(why.reason), "rule",
        hk_rule_id(why.rule), "seat",
        why.seat < 0 ? json_null() : json_integer(why.seat), "given", why.given,
        "minimum", why.minimum, "maximum", why.maximum);
}

START_TEST(every_reason_is_told_of_with_an_example)
{
    char *document = read_document();
    for (int reason = 1; reason < HK_IMPOSSIBLE_COUNT; reason++) {
        const char *name = hk_impossible_name(reason);
        char title[64];
        snprintf(title, sizeof(title), "\n### `%s`\n", name);
        const char *at = strstr(document, title);
        ck_assert_msg(at != NULL, "nothing of %s", name);
        json_t *example = next_block(&at);
        json_t *want = next_block(&at);
        json_t *have = answer_of(example);
        char *text = json_dumps(have, 0);
        ck_assert_msg(json_equal(have, want), "%s: %s", name, text);
        ck_assert_str_eq(json_string_value(json_object_get(want, "reason")),
                         name);
        free(text);
        json_decref(example);
        json_decref(want);
        json_decref(have);
    }
    free(document);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {every_scorecard_is_answered_as_written,
                            every_reason_is_told_of_with_an_example};
    return kit_run("scorecard_cases", tests, KIT_COUNT(tests));
}
