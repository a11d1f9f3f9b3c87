/* The referee's cards: decks, arranged deals, reshuffles (G4, G7, G9). */
#ifndef HK_SERVICE_DEALER_H
#define HK_SERVICE_DEALER_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/shuffle.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "service/lobby.h"

/*
 * G9: the deal of a round, with its deck. The canonical pack is shuffled; of
 * an arranged `deal` (else NULL; checked before) the cards named lie where G4
 * gives them to their hands and the stock, and the others are shuffled and
 * follow. Moves the stream on.
 */
void hk_dealer_deal(const struct hk_rules *rules,
                    const struct hk_arranged_deal *deal, hk_seat dealer,
                    struct hk_shuffle *stream, struct hk_move *ret_move);

/* G7: the pile without its top, bottom first, shuffled by the stream. */
void hk_dealer_reshuffle(const struct hk_state *state,
                         struct hk_shuffle *stream, struct hk_move *ret_move);

/*
 * H2 M2: whether the arranged deals can have been dealt, when `first_dealer`
 * (-1: not named) deals first.
 * Errors: HK_E_IMPOSSIBLE_DEAL, with ret_fault.
 */
HK_MUST_CHECK enum hk_error hk_dealer_check(
    const struct hk_rules *rules, const struct hk_arranged_deal *deals,
    size_t count, int first_dealer, struct hk_lobby_fault *ret_fault);

/*
 * G3: who deals first: as named, else as the first arranged deal (checked)
 * tells by who has the starter's cards, else by lot.
 */
hk_seat hk_dealer_first(const struct hk_rules *rules,
                        const struct hk_arranged_deal *deals, size_t count,
                        int first_dealer, const struct hk_rng *rng);

#endif
