/*
 * Self-play inside one process: how many random legal moves a core makes in a
 * second, and where the time goes. Every move is made on a copy of the state,
 * as the service does: chosen, judged and carried out by hk_apply().
 *
 *     bench/playout [MOVES [SEED]]
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/apply.h"
#include "random_move.h"

enum { RUNS = 7 };

/* What is done for each move beside copying the state. */
enum work {
    PLAY,         /* choose a move and make it */
    CHOOSE_TWICE, /* the same, and choose another move: what choosing costs */
    JUDGE_TWICE,  /* the same, and judge the move again: what judging costs */
    COPY_TWICE    /* the same, and copy the state once more */
};

struct seen {
    uint64_t moves, games, rounds, out, hands, openings, melds, lay_offs;
    uint64_t jokers, questions, referee, rolls;
};

/* What a loop works out must be used, or the compiler drops it. */
static volatile unsigned sink;

static double seconds(void)
{
    struct timespec now;
    /* the time of this process, not of others on the machine */
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now))
        abort();
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void count(const struct hk_state *before, const struct hk_state *after,
                  const struct hk_move *move, const struct hk_outcome *outcome,
                  struct seen *seen)
{
    seen->moves += move->kind < HK_MOVE_DEAL;
    seen->referee += move->kind >= HK_MOVE_DEAL;
    seen->melds += move->kind == HK_MOVE_MELD;
    seen->lay_offs += move->kind == HK_MOVE_LAY_OFF;
    seen->jokers += move->kind == HK_MOVE_TAKE_JOKER;
    seen->questions += move->kind == HK_MOVE_MAY_I;
    seen->openings += after->opened && !before->opened;
    seen->rounds += outcome->round_ended;
    seen->games += after->stage == HK_STAGE_OVER;
    if (!outcome->round_ended)
        return;
    seen->out += outcome->result.out >= 0;
    seen->hands += outcome->result.hand;
}

static void refuse(const struct hk_move *move, enum hk_error error)
{
    fprintf(stderr, "playout: %s was refused: %s\n", hk_move_name(move->kind),
            hk_error_code(error));
    exit(EXIT_FAILURE);
}

/* What is done twice to see what it costs. */
static void add_work(enum work work, const struct hk_rules *rules,
                     const struct hk_state *state, const struct hk_move *move)
{
    static struct hk_state copy;
    struct dice dice = {.state = state->stock_count};
    struct hk_refusal refusal;
    struct hk_move other;
    if (work == CHOOSE_TWICE && state->stage == HK_STAGE_PLAY) {
        random_move(rules, state, &dice, &other);
        sink = other.kind;
    } else if (work == JUDGE_TWICE && state->stage == HK_STAGE_PLAY) {
        sink = hk_apply_judge(rules, state, move, &refusal);
    } else if (work == COPY_TWICE) {
        copy = *state;
        sink = ((volatile struct hk_state *)&copy)->turn;
    }
}

/* Games one after another, until so many moves of seats were made; returns
 * the seconds it took. */
static double play(const struct hk_rules *rules, enum work work, uint64_t moves,
                   uint64_t seed, struct seen *ret_seen)
{
    struct hk_state states[2];
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    struct hk_move move;
    struct seen seen = {0};
    struct dice dice = {.state = seed};
    unsigned now = 0;
    memset(&move, 0, sizeof(move));
    hk_state_init(&states[now], rules, 0);
    double began = seconds();
    while (seen.moves < moves) {
        struct hk_state *state = &states[now], *next = &states[1 - now];
        if (state->stage == HK_STAGE_OVER)
            hk_state_init(state, rules, 0);
        if (state->stage == HK_STAGE_PLAY)
            random_move(rules, state, &dice, &move);
        else
            random_deal(rules, state, &dice, &move);
        if (work != PLAY)
            add_work(work, rules, state, &move);
        *next = *state;
        enum hk_error error = hk_apply(rules, next, &move, &outcome, &refusal);
        if (error)
            refuse(&move, error);
        count(state, next, &move, &outcome, &seen);
        now = 1 - now;
    }
    double took = seconds() - began;
    seen.rolls = dice.rolls;
    *ret_seen = seen;
    return took;
}

/* The ceiling: as many copies of the state and as many numbers drawn. */
static double copy_only(const struct hk_rules *rules, const struct seen *seen)
{
    static struct hk_state states[2];
    struct dice dice = {.state = 1};
    uint64_t steps = seen->moves + seen->referee, rolled = 0;
    hk_state_init(&states[0], rules, 0);
    double began = seconds();
    for (uint64_t i = 0; i < steps; i++) {
        struct hk_state *next = &states[(i + 1) % 2];
        *next = states[i % 2];
        for (; rolled * steps < seen->rolls * i; rolled++)
            sink = dice_below(&dice, 14);
        next->turn ^= (hk_seat)i;
        sink = ((volatile struct hk_state *)next)->turn;
    }
    return seconds() - began;
}

/* Nanoseconds a move in the fastest run: what else the machine does only
 * slows a run down. */
static double measure(const struct hk_rules *rules, enum work work,
                      uint64_t moves, uint64_t seed, struct seen *ret_seen)
{
    double best = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        double took = play(rules, work, moves, seed, ret_seen);
        best = i == 0 || took < best ? took : best;
    }
    return best * 1e9 / (double)moves;
}

static double measure_ceiling(const struct hk_rules *rules,
                              const struct seen *seen)
{
    double best = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        double took = copy_only(rules, seen);
        best = i == 0 || took < best ? took : best;
    }
    return best * 1e9 / (double)seen->moves;
}

static void report(enum hk_variant variant, unsigned seats, uint64_t moves,
                   uint64_t seed)
{
    struct hk_rules rules;
    struct seen seen, other;
    hk_rules_init(&rules, variant, seats);
    size_t before = mallinfo2().uordblks;
    double whole = measure(&rules, PLAY, moves, seed, &seen);
    double choose = measure(&rules, CHOOSE_TWICE, moves, seed, &other) - whole;
    double judge = measure(&rules, JUDGE_TWICE, moves, seed, &other) - whole;
    double copy = measure(&rules, COPY_TWICE, moves, seed, &other) - whole;
    double ceiling = measure_ceiling(&rules, &seen);
    size_t after = mallinfo2().uordblks;
    printf("%-13s %u seats  %5.2f million moves/s  %4.0f ns a move: %.0f "
           "choosing, %.0f copying, %.0f judging, %.0f the rest\n",
           hk_variant_name(variant), seats, 1e3 / whole, whole, choose, copy,
           judge, whole - choose - copy - judge);
    printf("    ceiling, copying and chance alone: %.2f million/s; "
           "%.1f numbers a move; %zu bytes allocated on the way\n",
           1e3 / ceiling, (double)seen.rolls / (double)seen.moves,
           after - before);
    printf("    %llu games, %llu rounds (%llu with somebody going out, %llu "
           "Hands), %llu deals and reshuffles\n",
           (unsigned long long)seen.games, (unsigned long long)seen.rounds,
           (unsigned long long)seen.out, (unsigned long long)seen.hands,
           (unsigned long long)seen.referee);
    printf("    %llu openings, %llu moves with melds, %llu lay-offs, %llu "
           "jokers taken, %llu questions\n",
           (unsigned long long)seen.openings, (unsigned long long)seen.melds,
           (unsigned long long)seen.lay_offs, (unsigned long long)seen.jokers,
           (unsigned long long)seen.questions);
}

int main(int argc, char **argv)
{
    uint64_t moves = argc > 1 ? strtoull(argv[1], NULL, 10) : 500000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (moves == 0) {
        fprintf(stderr, "usage: %s [MOVES [SEED]]\n", argv[0]);
        return EXIT_FAILURE;
    }
    printf("a state has %zu bytes, a move %zu; the fastest of %d runs of "
           "%llu moves each, time of this process\n",
           sizeof(struct hk_state), sizeof(struct hk_move), RUNS,
           (unsigned long long)moves);
    report(HK_HAND, 2, moves, seed);
    report(HK_HAND, 4, moves, seed);
    report(HK_HAND_PARTNERS, 4, moves, seed);
    report(HK_MAY_I, 4, moves, seed);
    return EXIT_SUCCESS;
}
