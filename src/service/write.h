/*
 * A write on its way: judged, handed to the store's writer, and published once
 * it is durable (persist, then publish). What each kind of write asks for and
 * brings is in game.h, lobby.h and players.h.
 */
#ifndef HK_SERVICE_WRITE_H
#define HK_SERVICE_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "service/service.h"
#include "store/receipts.h"
#include "store/store.h"

struct hk_draft;
struct hk_draft_room;
struct hk_game;
struct hk_standing;
struct hk_write_kind;

/* How a write is wanted. */
struct hk_wish {
    bool dry_run;          /* judge and answer, change nothing */
    bool has_expected_seq; /* If-Match */
    uint32_t expected_seq;
    const struct hk_receipt *receipt; /* or NULL */
    /* What who asks was to the game when asking; NULL: the service itself. */
    const struct hk_standing *standing;
};

/*
 * The part that all writes have. Whoever starts one keeps it, what it borrows
 * and its game in place until it is told; nothing of it is shared before.
 *
 * Of a game one write is on its way at a time. Others wait behind it in the
 * order in which they came, and each is judged when it is its turn; meanwhile
 * readers see the game as it was.
 */
struct hk_write {
    struct hk_wish wish;
    enum hk_writer_choice choice; /* as in hk_store_submit() */
    struct hk_draft_room *room;   /* for its draft, until told; NULL: none */
    /* How it ended is in `error`, what it brought in the kind's own members.
     * Called once, by any thread, perhaps before the start returns; the
     * service does not touch the write afterwards. No lock is held. */
    void (*told)(struct hk_write *write, void *cls);
    void *cls;
    enum hk_error error;

    /* The service's own. */
    const struct hk_write_kind *kind;
    struct hk_service *service;
    struct hk_game *game; /* NULL: of no game in memory */
    hk_time now;
    hk_ticks ticks;
    struct hk_draft *draft;        /* owned, or in the room; NULL: none */
    const void *outcome;           /* what `render` of a receipt gets */
    struct hk_receipt_row receipt; /* rendered where `answer` is not NULL */
    struct hk_write *next;         /* of those that wait */
    struct hk_job job;
};

#endif
