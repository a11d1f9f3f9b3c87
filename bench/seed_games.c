/*
 * Fills a database with games that are over, by the same functions that the
 * service writes with: logs, rounds, totals, figures, ratings and tokens are
 * what play would have left, and "hakam verify" finds no difference.
 *
 *     bench/seed-games --database FILE [--games N] [--players N] [--seed N]
 *         [--unfinished N] [--refereed PERCENT]
 *
 * README.md in this folder tells the mixture.
 */
#include <getopt.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "random_move.h"
#include "service/auth.h"
#include "service/draft.h"
#include "service/reckoning.h"
#include "service/names.h"
#include "service/uuid.h"
#include "store/keys.h"
#include "store/players.h"
#include "store/results.h"

enum {
    GAMES_A_TRANSACTION = 500,
    EVENTS_MAX = 2000,
    SCORECARD_EVENTS_MAX = 16,
    ROUNDS_MAX = 2,
    MAY_I_REFEREED_ONE_IN = 20, /* they are long */
    TRIES_MAX = 1000
};

static const hk_time SECOND = 1000;
static const hk_time TWO_YEARS = INT64_C(2) * 365 * 24 * 3600 * 1000;

struct options {
    const char *database;
    unsigned games, players, unfinished, refereed;
    uint64_t seed;
};

struct seeding {
    struct options options;
    struct hk_store *store;
    struct dice dice;
    struct hk_rng_seeded seeded;
    struct hk_rng rng;
    double *shares;      /* Zipf: of players up to and with this one */
    int64_t *player_ids; /* 0: not made yet */
    hk_time from;
    unsigned made, events, refereed;
    struct hk_reckoning reckoning; /* the boards, written when all is played */
    struct hk_tx *tx;              /* that they are written in */
};

/* A game on its way into the database. */
struct making {
    struct hk_draft draft;
    struct hk_game_row row;
    struct hk_seat_row seats[HK_SEATS_MAX];
    unsigned players[HK_SEATS_MAX]; /* their numbers */
    char names[HK_SEATS_MAX][HK_NAME_SIZE];
    struct hk_token_row tokens[HK_SEATS_MAX + 1];
    hk_time now;
    bool finished;
};

/* Games made here while those of the other batch are written. */
struct batch {
    struct seeding *seeding;
    struct making *games; /* owned; GAMES_A_TRANSACTION places */
    unsigned count;
    struct hk_job job;
    sem_t written; /* at first, and again once it is */
};

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "seed-games: %s failed\n", what);
    exit(EXIT_FAILURE);
}

/* ---- players ---- */

/* Player k plays as often as 1/k says (Zipf). */
static void make_shares(struct seeding *seeding)
{
    unsigned count = seeding->options.players;
    double sum = 0;
    seeding->shares = calloc(count, sizeof(double));
    seeding->player_ids = calloc(count, sizeof(int64_t));
    must(seeding->shares && seeding->player_ids, "memory");
    for (unsigned i = 0; i < count; i++)
        seeding->shares[i] = sum += 1.0 / (i + 1);
    for (unsigned i = 0; i < count; i++)
        seeding->shares[i] /= sum;
}

static unsigned draw_player(struct seeding *seeding)
{
    double at = (double)(dice_next(&seeding->dice) >> 11) * 0x1p-53;
    unsigned low = 0, high = seeding->options.players - 1;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (seeding->shares[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void draw_players(struct seeding *seeding, struct making *making)
{
    for (unsigned s = 0; s < making->row.seats;) {
        unsigned player = draw_player(seeding);
        bool seated = false;
        for (unsigned before = 0; before < s; before++)
            seated |= making->players[before] == player;
        if (seated)
            continue;
        making->players[s] = player;
        snprintf(making->names[s], HK_NAME_SIZE, "player%06u", player + 1);
        s++;
    }
}

static enum hk_error seat_players(struct seeding *seeding, struct hk_tx *tx,
                                  struct making *making)
{
    for (unsigned s = 0; s < making->row.seats; s++) {
        struct hk_seat_row *seat = &making->seats[s];
        int64_t *id = &seeding->player_ids[making->players[s]];
        if (*id == 0) {
            struct hk_player_row player;
            char name[HK_NAME_SIZE], folded[HK_FOLDED_NAME_SIZE];
            must(hk_name_read(making->names[s], strlen(making->names[s]), name,
                              folded) == HK_NAME_OK,
                 "reading a name");
            enum hk_error error = hk_tx_player(tx, name, folded,
                                               making->row.created_at, &player);
            if (error)
                return error;
            *id = player.id;
        }
        *seat = (struct hk_seat_row){.seat = (hk_seat)s, .player = *id};
        seat->team = hk_rules_teams(&making->draft.table.rules)
                         ? (int)(s % HK_TEAMS)
                         : -1;
    }
    return HK_OK;
}

/* ---- games ---- */

/* Three of five are Hand, one each partnerships and May I. */
static void draw_rules(struct dice *dice, struct hk_rules *ret_rules)
{
    unsigned kind = dice_below(dice, 5);
    if (kind < 3)
        hk_rules_init(ret_rules, HK_HAND, 2 + dice_below(dice, 3));
    else if (kind == 3)
        hk_rules_init(ret_rules, HK_HAND_PARTNERS, 4);
    else
        hk_rules_init(ret_rules, HK_MAY_I, 3 + dice_below(dice, 2));
    if (kind < 4)
        ret_rules->rounds = (int16_t)(1 + dice_below(dice, ROUNDS_MAX));
}

static void create(struct seeding *seeding, struct making *making,
                   const struct hk_rules *rules, enum hk_mode mode)
{
    const char *names[HK_SEATS_MAX];
    struct hk_secret secret = {.deals = NULL};
    struct hk_draft *draft = &making->draft;
    for (unsigned s = 0; s < HK_SEATS_MAX; s++)
        names[s] = making->names[s];
    if (mode == HK_MODE_REFEREE)
        secret.first_dealer = (hk_seat)dice_below(&seeding->dice, rules->seats);
    hk_table_create(&draft->table, making->row.uuid, mode, rules, names, 0,
                    &secret, making->now, hk_draft_next(draft));
    making->row.mode = mode;
    making->row.ranked = hk_table_ranked(&draft->table);
    hk_draft_follow(draft, &seeding->rng, making->now);
}

/* Somebody goes out, the others hold a few cards or were not down. */
static void draw_round(struct dice *dice, const struct hk_rules *rules,
                       struct hk_told_round *ret_told)
{
    bool may_i = rules->variant == HK_MAY_I;
    hk_told_init(ret_told);
    ret_told->out = -1;
    if (dice_below(dice, 50) > 0)
        ret_told->out = (int8_t)dice_below(dice, rules->seats);
    ret_told->hand = !may_i && ret_told->out >= 0 && dice_below(dice, 20) == 0;
    for (unsigned s = 0; s < rules->seats; s++) {
        struct hk_told_seat *seat = &ret_told->seats[s];
        bool down = may_i || dice_below(dice, 3) > 0;
        if ((int)s == ret_told->out)
            continue;
        seat->down = (int8_t)down;
        if (!down)
            continue;
        seat->has_points = true;
        /* M12: cards count 5, 10 or more, always fives. */
        seat->points = may_i ? 5 + 5 * (int64_t)dice_below(dice, 12)
                             : 2 + (int64_t)dice_below(dice, 60);
    }
}

static void record_rounds(struct seeding *seeding, struct making *making,
                          unsigned rounds)
{
    struct hk_draft *draft = &making->draft;
    unsigned tries = 0;
    while (rounds > 0 && draft->table.status == HK_STATUS_PLAYING) {
        struct hk_told_round told;
        struct hk_impossibility impossibility;
        draw_round(&seeding->dice, &draft->table.rules, &told);
        enum hk_error error = hk_table_record_round(
            &draft->table, -1, &told, making->now, hk_draft_next(draft),
            &impossibility);
        if (error) {
            /* It cannot have happened: another. */
            hk_draft_drop(draft);
            must(++tries < TRIES_MAX, "drawing a round");
            continue;
        }
        hk_draft_follow(draft, &seeding->rng, making->now);
        making->now += 600 * SECOND;
        rounds--;
    }
}

static void play(struct seeding *seeding, struct making *making, unsigned moves)
{
    struct hk_draft *draft = &making->draft;
    while (moves-- > 0 && draft->table.status == HK_STATUS_PLAYING) {
        struct hk_move move;
        struct hk_refusal refusal;
        memset(&move, 0, sizeof(move));
        random_move(&draft->table.rules, &draft->table.state, &seeding->dice,
                    &move);
        enum hk_error error = hk_table_move(&draft->table, &move, making->now,
                                            hk_draft_next(draft), &refusal);
        must(error == HK_OK, "a random move");
        hk_draft_follow(draft, &seeding->rng, making->now);
        making->now += 2 * SECOND;
    }
}

static bool is_refereed(struct seeding *seeding, const struct hk_rules *rules)
{
    struct dice *dice = &seeding->dice;
    return dice_below(dice, 100) < seeding->options.refereed &&
           (rules->variant != HK_MAY_I ||
            dice_below(dice, MAY_I_REFEREED_ONE_IN) == 0);
}

/* The log of a game; what is unfinished was begun only. */
static void make_log(struct seeding *seeding, struct making *making)
{
    bool finished = making->finished;
    struct hk_rules rules;
    draw_rules(&seeding->dice, &rules);
    making->row.seats = rules.seats;
    making->row.variant = (enum hk_variant)rules.variant;
    draw_players(seeding, making);
    bool refereed = is_refereed(seeding, &rules);
    must(hk_draft_init(&making->draft, NULL,
                       refereed ? EVENTS_MAX : SCORECARD_EVENTS_MAX) == HK_OK,
         "memory");
    if (refereed) {
        if (rules.variant != HK_MAY_I)
            rules.rounds = finished ? 1 : 5;
        rules.max_reshuffles = 0;
        create(seeding, making, &rules, HK_MODE_REFEREE);
        play(seeding, making, finished ? EVENTS_MAX - HK_EVENTS_A_MOVE : 4);
        seeding->refereed++;
    } else {
        if (!finished && rules.variant != HK_MAY_I)
            rules.rounds = 5;
        create(seeding, making, &rules, HK_MODE_SCORECARD);
        record_rounds(seeding, making, finished ? HK_ROUNDS_MAX : 1);
    }
    making->row.status = making->draft.table.status;
}

/* Whoever made it has its tokens, as of any game. */
static void make_tokens(struct seeding *seeding, struct making *making)
{
    char text[HK_TOKEN_TEXT_SIZE];
    for (unsigned i = 0; i <= making->row.seats; i++) {
        struct hk_token_row *token = &making->tokens[i];
        token->kind = i == 0 ? HK_TOKEN_GAME_HOST : HK_TOKEN_SEAT;
        token->seat = (hk_seat)(i == 0 ? 0 : i - 1);
        hk_auth_make_token(&seeding->rng, token->kind, text, token->hash);
    }
}

static enum hk_error add_tokens(struct hk_tx *tx, struct making *making)
{
    enum hk_error error = HK_OK;
    for (unsigned i = 0; i <= making->row.seats && !error; i++) {
        making->tokens[i].game = making->row.id;
        error = hk_tx_add_token(tx, &making->tokens[i], making->row.created_at);
    }
    return error;
}

/* What finished enters its boards, which are kept in memory until the end: one
 * game after another, as in the service, a million of them take an hour. */
static enum hk_error count_game(struct seeding *seeding, struct hk_tx *tx,
                                const struct making *making)
{
    static struct hk_round_row rounds[HK_ROUNDS_MAX];
    const struct hk_draft *draft = &making->draft;
    const struct hk_table *table = &draft->table;
    struct hk_result result;
    size_t count = 0;
    for (size_t i = 0; i < draft->count; i++) {
        const struct hk_event *event = &draft->entries[i].event;
        if (event->type == HK_EVENT_ROUND_ENDED)
            hk_table_round(event, &rounds[count++]);
    }
    hk_result_make(&result, making->row.id, &table->rules,
                   hk_evidence_of(table->mode), table->updated_at,
                   making->seats, rounds, count);
    struct hk_result_row row = {.game = result.game,
                                .ended_at = result.ended_at,
                                .evidence = (enum hk_evidence)result.evidence,
                                .lines = hk_result_lines(&result)};
    enum hk_error error = hk_reckoning_add(&seeding->reckoning, &result,
                                           row.before);
    if (!error)
        error = hk_tx_add_result(tx, &row);
    return error;
}

static void make_game(struct seeding *seeding, struct making *making)
{
    const struct options *options = &seeding->options;
    unsigned all = options->games + options->unfinished;
    uint64_t number = seeding->made++;
    /* The unfinished ones lie evenly among the others. */
    making->finished = (number + 1) * options->unfinished / all ==
                       number * options->unfinished / all;
    making->now = seeding->from + (hk_time)(number * (uint64_t)TWO_YEARS / all);
    making->row.created_at = making->now;
    making->row.rules_version = HK_RULES_VERSION;
    hk_uuid_make(making->now, &seeding->rng, making->row.uuid);
    make_log(seeding, making);
    making->row.updated_at = making->now;
    must(!making->finished || making->row.status == HK_STATUS_FINISHED,
         "finishing a game");
    make_tokens(seeding, making);
    must(hk_draft_put_in_words(&making->draft) == HK_OK, "memory");
    seeding->events += (unsigned)making->draft.count;
}

static enum hk_error write_game(struct seeding *seeding, struct hk_tx *tx,
                                struct making *making)
{
    enum hk_error error = seat_players(seeding, tx, making);
    if (!error)
        error = hk_tx_add_game(tx, &making->row, making->seats,
                               &making->row.id);
    if (!error)
        error = hk_draft_write(&making->draft, tx, making->row.id);
    if (!error && making->finished && making->row.ranked)
        error = count_game(seeding, tx, making);
    if (!error)
        error = add_tokens(tx, making);
    hk_draft_clear(&making->draft);
    return error;
}

static enum hk_error write_batch(struct hk_tx *tx, void *cls)
{
    struct batch *batch = cls;
    enum hk_error error = HK_OK;
    for (unsigned i = 0; i < batch->count && !error; i++)
        error = write_game(batch->seeding, tx, &batch->games[i]);
    return error;
}

static void batch_written(enum hk_error error, void *cls)
{
    struct batch *batch = cls;
    must(error == HK_OK, "writing");
    must(sem_post(&batch->written) == 0, "a semaphore");
}

static void make_batch(struct batch *batch)
{
    struct seeding *seeding = batch->seeding;
    unsigned all = seeding->options.games + seeding->options.unfinished;
    memset(batch->games, 0, GAMES_A_TRANSACTION * sizeof(*batch->games));
    batch->count = 0;
    while (batch->count < GAMES_A_TRANSACTION && seeding->made < all)
        make_game(seeding, &batch->games[batch->count++]);
}

/* ---- the program ---- */

static double seconds(void)
{
    struct timespec now;
    must(clock_gettime(CLOCK_MONOTONIC, &now) == 0, "the clock");
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void wait_for(struct batch *batch)
{
    while (sem_wait(&batch->written) != 0)
        ;
}

static enum hk_error write_lines(const char *period, struct hk_ledger *ledger,
                                 void *cls)
{
    const struct seeding *seeding = cls;
    return hk_ledger_write(ledger, period, seeding->tx);
}

static enum hk_error write_boards(struct hk_tx *tx, void *cls)
{
    struct seeding *seeding = cls;
    seeding->tx = tx;
    return hk_reckoning_end(&seeding->reckoning);
}

static void seed(struct seeding *seeding)
{
    struct batch batches[2];
    unsigned all = seeding->options.games + seeding->options.unfinished;
    unsigned told = 0;
    double began = seconds();
    hk_reckoning_init(&seeding->reckoning, 0, HK_RESULT_BOARDS, write_lines,
                      seeding);
    for (int i = 0; i < 2; i++) {
        struct batch *batch = &batches[i];
        memset(batch, 0, sizeof(*batch));
        batch->seeding = seeding;
        batch->games = calloc(GAMES_A_TRANSACTION, sizeof(*batch->games));
        batch->job = (struct hk_job){
            .run = write_batch, .done = batch_written, .cls = batch};
        must(batch->games && sem_init(&batch->written, 0, 1) == 0, "memory");
    }
    for (unsigned turn = 0; seeding->made < all; turn++) {
        struct batch *batch = &batches[turn % 2];
        wait_for(batch);
        make_batch(batch);
        hk_store_submit(seeding->store, &batch->job, HK_WRITE_THERE);
        if (seeding->made / 50000 > told) {
            told = seeding->made / 50000;
            fprintf(stderr, "%u games, %.0f s\n", seeding->made,
                    seconds() - began);
        }
    }
    for (int i = 0; i < 2; i++) {
        wait_for(&batches[i]);
        sem_destroy(&batches[i].written);
        free(batches[i].games);
    }
    must(hk_store_write(seeding->store, write_boards, seeding) == HK_OK,
         "writing the boards");
    hk_reckoning_clear(&seeding->reckoning);
    printf("games=%u refereed=%u events=%u seconds=%.1f\n", seeding->made,
           seeding->refereed, seeding->events, seconds() - began);
}

static unsigned long long read_number(const char *text)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    must(*text && !*end, "reading a number");
    return value;
}

static void read_options(int argc, char **argv, struct options *options)
{
    static const struct option known[] = {
        {"database", required_argument, NULL, 'd'},
        {"games", required_argument, NULL, 'g'},
        {"players", required_argument, NULL, 'p'},
        {"unfinished", required_argument, NULL, 'u'},
        {"refereed", required_argument, NULL, 'r'},
        {"seed", required_argument, NULL, 's'},
        {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (option == 'd')
            options->database = optarg;
        else if (option == 'g')
            options->games = (unsigned)read_number(optarg);
        else if (option == 'p')
            options->players = (unsigned)read_number(optarg);
        else if (option == 'u')
            options->unfinished = (unsigned)read_number(optarg);
        else if (option == 'r')
            options->refereed = (unsigned)read_number(optarg);
        else if (option == 's')
            options->seed = read_number(optarg);
        else
            options->database = NULL;
    }
    if (options->database && optind == argc && options->games > 0 &&
        options->players >= HK_SEATS_MAX)
        return;
    fputs("usage: seed-games --database FILE [--games N] [--players N] "
          "[--unfinished N] [--refereed PERCENT] [--seed N]\n",
          stderr);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    static struct seeding seeding = {
        .options = {.games = 1000, .players = 200000, .refereed = 2, .seed = 1},
    };
    char why[HK_STORE_MESSAGE_SIZE] = "";
    struct hk_clock clock = hk_clock_real();
    read_options(argc, argv, &seeding.options);
    hk_log_set_level(HK_LOG_WARNING);
    seeding.dice.state = seeding.options.seed;
    seeding.rng = hk_rng_from_seed(&seeding.seeded, seeding.options.seed);
    seeding.from = hk_clock_now(&clock) - TWO_YEARS;
    make_shares(&seeding);
    must(access(seeding.options.database, F_OK) != 0,
         "making a new file: it is there, and");
    if (hk_store_open(seeding.options.database, HK_STORE_SERVE, &seeding.store,
                      why)) {
        fprintf(stderr, "seed-games: %s\n", why);
        return EXIT_FAILURE;
    }
    seed(&seeding);
    hk_store_close(seeding.store);
    free(seeding.shares);
    free(seeding.player_ids);
    return EXIT_SUCCESS;
}
