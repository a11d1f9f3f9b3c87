/* Scorecards in the log: read back after a restart, refused where it was
 * changed, and looked at by hakam verify. */
#include "service_kit.h"
#include "settle_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"
#include "service/verify.h"

static void must(enum hk_error error)
{
    ck_assert_msg(error == HK_OK, "%s", hk_error_code(error));
}

/* The snapshot, whose rounds are freed with the next one. */
static const struct hk_snapshot *look(struct hk_game *game)
{
    static struct hk_snapshot now;

    hk_snapshot_clear(&now);
    must(hk_game_snapshot(game, &now));
    return &now;
}

static void check_totals(struct hk_game *game, int a, int b, int c)
{
    const struct hk_snapshot *now = look(game);

    ck_assert_int_eq(now->seats[0].total, a);
    ck_assert_int_eq(now->seats[1].total, b);
    ck_assert_int_eq(now->seats[2].total, c);
}

/* The same after the service was closed and the log was read again. */
START_TEST(test_a_scorecard_restarts_anywhere)
{
    static const struct {
        unsigned correct; /* 0: the next round */
        const char *told;
    } steps[] = {
        {0, "0: -; down KS 7D JK; down =20 KS KH"},
        {0, "x: down =2; down =3; up =140"},
        {1, "0!: down =0 none; down =2; up"},
        {0, "2: up; up 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H; down"},
        {3, "1: up; -; up"},
        {1, "0: -; down =9; up"},
    };
    char uuid[HK_UUID_TEXT_SIZE];
    struct hk_game *game = kit_scorecard(HK_HAND, "a b c",
                                         "rounds=3 joker_left=25", NULL);

    snprintf(uuid, sizeof uuid, "%s", game->slot.uuid);
    for (size_t i = 0; i < KIT_COUNT(steps); i++) {
        struct hk_round_row before[HK_ROUNDS_MAX];
        struct hk_state state;

        kit_time += 60000;
        must(steps[i].correct
                 ? kit_correct(game, steps[i].correct, steps[i].told, "misread")
                 : kit_record(game, steps[i].told));
        const struct hk_snapshot *now = look(game);
        size_t count = now->round_count;
        memcpy(before, now->rounds, count * sizeof *before);
        state = now->state;
        hk_game_close(game);
        kit_close();
        game = kit_game(uuid);
        now = look(game);
        ck_assert_uint_eq(now->round_count, count);
        ck_assert_mem_eq(now->rounds, before, count * sizeof *before);
        ck_assert_mem_eq(&now->state, &state, sizeof state);
    }
    check_totals(game, -30 + 2 + 100, 9 + 3 - 30, 100 + 100 + 100);
    hk_game_close(game);
}
END_TEST

/* Each of these in the place of an event makes the log unfit to be replayed. */
START_TEST(test_a_log_that_was_changed_is_not_played_on)
{
    static const char *const changes[] = {
        "UPDATE events SET data = replace(data, 'held 14', 'held 1') "
        "WHERE seq = 2",
        "UPDATE events SET data = replace(data, 'points -30', 'points -60') "
        "WHERE seq = 2",
        "UPDATE events SET data = replace(data, 'out 0', 'out 4') "
        "WHERE seq = 2",
        "UPDATE events SET data = replace(data, 'seat down', 'seat up') "
        "WHERE seq = 2",
        "UPDATE events SET data = replace(data, 'seat -', 'seat - 3') "
        "WHERE seq = 2",
        "UPDATE events SET data = replace(data, 'points; ', '; ') "
        "WHERE seq = 2",
        "UPDATE events SET data = replace(data, '; seat not_down', '') "
        "WHERE seq = 2",
        "UPDATE events SET round = 2 WHERE seq = 2",
        "UPDATE events SET round = 2 WHERE seq = 3",
        "UPDATE events SET data = replace(data, 'revision 1', 'revision 2') "
        "WHERE seq = 3",
        "UPDATE events SET data = replace(data, 'reason \"why\"; ', '') "
        "WHERE seq = 3",
        "UPDATE events SET data = data || '; winners 0' WHERE seq = 3",
        "UPDATE events SET type = 'round_corrected' WHERE seq = 2",
        "UPDATE events SET data = replace(data, 'mode scorecard', "
        "'first_dealer 0') WHERE seq = 1",
        "UPDATE events SET data = replace(data, 'mode scorecard', "
        "'mode referee') WHERE seq = 1",
        "UPDATE events SET secret = 'deal 1; hand AS; hand; hand; stock' "
        "WHERE seq = 1",
        "UPDATE games SET mode = 'referee'",
    };

    for (size_t i = 0; i < KIT_COUNT(changes); i++) {
        struct hk_game *game = kit_scorecard(HK_HAND, "a b c", NULL, NULL);
        char uuid[HK_UUID_TEXT_SIZE];

        snprintf(uuid, sizeof uuid, "%s", game->slot.uuid);
        must(kit_record(game, "0: -; down =14; up"));
        must(kit_correct(game, 1, "0: -; down =14 2S 2H TS; up", "why"));
        hk_game_close(game);
        kit_close();
        kit_exec("DROP TRIGGER IF EXISTS events_stay; "
                 "DROP TRIGGER IF EXISTS events_keep; "
                 "DROP TRIGGER IF EXISTS rounds_keep; "
                 "DROP TRIGGER IF EXISTS round_scores_keep;");
        kit_exec(SETTLE_SQL);
        kit_exec(changes[i]);
        ck_assert_msg(hk_game_open(kit_service(), uuid, &game) == HK_E_INTERNAL,
                      "%s", changes[i]);
        kit_close();
        kit_exec("DELETE FROM round_scores; DELETE FROM rounds; "
                 "DELETE FROM events; DELETE FROM seats; DELETE FROM tokens; "
                 "DELETE FROM games");
    }
}
END_TEST

/* ----- hakam verify ------------------------------------------------------- */

struct sentences {
    unsigned count;
    char first[512];
};

static void hear(const char *text, void *cls)
{
    struct sentences *sentences = cls;

    if (sentences->count++ == 0)
        snprintf(sentences->first, sizeof sentences->first, "%s", text);
}

/* The first thing that hakam verify says; "" where it says nothing. */
static const char *first_sentence(void)
{
    static struct sentences sentences;
    struct hk_store *store;
    struct hk_verify_report report;
    char message[HK_STORE_MESSAGE_SIZE];

    sentences = (struct sentences){0};
    must(hk_store_open(kit_path(), HK_STORE_READ, &store, message));
    must(hk_verify(store, hear, &sentences, &report));
    hk_store_close(store);
    ck_assert_uint_le(sentences.count, 1);
    return sentences.first;
}

START_TEST(test_changed_revisions_are_told)
{
    static const char *const changes[] = {
        "UPDATE round_scores SET points = 15 WHERE revision = 0 AND seat = 1",
        "UPDATE round_scores SET held = 15 WHERE revision = 0 AND seat = 1",
        "UPDATE round_scores SET held_told = 0 WHERE revision = 0 AND seat = 1",
        "UPDATE round_scores SET down = NULL WHERE revision = 1 AND seat = 2",
        "UPDATE round_scores SET cards_left = '2S 2H TD' "
        "WHERE revision = 1 AND seat = 1",
        "UPDATE rounds SET reason = 'because' WHERE revision = 1",
        "UPDATE rounds SET by_seat = 2 WHERE revision = 0",
        "UPDATE rounds SET at = at + 1 WHERE revision = 0",
        "DELETE FROM round_scores WHERE revision = 2; "
        "DELETE FROM rounds WHERE revision = 2",
        "INSERT INTO rounds (game, round, revision, at, out, hand, reason) "
        "SELECT game, 1, 3, at, out, hand, 'more' FROM rounds "
        "WHERE revision = 2; INSERT INTO round_scores (game, round, revision, "
        "seat, points, held_told) SELECT game, 1, 3, seat, points, 0 "
        "FROM round_scores WHERE revision = 2",
    };
    struct hk_game *game = kit_scorecard(HK_HAND, "a b c", NULL, NULL);

    must(kit_record(game, "0: -; down =14; up"));
    must(kit_correct(game, 1, "0: -; down =14 2S 2H TS; up", "why"));
    must(kit_correct(game, 1, "0!: -; down =14 2S 2H TS; up", "a Hand"));
    hk_game_close(game);
    kit_close();
    ck_assert_str_eq(first_sentence(), "");
    kit_exec("DROP TRIGGER rounds_stay; DROP TRIGGER rounds_keep; "
             "DROP TRIGGER round_scores_stay; DROP TRIGGER round_scores_keep; "
             "CREATE TABLE r AS SELECT * FROM rounds; "
             "CREATE TABLE s AS SELECT * FROM round_scores");
    for (size_t i = 0; i < KIT_COUNT(changes); i++) {
        kit_exec(changes[i]);
        ck_assert_msg(strstr(first_sentence(),
                             "the revisions of round 1 are stored otherwise"),
                      "%s: %s", changes[i], first_sentence());
        kit_exec("DELETE FROM round_scores; DELETE FROM rounds; "
                 "INSERT INTO rounds SELECT * FROM r ORDER BY revision; "
                 "INSERT INTO round_scores SELECT * FROM s");
        ck_assert_str_eq(first_sentence(), "");
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_scorecard_restarts_anywhere,
        test_a_log_that_was_changed_is_not_played_on,
        test_changed_revisions_are_told,
    };
    return kit_run("service/scorecard_log", tests, KIT_COUNT(tests));
}
