/* The clocks of live games: whose time is up, what the referee does then. */
#include "clock_kit.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

#include "service/expiry.h"
#include "service/handover.h"
#include "service/undo.h"

enum { RACES = 100 };

/* ----- Hand --------------------------------------------------------------- */

static void check_hand(bool partners)
{
    struct hk_game *game = clock_new_game(
        kit_wish(partners ? "a b c d" : "a b", "turn_seconds=30", partners));
    struct hk_snapshot now = clock_snapshot_of(game);

    ck_assert_uint_eq(now.row.seq, 2);
    ck_assert(now.clock.limited);
    ck_assert_uint_eq(now.clock.left_ms, 30000);
    /* H3: the starter has one discard; nothing was drawn. */
    clock_pass(30000);
    clock_assert_expired(game, 3, 0, HK_PHASE_PLAY, 30000);
    clock_await(game, 4);
    clock_assert_moved(game, 4, HK_MOVE_DISCARD);
    ck_assert_int_eq(clock_event_of(game, 4).at, now.row.updated_at + 30000);
    /* the draw from the stock, and its card discarded */
    clock_pass(30000);
    clock_assert_expired(game, 5, 1, HK_PHASE_DRAW, 30000);
    clock_await(game, 7);
    struct hk_event draw = clock_assert_moved(game, 6, HK_MOVE_DRAW);
    struct hk_event discard = clock_assert_moved(game, 7, HK_MOVE_DISCARD);
    ck_assert_uint_eq(draw.move.source, HK_FROM_STOCK);
    ck_assert_uint_eq(discard.move.cards[0], draw.drawn);
    /* drawn by the player, discarded by the clock */
    unsigned next = partners ? 2 : 0;
    clock_pass(10000);
    ck_assert_int_eq(kit_play(game, next, "draw stock"), HK_OK);
    ck_assert_uint_eq(clock_event_of(game, 8).spent_ms, 10000);
    ck_assert(!clock_event_of(game, 8).by_clock);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 20000);
    clock_pass(20000);
    clock_assert_expired(game, 9, next, HK_PHASE_PLAY, 20000);
    clock_await(game, 10);
    discard = clock_assert_moved(game, 10, HK_MOVE_DISCARD);
    ck_assert_uint_eq(discard.move.cards[0], clock_event_of(game, 8).drawn);
    /* H5b: with the duty open the card is put back */
    next = partners ? 3 : 1;
    ck_assert_int_eq(kit_play(game, next, "draw discard"), HK_OK);
    ck_assert(clock_snapshot_of(game).state.duty);
    clock_pass(30000);
    clock_assert_expired(game, 12, next, HK_PHASE_PLAY, 30000);
    clock_await(game, 15);
    clock_assert_moved(game, 13, HK_MOVE_RETURN);
    clock_assert_moved(game, 14, HK_MOVE_DRAW);
    clock_assert_moved(game, 15, HK_MOVE_DISCARD);
    hk_game_close(game);
    kit_check_stored();
}

START_TEST(test_time_is_up_in_each_phase_of_hand)
{
    check_hand(false);
    check_hand(true);
}
END_TEST

START_TEST(test_a_game_left_alone_is_played_to_its_end)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a b c", "turn_seconds=1 rounds=2", false));
    time_t end = time(NULL) + CLOCK_PATIENCE;

    while (clock_snapshot_of(game).row.status == HK_STATUS_PLAYING) {
        ck_assert(time(NULL) < end);
        clock_pass(1000);
        sched_yield();
    }
    ck_assert_int_eq(clock_snapshot_of(game).row.status, HK_STATUS_FINISHED);
    ck_assert_uint_eq(hk_wheel_count(kit_service()), 0);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* ----- the bank ----------------------------------------------------------- */

START_TEST(test_longer_turns_are_taken_from_the_bank)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a b", "turn_seconds=10 bank_seconds=5", false));

    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 15000);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.bank_ms, 5000);
    clock_pass(12000);
    clock_discard_some(game, 0);
    /* each seat has its own */
    ck_assert_uint_eq(clock_snapshot_of(game).clock.bank_ms, 5000);
    clock_pass(9000);
    clock_play_turn(game, 1);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.bank_ms, 3000);
    /* over several moves of one turn */
    clock_pass(6000);
    ck_assert_int_eq(kit_play(game, 0, "draw stock"), HK_OK);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.bank_ms, 3000);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 7000);
    clock_pass(6000);
    clock_discard_some(game, 0);
    clock_play_turn(game, 1);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.bank_ms, 1000);
    uint32_t seq = hk_game_seq(game);
    clock_pass(11000);
    clock_await(game, seq + 3);
    clock_play_turn(game, 1);
    /* it is used up, and stays so */
    ck_assert_uint_eq(clock_snapshot_of(game).clock.bank_ms, 0);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 10000);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* ----- May I -------------------------------------------------------------- */

/* A game whose first circle is over: seat 0 is on turn, and 2 may ask. */
static struct hk_game *second_circle(const char *options)
{
    struct hk_game *game = clock_new_game(kit_may_i_wish("a b c", options));

    for (unsigned seat = 0; seat < 3; seat++)
        clock_play_turn(game, seat);
    return game;
}

START_TEST(test_nobody_draws_while_others_may_ask)
{
    struct hk_game *game = second_circle("turn_seconds=20 claim_seconds=5");
    struct hk_snapshot now = clock_snapshot_of(game);

    ck_assert_uint_eq(now.clock.window_ms, 5000);
    ck_assert_uint_eq(now.clock.left_ms, 25000);
    ck_assert_int_eq((int)now.asking_ms, 5000);
    ck_assert_int_eq(kit_play(game, 1, "draw stock"), HK_E_NOT_YOUR_TURN);
    ck_assert_int_eq(kit_play(game, 0, "draw stock"), HK_E_TOO_EARLY);
    clock_pass(4999);
    ck_assert_int_eq(kit_play(game, 0, "draw stock"), HK_E_TOO_EARLY);
    ck_assert_int_eq((int)clock_snapshot_of(game).asking_ms, 1);
    clock_pass(1);
    ck_assert_int_eq((int)clock_snapshot_of(game).asking_ms, 0);
    ck_assert_int_eq(kit_play(game, 0, "draw stock"), HK_OK);
    /* the time to ask was not of the turn */
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 20000);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_who_takes_the_discard_need_not_wait)
{
    struct hk_game *game = second_circle("claim_seconds=5");

    ck_assert_int_eq(kit_play(game, 0, "draw discard"), HK_OK);
    ck_assert(!clock_snapshot_of(game).clock.limited);
    clock_discard_some(game, 0);
    ck_assert_int_eq(kit_play(game, 1, "draw stock"), HK_E_TOO_EARLY);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_silence_allows)
{
    struct hk_game *game = second_circle(
        "turn_seconds=20 claim_seconds=5 on_timeout=forfeit");
    uint32_t seq = hk_game_seq(game);

    clock_pass(2000);
    ck_assert_int_eq(kit_play(game, 1, "may_i 1"), HK_OK);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 5000);
    ck_assert(!clock_snapshot_of(game).clock.has_bank);
    clock_pass(5000);
    clock_assert_expired(game, seq + 2, 0, HK_PHASE_ANSWER, 5000);
    clock_await(game, seq + 3);
    struct hk_event answer = clock_assert_moved(game, seq + 3, HK_MOVE_ANSWER);
    ck_assert(answer.move.allow);
    ck_assert_uint_eq(answer.taken.pile_count, 1);
    ck_assert_uint_eq(answer.taken.seat, 1);
    ck_assert_uint_eq(clock_snapshot_of(game).state.turn, 2);
    /* nobody lost the seat by it; after a claim nobody asks, nor waits */
    ck_assert(!clock_snapshot_of(game).seats[0].bot);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.window_ms, 0);
    ck_assert_int_eq(kit_play(game, 2, "draw stock"), HK_OK);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_a_question_stops_the_time_to_ask)
{
    struct hk_game *game = clock_new_game(
        kit_may_i_wish("a b c d", "claim_seconds=5 turn_seconds=20"));

    for (unsigned seat = 0; seat < 4; seat++)
        clock_play_turn(game, seat);
    clock_pass(2000);
    ck_assert_int_eq(kit_play(game, 1, "may_i 1"), HK_OK);
    clock_pass(4000);
    ck_assert_int_eq(kit_play(game, 0, "answer no"), HK_OK);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.window_ms, 3000);
    ck_assert_int_eq(kit_play(game, 0, "draw stock"), HK_E_TOO_EARLY);
    /* once nobody can ask any more nobody waits */
    ck_assert_int_eq(kit_play(game, 2, "may_i 1"), HK_OK);
    ck_assert_int_eq(kit_play(game, 0, "answer no"), HK_OK);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.window_ms, 0);
    ck_assert_int_eq(kit_play(game, 0, "draw stock"), HK_OK);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 20000);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_without_time_to_ask_an_answer_has_that_of_a_turn)
{
    struct hk_game *game = second_circle("turn_seconds=20");
    uint32_t seq = hk_game_seq(game);

    ck_assert_int_eq(kit_play(game, 1, "may_i 1"), HK_OK);
    ck_assert_uint_eq(clock_snapshot_of(game).clock.left_ms, 20000);
    clock_pass(20000);
    clock_assert_expired(game, seq + 2, 0, HK_PHASE_ANSWER, 20000);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

static void note_told(struct hk_write *write, void *cls)
{
    (void)write;
    __atomic_store_n((bool *)cls, true, __ATOMIC_RELEASE);
}

static void wait_until(const bool *told)
{
    while (!__atomic_load_n(told, __ATOMIC_ACQUIRE))
        sched_yield();
}

/* A move of who has the seat, and is neither host nor bot. */
static enum hk_error play_as_player(struct hk_game *game, unsigned seat,
                                    const char *text)
{
    bool told = false;
    struct hk_move move = kit_move(text);
    struct hk_play play = {.write = {.told = note_told, .cls = &told},
                           .seat = (hk_seat)seat,
                           .moves = &move,
                           .count = 1};

    hk_play_start(&play, game);
    wait_until(&told);
    if (!play.write.error)
        hk_happened_clear(&play.happened);
    return play.write.error;
}

/* ----- forfeits ----------------------------------------------------------- */

START_TEST(test_a_bot_plays_on_for_who_forfeits)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a b", "turn_seconds=10 on_timeout=forfeit rounds=1", false));

    clock_pass(10000);
    clock_assert_expired(game, 3, 0, HK_PHASE_PLAY, 10000);
    ck_assert(clock_event_of(game, 3).forfeit);
    /* the bot's discard, of its own will */
    clock_await(game, 4);
    ck_assert(!clock_event_of(game, 4).by_clock);
    struct hk_snapshot now = clock_snapshot_of(game);
    ck_assert(now.seats[0].bot);
    ck_assert_str_eq(now.seats[0].name, "a");
    ck_assert_uint_eq(now.clock.left_ms, 10000);
    clock_play_turn(game, 1);
    ck_assert_int_eq(play_as_player(game, 0, "draw stock"),
                     HK_E_SEAT_FORFEITED);
    /* both gone: the bots bring it to its end, and it counts */
    time_t end = time(NULL) + CLOCK_PATIENCE;
    while (clock_snapshot_of(game).row.status == HK_STATUS_PLAYING) {
        ck_assert(time(NULL) < end);
        clock_pass(10000);
        sched_yield();
    }
    hk_game_close(game);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM results"), 1);
    kit_check_stored();
}
END_TEST

static void give(struct hk_game *game, unsigned seat, const char *to)
{
    struct hk_caller admin = kit_holder(kit_key(true));
    struct hk_seat_wish name = kit_name(to);
    struct hk_seated seated;

    ck_assert_int_eq(hk_lobby_give_seat(game, &admin, (hk_seat)seat, &name,
                                        &kit_real, &seated),
                     HK_OK);
    hk_seated_clear(&seated);
}

START_TEST(test_a_seat_forfeited_can_be_given_back)
{
    static const char *const to[] = {"a", "c"};

    for (size_t i = 0; i < KIT_COUNT(to); i++) {
        struct hk_game *game = clock_new_game(
            kit_wish("a b", "turn_seconds=10 on_timeout=forfeit", false));

        clock_pass(10000);
        clock_await(game, 4); /* forfeited, and played by the bot */
        ck_assert(!clock_snapshot_of(game).seats[1].bot);
        give(game, 0, to[i]);
        struct hk_snapshot now = clock_snapshot_of(game);
        ck_assert(!now.seats[0].bot);
        ck_assert_str_eq(now.seats[0].name, to[i]);
        clock_play_turn(game, 1);
        ck_assert(clock_snapshot_of(game).clock.limited);
        ck_assert_int_eq(play_as_player(game, 0, "draw stock"), HK_OK);
        /* somebody else's cards do not count, one's own do */
        ck_assert_int_eq(kit_int("SELECT ranked FROM games "
                                 "ORDER BY id DESC LIMIT 1"),
                         i == 0);
        hk_game_close(game);
    }
    kit_check_stored();
}
END_TEST

/* ----- moves taken back --------------------------------------------------- */

START_TEST(test_a_turn_taken_back_has_its_seconds_anew)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a b", "turn_seconds=10 bank_seconds=5", false));
    struct hk_undoing undoing;

    clock_pass(12000);
    clock_discard_some(game, 0);
    clock_pass(3000);
    ck_assert_int_eq(hk_game_undo(game, 1, &kit_real, &undoing), HK_OK);
    hk_happened_clear(&undoing.happened);
    ck_assert_uint_eq(clock_event_of(game, 4).spent_ms, 3000);
    struct hk_snapshot now = clock_snapshot_of(game);
    ck_assert_uint_eq(now.state.turn, 0);
    ck_assert_uint_eq(now.clock.left_ms, 13000);
    ck_assert_uint_eq(now.clock.bank_ms, 3000);
    clock_pass(13000);
    clock_assert_expired(game, 5, 0, HK_PHASE_PLAY, 13000);
    clock_await(game, 6);
    /* nor is what the clock did, or anything before it, taken back by halves */
    ck_assert_int_eq(hk_game_undo(game, 2, &kit_real, &undoing),
                     HK_E_CANNOT_UNDO);
    ck_assert_int_eq(undoing.bar, HK_UNDO_CLOCK_EXPIRED);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* ----- who is faster ------------------------------------------------------ */

static enum hk_error expire_after(struct hk_game *game, uint32_t seq)
{
    bool told = false;
    struct hk_expiry expiry = {
        .write = {.wish = {.has_expected_seq = true, .expected_seq = seq},
                  .told = note_told,
                  .cls = &told}};

    hk_expiry_start(&expiry, game);
    wait_until(&told);
    if (!expiry.write.error)
        hk_happened_clear(&expiry.happened);
    return expiry.write.error;
}

START_TEST(test_a_move_that_came_first_wins)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a b", "turn_seconds=10", false));
    uint32_t seq = hk_game_seq(game);

    /* nothing is due yet */
    ck_assert_int_eq(expire_after(game, seq), HK_E_STALE);
    clock_discard_some(game, 0);
    kit_time += 10000;
    ck_assert_int_eq(expire_after(game, seq), HK_E_STALE);
    ck_assert_int_eq(expire_after(game, seq + 1), HK_OK);
    ck_assert_int_eq(clock_event_of(game, seq + 2).seat, 1);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_moves_race_with_their_expiries)
{
    struct hk_game *game = clock_new_game(
        kit_wish("a b", "turn_seconds=10 rounds=9", false));
    unsigned by_clock = 0;

    for (unsigned i = 0; i < RACES; i++) {
        struct hk_snapshot now = clock_snapshot_of(game);
        hk_seat seat = now.state.turn;
        uint32_t seq = now.row.seq;
        enum hk_error error = HK_OK;

        /* too early for the clock; too late for the seat; or a race */
        if (i % 4 != 0)
            clock_pass(10000);
        if (i % 4 == 1)
            clock_await(game, seq + 1);
        if (now.state.phase == HK_PHASE_DRAW) {
            error = kit_play(game, seat, "draw stock");
        } else {
            struct hk_move move = {.kind = HK_MOVE_DISCARD, .card_count = 1};
            struct hk_happened happened;
            struct hk_refusal refusal;
            size_t index;
            hk_card cards[HK_PACK_MAX];
            hk_cardset_list(&now.state.hands[seat], cards);
            move.cards[0] = cards[0];
            error = hk_game_play(game, seat, &move, 1, &kit_real, &happened,
                                 &refusal, &index);
            if (!error)
                hk_happened_clear(&happened);
        }
        clock_await(game, seq + 1);
        by_clock += clock_event_of(game, seq + 1).type ==
                    HK_EVENT_CLOCK_EXPIRED;
        /* refused only where the clock was faster */
        if (error)
            ck_assert_uint_eq(clock_event_of(game, seq + 1).type,
                              HK_EVENT_CLOCK_EXPIRED);
    }
    printf("%u of %u races were won by the clock\n", by_clock, RACES);
    ck_assert_uint_gt(by_clock, 0);
    ck_assert_uint_lt(by_clock, RACES);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_time_is_up_in_each_phase_of_hand,
        test_a_game_left_alone_is_played_to_its_end,
        test_longer_turns_are_taken_from_the_bank,
        test_nobody_draws_while_others_may_ask,
        test_who_takes_the_discard_need_not_wait,
        test_silence_allows,
        test_a_question_stops_the_time_to_ask,
        test_without_time_to_ask_an_answer_has_that_of_a_turn,
        test_a_bot_plays_on_for_who_forfeits,
        test_a_seat_forfeited_can_be_given_back,
        test_a_turn_taken_back_has_its_seconds_anew,
        test_a_move_that_came_first_wins,
        test_moves_race_with_their_expiries,
    };
    return kit_run("service/clock", tests, KIT_COUNT(tests));
}
