/* A change to a game before it is durable: made, and written. */
#include "service/draft.h"

#include <stdlib.h>
#include <string.h>

#include "service/chain.h"
#include "service/fields.h"
#include "store/feed.h"

static void begin(struct hk_draft *draft, const struct hk_table *table,
                  struct hk_entry *entries, size_t size)
{
    memset(draft, 0, sizeof *draft);
    if (table)
        draft->table = *table;
    draft->from_seq = draft->table.seq;
    memcpy(draft->from_seed, draft->table.stream.seed, HK_SEED_SIZE);
    draft->entries = entries;
    draft->size = size;
}

enum hk_error hk_draft_init(struct hk_draft *ret_draft,
                            const struct hk_table *table, size_t entries_max)
{
    struct hk_entry *entries = malloc(entries_max * sizeof *entries);

    if (!entries)
        return HK_E_INTERNAL;
    begin(ret_draft, table, entries, entries_max);
    return HK_OK;
}

void hk_draft_init_in(struct hk_draft_room *room, const struct hk_table *table)
{
    begin(&room->draft, table, room->entries, HK_EVENTS_A_MOVE);
    room->draft.room = room;
}

struct hk_entry *hk_draft_next(struct hk_draft *draft)
{
    if (draft->count == draft->size)
        abort();
    return &draft->entries[draft->count++];
}

void hk_draft_drop(struct hk_draft *draft)
{
    draft->count--;
}

void hk_draft_follow(struct hk_draft *draft, const struct hk_rng *rng,
                     hk_time now)
{
    struct hk_table *table = &draft->table;
    uint8_t seed[HK_SEED_SIZE];

    for (;;) {
        switch (hk_table_owed(table)) {
        case HK_OWED_NOTHING:
        case HK_OWED_CLOCK_MOVE: /* clock_moves.c */
            return;
        case HK_OWED_ROUND_END:
            hk_table_end_round(table, now, hk_draft_next(draft));
            break;
        case HK_OWED_RESHUFFLE:
            hk_table_reshuffle(table, now, hk_draft_next(draft));
            break;
        case HK_OWED_ROUND_START:
            hk_rng_fill(rng, seed, sizeof seed);
            hk_table_start_round(table, seed, now, hk_draft_next(draft));
            break;
        case HK_OWED_FINISH:
            hk_table_finish(table, now, hk_draft_next(draft));
            break;
        }
    }
}

size_t hk_draft_rounds(const struct hk_draft *draft)
{
    size_t rounds = 0;

    for (size_t i = 0; i < draft->count; i++)
        rounds += draft->entries[i].event.type == HK_EVENT_ROUND_ENDED;
    return rounds;
}

enum hk_error hk_draft_chain(struct hk_draft *draft)
{
    struct hk_table *table = &draft->table;
    struct hk_chain_end chain;
    enum hk_error error = HK_OK;

    if (table->chain_seq == table->seq)
        return HK_OK;
    hk_chain_init(&chain, table->chain, draft->from_seed);
    for (size_t i = 0; i < draft->count && !error; i++)
        error = hk_chain_add(&chain, &table->rules, &draft->entries[i]);
    if (!error) {
        memcpy(table->chain, chain.head, sizeof table->chain);
        table->chain_seq = table->seq;
    }
    hk_chain_clear(&chain);
    return error;
}

static void free_texts(struct hk_draft *draft)
{
    if (!draft->texts)
        return;
    for (size_t i = 0; i < draft->count; i++) {
        hk_strbuf_clear(&draft->texts[i].data);
        hk_strbuf_clear(&draft->texts[i].secret);
    }
    if (!draft->room)
        free(draft->texts);
    draft->texts = NULL;
    draft->rows = NULL;
}

void hk_draft_clear(struct hk_draft *draft)
{
    if (!draft)
        return;
    free_texts(draft);
    if (!draft->room)
        free(draft->entries);
    draft->entries = NULL;
    draft->count = 0;
}

static void fill_row(const struct hk_entry *entry,
                     const struct hk_event_texts *texts,
                     struct hk_event_row *ret_row)
{
    ret_row->seq = entry->event.seq;
    ret_row->at = entry->event.at;
    ret_row->type = (enum hk_event_type)entry->event.type;
    ret_row->round = entry->event.round;
    ret_row->seat = (int)entry->event.seat;
    ret_row->data = texts->data.text;
    ret_row->secret = texts->secret.length > 0 ? texts->secret.text : NULL;
    ret_row->hash = entry->event.hash;
}

/* Places for the texts and the rows, in the room or in one block. */
static bool make_texts(struct hk_draft *draft)
{
    size_t each = sizeof *draft->texts + sizeof *draft->rows;

    if (draft->room) {
        draft->texts = draft->room->texts;
        draft->rows = draft->room->rows;
    } else {
        draft->texts = malloc(draft->count * each);
        if (!draft->texts)
            return false;
        draft->rows = (void *)(draft->texts + draft->count);
    }
    for (size_t i = 0; i < draft->count; i++) {
        struct hk_event_texts *texts = &draft->texts[i];
        hk_strbuf_init_in(&texts->data, HK_FIELDS_MAX, texts->near_data,
                          sizeof texts->near_data);
        hk_strbuf_init_in(&texts->secret, HK_FIELDS_MAX, texts->near_secret,
                          sizeof texts->near_secret);
    }
    return true;
}

static bool write_texts(struct hk_draft *draft)
{
    for (size_t i = 0; i < draft->count; i++) {
        struct hk_event_texts *texts = &draft->texts[i];

        hk_record_write(&draft->table.rules, &draft->entries[i], &texts->data,
                        &texts->secret);
        if (texts->data.failed || texts->secret.failed)
            return false;
        fill_row(&draft->entries[i], texts, &draft->rows[i]);
    }
    return true;
}

enum hk_error hk_draft_put_in_words(struct hk_draft *draft)
{
    enum hk_error error = hk_draft_chain(draft);

    if (error || draft->count == 0)
        return error;
    if (make_texts(draft) && write_texts(draft))
        return HK_OK;
    free_texts(draft);
    return HK_E_INTERNAL;
}

static enum hk_error write_rounds(const struct hk_draft *draft,
                                  struct hk_tx *tx, int64_t game)
{
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < draft->count && !error; i++) {
        const struct hk_event *event = &draft->entries[i].event;
        struct hk_round_row round = {.ended_at = 0};

        if (!hk_table_tells_round(event))
            continue;
        hk_table_round(event, &round);
        error = event->reason
                    ? hk_tx_correct_round(tx, game, &draft->table.rules, &round,
                                          event->reason)
                    : hk_tx_add_round(tx, game, &draft->table.rules, &round);
    }
    return error;
}

enum hk_error hk_draft_write(struct hk_draft *draft, struct hk_tx *tx,
                             int64_t game)
{
    enum hk_error error = draft->texts ? HK_OK : hk_draft_put_in_words(draft);
    if (!error)
        error = hk_tx_append(tx, game, draft->from_seq, draft->rows,
                             draft->count, draft->table.status);
    if (!error && draft->key && draft->count > 0)
        error = hk_tx_feed(tx, draft->key, game, draft->table.seq,
                           (uint32_t)draft->count, &draft->feed_id);
    if (!error)
        error = write_rounds(draft, tx, game);
    return error;
}
