/* Moves taken back: when they may be, what the game is like then, and that the
 * log says so. */
#include "service_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"
#include "service/undo.h"

/* To the last byte: a state can be compared so. */
static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static enum hk_error undo(struct hk_game *game, unsigned moves,
                          const struct hk_wish *wish,
                          struct hk_undoing *ret_undoing)
{
    struct hk_undoing undoing;
    enum hk_error error = hk_game_undo(game, moves, wish, &undoing);

    if (ret_undoing)
        *ret_undoing = undoing;
    else if (!error)
        hk_happened_clear(&undoing.happened);
    return error;
}

static enum hk_error undo_now(struct hk_game *game, unsigned moves)
{
    return undo(game, moves, &kit_real, NULL);
}

static struct hk_snapshot look(struct hk_game *game)
{
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    return now;
}

static struct hk_state state_of(struct hk_game *game)
{
    struct hk_snapshot now = look(game);
    struct hk_state state = now.state;

    hk_snapshot_clear(&now);
    return state;
}

/* ----- examples ----------------------------------------------------------- */

static void play(struct hk_game *game, unsigned seat, const char *move)
{
    ck_assert_msg(kit_play(game, seat, move) == HK_OK, "seat %u: %s", seat,
                  move);
}

/* Seat 0 starts; seat 1 can lay KS KH KD with the king that is discarded. */
static struct hk_game *arrange(struct hk_seated *ret_seated)
{
    struct hk_game_wish wish = kit_wish("a b", "rounds=2", false);
    struct hk_arranged_deal deal = {0};

    deal.hand_sizes[0] = kit_cards(
        "KS 2S 3S 4S 5S 6S 7S 8S 2D 3D 4D 5D 6D 7D 8D", deal.hands[0]);
    deal.hand_sizes[1] = kit_cards("KH KD AS AH AD QS QH QD 2C 3C 4C 5C 6C 9C",
                                   deal.hands[1]);
    deal.stock_size = kit_cards("9D TD JD", deal.stock);
    wish.first_dealer = 1;
    wish.deals = &deal;
    wish.deal_count = 1;
    kit_create(&wish, ret_seated);
    return kit_game(ret_seated->happened.after.row.uuid);
}

START_TEST(test_the_last_moves_of_a_seat_are_taken_back)
{
    struct hk_seated seated;
    struct hk_undoing undoing;
    struct hk_game *game = arrange(&seated);
    struct hk_state dealt = state_of(game);
    struct hk_state after;

    play(game, 0, "discard KS");
    struct hk_state first = state_of(game);
    play(game, 1, "draw discard");
    struct hk_state drawn = state_of(game);
    play(game, 1, "meld KS KH KD / AS AH AD / QS QH QD");
    play(game, 1, "discard 9C");

    /* Two of them; then the third; then no more, though it is the last. */
    kit_time += 1000;
    ck_assert_int_eq(undo(game, 2, &kit_real, &undoing), HK_OK);
    after = state_of(game);
    ck_assert_mem_eq(&after, &drawn, sizeof after);
    ck_assert_uint_eq(undoing.happened.event_count, 1);
    const struct hk_event *event = &undoing.happened.events[0];
    ck_assert_uint_eq(event->type, HK_EVENT_UNDONE);
    ck_assert_uint_eq(event->seq, 7);
    ck_assert_uint_eq(event->round, 1);
    ck_assert_int_eq(event->seat, 1);
    ck_assert_int_eq(event->at, kit_time);
    ck_assert_uint_eq(event->undone.moves, 2);
    ck_assert_uint_eq(event->undone.from_seq, 5);
    ck_assert_uint_eq(event->undone.to_seq, 6);
    ck_assert_mem_eq(&undoing.happened.after.state, &drawn, sizeof drawn);
    hk_happened_clear(&undoing.happened);

    ck_assert_int_eq(undo_now(game, 1), HK_OK);
    after = state_of(game);
    ck_assert_mem_eq(&after, &first, sizeof after);
    ck_assert_int_eq(undo(game, 1, &kit_real, &undoing), HK_E_CANNOT_UNDO);
    ck_assert_int_eq(undoing.bar, HK_UNDO_OTHER_MOVED);
    ck_assert_uint_eq(undoing.bar_seq, 4);
    ck_assert(!same(&dealt, &after, sizeof after));

    play(game, 1, "draw discard");
    play(game, 1, "return");
    ck_assert_int_eq(undo_now(game, 2), HK_OK);
    after = state_of(game);
    ck_assert_mem_eq(&after, &first, sizeof after);
    hk_seated_clear(&seated);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* What is refused, by what, and by which event. */
static void refuse(struct hk_game *game, unsigned moves, enum hk_undo_bar bar,
                   uint32_t seq)
{
    struct hk_undoing undoing;
    uint32_t before = hk_game_seq(game);

    ck_assert_int_eq(undo(game, moves, &kit_real, &undoing), HK_E_CANNOT_UNDO);
    ck_assert_int_eq(undoing.bar, bar);
    ck_assert_uint_eq(undoing.bar_seq, seq);
    ck_assert_uint_eq(hk_game_seq(game), before);
}

START_TEST(test_what_was_seen_stays)
{
    struct hk_seated seated;
    struct hk_game *game = arrange(&seated);
    struct hk_state dealt = state_of(game), after;
    struct hk_caller host;
    struct hk_seat_wish other = kit_name("c");
    struct hk_seated given;

    refuse(game, 1, HK_UNDO_ROUND_STARTED, 2);
    play(game, 0, "discard KS");
    refuse(game, 2, HK_UNDO_ROUND_STARTED, 2);
    ck_assert_int_eq(undo_now(game, 1), HK_OK);
    after = state_of(game);
    ck_assert_mem_eq(&after, &dealt, sizeof after);
    refuse(game, 1, HK_UNDO_ROUND_STARTED, 2);

    play(game, 0, "discard KS");
    play(game, 1, "draw stock");
    refuse(game, 1, HK_UNDO_STOCK_DRAWN, 6);
    play(game, 1, "discard 9C");
    refuse(game, 2, HK_UNDO_STOCK_DRAWN, 6);
    ck_assert_int_eq(hk_auth_identify_at(game, seated.host_token, &host),
                     HK_OK);
    ck_assert_int_eq(
        hk_lobby_give_seat(game, &host, 0, &other, &kit_real, &given), HK_OK);
    refuse(game, 1, HK_UNDO_SEAT_GIVEN, 8);
    hk_seated_clear(&given);
    hk_seated_clear(&seated);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

START_TEST(test_the_end_of_a_round_stays)
{
    struct hk_rng rng = kit_rng();
    struct hk_seated seated;
    struct hk_game *game = kit_new("a b", "rounds=2", false, &seated);
    struct hk_snapshot now;
    bool over = false;

    while (!over) {
        ck_assert(kit_step(game, &rng));
        now = look(game);
        over = now.round_count == 1;
        hk_snapshot_clear(&now);
    }
    refuse(game, 1, HK_UNDO_ROUND_STARTED, hk_game_seq(game));
    kit_finish(game, &rng);
    ck_assert_int_eq(undo_now(game, 1), HK_E_GAME_OVER);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_games_in_which_nothing_is_taken_back)
{
    struct hk_seated seated;
    struct hk_happened happened;
    struct hk_game *game = kit_new("a -", NULL, false, NULL);

    ck_assert_int_eq(undo_now(game, 1), HK_E_NOT_STARTED);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    ck_assert_int_eq(undo_now(game, 1), HK_E_GAME_OVER);
    hk_game_close(game);
    game = kit_scorecard(HK_HAND, "a b", "rounds=1", &seated);
    ck_assert_int_eq(undo_now(game, 1), HK_E_WRONG_MODE);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_dry_run_takes_nothing_back)
{
    struct hk_seated seated;
    struct hk_undoing undoing;
    struct hk_wish stale = {.has_expected_seq = true, .expected_seq = 2};
    struct hk_game *game = arrange(&seated);
    struct hk_state dealt = state_of(game);

    play(game, 0, "discard KS");
    struct hk_state before = state_of(game);
    ck_assert_int_eq(undo(game, 1, &kit_dry, &undoing), HK_OK);
    ck_assert_mem_eq(&undoing.happened.after.state, &dealt, sizeof dealt);
    ck_assert_uint_eq(undoing.happened.seq, 4);
    hk_happened_clear(&undoing.happened);
    struct hk_state after = state_of(game);
    ck_assert_mem_eq(&after, &before, sizeof after);
    ck_assert_uint_eq(hk_game_seq(game), 3);
    ck_assert_int_eq(undo(game, 1, &stale, NULL), HK_E_STALE);
    hk_seated_clear(&seated);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_question_is_taken_back_and_an_answer_makes_it_stay)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new_may_i("a b c", NULL);
    unsigned taken_back = 0, stayed = 0;

    for (unsigned i = 0; i < 4000 && (taken_back < 3 || stayed < 3); i++) {
        struct hk_state before = state_of(game);

        if (!kit_step(game, &rng)) {
            hk_game_close(game);
            game = kit_new_may_i("a b c", NULL);
            continue;
        }
        struct hk_state asked = state_of(game);
        if (before.phase == HK_PHASE_ANSWER) {
            /* The answer may be the last move itself, the question not. */
            struct hk_undoing undoing;
            ck_assert_int_eq(undo(game, 2, &kit_dry, &undoing),
                             HK_E_CANNOT_UNDO);
            stayed++;
        } else if (asked.phase == HK_PHASE_ANSWER) {
            ck_assert_int_eq(undo_now(game, 1), HK_OK);
            struct hk_state after = state_of(game);
            ck_assert_mem_eq(&after, &before, sizeof after);
            taken_back++;
            ck_assert(kit_step(game, &rng));
        }
    }
    ck_assert_uint_ge(taken_back, 3);
    ck_assert_uint_ge(stayed, 3);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* What a clock shows is replayed with the moves that were taken back. */
START_TEST(test_a_game_on_a_clock_replays_with_its_undone_moves)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new(
        "a b c", "rounds=1 turn_seconds=60 bank_seconds=30", false, NULL);
    unsigned undone = 0;

    for (unsigned i = 0; i < 200 && kit_step(game, &rng); i++) {
        kit_time += 400;
        if (i % 3 == 0)
            undone += undo_now(game, 1) == HK_OK;
    }
    ck_assert_uint_gt(undone, 10);
    hk_game_close(game);
    kit_check_stored();
}
END_TEST

/* ----- every position of random games ------------------------------------- */

enum { EVENTS_MAX = 5000, STEPS_MAX = 400, MOVES_TRIED = 3 };

/* The log as a stranger reads it, and the state that each event led to. */
struct story {
    struct told {
        enum hk_event_type type;
        int seat;
        bool stock; /* a card came from the stock */
        unsigned undone;
    } events[EVENTS_MAX + 1];
    struct hk_state states[EVENTS_MAX + 1];
    uint32_t last;
};

static enum hk_error note_event(const struct hk_event *event, void *cls)
{
    struct story *story = cls;

    KIT_CHECK(event->seq == story->last + 1 && event->seq <= EVENTS_MAX);
    story->events[event->seq] = (struct told){
        .type = event->type,
        .seat = event->seat,
        .stock = event->type == HK_EVENT_MOVE &&
                 (event->taken.drawn_count > 0 ||
                  (event->move.kind == HK_MOVE_DRAW &&
                   event->move.source == HK_FROM_STOCK)),
        .undone = event->undone.moves};
    story->last = event->seq;
    return HK_OK;
}

static void go_on(struct story *story, struct hk_game *game)
{
    static const struct hk_viewer host = {.kind = HK_VIEW_HOST};
    bool more;

    KIT_CHECK(hk_game_events(game, &host, story->last, EVENTS_MAX, note_event,
                             story, &more) == HK_OK);
    story->states[story->last] = state_of(game);
}

/* The move that is the first of the last `moves` that stand; 0: none is. */
static uint32_t standing_move(const struct story *story, unsigned moves)
{
    unsigned skip = 0;

    for (uint32_t seq = story->last; seq > 0; seq--) {
        const struct told *told = &story->events[seq];

        if (told->type == HK_EVENT_UNDONE)
            skip += told->undone;
        else if (told->type == HK_EVENT_MOVE && skip > 0)
            skip--;
        else if (told->type == HK_EVENT_MOVE && --moves == 0)
            return seq;
    }
    return 0;
}

/* Since the move, and with it, nothing hidden was revealed, and nobody else has
 * moved. */
static bool may_be_undone(const struct story *story, uint32_t first)
{
    for (uint32_t seq = first; first > 0 && seq <= story->last; seq++) {
        const struct told *told = &story->events[seq];

        if (told->type != HK_EVENT_MOVE && told->type != HK_EVENT_UNDONE)
            return false;
        if (told->seat != story->events[first].seat || told->stock)
            return false;
    }
    return first > 0;
}

/* The last event that makes what is before it stay. */
static uint32_t barrier(const struct story *story)
{
    for (uint32_t seq = story->last; seq > 0; seq--) {
        const struct told *told = &story->events[seq];
        const struct told *before = told - 1;

        if (told->type == HK_EVENT_UNDONE)
            continue;
        while (before->type == HK_EVENT_UNDONE)
            before--;
        if (told->type != HK_EVENT_MOVE || told->stock ||
            (before->type == HK_EVENT_MOVE && before->seat != told->seat))
            return seq;
    }
    return 0;
}

struct counts {
    unsigned allowed, refused, undone;
};

/* Tries to take back at this position, without doing it. */
static void try_all(struct story *story, struct hk_game *game,
                    struct counts *counts)
{
    for (unsigned moves = 1; moves <= MOVES_TRIED; moves++) {
        uint32_t first = standing_move(story, moves);
        struct hk_undoing undoing;
        enum hk_error error = undo(game, moves, &kit_dry, &undoing);

        if (!may_be_undone(story, first)) {
            KIT_CHECK(error == HK_E_CANNOT_UNDO);
            KIT_CHECK(undoing.bar_seq == barrier(story));
            counts->refused++;
            continue;
        }
        KIT_CHECK(error == HK_OK);
        KIT_CHECK(undoing.happened.events[0].undone.from_seq == first);
        KIT_CHECK(undoing.happened.events[0].undone.to_seq ==
                  standing_move(story, 1));
        KIT_CHECK(same(&undoing.happened.after.state, &story->states[first - 1],
                       sizeof(struct hk_state)));
        hk_happened_clear(&undoing.happened);
        counts->allowed++;
    }
}

/* Does it, where a die says so. */
static void undo_perhaps(struct story *story, struct hk_game *game,
                         const struct hk_rng *rng, struct counts *counts)
{
    uint8_t die[2];

    hk_rng_fill(rng, die, sizeof die);
    unsigned moves = 1 + die[1] % 3u;
    uint32_t first = standing_move(story, moves);
    if (die[0] % 6u > 0 || !may_be_undone(story, first))
        return;
    KIT_CHECK(undo_now(game, moves) == HK_OK);
    go_on(story, game);
    KIT_CHECK(same(&story->states[story->last], &story->states[first - 1],
                   sizeof(struct hk_state)));
    counts->undone++;
}

/* Reads the game anew from its log. */
static struct hk_game *reopen(struct hk_game *game)
{
    struct hk_snapshot before = look(game);

    hk_game_close(game);
    kit_close();
    game = kit_game(before.row.uuid);
    struct hk_snapshot after = look(game);
    KIT_CHECK(same(&before.state, &after.state, sizeof before.state));
    KIT_CHECK(before.row.seq == after.row.seq);
    hk_snapshot_clear(&before);
    hk_snapshot_clear(&after);
    return game;
}

static void play_through(const struct hk_game_wish *wish,
                         const struct hk_rng *rng, struct counts *counts)
{
    struct story *story = calloc(1, sizeof *story);
    struct hk_seated seated;

    ck_assert_ptr_nonnull(story);
    kit_create(wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    go_on(story, game);
    for (unsigned step = 0; step < STEPS_MAX && kit_step(game, rng); step++) {
        go_on(story, game);
        if (story->events[story->last].type != HK_EVENT_GAME_ENDED) {
            try_all(story, game, counts);
            undo_perhaps(story, game, rng, counts);
        }
        if (step % 97 == 96)
            game = reopen(game);
    }
    /* It goes on to a legal end. */
    kit_finish(game, rng);
    ck_assert_int_eq(undo_now(game, 1), HK_E_GAME_OVER);
    game = reopen(game);
    hk_game_close(game);
    free(story);
}

START_TEST(test_at_every_position_the_policy_decides)
{
    struct hk_rng rng = kit_rng();
    struct counts counts = {0};

    for (unsigned i = 0; i < 6; i++) {
        struct hk_game_wish wish = kit_wish("a b c", "rounds=1", false);

        if (i % 3 == 1)
            wish = kit_wish("a b c d", "rounds=1 discard_draw=free_when_down",
                            true);
        if (i % 3 == 2)
            wish = kit_may_i_wish("a b c d", NULL);
        play_through(&wish, &rng, &counts);
    }
    ck_assert_uint_gt(counts.allowed, 500);
    ck_assert_uint_gt(counts.refused, 500);
    ck_assert_uint_gt(counts.undone, 50);
    printf("%u takings back allowed, %u refused, %u done\n", counts.allowed,
           counts.refused, counts.undone);
    kit_check_stored();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_the_last_moves_of_a_seat_are_taken_back,
        test_what_was_seen_stays,
        test_the_end_of_a_round_stays,
        test_games_in_which_nothing_is_taken_back,
        test_a_dry_run_takes_nothing_back,
        test_a_question_is_taken_back_and_an_answer_makes_it_stay,
        test_a_game_on_a_clock_replays_with_its_undone_moves,
        test_at_every_position_the_policy_decides,
    };

    return kit_run("service undo", tests, KIT_COUNT(tests));
}
