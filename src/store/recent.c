/* The tails of games: a ring of rows, games by hash, and what a transaction
 * did to them. */
#include "store/recent.h"

#include <stdlib.h>
#include <string.h>

/* Rows that there is room for at first. */
#define SIZE_AT_FIRST 1024

/* A game with a tail: as it is durable, and as the transaction has it. */
struct hk_recent_game {
    struct hk_recent_game *chained; /* of the same hash */
    int64_t game;
    struct hk_tail durable, tail;
    size_t changes; /* that name it */
};

/* How the tail was before. */
struct hk_recent_change {
    struct hk_recent_game *game;
    struct hk_tail before;
    bool added;
};

static void lock(struct hk_recent *recent)
{
    if (pthread_mutex_lock(&recent->lock) != 0)
        abort();
}

static void unlock(struct hk_recent *recent)
{
    if (pthread_mutex_unlock(&recent->lock) != 0)
        abort();
}

/* ----- rows and games ----------------------------------------------------- */

static struct hk_recent_row *row_of(const struct hk_recent *recent, int64_t id)
{
    return &recent->rows[(uint64_t)id & (recent->size - 1)];
}

/* Ids of games are given one after another. */
static struct hk_recent_game **bucket_of(const struct hk_recent *recent,
                                         int64_t game)
{
    return &recent->games[(uint64_t)game & (recent->size - 1)];
}

static struct hk_recent_game *find(const struct hk_recent *recent, int64_t game)
{
    struct hk_recent_game *found = *bucket_of(recent, game);

    while (found && found->game != game)
        found = found->chained;
    return found;
}

static struct hk_recent_game *find_or_make(struct hk_recent *recent,
                                           int64_t game)
{
    struct hk_recent_game *found = find(recent, game);

    if (found)
        return found;
    struct hk_recent_game *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    struct hk_recent_game **bucket = bucket_of(recent, game);
    made->game = game;
    made->chained = *bucket;
    *bucket = made;
    return made;
}

/* Frees a game that has no row any more, unless a change names it. */
static void let_go(struct hk_recent *recent, struct hk_recent_game *game)
{
    struct hk_recent_game **link = bucket_of(recent, game->game);

    if (game->durable.last >= recent->first || game->changes > 0)
        return;
    while (*link != game)
        link = &(*link)->chained;
    *link = game->chained;
    free(game);
}

/* Room for one row more. */
static enum hk_error reserve(struct hk_recent *recent)
{
    if ((size_t)(recent->next - recent->first) < recent->size)
        return HK_OK;
    struct hk_recent larger = *recent;
    larger.size = recent->size > 0 ? 2 * recent->size : SIZE_AT_FIRST;
    larger.rows = calloc(larger.size, sizeof *larger.rows);
    larger.games = calloc(larger.size, sizeof(struct hk_recent_game *));
    if (!larger.rows || !larger.games) {
        free(larger.rows);
        free(larger.games);
        return HK_E_STORAGE_UNAVAILABLE;
    }
    for (int64_t id = recent->first; id < recent->next; id++)
        *row_of(&larger, id) = *row_of(recent, id);
    for (size_t i = 0; i < recent->size; i++) {
        for (struct hk_recent_game *game = recent->games[i], *next; game;
             game = next) {
            struct hk_recent_game **bucket = bucket_of(&larger, game->game);
            next = game->chained;
            game->chained = *bucket;
            *bucket = game;
        }
    }
    free(recent->rows);
    free(recent->games);
    recent->rows = larger.rows;
    recent->games = larger.games;
    recent->size = larger.size;
    return HK_OK;
}

/* The next row is this game's: at the end of its tail. */
static void append(struct hk_recent *recent, struct hk_recent_game *game,
                   uint32_t seq, hk_time at)
{
    struct hk_tail *tail = &game->tail;
    int64_t id = recent->next++;

    row_of(recent, id)->game = game->game;
    if (tail->count > 0)
        row_of(recent, tail->last)->following = id;
    else
        tail->first = id;
    tail->last = id;
    tail->seq = seq;
    tail->at = at;
    tail->count++;
}

static void drop_oldest(const struct hk_recent *recent, struct hk_tail *tail)
{
    if (--tail->count > 0)
        tail->first = row_of(recent, tail->first)->following;
}

static size_t ids_after(const struct hk_recent *recent,
                        const struct hk_tail *tail, uint32_t after,
                        int64_t ret_ids[HK_TAIL_MAX])
{
    int64_t id = tail->first;
    size_t count = 0;

    for (uint32_t left = tail->count; left > 0; left--) {
        if (tail->seq - left + 1 > after)
            ret_ids[count++] = id;
        id = row_of(recent, id)->following;
    }
    return count;
}

enum hk_error hk_recent_init(struct hk_recent *recent)
{
    memset(recent, 0, sizeof *recent);
    recent->first = recent->kept = recent->next = 1;
    if (pthread_mutex_init(&recent->lock, NULL) != 0)
        abort();
    return reserve(recent);
}

void hk_recent_clear(struct hk_recent *recent)
{
    if (recent->size == 0)
        return;
    for (size_t i = 0; i < recent->size; i++) {
        for (struct hk_recent_game *game = recent->games[i], *next; game;
             game = next) {
            next = game->chained;
            free(game);
        }
    }
    free(recent->rows);
    free(recent->games);
    free(recent->changes);
    pthread_mutex_destroy(&recent->lock);
    memset(recent, 0, sizeof *recent);
}

/* ----- as the table is found ---------------------------------------------- */

static enum hk_error learn(struct hk_recent *recent, int64_t id, int64_t game,
                           uint32_t seq, hk_time at)
{
    if (recent->first == recent->next)
        recent->first = recent->kept = recent->next = id;
    if (id != recent->next)
        return HK_E_INTERNAL;
    enum hk_error error = reserve(recent);
    if (error)
        return error;
    struct hk_recent_game *found = find_or_make(recent, game);
    if (!found)
        return HK_E_STORAGE_UNAVAILABLE;
    /* The log had it before the game went on in another way. */
    if (found->tail.count > 0 && seq != found->tail.seq + 1)
        found->tail.count = 0;
    append(recent, found, seq, at);
    if (found->tail.count > HK_TAIL_MAX)
        drop_oldest(recent, &found->tail);
    found->tail.sure = false;
    found->durable = found->tail;
    return HK_OK;
}

enum hk_error hk_recent_learn(struct hk_recent *recent, int64_t id,
                              int64_t game, uint32_t seq, hk_time at)
{
    lock(recent);
    enum hk_error error = learn(recent, id, game, seq, at);
    unlock(recent);
    return error;
}

/* The oldest row goes; it is no tail's afterwards. */
static void forget_oldest(struct hk_recent *recent)
{
    int64_t id = recent->first++;
    struct hk_recent_game *game = find(recent, row_of(recent, id)->game);

    if (!game)
        return;
    if (game->durable.count > 0 && game->durable.first == id) {
        drop_oldest(recent, &game->durable);
        game->tail = game->durable;
    }
    let_go(recent, game);
}

static void forget(struct hk_recent *recent, int64_t first)
{
    while (recent->first < first && recent->first < recent->next)
        forget_oldest(recent);
    recent->kept = recent->first;
}

void hk_recent_forget(struct hk_recent *recent, int64_t first)
{
    lock(recent);
    forget(recent, first);
    unlock(recent);
}

int64_t hk_recent_next(struct hk_recent *recent)
{
    lock(recent);
    int64_t next = recent->next;
    unlock(recent);
    return next;
}

/* ----- for readers -------------------------------------------------------- */

bool hk_recent_find(struct hk_recent *recent, int64_t game,
                    struct hk_tail *ret_tail)
{
    lock(recent);
    const struct hk_recent_game *found = find(recent, game);
    bool has = found && found->durable.last > 0;
    if (has)
        *ret_tail = found->durable;
    unlock(recent);
    return has;
}

size_t hk_recent_ids(struct hk_recent *recent, int64_t game, uint32_t after,
                     int64_t ret_ids[HK_TAIL_MAX])
{
    lock(recent);
    const struct hk_recent_game *found = find(recent, game);
    size_t count = found ? ids_after(recent, &found->durable, after, ret_ids)
                         : 0;
    unlock(recent);
    return count;
}

/* ----- for the writer ----------------------------------------------------- */

bool hk_recent_tail(struct hk_recent *recent, int64_t game,
                    struct hk_tail *ret_tail)
{
    lock(recent);
    const struct hk_recent_game *found = find(recent, game);
    bool has = found && (found->tail.count > 0 || found->tail.sure);
    if (has)
        *ret_tail = found->tail;
    unlock(recent);
    return has;
}

size_t hk_recent_tail_ids(struct hk_recent *recent, int64_t game,
                          int64_t ret_ids[HK_TAIL_MAX])
{
    lock(recent);
    const struct hk_recent_game *found = find(recent, game);
    size_t count = found ? ids_after(recent, &found->tail, 0, ret_ids) : 0;
    unlock(recent);
    return count;
}

/* Room for one change more. */
static enum hk_error reserve_change(struct hk_recent *recent)
{
    if (recent->change_count < recent->change_size)
        return HK_OK;
    size_t size = recent->change_size > 0 ? 2 * recent->change_size : 64;
    struct hk_recent_change *larger = realloc(recent->changes,
                                              size * sizeof *larger);
    if (!larger)
        return HK_E_STORAGE_UNAVAILABLE;
    recent->changes = larger;
    recent->change_size = size;
    return HK_OK;
}

static void note(struct hk_recent *recent, struct hk_recent_game *game,
                 bool added)
{
    recent->changes[recent->change_count++] = (struct hk_recent_change){
        .game = game, .before = game->tail, .added = added};
    game->changes++;
}

static enum hk_error add(struct hk_recent *recent, int64_t game, uint32_t seq,
                         hk_time at, int64_t *ret_id)
{
    enum hk_error error = reserve(recent);
    if (!error)
        error = reserve_change(recent);
    if (error)
        return error;
    struct hk_recent_game *found = find_or_make(recent, game);
    if (!found)
        return HK_E_STORAGE_UNAVAILABLE;
    note(recent, found, true);
    if (found->tail.count == 0)
        found->tail.sure = true;
    *ret_id = recent->next;
    append(recent, found, seq, at);
    return HK_OK;
}

enum hk_error hk_recent_add(struct hk_recent *recent, int64_t game,
                            uint32_t seq, hk_time at, int64_t *ret_id)
{
    lock(recent);
    enum hk_error error = add(recent, game, seq, at, ret_id);
    unlock(recent);
    return error;
}

/* Nothing of the tail is left for the log; `sure`: if it was. */
static enum hk_error empty(struct hk_recent *recent, int64_t game, bool sure)
{
    lock(recent);
    enum hk_error error = reserve_change(recent);
    struct hk_recent_game *found = find(recent, game);
    if (!error && found) {
        note(recent, found, false);
        found->tail.count = 0;
        found->tail.sure &= sure;
    }
    unlock(recent);
    return error;
}

enum hk_error hk_recent_settle(struct hk_recent *recent, int64_t game)
{
    return empty(recent, game, true);
}

enum hk_error hk_recent_pass(struct hk_recent *recent, int64_t game)
{
    return empty(recent, game, false);
}

void hk_recent_prune(struct hk_recent *recent, int64_t first)
{
    lock(recent);
    recent->kept = first;
    unlock(recent);
}

size_t hk_recent_mark(struct hk_recent *recent)
{
    lock(recent);
    size_t mark = recent->change_count;
    unlock(recent);
    return mark;
}

/* Backwards, so that the first change of a game has the last word. */
static void take_back(struct hk_recent *recent, size_t mark)
{
    while (recent->change_count > mark) {
        const struct hk_recent_change *change =
            &recent->changes[--recent->change_count];
        change->game->tail = change->before;
        change->game->changes--;
        recent->next -= change->added;
        let_go(recent, change->game);
    }
}

void hk_recent_take_back(struct hk_recent *recent, size_t mark)
{
    lock(recent);
    take_back(recent, mark);
    unlock(recent);
}

size_t hk_recent_added(struct hk_recent *recent, size_t mark)
{
    size_t added = 0;

    lock(recent);
    for (size_t i = mark; i < recent->change_count; i++)
        added += recent->changes[i].added;
    unlock(recent);
    return added;
}

int64_t hk_recent_long_tail(struct hk_recent *recent, uint32_t count,
                            size_t *position)
{
    int64_t game = 0;

    lock(recent);
    while (game == 0 && *position < recent->change_count) {
        const struct hk_recent_game *changed =
            recent->changes[(*position)++].game;
        if (changed->tail.count >= count)
            game = changed->game;
    }
    unlock(recent);
    return game;
}

int64_t hk_recent_first(struct hk_recent *recent)
{
    lock(recent);
    int64_t first = recent->kept;
    unlock(recent);
    return first;
}

size_t hk_recent_count(struct hk_recent *recent)
{
    lock(recent);
    size_t count = (size_t)(recent->next - recent->kept);
    unlock(recent);
    return count;
}

int64_t hk_recent_owner(struct hk_recent *recent, int64_t id)
{
    lock(recent);
    int64_t game = row_of(recent, id)->game;
    const struct hk_recent_game *found = find(recent, game);
    bool owned = found && found->tail.count > 0 && found->tail.first <= id;
    unlock(recent);
    return owned ? game : 0;
}

void hk_recent_publish(struct hk_recent *recent)
{
    lock(recent);
    for (size_t i = 0; i < recent->change_count; i++) {
        struct hk_recent_game *game = recent->changes[i].game;
        game->durable = game->tail;
        game->changes--;
        let_go(recent, game);
    }
    recent->change_count = 0;
    forget(recent, recent->kept);
    unlock(recent);
}

void hk_recent_drop(struct hk_recent *recent)
{
    lock(recent);
    take_back(recent, 0);
    recent->kept = recent->first;
    unlock(recent);
}
