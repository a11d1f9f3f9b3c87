/* The referee's cards: decks and reshuffles. */
#include "service/dealer.h"

#include <string.h>

static hk_seat seat_after(const struct hk_rules *rules, unsigned seat)
{
    return (hk_seat)((seat + 1) % rules->seats); /* G2 */
}

/* G4: the named cards in the order in which they are dealt. */
static unsigned compose(const struct hk_rules *rules,
                        const struct hk_arranged_deal *deal, hk_seat dealer,
                        hk_card *ret_cards)
{
    hk_seat starter = seat_after(rules, dealer); /* G5 */
    unsigned count = 0;
    bool more = true;

    for (unsigned turn = 0; more; turn++) {
        hk_seat seat = starter;

        more = false;
        for (unsigned i = 0; i < rules->seats; i++) {
            if (turn < deal->hand_sizes[seat]) {
                ret_cards[count++] = deal->hands[seat][turn];
                more = true;
            }
            seat = seat_after(rules, seat);
        }
    }
    memcpy(ret_cards + count, deal->stock, deal->stock_size);
    return count + deal->stock_size;
}

void hk_dealer_deal(const struct hk_rules *rules,
                    const struct hk_arranged_deal *deal, hk_seat dealer,
                    struct hk_shuffle *stream, struct hk_move *ret_move)
{
    struct hk_cardset named = {0, 0};
    hk_card pack[HK_PACK_MAX];
    hk_card rest[HK_PACK_MAX];
    unsigned size = hk_card_pack(hk_rules_jokers(rules), pack);
    unsigned count = 0;
    unsigned rest_count = 0;

    memset(ret_move, 0, sizeof *ret_move);
    ret_move->kind = HK_MOVE_DEAL;
    ret_move->seat = dealer;
    if (deal)
        count = compose(rules, deal, dealer, ret_move->cards);
    for (unsigned i = 0; i < count; i++)
        hk_cardset_add(&named, ret_move->cards[i]);
    for (unsigned i = 0; i < size; i++) {
        if (!hk_cardset_remove(&named, pack[i]))
            rest[rest_count++] = pack[i];
    }
    hk_shuffle_bytes(stream, rest, rest_count);
    memcpy(ret_move->cards + count, rest, rest_count);
    ret_move->card_count = (uint8_t)(count + rest_count);
}

void hk_dealer_reshuffle(const struct hk_state *state,
                         struct hk_shuffle *stream, struct hk_move *ret_move)
{
    unsigned count = state->pile_count > 0 ? state->pile_count - 1u : 0;

    memset(ret_move, 0, sizeof *ret_move);
    ret_move->kind = HK_MOVE_RESHUFFLE;
    memcpy(ret_move->cards, state->pile, count);
    ret_move->card_count = (uint8_t)count;
    hk_shuffle_bytes(stream, ret_move->cards, count);
}
