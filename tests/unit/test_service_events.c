/* The log as each viewer may see it. */
#include "service_kit.h"

#include <string.h>

#define EVENTS_MAX 1000

/* What a walk over the log found. */
struct found {
    size_t count;
    uint32_t seqs[EVENTS_MAX];
    struct hk_event events[EVENTS_MAX];
    size_t fail_at; /* 0: never */
};

static enum hk_error collect(const struct hk_event *event, void *cls)
{
    struct found *found = cls;

    KIT_CHECK(found->count < EVENTS_MAX);
    found->seqs[found->count] = event->seq;
    found->events[found->count] = *event;
    if (++found->count == found->fail_at)
        return HK_E_FORBIDDEN;
    return HK_OK;
}

static bool walk(struct hk_game *game, const struct hk_viewer *viewer,
                 uint32_t after, size_t limit, struct found *found)
{
    bool more;

    found->count = 0;
    KIT_CHECK(hk_game_events(game, viewer, after, limit, collect, found,
                             &more) == HK_OK);
    return more;
}

static const struct hk_viewer viewers[] = {
    {.kind = HK_VIEW_PUBLIC},
    {.kind = HK_VIEW_SEAT, .seat = 0},
    {.kind = HK_VIEW_SEAT, .seat = 1},
    {.kind = HK_VIEW_SEAT, .seat = 2},
    {.kind = HK_VIEW_HOST},
};

/* What this viewer must see of an event, and what it must not. Returns how
 * many cards were hidden. */
static unsigned check_event(const struct hk_event *event,
                            const struct hk_viewer *viewer, bool round_over)
{
    bool own = viewer->kind == HK_VIEW_HOST ||
               (viewer->kind == HK_VIEW_SEAT &&
                viewer->seat == (int)event->seat);

    switch ((enum hk_event_type)event->type) {
    case HK_EVENT_MOVE:
        if (event->move.kind != HK_MOVE_DRAW) {
            KIT_CHECK(event->drawn == HK_NO_CARD);
            return 0;
        }
        if (event->move.source == HK_FROM_DISCARD || own || round_over) {
            KIT_CHECK(event->drawn < HK_CARD_KINDS);
            return 0;
        }
        KIT_CHECK(event->drawn == HK_NO_CARD);
        return 1;
    case HK_EVENT_ROUND_STARTED:
        KIT_CHECK(event->move.card_count == (round_over ? 106 : 0));
        for (unsigned i = 0; !round_over && i < HK_PACK_MAX; i++)
            KIT_CHECK(event->move.cards[i] == 0);
        return round_over ? 0 : 106;
    case HK_EVENT_RESHUFFLED:
        KIT_CHECK((event->move.card_count > 0) == round_over);
        return 0;
    case HK_EVENT_ROUND_ENDED:
        KIT_CHECK(round_over);
        return 0;
    case HK_EVENT_GAME_CREATED:
        KIT_CHECK(event->rules != NULL);
        return 0;
    case HK_EVENT_SEAT_TAKEN:
    case HK_EVENT_SEAT_GIVEN:
    case HK_EVENT_UNDONE:
    case HK_EVENT_ROUND_CORRECTED:
    case HK_EVENT_GAME_ENDED:
    case HK_EVENT_CLOCK_EXPIRED:
    case HK_EVENT_CLOCK_RESUMED:
        return 0;
    }
    return 0;
}

START_TEST(test_each_viewer_sees_its_own)
{
    static struct found found;
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new("a b c", "rounds=2", false, NULL);
    unsigned hidden[KIT_COUNT(viewers)] = {0};
    struct hk_snapshot now;

    do {
        ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
        for (size_t v = 0; v < KIT_COUNT(viewers); v++) {
            KIT_CHECK(!walk(game, &viewers[v], 0, EVENTS_MAX, &found));
            KIT_CHECK(found.count == now.row.seq);
            for (size_t i = 0; i < found.count; i++) {
                const struct hk_event *event = &found.events[i];

                KIT_CHECK(event->seq == i + 1);
                hidden[v] += check_event(event, &viewers[v],
                                         event->round <= now.round_count);
            }
        }
        hk_snapshot_clear(&now);
    } while (kit_step(game, &rng));
    for (size_t v = 0; v < KIT_COUNT(viewers); v++)
        ck_assert_uint_gt(hidden[v], 0);
    ck_assert_uint_gt(hidden[0], hidden[1]);
    ck_assert_uint_gt(hidden[1], hidden[4]);
    hk_game_close(game);
}
END_TEST

START_TEST(test_the_order_of_a_new_stock_is_hidden_too)
{
    static struct found found;
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new("a b", "rounds=1 opening_minimum=500", false,
                                   NULL);
    unsigned hidden = 0;
    unsigned shown = 0;
    bool on;

    do {
        on = kit_step(game, &rng);
        walk(game, &viewers[4], hk_game_seq(game) - 1, EVENTS_MAX, &found);
        hidden += found.events[0].type == HK_EVENT_RESHUFFLED &&
                  found.events[0].move.card_count == 0;
    } while (on);
    ck_assert(!walk(game, &viewers[0], 0, EVENTS_MAX, &found));
    for (size_t i = 0; i < found.count; i++)
        shown += found.events[i].type == HK_EVENT_RESHUFFLED &&
                 found.events[i].move.card_count > 0;
    ck_assert_uint_eq(hidden, 2);
    ck_assert_uint_eq(shown, 2);
    hk_game_close(game);
}
END_TEST

START_TEST(test_pages_follow_each_other_without_a_gap)
{
    static struct found found;
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    uint32_t after = 0;
    bool more = true;

    while (hk_game_seq(game) < 25)
        ck_assert(kit_step(game, &rng));
    uint32_t last = hk_game_seq(game);
    while (more) {
        more = walk(game, &viewers[0], after, 10, &found);
        ck_assert_uint_eq(found.seqs[0], after + 1);
        after = found.seqs[found.count - 1];
        ck_assert(more == (after < last));
    }
    ck_assert_uint_eq(after, last);
    ck_assert(!walk(game, &viewers[0], last, 10, &found));
    ck_assert_uint_eq(found.count, 0);
    ck_assert(!walk(game, &viewers[0], UINT32_MAX, 10, &found));
    ck_assert_uint_eq(found.count, 0);
    ck_assert(!walk(game, &viewers[0], last - 10, 10, &found));
    ck_assert_uint_eq(found.count, 10);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_listener_may_stop_the_walk)
{
    static struct found found;
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    bool more = true;

    found.count = 0;
    found.fail_at = 1;
    ck_assert_int_eq(
        hk_game_events(game, &viewers[0], 0, 10, collect, &found, &more),
        HK_E_FORBIDDEN);
    ck_assert_uint_eq(found.count, 1);
    ck_assert(more);
    hk_game_close(game);
}
END_TEST

static enum hk_error check_names(const struct hk_event *event, void *cls)
{
    unsigned *seen = cls;

    if (event->type == HK_EVENT_GAME_CREATED) {
        ck_assert_str_eq(event->players[0], "a\"b");
        ck_assert_ptr_null(event->players[1]);
        ck_assert_int_eq(event->rules->rounds, 7);
        *seen |= 1;
    }
    if (event->type == HK_EVENT_SEAT_TAKEN) {
        ck_assert_str_eq(event->players[0], "c;d");
        ck_assert_int_eq(event->seat, 1);
        *seen |= 2;
    }
    return HK_OK;
}

START_TEST(test_names_and_rules_are_in_the_log)
{
    struct hk_game *game = kit_new("a\"b -", "rounds=7", false, NULL);
    struct hk_caller caller = kit_anybody();
    struct hk_seat_wish name = kit_name("c;d");
    struct hk_seated seated;
    unsigned seen = 0;
    bool more;

    ck_assert_int_eq(
        hk_lobby_take_seat(game, &caller, 1, &name, &kit_real, &seated), HK_OK);
    hk_seated_clear(&seated);
    ck_assert_int_eq(
        hk_game_events(game, &viewers[0], 0, 10, check_names, &seen, &more),
        HK_OK);
    ck_assert_uint_eq(seen, 3);
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_each_viewer_sees_its_own,
        test_the_order_of_a_new_stock_is_hidden_too,
        test_pages_follow_each_other_without_a_gap,
        test_a_listener_may_stop_the_walk,
        test_names_and_rules_are_in_the_log,
    };
    return kit_run("service/events", tests, KIT_COUNT(tests));
}
