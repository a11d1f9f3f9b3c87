/* M10 M11 D1 D2: cards asked for, allowed, refused and taken. */
#include "engine_rows.h"

#include <stdio.h>
#include <string.h>

/* Four seats, seat 1 on turn; whose discards the cards of the pile are. */
#define PILED(cards, from_seats, ...)                                    \
    {                                                                    \
        .may_i = true, .turn = 1, .pile = (cards), .from = (from_seats), \
        .stock = "TC JC QC KC", __VA_ARGS__                              \
    }
/* Seat 0 discarded last: 9D on top; everybody's are among them, */
#define ASK(...) PILED("2C 3C 4C 5C 9D", "01230", __VA_ARGS__)
/* or all are of seat 0. */
#define OF_0(...) PILED("2C 3C 4C 5C 9D", "00000", __VA_ARGS__)
static const struct row bounds[] = {
    {"M10: the next but one asks", ASK(.seats = 4), "3: may_i 1", OK},
    {"M10: the next asks too", ASK(.seats = 4), "2: may_i 1", OK},
    {"M10: not for its own discard", ASK(.seats = 4), "0: may_i 1",
     NO(OWN_DISCARD, M6, COUNT, 0, 0)},
    {"M10: the seat on turn has no need", ASK(.seats = 4), "1: may_i 1",
     NO(WRONG_PHASE, M10, MOVE, 0, 0)},
    {"M10: not after the draw", ASK(.seats = 4), "draw stock; 3: may_i 1",
     NO(NOT_YOUR_TURN, G10, MOVE, 0, 0)},
    {"M10: nor by who drew", ASK(.seats = 4), "draw stock; 1: may_i 1",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"M10: no seat that is none", ASK(.seats = 4), "5: may_i 1",
     NO(NOT_YOUR_TURN, M10, MOVE, 0, 0)},
    {"M10: several, as far as nobody's own is among them", ASK(.seats = 4),
     "2: may_i 2", OK},
    {"M6: one own card bars them all", ASK(.seats = 4), "3: may_i 2",
     NO(OWN_DISCARD, M6, COUNT, 0, 0)},
    {"M6: also the last of several", ASK(.seats = 4), "2: may_i 3",
     NO(OWN_DISCARD, M6, COUNT, 0, 0)},
    {"M10: as many as the pile has", OF_0(.seats = 4), "2: may_i 5", OK},
    {"M10: not more", OF_0(.seats = 4), "2: may_i 6",
     NO(PILE_TOO_SMALL, M10, COUNT, 0, 0)},
    {"M10: nor very many more", ASK(.seats = 4), "2: may_i 65535",
     NO(PILE_TOO_SMALL, M10, COUNT, 0, 0)},
    {"M11: the seat on turn takes", OF_0(.seats = 4), "take 5", OK},
    {"M11: not more than there is", OF_0(.seats = 4), "take 6",
     NO(PILE_TOO_SMALL, M11, COUNT, 0, 0)},
    {"M6: nor its own", ASK(.seats = 4), "take 4",
     NO(OWN_DISCARD, M6, COUNT, 0, 0)},
    {"M11: up to its own", ASK(.seats = 4), "take 3", OK},
    {"M11: on turn only", ASK(.seats = 4), "2: take 1",
     NO(NOT_YOUR_TURN, G10, MOVE, 0, 0)},
    {"M11: instead of the draw", ASK(.seats = 4), "draw stock; take 1",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    {"the size of the pile comes before own cards", ASK(.seats = 4),
     "3: may_i 6", NO(PILE_TOO_SMALL, M10, COUNT, 0, 0)},
    /* claim_limit */
    {"claim_limit 2: two", OF_0(.options = "claim_limit=2"), "2: may_i 2", OK},
    {"claim_limit 2: not three", OF_0(.options = "claim_limit=2"), "2: may_i 3",
     NO(CLAIM_LIMIT, M10, COUNT, 0, 0)},
    {"claim_limit 2: nor in turn", OF_0(.options = "claim_limit=2"), "take 3",
     NO(CLAIM_LIMIT, M11, COUNT, 0, 0)},
    {"claim_limit 1: the draw from the pile is no claim",
     ASK(.options = "claim_limit=1"), "draw discard", OK},
    {"claim_limit 104 is the pile", OF_0(.options = "claim_limit=104"),
     "2: may_i 6", NO(PILE_TOO_SMALL, M10, COUNT, 0, 0)},
    {"the limit comes before the pile", ASK(.options = "claim_limit=4"),
     "2: may_i 9", NO(CLAIM_LIMIT, M10, COUNT, 0, 0)},
    {"and before a refusal", ASK(.options = "claim_limit=4"),
     "2: may_i 1; answer no; 2: may_i 9", NO(CLAIM_LIMIT, M10, COUNT, 0, 0)},
    {"a refusal comes before the pile", ASK(.seats = 4),
     "2: may_i 1; answer no; 2: may_i 9", NO(ALREADY_REFUSED, M10, MOVE, 0, 0)},
    /* while a question is open */
    {"M10: one question at a time", ASK(.seats = 4), "3: may_i 1; 2: may_i 1",
     NO(NOT_YOUR_TURN, M10, MOVE, 0, 0)},
    {"M10: not by who is asked", ASK(.seats = 4), "3: may_i 1; 1: may_i 1",
     NO(WRONG_PHASE, M10, MOVE, 0, 0)},
    {"M10: nothing else is played", ASK(.seats = 4),
     "3: may_i 1; 1: draw stock", NO(WRONG_PHASE, M10, MOVE, 0, 0)},
    {"M10: nor taken", ASK(.seats = 4), "3: may_i 1; 1: take 1",
     NO(WRONG_PHASE, M10, MOVE, 0, 0)},
    {"M10: nobody answers for another", ASK(.seats = 4),
     "3: may_i 1; 2: answer yes", NO(NOT_YOUR_TURN, M10, MOVE, 0, 0)},
    {"M10: nor the asker", ASK(.seats = 4), "3: may_i 1; 3: answer yes",
     NO(NOT_YOUR_TURN, M10, MOVE, 0, 0)},
    {"M10: nor twice", ASK(.seats = 4), "3: may_i 1; answer yes; 1: answer yes",
     NO(NOT_YOUR_TURN, M10, MOVE, 0, 0)},
    {"M10: no answer without a question", ASK(.seats = 4), "answer yes",
     NO(WRONG_PHASE, G10, MOVE, 0, 0)},
    /* asking again */
    {"M10: refused, it does not ask again", ASK(.seats = 4),
     "3: may_i 1; answer no; 3: may_i 1", NO(ALREADY_REFUSED, M10, MOVE, 0, 0)},
    {"M10: another may", ASK(.seats = 4), "3: may_i 1; answer no; 2: may_i 1",
     OK},
    {"M10: whatever it asks for", OF_0(.seats = 4),
     "3: may_i 1; answer no; 3: may_i 2", NO(ALREADY_REFUSED, M10, MOVE, 0, 0)},
    {"M10: after the next discard it may", ASK(.seats = 4),
     "3: may_i 1; answer no; draw stock; discard TC; 3: may_i 1", OK},
    {"M10: the seat on turn plays on", ASK(.seats = 4),
     "3: may_i 1; answer no; 1: draw discard", OK},
    {"M11: it may take all the same", ASK(.seats = 4),
     "3: may_i 1; answer no; 1: take 1", OK},
    {"M10: after a claim nobody asks", OF_0(.seats = 4),
     "2: may_i 1; answer yes; 1: may_i 1", NO(WRONG_PHASE, M10, MOVE, 0, 0)},
    {"M11: nor after a taking", OF_0(.seats = 4), "take 1; 3: may_i 1",
     NO(WRONG_PHASE, M10, MOVE, 0, 0)},
    {"D1: a taking is open also after a claim", ASK(.seats = 4),
     "2: may_i 1; answer yes; 3: take 1", NO(OWN_DISCARD, M6, COUNT, 0, 0)},
    {"D1: of cards not its own", OF_0(.seats = 4),
     "2: may_i 1; answer yes; 3: take 2", OK},
    {"M10: after the discard that follows all may ask again", OF_0(.seats = 4),
     "2: may_i 1; answer yes; 3: draw stock; discard JC; 2: may_i 1", OK},
    /* the stock */
    {"M10: no more than the stock has", ASK(.seats = 4), "3: may_i 1", OK},
    {"D1: whether down or not",
     ASK(.seats = 4, .down = 8, .hands = {NULL, NULL, NULL, "4H"},
         .melds = {"3 KS KS KH", "3 QS QS QH"}),
     "3: may_i 1", OK},
};

START_TEST(m10_m11_who_may_ask_for_what_and_when)
{
    CHECK_TABLE(bounds);
}
END_TEST

/* M10: stock_too_small, from the top of the order to its end. */
START_TEST(m10_no_more_than_the_stock_has)
{
    for (unsigned left = 1; left <= 4; left++) {
        struct kit_game game;
        kit_place(&game, &(struct kit_position)OF_0(.seats = 4));
        struct hk_state *state = &game.state;
        while (state->stock_count > left) {
            memmove(state->pile + 1, state->pile, state->pile_count++);
            state->pile[0] = state->stock[0];
            memmove(state->stock, state->stock + 1, --state->stock_count);
        }
        memset(state->pile_from, 0, sizeof(state->pile_from));
        for (unsigned count = 1; count <= 5; count++) {
            for (unsigned take = 0; take < 2; take++) {
                struct kit_game again = game;
                char text[16];
                snprintf(text, sizeof(text), take ? "take %u" : "2: may_i %u",
                         count);
                enum hk_error error = kit_play(&again, text);
                ck_assert_int_eq(error,
                                 count <= left ? HK_OK : HK_E_STOCK_TOO_SMALL);
                if (error != HK_OK)
                    ck_assert_int_eq(again.refusal.where, HK_AT_COUNT);
            }
        }
        /* own cards come before the stock */
        state->pile_from[state->pile_count - 5] = 2;
        ck_assert_int_eq(kit_play(&game, "2: may_i 5"), HK_E_OWN_DISCARD);
    }
}
END_TEST

/* ---- every path of the chain ---- */

/* The seats between the one on turn and the asker, in order. */
static unsigned chain(const struct hk_rules *rules, unsigned turn, unsigned by,
                      unsigned ret_seats[HK_SEATS_MAX])
{
    unsigned count = 0;
    for (unsigned seat = turn; seat != by; seat = (seat + 1) % rules->seats)
        ret_seats[count++] = seat;
    return count;
}

struct path {
    unsigned seats, turn, by, count;
    unsigned refuser; /* its place in the chain; its length: nobody */
    bool take;        /* refusal: take */
    bool returns;     /* after_claim: return_to_turn */
};

static void place_path(const struct path *path, struct kit_game *game)
{
    static const char *const options[2][2] = {
        {NULL, "after_claim=return_to_turn"},
        {"refusal=take", "refusal=take after_claim=return_to_turn"}};
    const struct kit_position at = {
        .may_i = true,
        .seats = path->seats,
        .turn = path->turn,
        .pile = "2C 3C 4C 5C",
        .options = options[path->take][path->returns],
    };
    kit_place(game, &at);
    game->state.idle_turns = 2;
}

/* The cards went to this seat, and the turn to that one. */
static void check_claimed(const struct path *path, const struct kit_game *game,
                          const struct hk_state *before, unsigned taker)
{
    const struct hk_state *state = &game->state;
    const struct hk_taken *taken = &game->outcome.taken;
    ck_assert_uint_eq(taken->seat, taker);
    ck_assert_uint_eq(taken->pile_count, path->count);
    ck_assert_uint_eq(taken->drawn_count, path->count);
    ck_assert_uint_eq(taken->from_pile[path->count - 1], kit_card("5C"));
    ck_assert_uint_eq(taken->drawn[0], before->stock[before->stock_count - 1]);
    for (unsigned seat = 0; seat < path->seats; seat++)
        ck_assert_uint_eq(hk_cardset_size(&state->hands[seat]),
                          10 + (seat == taker ? 2 * path->count : 0));
    ck_assert_uint_eq(state->pile_count, 4 - path->count);
    ck_assert_uint_eq(state->stock_count, before->stock_count - path->count);
    ck_assert_uint_eq(state->turn,
                      path->returns ? path->turn : (taker + 1) % path->seats);
    ck_assert_uint_eq(state->phase, HK_PHASE_DRAW);
    ck_assert(state->claimed);
    ck_assert_uint_eq(state->idle_turns, 0); /* D5 */
}

/* The refuser's answer and what came of it. */
static void check_refused(const struct path *path, const struct kit_game *game,
                          const struct hk_state *before, unsigned refuser)
{
    const struct hk_state *state = &game->state;
    ck_assert_uint_eq(state->question.count, 0);
    ck_assert_uint_eq(state->refused, 1u << path->by);
    if (path->take && refuser != path->turn) {
        check_claimed(path, game, before, refuser);
        return;
    }
    ck_assert_uint_eq(state->turn, path->turn);
    ck_assert(!state->claimed);
    ck_assert_uint_eq(game->outcome.taken.pile_count, 0);
    ck_assert_uint_eq(state->stock_count, before->stock_count);
    ck_assert_uint_eq(state->idle_turns, 2);
    if (!path->take) {
        ck_assert_uint_eq(state->phase, HK_PHASE_DRAW);
        ck_assert_uint_eq(state->pile_count, 4);
        return;
    }
    /* its draw, after which it plays on */
    ck_assert_uint_eq(state->phase, HK_PHASE_PLAY);
    ck_assert_uint_eq(game->outcome.drawn, kit_card("5C"));
    ck_assert_uint_eq(state->pile_count, 3);
    ck_assert_uint_eq(hk_cardset_size(&state->hands[path->turn]), 11);
}

/* A seat whose cards they can be: not who asks nor who takes by refusing. */
static unsigned discarder(const struct path *path)
{
    unsigned refuser = (path->turn + path->refuser) % path->seats, seat = 0;
    while (seat == path->by || seat == refuser)
        seat++;
    return seat;
}

static void check_path(const struct path *path)
{
    struct kit_game game;
    unsigned seats[HK_SEATS_MAX];
    char text[16];
    place_path(path, &game);
    struct hk_state before = game.state;
    memset(game.state.pile_from, (int)discarder(path),
           sizeof(game.state.pile_from));
    unsigned length = chain(&game.rules, path->turn, path->by, seats);
    snprintf(text, sizeof(text), "%u: may_i %u", path->by, path->count);
    kit_must(&game, text);
    uint8_t allowed = 0;
    for (unsigned i = 0; i < length; i++) {
        const struct hk_question *question = &game.state.question;
        ck_assert_uint_eq(question->by, path->by);
        ck_assert_uint_eq(question->count, path->count);
        ck_assert_uint_eq(question->asked, seats[i]);
        ck_assert_uint_eq(question->allowed, allowed);
        ck_assert_uint_eq(hk_state_actor(&game.state), seats[i]);
        ck_assert_uint_eq(game.state.turn, path->turn);
        if (i == path->refuser) {
            kit_must(&game, "answer no");
            check_refused(path, &game, &before, seats[i]);
            return;
        }
        allowed |= (uint8_t)(1u << seats[i]);
        kit_must(&game, "answer yes");
    }
    ck_assert_uint_eq(game.state.refused, 0);
    check_claimed(path, &game, &before, path->by);
}

/* Every number of seats, seat on turn, asker, count, refuser and option. */
START_TEST(m10_every_path_of_the_chain_ends_as_it_should)
{
    unsigned paths = 0;
    for (unsigned n = 0; n < 3u * 5 * 5 * 4 * 5 * 4; n++) {
        struct path path = {
            .seats = 3 + n % 3,
            .turn = n / 3 % 5,
            .by = n / 15 % 5,
            .count = 1 + n / 75 % 4,
            .refuser = n / 300 % 5,
            .take = n / 1500 % 2,
            .returns = n / 3000 % 2,
        };
        unsigned length = (path.by + path.seats - path.turn) % path.seats;
        if (path.turn >= path.seats || path.by >= path.seats || length == 0 ||
            path.refuser > length)
            continue;
        check_path(&path);
        paths++;
    }
    printf("%u paths of questions\n", paths);
    ck_assert_uint_gt(paths, 1000);
}
END_TEST

/* ---- refusal: take ---- */

static const struct row takings[] = {
    {"D2: the seat on turn needs the top alone",
     PILED("2C 3C", "10", .options = "refusal=take"),
     "3: may_i 2; 1: answer no", OK},
    {"D2: which is not its own",
     PILED("2C 3C", "01", .options = "refusal=take"),
     "3: may_i 2; 1: answer no", NO(OWN_DISCARD, M10, ALLOW, 0, 0)},
    {"D2: another needs them all",
     PILED("2C 3C", "20", .options = "refusal=take"),
     "3: may_i 2; answer yes; 2: answer no", NO(OWN_DISCARD, M10, ALLOW, 0, 0)},
    {"D2: but only those asked for",
     PILED("2C 3C", "20", .options = "refusal=take"),
     "3: may_i 1; answer yes; 2: answer no", OK},
    {"D2: who is barred may still allow",
     PILED("2C 3C", "20", .options = "refusal=take"),
     "3: may_i 2; answer yes; 2: answer yes", OK},
    {"M10: free: who is barred may refuse", PILED("2C 3C", "20", .seats = 4),
     "3: may_i 2; answer yes; 2: answer no", OK},
    {"M10: after it the seat on turn discards", ASK(.options = "refusal=take"),
     "3: may_i 1; answer no; 1: discard 9D", OK},
    {"M10: nobody asks meanwhile", ASK(.options = "refusal=take"),
     "3: may_i 1; answer no; 2: may_i 1", NO(NOT_YOUR_TURN, G10, MOVE, 0, 0)},
    {"M10: after another's taking nobody asks", OF_0(.options = "refusal=take"),
     "3: may_i 1; answer yes; answer no; 1: may_i 1",
     NO(WRONG_PHASE, M10, MOVE, 0, 0)},
    {"M10: the seat after that taker plays", OF_0(.options = "refusal=take"),
     "3: may_i 1; answer yes; answer no; 3: draw stock", OK},
    {"after_claim: or the one that was on turn",
     OF_0(.options = "refusal=take after_claim=return_to_turn"),
     "3: may_i 1; answer yes; answer no; 1: draw stock", OK},
};

START_TEST(m10_d2_where_a_refusal_is_a_taking_it_must_be_allowed)
{
    CHECK_TABLE(takings);
}
END_TEST

/* ---- M11 ---- */

START_TEST(m11_the_seat_on_turn_takes_and_its_turn_is_over)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position)OF_0(.seats = 4));
    game.state.idle_turns = 5;
    kit_must(&game, "take 3");
    const struct hk_taken *taken = &game.outcome.taken;
    ck_assert_uint_eq(taken->seat, 1);
    ck_assert_uint_eq(taken->pile_count, 3);
    /* as they lay, and as they came */
    ck_assert_uint_eq(taken->from_pile[0], kit_card("4C"));
    ck_assert_uint_eq(taken->from_pile[2], kit_card("9D"));
    ck_assert_uint_eq(taken->drawn[0], kit_card("TC"));
    ck_assert_uint_eq(taken->drawn[2], kit_card("QC"));
    ck_assert_uint_eq(hk_cardset_size(&game.state.hands[1]), 16);
    ck_assert_uint_eq(game.state.turn, 2);
    ck_assert_uint_eq(game.state.phase, HK_PHASE_DRAW);
    ck_assert_uint_eq(game.state.pile_count, 2);
    ck_assert_uint_eq(game.state.idle_turns, 0);
    ck_assert(game.state.claimed);
    ck_assert_uint_eq(game.outcome.drawn, HK_NO_CARD);
}
END_TEST

/* ---- G7 after a question ---- */

/* Leaves so many cards in the stock; what is below goes under the pile. */
static void leave_in_stock(struct kit_game *game, unsigned left)
{
    struct hk_state *state = &game->state;
    unsigned under = state->stock_count - left;
    memmove(state->pile + under, state->pile, state->pile_count);
    memmove(state->pile_from + under, state->pile_from, state->pile_count);
    memcpy(state->pile, state->stock, under);
    memset(state->pile_from, 0, under);
    memmove(state->stock, state->stock + under, left);
    state->pile_count = (uint8_t)(state->pile_count + under);
    state->stock_count = (uint8_t)left;
}

START_TEST(g7_m10_the_stock_is_looked_at_after_a_claim)
{
    static const char *const options[] = {
        "max_reshuffles=1", "max_reshuffles=1 after_claim=return_to_turn",
        "max_reshuffles=0", "max_reshuffles=0 after_claim=return_to_turn"};
    for (unsigned i = 0; i < 2 * KIT_COUNT(options); i++) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, i);
        struct kit_game game;
        kit_place(&game, &(struct kit_position)OF_0(.options = options[i / 2]));
        leave_in_stock(&game, 2);
        bool take = i % 2;
        unsigned next = take ? 2 : i / 2 % 2 ? 1 : 3;
        kit_must(&game, take ? "take 2" : "2: may_i 2; answer yes");
        if (game.rules.max_reshuffles == 0) {
            ck_assert(game.outcome.round_ended);
            ck_assert_int_eq(game.outcome.result.out, -1);
            /* and what was taken is told all the same */
            ck_assert_uint_eq(game.outcome.taken.pile_count, 2);
            continue;
        }
        ck_assert_int_eq(game.state.stage, HK_STAGE_RESHUFFLE);
        ck_assert_uint_eq(game.state.turn, next);
        hk_seat from = game.state.pile_from[game.state.pile_count - 1];
        kit_serve(&game, &rng);
        ck_assert_uint_eq(game.state.pile_from[0], from);
        /* still after a claim: nobody asks, but the seat on turn draws */
        ck_assert_int_eq(kit_play(&game, "0: may_i 1"), HK_E_WRONG_PHASE);
        kit_must(&game, "draw stock");
    }
}
END_TEST

/* All of the pile taken, and all of the stock: no card lies under any top. */
START_TEST(g7_m10_without_a_pile_the_round_is_blocked)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position)PILED("2C 3C", "00", .seats = 4));
    leave_in_stock(&game, 30);
    struct hk_state *state = &game.state;
    kit_must(&game, "take 30");
    ck_assert_int_eq(state->stage, HK_STAGE_RESHUFFLE);

    kit_place(&game, &(struct kit_position)PILED("2C 3C", "00", .seats = 4));
    leave_in_stock(&game, 32);
    ck_assert_uint_eq(state->pile_count, 32);
    kit_must(&game, "2: may_i 32; answer yes");
    ck_assert(game.outcome.round_ended);
    ck_assert_int_eq(game.outcome.result.out, -1);
}
END_TEST

/* M6: the first card after all were taken. */
START_TEST(m6_m10_an_empty_pile_is_drawn_from_by_nobody)
{
    struct kit_game game;
    kit_place(&game, &(struct kit_position)OF_0(.seats = 4));
    kit_must(&game, "2: may_i 5; answer yes");
    ck_assert_uint_eq(game.state.pile_count, 0);
    ck_assert_int_eq(kit_play(&game, "draw discard"), HK_E_PILE_TOO_SMALL);
    ck_assert_int_eq(kit_play(&game, "take 1"), HK_E_PILE_TOO_SMALL);
    kit_must(&game, "draw stock");
    kit_discard_any(&game);
    ck_assert_uint_eq(game.state.pile_count, 1);
    ck_assert_uint_eq(game.state.pile_from[0], 3);
    kit_must(&game, "draw discard");
}
END_TEST

/* D5: nothing but cards of the pile drawn, until a claim starts it anew. */
START_TEST(d5_a_claim_starts_the_count_of_idle_turns_anew)
{
    for (unsigned claim = 0; claim < 2; claim++) {
        struct kit_game game;
        kit_place(&game, &(struct kit_position)OF_0(.seats = 3));
        unsigned turns = 0;
        while (game.state.stage == HK_STAGE_PLAY && turns < 30) {
            if (claim && turns == 6) {
                /* the seat after the next: the one on turn allows it */
                char text[] = "0: may_i 1";
                text[0] = (char)('0' + (game.state.turn + 1) % 3);
                kit_must(&game, text);
                kit_allow_all(&game);
                kit_must(&game, "draw stock");
                kit_discard_any(&game);
            }
            kit_must(&game, "draw discard");
            kit_discard_any(&game);
            turns++;
        }
        ck_assert(game.outcome.round_ended);
        ck_assert_uint_eq(turns, claim ? 6 + 12 : 12);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        m10_m11_who_may_ask_for_what_and_when,
        m10_no_more_than_the_stock_has,
        m10_every_path_of_the_chain_ends_as_it_should,
        m10_d2_where_a_refusal_is_a_taking_it_must_be_allowed,
        m11_the_seat_on_turn_takes_and_its_turn_is_over,
        g7_m10_the_stock_is_looked_at_after_a_claim,
        g7_m10_without_a_pile_the_round_is_blocked,
        m6_m10_an_empty_pile_is_drawn_from_by_nobody,
        d5_a_claim_starts_the_count_of_idle_turns_anew,
    };
    return kit_run("question", tests, KIT_COUNT(tests));
}
