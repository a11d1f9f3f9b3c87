/* Moves and cards as short texts: how the log keeps them. */
#ifndef HK_ENGINE_NOTATION_H
#define HK_ENGINE_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/move.h"

/* Room for any move or deck as text, with its NUL. */
#define HK_NOTATION_SIZE 640

/*
 * Writes a move: "draw stock", "draw discard", "return",
 * "meld 5H 6H JK / 9S 9H 9D", "lay_off 1 8H 9H high", "take_joker 1 7H",
 * "discard KS", "take 2", "may_i 1", "answer yes", "answer no",
 * "deal AS 2S …", "reshuffle 4D …". The seat is not part of it.
 */
void hk_notation_write_move(const struct hk_move *move,
                            char ret_text[HK_NOTATION_SIZE]);

/* Reads what hk_notation_write_move() wrote; seat becomes 0. False where the
 * text is no move. */
bool hk_notation_read_move(const char *text, struct hk_move *ret_move);

/* Cards with blanks between, "" for none. */
void hk_notation_write_cards(const hk_card *cards, unsigned count,
                             char ret_text[HK_NOTATION_SIZE]);
bool hk_notation_read_cards(const char *text, hk_card ret_cards[HK_PACK_MAX],
                            unsigned *ret_count);

#endif
