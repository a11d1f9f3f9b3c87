/* The signals of the daemon: those that it waits for, and what ends it. */
#ifndef HK_SIGNALS_H
#define HK_SIGNALS_H

#include <stdint.h>

/*
 * Before any thread, which inherits this: signals wait until hk_signals_wait()
 * looks at them. Those that tell of a fault, stop for a debugger or suspend
 * from the keyboard keep their meaning.
 */
void hk_signals_block(void);

/* Sleeps until SIGTERM, SIGINT or SIGHUP comes, which it gives; or 0 when the
 * microseconds are over (0: there is no such time). */
int hk_signals_wait(uint64_t most_us);

/* From now on SIGTERM and SIGINT wait for nothing: they call `leave`, which
 * does what a handler may, and does not return. */
void hk_signals_let_through(void (*leave)(int number));

#endif
