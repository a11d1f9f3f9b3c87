/* A game read back from its log. */
#include "service/history.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "service/chain.h"
#include "service/dealer.h"
#include "service/fields.h"

/* The reading of one log. */
struct reading {
    const struct hk_game_row *game;
    struct hk_history *history;
    struct hk_chain_end chain;
    char *fault;
    bool begun;
    struct hk_past *past; /* borrowed */
};

static enum hk_error fault(struct reading *reading,
                           const struct hk_event_row *row, const char *text)
{
    snprintf(reading->fault, HK_FAULT_SIZE, "event %" PRIu32 ": %s", row->seq,
             text);
    return HK_E_INTERNAL;
}

enum hk_error hk_history_reserve(struct hk_history *history, size_t count)
{
    size_t needed = history->round_count + count;

    if (needed <= history->round_size)
        return HK_OK;
    struct hk_round_row *rounds = realloc(history->rounds,
                                          needed * sizeof *rounds);
    if (!rounds)
        return HK_E_INTERNAL;
    history->rounds = rounds;
    history->round_size = needed;
    return HK_OK;
}

/* A round that has ended comes after the others; one told anew comes in its
 * place. */
static void keep_round(struct hk_history *history, const struct hk_event *event)
{
    if (event->type == HK_EVENT_ROUND_CORRECTED) {
        hk_table_round(event, &history->rounds[event->round - 1]);
        return;
    }
    if (history->round_count == history->round_size)
        abort();
    hk_table_round(event, &history->rounds[history->round_count++]);
}

static void note_given(struct hk_history *history, const struct hk_event *event)
{
    history->seated_at[event->seat] = event->players[0] ? event->at : 0;
    history->given_seq[event->seat] = event->seq;
}

void hk_history_take(struct hk_history *history, const struct hk_draft *draft)
{
    history->table = draft->table;
    for (size_t i = 0; i < draft->count; i++) {
        const struct hk_event *event = &draft->entries[i].event;
        if (hk_table_tells_round(event))
            keep_round(history, event);
        if (event->type == HK_EVENT_SEAT_TAKEN)
            history->seated_at[event->seat] = event->at;
        if (event->type == HK_EVENT_SEAT_GIVEN)
            note_given(history, event);
        if (event->type == HK_EVENT_GAME_ENDED &&
            event->ending == HK_ENDING_FINISHED)
            history->finished_at = event->at;
    }
}

void hk_history_forget_names(struct hk_history *history)
{
    free(history->names);
    history->names = NULL;
}

void hk_history_clear(struct hk_history *history)
{
    if (!history)
        return;
    hk_history_forget_names(history);
    free(history->deals);
    free(history->rounds);
    history->deals = NULL;
    history->rounds = NULL;
}

/* ----- each event anew ---------------------------------------------------- */

static const char *create(struct reading *reading, struct hk_record *record,
                          struct hk_entry *ret_entry)
{
    struct hk_history *history = reading->history;
    const struct hk_event *event = &record->entry.event;
    const struct hk_secret *secret = &record->entry.secret;
    struct hk_lobby_fault unused;

    if (reading->begun)
        return "the game is created twice";
    if (event->mode == HK_MODE_REFEREE &&
        hk_dealer_check(&record->rules, secret->deals, secret->deal_count,
                        secret->first_dealer, &unused))
        return "an arranged deal is impossible";
    reading->begun = true;
    for (unsigned s = 0; s < record->rules.seats; s++) {
        snprintf(history->names[s], HK_NAME_SIZE, "%s", record->names[s]);
        history->seated_at[s] = event->players[s] ? event->at : 0;
    }
    history->created_at = event->at;
    hk_table_create(&history->table, reading->game->uuid,
                    (enum hk_mode)event->mode, &record->rules, event->players,
                    event->bots, secret, event->at, ret_entry);
    ret_entry->event.later_options = event->later_options;
    hk_chain_init(&reading->chain, history->table.chain,
                  history->table.stream.seed);
    history->deals = record->deals;
    record->deals = NULL;
    return NULL;
}

static const char *take_seat(struct hk_history *history,
                             const struct hk_record *record,
                             struct hk_entry *ret_entry)
{
    const struct hk_event *event = &record->entry.event;

    if (history->table.status != HK_STATUS_OPEN || event->seat < 0 ||
        !(history->table.open_seats >> event->seat & 1))
        return "the seat is not open";
    snprintf(history->names[event->seat], HK_NAME_SIZE, "%s", record->names[0]);
    history->seated_at[event->seat] = event->at;
    hk_table_take_seat(&history->table, (hk_seat)event->seat, record->names[0],
                       event->at, ret_entry);
    return NULL;
}

static const char *give_seat(struct hk_history *history,
                             const struct hk_event *event,
                             struct hk_entry *ret_entry)
{
    struct hk_table *table = &history->table;
    const char *name = event->players[0];

    if (table->status != HK_STATUS_OPEN && table->status != HK_STATUS_PLAYING)
        return "a seat changes hands when nobody plays";
    if (event->seat < 0 || event->seat >= table->rules.seats ||
        (!name && table->mode == HK_MODE_SCORECARD))
        return "the seat cannot be given so";
    char *holder = history->names[event->seat];
    bool stays = name && strcmp(name, holder) == 0;
    snprintf(holder, HK_NAME_SIZE, "%s", name ? name : "");
    hk_table_give_seat(table, (hk_seat)event->seat, name, stays, event->at,
                       ret_entry);
    note_given(history, &ret_entry->event);
    return NULL;
}

static const char *move(struct hk_history *history,
                        const struct hk_event *event,
                        struct hk_entry *ret_entry)
{
    struct hk_refusal refusal;

    if (history->table.status != HK_STATUS_PLAYING ||
        history->table.mode != HK_MODE_REFEREE)
        return "a move when nobody plays";
    if (event->move.kind >= HK_MOVE_DEAL)
        return "a move that is no seat's";
    if (event->by_clock && event->move.seat != history->table.clocks.moving - 1)
        return "the clock moves for another seat";
    if (hk_table_move(&history->table, &event->move, event->at, ret_entry,
                      &refusal))
        return "the rules refuse the move";
    return NULL;
}

static const char *end_game(struct hk_history *history,
                            const struct hk_event *event,
                            struct hk_entry *ret_entry)
{
    struct hk_table *table = &history->table;

    if (event->ending == HK_ENDING_FINISHED) {
        hk_table_finish(table, event->at, ret_entry);
        history->finished_at = ret_entry->event.at;
    } else if (table->status == HK_STATUS_OPEN ||
               table->status == HK_STATUS_PLAYING) {
        hk_table_end(table, event->at, ret_entry);
    } else {
        return "the game ends twice";
    }
    return NULL;
}

static const char *undo(struct reading *reading, const struct hk_event *event,
                        struct hk_entry *ret_entry)
{
    struct hk_table *table = &reading->history->table;

    if (table->status != HK_STATUS_PLAYING ||
        event->undone.moves > reading->past->count)
        return "the moves cannot be taken back";
    hk_table_undo(table, reading->past, event->undone.moves, event->at,
                  ret_entry);
    return NULL;
}

/* A round of a scorecard, told as the log has it. */
static const char *record_round(struct hk_table *table,
                                const struct hk_event *event,
                                struct hk_entry *ret_entry)
{
    struct hk_told_round told;
    struct hk_impossibility unused;

    if (table->mode != HK_MODE_SCORECARD || table->status != HK_STATUS_PLAYING)
        return "a round when none is told";
    hk_scorecard_told(&table->rules, &event->result, &told);
    if (told.out >= table->rules.seats)
        return "a seat that is none";
    if (hk_table_record_round(table, event->seat, &told, event->at, ret_entry,
                              &unused))
        return "the round cannot have happened";
    return NULL;
}

static const char *end_round(struct hk_history *history,
                             const struct hk_event *event,
                             struct hk_entry *ret_entry)
{
    if (hk_history_reserve(history, 1))
        return "no memory";
    if (event->recorded) {
        const char *against = record_round(&history->table, event, ret_entry);

        if (against)
            return against;
    } else {
        hk_table_end_round(&history->table, event->at, ret_entry);
    }
    keep_round(history, &ret_entry->event);
    return NULL;
}

static const char *correct_round(struct hk_history *history,
                                 const struct hk_event *event,
                                 struct hk_entry *ret_entry)
{
    struct hk_table *table = &history->table;
    struct hk_told_round told;
    struct hk_impossibility unused;

    if (table->mode != HK_MODE_SCORECARD ||
        (table->status != HK_STATUS_PLAYING &&
         table->status != HK_STATUS_FINISHED) ||
        event->round == 0 || event->round > history->round_count)
        return "there is no such round to correct";
    hk_scorecard_told(&table->rules, &event->result, &told);
    if (told.out >= table->rules.seats)
        return "a seat that is none";
    if (hk_table_correct_round(table, event->seat,
                               &history->rounds[event->round - 1], &told,
                               event->reason, event->at, ret_entry, &unused))
        return "the round cannot have happened";
    keep_round(history, &ret_entry->event);
    return NULL;
}

static const char *expire(struct hk_table *table, const struct hk_event *event,
                          struct hk_entry *ret_entry)
{
    struct hk_clock_face face = hk_table_clock(table);

    if (!face.limited || face.left_ms > 0)
        return "the time is not up";
    hk_table_expire(table, event->at, ret_entry);
    return NULL;
}

static const char *resume(struct hk_table *table, const struct hk_event *event,
                          struct hk_entry *ret_entry)
{
    if (table->status != HK_STATUS_PLAYING || !hk_clocks_kept(&table->rules))
        return "no clock is running";
    hk_table_resume(table, event->at, ret_entry);
    return NULL;
}

/* What must be owed when an event of this type comes. */
static enum hk_owed owed_before(const struct hk_event *event)
{
    switch ((enum hk_event_type)event->type) {
    case HK_EVENT_GAME_CREATED:
    case HK_EVENT_SEAT_TAKEN:
    case HK_EVENT_SEAT_GIVEN:
    case HK_EVENT_UNDONE:
    case HK_EVENT_CLOCK_EXPIRED:
    case HK_EVENT_CLOCK_RESUMED:
        return HK_OWED_NOTHING;
    case HK_EVENT_MOVE:
        return event->by_clock ? HK_OWED_CLOCK_MOVE : HK_OWED_NOTHING;
    case HK_EVENT_ROUND_STARTED:
        return HK_OWED_ROUND_START;
    case HK_EVENT_RESHUFFLED:
        return HK_OWED_RESHUFFLE;
    case HK_EVENT_ROUND_CORRECTED:
        return HK_OWED_NOTHING;
    case HK_EVENT_ROUND_ENDED:
        return event->recorded ? HK_OWED_NOTHING : HK_OWED_ROUND_END;
    case HK_EVENT_GAME_ENDED:
        return event->ending == HK_ENDING_FINISHED ? HK_OWED_FINISH
                                                   : HK_OWED_NOTHING;
    }
    abort();
}

/* Brings the event about; says what stands against it, NULL for nothing. */
static const char *bring_about(struct reading *reading,
                               struct hk_record *record,
                               struct hk_entry *ret_entry)
{
    struct hk_history *history = reading->history;
    const struct hk_event *event = &record->entry.event;
    enum hk_event_type type = (enum hk_event_type)event->type;

    if (!reading->begun && type != HK_EVENT_GAME_CREATED)
        return "the log does not begin with game_created";
    if (reading->begun && hk_table_owed(&history->table) != owed_before(event))
        return "another event must come here";
    hk_table_pass(&history->table, event->spent_ms);
    switch (type) {
    case HK_EVENT_GAME_CREATED:
        return create(reading, record, ret_entry);
    case HK_EVENT_SEAT_TAKEN:
        return take_seat(history, record, ret_entry);
    case HK_EVENT_SEAT_GIVEN:
        return give_seat(history, event, ret_entry);
    case HK_EVENT_ROUND_STARTED:
        hk_table_start_round(&history->table, record->entry.secret.seed,
                             event->at, ret_entry);
        return NULL;
    case HK_EVENT_MOVE:
        return move(history, event, ret_entry);
    case HK_EVENT_UNDONE:
        return undo(reading, event, ret_entry);
    case HK_EVENT_RESHUFFLED:
        hk_table_reshuffle(&history->table, event->at, ret_entry);
        return NULL;
    case HK_EVENT_ROUND_ENDED:
        return end_round(history, event, ret_entry);
    case HK_EVENT_ROUND_CORRECTED:
        return correct_round(history, event, ret_entry);
    case HK_EVENT_GAME_ENDED:
        return end_game(history, event, ret_entry);
    case HK_EVENT_CLOCK_EXPIRED:
        return expire(&history->table, event, ret_entry);
    case HK_EVENT_CLOCK_RESUMED:
        return resume(&history->table, event, ret_entry);
    }
    abort();
}

static bool same(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* Whether the event came out as the log has it. */
static const char *compare(const struct hk_table *table,
                           const struct hk_entry *entry,
                           const struct hk_event_row *row)
{
    HK_CLEANUP(hk_strbuf_clear) struct hk_strbuf data;
    HK_CLEANUP(hk_strbuf_clear) struct hk_strbuf secret;
    const struct hk_event *event = &entry->event;

    hk_strbuf_init(&data, HK_FIELDS_MAX);
    hk_strbuf_init(&secret, HK_FIELDS_MAX);
    hk_record_write(&table->rules, entry, &data, &secret);
    if (data.failed || secret.failed)
        return "no memory";
    if (event->seq != row->seq)
        return "its number does not follow the one before";
    if (event->at != row->at)
        return "it is older than the one before";
    if (event->round != row->round || event->seat != row->seat)
        return "the round or the seat is another";
    if (!same(data.text, row->data))
        return "replayed, it says something else";
    if (!same(secret.text, row->secret))
        return "replayed, other cards were dealt or drawn";
    return NULL;
}

/* Whether the event has the hash that follows from it and those before it: none
 * has been changed, left out or put elsewhere. Once one is hashed all are. */
static const char *check_hash(struct reading *reading, struct hk_entry *entry,
                              const struct hk_event_row *row)
{
    struct hk_history *history = reading->history;
    struct hk_table *table = &history->table;

    if (hk_chain_add(&reading->chain, &table->rules, entry))
        return "no memory";
    memcpy(table->chain, reading->chain.head, sizeof table->chain);
    table->chain_seq = table->seq;
    if (!row->hash && history->unhashed == history->events) {
        history->unhashed++;
        return NULL;
    }
    if (!row->hash)
        return "it has no hash, unlike those before it";
    if (memcmp(row->hash, entry->event.hash, HK_HASH_SIZE) != 0)
        return "it is not what was hashed: it was altered";
    return NULL;
}

static enum hk_error read_event(const struct hk_event_row *row, void *cls)
{
    struct reading *reading = cls;
    struct hk_record record;
    struct hk_entry entry;

    if (row->seq != reading->history->events + 1)
        return fault(reading, row, "events before it are missing");
    if (hk_record_read(row, &record))
        return fault(reading, row, "it cannot be read");
    const struct hk_state before = reading->history->table.state;
    const char *against = bring_about(reading, &record, &entry);
    if (!against)
        against = compare(&reading->history->table, &entry, row);
    if (!against)
        against = check_hash(reading, &entry, row);
    if (!against)
        hk_past_note(reading->past, &entry.event, &before);
    hk_record_clear(&record);
    if (against)
        return fault(reading, row, against);
    reading->history->events++;
    return HK_OK;
}

/* The whole log; `past` is brought to its end. */
static enum hk_error read_log(struct hk_store *store,
                              const struct hk_game_row *game,
                              struct hk_past *past,
                              struct hk_history *ret_history,
                              char ret_fault[HK_FAULT_SIZE])
{
    struct hk_history history = {
        .names = calloc(HK_SEATS_MAX, sizeof *history.names)};
    struct reading reading = {
        .game = game, .history = &history, .fault = ret_fault, .past = past};

    snprintf(ret_fault, HK_FAULT_SIZE, "the log cannot be read");
    if (!history.names)
        return HK_E_INTERNAL;
    hk_past_init(past);
    enum hk_error error = hk_store_events(store, game->id, 0, 0, read_event,
                                          &reading);
    hk_chain_clear(&reading.chain);
    if (!error && !reading.begun) {
        snprintf(ret_fault, HK_FAULT_SIZE, "the log is empty");
        error = HK_E_INTERNAL;
    }
    if (!error && hk_table_owed(&history.table) != HK_OWED_NOTHING) {
        snprintf(ret_fault, HK_FAULT_SIZE, "the log stops halfway");
        error = HK_E_INTERNAL;
    }
    if (!error)
        *ret_history = history;
    else
        hk_history_clear(&history);
    return error;
}

enum hk_error hk_history_read(struct hk_store *store,
                              const struct hk_game_row *game,
                              struct hk_history *ret_history,
                              char ret_fault[HK_FAULT_SIZE])
{
    struct hk_past *past;
    enum hk_error error = hk_history_past(store, game, ret_history, &past,
                                          ret_fault);

    if (!error)
        free(past);
    return error;
}

enum hk_error hk_history_past(struct hk_store *store,
                              const struct hk_game_row *game,
                              struct hk_history *ret_history,
                              struct hk_past **ret_past,
                              char ret_fault[HK_FAULT_SIZE])
{
    struct hk_past *past = malloc(sizeof *past);

    snprintf(ret_fault, HK_FAULT_SIZE, "the log cannot be read");
    if (!past)
        return HK_E_INTERNAL;
    enum hk_error error = read_log(store, game, past, ret_history, ret_fault);
    if (error)
        free(past);
    else
        *ret_past = past;
    return error;
}
