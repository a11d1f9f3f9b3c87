/*
 * The clocks of a game: what its options give, and what its events have taken.
 * Plain values that follow from the events alone; nothing here reads a clock.
 *
 * A seat has `turn_seconds` for each turn, then `bank_seconds` for the whole
 * game. In May I the turn's time begins when `claim_seconds` are over in which
 * others may ask (M10), and stands still while a question is open; a seat that
 * is asked has `claim_seconds` (or, where that is 0, `turn_seconds`) to answer.
 * Seats that play by themselves have no clock.
 */
#ifndef HK_SERVICE_CLOCKS_H
#define HK_SERVICE_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"

/* In milliseconds. */
struct hk_clocks {
    uint32_t turn_ms;               /* of the turn, so far */
    uint32_t window_ms;             /* of the time to ask, so far */
    uint32_t answer_ms;             /* of the answer, so far */
    uint32_t spent_ms;              /* since the event before; of the next */
    uint32_t bank_ms[HK_SEATS_MAX]; /* left */
    uint8_t forfeits;               /* bits: seats whose time ran out, played by
                                       bots from then on */
    uint8_t moving; /* a seat's number + 1, while the referee moves for it */
    hk_card drawn;  /* by a draw in this turn; else HK_NO_CARD */
};

/* What a clock shows after an event. */
struct hk_clock_face {
    bool limited;       /* whoever may act has `left_ms` from the event on */
    uint32_t left_ms;   /* with what is left to ask, and the bank */
    uint32_t window_ms; /* left to ask; 0: nobody can, or it is over */
    bool has_bank;      /* of the seat that may act: */
    uint32_t bank_ms;   /* left when its turn began */
};

/* Whether a game under these options has clocks at all. */
bool hk_clocks_kept(const struct hk_rules *rules);

/* Of a game that begins. */
void hk_clocks_init(struct hk_clocks *clocks, const struct hk_rules *rules);

/* So much time passes while the game waits in this state. */
void hk_clocks_pass(struct hk_clocks *clocks, const struct hk_rules *rules,
                    const struct hk_state *state, uint64_t ms);

/* A move has led from one state to another; `drawn` is the card that it drew,
 * or HK_NO_CARD. */
void hk_clocks_follow(struct hk_clocks *clocks, const struct hk_rules *rules,
                      const struct hk_state *before,
                      const struct hk_state *after, hk_card drawn);

/* Moves are taken back, which leads from one state to another: the turn that is
 * on then has its seconds anew; what was taken from a bank stays so. */
void hk_clocks_undo(struct hk_clocks *clocks, const struct hk_state *before,
                    const struct hk_state *after);

/* The time of whoever may act is up: the seat is a bot's from now on (then
 * `bots` has it, and the value is true), or the referee moves for it until its
 * turn ends or its answer is given. */
bool hk_clocks_expire(struct hk_clocks *clocks, const struct hk_rules *rules,
                      const struct hk_state *state, uint8_t *bots);

/* HK_E_TOO_EARLY for a draw from the stock, legal but for the time that others
 * have to ask (M10). Errors: likewise the refusals of hk_apply(). */
HK_MUST_CHECK enum hk_error hk_clocks_judge(const struct hk_clocks *clocks,
                                            const struct hk_rules *rules,
                                            const struct hk_state *state,
                                            const struct hk_move *move,
                                            struct hk_refusal *ret_refusal);

/* What they show while the game waits in this state; `bots` are the seats that
 * play by themselves, as bits. */
struct hk_clock_face hk_clocks_show(const struct hk_clocks *clocks,
                                    const struct hk_rules *rules,
                                    const struct hk_state *state, uint8_t bots);

#endif
