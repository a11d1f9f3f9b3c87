/* The log's texts of rounds that have ended, and of their corrections. */
#include "service/record_round.h"

#include <string.h>

#include "engine/notation.h"

#define WORD_SIZE 16

/* ----- writing ------------------------------------------------------------ */

static void put_ending(const struct hk_round_result *result,
                       struct hk_strbuf *data)
{
    hk_fields_key(data, "out");
    hk_fields_int(data, result->out);
    hk_fields_key(data, "hand");
    hk_fields_int(data, result->hand);
}

static void put_points(const struct hk_rules *rules,
                       const struct hk_round_result *result,
                       struct hk_strbuf *data)
{
    hk_fields_key(data, "points");
    for (unsigned s = 0; s < rules->seats; s++)
        hk_fields_int(data, result->points[s]);
    hk_fields_key(data, "team_points");
    for (unsigned t = 0; hk_rules_teams(rules) && t < HK_TEAMS; t++)
        hk_fields_int(data, result->team_points[t]);
}

static void put_left(const struct hk_round_result *result, unsigned seat,
                     struct hk_strbuf *data)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(&result->left[seat], cards);

    hk_record_put_cards(data, cards, count);
}

static void put_refereed(const struct hk_rules *rules,
                         const struct hk_event *event, struct hk_strbuf *data)
{
    const struct hk_round_result *result = &event->result;

    hk_fields_key(data, "dealer");
    hk_fields_int(data, result->dealer);
    hk_fields_key(data, "starter");
    hk_fields_int(data, result->starter);
    put_ending(result, data);
    hk_fields_key(data, "down");
    hk_record_put_bits(data, result->down);
    put_points(rules, result, data);
    for (unsigned s = 0; s < rules->seats; s++) {
        hk_fields_key(data, "left");
        put_left(result, s, data);
    }
    hk_fields_key(data, "seed");
    hk_fields_hex(data, event->seed, sizeof event->seed);
}

/* "seat down held 32 points cards 7D KS JK": what was said, nothing else. */
static void put_told_seat(const struct hk_round_result *result, unsigned seat,
                          struct hk_strbuf *data)
{
    const struct hk_declared *declared = &result->declared;
    bool cards = declared->cards >> seat & 1;
    bool points = declared->points >> seat & 1;

    hk_fields_key(data, "seat");
    if (!(declared->down_said >> seat & 1))
        hk_fields_word(data, "-");
    else
        hk_fields_word(data, result->down >> seat & 1 ? "down" : "not_down");
    if (!cards && !points)
        return;
    hk_fields_word(data, "held");
    hk_fields_int(data, declared->held[seat]);
    if (points)
        hk_fields_word(data, "points");
    if (cards) {
        hk_fields_word(data, "cards");
        put_left(result, seat, data);
    }
}

static void put_told(const struct hk_rules *rules,
                     const struct hk_round_result *result,
                     struct hk_strbuf *data)
{
    put_ending(result, data);
    for (unsigned s = 0; s < rules->seats; s++)
        put_told_seat(result, s, data);
    put_points(rules, result, data);
}

void hk_record_put_round(const struct hk_rules *rules,
                         const struct hk_event *event, struct hk_strbuf *data)
{
    if (event->recorded)
        put_told(rules, &event->result, data);
    else
        put_refereed(rules, event, data);
}

void hk_record_put_correction(const struct hk_rules *rules,
                              const struct hk_event *event,
                              struct hk_strbuf *data)
{
    hk_fields_key(data, "revision");
    hk_fields_int(data, event->revision);
    hk_fields_key(data, "reason");
    hk_fields_quoted(data, event->reason);
    put_told(rules, &event->result, data);
    if (event->ending) {
        hk_fields_key(data, "winners");
        hk_record_put_bits(data, event->winners);
    }
}

/* ----- reading ------------------------------------------------------------ */

static bool read_ending(struct hk_reader *data, struct hk_round_result *result)
{
    int64_t out;
    int64_t hand;

    if (!hk_record_read_number(data, "out", -1, HK_SEATS_MAX - 1, &out) ||
        !hk_record_read_number(data, "hand", 0, 1, &hand))
        return false;
    result->out = (int8_t)out;
    result->hand = hand != 0;
    return true;
}

/* Returns how many seats there are; -1 where it is no such thing. */
static int read_points(struct hk_reader *data, struct hk_round_result *result)
{
    int seats = hk_record_read_points(data, "points", HK_SEATS_MAX,
                                      result->points);
    int teams = hk_record_read_points(data, "team_points", HK_TEAMS,
                                      result->team_points);

    return seats > 0 && (teams == 0 || teams == HK_TEAMS) ? seats : -1;
}

static bool add_left(const hk_card *cards, unsigned count,
                     struct hk_cardset *left)
{
    for (unsigned i = 0; i < count; i++) {
        if (!hk_cardset_add(left, cards[i]))
            return false;
    }
    return true;
}

static bool read_refereed(struct hk_reader *data, struct hk_event *event)
{
    struct hk_round_result *result = &event->result;
    hk_card cards[HK_PACK_MAX];
    unsigned count;

    if (!hk_record_read_seat(data, "dealer", &result->dealer) ||
        !hk_record_read_seat(data, "starter", &result->starter) ||
        !read_ending(data, result) ||
        !hk_record_read_bits(data, "down", &result->down))
        return false;
    int seats = read_points(data, result);
    for (int s = 0; s < seats; s++) {
        if (!hk_record_read_cards(data, "left", cards, &count) ||
            !add_left(cards, count, &result->left[s]))
            return false;
    }
    return seats > 0 &&
           hk_record_read_hex(data, "seed", sizeof event->seed, event->seed);
}

/* Whether the next word is this one; then it is taken. */
static bool take_word(struct hk_reader *words, const char *wanted)
{
    struct hk_reader ahead = *words;
    char word[WORD_SIZE];

    if (!hk_reader_word(&ahead, word, sizeof word) || strcmp(word, wanted) != 0)
        return false;
    *words = ahead;
    return true;
}

static bool read_held(struct hk_reader *words, struct hk_round_result *result,
                      unsigned seat)
{
    struct hk_declared *declared = &result->declared;
    uint8_t bit = (uint8_t)(1u << seat);
    int64_t held;
    char text[HK_NOTATION_SIZE] = "";
    hk_card cards[HK_PACK_MAX];
    unsigned count;

    if (!hk_reader_int(words, 0, INT16_MAX, &held))
        return false;
    declared->held[seat] = (hk_points)held;
    if (take_word(words, "points"))
        declared->points |= bit;
    if (!take_word(words, "cards"))
        return (declared->points & bit) && hk_reader_done(words);
    declared->cards |= bit;
    return (hk_reader_done(words) ||
            hk_reader_rest(words, text, sizeof text)) &&
           hk_notation_read_cards(text, cards, &count) &&
           add_left(cards, count, &result->left[seat]);
}

static bool read_told_seat(struct hk_reader *words,
                           struct hk_round_result *result, unsigned seat)
{
    uint8_t bit = (uint8_t)(1u << seat);
    bool down = take_word(words, "down");

    if (down || take_word(words, "not_down"))
        result->declared.down_said |= bit;
    else if (!take_word(words, "-"))
        return false;
    /* Nobody goes out without going down (H13), said or not. */
    if (down || result->out == (int)seat)
        result->down |= bit;
    if (take_word(words, "held"))
        return read_held(words, result, seat);
    return hk_reader_done(words);
}

static bool read_told(struct hk_reader *data, struct hk_round_result *result)
{
    struct hk_reader words;
    unsigned seats = 0;

    if (!read_ending(data, result))
        return false;
    for (; hk_reader_key(data, "seat", &words); seats++) {
        if (seats == HK_SEATS_MAX || !read_told_seat(&words, result, seats))
            return false;
    }
    return read_points(data, result) == (int)seats;
}

bool hk_record_read_round(struct hk_reader *data, struct hk_event *event)
{
    struct hk_reader ahead = *data;
    struct hk_reader words;

    event->result.round = event->round;
    if (hk_reader_key(&ahead, "dealer", &words))
        return read_refereed(data, event);
    event->recorded = true;
    return read_told(data, &event->result);
}

bool hk_record_read_correction(struct hk_reader *data, struct hk_record *record)
{
    struct hk_event *event = &record->entry.event;
    struct hk_reader words;
    int64_t revision;

    event->result.round = event->round;
    event->reason = record->reason;
    if (!hk_record_read_number(data, "revision", 1, UINT32_MAX, &revision) ||
        !hk_reader_key(data, "reason", &words) ||
        !hk_reader_quoted(&words, record->reason, sizeof record->reason) ||
        !hk_reader_done(&words) || !read_told(data, &event->result))
        return false;
    event->revision = (uint32_t)revision;
    if (hk_reader_done(data))
        return true;
    event->ending = HK_ENDING_FINISHED;
    return hk_record_read_bits(data, "winners", &event->winners);
}
