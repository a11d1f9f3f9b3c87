/* Making games, filling seats, finding games. */
#ifndef HK_SERVICE_LOBBY_H
#define HK_SERVICE_LOBBY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/rules.h"
#include "service/auth.h"
#include "service/game.h"
#include "service/handover.h"
#include "service/names.h"

/* An arranged deal of one round: the hands, and the next cards of the stock,
 * top first. The cards not named are shuffled (G9) and follow. */
struct hk_arranged_deal {
    unsigned hand_sizes[HK_SEATS_MAX];
    hk_card hands[HK_SEATS_MAX][HK_PACK_MAX];
    unsigned stock_size;
    hk_card stock[HK_PACK_MAX];
};

/* A seat as asked for: a player's name as read by hk_name_read(), or open, or
 * one that plays by itself. */
struct hk_seat_wish {
    bool open;
    bool bot;
    char name[HK_NAME_SIZE];
    char folded[HK_FOLDED_NAME_SIZE];
};

/* A game as asked for. `rules.variant` and `rules.seats` are set, the shape
 * was checked: a scorecard has no bots, no deals and no first dealer. */
struct hk_game_wish {
    enum hk_mode mode;
    struct hk_rules rules;
    struct hk_seat_wish seats[HK_SEATS_MAX];
    int first_dealer; /* -1: drawn by lot, or as arranged hands tell */
    const struct hk_arranged_deal *deals; /* per round from the first */
    size_t deal_count;
};

/* Why, where the error alone does not say it: a row of lobby_reasons.def. */
enum hk_lobby_reason {
    HK_LOBBY_NO_REASON,
#define X(name, english) HK_LOBBY_##name,
#include "service/lobby_reasons.def"
#undef X
    HK_LOBBY_REASONS
};

/* Where a creation was refused: the index of a seat or deal; -1: neither. */
struct hk_lobby_fault {
    int seat;
    int deal;
    int hand; /* within the deal; -1: the deal as a whole */
    enum hk_lobby_reason reason;
    enum hk_rule rule; /* broken; HK_RULE_NONE: that of the deal, H2 M2 */
};

/* What a creation or a seat taken brings: the value that `render` gets. */
struct hk_seated {
    char host_token[HK_TOKEN_TEXT_SIZE];                /* creation only */
    char seat_tokens[HK_SEATS_MAX][HK_TOKEN_TEXT_SIZE]; /* "" where none */
    struct hk_happened happened;
};

/* NULL-safe. */
void hk_seated_clear(struct hk_seated *seated);

/*
 * Makes a game; it starts at once unless a seat is open. A game with an
 * arranged deal or a bot is not ranked. A dry run answers with a game, tokens
 * and a deal that are made up and kept nowhere.
 * Errors: HK_E_PLAYER_SEATED_TWICE, HK_E_FORBIDDEN (a reserved name needs its
 * player's token or an admin key), HK_E_NAME_LOOKS_ALIKE, HK_E_IMPOSSIBLE_DEAL
 * (with ret_fault), HK_E_STORAGE_UNAVAILABLE.
 */
struct hk_creation {
    struct hk_write write;
    struct hk_caller caller;
    const struct hk_game_wish *game; /* borrowed */

    struct hk_seated seated; /* once it has ended well; owned by the caller */
    struct hk_lobby_fault fault;

    /* The service's own. */
    struct hk_game_row row;
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_token_row host_token;
    struct hk_token_row seat_tokens[HK_SEATS_MAX];
};

/* Starts making the game; `write`, `caller` and `game` are set. */
void hk_creation_start(struct hk_creation *creation,
                       struct hk_service *service);

/* To be called by who was told that it ended well: bots and clocks of the game
 * begin. */
void hk_creation_end(const struct hk_creation *creation);

/* The whole, waiting for its end. */
HK_MUST_CHECK enum hk_error hk_lobby_create(struct hk_service *service,
                                            const struct hk_caller *caller,
                                            const struct hk_game_wish *game,
                                            const struct hk_wish *wish,
                                            struct hk_seated *ret_seated,
                                            struct hk_lobby_fault *ret_fault);

/*
 * Seats a player on an open seat; the last one starts the game. By whoever may
 * create games, or the host. A dry run deals nothing: an arranged deal would be
 * told.
 * Errors: HK_E_STALE, HK_E_SEAT_TAKEN, HK_E_GAME_OVER, HK_E_FORBIDDEN,
 * HK_E_PLAYER_SEATED_TWICE, HK_E_STORAGE_UNAVAILABLE.
 */
struct hk_taking {
    struct hk_write write;
    struct hk_caller caller;
    hk_seat seat;
    const struct hk_seat_wish *player; /* borrowed */

    struct hk_seated seated; /* once it has ended well; owned by the caller */

    /* The service's own. */
    struct hk_seat_row seats[HK_SEATS_MAX];
    struct hk_kept_seats *kept;
    struct hk_token_row token;
};

/* Starts taking the seat; `write` and the three below it are set. */
void hk_taking_start(struct hk_taking *taking, struct hk_game *game);

/* The same, waiting for its end. */
HK_MUST_CHECK enum hk_error hk_lobby_take_seat(
    struct hk_game *game, const struct hk_caller *caller, hk_seat seat,
    const struct hk_seat_wish *player, const struct hk_wish *wish,
    struct hk_seated *ret_seated);

/*
 * The host gives a seat, taken or open, to a player or a bot (`to`; not open)
 * while the game is not over. Whoever had it has it no more: its tokens are
 * none, streams that were opened with them end, and a player that stays gets a
 * new one. The last open seat starts the game. From the first deal on (on a
 * scorecard from the first round told) a game in which another comes is not
 * ranked. A dry run deals nothing.
 * Errors: HK_E_STALE, HK_E_GAME_OVER, HK_E_FORBIDDEN (a reserved name needs its
 * player's token or an admin key), HK_E_NAME_LOOKS_ALIKE,
 * HK_E_PLAYER_SEATED_TWICE, HK_E_INVALID_REQUEST (a bot on a scorecard),
 * HK_E_STORAGE_UNAVAILABLE.
 */
struct hk_giving {
    struct hk_write write;
    struct hk_caller caller;
    hk_seat seat;
    const struct hk_seat_wish *to; /* borrowed */

    struct hk_seated seated; /* once it has ended well; owned by the caller */

    /* The service's own. */
    struct hk_handover handover;
};

/* Starts giving the seat; `write` and the three below it are set. */
void hk_giving_start(struct hk_giving *giving, struct hk_game *game);

/* The same, waiting for its end. */
HK_MUST_CHECK enum hk_error hk_lobby_give_seat(struct hk_game *game,
                                               const struct hk_caller *caller,
                                               hk_seat seat,
                                               const struct hk_seat_wish *to,
                                               const struct hk_wish *wish,
                                               struct hk_seated *ret_seated);

/* A game in a list. */
struct hk_listed_game {
    struct hk_game_row row;
    struct hk_seat_row seats[HK_SEATS_MAX];
};

/* Games newest first, at most `limit` with an id below `before` (0: newest).
 * ret_games has `limit` places. */
HK_MUST_CHECK enum hk_error hk_lobby_list(struct hk_service *service,
                                          const struct hk_game_filter *filter,
                                          int64_t before, size_t limit,
                                          struct hk_listed_game *ret_games,
                                          size_t *ret_count);

#endif
