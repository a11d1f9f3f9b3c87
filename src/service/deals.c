/* Arranged deals: whether they can have been dealt, and by whom. */
#include "service/dealer.h"

static enum hk_error refuse(struct hk_lobby_fault *ret_fault, size_t deal,
                            int hand, enum hk_lobby_reason reason)
{
    ret_fault->seat = -1;
    ret_fault->deal = (int)deal;
    ret_fault->hand = hand;
    ret_fault->reason = reason;
    return HK_E_IMPOSSIBLE_DEAL;
}

static hk_seat starter_of(const struct hk_rules *rules, unsigned dealer)
{
    return (hk_seat)((dealer + 1) % rules->seats); /* G5 */
}

/* The first hand that this starter's deal does not give; -1: none. */
static int misfit(const struct hk_rules *rules,
                  const struct hk_arranged_deal *deal, hk_seat starter)
{
    for (unsigned s = 0; s < rules->seats; s++) {
        if (deal->hand_sizes[s] != hk_rules_dealt(rules, (hk_seat)s, starter))
            return (int)s;
    }
    return -1;
}

/* How many seats could have been the starter, and the first of them. */
static unsigned starters(const struct hk_rules *rules,
                         const struct hk_arranged_deal *deal,
                         hk_seat *ret_starter)
{
    unsigned count = 0;

    for (unsigned s = rules->seats; s-- > 0;) {
        if (misfit(rules, deal, (hk_seat)s) < 0) {
            *ret_starter = (hk_seat)s;
            count++;
        }
    }
    return count;
}

/* H2 M2: no card oftener than the packs hold it. */
static bool add_all(const struct hk_rules *rules, const hk_card *cards,
                    unsigned count, struct hk_cardset *set)
{
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] >= HK_CARD_KINDS || !hk_cardset_add(set, cards[i]))
            return false;
    }
    return hk_cardset_count(set, HK_JOKER) <= hk_rules_jokers(rules);
}

static enum hk_error check_cards(const struct hk_rules *rules,
                                 const struct hk_arranged_deal *deals,
                                 size_t number,
                                 struct hk_lobby_fault *ret_fault)
{
    const struct hk_arranged_deal *deal = &deals[number];
    struct hk_cardset set = {0, 0};

    for (unsigned s = 0; s < rules->seats; s++) {
        if (!add_all(rules, deal->hands[s], deal->hand_sizes[s], &set))
            return refuse(ret_fault, number, (int)s, HK_LOBBY_CARD_TOO_OFTEN);
    }
    if (!add_all(rules, deal->stock, deal->stock_size, &set))
        return refuse(ret_fault, number, -1, HK_LOBBY_CARD_TOO_OFTEN);
    return HK_OK;
}

/* The dealer of the round after `number` others; -1 while nobody is named. */
static int dealer_of(const struct hk_rules *rules, int first_dealer,
                     size_t number)
{
    if (first_dealer < 0)
        return -1;
    return (int)(((size_t)first_dealer + number) % rules->seats); /* G3 */
}

enum hk_error hk_dealer_check(const struct hk_rules *rules,
                              const struct hk_arranged_deal *deals,
                              size_t count, int first_dealer,
                              struct hk_lobby_fault *ret_fault)
{
    /* Who deals after the first round is not known before it is over. */
    if (rules->dealer == HK_DEALER_LOSER && count > 1) {
        ret_fault->rule = HK_RULE_G3;
        return refuse(ret_fault, 1, -1, HK_LOBBY_LOSER_DEALS);
    }
    if (count > (size_t)rules->rounds)
        return refuse(ret_fault, (size_t)rules->rounds, -1,
                      HK_LOBBY_DEALS_PAST_ROUNDS);
    for (size_t d = 0; d < count; d++) {
        int dealer = dealer_of(rules, first_dealer, d);
        hk_seat starter;

        if (dealer < 0) {
            unsigned able = starters(rules, &deals[d], &starter);

            if (able == 0)
                return refuse(ret_fault, d, -1, HK_LOBBY_HAND_COUNTS);
            if (able == 1)
                first_dealer = (starter + rules->seats - 1) % rules->seats;
        } else {
            int hand = misfit(rules, &deals[d],
                              starter_of(rules, (unsigned)dealer));

            if (hand >= 0)
                return refuse(ret_fault, d, hand, HK_LOBBY_HAND_COUNT);
        }
        enum hk_error error = check_cards(rules, deals, d, ret_fault);
        if (error)
            return error;
    }
    return HK_OK;
}

hk_seat hk_dealer_first(const struct hk_rules *rules,
                        const struct hk_arranged_deal *deals, size_t count,
                        int first_dealer, const struct hk_rng *rng)
{
    hk_seat starter;

    if (first_dealer >= 0)
        return (hk_seat)first_dealer;
    if (count > 0 && starters(rules, &deals[0], &starter) == 1)
        return (hk_seat)((starter + rules->seats - 1) % rules->seats);
    return (hk_seat)hk_rng_below(rng, rules->seats); /* G3: by lot */
}
