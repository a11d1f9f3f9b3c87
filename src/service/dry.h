/* Dry runs: moves judged and shown without a look at what is hidden. */
#ifndef HK_SERVICE_DRY_H
#define HK_SERVICE_DRY_H

#include <stdbool.h>

#include "service/draft.h"

/* A dry run under way. */
struct hk_dry {
    bool blind;            /* what comes next depends on what is hidden */
    int hidden_seat;       /* whose hand lacks the cards of the stock; -1 */
    unsigned hidden_cards; /* how many */
};

/* Before its first move. */
static inline struct hk_dry hk_dry_begin(void)
{
    return (struct hk_dry){.hidden_seat = -1};
}

/*
 * Plays one move in a draft as hk_table_move() does, but leaves out what it
 * would tell: the cards taken from the stock, the end of the round with its
 * figures, and all that follows from it.
 * Errors: those of hk_table_move(); HK_E_HIDDEN_CARD when blind; each with
 * ret_refusal.
 */
HK_MUST_CHECK enum hk_error hk_dry_move(struct hk_dry *dry,
                                        struct hk_draft *draft,
                                        const struct hk_move *move, hk_time now,
                                        struct hk_refusal *ret_refusal);

#endif
