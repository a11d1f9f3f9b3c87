/* Every legal move but the melds: candidates, each judged on the state. */
#include "engine/legal.h"

#include <string.h>

#include "engine/apply.h"
#include "engine/legal_list.h"

struct hk_move hk_legal_start(const struct hk_legal *legal,
                              enum hk_move_kind kind)
{
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    move.kind = (uint8_t)kind;
    move.seat = legal->seat;
    return move;
}

static bool is_legal(const struct hk_legal *legal, const struct hk_move *move)
{
    struct hk_refusal refusal;
    return hk_apply_judge(legal->rules, legal->state, move, &refusal) == HK_OK;
}

void hk_legal_offer(struct hk_legal *legal, const struct hk_move *move)
{
    if (legal->others == HK_LEGAL_OTHERS_MAX || !is_legal(legal, move))
        return;
    legal->moves[legal->count++] = *move;
    legal->others++;
}

static bool same_melds(const struct hk_move *a, const struct hk_move *b)
{
    return a->meld_count == b->meld_count && a->card_count == b->card_count &&
           memcmp(a->lengths, b->lengths, a->meld_count) == 0 &&
           memcmp(a->cards, b->cards, a->card_count) == 0;
}

bool hk_legal_offer_meld(struct hk_legal *legal, const struct hk_move *move,
                         int16_t key)
{
    struct hk_move *melds = legal->moves + legal->first_meld;
    unsigned place = legal->melds;
    if (!is_legal(legal, move))
        return false;
    while (place > 0 && legal->keys[place - 1] < key)
        place--;
    for (unsigned i = place; i > 0 && legal->keys[i - 1] == key; i--)
        if (same_melds(&melds[i - 1], move))
            return true;
    if (place == HK_LEGAL_MELDS_MAX)
        return true;
    if (legal->melds < HK_LEGAL_MELDS_MAX) {
        legal->melds++;
        legal->count++;
    }
    unsigned after = legal->melds - 1 - place;
    memmove(melds + place + 1, melds + place, after * sizeof(*melds));
    memmove(legal->keys + place + 1, legal->keys + place,
            after * sizeof(*legal->keys));
    melds[place] = *move;
    legal->keys[place] = key;
    return true;
}

void hk_legal_add_meld(struct hk_move *move, const hk_card *cards,
                       unsigned count)
{
    memcpy(move->cards + move->card_count, cards, count);
    move->card_count += (uint8_t)count;
    move->lengths[move->meld_count++] = (uint8_t)count;
}

static const struct hk_cardset *hand_of(const struct hk_legal *legal)
{
    return &legal->state->hands[legal->seat];
}

static void list_draws(struct hk_legal *legal)
{
    struct hk_move move = hk_legal_start(legal, HK_MOVE_DRAW);
    move.source = HK_FROM_STOCK;
    hk_legal_offer(legal, &move);
    move.source = HK_FROM_DISCARD;
    hk_legal_offer(legal, &move);
}

/* M10 M11: at most the cards in the pile. */
static void list_claims(struct hk_legal *legal, enum hk_move_kind kind)
{
    struct hk_move move = hk_legal_start(legal, kind);
    for (unsigned n = 1; n <= legal->state->pile_count; n++) {
        move.count = (uint16_t)n;
        hk_legal_offer(legal, &move);
    }
}

static void list_answers(struct hk_legal *legal)
{
    struct hk_move move = hk_legal_start(legal, HK_MOVE_ANSWER);
    move.allow = true;
    hk_legal_offer(legal, &move);
    move.allow = false;
    hk_legal_offer(legal, &move);
}

static void list_discards(struct hk_legal *legal)
{
    struct hk_move move = hk_legal_start(legal, HK_MOVE_DISCARD);
    move.card_count = 1;
    for (uint64_t left = hand_of(legal)->one; left != 0; left &= left - 1) {
        move.cards[0] = (hk_card)__builtin_ctzll(left);
        hk_legal_offer(legal, &move);
    }
}

/* ---- lay-offs ---- */

static bool fits(const struct hk_legal *legal, const struct hk_meld *meld,
                 const struct hk_move *move)
{
    struct hk_meld grown;
    return hk_meld_fit(legal->rules, meld, move->cards, move->card_count,
                       move->end, &grown) == HK_FITS;
}

/* One card more of the hand for a lay-off; false where there is none. */
static bool push(struct hk_move *move, struct hk_cardset *hand, hk_card card)
{
    if (!hk_cardset_remove(hand, card))
        return false;
    move->cards[move->card_count++] = card;
    return true;
}

static void pop(struct hk_move *move, struct hk_cardset *hand)
{
    move->card_count--;
    hk_cardset_add(hand, move->cards[move->card_count]);
}

/* Whatever goes on a set: S H D C, jokers last. `next` is the suit to go on
 * with, HK_SUITS for the jokers. */
static void lay_on_set(struct hk_legal *legal, const struct hk_meld *meld,
                       struct hk_move *move, struct hk_cardset *hand,
                       unsigned next)
{
    for (unsigned i = next; i <= HK_SUITS; i++) {
        hk_card card = i < HK_SUITS ? hk_card_make(i, meld->rank) : HK_JOKER;
        if (!push(move, hand, card))
            continue;
        if (fits(legal, meld, move)) {
            hk_legal_offer(legal, move);
            lay_on_set(legal, meld, move, hand, i);
        }
        pop(move, hand);
    }
}

/* Whatever goes on one end of a run, from the run outward. */
static void lay_on_run(struct hk_legal *legal, const struct hk_meld *meld,
                       struct hk_move *move, struct hk_cardset *hand)
{
    unsigned out = move->card_count;
    unsigned rank = move->end == HK_END_LOW
                        ? meld->rank + 2u * HK_RANKS - 1 - out
                        : (unsigned)meld->rank + meld->length + out;
    hk_card cards[] = {hk_card_make(meld->suit, rank % HK_RANKS), HK_JOKER};
    for (unsigned i = 0; i < 2; i++) {
        if (!push(move, hand, cards[i]))
            continue;
        if (fits(legal, meld, move)) {
            hk_legal_offer(legal, move);
            lay_on_run(legal, meld, move, hand);
        }
        pop(move, hand);
    }
}

static void list_lay_offs(struct hk_legal *legal)
{
    struct hk_move move = hk_legal_start(legal, HK_MOVE_LAY_OFF);
    struct hk_cardset hand = *hand_of(legal);
    for (unsigned i = 0; i < legal->state->meld_count; i++) {
        const struct hk_meld *meld = &legal->state->melds[i];
        move.meld = (uint16_t)(i + 1);
        move.end = HK_END_NONE;
        if (meld->kind == HK_SET) {
            lay_on_set(legal, meld, &move, &hand, 0);
            continue;
        }
        move.end = HK_END_LOW;
        lay_on_run(legal, meld, &move, &hand);
        move.end = HK_END_HIGH;
        lay_on_run(legal, meld, &move, &hand);
    }
}

/* ---- jokers ---- */

/* H11: all the suits that the set still misses. */
static void take_from_set(struct hk_legal *legal, const struct hk_meld *meld,
                          struct hk_move *move)
{
    for (unsigned suit = 0; suit < HK_SUITS; suit++)
        if (!(meld->cards >> 2 * suit & 3))
            move->cards[move->card_count++] = hk_card_make(suit, meld->rank);
    hk_legal_offer(legal, move);
}

/* H11: one joker or both; two that stand for the same ace are one to take. */
static void take_from_run(struct hk_legal *legal, const struct hk_meld *meld,
                          struct hk_move *move)
{
    hk_card stand_for[HK_MELD_CARDS_MAX], jokers[HK_MELD_CARDS_MAX];
    unsigned length = hk_meld_stands_for(meld, stand_for), count = 0;
    for (unsigned i = 0; i < length; i++)
        if (meld->cards >> i & 1)
            jokers[count++] = stand_for[i];
    move->card_count = 1;
    for (unsigned i = 0; i < count; i++) {
        move->cards[0] = jokers[i];
        if (i == 0 || jokers[i] != jokers[0])
            hk_legal_offer(legal, move);
    }
    if (count < 2)
        return;
    move->card_count = 2;
    memcpy(move->cards, jokers, 2);
    hk_legal_offer(legal, move);
}

static void list_jokers(struct hk_legal *legal)
{
    for (unsigned i = 0; i < legal->state->meld_count; i++) {
        const struct hk_meld *meld = &legal->state->melds[i];
        struct hk_move move = hk_legal_start(legal, HK_MOVE_TAKE_JOKER);
        move.meld = (uint16_t)(i + 1);
        if (meld->jokers == 0)
            continue;
        if (meld->kind == HK_SET)
            take_from_set(legal, meld, &move);
        else
            take_from_run(legal, meld, &move);
    }
}

/* ---- all of it ---- */

static void list_melds(struct hk_legal *legal)
{
    bool down = legal->state->down >> legal->seat & 1;
    legal->first_meld = legal->count;
    if (hk_rules_contract(legal->rules, legal->state->round)) {
        /* M8: other melds are never laid. */
        if (!down)
            hk_legal_contracts(legal);
    } else if (down) {
        hk_legal_singles(legal);
    } else {
        hk_legal_openings(legal);
    }
}

static void list_plays(struct hk_legal *legal)
{
    struct hk_move put_back = hk_legal_start(legal, HK_MOVE_RETURN);
    hk_legal_offer(legal, &put_back);
    list_melds(legal);
    list_lay_offs(legal);
    list_jokers(legal);
    list_discards(legal);
}

unsigned hk_legal_moves(const struct hk_rules *rules,
                        const struct hk_state *state, hk_seat seat,
                        const struct hk_solver *solver,
                        struct hk_move ret_moves[HK_LEGAL_MOVES_MAX])
{
    struct hk_legal legal = {
        .rules = rules,
        .state = state,
        .solver = solver,
        .seat = seat,
        .moves = ret_moves,
    };
    bool acts = seat == hk_state_actor(state);
    if (state->stage != HK_STAGE_PLAY || seat >= rules->seats)
        return 0;
    switch ((enum hk_phase)state->phase) {
    case HK_PHASE_DRAW:
        if (acts)
            list_draws(&legal);
        list_claims(&legal, acts ? HK_MOVE_TAKE : HK_MOVE_MAY_I);
        break;
    case HK_PHASE_PLAY:
        if (acts)
            list_plays(&legal);
        break;
    case HK_PHASE_ANSWER:
        if (acts)
            list_answers(&legal);
        break;
    }
    return legal.count;
}
