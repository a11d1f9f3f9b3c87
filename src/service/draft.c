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
    room->draft.lent = true;
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

/* The texts of a draft's events, in one block but for what they say. */
struct hk_draft_texts {
    size_t count;
    struct hk_strbuf *buffers; /* behind the rows; two an event: data, secret */
    struct hk_event_row rows[];
};

static void free_texts(struct hk_draft_texts *texts)
{
    if (!texts)
        return;
    for (size_t i = 0; i < 2 * texts->count; i++)
        hk_strbuf_clear(&texts->buffers[i]);
    free(texts);
}

void hk_draft_clear(struct hk_draft *draft)
{
    if (!draft)
        return;
    if (!draft->lent)
        free(draft->entries);
    draft->entries = NULL;
    draft->count = 0;
    free_texts(draft->texts);
    draft->texts = NULL;
}

static void fill_row(const struct hk_entry *entry, struct hk_strbuf *data,
                     struct hk_strbuf *secret, struct hk_event_row *ret_row)
{
    ret_row->seq = entry->event.seq;
    ret_row->at = entry->event.at;
    ret_row->type = (enum hk_event_type)entry->event.type;
    ret_row->round = entry->event.round;
    ret_row->seat = (int)entry->event.seat;
    ret_row->data = data->text;
    ret_row->secret = secret->length > 0 ? secret->text : NULL;
    ret_row->hash = entry->event.hash;
}

static enum hk_error write_texts(const struct hk_draft *draft,
                                 struct hk_draft_texts *texts)
{
    for (size_t i = 0; i < draft->count; i++) {
        struct hk_strbuf *data = &texts->buffers[2 * i];
        struct hk_strbuf *secret = &texts->buffers[2 * i + 1];

        hk_strbuf_init(data, HK_FIELDS_MAX);
        hk_strbuf_init(secret, HK_FIELDS_MAX);
        texts->count = i + 1;
        hk_record_write(&draft->table.rules, &draft->entries[i], data, secret);
        if (data->failed || secret->failed)
            return HK_E_INTERNAL;
        fill_row(&draft->entries[i], data, secret, &texts->rows[i]);
    }
    return HK_OK;
}

enum hk_error hk_draft_put_in_words(struct hk_draft *draft)
{
    size_t each = sizeof(struct hk_event_row) + 2 * sizeof(struct hk_strbuf);
    struct hk_draft_texts *texts = calloc(1,
                                          sizeof *texts + draft->count * each);

    if (!texts)
        return HK_E_INTERNAL;
    texts->buffers = (void *)(texts->rows + draft->count);
    enum hk_error error = hk_draft_chain(draft);
    if (!error)
        error = write_texts(draft, texts);
    if (error)
        free_texts(texts);
    else
        draft->texts = texts;
    return error;
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
        error = hk_tx_append(tx, game, draft->from_seq, draft->texts->rows,
                             draft->count, draft->table.status);
    if (!error && draft->key && draft->count > 0)
        error = hk_tx_feed(tx, draft->key, game, draft->table.seq,
                           (uint32_t)draft->count, &draft->feed_id);
    if (!error)
        error = write_rounds(draft, tx, game);
    return error;
}
