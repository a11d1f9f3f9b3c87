/* A round as a table tells it, from a text; for tests of all layers. */
#ifndef HK_TESTS_TOLD_H
#define HK_TESTS_TOLD_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/scorecard.h"

/* A seat: "-", or words of "down", "up", "=14" (points) and cards; "none": the
 * cards, none. */
static inline void told_seat(const char *text, struct hk_told_seat *ret_seat)
{
    char copy[512], cards[512] = "", *rest;
    ck_assert_uint_lt(strlen(text), sizeof(copy));
    strcpy(copy, text);
    for (char *word = strtok_r(copy, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "down") == 0 || strcmp(word, "up") == 0) {
            ret_seat->down = word[0] == 'd';
        } else if (word[0] == '=') {
            ret_seat->has_points = true;
            ret_seat->points = strtoll(word + 1, NULL, 10);
        } else if (strcmp(word, "-") != 0) {
            ret_seat->has_cards = true;
            if (strcmp(word, "none") == 0)
                continue;
            strcat(cards, cards[0] ? " " : "");
            strcat(cards, word);
        }
    }
    if (cards[0])
        ck_assert_msg(hk_notation_read_cards(cards, ret_seat->cards,
                                             &ret_seat->card_count),
                      "no cards: %s", cards);
}

/* "0: -; down KS 7D JK; down =14; up": who went out, then the seats in order;
 * "0!": with a Hand; "x": nobody. */
static inline struct hk_told_round told(const char *text)
{
    struct hk_told_round round;
    char copy[2048], *rest;
    unsigned seat = 0;
    hk_told_init(&round);
    ck_assert_uint_lt(strlen(text), sizeof(copy));
    strcpy(copy, text);
    char *colon = strchr(copy, ':');
    ck_assert_ptr_nonnull(colon);
    *colon = '\0';
    round.out = (int8_t)(copy[0] == 'x' ? -1 : copy[0] - '0');
    round.hand = copy[1] == '!';
    for (char *part = strtok_r(colon + 1, ";", &rest); part;
         part = strtok_r(NULL, ";", &rest)) {
        ck_assert_uint_lt(seat, HK_SEATS_MAX);
        told_seat(part, &round.seats[seat++]);
    }
    return round;
}

#endif
