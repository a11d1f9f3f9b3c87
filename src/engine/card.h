/* G1: cards as small numbers, and how they are written. */
#ifndef HK_ENGINE_CARD_H
#define HK_ENGINE_CARD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A card: 0 to 51 are suit * 13 + rank (suits S H D C, ranks A 2 … K), which
 * is G9's canonical order; 52 is a joker. Cards of the two packs that look
 * alike are equal (G1).
 */
typedef uint8_t hk_card;

/* A seat's number, from 0 in playing order (G2). */
typedef uint8_t hk_seat;

/* Points of a round or a game; lower is better in Hand, higher in May I. */
typedef int32_t hk_points;

enum {
    HK_RANKS = 13,
    HK_SUITS = 4,
    HK_NATURALS = 52, /* kinds of natural card */
    HK_JOKER = 52,
    HK_CARD_KINDS = 53, /* natural kinds and the joker */
    HK_CARD_ANY = 64,   /* 64 + rank: a joker's card of a suit left open */
    HK_NO_CARD = 255,
    HK_PACK_MAX = 106, /* H2: two packs and two jokers */
    HK_SEATS_MAX = 5,  /* H1, M1 */
    HK_TEAMS = 2       /* H1 */
};

/* Ranks by name where rules speak of them. */
enum { HK_ACE = 0, HK_TEN = 9, HK_KING = 12 };

static inline hk_card hk_card_make(unsigned suit, unsigned rank)
{
    return (hk_card)(suit * HK_RANKS + rank);
}

/* 0 to 3 for S H D C; natural cards only. */
static inline unsigned hk_card_suit(hk_card card)
{
    return card / HK_RANKS;
}

/* 0 to 12 for A 2 … K; natural cards only. */
static inline unsigned hk_card_rank(hk_card card)
{
    return card % HK_RANKS;
}

/* Size of a written card with its NUL. */
#define HK_CARD_TEXT_SIZE 3

/* Reads "AS" … "KC", "10H" for "TH", "JK"; upper case only. */
bool hk_card_read(const char *text, hk_card *ret_card);

/* Writes "TH", "JK", or "8?" for HK_CARD_ANY + rank. */
void hk_card_write(hk_card card, char ret_text[HK_CARD_TEXT_SIZE]);

/* G9: the canonical pack; `jokers` is 2 in Hand, 0 in May I. Returns the
 * number of cards written, 104 + jokers. */
unsigned hk_card_pack(unsigned jokers, hk_card ret_cards[HK_PACK_MAX]);

#endif
