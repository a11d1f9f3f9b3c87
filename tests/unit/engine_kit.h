/* Short hands for the engine's tests: cards, moves and positions as texts. */
#ifndef HK_TESTS_ENGINE_KIT_H
#define HK_TESTS_ENGINE_KIT_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "engine/apply.h"
#include "engine/notation.h"
#include "fewer.h"

#define KIT_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* For checks made a million times: check's own write a line for each. */
#define KIT_CHECK(condition)                        \
    do {                                            \
        if (!(condition))                           \
            ck_abort_msg("not so: %s", #condition); \
    } while (0)

/* Runs the tests of one file; what main() returns. */
int kit_run(const char *name, const TTest *const *tests, size_t count);

/* The same for tests that must end in abort(): a broken invariant. */
int kit_run_aborts(const char *name, const TTest *const *tests, size_t count);

hk_card kit_card(const char *text);

/* "5H 6H JK"; returns how many. */
unsigned kit_cards(const char *text, hk_card ret_cards[HK_PACK_MAX]);

struct hk_cardset kit_cardset(const char *text);

/* A meld that must be one. */
struct hk_meld kit_meld(const struct hk_rules *rules, const char *text);

/* The cards of a meld as a text; static, until the next call. */
const char *kit_meld_text(const struct hk_meld *meld);

/* Default rules of Hand with "name=value name=value …" set, choices by name;
 * seats 4 makes no partnership. */
struct hk_rules kit_rules(const char *options, unsigned seats);

/* The same of any variant. */
struct hk_rules kit_variant_rules(enum hk_variant variant, const char *options,
                                  unsigned seats);

/* A move of this seat in the notation of the log. */
struct hk_move kit_move(unsigned seat, const char *text);

/* A game on the table, with the last answer of the engine. */
struct kit_game {
    struct hk_rules rules;
    struct hk_state state;
    struct hk_outcome outcome;
    struct hk_refusal refusal;
};

/*
 * A position in the middle of a round. Whatever is not said comes from the
 * cards left over: hands of seats that are not down are filled up to what is
 * dealt, the stock has the rest. The seat on turn has its draw before it.
 */
struct kit_position {
    const char *options;             /* as for kit_rules(), or NULL */
    bool partners;                   /* hand-partners, with 4 seats */
    bool may_i;                      /* may-i */
    unsigned seats;                  /* 0: two, or four but for hand */
    unsigned round;                  /* 0: the first */
    unsigned turn;                   /* the seat on turn */
    unsigned down;                   /* bits; such seats need their hand */
    int opening;                     /* 0: 51 once somebody is down */
    const char *hands[HK_SEATS_MAX]; /* or NULL */
    const char *melds[9];            /* "0 5H 6H 7H": seat and cards */
    const char *pile;                /* bottom first; NULL: one card */
    const char *from;                /* "0123": who discarded each of them;
                                        NULL: the seat before, all */
    const char *stock;               /* the next cards, top first */
};

void kit_place(struct kit_game *game, const struct kit_position *position);

/* A game before its first deal. */
void kit_begin(struct kit_game *game, const char *options,
               enum hk_variant variant, unsigned seats, unsigned dealer);

/* Makes a move of the seat that may act, or "2: may_i 1" of another. */
enum hk_error kit_play(struct kit_game *game, const char *text);

/* Makes moves, "draw stock; discard 5H": all but the last must be accepted. */
enum hk_error kit_script(struct kit_game *game, const char *moves);

/* Makes moves that must all be accepted. */
void kit_must(struct kit_game *game, const char *moves);

/* Whether two things are the same, byte for byte. */
bool kit_same(const void *a, const void *b, size_t size);

/* The referee's part: deals and reshuffles at random while that is what the
 * game waits for. */
void kit_serve(struct kit_game *game, const struct hk_rng *rng);

/* Answers an open question, whoever is asked, to its end. */
void kit_allow_all(struct kit_game *game);

/* The seat on turn discards the first card of its hand. */
void kit_discard_any(struct kit_game *game);

/* A turn with nothing but a draw from the stock and a discard. */
void kit_pass(struct kit_game *game);

/* Puts all of the stock but its top under the discard pile. */
void kit_leave_one_in_stock(struct kit_game *game);

#endif
