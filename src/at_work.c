/* Telling the service manager that a long start or end is still at work. */
#include "at_work.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

#include "base/log.h"
#include "base/reason.h"
#include "notify.h"

/* Less of the processor between two looks is that of the looking itself. */
#define WORK_NS UINT64_C(2000000)

static uint64_t used_ns(void)
{
    struct timespec used;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * UINT64_C(1000000000) +
           (uint64_t)used.tv_nsec;
}

bool hk_at_work_look(struct hk_at_work *work)
{
    uint64_t now_ns = used_ns();
    bool worked = now_ns - work->seen_ns >= WORK_NS;

    work->seen_ns = now_ns;
    return worked;
}

static struct timespec after(unsigned milliseconds)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += milliseconds / 1000;
    at.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_nsec -= 1000000000;
        at.tv_sec++;
    }
    return at;
}

/* Waits for the end, but not longer than until the next look; whether it is
 * the end. */
static bool wait_for_end(struct hk_at_work *work)
{
    struct timespec at = after(work->every_ms);
    int waited = 0;

    if (pthread_mutex_lock(&work->lock) != 0)
        abort();
    while (!work->ended && waited == 0)
        waited = pthread_cond_timedwait(&work->end, &work->lock, &at);
    bool ended = work->ended;
    if (pthread_mutex_unlock(&work->lock) != 0 ||
        (waited != 0 && waited != ETIMEDOUT))
        abort();
    return ended;
}

static void *run(void *cls)
{
    struct hk_at_work *work = cls;

    /* For who looks at the threads (top -H). */
    prctl(PR_SET_NAME, "at-work");
    while (!wait_for_end(work)) {
        if (hk_at_work_look(work))
            hk_notify_at_work();
    }
    return NULL;
}

static bool init_end(struct hk_at_work *work)
{
    pthread_condattr_t attributes;

    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool good = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(&work->end, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return good;
}

void hk_at_work_begin(struct hk_at_work *ret_work, unsigned every_ms)
{
    *ret_work = (struct hk_at_work){.every_ms = every_ms, .seen_ns = used_ns()};
    if (!hk_notify_is_heard())
        return;
    hk_notify_at_work();
    if (pthread_mutex_init(&ret_work->lock, NULL) != 0 || !init_end(ret_work))
        abort();
    int failed = pthread_create(&ret_work->thread, NULL, run, ret_work);
    ret_work->begun = failed == 0;
    if (failed)
        hk_log(HK_LOG_WARNING,
               "no thread to tell the service manager of work: %s",
               HK_REASON(failed));
}

void hk_at_work_end(struct hk_at_work *work)
{
    if (!work->begun)
        return;
    if (pthread_mutex_lock(&work->lock) != 0)
        abort();
    work->ended = true;
    if (pthread_cond_signal(&work->end) != 0 ||
        pthread_mutex_unlock(&work->lock) != 0 ||
        pthread_join(work->thread, NULL) != 0)
        abort();
    pthread_cond_destroy(&work->end);
    pthread_mutex_destroy(&work->lock);
    work->begun = false;
}
