/* Every game replayed and compared: what is right is silent, what was changed
 * is told. */
#include "service_kit.h"
#include "settle_sql.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"
#include "service/verify.h"

#define SENTENCES_MAX 8
#define SENTENCE_SIZE 512

struct told {
    unsigned count;
    char sentences[SENTENCES_MAX][SENTENCE_SIZE];
};

static void tell(const char *text, void *cls)
{
    struct told *told = cls;

    if (told->count < SENTENCES_MAX)
        snprintf(told->sentences[told->count], SENTENCE_SIZE, "%s", text);
    told->count++;
}

static struct hk_verify_report verify(struct told *told)
{
    struct hk_verify_report report;
    struct hk_store *store;
    char message[HK_STORE_MESSAGE_SIZE];

    told->count = 0;
    ck_assert_int_eq(hk_store_open(kit_path(), HK_STORE_READ, &store, message),
                     HK_OK);
    ck_assert_int_eq(hk_verify(store, tell, told, &report), HK_OK);
    hk_store_close(store);
    ck_assert_uint_eq(report.differences, told->count);
    return report;
}

/* Games of each kind: finished (two of hand, one of partners, one of May I),
 * one with an arranged deal, one that goes on, one open, one ended. */
static void make_games(void)
{
    struct hk_rng rng = kit_rng();
    struct hk_game *game;
    struct hk_happened happened;

    for (unsigned i = 0; i < 2; i++) {
        game = kit_new("ali noor omar", "rounds=2", false, NULL);
        kit_finish(game, &rng);
        hk_game_close(game);
    }
    game = kit_new("ali noor omar huda", "rounds=3", true, NULL);
    kit_finish(game, &rng);
    hk_game_close(game);
    game = kit_new("huda ali", NULL, false, NULL);
    for (unsigned i = 0; i < 10; i++)
        ck_assert(kit_step(game, &rng));
    hk_game_close(game);
    hk_game_close(kit_new("huda -", NULL, false, NULL));
    game = kit_new("huda sami", NULL, false, NULL);
    ck_assert_int_eq(hk_game_end(game, &kit_real, &happened), HK_OK);
    hk_happened_clear(&happened);
    hk_game_close(game);

    struct hk_game_wish wish = kit_wish("huda sami", "rounds=1", false);
    struct hk_arranged_deal deal = {0};
    struct hk_seated seated;
    deal.hand_sizes[0] = kit_cards(
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 4D", deal.hands[0]);
    deal.hand_sizes[1] = kit_cards("9H TH JH QH KH 5D 6D 7D 8D 9D TC JC QC 4C",
                                   deal.hands[1]);
    wish.deals = &deal;
    wish.deal_count = 1;
    kit_create(&wish, &seated);
    game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    kit_finish(game, &rng);
    hk_game_close(game);

    game = kit_new_may_i("ali noor omar", "refusal=take");
    kit_finish(game, &rng);
    hk_game_close(game);
}

START_TEST(test_what_was_played_is_right)
{
    struct told told;

    make_games();
    struct hk_verify_report report = verify(&told);
    ck_assert_msg(told.count == 0, "%s", told.sentences[0]);
    ck_assert_uint_eq(report.games, 8);
    ck_assert_int_eq(report.events, kit_int("SELECT count(*) FROM log"));
    ck_assert_uint_eq(report.unhashed, 0);
    ck_assert(report.figures_compared);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM results"), 4);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures WHERE partner = 0"),
                     8 * 10);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM figures WHERE partner > 0"),
                     8 * 2);
}
END_TEST

START_TEST(test_an_empty_store_is_right)
{
    struct told told;

    (void)kit_service();
    struct hk_verify_report report = verify(&told);
    ck_assert_uint_eq(report.games, 0);
    ck_assert_uint_eq(told.count, 0);
    ck_assert(report.figures_compared);
}
END_TEST

struct change {
    const char *sql;
    unsigned differences;
    const char *says; /* in the first sentence */
};

/* On this variant's board of all games ever. */
#define ON(variant)                                                 \
    "AND board IN (SELECT id FROM boards WHERE variant = '" variant \
    "' AND period = 'all' AND evidence = 'all')"

/* Game 1 and 2 are finished, 3 is the partners', 4 goes on. */
static const struct change changes[] = {
    {"UPDATE seats SET total = total + 1 WHERE game = 1 AND seat = 0", 1,
     "the total of seat 0"},
    {"UPDATE team_totals SET total = total - 5 WHERE game = 3 AND team = 1", 1,
     "the total of team 1"},
    {"UPDATE round_scores SET points = points + 1 "
     "WHERE game = 1 AND round = 2 AND seat = 1",
     1, "round 2 is stored otherwise"},
    {"UPDATE round_scores SET down = 1 - down "
     "WHERE game = 1 AND round = 1 AND seat = 1",
     1, "round 1 is stored otherwise"},
    {"UPDATE round_scores SET cards_left = 'AS' "
     "WHERE game = 1 AND round = 1 AND seat = 2",
     1, "round 1 is stored otherwise"},
    {"UPDATE round_team_scores SET points = 0 WHERE game = 3 AND round = 1", 1,
     "round 1 is stored otherwise"},
    {"UPDATE rounds SET at = 0 WHERE game = 1 AND round = 1", 1,
     "round 1 is stored otherwise"},
    {"UPDATE rounds SET seed = commitment WHERE game = 1 AND round = 1", 1,
     "round 1 is stored otherwise"},
    {"DELETE FROM round_scores WHERE game = 1 AND round = 2; "
     "DELETE FROM rounds WHERE game = 1 AND round = 2",
     1, "1 rounds are stored, its log has 2"},
    {"UPDATE games SET status = 'ended' WHERE id = 4", 1,
     "it is stored as ended, its log says playing"},
    {"UPDATE games SET seq = seq - 1 WHERE id = 4", 1,
     "its last event is stored as"},
    {"UPDATE games SET updated_at = updated_at + 1 WHERE id = 4", 1,
     "its row does not say"},
    {"UPDATE games SET ranked = 0 WHERE id = 4", 1, "its row does not say"},
    {"UPDATE games SET rules_version = 2 WHERE id = 4", 1,
     "its row does not say"},
    {"UPDATE players SET name = 'Someone' WHERE name = 'sami'", 2,
     "is stored as \"Someone\""},
    {"UPDATE seats SET player = NULL WHERE game = 4 AND seat = 1", 1,
     "seat 1 is stored as \"\", its log has \"ali\""},
    {"UPDATE figures SET wins = wins + 1, by_wins = by_wins - 1 "
     "WHERE player = 1 " ON("hand"),
     1, "the figures of ali in hand (all, all) are not"},
    {"UPDATE figures SET worst = worst + 1 "
     "WHERE player = 2 AND partner = 0 " ON("hand-partners"),
     1, "the figures of noor in hand-partners (all, all)"},
    {"UPDATE figures SET points = 0 "
     "WHERE player = 1 AND partner > 0 " ON("hand-partners"),
     1, "the figures of ali and omar in hand-partners"},
    {"UPDATE figures SET mu = mu + 1e-14 WHERE player = 1 " ON("hand"), 1,
     "the figures of ali in hand (all, all) are not"},
    {"UPDATE figures SET by_average = by_average + 1 "
     "WHERE player = 1 " ON("hand"),
     1, "the figures of ali in hand (all, all) are not"},
    {"UPDATE figures SET rounds_won = rounds WHERE player = 3 AND board IN "
     "(SELECT id FROM boards WHERE variant = 'may-i')",
     8, "the figures of omar in may-i ("},
    /* Of a line too many or too few the count differs as well. */
    {"DELETE FROM figures WHERE player = 1 " ON("hand"), 2,
     "the figures of player 1 (partner 0) in hand (all, all) are missing"},
    {"DELETE FROM figures WHERE player = 2 AND partner > 0 " ON(
         "hand-partners"),
     2, "the figures of player 2 (partner 4) in hand-partners (all, all) are"},
    {"INSERT INTO figures SELECT p.id, 0, b.id, 1, 1, 1, 1, 0, 0, 0, 0, 25, "
     "8, -1, -1, -1, 0, 0, 1 FROM players AS p, boards AS b "
     "WHERE p.name = 'sami' AND b.variant = 'hand' "
     "AND b.period = 'all' AND b.evidence = 'verified'",
     2, "the figures of sami in hand (all, verified)"},
    {"UPDATE boards SET lines = 0 WHERE variant = 'hand-partners' "
     "AND partnerships = 1 AND period = 'all' AND evidence = 'all'",
     1, "the lines of hand-partners partnerships (all, all) are counted"},
    {"UPDATE results SET ratings = zeroblob(length(ratings)) WHERE game = 2", 1,
     "its result is stored otherwise"},
    {"UPDATE results SET ratings = zeroblob(128) WHERE game = 2", 1,
     "its result is stored otherwise"},
    {"UPDATE results SET ended_at = ended_at + 1 WHERE game = 1", 1,
     "its result is stored otherwise"},
    {"UPDATE results SET evidence = 'declared' WHERE game = 3", 1,
     "its result is stored otherwise"},
    {"UPDATE games SET counted = 0 WHERE id = 1", 1,
     "its result is stored otherwise"},
    {"UPDATE results SET number = 9 WHERE number = 4", 1,
     "results: number 4 is missing"},
    {"INSERT INTO results SELECT 5, 4, ended_at, evidence, ratings "
     "FROM results WHERE number = 4",
     1, "results: number 5 is of a game that does not count"},
    {"DELETE FROM results WHERE number = 4", 1, "it is not counted"},
    {"UPDATE events SET secret = replace(secret, 'numbers 1', 'numbers 2') "
     "WHERE game = 4 AND seq = 2",
     1, "event 2: replayed, other cards were dealt or drawn"},
    {"UPDATE events SET data = replace(data, 'dealer 0', 'dealer 1') "
     "WHERE game = 4 AND seq = 2; "
     "UPDATE events SET data = replace(data, 'commitment ', 'commitment 0') "
     "WHERE game = 4 AND seq = 2",
     1, "event 2: it cannot be read"},
    {"UPDATE events SET seat = 1 - seat WHERE game = 4 AND seq = 3", 1,
     "event 3: the rules refuse the move"},
    /* What the game is the same without, its hash chain is not. */
    {"UPDATE events SET at = at + 1 WHERE game = 4 AND seq = 3", 1,
     "event 3: it is not what was hashed"},
    {"UPDATE events SET hash = zeroblob(32) WHERE game = 4 AND seq = 3", 1,
     "event 3: it is not what was hashed"},
    {"UPDATE events SET hash = NULL WHERE game = 4 AND seq = 3", 1,
     "event 3: it has no hash, unlike those before it"},
    {"UPDATE events SET hash = NULL WHERE game = 4 AND seq < 4", 0, NULL},
    {"UPDATE events SET hash = NULL WHERE game = 4", 0, NULL},
    /* Such a game may be older than an option. */
    {"UPDATE events SET hash = NULL WHERE game = 4; "
     "UPDATE events SET data = replace(data, ' run_max=13', '') "
     "WHERE game = 4 AND seq = 1",
     0, NULL},
    {"UPDATE events SET data = replace(data, ' run_max=13', '') "
     "WHERE game = 4 AND seq = 1",
     1, "event 1: it is not what was hashed"},
    {"DELETE FROM events WHERE game = 4 AND seq = 3", 1,
     "event 4: events before it are missing"},
    {"DELETE FROM events WHERE game = 4 AND seq = 3; "
     "UPDATE events SET seq = seq - 1 WHERE game = 4 AND seq > 3",
     1, "event 3: "},
    {"UPDATE events SET seq = seq + 1000 WHERE game = 4 AND seq IN (5, 6); "
     "UPDATE events SET seq = 1011 - seq WHERE game = 4 AND seq > 1000",
     1, "event 5: "},
    {"UPDATE games SET uuid = replace(uuid, '7', '8') WHERE id = 4", 1,
     "event 1: it is not what was hashed"},
};

/* A database that anything can be done to, and a copy of it to begin anew. */
static void free_of_triggers(void)
{
    kit_exec("DROP TRIGGER events_stay; DROP TRIGGER events_keep; "
             "DROP TRIGGER rounds_stay; DROP TRIGGER rounds_keep; "
             "DROP TRIGGER round_scores_stay; DROP TRIGGER round_scores_keep; "
             "DROP TRIGGER round_team_scores_stay; "
             "DROP TRIGGER round_team_scores_keep; "
             "PRAGMA wal_checkpoint(TRUNCATE)");
}

static void copy(const char *from, const char *to)
{
    char buffer[8192];
    size_t size;
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");

    ck_assert(in && out);
    while ((size = fread(buffer, 1, sizeof buffer, in)) > 0)
        ck_assert_uint_eq(fwrite(buffer, 1, size, out), size);
    fclose(in);
    ck_assert_int_eq(fclose(out), 0);
}

START_TEST(test_what_was_changed_is_told)
{
    struct told told;
    char kept[256];

    make_games();
    kit_close();
    kit_exec(SETTLE_SQL);
    free_of_triggers();
    snprintf(kept, sizeof kept, "%s.kept", kit_path());
    copy(kit_path(), kept);
    for (size_t i = 0; i < KIT_COUNT(changes); i++) {
        const struct change *change = &changes[i];

        copy(kept, kit_path());
        kit_exec(change->sql);
        verify(&told);
        ck_assert_msg(told.count == change->differences, "%s: %u: %s",
                      change->sql, told.count,
                      told.count ? told.sentences[0] : "");
        if (change->says)
            ck_assert_msg(strstr(told.sentences[0], change->says) != NULL,
                          "%s: %s", change->sql, told.sentences[0]);
        kit_exec("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}
END_TEST

START_TEST(test_a_game_from_before_the_chain_is_right)
{
    struct told told;
    struct hk_rng rng = kit_rng();
    char uuid[HK_UUID_TEXT_SIZE];

    struct hk_game *game = kit_new("huda ali", "rounds=2", false, NULL);
    memcpy(uuid, game->slot.uuid, sizeof uuid);
    for (unsigned i = 0; i < 10; i++)
        ck_assert(kit_step(game, &rng));
    hk_game_close(game);
    kit_close();
    kit_exec(SETTLE_SQL);
    free_of_triggers();
    kit_exec("UPDATE events SET hash = NULL");
    int64_t old = kit_int("SELECT count(*) FROM events");
    game = kit_game(uuid);
    kit_finish(game, &rng);
    hk_game_close(game);
    kit_close();
    struct hk_verify_report report = verify(&told);
    ck_assert_msg(told.count == 0, "%s", told.sentences[0]);
    ck_assert_int_eq(report.unhashed, old);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM events WHERE hash IS NULL"),
                     old);
}
END_TEST

/* Plays games to their end until told to stop. */
static void *go_on_playing(void *cls)
{
    struct hk_rng rng = kit_rng();
    const bool *stop = cls;

    while (!__atomic_load_n(stop, __ATOMIC_ACQUIRE)) {
        struct hk_game *game = kit_new("ali noor", "rounds=1", false, NULL);

        kit_finish(game, &rng);
        hk_game_close(game);
    }
    return NULL;
}

START_TEST(test_games_may_be_played_meanwhile)
{
    struct told told;
    bool stop = false;
    pthread_t player;

    make_games();
    pthread_create(&player, NULL, go_on_playing, &stop);
    for (unsigned i = 0; i < 10; i++) {
        verify(&told);
        ck_assert_msg(told.count == 0, "%s", told.sentences[0]);
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELEASE);
    pthread_join(player, NULL);
    struct hk_verify_report report = verify(&told);
    ck_assert_uint_eq(told.count, 0);
    ck_assert(report.figures_compared);
}
END_TEST

/* ----- feeds -------------------------------------------------------------- */

static struct hk_game *made_with(const char *token)
{
    struct hk_caller caller = kit_holder(token);
    struct hk_game_wish wish = kit_wish("a b", "rounds=1", false);
    struct hk_lobby_fault fault;
    struct hk_seated seated;

    ck_assert_int_eq(hk_lobby_create(kit_service(), &caller, &wish, &kit_real,
                                     &seated, &fault),
                     HK_OK);
    struct hk_game *game = kit_game(seated.happened.after.row.uuid);
    hk_seated_clear(&seated);
    return game;
}

/* Two games of one key, in turn, and one of another. */
static void make_feeds(void)
{
    struct hk_rng rng = kit_rng();
    char token[HK_TOKEN_TEXT_SIZE];
    snprintf(token, sizeof token, "%s", kit_key(false));
    struct hk_game *games[] = {made_with(token), made_with(token),
                               made_with(kit_key(true)),
                               kit_new("a b", NULL, false, NULL)};

    for (unsigned i = 0; i < 40; i++)
        (void)kit_step(games[i % KIT_COUNT(games)], &rng);
    for (size_t i = 0; i < KIT_COUNT(games); i++)
        hk_game_close(games[i]);
}

static const struct change feed_changes[] = {
    {"UPDATE feed SET seq = seq + 1 WHERE key = 1 AND id = 4", 1,
     "the feed of its key does not have its events"},
    {"DELETE FROM feed WHERE key = 1 AND id = 6", 2, "the feed of its key"},
    {"DELETE FROM feed WHERE key = 2", 1, "the feed of its key"},
    {"DELETE FROM feed WHERE key = 2 AND id > 8", 1, "the feed of its key"},
    {"UPDATE games SET key = 2 WHERE id = 1", 1, "the feed of its key"},
    {"UPDATE games SET key = 1 WHERE id = 4", 1, "the feed of its key"},
    {"UPDATE games SET key = NULL WHERE id = 3", 1, "the feed of its key"},
};

START_TEST(test_a_feed_that_was_changed_is_told)
{
    struct told told;

    make_feeds();
    kit_close();
    kit_exec("DROP TRIGGER feed_goes_on; DROP TRIGGER feed_stays; "
             "DROP TRIGGER feed_keeps; "
             "CREATE TABLE feed_before AS SELECT * FROM feed; "
             "CREATE TABLE keys_before AS SELECT id, key FROM games");
    for (size_t i = 0; i < KIT_COUNT(feed_changes); i++) {
        const struct change *change = &feed_changes[i];

        verify(&told);
        ck_assert_msg(told.count == 0, "%s", told.sentences[0]);
        kit_exec(change->sql);
        verify(&told);
        ck_assert_msg(told.count == change->differences, "%s: %u", change->sql,
                      told.count);
        ck_assert_ptr_nonnull(strstr(told.sentences[0], change->says));
        kit_exec("DELETE FROM feed; "
                 "INSERT INTO feed SELECT * FROM feed_before; "
                 "UPDATE games SET key = (SELECT b.key FROM keys_before AS b "
                 "WHERE b.id = games.id)");
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_what_was_played_is_right,
        test_an_empty_store_is_right,
        test_what_was_changed_is_told,
        test_a_game_from_before_the_chain_is_right,
        test_games_may_be_played_meanwhile,
        test_a_feed_that_was_changed_is_told,
    };
    return kit_run("service/verify", tests, KIT_COUNT(tests));
}
