/* Inside the list of legal moves: what its parts share. Not for others. */
#ifndef HK_ENGINE_LEGAL_LIST_H
#define HK_ENGINE_LEGAL_LIST_H

#include "engine/legal.h"

/* The list in the making. */
struct hk_legal {
    const struct hk_rules *rules;
    const struct hk_state *state;
    const struct hk_solver *solver;
    hk_seat seat;
    struct hk_move *moves;
    unsigned count;
    unsigned others;     /* of them no melds */
    unsigned first_meld; /* the melds follow each other from here */
    unsigned melds;
    int16_t keys[HK_LEGAL_MELDS_MAX]; /* of the melds, falling */
};

/* A move of this kind and of the list's seat, with nothing else said. */
struct hk_move hk_legal_start(const struct hk_legal *legal,
                              enum hk_move_kind kind);

/* Adds the move if it is legal. */
void hk_legal_offer(struct hk_legal *legal, const struct hk_move *move);

/* Adds a MELD if it is legal and not there yet, in its place by the key; what
 * comes after HK_LEGAL_MELDS_MAX others is left out. False where it is
 * refused. */
bool hk_legal_offer_meld(struct hk_legal *legal, const struct hk_move *move,
                         int16_t key);

/* Adds one more meld to a MELD that is being made. */
void hk_legal_add_meld(struct hk_move *move, const hk_card *cards,
                       unsigned count);

/* Hand: every single meld of a seat that is down. */
void hk_legal_singles(struct hk_legal *legal);

/* Hand: the openings of a seat that is not. */
void hk_legal_openings(struct hk_legal *legal);

/* May I: the ways to lay the contract. */
void hk_legal_contracts(struct hk_legal *legal);

#endif
