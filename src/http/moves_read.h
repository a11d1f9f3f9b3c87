/* The body of POST …/moves as moves, and where refusals point in it. */
#ifndef HK_HTTP_MOVES_READ_H
#define HK_HTTP_MOVES_READ_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/strbuf.h"
#include "engine/move.h"
#include "http/faults.h"

/* Moves in one batch. */
#define HK_BATCH_MAX 40

struct hk_moves {
    bool batch;      /* {"moves":[…]} */
    bool seat_given; /* something is named as the seat */
    int seat;        /* beside the move or moves; -1: not named */
    size_t count;
    struct hk_move *list; /* of a batch owned, else `single` */
    struct hk_move single;
};

/*
 * Reads the body for a game under these rules; every fault of shape is
 * collected, and ret_moves means something only when there is none. It stays
 * where it is, and is to be cleared.
 */
void hk_moves_read(struct hk_faults *faults, json_t *body,
                   const struct hk_rules *rules, struct hk_moves *ret_moves);

/* Frees a batch; of one that is zeroed nothing. */
void hk_moves_clear(struct hk_moves *moves);

/* Reads one move, which says nothing of its seat. */
void hk_move_read(struct hk_faults *faults, const struct hk_at *at,
                  json_t *object, const struct hk_rules *rules,
                  struct hk_move *ret_move);

/* The members of a move that a refusal is about, added to a pointer. */
void hk_move_point(struct hk_strbuf *text, const struct hk_refusal *refusal);

/* Reads the member `melds` into a move that is empty but for its kind. */
void hk_melds_read(struct hk_faults *faults, const struct hk_at *at,
                   json_t *object, struct hk_move *move);

/* The place of a refusal of the index-th move, as a pointer into the body, to
 * be freed; "" where the body as a whole is meant, NULL without memory. */
char *hk_moves_pointer(const struct hk_moves *moves, size_t index,
                       const struct hk_refusal *refusal);

#endif
