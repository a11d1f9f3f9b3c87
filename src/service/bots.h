/*
 * Seats that play by themselves. One thread makes their moves, one after
 * another through the same door as everybody's: judged, written and published
 * by hk_game_play(), each made from what its seat sees.
 */
#ifndef HK_SERVICE_BOTS_H
#define HK_SERVICE_BOTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/solver.h"

struct hk_service;
struct hk_game;

struct hk_bots {
    struct hk_solver solver; /* the thread's own */
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows, and each game's `waiting` */
    pthread_cond_t wake;
    struct hk_game *first, *last; /* games to look at, each with a reference */
    size_t queued;                /* these */
    bool ending;
};

/* Starts the thread, which first looks for games that a restart has left; the
 * clocks' wheel is there to note them. Errors: HK_E_INTERNAL (no memory, no
 * thread). */
HK_MUST_CHECK enum hk_error hk_bots_start(struct hk_service *service);

/* Waits for the move that is being made, and for no other. */
void hk_bots_stop(struct hk_service *service);

/* Something has happened in this game, to which the caller has a reference: if
 * bots play in it they look at it soon. No lock may be held. */
void hk_bots_look(struct hk_game *game);

/* Games that they are to look at. */
size_t hk_bots_queued(struct hk_service *service);

#endif
