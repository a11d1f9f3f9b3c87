/* A live game: its state, its moves from check to commit, its events. */
#ifndef HK_SERVICE_GAME_H
#define HK_SERVICE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/event.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "engine/view.h"
#include "service/auth.h"
#include "service/clocks.h"
#include "service/service.h"
#include "service/write.h"
#include "store/games.h"

/* A game in memory, counted by its holders. */
struct hk_game;

/* Its uuid, in lower case; borrowed from it. */
const char *hk_game_uuid(const struct hk_game *game);

/* The game with this uuid, loaded by replaying its log if it is not in memory;
 * to be given back by hk_game_close(). Errors: HK_E_NOT_FOUND,
 * HK_E_STORAGE_UNAVAILABLE, HK_E_INTERNAL (its log does not replay). */
HK_MUST_CHECK enum hk_error hk_game_open(struct hk_service *service,
                                         const char *uuid,
                                         struct hk_game **ret_game);

/* NULL-safe. */
void hk_game_close(struct hk_game *game);

/* What a caller is to a game. */
struct hk_standing {
    struct hk_viewer viewer; /* what it may see */
    bool host;               /* may do all that the host may */
    int seat;                /* the seat it plays; -1: none */
    uint32_t given_seq;      /* by which event it came by that; 0: the first */
};

/*
 * Host: the game's host token or an admin key. Seat: its token, or a player's
 * who sits there. Anybody else is the public.
 * Errors: HK_E_FORBIDDEN for the token of another game; HK_E_UNAUTHORIZED for
 * that of a seat which has changed hands.
 */
HK_MUST_CHECK enum hk_error hk_game_standing(struct hk_game *game,
                                             const struct hk_caller *caller,
                                             struct hk_standing *ret_standing);

/* The rules that it is played by: they never change. */
void hk_game_rules(struct hk_game *game, struct hk_rules *ret_rules);

/* The seq of the last event now. */
uint32_t hk_game_seq(struct hk_game *game);

/*
 * A game notes how long its view was last shown to each viewer, in `form` (a
 * language, say), so that who has it already can be told so without making it
 * anew. 0 where it has noted nothing for the game's state now; ret_away are the
 * seats that are away, which a view shows too.
 */
void hk_game_note_size(struct hk_game *game, const struct hk_viewer *viewer,
                       uint32_t seq, uint8_t away, unsigned form, size_t size);
size_t hk_game_noted_size(struct hk_game *game, const struct hk_viewer *viewer,
                          unsigned form, uint32_t *ret_seq, uint8_t *ret_away);

/* All that an answer about a game needs, at one moment. Hidden cards are in
 * it: show it through engine/view.h only. */
struct hk_snapshot {
    struct hk_game_row row;
    struct hk_rules rules;
    struct hk_seat_row seats[HK_SEATS_MAX]; /* with totals */
    struct hk_state state;
    struct hk_clock_face clock; /* after the last event */
    uint64_t asking_ms;         /* M10: how long others may ask from now on
                                   before the stock is drawn from */
    uint8_t commitment[HK_COMMITMENT_SIZE]; /* of the round on */
    uint32_t chain_seq;          /* of the last event in the hash chain, */
    uint8_t chain[HK_HASH_SIZE]; /* and its head there */
    struct hk_round_row *rounds; /* those ended, in order; owned */
    size_t round_count;
    uint8_t away; /* seats that are (service/presence.h), as bits */
    /* After a dry run took cards of the stock, which it does not tell: the seat
     * that would hold so many more than its hand in `state`; else -1 and 0. */
    int hidden_seat;
    unsigned hidden_cards;
};

HK_MUST_CHECK enum hk_error hk_game_snapshot(struct hk_game *game,
                                             struct hk_snapshot *ret_snapshot);

/* Frees what the snapshot owns. NULL-safe. */
void hk_snapshot_clear(struct hk_snapshot *snapshot);

/* Whether a round is on: status playing, and the cards dealt. */
bool hk_snapshot_round_on(const struct hk_snapshot *snapshot);

/* What a write on a game brought about: the value that `render` of a receipt
 * gets. */
struct hk_happened {
    uint32_t seq;            /* after it */
    struct hk_event *events; /* in order, nothing hidden yet; owned */
    size_t event_count;
    struct hk_snapshot after;
};

/* NULL-safe. */
void hk_happened_clear(struct hk_happened *happened);

/*
 * Plays the moves of one seat, all or none: judged one after the other on a
 * copy, written with all that follows from them (reshuffles, ends of rounds,
 * new deals) in one transaction, published when that is durable. A refused
 * move changes nothing: ret_refusal says why and ret_index which.
 *
 * A dry run writes nothing and never tells what is hidden: cards drawn from
 * the stock are left out (also of the hand in `after`), what follows of itself
 * (round_ended, round_started, reshuffled, game_ended) is left out and `after`
 * shows the table as it lies after the last move, before anything is counted or
 * dealt; a further move after a draw from the stock or after the round's end is
 * refused (HK_E_HIDDEN_CARD).
 *
 * Errors: HK_E_STALE; HK_E_WRONG_MODE (a scorecard), HK_E_NOT_STARTED,
 * HK_E_GAME_OVER, HK_E_SEAT_FORFEITED, HK_E_TOO_EARLY and all refusals of
 * hk_apply() (with ret_refusal);
 * HK_E_HIDDEN_CARD (with ret_refusal);
 * HK_E_IDEMPOTENCY_KEY_REUSED (another write took the receipt's slot);
 * HK_E_STORAGE_UNAVAILABLE.
 */
struct hk_play {
    struct hk_write write;
    hk_seat seat;
    const struct hk_move *moves; /* borrowed */
    size_t count;
    bool for_bot; /* by the host or the bot, who play for any seat */

    struct hk_happened
        happened;              /* once it has ended well; owned by the caller */
    struct hk_refusal refusal; /* of what was refused; its error, or HK_OK */
    size_t index;
};

/* Starts playing; `write` and the moves are set. */
void hk_play_start(struct hk_play *play, struct hk_game *game);

/* The same as the host, waiting for its end. */
HK_MUST_CHECK enum hk_error hk_game_play(
    struct hk_game *game, hk_seat seat, const struct hk_move *moves,
    size_t count, const struct hk_wish *wish, struct hk_happened *ret_happened,
    struct hk_refusal *ret_refusal, size_t *ret_index);

/* Ends the game without a result. Errors: HK_E_STALE, HK_E_GAME_OVER,
 * HK_E_STORAGE_UNAVAILABLE. */
struct hk_closing {
    struct hk_write write;
    struct hk_happened happened; /* as above */
};
void hk_closing_start(struct hk_closing *closing, struct hk_game *game);
HK_MUST_CHECK enum hk_error hk_game_end(struct hk_game *game,
                                        const struct hk_wish *wish,
                                        struct hk_happened *ret_happened);

/* How many cards of the deck were arranged in each round from the first;
 * returns for how many rounds. */
size_t hk_game_arranged(struct hk_game *game,
                        unsigned ret_arranged[HK_ROUNDS_MAX]);

/*
 * Calls `each` for the events after `after`, at most `limit`, as this viewer
 * may see them, as far as the game had come at the call. ret_more tells whether
 * there are others after them. The event is borrowed for the call; `each` must
 * not call the service. An error of `each` ends the walk and is returned.
 */
HK_MUST_CHECK enum hk_error hk_game_events(
    struct hk_game *game, const struct hk_viewer *viewer, uint32_t after,
    size_t limit,
    enum hk_error (*each)(const struct hk_event *event, void *cls), void *cls,
    bool *ret_more);

/*
 * Calls `each` likewise for all events up to a snapshot, for a record of the
 * game: each with its hash made anew, which an event older than the chain lacks
 * elsewhere, and, where its round was not over, with its leaf.
 * Errors: as above, HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_game_record(
    struct hk_game *game, const struct hk_snapshot *snapshot,
    const struct hk_viewer *viewer,
    enum hk_error (*each)(const struct hk_event *event, void *cls), void *cls);

#endif
