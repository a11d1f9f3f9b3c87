/* Requests of the load generator that play games, and what their answers
 * change in its copies. */
#include "load_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/apply.h"
#include "engine/card.h"
#include "random_move.h"

enum { SEATS = 4, BODY_SIZE = 60 * 1024 };

void load_games_init(struct load_games *games, unsigned count,
                     unsigned connections)
{
    memset(games, 0, sizeof(*games));
    games->count = count;
    games->connections = connections;
    games->dice.state = 1;
    games->games = calloc(count, sizeof(*games->games));
    games->turns = calloc(connections, sizeof(*games->turns));
    if (!games->games || !games->turns)
        load_stop("out of memory");
    snprintf(games->tag, sizeof(games->tag), "bench-%d", (int)getpid());
}

void load_games_clear(struct load_games *games)
{
    free(games->games);
    free(games->turns);
}

/* ---- reading answers ---- */

static const char *must_find(const char *text, const char *what)
{
    const char *found = strstr(text, what);
    if (!found)
        load_stop("no %s in %s", what, text);
    return found + strlen(what);
}

/* Copies up to the closing quote. */
static void copy_text(const char *from, char *ret_text, size_t size)
{
    size_t length = strcspn(from, "\"");
    if (length >= size)
        load_stop("too long: %.80s", from);
    memcpy(ret_text, from, length);
    ret_text[length] = '\0';
}

/* Two characters, "5H" or "JK"; a ten is written T. */
static hk_card read_card(const char *text)
{
    hk_card card;
    const char name[HK_CARD_TEXT_SIZE] = {text[0], text[1], '\0'};
    if (!hk_card_read(name, &card))
        load_stop("no card: %.20s", text);
    return card;
}

/* The cards of a JSON array; gives what follows it. */
static const char *read_cards(const char *text, struct hk_cardset *ret_cards)
{
    *ret_cards = (struct hk_cardset){0};
    if (*text++ != '[')
        load_stop("no array: %.20s", text);
    for (; *text != ']'; text += *text == ',')
        if (*text++ == '"') {
            if (!hk_cardset_add(ret_cards, read_card(text)))
                load_stop("three of a card");
            text += 3;
        }
    return text + 1;
}

/* The beginning of a round, as the host sees it. */
static void read_round(struct load_game *game, const char *body)
{
    struct hk_move deal;
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    struct hk_state *state = &game->state;
    const char *dealer = must_find(must_find(body, "\"round\":{"),
                                   "\"dealer\":");
    hk_state_init(state, &game->rules, (hk_seat)strtoul(dealer, NULL, 10));
    memset(&deal, 0, sizeof(deal));
    deal.kind = HK_MOVE_DEAL;
    deal.seat = state->dealer;
    deal.card_count = (uint8_t)hk_card_pack(2, deal.cards);
    if (hk_apply(&game->rules, state, &deal, &outcome, &refusal))
        load_stop("a deal is refused");

    struct hk_cardset rest = {0};
    for (unsigned i = 0; i < deal.card_count; i++)
        if (!hk_cardset_add(&rest, deal.cards[i]))
            load_stop("three of a card");
    const char *hands = must_find(body, "\"hands\":[");
    for (unsigned seat = 0; seat < game->rules.seats; seat++) {
        hk_card cards[HK_PACK_MAX];
        hands = read_cards(hands, &state->hands[seat]) + 1;
        unsigned count = hk_cardset_list(&state->hands[seat], cards);
        for (unsigned i = 0; i < count; i++)
            if (!hk_cardset_remove(&rest, cards[i]))
                load_stop("three of a card");
    }
    state->stock_count = (uint8_t)hk_cardset_list(&rest, state->stock);
    game->behind = false;
}

static void read_created(struct load_games *games, struct load_game *game,
                         const struct load_answer *answer)
{
    if (answer->status != 201)
        load_stop("a game is refused: %s", answer->body);
    copy_text(must_find(answer->body, "\"id\":\""), game->id, LOAD_ID_SIZE);
    copy_text(must_find(answer->body, "\"host_token\":\""), game->host,
              LOAD_TOKEN_SIZE);
    const char *token = must_find(answer->body, "\"seat_tokens\":[");
    for (unsigned seat = 0; seat < SEATS; seat++) {
        copy_text(token + 1, game->seats[seat], LOAD_TOKEN_SIZE);
        token += strlen(game->seats[seat]) + sizeof("\"\",") - 1;
    }
    hk_rules_init(&game->rules, games->variant, SEATS);
    game->rules.rounds = HK_ROUNDS_MAX;
    read_round(game, answer->body);
}

/* The card that came is put where the copy takes it from. */
static void learn_drawn(struct hk_state *state, hk_card card)
{
    unsigned top = state->stock_count - 1u;
    for (unsigned i = 0; i <= top; i++)
        if (state->stock[i] == card) {
            state->stock[i] = state->stock[top];
            state->stock[top] = card;
            return;
        }
    load_stop("a card was drawn that the stock cannot hold");
}

static void follow_move(struct load_games *games, struct load_game *game,
                        const struct load_answer *answer)
{
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    struct hk_state *state = &game->state;
    if (answer->status != 200)
        load_stop("%s of game %s is refused: %s", hk_move_name(game->move.kind),
                  game->id, answer->body);
    if (game->move.kind == HK_MOVE_DRAW && game->move.source == HK_FROM_STOCK)
        learn_drawn(state, read_card(must_find(answer->body, "\"drawn\":\"")));
    if (hk_apply(&game->rules, state, &game->move, &outcome, &refusal))
        load_stop("a move is refused here that was accepted there");
    if (state->stage == HK_STAGE_RESHUFFLE) {
        struct hk_move shuffle;
        random_deal(&game->rules, state, &games->dice, &shuffle);
        if (hk_apply(&game->rules, state, &shuffle, &outcome, &refusal))
            load_stop("a reshuffle is refused");
    }
    game->behind = state->stage == HK_STAGE_DEAL;
    if (state->stage == HK_STAGE_OVER)
        load_stop("a game is over");
}

/* ---- writing requests ---- */

static size_t write_get(const char *path, const char *token, const char *more,
                        char *ret_request)
{
    int size = snprintf(ret_request, LOAD_REQUEST_SIZE,
                        "GET %s HTTP/1.1\r\nHost: h\r\n"
                        "Authorization: Bearer %s\r\n%s\r\n",
                        path, token, more);
    return (size_t)size;
}

static size_t write_post(const char *path, const char *headers,
                         const char *body, size_t body_size, char *ret_request)
{
    int size = snprintf(ret_request, LOAD_REQUEST_SIZE,
                        "POST %s HTTP/1.1\r\nHost: h\r\n"
                        "Content-Type: application/json\r\n%s"
                        "Content-Length: %zu\r\n\r\n",
                        path, headers, body_size);
    if ((size_t)size + body_size > LOAD_REQUEST_SIZE)
        load_stop("a request is too long");
    memcpy(ret_request + size, body, body_size);
    return (size_t)size + body_size;
}

static size_t write_view(const struct load_games *games,
                         const struct load_game *game, char *ret_request)
{
    char path[96], more[LOAD_ETAG_SIZE + 32] = "";
    snprintf(path, sizeof(path), "/v1/games/%s", game->id);
    if (games->mode == LOAD_UNCHANGED && game->etag[0])
        snprintf(more, sizeof(more), "If-None-Match: \"%s\"\r\n", game->etag);
    return write_get(path, game->behind ? game->host : game->seats[0], more,
                     ret_request);
}

static size_t write_create(const struct load_games *games, unsigned number,
                           char *ret_request)
{
    static char body[BODY_SIZE];
    size_t size;
    if (games->mode == LOAD_BATCHES) {
        size = load_arranged_game(body, sizeof(body));
    } else {
        /* Players meet in other games as well. */
        size = (size_t)snprintf(
            body, sizeof(body),
            "{\"variant\":\"%s\",\"options\":{\"rounds\":99},\"seats\":["
            "{\"player\":\"p%u\"},{\"player\":\"q%u\"},{\"player\":\"r%u\"},"
            "{\"player\":\"s%u\"}]}",
            hk_variant_name(games->variant), number % 997, number % 499,
            number % 251, number % 127);
    }
    return write_post("/v1/games", "", body, size, ret_request);
}

/* Cards of the move from `from` on, as a JSON array. */
static int add_cards(char *text, size_t size, const struct hk_move *move,
                     unsigned from, unsigned count)
{
    char card[HK_CARD_TEXT_SIZE];
    int used = snprintf(text, size, "[");
    for (unsigned i = 0; i < count; i++) {
        hk_card_write(move->cards[from + i], card);
        used += snprintf(text + used, size - (size_t)used, "%s\"%s\"",
                         i ? "," : "", card);
    }
    return used + snprintf(text + used, size - (size_t)used, "]");
}

static int add_melds(char *text, size_t size, const struct hk_move *move)
{
    unsigned from = 0;
    int used = snprintf(text, size, ",\"melds\":[");
    for (unsigned i = 0; i < move->meld_count; i++) {
        used += snprintf(text + used, size - (size_t)used, "%s", i ? "," : "");
        used += add_cards(text + used, size - (size_t)used, move, from,
                          move->lengths[i]);
        from += move->lengths[i];
    }
    return used + snprintf(text + used, size - (size_t)used, "]");
}

static int add_laid(char *text, size_t size, const struct hk_move *move)
{
    int used = snprintf(text, size, ",\"meld\":%u,\"cards\":", move->meld);
    used += add_cards(text + used, size - (size_t)used, move, 0,
                      move->card_count);
    if (move->kind == HK_MOVE_LAY_OFF && move->end != HK_END_NONE)
        used += snprintf(text + used, size - (size_t)used, ",\"end\":\"%s\"",
                         move->end == HK_END_LOW ? "low" : "high");
    return used;
}

/* What a move has beside its name. */
static int add_members(char *text, size_t size, const struct hk_move *move)
{
    char card[HK_CARD_TEXT_SIZE];
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_DRAW:
        return snprintf(text, size, ",\"from\":\"%s\"",
                        move->source == HK_FROM_DISCARD ? "discard" : "stock");
    case HK_MOVE_MELD:
        return add_melds(text, size, move);
    case HK_MOVE_LAY_OFF:
    case HK_MOVE_TAKE_JOKER:
        return add_laid(text, size, move);
    case HK_MOVE_DISCARD:
        hk_card_write(move->cards[0], card);
        return snprintf(text, size, ",\"card\":\"%s\"", card);
    case HK_MOVE_RETURN:
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
    case HK_MOVE_ANSWER:
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        return 0;
    }
    abort();
}

static size_t post_moves(const struct load_games *games,
                         const struct load_game *game, unsigned connection,
                         hk_seat seat, const char *body, size_t size,
                         char *ret_request)
{
    char path[96], headers[256], key[80] = "";
    snprintf(path, sizeof(path), "/v1/games/%s/moves", game->id);
    if (games->mode == LOAD_MOVES_KEY)
        snprintf(key, sizeof(key), "Idempotency-Key: %s-%u-%010u\r\n",
                 games->tag, connection, games->turns[connection]);
    snprintf(headers, sizeof(headers), "Authorization: Bearer %s\r\n%s%s",
             game->seats[seat], key,
             games->mode == LOAD_MOVES_VIEW ? ""
                                            : "Prefer: return=minimal\r\n");
    return write_post(path, headers, body, size, ret_request);
}

static size_t write_move(struct load_games *games, struct load_game *game,
                         unsigned connection, char *ret_request)
{
    char body[2048];
    struct hk_move *move = &game->move;
    random_move(&game->rules, &game->state, &games->dice, move);
    int size = snprintf(body, sizeof(body), "{\"move\":\"%s\"",
                        hk_move_name(move->kind));
    size += add_members(body + size, sizeof(body) - (size_t)size, move);
    size += snprintf(body + size, sizeof(body) - (size_t)size, "}");
    return post_moves(games, game, connection, move->seat, body, (size_t)size,
                      ret_request);
}

static size_t write_batch(const struct load_games *games,
                          const struct load_game *game, unsigned connection,
                          char *ret_request)
{
    char body[2048];
    hk_seat seat;
    unsigned moves;
    size_t size = load_arranged_batch(game->step, body, sizeof(body), &seat,
                                      &moves);
    if (size == 0)
        load_stop("the games are over: use more of them, or fewer seconds");
    return post_moves(games, game, connection, seat, body, size, ret_request);
}

/* ---- the sources ---- */

/* The connection's games take turns; NULL where all have had theirs. */
static struct load_game *game_of(const struct load_games *games,
                                 unsigned connection, bool again)
{
    unsigned of_each = games->count / games->connections;
    unsigned turn = games->turns[connection];
    if (!again && turn >= of_each)
        return NULL;
    return &games->games[turn % of_each * games->connections + connection];
}

static size_t next_create(void *cls, unsigned connection, char *ret_request)
{
    struct load_games *games = cls;
    struct load_game *game = game_of(games, connection, false);
    return game ? write_create(games, (unsigned)(game - games->games),
                               ret_request)
                : 0;
}

static load_worth created(void *cls, unsigned connection,
                          const struct load_answer *answer)
{
    struct load_games *games = cls;
    struct load_game *game = game_of(games, connection, false);
    if (!game)
        load_stop("an answer to nothing");
    read_created(games, game, answer);
    games->turns[connection]++;
    return 1;
}

static size_t next_request(void *cls, unsigned connection, char *ret_request)
{
    struct load_games *games = cls;
    struct load_game *game = game_of(games, connection, !games->once);
    if (!game)
        return 0;
    if (game->behind)
        return write_view(games, game, ret_request);
    switch (games->mode) {
    case LOAD_CREATE:
        break;
    case LOAD_MOVES:
    case LOAD_MOVES_VIEW:
    case LOAD_MOVES_KEY:
        return write_move(games, game, connection, ret_request);
    case LOAD_BATCHES:
        return write_batch(games, game, connection, ret_request);
    case LOAD_VIEWS:
    case LOAD_UNCHANGED:
        return write_view(games, game, ret_request);
    }
    abort();
}

static load_worth see_view(const struct load_games *games,
                           struct load_game *game,
                           const struct load_answer *answer)
{
    bool known = games->mode == LOAD_UNCHANGED && game->etag[0];
    if (answer->status != (known ? 304 : 200))
        load_stop("a view is refused: %d %s", answer->status, answer->body);
    if (game->behind) {
        read_round(game, answer->body);
        return 0;
    }
    if (games->mode == LOAD_UNCHANGED && !known) {
        copy_text(must_find(answer->head, "ETag: \""), game->etag,
                  LOAD_ETAG_SIZE);
        return 0;
    }
    return 1;
}

static load_worth see_batch(struct load_game *game,
                            const struct load_answer *answer)
{
    char body[2048];
    hk_seat seat;
    unsigned moves;
    if (answer->status != 200)
        load_stop("batch %u is refused: %s", game->step, answer->body);
    (void)load_arranged_batch(game->step++, body, sizeof(body), &seat, &moves);
    return moves;
}

static load_worth answered(void *cls, unsigned connection,
                           const struct load_answer *answer)
{
    struct load_games *games = cls;
    struct load_game *game = game_of(games, connection, !games->once);
    if (!game)
        load_stop("an answer to nothing");
    bool behind = game->behind;
    load_worth worth = 1;
    if (behind || games->mode == LOAD_VIEWS || games->mode == LOAD_UNCHANGED)
        worth = see_view(games, game, answer);
    else if (games->mode == LOAD_BATCHES)
        worth = see_batch(game, answer);
    else
        follow_move(games, game, answer);
    /* What was on the way only is asked again of the same game. */
    games->turns[connection] += worth > 0;
    return worth;
}

struct load_source load_games_source(struct load_games *games)
{
    memset(games->turns, 0, games->connections * sizeof(*games->turns));
    if (!games->games[0].id[0])
        return (struct load_source){next_create, created, games};
    return (struct load_source){next_request, answered, games};
}
