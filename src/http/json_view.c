/* Values of the engine and the service as JSON. */
#include "http/json_view.h"

#include <stdlib.h>
#include <string.h>

#include "http/json_round.h"

/* The longest: "4294967295.s3.en.a31" with its quotes. */
void hk_view_etag(uint32_t seq, const struct hk_viewer *viewer,
                  enum hk_language language, uint8_t away,
                  char ret_etag[HK_ETAG_SIZE])
{
    const char *tag = hk_language_tag(language);
    char *to = ret_etag;

    *to++ = '"';
    to = hk_int_write(seq, to);
    *to++ = '.';
    /* G11: who sees it. */
    switch (viewer->kind) {
    case HK_VIEW_PUBLIC:
        *to++ = 'p';
        break;
    case HK_VIEW_SEAT:
        *to++ = 's';
        to = hk_int_write(viewer->seat, to);
        break;
    case HK_VIEW_HOST:
        *to++ = 'h';
        break;
    }
    *to++ = '.';
    memcpy(to, tag, strlen(tag));
    to += strlen(tag);
    if (away) {
        *to++ = '.';
        *to++ = 'a';
        to = hk_int_write(away, to);
    }
    *to++ = '"';
    *to = '\0';
}

void hk_json_options(struct hk_json *json, const char *name,
                     const struct hk_rules *rules)
{
    hk_json_open_object(json, name);
    for (const struct hk_option *o = hk_options; o->name; o++) {
        if (o->variants >> rules->variant & 1)
            hk_json_option_value(json, o->name, o, hk_option_get(o, rules));
    }
    hk_json_close_object(json);
}

/* As hk_json_options(), in a view, of which they take a fifth of the time. */
static void write_options(struct hk_json *json, const struct hk_rules *rules,
                          struct hk_options_text *kept)
{
    const struct hk_strbuf *text = json->text;
    size_t from = text->length;

    if (kept && kept->length > 0 && hk_rules_same(&kept->rules, rules)) {
        hk_strbuf_add_bytes(json->text, kept->text, kept->length);
        return;
    }
    hk_json_options(json, "options", rules);
    size_t length = text->length - from;
    if (!kept || text->failed || length > sizeof kept->text)
        return;
    kept->rules = *rules;
    kept->length = length;
    memcpy(kept->text, text->text + from, length);
}

/* The members that a view and a line of a list share. */
static void write_game_row(struct hk_json *json, const struct hk_game_row *row)
{
    hk_json_string(json, "id", row->uuid);
    hk_json_string(json, "variant", hk_variant_name(row->variant));
    hk_json_string(json, "mode", hk_mode_name(row->mode));
    hk_json_string(json, "status", hk_status_name(row->status));
    hk_json_boolean(json, "ranked", row->ranked);
}

static void write_times(struct hk_json *json, const struct hk_game_row *row)
{
    hk_json_integer(json, "seq", row->seq);
    hk_json_time(json, "created_at", row->created_at);
    hk_json_time(json, "updated_at", row->updated_at);
}

void hk_json_contract(struct hk_json *json, const char *name,
                      const struct hk_contract *contract)
{
    if (!contract) {
        hk_json_null(json, name);
        return;
    }
    hk_json_open_object(json, name);
    hk_json_integer(json, "sets", contract->sets);
    hk_json_integer(json, "runs", contract->runs);
    hk_json_close_object(json);
}

/* Who sits there: the members before the cards. */
static void open_seat(struct hk_json *json, const struct hk_seat_row *seat)
{
    bool nobody = seat->player == 0;

    hk_json_open_object(json, NULL);
    hk_json_integer(json, "seat", seat->seat);
    hk_json_string(json, "player", nobody ? NULL : seat->name);
    hk_json_string(json, "kind",
                   seat->bot ? "bot"
                   : nobody  ? "open"
                             : "player");
    hk_json_number_or_null(json, "team", seat->team);
}

void hk_json_game_line(struct hk_json *json, const struct hk_game_row *row,
                       const struct hk_seat_row *seats)
{
    write_game_row(json, row);
    hk_json_open_array(json, "seats");
    for (unsigned i = 0; i < row->seats; i++) {
        open_seat(json, &seats[i]);
        hk_json_integer(json, "total", seats[i].total);
        hk_json_close_object(json);
    }
    hk_json_close_array(json);
    write_times(json, row);
}

void hk_json_listed_game(struct hk_json *json,
                         const struct hk_listed_game *game)
{
    hk_json_open_object(json, NULL);
    hk_json_game_line(json, &game->row, game->seats);
    hk_json_close_object(json);
}

/* How many cards the seat holds, with those that a dry run does not show. */
static unsigned cards_held(const struct hk_snapshot *snapshot,
                           const struct hk_view *view, unsigned seat)
{
    if (!view->round_on)
        return 0;
    unsigned hidden = snapshot->hidden_seat == (int)seat
                          ? snapshot->hidden_cards
                          : 0;
    return view->hands[seat].count + hidden;
}

static void write_seats(struct hk_json *json,
                        const struct hk_snapshot *snapshot,
                        const struct hk_view *view)
{
    hk_json_open_array(json, "seats");
    for (unsigned i = 0; i < snapshot->rules.seats; i++) {
        open_seat(json, &snapshot->seats[i]);
        hk_json_integer(json, "cards", cards_held(snapshot, view, i));
        hk_json_boolean(json, "down", view->round_on && view->down[i]);
        hk_json_boolean(json, "away", snapshot->away >> i & 1);
        hk_json_integer(json, "total", snapshot->seats[i].total);
        hk_json_close_object(json);
    }
    hk_json_close_array(json);
}

static void write_meld(struct hk_json *json, const struct hk_rules *rules,
                       const struct hk_view_meld *meld)
{
    hk_json_open_object(json, NULL);
    hk_json_integer(json, "id", meld->number);
    hk_json_integer(json, "seat", meld->seat);
    hk_json_string(json, "kind", meld->kind == HK_RUN ? "run" : "set");
    hk_json_cards(json, "cards", meld->cards, meld->length);
    hk_json_cards(json, "stands_for", meld->stands_for, meld->length);
    if (hk_rules_values_melds(rules))
        hk_json_integer(json, "value", meld->value);
    else
        hk_json_null(json, "value");
    hk_json_close_object(json);
}

/* A time so long after the last event, or null. */
static void write_until(struct hk_json *json, const char *name,
                        const struct hk_snapshot *game, bool any, uint32_t ms)
{
    if (any)
        hk_json_time(json, name, game->row.updated_at + ms);
    else
        hk_json_null(json, name);
}

static void write_turn(struct hk_json *json, const struct hk_snapshot *game,
                       const struct hk_view *view)
{
    const struct hk_clock_face *clock = &game->clock;

    hk_json_open_object(json, "turn");
    hk_json_integer(json, "seat", view->turn);
    hk_json_string(json, "phase", hk_json_phase(view->phase));
    hk_json_boolean(json, "duty", view->duty);
    write_until(json, "deadline", game, clock->limited, clock->left_ms);
    hk_json_number_or_null(
        json, "bank", clock->has_bank ? (int64_t)clock->bank_ms / 1000 : -1);
    write_until(json, "claims_until", game, clock->window_ms > 0,
                clock->window_ms);
    hk_json_close_object(json);
}

/* M10: who asks for how many, who is asked, who has said yes. */
static void write_question(struct hk_json *json, const struct hk_view *view)
{
    const struct hk_question *question = &view->question;

    if (!view->asks) {
        hk_json_null(json, "question");
        return;
    }
    hk_json_open_object(json, "question");
    hk_json_integer(json, "by", question->by);
    hk_json_integer(json, "count", question->count);
    hk_json_integer(json, "asked", question->asked);
    hk_json_open_array(json, "allowed");
    for (unsigned i = 0; i < HK_SEATS_MAX; i++) {
        if (question->allowed >> i & 1)
            hk_json_integer(json, NULL, i);
    }
    hk_json_close_array(json);
    hk_json_close_object(json);
}

static void write_round_on(struct hk_json *json,
                           const struct hk_snapshot *snapshot,
                           const struct hk_view *view)
{
    if (!view->round_on) {
        hk_json_null(json, "round");
        return;
    }
    hk_json_open_object(json, "round");
    hk_json_integer(json, "number", view->round);
    hk_json_integer(json, "dealer", view->dealer);
    hk_json_integer(json, "starter", view->starter);
    write_turn(json, snapshot, view);
    hk_json_integer(json, "stock", view->stock);
    hk_json_integer(json, "reshuffles", view->reshuffles);
    hk_json_cards(json, "discard", view->pile, view->pile_count);
    hk_json_open_array(json, "melds");
    for (unsigned i = 0; i < view->meld_count; i++)
        write_meld(json, &snapshot->rules, &view->melds[i]);
    hk_json_close_array(json);
    hk_json_contract(json, "contract", view->contract);
    write_question(json, view);
    hk_json_hex(json, "commitment", snapshot->commitment,
                sizeof(snapshot->commitment));
    hk_json_close_object(json);
}

static void write_hand(struct hk_json *json, const char *name,
                       const struct hk_view *view, unsigned seat)
{
    const struct hk_view_hand *hand = &view->hands[seat];
    bool shown = view->round_on && hand->shown;

    hk_json_cards(json, name, hand->cards, shown ? hand->count : 0);
}

/* The hands that this viewer may see: its own, or all. */
static void write_hands(struct hk_json *json,
                        const struct hk_snapshot *snapshot,
                        const struct hk_view *view,
                        const struct hk_viewer *viewer)
{
    switch (viewer->kind) {
    case HK_VIEW_PUBLIC:
        return;
    case HK_VIEW_SEAT:
        hk_json_open_object(json, "you");
        hk_json_integer(json, "seat", viewer->seat);
        write_hand(json, "cards", view, viewer->seat);
        hk_json_close_object(json);
        return;
    case HK_VIEW_HOST:
        hk_json_open_array(json, "hands");
        for (unsigned i = 0; i < snapshot->rules.seats; i++)
            write_hand(json, NULL, view, i);
        hk_json_close_array(json);
        return;
    }
    abort();
}

void hk_json_totals(struct hk_json *json, const struct hk_snapshot *snapshot)
{
    const struct hk_rules *rules = &snapshot->rules;

    hk_json_open_array(json, "totals");
    for (unsigned i = 0; i < rules->seats; i++)
        hk_json_integer(json, NULL, snapshot->seats[i].total);
    hk_json_close_array(json);
    if (hk_rules_teams(rules)) {
        hk_json_open_array(json, "team_totals");
        for (unsigned i = 0; i < HK_TEAMS; i++)
            hk_json_integer(json, NULL,
                            hk_state_team_total(&snapshot->state, i));
        hk_json_close_array(json);
    } else {
        hk_json_null(json, "team_totals");
    }
    hk_json_winners(json, "winners",
                    snapshot->row.status == HK_STATUS_FINISHED
                        ? hk_state_winners(&snapshot->state, rules)
                        : 0);
}

void hk_json_scores(struct hk_json *json, const struct hk_snapshot *snapshot)
{
    hk_json_open_object(json, "scores");
    hk_json_open_array(json, "rounds");
    for (size_t i = 0; i < snapshot->round_count; i++) {
        hk_json_open_object(json, NULL);
        hk_json_result(json, &snapshot->rules, &snapshot->rounds[i].result,
                       true);
        hk_json_close_object(json);
    }
    hk_json_close_array(json);
    hk_json_totals(json, snapshot);
    hk_json_close_object(json);
}

void hk_json_chain(struct hk_json *json, const char *name,
                   const struct hk_snapshot *snapshot)
{
    hk_json_open_object(json, name);
    hk_json_integer(json, "seq", snapshot->chain_seq);
    hk_json_hex(json, "hash", snapshot->chain, sizeof(snapshot->chain));
    hk_json_close_object(json);
}

void hk_json_game(struct hk_json *json, const char *name,
                  const struct hk_snapshot *snapshot,
                  const struct hk_viewer *viewer, struct hk_options_text *kept)
{
    struct hk_view view;

    hk_view_state(&snapshot->state, &snapshot->rules, viewer, &view);
    /* A game that its host ended has no round on any more. */
    if (!hk_snapshot_round_on(snapshot))
        view.round_on = false;

    hk_json_open_object(json, name);
    write_game_row(json, &snapshot->row);
    hk_json_integer(json, "rules_version", snapshot->row.rules_version);
    write_options(json, &snapshot->rules, kept);
    write_times(json, &snapshot->row);
    hk_json_chain(json, "chain", snapshot);
    write_seats(json, snapshot, &view);
    write_round_on(json, snapshot, &view);
    write_hands(json, snapshot, &view, viewer);
    hk_json_scores(json, snapshot);
    hk_json_close_object(json);
}
