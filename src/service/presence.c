/* Presence: what requests note, and what is found when somebody looks. */
#include "service/presence.h"

#include "service/internal.h"

static bool is_over(enum hk_status status)
{
    return status == HK_STATUS_FINISHED || status == HK_STATUS_ENDED;
}

/* ----- under the game's lock ---------------------------------------------- */

static uint8_t can_be_away(const struct hk_game *game)
{
    const struct hk_table *table = &game->history.table;

    return table->mode == HK_MODE_SCORECARD || is_over(table->status)
               ? 0
               : game->players;
}

/* A clock that was set back must not keep anybody at the table. */
static hk_time seen_at(struct hk_presence *presence, unsigned seat, hk_time now)
{
    hk_time seen = atomic_load(&presence->seen[seat]);

    if (seen <= now)
        return seen;
    atomic_store(&presence->seen[seat], now);
    return now;
}

static uint8_t find(struct hk_game *game, hk_time now)
{
    struct hk_presence *presence = &game->presence;
    hk_time grace = atomic_load(&game->service->presence_grace_ms);
    uint8_t away = 0;

    for (unsigned s = 0; s < game->row.seats; s++) {
        if (presence->watched >> s & 1 &&
            atomic_load(&presence->streams[s]) == 0 &&
            now - seen_at(presence, s, now) > grace)
            away |= (uint8_t)(1u << s);
    }
    return away;
}

uint8_t hk_presence_find(struct hk_game *game, hk_time now,
                         struct hk_waiter **ret_woken)
{
    struct hk_presence *presence = &game->presence;
    uint8_t before = atomic_load(&presence->away);
    uint8_t watched = can_be_away(game);

    for (unsigned s = 0; s < game->row.seats; s++) {
        if ((watched & ~presence->watched) >> s & 1)
            atomic_store(&presence->seen[s], now);
    }
    presence->watched = watched;
    uint8_t away = find(game, now);
    atomic_store(&presence->away, away);
    /* Whoever came between looking and telling has looked at what was told
     * before: it is found now, since it noted that it is there first. */
    if (away & ~before) {
        away &= find(game, now);
        atomic_store(&presence->away, away);
    }
    if (away != before)
        hk_fanout_take_watching(&game->fanout, ret_woken);
    return away;
}

unsigned hk_presence_patience(const struct hk_game *game, hk_time now)
{
    const struct hk_presence *presence = &game->presence;
    unsigned grace = atomic_load(&game->service->presence_grace_ms);
    unsigned patience = grace;

    for (unsigned s = 0; s < game->row.seats; s++) {
        hk_time quiet = now - atomic_load(&presence->seen[s]);

        if (presence->watched >> s & 1 && quiet >= 0 && quiet <= grace &&
            atomic_load(&presence->streams[s]) == 0 &&
            grace - (unsigned)quiet < patience)
            patience = grace - (unsigned)quiet;
    }
    /* That a seat has been quiet for longer is seen a millisecond after. */
    return patience + 1;
}

void hk_presence_begin_anew(struct hk_game *game, hk_seat seat)
{
    game->presence.watched &= (uint8_t) ~(1u << seat);
}

uint8_t hk_presence_after(const struct hk_game *game, enum hk_status status)
{
    return is_over(status) ? 0 : atomic_load(&game->presence.away);
}

/* ----- by requests -------------------------------------------------------- */

static void look(struct hk_game *game)
{
    struct hk_waiter *woken = NULL;

    hk_game_lock(game);
    (void)hk_presence_find(game, hk_service_now(game->service), &woken);
    hk_game_unlock(game);
    hk_fanout_wake(woken);
}

/* It is there, which it has noted: if others were told that it is not, they are
 * told that it is. */
static void come_back(struct hk_game *game, hk_seat seat)
{
    if (atomic_load(&game->presence.away) >> seat & 1)
        look(game);
}

void hk_presence_seen(struct hk_game *game, hk_seat seat)
{
    atomic_store(&game->presence.seen[seat], hk_service_now(game->service));
    come_back(game, seat);
}

void hk_presence_enter(struct hk_game *game, hk_seat seat)
{
    atomic_fetch_add(&game->presence.streams[seat], 1);
    come_back(game, seat);
}

void hk_presence_leave(struct hk_game *game, hk_seat seat)
{
    atomic_store(&game->presence.seen[seat], hk_service_now(game->service));
    atomic_fetch_sub(&game->presence.streams[seat], 1);
}

uint8_t hk_presence_away(struct hk_game *game)
{
    look(game);
    return atomic_load(&game->presence.away);
}
