/* Counting all games anew from their logs. */
#include "service/recompute.h"

#include <stdio.h>

#include "service/counted.h"
#include "service/reckoning.h"
#include "service/verify_boards.h"

#define SENTENCE_SIZE 256

struct recomputation {
    struct hk_store *store;
    void (*tell)(const char *text, void *cls);
    void *cls;
    struct hk_counted_list list;
    struct hk_recompute_report report;
};

static enum hk_error collect(const struct hk_game_row *row, void *cls)
{
    struct recomputation *recomputation = cls;
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_history history;
    char fault[HK_FAULT_SIZE] = "its seats cannot be read";
    char text[SENTENCE_SIZE];
    unsigned count;

    if (row->status != HK_STATUS_FINISHED)
        return HK_OK;
    enum hk_error error = hk_store_seats(recomputation->store, row->id, seats,
                                         &count);
    if (!error)
        error = hk_history_read(recomputation->store, row, &history, fault);
    if (error == HK_E_INTERNAL) {
        snprintf(text, sizeof text, "game %s: left out: %s", row->uuid, fault);
        recomputation->tell(text, recomputation->cls);
        recomputation->report.faults++;
        return HK_OK;
    }
    if (error)
        return error;
    error = hk_counted_add(&recomputation->list, recomputation->store, row,
                           seats, &history);
    hk_history_clear(&history);
    return error;
}

static void differ(const char *text, void *cls)
{
    struct recomputation *recomputation = cls;

    recomputation->report.differences++;
    recomputation->tell(text, recomputation->cls);
}

/* The transaction that counts anew. */
struct writing {
    struct hk_tx *tx;
    const struct hk_counted_list *list;
    struct hk_reckoning reckoning;
};

static enum hk_error write_lines(const char *period, struct hk_ledger *ledger,
                                 void *cls)
{
    const struct writing *writing = cls;

    return hk_ledger_write(ledger, period, writing->tx);
}

static enum hk_error write_game(struct writing *writing,
                                const struct hk_result *result)
{
    struct hk_result_row row = {.game = result->game,
                                .ended_at = result->ended_at,
                                .evidence = (enum hk_evidence)result->evidence,
                                .lines = hk_result_lines(result)};
    enum hk_error error = hk_reckoning_add(&writing->reckoning, result,
                                           row.before);

    return error ? error : hk_tx_add_result(writing->tx, &row);
}

static enum hk_error write_games(struct writing *writing)
{
    enum hk_error error = hk_counted_begin(writing->list, &writing->reckoning);
    struct hk_counted game;
    bool found = true;

    while (found && !error) {
        error = hk_counted_next(writing->list, &game, &found);
        if (found && !error)
            error = write_game(writing, &game.result);
    }
    return error;
}

static enum hk_error write_all(struct hk_tx *tx, void *cls)
{
    struct writing writing = {.tx = tx, .list = cls};
    enum hk_error error = hk_tx_clear_results(tx);

    hk_reckoning_init(&writing.reckoning, 0, HK_RESULT_BOARDS, write_lines,
                      &writing);
    if (!error)
        error = hk_tx_clear_figures(tx);
    if (!error)
        error = write_games(&writing);
    hk_reckoning_clear(&writing.reckoning);
    return error;
}

enum hk_error hk_recompute(struct hk_store *store,
                           void (*tell)(const char *text, void *cls), void *cls,
                           struct hk_recompute_report *ret_report)
{
    struct recomputation recomputation = {
        .store = store, .tell = tell, .cls = cls};
    struct hk_counted_list *list = &recomputation.list;
    enum hk_error error = hk_counted_init(list);

    if (!error)
        error = hk_store_each_game(store, collect, &recomputation);
    if (!error)
        error = hk_verify_boards(list, store, differ, &recomputation);
    if (!error && recomputation.report.differences > 0)
        error = hk_store_write(store, write_all, list);
    recomputation.report.games = list->count;
    hk_counted_clear(list);
    if (!error)
        *ret_report = recomputation.report;
    return error;
}
