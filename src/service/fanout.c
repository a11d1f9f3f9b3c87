/* Lists of those who wait. */
#include "service/fanout.h"

#include "service/internal.h"

void hk_fanout_add(struct hk_fanout *fanout, struct hk_waiter *waiter)
{
    waiter->next = fanout->first;
    if (waiter->next)
        waiter->next->place = &waiter->next;
    waiter->place = &fanout->first;
    fanout->first = waiter;
}

bool hk_fanout_remove(struct hk_waiter *waiter)
{
    if (!waiter->place)
        return false;
    *waiter->place = waiter->next;
    if (waiter->next)
        waiter->next->place = waiter->place;
    waiter->place = NULL;
    return true;
}

struct hk_waiter *hk_fanout_take(struct hk_fanout *fanout)
{
    struct hk_waiter *taken = fanout->first;

    for (struct hk_waiter *waiter = taken; waiter; waiter = waiter->next)
        waiter->place = NULL;
    fanout->first = NULL;
    return taken;
}

void hk_fanout_take_watching(struct hk_fanout *fanout,
                             struct hk_waiter **ret_taken)
{
    for (struct hk_waiter *waiter = fanout->first, *next; waiter;
         waiter = next) {
        next = waiter->next;
        if (!waiter->watches)
            continue;
        hk_fanout_remove(waiter);
        waiter->next = *ret_taken;
        *ret_taken = waiter;
    }
}

void hk_fanout_wake(struct hk_waiter *taken)
{
    /* Once woken it is its owner's, who may have it wait anew. */
    for (struct hk_waiter *next; taken; taken = next) {
        next = taken->next;
        taken->wake(taken->cls);
    }
}

/* What there is after `after`; under the game's lock. */
static enum hk_waiting look(const struct hk_game *game, uint32_t after)
{
    const struct hk_table *table = &game->history.table;

    if (table->seq > after)
        return HK_WAITS_NO;
    if (table->status == HK_STATUS_FINISHED || table->status == HK_STATUS_ENDED)
        return HK_WAITS_NEVER;
    return HK_WAITING;
}

/* Under the game's lock. */
static bool still_stands(const struct hk_game *game,
                         const struct hk_standing *standing)
{
    return standing->seat < 0 ||
           standing->given_seq == game->history.given_seq[standing->seat];
}

bool hk_game_still_stands(struct hk_game *game,
                          const struct hk_standing *standing)
{
    hk_game_lock(game);
    bool stands = still_stands(game, standing);
    hk_game_unlock(game);
    return stands;
}

/* Whether the seats are as it was told; under the game's lock. */
static enum hk_waiting watch(struct hk_game *game, struct hk_waiter *waiter,
                             struct hk_waiter **ret_woken)
{
    hk_time now = hk_service_now(game->service);

    waiter->away = hk_presence_find(game, now, ret_woken);
    waiter->look_ms = hk_presence_patience(game, now);
    return waiter->away == waiter->told ? HK_WAITING : HK_WAITS_SEATS;
}

enum hk_waiting hk_game_wait(struct hk_game *game,
                             const struct hk_standing *standing, uint32_t after,
                             struct hk_waiter *waiter)
{
    struct hk_waiter *woken = NULL;

    hk_game_lock(game);
    enum hk_waiting waiting = still_stands(game, standing) ? look(game, after)
                                                           : HK_WAITS_GONE;
    if (waiting == HK_WAITING && waiter->watches)
        waiting = watch(game, waiter, &woken);
    if (waiting == HK_WAITING)
        hk_fanout_add(&game->fanout, waiter);
    hk_game_unlock(game);
    hk_fanout_wake(woken);
    return waiting;
}

bool hk_game_is_over(struct hk_game *game, uint32_t after)
{
    hk_game_lock(game);
    bool over = look(game, after) == HK_WAITS_NEVER;
    hk_game_unlock(game);
    return over;
}

bool hk_game_wait_no_more(struct hk_game *game, struct hk_waiter *waiter)
{
    hk_game_lock(game);
    bool waited = hk_fanout_remove(waiter);
    hk_game_unlock(game);
    return waited;
}
