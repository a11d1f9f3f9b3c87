/* A live game: coming into memory, who is what to it, what can be read. */
#include "service/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "service/chain.h"
#include "service/event_json.h"
#include "service/internal.h"
#include "service/uuid.h"
#include "store/stopped_clocks.h"

void hk_game_lock(struct hk_game *game)
{
    if (pthread_mutex_lock(&game->lock) != 0)
        abort();
}

void hk_game_unlock(struct hk_game *game)
{
    if (pthread_mutex_unlock(&game->lock) != 0)
        abort();
}

/* ----- in memory ---------------------------------------------------------- */

struct hk_game *hk_game_new(struct hk_service *service, const char *uuid)
{
    struct hk_game *game = calloc(1, sizeof *game);

    if (!game)
        return NULL;
    if (pthread_mutex_init(&game->lock, NULL) != 0) {
        free(game);
        return NULL;
    }
    game->service = service;
    memcpy(game->slot.uuid, uuid, sizeof game->slot.uuid);
    return game;
}

void hk_game_free(struct hk_game *game)
{
    if (!game)
        return;
    hk_history_clear(&game->history);
    free(game->seats);
    pthread_mutex_destroy(&game->lock);
    free(game);
}

struct hk_kept_seats *hk_seats_keep(const struct hk_seat_row rows[HK_SEATS_MAX])
{
    size_t size = sizeof(struct hk_kept_seats);

    for (unsigned s = 0; s < HK_SEATS_MAX; s++)
        size += strlen(rows[s].name) + 1;
    struct hk_kept_seats *kept = malloc(size);
    if (!kept)
        return NULL;
    char *name = kept->names;
    kept->size = (uint16_t)size;
    kept->players = 0;
    for (unsigned s = 0; s < HK_SEATS_MAX; s++) {
        size_t length = strlen(rows[s].name) + 1;

        if (rows[s].player)
            kept->players |= (uint8_t)(1u << s);
        memcpy(name, rows[s].name, length);
        kept->seats[s] = (struct hk_kept_seat){.player = rows[s].player,
                                               .team = rows[s].team,
                                               .bot = rows[s].bot,
                                               .name = name};
        name += length;
    }
    return kept;
}

void hk_game_set_seats(struct hk_game *game, struct hk_kept_seats *seats)
{
    free(game->seats);
    game->seats = seats;
    game->seats_size = seats->size;
    game->players = seats->players;
}

void hk_game_seats(const struct hk_game *game,
                   struct hk_seat_row ret_rows[HK_SEATS_MAX])
{
    memset(ret_rows, 0, HK_SEATS_MAX * sizeof *ret_rows);
    for (unsigned s = 0; s < HK_SEATS_MAX; s++) {
        const struct hk_kept_seat *kept = &game->seats->seats[s];

        ret_rows[s].seat = (hk_seat)s;
        ret_rows[s].player = kept->player;
        ret_rows[s].team = kept->team;
        ret_rows[s].bot = kept->bot;
        memcpy(ret_rows[s].name, kept->name, strlen(kept->name) + 1);
    }
}

size_t hk_game_size(const struct hk_game *game)
{
    const struct hk_history *history = &game->history;

    return sizeof *game + game->seats_size +
           history->round_size * sizeof *history->rounds +
           history->table.deal_count * sizeof *history->deals;
}

/* What the log says against the game's row; NULL: nothing. */
static const char *row_fault(const struct hk_game *game, unsigned seats)
{
    const struct hk_table *table = &game->history.table;

    if (game->row.rules_version != HK_RULES_VERSION)
        return "it is played under a version of the rules not known here";
    if (game->row.seq != table->seq)
        return "the log ends at another event";
    if (game->row.status != table->status)
        return "the log has another status";
    if (game->row.mode != table->mode ||
        game->row.variant != (enum hk_variant)table->rules.variant ||
        game->row.seats != table->rules.seats || seats != table->rules.seats)
        return "the log has other rules or seats";
    return NULL;
}

/* From the last event on, or from where the clock was stopped. */
static enum hk_error take_up_clock(struct hk_game *game)
{
    struct hk_service *service = game->service;
    const struct hk_table *table = &game->history.table;
    int64_t ms = 0;
    enum hk_error error = HK_OK;

    game->resume = game->row.id <= service->last_left &&
                   table->status == HK_STATUS_PLAYING &&
                   hk_clocks_kept(&table->rules);
    if (game->resume)
        error = hk_store_stopped_clock(service->store, game->row.id, table->seq,
                                       &ms);
    game->ticks = hk_service_ticks(service) - ms;
    return error;
}

/* Nobody else has the game yet, so it needs no lock. */
enum hk_error hk_game_load(struct hk_game *game)
{
    struct hk_store *store = game->service->store;
    char fault[HK_FAULT_SIZE];
    const char *against = fault;
    struct hk_seat_row rows[HK_SEATS_MAX] = {{.seat = 0}};
    unsigned seats = 0;

    enum hk_error error = hk_store_find_game(store, game->slot.uuid,
                                             &game->row);
    if (!error)
        error = hk_store_seats(store, game->row.id, rows, &seats);
    if (error)
        return error;
    struct hk_kept_seats *kept = hk_seats_keep(rows);
    if (!kept)
        return HK_E_INTERNAL;
    hk_game_set_seats(game, kept);
    error = hk_history_read(store, &game->row, &game->history, fault);
    if (!error) {
        hk_history_forget_names(&game->history);
        against = row_fault(game, seats);
        error = against ? HK_E_INTERNAL : HK_OK;
    }
    if (!error)
        error = take_up_clock(game);
    if (error == HK_E_INTERNAL)
        hk_log(HK_LOG_ERROR, "game %s does not replay: %s", game->slot.uuid,
               against);
    return error;
}

const char *hk_game_uuid(const struct hk_game *game)
{
    return game->slot.uuid;
}

enum hk_error hk_game_open(struct hk_service *service, const char *uuid,
                           struct hk_game **ret_game)
{
    char lower[HK_UUID_TEXT_SIZE];

    if (!hk_uuid_read(uuid, lower))
        return HK_E_NOT_FOUND;
    return hk_registry_take(service, lower, ret_game);
}

void hk_game_close(struct hk_game *game)
{
    if (game)
        hk_registry_give(&game->service->registry, game);
}

/* ----- who is what -------------------------------------------------------- */

static void stand_as_seat(const struct hk_game *game, hk_seat seat,
                          struct hk_standing *ret_standing)
{
    ret_standing->given_seq = game->history.given_seq[seat];
    ret_standing->viewer.kind = HK_VIEW_SEAT;
    ret_standing->viewer.seat = seat;
    ret_standing->seat = seat;
}

enum hk_error hk_game_standing_locked(const struct hk_game *game,
                                      const struct hk_caller *caller,
                                      struct hk_standing *ret_standing)
{
    struct hk_standing standing = {.viewer = {.kind = HK_VIEW_PUBLIC},
                                   .seat = -1};

    switch (caller->role) {
    case HK_ROLE_ANONYMOUS:
    case HK_ROLE_KEY_HOST:
        break;
    case HK_ROLE_GAME_HOST:
        if (caller->game != game->row.id)
            return HK_E_FORBIDDEN;
        standing.viewer.kind = HK_VIEW_HOST;
        standing.host = true;
        break;
    case HK_ROLE_KEY_ADMIN:
        standing.viewer.kind = HK_VIEW_HOST;
        standing.host = true;
        break;
    case HK_ROLE_SEAT:
        if (caller->game != game->row.id || caller->seat >= game->row.seats)
            return HK_E_FORBIDDEN;
        if (caller->given_seq != game->history.given_seq[caller->seat])
            return HK_E_UNAUTHORIZED;
        stand_as_seat(game, caller->seat, &standing);
        break;
    case HK_ROLE_PLAYER:
        /* Who reserves a name gets no cards that were dealt under it before:
         * anybody might, and look at them. */
        for (unsigned s = 0; s < game->row.seats; s++) {
            if (game->seats->seats[s].player == caller->player &&
                game->history.seated_at[s] >= caller->since)
                stand_as_seat(game, (hk_seat)s, &standing);
        }
        break;
    }
    *ret_standing = standing;
    return HK_OK;
}

enum hk_error hk_game_standing(struct hk_game *game,
                               const struct hk_caller *caller,
                               struct hk_standing *ret_standing)
{
    hk_game_lock(game);
    enum hk_error error = hk_game_standing_locked(game, caller, ret_standing);
    hk_game_unlock(game);
    return error;
}

uint64_t hk_game_passed(const struct hk_game *game, hk_ticks now)
{
    return now > game->ticks ? (uint64_t)(now - game->ticks) : 0;
}

enum hk_error hk_game_check_seq(const struct hk_game *game,
                                const struct hk_wish *wish)
{
    if (wish->has_expected_seq && wish->expected_seq != game->history.table.seq)
        return HK_E_STALE;
    return HK_OK;
}

/* ----- reading ------------------------------------------------------------ */

void hk_game_rules(struct hk_game *game, struct hk_rules *ret_rules)
{
    hk_game_lock(game);
    *ret_rules = game->history.table.rules;
    hk_game_unlock(game);
}

uint32_t hk_game_seq(struct hk_game *game)
{
    hk_game_lock(game);
    uint32_t seq = game->history.table.seq;
    hk_game_unlock(game);
    return seq;
}

static struct hk_noted *noted_for(struct hk_game *game,
                                  const struct hk_viewer *viewer)
{
    switch (viewer->kind) {
    case HK_VIEW_PUBLIC:
        return &game->noted[HK_SEATS_MAX];
    case HK_VIEW_HOST:
        return &game->noted[HK_SEATS_MAX + 1];
    case HK_VIEW_SEAT:
        return &game->noted[viewer->seat];
    }
    abort();
}

void hk_game_note_size(struct hk_game *game, const struct hk_viewer *viewer,
                       uint32_t seq, uint8_t away, unsigned form, size_t size)
{
    hk_game_lock(game);
    *noted_for(game, viewer) = (struct hk_noted){
        .seq = seq,
        .away = away,
        .form = (uint8_t)form,
        .size = size > UINT32_MAX ? 0 : (uint32_t)size};
    hk_game_unlock(game);
}

size_t hk_game_noted_size(struct hk_game *game, const struct hk_viewer *viewer,
                          unsigned form, uint32_t *ret_seq, uint8_t *ret_away)
{
    struct hk_waiter *woken = NULL;

    hk_game_lock(game);
    const struct hk_noted *noted = noted_for(game, viewer);
    uint32_t seq = game->history.table.seq;
    uint8_t away = hk_presence_find(game, hk_service_now(game->service),
                                    &woken);
    bool known = noted->seq == seq && noted->form == form &&
                 noted->away == away;
    size_t size = known ? noted->size : 0;
    hk_game_unlock(game);
    hk_fanout_wake(woken);
    *ret_seq = seq;
    *ret_away = away;
    return size;
}

enum hk_error hk_game_snapshot(struct hk_game *game,
                               struct hk_snapshot *ret_snapshot)
{
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_waiter *woken = NULL;

    hk_game_lock(game);
    hk_game_seats(game, seats);
    enum hk_error error = hk_snapshot_make(&game->row, seats, &game->history,
                                           NULL, ret_snapshot);
    uint8_t away = hk_presence_find(game, hk_service_now(game->service),
                                    &woken);
    uint64_t passed = hk_game_passed(game, hk_service_ticks(game->service));
    hk_game_unlock(game);
    hk_fanout_wake(woken);
    if (error)
        return error;
    ret_snapshot->away = away;
    if (ret_snapshot->clock.window_ms > passed)
        ret_snapshot->asking_ms = ret_snapshot->clock.window_ms - passed;
    return HK_OK;
}

/* A walk over the log for one viewer, as far as the game had come. */
struct walk {
    struct hk_viewer viewer;
    uint32_t last_seq;
    size_t rounds_over;
    size_t left; /* of the page */
    bool more;
    enum hk_error (*each)(const struct hk_event *event, void *cls);
    void *cls;
    struct hk_chain_end *chain;   /* being made anew; NULL: as it is stored */
    const struct hk_rules *rules; /* for it */
};

static enum hk_error add_to_chain(struct walk *walk, struct hk_entry *entry)
{
    struct hk_event *event = &entry->event;
    enum hk_error error = hk_chain_add(walk->chain, walk->rules, entry);

    event->has_leaf = hk_event_is_sealed(event) &&
                      event->round > walk->rounds_over;
    if (event->has_leaf)
        memcpy(event->leaf, walk->chain->leaf, HK_HASH_SIZE);
    return error;
}

static enum hk_error show_event(const struct hk_event_row *row, void *cls)
{
    struct walk *walk = cls;
    struct hk_record record;

    /* What came after the first look may tell of rounds that were on then. */
    if (row->seq > walk->last_seq)
        return HK_OK;
    if (walk->left == 0) {
        walk->more = true;
        return HK_OK;
    }
    walk->left--;
    enum hk_error error = hk_record_read(row, &record);
    if (error)
        return error;
    struct hk_event *event = &record.entry.event;
    if (walk->chain)
        error = add_to_chain(walk, &record.entry);
    hk_view_event(event, &walk->viewer, event->round <= walk->rounds_over);
    if (!error)
        error = walk->each(event, walk->cls);
    hk_record_clear(&record);
    return error;
}

size_t hk_game_arranged(struct hk_game *game,
                        unsigned ret_arranged[HK_ROUNDS_MAX])
{
    const struct hk_table *table = &game->history.table;

    hk_game_lock(game);
    size_t count = table->deal_count;
    for (size_t i = 0; i < count; i++) {
        ret_arranged[i] = table->deals[i].stock_size;
        for (unsigned s = 0; s < table->rules.seats; s++)
            ret_arranged[i] += table->deals[i].hand_sizes[s];
    }
    hk_game_unlock(game);
    return count;
}

enum hk_error hk_game_events(struct hk_game *game,
                             const struct hk_viewer *viewer, uint32_t after,
                             size_t limit,
                             enum hk_error (*each)(const struct hk_event *event,
                                                   void *cls),
                             void *cls, bool *ret_more)
{
    struct walk walk = {
        .viewer = *viewer, .left = limit, .each = each, .cls = cls};

    hk_game_lock(game);
    walk.last_seq = game->history.table.seq;
    walk.rounds_over = game->history.round_count;
    int64_t id = game->row.id;
    hk_game_unlock(game);
    enum hk_error error = HK_OK;
    if (after < walk.last_seq)
        error = hk_store_events(game->service->store, id, after, limit + 1,
                                show_event, &walk);
    if (!error)
        *ret_more = walk.more;
    return error;
}

enum hk_error hk_game_record(
    struct hk_game *game, const struct hk_snapshot *snapshot,
    const struct hk_viewer *viewer,
    enum hk_error (*each)(const struct hk_event *event, void *cls), void *cls)
{
    static const uint8_t no_seed[HK_SEED_SIZE];
    uint8_t start[HK_HASH_SIZE];
    struct hk_chain_end chain;
    struct walk walk = {.viewer = *viewer,
                        .last_seq = snapshot->row.seq,
                        .rounds_over = snapshot->round_count,
                        .left = snapshot->row.seq,
                        .each = each,
                        .cls = cls,
                        .chain = &chain,
                        .rules = &snapshot->rules};

    hk_chain_start(snapshot->row.uuid, start);
    hk_chain_init(&chain, start, no_seed);
    enum hk_error error = hk_store_events(game->service->store,
                                          snapshot->row.id, 0, walk.left,
                                          show_event, &walk);
    hk_chain_clear(&chain);
    return error;
}
