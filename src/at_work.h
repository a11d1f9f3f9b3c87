/* Long starts and ends: the service manager gives more time to who says that it
 * is still at work (EXTEND_TIMEOUT_USEC of sd_notify(3)). */
#ifndef HK_AT_WORK_H
#define HK_AT_WORK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* How often it is looked whether there is work, in milliseconds: several times
 * within what each message is worth. */
#define HK_AT_WORK_EVERY_MS 5000

struct hk_at_work {
    unsigned every_ms;
    uint64_t seen_ns; /* of the processor, at the last look */
    bool begun;       /* there is a thread */
    bool ended;       /* under the lock, as what it waits by */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t end;
};

/* Tells the manager at once that there is work, and from then on as often as
 * the process has used its processor meanwhile: one that stands still (a disk
 * that does not answer, a lock that nobody gives back) says nothing, and is
 * ended when its time is over. Nothing where nobody listens. */
void hk_at_work_begin(struct hk_at_work *ret_work, unsigned every_ms);

/* Ends it; no message comes afterwards. */
void hk_at_work_end(struct hk_at_work *work);

/* Whether the process has worked since the last look, or since the begin. */
bool hk_at_work_look(struct hk_at_work *work);

#endif
