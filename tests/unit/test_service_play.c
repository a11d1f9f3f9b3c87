/* One move from check to commit to publish; batches, races, the end. */
#include "service_kit.h"

#include <pthread.h>
#include <string.h>

#include "service/players.h"

#define MOVES_MAX 8

/* Moves of one seat, NULL after the last. */
struct batch {
    const char *moves[MOVES_MAX];
};

static enum hk_error play_all(struct hk_game *game, unsigned seat,
                              const struct batch *batch,
                              const struct hk_wish *wish,
                              struct hk_happened *ret_happened,
                              struct hk_refusal *ret_refusal, size_t *ret_index)
{
    struct hk_move moves[MOVES_MAX];
    size_t count = 0;

    for (; count < MOVES_MAX && batch->moves[count]; count++)
        moves[count] = kit_move(batch->moves[count]);
    return hk_game_play(game, (hk_seat)seat, moves, count, wish, ret_happened,
                        ret_refusal, ret_index);
}

static enum hk_error play(struct hk_game *game, unsigned seat, const char *move,
                          const struct hk_wish *wish,
                          struct hk_happened *ret_happened,
                          struct hk_refusal *ret_refusal)
{
    struct batch batch = {{move}};
    size_t index;

    return play_all(game, seat, &batch, wish, ret_happened, ret_refusal,
                    &index);
}

static struct hk_snapshot look(struct hk_game *game)
{
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    return now;
}

/* Seat 0 starts with 15 cards, seat 1 has 14; the stock is named. */
static struct hk_game *arrange(const char *options, const char *first,
                               const char *second, const char *stock)
{
    struct hk_game_wish wish = kit_wish("a b", options, false);
    struct hk_arranged_deal deal = {0};
    struct hk_seated seated;

    deal.hand_sizes[0] = kit_cards(first, deal.hands[0]);
    deal.hand_sizes[1] = kit_cards(second, deal.hands[1]);
    deal.stock_size = kit_cards(stock, deal.stock);
    wish.deals = &deal;
    wish.deal_count = 1;
    kit_create(&wish, &seated);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    return game;
}

#define FIRST "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 4D"
#define SECOND "9H TH JH QH KH 5D 6D 7D 8D 9D TC JC QC 4C"
/* With KC from the stock seat 1 lays fourteen cards and goes out: a Hand. */
#define GO_DOWN "meld 9H TH JH QH KH / 5D 6D 7D 8D 9D / TC JC QC KC"

START_TEST(test_a_move_is_played_stored_and_told)
{
    struct hk_game *game = arrange(NULL, FIRST, SECOND, "KC");
    struct hk_happened happened;
    struct hk_refusal refusal;

    kit_time += 5000;
    ck_assert_int_eq(
        play(game, 0, "discard 4D", &kit_real, &happened, &refusal), HK_OK);
    ck_assert_uint_eq(happened.seq, 3);
    ck_assert_uint_eq(happened.event_count, 1);
    ck_assert_uint_eq(happened.events[0].type, HK_EVENT_MOVE);
    ck_assert_int_eq(happened.events[0].seat, 0);
    ck_assert_uint_eq(happened.events[0].round, 1);
    ck_assert_int_eq(happened.events[0].at, kit_time);
    ck_assert_uint_eq(happened.after.state.turn, 1);
    ck_assert_int_eq(happened.after.row.updated_at, kit_time);
    ck_assert_int_eq(happened.after.hidden_seat, -1);
    hk_happened_clear(&happened);
    ck_assert_int_eq(kit_int("SELECT events FROM show_games"), 3);

    ck_assert_int_eq(
        play(game, 1, "draw stock", &kit_real, &happened, &refusal), HK_OK);
    ck_assert_uint_eq(happened.events[0].drawn, kit_card("KC"));
    ck_assert(hk_cardset_count(&happened.after.state.hands[1], kit_card("KC")));
    hk_happened_clear(&happened);
    hk_game_close(game);
}
END_TEST

START_TEST(test_time_never_runs_backwards_in_a_log)
{
    struct hk_game *game = arrange(NULL, FIRST, SECOND, "KC");
    struct hk_happened happened;
    struct hk_refusal refusal;
    hk_time made = kit_time;

    kit_time -= 60000;
    ck_assert_int_eq(
        play(game, 0, "discard 4D", &kit_real, &happened, &refusal), HK_OK);
    ck_assert_int_eq(happened.events[0].at, made);
    hk_happened_clear(&happened);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_refused_move_changes_nothing)
{
    struct hk_game *game = arrange(NULL, FIRST, SECOND, "KC");
    struct hk_snapshot before = look(game);
    struct hk_happened happened;
    struct hk_refusal refusal;

    ck_assert_int_eq(
        play(game, 0, "discard AS", &kit_real, &happened, &refusal),
        HK_E_CARD_NOT_HELD);
    ck_assert_int_eq(refusal.error, HK_E_CARD_NOT_HELD);
    ck_assert_uint_eq(refusal.card, kit_card("AS"));
    ck_assert_int_eq(
        play(game, 1, "draw stock", &kit_real, &happened, &refusal),
        HK_E_NOT_YOUR_TURN);
    struct hk_snapshot now = look(game);
    ck_assert_mem_eq(&before.state, &now.state, sizeof now.state);
    ck_assert_uint_eq(now.row.seq, before.row.seq);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"), 2);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_batch_is_all_or_nothing)
{
    static const struct batch bad = {{"draw stock", GO_DOWN, "discard 2S"}};
    static const struct batch good = {{"draw stock", GO_DOWN, "discard 4C"}};
    struct hk_game *game = arrange("rounds=2", FIRST, SECOND, "KC");
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;

    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    struct hk_snapshot before = look(game);
    ck_assert_int_eq(
        play_all(game, 1, &bad, &kit_real, &happened, &refusal, &index),
        HK_E_CARD_NOT_HELD);
    ck_assert_uint_eq(index, 2);
    struct hk_snapshot now = look(game);
    ck_assert_mem_eq(&before.state, &now.state, sizeof now.state);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"), 3);

    ck_assert_int_eq(
        play_all(game, 1, &good, &kit_real, &happened, &refusal, &index),
        HK_OK);
    ck_assert_uint_eq(happened.seq, 8);
    hk_happened_clear(&happened);
    hk_game_close(game);
}
END_TEST

/* Plays the arranged round to its end, by a batch. */
static void go_out(struct hk_game *game, struct hk_happened *ret_happened)
{
    static const struct batch out = {{"draw stock", GO_DOWN, "discard 4C"}};
    struct hk_refusal refusal;
    size_t index;

    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    ck_assert_int_eq(
        play_all(game, 1, &out, &kit_real, ret_happened, &refusal, &index),
        HK_OK);
}

static void check_types(const struct hk_happened *happened,
                        const enum hk_event_type *types, size_t count)
{
    ck_assert_uint_eq(happened->event_count, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(happened->events[i].type, types[i]);
        ck_assert_uint_eq(happened->events[i].seq,
                          happened->seq - count + i + 1);
    }
}

START_TEST(test_a_round_that_ends_is_followed_by_the_next)
{
    static const enum hk_event_type types[] = {
        HK_EVENT_MOVE, HK_EVENT_MOVE, HK_EVENT_MOVE, HK_EVENT_ROUND_ENDED,
        HK_EVENT_ROUND_STARTED};
    struct hk_game *game = arrange("rounds=2", FIRST, SECOND, "KC");
    struct hk_happened happened;
    uint8_t commitment[HK_COMMITMENT_SIZE];

    go_out(game, &happened);
    check_types(&happened, types, KIT_COUNT(types));
    const struct hk_event *ended = &happened.events[3];
    ck_assert_uint_eq(ended->round, 1);
    ck_assert_int_eq(ended->result.out, 1);
    ck_assert(ended->result.hand);
    ck_assert_int_eq(ended->result.points[0], 200);
    ck_assert_int_eq(ended->result.points[1], -60);
    ck_assert_uint_eq(happened.events[4].round, 2);
    ck_assert_uint_eq(happened.events[4].move.seat, 0);

    const struct hk_snapshot *now = &happened.after;
    ck_assert_uint_eq(now->round_count, 1);
    ck_assert_int_eq(now->rounds[0].result.points[0], 200);
    ck_assert_mem_eq(now->rounds[0].seed, ended->seed, HK_SEED_SIZE);
    hk_shuffle_commitment(ended->seed, commitment);
    ck_assert_mem_eq(now->rounds[0].commitment, commitment, sizeof commitment);
    ck_assert_mem_ne(now->commitment, commitment, sizeof commitment);
    ck_assert_int_eq(now->seats[0].total, 200);
    ck_assert_int_eq(now->seats[1].total, -60);
    ck_assert_uint_eq(now->state.round, 2);
    hk_happened_clear(&happened);
    hk_game_close(game);
}
END_TEST

START_TEST(test_the_last_round_ends_the_game)
{
    static const enum hk_event_type types[] = {
        HK_EVENT_MOVE, HK_EVENT_MOVE, HK_EVENT_MOVE, HK_EVENT_ROUND_ENDED,
        HK_EVENT_GAME_ENDED};
    struct hk_game *game = arrange("rounds=1", FIRST, SECOND, "KC");
    struct hk_happened happened;
    struct hk_refusal refusal;

    go_out(game, &happened);
    check_types(&happened, types, KIT_COUNT(types));
    ck_assert_uint_eq(happened.events[4].ending, HK_ENDING_FINISHED);
    ck_assert_uint_eq(happened.events[4].winners, 0x2);
    ck_assert_int_eq(happened.after.row.status, HK_STATUS_FINISHED);
    ck_assert(!hk_snapshot_round_on(&happened.after));
    hk_happened_clear(&happened);

    ck_assert_int_eq(
        play(game, 0, "draw stock", &kit_real, &happened, &refusal),
        HK_E_GAME_OVER);
    ck_assert_int_eq(refusal.error, HK_E_GAME_OVER);
    ck_assert_int_eq(refusal.rule, HK_RULE_H16);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_E_GAME_OVER);
    /* An arranged game never counts. */
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_batch_stops_where_the_game_is_over)
{
    static const struct batch beyond = {
        {"draw stock", GO_DOWN, "discard 4C", "draw stock"}};
    struct hk_game *game = arrange("rounds=1", FIRST, SECOND, "KC");
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;

    ck_assert_int_eq(kit_play(game, 0, "discard 4D"), HK_OK);
    ck_assert_int_eq(
        play_all(game, 1, &beyond, &kit_real, &happened, &refusal, &index),
        HK_E_GAME_OVER);
    ck_assert_uint_eq(index, 3);
    ck_assert_uint_eq(hk_game_seq(game), 3);
    hk_game_close(game);
}
END_TEST

START_TEST(test_the_host_ends_a_game_without_a_result)
{
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    struct hk_wish stale = {.has_expected_seq = true, .expected_seq = 1};
    struct hk_happened happened;
    struct hk_refusal refusal;

    ck_assert_int_eq(hk_game_end(game, &stale, &happened), HK_E_STALE);
    ck_assert_int_eq(hk_game_end(game, &kit_dry, &happened), HK_OK);
    ck_assert_int_eq(happened.after.row.status, HK_STATUS_ENDED);
    hk_happened_clear(&happened);
    ck_assert_uint_eq(hk_game_seq(game), 2);

    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    ck_assert_uint_eq(happened.event_count, 1);
    ck_assert_uint_eq(happened.events[0].ending, HK_ENDING_ENDED);
    ck_assert_uint_eq(happened.events[0].winners, 0);
    ck_assert(!hk_snapshot_round_on(&happened.after));
    hk_happened_clear(&happened);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_E_GAME_OVER);
    ck_assert_int_eq(
        play(game, 0, "draw stock", &kit_real, &happened, &refusal),
        HK_E_GAME_OVER);
    ck_assert_int_eq(refusal.rule, HK_RULE_NONE);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures"), 0);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_finished_game_counts_for_its_players)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game = kit_new("a b c d", "rounds=2", true, NULL);
    struct hk_profile profile;
    struct hk_board_row rows[5];
    size_t count;
    struct hk_board board = {
        .name = {.variant = HK_HAND_PARTNERS, .period = "all"},
        .by = HK_BY_WINS,
        .min_games = 1};

    kit_finish(game, &rng);
    struct hk_snapshot now;
    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    ck_assert_int_eq(now.row.status, HK_STATUS_FINISHED);
    ck_assert_uint_eq(now.round_count, 2);
    for (unsigned s = 0; s < 4; s++) {
        hk_points team = (hk_points)(now.rounds[0].result.team_points[s % 2] +
                                     now.rounds[1].result.team_points[s % 2]);

        ck_assert_int_eq(hk_players_profile(kit_service(), now.seats[s].player,
                                            &profile, 4, rows, &count),
                         HK_OK);
        const struct hk_figures *figures =
            &profile.figures[HK_HAND_PARTNERS][HK_EVIDENCE_ALL];
        ck_assert_int_eq(figures->games, 1);
        ck_assert_int_eq(figures->rounds, 2);
        ck_assert_int_eq(figures->points, team);
    }
    board.name.partnerships = true;
    ck_assert_int_eq(
        hk_players_board(kit_service(), &board, NULL, 4, rows, &count), HK_OK);
    ck_assert_uint_eq(count, 2);
    hk_snapshot_clear(&now);
    hk_game_close(game);
}
END_TEST

/* ----- If-Match ----------------------------------------------------------- */

struct racer {
    struct hk_game *game;
    const char *move;
    pthread_barrier_t *start;
    enum hk_error error;
};

static void *race(void *cls)
{
    struct racer *racer = cls;
    struct hk_wish wish = {.has_expected_seq = true, .expected_seq = 2};
    struct hk_move move = {.kind = HK_MOVE_DISCARD, .card_count = 1};
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;

    hk_card_read(racer->move, &move.cards[0]);
    pthread_barrier_wait(racer->start);
    racer->error = hk_game_play(racer->game, 0, &move, 1, &wish, &happened,
                                &refusal, &index);
    if (!racer->error)
        hk_happened_clear(&happened);
    return NULL;
}

START_TEST(test_of_two_that_saw_the_same_one_is_stale)
{
    for (unsigned i = 0; i < 20; i++) {
        struct hk_game *game = arrange(NULL, FIRST, SECOND, "KC");
        pthread_barrier_t start;
        struct racer racers[2] = {{game, "4D", &start, HK_E_INTERNAL},
                                  {game, "2S", &start, HK_E_INTERNAL}};
        pthread_t threads[2];

        pthread_barrier_init(&start, NULL, 2);
        for (unsigned t = 0; t < 2; t++)
            pthread_create(&threads[t], NULL, race, &racers[t]);
        for (unsigned t = 0; t < 2; t++)
            pthread_join(threads[t], NULL);
        pthread_barrier_destroy(&start);
        ck_assert((racers[0].error == HK_OK && racers[1].error == HK_E_STALE) ||
                  (racers[1].error == HK_OK && racers[0].error == HK_E_STALE));
        ck_assert_uint_eq(hk_game_seq(game), 3);
        hk_game_close(game);
    }
}
END_TEST

/* ----- a disk that refuses ------------------------------------------------ */

START_TEST(test_what_is_not_durable_did_not_happen)
{
    struct hk_game *game = arrange(NULL, FIRST, SECOND, "KC");
    struct hk_snapshot before = look(game);
    struct hk_happened happened;
    struct hk_refusal refusal;

    kit_exec("ALTER TABLE recent_events RENAME TO elsewhere");
    ck_assert_int_ne(
        play(game, 0, "discard 4D", &kit_real, &happened, &refusal), HK_OK);
    struct hk_snapshot now = look(game);
    ck_assert_mem_eq(&before.state, &now.state, sizeof now.state);
    ck_assert_uint_eq(now.row.seq, before.row.seq);
    ck_assert_int_eq(kit_int("SELECT events FROM show_games"), 2);
    kit_exec("ALTER TABLE elsewhere RENAME TO recent_events");
    ck_assert_int_eq(
        play(game, 0, "discard 4D", &kit_real, &happened, &refusal), HK_OK);
    hk_happened_clear(&happened);
    hk_game_close(game);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_move_is_played_stored_and_told,
        test_time_never_runs_backwards_in_a_log,
        test_a_refused_move_changes_nothing,
        test_a_batch_is_all_or_nothing,
        test_a_round_that_ends_is_followed_by_the_next,
        test_the_last_round_ends_the_game,
        test_a_batch_stops_where_the_game_is_over,
        test_the_host_ends_a_game_without_a_result,
        test_a_finished_game_counts_for_its_players,
        test_of_two_that_saw_the_same_one_is_stale,
        test_what_is_not_durable_did_not_happen,
    };
    return kit_run("service/play", tests, KIT_COUNT(tests));
}
