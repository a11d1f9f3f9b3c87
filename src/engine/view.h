/* G11: who may see what. The only place that hides cards. */
#ifndef HK_ENGINE_VIEW_H
#define HK_ENGINE_VIEW_H

#include <stdbool.h>

#include "engine/event.h"
#include "engine/rules.h"
#include "engine/state.h"

enum hk_viewer_kind { HK_VIEW_PUBLIC, HK_VIEW_SEAT, HK_VIEW_HOST };

struct hk_viewer {
    enum hk_viewer_kind kind;
    hk_seat seat; /* with HK_VIEW_SEAT */
};

/* A meld as shown. */
struct hk_view_meld {
    unsigned number; /* from 1 */
    hk_seat seat;
    enum hk_meld_kind kind;
    unsigned length;
    hk_card cards[HK_MELD_CARDS_MAX];
    hk_card stands_for[HK_MELD_CARDS_MAX];
    hk_points value; /* H9; 0 where melds have none */
};

/* A hand as shown: its size to everybody, its cards to who may see them. */
struct hk_view_hand {
    unsigned count;
    bool shown;
    hk_card cards[HK_PACK_MAX]; /* S H D C, A … K, jokers last */
};

/* A state as one viewer may see it. */
struct hk_view {
    bool round_on; /* else nothing else is set: all is 0 */
    unsigned round;
    hk_seat dealer, starter;
    hk_seat turn; /* the seat that may act: M10: the one asked */
    enum hk_phase phase;
    bool duty;
    const struct hk_contract *contract; /* M3; NULL where there is none */
    bool asks;                          /* M10: `question` is open */
    struct hk_question question;
    unsigned stock; /* how many cards */
    unsigned reshuffles;
    unsigned pile_count;
    hk_card pile[HK_PACK_MAX];      /* bottom first */
    hk_seat pile_from[HK_PACK_MAX]; /* M6: who discarded each card of it */
    unsigned meld_count;
    struct hk_view_meld melds[HK_TABLE_MELDS_MAX];
    struct hk_view_hand hands[HK_SEATS_MAX];
    bool down[HK_SEATS_MAX];

    /* What else everybody has seen of the turn and the round: as the members
     * of struct hk_state. */
    hk_seat on_turn; /* also while another is asked */
    bool starter_turn, acted, returned, waived, first_circle, claimed;
    uint8_t refused;
    hk_card duty_card;
    int opening;
};

/* G11: what this viewer may see of the state. A seat sees its own hand, the
 * host all hands, nobody the stock. */
void hk_view_state(const struct hk_state *state, const struct hk_rules *rules,
                   const struct hk_viewer *viewer, struct hk_view *ret_view);

/*
 * G11: hides in place what this viewer may not see of the event, by owner:
 * `drawn` of a draw from the stock is its drawer's and the host's, the cards
 * of the stock that a claim took (taken.drawn_count becomes 0) are the taker's
 * and the host's, whoever answered; the order of a deck (move.card_count
 * becomes 0) is nobody's. Once `round_over`, the event's round has ended and
 * nothing of it is hidden.
 */
void hk_view_event(struct hk_event *event, const struct hk_viewer *viewer,
                   bool round_over);

#endif
