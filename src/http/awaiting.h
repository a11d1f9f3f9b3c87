/*
 * Requests that await the end of a write. Meanwhile their connections are
 * suspended, so that no thread waits for the disk.
 */
#ifndef HK_HTTP_AWAITING_H
#define HK_HTTP_AWAITING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "service/write.h"

struct hk_request;

/* All requests of a server that await something. */
struct hk_awaiting {
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t fewer;
    bool closed;
    size_t untold;     /* await their write: perhaps suspended */
    size_t unanswered; /* these, and those whose answer is not sent yet */
};

/* How far a request is that awaits a write. */
enum hk_await_stage {
    HK_AWAIT_GOING,     /* its thread goes on */
    HK_AWAIT_SUSPENDED, /* its connection is suspended */
    HK_AWAIT_TOLD       /* the write has ended */
};

void hk_awaiting_init(struct hk_awaiting *awaiting);
void hk_awaiting_clear(struct hk_awaiting *awaiting);

/*
 * From now on no write is begun. Returns once every write has ended and none
 * of their connections is suspended, and their answers are sent or had a
 * second's time.
 */
void hk_awaiting_close(struct hk_awaiting *awaiting);

/*
 * The request is about to start this write, whose wish and ends are set here.
 * Errors: HK_E_STORAGE_UNAVAILABLE when the server is ending.
 */
HK_MUST_CHECK enum hk_error hk_await_begin(struct hk_request *request,
                                           struct hk_write *write);

/* Suspends the request's connection until its write has ended; false where it
 * has ended already. To be called in the library's callback. */
bool hk_await_suspend(struct hk_request *request);

/* Its answer is sent, or never will be. */
void hk_await_end(struct hk_request *request);

#endif
