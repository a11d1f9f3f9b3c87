/*
 * Games of bots inside one process: how fast they think, and how their games
 * go. A refused move or a game that does not end stops the program.
 *
 *     bench/bot_games [GAMES [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/apply.h"
#include "engine/bot.h"
#include "random_move.h"

enum { ALL_SEATS = (1 << HK_SEATS_MAX) - 1, MOVES_A_GAME_MAX = 100000 };

static uint64_t memory[HK_SOLVER_SIZE / sizeof(uint64_t)];
static const struct hk_solver solver = {memory, sizeof(memory)};

struct seen {
    unsigned long long moves, games, rounds, out, hands, asked, allowed, denied;
};

static double seconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now))
        abort();
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void stop(const char *why, const struct hk_move *move)
{
    fprintf(stderr, "bot_games: %s of seat %u: %s\n", hk_move_name(move->kind),
            move->seat, why);
    exit(EXIT_FAILURE);
}

static void count(const struct hk_move *move, const struct hk_outcome *outcome,
                  struct seen *seen)
{
    seen->moves += move->kind < HK_MOVE_DEAL;
    seen->asked += move->kind == HK_MOVE_MAY_I;
    seen->allowed += move->kind == HK_MOVE_ANSWER && move->allow;
    seen->denied += move->kind == HK_MOVE_ANSWER && !move->allow;
    if (!outcome->round_ended)
        return;
    seen->rounds++;
    seen->out += outcome->result.out >= 0;
    seen->hands += outcome->result.hand;
}

static void play_game(const struct hk_rules *rules, struct dice *dice,
                      struct seen *seen)
{
    struct hk_state state;
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    hk_state_init(&state, rules, 0);
    for (unsigned i = 0; state.stage != HK_STAGE_OVER; i++) {
        if (state.stage != HK_STAGE_PLAY)
            random_deal(rules, &state, dice, &move);
        else if (!hk_bot_next(rules, &state, ALL_SEATS, &solver, &move))
            stop("nobody moves after it", &move);
        enum hk_error error = hk_apply(rules, &state, &move, &outcome,
                                       &refusal);
        if (error)
            stop(hk_error_code(error), &move);
        if (i == MOVES_A_GAME_MAX)
            stop("the game does not end", &move);
        count(&move, &outcome, seen);
    }
    seen->games++;
}

static void report(enum hk_variant variant, unsigned seats,
                   unsigned long long games, uint64_t seed)
{
    struct hk_rules rules;
    struct seen seen = {0};
    struct dice dice = {.state = seed};
    hk_rules_init(&rules, variant, seats);
    double began = seconds();
    while (seen.games < games)
        play_game(&rules, &dice, &seen);
    double took = seconds() - began;
    printf("%-13s %u seats  %llu games, %llu moves, %.0f moves/s\n",
           hk_variant_name(variant), seats, seen.games, seen.moves,
           (double)seen.moves / took);
    printf("    %llu rounds: %llu with somebody going out (%llu Hands), "
           "%llu blocked; %llu questions, %llu answers that allow, %llu that "
           "refuse\n",
           seen.rounds, seen.out, seen.hands, seen.rounds - seen.out,
           seen.asked, seen.allowed, seen.denied);
}

int main(int argc, char **argv)
{
    unsigned long long games = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (games == 0) {
        fprintf(stderr, "usage: %s [GAMES [SEED]]\n", argv[0]);
        return EXIT_FAILURE;
    }
    report(HK_HAND, 4, games, seed);
    report(HK_HAND_PARTNERS, 4, games, seed);
    report(HK_MAY_I, 4, games, seed);
    return EXIT_SUCCESS;
}
