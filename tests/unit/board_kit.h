/* What the tests of leaderboards share: lines made up, and boards as text. */
#ifndef HK_TESTS_BOARD_KIT_H
#define HK_TESTS_BOARD_KIT_H

#include <stddef.h>

#include "base/rng.h"
#include "store/boards.h"

#define LINES 100
#define TEXT_SIZE 8192
#define LENGTH(table) (int)(sizeof(table) / sizeof((table)[0]))

/* Whatever was read last. */
extern struct hk_board_row lines[LINES + 1];

/* Figures with as many rounds won as Hands, and the rating of a newcomer. */
struct hk_figures made_of(int games, int wins, int rounds, int hands,
                          int points);

/* Such figures on the board of this variant over all games; `other` is the
 * partner, or NULL. */
void put(enum hk_variant variant, const char *name, const char *other,
         int games, int wins, int rounds, int hands, int points);

/* Adds rank and name of the i-th line to a text of TEXT_SIZE. */
void add_line(char *text, size_t i, const struct hk_board_row *row);

/* Ranks and names of so many `lines`, "1 a 1 c 3 b"; static. */
const char *text_of(size_t count);

/* The whole board as such a text. */
const char *read_board(const struct hk_board *board);

/* How many fill() puts on a board; they are called p00, p01 …; in pairs
 * everybody is a partner of "first" (the even ones) or of "second". */
#define PLAYERS 60

/* Figures by chance, with many ties. */
void fill(struct hk_rng *rng, const struct hk_board_name *board);

/* Some lines move, both ways; some are new, some leave the board. `cls` is a
 * struct hk_rng. */
void stir(const struct hk_board *board, void *cls);

/* What SQLite's own window function says of the whole board, the only one of
 * its kind. */
void expected_board(const struct hk_board *board, char ret_text[TEXT_SIZE]);

/* What an order goes by, in SQL. */
extern const char *const keys[HK_BOARD_ORDERS];

#endif
