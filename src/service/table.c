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
        return HK_OWED_ROUND_START;
    case HK_STAGE_PLAY:
        return HK_OWED_NOTHING;
    case HK_STAGE_RESHUFFLE:
        return HK_OWED_RESHUFFLE;
    case HK_STAGE_OVER:
        return HK_OWED_FINISH;
    }
    abort();
}

bool hk_table_ranked(const struct hk_table *table)
{
    return table->deal_count == 0 && table->bots == 0;
}

static void update_status(struct hk_table *table)
{
    table->status = table->open_seats ? HK_STATUS_OPEN : HK_STATUS_PLAYING;
}

void hk_table_create(struct hk_table *ret_table, const struct hk_rules *rules,
                     const char *const players[HK_SEATS_MAX], uint8_t bots,
                     const struct hk_secret *secret, hk_time now,
                     struct hk_entry *ret_entry)
{
    /* Whole, so that tables can be compared byte by byte. */
    memset(ret_table, 0, sizeof *ret_table);
    ret_table->rules = *rules;
    ret_table->deals = secret->deals;
    ret_table->deal_count = secret->deal_count;
    ret_table->updated_at = now;
    hk_state_init(&ret_table->state, rules, secret->first_dealer);
    stamp(ret_table, HK_EVENT_GAME_CREATED, 0, -1, now, ret_entry);
    ret_entry->event.rules = rules;
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

enum hk_error hk_table_move(struct hk_table *table, const struct hk_move *move,
                            hk_time now, struct hk_entry *ret_entry,
                            struct hk_refusal *ret_refusal)
{
    struct hk_outcome outcome;
    unsigned round = table->state.round;

    require(table->status == HK_STATUS_PLAYING &&
            hk_table_owed(table) == HK_OWED_NOTHING);
    enum hk_error error = hk_apply(&table->rules, &table->state, move, &outcome,
                                   ret_refusal);
    if (error)
        return error;
    stamp(table, HK_EVENT_MOVE, round, move->seat, now, ret_entry);
    ret_entry->event.move = *move;
    ret_entry->event.drawn = outcome.drawn;
    if (outcome.taken.pile_count > 0)
        ret_entry->event.taken = outcome.taken;
    table->round_ended = outcome.round_ended;
    if (outcome.round_ended)
        table->result = outcome.result;
    return HK_OK;
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

void hk_table_end(struct hk_table *table, hk_time now,
                  struct hk_entry *ret_entry)
{
    require(table->status == HK_STATUS_OPEN ||
            table->status == HK_STATUS_PLAYING);
    table->status = HK_STATUS_ENDED;
    stamp(table, HK_EVENT_GAME_ENDED, 0, -1, now, ret_entry);
    ret_entry->event.ending = HK_ENDING_ENDED;
}

void hk_table_round(const struct hk_event *ended,
                    struct hk_round_row *ret_round)
{
    memset(ret_round, 0, sizeof *ret_round);
    ret_round->result = ended->result;
    hk_shuffle_commitment(ended->seed, ret_round->commitment);
    memcpy(ret_round->seed, ended->seed, HK_SEED_SIZE);
    ret_round->ended_at = ended->at;
}
