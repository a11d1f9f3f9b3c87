/* The lines of leaderboards of one period in memory. */
#include "service/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_AT_START 64

void hk_ledger_clear(struct hk_ledger *ledger)
{
    free(ledger->lines);
    free(ledger->places);
    *ledger = (struct hk_ledger){0};
}

/* ----- finding ------------------------------------------------------------ */

static uint64_t hash_of(const struct hk_ledger_line *line)
{
    uint64_t hash = (uint64_t)line->variant << 2 | line->evidence;

    hash = (hash << 48 ^ (uint64_t)line->player) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 29 ^ (uint64_t)line->partner) *
           UINT64_C(0xc2b2ae3d27d4eb4f);
    return hash ^ hash >> 32;
}

static bool same_line(const struct hk_ledger_line *a,
                      const struct hk_ledger_line *b)
{
    return a->player == b->player && a->partner == b->partner &&
           a->variant == b->variant && a->evidence == b->evidence;
}

/* Where the line's number is, or would go. */
static uint32_t *place_of(const struct hk_ledger *ledger,
                          const struct hk_ledger_line *line)
{
    size_t i = (size_t)hash_of(line) & (ledger->place_count - 1);

    while (ledger->places[i] != 0 &&
           !same_line(&ledger->lines[ledger->places[i] - 1], line))
        i = (i + 1) & (ledger->place_count - 1);
    return &ledger->places[i];
}

static struct hk_ledger_line line_on(const struct hk_board_name *board,
                                     int64_t player, int64_t partner)
{
    return (struct hk_ledger_line){.player = player,
                                   .partner = partner,
                                   .figures = HK_FIGURES_NONE,
                                   .variant = (uint8_t)board->variant,
                                   .evidence = (uint8_t)board->evidence};
}

struct hk_ledger_line *hk_ledger_find(const struct hk_ledger *ledger,
                                      const struct hk_board_name *board,
                                      int64_t player, int64_t partner)
{
    struct hk_ledger_line line = line_on(board, player, partner);

    if (ledger->place_count == 0)
        return NULL;
    uint32_t number = *place_of(ledger, &line);
    return number ? &ledger->lines[number - 1] : NULL;
}

/* ----- adding ------------------------------------------------------------- */

/* With a quarter of the places free. */
static enum hk_error make_places(struct hk_ledger *ledger)
{
    size_t count = ledger->place_count ? ledger->place_count : ROOM_AT_START;

    while (4 * ledger->room > 3 * count)
        count *= 2;
    if (count == ledger->place_count)
        return HK_OK;
    uint32_t *places = calloc(count, sizeof *places);
    if (!places)
        return HK_E_INTERNAL;
    free(ledger->places);
    ledger->places = places;
    ledger->place_count = count;
    for (size_t i = 0; i < ledger->count; i++)
        *place_of(ledger, &ledger->lines[i]) = (uint32_t)i + 1;
    return HK_OK;
}

/* Room for the lines of one more result. */
static enum hk_error make_room(struct hk_ledger *ledger)
{
    if (ledger->count + HK_RESULT_LINES <= ledger->room)
        return HK_OK;
    size_t room = ledger->room ? ledger->room + ledger->room / 2
                               : ROOM_AT_START;
    struct hk_ledger_line *lines = realloc(ledger->lines, room * sizeof *lines);

    if (!lines)
        return HK_E_INTERNAL;
    ledger->lines = lines;
    ledger->room = room;
    return make_places(ledger);
}

/* The line, with HK_FIGURES_NONE where there was none. There is room. */
static struct hk_ledger_line *line_of(struct hk_ledger *ledger,
                                      const struct hk_result *result,
                                      unsigned board, unsigned i)
{
    struct hk_line who = hk_result_line(result, i);
    struct hk_board_name name;

    hk_result_board(result, board, i >= result->seats, &name);
    struct hk_ledger_line line = line_on(&name, who.player, who.partner);
    uint32_t *place = place_of(ledger, &line);
    if (*place == 0) {
        ledger->lines[ledger->count++] = line;
        *place = (uint32_t)ledger->count;
    }
    return &ledger->lines[*place - 1];
}

enum hk_error hk_ledger_add(struct hk_ledger *ledger,
                            const struct hk_result *result, unsigned board,
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
        ret_before[i] = ratings[i] = lines[i]->figures.rating;
        hk_figures_add(&lines[i]->figures, &more,
                       (enum hk_variant)result->variant);
    }
    hk_result_rate(result, ratings);
    for (unsigned i = 0; i < count; i++)
        lines[i]->figures.rating = ratings[i];
    return HK_OK;
}

/* ----- writing ------------------------------------------------------------ */

/* Board after board, so that the store works at one place at a time. */
static int compare_lines(const void *one, const void *other)
{
    const struct hk_ledger_line *a = one;
    const struct hk_ledger_line *b = other;

    if (a->variant != b->variant)
        return a->variant < b->variant ? -1 : 1;
    if ((a->partner == 0) != (b->partner == 0))
        return a->partner == 0 ? -1 : 1;
    if (a->evidence != b->evidence)
        return a->evidence < b->evidence ? -1 : 1;
    if (a->player != b->player)
        return a->player < b->player ? -1 : 1;
    return a->partner < b->partner ? -1 : a->partner > b->partner;
}

static bool on_one_board(const struct hk_ledger_line *a,
                         const struct hk_ledger_line *b)
{
    return a->variant == b->variant && a->evidence == b->evidence &&
           (a->partner == 0) == (b->partner == 0);
}

static enum hk_error find_board(const struct hk_ledger_line *line,
                                const char *period, struct hk_tx *tx,
                                int64_t *ret_board)
{
    struct hk_board_name name = {.variant = (enum hk_variant)line->variant,
                                 .partnerships = line->partner != 0,
                                 .evidence = (enum hk_evidence)line->evidence};

    snprintf(name.period, sizeof name.period, "%s", period);
    return hk_tx_board(tx, &name, ret_board);
}

enum hk_error hk_ledger_write(struct hk_ledger *ledger, const char *period,
                              struct hk_tx *tx)
{
    const struct hk_ledger_line *lines = ledger->lines;
    enum hk_error error = HK_OK;
    int64_t board = 0;

    if (ledger->count > 0)
        qsort(ledger->lines, ledger->count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < ledger->count && !error; i++) {
        if (i == 0 || !on_one_board(&lines[i], &lines[i - 1]))
            error = find_board(&lines[i], period, tx, &board);
        if (!error)
            error = hk_tx_put_figures(tx, board, lines[i].player,
                                      lines[i].partner, &lines[i].figures, 0);
    }
    return error;
}
