/* Suspending connections while the writer is at work, and resuming them. */
#include "http/awaiting.h"

#include <stdlib.h>
#include <time.h>

#include "http/request.h"

/* Seconds that clients have to take their answers when the server ends. */
enum { PATIENCE = 1 };

static void lock(struct hk_awaiting *awaiting)
{
    if (pthread_mutex_lock(&awaiting->lock) != 0)
        abort();
}

static void unlock(struct hk_awaiting *awaiting)
{
    if (pthread_mutex_unlock(&awaiting->lock) != 0)
        abort();
}

void hk_awaiting_init(struct hk_awaiting *awaiting)
{
    pthread_condattr_t attributes;

    *awaiting = (struct hk_awaiting){.closed = false};
    if (pthread_condattr_init(&attributes) != 0 ||
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0 ||
        pthread_mutex_init(&awaiting->lock, NULL) != 0 ||
        pthread_cond_init(&awaiting->fewer, &attributes) != 0)
        abort();
    pthread_condattr_destroy(&attributes);
}

void hk_awaiting_clear(struct hk_awaiting *awaiting)
{
    pthread_cond_destroy(&awaiting->fewer);
    pthread_mutex_destroy(&awaiting->lock);
}

void hk_awaiting_close(struct hk_awaiting *awaiting)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE;
    lock(awaiting);
    awaiting->closed = true;
    /* The library aborts when it is stopped with a suspended connection. The
     * writer always comes to an end. */
    while (awaiting->untold > 0) {
        if (pthread_cond_wait(&awaiting->fewer, &awaiting->lock) != 0)
            abort();
    }
    while (awaiting->unanswered > 0 &&
           pthread_cond_timedwait(&awaiting->fewer, &awaiting->lock, &until) ==
               0)
        ;
    unlock(awaiting);
}

/* One fewer of either; under the lock. */
static void less(struct hk_awaiting *awaiting, size_t *count)
{
    (*count)--;
    if (awaiting->closed && pthread_cond_signal(&awaiting->fewer) != 0)
        abort();
}

/* By whichever thread ends the write. The request may be gone as soon as its
 * connection is resumed, the server not before it is counted. */
static void told(struct hk_write *write, void *cls)
{
    struct hk_request *request = cls;
    struct hk_awaiting *awaiting = &request->http->awaiting;

    (void)write;
    lock(awaiting);
    if (atomic_exchange(&request->stage, HK_AWAIT_TOLD) == HK_AWAIT_SUSPENDED) {
        MHD_resume_connection(request->connection);
        less(awaiting, &awaiting->untold);
    }
    unlock(awaiting);
}

enum hk_error hk_await_begin(struct hk_request *request, struct hk_write *write)
{
    struct hk_awaiting *awaiting = &request->http->awaiting;

    lock(awaiting);
    bool closed = awaiting->closed;
    if (!closed) {
        awaiting->untold++;
        awaiting->unanswered++;
    }
    unlock(awaiting);
    if (closed)
        return HK_E_STORAGE_UNAVAILABLE;
    request->write = write;
    write->told = told;
    write->cls = request;
    write->choice = request->alone ? HK_WRITE_HERE : HK_WRITE_THERE;
    return HK_OK;
}

bool hk_await_suspend(struct hk_request *request)
{
    struct hk_awaiting *awaiting = &request->http->awaiting;
    int going = HK_AWAIT_GOING;
    bool suspended = false;

    if (atomic_load(&request->stage) == HK_AWAIT_GOING) {
        /* Before whoever ends the write may resume it. */
        MHD_suspend_connection(request->connection);
        suspended = true;
        if (atomic_compare_exchange_strong(&request->stage, &going,
                                           HK_AWAIT_SUSPENDED))
            return true;
        MHD_resume_connection(request->connection);
    }
    lock(awaiting);
    less(awaiting, &awaiting->untold);
    unlock(awaiting);
    return suspended;
}

void hk_await_end(struct hk_request *request)
{
    struct hk_awaiting *awaiting = &request->http->awaiting;

    if (!request->write)
        return;
    lock(awaiting);
    less(awaiting, &awaiting->unanswered);
    unlock(awaiting);
}
