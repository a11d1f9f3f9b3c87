/* Feeds: the events of a key's games, each once, in the order of commits. */
#include "service_kit.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/move.h"
#include "service/auth.h"
#include "service/feed.h"

/* What a walk over a feed has met. */
struct met {
    size_t count;
    struct one {
        int64_t id;
        char game[HK_UUID_TEXT_SIZE];
        uint32_t seq;
        enum hk_event_type type;
        unsigned cards; /* of the deck, shown */
    } ones[4096];
};

static enum hk_error meet(const struct hk_feed_event *event, void *cls)
{
    struct met *met = cls;

    ck_assert_uint_lt(met->count, KIT_COUNT(met->ones));
    struct one *one = &met->ones[met->count++];
    one->id = event->id;
    memcpy(one->game, event->game, sizeof one->game);
    one->seq = event->event->seq;
    one->type = (enum hk_event_type)event->event->type;
    one->cards = event->event->move.card_count;
    ck_assert_uint_eq(event->rules->seats, 2);
    return HK_OK;
}

static struct hk_feed *feed_of(const struct hk_caller *caller)
{
    struct hk_feed *feed;

    ck_assert_int_eq(hk_feed_open(kit_service(), caller->key, &feed), HK_OK);
    return feed;
}

static bool read_on(struct hk_feed *feed, int64_t after, size_t limit,
                    struct met *met)
{
    bool more;

    ck_assert_int_eq(hk_feed_events(feed, after, limit, meet, met, &more),
                     HK_OK);
    return more;
}

/* A game of two that this caller made; to be closed. */
static struct hk_game *make(const struct hk_caller *caller, const char *options)
{
    struct hk_game_wish wish = kit_wish("a b", options, false);
    struct hk_seated seated;
    struct hk_lobby_fault fault;

    ck_assert_int_eq(hk_lobby_create(kit_service(), caller, &wish, &kit_real,
                                     &seated, &fault),
                     HK_OK);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    return game;
}

static struct hk_caller new_key(void)
{
    return kit_holder(kit_key(false));
}

/* That its numbers have no gap, and the events of each game are in order. */
static void check_order(const struct met *met, int64_t after)
{
    for (size_t i = 0; i < met->count; i++) {
        uint32_t before = 0;

        ck_assert_int_eq(met->ones[i].id, after + (int64_t)i + 1);
        for (size_t j = 0; j < i && after == 0; j++) {
            if (strcmp(met->ones[j].game, met->ones[i].game) == 0)
                before = met->ones[j].seq;
        }
        if (after == 0)
            ck_assert_uint_eq(met->ones[i].seq, before + 1);
    }
}

START_TEST(test_it_has_the_events_of_its_games_alone)
{
    static struct met mine, others;
    struct hk_rng rng = kit_rng();
    struct hk_caller me = new_key(), other = new_key(), nobody = kit_anybody();
    struct hk_game *games[] = {make(&me, NULL), make(&other, NULL),
                               make(&nobody, NULL), make(&me, NULL)};

    for (unsigned i = 0; i < 40; i++)
        ck_assert(kit_step(games[i % KIT_COUNT(games)], &rng));
    mine.count = others.count = 0;
    ck_assert(!read_on(feed_of(&me), 0, 1000, &mine));
    ck_assert(!read_on(feed_of(&other), 0, 1000, &others));
    ck_assert_uint_eq(mine.count,
                      hk_game_seq(games[0]) + hk_game_seq(games[3]));
    ck_assert_uint_eq(others.count, hk_game_seq(games[1]));
    ck_assert_int_eq(hk_feed_last(feed_of(&me)), (int64_t)mine.count);
    check_order(&mine, 0);
    check_order(&others, 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM feed"),
                     kit_int("SELECT count(DISTINCT key * 1000000 + id) "
                             "FROM feed WHERE key IS NOT NULL"));
    for (size_t i = 0; i < KIT_COUNT(games); i++)
        hk_game_close(games[i]);
}
END_TEST

START_TEST(test_it_goes_on_after_any_number_by_pages_of_any_size)
{
    static struct met all, some;
    struct hk_rng rng = kit_rng();
    struct hk_caller me = new_key();
    /* A game's end and its last move are written together. */
    struct hk_game *games[] = {make(&me, "rounds=1"), make(&me, "rounds=1")};

    for (size_t i = 0; i < KIT_COUNT(games); i++)
        kit_finish(games[i], &rng);
    struct hk_feed *feed = feed_of(&me);
    all.count = 0;
    ck_assert(!read_on(feed, 0, 4000, &all));
    check_order(&all, 0);
    int64_t last = (int64_t)all.count;
    for (size_t limit = 1; limit <= 4; limit++) {
        for (int64_t after = 0; after <= last; after++) {
            size_t left = (size_t)(last - after);

            some.count = 0;
            ck_assert_int_eq(read_on(feed, after, limit, &some), left > limit);
            ck_assert_uint_eq(some.count, left < limit ? left : limit);
            ck_assert_mem_eq(some.ones, &all.ones[after],
                             some.count * sizeof some.ones[0]);
        }
    }
    ck_assert_int_gt(kit_int("SELECT max(events) FROM feed"), 2);
    for (size_t i = 0; i < KIT_COUNT(games); i++)
        hk_game_close(games[i]);
}
END_TEST

START_TEST(test_the_order_dealt_is_hidden_until_the_round_has_ended)
{
    static struct met met;
    struct hk_rng rng = kit_rng();
    struct hk_caller me = new_key();
    struct hk_game *game = make(&me, "rounds=1");

    met.count = 0;
    read_on(feed_of(&me), 0, 1000, &met);
    ck_assert_int_eq(met.ones[1].type, HK_EVENT_ROUND_STARTED);
    ck_assert_uint_eq(met.ones[1].cards, 0);
    kit_finish(game, &rng);
    met.count = 0;
    read_on(feed_of(&me), 0, 1000, &met);
    ck_assert_uint_gt(met.ones[1].cards, 100);
    hk_game_close(game);
}
END_TEST

START_TEST(test_it_goes_on_after_a_restart)
{
    static struct met met;
    struct hk_rng rng = kit_rng();
    struct hk_caller me = new_key();
    struct hk_game *game = make(&me, NULL);
    char uuid[HK_UUID_TEXT_SIZE];
    struct hk_snapshot snapshot;

    ck_assert_int_eq(hk_game_snapshot(game, &snapshot), HK_OK);
    memcpy(uuid, snapshot.row.uuid, sizeof uuid);
    hk_snapshot_clear(&snapshot);
    for (unsigned i = 0; i < 5; i++)
        ck_assert(kit_step(game, &rng));
    int64_t last = hk_feed_last(feed_of(&me));
    hk_game_close(game);
    kit_close();
    /* Also of a feed that nobody has asked for since. */
    game = kit_game(uuid);
    for (unsigned i = 0; i < 5; i++)
        ck_assert(kit_step(game, &rng));
    ck_assert_int_ge(hk_feed_last(feed_of(&me)), last + 5);
    met.count = 0;
    read_on(feed_of(&me), 0, 1000, &met);
    check_order(&met, 0);
    ck_assert_uint_eq(met.count, hk_game_seq(game));
    hk_game_close(game);
}
END_TEST

START_TEST(test_what_is_tried_or_refused_is_not_in_it)
{
    struct hk_caller me = new_key();
    struct hk_game *game = make(&me, NULL);
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    int64_t last = hk_feed_last(feed_of(&me));
    struct hk_lobby_fault fault;
    struct hk_happened happened;
    struct hk_seated seated;

    ck_assert_int_eq(
        hk_lobby_create(kit_service(), &me, &wish, &kit_dry, &seated, &fault),
        HK_OK);
    hk_seated_clear(&seated);
    ck_assert_int_eq(hk_game_end(game, &kit_dry, &happened), HK_OK);
    hk_happened_clear(&happened);
    ck_assert_int_ne(kit_play(game, 0, "return"), HK_OK);
    ck_assert_int_eq(hk_feed_last(feed_of(&me)), last);
    ck_assert_int_eq(kit_int("SELECT max(id) FROM feed"), last);
    hk_game_close(game);
}
END_TEST

/* ----- many at once ------------------------------------------------------- */

enum { HOSTS = 4, FOLLOWERS = 4, GAMES = 20 };

static struct hk_caller shared_key;
static int64_t shared_end;

/* Makes games and ends them, as fast as it can. */
static void *host(void *cls)
{
    (void)cls;
    for (unsigned i = 0; i < GAMES; i++) {
        struct hk_game *game = make(&shared_key, NULL);
        struct hk_happened happened;

        ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
        hk_happened_clear(&happened);
        hk_game_close(game);
    }
    return NULL;
}

static void wake(void *cls)
{
    sem_post(cls);
}

struct following {
    int64_t seen;
    bool in_order;
};

static enum hk_error see(const struct hk_feed_event *event, void *cls)
{
    struct following *following = cls;

    following->in_order &= event->id == following->seen + 1;
    following->seen = event->id;
    return HK_OK;
}

/* Reads and waits, until the number that is the end. */
static void *follow(void *cls)
{
    struct following *following = cls;
    struct hk_feed *feed = feed_of(&shared_key);
    sem_t woken;
    struct hk_waiter waiter = {.wake = wake, .cls = &woken};
    bool more;

    sem_init(&woken, 0, 0);
    for (;;) {
        int64_t end = __atomic_load_n(&shared_end, __ATOMIC_ACQUIRE);
        if (end != 0 && following->seen >= end)
            break;
        if (hk_feed_wait(feed, following->seen, &waiter) == HK_WAITING)
            while (sem_wait(&woken) != 0)
                ;
        if (hk_feed_events(feed, following->seen, 3, see, following, &more) !=
            HK_OK)
            following->in_order = false;
    }
    sem_destroy(&woken);
    return NULL;
}

START_TEST(test_followers_lose_nothing)
{
    static struct met met;
    pthread_t hosts[HOSTS], followers[FOLLOWERS];
    struct following following[FOLLOWERS];

    shared_key = new_key();
    shared_end = 0;
    for (size_t i = 0; i < FOLLOWERS; i++) {
        following[i] = (struct following){.in_order = true};
        if (pthread_create(&followers[i], NULL, follow, &following[i]) != 0)
            ck_abort_msg("no thread");
    }
    for (size_t i = 0; i < HOSTS; i++)
        if (pthread_create(&hosts[i], NULL, host, NULL) != 0)
            ck_abort_msg("no thread");
    for (size_t i = 0; i < HOSTS; i++)
        pthread_join(hosts[i], NULL);
    int64_t last = hk_feed_last(feed_of(&shared_key));
    ck_assert_int_eq(last, INT64_C(3) * HOSTS * GAMES);
    /* Two more, which end the followers' wait. */
    __atomic_store_n(&shared_end, last + 2, __ATOMIC_RELEASE);
    hk_game_close(make(&shared_key, NULL));
    for (size_t i = 0; i < FOLLOWERS; i++) {
        pthread_join(followers[i], NULL);
        ck_assert(following[i].in_order);
        ck_assert_int_eq(following[i].seen, shared_end);
    }
    met.count = 0;
    read_on(feed_of(&shared_key), 0, 4000, &met);
    check_order(&met, 0);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        test_it_has_the_events_of_its_games_alone,
        test_it_goes_on_after_any_number_by_pages_of_any_size,
        test_the_order_dealt_is_hidden_until_the_round_has_ended,
        test_it_goes_on_after_a_restart,
        test_what_is_tried_or_refused_is_not_in_it,
        test_followers_lose_nothing,
    };
    return kit_run("feed", tests, KIT_COUNT(tests));
}
