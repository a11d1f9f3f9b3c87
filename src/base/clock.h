/* Time as a dependency: the system's clock, or one that a test moves. */
#ifndef HK_BASE_CLOCK_H
#define HK_BASE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Milliseconds since 1970-01-01T00:00:00Z. */
typedef int64_t hk_time;

/* A source of time. `now` may be called from any thread. */
struct hk_clock {
    hk_time (*now)(void *self);
    void *self;
};

/* The system's real-time clock. */
struct hk_clock hk_clock_real(void);

/* A clock that stands still until the test changes `*time`, which must outlive
 * it. */
struct hk_clock hk_clock_manual(hk_time *time);

hk_time hk_clock_now(const struct hk_clock *clock);

/* Size of a formatted time with its NUL: "2026-11-30T07:53:27.123Z". */
#define HK_TIME_TEXT_SIZE 25

/* Writes RFC 3339 in UTC with milliseconds. A time before the year 0 or after
 * 9999 is written as the nearest one within. */
void hk_time_format(hk_time time, char ret_text[HK_TIME_TEXT_SIZE]);

#endif
