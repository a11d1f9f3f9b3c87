/* Writing problem documents. */
#include "http/problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

void hk_problem_refuse(struct hk_problem *problem,
                       const struct hk_refusal *refusal,
                       const struct hk_move *move)
{
    problem->rule = refusal->rule;
    problem->meld = move->meld;
    if (refusal->error == HK_E_INVALID_MELD)
        problem->reason = refusal->reason;
    if (refusal->error == HK_E_CARD_NOT_HELD && refusal->card != HK_NO_CARD) {
        problem->has_card = true;
        problem->card = refusal->card;
    }
    if (refusal->error == HK_E_CLAIM_LIMIT)
        problem->limit = (size_t)refusal->limit;
    if (refusal->error == HK_E_OPENING_TOO_LOW) {
        problem->has_worth = true;
        problem->required = refusal->required;
        problem->total = refusal->total;
    }
}

/* Writes the figure that stands in braces; false where there is none. */
static bool add_figure(struct hk_strbuf *text, const char *name, size_t length,
                       const struct hk_problem *problem)
{
    char card[HK_CARD_TEXT_SIZE];

    if (length == 4 && strncmp(name, "card", length) == 0 &&
        problem->has_card) {
        hk_card_write(problem->card, card);
        hk_strbuf_add(text, card);
    } else if (length == 8 && strncmp(name, "required", length) == 0) {
        hk_strbuf_printf(text, "%d", problem->required);
    } else if (length == 5 && strncmp(name, "total", length) == 0) {
        hk_strbuf_printf(text, "%d", problem->total);
    } else if (length == 4 && strncmp(name, "meld", length) == 0) {
        hk_strbuf_printf(text, "%u", problem->meld);
    } else if (length == 6 && strncmp(name, "reason", length) == 0 &&
               problem->reason != HK_MELD_OK) {
        hk_strbuf_add(text, hk_meld_reason_text(problem->reason));
    } else if (length == 5 && strncmp(name, "limit", length) == 0) {
        hk_strbuf_printf(text, "%zu", problem->limit);
    } else {
        return false;
    }
    return true;
}

/* The detail with its figures filled in. */
static void add_detail(struct hk_strbuf *text, enum hk_error error,
                       const struct hk_problem *problem)
{
    const char *from = problem->detail ? problem->detail
                                       : hk_error_detail(error);

    while (*from) {
        size_t plain = strcspn(from, "{");
        hk_strbuf_add_bytes(text, from, plain);
        from += plain;
        const char *end = strchr(from, '}');
        if (!end)
            break;
        if (!add_figure(text, from + 1, (size_t)(end - from - 1), problem))
            hk_strbuf_add(text, "it");
        from = end + 1;
    }
    hk_strbuf_add(text, from);
    if (problem->line > 0)
        hk_strbuf_printf(text, " Line %d, column %d: %s.", problem->line,
                         problem->column, problem->note);
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

static void write_faults(struct hk_json *json, enum hk_error error,
                         const struct hk_problem *problem, const char *detail)
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
        const char *own = problem->pointer_detail;
        write_fault(json, problem->pointer, hk_error_code(error),
                    own ? own : detail);
    }
    hk_json_close_array(json);
}

void hk_problem_write(struct hk_json *json, enum hk_error error,
                      unsigned status, const struct hk_problem *problem)
{
    struct hk_strbuf detail, type;

    hk_strbuf_init(&detail, 1024);
    add_detail(&detail, error, problem);
    hk_strbuf_init(&type, 128);
    hk_strbuf_printf(&type, "/v1/problems/%s", hk_error_code(error));
    if (detail.failed || type.failed)
        json->text->failed = true;

    hk_json_open_object(json, NULL);
    hk_json_string(json, "type", type.text);
    hk_json_string(json, "title", hk_error_title(error));
    hk_json_integer(json, "status", status);
    hk_json_string(json, "detail", detail.text);
    hk_json_string(json, "code", hk_error_code(error));
    if (problem->rule != HK_RULE_NONE) {
        hk_json_open_object(json, "rule");
        hk_json_string(json, "id", hk_rule_id(problem->rule));
        hk_json_string(json, "text", hk_rule_text(problem->rule));
        hk_json_close_object(json);
    }
    if (problem->reason != HK_MELD_OK)
        hk_json_string(json, "reason", hk_meld_reason_name(problem->reason));
    write_faults(json, error, problem, detail.text);
    if (problem->line > 0) {
        hk_json_integer(json, "line", problem->line);
        hk_json_integer(json, "column", problem->column);
    }
    if (problem->seq > 0)
        hk_json_integer(json, "seq", problem->seq);
    if (problem->has_worth) {
        hk_json_integer(json, "required", problem->required);
        hk_json_integer(json, "total", problem->total);
    }
    hk_json_close_object(json);
    hk_strbuf_clear(&detail);
    hk_strbuf_clear(&type);
}

void hk_problem_clear(struct hk_problem *problem)
{
    free(problem->pointer);
    *problem = (struct hk_problem){0};
}
