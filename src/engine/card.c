/* G1: cards as texts, and the canonical pack. */
#include "engine/card.h"

#include <string.h>

static const char rank_letters[] = "A23456789TJQK";
static const char suit_letters[] = "SHDC";

/* The position of a letter; -1 where it is not in the list. */
static int letter_find(const char *letters, char letter)
{
    if (letter == '\0')
        return -1;
    const char *found = strchr(letters, letter);
    return found ? (int)(found - letters) : -1;
}

bool hk_card_read(const char *text, hk_card *ret_card)
{
    if (strcmp(text, "JK") == 0) {
        *ret_card = HK_JOKER;
        return true;
    }
    int rank;
    if (strncmp(text, "10", 2) == 0) {
        rank = HK_TEN;
        text += 2;
    } else {
        rank = letter_find(rank_letters, text[0]);
        if (rank < 0)
            return false;
        text += 1;
    }
    int suit = letter_find(suit_letters, text[0]);
    if (suit < 0 || text[1] != '\0')
        return false;
    *ret_card = hk_card_make((unsigned)suit, (unsigned)rank);
    return true;
}

void hk_card_write(hk_card card, char ret_text[HK_CARD_TEXT_SIZE])
{
    if (card == HK_JOKER) {
        ret_text[0] = 'J';
        ret_text[1] = 'K';
    } else if (card < HK_NATURALS) {
        ret_text[0] = rank_letters[hk_card_rank(card)];
        ret_text[1] = suit_letters[hk_card_suit(card)];
    } else if (card >= HK_CARD_ANY && card < HK_CARD_ANY + HK_RANKS) {
        ret_text[0] = rank_letters[card - HK_CARD_ANY];
        ret_text[1] = '?';
    } else {
        ret_text[0] = '?';
        ret_text[1] = '?';
    }
    ret_text[2] = '\0';
}

unsigned hk_card_pack(unsigned jokers, hk_card ret_cards[HK_PACK_MAX])
{
    /* G9: for each pack S H D C, in each A 2 … K; the jokers last. */
    unsigned count = 0;
    for (unsigned pack = 0; pack < 2; pack++)
        for (unsigned card = 0; card < HK_NATURALS; card++)
            ret_cards[count++] = (hk_card)card;
    for (unsigned i = 0; i < jokers; i++)
        ret_cards[count++] = HK_JOKER;
    return count;
}
