/*
 * A disk that fails in every way at every call: no answered move is lost, none
 * happens that was answered with a fault, and the service goes on as soon as
 * the disk does. And the power cut at every sync.
 */
#include "service_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/notation.h"
#include "faulty_disk.h"
#include "service/internal.h"
#include "service/undo.h"
#include "service/verify.h"

enum { MOVES = 6, CALLS_MAX = 400 };

static char uuid[HK_UUID_TEXT_SIZE];

/* Some legal move: a draw from the stock, or the discard of a card. */
static hk_seat next_move(struct hk_game *game, char ret_text[HK_NOTATION_SIZE])
{
    struct hk_snapshot now;
    hk_card cards[HK_PACK_MAX];
    char card[HK_CARD_TEXT_SIZE];

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    hk_seat seat = now.state.turn;
    if (now.state.phase == HK_PHASE_DRAW) {
        snprintf(ret_text, HK_NOTATION_SIZE, "draw stock");
    } else {
        hk_cardset_list(&now.state.hands[seat], cards);
        hk_card_write(cards[0], card);
        snprintf(ret_text, HK_NOTATION_SIZE, "discard %s", card);
    }
    hk_snapshot_clear(&now);
    return seat;
}

/* Opens the game where it can be; NULL where the disk does not let it. */
static struct hk_game *open_game(void)
{
    struct hk_game *game = NULL;
    enum hk_error error = hk_game_open(kit_service(), uuid, &game);

    ck_assert(error == HK_OK || error == HK_E_STORAGE_UNAVAILABLE);
    return game;
}

/* Plays while the disk is as it is; ret_seq follows what was answered well. */
static void play(uint32_t *ret_seq)
{
    struct hk_game *game = open_game();
    char text[HK_NOTATION_SIZE];

    if (!game)
        return;
    for (unsigned i = 0; i < MOVES; i++) {
        hk_seat seat = next_move(game, text);
        enum hk_error error = kit_play(game, seat, text);
        if (error == HK_OK) {
            ck_assert_uint_gt(hk_game_seq(game), *ret_seq);
            *ret_seq = hk_game_seq(game);
        }
        ck_assert(error == HK_OK || error == HK_E_STORAGE_UNAVAILABLE);
        ck_assert_uint_eq(hk_game_seq(game), *ret_seq);
    }
    hk_game_close(game);
}

/* Takes the last move back, if the disk lets it: what is read for that may fail
 * as well as what is written. */
static void take_back(struct hk_game *game, uint32_t *ret_seq)
{
    struct hk_undoing undoing;
    enum hk_error error = hk_game_undo(game, 1, &kit_real, &undoing);

    ck_assert(error == HK_OK || error == HK_E_CANNOT_UNDO ||
              error == HK_E_STORAGE_UNAVAILABLE);
    if (error)
        return;
    hk_happened_clear(&undoing.happened);
    *ret_seq = hk_game_seq(game);
}

/* Gives a seat away, if the disk lets it. */
static void give_seat(struct hk_game *game, const char *name, uint32_t *ret_seq)
{
    struct hk_caller host = {.role = HK_ROLE_KEY_ADMIN};
    struct hk_seat_wish to = kit_name(name);
    struct hk_seated seated;
    enum hk_error error = hk_lobby_give_seat(game, &host, 2, &to, &kit_real,
                                             &seated);

    ck_assert(error == HK_OK || error == HK_E_STORAGE_UNAVAILABLE);
    if (error)
        return;
    hk_seated_clear(&seated);
    *ret_seq = hk_game_seq(game);
}

/* A seat changes hands, a move is made and, where it may be, taken back. */
static void change(uint32_t *ret_seq)
{
    struct hk_game *game = open_game();
    char text[HK_NOTATION_SIZE];

    if (!game)
        return;
    give_seat(game, *ret_seq % 2 ? "d" : "e", ret_seq);
    ck_assert_uint_eq(hk_game_seq(game), *ret_seq);
    hk_seat seat = next_move(game, text);
    if (kit_play(game, seat, text) == HK_OK)
        *ret_seq = hk_game_seq(game);
    take_back(game, ret_seq);
    ck_assert_uint_eq(hk_game_seq(game), *ret_seq);
    hk_game_close(game);
}

static void count_difference(const char *text, void *cls)
{
    (void)cls;
    ck_abort_msg("%s", text);
}

static void check_log(uint32_t least, uint32_t most)
{
    struct hk_verify_report report;
    struct hk_game *game = open_game();

    ck_assert_ptr_nonnull(game);
    ck_assert_uint_ge(hk_game_seq(game), least);
    ck_assert_uint_le(hk_game_seq(game), most);
    hk_game_close(game);
    ck_assert_int_eq(
        hk_verify(kit_service()->store, count_difference, NULL, &report),
        HK_OK);
    ck_assert_uint_eq(report.differences, 0);
}

static uint32_t seq_now(void)
{
    struct hk_game *game = open_game();

    ck_assert_ptr_nonnull(game);
    uint32_t seq = hk_game_seq(game);
    hk_game_close(game);
    return seq;
}

static uint32_t begin(void)
{
    struct hk_game *game = kit_new("a b c", "rounds=99", false, NULL);
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    memcpy(uuid, now.row.uuid, sizeof(uuid));
    uint32_t seq = now.row.seq;
    hk_snapshot_clear(&now);
    hk_game_close(game);
    return seq;
}

/* Every call in turn, or one of so many, until one is beyond all there are. */
static void sweep(enum fault fault, bool lasting, bool reopen,
                  void (*act)(uint32_t *ret_seq), uint32_t events)
{
    uint32_t seq = begin();
    unsigned before = 0, step = kit_fewer();
    bool struck = true;

    for (; struck; before += step) {
        ck_assert_uint_lt(before, CALLS_MAX);
        (void)kit_service();
        faulty_disk_arm(fault, before, lasting);
        act(&seq);
        if (reopen)
            kit_close(); /* with its last checkpoint */
        struck = faulty_disk_mend();
        /* At once, without a restart; and a restart finds the same. */
        ck_assert_int_eq(hk_service_ready(kit_service()), HK_OK);
        uint32_t from = seq;
        act(&seq);
        ck_assert_uint_ge(seq, from + events);
        if (reopen) {
            kit_close();
            check_log(seq, seq);
            kit_close();
        }
    }
    ck_assert_msg(before > step, "%s: no call was struck", fault_name(fault));
    check_log(seq, seq);
}

/* Faults that strike while games are played, without a restart. */
static const enum fault in_play[] = {FAULT_FULL, FAULT_BROKEN, FAULT_SHORT,
                                     FAULT_SYNC};

START_TEST(test_a_fault_while_playing_loses_nothing)
{
    faulty_disk_install();
    for (size_t i = 0; i < KIT_COUNT(in_play); i++)
        for (int lasting = 0; lasting < 2; lasting++)
            sweep(in_play[i], lasting, false, play, MOVES);
}
END_TEST

START_TEST(test_a_fault_while_a_seat_is_given_or_a_move_undone_loses_nothing)
{
    faulty_disk_install();
    for (size_t i = 0; i < KIT_COUNT(in_play); i++)
        for (int lasting = 0; lasting < 2; lasting++)
            sweep(in_play[i], lasting, false, change, 2);
}
END_TEST

START_TEST(test_a_fault_up_to_the_last_checkpoint_loses_nothing)
{
    static const enum fault all[] = {FAULT_FULL, FAULT_BROKEN, FAULT_SHORT,
                                     FAULT_SYNC, FAULT_READ};

    faulty_disk_install();
    for (size_t i = 0; i < KIT_COUNT(all); i++)
        for (int lasting = 0; lasting < 2; lasting++)
            sweep(all[i], lasting, true, play, MOVES);
}
END_TEST

/* The service does not come up, says why, and comes up when it can. */
START_TEST(test_a_fault_while_opening_is_told)
{
    faulty_disk_install();
    uint32_t seq = begin();
    for (int fault = 0; fault < FAULTS; fault++) {
        unsigned before = 0;
        bool struck = true;
        for (; struck; before += kit_fewer()) {
            struct hk_service_config config = {
                .database = kit_path(),
                .open = true,
                .clock = hk_clock_manual(&kit_time),
                .rng = kit_rng(),
            };
            struct hk_service *service = NULL;
            char why[HK_STORE_MESSAGE_SIZE] = "";
            kit_close();
            ck_assert_uint_lt(before, CALLS_MAX);
            faulty_disk_arm((enum fault)fault, before, true);
            enum hk_error error = hk_service_open(&config, &service, why);
            if (error != HK_OK) {
                ck_assert_int_eq(error, HK_E_STORAGE_UNAVAILABLE);
                ck_assert_str_ne(why, "");
            }
            hk_service_close(service);
            struck = faulty_disk_mend();
            check_log(seq, seq);
        }
        play(&seq);
    }
}
END_TEST

/* ---- power cuts ---- */

/* In a process of its own: plays, and tells the parent the seq of each move
 * that was answered well. */
static void play_until_dark(unsigned before, int tell)
{
    char text[HK_NOTATION_SIZE];

    faulty_disk_install();
    faulty_disk_cut_power(before);
    struct hk_game *game = open_game();
    ck_assert_ptr_nonnull(game);
    for (unsigned i = 0; i < MOVES; i++) {
        hk_seat seat = next_move(game, text);
        if (kit_play(game, seat, text) != HK_OK)
            _exit(EXIT_FAILURE);
        uint32_t seq = hk_game_seq(game);
        if (write(tell, &seq, sizeof(seq)) != (ssize_t)sizeof(seq))
            _exit(EXIT_FAILURE);
    }
    hk_game_close(game);
    kit_close();
    _exit(EXIT_SUCCESS);
}

START_TEST(test_what_was_answered_outlives_a_power_cut)
{
    uint32_t answered = begin();
    bool cut = true;

    for (unsigned before = 0; cut; before += kit_fewer()) {
        int ends[2], status;
        uint32_t seq;
        kit_close();
        ck_assert_uint_lt(before, CALLS_MAX);
        ck_assert_int_eq(pipe(ends), 0);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            close(ends[0]);
            play_until_dark(before, ends[1]);
        }
        close(ends[1]);
        while (read(ends[0], &seq, sizeof(seq)) == (ssize_t)sizeof(seq))
            answered = seq;
        close(ends[0]);
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert(WIFEXITED(status));
        cut = WEXITSTATUS(status) == POWER_CUT;
        ck_assert(cut || WEXITSTATUS(status) == EXIT_SUCCESS);
        /* The move that was under way is there whole, or not at all. */
        check_log(answered, answered + HK_EVENTS_A_MOVE);
        answered = seq_now();
    }
}
END_TEST

/* In a process of its own, which is gone before the disk is mended. */
static void play_without_sync(void)
{
    char text[HK_NOTATION_SIZE];

    faulty_disk_install();
    struct hk_game *game = open_game();
    ck_assert_ptr_nonnull(game);
    hk_seat seat = next_move(game, text);
    faulty_disk_arm(FAULT_SYNC, 0, true);
    _exit(kit_play(game, seat, text) == HK_E_STORAGE_UNAVAILABLE
              ? EXIT_SUCCESS
              : EXIT_FAILURE);
}

/* What was answered 503 was taken back, but its bytes are in the log. */
START_TEST(test_a_crash_after_a_broken_sync_leaves_whole_moves)
{
    uint32_t seq = begin();
    int status;

    kit_close();
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        play_without_sync();
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
    check_log(seq, seq + HK_EVENTS_A_MOVE);
    play(&(uint32_t){seq_now()});
    check_log(seq + MOVES, UINT32_MAX);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_fault_while_playing_loses_nothing,
        test_a_fault_while_a_seat_is_given_or_a_move_undone_loses_nothing,
        test_a_fault_up_to_the_last_checkpoint_loses_nothing,
        test_a_fault_while_opening_is_told,
        test_what_was_answered_outlives_a_power_cut,
        test_a_crash_after_a_broken_sync_leaves_whole_moves,
    };
    return kit_run("service/faults", tests, KIT_COUNT(tests));
}
