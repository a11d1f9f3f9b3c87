/* Moves that may be taken back. */
#include "engine/past.h"

#include "engine/require.h"

const char *hk_undo_bar_name(enum hk_undo_bar bar)
{
    static const char *const names[HK_UNDO_BARS] = {
#define X(name, wire, english) [HK_UNDO_##name] = (wire),
#include "engine/undo_bars.def"
#undef X
    };

    return names[bar];
}

void hk_past_init(struct hk_past *past)
{
    past->seat = -1;
    past->count = 0;
    past->bar = HK_UNDO_ROUND_STARTED;
    past->bar_seq = 0;
}

/* What came before this event stays. */
static void bar(struct hk_past *past, enum hk_undo_bar why,
                const struct hk_event *event)
{
    past->seat = -1;
    past->count = 0;
    past->bar = why;
    past->bar_seq = event->seq;
}

static bool draws_from_stock(const struct hk_event *event)
{
    const struct hk_move *move = &event->move;

    /* M10 M11: who takes cards of the pile takes as many of the stock. */
    return (move->kind == HK_MOVE_DRAW && move->source == HK_FROM_STOCK) ||
           event->taken.pile_count > 0;
}

static void note_move(struct hk_past *past, const struct hk_event *event,
                      const struct hk_state *before)
{
    int8_t seat = (int8_t)event->move.seat;

    if (past->seat >= 0 && past->seat != seat)
        bar(past, HK_UNDO_OTHER_MOVED, event);
    if (draws_from_stock(event))
        bar(past, HK_UNDO_STOCK_DRAWN, event);
    past->seat = seat;
    if (draws_from_stock(event))
        return;
    HK_REQUIRE(past->count < HK_PAST_MAX);
    past->moves[past->count++] = (struct hk_past_move){.seq = event->seq,
                                                       .before = *before};
}

void hk_past_note(struct hk_past *past, const struct hk_event *event,
                  const struct hk_state *before)
{
    switch ((enum hk_event_type)event->type) {
    case HK_EVENT_MOVE:
        note_move(past, event, before);
        return;
    case HK_EVENT_UNDONE:
        HK_REQUIRE(event->undone.moves <= past->count);
        past->count -= event->undone.moves;
        return;
    case HK_EVENT_ROUND_STARTED:
        bar(past, HK_UNDO_ROUND_STARTED, event);
        return;
    case HK_EVENT_ROUND_ENDED:
        bar(past, HK_UNDO_ROUND_ENDED, event);
        return;
    case HK_EVENT_RESHUFFLED:
        bar(past, HK_UNDO_RESHUFFLED, event);
        return;
    case HK_EVENT_SEAT_GIVEN:
        bar(past, HK_UNDO_SEAT_GIVEN, event);
        return;
    case HK_EVENT_CLOCK_EXPIRED:
        bar(past, HK_UNDO_CLOCK_EXPIRED, event);
        return;
    case HK_EVENT_CLOCK_RESUMED: /* which changes nothing */
    case HK_EVENT_GAME_CREATED:
    case HK_EVENT_SEAT_TAKEN:
    case HK_EVENT_ROUND_CORRECTED:
    case HK_EVENT_GAME_ENDED:
        return; /* no round is on */
    }
}

const struct hk_past_move *hk_past_move(const struct hk_past *past,
                                        unsigned count)
{
    HK_REQUIRE(count > 0 && count <= past->count);
    return &past->moves[past->count - count];
}
