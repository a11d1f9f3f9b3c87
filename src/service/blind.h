/* Batches: judged by what their sender could see when it sent them. */
#ifndef HK_SERVICE_BLIND_H
#define HK_SERVICE_BLIND_H

#include <stdbool.h>

#include "service/table.h"

/* What a batch has brought about that nobody could know before. */
struct hk_blind {
    bool drew;        /* a card from the stock, `drawn` */
    bool round_ended; /* other hands are dealt, or nobody plays any more */
    hk_card drawn;
};

/*
 * Whether the move, the next one of a batch, can be judged without what the
 * batch itself has turned up. A batch is all or nothing: by one that fails a
 * seat would otherwise look at the stock, or have the next round dealt anew
 * until it likes its hand, and nothing would have happened. An arranged round
 * has no such secrets.
 * Errors, with ret_refusal: HK_E_CARD_NOT_HELD for a card that was not in the
 * hand before the draw, held now or not, and what hk_apply() finds before it;
 * HK_E_STRANDED_CARD where only the card drawn would be left, and M9 asks that
 * it fits; HK_E_NOT_YOUR_TURN after the end of the round.
 */
HK_MUST_CHECK enum hk_error hk_blind_check(const struct hk_blind *blind,
                                           const struct hk_table *table,
                                           const struct hk_move *move,
                                           struct hk_refusal *ret_refusal);

/* Takes note of a move just made, before anything follows from it. */
void hk_blind_note(struct hk_blind *blind, const struct hk_table *table,
                   const struct hk_event *event);

#endif
