/* The counted games in order, and what the store keeps of them. */
#include "service/counted.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/ledger.h"
#include "store/boards.h"

#define SIZE_AT_START 256
#define SENTENCE_SIZE 1024

/* ----- the games ---------------------------------------------------------- */

void hk_counted_clear(struct hk_counted_list *list)
{
    free(list->games);
    *list = (struct hk_counted_list){0};
}

static enum hk_error make_room(struct hk_counted_list *list)
{
    if (list->count < list->size)
        return HK_OK;
    size_t size = list->size ? 2 * list->size : SIZE_AT_START;
    struct hk_counted *games = realloc(list->games, size * sizeof *games);

    if (!games)
        return HK_E_INTERNAL;
    list->games = games;
    list->size = size;
    return HK_OK;
}

enum hk_error hk_counted_add(struct hk_counted_list *list,
                             const struct hk_game_row *row,
                             const struct hk_seat_row *seats,
                             const struct hk_history *history)
{
    const struct hk_table *table = &history->table;

    if (table->status != HK_STATUS_FINISHED || !hk_table_ranked(table))
        return HK_OK;
    enum hk_error error = make_room(list);
    if (error)
        return error;
    struct hk_counted *game = &list->games[list->count++];
    game->number = 0;
    memcpy(game->uuid, row->uuid, sizeof game->uuid);
    hk_result_make(&game->result, row->id, &table->rules,
                   hk_evidence_of(table->mode), history->finished_at, seats,
                   history->rounds, history->round_count);
    return HK_OK;
}

/* ----- their order -------------------------------------------------------- */

static int by_game(const void *a, const void *b)
{
    int64_t x = ((const struct hk_counted *)a)->result.game;
    int64_t y = ((const struct hk_counted *)b)->result.game;

    return (x > y) - (x < y);
}

static int by_counting(const void *a, const void *b)
{
    const struct hk_counted *x = a;
    const struct hk_counted *y = b;

    if ((x->number == 0) != (y->number == 0))
        return x->number == 0 ? 1 : -1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    if (x->result.ended_at != y->result.ended_at)
        return x->result.ended_at < y->result.ended_at ? -1 : 1;
    return by_game(a, b);
}

static enum hk_error take_number(const struct hk_result_row *row, void *cls)
{
    struct hk_counted_list *list = cls;
    const struct hk_counted key = {.result = {.game = row->game}};
    struct hk_counted *game = bsearch(&key, list->games, list->count,
                                      sizeof *list->games, by_game);

    if (game)
        game->number = row->number;
    return HK_OK;
}

enum hk_error hk_counted_order(struct hk_counted_list *list,
                               struct hk_store *store)
{
    if (list->count == 0)
        return HK_OK;
    qsort(list->games, list->count, sizeof *list->games, by_game);
    enum hk_error error = hk_store_each_result(store, take_number, list);
    if (!error)
        qsort(list->games, list->count, sizeof *list->games, by_counting);
    return error;
}

/* ----- comparing ---------------------------------------------------------- */

struct comparison {
    const struct hk_counted_list *list;
    void (*differ)(const char *text, void *cls);
    void *cls;
    struct hk_ledger ledger;
    size_t next;    /* of the list's games */
    int64_t number; /* of the row before */
};

__attribute__((format(printf, 2, 3))) static void differ(
    struct comparison *comparison, const char *format, ...)
{
    char text[SENTENCE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    comparison->differ(text, comparison->cls);
}

static bool same_result(
    const struct hk_result_row *row, const struct hk_result *result,
    struct hk_rating before[HK_RESULT_BOARDS][HK_RESULT_LINES])
{
    unsigned lines = hk_result_lines(result);
    bool same = row->ended_at == result->ended_at &&
                row->evidence == (enum hk_evidence)result->evidence &&
                row->counted && row->lines == lines;

    for (unsigned b = 0; b < HK_RESULT_BOARDS; b++)
        for (unsigned i = 0; i < lines; i++)
            same = same && hk_rating_same(&row->before[b][i], &before[b][i]);
    return same;
}

static enum hk_error compare_result(const struct hk_result_row *row, void *cls)
{
    struct comparison *comparison = cls;
    const struct hk_counted *game = NULL;
    struct hk_rating before[HK_RESULT_BOARDS][HK_RESULT_LINES];

    if (comparison->next < comparison->list->count)
        game = &comparison->list->games[comparison->next];
    if (row->number != comparison->number + 1)
        differ(comparison, "results: number %" PRId64 " is missing",
               comparison->number + 1);
    comparison->number = row->number;
    if (!game || game->number != row->number) {
        differ(comparison,
               "results: number %" PRId64 " is of a game that does not count",
               row->number);
        return HK_OK;
    }
    comparison->next++;
    enum hk_error error = hk_ledger_add(&comparison->ledger, &game->result,
                                        before);
    if (!error && !same_result(row, &game->result, before))
        differ(comparison,
               "game %s: its result is stored otherwise than follows from the "
               "games",
               game->uuid);
    return error;
}

/* Games that should be counted, and are not. */
static enum hk_error count_others(struct comparison *comparison)
{
    const struct hk_counted_list *list = comparison->list;
    struct hk_rating before[HK_RESULT_BOARDS][HK_RESULT_LINES];
    enum hk_error error = HK_OK;

    for (; comparison->next < list->count && !error; comparison->next++) {
        const struct hk_counted *game = &list->games[comparison->next];

        differ(comparison, "game %s: it is not counted", game->uuid);
        error = hk_ledger_add(&comparison->ledger, &game->result, before);
    }
    return error;
}

static enum hk_error compare_line(const struct hk_board_line *stored, void *cls)
{
    struct comparison *comparison = cls;
    struct hk_ledger_line *line = hk_ledger_find(
        &comparison->ledger, &stored->board, stored->player, stored->partner);
    const char *and = stored->partner ? " and " : "";

    if (line)
        line->seen = true;
    if (line && hk_figures_same(&line->figures, &stored->figures) &&
        stored->in_order)
        return HK_OK;
    differ(comparison,
           "the figures of %s%s%s in %s (%s, %s) are not those of the games",
           stored->name, and, stored->partner_name,
           hk_variant_name(stored->board.variant), stored->board.period,
           hk_evidence_name(stored->board.evidence));
    return HK_OK;
}

static void tell_missing(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->ledger.size; i++) {
        const struct hk_ledger_line *line = &comparison->ledger.lines[i];

        if (line->figures.games == 0 || line->seen)
            continue;
        differ(comparison,
               "the figures of player %" PRId64 " (partner %" PRId64
               ") in %s (%s, %s) are missing",
               line->player, line->partner,
               hk_variant_name(line->board.variant), line->board.period,
               hk_evidence_name(line->board.evidence));
    }
}

static enum hk_error tell_miscount(const struct hk_board_name *board, void *cls)
{
    differ(cls, "the lines of %s%s (%s, %s) are counted wrongly",
           hk_variant_name(board->variant),
           board->partnerships ? " partnerships" : "", board->period,
           hk_evidence_name(board->evidence));
    return HK_OK;
}

enum hk_error hk_counted_compare(const struct hk_counted_list *list,
                                 struct hk_store *store,
                                 void (*tell)(const char *text, void *cls),
                                 void *cls)
{
    struct comparison comparison = {.list = list, .differ = tell, .cls = cls};
    enum hk_error error = hk_store_each_result(store, compare_result,
                                               &comparison);

    if (!error)
        error = count_others(&comparison);
    if (!error)
        error = hk_store_each_line(store, compare_line, &comparison);
    if (!error)
        tell_missing(&comparison);
    if (!error)
        error = hk_store_each_miscount(store, tell_miscount, &comparison);
    hk_ledger_clear(&comparison.ledger);
    return error;
}
