/* The names of moves. */
#include "engine/move.h"

#include <string.h>

static const struct {
    enum hk_move_kind kind;
    const char *name;
    bool seats; /* a seat's move, not the referee's own */
} moves[] = {
    {HK_MOVE_DRAW, "draw", true},
    {HK_MOVE_RETURN, "return", true},
    {HK_MOVE_MELD, "meld", true},
    {HK_MOVE_LAY_OFF, "lay_off", true},
    {HK_MOVE_TAKE_JOKER, "take_joker", true},
    {HK_MOVE_DISCARD, "discard", true},
    {HK_MOVE_DEAL, "deal", false},
    {HK_MOVE_RESHUFFLE, "reshuffle", false},
};

#define MOVES (sizeof(moves) / sizeof(moves[0]))

const char *hk_move_name(enum hk_move_kind kind)
{
    for (unsigned i = 0; i < MOVES; i++)
        if (moves[i].kind == kind)
            return moves[i].name;
    return "unknown";
}

bool hk_move_find(const char *name, enum hk_move_kind *ret_kind)
{
    for (unsigned i = 0; i < MOVES; i++) {
        if (moves[i].seats && strcmp(moves[i].name, name) == 0) {
            *ret_kind = moves[i].kind;
            return true;
        }
    }
    return false;
}
