/*
 * Where the cards of a round must have lain, from what was written down of it.
 *
 * Every card that a seat plays was dealt to it, drawn, or taken. Whoever
 * writes a game down does not see the hands and the draws of others: so a place
 * of the deck stays open until the seat plays a card that nobody has seen it
 * get. Which place it came from matters where the stock was made anew: one such
 * card may be in the pack and one in the new stock, and both were played.
 * So plays are settled like a matching, by paths along which others move on.
 * What is open at the end gets what is left of the pack.
 */
#include "service/notes.h"

#include <stdlib.h>
#include <string.h>

#include "engine/cardset.h"

enum { PLACES_MAX = 4 * HK_PACK_MAX, PLAYS_MAX = 2000, OPEN = -1, KNOWN = -2 };
/* More than the moves that can be taken back, one after another. */
enum { SIGHTS = HK_PAST_MAX + 1 };

/* A place in the deck (stock 0) or in a new stock, that a seat has got. */
struct place {
    uint8_t stock, index;
    hk_seat seat;
    unsigned since; /* when it got it */
    int play;       /* which play came from it; OPEN, or KNOWN from the start */
};

/* A card that a seat played and nobody saw it get. */
struct play {
    hk_seat seat;
    hk_card card;
    unsigned at;
    unsigned place; /* where it must have come from */
};

/* What lies open, and what is known of the hands: all that a move changes but
 * for which place a card came from. */
struct hk_sight {
    struct hk_cardset held[HK_SEATS_MAX]; /* known to be in the hand */
    hk_card pile[HK_PACK_MAX];
    unsigned pile_count;
    hk_card melds[HK_TABLE_MELDS_MAX][HK_PACK_MAX];
    unsigned meld_sizes[HK_TABLE_MELDS_MAX];
    unsigned meld_count;
    hk_card taken; /* from the pile, may be returned */
    /* M10: the question that is open. */
    bool asking;
    hk_seat asker, first_asked;
    unsigned wanted, allowed;
    unsigned play_count; /* plays that were settled by then */
};

struct tracing {
    const struct hk_rules *rules;
    struct hk_orders *orders;
    /* What is not given to a place yet, of the pack and of each new stock. */
    struct hk_cardset pools[HK_ROUNDS_MAX + 1];
    unsigned stock, next; /* the stock that is drawn from, and where */
    struct hk_sight seen;
    unsigned now;
    unsigned moves; /* that stand */
    struct place places[PLACES_MAX];
    unsigned place_count;
    struct play plays[PLAYS_MAX];
    unsigned play_count;
    bool tried[PLAYS_MAX]; /* plays, in the search that is on */
};

static hk_card *card_at(struct tracing *tracing, unsigned stock, unsigned index)
{
    return stock == 0 ? &tracing->orders->deck[index]
                      : &tracing->orders->stocks[stock - 1][index];
}

static unsigned size_of(const struct tracing *tracing, unsigned stock)
{
    return stock == 0 ? tracing->orders->deck_count
                      : tracing->orders->stock_counts[stock - 1];
}

/* ----- which card came from which place ----------------------------------- */

enum { NO_STOCK = HK_ROUNDS_MAX + 1 };

static bool settle(struct tracing *tracing, unsigned play, unsigned except);

/* Lets a play come from another stock, so that its card and its place there
 * are free. Each is tried once in a search. */
static bool move_away(struct tracing *tracing, unsigned play)
{
    unsigned old = tracing->plays[play].place;

    if (tracing->tried[play])
        return false;
    tracing->tried[play] = true;
    if (!settle(tracing, play, tracing->places[old].stock))
        return false;
    tracing->places[old].play = OPEN;
    hk_cardset_add(&tracing->pools[tracing->places[old].stock],
                   tracing->plays[play].card);
    return true;
}

/* Whether a stock has the card still, once another play was moved away. */
static bool free_card(struct tracing *tracing, unsigned stock, hk_card card)
{
    for (unsigned i = 0; i < tracing->play_count &&
                         hk_cardset_count(&tracing->pools[stock], card) == 0;
         i++) {
        const struct play *play = &tracing->plays[i];
        if (play->card == card && tracing->places[play->place].stock == stock)
            move_away(tracing, i);
    }
    return hk_cardset_count(&tracing->pools[stock], card) > 0;
}

/* A place of the stock that the seat had got by then; -1: none. */
static int free_place(struct tracing *tracing, unsigned stock, hk_seat seat,
                      unsigned by)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = tracing->place_count; i-- > 0;) {
            const struct place *place = &tracing->places[i];
            if (place->seat != seat || place->stock != stock ||
                place->since > by || place->play == KNOWN)
                continue;
            if (place->play == OPEN ||
                (pass == 1 && move_away(tracing, (unsigned)place->play)))
                return (int)i;
        }
    }
    return -1;
}

/* Finds where a play came from; others may have to come from elsewhere then. */
static bool settle(struct tracing *tracing, unsigned play, unsigned except)
{
    struct play *settled = &tracing->plays[play];

    for (unsigned stock = 0; stock <= tracing->orders->stock_count; stock++) {
        if (stock == except || !free_card(tracing, stock, settled->card))
            continue;
        int place = free_place(tracing, stock, settled->seat, settled->at);
        if (place < 0 ||
            !hk_cardset_remove(&tracing->pools[stock], settled->card))
            continue;
        tracing->places[place].play = (int)play;
        settled->place = (unsigned)place;
        return true;
    }
    return false;
}

/* Gives a place the card that it is told to have. */
static bool give(struct tracing *tracing, unsigned stock, unsigned index,
                 hk_card card)
{
    memset(tracing->tried, 0, sizeof tracing->tried);
    if (!free_card(tracing, stock, card))
        return false;
    hk_cardset_remove(&tracing->pools[stock], card);
    *card_at(tracing, stock, index) = card;
    return true;
}

static void get(struct tracing *tracing, hk_seat seat, unsigned stock,
                unsigned index)
{
    hk_card card = *card_at(tracing, stock, index);

    if (tracing->place_count == PLACES_MAX)
        return;
    tracing->places[tracing->place_count++] = (struct place){
        .stock = (uint8_t)stock,
        .index = (uint8_t)index,
        .seat = seat,
        .since = tracing->now,
        .play = card == HK_NO_CARD ? OPEN : KNOWN};
    if (card != HK_NO_CARD)
        hk_cardset_add(&tracing->seen.held[seat], card);
}

/* A card leaves a hand: one that it is known to hold, or one not known. False
 * where it can be neither. */
static bool lose(struct tracing *tracing, hk_seat seat, hk_card card)
{
    if (hk_cardset_remove(&tracing->seen.held[seat], card))
        return true;
    if (tracing->play_count == PLAYS_MAX)
        return false;
    tracing->plays[tracing->play_count] = (struct play){
        .seat = seat, .card = card, .at = tracing->now};
    memset(tracing->tried, 0, sizeof tracing->tried);
    if (!settle(tracing, tracing->play_count, NO_STOCK)) {
        /* With one stock there is no choice, so it cannot be; with more
         * another choice before might have done. */
        if (tracing->orders->stock_count > 0)
            tracing->orders->unsettled = true;
        return false;
    }
    tracing->play_count++;
    return true;
}

static unsigned open_places(const struct tracing *tracing, hk_seat seat)
{
    unsigned count = 0;

    for (unsigned i = 0; i < tracing->place_count; i++)
        count += tracing->places[i].seat == seat &&
                 tracing->places[i].play == OPEN;
    return count;
}

/* G7: the pile but for its top, in an order that is not known yet. */
static void make_stock(struct tracing *tracing)
{
    struct hk_orders *orders = tracing->orders;
    unsigned stock = orders->stock_count;

    if (tracing->seen.pile_count < 2 || stock == HK_ROUNDS_MAX)
        return;
    orders->stock_counts[stock] = tracing->seen.pile_count - 1;
    for (unsigned i = 0; i + 1 < tracing->seen.pile_count; i++) {
        orders->stocks[stock][i] = HK_NO_CARD;
        hk_cardset_add(&tracing->pools[stock + 1], tracing->seen.pile[i]);
    }
    tracing->seen.pile[0] = tracing->seen.pile[tracing->seen.pile_count - 1];
    tracing->seen.pile_count = 1;
    orders->stock_count++;
    tracing->stock = orders->stock_count;
    tracing->next = 0;
}

static void draw(struct tracing *tracing, hk_seat seat, hk_card told)
{
    if (tracing->next == size_of(tracing, tracing->stock))
        return;
    unsigned index = tracing->next++;
    /* Where it cannot be so, the draw is refuted when it is judged. */
    if (told != HK_NO_CARD &&
        *card_at(tracing, tracing->stock, index) == HK_NO_CARD)
        (void)give(tracing, tracing->stock, index, told);
    get(tracing, seat, tracing->stock, index);
}

static hk_card take_top(struct tracing *tracing, hk_seat seat)
{
    if (tracing->seen.pile_count == 0)
        return HK_NO_CARD;
    hk_card card = tracing->seen.pile[--tracing->seen.pile_count];
    hk_cardset_add(&tracing->seen.held[seat], card);
    return card;
}

static void put(struct tracing *tracing, hk_card card)
{
    if (tracing->seen.pile_count < HK_PACK_MAX)
        tracing->seen.pile[tracing->seen.pile_count++] = card;
}

/* M10 M11: so many cards of the pile and of the stock. */
static void take(struct tracing *tracing, hk_seat seat, unsigned count,
                 const struct hk_note *note)
{
    for (unsigned i = 0; i < count && i < HK_TAKEN_MAX; i++)
        take_top(tracing, seat);
    for (unsigned i = 0; i < count && i < HK_TAKEN_MAX; i++)
        draw(tracing, seat,
             i < note->drawn_count ? note->drawn[i] : HK_NO_CARD);
}

static void answer(struct tracing *tracing, const struct hk_note *note)
{
    hk_seat seat = note->move.seat;
    unsigned seats = tracing->rules->seats;

    if (!tracing->seen.asking)
        return;
    if (tracing->seen.allowed == 0)
        tracing->seen.first_asked = seat;
    if (note->move.allow) {
        tracing->seen.allowed++;
        if (tracing->seen.allowed ==
            (tracing->seen.asker + seats - tracing->seen.first_asked) % seats) {
            tracing->seen.asking = false;
            take(tracing, tracing->seen.asker, tracing->seen.wanted, note);
        }
        return;
    }
    tracing->seen.asking = false;
    if (tracing->rules->refusal != HK_REFUSAL_TAKE)
        return;
    if (seat == tracing->seen.first_asked)
        take_top(tracing, seat); /* its draw */
    else
        take(tracing, seat, tracing->seen.wanted, note);
}

/* ----- melds -------------------------------------------------------------- */

static void meld(struct tracing *tracing, const struct hk_move *move)
{
    const hk_card *cards = move->cards;

    for (unsigned i = 0; i < move->meld_count; i++) {
        for (unsigned j = 0; j < move->lengths[i]; j++)
            lose(tracing, move->seat, cards[j]);
        if (tracing->seen.meld_count < HK_TABLE_MELDS_MAX) {
            memcpy(tracing->seen.melds[tracing->seen.meld_count], cards,
                   move->lengths[i]);
            tracing->seen.meld_sizes[tracing->seen.meld_count++] =
                move->lengths[i];
        }
        cards += move->lengths[i];
    }
}

/* H11: of a run a joker for each card, of a set all of them. */
static void take_jokers(struct tracing *tracing, const struct hk_move *move)
{
    unsigned number = move->meld - 1u;
    unsigned rank = HK_NO_CARD;
    bool set = true;
    unsigned kept = 0, jokers = 0;

    if (number >= tracing->seen.meld_count)
        return;
    hk_card *cards = tracing->seen.melds[number];
    for (unsigned i = 0; i < tracing->seen.meld_sizes[number]; i++) {
        if (cards[i] == HK_JOKER)
            continue;
        set = set && (rank == HK_NO_CARD || rank == hk_card_rank(cards[i]));
        rank = hk_card_rank(cards[i]);
    }
    for (unsigned i = 0; i < tracing->seen.meld_sizes[number]; i++) {
        if (cards[i] == HK_JOKER && (set || jokers < move->card_count))
            jokers++;
        else
            cards[kept++] = cards[i];
    }
    tracing->seen.meld_sizes[number] = kept;
    for (unsigned i = 0; i < jokers; i++)
        hk_cardset_add(&tracing->seen.held[move->seat], HK_JOKER);
}

static void lay_on(struct tracing *tracing, const struct hk_move *move)
{
    unsigned number = move->meld - 1u;

    for (unsigned i = 0; i < move->card_count; i++)
        lose(tracing, move->seat, move->cards[i]);
    if (move->kind == HK_MOVE_TAKE_JOKER)
        take_jokers(tracing, move);
    if (number >= tracing->seen.meld_count ||
        tracing->seen.meld_sizes[number] + move->card_count > HK_PACK_MAX)
        return;
    memcpy(tracing->seen.melds[number] + tracing->seen.meld_sizes[number],
           move->cards, move->card_count);
    tracing->seen.meld_sizes[number] += move->card_count;
}

/* ----- one round ---------------------------------------------------------- */

/* Before these a turn has begun, and there is a stock (G7). */
static bool begins_turn(const struct hk_move *move)
{
    return move->kind == HK_MOVE_DRAW || move->kind == HK_MOVE_TAKE ||
           move->kind == HK_MOVE_MAY_I;
}

static void follow(struct tracing *tracing, const struct hk_note *note)
{
    const struct hk_move *move = &note->move;

    if (!tracing->seen.asking && begins_turn(move) &&
        tracing->next == size_of(tracing, tracing->stock))
        make_stock(tracing);
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_DRAW:
        if (move->source == HK_FROM_STOCK)
            draw(tracing, move->seat,
                 note->drawn_count ? note->drawn[0] : HK_NO_CARD);
        else
            tracing->seen.taken = take_top(tracing, move->seat);
        return;
    case HK_MOVE_RETURN:
        if (tracing->seen.taken != HK_NO_CARD) {
            lose(tracing, move->seat, tracing->seen.taken);
            put(tracing, tracing->seen.taken);
        }
        return;
    case HK_MOVE_MELD:
        meld(tracing, move);
        return;
    case HK_MOVE_LAY_OFF:
    case HK_MOVE_TAKE_JOKER:
        lay_on(tracing, move);
        return;
    case HK_MOVE_DISCARD:
        lose(tracing, move->seat, move->cards[0]);
        put(tracing, move->cards[0]);
        return;
    case HK_MOVE_TAKE:
        take(tracing, move->seat, move->count, note);
        return;
    case HK_MOVE_MAY_I:
        tracing->seen.asking = true;
        tracing->seen.asker = move->seat;
        tracing->seen.wanted = move->count;
        tracing->seen.allowed = 0;
        return;
    case HK_MOVE_ANSWER:
        answer(tracing, note);
        return;
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        return; /* no seat's */
    }
}

/* ----- moves taken back --------------------------------------------------- */

struct hk_sight *hk_notes_sights_new(void)
{
    return calloc(SIGHTS, sizeof(struct hk_sight));
}

/* Before a move; nothing where none is taken back in the whole text. */
static void keep_sight(struct tracing *tracing, struct hk_sight *sights)
{
    if (!sights)
        return;
    tracing->seen.play_count = tracing->play_count;
    sights[tracing->moves++ % SIGHTS] = tracing->seen;
}

/* All lies as before, but the cards that were played are known to be in the
 * hand. */
static void take_back(struct tracing *tracing, unsigned count,
                      const struct hk_sight *sights)
{
    if (count > tracing->moves)
        return; /* which is refuted when it is judged */
    tracing->moves -= count;
    tracing->seen = sights[tracing->moves % SIGHTS];
    for (unsigned i = tracing->seen.play_count; i < tracing->play_count; i++)
        hk_cardset_add(&tracing->seen.held[tracing->plays[i].seat],
                       tracing->plays[i].card);
}

/* ----- the whole ---------------------------------------------------------- */

/* G4: the deck, its places given what is told of the hands and the stock. */
static void deal(struct tracing *tracing, const struct hk_noted_round *round)
{
    const struct hk_rules *rules = tracing->rules;
    hk_seat starter = (hk_seat)((round->dealer + 1) % rules->seats);
    unsigned given[HK_SEATS_MAX] = {0};
    hk_seat seat = starter;
    bool more = true;

    while (more) {
        more = false;
        for (unsigned i = 0; i < rules->seats; i++) {
            if (given[seat] < hk_rules_dealt(rules, seat, starter)) {
                unsigned index = tracing->next++;
                const struct hk_noted_cards *hand = &round->hands[seat];
                if (given[seat] < hand->count &&
                    !give(tracing, 0, index, hand->cards[given[seat]]))
                    tracing->orders->hand_line = hand->line;
                get(tracing, seat, 0, index);
                given[seat]++;
                more = true;
            }
            seat = (hk_seat)((seat + 1) % rules->seats);
        }
    }
    for (unsigned s = 0; s < rules->seats; s++) {
        if (round->hands[s].count > given[s])
            tracing->orders->hand_line = round->hands[s].line;
    }
    for (unsigned i = 0; i < round->stock.count &&
                         tracing->next + i < tracing->orders->deck_count;
         i++)
        (void)give(tracing, 0, tracing->next + i, round->stock.cards[i]);
}

/* What is left of the pool, for the places that nobody has told. */
static void fill(struct tracing *tracing, unsigned stock)
{
    hk_card rest[HK_PACK_MAX];
    unsigned count = hk_cardset_list(&tracing->pools[stock], rest);

    for (unsigned i = 0; i < size_of(tracing, stock); i++) {
        hk_card *card = card_at(tracing, stock, i);
        if (*card == HK_NO_CARD && count > 0)
            *card = rest[--count];
    }
}

static void leave(struct tracing *tracing, const struct hk_noted_round *round)
{
    for (unsigned s = 0; s < tracing->rules->seats; s++) {
        const struct hk_noted_cards *left = &round->left[s];
        bool whole = true;

        for (unsigned i = 0; i < left->count; i++)
            whole = lose(tracing, (hk_seat)s, left->cards[i]) && whole;
        unsigned open = open_places(tracing, (hk_seat)s);
        whole = whole && open == 0 &&
                hk_cardset_size(&tracing->seen.held[s]) == 0;
        if (left->told && !whole)
            tracing->orders->left_line = left->line;
        else if (open > 0)
            tracing->orders->unknown |= (uint8_t)(1u << s);
    }
}

void hk_notes_order(const struct hk_notes *notes,
                    const struct hk_noted_round *round,
                    struct hk_orders *ret_orders)
{
    struct tracing tracing;
    hk_card pack[HK_PACK_MAX];

    memset(&tracing, 0, sizeof tracing);
    memset(ret_orders, 0, sizeof *ret_orders);
    tracing.rules = &notes->rules;
    tracing.orders = ret_orders;
    tracing.seen.taken = HK_NO_CARD;
    ret_orders->deck_count = hk_card_pack(hk_rules_jokers(&notes->rules), pack);
    for (unsigned i = 0; i < ret_orders->deck_count; i++) {
        hk_cardset_add(&tracing.pools[0], pack[i]);
        ret_orders->deck[i] = HK_NO_CARD;
    }
    deal(&tracing, round);
    for (size_t i = 0; i < round->count; i++) {
        const struct hk_note *note = &notes->notes[round->first + i];

        if (note->clock)
            continue;
        tracing.now++;
        if (note->undone) {
            take_back(&tracing, note->undone, notes->sights);
            continue;
        }
        keep_sight(&tracing, notes->sights);
        follow(&tracing, note);
    }
    leave(&tracing, round);
    for (unsigned i = 0; i < tracing.play_count; i++) {
        const struct place *place = &tracing.places[tracing.plays[i].place];
        *card_at(&tracing, place->stock, place->index) = tracing.plays[i].card;
    }
    for (unsigned stock = 0; stock <= ret_orders->stock_count; stock++)
        fill(&tracing, stock);
}
