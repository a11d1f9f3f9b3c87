/*
 * What is listed as legal is accepted, and what is not listed is refused, over
 * games of every variant played at random from the lists themselves.
 */
#include "engine_kit.h"
#include "engine_player.h"

#include <stdio.h>
#include <string.h>

#include "engine/legal.h"

enum { GAMES = 120, MOVES_MAX = 9000 };
enum { COMPARE_ONE_IN = 36, COMPARE_PLAYS_ONE_IN = 5, MELDS_FOUND_MAX = 512 };

static uint64_t workspace[HK_SOLVER_SIZE_LEAST / sizeof(uint64_t)];
static const struct hk_solver solver = {workspace, sizeof(workspace)};

/* What was seen; printed, and required to be there. */
struct seen {
    unsigned positions, listed, longest, compared, candidates;
    unsigned kinds[HK_MOVE_ANSWER + 1];
    unsigned openings, contracts, singles, full;
};

/* The list of one seat, and the states that its moves lead to. */
struct listed {
    unsigned count;
    struct hk_move moves[HK_LEGAL_MOVES_MAX];
    uint64_t after[HK_LEGAL_MOVES_MAX];
};

static struct listed listed;

static uint64_t digest(const struct hk_state *state)
{
    const unsigned char *bytes = (const void *)state;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof(*state); i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static bool accepted(const struct kit_game *game, const struct hk_move *move,
                     struct hk_state *ret_after)
{
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    *ret_after = game->state;
    return hk_apply(&game->rules, ret_after, move, &outcome, &refusal) == HK_OK;
}

static const char *text_of(const struct hk_move *move)
{
    static char text[HK_NOTATION_SIZE];
    hk_notation_write_move(move, text);
    return text;
}

static unsigned count_kind(enum hk_move_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < listed.count; i++)
        count += listed.moves[i].kind == kind;
    return count;
}

/* Lists the moves of a seat: all must be accepted, each be another. */
static void list_seat(const struct kit_game *game, hk_seat seat,
                      struct seen *seen)
{
    listed.count = hk_legal_moves(&game->rules, &game->state, seat, &solver,
                                  listed.moves);
    for (unsigned i = 0; i < listed.count; i++) {
        const struct hk_move *move = &listed.moves[i];
        struct hk_state after;
        KIT_CHECK(move->seat == seat);
        if (!accepted(game, move, &after))
            ck_abort_msg("listed and refused: %u: %s", seat, text_of(move));
        for (unsigned j = 0; j < i; j++)
            if (kit_same(move, &listed.moves[j], sizeof(*move)))
                ck_abort_msg("listed twice: %s", text_of(move));
        listed.after[i] = digest(&after);
        seen->kinds[move->kind]++;
    }
    seen->listed += listed.count;
    if (listed.count > seen->longest)
        seen->longest = listed.count;
}

static bool leads_there(const struct hk_state *after)
{
    uint64_t hash = digest(after);
    for (unsigned i = 0; i < listed.count; i++)
        if (listed.after[i] == hash)
            return true;
    return false;
}

/* A candidate is refused, or the list has a move that does the same. */
static void compare(const struct kit_game *game, const struct hk_move *move,
                    struct seen *seen)
{
    struct hk_state after;
    seen->candidates++;
    if (accepted(game, move, &after) && !leads_there(&after))
        ck_abort_msg("accepted and not listed: %u: %s", move->seat,
                     text_of(move));
}

static struct hk_move start(hk_seat seat, enum hk_move_kind kind)
{
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    move.kind = (uint8_t)kind;
    move.seat = seat;
    return move;
}

static void compare_plain(const struct kit_game *game, hk_seat seat,
                          struct seen *seen)
{
    struct hk_move draw = start(seat, HK_MOVE_DRAW);
    struct hk_move put_back = start(seat, HK_MOVE_RETURN);
    struct hk_move answer = start(seat, HK_MOVE_ANSWER);
    struct hk_move take = start(seat, HK_MOVE_TAKE);
    struct hk_move ask = start(seat, HK_MOVE_MAY_I);
    struct hk_move discard = start(seat, HK_MOVE_DISCARD);
    compare(game, &put_back, seen);
    for (unsigned i = 0; i < 2; i++) {
        draw.source = (uint8_t)i;
        answer.allow = i;
        compare(game, &draw, seen);
        compare(game, &answer, seen);
    }
    for (unsigned n = 1; n <= game->state.pile_count + 2u; n++) {
        take.count = ask.count = (uint16_t)n;
        compare(game, &take, seen);
        compare(game, &ask, seen);
    }
    discard.card_count = 1;
    for (unsigned card = 0; card < HK_CARD_KINDS; card++) {
        discard.cards[0] = (hk_card)card;
        compare(game, &discard, seen);
    }
}

/* One card, and two in either order, on or out of every meld, at both ends
 * and with no end named; three in a row at the end of the list. */
static void compare_changes(const struct kit_game *game, hk_seat seat,
                            struct seen *seen)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(&game->state.hands[seat], cards);
    for (unsigned n = 0; n < game->state.meld_count * count * (count + 1);
         n++) {
        struct hk_move lay = start(seat, HK_MOVE_LAY_OFF);
        unsigned first = n % count, second = n / count % (count + 1);
        lay.meld = (uint16_t)(n / count / (count + 1) + 1);
        lay.cards[lay.card_count++] = cards[first];
        if (second < count)
            lay.cards[lay.card_count++] = cards[second];
        struct hk_move take = lay;
        take.kind = HK_MOVE_TAKE_JOKER;
        compare(game, &take, seen);
        for (unsigned end = HK_END_NONE; end <= HK_END_HIGH; end++) {
            lay.end = (uint8_t)end;
            compare(game, &lay, seen);
        }
    }
}

/* ---- melds ---- */

/* The melds that the subsets of a hand make, in every order that makes another
 * one. */
struct found {
    unsigned count;
    struct {
        unsigned length;
        hk_card cards[HK_MELD_CARDS_MAX];
        struct hk_meld meld;
    } melds[MELDS_FOUND_MAX];
};

static struct found found;

static void keep(const struct kit_game *game, const hk_card *cards,
                 unsigned length)
{
    struct hk_meld meld;
    if (hk_meld_read(&game->rules, cards, length, &meld) != HK_MELD_OK)
        return;
    for (unsigned i = 0; i < found.count; i++)
        if (kit_same(&meld, &found.melds[i].meld, sizeof(meld)))
            return;
    if (found.count == MELDS_FOUND_MAX)
        return;
    found.melds[found.count].length = length;
    memcpy(found.melds[found.count].cards, cards, length);
    found.melds[found.count++].meld = meld;
}

/* Naturals rise as they stand in a hand, but an ace may also come last; the
 * jokers go to any places. */
static void keep_orders(const struct kit_game *game, const hk_card *subset,
                        unsigned length)
{
    unsigned naturals = 0;
    while (naturals < length && subset[naturals] != HK_JOKER)
        naturals++;
    for (unsigned places = 0; places < 1u << length; places++) {
        if ((unsigned)__builtin_popcount(places) != length - naturals)
            continue;
        for (unsigned turn = 0; turn < 2 && naturals > 0; turn++) {
            hk_card cards[HK_MELD_CARDS_MAX];
            for (unsigned i = 0, next = turn; i < length; i++)
                cards[i] = places >> i & 1 ? HK_JOKER
                                           : subset[next++ % naturals];
            keep(game, cards, length);
        }
    }
}

static void find_melds(const struct kit_game *game, hk_seat seat,
                       unsigned longest)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(&game->state.hands[seat], cards);
    found.count = 0;
    if (count > 16)
        return;
    for (unsigned pick = 0; pick < 1u << count; pick++) {
        unsigned length = (unsigned)__builtin_popcount(pick);
        hk_card subset[HK_MELD_CARDS_MAX] = {0};
        unsigned n = 0;
        if (length < 3 || length > longest)
            continue;
        for (unsigned i = 0; i < count; i++)
            if (pick >> i & 1)
                subset[n++] = cards[i];
        keep_orders(game, subset, length);
    }
}

static void add(struct hk_move *move, unsigned i)
{
    memcpy(move->cards + move->card_count, found.melds[i].cards,
           found.melds[i].length);
    move->card_count += (uint8_t)found.melds[i].length;
    move->lengths[move->meld_count++] = (uint8_t)found.melds[i].length;
}

static int worth(const struct kit_game *game, const struct hk_move *move)
{
    const hk_card *cards = move->cards;
    int total = 0;
    for (unsigned i = 0; i < move->meld_count; i++) {
        struct hk_meld meld;
        KIT_CHECK(hk_meld_read(&game->rules, cards, move->lengths[i], &meld) ==
                  HK_MELD_OK);
        total += (int)hk_meld_value(&game->rules, &meld);
        cards += move->lengths[i];
    }
    return total;
}

/* Which ranks sets have, and which suits runs. */
static unsigned shape(const struct kit_game *game, const struct hk_move *move)
{
    const hk_card *cards = move->cards;
    unsigned bits = 0;
    for (unsigned i = 0; i < move->meld_count; i++) {
        struct hk_meld meld;
        KIT_CHECK(hk_meld_read(&game->rules, cards, move->lengths[i], &meld) ==
                  HK_MELD_OK);
        bits |= 1u << (meld.kind == HK_SET ? meld.rank : 16u + meld.suit);
        cards += move->lengths[i];
    }
    return bits;
}

/* An opening that is accepted: one that is listed is worth as much, and each
 * of its cards is in one that is. */
static void check_covered(const struct kit_game *game,
                          const struct hk_move *move)
{
    const struct hk_move *best = NULL;
    bool same_shape = false;
    uint64_t cover = 0;
    for (unsigned i = 0; i < listed.count; i++) {
        const struct hk_move *other = &listed.moves[i];
        if (other->kind != HK_MOVE_MELD)
            continue;
        best = best ? best : other;
        same_shape |= shape(game, other) == shape(game, move);
        for (unsigned j = 0; j < other->card_count; j++)
            cover |= UINT64_C(1) << other->cards[j];
    }
    if (!best)
        ck_abort_msg("no opening listed: %s", text_of(move));
    if (count_kind(HK_MOVE_MELD) == HK_LEGAL_MELDS_MAX)
        return;
    bool contract = hk_rules_contract(&game->rules, game->state.round);
    if (contract ? !same_shape : worth(game, best) < worth(game, move))
        ck_abort_msg("a better one: %s", text_of(move));
    for (unsigned j = 0; j < move->card_count; j++)
        if (!(cover >> move->cards[j] & 1))
            ck_abort_msg("card %u not covered: %s", j, text_of(move));
}

/* All melds found, and two and three of them together. */
static void compare_openings(const struct kit_game *game, hk_seat seat,
                             struct seen *seen)
{
    bool contract = hk_rules_contract(&game->rules, game->state.round);
    unsigned n = found.count;
    for (unsigned i = 0; i < n * (n + 1) * (n + 1); i++) {
        unsigned a = i % n, b = i / n % (n + 1), c = i / n / (n + 1);
        struct hk_move move = start(seat, HK_MOVE_MELD);
        struct hk_state after;
        if ((b < n && b >= a) || (c < n && c >= b) || (b == n && c < n))
            continue;
        add(&move, a);
        if (b < n)
            add(&move, b);
        if (c < n)
            add(&move, c);
        seen->candidates++;
        if (!accepted(game, &move, &after))
            continue;
        seen->contracts += contract;
        seen->openings += !contract;
        check_covered(game, &move);
    }
}

static void compare_melds(const struct kit_game *game, hk_seat seat,
                          struct seen *seen)
{
    bool down = game->state.down >> seat & 1;
    find_melds(game, seat, down ? 5 : 4);
    seen->full += found.count == MELDS_FOUND_MAX;
    if (!down) {
        if (found.count > 40)
            found.count = 40;
        compare_openings(game, seat, seen);
        return;
    }
    if (count_kind(HK_MOVE_MELD) == HK_LEGAL_MELDS_MAX)
        return;
    seen->singles += found.count;
    for (unsigned i = 0; i < found.count; i++) {
        struct hk_move move = start(seat, HK_MOVE_MELD);
        add(&move, i);
        compare(game, &move, seen);
    }
}

static void compare_seat(const struct kit_game *game, hk_seat seat,
                         struct seen *seen)
{
    seen->compared++;
    compare_plain(game, seat, seen);
    if (hk_cardset_size(&game->state.hands[seat]) <= 20)
        compare_changes(game, seat, seen);
    if (seat == hk_state_actor(&game->state) &&
        game->state.phase == HK_PHASE_PLAY)
        compare_melds(game, seat, seen);
}

/* ---- games ---- */

/* Deals cards of two suits, or of a few ranks next to each other, so that the
 * hands are full of melds; what is left over comes last. */
static void deal_rich(struct kit_game *game, bool suits,
                      const struct hk_rng *rng)
{
    hk_card pack[HK_PACK_MAX];
    struct hk_move deal = start(game->state.dealer, HK_MOVE_DEAL);
    unsigned count = hk_card_pack(hk_rules_jokers(&game->rules), pack);
    unsigned first = hk_rng_below(rng, HK_RANKS), front = 0;
    unsigned ranks = 1 + 2 * game->rules.seats;
    for (unsigned i = 0; i < count; i++) {
        unsigned rank = hk_card_rank(pack[i]) + HK_RANKS - first;
        unsigned suit = hk_card_suit(pack[i]) + first;
        bool wanted = pack[i] == HK_JOKER ||
                      (suits ? suit % HK_SUITS < 2 : rank % HK_RANKS < ranks);
        deal.cards[i] = pack[i];
        if (!wanted)
            continue;
        unsigned place = hk_rng_below(rng, front + 1);
        deal.cards[i] = deal.cards[front];
        deal.cards[front++] = deal.cards[place];
        deal.cards[place] = pack[i];
    }
    deal.card_count = (uint8_t)count;
    KIT_CHECK(hk_apply(&game->rules, &game->state, &deal, &game->outcome,
                       &game->refusal) == HK_OK);
}

/* Of the listed moves one: first a kind, then a move of it. */
static const struct hk_move *choose(const struct hk_rng *rng)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < listed.count; i++)
        kinds |= 1u << listed.moves[i].kind;
    for (;;) {
        unsigned kind = hk_rng_below(rng, HK_MOVE_ANSWER + 1);
        /* claims make hands so large that the game crawls */
        if (kind == HK_MOVE_TAKE && hk_rng_below(rng, 6) > 0 &&
            kinds & 1u << HK_MOVE_DRAW)
            continue;
        if (!(kinds >> kind & 1))
            continue;
        unsigned skip = hk_rng_below(rng, count_kind(kind));
        for (unsigned i = 0; i < listed.count; i++)
            if (listed.moves[i].kind == kind && skip-- == 0)
                return &listed.moves[i];
    }
}

/* The lists of all seats; the last is that of whoever moves. */
static void list_all(const struct kit_game *game, const struct hk_rng *rng,
                     struct seen *seen)
{
    unsigned seats = game->rules.seats;
    hk_seat actor = hk_state_actor(&game->state);
    unsigned shift = actor + 1u;
    bool plays = game->state.phase == HK_PHASE_PLAY;
    bool asks = game->state.phase == HK_PHASE_DRAW && hk_rng_below(rng, 4) == 0;
    if (asks)
        shift += 1 + hk_rng_below(rng, seats - 1);
    seen->positions++;
    for (unsigned i = 0; i < seats; i++) {
        hk_seat seat = (hk_seat)((shift + i) % seats);
        list_seat(game, seat, seen);
        if (hk_rng_below(rng, plays && seat == actor ? COMPARE_PLAYS_ONE_IN
                                                     : COMPARE_ONE_IN) == 0)
            compare_seat(game, seat, seen);
        KIT_CHECK(seat != actor || listed.count > 0);
    }
    if (listed.count == 0)
        list_seat(game, actor, seen);
}

static void play_game(enum hk_variant variant, unsigned number,
                      struct seen *seen)
{
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, number);
    struct kit_game game;
    unsigned least = hk_variant_seats_least(variant);
    unsigned seats = least + hk_rng_below(&rng, hk_variant_seats_most(variant) -
                                                    least + 1);
    kit_begin(&game, NULL, variant, seats, hk_rng_below(&rng, seats));
    if (number % 4 != 0)
        player_options(&rng, &game.rules);
    if (game.rules.opening_minimum > 70)
        game.rules.opening_minimum = 20;
    if (hk_option_find(variant, "rounds"))
        game.rules.rounds = 1;
    else
        game.state.round = (uint8_t)(1 + number % 5);
    game.rules.max_reshuffles %= 2;
    unsigned round = game.state.round;
    for (unsigned i = 0;
         game.state.stage != HK_STAGE_OVER && game.state.round == round; i++) {
        KIT_CHECK(i < MOVES_MAX);
        if (game.state.stage == HK_STAGE_DEAL && number % 3 != 0)
            deal_rich(&game, number % 3 == 1, &rng);
        else
            kit_serve(&game, &rng);
        list_all(&game, &rng, seen);
        struct hk_move move = *choose(&rng);
        KIT_CHECK(hk_apply(&game.rules, &game.state, &move, &game.outcome,
                           &game.refusal) == HK_OK);
    }
}

static void play_games(enum hk_variant variant, struct seen *seen)
{
    for (unsigned i = 0; i < kit_times(GAMES); i++)
        play_game(variant, i, seen);
    printf("%s: %u positions, %u moves listed, the longest list %u; %u lists "
           "held against %u candidates (%u openings, %u contracts, %u melds)\n",
           hk_variant_name(variant), seen->positions, seen->listed,
           seen->longest, seen->compared, seen->candidates, seen->openings,
           seen->contracts, seen->singles);
    fflush(stdout);
    for (unsigned kind = 0; kind <= HK_MOVE_ANSWER; kind++)
        ck_assert_msg(seen->kinds[kind] > 0 || !hk_move_known(variant, kind),
                      "never %s", hk_move_name(kind));
    ck_assert_uint_eq(seen->full, 0);
    ck_assert_uint_gt(seen->compared, kit_times(200));
    ck_assert_uint_lt(seen->longest, HK_LEGAL_OTHERS_MAX);
}

START_TEST(the_lists_of_hand_are_sound_and_complete)
{
    struct seen seen = {0};
    play_games(HK_HAND, &seen);
    ck_assert_uint_gt(seen.openings, 0);
    ck_assert_uint_gt(seen.singles, 0);
}
END_TEST

START_TEST(the_lists_of_partners_are_sound_and_complete)
{
    struct seen seen = {0};
    play_games(HK_HAND_PARTNERS, &seen);
    ck_assert_uint_gt(seen.openings, 0);
}
END_TEST

START_TEST(the_lists_of_may_i_are_sound_and_complete)
{
    struct seen seen = {0};
    play_games(HK_MAY_I, &seen);
    ck_assert_uint_gt(seen.contracts, 0);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        the_lists_of_hand_are_sound_and_complete,
        the_lists_of_partners_are_sound_and_complete,
        the_lists_of_may_i_are_sound_and_complete,
    };
    return kit_run("legal games", tests, KIT_COUNT(tests));
}
