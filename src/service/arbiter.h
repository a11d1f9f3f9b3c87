/*
 * Refereeing a game again from a record of it, event by event, without a
 * store: what happened, where it was told, must be what the rules make of it.
 */
#ifndef HK_SERVICE_ARBITER_H
#define HK_SERVICE_ARBITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/shuffle.h"
#include "engine/event.h"
#include "engine/move.h"
#include "engine/past.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "service/clocks.h"
#include "store/games.h"

/* An event as a record tells it. What is not told is not compared. */
struct hk_told {
    struct hk_event event;
    bool has_seq, has_round, has_status;
    bool has_dealer, has_starter;
    bool has_cards; /* the deck of a round, the order of a new stock */
    bool has_commitment;
    bool has_seed;     /* ROUND_STARTED: the one that its end tells */
    unsigned arranged; /* ROUND_STARTED: cards of the deck not shuffled */
    bool has_drawn, has_taken, has_taken_drawn;
    bool has_out, has_hand, has_blocked, has_points, has_team_points;
    bool blocked;
    bool has_winners;
    bool has_from, has_to; /* UNDONE: which events */
    bool has_spent, has_forfeit, has_by_clock;
    bool to_bot; /* SEAT_GIVEN */
};

/* Where a record tells otherwise than the rules make of it. */
enum hk_record_reason {
#define X(name, english) HK_RECORD_##name,
#include "service/record_reasons.def"
#undef X
    HK_RECORD_REASONS
};

/* Why a record does not hold. */
struct hk_finding {
    struct hk_refusal refusal;    /* of a move; else its error is HK_OK */
    const char *member;           /* of the event that is at fault, */
    bool of_record;               /* or of the record, beside its events */
    enum hk_record_reason reason; /* of HK_E_RECORD_DIFFERS */
};

/* A game being refereed again; as large as a live one. */
struct hk_arbiter {
    struct hk_rules rules;
    struct hk_state state;
    struct hk_clocks clocks;
    bool untimed; /* an event did not tell what time it took */
    uint8_t bots; /* bits: seats that play by themselves */
    enum hk_status status;
    uint8_t open_seats;
    bool hidden; /* the cards of a round are not told: it and what follows is
                    not judged */
    bool ended;  /* game_ended was told */
    bool round_ended;
    struct hk_round_result result; /* where round_ended */
    bool has_stream;
    struct hk_shuffle stream; /* of the round's seed */
    uint32_t told;            /* events so far */
    uint32_t judged;
    struct hk_round_row rounds[HK_ROUNDS_MAX]; /* results alone */
    size_t round_count;
    struct hk_taken taken; /* by the last move */
    struct hk_past past;   /* events are numbered as in `told` */
};

/* Begins with the event that makes the game, which is the first. */
void hk_arbiter_init(struct hk_arbiter *arbiter, const struct hk_rules *rules,
                     uint8_t open_seats, uint8_t bots);

/*
 * Brings the next event about. Errors: HK_E_RECORD_DIFFERS, or the refusal of
 * its move, with ret_finding; then nothing more can be judged.
 */
HK_MUST_CHECK enum hk_error hk_arbiter_judge(struct hk_arbiter *arbiter,
                                             const struct hk_told *told,
                                             struct hk_finding *ret_finding);

#endif
