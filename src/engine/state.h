/* A game's state: a plain value that can be copied by assignment. */
#ifndef HK_ENGINE_STATE_H
#define HK_ENGINE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/card.h"
#include "engine/cardset.h"
#include "engine/meld.h"
#include "engine/rules.h"

/* What the game waits for. */
enum hk_stage {
    HK_STAGE_DEAL,      /* the referee deals a round */
    HK_STAGE_PLAY,      /* a seat moves */
    HK_STAGE_RESHUFFLE, /* G7: the referee makes a new stock */
    HK_STAGE_OVER       /* nothing; the last round has ended */
};

/* Where in its turn the seat on turn is (G10, M10). */
enum hk_phase { HK_PHASE_DRAW, HK_PHASE_PLAY, HK_PHASE_ANSWER };

/* M10: a question; all 0 where none is open. */
struct hk_question {
    hk_seat by;      /* who wants the cards */
    uint8_t count;   /* how many of the pile */
    hk_seat asked;   /* who has to answer; the first is the seat on turn */
    uint8_t allowed; /* bits of those who have said yes */
};

enum { HK_TABLE_MELDS_MAX = 35 }; /* 106 cards in threes */
enum { HK_TAKEN_MAX = 53 };       /* M10: as many of pile and stock */

struct hk_state {
    uint8_t stage;   /* enum hk_stage */
    uint8_t phase;   /* enum hk_phase, in HK_STAGE_PLAY */
    uint8_t round;   /* from 1: the one on, or to deal; last if over */
    hk_seat dealer;  /* of `round` */
    hk_seat starter; /* of `round` */
    hk_seat turn;    /* the seat on turn */

    /* The turn so far. */
    bool starter_turn;  /* H3: the starter's first turn */
    bool duty;          /* H5: a meld is owed */
    bool acted;         /* something was done since the draw (H5b) */
    bool returned;      /* H5b: the card was put back; the stock is next */
    bool opened;        /* H14: went down in this turn */
    bool touched_other; /* H14: used another seat's meld in this turn */
    bool waived;        /* H9 hand_waives_minimum: only the discard is left */
    bool progress;      /* G7: the turn counts as no idle one */
    hk_card duty_card;  /* H5: the card drawn from the pile; else HK_NO_CARD */

    /* The top of the pile, until the next discard. */
    bool first_circle; /* M6: not every seat has completed a turn */
    bool claimed;      /* M10: cards were taken, so nobody asks */
    uint8_t refused;   /* M10: bits of those who asked in vain */
    struct hk_question question;

    uint8_t reshuffles; /* G7, in this round */
    uint8_t idle_turns; /* G7, in a row */
    int16_t opening;    /* H9: worth of the round's last opening, 0 if none */
    uint8_t down;       /* bit s: seat s is down */
    uint8_t stock_count;
    uint8_t pile_count;
    uint8_t meld_count;

    hk_points totals[HK_SEATS_MAX]; /* of the rounds that have ended */
    struct hk_cardset hands[HK_SEATS_MAX];
    hk_card stock[HK_PACK_MAX];     /* the top is stock[stock_count - 1] */
    hk_card pile[HK_PACK_MAX];      /* the top is pile[pile_count - 1] */
    hk_seat pile_from[HK_PACK_MAX]; /* M6: who discarded each card of it */
    struct hk_meld melds[HK_TABLE_MELDS_MAX]; /* melds[i] has number i + 1 */
};

/* M10 M11: what a seat took of the pile and the stock in one move. */
struct hk_taken {
    hk_seat seat;
    uint8_t pile_count;              /* 0: nothing was taken */
    uint8_t drawn_count;             /* as many, or 0 where they are hidden */
    hk_card from_pile[HK_TAKEN_MAX]; /* as they lay, the top last */
    hk_card drawn[HK_TAKEN_MAX];     /* of the stock, one after another */
};

/* What was told of the seats of a round at a physical table, as bits; all 0
 * where the referee saw the cards. */
struct hk_declared {
    uint8_t down_said;            /* `down` of the result says whether it was */
    uint8_t cards;                /* the cards held are in `left` */
    uint8_t points;               /* their sum was told */
    hk_points held[HK_SEATS_MAX]; /* that sum, undoubled, where either was */
};

/* How a round ended (H15, H17, M12). On a scorecard dealer and starter are 0
 * and say nothing. */
struct hk_round_result {
    uint8_t round;
    hk_seat dealer, starter;
    int8_t out; /* the seat that went out; -1: blocked (G7) */
    bool hand;  /* H14 */
    uint8_t down;
    hk_points points[HK_SEATS_MAX];
    hk_points team_points[HK_TEAMS]; /* 0 outside partnerships */
    struct hk_cardset left[HK_SEATS_MAX];
    struct hk_declared declared; /* scorecards only */
};

/* The seat that may act: on turn or, M10, asked. */
static inline hk_seat hk_state_actor(const struct hk_state *state)
{
    return state->phase == HK_PHASE_ANSWER ? state->question.asked
                                           : state->turn;
}

/* A game before its first deal. G3: `dealer` deals first. */
void hk_state_init(struct hk_state *state, const struct hk_rules *rules,
                   hk_seat dealer);

/*
 * G6 and all else that must hold between moves: every card once, hand sizes,
 * melds valid, flags that fit the phase. NULL when sound, else what is broken
 * (static text), for debug builds and tests.
 */
const char *hk_state_fault(const struct hk_state *state,
                           const struct hk_rules *rules);

/* H16 M13 G8 H17: which seats (or teams, in partnerships) have the best total,
 * as bits. */
uint8_t hk_state_winners(const struct hk_state *state,
                         const struct hk_rules *rules);

/* H17: a team's total. */
hk_points hk_state_team_total(const struct hk_state *state, unsigned team);

#endif
