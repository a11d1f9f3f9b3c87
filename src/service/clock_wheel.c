/* The thread that watches the clocks, and the heap of its deadlines. */
#include "service/clock_wheel.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "service/expiry.h"
#include "service/internal.h"
#include "service/left.h"
#include "store/stopped_clocks.h"

enum {
    FLYING_MAX = 64,  /* expiries on their way at once */
    PATIENCE = 1000,  /* ms until the store is tried again */
    WAIT_MAX = 60000, /* ms of one wait */
    FIRST_SIZE = 64
};

static void lock(struct hk_wheel *wheel)
{
    if (pthread_mutex_lock(&wheel->lock) != 0)
        abort();
}

static void unlock(struct hk_wheel *wheel)
{
    if (pthread_mutex_unlock(&wheel->lock) != 0)
        abort();
}

/* ----- the heap ----------------------------------------------------------- */

static void put_at(struct hk_wheel *wheel, size_t place, struct hk_game *game)
{
    wheel->heap[place - 1] = game;
    game->wheel.place = place;
}

/* Brings the game, whose deadline is another, to its place. */
static void settle(struct hk_wheel *wheel, struct hk_game *game)
{
    size_t place = game->wheel.place;

    while (place > 1 &&
           wheel->heap[place / 2 - 1]->wheel.due > game->wheel.due) {
        put_at(wheel, place, wheel->heap[place / 2 - 1]);
        place /= 2;
    }
    for (size_t below = 2 * place; below <= wheel->count; below = 2 * place) {
        if (below < wheel->count &&
            wheel->heap[below]->wheel.due < wheel->heap[below - 1]->wheel.due)
            below++;
        if (wheel->heap[below - 1]->wheel.due >= game->wheel.due)
            break;
        put_at(wheel, place, wheel->heap[below - 1]);
        place = below;
    }
    put_at(wheel, place, game);
}

static bool insert(struct hk_wheel *wheel, struct hk_game *game)
{
    if (wheel->count == wheel->size) {
        size_t size = wheel->size ? 2 * wheel->size : FIRST_SIZE;
        struct hk_game **heap = realloc(wheel->heap,
                                        size * sizeof(struct hk_game *));
        if (!heap)
            return false;
        wheel->heap = heap;
        wheel->size = size;
    }
    put_at(wheel, ++wheel->count, game);
    settle(wheel, game);
    return true;
}

static void extract(struct hk_wheel *wheel, struct hk_game *game)
{
    size_t place = game->wheel.place;
    struct hk_game *last = wheel->heap[--wheel->count];

    game->wheel.place = 0;
    if (last == game)
        return;
    put_at(wheel, place, last);
    settle(wheel, last);
}

/* ----- looking at a game -------------------------------------------------- */

/* What the wheel is to know of a game's state. */
struct look {
    bool kept; /* it is being played with clocks */
    uint32_t seq;
    hk_ticks due;
    bool resume;
    bool expired;
};

static struct look look_at(struct hk_game *game)
{
    struct look look = {.due = INT64_MAX};

    hk_game_lock(game);
    const struct hk_table *table = &game->history.table;
    struct hk_clock_face face = hk_table_clock(table);
    hk_ticks now = hk_service_ticks(game->service);
    look.kept = table->status == HK_STATUS_PLAYING &&
                hk_clocks_kept(&table->rules);
    look.seq = table->seq;
    look.resume = game->resume;
    look.expired = face.limited && now >= game->ticks + face.left_ms;
    if (look.resume)
        look.due = INT64_MIN;
    else if (face.window_ms > 0 && now < game->ticks + face.window_ms)
        look.due = game->ticks + face.window_ms;
    else if (face.limited)
        look.due = game->ticks + face.left_ms;
    hk_game_unlock(game);
    return look;
}

/* The caller's reference becomes the wheel's. Returns how many references are
 * left to be given back. */
static unsigned take_in(struct hk_wheel *wheel, struct hk_game *game,
                        const struct look *look)
{
    struct hk_wheel_place *place = &game->wheel;

    if (wheel->ending || look->seq < place->seq)
        return 1;
    place->seq = look->seq;
    place->due = look->due;
    if (place->place && look->kept) {
        settle(wheel, game);
        return 1;
    }
    if (place->place) {
        extract(wheel, game);
        return 2;
    }
    if (!look->kept)
        return 1;
    if (insert(wheel, game))
        return 0;
    hk_log(HK_LOG_ERROR, "game %s: no memory to watch its clock",
           game->slot.uuid);
    return 1;
}

static void note(struct hk_game *game, const struct look *look)
{
    struct hk_wheel *wheel = &game->service->wheel;

    hk_registry_hold(&game->service->registry, game);
    lock(wheel);
    unsigned left = take_in(wheel, game, look);
    if (game->wheel.place == 1)
        pthread_cond_signal(&wheel->wake);
    unlock(wheel);
    for (; left > 0; left--)
        hk_registry_give(&game->service->registry, game);
    /* M10: a bot that found itself too early may have looked before this. */
    if (look->kept && look->due == INT64_MAX)
        hk_bots_look(game);
}

void hk_wheel_look(struct hk_game *game)
{
    if (game->service->still)
        return;
    struct look look = look_at(game);

    note(game, &look);
}

/* ----- what is due -------------------------------------------------------- */

/* An expiry on its way; its game is held. */
struct flight {
    struct hk_expiry expiry; /* first */
    struct hk_game *game;
};

static void land(struct hk_wheel *wheel)
{
    lock(wheel);
    wheel->flying--;
    pthread_cond_broadcast(&wheel->wake);
    unlock(wheel);
}

/* The store is tried again after a while. */
static void look_later(struct hk_game *game)
{
    struct look look = look_at(game);
    hk_ticks later = hk_service_ticks(game->service) + PATIENCE;

    if (look.due < later)
        look.due = later;
    note(game, &look);
}

static void told(struct hk_write *write, void *cls)
{
    struct flight *flight = cls;
    struct hk_game *game = flight->game;
    struct hk_wheel *wheel = &game->service->wheel;
    enum hk_error error = write->error;

    if (!error)
        hk_happened_clear(&flight->expiry.happened);
    free(flight);
    if (error == HK_E_STORAGE_UNAVAILABLE)
        look_later(game);
    else if (error == HK_E_STALE)
        hk_wheel_look(game);
    else if (error)
        hk_log(HK_LOG_ERROR, "game %s: its clock cannot go on: %s",
               game->slot.uuid, hk_error_code(error));
    hk_game_close(game);
    land(wheel);
}

static void take_off(struct hk_game *game, const struct look *look)
{
    struct hk_service *service = game->service;
    struct flight *flight = calloc(1, sizeof *flight);

    if (!flight) {
        look_later(game);
        return;
    }
    hk_registry_hold(&service->registry, game);
    flight->game = game;
    flight->expiry = (struct hk_expiry){
        .write = {.wish = {.has_expected_seq = true, .expected_seq = look->seq},
                  .choice = HK_WRITE_THERE,
                  .told = told,
                  .cls = flight},
        .resume = look->resume};
    lock(&service->wheel);
    service->wheel.flying++;
    unlock(&service->wheel);
    hk_expiry_start(&flight->expiry, game);
}

/* A game whose deadline has come; it is out of the heap. */
static void act(struct hk_game *game)
{
    struct look look = look_at(game);

    if (look.kept && (look.resume || look.expired)) {
        take_off(game, &look);
        return;
    }
    note(game, &look);
}

/* ----- the thread --------------------------------------------------------- */

/* Waits so many milliseconds at most; under the lock. */
static void wait_ms(struct hk_wheel *wheel, int64_t ms)
{
    struct timespec until;

    if (ms > WAIT_MAX)
        ms = WAIT_MAX;
    if (clock_gettime(CLOCK_MONOTONIC, &until) != 0)
        abort();
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&wheel->wake, &wheel->lock, &until);
}

/* The next game that is due, with its reference; NULL: the end, or with `left`
 * none at once. */
static struct hk_game *next_due(struct hk_service *service, bool left)
{
    struct hk_wheel *wheel = &service->wheel;
    struct hk_game *game = NULL;

    lock(wheel);
    while (!wheel->ending && !game) {
        hk_ticks now = hk_service_ticks(service);
        bool full = wheel->flying >= FLYING_MAX;
        hk_ticks due = wheel->count > 0 && !full ? wheel->heap[0]->wheel.due
                                                 : INT64_MAX;
        if (due <= now) {
            game = wheel->heap[0];
            extract(wheel, game);
        } else if (left && !full) {
            break;
        } else {
            wait_ms(wheel, due == INT64_MAX ? WAIT_MAX : due - now);
        }
    }
    unlock(wheel);
    return game;
}

static void wait_for_store(struct hk_wheel *wheel)
{
    lock(wheel);
    if (!wheel->ending)
        wait_ms(wheel, PATIENCE);
    unlock(wheel);
}

static bool is_ending(struct hk_wheel *wheel)
{
    lock(wheel);
    bool ending = wheel->ending;
    unlock(wheel);
    return ending;
}

static void *run(void *cls)
{
    struct hk_service *service = cls;
    struct hk_left left = {
        .whose = "clocks", .list = hk_store_clock_games, .more = true};

    while (!is_ending(&service->wheel)) {
        struct hk_game *game = next_due(service, left.more);
        if (game) {
            act(game);
            hk_game_close(game);
        } else if (left.more && hk_left_open(service, &left)) {
            wait_for_store(&service->wheel);
        }
    }
    return NULL;
}

void hk_wheel_init(struct hk_service *service)
{
    struct hk_wheel *wheel = &service->wheel;
    pthread_condattr_t attributes;

    memset(wheel, 0, sizeof *wheel);
    if (pthread_condattr_init(&attributes) != 0 ||
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0 ||
        pthread_mutex_init(&wheel->lock, NULL) != 0 ||
        pthread_cond_init(&wheel->wake, &attributes) != 0)
        abort();
    pthread_condattr_destroy(&attributes);
}

enum hk_error hk_wheel_start(struct hk_service *service)
{
    return pthread_create(&service->wheel.thread, NULL, run, service) == 0
               ? HK_OK
               : HK_E_INTERNAL;
}

struct stopping {
    struct hk_stopped_clock *clocks;
    size_t count;
};

static enum hk_error write_stopped(struct hk_tx *tx, void *cls)
{
    const struct stopping *stopping = cls;

    return hk_tx_stop_clocks(tx, stopping->clocks, stopping->count);
}

/* What the clocks have run by now, so that a start does not give it back. */
static void keep_stopped(struct hk_service *service)
{
    struct hk_wheel *wheel = &service->wheel;
    struct stopping stopping = {.count = wheel->count};
    hk_ticks now = hk_service_ticks(service);
    enum hk_error error = HK_E_INTERNAL;

    stopping.clocks = calloc(wheel->count + 1, sizeof *stopping.clocks);
    for (size_t i = 0; stopping.clocks && i < wheel->count; i++) {
        struct hk_game *game = wheel->heap[i];

        hk_game_lock(game);
        stopping.clocks[i] = (struct hk_stopped_clock){
            .game = game->row.id,
            .seq = game->history.table.seq,
            .ms = (int64_t)hk_game_passed(game, now)};
        hk_game_unlock(game);
    }
    if (stopping.clocks)
        error = hk_store_write(service->store, write_stopped, &stopping);
    if (error)
        hk_log(HK_LOG_WARNING,
               "clocks: what they had run is given back at the next start: %s",
               hk_error_code(error));
    free(stopping.clocks);
}

void hk_wheel_stop(struct hk_service *service)
{
    struct hk_wheel *wheel = &service->wheel;

    lock(wheel);
    wheel->ending = true;
    pthread_cond_broadcast(&wheel->wake);
    unlock(wheel);
    if (pthread_join(wheel->thread, NULL) != 0)
        abort();
    lock(wheel);
    while (wheel->flying > 0)
        pthread_cond_wait(&wheel->wake, &wheel->lock);
    unlock(wheel);
    /* Nobody takes anything in any more. */
    keep_stopped(service);
}

void hk_wheel_clear(struct hk_service *service)
{
    struct hk_wheel *wheel = &service->wheel;

    while (wheel->count > 0) {
        struct hk_game *game = wheel->heap[0];

        extract(wheel, game);
        hk_game_close(game);
    }
    free(wheel->heap);
    pthread_cond_destroy(&wheel->wake);
    pthread_mutex_destroy(&wheel->lock);
}

void hk_wheel_wake(struct hk_service *service)
{
    lock(&service->wheel);
    pthread_cond_broadcast(&service->wheel.wake);
    unlock(&service->wheel);
}

size_t hk_wheel_count(struct hk_service *service)
{
    lock(&service->wheel);
    size_t count = service->wheel.count;
    unlock(&service->wheel);
    return count;
}
