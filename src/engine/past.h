/*
 * Moves that may be taken back, each with the state before it.
 *
 * They are the last moves of one seat, as long as nothing hidden was revealed
 * since and nobody else has moved: not a move that brought a card of the stock
 * into a hand, and nothing before one; nothing before a move of another seat,
 * an answer too (M10), also where that was taken back; nothing before a deal, a
 * new stock, the end of a round, a seat given to somebody else, a time that was
 * up.
 */
#ifndef HK_ENGINE_PAST_H
#define HK_ENGINE_PAST_H

#include <stdint.h>

#include "engine/event.h"
#include "engine/state.h"

/* What an event did, so that what came before it stays: undo_bars.def. */
enum hk_undo_bar {
#define X(name, wire, english) HK_UNDO_##name,
#include "engine/undo_bars.def"
#undef X
    HK_UNDO_BARS
};

/* "stock_drawn" …; static. */
const char *hk_undo_bar_name(enum hk_undo_bar bar);

/* More than a seat can make in its turn without a draw from the stock: each
 * but the first plays a card of its hand, or a joker that it got for one. */
enum { HK_PAST_MAX = 2 * HK_PACK_MAX };

/* So many are taken back at once at most: as many as a batch can hold. */
enum { HK_UNDONE_MAX = 40 };

/* Large: some 160 KiB. */
struct hk_past {
    int8_t seat; /* whose moves they are; -1: nobody's */
    unsigned count;
    enum hk_undo_bar bar; /* why there are no more, */
    uint32_t bar_seq;     /* and by which event */
    struct hk_past_move {
        uint32_t seq;
        struct hk_state before;
    } moves[HK_PAST_MAX]; /* in order */
};

/* Before the first event. */
void hk_past_init(struct hk_past *past);

/* Goes on by an event; `before` is the state that it found. */
void hk_past_note(struct hk_past *past, const struct hk_event *event,
                  const struct hk_state *before);

/* The first of the last `count` moves, 1 to past->count. */
const struct hk_past_move *hk_past_move(const struct hk_past *past,
                                        unsigned count);

#endif
