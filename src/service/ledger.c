/* All leaderboards in memory, made from results alone. */
#include "service/ledger.h"

#include <stdlib.h>
#include <string.h>

#define SIZE_AT_START 1024

void hk_ledger_clear(struct hk_ledger *ledger)
{
    free(ledger->lines);
    *ledger = (struct hk_ledger){0};
}

static bool same_board(const struct hk_board_name *a,
                       const struct hk_board_name *b)
{
    return a->variant == b->variant && a->partnerships == b->partnerships &&
           a->evidence == b->evidence && strcmp(a->period, b->period) == 0;
}

static uint64_t hash_of(const struct hk_board_name *board, int64_t player,
                        int64_t partner)
{
    uint64_t hash = (uint64_t)board->variant << 3 |
                    (uint64_t)board->evidence << 1 | board->partnerships;

    for (const char *c = board->period; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    hash = (hash ^ (uint64_t)player) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 29 ^ (uint64_t)partner) *
           UINT64_C(0xc2b2ae3d27d4eb4f);
    return hash ^ hash >> 32;
}

/* The line's place: its own, or the free one where it would go. */
static struct hk_ledger_line *place_of(const struct hk_ledger *ledger,
                                       const struct hk_board_name *board,
                                       int64_t player, int64_t partner)
{
    size_t i = (size_t)hash_of(board, player, partner) & (ledger->size - 1);

    for (;; i = (i + 1) & (ledger->size - 1)) {
        struct hk_ledger_line *line = &ledger->lines[i];

        if (line->figures.games == 0 ||
            (line->player == player && line->partner == partner &&
             same_board(&line->board, board)))
            return line;
    }
}

struct hk_ledger_line *hk_ledger_find(const struct hk_ledger *ledger,
                                      const struct hk_board_name *board,
                                      int64_t player, int64_t partner)
{
    if (ledger->size == 0)
        return NULL;
    struct hk_ledger_line *line = place_of(ledger, board, player, partner);
    return line->figures.games > 0 ? line : NULL;
}

/* Room for the lines of one more board, with half of the places free. */
static enum hk_error make_room(struct hk_ledger *ledger)
{
    struct hk_ledger larger = {.used = ledger->used};

    if (2 * (ledger->used + HK_RESULT_LINES) <= ledger->size)
        return HK_OK;
    larger.size = ledger->size ? 2 * ledger->size : SIZE_AT_START;
    larger.lines = calloc(larger.size, sizeof *larger.lines);
    if (!larger.lines)
        return HK_E_INTERNAL;
    for (size_t i = 0; i < ledger->size; i++) {
        const struct hk_ledger_line *line = &ledger->lines[i];

        if (line->figures.games > 0)
            *place_of(&larger, &line->board, line->player,
                      line->partner) = *line;
    }
    free(ledger->lines);
    *ledger = larger;
    return HK_OK;
}

/* The line, with HK_FIGURES_NONE where there was none. */
static struct hk_ledger_line *line_of(struct hk_ledger *ledger,
                                      const struct hk_result *result,
                                      unsigned board, unsigned i)
{
    struct hk_line who = hk_result_line(result, i);
    struct hk_board_name name;

    hk_result_board(result, board, i >= result->seats, &name);
    struct hk_ledger_line *line = place_of(ledger, &name, who.player,
                                           who.partner);
    if (line->figures.games == 0)
        *line = (struct hk_ledger_line){.board = name,
                                        .player = who.player,
                                        .partner = who.partner,
                                        .figures = HK_FIGURES_NONE};
    return line;
}

static enum hk_error add_to_board(struct hk_ledger *ledger,
                                  const struct hk_result *result,
                                  unsigned board,
                                  struct hk_rating ret_before[HK_RESULT_LINES])
{
    unsigned count = hk_result_lines(result);
    struct hk_rating ratings[HK_RESULT_LINES];
    struct hk_ledger_line *lines[HK_RESULT_LINES];
    enum hk_error error = make_room(ledger);

    if (error)
        return error;
    for (unsigned i = 0; i < count; i++) {
        const struct hk_figures more = hk_result_figures(result, i);

        lines[i] = line_of(ledger, result, board, i);
        ledger->used += lines[i]->figures.games == 0;
        ret_before[i] = ratings[i] = lines[i]->figures.rating;
        hk_figures_add(&lines[i]->figures, &more,
                       (enum hk_variant)result->variant);
    }
    hk_result_rate(result, ratings);
    for (unsigned i = 0; i < count; i++)
        lines[i]->figures.rating = ratings[i];
    return HK_OK;
}

enum hk_error hk_ledger_add(
    struct hk_ledger *ledger, const struct hk_result *result,
    struct hk_rating ret_before[HK_RESULT_BOARDS][HK_RESULT_LINES])
{
    enum hk_error error = HK_OK;

    for (unsigned b = 0; b < HK_RESULT_BOARDS && !error; b++)
        error = add_to_board(ledger, result, b, ret_before[b]);
    return error;
}

/* A line among those that are put in order. */
struct place {
    const struct hk_ledger_line *line;
};

/* Board after board, so that the store works at one place at a time. */
static int compare_places(const void *one, const void *other)
{
    const struct hk_ledger_line *a = ((const struct place *)one)->line;
    const struct hk_ledger_line *b = ((const struct place *)other)->line;
    int periods = strcmp(a->board.period, b->board.period);

    if (a->board.variant != b->board.variant)
        return a->board.variant < b->board.variant ? -1 : 1;
    if (a->board.partnerships != b->board.partnerships)
        return a->board.partnerships ? 1 : -1;
    if (a->board.evidence != b->board.evidence)
        return a->board.evidence < b->board.evidence ? -1 : 1;
    if (periods != 0)
        return periods;
    if (a->player != b->player)
        return a->player < b->player ? -1 : 1;
    return a->partner < b->partner ? -1 : a->partner > b->partner;
}

static enum hk_error write_lines(const struct place *places, size_t count,
                                 struct hk_tx *tx)
{
    enum hk_error error = hk_tx_clear_figures(tx);
    int64_t board = 0;

    for (size_t i = 0; i < count && !error; i++) {
        const struct hk_ledger_line *line = places[i].line;

        if (i == 0 || !same_board(&line->board, &places[i - 1].line->board))
            error = hk_tx_board(tx, &line->board, &board);
        if (!error)
            error = hk_tx_put_figures(tx, board, line->player, line->partner,
                                      &line->figures, 0);
    }
    return error;
}

enum hk_error hk_ledger_write(const struct hk_ledger *ledger, struct hk_tx *tx)
{
    struct place *places = malloc((ledger->used + 1) * sizeof *places);
    size_t count = 0;

    if (!places)
        return HK_E_INTERNAL;
    for (size_t i = 0; i < ledger->size; i++)
        if (ledger->lines[i].figures.games > 0)
            places[count++].line = &ledger->lines[i];
    qsort(places, count, sizeof *places, compare_places);
    enum hk_error error = write_lines(places, count, tx);
    free(places);
    return error;
}
