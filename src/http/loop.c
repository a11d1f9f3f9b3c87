/* Waiting for connections, and for what wakes those that sleep. */
#include "http/loop.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "base/reason.h"

/* Milliseconds after which it is tried again to let somebody in for whom there
 * was no file. */
enum { DEAF_MS = 100 };

/* Milliseconds that a connection has at the end to ask for something, if it has
 * not done so yet: it may have come just now. */
enum { GRACE_MS = 500 };

static void lock(struct hk_loop *loop)
{
    if (pthread_mutex_lock(&loop->lock) != 0)
        abort();
}

static void unlock(struct hk_loop *loop)
{
    if (pthread_mutex_unlock(&loop->lock) != 0)
        abort();
}

static void ring(struct hk_loop *loop)
{
    if (eventfd_write(loop->bell, 1) != 0)
        abort();
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ----- counting ----------------------------------------------------------- */

void hk_loop_opened(struct hk_loop *loop)
{
    loop->connections++;
    loop->silent++;
}

void hk_loop_closed(struct hk_loop *loop, bool silent)
{
    loop->connections--;
    loop->silent -= silent;
}

void hk_loop_began(struct hk_loop *loop, bool first)
{
    loop->silent -= first;
    loop->unanswered++;
}

void hk_loop_answered(struct hk_loop *loop)
{
    loop->unanswered--;
}

/* ----- sleeping ----------------------------------------------------------- */

bool hk_loop_fall_asleep(struct hk_loop *loop, struct hk_sleeper *sleeper,
                         struct MHD_Connection *connection)
{
    if (loop->over || (sleeper->hurry && atomic_load(&loop->ending)))
        return false;
    sleeper->loop = loop;
    sleeper->connection = connection;
    sleeper->falling_asleep = true;
    sleeper->awake = false;
    return true;
}

bool hk_loop_sleep(struct hk_sleeper *sleeper, unsigned ms)
{
    struct hk_loop *loop = sleeper->loop;

    sleeper->falling_asleep = false;
    if (sleeper->awake)
        return false;
    MHD_suspend_connection(sleeper->connection);
    loop->asleep++;
    if (ms > 0)
        hk_timers_set(&loop->timers, &sleeper->timer, now_ms(), ms);
    return true;
}

void hk_loop_wake(struct hk_sleeper *sleeper)
{
    struct hk_loop *loop = sleeper->loop;

    /* By its own thread, which has not let it sleep yet. */
    if (pthread_equal(pthread_self(), loop->self) && sleeper->falling_asleep) {
        sleeper->awake = true;
        return;
    }
    lock(loop);
    sleeper->next = loop->woken;
    bool first = !sleeper->next;
    loop->woken = sleeper;
    /* Under the lock: the loop ends when the last sleeper is gone. */
    if (first)
        ring(loop);
    unlock(loop);
}

/* Those woken, the first first. */
static struct hk_sleeper *take_woken(struct hk_loop *loop)
{
    struct hk_sleeper *in_order = NULL;

    lock(loop);
    struct hk_sleeper *sleeper = loop->woken;
    loop->woken = NULL;
    unlock(loop);
    while (sleeper) {
        struct hk_sleeper *next = sleeper->next;
        sleeper->next = in_order;
        in_order = sleeper;
        sleeper = next;
    }
    return in_order;
}

static void resume_woken(struct hk_loop *loop)
{
    struct hk_sleeper *sleeper = take_woken(loop);

    for (struct hk_sleeper *next; sleeper; sleeper = next) {
        next = sleeper->next;
        loop->asleep--;
        hk_timers_cancel(&loop->timers, &sleeper->timer);
        MHD_resume_connection(sleeper->connection);
    }
}

_Static_assert(offsetof(struct hk_sleeper, timer) == 0,
               "a timer is the beginning of its sleeper");

static void hurry(struct hk_timer *timer)
{
    struct hk_sleeper *sleeper = (struct hk_sleeper *)timer;

    sleeper->hurry(sleeper->cls);
}

/* ----- the thread --------------------------------------------------------- */

/* How long nothing can be due for the library, in milliseconds; -1: for ever.
 */
static int time_left(struct MHD_Daemon *daemon)
{
    MHD_UNSIGNED_LONG_LONG due;

    if (MHD_get_timeout(daemon, &due) != MHD_YES)
        return -1;
    return due > INT_MAX ? INT_MAX : (int)due;
}

/* Of two times to wait; -1: for ever. */
static int sooner(int a_ms, int b_ms)
{
    if (a_ms < 0)
        return b_ms;
    return b_ms < 0 || a_ms < b_ms ? a_ms : b_ms;
}

/* How many may come in now. */
static unsigned room(const struct hk_loop *loop)
{
    return loop->connections < loop->connections_max
               ? loop->connections_max - loop->connections
               : 0;
}

/* Whether the thread looks at the door. */
static bool listens(const struct hk_loop *loop)
{
    return !atomic_load(&loop->ending) && room(loop) > 0 &&
           (loop->deaf_until == 0 || now_ms() >= loop->deaf_until);
}

static void let_in(struct hk_loop *loop)
{
    switch (hk_door_accept(loop->door, loop->daemon, room(loop))) {
    case HK_DOOR_EMPTY:
        loop->deaf_until = 0;
        return;
    case HK_DOOR_STUCK:
        loop->deaf_until = now_ms() + DEAF_MS;
        return;
    }
}

static bool any_ready(const struct pollfd *awaited, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (awaited[i].revents)
            return true;
    return false;
}

/* Waits until there is something to do, `most_ms` at most (-1: for ever), and
 * does it. False where the library had nothing to do. */
static bool serve(struct hk_loop *loop, int most_ms)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(
        loop->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    struct pollfd awaited[2 + HK_DOOR_SOCKETS_MAX] = {
        {.fd = info->epoll_fd, .events = POLLIN},
        {.fd = loop->bell, .events = POLLIN},
    };
    unsigned sockets = listens(loop) ? loop->door->count : 0;
    int library_ms = time_left(loop->daemon);
    int wait_ms = sooner(library_ms, most_ms);
    struct hk_timer *timer;
    unsigned asked = 0;

    if (sockets > 0)
        hk_door_await(loop->door, awaited + 2);
    else if (loop->deaf_until != 0)
        wait_ms = sooner(wait_ms, DEAF_MS);
    loop->rest.call(loop->rest.cls);
    wait_ms = sooner(wait_ms, hk_timers_left(&loop->timers, now_ms()));
    if (poll(awaited, 2 + sockets, wait_ms) < 0 && errno != EINTR)
        abort();
    if (awaited[1].revents) {
        eventfd_t rings;
        if (eventfd_read(loop->bell, &rings) != 0)
            abort();
        asked = atomic_load(&loop->asked);
        resume_woken(loop);
    }
    while ((timer = hk_timers_take(&loop->timers, now_ms())))
        hurry(timer);
    if (any_ready(awaited + 2, sockets))
        let_in(loop);
    if (MHD_run(loop->daemon) != MHD_YES)
        abort();
    if (asked != 0)
        atomic_store(&loop->answered, asked);
    return awaited[0].revents || library_ms == 0;
}

/* What a thread knows at the end, in monotonic ms. */
struct ending {
    int64_t grace_until; /* for connections that have asked nothing yet */
    int64_t until;       /* for all */
    bool busy;           /* the last round had something to do */
};

/* Whether nothing is left to be answered, or too late. Whoever sleeps is always
 * waited for: the library aborts when it is stopped with a suspended
 * connection, and what is awaited without an end always comes. */
static bool is_done(const struct hk_loop *loop, const struct ending *ending,
                    int64_t now)
{
    bool quiet = !ending->busy && loop->unanswered == 0 &&
                 (loop->silent == 0 || now >= ending->grace_until);

    return loop->asleep == 0 && (quiet || now >= ending->until);
}

/* How long to wait for the next thing; -1: for ever. */
static int end_wait(const struct hk_loop *loop, const struct ending *ending,
                    bool done, int64_t now)
{
    if (done || now >= ending->until)
        return -1;
    if (loop->asleep > 0 || loop->unanswered > 0)
        return (int)(ending->until - now);
    return loop->silent > 0 && now < ending->grace_until
               ? (int)(ending->grace_until - now)
               : 0;
}

/*
 * Nobody comes in any more, and who waits for news is told. Requests are
 * answered until there is none left, nor one that was sent and not looked at
 * yet, and who has just come had a moment to ask; and then until all threads
 * have come so far.
 */
static void finish(struct hk_loop *loop)
{
    int64_t now = now_ms();
    struct ending ending = {.grace_until = now + GRACE_MS,
                            .until = now + loop->patience_ms,
                            .busy = true};
    struct hk_timer *timer;
    bool told = false;

    hk_door_leave(loop->door, loop->daemon, room(loop));
    while ((timer = hk_timers_take_any(&loop->timers)))
        hurry(timer);
    for (;;) {
        bool stopping = atomic_load(&loop->stopping);
        now = now_ms();
        loop->over = now >= ending.until;
        bool done = is_done(loop, &ending, now);
        if (done && stopping)
            return;
        if (done && !told && sem_post(&loop->done) != 0)
            abort();
        told |= done;
        ending.busy = serve(loop, end_wait(loop, &ending, done, now));
    }
}

static void *run(void *cls)
{
    struct hk_loop *loop = cls;

    /* For who looks at the threads (top -H). */
    prctl(PR_SET_NAME, "http");
    loop->self = pthread_self();
    while (!atomic_load(&loop->ending))
        serve(loop, -1);
    finish(loop);
    return NULL;
}

enum hk_error hk_loop_start(struct hk_loop *loop, struct MHD_Daemon *daemon,
                            struct hk_door *door, unsigned connections_max,
                            unsigned patience_ms, struct hk_rest rest)
{
    *loop = (struct hk_loop){.daemon = daemon,
                             .door = door,
                             .connections_max = connections_max,
                             .patience_ms = patience_ms,
                             .rest = rest};
    hk_timers_init(&loop->timers, now_ms());
    loop->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->bell < 0) {
        hk_log(HK_LOG_ERROR, "no bell for a thread: %s", HK_REASON(errno));
        return HK_E_INTERNAL;
    }
    if (pthread_mutex_init(&loop->lock, NULL) != 0 ||
        sem_init(&loop->done, 0, 0) != 0)
        abort();
    int failed = pthread_create(&loop->thread, NULL, run, loop);
    if (failed) {
        hk_log(HK_LOG_ERROR, "no thread to serve: %s", HK_REASON(failed));
        sem_destroy(&loop->done);
        pthread_mutex_destroy(&loop->lock);
        close(loop->bell);
        return HK_E_INTERNAL;
    }
    hk_door_enter(door);
    return HK_OK;
}

void hk_loop_ask(struct hk_loop *loop)
{
    atomic_fetch_add(&loop->asked, 1);
    ring(loop);
}

bool hk_loop_has_answered(const struct hk_loop *loop)
{
    return atomic_load(&loop->answered) == atomic_load(&loop->asked);
}

void hk_loop_end(struct hk_loop *loop)
{
    atomic_store(&loop->ending, true);
    ring(loop);
}

void hk_loop_wait(struct hk_loop *loop)
{
    while (sem_wait(&loop->done) != 0)
        if (errno != EINTR)
            abort();
}

void hk_loop_stop(struct hk_loop *loop)
{
    atomic_store(&loop->stopping, true);
    ring(loop);
    if (pthread_join(loop->thread, NULL) != 0)
        abort();
    /* Whoever woke the last one may hold it still. */
    lock(loop);
    unlock(loop);
    sem_destroy(&loop->done);
    pthread_mutex_destroy(&loop->lock);
    close(loop->bell);
}
