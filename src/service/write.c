/* Writes on their way: in turn, through the store's writer, to who waits. */
#include "service/write.h"

#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "service/internal.h"

static void tell(struct hk_write *write, enum hk_error error)
{
    if (write->kind->count && !write->wish.dry_run)
        write->kind->count(write, error);
    write->error = error;
    write->told(write, write->cls);
}

/* Frees what is not told: of a write that failed, also what it would bring. */
static void clear(struct hk_write *write, enum hk_error error)
{
    if (write->draft) {
        bool owned = !write->draft->room;
        hk_draft_clear(write->draft);
        if (owned)
            free(write->draft);
        write->draft = NULL;
    }
    free(write->receipt.answer);
    write->receipt.answer = NULL;
    if (error)
        write->kind->drop(write);
}

/* ----- judging, and what can be made before the writer's turn ------------- */

/* While it waited for its turn its seat may have been given to another. */
static enum hk_error check_standing(const struct hk_game *game,
                                    const struct hk_wish *wish)
{
    const struct hk_standing *standing = wish->standing;

    if (!standing || standing->seat < 0 ||
        standing->given_seq == game->history.given_seq[standing->seat])
        return HK_OK;
    return HK_E_UNAUTHORIZED;
}

/* Under the game's lock. */
static enum hk_error judge(struct hk_write *write)
{
    struct hk_game *game = write->game;
    enum hk_error error = HK_OK;

    write->now = hk_service_now(write->service);
    write->ticks = hk_service_ticks(write->service);
    if (game)
        error = check_standing(game, &write->wish);
    if (!error && game)
        error = hk_game_check_seq(game, &write->wish);
    if (!error)
        error = write->kind->judge(write);
    /* With room for its rounds, publishing cannot fail. */
    if (!error && game)
        error = hk_history_reserve(&game->history,
                                   hk_draft_rounds(write->draft));
    if (error)
        clear(write, error);
    return error;
}

/* In the room that was lent, where it is large enough. */
static enum hk_error make_draft(struct hk_write *write,
                                const struct hk_table *table,
                                size_t entries_max)
{
    if (write->room && entries_max <= HK_EVENTS_A_MOVE) {
        hk_draft_init_in(write->room, table);
        write->draft = &write->room->draft;
        return HK_OK;
    }
    struct hk_draft *draft = malloc(sizeof *draft);
    if (!draft)
        return HK_E_INTERNAL;
    enum hk_error error = hk_draft_init(draft, table, entries_max);
    if (error)
        free(draft);
    else
        write->draft = draft;
    return error;
}

enum hk_error hk_write_new_draft(struct hk_write *write,
                                 const struct hk_table *table,
                                 size_t entries_max)
{
    enum hk_error error = make_draft(write, table, entries_max);

    if (error || !write->game)
        return error;
    write->draft->key = write->game->row.key;
    hk_table_pass(&write->draft->table,
                  hk_game_passed(write->game, write->ticks));
    return HK_OK;
}

enum hk_error hk_write_foresee(struct hk_write *write,
                               struct hk_happened *ret_happened)
{
    const struct hk_game *game = write->game;
    struct hk_seat_row seats[HK_SEATS_MAX];

    hk_game_seats(game, seats);
    /* A dry run enters nothing. */
    enum hk_error error = write->wish.dry_run ? HK_OK
                                              : hk_draft_chain(write->draft);
    if (error)
        return error;
    error = hk_happened_make(&game->row, seats, &game->history, write->draft,
                             ret_happened);

    if (error)
        return error;
    ret_happened->after.away = hk_presence_after(
        game, ret_happened->after.row.status);
    write->outcome = ret_happened;
    return HK_OK;
}

enum hk_error hk_write_render(struct hk_write *write)
{
    const struct hk_receipt *receipt = write->wish.receipt;

    if (!receipt)
        return HK_OK;
    memcpy(write->receipt.slot, receipt->slot, sizeof receipt->slot);
    memcpy(write->receipt.body_hash, receipt->body_hash,
           sizeof receipt->body_hash);
    write->receipt.created_at = write->now;
    return receipt->render(receipt->cls, write->outcome, &write->receipt.answer,
                           &write->receipt.answer_size);
}

enum hk_error hk_write_keep_receipt(struct hk_write *write, struct hk_tx *tx)
{
    if (!write->receipt.answer)
        return HK_OK;
    return hk_tx_add_receipt(tx, &write->receipt,
                             write->now - HK_RECEIPT_LIFE_MS);
}

/* ----- through the writer ------------------------------------------------- */

static enum hk_error run(struct hk_tx *tx, void *cls)
{
    struct hk_write *write = cls;

    if (write->kind->run)
        return write->kind->run(write, tx);
    const struct hk_happened *happened = write->outcome;
    /* The receipt first: a key that was used fails before all else. */
    enum hk_error error = hk_write_keep_receipt(write, tx);
    if (!error)
        error = hk_draft_write(write->draft, tx, write->game->row.id);
    if (!error)
        error = hk_game_count(write->game, tx, &happened->after, write->now);
    return error;
}

static void done(enum hk_error error, void *cls);

/* Everything is made that does not need the database, then it is the
 * writer's. */
static void submit(struct hk_write *write, enum hk_writer_choice choice)
{
    enum hk_error error = HK_OK;

    if (!write->kind->run) {
        error = hk_draft_put_in_words(write->draft);
        if (!error)
            error = hk_write_render(write);
    }
    /* Others keep what they found in the database. */
    write->job = (struct hk_job){.run = run,
                                 .done = done,
                                 .cls = write,
                                 .repeatable = !write->kind->run};
    if (error)
        done(error, write);
    else
        hk_store_submit(write->service->store, &write->job, choice);
}

/* ----- one after another -------------------------------------------------- */

static void queue_up(struct hk_game *game, struct hk_write *write)
{
    write->next = NULL;
    if (game->last_waiting)
        game->last_waiting->next = write;
    else
        game->first_waiting = write;
    game->last_waiting = write;
}

/*
 * The next one that has something to write has its turn; NULL: none has. Those
 * refused before it are given in their order. Under the game's lock.
 */
static struct hk_write *give_turn(struct hk_game *game,
                                  struct hk_write **ret_refused)
{
    struct hk_write **end = ret_refused;
    struct hk_write *write;

    *ret_refused = NULL;
    while ((write = game->first_waiting)) {
        game->first_waiting = write->next;
        if (!game->first_waiting)
            game->last_waiting = NULL;
        write->next = NULL;
        write->error = judge(write);
        if (!write->error)
            break;
        *end = write;
        end = &write->next;
    }
    game->writing = write;
    return write;
}

/* Jobs are told in the order in which they were written, so a feed is published
 * in that of its numbers. Returns who waited for it. */
static struct hk_waiter *publish_feed(const struct hk_write *write)
{
    const struct hk_draft *draft = write->draft;

    if (!draft || !draft->feed_id)
        return NULL;
    return hk_feeds_publish(&write->service->feeds, draft->key, draft->feed_id);
}

/* After a write on a game: publishes it and gives the turn on. */
static void pass_on(struct hk_write *write, enum hk_error error)
{
    struct hk_game *game = write->game;
    bool durable = !error && !write->wish.dry_run;
    struct hk_waiter *waiters = NULL;
    struct hk_write *refused;

    hk_game_lock(game);
    if (durable) {
        if (write->kind->publish)
            write->kind->publish(write);
        hk_tally_game(&write->service->tally, game->history.table.status,
                      write->draft->table.status);
        hk_history_take(&game->history, write->draft);
        game->ticks = write->ticks;
        game->resume = false;
        waiters = hk_fanout_take(&game->fanout);
    }
    bool bots = durable && game->history.table.bots != 0;
    bool clocked = durable && hk_clocks_kept(&game->history.table.rules);
    struct hk_write *next = give_turn(game, &refused);
    hk_game_unlock(game);
    struct hk_waiter *readers = durable ? publish_feed(write) : NULL;
    if (bots)
        hk_bots_look(game);
    if (clocked)
        hk_wheel_look(game);
    /* Its own reference may be the last to the game. */
    clear(write, error);
    if (next)
        submit(next, HK_WRITE_THERE);
    tell(write, error);
    hk_fanout_wake(waiters);
    hk_fanout_wake(readers);
    for (struct hk_write *after; refused; refused = after) {
        after = refused->next;
        tell(refused, refused->error);
    }
}

/* What a dry run wrote was rolled back like any failure. */
static enum hk_error error_of(const struct hk_write *write, enum hk_error error)
{
    return error == HK_E_INTERNAL && write->wish.dry_run && write->outcome
               ? HK_OK
               : error;
}

static void done(enum hk_error error, void *cls)
{
    struct hk_write *write = cls;

    error = error_of(write, error);
    if (write->game) {
        pass_on(write, error);
        return;
    }
    struct hk_waiter *readers = NULL;
    if (!error && !write->wish.dry_run) {
        readers = publish_feed(write);
        if (write->draft)
            hk_tally_new_game(&write->service->tally,
                              write->draft->table.status);
    }
    clear(write, error);
    tell(write, error);
    hk_fanout_wake(readers);
}

/* ----- starting ----------------------------------------------------------- */

/* Whether nothing of it reaches the store: it needs no turn. */
static bool only_judged(const struct hk_write *write)
{
    return write->wish.dry_run && !write->kind->run;
}

void hk_write_start(struct hk_write *write, const struct hk_write_kind *kind,
                    struct hk_service *service, struct hk_game *game)
{
    enum hk_error error;

    write->kind = kind;
    write->service = service;
    write->game = game;
    if (game) {
        hk_game_lock(game);
        if (game->writing && !only_judged(write)) {
            queue_up(game, write);
            hk_game_unlock(game);
            return;
        }
        error = judge(write);
        if (!error && !only_judged(write))
            game->writing = write;
        hk_game_unlock(game);
    } else {
        error = judge(write);
    }
    if (!error && !only_judged(write)) {
        submit(write, write->choice);
        return;
    }
    if (!error)
        clear(write, HK_OK);
    tell(write, error);
}

/* ----- waiting ------------------------------------------------------------ */

static void wake(struct hk_write *write, void *cls)
{
    (void)write;
    if (sem_post(cls) != 0)
        abort();
}

static void start_and_wait(struct hk_write *write,
                           const struct hk_write_kind *kind,
                           struct hk_service *service, struct hk_game *game,
                           sem_t *told)
{
    write->told = wake;
    write->cls = told;
    write->choice = HK_WRITE_HERE;
    hk_write_start(write, kind, service, game);
    while (sem_wait(told) != 0)
        ;
}

enum hk_error hk_write_wait(struct hk_write *write,
                            const struct hk_write_kind *kind,
                            struct hk_service *service, struct hk_game *game)
{
    sem_t told;

    if (sem_init(&told, 0, 0) != 0)
        abort();
    start_and_wait(write, kind, service, game, &told);
    sem_destroy(&told);
    return write->error;
}
