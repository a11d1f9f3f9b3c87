/*
 * A database with a game of every kind in it, the same in every run, for the
 * targets that need one: kept in memory as bytes, and put back into its file
 * whenever it is to be as at first.
 */
#ifndef HK_FUZZ_HOUSE_H
#define HK_FUZZ_HOUSE_H

#include <stddef.h>
#include <stdint.h>

#include "service/auth.h"
#include "store/games.h"
#include "service/service.h"

/* A game of Hand that is finished, one of partners and one of May I with
 * clocks in play, one with an open seat, a scorecard, one that was ended. */
enum { HOUSE_GAMES = 6 };

struct house {
    char path[128]; /* of the file, in a folder of its own in memory */
    uint8_t *bytes; /* of the file as it was made */
    size_t size;
    char ids[HOUSE_GAMES][HK_UUID_TEXT_SIZE];
    char hosts[HOUSE_GAMES][HK_TOKEN_TEXT_SIZE]; /* tokens */
    char seats[HOUSE_GAMES][HK_TOKEN_TEXT_SIZE]; /* of seat 0 */
    char player[HK_TOKEN_TEXT_SIZE];             /* of "huda" */
    char admin[HK_TOKEN_TEXT_SIZE];              /* a service key */
};

/* Made when first asked for; its folder is removed at the end. */
const struct house *house_get(void);

/* Puts the file back, or other bytes in its place; nobody has it open. */
void house_put(const void *bytes, size_t size);

/* A service on the file as it is, with a clock that stands still; NULL where
 * it is refused. */
struct hk_service *house_open(void);

#endif
