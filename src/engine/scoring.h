/* H15 H17 M12: what a round's cards come to. */
#ifndef HK_ENGINE_SCORING_H
#define HK_ENGINE_SCORING_H

#include "engine/cardset.h"
#include "engine/rules.h"
#include "engine/state.h"

/* H15 M12: what a card left in the hand counts. */
hk_points hk_score_card(const struct hk_rules *rules, hk_card card);

/* H15 M12: the sum of the cards held, undoubled. */
hk_points hk_score_cards(const struct hk_rules *rules,
                         const struct hk_cardset *cards);

/*
 * H15 H17 M12: fills `points` and `team_points` of a round from its `out`,
 * `hand` and `down` and from what every seat held: `held[s]`, the sum of the
 * cards of seat s, undoubled, read only where it counts.
 */
void hk_score_round(const struct hk_rules *rules,
                    const hk_points held[HK_SEATS_MAX],
                    struct hk_round_result *result);

#endif
