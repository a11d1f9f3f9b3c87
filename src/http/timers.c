/* The wheel: a slot for each tick, in which those due then hang. */
#include "http/timers.h"

#include <string.h>

static struct hk_timer **slot_of(struct hk_timers *timers, int64_t tick)
{
    return &timers->slots[tick % HK_TIMERS_TICKS];
}

void hk_timers_init(struct hk_timers *timers, int64_t now_ms)
{
    memset(timers, 0, sizeof *timers);
    timers->done = now_ms / HK_TIMERS_TICK_MS;
    timers->next = timers->done;
}

void hk_timers_set(struct hk_timers *timers, struct hk_timer *timer,
                   int64_t now_ms, unsigned ms)
{
    int64_t tick = (now_ms + ms) / HK_TIMERS_TICK_MS;

    /* With nothing set there is nothing to catch up on. */
    if (timers->count++ == 0) {
        timers->done = now_ms / HK_TIMERS_TICK_MS;
        timers->next = INT64_MAX;
    }
    if (tick <= timers->done)
        tick = timers->done + 1;
    struct hk_timer **first = slot_of(timers, tick);
    timer->next = *first;
    if (timer->next)
        timer->next->place = &timer->next;
    timer->place = first;
    *first = timer;
    if (tick < timers->next)
        timers->next = tick;
}

void hk_timers_cancel(struct hk_timers *timers, struct hk_timer *timer)
{
    if (!timer->place)
        return;
    *timer->place = timer->next;
    if (timer->next)
        timer->next->place = timer->place;
    timer->place = NULL;
    timers->count--;
}

int hk_timers_left(const struct hk_timers *timers, int64_t now_ms)
{
    if (timers->count == 0)
        return -1;
    int64_t left = timers->next * HK_TIMERS_TICK_MS - now_ms;
    return left > 0 ? (int)left : 0;
}

static struct hk_timer *take_first(struct hk_timers *timers, int64_t tick)
{
    struct hk_timer *timer = *slot_of(timers, tick);

    if (timer)
        hk_timers_cancel(timers, timer);
    return timer;
}

struct hk_timer *hk_timers_take(struct hk_timers *timers, int64_t now_ms)
{
    int64_t now = now_ms / HK_TIMERS_TICK_MS;

    while (timers->count > 0 && timers->next <= now) {
        struct hk_timer *timer = take_first(timers, timers->next);
        if (timer)
            return timer;
        timers->done = timers->next++;
    }
    /* Where the next ones hang; a slot is looked at once a round. */
    while (timers->count > 0 && !*slot_of(timers, timers->next))
        timers->next++;
    return NULL;
}

struct hk_timer *hk_timers_take_any(struct hk_timers *timers)
{
    while (timers->count > 0) {
        struct hk_timer *timer = take_first(timers, timers->next);
        if (timer)
            return timer;
        timers->next++;
    }
    return NULL;
}
