/* The live games. */
#include "service/registry.h"

#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

#define CHAINS_AT_START 256

_Static_assert(offsetof(struct hk_game, slot) == 0,
               "a slot is the beginning of its game");

static struct hk_game *game_of(struct hk_slot *slot)
{
    return (struct hk_game *)slot;
}

static void lock(struct hk_registry *registry)
{
    if (pthread_mutex_lock(&registry->lock) != 0)
        abort();
}

static void unlock(struct hk_registry *registry)
{
    if (pthread_mutex_unlock(&registry->lock) != 0)
        abort();
}

enum hk_error hk_registry_init(struct hk_registry *registry, size_t idle_max,
                               size_t idle_bytes_max)
{
    memset(registry, 0, sizeof *registry);
    registry->chains = calloc(CHAINS_AT_START, sizeof *registry->chains);
    if (!registry->chains)
        return HK_E_INTERNAL;
    registry->chain_count = CHAINS_AT_START;
    registry->idle_max = idle_max;
    registry->idle_bytes_max = idle_bytes_max;
    if (pthread_mutex_init(&registry->lock, NULL) != 0 ||
        pthread_cond_init(&registry->loaded, NULL) != 0)
        abort();
    return HK_OK;
}

/* ----- the table ---------------------------------------------------------- */

/* FNV-1a: ids are random in their lower half, nobody chooses them. */
static size_t chain_of(const struct hk_registry *registry, const char *uuid)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (; *uuid; uuid++)
        hash = (hash ^ (unsigned char)*uuid) * UINT64_C(1099511628211);
    return (size_t)(hash & (registry->chain_count - 1));
}

static struct hk_slot *find(const struct hk_registry *registry,
                            const char *uuid)
{
    struct hk_slot *slot = registry->chains[chain_of(registry, uuid)].first;

    while (slot && strcmp(slot->uuid, uuid) != 0)
        slot = slot->next;
    return slot;
}

static void insert(struct hk_registry *registry, struct hk_slot *slot)
{
    struct hk_chain *chain = &registry->chains[chain_of(registry, slot->uuid)];

    slot->next = chain->first;
    chain->first = slot;
    registry->count++;
}

static void extract(struct hk_registry *registry, struct hk_slot *slot)
{
    struct hk_slot **place =
        &registry->chains[chain_of(registry, slot->uuid)].first;

    while (*place != slot)
        place = &(*place)->next;
    *place = slot->next;
    registry->count--;
}

/* Twice as many chains when they grow long; without memory they just do. */
static void grow(struct hk_registry *registry)
{
    size_t old_count = registry->chain_count;
    struct hk_chain *old = registry->chains;

    if (registry->count < old_count)
        return;
    struct hk_chain *chains = calloc(2 * old_count, sizeof *chains);
    if (!chains)
        return;
    registry->chains = chains;
    registry->chain_count = 2 * old_count;
    registry->count = 0;
    for (size_t i = 0; i < old_count; i++) {
        for (struct hk_slot *slot = old[i].first, *next; slot; slot = next) {
            next = slot->next;
            insert(registry, slot);
        }
    }
    free(old);
}

/* ----- the idle ----------------------------------------------------------- */

static void put_newest(struct hk_registry *registry, struct hk_slot *slot)
{
    slot->newer = NULL;
    slot->older = registry->newest;
    if (registry->newest)
        registry->newest->newer = slot;
    else
        registry->oldest = slot;
    registry->newest = slot;
    slot->listed = true;
}

static void take_out(struct hk_registry *registry, struct hk_slot *slot)
{
    if (slot->newer)
        slot->newer->older = slot->older;
    else
        registry->newest = slot->older;
    if (slot->older)
        slot->older->newer = slot->newer;
    else
        registry->oldest = slot->newer;
    slot->listed = false;
}

static void move_to_newest(struct hk_registry *registry, struct hk_slot *slot)
{
    if (slot->listed)
        take_out(registry, slot);
    put_newest(registry, slot);
}

/* Whether so much room is free that nobody has to leave soon. */
static bool is_roomy(const struct hk_registry *registry)
{
    return registry->idle_count < registry->idle_max / 2 &&
           registry->idle_bytes < registry->idle_bytes_max / 2;
}

/* Where there is much room it keeps its place among the others: to take it out
 * and put it back for each request means to fetch its neighbours as well. */
static void make_idle(struct hk_registry *registry, struct hk_slot *slot)
{
    slot->size = hk_game_size(game_of(slot));
    if (!slot->listed || !is_roomy(registry))
        move_to_newest(registry, slot);
    registry->idle_count++;
    registry->idle_bytes += slot->size;
}

static void wake(struct hk_registry *registry, struct hk_slot *slot)
{
    registry->idle_count--;
    registry->idle_bytes -= slot->size;
}

/* Takes out those idle for longest while there are too many, or they take too
 * much; a chain by `next`. */
static struct hk_slot *evict(struct hk_registry *registry)
{
    struct hk_slot *evicted = NULL;

    while (registry->oldest &&
           (registry->idle_count > registry->idle_max ||
            registry->idle_bytes > registry->idle_bytes_max)) {
        struct hk_slot *slot = registry->oldest;

        if (slot->references > 0) {
            move_to_newest(registry, slot);
            continue;
        }
        wake(registry, slot);
        take_out(registry, slot);
        extract(registry, slot);
        slot->next = evicted;
        evicted = slot;
    }
    return evicted;
}

static void free_chain(struct hk_slot *slot)
{
    for (struct hk_slot *next; slot; slot = next) {
        next = slot->next;
        hk_game_free(game_of(slot));
    }
}

/* ----- taking and giving -------------------------------------------------- */

/* One reference less; the games to free, a chain. */
static struct hk_slot *release(struct hk_registry *registry,
                               struct hk_slot *slot)
{
    if (--slot->references > 0)
        return NULL;
    if (slot->state == HK_SLOT_FAILED) {
        slot->next = NULL;
        return slot;
    }
    make_idle(registry, slot);
    return evict(registry);
}

/* Waits until somebody else has loaded the game; under the lock. */
static enum hk_error join(struct hk_registry *registry, struct hk_slot *slot,
                          struct hk_slot **ret_dead)
{
    if (slot->references++ == 0)
        wake(registry, slot);
    while (slot->state == HK_SLOT_LOADING) {
        if (pthread_cond_wait(&registry->loaded, &registry->lock) != 0)
            abort();
    }
    enum hk_error error = slot->error;
    if (error)
        *ret_dead = release(registry, slot);
    return error;
}

/* Reads the game's log and tells those who wait; the lock is not held. */
static enum hk_error load(struct hk_registry *registry, struct hk_game *game,
                          struct hk_slot **ret_dead)
{
    struct hk_slot *slot = &game->slot;
    enum hk_error error = hk_game_load(game);

    lock(registry);
    slot->error = error;
    slot->state = error ? HK_SLOT_FAILED : HK_SLOT_READY;
    if (error) {
        /* Out of the table at once: who asks later may have more luck. */
        extract(registry, slot);
        *ret_dead = release(registry, slot);
    }
    if (pthread_cond_broadcast(&registry->loaded) != 0)
        abort();
    unlock(registry);
    return error;
}

/* A new slot in the table that nobody else loads; under the lock. */
static struct hk_game *begin_loading(struct hk_service *service,
                                     const char *uuid)
{
    struct hk_game *game = hk_game_new(service, uuid);

    if (!game)
        return NULL;
    game->slot.references = 1;
    game->slot.state = HK_SLOT_LOADING;
    insert(&service->registry, &game->slot);
    grow(&service->registry);
    service->registry.loads++;
    return game;
}

enum hk_error hk_registry_take(struct hk_service *service, const char *uuid,
                               struct hk_game **ret_game)
{
    struct hk_registry *registry = &service->registry;
    struct hk_slot *dead = NULL;
    enum hk_error error = HK_OK;
    struct hk_game *game;

    lock(registry);
    struct hk_slot *slot = find(registry, uuid);
    if (slot) {
        game = game_of(slot);
        error = join(registry, slot, &dead);
        unlock(registry);
    } else {
        game = begin_loading(service, uuid);
        unlock(registry);
        error = game ? load(registry, game, &dead) : HK_E_INTERNAL;
        if (!error) {
            hk_bots_look(game);
            hk_wheel_look(game);
        }
    }
    free_chain(dead);
    if (!error)
        *ret_game = game;
    return error;
}

void hk_registry_hold(struct hk_registry *registry, struct hk_game *game)
{
    lock(registry);
    game->slot.references++;
    unlock(registry);
}

void hk_registry_give(struct hk_registry *registry, struct hk_game *game)
{
    lock(registry);
    struct hk_slot *dead = release(registry, &game->slot);
    unlock(registry);
    free_chain(dead);
}

void hk_registry_clear(struct hk_registry *registry)
{
    for (size_t i = 0; i < registry->chain_count; i++) {
        for (struct hk_slot *slot = registry->chains[i].first, *next; slot;
             slot = next) {
            next = slot->next;
            if (slot->references > 0)
                abort();
            hk_game_free(game_of(slot));
        }
    }
    free(registry->chains);
    pthread_cond_destroy(&registry->loaded);
    pthread_mutex_destroy(&registry->lock);
}

struct hk_registry_counts hk_registry_counts(struct hk_registry *registry)
{
    lock(registry);
    struct hk_registry_counts counts = {.games = registry->count,
                                        .idle = registry->idle_count,
                                        .idle_bytes = registry->idle_bytes,
                                        .loads = registry->loads};
    unlock(registry);
    return counts;
}
