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
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "http/door.h"
#include "http/timers.h"

/* What the library's daemon must be started with for it. */
#define HK_LOOP_FLAGS \
    (MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET)

struct hk_loop;

/* A request that may sleep, once or again and again. Zeroed before; where it
 * is, it stays. */
struct hk_sleeper {
    struct hk_timer timer; /* first: of one that sleeps for a time */
    /* Called in the loop's thread when that time is over, or the loop ends:
     * wakes it, unless somebody else is about to. NULL: it sleeps until what
     * it awaits has come. */
    void (*hurry)(void *cls);
    void *cls;
    struct hk_loop *loop;
    struct MHD_Connection *connection;
    bool falling_asleep; /* its thread is about to let it sleep */
    bool awake;          /* was woken before it slept */
    struct hk_sleeper *next;
};

/* What the thread does when it has nothing else to do: called before it waits.
 */
struct hk_rest {
    void (*call)(void *cls);
    void *cls;
};

struct hk_loop {
    struct MHD_Daemon *daemon; /* borrowed */
    struct hk_door *door;      /* borrowed */
    unsigned connections_max;
    unsigned patience_ms; /* that requests have at the end */
    pthread_t thread;
    pthread_t self;       /* the same, as the thread knows it */
    int bell;             /* readable when there is something to look at */
    atomic_uint asked;    /* how often for a sign of life */
    atomic_uint answered; /* up to which of these there was one */
    atomic_bool ending;   /* nobody may wait for news any more */
    atomic_bool stopping; /* the thread is to end */
    sem_t done;           /* posted when all is answered at the end */
    struct hk_rest rest;

    pthread_mutex_t lock;     /* guards what follows */
    struct hk_sleeper *woken; /* the last first */

    /* The thread's own. */
    size_t asleep;           /* suspended, or to be resumed */
    size_t unanswered;       /* requests begun, whose answer is not sent yet */
    unsigned connections;    /* open */
    unsigned silent;         /* these, by which no request has come yet */
    int64_t deaf_until;      /* nobody is let in before; monotonic ms */
    bool over;               /* nobody may fall asleep any more */
    struct hk_timers timers; /* of those that sleep for a time */
};

/*
 * Lets connections in by the door, `connections_max` at once, and serves them
 * from now on, in a new thread. `patience_ms`: how long requests may take once
 * it is to end. Errors: HK_E_INTERNAL (logged).
 */
HK_MUST_CHECK enum hk_error hk_loop_start(
    struct hk_loop *loop, struct MHD_Daemon *daemon, struct hk_door *door,
    unsigned connections_max, unsigned patience_ms, struct hk_rest rest);

/* Asks for a sign of life: that the thread goes round its loop once more. */
void hk_loop_ask(struct hk_loop *loop);

/* Whether it has done so since it was asked last. */
bool hk_loop_has_answered(const struct hk_loop *loop);

/* From now on the thread lets nobody in, and who waits for news is answered;
 * requests have `patience_ms`. */
void hk_loop_end(struct hk_loop *loop);

/* Waits, once after that, until the requests that have begun are answered and
 * their answers sent, or had their time. The thread still serves. */
void hk_loop_wait(struct hk_loop *loop);

/* Ends the thread, as soon as that is so again. Then no connection is
 * suspended, and the daemon can be stopped. */
void hk_loop_stop(struct hk_loop *loop);

/* ----- in the library's callbacks: the loop's thread ---------------------- */

/* A connection has come, or gone (`silent`: no request came by it). */
void hk_loop_opened(struct hk_loop *loop);
void hk_loop_closed(struct hk_loop *loop, bool silent);

/* A request begins, the first of its connection or another one; its answer is
 * sent, or never will be. */
void hk_loop_began(struct hk_loop *loop, bool first);
void hk_loop_answered(struct hk_loop *loop);

/* A request is about to wait for something that will wake it; false where the
 * loop is ending: at once for who would wait for news (`hurry`), for others
 * when their time is over. */
bool hk_loop_fall_asleep(struct hk_loop *loop, struct hk_sleeper *sleeper,
                         struct MHD_Connection *connection);

/* Lets it sleep: the library calls again once it was woken. False where that
 * has been already. In `ms` milliseconds it is hurried (0: never). */
bool hk_loop_sleep(struct hk_sleeper *sleeper, unsigned ms);

/* ----- in any thread ------------------------------------------------------ */

/* Wakes it, once for each time that it falls asleep. It may be gone when this
 * returns. */
void hk_loop_wake(struct hk_sleeper *sleeper);

#endif
