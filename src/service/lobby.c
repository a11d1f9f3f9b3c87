/* Making games, and finding them; seats.c fills open seats. */
#include "service/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "service/dealer.h"
#include "service/internal.h"
#include "service/uuid.h"

void hk_seated_clear(struct hk_seated *seated)
{
    if (seated)
        hk_happened_clear(&seated->happened);
}

static bool has_player(const struct hk_seat_wish *seat)
{
    return !seat->open && !seat->bot;
}

/* ----- before the write --------------------------------------------------- */

static enum hk_error check_names(const struct hk_game_wish *game,
                                 struct hk_lobby_fault *ret_fault)
{
    for (unsigned s = 1; s < game->rules.seats; s++) {
        for (unsigned before = 0; before < s; before++) {
            if (!has_player(&game->seats[s]) ||
                !has_player(&game->seats[before]) ||
                strcmp(game->seats[s].folded, game->seats[before].folded) != 0)
                continue;
            *ret_fault = (struct hk_lobby_fault){
                .seat = (int)s,
                .deal = -1,
                .hand = -1,
                .reason = HK_LOBBY_SEATED_BEFORE};
            return HK_E_PLAYER_SEATED_TWICE;
        }
    }
    return HK_OK;
}

static void make_tokens(struct hk_creation *creation, const struct hk_rng *rng)
{
    struct hk_seated *seated = &creation->seated;

    creation->host_token.kind = HK_TOKEN_GAME_HOST;
    hk_auth_make_token(rng, HK_TOKEN_GAME_HOST, seated->host_token,
                       creation->host_token.hash);
    for (unsigned s = 0; s < creation->row.seats; s++) {
        struct hk_token_row *token = &creation->seat_tokens[s];

        if (!has_player(&creation->game->seats[s]))
            continue;
        token->kind = HK_TOKEN_SEAT;
        token->seat = (hk_seat)s;
        hk_auth_make_token(rng, HK_TOKEN_SEAT, seated->seat_tokens[s],
                           token->hash);
    }
}

static void make_rows(struct hk_creation *creation, const struct hk_rng *rng)
{
    const struct hk_game_wish *game = creation->game;
    struct hk_game_row *row = &creation->row;

    hk_uuid_make(creation->write.now, rng, row->uuid);
    row->variant = (enum hk_variant)game->rules.variant;
    row->mode = game->mode;
    row->rules_version = HK_RULES_VERSION;
    row->seats = game->rules.seats;
    row->clocked = hk_clocks_kept(&game->rules);
    row->created_at = creation->write.now;
    row->updated_at = creation->write.now;
    row->key = creation->caller.key;
    for (unsigned s = 0; s < row->seats; s++) {
        struct hk_seat_row *seat = &creation->seats[s];

        seat->seat = (hk_seat)s;
        seat->bot = game->seats[s].bot;
        /* H1: facing seats are partners. */
        seat->team = hk_rules_teams(&game->rules) ? (int)(s % HK_TEAMS) : -1;
    }
}

/* The game's first events: made, and dealt if nobody is missing. */
static enum hk_error make_draft(struct hk_creation *creation,
                                const struct hk_rng *rng)
{
    const struct hk_game_wish *game = creation->game;
    struct hk_write *write = &creation->write;
    const char *names[HK_SEATS_MAX] = {NULL};
    uint8_t bots = 0;
    struct hk_secret secret = {.deals = game->deals,
                               .deal_count = game->deal_count};
    enum hk_error error = hk_write_new_draft(write, NULL, 2);

    if (error)
        return error;
    struct hk_draft *draft = write->draft;
    if (game->mode == HK_MODE_REFEREE)
        secret.first_dealer = hk_dealer_first(&game->rules, game->deals,
                                              game->deal_count,
                                              game->first_dealer, rng);
    for (unsigned s = 0; s < game->rules.seats; s++) {
        bots |= (uint8_t)(game->seats[s].bot << s);
        if (has_player(&game->seats[s]))
            names[s] = creation->seats[s].name;
    }
    hk_table_create(&draft->table, creation->row.uuid, game->mode, &game->rules,
                    names, bots, &secret, creation->write.now,
                    hk_draft_next(draft));
    draft->key = creation->row.key;
    creation->row.ranked = hk_table_ranked(&draft->table);
    hk_draft_follow(draft, rng, creation->write.now);
    creation->row.status = draft->table.status;
    return HK_OK;
}

/* ----- the write ---------------------------------------------------------- */

static enum hk_error seat_players(struct hk_creation *creation,
                                  struct hk_tx *tx)
{
    for (unsigned s = 0; s < creation->row.seats; s++) {
        enum hk_error error;

        if (!has_player(&creation->game->seats[s]))
            continue;
        error = hk_player_to_seat(tx, &creation->caller,
                                  &creation->game->seats[s],
                                  creation->write.now, &creation->seats[s]);
        if (error) {
            creation->fault = (struct hk_lobby_fault){
                .seat = (int)s,
                .deal = -1,
                .hand = -1,
                .reason = error == HK_E_FORBIDDEN ? HK_LOBBY_NAME_RESERVED
                                                  : HK_LOBBY_NO_REASON};
            return error;
        }
    }
    return HK_OK;
}

static enum hk_error write_tokens(struct hk_creation *creation,
                                  struct hk_tx *tx)
{
    creation->host_token.game = creation->row.id;
    enum hk_error error = hk_tx_add_token(tx, &creation->host_token,
                                          creation->write.now);

    for (unsigned s = 0; s < creation->row.seats && !error; s++) {
        if (!has_player(&creation->game->seats[s]))
            continue;
        creation->seat_tokens[s].game = creation->row.id;
        error = hk_tx_add_token(tx, &creation->seat_tokens[s],
                                creation->write.now);
    }
    return error;
}

static enum hk_error run_creation(struct hk_write *write, struct hk_tx *tx)
{
    struct hk_creation *creation = (struct hk_creation *)write;
    enum hk_error error = seat_players(creation, tx);

    if (!error)
        error = hk_tx_add_game(tx, &creation->row, creation->seats,
                               &creation->row.id);
    if (!error)
        error = hk_draft_write(write->draft, tx, creation->row.id);
    if (!error)
        error = write_tokens(creation, tx);
    if (!error)
        error = hk_happened_make(&creation->row, creation->seats, NULL,
                                 write->draft, &creation->seated.happened);
    if (error)
        return error;
    write->outcome = &creation->seated;
    if (write->wish.dry_run)
        return HK_E_INTERNAL;
    error = hk_write_render(write);
    return error ? error : hk_write_keep_receipt(write, tx);
}

/* ----- the whole ---------------------------------------------------------- */

static enum hk_error judge_creation(struct hk_write *write)
{
    struct hk_creation *creation = (struct hk_creation *)write;
    const struct hk_rng *rng = &write->service->rng;
    const struct hk_game_wish *game = creation->game;

    creation->fault = (struct hk_lobby_fault){
        .seat = -1, .deal = -1, .hand = -1};
    enum hk_error error = check_names(game, &creation->fault);
    if (!error)
        error = hk_dealer_check(&game->rules, game->deals, game->deal_count,
                                game->first_dealer, &creation->fault);
    if (error)
        return error;
    make_rows(creation, rng);
    make_tokens(creation, rng);
    return make_draft(creation, rng);
}

static void drop_creation(struct hk_write *write)
{
    hk_seated_clear(&((struct hk_creation *)write)->seated);
}

static const struct hk_write_kind making_game = {.judge = judge_creation,
                                                 .run = run_creation,
                                                 .drop = drop_creation};

void hk_creation_start(struct hk_creation *creation, struct hk_service *service)
{
    hk_write_start(&creation->write, &making_game, service, NULL);
}

/* Bots and clocks begin once the game is in memory. Where it cannot be read
 * now, they do when somebody asks for it: it is made all the same. */
void hk_creation_end(const struct hk_creation *creation)
{
    bool bots = false;
    struct hk_game *game;

    for (unsigned s = 0; s < creation->row.seats; s++)
        bots |= creation->seats[s].bot;
    if ((!bots && !creation->row.clocked) || creation->write.wish.dry_run ||
        creation->row.status != HK_STATUS_PLAYING ||
        hk_game_open(creation->write.service, creation->row.uuid, &game))
        return;
    hk_game_close(game);
}

enum hk_error hk_lobby_create(struct hk_service *service,
                              const struct hk_caller *caller,
                              const struct hk_game_wish *game,
                              const struct hk_wish *wish,
                              struct hk_seated *ret_seated,
                              struct hk_lobby_fault *ret_fault)
{
    struct hk_creation creation = {
        .write = {.wish = *wish}, .caller = *caller, .game = game};
    enum hk_error error = hk_write_wait(&creation.write, &making_game, service,
                                        NULL);

    if (error) {
        *ret_fault = creation.fault;
        return error;
    }
    hk_creation_end(&creation);
    *ret_seated = creation.seated;
    return HK_OK;
}

/* ----- finding ------------------------------------------------------------ */

enum hk_error hk_lobby_list(struct hk_service *service,
                            const struct hk_game_filter *filter, int64_t before,
                            size_t limit, struct hk_listed_game *ret_games,
                            size_t *ret_count)
{
    struct hk_game_row *rows = calloc(limit ? limit : 1, sizeof *rows);
    size_t count = 0;

    if (!rows)
        return HK_E_INTERNAL;
    enum hk_error error = hk_store_list_games(service->store, filter, before,
                                              limit, rows, &count);
    for (size_t i = 0; i < count && !error; i++) {
        unsigned seats;

        ret_games[i].row = rows[i];
        error = hk_store_seats(service->store, rows[i].id, ret_games[i].seats,
                               &seats);
    }
    free(rows);
    if (!error)
        *ret_count = count;
    return error;
}
