/* A game as its log makes it: what each event does. */
#include "service/table.h"

#include <stdlib.h>
#include <string.h>

#include "service/dealer.h"

/* Numbers the next event; time never runs backwards in a log. */
static void stamp(struct hk_table *table, enum hk_event_type type,
                  unsigned round, int seat, hk_time now,
                  struct hk_entry *ret_entry)
{
    memset(ret_entry, 0, sizeof *ret_entry);
    if (now > table->updated_at)
        table->updated_at = now;
    ret_entry->event.seq = ++table->seq;
    ret_entry->event.at = table->updated_at;
    ret_entry->event.type = (uint8_t)type;
    ret_entry->event.round = (uint8_t)round;
    ret_entry->event.seat = (int8_t)seat;
    ret_entry->event.drawn = HK_NO_CARD;
    ret_entry->event.spent_ms = table->clocks.spent_ms;
    table->clocks.spent_ms = 0;
}

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* The referee's own moves cannot be refused. */
static void apply_own(struct hk_table *table, const struct hk_move *move)
{
    struct hk_outcome outcome;
    struct hk_refusal refusal;

    require(hk_apply(&table->rules, &table->state, move, &outcome, &refusal) ==
            HK_OK);
}

enum hk_owed hk_table_owed(const struct hk_table *table)
{
    if (table->status != HK_STATUS_PLAYING)
        return HK_OWED_NOTHING;
    if (table->round_ended)
        return HK_OWED_ROUND_END;
    switch ((enum hk_stage)table->state.stage) {
    case HK_STAGE_DEAL:
        return table->mode == HK_MODE_SCORECARD ? HK_OWED_NOTHING
                                                : HK_OWED_ROUND_START;
    case HK_STAGE_PLAY:
        return table->clocks.moving ? HK_OWED_CLOCK_MOVE : HK_OWED_NOTHING;
    case HK_STAGE_RESHUFFLE:
        return HK_OWED_RESHUFFLE;
    case HK_STAGE_OVER:
        return HK_OWED_FINISH;
    }
    abort();
}

bool hk_table_ranked(const struct hk_table *table)
{
    return table->deal_count == 0 && !table->handed_over &&
           (table->bots & ~table->clocks.forfeits) == 0;
}

static void update_status(struct hk_table *table)
{
    table->status = table->open_seats ? HK_STATUS_OPEN : HK_STATUS_PLAYING;
}

void hk_table_create(struct hk_table *ret_table, const char *id,
                     enum hk_mode mode, const struct hk_rules *rules,
                     const char *const players[HK_SEATS_MAX], uint8_t bots,
                     const struct hk_secret *secret, hk_time now,
                     struct hk_entry *ret_entry)
{
    require(mode == HK_MODE_REFEREE || (bots == 0 && secret->deal_count == 0 &&
                                        secret->first_dealer == 0));
    /* Whole, so that tables can be compared byte by byte. */
    memset(ret_table, 0, sizeof *ret_table);
    ret_table->rules = *rules;
    ret_table->mode = mode;
    ret_table->deals = secret->deals;
    ret_table->deal_count = secret->deal_count;
    ret_table->updated_at = now;
    hk_chain_start(id, ret_table->chain);
    hk_state_init(&ret_table->state, rules, secret->first_dealer);
    hk_clocks_init(&ret_table->clocks, rules);
    stamp(ret_table, HK_EVENT_GAME_CREATED, 0, -1, now, ret_entry);
    ret_entry->event.rules = rules;
    ret_entry->event.mode = (uint8_t)mode;
    ret_entry->event.bots = bots;
    ret_table->bots = bots;
    for (unsigned s = 0; s < rules->seats; s++) {
        ret_entry->event.players[s] = players[s];
        if (!players[s] && !(bots >> s & 1))
            ret_table->open_seats |= (uint8_t)(1u << s);
    }
    ret_entry->secret = *secret;
    update_status(ret_table);
}

void hk_table_take_seat(struct hk_table *table, hk_seat seat, const char *name,
                        hk_time now, struct hk_entry *ret_entry)
{
    require(table->open_seats >> seat & 1);
    table->open_seats &= (uint8_t) ~(1u << seat);
    update_status(table);
    stamp(table, HK_EVENT_SEAT_TAKEN, 0, seat, now, ret_entry);
    ret_entry->event.players[0] = name;
}

/* The first card is dealt, or of a scorecard the first round told. */
static bool has_begun(const struct hk_table *table)
{
    return table->status == HK_STATUS_PLAYING &&
           (table->mode == HK_MODE_REFEREE || table->state.round > 1);
}

void hk_table_give_seat(struct hk_table *table, hk_seat seat, const char *name,
                        bool stays, hk_time now, struct hk_entry *ret_entry)
{
    uint8_t bit = (uint8_t)(1u << seat);

    require((table->status == HK_STATUS_OPEN ||
             table->status == HK_STATUS_PLAYING) &&
            hk_table_owed(table) == HK_OWED_NOTHING &&
            (name || table->mode == HK_MODE_REFEREE));
    stays = name ? stays : table->bots & bit;
    if (!stays && has_begun(table))
        table->handed_over = true;
    table->open_seats &= (uint8_t)~bit;
    table->bots = (uint8_t)(name ? table->bots & ~bit : table->bots | bit);
    table->clocks.forfeits &= (uint8_t)~bit;
    update_status(table);
    stamp(table, HK_EVENT_SEAT_GIVEN, 0, seat, now, ret_entry);
    ret_entry->event.players[0] = name;
}

void hk_table_pass(struct hk_table *table, uint64_t ms)
{
    if (table->status == HK_STATUS_PLAYING)
        hk_clocks_pass(&table->clocks, &table->rules, &table->state, ms);
}

struct hk_clock_face hk_table_clock(const struct hk_table *table)
{
    if (table->status != HK_STATUS_PLAYING)
        return (struct hk_clock_face){.limited = false};
    return hk_clocks_show(&table->clocks, &table->rules, &table->state,
                          table->bots);
}

enum hk_error hk_table_move(struct hk_table *table, const struct hk_move *move,
                            hk_time now, struct hk_entry *ret_entry,
                            struct hk_refusal *ret_refusal)
{
    const struct hk_state before = table->state;
    enum hk_owed owed = hk_table_owed(table);
    struct hk_outcome outcome;

    require(table->mode == HK_MODE_REFEREE &&
            table->status == HK_STATUS_PLAYING &&
            (owed == HK_OWED_NOTHING || owed == HK_OWED_CLOCK_MOVE));
    enum hk_error error = hk_clocks_judge(&table->clocks, &table->rules,
                                          &table->state, move, ret_refusal);
    if (!error)
        error = hk_apply(&table->rules, &table->state, move, &outcome,
                         ret_refusal);
    if (error)
        return error;
    stamp(table, HK_EVENT_MOVE, before.round, move->seat, now, ret_entry);
    hk_clocks_follow(&table->clocks, &table->rules, &before, &table->state,
                     outcome.drawn);
    ret_entry->event.by_clock = owed == HK_OWED_CLOCK_MOVE;
    ret_entry->event.move = *move;
    ret_entry->event.drawn = outcome.drawn;
    if (outcome.taken.pile_count > 0)
        ret_entry->event.taken = outcome.taken;
    table->round_ended = outcome.round_ended;
    if (outcome.round_ended)
        table->result = outcome.result;
    return HK_OK;
}

void hk_table_undo(struct hk_table *table, const struct hk_past *past,
                   unsigned count, hk_time now, struct hk_entry *ret_entry)
{
    const struct hk_past_move *first = hk_past_move(past, count);

    require(table->status == HK_STATUS_PLAYING &&
            hk_table_owed(table) == HK_OWED_NOTHING);
    stamp(table, HK_EVENT_UNDONE, table->state.round, past->seat, now,
          ret_entry);
    ret_entry->event.undone = (struct hk_undone){
        .from_seq = first->seq,
        .to_seq = hk_past_move(past, 1)->seq,
        .moves = (uint8_t)count};
    hk_clocks_undo(&table->clocks, &table->state, &first->before);
    table->state = first->before;
}

void hk_table_end_round(struct hk_table *table, hk_time now,
                        struct hk_entry *ret_entry)
{
    require(hk_table_owed(table) == HK_OWED_ROUND_END);
    table->round_ended = false;
    stamp(table, HK_EVENT_ROUND_ENDED, table->result.round, -1, now, ret_entry);
    ret_entry->event.result = table->result;
    memcpy(ret_entry->event.seed, table->stream.seed, HK_SEED_SIZE);
}

void hk_table_reshuffle(struct hk_table *table, hk_time now,
                        struct hk_entry *ret_entry)
{
    require(hk_table_owed(table) == HK_OWED_RESHUFFLE);
    stamp(table, HK_EVENT_RESHUFFLED, table->state.round, -1, now, ret_entry);
    hk_dealer_reshuffle(&table->state, &table->stream, &ret_entry->event.move);
    ret_entry->secret.numbers = table->stream.numbers_read;
    apply_own(table, &ret_entry->event.move);
}

void hk_table_start_round(struct hk_table *table,
                          const uint8_t seed[HK_SEED_SIZE], hk_time now,
                          struct hk_entry *ret_entry)
{
    struct hk_event *event = &ret_entry->event;
    unsigned round = table->state.round;
    const struct hk_arranged_deal *deal = NULL;

    require(hk_table_owed(table) == HK_OWED_ROUND_START);
    if (round <= table->deal_count)
        deal = &table->deals[round - 1];
    stamp(table, HK_EVENT_ROUND_STARTED, round, -1, now, ret_entry);
    hk_shuffle_init(&table->stream, seed);
    hk_shuffle_commitment(seed, table->commitment);
    hk_dealer_deal(&table->rules, deal, table->state.dealer, &table->stream,
                   &event->move);
    apply_own(table, &event->move);
    event->starter = table->state.starter;
    memcpy(event->commitment, table->commitment, HK_COMMITMENT_SIZE);
    memcpy(ret_entry->secret.seed, seed, HK_SEED_SIZE);
    ret_entry->secret.numbers = table->stream.numbers_read;
}

void hk_table_finish(struct hk_table *table, hk_time now,
                     struct hk_entry *ret_entry)
{
    require(hk_table_owed(table) == HK_OWED_FINISH);
    table->status = HK_STATUS_FINISHED;
    stamp(table, HK_EVENT_GAME_ENDED, 0, -1, now, ret_entry);
    ret_entry->event.ending = HK_ENDING_FINISHED;
    ret_entry->event.winners = hk_state_winners(&table->state, &table->rules);
}

/* ----- clocks ------------------------------------------------------------- */

void hk_table_expire(struct hk_table *table, hk_time now,
                     struct hk_entry *ret_entry)
{
    const struct hk_state *state = &table->state;
    require(table->status == HK_STATUS_PLAYING &&
            hk_table_owed(table) == HK_OWED_NOTHING);
    stamp(table, HK_EVENT_CLOCK_EXPIRED, state->round, hk_state_actor(state),
          now, ret_entry);
    ret_entry->event.phase = state->phase;
    ret_entry->event.forfeit = hk_clocks_expire(&table->clocks, &table->rules,
                                                state, &table->bots);
}

void hk_table_resume(struct hk_table *table, hk_time now,
                     struct hk_entry *ret_entry)
{
    struct hk_clock_face face = hk_table_clock(table);

    require(table->status == HK_STATUS_PLAYING &&
            hk_table_owed(table) == HK_OWED_NOTHING);
    stamp(table, HK_EVENT_CLOCK_RESUMED, table->state.round,
          hk_state_actor(&table->state), now, ret_entry);
    ret_entry->event.limited = face.limited;
    ret_entry->event.left_ms = face.left_ms;
}

/* ----- scorecards --------------------------------------------------------- */

static void add_to_totals(struct hk_table *table,
                          const struct hk_round_result *result, int sign)
{
    for (unsigned s = 0; s < table->rules.seats; s++)
        table->state.totals[s] += sign * result->points[s];
}

enum hk_error hk_table_record_round(struct hk_table *table, int by,
                                    const struct hk_told_round *told,
                                    hk_time now, struct hk_entry *ret_entry,
                                    struct hk_impossibility *ret_impossibility)
{
    struct hk_state *state = &table->state;
    struct hk_round_result result;

    require(table->mode == HK_MODE_SCORECARD &&
            table->status == HK_STATUS_PLAYING &&
            hk_table_owed(table) == HK_OWED_NOTHING);
    enum hk_error error = hk_scorecard_judge(&table->rules, state->round, told,
                                             &result, ret_impossibility);
    if (error)
        return error;
    stamp(table, HK_EVENT_ROUND_ENDED, state->round, by, now, ret_entry);
    ret_entry->event.recorded = true;
    ret_entry->event.result = result;
    add_to_totals(table, &result, 1);
    /* H16 M13 */
    if (state->round == table->rules.rounds)
        state->stage = HK_STAGE_OVER;
    else
        state->round++;
    return HK_OK;
}

enum hk_error hk_table_correct_round(struct hk_table *table, int by,
                                     const struct hk_round_row *was,
                                     const struct hk_told_round *told,
                                     const char *reason, hk_time now,
                                     struct hk_entry *ret_entry,
                                     struct hk_impossibility *ret_impossibility)
{
    bool over = table->status == HK_STATUS_FINISHED;
    struct hk_round_result result;

    require(table->mode == HK_MODE_SCORECARD &&
            (over || table->status == HK_STATUS_PLAYING));
    enum hk_error error = hk_scorecard_judge(&table->rules, was->result.round,
                                             told, &result, ret_impossibility);
    if (error)
        return error;
    stamp(table, HK_EVENT_ROUND_CORRECTED, was->result.round, by, now,
          ret_entry);
    ret_entry->event.result = result;
    ret_entry->event.revision = was->revision + 1;
    ret_entry->event.reason = reason;
    add_to_totals(table, &was->result, -1);
    add_to_totals(table, &result, 1);
    if (!over)
        return HK_OK;
    ret_entry->event.ending = HK_ENDING_FINISHED;
    ret_entry->event.winners = hk_state_winners(&table->state, &table->rules);
    return HK_OK;
}

/* ----- the end ------------------------------------------------------------ */

void hk_table_end(struct hk_table *table, hk_time now,
                  struct hk_entry *ret_entry)
{
    require(table->status == HK_STATUS_OPEN ||
            table->status == HK_STATUS_PLAYING);
    table->status = HK_STATUS_ENDED;
    stamp(table, HK_EVENT_GAME_ENDED, 0, -1, now, ret_entry);
    ret_entry->event.ending = HK_ENDING_ENDED;
}

bool hk_table_tells_round(const struct hk_event *event)
{
    return event->type == HK_EVENT_ROUND_ENDED ||
           event->type == HK_EVENT_ROUND_CORRECTED;
}

void hk_table_round(const struct hk_event *event, struct hk_round_row *round)
{
    bool anew = event->type == HK_EVENT_ROUND_CORRECTED;
    hk_time ended_at = anew ? round->ended_at : event->at;

    memset(round, 0, sizeof *round);
    round->result = event->result;
    round->revision = event->revision;
    round->by = event->seat;
    round->ended_at = ended_at;
    round->told_at = event->at;
    if (anew || event->recorded)
        return;
    hk_shuffle_commitment(event->seed, round->commitment);
    memcpy(round->seed, event->seed, HK_SEED_SIZE);
}
