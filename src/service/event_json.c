/* Writing events. The members of each stand in the order of their names, which
 * makes the text canonical (docs/hash-chain.md). */
#include "service/event_json.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bot.h"
#include "service/clocks.h"
#include "service/json_values.h"

/* ----- what every event has ----------------------------------------------- */

static void put_at(struct hk_json *json, const struct hk_event *event)
{
    hk_json_time(json, "at", event->at);
}

static bool is_of_round(const struct hk_event *event)
{
    return event->round > 0 && event->type != HK_EVENT_GAME_ENDED;
}

static void put_round(struct hk_json *json, const struct hk_event *event)
{
    hk_json_number_or_null(json, "round",
                           is_of_round(event) ? event->round : -1);
}

/* Who moved, whose moves were taken back, who sat down, or told a round. */
static void put_seat(struct hk_json *json, const struct hk_event *event)
{
    enum hk_event_type type = event->type;
    bool of_seat = type == HK_EVENT_MOVE || type == HK_EVENT_SEAT_TAKEN ||
                   type == HK_EVENT_SEAT_GIVEN || type == HK_EVENT_UNDONE ||
                   type == HK_EVENT_ROUND_CORRECTED ||
                   type == HK_EVENT_CLOCK_EXPIRED ||
                   type == HK_EVENT_CLOCK_RESUMED || event->recorded;

    hk_json_number_or_null(json, "seat", of_seat ? event->seat : -1);
}

/* And the time that it took, in games with clocks. */
static void put_seq(struct hk_json *json, const struct hk_event *event,
                    const struct hk_rules *rules)
{
    hk_json_integer(json, "seq", event->seq);
    if (hk_clocks_kept(rules))
        hk_json_integer(json, "spent_ms", event->spent_ms);
}

static void put_type(struct hk_json *json, const struct hk_event *event)
{
    hk_json_string(json, "type", hk_event_name(event->type));
}

/* ----- the types ---------------------------------------------------------- */

/* Those that the game knew when it was made. */
static void put_options(struct hk_json *json, const struct hk_rules *rules,
                        uint32_t later)
{
    const struct hk_option *sorted[HK_OPTIONS];
    size_t count = 0;

    for (const struct hk_option *o = hk_options; o->name; o++) {
        if (!(o->variants >> rules->variant & 1) ||
            later >> (o - hk_options) & 1)
            continue;
        size_t place = count++;
        for (; place > 0 && strcmp(sorted[place - 1]->name, o->name) > 0;
             place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = o;
    }
    hk_json_open_object(json, "options");
    for (size_t i = 0; i < count; i++)
        hk_json_option_value(json, sorted[i]->name, sorted[i],
                             hk_option_get(sorted[i], rules));
    hk_json_close_object(json);
}

static void put_created(struct hk_json *json, const struct hk_event *event)
{
    const struct hk_rules *rules = event->rules;

    put_at(json, event);
    hk_json_open_array(json, "bots");
    for (unsigned i = 0; i < rules->seats; i++) {
        if (event->bots >> i & 1)
            hk_json_integer(json, NULL, i);
    }
    hk_json_close_array(json);
    hk_json_string(json, "mode", hk_mode_name(event->mode));
    put_options(json, rules, event->later_options);
    put_round(json, event);
    put_seat(json, event);
    hk_json_open_array(json, "seats");
    for (unsigned i = 0; i < rules->seats; i++)
        hk_json_string(json, NULL, event->players[i]);
    hk_json_close_array(json);
    put_seq(json, event, rules);
    put_type(json, event);
    hk_json_string(json, "variant", hk_variant_name(rules->variant));
}

static void put_seat_taken(struct hk_json *json, const struct hk_event *event,
                           const struct hk_rules *rules)
{
    put_at(json, event);
    hk_json_string(json, "player", event->players[0]);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    put_type(json, event);
}

static void put_seat_given(struct hk_json *json, const struct hk_event *event,
                           const struct hk_rules *rules)
{
    put_at(json, event);
    hk_json_string(json, "bot", event->players[0] ? NULL : HK_BOT_BASIC);
    hk_json_string(json, "player", event->players[0]);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    put_type(json, event);
}

static void put_undone(struct hk_json *json, const struct hk_event *event,
                       const struct hk_rules *rules)
{
    put_at(json, event);
    hk_json_integer(json, "from_seq", event->undone.from_seq);
    hk_json_integer(json, "moves", event->undone.moves);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    hk_json_integer(json, "to_seq", event->undone.to_seq);
    put_type(json, event);
}

/* The order of a deck, or null while it is hidden. */
static void put_deck(struct hk_json *json, const char *name,
                     const struct hk_move *move)
{
    if (move->card_count == 0)
        hk_json_null(json, name);
    else
        hk_json_cards(json, name, move->cards, move->card_count);
}

static void put_started(struct hk_json *json, const struct hk_event *event,
                        const struct hk_rules *rules)
{
    put_at(json, event);
    hk_json_hex(json, "commitment", event->commitment,
                sizeof(event->commitment));
    hk_json_integer(json, "dealer", event->move.seat);
    put_deck(json, "deck", &event->move);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    hk_json_integer(json, "starter", event->starter);
    put_type(json, event);
}

/* M10 M11: what a claim gave, or null; the cards of the stock are null while
 * they are hidden. */
static void put_taken(struct hk_json *json, const struct hk_taken *taken)
{
    if (taken->pile_count == 0) {
        hk_json_null(json, "cards_taken");
        return;
    }
    hk_json_open_object(json, "cards_taken");
    if (taken->drawn_count == 0)
        hk_json_null(json, "drawn");
    else
        hk_json_cards(json, "drawn", taken->drawn, taken->drawn_count);
    hk_json_cards(json, "from_pile", taken->from_pile, taken->pile_count);
    hk_json_integer(json, "seat", taken->seat);
    hk_json_close_object(json);
}

static void put_moved(struct hk_json *json, const struct hk_event *event,
                      const struct hk_rules *rules)
{
    put_at(json, event);
    if (hk_clocks_kept(rules))
        hk_json_boolean(json, "by_clock", event->by_clock);
    if (hk_move_known(rules->variant, HK_MOVE_TAKE))
        put_taken(json, &event->taken);
    hk_json_card(json, "drawn", event->drawn);
    hk_json_move(json, "move", &event->move);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    put_type(json, event);
}

static void put_reshuffled(struct hk_json *json, const struct hk_event *event,
                           const struct hk_rules *rules)
{
    put_at(json, event);
    put_deck(json, "order", &event->move);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    put_type(json, event);
}

static void put_result(struct hk_json *json, const struct hk_rules *rules,
                       const struct hk_round_result *result)
{
    hk_json_boolean(json, "blocked", result->out < 0);
    hk_json_boolean(json, "hand", result->hand);
    hk_json_number_or_null(json, "out", result->out);
    hk_json_point_list(json, "points", result->points, rules->seats);
}

static void put_team_points(struct hk_json *json, const struct hk_rules *rules,
                            const struct hk_round_result *result)
{
    if (hk_rules_teams(rules))
        hk_json_point_list(json, "team_points", result->team_points, HK_TEAMS);
    else
        hk_json_null(json, "team_points");
}

static void put_round_ended(struct hk_json *json, const struct hk_event *event,
                            const struct hk_rules *rules)
{
    enum hk_mode mode = event->recorded ? HK_MODE_SCORECARD : HK_MODE_REFEREE;

    put_at(json, event);
    put_result(json, rules, &event->result);
    put_round(json, event);
    put_seat(json, event);
    if (event->recorded)
        hk_json_null(json, "seed");
    else
        hk_json_hex(json, "seed", event->seed, sizeof(event->seed));
    put_seq(json, event, rules);
    put_team_points(json, rules, &event->result);
    hk_json_told(json, rules, mode, &event->result);
    put_type(json, event);
}

static void put_round_corrected(struct hk_json *json,
                                const struct hk_event *event,
                                const struct hk_rules *rules)
{
    put_at(json, event);
    put_result(json, rules, &event->result);
    hk_json_string(json, "reason", event->reason);
    hk_json_integer(json, "revision", event->revision);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    put_team_points(json, rules, &event->result);
    hk_json_told(json, rules, HK_MODE_SCORECARD, &event->result);
    put_type(json, event);
    hk_json_winners(json, "winners", event->winners);
}

static void put_game_ended(struct hk_json *json, const struct hk_event *event,
                           const struct hk_rules *rules)
{
    put_at(json, event);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    hk_json_string(json, "status",
                   event->ending == HK_ENDING_FINISHED ? "finished" : "ended");
    put_type(json, event);
    hk_json_winners(json, "winners", event->winners);
}

static void put_expired(struct hk_json *json, const struct hk_event *event,
                        const struct hk_rules *rules)
{
    put_at(json, event);
    hk_json_boolean(json, "forfeit", event->forfeit);
    hk_json_string(json, "phase", hk_json_phase(event->phase));
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    put_type(json, event);
}

static void put_resumed(struct hk_json *json, const struct hk_event *event,
                        const struct hk_rules *rules)
{
    put_at(json, event);
    hk_json_number_or_null(json, "left_ms",
                           event->limited ? (int64_t)event->left_ms : -1);
    put_round(json, event);
    put_seat(json, event);
    put_seq(json, event, rules);
    put_type(json, event);
}

/* ----- the whole ---------------------------------------------------------- */

static void put_members(struct hk_json *json, const struct hk_event *event,
                        const struct hk_rules *rules)
{
    switch ((enum hk_event_type)event->type) {
    case HK_EVENT_GAME_CREATED:
        put_created(json, event);
        return;
    case HK_EVENT_SEAT_TAKEN:
        put_seat_taken(json, event, rules);
        return;
    case HK_EVENT_SEAT_GIVEN:
        put_seat_given(json, event, rules);
        return;
    case HK_EVENT_UNDONE:
        put_undone(json, event, rules);
        return;
    case HK_EVENT_ROUND_STARTED:
        put_started(json, event, rules);
        return;
    case HK_EVENT_MOVE:
        put_moved(json, event, rules);
        return;
    case HK_EVENT_RESHUFFLED:
        put_reshuffled(json, event, rules);
        return;
    case HK_EVENT_ROUND_ENDED:
        put_round_ended(json, event, rules);
        return;
    case HK_EVENT_ROUND_CORRECTED:
        put_round_corrected(json, event, rules);
        return;
    case HK_EVENT_GAME_ENDED:
        put_game_ended(json, event, rules);
        return;
    case HK_EVENT_CLOCK_EXPIRED:
        put_expired(json, event, rules);
        return;
    case HK_EVENT_CLOCK_RESUMED:
        put_resumed(json, event, rules);
        return;
    }
    abort();
}

bool hk_event_is_sealed(const struct hk_event *event)
{
    return is_of_round(event) && event->type != HK_EVENT_ROUND_ENDED &&
           event->type != HK_EVENT_ROUND_CORRECTED;
}

void hk_json_event_text(struct hk_json *json, const struct hk_event *event,
                        const struct hk_rules *rules)
{
    hk_json_open_object(json, NULL);
    put_members(json, event, rules);
    hk_json_close_object(json);
}

void hk_json_named_event(struct hk_json *json, const char *name,
                         const struct hk_event *event,
                         const struct hk_rules *rules)
{
    hk_json_open_object(json, name);
    put_members(json, event, rules);
    if (event->hashed)
        hk_json_hex(json, "hash", event->hash, sizeof(event->hash));
    else
        hk_json_null(json, "hash");
    if (event->has_leaf)
        hk_json_hex(json, "leaf", event->leaf, sizeof(event->leaf));
    hk_json_close_object(json);
}

void hk_json_event(struct hk_json *json, const struct hk_event *event,
                   const struct hk_rules *rules)
{
    hk_json_named_event(json, NULL, event, rules);
}
