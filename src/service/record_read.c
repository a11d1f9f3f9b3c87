/* The log's texts back to events. Strict: the writer's form and no other. */
#include "service/record.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bot.h"
#include "engine/notation.h"
#include "engine/past.h"
#include "service/record_fields.h"
#include "service/record_round.h"

#define WORD_SIZE 64

/* All options of the variant, as bits. */
static uint32_t known_options(const struct hk_rules *rules)
{
    uint32_t known = 0;

    for (const struct hk_option *o = hk_options; o->name; o++) {
        if (o->variants >> rules->variant & 1)
            known |= UINT32_C(1) << (o - hk_options);
    }
    return known;
}

/* What is named is taken out of `later`. */
static bool read_option(char *word, struct hk_rules *rules, uint32_t *later)
{
    char *value = strchr(word, '=');
    char *end;

    if (!value)
        return false;
    *value++ = '\0';
    const struct hk_option *option = hk_option_find(
        (enum hk_variant)rules->variant, word);
    if (!option)
        return false;
    *later &= ~(UINT32_C(1) << (option - hk_options));
    if (option->type == HK_OPTION_CHOICE) {
        int choice = hk_option_choice(option, value);
        return choice >= 0 && hk_option_set(option, rules, choice);
    }
    long number = strtol(value, &end, 10);
    return end != value && *end == '\0' && number >= INT32_MIN &&
           number <= INT32_MAX && hk_option_set(option, rules, (int32_t)number);
}

static bool read_rules(struct hk_reader *fields, struct hk_record *record)
{
    struct hk_reader words;
    char word[WORD_SIZE];
    enum hk_variant variant;
    int64_t seats;

    if (!hk_reader_key(fields, "variant", &words) ||
        !hk_reader_word(&words, word, sizeof word) || !hk_reader_done(&words) ||
        !hk_variant_find(word, &variant) ||
        !hk_record_read_number(fields, "seats", hk_variant_seats_least(variant),
                               hk_variant_seats_most(variant), &seats))
        return false;
    hk_rules_init(&record->rules, variant, (unsigned)seats);
    record->entry.event.rules = &record->rules;
    return true;
}

/* G3: a refereed game has a first dealer, a scorecard says that it is one. */
static bool read_mode(struct hk_reader *fields, struct hk_record *record)
{
    struct hk_secret *secret = &record->entry.secret;
    struct hk_reader ahead = *fields;
    struct hk_reader words;
    char word[WORD_SIZE];

    if (!hk_reader_key(&ahead, "mode", &words))
        return hk_record_read_seat(fields, "first_dealer",
                                   &secret->first_dealer) &&
               secret->first_dealer < record->rules.seats;
    *fields = ahead;
    record->entry.event.mode = HK_MODE_SCORECARD;
    return hk_reader_word(&words, word, sizeof word) &&
           hk_reader_done(&words) &&
           strcmp(word, hk_mode_name(HK_MODE_SCORECARD)) == 0;
}

static bool read_players(struct hk_reader *fields, struct hk_record *record)
{
    struct hk_reader words;

    if (!hk_reader_key(fields, "players", &words))
        return false;
    for (unsigned s = 0; s < record->rules.seats; s++) {
        char *name = record->names[s];

        if (!hk_reader_quoted(&words, name, HK_NAME_SIZE))
            return false;
        record->entry.event.players[s] = *name ? name : NULL;
    }
    return hk_reader_done(&words);
}

/* Seats that play by themselves; the field is not there where none does. */
static bool read_bots(struct hk_reader *fields, struct hk_record *record)
{
    struct hk_reader ahead = *fields;
    struct hk_reader words;
    struct hk_event *event = &record->entry.event;

    if (!hk_reader_key(&ahead, "bots", &words))
        return true;
    if (!hk_record_read_bits(fields, "bots", &event->bots) ||
        event->bots == 0 || event->bots >> record->rules.seats)
        return false;
    for (unsigned s = 0; s < record->rules.seats; s++) {
        if (event->bots >> s & 1 && event->players[s])
            return false;
    }
    return true;
}

static bool read_deal(struct hk_reader *fields, unsigned seats,
                      struct hk_arranged_deal *ret_deal)
{
    for (unsigned s = 0; s < seats; s++) {
        if (!hk_record_read_cards(fields, "hand", ret_deal->hands[s],
                                  &ret_deal->hand_sizes[s]))
            return false;
    }
    return hk_record_read_cards(fields, "stock", ret_deal->stock,
                                &ret_deal->stock_size);
}

static bool read_deals(struct hk_reader *fields, struct hk_record *record)
{
    size_t count = 0;

    while (!hk_reader_done(fields)) {
        struct hk_arranged_deal *deals;
        int64_t number;

        if (!hk_record_read_number(fields, "deal", (int64_t)count + 1,
                                   (int64_t)count + 1, &number))
            return false;
        deals = realloc(record->deals, (count + 1) * sizeof *deals);
        if (!deals)
            return false;
        record->deals = deals;
        memset(&deals[count], 0, sizeof *deals);
        if (!read_deal(fields, record->rules.seats, &deals[count]))
            return false;
        count++;
    }
    record->entry.secret.deals = record->deals;
    record->entry.secret.deal_count = count;
    return true;
}

static bool read_created(struct hk_reader *data, struct hk_reader *secret,
                         struct hk_record *record)
{
    struct hk_reader words;
    char word[WORD_SIZE];

    if (!read_rules(data, record) || !read_mode(data, record) ||
        !read_players(data, record) || !read_bots(data, record) ||
        !hk_reader_key(data, "options", &words))
        return false;
    record->entry.event.later_options = known_options(&record->rules);
    while (!hk_reader_done(&words)) {
        if (!hk_reader_word(&words, word, sizeof word) ||
            !read_option(word, &record->rules,
                         &record->entry.event.later_options))
            return false;
    }
    if (record->entry.event.mode == HK_MODE_SCORECARD)
        return record->entry.event.bots == 0 && hk_reader_done(secret);
    return read_deals(secret, record);
}

static bool read_seat_taken(struct hk_reader *data, struct hk_record *record)
{
    struct hk_reader words;

    record->entry.event.players[0] = record->names[0];
    return hk_reader_key(data, "player", &words) &&
           hk_reader_quoted(&words, record->names[0], HK_NAME_SIZE) &&
           record->names[0][0] != '\0' && hk_reader_done(&words);
}

static bool read_seat_given(struct hk_reader *data, struct hk_record *record)
{
    struct hk_reader ahead = *data;
    struct hk_reader words;
    char word[WORD_SIZE];

    if (record->entry.event.seat < 0)
        return false;
    if (!hk_reader_key(&ahead, "bot", &words))
        return read_seat_taken(data, record);
    *data = ahead;
    return hk_reader_word(&words, word, sizeof word) &&
           strcmp(word, HK_BOT_BASIC) == 0 && hk_reader_done(&words);
}

static bool read_undone(struct hk_reader *data, struct hk_event *event)
{
    int64_t moves, from, to;

    if (!hk_record_read_number(data, "moves", 1, HK_PAST_MAX, &moves) ||
        !hk_record_read_number(data, "from", 1, UINT32_MAX, &from) ||
        !hk_record_read_number(data, "to", from, UINT32_MAX, &to))
        return false;
    event->undone = (struct hk_undone){.from_seq = (uint32_t)from,
                                       .to_seq = (uint32_t)to,
                                       .moves = (uint8_t)moves};
    return true;
}

static bool read_numbers(struct hk_reader *secret, struct hk_record *record)
{
    int64_t numbers;

    if (!hk_record_read_number(secret, "numbers", 0, INT64_MAX, &numbers))
        return false;
    record->entry.secret.numbers = (uint64_t)numbers;
    return true;
}

static bool read_order(struct hk_reader *secret, const char *key,
                       enum hk_move_kind kind, struct hk_move *move)
{
    unsigned count;

    if (!hk_record_read_cards(secret, key, move->cards, &count))
        return false;
    move->kind = (uint8_t)kind;
    move->card_count = (uint8_t)count;
    return true;
}

static bool read_round_started(struct hk_reader *data, struct hk_reader *secret,
                               struct hk_record *record)
{
    struct hk_event *event = &record->entry.event;

    return hk_record_read_seat(data, "dealer", &event->move.seat) &&
           hk_record_read_seat(data, "starter", &event->starter) &&
           hk_record_read_hex(data, "commitment", sizeof event->commitment,
                              event->commitment) &&
           hk_record_read_hex(secret, "seed", sizeof record->entry.secret.seed,
                              record->entry.secret.seed) &&
           read_numbers(secret, record) &&
           read_order(secret, "deck", HK_MOVE_DEAL, &event->move);
}

static bool read_drawn(struct hk_reader *fields, hk_card *ret_drawn)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count;

    if (!hk_record_read_cards(fields, "drawn", cards, &count) || count != 1)
        return false;
    *ret_drawn = cards[0];
    return true;
}

/* M10 M11: who took what, in the two texts. */
static bool read_taken(struct hk_reader *data, struct hk_reader *secret,
                       struct hk_taken *taken)
{
    hk_card cards[HK_PACK_MAX];
    unsigned from_pile;
    unsigned drawn;

    if (!hk_record_read_seat(data, "taker", &taken->seat) ||
        !hk_record_read_cards(data, "from_pile", cards, &from_pile) ||
        from_pile == 0 || from_pile > HK_TAKEN_MAX)
        return false;
    memcpy(taken->from_pile, cards, from_pile);
    if (!hk_record_read_cards(secret, "drawn", cards, &drawn) ||
        drawn != from_pile)
        return false;
    memcpy(taken->drawn, cards, drawn);
    taken->pile_count = (uint8_t)from_pile;
    taken->drawn_count = (uint8_t)drawn;
    return true;
}

/* M10: an answer may end in a taking, and a no also in a draw. */
static bool read_answered(struct hk_reader *data, struct hk_reader *secret,
                          struct hk_event *event)
{
    struct hk_reader ahead = *data;
    struct hk_reader words;

    if (hk_reader_done(data))
        return true;
    if (!event->move.allow && hk_reader_key(&ahead, "drawn", &words))
        return read_drawn(data, &event->drawn);
    return read_taken(data, secret, &event->taken);
}

static bool read_move(struct hk_reader *data, struct hk_reader *secret,
                      struct hk_event *event)
{
    struct hk_reader words;
    char text[HK_NOTATION_SIZE];

    if (event->seat < 0 || !hk_reader_field(data, &words) ||
        !hk_reader_rest(&words, text, sizeof text) ||
        !hk_notation_read_move(text, &event->move))
        return false;
    event->move.seat = (hk_seat)event->seat;
    switch ((enum hk_move_kind)event->move.kind) {
    case HK_MOVE_DRAW:
        return read_drawn(event->move.source == HK_FROM_DISCARD ? data : secret,
                          &event->drawn);
    case HK_MOVE_TAKE:
        return read_taken(data, secret, &event->taken);
    case HK_MOVE_ANSWER:
        return read_answered(data, secret, event);
    case HK_MOVE_RETURN:
    case HK_MOVE_MELD:
    case HK_MOVE_LAY_OFF:
    case HK_MOVE_TAKE_JOKER:
    case HK_MOVE_DISCARD:
    case HK_MOVE_MAY_I:
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        return true;
    }
    return false;
}

static bool read_reshuffled(struct hk_reader *data, struct hk_reader *secret,
                            struct hk_record *record)
{
    struct hk_move *move = &record->entry.event.move;
    int64_t count;

    return hk_record_read_number(data, "stock", 0, HK_PACK_MAX, &count) &&
           read_numbers(secret, record) &&
           read_order(secret, "order", HK_MOVE_RESHUFFLE, move) &&
           move->card_count == count;
}

static bool read_game_ended(struct hk_reader *data, struct hk_event *event)
{
    struct hk_reader words;
    char word[WORD_SIZE];

    if (!hk_reader_key(data, "ending", &words) ||
        !hk_reader_word(&words, word, sizeof word) || !hk_reader_done(&words))
        return false;
    if (strcmp(word, "finished") == 0)
        event->ending = HK_ENDING_FINISHED;
    else if (strcmp(word, "ended") == 0)
        event->ending = HK_ENDING_ENDED;
    else
        return false;
    return hk_record_read_bits(data, "winners", &event->winners);
}

static bool read_expired(struct hk_reader *data, struct hk_event *event)
{
    int64_t phase, forfeit;

    if (event->seat < 0 ||
        !hk_record_read_number(data, "phase", HK_PHASE_DRAW, HK_PHASE_ANSWER,
                               &phase) ||
        !hk_record_read_number(data, "forfeit", 0, 1, &forfeit))
        return false;
    event->phase = (uint8_t)phase;
    event->forfeit = forfeit != 0;
    return true;
}

static bool read_resumed(struct hk_reader *data, struct hk_event *event)
{
    int64_t left;

    if (!hk_record_read_number(data, "left", -1, UINT32_MAX, &left))
        return false;
    event->limited = left >= 0;
    event->left_ms = left >= 0 ? (uint32_t)left : 0;
    return true;
}

/* What stands before all else in games with a clock. */
static bool read_clock(struct hk_reader *data, struct hk_event *event)
{
    struct hk_reader ahead = *data;
    struct hk_reader words;
    char word[WORD_SIZE];
    int64_t spent;

    if (hk_reader_key(&ahead, "spent", &words)) {
        if (!hk_record_read_number(data, "spent", 1, UINT32_MAX, &spent))
            return false;
        event->spent_ms = (uint32_t)spent;
    }
    if (!hk_reader_key(data, "by", &words))
        return true;
    event->by_clock = true;
    return event->type == HK_EVENT_MOVE &&
           hk_reader_word(&words, word, sizeof word) &&
           hk_reader_done(&words) && strcmp(word, "clock") == 0;
}

static bool read_texts(enum hk_event_type type, struct hk_reader *data,
                       struct hk_reader *secret, struct hk_record *record)
{
    struct hk_event *event = &record->entry.event;

    switch (type) {
    case HK_EVENT_GAME_CREATED:
        return read_created(data, secret, record);
    case HK_EVENT_SEAT_TAKEN:
        return read_seat_taken(data, record);
    case HK_EVENT_SEAT_GIVEN:
        return read_seat_given(data, record);
    case HK_EVENT_UNDONE:
        return read_undone(data, event);
    case HK_EVENT_ROUND_STARTED:
        return read_round_started(data, secret, record);
    case HK_EVENT_MOVE:
        return read_move(data, secret, event);
    case HK_EVENT_RESHUFFLED:
        return read_reshuffled(data, secret, record);
    case HK_EVENT_ROUND_ENDED:
        return hk_record_read_round(data, event);
    case HK_EVENT_ROUND_CORRECTED:
        return hk_record_read_correction(data, record);
    case HK_EVENT_GAME_ENDED:
        return read_game_ended(data, event);
    case HK_EVENT_CLOCK_EXPIRED:
        return read_expired(data, event);
    case HK_EVENT_CLOCK_RESUMED:
        return read_resumed(data, event);
    }
    return false;
}

enum hk_error hk_record_read(const struct hk_event_row *row,
                             struct hk_record *ret_record)
{
    struct hk_event *event = &ret_record->entry.event;
    struct hk_reader data;
    struct hk_reader secret;

    memset(ret_record, 0, sizeof *ret_record);
    if (row->round > UINT8_MAX || row->seat < -1 || row->seat >= HK_SEATS_MAX)
        return HK_E_INTERNAL;
    event->seq = row->seq;
    event->at = row->at;
    event->type = (uint8_t)row->type;
    event->round = (uint8_t)row->round;
    event->seat = (int8_t)row->seat;
    event->drawn = HK_NO_CARD;
    event->hashed = row->hash != NULL;
    if (row->hash)
        memcpy(event->hash, row->hash, sizeof event->hash);
    hk_reader_init(&data, row->data);
    hk_reader_init(&secret, row->secret ? row->secret : "");
    if (read_clock(&data, event) &&
        read_texts(row->type, &data, &secret, ret_record) &&
        hk_reader_done(&data) && hk_reader_done(&secret))
        return HK_OK;
    hk_record_clear(ret_record);
    return HK_E_INTERNAL;
}

void hk_record_clear(struct hk_record *record)
{
    if (!record)
        return;
    free(record->deals);
    record->deals = NULL;
}
