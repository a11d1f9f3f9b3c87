/*
 * Games played by the load generator: a copy of each state, so that a legal
 * move is found by the engine here and no answer has to be asked for it.
 */
#ifndef HK_BENCH_LOAD_GAMES_H
#define HK_BENCH_LOAD_GAMES_H

#include "dice.h"
#include "engine/move.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "load.h"

enum { LOAD_ID_SIZE = 37, LOAD_TOKEN_SIZE = 64, LOAD_ETAG_SIZE = 32 };

/* One game. A plain value, so that games can be kept in a file. */
struct load_game {
    char id[LOAD_ID_SIZE];
    char host[LOAD_TOKEN_SIZE];
    char seats[HK_SEATS_MAX][LOAD_TOKEN_SIZE];
    char etag[LOAD_ETAG_SIZE]; /* as seat 0 sees it; "" unknown */
    struct hk_rules rules;
    struct hk_state state; /* the order of its stock is made up */
    struct hk_move move;   /* asked for */
    bool behind;           /* a round has begun: its hands are not known yet */
    unsigned step;         /* of an arranged game: batches sent */
};

/* Which requests are made. */
enum load_mode {
    LOAD_CREATE,     /* games, each once */
    LOAD_MOVES,      /* moves, one a request; the answer has events only */
    LOAD_MOVES_VIEW, /* the same; the answer has the game as well */
    LOAD_MOVES_KEY,  /* as LOAD_MOVES, each with an Idempotency-Key */
    LOAD_BATCHES,    /* arranged games: whole turns, 8 moves in most */
    LOAD_VIEWS,      /* a seat's view of a game */
    LOAD_UNCHANGED   /* the same with If-None-Match: 304 */
};

struct load_games {
    enum load_mode mode;
    enum hk_variant variant; /* hand or hand-partners */
    bool once;               /* every game is asked for once */
    unsigned connections, count;
    struct load_game *games; /* owned; game i is connection i % connections's */
    unsigned *turns;         /* owned; requests of each connection so far */
    struct dice dice;
    char tag[20]; /* tells the keys of two runs apart */
};

void load_games_init(struct load_games *games, unsigned count,
                     unsigned connections);
void load_games_clear(struct load_games *games);

/* Its requests; LOAD_CREATE fills the games, the others need it before. */
struct load_source load_games_source(struct load_games *games);

/* The body of a game whose rounds are arranged, and the batch `step` of it,
 * which ret_moves says how many moves has; "" once the game is over. Of use in
 * LOAD_BATCHES alone. */
size_t load_arranged_game(char *ret_body, size_t size);
size_t load_arranged_batch(unsigned step, char *ret_body, size_t size,
                           hk_seat *ret_seat, unsigned *ret_moves);

#endif
