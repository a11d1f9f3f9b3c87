/* Feeds: how far each is published, who waits for more, and reading. */
#include "service/feed.h"

#include <stdlib.h>

#include "engine/view.h"
#include "service/internal.h"
#include "service/record.h"
#include "store/feed.h"

/* Those that nobody has asked for since the start are not there. */
struct hk_feed {
    struct hk_service *service;
    int64_t key;
    bool known;              /* how far it had come before the start */
    int64_t last;            /* number that is published */
    struct hk_fanout fanout; /* who waits for the next one */
    struct hk_feed *next;
};

static void lock(struct hk_feeds *feeds)
{
    if (pthread_mutex_lock(&feeds->lock) != 0)
        abort();
}

static void unlock(struct hk_feeds *feeds)
{
    if (pthread_mutex_unlock(&feeds->lock) != 0)
        abort();
}

void hk_feeds_init(struct hk_feeds *feeds)
{
    feeds->first = NULL;
    if (pthread_mutex_init(&feeds->lock, NULL) != 0)
        abort();
}

void hk_feeds_clear(struct hk_feeds *feeds)
{
    for (struct hk_feed *feed = feeds->first, *next; feed; feed = next) {
        next = feed->next;
        free(feed);
    }
    pthread_mutex_destroy(&feeds->lock);
}

/* Under the lock. */
static struct hk_feed *find(const struct hk_feeds *feeds, int64_t key)
{
    struct hk_feed *feed = feeds->first;

    while (feed && feed->key != key)
        feed = feed->next;
    return feed;
}

/* NULL: it is not known yet. */
static struct hk_feed *find_known(struct hk_feeds *feeds, int64_t key)
{
    lock(feeds);
    struct hk_feed *feed = find(feeds, key);
    if (feed && !feed->known)
        feed = NULL;
    unlock(feeds);
    return feed;
}

/* Adds one, unless somebody was faster; NULL: no memory. */
static struct hk_feed *add(struct hk_service *service, int64_t key)
{
    struct hk_feeds *feeds = &service->feeds;
    struct hk_feed *fresh = calloc(1, sizeof *fresh);

    if (!fresh)
        return NULL;
    lock(feeds);
    struct hk_feed *feed = find(feeds, key);
    if (!feed) {
        fresh->service = service;
        fresh->key = key;
        fresh->next = feeds->first;
        feed = feeds->first = fresh;
        fresh = NULL;
    }
    unlock(feeds);
    free(fresh);
    return feed;
}

/* Under the lock; who is to be woken. */
static struct hk_waiter *reach(struct hk_feed *feed, int64_t last)
{
    if (last <= feed->last)
        return NULL;
    feed->last = last;
    return hk_fanout_take(&feed->fanout);
}

struct hk_waiter *hk_feeds_publish(struct hk_feeds *feeds, int64_t key,
                                   int64_t last)
{
    lock(feeds);
    struct hk_feed *feed = find(feeds, key);
    struct hk_waiter *waiters = feed ? reach(feed, last) : NULL;
    unlock(feeds);
    return waiters;
}

static void make_known(struct hk_feed *feed, int64_t last)
{
    lock(&feed->service->feeds);
    feed->known = true;
    struct hk_waiter *waiters = reach(feed, last);
    unlock(&feed->service->feeds);
    hk_fanout_wake(waiters);
}

enum hk_error hk_feed_open(struct hk_service *service, int64_t key,
                           struct hk_feed **ret_feed)
{
    struct hk_feed *feed = find_known(&service->feeds, key);
    int64_t last;

    if (feed) {
        *ret_feed = feed;
        return HK_OK;
    }
    /* Added first: what is published while its number is read counts too. */
    feed = add(service, key);
    if (!feed)
        return HK_E_INTERNAL;
    enum hk_error error = hk_store_feed_last(service->store, key, &last);
    if (error)
        return error;
    make_known(feed, last);
    *ret_feed = feed;
    return HK_OK;
}

int64_t hk_feed_last(struct hk_feed *feed)
{
    lock(&feed->service->feeds);
    int64_t last = feed->last;
    unlock(&feed->service->feeds);
    return last;
}

/* ----- waiting ------------------------------------------------------------ */

enum hk_waiting hk_feed_wait(struct hk_feed *feed, int64_t after,
                             struct hk_waiter *waiter)
{
    lock(&feed->service->feeds);
    bool waits = feed->last <= after;
    if (waits)
        hk_fanout_add(&feed->fanout, waiter);
    unlock(&feed->service->feeds);
    return waits ? HK_WAITING : HK_WAITS_NO;
}

bool hk_feed_wait_no_more(struct hk_feed *feed, struct hk_waiter *waiter)
{
    lock(&feed->service->feeds);
    bool waited = hk_fanout_remove(waiter);
    unlock(&feed->service->feeds);
    return waited;
}

/* ----- reading ------------------------------------------------------------ */

/* A walk over the rows of a feed. */
struct walk {
    struct hk_store *store;
    struct hk_known_rules {
        int64_t game;
        struct hk_rules rules;
    } * known; /* of the games met so far */
    size_t known_count;
    const struct hk_feed_row *row; /* where it is */
    const struct hk_rules *rules;  /* of that game */
    int64_t after;
    size_t left;
    enum hk_error (*each)(const struct hk_feed_event *event, void *cls);
    void *cls;
};

static enum hk_error read_rules(const struct hk_event_row *row, void *cls)
{
    struct hk_rules *rules = cls;
    struct hk_record record;
    enum hk_error error = hk_record_read(row, &record);

    if (error)
        return error;
    if (row->type != HK_EVENT_GAME_CREATED)
        error = HK_E_INTERNAL;
    else
        *rules = record.rules;
    hk_record_clear(&record);
    return error;
}

/* A game need not come into memory for its feed: all that is wanted of it is
 * its first event. */
static enum hk_error find_rules(struct walk *walk, int64_t game)
{
    struct hk_known_rules *known = walk->known;
    size_t i = 0;

    while (i < walk->known_count && known[i].game != game)
        i++;
    walk->rules = &known[i].rules;
    if (i < walk->known_count)
        return HK_OK;
    known[i].game = game;
    enum hk_error error = hk_store_events(walk->store, game, 0, 1, read_rules,
                                          &known[i].rules);
    if (!error)
        walk->known_count++;
    return error;
}

static enum hk_error show_event(const struct hk_event_row *row, void *cls)
{
    static const struct hk_viewer host = {.kind = HK_VIEW_HOST};
    struct walk *walk = cls;
    struct hk_record record;

    enum hk_error error = hk_record_read(row, &record);
    if (error)
        return error;
    struct hk_event *event = &record.entry.event;
    struct hk_feed_event shown = {
        .id = walk->row->id - (walk->row->seq - row->seq),
        .game = walk->row->uuid,
        .event = event,
        .rules = walk->rules,
    };
    hk_view_event(event, &host, event->round <= walk->row->rounds_over);
    error = walk->each(&shown, walk->cls);
    hk_record_clear(&record);
    walk->left--;
    return error;
}

/* The events of a row that are after `after`, as many as are left. */
static enum hk_error show_row(struct walk *walk)
{
    const struct hk_feed_row *row = walk->row;
    int64_t count = row->id - walk->after;

    enum hk_error error = find_rules(walk, row->game);
    if (error)
        return error;
    if (count > row->events)
        count = row->events;
    uint32_t after = row->seq - (uint32_t)count;
    if ((uint64_t)count > walk->left)
        count = (int64_t)walk->left;
    return hk_store_events(walk->store, row->game, after, (size_t)count,
                           show_event, walk);
}

static enum hk_error show_rows(struct walk *walk,
                               const struct hk_feed_row *rows, size_t count)
{
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < count && walk->left > 0 && !error; i++) {
        walk->row = &rows[i];
        error = show_row(walk);
    }
    return error;
}

enum hk_error hk_feed_events(
    struct hk_feed *feed, int64_t after, size_t limit,
    enum hk_error (*each)(const struct hk_feed_event *event, void *cls),
    void *cls, bool *ret_more)
{
    int64_t last = hk_feed_last(feed);
    struct hk_feed_row *rows = calloc(limit, sizeof *rows);
    struct walk walk = {.store = feed->service->store,
                        .known = calloc(limit, sizeof *walk.known),
                        .after = after,
                        .left = limit,
                        .each = each,
                        .cls = cls};
    size_t count = 0;
    enum hk_error error = rows && walk.known ? HK_OK : HK_E_INTERNAL;

    if (!error)
        error = hk_store_feed(walk.store, feed->key, after, last, limit, rows,
                              &count);
    if (!error)
        error = show_rows(&walk, rows, count);
    free(rows);
    free(walk.known);
    /* There are no gaps: as many as are not shown come after them. */
    if (!error)
        *ret_more = last - after > (int64_t)limit;
    return error;
}
