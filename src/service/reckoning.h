/* Working out boards anew from all counted games, period by period: the lines
 * of a period are in memory from its first game to its last, so that a week
 * costs nothing once it is over. */
#ifndef HK_SERVICE_RECKONING_H
#define HK_SERVICE_RECKONING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "service/ledger.h"
#include "service/period.h"
#include "service/result.h"

/* Called once for each period, when all its games have been added: with its
 * lines on the boards asked for. */
typedef enum hk_error hk_reckoned(const char *period, struct hk_ledger *ledger,
                                  void *cls);

struct hk_reckoned_period {
    char name[HK_PERIOD_SIZE];
    size_t awaited; /* games of it that are still to come */
    struct hk_ledger ledger;
};

struct hk_reckoning {
    unsigned first, end; /* the boards of each game, hk_result_board() */
    hk_reckoned *reckoned;
    void *cls;
    struct hk_reckoned_period *periods; /* owned */
    size_t count, room;
    size_t latest[HK_PERIODS]; /* of each kind, where one was found last */
};

/* For the boards numbered from `first` up to before `end`. */
void hk_reckoning_init(struct hk_reckoning *ret_reckoning, unsigned first,
                       unsigned end, hk_reckoned *reckoned, void *cls);
void hk_reckoning_clear(struct hk_reckoning *reckoning);

/* Tells that this game is going to be added: the periods of those told of so
 * are over with the last one. Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_reckoning_await(struct hk_reckoning *reckoning,
                                               const struct hk_result *result);

/* Adds the next game, in the order of counting; ret_before are the ratings
 * before it on the boards asked for, as in struct hk_result_row. Errors:
 * HK_E_INTERNAL (no memory), those of `reckoned`. */
HK_MUST_CHECK enum hk_error hk_reckoning_add(
    struct hk_reckoning *reckoning, const struct hk_result *result,
    struct hk_rating ret_before[HK_RESULT_BOARDS][HK_RESULT_LINES]);

/* That was all: ends the periods that have lines yet. */
HK_MUST_CHECK enum hk_error hk_reckoning_end(struct hk_reckoning *reckoning);

/* Whether some game was of this period. */
bool hk_reckoning_knows(const struct hk_reckoning *reckoning,
                        const char *period);

#endif
