/*
 * Who is at the table: a seat is away when no stream is open with its token and
 * it has asked for nothing for the time of grace. It is told to those who watch
 * and shown in the view, and nothing else follows from it. It is kept in memory
 * alone: when a game comes there, all its seats are taken to be at the table.
 *
 * Only a seat with a player can be away, in a game that is refereed and not
 * over: bots never are, and around a physical table nobody needs to be told.
 */
#ifndef HK_SERVICE_PRESENCE_H
#define HK_SERVICE_PRESENCE_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/clock.h"
#include "engine/card.h"
#include "store/games.h"

struct hk_game;
struct hk_waiter;

/* The seat has asked for something. */
void hk_presence_seen(struct hk_game *game, hk_seat seat);

/* A stream was opened with the seat's token; and closed. */
void hk_presence_enter(struct hk_game *game, hk_seat seat);
void hk_presence_leave(struct hk_game *game, hk_seat seat);

/* The seats that are away now, as bits. */
uint8_t hk_presence_away(struct hk_game *game);

/* ----- the service's own -------------------------------------------------- */

/* A game's part; zeroed before. */
struct hk_presence {
    _Atomic hk_time seen[HK_SEATS_MAX]; /* when it last asked, or left */
    atomic_uint streams[HK_SEATS_MAX];  /* open with its token */
    _Atomic uint8_t away; /* bits, as it was told; changed under the lock of the
                             game, which guards what follows */
    uint8_t watched;      /* bits of those that can be away */
};

/* Somebody else sits there now: time of grace begins anew. Under the game's
 * lock. */
void hk_presence_begin_anew(struct hk_game *game, hk_seat seat);

/* Who is away, as was found last, in the game as a write leaves it; bits. No
 * lock is needed. */
uint8_t hk_presence_after(const struct hk_game *game, enum hk_status status);

/* Finds who is away at this time, under the game's lock. Those who are to be
 * woken for it, without the lock, are added to the chain. */
uint8_t hk_presence_find(struct hk_game *game, hk_time now,
                         struct hk_waiter **ret_woken);

/* After that: milliseconds after which a seat may be found away that is not
 * now; the game's lock is held. */
unsigned hk_presence_patience(const struct hk_game *game, hk_time now);

#endif
