/* One suit in one column of the solver's search: what can become of its open
 * runs and its cards. */
#include "engine/solver_search.h"

#include "engine/require.h"

/* A suit half done: what its open runs so far have made of it. */
struct fork {
    const struct hk_search *search;
    const struct hk_column *column;
    unsigned index, suit; /* of the column; the suit */
    unsigned open;        /* runs whose fate is not known yet */
    unsigned next;        /* open runs after this column */
    unsigned next_count;
    unsigned held;     /* naturals in all */
    unsigned naturals; /* not used */
    unsigned jokers;   /* used */
    unsigned fates;    /* as in struct hk_outcome */
    unsigned fate_at;  /* bit of the next fate */
    unsigned last_kind;
    enum hk_fate last_fate;
    bool ended; /* a run could have gone on with a natural */
    bool joins; /* a run ended that a run begun here would only continue */
};

static void decide_runs(struct hk_search *search, struct fork fork);

/* How many later cards of this suit only jokers could be; more than there are
 * jokers where the columns end too soon. */
static unsigned find_deficit(const struct fork *fork)
{
    const struct hk_search *search = fork->search;
    unsigned needed[4] = {0};
    for (unsigned open = fork->next; open != 0; open >>= 4)
        needed[search->kinds[open & 15].cards]++;
    unsigned deficit = 0;
    unsigned runs = needed[1] + needed[2] + needed[3];
    for (unsigned ahead = 1; runs > 0; runs -= needed[ahead], ahead++) {
        /* Round the circle such runs may yet go on. */
        if (fork->index + ahead >= search->column_count)
            return search->circle ? deficit : HK_JOKERS_MAX + 1;
        unsigned count = search->columns[fork->index + ahead].count[fork->suit];
        if (runs > count)
            deficit += runs - count;
    }
    return deficit;
}

static void add_outcome(struct hk_search *search, const struct fork *fork)
{
    unsigned deficit = find_deficit(fork);
    if (deficit + fork->jokers > search->jokers)
        return;
    HK_REQUIRE(search->outcome_count < HK_OUTCOMES_MAX);
    search->outcomes[search->outcome_count++] = (struct hk_outcome){
        .next = (uint16_t)fork->next,
        .fates = (uint16_t)fork->fates,
        .loose = (uint8_t)fork->naturals,
        .jokers = (uint8_t)fork->jokers,
        .deficit = (uint8_t)deficit,
        .growable = fork->ended && fork->naturals > 0,
        .score = (int32_t)(fork->held - fork->naturals) *
                     fork->column->natural +
                 (int32_t)fork->jokers * fork->column->joker,
    };
}

/* Whether one more run may begin with a joker here: at the low ace, or on the
 * way to the ace high without too many gaps. */
static bool may_begin_joker(const struct fork *fork)
{
    unsigned jokers = fork->search->jokers - fork->jokers;
    return jokers > 0 &&
           (fork->index == 0 || fork->column->gaps_after[fork->suit] < jokers);
}

static void begin_jokers(struct hk_search *search, struct fork fork)
{
    for (;;) {
        add_outcome(search, &fork);
        if (fork.joins || fork.next_count == HK_OPEN_MAX ||
            !may_begin_joker(&fork))
            return;
        fork.next = hk_open_add(fork.next, search->begun_joker);
        fork.next_count++;
        fork.jokers++;
        fork.fates += 1u << HK_FATES_JOKERS;
    }
}

static void begin_runs(struct hk_search *search, struct fork fork)
{
    for (;;) {
        begin_jokers(search, fork);
        if (fork.joins || fork.naturals == 0 || fork.next_count == HK_OPEN_MAX)
            return;
        fork.next = hk_open_add(fork.next, search->begun_natural);
        fork.next_count++;
        fork.naturals--;
        fork.fates += 1u << HK_FATES_NATURALS;
    }
}

/* Gives the next open run of the lane this fate, where it can have it. */
static void decide(struct hk_search *search, struct fork fork,
                   enum hk_fate fate)
{
    unsigned code = fork.open & 15;
    const struct hk_open_kind *kind = &search->kinds[code];
    /* Of equal runs the order of their fates does not matter. */
    if (code == fork.last_kind && fate < fork.last_fate)
        return;
    unsigned after = 0;
    switch (fate) {
    case HK_FATE_NATURAL:
        if (fork.naturals == 0)
            return;
        fork.naturals--;
        after = kind->after_natural;
        break;
    case HK_FATE_JOKER:
        if (fork.jokers == search->jokers || kind->after_joker == 0)
            return;
        fork.jokers++;
        after = kind->after_joker;
        break;
    case HK_FATE_END:
        if (kind->cards > 0)
            return;
        fork.ended = true;
        /* H8: not where it holds all the jokers it may. */
        fork.joins |= !kind->joker;
        break;
    }
    if (after != 0) {
        fork.next = hk_open_add(fork.next, after);
        fork.next_count++;
    }
    fork.last_kind = code;
    fork.last_fate = fate;
    fork.fates |= (unsigned)fate << fork.fate_at;
    fork.fate_at += 2;
    fork.open >>= 4;
    decide_runs(search, fork);
}

static void decide_runs(struct hk_search *search, struct fork fork)
{
    if (fork.open == 0) {
        begin_runs(search, fork);
        return;
    }
    decide(search, fork, HK_FATE_NATURAL);
    decide(search, fork, HK_FATE_JOKER);
    decide(search, fork, HK_FATE_END);
}

/* Adds the lane's outcomes to the list. */
static struct hk_lane *make_entry(struct hk_search *search, unsigned column,
                                  unsigned suit, uint32_t key)
{
    struct hk_lane *entry = &search->lanes[search->lane_count++];
    struct fork fork = {
        .search = search,
        .column = &search->columns[column],
        .index = column,
        .suit = suit,
        .open = key & 0xffff,
        .held = search->columns[column].count[suit] - (key >> 16),
    };
    fork.naturals = fork.held;
    *entry = (struct hk_lane){
        .key = key,
        .suit = (uint8_t)suit,
        .first = (uint16_t)search->outcome_count,
    };
    decide_runs(search, fork);
    entry->count = (uint16_t)(search->outcome_count - entry->first);
    return entry;
}

static void forget_lanes(struct hk_search *search, unsigned column)
{
    search->lane_column = column;
    search->lane_count = 0;
    search->outcome_count = 0;
    for (unsigned i = 0; i < HK_LANE_SLOTS; i++)
        search->lane_slots[i] = 0;
}

static struct hk_lane *find_entry(struct hk_search *search, unsigned column,
                                  unsigned suit, uint32_t key)
{
    uint32_t hash = (key * 4 + suit) * UINT32_C(0x9e3779b1) >> 16;
    for (;; hash++) {
        uint8_t *slot = &search->lane_slots[hash % HK_LANE_SLOTS];
        if (*slot == 0) {
            struct hk_lane *entry = make_entry(search, column, suit, key);
            *slot = (uint8_t)search->lane_count;
            return entry;
        }
        struct hk_lane *entry = &search->lanes[*slot - 1];
        if (entry->key == key && entry->suit == suit)
            return entry;
    }
}

void hk_lane_find(struct hk_search *search, unsigned column,
                  const struct hk_node *node,
                  struct hk_lane ret_lanes[HK_SUITS])
{
    if (search->lane_column != column)
        hk_step_enter(search, column);
    if (search->lane_column != column ||
        search->lane_count + HK_SUITS > HK_LANES_MAX ||
        search->outcome_count + HK_SUITS * HK_LANE_OUTCOMES > HK_OUTCOMES_MAX)
        forget_lanes(search, column);
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        uint32_t key = hk_node_open(node, suit);
        if (search->columns[column].high_aces)
            key |= hk_node_low_aces(node, suit) << 16;
        ret_lanes[suit] = *find_entry(search, column, suit, key);
    }
}
