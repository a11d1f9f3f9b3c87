/*
 * A thread that serves connections, and what sleeps on it: requests that await
 * the end of a write, or news, whose connections are suspended meanwhile, so
 * that no thread waits for the disk or for a player.
 *
 * The library would bring threads of its own. But of its ways to wait poll()
 * looks at every idle connection again and again, and epoll sleeps over
 * requests when exactly 128 are there at once; so here the thread waits, and
 * the library only ever looks. And as connections are suspended and resumed by
 * their own thread alone, none can be resumed before it is suspended.
 */
#ifndef HK_HTTP_LOOP_H
#define HK_HTTP_LOOP_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "http/timers.h"

/* What the library's daemon must be started with for it. */
#define HK_LOOP_FLAGS (MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME)

struct hk_loop;

/* A request that may sleep, once or again and again. Zeroed before; where it
 * is, it stays. */
struct hk_sleeper {
    struct hk_timer timer; /* first: of one that sleeps for a time */
    /* Called in the loop's thread when that time is over, or the loop ends:
     * wakes it, unless somebody else is about to. */
    void (*hurry)(void *cls);
    void *cls;
    struct hk_loop *loop; /* NULL: it never slept */
    struct MHD_Connection *connection;
    bool falling_asleep; /* its thread is about to let it sleep */
    bool awake;          /* was woken before it slept */
    struct hk_sleeper *next;
};

struct hk_loop {
    struct MHD_Daemon *daemon; /* borrowed */
    pthread_t thread;
    pthread_t self;     /* the same, as the thread knows it */
    int bell;           /* readable when there is something to look at */
    atomic_bool ending; /* nobody may fall asleep any more */

    pthread_mutex_t lock;     /* guards what follows */
    struct hk_sleeper *woken; /* the last first */

    /* The thread's own. */
    size_t asleep;           /* suspended, or to be resumed */
    size_t unanswered;       /* these, and those whose answer is not sent yet */
    struct hk_timers timers; /* of those that sleep for a time */
};

/* Serves the daemon's connections from now on, in a new thread.
 * Errors: HK_E_INTERNAL (logged). */
HK_MUST_CHECK enum hk_error hk_loop_start(struct hk_loop *loop,
                                          struct MHD_Daemon *daemon);

/*
 * Ends the thread. From now on nobody falls asleep; it goes on until all that
 * sleep are woken, and their answers are sent or had a second's time. Then no
 * connection is suspended, and the daemon can be stopped.
 */
void hk_loop_stop(struct hk_loop *loop);

/* ----- in the library's callbacks: the loop's thread ---------------------- */

/* A request is about to wait for something that will wake it; false where the
 * loop is ending. */
bool hk_loop_fall_asleep(struct hk_loop *loop, struct hk_sleeper *sleeper,
                         struct MHD_Connection *connection);

/* Lets it sleep: the library calls again once it was woken. False where that
 * has been already. In `ms` milliseconds it is hurried (0: never). */
bool hk_loop_sleep(struct hk_sleeper *sleeper, unsigned ms);

/* Its answer is sent, or never will be. */
void hk_loop_answered(struct hk_sleeper *sleeper);

/* ----- in any thread ------------------------------------------------------ */

/* Wakes it, once for each time that it falls asleep. It may be gone when this
 * returns. */
void hk_loop_wake(struct hk_sleeper *sleeper);

#endif
