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
    bool keeps;        /* a card has to stay in the hand yet */
    bool needs;        /* a card of this rank has to be melded */
};

static const uint8_t digit[HK_SUITS] = {1, 3, 9, 27};

/* Whether the card of this rank that must be melded is not. */
static bool misses_card(const struct step *step, unsigned cover)
{
    unsigned suit = hk_card_suit(step->search->query->needs_card);
    unsigned unused = (step->loose - cover) / digit[suit] % 3;
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
    int32_t score = step->child.score;
    step->child.score += search->code_size[cover] * step->column->natural +
                         (int32_t)jokers * step->column->joker;
    step->choice.set_code = (uint8_t)cover;
    step->choice.set_jokers = (uint8_t)jokers;
    emit(step, step->from->rest & 0xff, left, step->jokers - jokers);
    step->child.score = score;
}

/* The low aces: those in no run are high ones yet. */
static void emit_low(struct step *step)
{
    uint32_t low_aces = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        low_aces |= (step->column->count[suit] - step->loose / digit[suit] % 3)
                    << 2 * suit;
    step->choice.set_code = 0;
    step->choice.set_jokers = 0;
    emit(step, low_aces, hk_node_left(step->from), step->jokers);
}

/* Whether every digit of the part is at most the whole's. */
static bool is_part(unsigned part, unsigned whole)
{
    for (unsigned i = 0; i < HK_SUITS; i++)
        if (part / digit[i] % 3 > whole / digit[i] % 3)
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
        unsigned loose = outcome->loose * digit[suit];
        uint64_t next = (uint64_t)outcome->next << 16 * suit;
        unsigned growable = (unsigned)outcome->growable << suit;
        step->child.suits |= next;
        step->child.score += outcome->score;
        step->choice.fates[suit] = outcome->fates;
        step->jokers -= outcome->jokers;
        step->deficit = deficit;
        step->loose += loose;
        step->growable |= growable;
        step_suit(step, suit + 1);
        step->growable ^= growable;
        step->loose -= loose;
        step->deficit = deficit - outcome->deficit;
        step->jokers += outcome->jokers;
        step->child.score -= outcome->score;
        step->child.suits ^= next;
    }
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
    step_suit(&step, 0);
}
