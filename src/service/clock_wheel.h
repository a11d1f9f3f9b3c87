/*
 * When the time of which seat is up. One thread waits for the next deadline of
 * all games with clocks and starts what the referee then does; the bots are
 * told there when the time to ask is over (M10). Deadlines are kept in the
 * ticks of the service's clock, which nobody sets.
 *
 * A game that is being played with clocks is held here, so it stays in memory.
 */
#ifndef HK_SERVICE_CLOCK_WHEEL_H
#define HK_SERVICE_CLOCK_WHEEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"

struct hk_service;
struct hk_game;

/* A game's part, under the wheel's lock. */
struct hk_wheel_place {
    size_t place; /* in the heap, from 1; 0: it is not there */
    hk_ticks due; /* INT64_MAX: nothing is to come */
    uint32_t seq; /* of the state that was looked at last */
};

struct hk_wheel {
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows, and each game's part */
    pthread_cond_t wake;
    struct hk_game **heap; /* by `due`, each with a reference; owned */
    size_t count, size;
    size_t flying; /* expiries on their way */
    bool ending;
};

/* Before anybody looks at it; games are noted from now on. */
void hk_wheel_init(struct hk_service *service);

/* Starts the thread, which first looks for games that a restart has left; the
 * bots are there. Errors: HK_E_INTERNAL (no thread). */
HK_MUST_CHECK enum hk_error hk_wheel_start(struct hk_service *service);

/* Waits for what has been started; no game is noted any more. */
void hk_wheel_stop(struct hk_service *service);

/* Gives all games back and frees it, once nobody looks at it any more. */
void hk_wheel_clear(struct hk_service *service);

/* Something has happened in this game, to which the caller has a reference: its
 * deadline is another. No lock may be held. */
void hk_wheel_look(struct hk_game *game);

/* The service's clock has been moved by hand: the thread looks at it. */
void hk_wheel_wake(struct hk_service *service);

/* Games held. */
size_t hk_wheel_count(struct hk_service *service);

#endif
