/* Ratings that have become others than they were. */
#include "service/rerating.h"

#include <stdlib.h>

#define SIZE_AT_START 64

void hk_rerating_clear(struct hk_rerating *rerating)
{
    free(rerating->places);
    *rerating = (struct hk_rerating){0};
}

/* The line's place: its own, or the free one where it would go. */
static struct hk_rerated *place_of(const struct hk_rerating *rerating,
                                   unsigned board, int64_t player,
                                   int64_t partner)
{
    uint64_t hash = ((uint64_t)player * UINT64_C(0x9e3779b97f4a7c15)) ^
                    ((uint64_t)partner * UINT64_C(0xc2b2ae3d27d4eb4f)) ^
                    board * UINT64_C(0x165667b19e3779f9);
    size_t i = (size_t)(hash ^ hash >> 32) & (rerating->size - 1);

    for (;; i = (i + 1) & (rerating->size - 1)) {
        struct hk_rerated *place = &rerating->places[i];

        if (place->player == 0 ||
            (place->board == board && place->player == player &&
             place->partner == partner))
            return place;
    }
}

const struct hk_rating *hk_rerating_find(const struct hk_rerating *rerating,
                                         unsigned board, int64_t player,
                                         int64_t partner)
{
    if (rerating->size == 0)
        return NULL;
    const struct hk_rerated *place = place_of(rerating, board, player, partner);
    return place->differs ? &place->rating : NULL;
}

/* Room for one more, with half of the places free. */
static enum hk_error make_room(struct hk_rerating *rerating)
{
    struct hk_rerating larger = *rerating;

    if (2 * (rerating->used + 1) <= rerating->size)
        return HK_OK;
    larger.size = rerating->size ? 2 * rerating->size : SIZE_AT_START;
    larger.places = calloc(larger.size, sizeof *larger.places);
    if (!larger.places)
        return HK_E_INTERNAL;
    for (size_t i = 0; i < rerating->size; i++) {
        const struct hk_rerated *place = &rerating->places[i];

        if (place->player != 0)
            *place_of(&larger, place->board, place->player,
                      place->partner) = *place;
    }
    free(rerating->places);
    *rerating = larger;
    return HK_OK;
}

enum hk_error hk_rerating_set(struct hk_rerating *rerating, unsigned board,
                              int64_t player, int64_t partner,
                              const struct hk_rating *before,
                              const struct hk_rating *after)
{
    bool differs = !hk_rating_same(before, after);
    enum hk_error error = make_room(rerating);

    if (error)
        return error;
    struct hk_rerated *place = place_of(rerating, board, player, partner);
    if (place->player == 0) {
        if (!differs)
            return HK_OK;
        rerating->used++;
        *place = (struct hk_rerated){
            .board = board, .player = player, .partner = partner};
    }
    rerating->differing += differs;
    rerating->differing -= place->differs;
    place->differs = differs;
    place->rating = *after;
    return HK_OK;
}
