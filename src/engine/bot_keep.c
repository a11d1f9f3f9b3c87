/* How the bot values the cards it holds: what is near a meld stays. */
#include "engine/bot_plan.h"
#include "engine/scoring.h"

enum {
    SET_LEAST = 3,     /* M4 H7 */
    KEEP_JOKER = 1000, /* more than any company */
    KEEP_MELD = 500,
    KEEP_STEP = 100 /* a card that brings the contract nearer */
};

/* ---- May I: the way to the contract ---- */

static unsigned of_rank(const struct hk_cardset *hand, unsigned rank)
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        count += hk_cardset_count(hand, hk_card_make(suit, rank));
    return count;
}

/* M7: so many sets of different ranks. */
static unsigned missing_sets(const struct hk_cardset *hand, unsigned sets)
{
    unsigned with[SET_LEAST + 1] = {0}, missing = 0;
    for (unsigned rank = 0; rank < HK_RANKS; rank++) {
        unsigned count = of_rank(hand, rank);
        with[count < SET_LEAST ? count : SET_LEAST]++;
    }
    for (unsigned have = SET_LEAST; sets > 0; have--) {
        unsigned taken = with[have] < sets ? with[have] : sets;
        missing += taken * (SET_LEAST - have);
        sets -= taken;
    }
    return missing;
}

/* M5: the shortest run from this place, its cards taken out of the hand;
 * returns how many there were not. */
static unsigned take_run(const struct hk_bot *bot, struct hk_cardset *hand,
                         unsigned suit, unsigned low)
{
    unsigned least = hk_rules_run_least(bot->rules), missing = 0;
    for (unsigned i = 0; i < least; i++)
        missing += !hk_cardset_remove(hand,
                                      hk_card_make(suit, (low + i) % HK_RANKS));
    return missing;
}

/* M7: runs of different suits, from this one on, and then sets. */
static unsigned missing_from(const struct hk_bot *bot,
                             const struct hk_cardset *hand, unsigned sets,
                             unsigned runs, unsigned suit)
{
    unsigned least = hk_rules_run_least(bot->rules);
    unsigned lows = bot->rules->ace_wrap ? HK_RANKS : HK_RANKS + 2 - least;
    unsigned best = HK_PACK_MAX;
    if (runs == 0)
        return missing_sets(hand, sets);
    for (; suit + runs <= HK_SUITS; suit++) {
        for (unsigned low = 0; low < lows; low++) {
            struct hk_cardset rest = *hand;
            unsigned missing = take_run(bot, &rest, suit, low);
            /* with nothing of it here, any other is as good */
            if (missing >= best)
                continue;
            missing += missing_from(bot, &rest, sets, runs - 1, suit + 1);
            best = missing < best ? missing : best;
        }
    }
    return best;
}

unsigned hk_bot_missing(const struct hk_bot *bot, const struct hk_cardset *hand)
{
    return missing_from(bot, hand, bot->contract->sets, bot->contract->runs, 0);
}

/* ---- company ---- */

/* How far two cards of a suit are apart, the ace at either end. */
static unsigned apart(unsigned a, unsigned b)
{
    unsigned low = a > b ? a - b : b - a;
    return low <= HK_RANKS - low ? low : HK_RANKS - low;
}

/* How near a card is to the others: runs and sets that it could be of. */
static int company(const struct hk_bot *bot, hk_card card, bool sets, bool runs)
{
    const struct hk_cardset *hand = hk_bot_hand(bot);
    unsigned rank = hk_card_rank(card), suit = hk_card_suit(card);
    bool repeats = hk_rules_set_most(bot->rules) > HK_SUITS;
    int near = 0;
    for (unsigned other = 0; sets && other < HK_SUITS; other++)
        if (other != suit)
            near += 3 * (hk_cardset_count(hand, hk_card_make(other, rank)) > 0);
    if (sets && repeats)
        near += 3 * (hk_cardset_count(hand, card) == 2);
    for (unsigned other = 0; runs && other < HK_RANKS; other++)
        if (other != rank && apart(other, rank) <= 2 &&
            hk_cardset_count(hand, hk_card_make(suit, other)) > 0)
            near += apart(other, rank) == 1 ? 4 : 2;
    /* H7: of two that are alike one is of use */
    if (!repeats && hk_cardset_count(hand, card) == 2)
        near /= 2;
    return near;
}

static unsigned times_in(const struct hk_solution *solution, hk_card card)
{
    unsigned times = 0, at = 0;
    for (unsigned i = 0; i < solution->meld_count; i++)
        for (unsigned j = 0; j < solution->lengths[i]; j++)
            times += solution->cards[at++] == card;
    return times;
}

void hk_bot_best(const struct hk_bot *bot, struct hk_solution *ret_best)
{
    struct hk_meld_limits limits;
    const struct hk_cardset *hand = hk_bot_hand(bot);
    ret_best->meld_count = 0;
    if (bot->contract || hk_cardset_size(hand) > HK_SOLVER_CARDS_MAX)
        return;
    hk_meld_limits_hand(bot->rules, &limits);
    struct hk_solver_query query = hk_solver_query(&limits, hand, HK_AIM_WORTH);
    struct hk_solution best;
    if (hk_solver_best(bot->solver, &query, &best))
        *ret_best = best;
}

static int keep_in_hand(const struct hk_bot *bot,
                        const struct hk_solution *best, hk_card card)
{
    unsigned held = hk_cardset_count(hk_bot_hand(bot), card);
    if (card == HK_JOKER)
        return KEEP_JOKER;
    if (times_in(best, card) >= held)
        return KEEP_MELD;
    return company(bot, card, true, true);
}

static int keep_for_contract(const struct hk_bot *bot, hk_card card)
{
    struct hk_cardset without = *hk_bot_hand(bot);
    /* M8: once down, what fits nowhere yet is of little use. */
    if (hk_bot_is_down(bot))
        return hk_bot_fits_table(bot, card) ? KEEP_STEP : 0;
    hk_cardset_remove(&without, card);
    unsigned nearer = hk_bot_missing(bot, &without) -
                      hk_bot_missing(bot, hk_bot_hand(bot));
    return (int)nearer * KEEP_STEP +
           company(bot, card, bot->contract->sets > 0, bot->contract->runs > 0);
}

int hk_bot_keep(const struct hk_bot *bot, const struct hk_solution *best,
                hk_card card)
{
    return bot->contract ? keep_for_contract(bot, card)
                         : keep_in_hand(bot, best, card);
}
