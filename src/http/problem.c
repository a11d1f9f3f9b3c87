/* Writing problem documents. */
#include "http/problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "http/json_read.h"

void hk_problem_refuse(struct hk_problem *problem,
                       const struct hk_refusal *refusal,
                       const struct hk_move *move)
{
    problem->rule = refusal->rule;
    problem->meld = move->meld;
    if (refusal->error == HK_E_INVALID_MELD)
        problem->reason = refusal->reason;
    if (refusal->error == HK_E_CARD_NOT_HELD) {
        problem->has_card = refusal->card != HK_NO_CARD;
        problem->card = refusal->card;
        if (!problem->has_card)
            problem->text = HK_FAULT_CARD_NOT_TOLD;
    }
    if (refusal->error == HK_E_CLAIM_LIMIT)
        problem->limit = (size_t)refusal->limit;
    if (refusal->error == HK_E_OPENING_TOO_LOW) {
        problem->has_worth = true;
        problem->required = refusal->required;
        problem->total = refusal->total;
    }
}

/* Where what was told is at fault: a pointer into the body. */
static char *told_pointer(const struct hk_impossibility *doubt)
{
    static const char *const members[] = {
        [HK_TOLD_HAND] = "hand",
        [HK_TOLD_DOWN] = "down",
        [HK_TOLD_CARDS] = "cards",
        [HK_TOLD_POINTS] = "points",
    };
    struct hk_strbuf pointer;

    hk_strbuf_init(&pointer, 64);
    if (doubt->seat >= 0)
        hk_strbuf_printf(&pointer, "/seats/%d/%s", doubt->seat,
                         members[doubt->member]);
    else if (doubt->member == HK_TOLD_HAND)
        hk_strbuf_add(&pointer, "/hand");
    else
        hk_strbuf_add(&pointer, "/seats");
    return hk_strbuf_take(&pointer);
}

void hk_problem_doubt(struct hk_problem *problem,
                      const struct hk_impossibility *doubt)
{
    problem->rule = doubt->rule;
    problem->doubt = *doubt;
    problem->has_card = doubt->card != HK_NO_CARD;
    problem->card = doubt->card;
    problem->text = hk_text_of_impossible(doubt->reason);
    problem->pointer = told_pointer(doubt);
}

void hk_problem_bar(struct hk_problem *problem, enum hk_undo_bar bar,
                    uint32_t event)
{
    problem->bar = bar;
    problem->event = event;
    problem->text = hk_text_of_undo_bar(bar);
}

/* What a refusal can tell, by the places of the texts. */
static void add_text(struct hk_strbuf *out, enum hk_language language,
                     enum hk_text text, const struct hk_problem *problem)
{
    char card[HK_CARD_TEXT_SIZE] = "";
    const char *reason = NULL;

    if (problem->has_card)
        hk_card_write(problem->card, card);
    if (problem->reason != HK_MELD_OK)
        reason = hk_text(language, hk_text_of_meld_reason(problem->reason));
    hk_text_add(out, language, text,
                HK_FIGURES({"card", card, 0}, {"reason", reason, 0},
                           {"required", NULL, problem->required},
                           {"total", NULL, problem->total},
                           {"meld", NULL, problem->meld},
                           {"limit", NULL, (long long)problem->limit},
                           {"seconds", NULL, problem->seconds},
                           {"event", NULL, problem->event},
                           {"given", NULL, problem->doubt.given},
                           {"minimum", NULL, problem->doubt.minimum},
                           {"maximum", NULL, problem->doubt.maximum}));
}

/* Where a body stopped being JSON, and why. */
static void add_place(struct hk_strbuf *out, enum hk_language language,
                      const struct hk_problem *problem)
{
    struct hk_strbuf reason;

    hk_strbuf_init(&reason, 256);
    hk_text_add(&reason, language, problem->note,
                HK_FIGURES({"most", NULL, HK_JSON_DEPTH_MAX}));
    hk_strbuf_add_char(out, ' ');
    hk_text_add(out, language, HK_FAULT_JSON_PLACE,
                HK_FIGURES({"line", NULL, problem->line},
                           {"column", NULL, problem->column},
                           {"reason", reason.failed ? "" : reason.text, 0}));
    hk_strbuf_clear(&reason);
}

/* The detail with its figures filled in. */
static void add_detail(struct hk_strbuf *out, enum hk_language language,
                       enum hk_error error, const struct hk_problem *problem)
{
    enum hk_text text = problem->text;

    if (text == HK_TEXT_NONE)
        text = hk_text_of_detail(error);
    add_text(out, language, text, problem);
    if (problem->line > 0)
        add_place(out, language, problem);
}

static void write_fault(struct hk_json *json, const char *pointer,
                        const char *code, const char *detail)
{
    hk_json_open_object(json, NULL);
    hk_json_string(json, "pointer", pointer);
    hk_json_string(json, "code", code);
    hk_json_string(json, "detail", detail);
    hk_json_close_object(json);
}

static void write_faults(struct hk_json *json, enum hk_language language,
                         enum hk_error error, const struct hk_problem *problem,
                         const char *detail)
{
    const struct hk_faults *faults = problem->faults;
    size_t count = faults ? faults->count : 0;

    if (count == 0 && !problem->pointer)
        return;
    hk_json_open_array(json, "errors");
    for (size_t i = 0; i < count; i++)
        write_fault(json, faults->list[i].pointer, faults->list[i].code,
                    faults->list[i].detail);
    if (problem->pointer) {
        const char *own = hk_text(language, problem->pointer_text);
        write_fault(json, problem->pointer, hk_error_code(error),
                    own ? own : detail);
    }
    hk_json_close_array(json);
}

void hk_problem_write_rule(struct hk_json *json, enum hk_language language,
                           enum hk_rule rule)
{
    hk_json_open_object(json, "rule");
    hk_json_string(json, "id", hk_rule_id(rule));
    hk_json_string(json, "text", hk_text(language, hk_text_of_rule(rule)));
    hk_json_close_object(json);
}

/* What cannot be, whose, and its bounds where it has some. */
static void write_doubt(struct hk_json *json,
                        const struct hk_impossibility *doubt)
{
    char card[HK_CARD_TEXT_SIZE];

    hk_json_string(json, "reason", hk_impossible_name(doubt->reason));
    hk_json_number_or_null(json, "seat", doubt->seat);
    if (doubt->seat < 0 && doubt->seats) {
        hk_json_open_array(json, "seats");
        for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++) {
            if (doubt->seats >> seat & 1)
                hk_json_integer(json, NULL, seat);
        }
        hk_json_close_array(json);
    }
    if (doubt->card != HK_NO_CARD) {
        hk_card_write(doubt->card, card);
        hk_json_string(json, "card", card);
    }
    if (doubt->member == HK_TOLD_CARDS || doubt->member == HK_TOLD_POINTS) {
        hk_json_integer(json, "given", doubt->given);
        hk_json_integer(json, "minimum", doubt->minimum);
        hk_json_integer(json, "maximum", doubt->maximum);
    }
}

void hk_problem_write(struct hk_json *json, const char *name,
                      enum hk_language language, enum hk_error error,
                      unsigned status, const struct hk_problem *problem)
{
    struct hk_strbuf detail, type;
    bool was_careful = json->careful;

    /* Pointers are made of names that anybody may have chosen. */
    json->careful = true;
    hk_strbuf_init(&detail, 1024);
    add_detail(&detail, language, error, problem);
    hk_strbuf_init(&type, 128);
    hk_strbuf_printf(&type, "/v1/problems/%s", hk_error_code(error));
    if (detail.failed || type.failed)
        json->text->failed = true;

    hk_json_open_object(json, name);
    hk_json_string(json, "type", type.text);
    hk_json_string(json, "title", hk_text(language, hk_text_of_title(error)));
    hk_json_integer(json, "status", status);
    hk_json_string(json, "detail", detail.text);
    hk_json_string(json, "code", hk_error_code(error));
    if (problem->rule != HK_RULE_NONE)
        hk_problem_write_rule(json, language, problem->rule);
    if (problem->reason != HK_MELD_OK)
        hk_json_string(json, "reason", hk_meld_reason_name(problem->reason));
    if (problem->doubt.reason != HK_POSSIBLE)
        write_doubt(json, &problem->doubt);
    if (problem->event > 0) {
        hk_json_string(json, "reason", hk_undo_bar_name(problem->bar));
        hk_json_integer(json, "event", problem->event);
    }
    write_faults(json, language, error, problem, detail.text);
    if (problem->policy) {
        hk_json_open_array(json, "violated-policies");
        hk_json_string(json, NULL, problem->policy);
        hk_json_close_array(json);
    }
    if (problem->line > 0) {
        hk_json_integer(json, "line", problem->line);
        hk_json_integer(json, "column", problem->column);
    }
    if (problem->seq > 0)
        hk_json_integer(json, "seq", problem->seq);
    if (problem->until > 0)
        hk_json_time(json, "claims_until", problem->until);
    if (problem->has_worth) {
        hk_json_integer(json, "required", problem->required);
        hk_json_integer(json, "total", problem->total);
    }
    hk_json_close_object(json);
    json->careful = was_careful;
    hk_strbuf_clear(&detail);
    hk_strbuf_clear(&type);
}

void hk_problem_clear(struct hk_problem *problem)
{
    free(problem->pointer);
    *problem = (struct hk_problem){0};
}
