/* Times at which something is due, for one thread: a wheel. */
#ifndef HK_HTTP_TIMERS_H
#define HK_HTTP_TIMERS_H

#include <stddef.h>
#include <stdint.h>

/* How exactly times are kept, and how far ahead they may lie. */
#define HK_TIMERS_TICK_MS 50
#define HK_TIMERS_TICKS 2048
#define HK_TIMERS_MAX_MS (HK_TIMERS_TICK_MS * (HK_TIMERS_TICKS - 1))

/* Zeroed before; where it is, it stays while it is set. */
struct hk_timer {
    struct hk_timer *next, **place; /* place is NULL: it is not set */
};

struct hk_timers {
    struct hk_timer *slots[HK_TIMERS_TICKS];
    int64_t done; /* the tick up to which all has been due */
    int64_t next; /* no timer is due before this tick */
    size_t count;
};

/* All times are milliseconds of a clock that never goes back. */
void hk_timers_init(struct hk_timers *timers, int64_t now_ms);

/* Sets one that is not set: due within a tick before `ms` from now, which is
 * HK_TIMERS_MAX_MS at most. */
void hk_timers_set(struct hk_timers *timers, struct hk_timer *timer,
                   int64_t now_ms, unsigned ms);

/* Nothing where it is not set. */
void hk_timers_cancel(struct hk_timers *timers, struct hk_timer *timer);

/* Milliseconds until one may be due; -1: none is set. */
int hk_timers_left(const struct hk_timers *timers, int64_t now_ms);

/* Takes one that is due; NULL: none is. */
struct hk_timer *hk_timers_take(struct hk_timers *timers, int64_t now_ms);

/* Takes any; NULL: none is set. */
struct hk_timer *hk_timers_take_any(struct hk_timers *timers);

#endif
