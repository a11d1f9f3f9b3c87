/* The names of moves. */
#include "engine/move.h"

#include <string.h>

/* Whose moves they are; the referee's own are no seat's. */
enum {
    REFEREE = 0,
    HAND = 1u << HK_HAND | 1u << HK_HAND_PARTNERS,
    MAY_I = 1u << HK_MAY_I,
    ALL = HAND | MAY_I
};

static const struct {
    enum hk_move_kind kind;
    const char *name;
    unsigned variants; /* bit v: a seat's move in variant v */
} moves[] = {
    {HK_MOVE_DRAW, "draw", ALL},
    {HK_MOVE_RETURN, "return", HAND},
    {HK_MOVE_MELD, "meld", ALL},
    {HK_MOVE_LAY_OFF, "lay_off", ALL},
    {HK_MOVE_TAKE_JOKER, "take_joker", HAND},
    {HK_MOVE_DISCARD, "discard", ALL},
    {HK_MOVE_TAKE, "take", MAY_I},
    {HK_MOVE_MAY_I, "may_i", MAY_I},
    {HK_MOVE_ANSWER, "answer", MAY_I},
    {HK_MOVE_DEAL, "deal", REFEREE},
    {HK_MOVE_RESHUFFLE, "reshuffle", REFEREE},
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
        if (moves[i].variants != REFEREE && strcmp(moves[i].name, name) == 0) {
            *ret_kind = moves[i].kind;
            return true;
        }
    }
    return false;
}

bool hk_move_known(enum hk_variant variant, enum hk_move_kind kind)
{
    for (unsigned i = 0; i < MOVES; i++)
        if (moves[i].kind == kind)
            return moves[i].variants >> variant & 1;
    return false;
}
