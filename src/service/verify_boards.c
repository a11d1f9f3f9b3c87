/* Results and leaderboards as stored, compared with the counted games. */
#include "service/verify_boards.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/boards.h"

#define SENTENCE_SIZE 1024

struct comparison {
    const struct hk_counted_list *list;
    struct hk_store *store;
    void (*differ)(const char *text, void *cls);
    void *cls;
    uint8_t *told; /* owned; a bit for each number whose game was told of */
    size_t told_size;

    /* One walk through the games. */
    unsigned board; /* that it is about; the first walk also looks at rows */
    struct hk_reckoning reckoning;
    struct hk_counted game; /* the next one of the list, where `more` */
    bool more;
    int64_t number; /* of the row before */

    struct hk_ledger *ledger; /* of the period that has ended */
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

/* ----- results ------------------------------------------------------------ */

static enum hk_error advance(struct comparison *comparison)
{
    return hk_counted_next(comparison->list, &comparison->game,
                           &comparison->more);
}

/* Works out the next game of the list, and goes on to the one after. */
static enum hk_error reckon(
    struct comparison *comparison,
    struct hk_rating ret_before[HK_RESULT_BOARDS][HK_RESULT_LINES])
{
    enum hk_error error = hk_reckoning_add(
        &comparison->reckoning, &comparison->game.result, ret_before);

    return error ? error : advance(comparison);
}

static bool same_row(const struct hk_result_row *row,
                     const struct hk_result *result)
{
    return row->ended_at == result->ended_at &&
           row->evidence == (enum hk_evidence)result->evidence &&
           row->counted && row->lines == hk_result_lines(result);
}

static bool same_ratings(const struct hk_result_row *row, unsigned board,
                         const struct hk_rating before[HK_RESULT_LINES])
{
    for (unsigned i = 0; i < row->lines; i++)
        if (!hk_rating_same(&row->before[board][i], &before[i]))
            return false;
    return true;
}

/* A row that is wrong is told of once, not by each board. */
static enum hk_error tell_row(struct comparison *comparison, int64_t number,
                              const char *uuid)
{
    size_t byte = (size_t)number / 8;
    uint8_t bit = (uint8_t)(1 << number % 8);

    if (byte >= comparison->told_size) {
        size_t size = 2 * byte + 64;
        uint8_t *told = realloc(comparison->told, size);

        if (!told)
            return HK_E_INTERNAL;
        memset(told + comparison->told_size, 0, size - comparison->told_size);
        comparison->told = told;
        comparison->told_size = size;
    }
    if (comparison->told[byte] & bit)
        return HK_OK;
    comparison->told[byte] |= bit;
    differ(comparison,
           "game %s: its result is stored otherwise than follows from the "
           "games",
           uuid);
    return HK_OK;
}

static enum hk_error compare_result(const struct hk_result_row *row, void *cls)
{
    struct comparison *comparison = cls;
    unsigned board = comparison->board;
    struct hk_rating before[HK_RESULT_BOARDS][HK_RESULT_LINES];
    char uuid[HK_UUID_TEXT_SIZE];

    if (board == 0 && row->number != comparison->number + 1)
        differ(comparison, "results: number %" PRId64 " is missing",
               comparison->number + 1);
    comparison->number = row->number;
    if (!comparison->more || comparison->game.number != row->number) {
        if (board == 0)
            differ(comparison,
                   "results: number %" PRId64
                   " is of a game that does not count",
                   row->number);
        return HK_OK;
    }
    bool same = same_row(row, &comparison->game.result);
    memcpy(uuid, comparison->game.uuid, sizeof uuid);
    enum hk_error error = reckon(comparison, before);
    if (error || (same && same_ratings(row, board, before[board])))
        return error;
    return tell_row(comparison, row->number, uuid);
}

/* Games that should be counted, and are not. */
static enum hk_error count_others(struct comparison *comparison)
{
    struct hk_rating before[HK_RESULT_BOARDS][HK_RESULT_LINES];
    enum hk_error error = HK_OK;

    while (comparison->more && !error) {
        if (comparison->board == 0)
            differ(comparison, "game %s: it is not counted",
                   comparison->game.uuid);
        error = reckon(comparison, before);
    }
    return error;
}

/* ----- lines -------------------------------------------------------------- */

static enum hk_error compare_line(const struct hk_board_line *stored, void *cls)
{
    struct comparison *comparison = cls;
    struct hk_ledger_line *line = hk_ledger_find(
        comparison->ledger, &stored->board, stored->player, stored->partner);
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

static void tell_missing(struct comparison *comparison, const char *period)
{
    const struct hk_ledger *ledger = comparison->ledger;

    for (size_t i = 0; i < ledger->count; i++) {
        const struct hk_ledger_line *line = &ledger->lines[i];

        if (line->seen)
            continue;
        differ(comparison,
               "the figures of player %" PRId64 " (partner %" PRId64
               ") in %s (%s, %s) are missing",
               line->player, line->partner,
               hk_variant_name((enum hk_variant)line->variant), period,
               hk_evidence_name((enum hk_evidence)line->evidence));
    }
}

static enum hk_error compare_lines(struct comparison *comparison,
                                   const char *period, bool all_evidence,
                                   struct hk_ledger *ledger)
{
    comparison->ledger = ledger;
    enum hk_error error = hk_store_each_line(
        comparison->store, period, all_evidence, compare_line, comparison);
    if (!error)
        tell_missing(comparison, period);
    return error;
}

static enum hk_error compare_period(const char *period,
                                    struct hk_ledger *ledger, void *cls)
{
    struct comparison *comparison = cls;

    return compare_lines(comparison, period,
                         hk_result_board_all_evidence(comparison->board),
                         ledger);
}

/* Of a period that no game is of, no board may have lines. */
static enum hk_error compare_unknown(const char *period, void *cls)
{
    struct comparison *comparison = cls;
    struct hk_ledger none = {.count = 0};

    if (hk_reckoning_knows(&comparison->reckoning, period))
        return HK_OK;
    enum hk_error error = compare_lines(comparison, period, true, &none);
    return error ? error : compare_lines(comparison, period, false, &none);
}

static enum hk_error compare_other_periods(struct comparison *comparison)
{
    hk_reckoning_init(&comparison->reckoning, 0, HK_RESULT_BOARDS,
                      compare_period, comparison);
    enum hk_error error = hk_counted_begin(comparison->list,
                                           &comparison->reckoning);
    if (!error)
        error = hk_store_each_board_period(comparison->store, compare_unknown,
                                           comparison);
    hk_reckoning_clear(&comparison->reckoning);
    return error;
}

/* ----- both --------------------------------------------------------------- */

/* One walk through all games, for one of the boards that each enters. */
static enum hk_error walk(struct comparison *comparison, unsigned board)
{
    comparison->board = board;
    comparison->number = 0;
    hk_reckoning_init(&comparison->reckoning, board, board + 1, compare_period,
                      comparison);
    enum hk_error error = hk_counted_begin(comparison->list,
                                           &comparison->reckoning);
    if (!error)
        error = advance(comparison);
    if (!error)
        error = hk_store_each_result(comparison->store, compare_result,
                                     comparison);
    if (!error)
        error = count_others(comparison);
    hk_reckoning_clear(&comparison->reckoning);
    return error;
}

static enum hk_error tell_miscount(const struct hk_board_name *board, void *cls)
{
    differ(cls, "the lines of %s%s (%s, %s) are counted wrongly",
           hk_variant_name(board->variant),
           board->partnerships ? " partnerships" : "", board->period,
           hk_evidence_name(board->evidence));
    return HK_OK;
}

enum hk_error hk_verify_boards(const struct hk_counted_list *list,
                               struct hk_store *store,
                               void (*tell)(const char *text, void *cls),
                               void *cls)
{
    struct comparison comparison = {
        .list = list, .store = store, .differ = tell, .cls = cls};
    enum hk_error error = HK_OK;

    for (unsigned board = 0; board < HK_RESULT_BOARDS && !error; board++)
        error = walk(&comparison, board);
    if (!error)
        error = compare_other_periods(&comparison);
    if (!error)
        error = hk_store_each_miscount(store, tell_miscount, &comparison);
    free(comparison.told);
    return error;
}
