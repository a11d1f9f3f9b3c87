/*
 * Who waits for news, and is woken when there are some.
 *
 * Subscribe first, read second: whoever is to hear of all that happens in a
 * game reads its events, and waits from the last one that it has seen; where
 * the game has come further meanwhile it is told so, and reads again. It is
 * woken once what happened is durable and published, and never before. What it
 * may see of the events it reads like anybody (hk_game_events()).
 */
#ifndef HK_SERVICE_FANOUT_H
#define HK_SERVICE_FANOUT_H

#include <stdbool.h>
#include <stdint.h>

struct hk_game;
struct hk_standing;

/* Who may wait. Zeroed before but for what it wants; `wake` is called in any
 * thread, with no lock held, once for each time that it waits; where it is, it
 * stays. */
struct hk_waiter {
    void (*wake)(void *cls);
    void *cls;
    bool watches; /* also waits for seats to go away and to come back */
    uint8_t told; /* of those that are away, as bits */
    /* Set when it waits, or would: those that are, and after how long it is to
     * look again. */
    uint8_t away;
    unsigned look_ms;
    struct hk_waiter *next, **place; /* place is NULL: it waits for nothing */
};

enum hk_waiting {
    HK_WAITING,     /* it waits, and will be woken */
    HK_WAITS_NO,    /* there are news: it does not wait */
    HK_WAITS_SEATS, /* other seats are away than it was told: likewise */
    HK_WAITS_NEVER, /* there will be none: the game is over */
    HK_WAITS_GONE,  /* its seat has been given to another */
};

/* Waits for an event of the game after `after`, and if it watches for a seat to
 * go away or to come back, as one who was this to it when it came. The game is
 * held meanwhile. */
enum hk_waiting hk_game_wait(struct hk_game *game,
                             const struct hk_standing *standing, uint32_t after,
                             struct hk_waiter *waiter);

/* Whether it still is: its seat has not been given to another since. What was
 * read before this was asked is its own to see. */
bool hk_game_still_stands(struct hk_game *game,
                          const struct hk_standing *standing);

/* Whether the game is over, and nothing in it came after `after`. */
bool hk_game_is_over(struct hk_game *game, uint32_t after);

/* Stops waiting. False where it does not wait, or is about to be woken. */
bool hk_game_wait_no_more(struct hk_game *game, struct hk_waiter *waiter);

/* ----- the service's own -------------------------------------------------- */

/* Those who wait for the same; guarded by whoever has it. */
struct hk_fanout {
    struct hk_waiter *first;
};

void hk_fanout_add(struct hk_fanout *fanout, struct hk_waiter *waiter);

/* Whether it was there. */
bool hk_fanout_remove(struct hk_waiter *waiter);

/* Takes those out who watch, and adds them to the chain. */
void hk_fanout_take_watching(struct hk_fanout *fanout,
                             struct hk_waiter **ret_taken);

/* Takes all out, to be woken without the lock; NULL: nobody waits. */
struct hk_waiter *hk_fanout_take(struct hk_fanout *fanout);
void hk_fanout_wake(struct hk_waiter *taken);

#endif
