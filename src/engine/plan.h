/*
 * Between judging and doing: a rule set (hand.c, may_i.c) judges a move without
 * touching the state and leaves a plan; apply.c carries the plan out and knows
 * nothing of why it was allowed.
 */
#ifndef HK_ENGINE_PLAN_H
#define HK_ENGINE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/cardset.h"
#include "engine/meld.h"
#include "engine/move.h"
#include "engine/state.h"

/* What a legal move brings about. */
struct hk_plan {
    struct hk_cardset hand; /* the seat's hand afterwards, except of a draw */
    int16_t worth;          /* H9: of the melds that go down first */
    bool opens;             /* the seat goes down */
    bool waives;            /* H9 D3: only the discard is left */
    bool owes;              /* H5: a draw that obliges to a meld */
    bool settles;           /* H5: what was owed is met */
    unsigned meld_count;    /* MELD: new melds */
    /* MELD: the new melds; LAY_OFF and TAKE_JOKER: [0] is the changed one. */
    struct hk_meld melds[HK_MOVE_MELDS_MAX];
};

/* A plan of a move that brings about nothing of all this. */
static inline void hk_plan_init(struct hk_plan *plan)
{
    plan->worth = 0;
    plan->opens = false;
    plan->waives = false;
    plan->owes = false;
    plan->settles = false;
    plan->meld_count = 0;
}

/* Fills a refusal that names no card and no figures; returns its error. */
static inline enum hk_error hk_refuse(struct hk_refusal *ret_refusal,
                                      enum hk_error error, enum hk_rule rule,
                                      enum hk_where where)
{
    *ret_refusal = (struct hk_refusal){
        .error = error,
        .rule = rule,
        .where = where,
        .card = HK_NO_CARD,
    };
    return error;
}

#endif
