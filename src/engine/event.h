/* What happened in a game: the events of its log, as values. */
#ifndef HK_ENGINE_EVENT_H
#define HK_ENGINE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/chain.h"
#include "base/clock.h"
#include "base/shuffle.h"
#include "engine/move.h"
#include "engine/state.h"

/* Numbers that reach the disk: never renumber. */
enum hk_event_type {
    HK_EVENT_GAME_CREATED = 1,
    HK_EVENT_SEAT_TAKEN = 2,
    HK_EVENT_ROUND_STARTED = 3,
    HK_EVENT_MOVE = 4,
    HK_EVENT_RESHUFFLED = 5,
    HK_EVENT_ROUND_ENDED = 6,
    HK_EVENT_GAME_ENDED = 7,
    HK_EVENT_ROUND_CORRECTED = 8,
    HK_EVENT_SEAT_GIVEN = 9,
    HK_EVENT_UNDONE = 10,
    HK_EVENT_CLOCK_EXPIRED = 11,
    HK_EVENT_CLOCK_RESUMED = 12
};
#define HK_EVENT_TYPES 12

enum hk_ending { HK_ENDING_FINISHED = 1, HK_ENDING_ENDED = 2 };

/*
 * One event; only the members of its type are set. `hidden` is what view.c
 * clears for those who may not see it.
 */
struct hk_event {
    uint32_t seq; /* from 1 in each game */
    hk_time at;
    uint8_t type;               /* enum hk_event_type */
    uint8_t round;              /* 0 where no round is meant */
    int8_t seat;                /* who; -1 where nobody */
    bool hashed;                /* `hash` is known */
    uint8_t hash[HK_HASH_SIZE]; /* of the chain, up to this event */
    bool has_leaf;              /* `leaf` is wanted, and known */
    uint8_t leaf[HK_HASH_SIZE]; /* of the chain, of this event alone */
    uint32_t spent_ms;          /* since the event before, by a game's clock */

    const struct hk_rules *rules; /* GAME_CREATED; borrowed */
    uint32_t later_options; /* GAME_CREATED: bits by HK_OPTION_OF_…: those that
                               are newer than the game, which is under their
                               defaults and did not name them */
    uint8_t mode;           /* GAME_CREATED: enum hk_mode */
    uint8_t bots;           /* GAME_CREATED: bits */
    const char *players[HK_SEATS_MAX]; /* GAME_CREATED: NULL where nobody's;
                                            SEAT_TAKEN, SEAT_GIVEN: [0], NULL
                                            for a bot; borrowed */
    /* MOVE; DEAL of ROUND_STARTED (seat: dealer, cards: the deck), RESHUFFLE
     * of RESHUFFLED. */
    struct hk_move move;
    hk_card drawn; /* MOVE: a card drawn; HK_NO_CARD if none or hidden */
    struct hk_taken taken; /* MOVE: what a claim gave (M10 M11) */
    bool by_clock;         /* MOVE: the referee made it, as time was up */
    bool forfeit;          /* CLOCK_EXPIRED: the seat is a bot from now on */
    uint8_t phase;         /* CLOCK_EXPIRED: enum hk_phase */
    bool limited;          /* CLOCK_RESUMED: `left_ms` says something */
    uint32_t left_ms;      /* CLOCK_RESUMED: until the seat's time is up */
    hk_seat starter;       /* ROUND_STARTED */
    uint8_t commitment[HK_COMMITMENT_SIZE]; /* ROUND_STARTED */
    uint8_t seed[HK_SEED_SIZE];             /* ROUND_ENDED; 0 on a scorecard */
    bool recorded;                 /* ROUND_ENDED: on a scorecard, by `seat` or
                                      (-1) the host */
    struct hk_round_result result; /* ROUND_ENDED, ROUND_CORRECTED */
    uint32_t revision;             /* ROUND_CORRECTED: from 1 in each round */
    const char *reason;            /* ROUND_CORRECTED; borrowed */
    uint8_t ending;                /* GAME_ENDED; ROUND_CORRECTED: FINISHED
                                      where the game was over, else 0 */
    struct hk_undone {
        uint32_t from_seq; /* the first event taken back */
        uint32_t to_seq;   /* the last */
        uint8_t moves;     /* how many were, of `seat`; 0: none */
    } undone;              /* UNDONE */
    uint8_t winners; /* bits as in hk_state_winners(); 0: none. GAME_ENDED,
                        and ROUND_CORRECTED of a finished game */
};

/* "move", "round_started" …; static text. */
const char *hk_event_name(enum hk_event_type type);

#endif
