/* H15 H17 M12: what a round's cards come to. */
#include "engine/scoring.h"

/* What a variant counts. */
static const struct tariff {
    hk_points out;             /* for going out */
    hk_points not_down;        /* instead of the cards; 0: they count */
    hk_points held;            /* for each point held */
    hk_points ranks[HK_RANKS]; /* points of a card held */
} tariffs[HK_VARIANTS] = {
/* H15: an ace 11, 2-9 as printed, T J Q K 10. */
#define HAND                                           \
    {                                                  \
        -30, 100, 1,                                   \
        {                                              \
            11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10 \
        }                                              \
    }
    [HK_HAND] = HAND,
    [HK_HAND_PARTNERS] = HAND,
#undef HAND
    /* M12: an ace 15, 2-9 5, T J Q K 10. */
    [HK_MAY_I] = {20, 0, -1, {15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10}},
};

hk_points hk_score_card(const struct hk_rules *rules, hk_card card)
{
    if (card == HK_JOKER)
        return rules->joker_left;
    return tariffs[rules->variant].ranks[hk_card_rank(card)];
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

/* H15 M12: one seat's figure before doubling. */
static hk_points seat_figure(const struct hk_rules *rules,
                             const struct hk_round_result *result,
                             hk_points held, int seat)
{
    const struct tariff *tariff = &tariffs[rules->variant];
    if (seat == result->out)
        return tariff->out;
    /* H17 D6: the partner of who went out counts nothing. */
    if (hk_rules_teams(rules) && result->out >= 0 &&
        seat % HK_TEAMS == result->out % HK_TEAMS)
        return 0;
    bool down = result->down >> seat & 1;
    return down || tariff->not_down == 0 ? tariff->held * held
                                         : tariff->not_down;
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
