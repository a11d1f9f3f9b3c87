/* Melds: what is one, what it is worth, what fits it, which joker it gives. */
#ifndef HK_ENGINE_MELD_H
#define HK_ENGINE_MELD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/card.h"
#include "engine/cardset.h"
#include "engine/rules.h"

enum { HK_MELD_CARDS_MAX = 14 }; /* H6 with run_max 14; M5: 13 */

enum hk_meld_kind { HK_SET = 0, HK_RUN = 1 };

/*
 * A valid meld, packed. Of a set: `rank`, how many naturals of each suit (two
 * bits a suit in `cards`, S lowest) and `jokers`. Of a run: `suit`, `rank` of
 * its low end (0 an ace low; places above count on from there, the 13th above
 * an ace low is the ace high; M5: beyond it comes the 2), and bit i of `cards`
 * set where the i-th place from the low end is a joker. `length` counts all
 * cards.
 */
struct hk_meld {
    uint8_t seat; /* who laid it */
    uint8_t kind; /* enum hk_meld_kind */
    uint8_t rank;
    uint8_t suit;
    uint8_t length;
    uint8_t jokers;
    uint16_t cards;
};

/* Why cards are no meld: the rows of meld_reasons.def. */
enum hk_meld_reason {
    HK_MELD_OK = 0,
#define X(name, wire, text) HK_MELD_##name,
#include "engine/meld_reasons.def"
#undef X
};

/* "too_short" …; NULL for HK_MELD_OK. Static. */
const char *hk_meld_reason_name(enum hk_meld_reason reason);

/* The rule that these cards break for this reason: of the variant's runs, its
 * sets, or its jokers. */
enum hk_rule hk_meld_reason_rule(const struct hk_rules *rules,
                                 enum hk_meld_reason reason,
                                 const hk_card *cards, unsigned count);

/*
 * H6 H7 H8 M4 M5: reads cards as a meld of nobody yet (seat 0). Without jokers
 * in any order; a run with a joker low to high; a set in any order. Returns the
 * first reason that applies, or HK_MELD_OK and the meld.
 */
enum hk_meld_reason hk_meld_read(const struct hk_rules *rules,
                                 const hk_card *cards, unsigned count,
                                 struct hk_meld *ret_meld);

/* The cards as shown: a run low to high, a set S H D C, jokers last. Returns
 * how many. */
unsigned hk_meld_cards(const struct hk_meld *meld,
                       hk_card ret_cards[HK_MELD_CARDS_MAX]);

/* What each shown card stands for: itself, or a joker's card; HK_CARD_ANY +
 * rank where the suit is open (H8). Returns how many. */
unsigned hk_meld_stands_for(const struct hk_meld *meld,
                            hk_card ret_cards[HK_MELD_CARDS_MAX]);

/* H9: what it is worth, jokers as what they stand for. */
hk_points hk_meld_value(const struct hk_rules *rules,
                        const struct hk_meld *meld);

enum hk_end { HK_END_NONE = 0, HK_END_LOW = 1, HK_END_HIGH = 2 };

enum hk_fit { HK_FITS, HK_FITS_NOT, HK_FITS_BOTH_ENDS };

/*
 * H10 M8: whether the cards, listed outward, fit this meld at this end (of a
 * set the end says nothing); HK_FITS_BOTH_ENDS where no end was named and both
 * would do, with different results (D7). Only with HK_FITS is ret_meld the
 * grown meld. It does not say whether the seat holds the cards.
 */
enum hk_fit hk_meld_fit(const struct hk_rules *rules,
                        const struct hk_meld *meld, const hk_card *cards,
                        unsigned count, enum hk_end end,
                        struct hk_meld *ret_meld);

/*
 * H11: puts natural cards in the place of jokers. False where they are not
 * exactly what jokers of the meld stand for (of a set: all that is missing; of
 * a run with a joker at both ends of 14, the low one goes first).
 * ret_jokers says how many come free.
 */
bool hk_meld_take_joker(const struct hk_meld *meld, const hk_card *cards,
                        unsigned count, struct hk_meld *ret_meld,
                        unsigned *ret_jokers);

#endif
