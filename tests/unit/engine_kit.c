/* Short hands for the engine's tests: cards, moves and positions as texts. */
#include "engine_kit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static int run(const char *name, const TTest *const *tests, size_t count,
               int signal_number)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    for (size_t i = 0; i < count; i++)
        tcase_add_test_raise_signal(tcase, tests[i], signal_number);
    tcase_set_timeout(tcase, 60);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int kit_run(const char *name, const TTest *const *tests, size_t count)
{
    return run(name, tests, count, 0);
}

int kit_run_aborts(const char *name, const TTest *const *tests, size_t count)
{
    return run(name, tests, count, SIGABRT);
}

hk_card kit_card(const char *text)
{
    hk_card card = HK_NO_CARD;
    ck_assert_msg(hk_card_read(text, &card), "no card: %s", text);
    return card;
}

unsigned kit_cards(const char *text, hk_card ret_cards[HK_PACK_MAX])
{
    unsigned count = 0;
    ck_assert_msg(hk_notation_read_cards(text, ret_cards, &count),
                  "no cards: %s", text);
    return count;
}

struct hk_cardset kit_cardset(const char *text)
{
    hk_card cards[HK_PACK_MAX];
    struct hk_cardset set = {0};
    unsigned count = kit_cards(text, cards);
    for (unsigned i = 0; i < count; i++)
        ck_assert_msg(hk_cardset_add(&set, cards[i]), "thrice: %s", text);
    return set;
}

struct hk_meld kit_meld(const struct hk_rules *rules, const char *text)
{
    hk_card cards[HK_PACK_MAX];
    struct hk_meld meld = {0};
    unsigned count = kit_cards(text, cards);
    ck_assert_msg(hk_meld_read(rules, cards, count, &meld) == HK_MELD_OK,
                  "no meld: %s", text);
    return meld;
}

const char *kit_meld_text(const struct hk_meld *meld)
{
    static char text[HK_NOTATION_SIZE];
    hk_card cards[HK_MELD_CARDS_MAX];
    hk_notation_write_cards(cards, hk_meld_cards(meld, cards), text);
    return text;
}

static void set_option(struct hk_rules *rules, char *pair)
{
    char *value = strchr(pair, '=');
    ck_assert_msg(value != NULL, "no option: %s", pair);
    *value++ = '\0';
    const struct hk_option *option = hk_option_find(rules->variant, pair);
    ck_assert_msg(option != NULL, "no option: %s", pair);
    long number = option->type == HK_OPTION_CHOICE
                      ? hk_option_choice(option, value)
                      : strtol(value, NULL, 10);
    ck_assert_msg(hk_option_set(option, rules, (int32_t)number), "%s: %s", pair,
                  value);
}

static void set_options(struct hk_rules *rules, const char *options)
{
    char text[256], *rest = text;
    if (!options)
        return;
    ck_assert_uint_lt(strlen(options), sizeof(text));
    memcpy(text, options, strlen(options) + 1);
    while (rest && *rest) {
        char *pair = rest;
        rest = strchr(rest, ' ');
        if (rest)
            *rest++ = '\0';
        set_option(rules, pair);
    }
}

struct hk_rules kit_variant_rules(enum hk_variant variant, const char *options,
                                  unsigned seats)
{
    struct hk_rules rules;
    hk_rules_init(&rules, variant, seats);
    set_options(&rules, options);
    return rules;
}

struct hk_rules kit_rules(const char *options, unsigned seats)
{
    return kit_variant_rules(HK_HAND, options, seats);
}

struct hk_move kit_move(unsigned seat, const char *text)
{
    struct hk_move move;
    ck_assert_msg(hk_notation_read_move(text, &move), "no move: %s", text);
    move.seat = (hk_seat)seat;
    return move;
}

void kit_begin(struct kit_game *game, const char *options,
               enum hk_variant variant, unsigned seats, unsigned dealer)
{
    memset(game, 0, sizeof(*game));
    game->rules = kit_variant_rules(variant, options, seats);
    hk_state_init(&game->state, &game->rules, (hk_seat)dealer);
}

/* ---- positions ---- */

static void take(struct hk_cardset *rest, hk_card card)
{
    char text[HK_CARD_TEXT_SIZE];
    hk_card_write(card, text);
    ck_assert_msg(hk_cardset_remove(rest, card), "too many %s", text);
}

/* Takes the cards of a text out of the rest. */
static unsigned take_cards(struct hk_cardset *rest, const char *text,
                           hk_card ret_cards[HK_PACK_MAX])
{
    unsigned count = text ? kit_cards(text, ret_cards) : 0;
    for (unsigned i = 0; i < count; i++)
        take(rest, ret_cards[i]);
    return count;
}

static void place_meld(struct kit_game *game, struct hk_cardset *rest,
                       const char *text)
{
    hk_card cards[HK_PACK_MAX];
    struct hk_meld *meld = &game->state.melds[game->state.meld_count++];
    unsigned count = take_cards(rest, text + 2, cards);
    ck_assert(hk_meld_read(&game->rules, cards, count, meld) == HK_MELD_OK);
    meld->seat = (uint8_t)(text[0] - '0');
}

/* Fillers alternate between the ends of the pack, so that they seldom make
 * melds. */
static hk_card take_filler(struct hk_cardset *rest, unsigned n)
{
    hk_card card = (hk_card)(n % 2 ? __builtin_ctzll(rest->one)
                                   : 63 - __builtin_clzll(
                                              rest->one &
                                              ((UINT64_C(1) << HK_JOKER) - 1)));
    take(rest, card);
    return card;
}

static void place_hands(struct kit_game *game, struct hk_cardset *rest,
                        const struct kit_position *position)
{
    struct hk_state *state = &game->state;
    for (unsigned seat = 0; seat < game->rules.seats; seat++) {
        hk_card cards[HK_PACK_MAX];
        unsigned count = take_cards(rest, position->hands[seat], cards);
        for (unsigned i = 0; i < count; i++)
            hk_cardset_add(&state->hands[seat], cards[i]);
    }
    for (unsigned seat = 0; seat < game->rules.seats; seat++)
        while (!(position->down >> seat & 1) &&
               hk_cardset_size(&state->hands[seat]) <
                   hk_rules_dealt(&game->rules, 0, 1))
            hk_cardset_add(&state->hands[seat], take_filler(rest, seat));
}

static void place_pile(struct kit_game *game, struct hk_cardset *rest,
                       const struct kit_position *position)
{
    struct hk_state *state = &game->state;
    unsigned seats = game->rules.seats;
    state->pile_count = (uint8_t)take_cards(rest, position->pile, state->pile);
    ck_assert(!position->from || strlen(position->from) == state->pile_count);
    for (unsigned i = 0; i < HK_PACK_MAX; i++)
        state->pile_from[i] = (hk_seat)((position->turn + seats - 1) % seats);
    for (unsigned i = 0; position->from && i < state->pile_count; i++)
        state->pile_from[i] = (hk_seat)(position->from[i] - '0');
}

void kit_place(struct kit_game *game, const struct kit_position *position)
{
    struct hk_state *state = &game->state;
    enum hk_variant variant = position->may_i      ? HK_MAY_I
                              : position->partners ? HK_HAND_PARTNERS
                                                   : HK_HAND;
    unsigned seats = position->seats      ? position->seats
                     : variant != HK_HAND ? 4
                                          : 2;
    hk_card cards[HK_PACK_MAX], next[HK_PACK_MAX];
    struct hk_cardset rest = {0};
    kit_begin(game, position->options, variant, seats, seats - 1);
    unsigned pack = hk_card_pack(hk_rules_jokers(&game->rules), cards);
    for (unsigned i = 0; i < pack; i++)
        hk_cardset_add(&rest, cards[i]);
    state->stage = HK_STAGE_PLAY;
    state->turn = (hk_seat)position->turn;
    state->down = (uint8_t)position->down;
    state->round = (uint8_t)(position->round ? position->round : 1);
    if (hk_rules_values_melds(&game->rules))
        state->opening = (int16_t)(position->opening ? position->opening
                                   : position->down  ? 51
                                                     : 0);
    unsigned stock = take_cards(&rest, position->stock, next);
    place_pile(game, &rest, position);
    for (unsigned i = 0; i < KIT_COUNT(position->melds); i++)
        if (position->melds[i])
            place_meld(game, &rest, position->melds[i]);
    place_hands(game, &rest, position);
    if (!position->pile)
        state->pile[state->pile_count++] = take_filler(&rest, 0);
    state->stock_count = (uint8_t)hk_cardset_list(&rest, state->stock);
    while (stock > 0)
        state->stock[state->stock_count++] = next[--stock];
    const char *fault = hk_state_fault(state, &game->rules);
    ck_assert_msg(!fault, "a position that cannot be: %s", fault);
}

/* ---- playing ---- */

bool kit_same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

enum hk_error kit_play(struct kit_game *game, const char *text)
{
    unsigned seat = hk_state_actor(&game->state);
    if (text[0] >= '0' && text[0] <= '9') {
        seat = (unsigned)(text[0] - '0');
        text += 3; /* "2: " */
    }
    struct hk_move move = kit_move(seat, text);
    struct hk_state before = game->state;
    enum hk_error error = hk_apply(&game->rules, &game->state, &move,
                                   &game->outcome, &game->refusal);
    if (error != HK_OK) {
        ck_assert_int_eq(error, game->refusal.error);
        ck_assert_mem_eq(&before, &game->state, sizeof(before));
        return error;
    }
    const char *fault = hk_state_fault(&game->state, &game->rules);
    ck_assert_msg(!fault, "after %s: %s", text, fault);
    return HK_OK;
}

enum hk_error kit_script(struct kit_game *game, const char *moves)
{
    char text[512], *rest = text;
    ck_assert_uint_lt(strlen(moves), sizeof(text));
    memcpy(text, moves, strlen(moves) + 1);
    for (;;) {
        char *move = rest;
        rest = strstr(rest, "; ");
        if (!rest)
            return kit_play(game, move);
        *rest = '\0';
        rest += 2;
        enum hk_error error = kit_play(game, move);
        ck_assert_msg(error == HK_OK, "%s: %s", move, hk_error_code(error));
    }
}

void kit_must(struct kit_game *game, const char *moves)
{
    enum hk_error error = kit_script(game, moves);
    ck_assert_msg(error == HK_OK, "%s: %s", moves, hk_error_code(error));
}

static void mix(hk_card *cards, unsigned count, const struct hk_rng *rng)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned j = hk_rng_below(rng, i);
        hk_card card = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = card;
    }
}

void kit_serve(struct kit_game *game, const struct hk_rng *rng)
{
    struct hk_state *state = &game->state;
    struct hk_move move;
    struct hk_outcome outcome;
    memset(&move, 0, sizeof(move));
    if (state->stage == HK_STAGE_DEAL) {
        move.kind = HK_MOVE_DEAL;
        move.seat = state->dealer;
        move.card_count = (uint8_t)hk_card_pack(hk_rules_jokers(&game->rules),
                                                move.cards);
    } else if (state->stage == HK_STAGE_RESHUFFLE) {
        move.kind = HK_MOVE_RESHUFFLE;
        move.card_count = (uint8_t)(state->pile_count - 1);
        memcpy(move.cards, state->pile, move.card_count);
    } else {
        return;
    }
    mix(move.cards, move.card_count, rng);
    KIT_CHECK(hk_apply(&game->rules, state, &move, &outcome, &game->refusal) ==
              HK_OK);
}

void kit_allow_all(struct kit_game *game)
{
    while (game->state.phase == HK_PHASE_ANSWER)
        kit_must(game, "answer yes");
}

void kit_discard_any(struct kit_game *game)
{
    hk_card cards[HK_PACK_MAX];
    char text[] = "discard ??";
    hk_cardset_list(&game->state.hands[game->state.turn], cards);
    hk_card_write(cards[0], text + 8);
    kit_must(game, text);
}

void kit_pass(struct kit_game *game)
{
    if (game->state.phase == HK_PHASE_DRAW)
        kit_must(game, "draw stock");
    kit_discard_any(game);
}

void kit_leave_one_in_stock(struct kit_game *game)
{
    struct hk_state *state = &game->state;
    hk_card card = state->stock[state->stock_count - 1];
    unsigned under = state->stock_count - 1u;
    memmove(state->pile + under, state->pile, state->pile_count);
    memcpy(state->pile, state->stock, under);
    state->pile_count = (uint8_t)(state->pile_count + under);
    state->stock[0] = card;
    state->stock_count = 1;
}
