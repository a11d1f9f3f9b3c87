/* One column of the solver's search: every way to use its cards. */
#include "engine/solver_search.h"

/* A column half done: what the suits so far have made of it. */
struct step {
    struct hk_search *search;
    const struct hk_column *column;
    const struct hk_node *from;
    unsigned index; /* of the column */
    struct hk_lane lanes[HK_SUITS];
    struct hk_node child;
    struct hk_choice choice;
    unsigned jokers;   /* still to be had */
    unsigned deficit;  /* cards of later columns that jokers must stand for */
    unsigned loose;    /* naturals in no run, base 3 */
    unsigned growable; /* bits of suits with a natural in no run that would
                          have continued one */
    /* With so many jokers: what later columns can score at most, and what they
     * and jokers of this one can. */
    int32_t after[HK_JOKERS_MAX + 1];
    int32_t later[HK_JOKERS_MAX + 1];
    int32_t rest[HK_SUITS]; /* what the naturals from this suit on score */
    bool thorough;          /* gives up as soon as too much is lost */
    bool keeps;             /* a card has to stay in the hand yet */
    bool needs;             /* a card of this rank has to be melded */
};

/* Whether the card of this rank that must be melded is not. */
static bool misses_card(const struct step *step, unsigned cover)
{
    unsigned suit = hk_card_suit(step->search->query->needs_card);
    unsigned unused = (step->loose - cover) / hk_code_digit[suit] % 3;
    return unused == step->column->count[suit];
}

static void emit(struct step *step, uint32_t low_aces, unsigned left,
                 unsigned jokers)
{
    struct hk_search *search = step->search;
    bool run = step->from->rest >> HK_REST_RUN & 1;
    run |= search->query->needs_run && step->child.suits != 0;
    if (left > search->left_cap)
        left = search->left_cap;
    step->child.rest = low_aces | (uint32_t)jokers << HK_REST_JOKERS |
                       left << HK_REST_LEFT | (uint32_t)run << HK_REST_RUN;
    hk_search_child(search, step->index, &step->child, &step->choice);
}

static void emit_sets(struct step *step, unsigned cover, unsigned jokers)
{
    const struct hk_search *search = step->search;
    /* A natural left over would have continued a run. */
    unsigned left_suits = search->code_suits[step->loose - cover];
    if (!step->keeps && (step->growable & left_suits) != 0)
        return;
    if (step->needs && misses_card(step, cover))
        return;
    unsigned left = hk_node_left(step->from) +
                    search->code_size[step->loose - cover];
    if (left > search->query->left_most)
        return;
    int32_t before = step->child.score;
    int32_t score = before + search->code_size[cover] * step->column->natural +
                    (int32_t)jokers * step->column->joker;
    unsigned jokers_left = step->jokers - jokers;
    if (step->thorough && score + step->after[jokers_left] <= search->lower)
        return;
    step->child.score = score;
    step->choice.set_code = (uint8_t)cover;
    step->choice.set_jokers = (uint8_t)jokers;
    emit(step, step->from->rest & 0xff, left, jokers_left);
    step->child.score = before;
}

/* The low aces: those in no run are high ones yet. */
static void emit_low(struct step *step)
{
    uint32_t low_aces = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        low_aces |=
            (step->column->count[suit] - step->loose / hk_code_digit[suit] % 3)
            << 2 * suit;
    step->choice.set_code = 0;
    step->choice.set_jokers = 0;
    emit(step, low_aces, hk_node_left(step->from), step->jokers);
}

/* Whether every digit of the part is at most the whole's. */
static bool is_part(unsigned part, unsigned whole)
{
    for (unsigned i = 0; i < HK_SUITS; i++)
        if (part / hk_code_digit[i] % 3 > whole / hk_code_digit[i] % 3)
            return false;
    return true;
}

static void make_sets(struct step *step)
{
    const struct hk_search *search = step->search;
    if (!step->column->sets) {
        emit_low(step);
        return;
    }
    for (unsigned jokers = 0; jokers + step->deficit <= step->jokers;
         jokers++) {
        if (!step->keeps && !step->needs) {
            unsigned cover = search->cover[jokers][step->loose];
            if (cover != HK_NO_COVER)
                emit_sets(step, cover, jokers);
            continue;
        }
        for (unsigned cover = 0; cover <= step->loose; cover++)
            if (search->sets_of[jokers][cover] && is_part(cover, step->loose))
                emit_sets(step, cover, jokers);
    }
}

/* Whether the suits so far have lost too much already. */
static bool is_lost(const struct step *step, unsigned suits)
{
    const struct hk_search *search = step->search;
    unsigned all = hk_node_jokers(step->from);
    unsigned covered = search->coverable[all][suits][step->loose];
    return step->child.score + (int32_t)covered * step->column->natural +
               step->rest[suits] + step->later[step->jokers] <=
           search->lower;
}

/* Takes the outcomes of this suit one after another. */
static void step_suit(struct step *step, unsigned suit)
{
    if (suit == HK_SUITS) {
        make_sets(step);
        return;
    }
    const struct hk_lane *lane = &step->lanes[suit];
    const struct hk_outcome *outcome = &step->search->outcomes[lane->first];
    const struct hk_outcome *end = outcome + lane->count;
    for (; outcome < end && !step->search->full; outcome++) {
        unsigned deficit = step->deficit + outcome->deficit;
        if (deficit + outcome->jokers > step->jokers)
            continue;
        unsigned loose = outcome->loose * hk_code_digit[suit];
        uint64_t next = (uint64_t)outcome->next << 16 * suit;
        unsigned growable = (unsigned)outcome->growable << suit;
        step->child.suits |= next;
        step->child.score += outcome->score;
        step->choice.fates[suit] = outcome->fates;
        step->jokers -= outcome->jokers;
        step->deficit = deficit;
        step->loose += loose;
        step->growable |= growable;
        if (!step->thorough || suit + 1 == HK_SUITS || !is_lost(step, suit + 1))
            step_suit(step, suit + 1);
        step->growable ^= growable;
        step->loose -= loose;
        step->deficit = deficit - outcome->deficit;
        step->jokers += outcome->jokers;
        step->child.score -= outcome->score;
        step->child.suits ^= next;
    }
}

/* What can follow this column, and what its jokers can score. */
static void look_later(struct step *step)
{
    const struct hk_search *search = step->search;
    const struct hk_column *column = step->column;
    unsigned after = step->index + 1;
    int32_t needy;
    int32_t aces = 0;
    if (!search->relaxing && after < search->column_count)
        aces = hk_search_high_aces(search, step->from, &needy);
    for (unsigned jokers = 0; jokers <= step->jokers; jokers++) {
        step->after[jokers] = hk_search_ahead(search, after, jokers) + aces;
        step->later[jokers] = step->after[jokers];
        for (unsigned used = 1; used <= jokers; used++) {
            int32_t score = step->after[jokers - used] +
                            (int32_t)used * column->joker;
            if (score > step->later[jokers])
                step->later[jokers] = score;
        }
    }
    int32_t rest = 0;
    for (unsigned suit = HK_SUITS; suit-- > 0;) {
        unsigned naturals = column->count[suit];
        if (column->high_aces)
            naturals -= hk_node_low_aces(step->from, suit);
        rest += (int32_t)naturals * column->natural;
        step->rest[suit] = rest;
    }
}

/* With so many jokers: finds which naturals of the first suits have some of
 * the others to make sets with, and of each code the largest part. */
static void find_coverable(struct hk_search *search, unsigned column,
                           unsigned jokers)
{
    const uint8_t *count = search->columns[column].count;
    bool sets[HK_LOOSE_CODES] = {false};
    for (unsigned used = 0; used <= jokers; used++)
        for (unsigned code = 0; code < HK_LOOSE_CODES; code++)
            sets[code] |= search->sets_of[used][code];
    for (unsigned suit = HK_SUITS; suit-- > 1;) {
        uint8_t *most = search->coverable[jokers][suit];
        for (unsigned code = 0; code < hk_code_digit[suit]; code++) {
            for (unsigned more = 1; more <= count[suit]; more++)
                sets[code] |= sets[code + more * hk_code_digit[suit]];
            most[code] = sets[code] ? search->code_size[code] : 0;
            for (unsigned i = 0; !sets[code] && i < suit; i++)
                if (code / hk_code_digit[i] % 3 > 0 &&
                    most[code - hk_code_digit[i]] > most[code])
                    most[code] = most[code - hk_code_digit[i]];
        }
    }
}

void hk_step_enter(struct hk_search *search, unsigned column)
{
    if (search->beam > 0)
        return;
    for (unsigned jokers = 0; jokers <= search->jokers; jokers++)
        find_coverable(search, column, jokers);
}

void hk_step_expand(struct hk_search *search, unsigned column,
                    const struct hk_node *node, uint32_t parent)
{
    const struct hk_solver_query *query = search->query;
    struct step step = {
        .search = search,
        .column = &search->columns[column],
        .from = node,
        .index = column,
        .child = {.score = node->score, .parent = parent},
        .jokers = hk_node_jokers(node),
    };
    /* Where a card must stay, or a certain card must go, the largest sets are
     * not always the best. */
    step.keeps = hk_node_left(node) < query->left_least;
    step.needs = query->needs_card < HK_NATURALS &&
                 hk_card_rank(query->needs_card) == step.column->rank;
    hk_lane_find(search, column, node, step.lanes);
    step.thorough = search->beam == 0 && step.column->sets;
    if (step.thorough)
        look_later(&step);
    step_suit(&step, 0);
}
