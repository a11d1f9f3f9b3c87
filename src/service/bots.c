/* The thread that plays for bots, and the queue of games that it looks at. */
#include "service/bots.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "engine/bot.h"
#include "service/internal.h"
#include "service/left.h"

/* Seconds until the store is tried again. */
#define PATIENCE 1

static void lock(struct hk_bots *bots)
{
    if (pthread_mutex_lock(&bots->lock) != 0)
        abort();
}

static void unlock(struct hk_bots *bots)
{
    if (pthread_mutex_unlock(&bots->lock) != 0)
        abort();
}

/* ----- the queue ---------------------------------------------------------- */

/* At the end of the queue, once; false where it is there, or none is played. */
static bool append(struct hk_bots *bots, struct hk_game *game)
{
    lock(bots);
    bool added = !bots->ending && !game->waiting;
    if (added) {
        game->waiting = true;
        game->after = NULL;
        if (bots->last)
            bots->last->after = game;
        else
            bots->first = game;
        bots->last = game;
        bots->queued++;
        pthread_cond_signal(&bots->wake);
    }
    unlock(bots);
    return added;
}

/* The first of the queue, with its reference; NULL: none. Under the lock. */
static struct hk_game *take_first(struct hk_bots *bots)
{
    struct hk_game *game = bots->first;

    if (!game)
        return NULL;
    bots->first = game->after;
    if (!bots->first)
        bots->last = NULL;
    bots->queued--;
    game->waiting = false;
    return game;
}

static bool has_bots(struct hk_game *game)
{
    hk_game_lock(game);
    const struct hk_table *table = &game->history.table;
    bool plays = table->status == HK_STATUS_PLAYING && table->bots != 0;
    hk_game_unlock(game);
    return plays;
}

void hk_bots_look(struct hk_game *game)
{
    struct hk_service *service = game->service;

    if (service->still || !has_bots(game))
        return;
    hk_registry_hold(&service->registry, game);
    if (!append(&service->bots, game))
        hk_registry_give(&service->registry, game);
}

size_t hk_bots_queued(struct hk_service *service)
{
    lock(&service->bots);
    size_t queued = service->bots.queued;
    unlock(&service->bots);
    return queued;
}

/* ----- one move ----------------------------------------------------------- */

/* The move that a bot of the game wants to make now, and after which event. */
static bool choose(struct hk_game *game, const struct hk_solver *solver,
                   struct hk_move *ret_move, uint32_t *ret_seq)
{
    hk_game_lock(game);
    struct hk_table table = game->history.table;
    hk_game_unlock(game);
    if (table.status != HK_STATUS_PLAYING)
        return false;
    *ret_seq = table.seq;
    return hk_bot_next(&table.rules, &table.state, table.bots, solver,
                       ret_move);
}

/* False where the store failed, so that the move is to be tried again. */
static bool play_one(struct hk_game *game, const struct hk_solver *solver)
{
    struct hk_wish wish = {.has_expected_seq = true};
    struct hk_happened happened;
    struct hk_refusal refusal;
    struct hk_move move;
    size_t index;

    if (!choose(game, solver, &move, &wish.expected_seq))
        return true;
    enum hk_error error = hk_game_play(game, move.seat, &move, 1, &wish,
                                       &happened, &refusal, &index);
    if (!error) {
        hk_happened_clear(&happened);
        return true;
    }
    /* Somebody was faster, and after that the bots look again. */
    if (error == HK_E_STALE)
        return true;
    /* Others may still ask; the clocks have the bots look again. */
    if (error == HK_E_TOO_EARLY)
        return true;
    if (error == HK_E_STORAGE_UNAVAILABLE)
        return false;
    hk_log(HK_LOG_ERROR, "game %s: the bot on seat %u cannot %s: %s",
           game->slot.uuid, move.seat, hk_move_name(move.kind),
           hk_error_code(error));
    return true;
}

/* ----- the thread --------------------------------------------------------- */

/* Until something is to be done; at most so long as the store is given. */
static void wait_for_store(struct hk_bots *bots)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    lock(bots);
    while (!bots->ending &&
           pthread_cond_timedwait(&bots->wake, &bots->lock, &until) == 0)
        ;
    unlock(bots);
}

/* The next game to look at; NULL: the end, or with `left` none at once. */
static struct hk_game *next_game(struct hk_bots *bots, bool left)
{
    lock(bots);
    while (!bots->ending && !bots->first && !left) {
        if (pthread_cond_wait(&bots->wake, &bots->lock) != 0)
            abort();
    }
    struct hk_game *game = bots->ending ? NULL : take_first(bots);
    unlock(bots);
    return game;
}

static bool is_ending(struct hk_bots *bots)
{
    lock(bots);
    bool ending = bots->ending;
    unlock(bots);
    return ending;
}

static void *run(void *cls)
{
    struct hk_service *service = cls;
    struct hk_bots *bots = &service->bots;
    struct hk_left left = {
        .whose = "bots", .list = hk_store_bot_games, .more = true};

    while (!is_ending(bots)) {
        struct hk_game *game = next_game(bots, left.more);
        if (game) {
            bool done = play_one(game, &bots->solver);
            if (!done) {
                hk_bots_look(game);
                wait_for_store(bots);
            }
            hk_game_close(game);
        } else if (left.more && hk_left_open(service, &left)) {
            wait_for_store(bots);
        }
    }
    return NULL;
}

enum hk_error hk_bots_start(struct hk_service *service)
{
    struct hk_bots *bots = &service->bots;

    memset(bots, 0, sizeof *bots);
    bots->solver.size = HK_SOLVER_SIZE;
    bots->solver.memory = malloc(bots->solver.size);
    if (!bots->solver.memory)
        return HK_E_INTERNAL;
    if (pthread_mutex_init(&bots->lock, NULL) != 0 ||
        pthread_cond_init(&bots->wake, NULL) != 0)
        abort();
    if (pthread_create(&bots->thread, NULL, run, service) == 0)
        return HK_OK;
    pthread_cond_destroy(&bots->wake);
    pthread_mutex_destroy(&bots->lock);
    free(bots->solver.memory);
    return HK_E_INTERNAL;
}

void hk_bots_stop(struct hk_service *service)
{
    struct hk_bots *bots = &service->bots;
    struct hk_game *game;

    lock(bots);
    bots->ending = true;
    pthread_cond_broadcast(&bots->wake);
    unlock(bots);
    if (pthread_join(bots->thread, NULL) != 0)
        abort();
    /* Nobody else is left who could want the lock. */
    while ((game = take_first(bots)))
        hk_game_close(game);
    pthread_cond_destroy(&bots->wake);
    pthread_mutex_destroy(&bots->lock);
    free(bots->solver.memory);
}
