/* From the nodes of the best answer back to its melds. */
#include "engine/solver_search.h"

#include "engine/require.h"

enum {
    RUNS_MAX = 32, /* also those still to be joined round the circle */
    CHAIN_MAX = 2 * HK_RANKS
};

/* A run as it grows, column by column. */
struct growing {
    uint8_t suit, kind;
    uint8_t touched; /* 1 + the last column that had a say */
    bool open;
    bool crosses; /* begins before the cut */
    bool done;
    int follows; /* the run that goes on round the circle; -1 none */
    uint8_t count;
    hk_card cards[HK_COLUMNS_MAX];
};

struct build {
    struct hk_search *search;
    struct growing runs[RUNS_MAX];
    unsigned run_count;
    struct hk_choice choices[HK_COLUMNS_MAX];
    struct hk_solution solution;
    unsigned card_count;
};

static struct growing *begin_run(struct build *build, unsigned suit,
                                 unsigned kind)
{
    HK_REQUIRE(build->run_count < RUNS_MAX);
    struct growing *run = &build->runs[build->run_count++];
    *run = (struct growing){
        .suit = (uint8_t)suit,
        .kind = (uint8_t)kind,
        .open = true,
        .follows = -1,
    };
    return run;
}

/* An open run of this kind that the column has not touched yet. */
static struct growing *find_run(struct build *build, unsigned suit,
                                unsigned kind, unsigned column)
{
    for (unsigned i = 0; i < build->run_count; i++) {
        struct growing *run = &build->runs[i];
        if (run->open && run->suit == suit && run->kind == kind &&
            run->touched <= column)
            return run;
    }
    HK_REQUIRE(!"the run is there");
    return NULL;
}

static void add_card(struct growing *run, hk_card card, unsigned kind)
{
    run->cards[run->count++] = card;
    run->kind = (uint8_t)kind;
}

static void replay_suit(struct build *build, unsigned column, unsigned suit)
{
    const struct hk_search *search = build->search;
    const struct hk_choice *choice = &build->choices[column];
    hk_card card = hk_card_make(suit, search->columns[column].rank);
    unsigned fates = choice->fates[suit];
    unsigned open = hk_node_open(&search->best[column], suit);
    for (unsigned at = 0; open != 0; open >>= 4, at += 2) {
        const struct hk_open_kind *kind = &search->kinds[open & 15];
        struct growing *run = find_run(build, suit, open & 15, column);
        run->touched = (uint8_t)(column + 1);
        switch ((enum hk_fate)(fates >> at & 3)) {
        case HK_FATE_NATURAL:
            add_card(run, card, kind->after_natural);
            break;
        case HK_FATE_JOKER:
            add_card(run, HK_JOKER, kind->after_joker);
            break;
        case HK_FATE_END:
            run->open = false;
            break;
        }
    }
    unsigned naturals = fates >> HK_FATES_NATURALS & 3;
    unsigned jokers = fates >> HK_FATES_JOKERS & 3;
    for (unsigned i = 0; i < naturals + jokers; i++) {
        bool natural = i < naturals;
        unsigned kind = natural ? search->begun_natural : search->begun_joker;
        struct growing *run = begin_run(build, suit, kind);
        run->touched = (uint8_t)(column + 1);
        add_card(run, natural ? card : HK_JOKER, kind);
    }
}

/* The choices are not stored: each is found again from its two nodes. */
static void find_choices(struct build *build)
{
    struct hk_search *search = build->search;
    search->full = false;
    search->beam = 1;
    search->lane_column = HK_COLUMNS_MAX;
    for (unsigned i = 0; i < search->column_count; i++) {
        search->target = &search->best[i + 1];
        search->found = false;
        hk_step_expand(search, i, &search->best[i], 0);
        HK_REQUIRE(search->found);
        build->choices[i] = search->choice;
    }
    search->target = NULL;
}

/* Joins the runs that end at the cut with those that were begun there, as the
 * search did: the shortest ends go on, in the order of their lengths. */
static void join_circle(struct build *build, unsigned suit)
{
    const struct hk_search *search = build->search;
    unsigned claimed = hk_node_open(&search->best[0], suit);
    unsigned open = hk_node_open(&search->best[search->column_count], suit);
    unsigned end = search->column_count;
    unsigned next = 0; /* of the runs that cross, begun in their order */
    while (hk_open_count(open) > hk_open_count(claimed))
        open >>= 4;
    for (; open != 0; open >>= 4) {
        struct growing *run = find_run(build, suit, open & 15, end);
        run->touched = (uint8_t)(end + 1);
        while (!build->runs[next].crosses || build->runs[next].suit != suit)
            next++;
        run->follows = (int)next++;
    }
}

static void add_meld(struct build *build, const hk_card *cards, unsigned count)
{
    struct hk_solution *solution = &build->solution;
    HK_REQUIRE(solution->meld_count < HK_SOLVER_MELDS_MAX);
    solution->lengths[solution->meld_count++] = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        solution->cards[build->card_count++] = cards[i];
}

/* The search lets runs grow without end (see there): cut in parts as long as
 * each other. A circle begins with its ace. */
static void add_chain(struct build *build, const hk_card *cards, unsigned count,
                      bool circle)
{
    unsigned first = 0;
    while (circle && hk_card_rank(cards[first]) != HK_ACE)
        first++;
    hk_card turned[CHAIN_MAX];
    for (unsigned i = 0; i < count; i++)
        turned[i] = cards[(first + i) % count];
    unsigned most = build->search->limits->run_most;
    unsigned parts = (count + most - 1) / most;
    unsigned begin = 0;
    for (unsigned part = 1; part <= parts; part++) {
        unsigned end = count * part / parts;
        add_meld(build, turned + begin, end - begin);
        begin = end;
    }
}

/* A run and those that go on from it. */
static void add_runs_from(struct build *build, unsigned index)
{
    hk_card cards[CHAIN_MAX];
    unsigned count = 0;
    int at = (int)index;
    while (at >= 0 && !build->runs[at].done) {
        struct growing *run = &build->runs[at];
        HK_REQUIRE(count + run->count <= CHAIN_MAX);
        for (unsigned i = 0; i < run->count; i++)
            cards[count++] = run->cards[i];
        run->done = true;
        at = run->follows;
    }
    add_chain(build, cards, count, at >= 0);
}

static void add_runs(struct build *build, unsigned suit)
{
    /* Those that cross are added behind what leads to them; what is left
     * then are full circles. */
    for (unsigned circles = 0; circles < 2; circles++)
        for (unsigned i = 0; i < build->run_count; i++)
            if (build->runs[i].suit == suit && !build->runs[i].done &&
                (circles || !build->runs[i].crosses))
                add_runs_from(build, i);
}

/* H7: finds sets of different suits that use up these naturals and jokers. */
static bool cut_sets(struct build *build, unsigned rank, unsigned code,
                     unsigned jokers)
{
    const struct hk_meld_limits *limits = build->search->limits;
    if (code == 0)
        return jokers == 0;
    for (unsigned suits = (1u << HK_SUITS) - 1; suits > 0; suits--) {
        hk_card cards[HK_SUITS + HK_JOKERS_MAX];
        unsigned count = 0;
        unsigned weight = 0;
        bool there = true;
        for (unsigned suit = 0; suit < HK_SUITS; suit++) {
            if (!(suits >> suit & 1))
                continue;
            there &= code / hk_code_digit[suit] % 3 > 0;
            weight += hk_code_digit[suit];
            cards[count++] = hk_card_make(suit, rank);
        }
        for (unsigned used = 0;
             there && count >= 2 && used <= jokers &&
             used <= limits->jokers_most && count <= limits->set_most;
             used++) {
            if (count >= limits->set_least) {
                struct hk_solution before = build->solution;
                unsigned card_count = build->card_count;
                add_meld(build, cards, count);
                if (cut_sets(build, rank, code - weight, jokers - used))
                    return true;
                build->solution = before;
                build->card_count = card_count;
            }
            cards[count++] = HK_JOKER;
        }
    }
    return false;
}

/* M4: shares out cards of a rank that may repeat. */
static void share_sets(struct build *build, unsigned rank, unsigned code)
{
    hk_card cards[2 * HK_SUITS];
    unsigned count = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        for (unsigned i = code / hk_code_digit[suit] % 3; i > 0; i--)
            cards[count++] = hk_card_make(suit, rank);
    unsigned most = build->search->limits->set_most;
    unsigned parts = (count + most - 1) / most;
    unsigned begin = 0;
    for (unsigned part = 1; part <= parts; part++) {
        unsigned end = count * part / parts;
        add_meld(build, cards + begin, end - begin);
        begin = end;
    }
}

static void add_sets(struct build *build, unsigned rank)
{
    const struct hk_search *search = build->search;
    for (unsigned i = 0; i < search->column_count; i++) {
        const struct hk_choice *choice = &build->choices[i];
        if (search->columns[i].rank != rank || !search->columns[i].sets ||
            choice->set_code == 0)
            continue;
        if (search->limits->set_repeats)
            share_sets(build, rank, choice->set_code);
        else
            HK_REQUIRE(
                cut_sets(build, rank, choice->set_code, choice->set_jokers));
    }
}

static void count_left(struct build *build)
{
    const struct hk_search *search = build->search;
    const struct hk_cardset *hand = search->query->hand;
    const struct hk_meld_limits *limits = search->limits;
    struct hk_cardset left = *hand;
    for (unsigned i = 0; i < build->card_count; i++) {
        bool held = hk_cardset_remove(&left, build->solution.cards[i]);
        HK_REQUIRE(held);
    }
    int points = (int)hk_cardset_count(&left, HK_JOKER) * limits->left_joker;
    for (unsigned card = 0; card < HK_NATURALS; card++)
        points += (int)hk_cardset_count(&left, (hk_card)card) *
                  limits->left[hk_card_rank((hk_card)card)];
    build->solution.left_points = (int16_t)points;
    build->solution.left_count = (uint8_t)hk_cardset_size(&left);
    int32_t score = search->best[search->column_count].score;
    build->solution.worth = (int16_t)(search->query->aim == HK_AIM_WORTH
                                          ? score / HK_SCORE_UNIT
                                          : score % HK_SCORE_UNIT);
}

void hk_build_solution(struct hk_search *search,
                       struct hk_solution *ret_solution)
{
    struct build build = {.search = search};
    find_choices(&build);
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned open = hk_node_open(&search->best[0], suit);
        for (; open != 0; open >>= 4)
            begin_run(&build, suit, open & 15)->crosses = true;
        for (unsigned i = 0; i < search->column_count; i++)
            replay_suit(&build, i, suit);
        if (search->circle)
            join_circle(&build, suit);
        add_runs(&build, suit);
    }
    for (unsigned rank = 0; rank < HK_RANKS; rank++)
        add_sets(&build, rank);
    count_left(&build);
    *ret_solution = build.solution;
}
