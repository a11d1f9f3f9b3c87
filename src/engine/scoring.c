/* H15 H17: what a round's cards come to. */
#include "engine/scoring.h"

enum { OUT = -30, NOT_DOWN = 100 };

hk_points hk_score_card(const struct hk_rules *rules, hk_card card)
{
    if (card == HK_JOKER)
        return rules->joker_left;
    unsigned rank = hk_card_rank(card);
    if (rank == HK_ACE)
        return 11;
    return rank < HK_TEN ? (hk_points)rank + 1 : 10;
}

hk_points hk_score_cards(const struct hk_rules *rules,
                         const struct hk_cardset *cards)
{
    hk_points sum = 0;
    for (uint64_t left = cards->one; left != 0; left &= left - 1) {
        hk_card card = (hk_card)__builtin_ctzll(left);
        sum += hk_score_card(rules, card) *
               (hk_points)hk_cardset_count(cards, card);
    }
    return sum;
}

/* H15: one seat's figure before doubling. */
static hk_points seat_figure(const struct hk_rules *rules,
                             const struct hk_round_result *result,
                             hk_points held, int seat)
{
    if (seat == result->out)
        return OUT;
    /* H17 D6: the partner of who went out counts nothing. */
    if (hk_rules_teams(rules) && result->out >= 0 &&
        seat % HK_TEAMS == result->out % HK_TEAMS)
        return 0;
    return result->down >> seat & 1 ? held : NOT_DOWN;
}

void hk_score_round(const struct hk_rules *rules,
                    const hk_points held[HK_SEATS_MAX],
                    struct hk_round_result *result)
{
    for (unsigned i = 0; i < HK_TEAMS; i++)
        result->team_points[i] = 0;
    for (int seat = 0; seat < HK_SEATS_MAX; seat++) {
        result->points[seat] = 0;
        if (seat >= rules->seats)
            continue;
        hk_points figure = seat_figure(rules, result, held[seat], seat);
        /* H15: after a "Hand" every figure doubles. */
        result->points[seat] = result->hand ? 2 * figure : figure;
        if (hk_rules_teams(rules))
            result->team_points[seat % HK_TEAMS] += result->points[seat];
    }
}
