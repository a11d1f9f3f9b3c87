/* D13: how many cards the seats of a told round can hold, and which sums. */
#include "engine/scorecard_bounds.h"

#include <string.h>

#include "engine/require.h"
#include "engine/scoring.h"

/* D13: hand sizes in Hand. */
enum { HELD = 14, HELD_DOWN = 11 };

/* ----- how many cards ----------------------------------------------------- */

static struct hk_count_bounds hand_bounds(int down)
{
    if (down == 0)
        return (struct hk_count_bounds){HELD, HELD, 1, 0, 0};
    if (down > 0)
        return (struct hk_count_bounds){1, HELD_DOWN, 1, 0, 0};
    return (struct hk_count_bounds){1, HELD_DOWN, 1, HELD, 0};
}

/* H2 M2: to all but the starter. */
static int dealt_each(const struct hk_rules *rules)
{
    return (int)hk_rules_dealt(rules, 1, 0);
}

/* M2 M3: the fewest cards of a round's contract. */
static int contract_cards(const struct hk_rules *rules, unsigned round)
{
    enum { SET_LEAST = 3 };
    const struct hk_contract *contract = hk_rules_contract(rules, round);

    return contract->sets * SET_LEAST +
           contract->runs * (int)hk_rules_run_least(rules);
}

/* M2 M10: dealt 10; a draw and a discard change nothing, a claim brings as many
 * of the stock as of the pile. The most is found when all is known. */
static struct hk_count_bounds may_i_bounds(const struct hk_rules *rules,
                                           unsigned round,
                                           const struct hk_told_seat *said)
{
    int dealt = dealt_each(rules);
    struct hk_count_bounds bounds = {
        .least = 1, .most = (int)hk_rules_pack(rules), .step = 1};

    if (said->down == 0) {
        bounds.least = dealt;
        bounds.step = 2;
    } else if (said->down > 0 ||
               (said->has_cards && (int)said->card_count < dealt)) {
        bounds.aside = contract_cards(rules, round);
    }
    return bounds;
}

/* M9: who went out holds nothing; 10 cards and the one drawn last lie on the
 * table and, in rounds 1 to 4, on the pile. */
static struct hk_count_bounds out_bounds(const struct hk_rules *rules)
{
    return (struct hk_count_bounds){.step = 1, .aside = dealt_each(rules) + 1};
}

/* The fewest cards of the pack that are this seat's: held, laid, discarded. In
 * either game no seat has fewer than it was dealt. */
static int owned_by(const struct hk_bounds *bounds,
                    const struct hk_told_seat *said, unsigned seat)
{
    const struct hk_count_bounds *can = &bounds->seats[seat];
    int dealt = dealt_each(bounds->rules);
    int held = can->least;

    if (said->has_cards && (int)said->card_count > held)
        held = (int)said->card_count;
    return held + can->aside > dealt ? held + can->aside : dealt;
}

/* G6: what these seats can hold together, for the others leave no more. */
static int left_for(const struct hk_bounds *bounds, unsigned group)
{
    int left = (int)hk_rules_pack(bounds->rules);

    for (unsigned s = 0; s < bounds->rules->seats; s++)
        left -= group >> s & 1 ? bounds->seats[s].aside : bounds->owned[s];
    return left;
}

bool hk_bounds_allow(const struct hk_count_bounds *seat, int64_t count)
{
    if (seat->other != 0 && count == seat->other)
        return true;
    return count >= seat->least && count <= seat->most &&
           (count - seat->least) % seat->step == 0;
}

/* ----- from what was told ------------------------------------------------- */

static void name_cards(const struct hk_told_seat *said,
                       struct hk_cardset *ret_cards, struct hk_cardset *named)
{
    *ret_cards = (struct hk_cardset){0};
    for (unsigned i = 0; i < said->card_count && i < HK_PACK_MAX; i++) {
        bool held = hk_cardset_add(ret_cards, said->cards[i]) &&
                    hk_cardset_add(named, said->cards[i]);

        HK_REQUIRE(held);
    }
}

/* Points that no cards come to stay such points. */
static hk_points clamp(int64_t points)
{
    enum { BEYOND = HK_SUMS_MOST + 1000 };

    if (points < 0)
        return -1;
    return points > BEYOND ? BEYOND : (hk_points)points;
}

static struct hk_count_bounds count_bounds(const struct hk_rules *rules,
                                           unsigned round,
                                           const struct hk_told_seat *said,
                                           bool out)
{
    if (out)
        return out_bounds(rules);
    if (hk_rules_has_hands(rules))
        return hand_bounds(said->down);
    return may_i_bounds(rules, round, said);
}

void hk_bounds_init(struct hk_bounds *ret_bounds, const struct hk_rules *rules,
                    unsigned round, const struct hk_told_round *told)
{
    struct hk_cardset named = {0};

    memset(ret_bounds, 0, sizeof(*ret_bounds));
    ret_bounds->rules = rules;
    for (unsigned s = 0; s < rules->seats; s++) {
        const struct hk_told_seat *said = &told->seats[s];
        struct hk_cardset cards;

        if (said->has_cards) {
            name_cards(said, &cards, &named);
            ret_bounds->held[s] = hk_score_cards(rules, &cards);
        } else if (said->has_points) {
            ret_bounds->held[s] = clamp(said->points);
            if (told->out != (int)s)
                ret_bounds->by_points |= (uint8_t)(1u << s);
        }
        ret_bounds->seats[s] = count_bounds(rules, round, said,
                                            told->out == (int)s);
        ret_bounds->owned[s] = owned_by(ret_bounds, said, s);
    }
    for (unsigned s = 0; s < rules->seats; s++) {
        struct hk_count_bounds *can = &ret_bounds->seats[s];
        int left = left_for(ret_bounds, 1u << s);

        if (left < can->most)
            can->most = left < can->least
                            ? left
                            : left - (left - can->least) % can->step;
    }
    ret_bounds->jokers = hk_rules_jokers(rules) -
                         hk_cardset_count(&named, HK_JOKER);
    hk_sums_init(&ret_bounds->sums, rules, &named);
}

/* ----- which sums --------------------------------------------------------- */

/* How many cards a group of seats can hold together. */
static struct hk_count_bounds of_group(const struct hk_bounds *bounds,
                                       unsigned group)
{
    struct hk_count_bounds all = {.step = 2};
    int left = left_for(bounds, group);

    for (unsigned s = 0; s < bounds->rules->seats; s++) {
        const struct hk_count_bounds *can = &bounds->seats[s];

        if (!(group >> s & 1))
            continue;
        if (group == 1u << s)
            return *can;
        all.least += can->least;
        all.most += can->other > can->most ? can->other : can->most;
        if (can->step == 1)
            all.step = 1;
    }
    if (left < all.most)
        all.most = left;
    return all;
}

int64_t hk_bounds_points(const struct hk_bounds *bounds, unsigned group)
{
    int64_t points = 0;

    for (unsigned s = 0; s < bounds->rules->seats; s++)
        points += group >> s & 1 ? bounds->held[s] : 0;
    return points;
}

/* Whether the group can hold its points, with so many jokers among them. */
static bool group_makes(const struct hk_bounds *bounds, unsigned group,
                        int jokers)
{
    struct hk_count_bounds can = of_group(bounds, group);
    int64_t points = hk_bounds_points(bounds, group) -
                     (int64_t)jokers * bounds->rules->joker_left;

    for (int n = 1; n <= HK_PACK_MAX; n++) {
        if (hk_bounds_allow(&can, n) &&
            hk_sums_have(&bounds->sums, n - jokers, points))
            return true;
    }
    return false;
}

/* Whether every part of the group can, each seat with its jokers. */
static bool parts_make(const struct hk_bounds *bounds, unsigned group,
                       const int jokers[HK_SEATS_MAX])
{
    for (unsigned part = group; part != 0; part = (part - 1) & group) {
        int count = 0;

        for (unsigned s = 0; s < HK_SEATS_MAX; s++)
            count += part >> s & 1 ? jokers[s] : 0;
        if (!group_makes(bounds, part, count))
            return false;
    }
    return true;
}

/* Tries every way to deal the jokers out to the seats from `seat` on. */
static bool deal_jokers(const struct hk_bounds *bounds, unsigned group,
                        unsigned seat, int left, int jokers[HK_SEATS_MAX])
{
    if (seat == bounds->rules->seats)
        return parts_make(bounds, group, jokers);
    for (int n = 0; n <= (group >> seat & 1 ? left : 0); n++) {
        jokers[seat] = n;
        if (deal_jokers(bounds, group, seat + 1, left - n, jokers))
            return true;
    }
    jokers[seat] = 0;
    return false;
}

bool hk_bounds_make(const struct hk_bounds *bounds, unsigned group)
{
    int jokers[HK_SEATS_MAX] = {0};

    return deal_jokers(bounds, group, 0, (int)bounds->jokers, jokers);
}

void hk_bounds_range(const struct hk_bounds *bounds, unsigned group,
                     int64_t *ret_least, int64_t *ret_greatest)
{
    struct hk_count_bounds can = of_group(bounds, group);
    int64_t least = -1;
    int64_t greatest = 0;

    for (int n = 1; n <= HK_PACK_MAX; n++) {
        for (int jokers = 0; jokers <= (int)bounds->jokers; jokers++) {
            int64_t more = (int64_t)jokers * bounds->rules->joker_left;
            int64_t low, high;

            if (!hk_bounds_allow(&can, n) ||
                !hk_sums_range(&bounds->sums, n - jokers, &low, &high))
                continue;
            if (least < 0 || low + more < least)
                least = low + more;
            if (high + more > greatest)
                greatest = high + more;
        }
    }
    *ret_least = least < 0 ? 0 : least;
    *ret_greatest = greatest;
}
