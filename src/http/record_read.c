/* Reading records of games. Members that this version does not name are let
 * be: a record may come from a later one. */
#include "http/record_read.h"

#include <stdlib.h>
#include <string.h>

#include "http/game_read.h"
#include "http/json_read.h"
#include "http/moves_read.h"

static void add_range(struct hk_faults *faults, const struct hk_at *at,
                      int64_t greatest)
{
    hk_faults_add(faults, at, "out_of_range", HK_FAULT_FROM_TO,
                  HK_FIGURES({"least", NULL, 0}, {"greatest", NULL, greatest}));
}

/* ----- the head ----------------------------------------------------------- */

/* A scorecard has no moves to referee. */
static void read_mode(struct hk_faults *faults, const struct hk_at *at,
                      json_t *object)
{
    struct hk_at mode_at = {.up = at, .name = "mode"};
    const char *mode;

    if (hk_read_string(faults, at, object, "mode", false, &mode) &&
        strcmp(mode, hk_mode_name(HK_MODE_REFEREE)) != 0)
        hk_faults_add(faults, &mode_at, "unknown_value", HK_FAULT_ONE_OF,
                      HK_FIGURES({"choices", "referee", 0}));
}

static void read_format(struct hk_faults *faults, const struct hk_at *at,
                        json_t *body)
{
    struct hk_at format_at = {.up = at, .name = "format"};
    const char *format;
    int64_t version;

    if (hk_read_string(faults, at, body, "format", true, &format) &&
        strcmp(format, HK_RECORD_FORMAT) != 0)
        hk_faults_add(faults, &format_at, "unknown_value", HK_FAULT_ONE_OF,
                      HK_FIGURES({"choices", HK_RECORD_FORMAT, 0}));
    hk_read_integer(faults, at, body, "version", true, HK_RECORD_VERSION,
                    HK_RECORD_VERSION, &version);
    read_mode(faults, at, body);
}

/* Who sits, as in the event game_created: names, or null for bots and seats
 * that are open. */
static void read_seats(struct hk_faults *faults, const struct hk_at *at,
                       json_t *event, enum hk_variant variant,
                       struct hk_record_head *head)
{
    struct hk_at seats_at = {.up = at, .name = "seats"};
    json_t *seats, *bots, *value;
    size_t i;

    if (!hk_read_array(faults, at, event, "seats", true, 0, &seats))
        return;
    size_t count = json_array_size(seats);
    if (count < hk_variant_seats_least(variant) ||
        count > hk_variant_seats_most(variant)) {
        hk_faults_add(
            faults, &seats_at, "wrong_number", HK_FAULT_SEAT_COUNTS,
            HK_FIGURES({"variant", hk_variant_name(variant), 0},
                       {"least", NULL, hk_variant_seats_least(variant)},
                       {"greatest", NULL, hk_variant_seats_most(variant)}));
        return;
    }
    hk_rules_init(&head->rules, variant, (unsigned)count);
    json_array_foreach(seats, i, value)
    {
        struct hk_at here = {.up = &seats_at, .index = i};
        if (json_is_null(value))
            head->open_seats |= (uint8_t)(1u << i);
        else if (!json_is_string(value))
            hk_faults_add(faults, &here, "wrong_type", HK_FAULT_NAME_NOT_TEXT,
                          NULL);
    }
    if (!hk_read_array(faults, at, event, "bots", false, 0, &bots))
        return;
    json_array_foreach(bots, i, value)
    {
        struct hk_at bots_at = {.up = at, .name = "bots"};
        struct hk_at here = {.up = &bots_at, .index = i};
        json_int_t seat = json_integer_value(value);
        if (!json_is_integer(value) || seat < 0 || seat >= (json_int_t)count)
            add_range(faults, &here, (int64_t)count - 1);
        else
            head->bots |= (uint8_t)(1u << seat);
    }
    head->open_seats &= (uint8_t)~head->bots;
}

static void read_created(struct hk_faults *faults, const struct hk_at *at,
                         struct hk_record_head *head)
{
    struct hk_at type_at = {.up = at, .name = "type"};
    json_t *event = json_array_get(head->events, 0);
    enum hk_variant variant;
    const char *type;

    if (!hk_read_is_object(faults, at, event) ||
        !hk_read_string(faults, at, event, "type", true, &type))
        return;
    if (strcmp(type, hk_event_name(HK_EVENT_GAME_CREATED)) != 0) {
        hk_faults_add(faults, &type_at, "unknown_value", HK_FAULT_ONE_OF,
                      HK_FIGURES({"choices", "game_created", 0}));
        return;
    }
    read_mode(faults, at, event);
    if (!hk_variant_read(faults, at, event, &variant))
        return;
    read_seats(faults, at, event, variant, head);
    hk_rules_read(faults, at, event, &variant, &head->rules);
}

/* How many cards of each round's deck were arranged. */
static void read_arranged(struct hk_faults *faults, const struct hk_at *at,
                          json_t *body, struct hk_record_head *head)
{
    struct hk_at arranged_at = {.up = at, .name = "arranged"};
    json_t *value;
    size_t i;

    if (!hk_read_array(faults, at, body, "arranged", false, 0, &head->arranged))
        return;
    json_array_foreach(head->arranged, i, value)
    {
        struct hk_at here = {.up = &arranged_at, .index = i};
        if (!json_is_integer(value) || json_integer_value(value) < 0 ||
            json_integer_value(value) > HK_PACK_MAX)
            add_range(faults, &here, HK_PACK_MAX);
    }
}

void hk_record_head_read(struct hk_faults *faults, json_t *body,
                         struct hk_record_head *ret_head)
{
    struct hk_at at = {0}, events_at = {.up = &at, .name = "events"};
    struct hk_at first = {.up = &events_at};

    *ret_head = (struct hk_record_head){0};
    if (!hk_read_is_object(faults, &at, body))
        return;
    read_format(faults, &at, body);
    read_arranged(faults, &at, body, ret_head);
    if (hk_read_array(faults, &at, body, "events", true, 1, &ret_head->events))
        read_created(faults, &first, ret_head);
}

/* ----- one event ---------------------------------------------------------- */

static bool find_type(const char *name, enum hk_event_type *ret_type)
{
    for (int i = 1; i <= HK_EVENT_TYPES; i++) {
        if (strcmp(hk_event_name((enum hk_event_type)i), name) == 0) {
            *ret_type = (enum hk_event_type)i;
            return true;
        }
    }
    return false;
}

static bool read_order(struct hk_faults *faults, const struct hk_at *at,
                       json_t *event, const char *name, struct hk_move *move)
{
    struct hk_at here = {.up = at, .name = name};
    json_t *cards;

    if (!hk_read_array(faults, at, event, name, false, 0, &cards))
        return false;
    move->card_count = (uint8_t)hk_read_cards(faults, &here, cards, HK_PACK_MAX,
                                              move->cards);
    return true;
}

static bool read_seat(struct hk_faults *faults, const struct hk_at *at,
                      json_t *event, const char *name, bool required,
                      const struct hk_rules *rules, int *ret_seat)
{
    int64_t seat;

    if (!hk_read_integer(faults, at, event, name, required, 0, rules->seats - 1,
                         &seat))
        return false;
    *ret_seat = (int)seat;
    return true;
}

/* The seed of a round stands in the event that ends it. */
static json_t *end_of_round(const struct hk_record_head *head, size_t index)
{
    size_t count = json_array_size(head->events);

    for (size_t i = index + 1; i < count; i++) {
        json_t *event = json_array_get(head->events, i);
        const char *type = json_string_value(json_object_get(event, "type"));
        if (!type || strcmp(type, "round_started") == 0)
            return NULL;
        if (strcmp(type, "round_ended") == 0)
            return event;
    }
    return NULL;
}

static void read_started(struct hk_faults *faults, const struct hk_at *at,
                         json_t *event, struct hk_record_head *head,
                         size_t index, struct hk_told *told)
{
    struct hk_event *into = &told->event;
    json_t *end = end_of_round(head, index);
    int seat;

    told->has_dealer = read_seat(faults, at, event, "dealer", false,
                                 &head->rules, &seat);
    if (told->has_dealer)
        into->move.seat = (hk_seat)seat;
    told->has_starter = read_seat(faults, at, event, "starter", false,
                                  &head->rules, &seat);
    if (told->has_starter)
        into->starter = (hk_seat)seat;
    told->has_commitment = hk_read_hex32(faults, at, event, "commitment", false,
                                         into->commitment);
    told->has_cards = read_order(faults, at, event, "deck", &into->move);
    told->arranged = (unsigned)json_integer_value(
        json_array_get(head->arranged, head->rounds++));
    if (end) {
        /* Its faults are told where that event is read. */
        struct hk_faults unused = {.count = 0};
        told->has_seed = hk_read_hex32(&unused, at, end, "seed", false,
                                       into->seed);
        hk_faults_clear(&unused);
    }
}

static void read_taken(struct hk_faults *faults, const struct hk_at *at,
                       json_t *event, const struct hk_rules *rules,
                       struct hk_told *told)
{
    struct hk_at here = {.up = at, .name = "cards_taken"};
    struct hk_at pile_at = {.up = &here, .name = "from_pile"};
    struct hk_at drawn_at = {.up = &here, .name = "drawn"};
    struct hk_taken *taken = &told->event.taken;
    json_t *object = hk_read_member(faults, at, event, "cards_taken", false);
    json_t *cards;
    int seat;

    /* A null says that nothing was taken. */
    told->has_taken = json_object_get(event, "cards_taken") != NULL;
    if (!object || !hk_read_is_object(faults, &here, object))
        return;
    if (read_seat(faults, &here, object, "seat", true, rules, &seat))
        taken->seat = (hk_seat)seat;
    if (hk_read_array(faults, &here, object, "from_pile", true, 1, &cards))
        taken->pile_count = (uint8_t)hk_read_cards(
            faults, &pile_at, cards, HK_TAKEN_MAX, taken->from_pile);
    told->has_taken_drawn = hk_read_array(faults, &here, object, "drawn", false,
                                          1, &cards);
    if (told->has_taken_drawn)
        taken->drawn_count = (uint8_t)hk_read_cards(faults, &drawn_at, cards,
                                                    HK_TAKEN_MAX, taken->drawn);
}

static void read_move(struct hk_faults *faults, const struct hk_at *at,
                      json_t *event, const struct hk_rules *rules,
                      struct hk_told *told)
{
    struct hk_at move_at = {.up = at, .name = "move"};
    struct hk_at drawn_at = {.up = at, .name = "drawn"};
    json_t *move = hk_read_member(faults, at, event, "move", true);
    json_t *drawn = hk_read_member(faults, at, event, "drawn", false);
    int seat = 0;

    if (move)
        hk_move_read(faults, &move_at, move, rules, &told->event.move);
    read_seat(faults, at, event, "seat", true, rules, &seat);
    told->event.move.seat = (hk_seat)seat;
    told->has_by_clock = hk_read_boolean(faults, at, event, "by_clock", false,
                                         &told->event.by_clock);
    told->has_drawn = drawn && hk_read_card(faults, &drawn_at, drawn,
                                            &told->event.drawn);
    read_taken(faults, at, event, rules, told);
}

/* All of an array of integers, one for each seat or team. */
static bool read_points(struct hk_faults *faults, const struct hk_at *at,
                        json_t *event, const char *name, size_t count,
                        hk_points *ret_points)
{
    struct hk_at here = {.up = at, .name = name};
    json_t *array, *value;
    size_t i;

    if (!hk_read_array(faults, at, event, name, false, 0, &array))
        return false;
    bool sound = json_array_size(array) == count;
    json_array_foreach(array, i, value)
    {
        json_int_t points = json_integer_value(value);
        sound = sound && json_is_integer(value) && points >= -100000 &&
                points <= 100000;
        if (sound)
            ret_points[i] = (hk_points)points;
    }
    if (!sound)
        hk_faults_add(faults, &here, "malformed", HK_FAULT_NOT_POINTS,
                      HK_FIGURES({"count", NULL, (long long)count}));
    return sound;
}

static void read_round_ended(struct hk_faults *faults, const struct hk_at *at,
                             json_t *event, const struct hk_rules *rules,
                             struct hk_told *told)
{
    struct hk_round_result *result = &told->event.result;
    uint8_t seed[HK_SEED_SIZE];
    int seat = -1;

    /* A null says that nobody went out. */
    told->has_out = json_object_get(event, "out") != NULL;
    if (!read_seat(faults, at, event, "out", false, rules, &seat))
        seat = -1;
    result->out = (int8_t)seat;
    told->has_hand = hk_read_boolean(faults, at, event, "hand", false,
                                     &result->hand);
    told->has_blocked = hk_read_boolean(faults, at, event, "blocked", false,
                                        &told->blocked);
    told->has_points = read_points(faults, at, event, "points", rules->seats,
                                   result->points);
    if (hk_rules_teams(rules))
        told->has_team_points = read_points(faults, at, event, "team_points",
                                            HK_TEAMS, result->team_points);
    hk_read_hex32(faults, at, event, "seed", false, seed);
}

static void read_game_ended(struct hk_faults *faults, const struct hk_at *at,
                            json_t *event, struct hk_told *told)
{
    struct hk_at status_at = {.up = at, .name = "status"};
    struct hk_at winners_at = {.up = at, .name = "winners"};
    const char *status;
    json_t *winners, *value;
    size_t i;

    told->has_status = hk_read_string(faults, at, event, "status", false,
                                      &status);
    if (told->has_status && strcmp(status, "finished") == 0)
        told->event.ending = HK_ENDING_FINISHED;
    else if (told->has_status && strcmp(status, "ended") == 0)
        told->event.ending = HK_ENDING_ENDED;
    else if (told->has_status)
        hk_faults_add(faults, &status_at, "unknown_value", HK_FAULT_ONE_OF,
                      HK_FIGURES({"choices", "finished, ended", 0}));
    told->has_winners = json_object_get(event, "winners") != NULL;
    if (!hk_read_array(faults, at, event, "winners", false, 0, &winners))
        return;
    json_array_foreach(winners, i, value)
    {
        struct hk_at here = {.up = &winners_at, .index = i};
        json_int_t winner = json_integer_value(value);
        if (!json_is_integer(value) || winner < 0 || winner >= HK_SEATS_MAX)
            add_range(faults, &here, HK_SEATS_MAX - 1);
        else
            told->event.winners |= (uint8_t)(1u << winner);
    }
}

static bool read_seq(struct hk_faults *faults, const struct hk_at *at,
                     json_t *event, const char *name, uint32_t *ret_seq)
{
    int64_t seq;

    if (!hk_read_integer(faults, at, event, name, false, 1, UINT32_MAX, &seq))
        return false;
    *ret_seq = (uint32_t)seq;
    return true;
}

static void read_undone(struct hk_faults *faults, const struct hk_at *at,
                        json_t *event, const struct hk_rules *rules,
                        struct hk_told *told)
{
    struct hk_undone *undone = &told->event.undone;
    int64_t moves;
    int seat;

    if (hk_read_integer(faults, at, event, "moves", true, 1, HK_PAST_MAX,
                        &moves))
        undone->moves = (uint8_t)moves;
    if (read_seat(faults, at, event, "seat", false, rules, &seat))
        told->event.seat = (int8_t)seat;
    told->has_from = read_seq(faults, at, event, "from_seq", &undone->from_seq);
    told->has_to = read_seq(faults, at, event, "to_seq", &undone->to_seq);
}

static void read_expired(struct hk_faults *faults, const struct hk_at *at,
                         json_t *event, const struct hk_rules *rules,
                         struct hk_told *told)
{
    int seat;

    if (read_seat(faults, at, event, "seat", true, rules, &seat))
        told->event.seat = (int8_t)seat;
    told->has_forfeit = hk_read_boolean(faults, at, event, "forfeit", false,
                                        &told->event.forfeit);
}

/* Members of an event of its type. */
static void read_typed(struct hk_faults *faults, const struct hk_at *at,
                       json_t *event, struct hk_record_head *head, size_t index,
                       struct hk_told *told)
{
    const char *bot;
    int seat;

    switch ((enum hk_event_type)told->event.type) {
    case HK_EVENT_GAME_CREATED:
    case HK_EVENT_ROUND_CORRECTED:
    case HK_EVENT_CLOCK_RESUMED:
        return; /* judged by their places alone */
    case HK_EVENT_CLOCK_EXPIRED:
        read_expired(faults, at, event, &head->rules, told);
        return;
    case HK_EVENT_SEAT_GIVEN:
        told->to_bot = hk_read_string(faults, at, event, "bot", false, &bot);
        if (read_seat(faults, at, event, "seat", true, &head->rules, &seat))
            told->event.seat = (int8_t)seat;
        return;
    case HK_EVENT_SEAT_TAKEN:
        if (read_seat(faults, at, event, "seat", true, &head->rules, &seat))
            told->event.seat = (int8_t)seat;
        return;
    case HK_EVENT_UNDONE:
        read_undone(faults, at, event, &head->rules, told);
        return;
    case HK_EVENT_ROUND_STARTED:
        read_started(faults, at, event, head, index, told);
        return;
    case HK_EVENT_MOVE:
        read_move(faults, at, event, &head->rules, told);
        return;
    case HK_EVENT_RESHUFFLED:
        told->has_cards = read_order(faults, at, event, "order",
                                     &told->event.move);
        return;
    case HK_EVENT_ROUND_ENDED:
        read_round_ended(faults, at, event, &head->rules, told);
        return;
    case HK_EVENT_GAME_ENDED:
        read_game_ended(faults, at, event, told);
        return;
    }
    abort();
}

void hk_record_event_read(struct hk_faults *faults, struct hk_record_head *head,
                          size_t index, struct hk_told *ret_told)
{
    struct hk_at body = {0}, events_at = {.up = &body, .name = "events"};
    struct hk_at at = {.up = &events_at, .index = index};
    struct hk_at type_at = {.up = &at, .name = "type"};
    json_t *event = json_array_get(head->events, index);
    enum hk_event_type type;
    const char *name;
    int64_t number;

    memset(ret_told, 0, sizeof *ret_told);
    ret_told->event.seat = -1;
    ret_told->event.drawn = HK_NO_CARD;
    if (!hk_read_is_object(faults, &at, event) ||
        !hk_read_string(faults, &at, event, "type", true, &name))
        return;
    if (!find_type(name, &type)) {
        hk_faults_add(faults, &type_at, "unknown_value", HK_FAULT_NO_SUCH_EVENT,
                      NULL);
        return;
    }
    ret_told->event.type = (uint8_t)type;
    ret_told->has_seq = hk_read_integer(faults, &at, event, "seq", false, 1,
                                        UINT32_MAX, &number);
    if (ret_told->has_seq)
        ret_told->event.seq = (uint32_t)number;
    ret_told->has_round = hk_read_integer(faults, &at, event, "round", false, 1,
                                          HK_ROUNDS_MAX, &number);
    if (ret_told->has_round)
        ret_told->event.round = (uint8_t)number;
    ret_told->has_spent = hk_read_integer(faults, &at, event, "spent_ms", false,
                                          0, UINT32_MAX, &number);
    if (ret_told->has_spent)
        ret_told->event.spent_ms = (uint32_t)number;
    read_typed(faults, &at, event, head, index, ret_told);
}
