/* Moves and cards as the log keeps them: what is written reads back. */
#include "engine_kit.h"
#include "engine_player.h"

#include <string.h>

static const char *const texts[] = {
    "draw stock",
    "draw discard",
    "return",
    "meld 5H 6H JK",
    "meld 5H 6H JK / 9S 9H 9D",
    "meld 5H 6H JK / / 9S 9H 9D",
    "meld / 9S 9H 9D",
    "meld",
    "lay_off 1 8H",
    "lay_off 1 8H 9H high",
    "lay_off 35 JK low",
    "lay_off 0 8H",
    "lay_off 65535 8H",
    "take_joker 1 7H",
    "take_joker 12 8C 8D",
    "discard KS",
    "discard JK",
    "take 1",
    "take 65535",
    "may_i 3",
    "answer yes",
    "answer no",
    "deal AS 2S 3S",
    "reshuffle 4D",
};

START_TEST(what_is_written_reads_back_the_same)
{
    for (unsigned i = 0; i < KIT_COUNT(texts); i++) {
        struct hk_move move, again;
        char text[HK_NOTATION_SIZE];
        ck_assert_msg(hk_notation_read_move(texts[i], &move), "%s", texts[i]);
        ck_assert_uint_eq(move.seat, 0);
        hk_notation_write_move(&move, text);
        ck_assert_str_eq(text, texts[i]);
        ck_assert(hk_notation_read_move(text, &again));
        ck_assert_mem_eq(&move, &again, sizeof(move));
    }
}
END_TEST

START_TEST(a_move_has_what_its_text_says)
{
    struct hk_move move = kit_move(3, "meld 5H 6H JK / 9S 9H 9D 9C");
    ck_assert_uint_eq(move.kind, HK_MOVE_MELD);
    ck_assert_uint_eq(move.seat, 3);
    ck_assert_uint_eq(move.meld_count, 2);
    ck_assert_uint_eq(move.lengths[0], 3);
    ck_assert_uint_eq(move.lengths[1], 4);
    ck_assert_uint_eq(move.card_count, 7);
    ck_assert_uint_eq(move.cards[2], HK_JOKER);
    move = kit_move(0, "lay_off 12 8H 9H high");
    ck_assert_uint_eq(move.kind, HK_MOVE_LAY_OFF);
    ck_assert_uint_eq(move.meld, 12);
    ck_assert_uint_eq(move.end, HK_END_HIGH);
    ck_assert_uint_eq(move.card_count, 2);
    move = kit_move(2, "may_i 300");
    ck_assert_uint_eq(move.kind, HK_MOVE_MAY_I);
    ck_assert_uint_eq(move.count, 300);
    move = kit_move(2, "answer yes");
    ck_assert_uint_eq(move.kind, HK_MOVE_ANSWER);
    ck_assert(move.allow);
    ck_assert(!kit_move(2, "answer no").allow);
    move = kit_move(0, "draw discard");
    ck_assert_uint_eq(move.source, HK_FROM_DISCARD);
}
END_TEST

static const char *const bad[] = {
    "",
    " ",
    "draw",
    "draw pile",
    "draw stock ",
    "draw stock stock",
    " draw stock",
    "draw  stock",
    "Draw stock",
    "return card",
    "meld 5H 6H ?",
    "meld 5H  6H",
    "meld /x",
    "lay_off",
    "lay_off 1",
    "lay_off 1 high",
    "lay_off x 8H",
    "lay_off 01 8H",
    "lay_off -1 8H",
    "lay_off 65536 8H",
    "lay_off 99999999999 8H",
    "lay_off 1 8H up",
    "lay_off 1 8H high 9H",
    "lay_off 1 8H high low",
    "take_joker 7H",
    "take_joker 1",
    "take_joker 1 7H high",
    "discard",
    "discard KS KD",
    "discard ??",
    "deal",
    "deal AS AS/",
    "reshuffle",
    "may_i",
    "may_i 0",
    "may_i -1",
    "may_i 1 1",
    "may_i 65536",
    "take",
    "take 00",
    "take AS",
    "answer",
    "answer maybe",
    "answer yes no",
    "answer yes ",
    "unknown AS",
    "averyveryverylongword",
    "take_jokers 1 7H",
};

START_TEST(what_is_no_move_is_not_read)
{
    for (unsigned i = 0; i < KIT_COUNT(bad); i++) {
        struct hk_move move, before;
        memset(&move, 7, sizeof(move));
        before = move;
        ck_assert_msg(!hk_notation_read_move(bad[i], &move), "\"%s\"", bad[i]);
        ck_assert_mem_eq(&move, &before, sizeof(move));
    }
}
END_TEST

START_TEST(too_many_melds_or_cards_are_not_read)
{
    char text[2048] = "meld";
    struct hk_move move;
    for (unsigned i = 1; i < HK_MOVE_MELDS_MAX; i++)
        memcpy(text + strlen(text), " /", 3);
    ck_assert(hk_notation_read_move(text, &move));
    ck_assert_uint_eq(move.meld_count, HK_MOVE_MELDS_MAX);
    memcpy(text + strlen(text), " /", 3);
    ck_assert(!hk_notation_read_move(text, &move));

    memcpy(text, "deal", 5);
    for (unsigned i = 0; i < HK_PACK_MAX; i++)
        memcpy(text + strlen(text), " AS", 4);
    ck_assert(hk_notation_read_move(text, &move));
    ck_assert_uint_eq(move.card_count, HK_PACK_MAX);
    memcpy(text + strlen(text), " AS", 4);
    ck_assert(!hk_notation_read_move(text, &move));
}
END_TEST

START_TEST(the_longest_move_has_room)
{
    struct hk_move move, again;
    char text[HK_NOTATION_SIZE];
    memset(&move, 0, sizeof(move));
    move.kind = HK_MOVE_MELD;
    move.meld_count = HK_MOVE_MELDS_MAX;
    move.card_count = (uint8_t)hk_card_pack(2, move.cards);
    for (unsigned i = 0; i < HK_PACK_MAX; i++)
        move.lengths[i % HK_MOVE_MELDS_MAX]++;
    hk_notation_write_move(&move, text);
    ck_assert(hk_notation_read_move(text, &again));
    ck_assert_mem_eq(&move, &again, sizeof(move));
}
END_TEST

START_TEST(cards_read_back_in_their_order)
{
    static const char *const lists[] = {"", "AS", "KC JK AS AS TH"};
    static const char *const wrong[] = {" ",      "AS ",   " AS",
                                        "AS  KC", "AS,KC", "A"};
    hk_card cards[HK_PACK_MAX];
    char text[HK_NOTATION_SIZE];
    unsigned count;
    for (unsigned i = 0; i < KIT_COUNT(lists); i++) {
        ck_assert(hk_notation_read_cards(lists[i], cards, &count));
        hk_notation_write_cards(cards, count, text);
        ck_assert_str_eq(text, lists[i]);
    }
    for (unsigned i = 0; i < KIT_COUNT(wrong); i++)
        ck_assert_msg(!hk_notation_read_cards(wrong[i], cards, &count),
                      "\"%s\"", wrong[i]);
    ck_assert(hk_notation_read_cards("10H", cards, &count));
    ck_assert_uint_eq(cards[0], kit_card("TH"));
}
END_TEST

/* A game kept as texts alone plays again to the same state. */
START_TEST(a_log_of_texts_replays_to_the_same_state)
{
    for (unsigned number = 0; number < 40; number++) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, 900 + number);
        struct kit_game game, replay;
        if (number % 2)
            kit_begin(&game, "max_reshuffles=1", HK_MAY_I, 4, 0);
        else
            kit_begin(&game, "opening_minimum=20 rounds=1", HK_HAND, 3, 0);
        replay = game;
        while (game.state.stage != HK_STAGE_OVER) {
            struct hk_move move;
            struct hk_state before = game.state;
            char text[HK_NOTATION_SIZE];
            if (game.state.stage != HK_STAGE_PLAY) {
                kit_serve(&game, &rng);
                replay.state = game.state;
                continue;
            }
            player_try(&game.rules, &game.state, &rng, &move);
            if (hk_apply(&game.rules, &game.state, &move, &game.outcome,
                         &game.refusal) != HK_OK) {
                for (unsigned i = 0;; i++) {
                    game.state = before;
                    ck_assert(player_exit(&game.rules, &game.state, i, &move));
                    if (hk_apply(&game.rules, &game.state, &move, &game.outcome,
                                 &game.refusal) == HK_OK)
                        break;
                }
            }
            hk_notation_write_move(&move, text);
            struct hk_move again = kit_move(move.seat, text);
            KIT_CHECK(hk_apply(&replay.rules, &replay.state, &again,
                               &replay.outcome, &replay.refusal) == HK_OK);
            KIT_CHECK(kit_same(&game.state, &replay.state, sizeof(game.state)));
        }
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        what_is_written_reads_back_the_same,
        a_move_has_what_its_text_says,
        what_is_no_move_is_not_read,
        too_many_melds_or_cards_are_not_read,
        the_longest_move_has_room,
        cards_read_back_in_their_order,
        a_log_of_texts_replays_to_the_same_state,
    };
    return kit_run("notation", tests, KIT_COUNT(tests));
}
