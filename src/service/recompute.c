/* Counting all games anew from their logs. */
#include "service/recompute.h"

#include <stdio.h>

#include "service/counted.h"
#include "service/ledger.h"

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
    error = hk_counted_add(&recomputation->list, row, seats, &history);
    hk_history_clear(&history);
    return error;
}

static void differ(const char *text, void *cls)
{
    struct recomputation *recomputation = cls;

    recomputation->report.differences++;
    recomputation->tell(text, recomputation->cls);
}

static enum hk_error write_results(struct hk_tx *tx,
                                   const struct hk_counted_list *list,
                                   struct hk_ledger *ledger)
{
    enum hk_error error = hk_tx_clear_results(tx);

    for (size_t i = 0; i < list->count && !error; i++) {
        const struct hk_result *result = &list->games[i].result;
        struct hk_result_row row = {
            .game = result->game,
            .ended_at = result->ended_at,
            .evidence = (enum hk_evidence)result->evidence,
            .lines = hk_result_lines(result)};

        error = hk_ledger_add(ledger, result, row.before);
        if (!error)
            error = hk_tx_add_result(tx, &row);
    }
    return error;
}

static enum hk_error write_all(struct hk_tx *tx, void *cls)
{
    const struct hk_counted_list *list = cls;
    struct hk_ledger ledger = {0};
    enum hk_error error = write_results(tx, list, &ledger);

    if (!error)
        error = hk_ledger_write(&ledger, tx);
    hk_ledger_clear(&ledger);
    return error;
}

enum hk_error hk_recompute(struct hk_store *store,
                           void (*tell)(const char *text, void *cls), void *cls,
                           struct hk_recompute_report *ret_report)
{
    struct recomputation recomputation = {
        .store = store, .tell = tell, .cls = cls};
    struct hk_counted_list *list = &recomputation.list;
    enum hk_error error = hk_store_each_game(store, collect, &recomputation);

    if (!error)
        error = hk_counted_order(list, store);
    if (!error)
        error = hk_counted_compare(list, store, differ, &recomputation);
    if (!error && recomputation.report.differences > 0)
        error = hk_store_write(store, write_all, list);
    recomputation.report.games = list->count;
    hk_counted_clear(list);
    if (!error)
        *ret_report = recomputation.report;
    return error;
}
