/* Answers kept in the transaction of their effect. */
#include "service_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/players.h"

/* A rendering that can be looked at, and told to fail. */
struct rendering {
    unsigned calls;
    enum hk_error error;
    uint32_t seq; /* of what was rendered */
    char token[HK_TOKEN_TEXT_SIZE];
};

static enum hk_error answer(struct rendering *rendering, const char *text,
                            void **ret_answer, size_t *ret_size)
{
    rendering->calls++;
    if (rendering->error)
        return rendering->error;
    *ret_answer = strdup(text);
    *ret_size = strlen(text);
    return HK_OK;
}

static enum hk_error render_move(void *cls, const void *outcome,
                                 void **ret_answer, size_t *ret_size)
{
    struct rendering *rendering = cls;

    rendering->seq = ((const struct hk_happened *)outcome)->seq;
    return answer(rendering, "moved", ret_answer, ret_size);
}

static enum hk_error render_seated(void *cls, const void *outcome,
                                   void **ret_answer, size_t *ret_size)
{
    const struct hk_seated *seated = outcome;
    struct rendering *rendering = cls;

    rendering->seq = seated->happened.seq;
    snprintf(rendering->token, sizeof rendering->token, "%s",
             seated->host_token);
    return answer(rendering, seated->happened.after.row.uuid, ret_answer,
                  ret_size);
}

static enum hk_error render_registered(void *cls, const void *outcome,
                                       void **ret_answer, size_t *ret_size)
{
    const struct hk_registered *registered = outcome;

    return answer(cls, registered->player.name, ret_answer, ret_size);
}

static struct hk_receipt receipt_of(uint8_t slot, struct rendering *rendering,
                                    enum hk_error (*render)(void *,
                                                            const void *,
                                                            void **, size_t *))
{
    struct hk_receipt receipt = {.render = render, .cls = rendering};

    memset(receipt.slot, slot, sizeof receipt.slot);
    memset(receipt.body_hash, slot + 1, sizeof receipt.body_hash);
    return receipt;
}

static void check_kept(const struct hk_receipt *receipt, const char *expected)
{
    void *kept;
    size_t size;

    ck_assert_int_eq(hk_receipt_find(kit_service(), receipt->slot,
                                     receipt->body_hash, &kept, &size),
                     HK_OK);
    ck_assert_uint_eq(size, strlen(expected));
    ck_assert_mem_eq(kept, expected, size);
    free(kept);
}

static enum hk_error find(const struct hk_receipt *receipt)
{
    void *kept;
    size_t size;
    enum hk_error error = hk_receipt_find(kit_service(), receipt->slot,
                                          receipt->body_hash, &kept, &size);

    if (!error)
        free(kept);
    return error;
}

/* Some legal move of the starter. */
static struct hk_move first_move(struct hk_game *game)
{
    struct hk_move move = {.kind = HK_MOVE_DISCARD, .card_count = 1};
    struct hk_snapshot now;

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    move.seat = now.state.turn;
    hk_card cards[HK_PACK_MAX];
    hk_cardset_list(&now.state.hands[move.seat], cards);
    move.cards[0] = cards[0];
    hk_snapshot_clear(&now);
    return move;
}

static enum hk_error play(struct hk_game *game, const struct hk_move *move,
                          const struct hk_receipt *receipt, bool dry)
{
    struct hk_wish wish = {.receipt = receipt, .dry_run = dry};
    struct hk_happened happened;
    struct hk_refusal refusal;
    size_t index;
    enum hk_error error = hk_game_play(game, move->seat, move, 1, &wish,
                                       &happened, &refusal, &index);

    if (!error)
        hk_happened_clear(&happened);
    return error;
}

START_TEST(test_a_moves_answer_is_kept_with_it)
{
    struct rendering rendering = {.error = HK_OK};
    struct hk_receipt receipt = receipt_of(7, &rendering, render_move);
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    struct hk_move move = first_move(game);

    ck_assert_int_eq(find(&receipt), HK_E_NOT_FOUND);
    ck_assert_int_eq(play(game, &move, &receipt, false), HK_OK);
    ck_assert_uint_eq(rendering.calls, 1);
    ck_assert_uint_eq(rendering.seq, 3);
    check_kept(&receipt, "moved");
    hk_game_close(game);
    kit_close();
    check_kept(&receipt, "moved");

    struct hk_receipt other = receipt;
    other.body_hash[0] ^= 1;
    ck_assert_int_eq(find(&other), HK_E_IDEMPOTENCY_KEY_REUSED);
    kit_time += HK_RECEIPT_LIFE_MS - 1;
    check_kept(&receipt, "moved");
    kit_time += 2;
    ck_assert_int_eq(find(&receipt), HK_E_NOT_FOUND);
}
END_TEST

START_TEST(test_a_refused_or_dry_move_keeps_no_answer)
{
    struct rendering rendering = {.error = HK_OK};
    struct hk_receipt receipt = receipt_of(7, &rendering, render_move);
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    struct hk_move move = first_move(game);
    struct hk_move wrong = move;

    wrong.seat = 1 - move.seat;
    ck_assert_int_eq(play(game, &wrong, &receipt, false), HK_E_NOT_YOUR_TURN);
    ck_assert_int_eq(play(game, &move, &receipt, true), HK_OK);
    ck_assert_uint_eq(rendering.calls, 0);
    ck_assert_int_eq(find(&receipt), HK_E_NOT_FOUND);
    hk_game_close(game);
}
END_TEST

START_TEST(test_an_answer_that_fails_leaves_nothing)
{
    struct rendering rendering = {.error = HK_E_INTERNAL};
    struct hk_receipt receipt = receipt_of(7, &rendering, render_move);
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    struct hk_move move = first_move(game);

    ck_assert_int_eq(play(game, &move, &receipt, false), HK_E_INTERNAL);
    ck_assert_uint_eq(rendering.calls, 1);
    ck_assert_uint_eq(hk_game_seq(game), 2);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"), 2);
    ck_assert_int_eq(find(&receipt), HK_E_NOT_FOUND);
    rendering.error = HK_OK;
    ck_assert_int_eq(play(game, &move, &receipt, false), HK_OK);
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_slot_is_used_once)
{
    struct rendering rendering = {.error = HK_OK};
    struct hk_receipt receipt = receipt_of(7, &rendering, render_move);
    struct hk_game *game = kit_new("a b", NULL, false, NULL);
    struct hk_move move = first_move(game);
    struct hk_move draw = {.kind = HK_MOVE_DRAW,
                           .seat = (hk_seat)(1 - move.seat)};

    ck_assert_int_eq(play(game, &move, &receipt, false), HK_OK);
    ck_assert_int_eq(play(game, &draw, &receipt, false),
                     HK_E_IDEMPOTENCY_KEY_REUSED);
    ck_assert_uint_eq(hk_game_seq(game), 3);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM log"), 3);
    hk_game_close(game);
}
END_TEST

START_TEST(test_creations_seats_and_ends_keep_answers)
{
    struct rendering rendering = {.error = HK_OK};
    struct hk_receipt creating = receipt_of(1, &rendering, render_seated);
    struct hk_receipt taking = receipt_of(3, &rendering, render_seated);
    struct hk_receipt ending = receipt_of(5, &rendering, render_move);
    struct hk_wish wish = {.receipt = &creating};
    struct hk_game_wish asked = kit_wish("a -", NULL, false);
    struct hk_caller caller = kit_anybody();
    struct hk_seat_wish name = kit_name("b");
    struct hk_seated seated;
    struct hk_happened happened;
    struct hk_lobby_fault fault;
    char uuid[HK_UUID_TEXT_SIZE];

    ck_assert_int_eq(
        hk_lobby_create(kit_service(), &caller, &asked, &wish, &seated, &fault),
        HK_OK);
    snprintf(uuid, sizeof uuid, "%s", seated.happened.after.row.uuid);
    check_kept(&creating, uuid);
    ck_assert_uint_eq(rendering.seq, 1);
    ck_assert_str_eq(rendering.token, seated.host_token);
    hk_seated_clear(&seated);

    struct hk_game *game = kit_game(uuid);
    wish.receipt = &taking;
    rendering.error = HK_E_INTERNAL;
    ck_assert_int_eq(
        hk_lobby_take_seat(game, &caller, 1, &name, &wish, &seated),
        HK_E_INTERNAL);
    ck_assert_uint_eq(hk_game_seq(game), 1);
    rendering.error = HK_OK;
    ck_assert_int_eq(
        hk_lobby_take_seat(game, &caller, 1, &name, &wish, &seated), HK_OK);
    hk_seated_clear(&seated);
    ck_assert_uint_eq(rendering.seq, 3);
    check_kept(&taking, uuid);

    wish.receipt = &ending;
    ck_assert_int_eq(hk_game_end(game, &wish, &happened), HK_OK);
    hk_happened_clear(&happened);
    check_kept(&ending, "moved");
    hk_game_close(game);
}
END_TEST

START_TEST(test_a_creation_whose_answer_fails_makes_no_game)
{
    struct rendering rendering = {.error = HK_E_INTERNAL};
    struct hk_receipt receipt = receipt_of(1, &rendering, render_seated);
    struct hk_wish wish = {.receipt = &receipt};
    struct hk_game_wish asked = kit_wish("a b", NULL, false);
    struct hk_caller caller = kit_anybody();
    struct hk_seated seated;
    struct hk_lobby_fault fault;

    ck_assert_int_eq(
        hk_lobby_create(kit_service(), &caller, &asked, &wish, &seated, &fault),
        HK_E_INTERNAL);
    ck_assert_uint_eq(rendering.calls, 1);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM games"), 0);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);
}
END_TEST

START_TEST(test_a_registration_keeps_its_answer)
{
    struct rendering rendering = {.error = HK_E_INTERNAL};
    struct hk_receipt receipt = receipt_of(1, &rendering, render_registered);
    struct hk_seat_wish name = kit_name("Noor");
    struct hk_registered registered;

    ck_assert_int_eq(
        hk_players_register(kit_service(), &name, &receipt, &registered),
        HK_E_INTERNAL);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players"), 0);
    rendering.error = HK_OK;
    ck_assert_int_eq(
        hk_players_register(kit_service(), &name, &receipt, &registered),
        HK_OK);
    check_kept(&receipt, "Noor");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_moves_answer_is_kept_with_it,
        test_a_refused_or_dry_move_keeps_no_answer,
        test_an_answer_that_fails_leaves_nothing,
        test_a_slot_is_used_once,
        test_creations_seats_and_ends_keep_answers,
        test_a_creation_whose_answer_fails_makes_no_game,
        test_a_registration_keeps_its_answer,
    };
    return kit_run("service/receipts", tests, KIT_COUNT(tests));
}
