/* Working out boards anew from all counted games. */
#include "service/reckoning.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_AT_START 64

void hk_reckoning_init(struct hk_reckoning *ret_reckoning, unsigned first,
                       unsigned end, hk_reckoned *reckoned, void *cls)
{
    *ret_reckoning = (struct hk_reckoning){
        .first = first, .end = end, .reckoned = reckoned, .cls = cls};
}

void hk_reckoning_clear(struct hk_reckoning *reckoning)
{
    for (size_t i = 0; i < reckoning->count; i++)
        hk_ledger_clear(&reckoning->periods[i].ledger);
    free(reckoning->periods);
    *reckoning = (struct hk_reckoning){0};
}

/* ----- periods ------------------------------------------------------------ */

/* Its place; `count` where it is none. */
static size_t find(const struct hk_reckoning *reckoning, const char *name)
{
    size_t i = 0;

    while (i < reckoning->count &&
           strcmp(reckoning->periods[i].name, name) != 0)
        i++;
    return i;
}

bool hk_reckoning_knows(const struct hk_reckoning *reckoning,
                        const char *period)
{
    return find(reckoning, period) < reckoning->count;
}

static enum hk_error add_period(struct hk_reckoning *reckoning,
                                const char *name)
{
    if (reckoning->count == reckoning->room) {
        size_t room = reckoning->room ? 2 * reckoning->room : ROOM_AT_START;
        struct hk_reckoned_period *periods = realloc(reckoning->periods,
                                                     room * sizeof *periods);

        if (!periods)
            return HK_E_INTERNAL;
        reckoning->periods = periods;
        reckoning->room = room;
    }
    struct hk_reckoned_period *period = &reckoning->periods[reckoning->count++];
    memset(period, 0, sizeof *period);
    memcpy(period->name, name, sizeof period->name);
    return HK_OK;
}

/* The game's period of this kind, made where it is new. */
static enum hk_error period_of(struct hk_reckoning *reckoning,
                               enum hk_period kind,
                               const struct hk_result *result,
                               struct hk_reckoned_period **ret_period)
{
    size_t *latest = &reckoning->latest[kind];
    char name[HK_PERIOD_SIZE] = "";

    hk_period_name(kind, result->ended_at, name);
    /* Most games are of the period of the one before. */
    if (*latest >= reckoning->count ||
        strcmp(reckoning->periods[*latest].name, name) != 0)
        *latest = find(reckoning, name);
    if (*latest == reckoning->count) {
        enum hk_error error = add_period(reckoning, name);

        if (error)
            return error;
    }
    *ret_period = &reckoning->periods[*latest];
    return HK_OK;
}

static enum hk_error end_period(struct hk_reckoning *reckoning,
                                struct hk_reckoned_period *period)
{
    enum hk_error error = reckoning->reckoned(period->name, &period->ledger,
                                              reckoning->cls);

    hk_ledger_clear(&period->ledger);
    return error;
}

/* ----- games -------------------------------------------------------------- */

enum hk_error hk_reckoning_await(struct hk_reckoning *reckoning,
                                 const struct hk_result *result)
{
    struct hk_reckoned_period *period;
    enum hk_error error = HK_OK;
    enum hk_period last = hk_result_board_period(reckoning->end - 1);

    for (enum hk_period kind = hk_result_board_period(reckoning->first);
         kind <= last && !error; kind++) {
        error = period_of(reckoning, kind, result, &period);
        if (!error)
            period->awaited++;
    }
    return error;
}

/* Adds the game to the boards of one kind of period. */
static enum hk_error add_to_kind(
    struct hk_reckoning *reckoning, enum hk_period kind,
    const struct hk_result *result,
    struct hk_rating ret_before[HK_RESULT_BOARDS][HK_RESULT_LINES])
{
    struct hk_reckoned_period *period;
    enum hk_error error = period_of(reckoning, kind, result, &period);

    for (unsigned b = reckoning->first; b < reckoning->end && !error; b++)
        if (hk_result_board_period(b) == kind)
            error = hk_ledger_add(&period->ledger, result, b, ret_before[b]);
    if (error || period->awaited == 0 || --period->awaited > 0)
        return error;
    return end_period(reckoning, period);
}

enum hk_error hk_reckoning_add(
    struct hk_reckoning *reckoning, const struct hk_result *result,
    struct hk_rating ret_before[HK_RESULT_BOARDS][HK_RESULT_LINES])
{
    enum hk_error error = HK_OK;
    enum hk_period last = hk_result_board_period(reckoning->end - 1);

    for (enum hk_period kind = hk_result_board_period(reckoning->first);
         kind <= last && !error; kind++)
        error = add_to_kind(reckoning, kind, result, ret_before);
    return error;
}

enum hk_error hk_reckoning_end(struct hk_reckoning *reckoning)
{
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < reckoning->count && !error; i++)
        if (reckoning->periods[i].ledger.count > 0)
            error = end_period(reckoning, &reckoning->periods[i]);
    return error;
}
