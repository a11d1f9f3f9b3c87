/* Waiting for connections, and for what wakes those that sleep. */
#include "http/loop.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "base/reason.h"

/* Milliseconds that clients have to take their answers at the end. */
enum { PATIENCE_MS = 1000 };

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

/* ----- sleeping ----------------------------------------------------------- */

bool hk_loop_fall_asleep(struct hk_loop *loop, struct hk_sleeper *sleeper,
                         struct MHD_Connection *connection)
{
    if (atomic_load(&loop->ending))
        return false;
    if (!sleeper->loop)
        loop->unanswered++;
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

void hk_loop_answered(struct hk_sleeper *sleeper)
{
    if (sleeper->loop)
        sleeper->loop->unanswered--;
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

/* Waits until there is something to do, `most_ms` at most (-1: for ever), and
 * does it. */
static void serve(struct hk_loop *loop, int most_ms)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(
        loop->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    struct pollfd awaited[] = {
        {.fd = info->epoll_fd, .events = POLLIN},
        {.fd = loop->bell, .events = POLLIN},
    };
    int wait_ms = sooner(time_left(loop->daemon), most_ms);
    struct hk_timer *timer;

    wait_ms = sooner(wait_ms, hk_timers_left(&loop->timers, now_ms()));
    if (poll(awaited, 2, wait_ms) < 0 && errno != EINTR)
        abort();
    if (awaited[1].revents) {
        eventfd_t rings;
        if (eventfd_read(loop->bell, &rings) != 0)
            abort();
        resume_woken(loop);
    }
    while ((timer = hk_timers_take(&loop->timers, now_ms())))
        hurry(timer);
    if (MHD_run(loop->daemon) != MHD_YES)
        abort();
}

static void *run(void *cls)
{
    struct hk_loop *loop = cls;
    struct hk_timer *timer;

    loop->self = pthread_self();
    while (!atomic_load(&loop->ending))
        serve(loop, -1);
    while ((timer = hk_timers_take_any(&loop->timers)))
        hurry(timer);
    /* The library aborts when it is stopped with a suspended connection. What
     * is awaited always comes. */
    int64_t end = now_ms() + PATIENCE_MS;
    while (loop->asleep > 0 || (loop->unanswered > 0 && now_ms() < end))
        serve(loop, PATIENCE_MS);
    return NULL;
}

enum hk_error hk_loop_start(struct hk_loop *loop, struct MHD_Daemon *daemon)
{
    *loop = (struct hk_loop){.daemon = daemon};
    hk_timers_init(&loop->timers, now_ms());
    loop->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->bell < 0) {
        hk_log(HK_LOG_ERROR, "no bell for a thread: %s", HK_REASON(errno));
        return HK_E_INTERNAL;
    }
    if (pthread_mutex_init(&loop->lock, NULL) != 0)
        abort();
    int failed = pthread_create(&loop->thread, NULL, run, loop);
    if (failed) {
        hk_log(HK_LOG_ERROR, "no thread to serve: %s", HK_REASON(failed));
        pthread_mutex_destroy(&loop->lock);
        close(loop->bell);
        return HK_E_INTERNAL;
    }
    return HK_OK;
}

void hk_loop_stop(struct hk_loop *loop)
{
    atomic_store(&loop->ending, true);
    ring(loop);
    if (pthread_join(loop->thread, NULL) != 0)
        abort();
    /* Whoever woke the last one may hold it still. */
    lock(loop);
    unlock(loop);
    pthread_mutex_destroy(&loop->lock);
    close(loop->bell);
}
