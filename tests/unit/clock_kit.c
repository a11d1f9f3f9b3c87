/* Games with clocks, and a time that tests move. */
#include "clock_kit.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

/* So much time goes by. */
void clock_pass(hk_time ms)
{
    if (kit_pair) {
        kit_pair->now += ms;
        kit_pair->ticks += ms;
    } else {
        kit_time += ms;
    }
    hk_wheel_wake(kit_service());
}

/* Until so many events have come. */
void clock_await(struct hk_game *game, uint32_t seq)
{
    time_t end = time(NULL) + CLOCK_PATIENCE;

    while (hk_game_seq(game) < seq) {
        ck_assert_msg(time(NULL) < end, "event %u never came", seq);
        sched_yield();
    }
}

static enum hk_error keep(const struct hk_event *event, void *cls)
{
    *(struct hk_event *)cls = *event;
    return HK_OK;
}

struct hk_event clock_event_of(struct hk_game *game, uint32_t seq)
{
    const struct hk_viewer host = {.kind = HK_VIEW_HOST};
    struct hk_event event;
    bool more;

    ck_assert_int_eq(
        hk_game_events(game, &host, seq - 1, 1, keep, &event, &more), HK_OK);
    ck_assert_uint_eq(event.seq, seq);
    return event;
}

struct hk_snapshot clock_snapshot_of(struct hk_game *game)
{
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    hk_snapshot_clear(&now);
    return now;
}

void clock_assert_expired(struct hk_game *game, uint32_t seq, unsigned seat,
                          enum hk_phase phase, uint32_t spent)
{
    clock_await(game, seq);
    struct hk_event event = clock_event_of(game, seq);
    ck_assert_uint_eq(event.type, HK_EVENT_CLOCK_EXPIRED);
    ck_assert_int_eq(event.seat, (int)seat);
    ck_assert_uint_eq(event.phase, phase);
    ck_assert_uint_eq(event.spent_ms, spent);
}

struct hk_event clock_assert_moved(struct hk_game *game, uint32_t seq,
                                   enum hk_move_kind kind)
{
    struct hk_event event = clock_event_of(game, seq);

    ck_assert_uint_eq(event.type, HK_EVENT_MOVE);
    ck_assert(event.by_clock);
    ck_assert_uint_eq(event.spent_ms, 0);
    ck_assert_uint_eq(event.move.kind, kind);
    return event;
}

struct hk_game *clock_new_game(struct hk_game_wish wish)
{
    struct hk_seated seated;

    wish.first_dealer = (int)wish.rules.seats - 1;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    return game;
}

void clock_discard_some(struct hk_game *game, unsigned seat)
{
    struct hk_snapshot now = clock_snapshot_of(game);
    hk_card cards[HK_PACK_MAX];
    char move[32], card[HK_CARD_TEXT_SIZE];

    hk_cardset_list(&now.state.hands[seat], cards);
    hk_card_write(cards[0], card);
    snprintf(move, sizeof move, "discard %s", card);
    ck_assert_int_eq(kit_play(game, seat, move), HK_OK);
}

/* A turn of the player itself: a draw from the stock, and a discard. */
void clock_play_turn(struct hk_game *game, unsigned seat)
{
    ck_assert_int_eq(kit_play(game, seat, "draw stock"), HK_OK);
    clock_discard_some(game, seat);
}
