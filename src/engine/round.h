/* The end of a round and what follows it. */
#ifndef HK_ENGINE_ROUND_H
#define HK_ENGINE_ROUND_H

#include "engine/apply.h"

/* A round that nobody went out of (G7). */
enum { HK_NOBODY = -1 };

/*
 * H15 H16 M12 M13: scores the round, adds it to the totals and clears the
 * table; then the next dealer is to deal, or the game is over. `out` is the
 * seat that went out, or HK_NOBODY.
 */
void hk_round_end(const struct hk_rules *rules, struct hk_state *state, int out,
                  struct hk_outcome *outcome);

#endif
