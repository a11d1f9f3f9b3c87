/* D13: whether a round told by a table can have happened, and its score.
 * docs/scorecards.md gives the reasons of each bound. */
#include "engine/scorecard.h"

#include <string.h>

#include "engine/scorecard_bounds.h"
#include "engine/scoring.h"

static const struct {
    const char *name;
    enum hk_rule in_hand, in_may_i;
} reasons[HK_IMPOSSIBLE_COUNT] = {
#define X(id, name, hand, may_i, text) \
    [HK_IMPOSSIBLE_##id] = {name, HK_RULE_##hand, HK_RULE_##may_i},
#include "engine/impossible.def"
#undef X
};

const char *hk_impossible_name(enum hk_impossible reason)
{
    return reasons[reason].name;
}

void hk_told_init(struct hk_told_round *ret_told)
{
    memset(ret_told, 0, sizeof(*ret_told));
    ret_told->out = -1;
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++)
        ret_told->seats[seat].down = -1;
}

/* H17: the partner of who went out, whose cards count nothing. */
static bool is_partner(const struct hk_rules *rules,
                       const struct hk_told_round *told, int seat)
{
    return hk_rules_teams(rules) && told->out >= 0 && seat != told->out &&
           seat % HK_TEAMS == told->out % HK_TEAMS;
}

static enum hk_missing missing_of(const struct hk_rules *rules,
                                  const struct hk_told_round *told, int seat)
{
    const struct hk_told_seat *said = &told->seats[seat];
    bool in_hand = hk_rules_has_hands(rules);

    if (seat == told->out || is_partner(rules, told, seat))
        return HK_MISSING_NOTHING;
    if (in_hand && said->down < 0)
        return HK_MISSING_DOWN;
    /* H15: who is not down scores 100, whatever it holds. */
    if ((in_hand && said->down == 0) || said->has_cards || said->has_points)
        return HK_MISSING_NOTHING;
    return HK_MISSING_HELD;
}

bool hk_scorecard_missing(const struct hk_rules *rules,
                          const struct hk_told_round *told,
                          enum hk_missing ret_missing[HK_SEATS_MAX])
{
    bool any = false;

    for (int seat = 0; seat < HK_SEATS_MAX; seat++) {
        ret_missing[seat] = seat < rules->seats ? missing_of(rules, told, seat)
                                                : HK_MISSING_NOTHING;
        any = any || ret_missing[seat] != HK_MISSING_NOTHING;
    }
    return any;
}

/* ----- one fault after another -------------------------------------------- */

/* What is being judged. */
struct judging {
    const struct hk_rules *rules;
    const struct hk_told_round *told;
    struct hk_bounds bounds;
    struct hk_impossibility *fault; /* where it is told */
};

static bool refuse(struct judging *judging, enum hk_impossible reason,
                   enum hk_told_member member, int seat, int64_t given)
{
    bool in_hand = hk_rules_has_hands(judging->rules);

    *judging->fault = (struct hk_impossibility){
        .reason = reason,
        .rule = in_hand ? reasons[reason].in_hand : reasons[reason].in_may_i,
        .member = member,
        .seat = seat,
        .seats = seat < 0 ? 0 : (uint8_t)(1u << seat),
        .card = HK_NO_CARD,
        .given = given};
    return false;
}

/* The same, with the bound that was broken. */
static bool refuse_bound(struct judging *judging, enum hk_impossible reason,
                         enum hk_told_member member, int seat, int64_t given,
                         int64_t minimum, int64_t maximum)
{
    refuse(judging, reason, member, seat, given);
    judging->fault->minimum = minimum;
    judging->fault->maximum = maximum;
    return false;
}

static bool judge_hand(struct judging *judging)
{
    const struct hk_told_round *told = judging->told;

    if (told->hand && !hk_rules_has_hands(judging->rules))
        return refuse(judging, HK_IMPOSSIBLE_NO_HANDS, HK_TOLD_HAND, -1, 1);
    if (told->hand && told->out < 0)
        return refuse(judging, HK_IMPOSSIBLE_HAND_BLOCKED, HK_TOLD_HAND, -1, 1);
    return true;
}

static bool judge_out(struct judging *judging)
{
    if (judging->told->out < 0)
        return true;
    hk_seat out = (hk_seat)judging->told->out;
    const struct hk_told_seat *said = &judging->told->seats[out];
    if (said->down == 0)
        return refuse(judging, HK_IMPOSSIBLE_OUT_NOT_DOWN, HK_TOLD_DOWN, out,
                      0);
    if (said->has_cards && said->card_count > 0)
        return refuse(judging, HK_IMPOSSIBLE_OUT_HOLDS, HK_TOLD_CARDS, out,
                      said->card_count);
    if (said->has_points && said->points != 0)
        return refuse(judging, HK_IMPOSSIBLE_OUT_HOLDS, HK_TOLD_POINTS, out,
                      said->points);
    return true;
}

static unsigned told_cards(const struct hk_told_seat *said)
{
    if (!said->has_cards)
        return 0;
    return said->card_count < HK_PACK_MAX ? said->card_count : HK_PACK_MAX;
}

static int64_t times_told(const struct judging *judging, hk_card card)
{
    int64_t times = 0;

    for (unsigned seat = 0; seat < judging->rules->seats; seat++) {
        const struct hk_told_seat *said = &judging->told->seats[seat];

        for (unsigned i = 0; i < told_cards(said); i++)
            times += said->cards[i] == card;
    }
    return times;
}

/* G6 D11: no card oftener than the packs hold it. */
static bool judge_packs(struct judging *judging)
{
    for (int seat = 0; seat < judging->rules->seats; seat++) {
        const struct hk_told_seat *said = &judging->told->seats[seat];

        for (unsigned i = 0; i < told_cards(said); i++) {
            hk_card card = said->cards[i];
            unsigned most = card == HK_JOKER ? hk_rules_jokers(judging->rules)
                                             : 2;
            int64_t times = times_told(judging, card);

            if (times <= most)
                continue;
            refuse_bound(judging, HK_IMPOSSIBLE_CARD_TOO_OFTEN, HK_TOLD_CARDS,
                         seat, times, 0, most);
            judging->fault->card = card;
            return false;
        }
    }
    return true;
}

/* Why the seat cannot hold so many cards. */
static bool refuse_count(struct judging *judging, int seat)
{
    const struct hk_told_seat *said = &judging->told->seats[seat];
    const struct hk_count_bounds *can = &judging->bounds.seats[seat];
    int64_t count = said->card_count;

    if (count == 0)
        return refuse_bound(judging, HK_IMPOSSIBLE_HOLDS_NOTHING, HK_TOLD_CARDS,
                            seat, 0, can->least, can->most);
    if (count > can->most)
        return refuse_bound(judging, HK_IMPOSSIBLE_TOO_MANY_CARDS,
                            HK_TOLD_CARDS, seat, count, can->least, can->most);
    if (count < can->least)
        return refuse_bound(judging, HK_IMPOSSIBLE_TOO_FEW_CARDS, HK_TOLD_CARDS,
                            seat, count, can->least, can->most);
    return refuse_bound(judging, HK_IMPOSSIBLE_ODD_CARDS, HK_TOLD_CARDS, seat,
                        count, can->least, can->most);
}

static bool judge_points(struct judging *judging, int seat)
{
    const struct hk_told_seat *said = &judging->told->seats[seat];
    const struct hk_bounds *bounds = &judging->bounds;
    int64_t least, greatest;

    if (said->has_cards && said->points != bounds->held[seat])
        return refuse_bound(judging, HK_IMPOSSIBLE_POINTS_DIFFER,
                            HK_TOLD_POINTS, seat, said->points,
                            bounds->held[seat], bounds->held[seat]);
    if (said->has_cards || hk_bounds_make(bounds, 1u << seat))
        return true;
    hk_bounds_range(bounds, 1u << seat, &least, &greatest);
    return refuse_bound(judging,
                        said->points == 0 ? HK_IMPOSSIBLE_HOLDS_NOTHING
                                          : HK_IMPOSSIBLE_NO_SUCH_POINTS,
                        HK_TOLD_POINTS, seat, said->points, least, greatest);
}

/* How many cards the seats hold. Where hands together are more than the packs
 * have, the largest is named. */
static bool judge_counts(struct judging *judging)
{
    const struct hk_told_round *told = judging->told;
    int largest = -1;

    for (int seat = 0; seat < judging->rules->seats; seat++) {
        const struct hk_told_seat *said = &told->seats[seat];

        if (seat == told->out || !said->has_cards ||
            hk_bounds_allow(&judging->bounds.seats[seat], said->card_count))
            continue;
        if (largest < 0 || said->card_count > told->seats[largest].card_count)
            largest = seat;
    }
    return largest < 0 || refuse_count(judging, largest);
}

/* What the cards come to; what can be made of those left depends on who named
 * how many, so the counts are judged before. */
static bool judge_sums(struct judging *judging)
{
    const struct hk_told_round *told = judging->told;

    for (int seat = 0; seat < judging->rules->seats; seat++) {
        if (seat != told->out && told->seats[seat].has_points &&
            !judge_points(judging, seat))
            return false;
    }
    return true;
}

/* The smallest group of seats whose points the packs do not hold together. */
static bool judge_together(struct judging *judging)
{
    const struct hk_bounds *bounds = &judging->bounds;
    unsigned seats = judging->rules->seats;

    for (int size = 2; size <= (int)seats; size++) {
        for (unsigned group = 0; group < 1u << seats; group++) {
            int64_t least, greatest;

            if (__builtin_popcount(group) != size ||
                (group & ~(unsigned)bounds->by_points) != 0 ||
                hk_bounds_make(bounds, group))
                continue;
            hk_bounds_range(bounds, group, &least, &greatest);
            refuse_bound(judging, HK_IMPOSSIBLE_NO_SUCH_POINTS_TOGETHER,
                         HK_TOLD_POINTS, -1, hk_bounds_points(bounds, group),
                         least, greatest);
            judging->fault->seats = (uint8_t)group;
            return false;
        }
    }
    return true;
}

/* ----- the score ---------------------------------------------------------- */

static void keep_seat(const struct hk_told_seat *said, unsigned seat,
                      struct hk_round_result *result)
{
    uint8_t bit = (uint8_t)(1u << seat);

    if (said->down >= 0)
        result->declared.down_said |= bit;
    /* H13 M9: who went out was down, said or not. */
    if (said->down > 0 || result->out == (int)seat)
        result->down |= bit;
    if (said->has_points)
        result->declared.points |= bit;
    if (said->has_cards)
        result->declared.cards |= bit;
    for (unsigned i = 0; i < told_cards(said); i++)
        hk_cardset_add(&result->left[seat], said->cards[i]);
}

static void score(const struct judging *judging, unsigned round,
                  struct hk_round_result *ret_result)
{
    memset(ret_result, 0, sizeof(*ret_result));
    ret_result->round = (uint8_t)round;
    ret_result->out = judging->told->out;
    ret_result->hand = judging->told->hand;
    for (unsigned seat = 0; seat < judging->rules->seats; seat++) {
        keep_seat(&judging->told->seats[seat], seat, ret_result);
        ret_result->declared.held[seat] = judging->bounds.held[seat];
    }
    hk_score_round(judging->rules, ret_result->declared.held, ret_result);
}

enum hk_error hk_scorecard_judge(const struct hk_rules *rules, unsigned round,
                                 const struct hk_told_round *told,
                                 struct hk_round_result *ret_result,
                                 struct hk_impossibility *ret_impossibility)
{
    struct judging judging = {
        .rules = rules, .told = told, .fault = ret_impossibility};

    if (!judge_hand(&judging) || !judge_out(&judging) || !judge_packs(&judging))
        return HK_E_IMPOSSIBLE_ROUND;
    hk_bounds_init(&judging.bounds, rules, round, told);
    if (!judge_counts(&judging) || !judge_sums(&judging) ||
        !judge_together(&judging))
        return HK_E_IMPOSSIBLE_ROUND;
    score(&judging, round, ret_result);
    return HK_OK;
}

void hk_scorecard_told(const struct hk_rules *rules,
                       const struct hk_round_result *result,
                       struct hk_told_round *ret_told)
{
    const struct hk_declared *declared = &result->declared;

    hk_told_init(ret_told);
    ret_told->out = result->out;
    ret_told->hand = result->hand;
    for (unsigned seat = 0; seat < rules->seats; seat++) {
        struct hk_told_seat *said = &ret_told->seats[seat];

        if (declared->down_said >> seat & 1)
            said->down = (int8_t)(result->down >> seat & 1);
        said->has_points = declared->points >> seat & 1;
        if (said->has_points)
            said->points = declared->held[seat];
        said->has_cards = declared->cards >> seat & 1;
        if (said->has_cards)
            said->card_count = hk_cardset_list(&result->left[seat],
                                               said->cards);
    }
}
