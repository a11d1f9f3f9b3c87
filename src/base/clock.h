/* Time as a dependency: the system's clock, or one that a test moves. */
#ifndef HK_BASE_CLOCK_H
#define HK_BASE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Milliseconds since 1970-01-01T00:00:00Z. */
typedef int64_t hk_time;

/* Milliseconds of a clock that only goes forward, from any beginning: what
 * deadlines are kept by, since a clock of days can be set. */
typedef int64_t hk_ticks;

/* A source of time. Both may be called from any thread. */
struct hk_clock {
    hk_time (*now)(void *self);
    hk_ticks (*ticks)(void *self);
    void *self;
};

/* The system's real-time clock, and its clock that is never set. */
struct hk_clock hk_clock_real(void);

/* A clock that stands still until the test changes `*time`, which must outlive
 * it. */
struct hk_clock hk_clock_manual(_Atomic hk_time *time);

/* The same with ticks of their own, for a clock that is set. */
struct hk_manual_clock {
    _Atomic hk_time now;
    _Atomic hk_ticks ticks;
};
struct hk_clock hk_clock_manual_pair(struct hk_manual_clock *clock);

hk_time hk_clock_now(const struct hk_clock *clock);
hk_ticks hk_clock_ticks(const struct hk_clock *clock);

/* Size of a formatted time with its NUL: "2026-11-30T07:53:27.123Z". */
#define HK_TIME_TEXT_SIZE 25

/* Writes RFC 3339 in UTC with milliseconds. A time before the year 0 or after
 * 9999 is written as the nearest one within. */
void hk_time_format(hk_time time, char ret_text[HK_TIME_TEXT_SIZE]);

#endif
