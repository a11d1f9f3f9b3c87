/* Figures of players and partnerships, counted anew from games. */
#include "service/tally.h"

#include <stdlib.h>

#define SIZE_AT_START 64

void hk_tally_clear(struct hk_tally *tally)
{
    free(tally->counts);
    *tally = (struct hk_tally){0};
}

/* The place of a key: its own, or the free one where it would go. */
static struct hk_count *place_of(const struct hk_tally *tally,
                                 enum hk_variant variant, int64_t player,
                                 int64_t partner)
{
    uint64_t hash = ((uint64_t)player * UINT64_C(0x9e3779b97f4a7c15)) ^
                    ((uint64_t)partner * UINT64_C(0xc2b2ae3d27d4eb4f)) ^
                    (uint64_t)variant;
    size_t i = (size_t)(hash ^ hash >> 32) & (tally->size - 1);

    for (;; i = (i + 1) & (tally->size - 1)) {
        struct hk_count *count = &tally->counts[i];

        if (count->figures.games == 0 ||
            (count->variant == variant && count->player == player &&
             count->partner == partner))
            return count;
    }
}

struct hk_count *hk_tally_find(const struct hk_tally *tally,
                               enum hk_variant variant, int64_t player,
                               int64_t partner)
{
    if (tally->size == 0)
        return NULL;
    struct hk_count *count = place_of(tally, variant, player, partner);
    return count->figures.games > 0 ? count : NULL;
}

/* Room for one more, with half of the places free. */
static enum hk_error make_room(struct hk_tally *tally)
{
    struct hk_tally larger = {.used = tally->used};

    if (2 * (tally->used + 1) <= tally->size)
        return HK_OK;
    larger.size = tally->size ? 2 * tally->size : SIZE_AT_START;
    larger.counts = calloc(larger.size, sizeof *larger.counts);
    if (!larger.counts)
        return HK_E_INTERNAL;
    for (size_t i = 0; i < tally->size; i++) {
        const struct hk_count *count = &tally->counts[i];

        if (count->figures.games > 0)
            *place_of(&larger, count->variant, count->player,
                      count->partner) = *count;
    }
    free(tally->counts);
    *tally = larger;
    return HK_OK;
}

static enum hk_error add(struct hk_tally *tally, const struct hk_count *game)
{
    const struct hk_figures *more = &game->figures;
    bool lower = hk_variant_lower_wins(game->variant);
    enum hk_error error = make_room(tally);

    if (error)
        return error;
    struct hk_count *count = place_of(tally, game->variant, game->player,
                                      game->partner);
    struct hk_figures *figures = &count->figures;
    if (figures->games == 0) {
        *count = *game;
        tally->used++;
        return HK_OK;
    }
    figures->games += more->games;
    figures->wins += more->wins;
    figures->rounds += more->rounds;
    figures->rounds_won += more->rounds_won;
    figures->hands += more->hands;
    figures->points += more->points;
    if (lower ? more->best < figures->best : more->best > figures->best)
        figures->best = more->best;
    if (lower ? more->worst > figures->worst : more->worst < figures->worst)
        figures->worst = more->worst;
    return HK_OK;
}

/* The figures of one game for the seats that `seats` has bits of. `own` is the
 * seat whose Hands count; -1: the Hands of all of them. */
static struct hk_figures count_game(const struct hk_history *history,
                                    unsigned seats, unsigned winner, int own)
{
    const struct hk_table *table = &history->table;
    bool teams = hk_rules_teams(&table->rules);
    uint8_t winners = hk_state_winners(&table->state, &table->rules);
    struct hk_figures figures = {.games = 1,
                                 .wins = winners >> winner & 1,
                                 .rounds = (int64_t)history->round_count};

    for (size_t i = 0; i < history->round_count; i++) {
        const struct hk_round_result *result = &history->rounds[i].result;
        bool won = result->out >= 0 && (seats >> result->out & 1);

        figures.points += teams ? result->team_points[winner]
                                : result->points[winner];
        figures.rounds_won += won;
        figures.hands += won && result->hand && (own < 0 || result->out == own);
    }
    figures.best = figures.points;
    figures.worst = figures.points;
    return figures;
}

/* H1: the seats of a team. */
static unsigned team_seats(unsigned team)
{
    return team == 0 ? 0x5 : 0xa;
}

enum hk_error hk_tally_game(struct hk_tally *tally,
                            const struct hk_history *history,
                            const struct hk_seat_row *seats)
{
    const struct hk_rules *rules = &history->table.rules;
    bool teams = hk_rules_teams(rules);
    struct hk_count count = {.variant = (enum hk_variant)rules->variant};
    enum hk_error error = HK_OK;

    for (unsigned s = 0; s < rules->seats && !error; s++) {
        unsigned winner = teams ? s % HK_TEAMS : s;

        count.player = seats[s].player;
        count.figures = count_game(
            history, teams ? team_seats(winner) : 1u << s, winner, (int)s);
        error = add(tally, &count);
    }
    for (unsigned t = 0; teams && t < HK_TEAMS && !error; t++) {
        int64_t a = seats[t].player;
        int64_t b = seats[t + HK_TEAMS].player;

        count.player = a < b ? a : b;
        count.partner = a < b ? b : a;
        count.figures = count_game(history, team_seats(t), t, -1);
        error = add(tally, &count);
    }
    return error;
}
