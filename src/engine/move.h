/* Moves as values: what a seat, or the referee itself, wants to do. */
#ifndef HK_ENGINE_MOVE_H
#define HK_ENGINE_MOVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/card.h"
#include "engine/meld.h"
#include "engine/rules.h"

/* Numbers that reach the disk: never renumber. */
enum hk_move_kind {
    HK_MOVE_DRAW = 0,
    HK_MOVE_RETURN = 1,
    HK_MOVE_MELD = 2,
    HK_MOVE_LAY_OFF = 3,
    HK_MOVE_TAKE_JOKER = 4,
    HK_MOVE_DISCARD = 5,
    HK_MOVE_TAKE = 6,
    HK_MOVE_MAY_I = 7,
    HK_MOVE_ANSWER = 8,
    /* The referee's own, never a seat's. */
    HK_MOVE_DEAL = 16,     /* G4: cards = the whole deck, top first;
                              seat = the dealer */
    HK_MOVE_RESHUFFLE = 17 /* G7: cards = the new stock, top first */
};

enum hk_source { HK_FROM_STOCK = 0, HK_FROM_DISCARD = 1 };

/* Melds in one move; more cannot be made of the pack. */
enum { HK_MOVE_MELDS_MAX = 36 };

/*
 * A move. Only the members of its kind are read: DRAW source; MELD meld_count,
 * lengths (may be 0: an empty meld is judged, not a fault) and the cards one
 * meld after another; LAY_OFF meld, cards, end; TAKE_JOKER meld, cards;
 * DISCARD cards[0]; TAKE and MAY_I count, from 1; ANSWER allow. card_count
 * counts `cards` for every kind that has any.
 */
struct hk_move {
    uint8_t kind; /* enum hk_move_kind */
    hk_seat seat;
    uint8_t source; /* enum hk_source */
    uint8_t end;    /* enum hk_end */
    uint16_t meld;  /* number of a meld on the table, from 1 */
    uint16_t count; /* M10 M11: cards wanted of the pile */
    uint8_t meld_count;
    uint8_t card_count;
    bool allow; /* M10 */
    uint8_t lengths[HK_MOVE_MELDS_MAX];
    hk_card cards[HK_PACK_MAX];
};

/* "draw", "lay_off" …; static text. */
const char *hk_move_name(enum hk_move_kind kind);
/* A seat's move by its name; false where none has it. */
bool hk_move_find(const char *name, enum hk_move_kind *ret_kind);
/* Whether the variant knows this move of seats. */
bool hk_move_known(enum hk_variant variant, enum hk_move_kind kind);

/* Which member of the move as sent a refusal points to. */
enum hk_where {
    HK_AT_MOVE = 0, /* the move as a whole */
    HK_AT_FROM,     /* /from */
    HK_AT_MELDS,    /* /melds */
    HK_AT_MELDS_I,  /* /melds/i */
    HK_AT_MELDS_IJ, /* /melds/i/j */
    HK_AT_MELD,     /* /meld */
    HK_AT_CARDS,    /* /cards */
    HK_AT_CARDS_I,  /* /cards/i */
    HK_AT_CARD,     /* /card */
    HK_AT_END,      /* /end */
    HK_AT_COUNT,    /* /count */
    HK_AT_ALLOW     /* /allow */
};

/* Why a move was refused: all that an answer needs to say. */
struct hk_refusal {
    enum hk_error error; /* never HK_OK */
    enum hk_rule rule;   /* HK_RULE_NONE where no rule of the game refused */
    enum hk_meld_reason reason; /* with HK_E_INVALID_MELD */
    enum hk_where where;
    uint8_t i, j;
    hk_card card;     /* with HK_E_CARD_NOT_HELD; else HK_NO_CARD */
    int16_t required; /* with HK_E_OPENING_TOO_LOW */
    int16_t total;    /* with HK_E_OPENING_TOO_LOW */
    int16_t limit;    /* with HK_E_CLAIM_LIMIT */
};

#endif
