/* Writing events. */
#include "http/json_event.h"

#include <stdlib.h>

#include "engine/view.h"
#include "http/json_round.h"
#include "http/json_view.h"

/* A card, or null where there is none or it is hidden. */
static void write_card(struct hk_json *json, const char *name, hk_card card)
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
    hk_json_string(json, "move", hk_move_name(kind));
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
        hk_json_integer(json, "meld", move->meld);
        hk_json_cards(json, "cards", move->cards, move->card_count);
        write_end(json, move->end);
        break;
    case HK_MOVE_TAKE_JOKER:
        hk_json_integer(json, "meld", move->meld);
        hk_json_cards(json, "cards", move->cards, move->card_count);
        break;
    case HK_MOVE_DISCARD:
        write_card(json, "card", move->cards[0]);
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
    hk_json_close_object(json);
}

/* M10 M11: what a claim gave, or null; the cards of the stock are null while
 * they are hidden. */
static void write_taken(struct hk_json *json, const struct hk_taken *taken)
{
    if (taken->pile_count == 0) {
        hk_json_null(json, "cards_taken");
        return;
    }
    hk_json_open_object(json, "cards_taken");
    hk_json_integer(json, "seat", taken->seat);
    hk_json_cards(json, "from_pile", taken->from_pile, taken->pile_count);
    if (taken->drawn_count == 0)
        hk_json_null(json, "drawn");
    else
        hk_json_cards(json, "drawn", taken->drawn, taken->drawn_count);
    hk_json_close_object(json);
}

/* The order of a deck, or null while it is hidden. */
static void write_deck(struct hk_json *json, const char *name,
                       const struct hk_move *move)
{
    if (move->card_count == 0)
        hk_json_null(json, name);
    else
        hk_json_cards(json, name, move->cards, move->card_count);
}

static void write_created(struct hk_json *json, const struct hk_event *event)
{
    hk_json_string(json, "variant", hk_variant_name(event->rules->variant));
    hk_json_string(json, "mode", hk_mode_name(event->mode));
    hk_json_options(json, "options", event->rules);
    hk_json_open_array(json, "seats");
    for (unsigned i = 0; i < event->rules->seats; i++)
        hk_json_string(json, NULL, event->players[i]);
    hk_json_close_array(json);
    hk_json_open_array(json, "bots");
    for (unsigned i = 0; i < event->rules->seats; i++) {
        if (event->bots >> i & 1)
            hk_json_integer(json, NULL, i);
    }
    hk_json_close_array(json);
}

static void write_started(struct hk_json *json, const struct hk_event *event)
{
    hk_json_integer(json, "dealer", event->move.seat);
    hk_json_integer(json, "starter", event->starter);
    hk_json_hex(json, "commitment", event->commitment,
                sizeof(event->commitment));
    write_deck(json, "deck", &event->move);
}

static void write_game_ended(struct hk_json *json, const struct hk_event *event)
{
    hk_json_string(json, "status",
                   event->ending == HK_ENDING_FINISHED ? "finished" : "ended");
    hk_json_winners(json, "winners", event->winners);
}

static void write_round_ended(struct hk_json *json,
                              const struct hk_event *event,
                              const struct hk_rules *rules)
{
    enum hk_mode mode = event->recorded ? HK_MODE_SCORECARD : HK_MODE_REFEREE;

    hk_json_result(json, rules, &event->result, false);
    hk_json_told(json, rules, mode, &event->result);
    if (event->recorded)
        hk_json_null(json, "seed");
    else
        hk_json_hex(json, "seed", event->seed, sizeof(event->seed));
}

static void write_round_corrected(struct hk_json *json,
                                  const struct hk_event *event,
                                  const struct hk_rules *rules)
{
    hk_json_integer(json, "revision", event->revision);
    hk_json_string(json, "reason", event->reason);
    hk_json_result(json, rules, &event->result, false);
    hk_json_told(json, rules, HK_MODE_SCORECARD, &event->result);
    hk_json_winners(json, "winners", event->winners);
}

/* Whether the event is one of a round, and of a seat: who moved, sat down, or
 * told a round. */
static void write_common(struct hk_json *json, const struct hk_event *event)
{
    enum hk_event_type type = event->type;
    bool of_seat = type == HK_EVENT_MOVE || type == HK_EVENT_SEAT_TAKEN ||
                   type == HK_EVENT_ROUND_CORRECTED || event->recorded;
    bool of_round = event->round > 0 && type != HK_EVENT_GAME_ENDED;

    hk_json_integer(json, "seq", event->seq);
    hk_json_time(json, "at", event->at);
    hk_json_string(json, "type", hk_event_name(type));
    hk_json_number_or_null(json, "round", of_round ? event->round : -1);
    hk_json_number_or_null(json, "seat", of_seat ? event->seat : -1);
}

void hk_json_event(struct hk_json *json, const struct hk_event *event,
                   const struct hk_rules *rules)
{
    enum hk_event_type type = event->type;

    hk_json_open_object(json, NULL);
    write_common(json, event);
    switch (type) {
    case HK_EVENT_GAME_CREATED:
        write_created(json, event);
        break;
    case HK_EVENT_SEAT_TAKEN:
        hk_json_string(json, "player", event->players[0]);
        break;
    case HK_EVENT_ROUND_STARTED:
        write_started(json, event);
        break;
    case HK_EVENT_MOVE:
        hk_json_move(json, "move", &event->move);
        write_card(json, "drawn", event->drawn);
        if (hk_move_known(rules->variant, HK_MOVE_TAKE))
            write_taken(json, &event->taken);
        break;
    case HK_EVENT_RESHUFFLED:
        write_deck(json, "order", &event->move);
        break;
    case HK_EVENT_ROUND_ENDED:
        write_round_ended(json, event, rules);
        break;
    case HK_EVENT_ROUND_CORRECTED:
        write_round_corrected(json, event, rules);
        break;
    case HK_EVENT_GAME_ENDED:
        write_game_ended(json, event);
        break;
    }
    hk_json_close_object(json);
}

static bool is_over(const struct hk_snapshot *snapshot, unsigned round)
{
    for (size_t i = 0; i < snapshot->round_count; i++) {
        if (snapshot->rounds[i].result.round == round)
            return true;
    }
    return false;
}

void hk_json_happened(struct hk_json *json, const struct hk_happened *happened,
                      const struct hk_viewer *viewer, bool minimal)
{
    const struct hk_snapshot *after = &happened->after;

    hk_json_integer(json, "seq", happened->seq);
    hk_json_open_array(json, "events");
    for (size_t i = 0; i < happened->event_count; i++) {
        struct hk_event event = happened->events[i];
        hk_view_event(&event, viewer, is_over(after, event.round));
        hk_json_event(json, &event, &after->rules);
    }
    hk_json_close_array(json);
    if (!minimal)
        hk_json_game(json, "game", after, viewer);
}
