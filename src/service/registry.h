/* The live games: a table by uuid, counted references, and the order in which
 * they were last used, by which idle ones leave. It is kept once half of the
 * room for them is taken; before, it is that in which they came. */
#ifndef HK_SERVICE_REGISTRY_H
#define HK_SERVICE_REGISTRY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "store/games.h"

struct hk_service;
struct hk_game;

enum hk_slot_state { HK_SLOT_LOADING, HK_SLOT_READY, HK_SLOT_FAILED };

/* The registry's part of a game. */
struct hk_slot {
    char uuid[HK_UUID_TEXT_SIZE]; /* never changes */
    bool listed;                  /* has a place in that order */
    enum hk_slot_state state;
    enum hk_error error; /* why loading failed */
    size_t references;
    struct hk_slot *next; /* of its chain in the table */
    size_t size;          /* bytes, while it is idle */
    struct hk_slot *newer, *older;
};

/* The games whose ids have one place in the table. */
struct hk_chain {
    struct hk_slot *first;
};

struct hk_registry {
    pthread_mutex_t lock;
    pthread_cond_t loaded; /* some game's loading has ended */
    struct hk_chain *chains;
    size_t chain_count; /* a power of two */
    size_t count;
    struct hk_slot *newest, *oldest; /* those idle, and some in use */
    size_t idle_count, idle_max;
    size_t idle_bytes, idle_bytes_max;
    uint64_t loads; /* how often a log was read */
};

/* Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_registry_init(struct hk_registry *registry,
                                             size_t idle_max,
                                             size_t idle_bytes_max);

/* Frees all games; none may be referenced. */
void hk_registry_clear(struct hk_registry *registry);

/* The game, with a reference; the first to ask for it reads its log, others
 * wait for that. `uuid` is in lower case. Errors: as hk_game_open(). */
HK_MUST_CHECK enum hk_error hk_registry_take(struct hk_service *service,
                                             const char *uuid,
                                             struct hk_game **ret_game);

/* One reference more for who has one. */
void hk_registry_hold(struct hk_registry *registry, struct hk_game *game);

/* Gives a reference back; the last makes the game idle. */
void hk_registry_give(struct hk_registry *registry, struct hk_game *game);

/* How it stands, and how often a log was read so far. */
struct hk_registry_counts {
    size_t games; /* in memory */
    size_t idle;  /* of these */
    size_t idle_bytes;
    uint64_t loads;
};
struct hk_registry_counts hk_registry_counts(struct hk_registry *registry);

#endif
