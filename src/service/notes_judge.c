/* Refereeing a game that was written down by hand. */
#include "service/arbiter.h"

#include <string.h>

#include "engine/scoring.h"
#include "service/notes.h"

/* The game so far, and where in the text it is. */
struct judging {
    const struct hk_notes *notes;
    struct hk_arbiter *arbiter;
    struct hk_verdict *verdict;
};

static enum hk_error tell(struct judging *judging, unsigned line,
                          struct hk_told *told, enum hk_event_type type)
{
    struct hk_verdict *verdict = judging->verdict;

    told->event.type = (uint8_t)type;
    verdict->line = line;
    verdict->move = told->event.move;
    verdict->error = hk_arbiter_judge(judging->arbiter, told,
                                      &verdict->finding);
    return verdict->error;
}

static enum hk_error differs(struct judging *judging, unsigned line,
                             enum hk_record_reason reason)
{
    struct hk_verdict *verdict = judging->verdict;

    verdict->line = line;
    verdict->finding = (struct hk_finding){.reason = reason};
    verdict->error = HK_E_RECORD_DIFFERS;
    return HK_E_RECORD_DIFFERS;
}

static enum hk_error start_round(struct judging *judging,
                                 const struct hk_noted_round *round,
                                 const struct hk_orders *orders)
{
    struct hk_told told = {.has_dealer = true, .has_cards = true};

    if (orders->hand_line)
        return differs(judging, orders->hand_line, HK_RECORD_DECK);
    told.event.move.seat = round->dealer;
    told.event.move.card_count = (uint8_t)orders->deck_count;
    memcpy(told.event.move.cards, orders->deck, orders->deck_count);
    return tell(judging, round->line, &told, HK_EVENT_ROUND_STARTED);
}

static enum hk_error make_stock(struct judging *judging, unsigned line,
                                const struct hk_orders *orders,
                                unsigned *stocks_made)
{
    struct hk_told told = {.has_cards = *stocks_made < orders->stock_count};

    if (judging->arbiter->state.stage != HK_STAGE_RESHUFFLE)
        return HK_OK;
    if (told.has_cards) {
        unsigned count = orders->stock_counts[*stocks_made];
        told.event.move.card_count = (uint8_t)count;
        memcpy(told.event.move.cards, orders->stocks[(*stocks_made)++], count);
    }
    return tell(judging, line, &told, HK_EVENT_RESHUFFLED);
}

static enum hk_error play(struct judging *judging, const struct hk_note *note)
{
    struct hk_told told = {.event.drawn = HK_NO_CARD};

    told.event.move = note->move;
    if (note->move.kind == HK_MOVE_DRAW && note->drawn_count > 0 &&
        note->drawn[0] != HK_NO_CARD) {
        told.has_drawn = true;
        told.event.drawn = note->drawn[0];
    } else if (note->drawn_count > 0 &&
               !memchr(note->drawn, HK_NO_CARD, note->drawn_count)) {
        told.has_taken_drawn = true;
        told.event.taken.drawn_count = note->drawn_count;
        memcpy(told.event.taken.drawn, note->drawn, note->drawn_count);
    }
    return tell(judging, note->line, &told, HK_EVENT_MOVE);
}

static enum hk_error take_back(struct judging *judging,
                               const struct hk_note *note)
{
    struct hk_told told = {.event = {.seat = -1, .drawn = HK_NO_CARD}};

    told.event.undone.moves = note->undone;
    return tell(judging, note->line, &told, HK_EVENT_UNDONE);
}

static enum hk_error expire(struct judging *judging, const struct hk_note *note)
{
    struct hk_told told = {
        .event = {.seat = (int8_t)(note->clock - 1), .drawn = HK_NO_CARD}};

    return tell(judging, note->line, &told, HK_EVENT_CLOCK_EXPIRED);
}

/* With the new stock that comes before it, if one does. */
static enum hk_error follow(struct judging *judging, const struct hk_note *note,
                            const struct hk_orders *orders,
                            unsigned *stocks_made)
{
    if (note->undone)
        return take_back(judging, note);
    enum hk_error error = make_stock(judging, note->line, orders, stocks_made);
    if (error)
        return error;
    return note->clock ? expire(judging, note) : play(judging, note);
}

/* H15 M12: all but who went out are scored by the cards left; in Hand only who
 * is down. */
static bool needs_left(const struct judging *judging,
                       const struct hk_orders *orders)
{
    uint8_t scored = (uint8_t)~0u;

    if (hk_rules_has_hands(&judging->notes->rules))
        scored = judging->arbiter->result.down;
    return orders->unknown & scored;
}

static enum hk_error end_round(struct judging *judging,
                               const struct hk_noted_round *round,
                               const struct hk_orders *orders, unsigned line)
{
    struct hk_told told = {.has_out = round->end_line > 0,
                           .has_points = round->has_points};

    told.event.result.out = round->out;
    memcpy(told.event.result.points, round->points, sizeof round->points);
    if (judging->arbiter->round_ended && needs_left(judging, orders)) {
        judging->verdict->line = line;
        judging->verdict->fault = HK_NOTE_LEFT_UNKNOWN;
        judging->verdict->error = HK_E_INVALID_REQUEST;
        return HK_E_INVALID_REQUEST;
    }
    if (judging->arbiter->round_ended && orders->left_line)
        return differs(judging, orders->left_line, HK_RECORD_LEFT);
    return tell(judging, line, &told, HK_EVENT_ROUND_ENDED);
}

static enum hk_error judge_round(struct judging *judging,
                                 const struct hk_noted_round *round)
{
    struct hk_orders orders;
    unsigned stocks_made = 0;
    bool ended = false;

    hk_notes_order(judging->notes, round, &orders);
    if (orders.unsettled) {
        judging->verdict->line = round->line;
        judging->verdict->fault = HK_NOTE_UNSETTLED;
        judging->verdict->error = HK_E_INVALID_REQUEST;
        return HK_E_INVALID_REQUEST;
    }
    enum hk_error error = start_round(judging, round, &orders);
    for (size_t i = 0; i < round->count && !error; i++) {
        /* A round of which no move is told has none to point to. */
        const struct hk_note *note = &judging->notes->notes[round->first + i];

        error = follow(judging, note, &orders, &stocks_made);
        if (!error && judging->arbiter->round_ended && i + 1 == round->count) {
            ended = true;
            error = end_round(judging, round, &orders,
                              round->end_line ? round->end_line : note->line);
        }
    }
    if (!error && !ended && round->end_line)
        error = end_round(judging, round, &orders, round->end_line);
    return error;
}

void hk_notes_judge(const struct hk_notes *notes, struct hk_arbiter *arbiter,
                    struct hk_verdict *ret_verdict)
{
    struct judging judging = {notes, arbiter, ret_verdict};
    struct hk_told over = {.has_status = false};
    enum hk_error error = HK_OK;

    *ret_verdict = (struct hk_verdict){.error = HK_OK};
    hk_arbiter_init(arbiter, &notes->rules, 0, 0);
    for (size_t i = 0; i < notes->round_count && !error; i++)
        error = judge_round(&judging, &notes->rounds[i]);
    if (!error && arbiter->state.stage == HK_STAGE_OVER)
        error = tell(&judging, ret_verdict->line, &over, HK_EVENT_GAME_ENDED);
    /* It is in the verdict, which says where. */
    (void)error;
}
