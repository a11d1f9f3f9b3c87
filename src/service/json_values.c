/* Writing values of the engine. */
#include "service/json_values.h"

#include <stdlib.h>

#include "engine/scorecard.h"

void hk_json_cards(struct hk_json *json, const char *name, const hk_card *cards,
                   unsigned count)
{
    /* Each with quotes and a comma. */
    char text[2 + HK_PACK_MAX * (HK_CARD_TEXT_SIZE + 2)];
    char *to = text;

    if (count > HK_PACK_MAX)
        abort();
    *to++ = '[';
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            *to++ = ',';
        *to++ = '"';
        hk_card_write(cards[i], to);
        to += HK_CARD_TEXT_SIZE - 1;
        *to++ = '"';
    }
    *to++ = ']';
    hk_json_raw(json, name, text, (size_t)(to - text));
}

const char *hk_json_phase(enum hk_phase phase)
{
    switch (phase) {
    case HK_PHASE_DRAW:
        return "draw";
    case HK_PHASE_PLAY:
        return "play";
    case HK_PHASE_ANSWER:
        return "answer";
    }
    abort();
}

void hk_json_winners(struct hk_json *json, const char *name, uint8_t winners)
{
    if (winners == 0) {
        hk_json_null(json, name);
        return;
    }
    hk_json_open_array(json, name);
    for (unsigned i = 0; i < HK_SEATS_MAX; i++) {
        if (winners >> i & 1)
            hk_json_integer(json, NULL, i);
    }
    hk_json_close_array(json);
}

void hk_json_point_list(struct hk_json *json, const char *name,
                        const hk_points *points, unsigned count)
{
    hk_json_open_array(json, name);
    for (unsigned i = 0; i < count; i++)
        hk_json_integer(json, NULL, points[i]);
    hk_json_close_array(json);
}

void hk_json_option_value(struct hk_json *json, const char *name,
                          const struct hk_option *option, int32_t value)
{
    switch (option->type) {
    case HK_OPTION_INT:
    case HK_OPTION_ONEOF:
        hk_json_integer(json, name, value);
        return;
    case HK_OPTION_BOOL:
        hk_json_boolean(json, name, value != 0);
        return;
    case HK_OPTION_CHOICE:
        hk_json_string(json, name, option->names[value]);
        return;
    }
    abort();
}

static void write_told_seat(struct hk_json *json,
                            const struct hk_told_seat *told)
{
    hk_json_open_object(json, NULL);
    if (told->has_cards)
        hk_json_cards(json, "cards", told->cards, told->card_count);
    else
        hk_json_null(json, "cards");
    if (told->down < 0)
        hk_json_null(json, "down");
    else
        hk_json_boolean(json, "down", told->down);
    if (told->has_points)
        hk_json_integer(json, "points", told->points);
    else
        hk_json_null(json, "points");
    hk_json_close_object(json);
}

void hk_json_told(struct hk_json *json, const struct hk_rules *rules,
                  enum hk_mode mode, const struct hk_round_result *result)
{
    struct hk_told_round told;

    if (mode == HK_MODE_REFEREE) {
        hk_json_null(json, "told");
        return;
    }
    hk_scorecard_told(rules, result, &told);
    hk_json_open_array(json, "told");
    for (unsigned seat = 0; seat < rules->seats; seat++)
        write_told_seat(json, &told.seats[seat]);
    hk_json_close_array(json);
}

void hk_json_card(struct hk_json *json, const char *name, hk_card card)
{
    char text[HK_CARD_TEXT_SIZE];

    if (card == HK_NO_CARD) {
        hk_json_null(json, name);
        return;
    }
    hk_card_write(card, text);
    hk_json_string(json, name, text);
}

static void write_melds(struct hk_json *json, const struct hk_move *move)
{
    const hk_card *cards = move->cards;

    hk_json_open_array(json, "melds");
    for (unsigned i = 0; i < move->meld_count; i++) {
        hk_json_cards(json, NULL, cards, move->lengths[i]);
        cards += move->lengths[i];
    }
    hk_json_close_array(json);
}

static void write_end(struct hk_json *json, enum hk_end end)
{
    switch (end) {
    case HK_END_NONE:
        return;
    case HK_END_LOW:
        hk_json_string(json, "end", "low");
        return;
    case HK_END_HIGH:
        hk_json_string(json, "end", "high");
        return;
    }
    abort();
}

void hk_json_move(struct hk_json *json, const char *name,
                  const struct hk_move *move)
{
    enum hk_move_kind kind = move->kind;

    hk_json_open_object(json, name);
    switch (kind) {
    case HK_MOVE_DRAW:
        hk_json_string(json, "from",
                       move->source == HK_FROM_STOCK ? "stock" : "discard");
        break;
    case HK_MOVE_RETURN:
        break;
    case HK_MOVE_MELD:
        write_melds(json, move);
        break;
    case HK_MOVE_LAY_OFF:
        hk_json_cards(json, "cards", move->cards, move->card_count);
        write_end(json, move->end);
        hk_json_integer(json, "meld", move->meld);
        break;
    case HK_MOVE_TAKE_JOKER:
        hk_json_cards(json, "cards", move->cards, move->card_count);
        hk_json_integer(json, "meld", move->meld);
        break;
    case HK_MOVE_DISCARD:
        hk_json_card(json, "card", move->cards[0]);
        break;
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
        hk_json_integer(json, "count", move->count);
        break;
    case HK_MOVE_ANSWER:
        hk_json_boolean(json, "allow", move->allow);
        break;
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        abort(); /* the referee's: never events of type move */
    }
    hk_json_string(json, "move", hk_move_name(kind));
    hk_json_close_object(json);
}
