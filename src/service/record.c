/* Events to the log's texts; record_read.c is the way back. */
#include "service/record.h"

#include <stdlib.h>

#include "engine/bot.h"
#include "engine/notation.h"
#include "service/record_fields.h"
#include "service/record_round.h"

static void put_options(struct hk_strbuf *text, const struct hk_rules *rules,
                        uint32_t later)
{
    hk_fields_key(text, "options");
    for (const struct hk_option *option = hk_options; option->name; option++) {
        int32_t value = hk_option_get(option, rules);

        if (!(option->variants >> rules->variant & 1) ||
            later >> (option - hk_options) & 1)
            continue;
        if (option->type == HK_OPTION_CHOICE)
            hk_strbuf_printf(text, " %s=%s", option->name,
                             option->names[value]);
        else
            hk_strbuf_printf(text, " %s=%d", option->name, value);
    }
}

static void put_created(const struct hk_rules *rules,
                        const struct hk_entry *entry, struct hk_strbuf *data,
                        struct hk_strbuf *secret)
{
    const struct hk_secret *hidden = &entry->secret;

    hk_fields_key(data, "variant");
    hk_fields_word(data, hk_variant_name((enum hk_variant)rules->variant));
    hk_fields_key(data, "seats");
    hk_fields_int(data, rules->seats);
    if (entry->event.mode == HK_MODE_SCORECARD) {
        hk_fields_key(data, "mode");
        hk_fields_word(data, hk_mode_name(HK_MODE_SCORECARD));
    } else {
        hk_fields_key(data, "first_dealer");
        hk_fields_int(data, hidden->first_dealer);
    }
    hk_fields_key(data, "players");
    for (unsigned s = 0; s < rules->seats; s++) {
        const char *name = entry->event.players[s];

        hk_fields_quoted(data, name ? name : "");
    }
    if (entry->event.bots) {
        hk_fields_key(data, "bots");
        hk_record_put_bits(data, entry->event.bots);
    }
    put_options(data, rules, entry->event.later_options);
    /* Arranged cards are nobody's to see until they are played. */
    for (size_t d = 0; d < hidden->deal_count; d++) {
        const struct hk_arranged_deal *deal = &hidden->deals[d];

        hk_fields_key(secret, "deal");
        hk_fields_int(secret, (int64_t)d + 1);
        for (unsigned s = 0; s < rules->seats; s++) {
            hk_fields_key(secret, "hand");
            hk_record_put_cards(secret, deal->hands[s], deal->hand_sizes[s]);
        }
        hk_fields_key(secret, "stock");
        hk_record_put_cards(secret, deal->stock, deal->stock_size);
    }
}

static void put_seat_given(const struct hk_event *event, struct hk_strbuf *data)
{
    if (event->players[0]) {
        hk_fields_key(data, "player");
        hk_fields_quoted(data, event->players[0]);
    } else {
        hk_fields_key(data, "bot");
        hk_fields_word(data, HK_BOT_BASIC);
    }
}

static void put_undone(const struct hk_event *event, struct hk_strbuf *data)
{
    hk_fields_key(data, "moves");
    hk_fields_int(data, event->undone.moves);
    hk_fields_key(data, "from");
    hk_fields_int(data, event->undone.from_seq);
    hk_fields_key(data, "to");
    hk_fields_int(data, event->undone.to_seq);
}

static void put_round_started(const struct hk_entry *entry,
                              struct hk_strbuf *data, struct hk_strbuf *secret)
{
    const struct hk_event *event = &entry->event;

    hk_fields_key(data, "dealer");
    hk_fields_int(data, event->move.seat);
    hk_fields_key(data, "starter");
    hk_fields_int(data, event->starter);
    hk_fields_key(data, "commitment");
    hk_fields_hex(data, event->commitment, sizeof event->commitment);
    hk_fields_key(secret, "seed");
    hk_fields_hex(secret, entry->secret.seed, sizeof entry->secret.seed);
    hk_fields_key(secret, "numbers");
    hk_fields_int(secret, (int64_t)entry->secret.numbers);
    hk_fields_key(secret, "deck");
    hk_record_put_cards(secret, event->move.cards, event->move.card_count);
}

static void put_move(const struct hk_event *event, struct hk_strbuf *data,
                     struct hk_strbuf *secret)
{
    char written[HK_NOTATION_SIZE];
    const struct hk_taken *taken = &event->taken;
    /* G11: a card from the pile was seen by all. */
    bool hidden = event->move.kind == HK_MOVE_DRAW &&
                  event->move.source == HK_FROM_STOCK;

    hk_notation_write_move(&event->move, written);
    hk_fields_key(data, written);
    if (event->drawn != HK_NO_CARD) {
        hk_fields_key(hidden ? secret : data, "drawn");
        hk_record_put_cards(hidden ? secret : data, &event->drawn, 1);
    }
    if (taken->pile_count > 0) {
        hk_fields_key(data, "taker");
        hk_fields_int(data, taken->seat);
        hk_fields_key(data, "from_pile");
        hk_record_put_cards(data, taken->from_pile, taken->pile_count);
        hk_fields_key(secret, "drawn");
        hk_record_put_cards(secret, taken->drawn, taken->drawn_count);
    }
}

static void put_reshuffled(const struct hk_entry *entry, struct hk_strbuf *data,
                           struct hk_strbuf *secret)
{
    const struct hk_move *move = &entry->event.move;

    hk_fields_key(data, "stock");
    hk_fields_int(data, move->card_count);
    hk_fields_key(secret, "numbers");
    hk_fields_int(secret, (int64_t)entry->secret.numbers);
    hk_fields_key(secret, "order");
    hk_record_put_cards(secret, move->cards, move->card_count);
}

static void put_game_ended(const struct hk_event *event, struct hk_strbuf *data)
{
    hk_fields_key(data, "ending");
    hk_fields_word(data,
                   event->ending == HK_ENDING_FINISHED ? "finished" : "ended");
    hk_fields_key(data, "winners");
    hk_record_put_bits(data, event->winners);
}

static void put_expired(const struct hk_event *event, struct hk_strbuf *data)
{
    hk_fields_key(data, "phase");
    hk_fields_int(data, event->phase);
    hk_fields_key(data, "forfeit");
    hk_fields_int(data, event->forfeit);
}

static void put_resumed(const struct hk_event *event, struct hk_strbuf *data)
{
    hk_fields_key(data, "left");
    hk_fields_int(data, event->limited ? (int64_t)event->left_ms : -1);
}

/* Before all else, in games with a clock. */
static void put_clock(const struct hk_event *event, struct hk_strbuf *data)
{
    if (event->spent_ms > 0) {
        hk_fields_key(data, "spent");
        hk_fields_int(data, event->spent_ms);
    }
    if (event->by_clock) {
        hk_fields_key(data, "by");
        hk_fields_word(data, "clock");
    }
}

void hk_record_write(const struct hk_rules *rules, const struct hk_entry *entry,
                     struct hk_strbuf *data, struct hk_strbuf *secret)
{
    const struct hk_event *event = &entry->event;

    put_clock(event, data);
    switch ((enum hk_event_type)event->type) {
    case HK_EVENT_GAME_CREATED:
        put_created(rules, entry, data, secret);
        return;
    case HK_EVENT_SEAT_TAKEN:
        hk_fields_key(data, "player");
        hk_fields_quoted(data, event->players[0]);
        return;
    case HK_EVENT_SEAT_GIVEN:
        put_seat_given(event, data);
        return;
    case HK_EVENT_UNDONE:
        put_undone(event, data);
        return;
    case HK_EVENT_ROUND_STARTED:
        put_round_started(entry, data, secret);
        return;
    case HK_EVENT_MOVE:
        put_move(event, data, secret);
        return;
    case HK_EVENT_RESHUFFLED:
        put_reshuffled(entry, data, secret);
        return;
    case HK_EVENT_ROUND_ENDED:
        hk_record_put_round(rules, event, data);
        return;
    case HK_EVENT_ROUND_CORRECTED:
        hk_record_put_correction(rules, event, data);
        return;
    case HK_EVENT_GAME_ENDED:
        put_game_ended(event, data);
        return;
    case HK_EVENT_CLOCK_EXPIRED:
        put_expired(event, data);
        return;
    case HK_EVENT_CLOCK_RESUMED:
        put_resumed(event, data);
        return;
    }
    abort();
}
