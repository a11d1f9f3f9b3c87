/*
 * The feed of a service key: what happens in all games that were made with it,
 * in the order in which it is committed. An event has its number in the feed,
 * from 1 without a gap; whoever reads up to a number and goes on after it
 * misses nothing and has nothing twice. It shows what the games' hosts see.
 */
#ifndef HK_SERVICE_FEED_H
#define HK_SERVICE_FEED_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/event.h"
#include "service/fanout.h"
#include "service/service.h"

/* Lives as long as its service. */
struct hk_feed;

/* The feed of this key (a caller's). Errors: HK_E_INTERNAL (no memory),
 * HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_feed_open(struct hk_service *service,
                                         int64_t key,
                                         struct hk_feed **ret_feed);

/* The number of its last event that is published; 0: there is none. */
int64_t hk_feed_last(struct hk_feed *feed);

/* Waits for an event after `after`, as hk_game_wait() does; a feed is never
 * over. */
enum hk_waiting hk_feed_wait(struct hk_feed *feed, int64_t after,
                             struct hk_waiter *waiter);

/* Stops waiting. False where it does not wait, or is about to be woken. */
bool hk_feed_wait_no_more(struct hk_feed *feed, struct hk_waiter *waiter);

/* An event of a feed; what it leads to is borrowed for the call. */
struct hk_feed_event {
    int64_t id;       /* its number in the feed */
    const char *game; /* the uuid of its game */
    const struct hk_event *event;
    const struct hk_rules *rules;
};

/*
 * Calls `each` for the events after `after`, at most `limit`, as the host of
 * their game may see them, as far as was published at the call. ret_more tells
 * whether there are others after them. An error of `each` ends the walk and is
 * returned.
 */
HK_MUST_CHECK enum hk_error hk_feed_events(
    struct hk_feed *feed, int64_t after, size_t limit,
    enum hk_error (*each)(const struct hk_feed_event *event, void *cls),
    void *cls, bool *ret_more);

/* ----- the service's own -------------------------------------------------- */

struct hk_feeds {
    pthread_mutex_t lock; /* guards what follows, and of the feeds what changes;
                             held alone, for a few instructions */
    struct hk_feed *first;
};

void hk_feeds_init(struct hk_feeds *feeds);
void hk_feeds_clear(struct hk_feeds *feeds);

/* What has become durable up to this number of this key's feed is published;
 * those who waited for it are to be woken by hk_fanout_wake(). */
struct hk_waiter *hk_feeds_publish(struct hk_feeds *feeds, int64_t key,
                                   int64_t last);

#endif
