/* What the solver's search is to know before it begins. */
#include "engine/solver_search.h"

#include <string.h>

#include "engine/require.h"

enum { PLACES = 14, ACE_HIGH = 13, ALL_RANKS = (1 << HK_RANKS) - 1 };

static unsigned suit_ranks(uint64_t cards, unsigned suit)
{
    return (unsigned)(cards >> suit * HK_RANKS) & ALL_RANKS;
}

/* The places in windows of this length that can be a run; those of a circle
 * twice over. */
static unsigned window_places(const struct hk_search *search, unsigned ranks,
                              unsigned length, unsigned jokers)
{
    /* H8: two naturals at least. */
    int naturals = length > jokers + 2 ? (int)(length - jokers) : 2;
    unsigned steps = search->circle ? HK_RANKS : PLACES - length + 1;
    unsigned held = ranks | ranks << HK_RANKS;
    unsigned found = 0;
    for (unsigned low = 0; low < steps; low++) {
        unsigned window = ((1u << length) - 1) << low;
        if (__builtin_popcount(held & window) >= naturals)
            found |= window;
    }
    return found;
}

/* Adds the naturals that can be in runs with so many jokers, and the places
 * of such runs. */
static void find_runs(struct hk_search *search, unsigned jokers,
                      uint64_t *cards)
{
    const struct hk_cardset *hand = search->query->hand;
    unsigned least = search->limits->run_least;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned ranks = suit_ranks(hand->one, suit);
        unsigned found = window_places(search, ranks, least, jokers);
        if (jokers > 1)
            found |= window_places(search, ranks, least + 1, jokers);
        search->joker_places |= found;
        search->high_ace_suits |= (found >> ACE_HIGH & 1) << suit;
        found |= found >> HK_RANKS;
        *cards |= (uint64_t)(found & ALL_RANKS) << suit * HK_RANKS;
    }
}

/* Likewise in sets. */
static void find_sets(struct hk_search *search, unsigned jokers,
                      uint64_t *cards)
{
    const struct hk_cardset *hand = search->query->hand;
    const struct hk_meld_limits *limits = search->limits;
    const uint64_t suits = UINT64_C(1) | UINT64_C(1) << HK_RANKS |
                           UINT64_C(1) << 2 * HK_RANKS |
                           UINT64_C(1) << 3 * HK_RANKS;
    /* H8: two naturals at least. */
    int least = limits->set_least > jokers + 2
                    ? (int)(limits->set_least - jokers)
                    : 2;
    for (unsigned rank = 0; rank < HK_RANKS; rank++) {
        int count = __builtin_popcountll(hand->one & suits << rank);
        if (limits->set_repeats)
            count += __builtin_popcountll(hand->two & suits << rank);
        if (count < least)
            continue;
        *cards |= suits << rank;
        if (rank == HK_ACE)
            search->high_ace_suits = (1u << HK_SUITS) - 1;
        search->joker_places |= 1u << (rank == HK_ACE ? ACE_HIGH : rank);
    }
}

/* Cards that no meld can hold are only in the way. */
static void find_useful(struct hk_search *search)
{
    const struct hk_cardset *hand = search->query->hand;
    unsigned jokers = search->jokers < search->limits->jokers_most
                          ? search->jokers
                          : search->limits->jokers_most;
    search->joker_places = 0;
    search->high_ace_suits = 0;
    uint64_t useful = 0;
    find_runs(search, 0, &useful);
    find_sets(search, 0, &useful);
    uint64_t alone = useful;
    if (jokers > 0) {
        find_runs(search, jokers, &useful);
        find_sets(search, jokers, &useful);
    }
    search->needy = useful & ~alone & hand->one;
    search->useful.one = useful & hand->one;
    search->useful.two = useful & hand->two;
    search->idle = search->size - search->jokers -
                   hk_cardset_size(&search->useful);
    if (search->circle)
        search->high_ace_suits = 0;
}

static int32_t card_score(const struct hk_search *search, unsigned worth,
                          unsigned left)
{
    return search->query->aim == HK_AIM_WORTH
               ? (int32_t)(worth * HK_SCORE_UNIT + left)
               : (int32_t)(left * HK_SCORE_UNIT + worth);
}

static void prepare_column(struct hk_search *search, struct hk_column *column,
                           unsigned place)
{
    const struct hk_meld_limits *limits = search->limits;
    unsigned rank = place % HK_RANKS;
    bool low = !search->circle && place == 0;
    unsigned worth = low ? limits->worth_ace_low : limits->worth[rank];
    *column = (struct hk_column){
        .rank = (uint8_t)rank,
        .sets = !low,
        .high_aces = !search->circle && place == ACE_HIGH,
        .natural = card_score(search, worth, limits->left[rank]),
        .joker = card_score(search, worth, limits->left_joker),
    };
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        column->count[suit] = (uint8_t)hk_cardset_count(
            &search->useful, hk_card_make(suit, rank));
}

/* How many ways of open runs there are between two columns of a circle. */
static unsigned crossings(const struct hk_search *search, unsigned rank)
{
    static const unsigned ways[] = {1, 5, 15};
    unsigned product = 1;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        unsigned here = hk_cardset_count(&search->useful,
                                         hk_card_make(suit, rank));
        unsigned before = hk_cardset_count(
            &search->useful,
            hk_card_make(suit, (rank + HK_RANKS - 1) % HK_RANKS));
        product *= ways[here < before ? here : before];
    }
    return product;
}

static unsigned find_cut(const struct hk_search *search)
{
    unsigned cut = 0;
    unsigned fewest = crossings(search, 0);
    for (unsigned rank = 1; rank < HK_RANKS; rank++) {
        unsigned count = crossings(search, rank);
        if (count < fewest) {
            cut = rank;
            fewest = count;
        }
    }
    return cut;
}

/* The score of the needy naturals that one set could hold. */
static int32_t beside_in_set(const struct hk_search *search,
                             const struct hk_column *column)
{
    int32_t score = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        if (search->needy >> hk_card_make(suit, column->rank) & 1)
            score += column->natural;
    return score;
}

/*
 * A needy natural goes with a joker, and next to one joker of a run, in one
 * line without gaps to each side, few of them fit. `line[suit]` is what the
 * needy in the line from this place on score.
 */
static void look_beside(struct hk_search *search, unsigned index,
                        int32_t line[HK_SUITS])
{
    search->beside_ahead[index] = 0;
    search->beside_open[index] = 0;
    if (search->needy == 0)
        return;
    const struct hk_column *column = &search->columns[index];
    int32_t ahead = search->beside_ahead[index + 1];
    int32_t set = column->sets ? beside_in_set(search, column) : 0;
    ahead = set > ahead ? set : ahead;
    int32_t open = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        int32_t before = 0;
        for (unsigned i = index; i-- > 0;) {
            const struct hk_column *other = &search->columns[i];
            if (other->count[suit] == 0)
                break;
            if (search->needy >> hk_card_make(suit, other->rank) & 1)
                before += other->natural;
        }
        int32_t beside = before + line[suit];
        ahead = beside > ahead ? beside : ahead;
        if (column->count[suit] == 0)
            line[suit] = 0;
        else if (search->needy >> hk_card_make(suit, column->rank) & 1)
            line[suit] += column->natural;
        open = line[suit] > open ? line[suit] : open;
    }
    search->beside_ahead[index] = ahead;
    search->beside_open[index] = open;
}

/* What the naturals of one suit here can score at most. High aces are counted
 * apart, since some may have been used low; those that can only be low count
 * in the low column, and to lose them later costs nothing. */
static int32_t natural_ahead(const struct hk_search *search,
                             const struct hk_column *column, unsigned suit)
{
    if (column->high_aces || (!column->sets && search->high_ace[suit] != 0))
        return 0;
    return column->natural * column->count[suit];
}

/* What this column and those after it can bring. */
static void look_ahead(struct hk_search *search, unsigned index,
                       uint8_t gaps[HK_SUITS])
{
    struct hk_column *column = &search->columns[index];
    int32_t ahead = search->ahead[index + 1];
    int32_t needy = search->needy_ahead[index + 1];
    int32_t joker = search->joker_ahead[index + 1];
    int32_t least = search->least_ahead[index + 1];
    for (unsigned suit = 0; suit < HK_SUITS; suit++) {
        column->gaps_after[suit] = gaps[suit];
        gaps[suit] = (uint8_t)(gaps[suit] + (column->count[suit] == 0));
        if (column->count[suit] == 0)
            continue;
        int32_t score = natural_ahead(search, column, suit);
        ahead += score;
        if (search->needy >> hk_card_make(suit, column->rank) & 1)
            needy += score;
        int32_t loss = column->high_aces ? search->high_ace[suit]
                                         : column->natural;
        least = loss < least ? loss : least;
    }
    if ((search->joker_places >> index & 1) && column->joker > joker)
        joker = column->joker;
    search->ahead[index] = ahead;
    search->needy_ahead[index] = needy;
    search->joker_ahead[index] = joker;
    search->least_ahead[index] = least;
}

static void prepare_columns(struct hk_search *search)
{
    unsigned first = search->circle ? find_cut(search) : 0;
    search->column_count = search->circle ? HK_RANKS : PLACES;
    for (unsigned i = 0; i < search->column_count; i++)
        prepare_column(search, &search->columns[i], first + i);
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        search->high_ace[suit] = search->high_ace_suits >> suit & 1
                                     ? search->columns[ACE_HIGH].natural
                                     : 0;
    unsigned end = search->column_count;
    search->ahead[end] = 0;
    search->needy_ahead[end] = 0;
    search->joker_ahead[end] = 0;
    search->beside_ahead[end] = 0;
    search->beside_open[end] = 0;
    search->least_ahead[end] = INT32_MAX;
    uint8_t gaps[HK_SUITS] = {0};
    int32_t line[HK_SUITS] = {0};
    for (unsigned i = end; i-- > 0;) {
        look_ahead(search, i, gaps);
        look_beside(search, i, line);
    }
}

/* The code of a kind of open run, made new where there is none yet. */
static uint8_t kind_of(struct hk_search *search, unsigned naturals,
                       unsigned cards, bool joker)
{
    for (unsigned i = 1; i <= search->kind_count; i++) {
        const struct hk_open_kind *kind = &search->kinds[i];
        if (kind->naturals == naturals && kind->cards == cards &&
            kind->joker == joker)
            return (uint8_t)i;
    }
    search->kind_count++;
    HK_REQUIRE(search->kind_count < HK_KINDS_MAX);
    search->kinds[search->kind_count] = (struct hk_open_kind){
        .naturals = (uint8_t)naturals,
        .cards = (uint8_t)cards,
        .joker = joker,
    };
    return (uint8_t)search->kind_count;
}

/* Which kinds are at least as good to have open as others. */
static void compare_kinds(struct hk_search *search)
{
    search->whole = 0;
    for (unsigned i = 1; i <= search->kind_count; i++) {
        struct hk_open_kind *kind = &search->kinds[i];
        if (kind->cards == 0)
            search->whole |= (uint16_t)(1u << i);
        for (unsigned j = 1; j <= search->kind_count; j++) {
            const struct hk_open_kind *other = &search->kinds[j];
            if (i != j && other->naturals <= kind->naturals &&
                other->cards <= kind->cards && (!other->joker || kind->joker))
                kind->better |= (uint16_t)(1u << j);
        }
    }
}

static unsigned at_least(unsigned least, unsigned value)
{
    return value > least ? value : least;
}

static void prepare_kinds(struct hk_search *search)
{
    unsigned cards = search->limits->run_least - 1u;
    /* H8: with one joker a meld, a run that holds it takes no other; with two
     * jokers in the pack no run can hold too many. */
    bool scarce = search->limits->jokers_most < search->jokers;
    search->kind_count = 0;
    search->kinds[0] = (struct hk_open_kind){0};
    search->begun_natural = kind_of(search, 1, cards, false);
    search->begun_joker = 0;
    if (search->jokers > 0)
        search->begun_joker = kind_of(search, 2, at_least(2, cards), scarce);
    for (unsigned i = 1; i <= search->kind_count; i++) {
        struct hk_open_kind kind = search->kinds[i];
        unsigned less = kind.cards > 0 ? kind.cards - 1u : 0;
        unsigned natural = kind.naturals > 0 ? kind.naturals - 1u : 0;
        search->kinds[i].after_natural = kind_of(
            search, natural, at_least(natural, less), kind.joker);
        if (search->jokers > 0 && !kind.joker)
            search->kinds[i].after_joker = kind_of(
                search, kind.naturals, at_least(kind.naturals, less), scarce);
    }
    compare_kinds(search);
}

static void prepare_codes(struct hk_search *search)
{
    for (unsigned code = 0; code < HK_LOOSE_CODES; code++) {
        search->code_size[code] = 0;
        search->code_suits[code] = 0;
        unsigned rest = code;
        for (unsigned suit = 0; suit < HK_SUITS; suit++, rest /= 3) {
            search->code_size[code] += (uint8_t)(rest % 3);
            if (rest % 3 > 0)
                search->code_suits[code] |= (uint8_t)(1u << suit);
        }
    }
}

/* M4: any cards of a rank, so many that they can be shared out. */
static void repeated_sets(struct hk_search *search)
{
    unsigned least = search->limits->set_least;
    unsigned most = search->limits->set_most;
    for (unsigned code = 1; code < HK_LOOSE_CODES; code++) {
        unsigned size = search->code_size[code];
        for (unsigned sets = 1; sets * least <= size; sets++)
            search->sets_of[0][code] |= size <= sets * most;
    }
}

/* H7 H8: adds one more set of these suits and jokers to all that is known. */
static void add_set(struct hk_search *search, unsigned suits, unsigned jokers)
{
    unsigned weight = 0;
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        weight += hk_code_digit[suit] * (suits >> suit & 1);
    for (unsigned had = 0; had + jokers <= search->jokers; had++) {
        for (unsigned code = 0; code + weight < HK_LOOSE_CODES; code++) {
            bool fits = search->sets_of[had][code];
            for (unsigned suit = 0; fits && suit < HK_SUITS; suit++)
                fits = !(suits >> suit & 1) ||
                       code / hk_code_digit[suit] % 3 < 2;
            if (fits)
                search->sets_of[had + jokers][code + weight] = true;
        }
    }
}

static void distinct_sets(struct hk_search *search)
{
    const struct hk_meld_limits *limits = search->limits;
    for (unsigned suits = 1; suits < 1u << HK_SUITS; suits++) {
        unsigned naturals = (unsigned)__builtin_popcount(suits);
        for (unsigned jokers = 0; naturals >= 2 && jokers <= search->jokers &&
                                  jokers <= limits->jokers_most;
             jokers++)
            if (naturals + jokers >= limits->set_least &&
                naturals + jokers <= limits->set_most)
                add_set(search, suits, jokers);
    }
}

static void prepare_covers(struct hk_search *search)
{
    memset(search->sets_of, 0, sizeof(search->sets_of));
    search->sets_of[0][0] = true;
    if (search->limits->set_repeats)
        repeated_sets(search);
    else
        distinct_sets(search);
    for (unsigned jokers = 0; jokers <= search->jokers; jokers++) {
        for (unsigned code = 0; code < HK_LOOSE_CODES; code++) {
            uint8_t best = HK_NO_COVER;
            if (search->sets_of[jokers][code])
                best = (uint8_t)code;
            for (unsigned i = 0; best != code && i < HK_SUITS; i++) {
                if (code / hk_code_digit[i] % 3 == 0)
                    continue;
                uint8_t less = search->cover[jokers][code - hk_code_digit[i]];
                if (less != HK_NO_COVER &&
                    (best == HK_NO_COVER ||
                     search->code_size[less] > search->code_size[best]))
                    best = less;
            }
            search->cover[jokers][code] = best;
        }
    }
}

void hk_search_prepare(struct hk_search *search,
                       const struct hk_solver_query *query)
{
    const struct hk_meld_limits *limits = query->limits;
    HK_REQUIRE(limits->run_least == 3 || limits->run_least == 4);
    HK_REQUIRE(limits->set_least >= 3 && limits->jokers_most <= HK_JOKERS_MAX);
    HK_REQUIRE(limits->worth_ace_low <= limits->worth[HK_ACE]);
    search->query = query;
    search->limits = limits;
    search->circle = limits->wraps;
    search->size = hk_cardset_size(query->hand);
    HK_REQUIRE(search->size <= HK_SOLVER_CARDS_MAX);
    bool jokers = limits->jokers_most > 0 && !limits->wraps &&
                  !limits->set_repeats;
    search->jokers = jokers ? hk_cardset_count(query->hand, HK_JOKER) : 0;
    /* Cards left need only be counted as far as a condition asks. */
    search->left_cap = query->left_least;
    if (query->left_most < search->size && query->left_most >= search->left_cap)
        search->left_cap = query->left_most + 1u;
    prepare_codes(search);
    find_useful(search);
    prepare_columns(search);
    prepare_kinds(search);
    prepare_covers(search);
}
