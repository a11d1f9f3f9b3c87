/* A game written down by hand, a line a turn (docs/record-format.md). */
#ifndef HK_SERVICE_NOTES_H
#define HK_SERVICE_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "service/arbiter.h"

/* A move, and the cards of the stock that it brought as far as they are told;
 * HK_NO_CARD where one is not known. Or that moves were taken back, or the time
 * of a seat was up. */
struct hk_note {
    unsigned line;  /* from 1 */
    uint8_t undone; /* so many are taken back, */
    uint8_t clock;  /* a seat's number + 1, whose time was up; 0 and 0: it is a
                       move */
    struct hk_move move;
    uint8_t drawn_count;
    hk_card drawn[HK_TAKEN_MAX];
};

/* Cards that are told. */
struct hk_noted_cards {
    bool told;
    unsigned line, count;
    hk_card cards[HK_PACK_MAX];
};

struct hk_noted_round {
    unsigned line;
    hk_seat dealer;
    struct hk_noted_cards hands[HK_SEATS_MAX]; /* dealt; some or all */
    struct hk_noted_cards stock;               /* its next cards */
    struct hk_noted_cards left[HK_SEATS_MAX];  /* at the end; all of them */
    size_t first, count;                       /* its notes */
    unsigned end_line;                         /* 0: how it ended is not told */
    int8_t out;                                /* -1: blocked */
    bool has_points;
    hk_points points[HK_SEATS_MAX];
};

struct hk_notes {
    struct hk_rules rules;
    struct hk_noted_round *rounds; /* owned */
    size_t round_count;
    struct hk_note *notes; /* owned */
    size_t note_count;
    struct hk_sight *sights; /* where moves are taken back: room for what
                                notes_order.c keeps of them; owned */
};

/* NULL without memory. */
struct hk_sight *hk_notes_sights_new(void);

/* Why a text is no such record. */
enum hk_note_fault {
#define X(name, english) HK_NOTE_##name,
#include "service/note_faults.def"
#undef X
    HK_NOTE_FAULTS
};

/*
 * Reads such a text. Errors: HK_E_INVALID_REQUEST, with the line of the first
 * fault; HK_E_INTERNAL (no memory). ret_notes is always to be cleared.
 */
HK_MUST_CHECK enum hk_error hk_notes_read(const char *text, size_t length,
                                          struct hk_notes *ret_notes,
                                          unsigned *ret_line,
                                          enum hk_note_fault *ret_fault);

/* NULL-safe. */
void hk_notes_clear(struct hk_notes *notes);

/*
 * The orders of cards of a round that fit its notes: what is not told is made
 * up of what is left of the pack. Whether the game can have gone so, the rules
 * judge.
 */
struct hk_orders {
    hk_card deck[HK_PACK_MAX];
    unsigned deck_count;
    hk_card stocks[HK_ROUNDS_MAX][HK_PACK_MAX]; /* each new stock (G7) */
    unsigned stock_counts[HK_ROUNDS_MAX];
    unsigned stock_count;
    uint8_t unknown;    /* bits: seats that are left with cards not told */
    bool unsettled;     /* with a new stock: no way was found, but may exist */
    unsigned hand_line; /* where a hand is told that cannot be; 0: nowhere */
    unsigned left_line; /* where cards are told to be left that are not */
};
void hk_notes_order(const struct hk_notes *notes,
                    const struct hk_noted_round *round,
                    struct hk_orders *ret_orders);

/* What is to be said of a text, and of which line. */
struct hk_verdict {
    enum hk_error error; /* HK_OK: it holds; HK_E_INVALID_REQUEST: it cannot be
                            judged, see `fault`; else as hk_arbiter_judge() */
    unsigned line;
    enum hk_note_fault fault;
    struct hk_finding finding;
    struct hk_move move;
};

/* Referees it: new stocks, ends of rounds and the end of the game follow of
 * themselves. */
void hk_notes_judge(const struct hk_notes *notes, struct hk_arbiter *arbiter,
                    struct hk_verdict *ret_verdict);

#endif
