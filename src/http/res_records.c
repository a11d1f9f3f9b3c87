/* Records: a game in one document, and whether such a document holds. */
#include "http/resources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/json_view.h"
#include "http/moves_read.h"
#include "http/problem.h"
#include "http/record_chain.h"
#include "http/record_read.h"
#include "http/reply.h"
#include "http/request.h"
#include "service/event_json.h"

/* ----- a game's record ---------------------------------------------------- */

struct writing {
    struct hk_json json;
    const struct hk_rules *rules;
};

static enum hk_error write_event(const struct hk_event *event, void *cls)
{
    struct writing *writing = cls;

    hk_json_event(&writing->json, event, writing->rules);
    return HK_OK;
}

static void write_head(struct hk_json *json, const struct hk_request *request)
{
    const struct hk_game_row *row = &request->snapshot.row;
    unsigned arranged[HK_ROUNDS_MAX];
    size_t count = hk_game_arranged(request->game, arranged);

    hk_json_string(json, "format", HK_RECORD_FORMAT);
    hk_json_integer(json, "version", HK_RECORD_VERSION);
    hk_json_string(json, "id", row->uuid);
    hk_json_string(json, "mode", hk_mode_name(row->mode));
    hk_json_string(json, "status", hk_status_name(row->status));
    hk_json_boolean(json, "ranked", row->ranked);
    hk_json_integer(json, "rules_version", row->rules_version);
    hk_json_open_array(json, "arranged");
    for (size_t i = 0; i < count; i++)
        hk_json_integer(json, NULL, arranged[i]);
    hk_json_close_array(json);
}

enum hk_error hk_get_record(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);

    if (!error)
        error = hk_request_snapshot(request);
    if (error)
        return error;
    const struct hk_snapshot *game = &request->snapshot;
    struct writing writing = {.json = hk_request_json(request, HK_SUCCESS_OK),
                              .rules = &game->rules};
    hk_request_tag(request, game->row.seq, &request->standing.viewer);
    hk_json_open_object(&writing.json, NULL);
    write_head(&writing.json, request);
    hk_json_open_array(&writing.json, "events");
    error = hk_game_record(request->game, game, &request->standing.viewer,
                           write_event, &writing);
    if (error)
        return error;
    hk_json_close_array(&writing.json);
    hk_json_chain(&writing.json, "chain", game);
    hk_json_close_object(&writing.json);
    hk_request_unchanged(request);
    return HK_OK;
}

/* ----- whether a record holds --------------------------------------------- */

static enum hk_error check_shape(struct hk_request *request,
                                 struct hk_record_head *head,
                                 struct hk_record_chain *chain)
{
    hk_record_head_read(&request->faults, request->json, head);
    hk_record_chain_read(&request->faults, request->json, head->events, chain);
    enum hk_error error = hk_request_shape(request);
    struct hk_told told;

    for (size_t i = 1; i < json_array_size(head->events) && !error; i++)
        hk_record_event_read(&request->faults, head, i, &told);
    return error ? error : hk_request_shape(request);
}

/* First whether it is what happened, then whether that was allowed. The event
 * that makes the game has been judged by its shape. */
static enum hk_error judge_event(struct hk_request *request,
                                 struct hk_record_head *head, size_t index,
                                 struct hk_record_chain *chain,
                                 struct hk_arbiter *arbiter,
                                 struct hk_verdict *verdict)
{
    struct hk_told told;
    enum hk_error error = hk_record_chain_judge(chain, head->events, index,
                                                &verdict->finding);

    if (error || index == 0)
        return error;
    hk_record_event_read(&request->faults, head, index, &told);
    verdict->move = told.event.move;
    return hk_arbiter_judge(arbiter, &told, &verdict->finding);
}

/* In a record of events the place is the index of the event, in one written by
 * hand the line. */
static void judge(struct hk_request *request, struct hk_record_head *head,
                  struct hk_record_chain *chain, struct hk_arbiter *arbiter,
                  struct hk_verdict *ret_verdict)
{
    *ret_verdict = (struct hk_verdict){.error = HK_OK};
    head->rounds = 0;
    hk_arbiter_init(arbiter, &head->rules, head->open_seats, head->bots);
    for (size_t i = 0; i < json_array_size(head->events); i++) {
        ret_verdict->line = (unsigned)i;
        ret_verdict->error = judge_event(request, head, i, chain, arbiter,
                                         ret_verdict);
        if (ret_verdict->error)
            return;
    }
    ret_verdict->error = hk_record_chain_end(chain, head->events,
                                             &ret_verdict->finding);
}

/* Where in the record it is, as a pointer, or by its line; NULL without
 * memory. */
static char *point(const struct hk_request *request,
                   const struct hk_verdict *verdict)
{
    struct hk_strbuf text;

    hk_strbuf_init(&text, 128);
    if (request->plain) {
        hk_strbuf_printf(&text, "line %u", verdict->line);
        return hk_strbuf_take(&text);
    }
    if (verdict->finding.of_record)
        hk_strbuf_printf(&text, "/%s", verdict->finding.member);
    else
        hk_strbuf_printf(&text, "/events/%u/%s", verdict->line,
                         verdict->finding.member);
    if (verdict->finding.refusal.error)
        hk_move_point(&text, &verdict->finding.refusal);
    return hk_strbuf_take(&text);
}

static void write_problem(struct hk_request *request, struct hk_json *json,
                          const struct hk_verdict *verdict)
{
    struct hk_problem problem = {.pointer = point(request, verdict)};

    if (!problem.pointer)
        request->reply.failed = true;
    if (verdict->finding.refusal.error)
        hk_problem_refuse(&problem, &verdict->finding.refusal, &verdict->move);
    else
        problem.text = hk_text_of_record_reason(verdict->finding.reason);
    if (!request->plain && !verdict->finding.of_record)
        problem.seq = verdict->line + 1;
    hk_problem_write(json, "problem", request->language, verdict->error,
                     hk_reply_status(verdict->error), &problem);
    hk_problem_clear(&problem);
}

/* The rounds that have ended, as a game would show them. */
static void write_scores(struct hk_json *json, struct hk_arbiter *arbiter)
{
    struct hk_snapshot game = {.row.status = arbiter->status,
                               .rules = arbiter->rules,
                               .state = arbiter->state,
                               .rounds = arbiter->rounds,
                               .round_count = arbiter->round_count};

    for (unsigned s = 0; s < arbiter->rules.seats; s++)
        game.seats[s].total = arbiter->state.totals[s];
    hk_json_scores(json, &game);
}

/* The head that the events lead to, where the record holds them to one. */
static void write_chain(struct hk_json *json,
                        const struct hk_record_chain *chain)
{
    if (!chain) {
        hk_json_null(json, "chain");
        return;
    }
    hk_json_open_object(json, "chain");
    hk_json_integer(json, "seq", chain->seq);
    hk_json_hex(json, "hash", chain->found, sizeof(chain->found));
    hk_json_close_object(json);
}

/* `chain` is NULL where there is none. */
static void answer(struct hk_request *request, struct hk_arbiter *arbiter,
                   const struct hk_verdict *verdict, size_t events,
                   const struct hk_record_chain *chain)
{
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);

    hk_json_open_object(&json, NULL);
    hk_json_boolean(&json, "valid", !verdict->error);
    hk_json_string(&json, "status", hk_status_name(arbiter->status));
    hk_json_integer(&json, "events", (int64_t)events);
    hk_json_integer(&json, "judged", arbiter->judged);
    write_chain(&json, !verdict->error && chain && chain->told ? chain : NULL);
    write_scores(&json, arbiter);
    if (verdict->error)
        write_problem(request, &json, verdict);
    else
        hk_json_null(&json, "problem");
    hk_json_close_object(&json);
}

static enum hk_error check_events(struct hk_request *request,
                                  struct hk_arbiter *arbiter)
{
    struct hk_record_head head;
    struct hk_record_chain chain;
    struct hk_verdict verdict;

    enum hk_error error = check_shape(request, &head, &chain);
    if (error)
        return error;
    judge(request, &head, &chain, arbiter, &verdict);
    if (verdict.error == HK_E_INTERNAL)
        return verdict.error;
    answer(request, arbiter, &verdict, json_array_size(head.events), &chain);
    return HK_OK;
}

static enum hk_error refuse_line(struct hk_request *request, unsigned line,
                                 enum hk_note_fault fault)
{
    char name[32];

    snprintf(name, sizeof(name), "line %u", line);
    hk_faults_add_named(&request->faults, name, "malformed",
                        hk_text_of_note_fault(fault), NULL);
    return hk_request_shape(request);
}

static enum hk_error check_notes(struct hk_request *request,
                                 struct hk_arbiter *arbiter,
                                 struct hk_notes *notes)
{
    struct hk_verdict verdict;
    enum hk_note_fault fault;
    unsigned line;

    enum hk_error error = hk_notes_read(request->body, request->body_length,
                                        notes, &line, &fault);
    if (error == HK_E_INVALID_REQUEST)
        return refuse_line(request, line, fault);
    if (error)
        return error;
    error = hk_request_shape(request);
    if (error)
        return error;
    hk_notes_judge(notes, arbiter, &verdict);
    if (verdict.error == HK_E_INVALID_REQUEST && verdict.fault)
        return refuse_line(request, verdict.line, verdict.fault);
    answer(request, arbiter, &verdict, arbiter->told, NULL);
    return HK_OK;
}

enum hk_error hk_post_record_check(struct hk_request *request)
{
    struct hk_arbiter *arbiter = malloc(sizeof(*arbiter));
    struct hk_notes notes = {.note_count = 0};
    enum hk_error error;

    if (!arbiter)
        return HK_E_INTERNAL;
    if (request->plain)
        error = check_notes(request, arbiter, &notes);
    else
        error = check_events(request, arbiter);
    hk_notes_clear(&notes);
    free(arbiter);
    return error;
}
