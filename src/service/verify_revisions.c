/* The revisions of a scorecard as stored, compared with its log. */
#include "service/verify_revisions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/record.h"
#include "service/table.h"

static bool same_declared(const struct hk_declared *a,
                          const struct hk_declared *b)
{
    bool same = a->down_said == b->down_said && a->cards == b->cards &&
                a->points == b->points;

    for (unsigned s = 0; s < HK_SEATS_MAX; s++)
        same = same && a->held[s] == b->held[s];
    return same;
}

static bool same_result(const struct hk_round_result *a,
                        const struct hk_round_result *b)
{
    bool same = a->round == b->round && a->dealer == b->dealer &&
                a->starter == b->starter && a->out == b->out &&
                a->hand == b->hand && a->down == b->down &&
                same_declared(&a->declared, &b->declared);

    for (unsigned t = 0; t < HK_TEAMS; t++)
        same = same && a->team_points[t] == b->team_points[t];
    for (unsigned s = 0; s < HK_SEATS_MAX; s++)
        same = same && a->points[s] == b->points[s] &&
               a->left[s].one == b->left[s].one &&
               a->left[s].two == b->left[s].two;
    return same;
}

bool hk_verify_same_round(const struct hk_round_row *a,
                          const struct hk_round_row *b)
{
    return same_result(&a->result, &b->result) && a->revision == b->revision &&
           a->by == b->by && a->ended_at == b->ended_at &&
           a->told_at == b->told_at &&
           memcmp(a->commitment, b->commitment, HK_COMMITMENT_SIZE) == 0 &&
           memcmp(a->seed, b->seed, HK_SEED_SIZE) == 0;
}

/* ----- what the log tells ------------------------------------------------- */

/* A round as it was told once. */
struct telling {
    struct hk_round_row row;
    char reason[HK_CORRECTION_REASON_SIZE];
};

struct tellings {
    struct telling *list; /* owned */
    size_t count, size;
    hk_time ended_at[HK_ROUNDS_MAX + 1]; /* by the number of the round */
    size_t seen;                         /* of the stored, in order */
    unsigned differs;                    /* the first round that does; 0 */
};

static struct telling *add(struct tellings *tellings)
{
    if (tellings->count == tellings->size) {
        size_t size = tellings->size ? 2 * tellings->size : 16;
        struct telling *list = realloc(tellings->list, size * sizeof *list);

        if (!list)
            return NULL;
        tellings->list = list;
        tellings->size = size;
    }
    return &tellings->list[tellings->count++];
}

static enum hk_error keep(struct tellings *tellings,
                          const struct hk_record *record)
{
    const struct hk_event *event = &record->entry.event;
    struct telling *telling = add(tellings);

    if (!telling)
        return HK_E_INTERNAL;
    memset(telling, 0, sizeof *telling);
    telling->row.ended_at = tellings->ended_at[event->round];
    hk_table_round(event, &telling->row);
    tellings->ended_at[event->round] = telling->row.ended_at;
    snprintf(telling->reason, sizeof telling->reason, "%s",
             event->reason ? event->reason : "");
    return HK_OK;
}

static enum hk_error read_event(const struct hk_event_row *row, void *cls)
{
    struct hk_record record;

    if (row->type != HK_EVENT_ROUND_ENDED &&
        row->type != HK_EVENT_ROUND_CORRECTED)
        return HK_OK;
    enum hk_error error = hk_record_read(row, &record);
    if (error)
        return error;
    error = keep(cls, &record);
    hk_record_clear(&record);
    return error;
}

static int by_round(const void *a, const void *b)
{
    const struct telling *x = a;
    const struct telling *y = b;

    if (x->row.result.round != y->row.result.round)
        return x->row.result.round < y->row.result.round ? -1 : 1;
    return x->row.revision < y->row.revision
               ? -1
               : x->row.revision > y->row.revision;
}

/* ----- what is stored ----------------------------------------------------- */

static enum hk_error compare(const struct hk_round_row *stored,
                             const char *reason, void *cls)
{
    struct tellings *tellings = cls;
    size_t i = tellings->seen++;

    if (tellings->differs)
        return HK_OK;
    if (i >= tellings->count ||
        !hk_verify_same_round(stored, &tellings->list[i].row) ||
        strcmp(reason, tellings->list[i].reason) != 0)
        tellings->differs = stored->result.round;
    return HK_OK;
}

enum hk_error hk_verify_revisions(struct hk_store *store, int64_t game,
                                  unsigned *ret_round)
{
    struct tellings tellings = {.count = 0};
    enum hk_error error = hk_store_events(store, game, 0, 0, read_event,
                                          &tellings);

    if (!error && tellings.count > 0)
        qsort(tellings.list, tellings.count, sizeof *tellings.list, by_round);
    if (!error)
        error = hk_store_revisions(store, game, 0, 0, 0, compare, &tellings);
    if (!error && !tellings.differs && tellings.seen < tellings.count)
        tellings.differs = tellings.list[tellings.seen].row.result.round;
    free(tellings.list);
    if (!error)
        *ret_round = tellings.differs;
    return error;
}
