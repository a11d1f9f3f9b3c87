/* What answers are made from: a game at one moment, and what brought it there.
 */
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

static size_t rounds_of(const struct hk_history *before,
                        const struct hk_draft *draft)
{
    return (before ? before->round_count : 0) +
           (draft ? hk_draft_rounds(draft) : 0);
}

/* All ended rounds in a block of their own; NULL where there are none. */
static enum hk_error copy_rounds(const struct hk_history *before,
                                 const struct hk_draft *draft,
                                 struct hk_round_row **ret_rounds)
{
    size_t count = rounds_of(before, draft);
    size_t next = before ? before->round_count : 0;

    if (count == 0) {
        *ret_rounds = NULL;
        return HK_OK;
    }
    struct hk_round_row *rounds = malloc(count * sizeof *rounds);
    if (!rounds)
        return HK_E_INTERNAL;
    if (next > 0)
        memcpy(rounds, before->rounds, next * sizeof *rounds);
    for (size_t i = 0; draft && i < draft->count; i++) {
        const struct hk_event *event = &draft->entries[i].event;

        if (event->type == HK_EVENT_ROUND_ENDED)
            hk_table_round(event, &rounds[next++]);
        else if (event->type == HK_EVENT_ROUND_CORRECTED)
            hk_table_round(event, &rounds[event->round - 1]);
    }
    *ret_rounds = rounds;
    return HK_OK;
}

/* In its place, since it is large. */
static void fill(struct hk_snapshot *snapshot, const struct hk_game_row *row,
                 const struct hk_seat_row *seats, const struct hk_table *table)
{
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->row = *row;
    snapshot->hidden_seat = -1;
    snapshot->row.status = table->status;
    snapshot->row.ranked = hk_table_ranked(table);
    snapshot->row.seq = table->seq;
    snapshot->row.updated_at = table->updated_at;
    snapshot->rules = table->rules;
    memcpy(snapshot->seats, seats, row->seats * sizeof *seats);
    for (unsigned s = 0; s < row->seats; s++) {
        snapshot->seats[s].total = table->state.totals[s];
        snapshot->seats[s].bot |= table->clocks.forfeits >> s & 1;
    }
    snapshot->state = table->state;
    snapshot->clock = hk_table_clock(table);
    memcpy(snapshot->commitment, table->commitment, HK_COMMITMENT_SIZE);
    snapshot->chain_seq = table->chain_seq;
    memcpy(snapshot->chain, table->chain, HK_HASH_SIZE);
}

enum hk_error hk_snapshot_make(const struct hk_game_row *row,
                               const struct hk_seat_row *seats,
                               const struct hk_history *before,
                               const struct hk_draft *draft,
                               struct hk_snapshot *ret_snapshot)
{
    struct hk_round_row *rounds;

    enum hk_error error = copy_rounds(before, draft, &rounds);
    if (error)
        return error;
    fill(ret_snapshot, row, seats, draft ? &draft->table : &before->table);
    ret_snapshot->rounds = rounds;
    ret_snapshot->round_count = rounds_of(before, draft);
    return HK_OK;
}

void hk_snapshot_clear(struct hk_snapshot *snapshot)
{
    if (!snapshot)
        return;
    free(snapshot->rounds);
    snapshot->rounds = NULL;
    snapshot->round_count = 0;
}

bool hk_snapshot_round_on(const struct hk_snapshot *snapshot)
{
    return snapshot->row.status == HK_STATUS_PLAYING &&
           (snapshot->state.stage == HK_STAGE_PLAY ||
            snapshot->state.stage == HK_STAGE_RESHUFFLE);
}

/* ----- what happened ------------------------------------------------------ */

/* Bytes that the names and the reason of an event take. */
static size_t texts_size(const struct hk_event *event)
{
    size_t size = event->reason ? strlen(event->reason) + 1 : 0;

    for (unsigned s = 0; s < HK_SEATS_MAX; s++) {
        if (event->players[s])
            size += strlen(event->players[s]) + 1;
    }
    return size;
}

/* Copies a text to the end of the block; NULL stays NULL. */
static const char *copy_text(const char *text, char **end)
{
    if (!text)
        return NULL;
    char *copy = *end;
    size_t size = strlen(text) + 1;
    memcpy(copy, text, size);
    *end += size;
    return copy;
}

/* One block: the events, the rules, the texts; what the events lead to lives
 * as long as they. */
static struct hk_event *copy_events(const struct hk_draft *draft)
{
    size_t size = draft->count * sizeof(struct hk_event) +
                  sizeof(struct hk_rules);

    for (size_t i = 0; i < draft->count; i++)
        size += texts_size(&draft->entries[i].event);
    struct hk_event *events = malloc(size);
    if (!events)
        return NULL;
    struct hk_rules *rules = (void *)(events + draft->count);
    char *end = (char *)(rules + 1);
    *rules = draft->table.rules;
    for (size_t i = 0; i < draft->count; i++) {
        struct hk_event *event = &events[i];

        *event = draft->entries[i].event;
        if (event->rules)
            event->rules = rules;
        for (unsigned s = 0; s < HK_SEATS_MAX; s++)
            event->players[s] = copy_text(event->players[s], &end);
        event->reason = copy_text(event->reason, &end);
    }
    return events;
}

enum hk_error hk_happened_make(const struct hk_game_row *row,
                               const struct hk_seat_row *seats,
                               const struct hk_history *before,
                               const struct hk_draft *draft,
                               struct hk_happened *ret_happened)
{
    struct hk_happened happened = {.seq = draft->table.seq,
                                   .event_count = draft->count};
    enum hk_error error = hk_snapshot_make(row, seats, before, draft,
                                           &happened.after);

    if (error)
        return error;
    happened.events = copy_events(draft);
    if (!happened.events) {
        hk_snapshot_clear(&happened.after);
        return HK_E_INTERNAL;
    }
    *ret_happened = happened;
    return HK_OK;
}

void hk_happened_clear(struct hk_happened *happened)
{
    if (!happened)
        return;
    free(happened->events);
    happened->events = NULL;
    happened->event_count = 0;
    hk_snapshot_clear(&happened->after);
}
