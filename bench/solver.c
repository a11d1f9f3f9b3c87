/* How long the meld solver takes: drawn hands, ordinary and hostile, and hands
 * that were bred to be slow. One line a kind of hand, microseconds a call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "engine/solver.h"

enum { HANDS_MAX = 20000, REPEATS = 3 };

static uint64_t memory[HK_SOLVER_SIZE / sizeof(uint64_t)];
static const struct hk_solver solver = {memory, sizeof(memory)};
static struct hk_rng_seeded seeded;
static struct hk_rng rng;

struct figures {
    double times[HANDS_MAX];
    unsigned count;
};

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void solve(const struct hk_solver_query *query)
{
    struct hk_solution solution;
    /* That there is an answer is none of the benchmark's business. */
    (void)hk_solver_best(&solver, query, &solution);
}

static void lay_contract(const struct hk_contract_query *query)
{
    static struct hk_solution ways[HK_CONTRACT_WAYS_MAX];
    (void)hk_contract_ways(query, HK_CONTRACT_WAYS_MAX, ways);
}

static void add_time(struct figures *figures, double time)
{
    if (figures->count < HANDS_MAX)
        figures->times[figures->count++] = time;
}

/* The best of a few, so that what else the machine does counts less. */
static void measure(struct figures *figures,
                    const struct hk_solver_query *query)
{
    double best = 0;
    for (unsigned i = 0; i < REPEATS; i++) {
        double begin = microseconds();
        solve(query);
        double time = microseconds() - begin;
        best = i == 0 || time < best ? time : best;
    }
    add_time(figures, best);
}

static int compare_times(const void *left, const void *right)
{
    const double *a = left;
    const double *b = right;
    return (*a > *b) - (*a < *b);
}

static void report(const char *name, struct figures *figures)
{
    double sum = 0;
    for (unsigned i = 0; i < figures->count; i++)
        sum += figures->times[i];
    qsort(figures->times, figures->count, sizeof(double), compare_times);
    printf("%-40s %6u %9.1f %9.1f %9.1f %9.1f\n", name, figures->count,
           sum / figures->count, figures->times[figures->count / 2],
           figures->times[figures->count * 99 / 100],
           figures->times[figures->count - 1]);
    fflush(stdout);
    figures->count = 0;
}

/* So many cards of a whole pack (H2 M2). */
static struct hk_cardset deal(unsigned count, unsigned jokers)
{
    struct hk_cardset hand = {0};
    while (hk_cardset_size(&hand) < count) {
        unsigned at = hk_rng_below(&rng, 104 + jokers);
        (void)hk_cardset_add(&hand, at < 104 ? (hk_card)(at / 2) : HK_JOKER);
    }
    return hand;
}

/* So many cards, jokers among them, of a few ranks next to each other. */
static struct hk_cardset draw(unsigned count, unsigned jokers, unsigned width)
{
    struct hk_cardset hand = {0};
    for (unsigned i = 0; i < jokers; i++)
        (void)hk_cardset_add(&hand, HK_JOKER);
    unsigned first = hk_rng_below(&rng, HK_RANKS);
    while (hk_cardset_size(&hand) < count) {
        unsigned rank = (first + hk_rng_below(&rng, width)) % HK_RANKS;
        unsigned suit = hk_rng_below(&rng, HK_SUITS);
        (void)hk_cardset_add(&hand, hk_card_make(suit, rank));
    }
    return hand;
}

/* One kind of drawn hand; `width` 0: dealt from the whole pack, of which
 * `jokers` are jokers; else the ranks they come from, from and to. */
struct kind {
    const char *name;
    bool may_i;
    unsigned hands, cards, jokers, width, width_most;
};

static const struct kind kinds[] = {
    {"15 dealt", false, 20000, 15, 2, 0, 0},
    {"15 with one joker", false, 2000, 15, 1, 13, 13},
    {"15 with two jokers", false, 2000, 15, 2, 13, 13},
    {"15 of 4 to 7 ranks, two jokers", false, 1000, 15, 2, 4, 7},
    {"25 of 5 to 8 ranks, two jokers", false, 300, 25, 2, 5, 8},
    {"40 dealt", false, 300, 40, 2, 0, 0},
    {"40 of 5 to 7 ranks, no joker", false, 200, 40, 0, 5, 7},
    {"40 of 5 to 7 ranks, two jokers", false, 200, 40, 2, 5, 7},
    {"40 of 7 to 10 ranks, two jokers", false, 200, 40, 2, 7, 10},
    {"May I: 15 dealt", true, 20000, 15, 0, 0, 0},
    {"May I: 40 dealt", true, 300, 40, 0, 0, 0},
    {"May I: 40 of 5 to 7 ranks", true, 200, 40, 0, 5, 7},
    {"May I: 40 of 7 to 13 ranks", true, 200, 40, 0, 7, 13},
};

static struct hk_cardset draw_kind(const struct kind *kind)
{
    if (kind->width == 0)
        return deal(kind->cards, kind->jokers);
    unsigned width = kind->width +
                     hk_rng_below(&rng, kind->width_most - kind->width + 1);
    return draw(kind->cards, kind->jokers, width);
}

static void measure_kind(const struct kind *kind, struct figures *figures)
{
    struct hk_rules rules;
    struct hk_meld_limits limits;
    hk_rules_init(&rules, HK_HAND, 2);
    if (kind->may_i)
        hk_meld_limits_may_i(true, &limits);
    else
        hk_meld_limits_hand(&rules, &limits);
    for (unsigned i = 0; i < kind->hands; i++) {
        struct hk_cardset hand = draw_kind(kind);
        struct hk_solver_query query = hk_solver_query(
            &limits, &hand, i & 1 ? HK_AIM_LEFT : HK_AIM_WORTH);
        query.left_least = 1;
        measure(figures, &query);
    }
    report(kind->name, figures);
}

/* Found by changing a few cards of a slow hand again and again and keeping
 * what was slower. */
static const struct {
    enum hk_solver_aim aim;
    unsigned left_least;
    bool needs_run;
    int16_t jokers_most, ace_low, joker_left;
    const char *hand;
} bred[] = {
    {HK_AIM_LEFT, 1, false, 1, 1, 50,
     "2S3S4S4S5S6SKSAHAH2H3H4H4H5H6HKHADAD2D2D3D3D4D4D5D5D6D6DAC2C2C3C3C4C4C"
     "5CKCKCJKJK"},
    {HK_AIM_LEFT, 0, true, 2, 10, 15,
     "ASAS2S2S3S3S4S4S5SAHAH2H2H3H3H4H4H5HAD2D2D3D3D4D4D5D5DACAC2C2C3C3C4C4C"
     "5C6C6CJKJK"},
    {HK_AIM_WORTH, 1, true, 2, 10, 50,
     "AS2S2S3S3S4S4S5S6S7S7SAH2H2H3H3H4H4H5H6HADAD2D2D3D3D4D4D5DAC2C2C3C3C4C"
     "4C6C6CJKJK"},
    {HK_AIM_WORTH, 1, false, 2, 10, 15,
     "ASAS2S2S3S3S4S4S5S6S7S8S8SAH2H2H3H3H4H4H5H6HAD2D3D4D5D7D7DAC2C2C3C3C4C"
     "4C5C7CJKJK"},
    {HK_AIM_WORTH, 1, false, 2, 1, 25,
     "ASAS2S3S3S4S4S5S5S6S6S2H2H3H3H4H4H5H5H6H2D2D3D3D4D4D5D5D6D6D2C2C3C3C4C"
     "4C5C5CJKJK"},
    {HK_AIM_WORTH, 1, false, 1, 10, 50,
     "AS2S2S3S3S4S4S5S6SAH2H2H3H3H4H4H5H7HAD2D2D3D3D4D4D5D5DACAC2C2C3C3C4C4C"
     "5C5C6CJKJK"},
    {HK_AIM_LEFT, 1, true, 1, 1, 50,
     "AS2S3S4S4S5S5S6SJSAHAH3H4H4H5H5H6H6HJHAD2D3D4D4D5D5D6DJDQDKDAC2C3C3C4C"
     "5C5CKCJKJK"},
    {HK_AIM_WORTH, 1, false, 2, 11, 15,
     "AS2S2S3S3S4S4S5S5S6S6SAH2H2H3H3H4H4H5H6H6HADAD2D2D3D3D4D4DACAC2C2C3C3C"
     "4C5C5CJKJK"},
    {HK_AIM_LEFT, 1, true, 1, 10, 50,
     "ASAS8S8S9STSTSJSJSAH8H8H9H9HTHTHJHQHQH8D8D9D9DTDTDJDQDQDKD8C8C9C9CTCTC"
     "JCQCKCJKJK"},
    {HK_AIM_LEFT, 1, false, 1, 1, 15,
     "ASAS3S3S4S4S5S5S6SJSAH2H3H3H4H4H5H6H6HQHQHKH3D3D4D5D6DJDKDAC2C3C3C4C4C"
     "5CJCQCJKJK"},
};

static struct hk_cardset read_hand(const char *text)
{
    struct hk_cardset hand = {0};
    for (; *text != '\0'; text += 2) {
        char one[HK_CARD_TEXT_SIZE] = {text[0], text[1], '\0'};
        hk_card card;
        if (!hk_card_read(one, &card) || !hk_cardset_add(&hand, card)) {
            fprintf(stderr, "solver: no card: %s\n", one);
            exit(EXIT_FAILURE);
        }
    }
    return hand;
}

static void measure_bred(struct figures *figures)
{
    for (unsigned i = 0; i < sizeof(bred) / sizeof(bred[0]); i++) {
        struct hk_rules rules;
        struct hk_meld_limits limits;
        hk_rules_init(&rules, HK_HAND, 2);
        rules.max_jokers_per_meld = bred[i].jokers_most;
        rules.ace_low_value = bred[i].ace_low;
        rules.joker_left = bred[i].joker_left;
        hk_meld_limits_hand(&rules, &limits);
        struct hk_cardset hand = read_hand(bred[i].hand);
        struct hk_solver_query query = hk_solver_query(&limits, &hand,
                                                       bred[i].aim);
        query.left_least = (uint8_t)bred[i].left_least;
        query.needs_run = bred[i].needs_run;
        measure(figures, &query);
    }
    report("40 bred to be slow", figures);
}

/* M3: the ways of every round's contract, of three whole suits and a card. */
static void measure_contracts(struct figures *figures)
{
    static const uint8_t contracts[][2] = {
        {2, 0}, {1, 1}, {0, 2}, {3, 0}, {2, 1}};
    struct hk_meld_limits limits;
    hk_meld_limits_may_i(true, &limits);
    struct hk_cardset hand = {0};
    for (unsigned card = 0; card < 3 * HK_RANKS; card++)
        (void)hk_cardset_add(&hand, (hk_card)card);
    (void)hk_cardset_add(&hand, 0);
    for (unsigned i = 0; i < sizeof(contracts) / sizeof(contracts[0]); i++) {
        struct hk_contract_query query = hk_contract_query(
            &limits, &hand, contracts[i][0], contracts[i][1]);
        query.left_least = 1;
        double begin = microseconds();
        lay_contract(&query);
        add_time(figures, microseconds() - begin);
    }
    report("May I: contracts, 40 cards, 64 ways", figures);
}

int main(void)
{
    static struct figures figures;
    rng = hk_rng_from_seed(&seeded, 1);
    printf("%-40s %6s %9s %9s %9s %9s\n", "microseconds", "hands", "mean",
           "median", "99 %", "worst");
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        measure_kind(&kinds[i], &figures);
    measure_bred(&figures);
    measure_contracts(&figures);
    return EXIT_SUCCESS;
}
