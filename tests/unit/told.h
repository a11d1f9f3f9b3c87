/* A round as a table tells it, from a text; for tests of all layers. */
#ifndef HK_TESTS_TOLD_H
#define HK_TESTS_TOLD_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/card.h"
#include "engine/scorecard.h"

/* A seat: "-", or words of "down", "up", "=14" (points) and cards; "none": the
 * cards, none. */
static inline void told_seat(char *text, struct hk_told_seat *ret_seat)
{
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "-") == 0)
            continue;
        if (strcmp(word, "down") == 0 || strcmp(word, "up") == 0) {
            ret_seat->down = word[0] == 'd';
        } else if (word[0] == '=') {
            ret_seat->has_points = true;
            ret_seat->points = strtoll(word + 1, NULL, 10);
        } else {
            ret_seat->has_cards = true;
            if (strcmp(word, "none") == 0)
                continue;
            ck_assert_uint_lt(ret_seat->card_count, HK_PACK_MAX);
            ck_assert_msg(
                hk_card_read(word, &ret_seat->cards[ret_seat->card_count]),
                "no card: %s", word);
            ret_seat->card_count++;
        }
    }
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
    snprintf(copy, sizeof(copy), "%s", text);
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
