/* Waiting for news: who waits is woken once, by what is durable. */
#include "service_kit.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "service/fanout.h"
#include "service/internal.h"
#include "service/tickets.h"

static const struct hk_standing public = {.viewer = {.kind = HK_VIEW_PUBLIC},
                                          .seat = -1};

/* One who waits and counts how often it was woken. */
struct sleeper {
    struct hk_waiter waiter;
    sem_t woken;
    atomic_uint times;
};

static void wake(void *cls)
{
    struct sleeper *sleeper = cls;

    atomic_fetch_add(&sleeper->times, 1);
    sem_post(&sleeper->woken);
}

static void lie_down(struct sleeper *sleeper)
{
    *sleeper = (struct sleeper){.waiter = {.wake = wake, .cls = sleeper}};
    sem_init(&sleeper->woken, 0, 0);
}

/* A game in which seat 0 begins with a discard of 4D. */
static struct hk_game *arrange(void)
{
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    struct hk_arranged_deal deal = {0};
    struct hk_seated seated;

    deal.hand_sizes[0] = kit_cards(
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 4D", deal.hands[0]);
    deal.hand_sizes[1] = kit_cards("9H TH JH QH KH 5D 6D 7D 8D 9D TC JC QC 4C",
                                   deal.hands[1]);
    wish.deals = &deal;
    wish.deal_count = 1;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    return game;
}

START_TEST(test_all_who_wait_are_woken_by_a_move)
{
    struct hk_game *game = arrange();
    struct sleeper some[3];

    for (size_t i = 0; i < KIT_COUNT(some); i++) {
        lie_down(&some[i]);
        ck_assert_int_eq(
            hk_game_wait(game, &public, hk_game_seq(game), &some[i].waiter),
            HK_WAITING);
    }
    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    for (size_t i = 0; i < KIT_COUNT(some); i++) {
        sem_wait(&some[i].woken);
        ck_assert_uint_eq(atomic_load(&some[i].times), 1);
        ck_assert(!hk_game_wait_no_more(game, &some[i].waiter));
    }
    hk_game_close(game);
}
END_TEST

START_TEST(test_nobody_waits_for_what_has_been)
{
    struct hk_game *game = arrange();
    struct sleeper one;

    lie_down(&one);
    ck_assert_int_eq(
        hk_game_wait(game, &public, hk_game_seq(game) - 1, &one.waiter),
        HK_WAITS_NO);
    ck_assert(!hk_game_wait_no_more(game, &one.waiter));
    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    ck_assert_uint_eq(atomic_load(&one.times), 0);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_move_refused_or_tried_wakes_nobody)
{
    struct hk_game *game = arrange();
    struct hk_move move = kit_move("discard 4D");
    struct hk_happened happened;
    struct hk_refusal refusal;
    struct sleeper one;
    size_t index;

    lie_down(&one);
    ck_assert_int_eq(
        hk_game_wait(game, &public, hk_game_seq(game), &one.waiter),
        HK_WAITING);
    ck_assert_int_eq(kit_play(game, 1, "discard 4C"), HK_E_NOT_YOUR_TURN);
    ck_assert_int_eq(
        hk_game_play(game, 0, &move, 1, &kit_dry, &happened, &refusal, &index),
        HK_OK);
    hk_happened_clear(&happened);
    ck_assert_uint_eq(atomic_load(&one.times), 0);
    ck_assert(hk_game_wait_no_more(game, &one.waiter));
    hk_game_close(game);
}
END_TEST

START_TEST(test_who_waits_no_more_is_not_woken)
{
    struct hk_game *game = arrange();
    struct sleeper some[3];

    for (size_t i = 0; i < KIT_COUNT(some); i++) {
        lie_down(&some[i]);
        ck_assert_int_eq(
            hk_game_wait(game, &public, hk_game_seq(game), &some[i].waiter),
            HK_WAITING);
    }
    ck_assert(hk_game_wait_no_more(game, &some[1].waiter));
    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    sem_wait(&some[0].woken);
    sem_wait(&some[2].woken);
    ck_assert_uint_eq(atomic_load(&some[1].times), 0);
    hk_game_close(game);
}
END_TEST

START_TEST(test_nobody_waits_for_a_game_that_is_over)
{
    struct hk_game *game = arrange();
    struct hk_happened happened;
    struct sleeper one;

    lie_down(&one);
    ck_assert_int_eq(
        hk_game_wait(game, &public, hk_game_seq(game), &one.waiter),
        HK_WAITING);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    sem_wait(&one.woken);
    ck_assert_int_eq(
        hk_game_wait(game, &public, hk_game_seq(game) - 1, &one.waiter),
        HK_WAITS_NO);
    ck_assert_int_eq(
        hk_game_wait(game, &public, hk_game_seq(game), &one.waiter),
        HK_WAITS_NEVER);
    hk_game_close(game);
}
END_TEST

/* ----- a seat that changes hands ------------------------------------------ */

static void give(struct hk_game *game, hk_seat seat)
{
    hk_game_lock(game);
    hk_game_seat_given(game, seat, game->history.table.seq);
    hk_game_unlock(game);
}

static struct hk_caller at(struct hk_game *game, const char *token)
{
    struct hk_caller caller;

    ck_assert_int_eq(hk_auth_identify_at(game, token, &caller), HK_OK);
    return caller;
}

START_TEST(test_who_has_lost_its_seat_waits_for_nothing)
{
    struct hk_seated seated;
    struct hk_game *game = kit_new("a b", NULL, false, &seated);
    struct hk_standing standings[HK_SEATS_MAX];
    struct sleeper one;

    lie_down(&one);
    for (unsigned s = 0; s < 2; s++) {
        struct hk_caller caller = at(game, seated.seat_tokens[s]);
        ck_assert_int_eq(hk_game_standing(game, &caller, &standings[s]), HK_OK);
    }
    give(game, 0);
    ck_assert(!hk_game_still_stands(game, &standings[0]));
    ck_assert(hk_game_still_stands(game, &standings[1]));
    ck_assert(hk_game_still_stands(game, &public));
    ck_assert_int_eq(
        hk_game_wait(game, &standings[0], hk_game_seq(game), &one.waiter),
        HK_WAITS_GONE);
    ck_assert_int_eq(
        hk_game_wait(game, &standings[1], hk_game_seq(game), &one.waiter),
        HK_WAITING);
    ck_assert(hk_game_wait_no_more(game, &one.waiter));
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_who_was_identified_before_is_nobody_afterwards)
{
    struct hk_seated seated;
    struct hk_game *game = kit_new("a b", NULL, false, &seated);
    struct hk_caller known = at(game, seated.seat_tokens[0]);
    struct hk_caller other = at(game, seated.seat_tokens[1]);
    struct hk_caller host = at(game, seated.host_token), shown;
    struct hk_standing standing;
    char ticket[HK_TOKEN_TEXT_SIZE];
    hk_time expires_at;

    hk_ticket_make(game, &known, ticket, &expires_at);
    give(game, 0);
    ck_assert_int_eq(hk_game_standing(game, &known, &standing),
                     HK_E_UNAUTHORIZED);
    ck_assert_int_eq(hk_ticket_use(game, ticket, &shown), HK_OK);
    ck_assert_int_eq(hk_game_standing(game, &shown, &standing),
                     HK_E_UNAUTHORIZED);
    ck_assert_int_eq(hk_game_standing(game, &other, &standing), HK_OK);
    ck_assert_int_eq(hk_game_standing(game, &host, &standing), HK_OK);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_token_that_was_remembered_is_forgotten)
{
    struct hk_seated seated;
    struct hk_game *game = kit_new("a b", NULL, false, &seated);
    struct hk_caller caller;

    at(game, seated.seat_tokens[0]);
    at(game, seated.seat_tokens[1]);
    kit_exec("DELETE FROM tokens WHERE kind = 'seat'");
    ck_assert_int_eq(hk_auth_identify_at(game, seated.seat_tokens[0], &caller),
                     HK_OK);
    give(game, 0);
    ck_assert_int_eq(hk_auth_identify_at(game, seated.seat_tokens[0], &caller),
                     HK_E_UNAUTHORIZED);
    ck_assert_int_eq(hk_auth_identify_at(game, seated.seat_tokens[1], &caller),
                     HK_OK);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

/* ----- many at once ------------------------------------------------------- */

enum { FOLLOWERS = 8 };

struct follower {
    pthread_t thread;
    struct hk_game *game;
    uint32_t seen;
    bool in_order;
};

static enum hk_error see(const struct hk_event *event, void *cls)
{
    struct follower *follower = cls;

    follower->in_order &= event->seq == follower->seen + 1;
    follower->seen = event->seq;
    return HK_OK;
}

/* Reads what there is, a few at a time, and waits for more, to the end. */
static void *follow(void *cls)
{
    struct hk_viewer viewer = {.kind = HK_VIEW_PUBLIC};
    struct follower *follower = cls;
    enum hk_waiting waiting;
    struct sleeper sleeper;
    bool more;

    lie_down(&sleeper);
    do {
        waiting = hk_game_wait(follower->game, &public, follower->seen,
                               &sleeper.waiter);
        if (waiting == HK_WAITING)
            sem_wait(&sleeper.woken);
        if (hk_game_events(follower->game, &viewer, follower->seen, 3, see,
                           follower, &more) != HK_OK)
            follower->in_order = false;
    } while (waiting != HK_WAITS_NEVER);
    return NULL;
}

START_TEST(test_followers_lose_nothing)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new("a b c", "rounds=1", false, NULL);
    struct follower followers[FOLLOWERS];

    for (size_t i = 0; i < FOLLOWERS; i++) {
        followers[i] = (struct follower){.game = game, .in_order = true};
        if (pthread_create(&followers[i].thread, NULL, follow, &followers[i]) !=
            0)
            ck_abort_msg("no thread");
    }
    kit_finish(game, &rng);
    for (size_t i = 0; i < FOLLOWERS; i++) {
        pthread_join(followers[i].thread, NULL);
        ck_assert(followers[i].in_order);
        ck_assert_uint_eq(followers[i].seen, hk_game_seq(game));
    }
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        test_all_who_wait_are_woken_by_a_move,
        test_nobody_waits_for_what_has_been,
        test_a_move_refused_or_tried_wakes_nobody,
        test_who_waits_no_more_is_not_woken,
        test_nobody_waits_for_a_game_that_is_over,
        test_who_has_lost_its_seat_waits_for_nothing,
        test_who_was_identified_before_is_nobody_afterwards,
        test_a_token_that_was_remembered_is_forgotten,
        test_followers_lose_nothing,
    };
    return kit_run("fanout", tests, KIT_COUNT(tests));
}
