/* D13: a round as a table tells it, and whether it can have happened. */
#ifndef HK_ENGINE_SCORECARD_H
#define HK_ENGINE_SCORECARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/card.h"
#include "engine/rules.h"
#include "engine/state.h"

/* What is told of a seat. */
struct hk_told_seat {
    int8_t down; /* 1, 0; -1: not said */
    bool has_cards, has_points;
    unsigned card_count; /* also of cards beyond the places of `cards` */
    hk_card cards[HK_PACK_MAX];
    int64_t points; /* the sum of the cards held, undoubled */
};

/* What is told of a round; seats beyond those that play are not read. */
struct hk_told_round {
    int8_t out; /* the seat that went out; -1: blocked */
    bool hand;
    struct hk_told_seat seats[HK_SEATS_MAX];
};

/* Of whom nothing is told. */
void hk_told_init(struct hk_told_round *ret_told);

/* D13: what a seat lacks before its round can be judged: a fault of the shape,
 * no impossibility. */
enum hk_missing {
    HK_MISSING_NOTHING = 0,
    HK_MISSING_DOWN, /* Hand: whether it was down */
    HK_MISSING_HELD  /* its cards or its points */
};

/*
 * Fills ret_missing for each seat of the game; whether any lacks something.
 * Hand: all but who went out and its partner need `down`, and cards or points
 * if down; May I: all but who went out need cards or points. `told->out` is a
 * seat of the game, or -1.
 */
bool hk_scorecard_missing(const struct hk_rules *rules,
                          const struct hk_told_round *told,
                          enum hk_missing ret_missing[HK_SEATS_MAX]);

/* Why a round cannot have happened: impossible.def. */
enum hk_impossible {
    HK_POSSIBLE = 0,
#define X(name, text, in_hand, in_may_i, meaning) HK_IMPOSSIBLE_##name,
#include "engine/impossible.def"
#undef X
    HK_IMPOSSIBLE_COUNT
};

/* "out_holds" …; static. */
const char *hk_impossible_name(enum hk_impossible reason);

/* Which member of what was told is at fault. */
enum hk_told_member {
    HK_TOLD_HAND,
    HK_TOLD_DOWN,
    HK_TOLD_CARDS,
    HK_TOLD_POINTS
};

/* What cannot be, and its bound. */
struct hk_impossibility {
    enum hk_impossible reason;
    enum hk_rule rule;
    enum hk_told_member member; /* of the seat, or of the round */
    int seat;                   /* -1: the round as a whole */
    uint8_t seats;              /* bits: all that it takes together */
    hk_card card;               /* with CARD_TOO_OFTEN; else HK_NO_CARD */
    int64_t given;              /* what was told: cards or points */
    int64_t minimum, maximum;   /* what can be; 0 and 0 where nothing else */
};

/*
 * Judges a round (number from 1) in which nothing is missing, and scores it by
 * H15, H17 and M12: ret_result has no dealer and no starter (0), `left` where
 * cards were told, `declared` as told. docs/scorecards.md tells the bounds.
 * Errors: HK_E_IMPOSSIBLE_ROUND with ret_impossibility.
 */
HK_MUST_CHECK enum hk_error hk_scorecard_judge(
    const struct hk_rules *rules, unsigned round,
    const struct hk_told_round *told, struct hk_round_result *ret_result,
    struct hk_impossibility *ret_impossibility);

/* The way back: what was told of a round that was judged possible. */
void hk_scorecard_told(const struct hk_rules *rules,
                       const struct hk_round_result *result,
                       struct hk_told_round *ret_told);

#endif
