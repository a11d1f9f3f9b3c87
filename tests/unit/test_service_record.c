/* The log's texts: what is written is read back, and nothing else is. */
#include "service_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "service/fields.h"
#include "service/record.h"

/* ----- fields ------------------------------------------------------------- */

START_TEST(test_fields_are_read_in_their_order)
{
    struct hk_strbuf text;
    struct hk_reader fields;
    struct hk_reader words;
    char word[16];
    int64_t number;

    hk_strbuf_init(&text, 100);
    hk_fields_key(&text, "name");
    hk_fields_quoted(&text, "a;\"b\"\\ c");
    hk_fields_quoted(&text, "");
    hk_fields_key(&text, "empty");
    hk_fields_key(&text, "points");
    hk_fields_int(&text, -30);
    hk_fields_int(&text, 14);
    ck_assert_str_eq(text.text,
                     "name \"a;\\\"b\\\"\\\\ c\" \"\"; empty; points -30 14");

    hk_reader_init(&fields, text.text);
    ck_assert(!hk_reader_key(&fields, "nam", &words));
    ck_assert(!hk_reader_key(&fields, "points", &words));
    ck_assert(hk_reader_key(&fields, "name", &words));
    ck_assert(hk_reader_quoted(&words, word, sizeof word));
    ck_assert_str_eq(word, "a;\"b\"\\ c");
    ck_assert(hk_reader_quoted(&words, word, sizeof word));
    ck_assert_str_eq(word, "");
    ck_assert(hk_reader_done(&words));
    ck_assert(hk_reader_key(&fields, "empty", &words));
    ck_assert(hk_reader_done(&words));
    ck_assert(hk_reader_key(&fields, "points", &words));
    ck_assert(!hk_reader_int(&words, 0, 99, &number));
    ck_assert(hk_reader_done(&fields));
    hk_strbuf_clear(&text);
}
END_TEST

START_TEST(test_words_that_are_not_what_they_should_be)
{
    struct hk_reader words;
    char text[4];
    uint8_t bytes[2];
    int64_t number;

    static const char *const no_numbers[] = {
        "", "x", "1x", "--1", "100", "99999999999999999999"};
    for (size_t i = 0; i < KIT_COUNT(no_numbers); i++) {
        hk_reader_init(&words, no_numbers[i]);
        ck_assert_msg(!hk_reader_int(&words, 0, 99, &number), "%s",
                      no_numbers[i]);
    }
    static const char *const no_quotes[] = {"", "a", "\"a", "\"a\\",
                                            "\"abcd\""};
    for (size_t i = 0; i < KIT_COUNT(no_quotes); i++) {
        hk_reader_init(&words, no_quotes[i]);
        ck_assert_msg(!hk_reader_quoted(&words, text, sizeof text), "%s",
                      no_quotes[i]);
    }
    static const char *const no_hex[] = {"", "0", "012", "01020", "0g02"};
    for (size_t i = 0; i < KIT_COUNT(no_hex); i++) {
        hk_reader_init(&words, no_hex[i]);
        ck_assert_msg(!hk_reader_hex(&words, 2, bytes), "%s", no_hex[i]);
    }
    hk_reader_init(&words, "abcd");
    ck_assert(!hk_reader_word(&words, text, sizeof text));
    ck_assert(!hk_reader_rest(&words, text, sizeof text));
}
END_TEST

/* ----- events ------------------------------------------------------------- */

struct texts {
    struct hk_strbuf data, secret;
};

static void write(const struct hk_rules *rules, const struct hk_entry *entry,
                  struct texts *ret_texts)
{
    hk_strbuf_init(&ret_texts->data, HK_FIELDS_MAX);
    hk_strbuf_init(&ret_texts->secret, HK_FIELDS_MAX);
    hk_record_write(rules, entry, &ret_texts->data, &ret_texts->secret);
    ck_assert(!ret_texts->data.failed && !ret_texts->secret.failed);
}

static const char *text_of(const struct hk_strbuf *text)
{
    return text->length > 0 ? text->text : "";
}

static void clear(struct texts *texts)
{
    hk_strbuf_clear(&texts->data);
    hk_strbuf_clear(&texts->secret);
}

/* Writes the event, reads it, writes what was read: the same texts. The record
 * is the caller's to clear. */
static void round_trip(const struct hk_rules *rules,
                       const struct hk_entry *entry, const char *data,
                       const char *secret, struct hk_record *ret_record)
{
    struct texts first;
    struct texts second;

    write(rules, entry, &first);
    if (data)
        ck_assert_str_eq(text_of(&first.data), data);
    if (secret)
        ck_assert_str_eq(text_of(&first.secret), secret);
    struct hk_event_row row = {
        .seq = entry->event.seq,
        .at = entry->event.at,
        .type = (enum hk_event_type)entry->event.type,
        .round = entry->event.round,
        .seat = entry->event.seat,
        .data = text_of(&first.data),
        .secret = first.secret.length > 0 ? first.secret.text : NULL};
    ck_assert_int_eq(hk_record_read(&row, ret_record), HK_OK);
    ck_assert_int_eq(ret_record->entry.event.seq, entry->event.seq);
    ck_assert_int_eq(ret_record->entry.event.at, entry->event.at);
    ck_assert_int_eq(ret_record->entry.event.seat, entry->event.seat);
    write(rules, &ret_record->entry, &second);
    ck_assert_str_eq(text_of(&first.data), text_of(&second.data));
    ck_assert_str_eq(text_of(&first.secret), text_of(&second.secret));
    clear(&first);
    clear(&second);
}

static struct hk_entry entry_of(enum hk_event_type type, int seat)
{
    struct hk_entry entry = {.event = {.seq = 7,
                                       .at = 123,
                                       .type = (uint8_t)type,
                                       .round = 2,
                                       .seat = (int8_t)seat,
                                       .drawn = HK_NO_CARD}};
    return entry;
}

START_TEST(test_a_creation_keeps_every_option_and_name)
{
    struct hk_game_wish wish = kit_wish(
        "huda - ali", "rounds=7 opening_rule=beat_last starter_may_meld=1",
        false);
    struct hk_entry entry = entry_of(HK_EVENT_GAME_CREATED, -1);
    struct hk_record record;

    entry.event.rules = &wish.rules;
    entry.event.players[0] = "hu\"da";
    entry.event.players[2] = "a; li";
    entry.secret.first_dealer = 2;
    round_trip(&wish.rules, &entry,
               "variant hand; seats 3; first_dealer 2; players \"hu\\\"da\" "
               "\"\" \"a; li\"; options max_reshuffles=2 rounds=7 "
               "opening_minimum=51 ace_low_value=11 max_jokers_per_meld=2 "
               "run_max=13 joker_left=15 dealer=rotate opening_rule=beat_last "
               "opening_needs_run=0 hand_waives_minimum=0 starter_may_meld=1 "
               "discard_draw=meld final_discard=required turn_seconds=0 "
               "bank_seconds=0 on_timeout=auto",
               "", &record);
    ck_assert_mem_eq(record.entry.event.rules, &wish.rules, sizeof wish.rules);
    ck_assert_str_eq(record.entry.event.players[0], "hu\"da");
    ck_assert_ptr_null(record.entry.event.players[1]);
    ck_assert_str_eq(record.entry.event.players[2], "a; li");
    ck_assert_uint_eq(record.entry.secret.first_dealer, 2);
    hk_record_clear(&record);
}
END_TEST

START_TEST(test_a_creation_keeps_who_is_a_bot)
{
    struct hk_game_wish wish = kit_wish("* a *", NULL, false);
    struct hk_entry entry = entry_of(HK_EVENT_GAME_CREATED, -1);
    struct hk_record record;

    hk_rules_init(&wish.rules, HK_MAY_I, 3);
    entry.event.rules = &wish.rules;
    entry.event.players[1] = "a";
    entry.event.bots = 5;
    round_trip(&wish.rules, &entry,
               "variant may-i; seats 3; first_dealer 0; players \"\" \"a\" "
               "\"\"; bots 0 2; options max_reshuffles=2 ace_wrap=1 "
               "lay_off=any after_claim=next_of_taker refusal=free "
               "claim_limit=0 turn_seconds=0 bank_seconds=0 claim_seconds=0 "
               "on_timeout=auto",
               "", &record);
    ck_assert_uint_eq(record.entry.event.bots, 5);
    hk_record_clear(&record);
}
END_TEST

START_TEST(test_arranged_deals_are_kept_secret)
{
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    struct hk_entry entry = entry_of(HK_EVENT_GAME_CREATED, -1);
    struct hk_arranged_deal deals[2] = {0};
    struct hk_record record;

    deals[0].hand_sizes[0] = kit_cards("AS JK", deals[0].hands[0]);
    deals[0].hand_sizes[1] = kit_cards("TH", deals[0].hands[1]);
    deals[0].stock_size = kit_cards("KC KC", deals[0].stock);
    entry.event.rules = &wish.rules;
    entry.secret.deals = deals;
    entry.secret.deal_count = 2;
    round_trip(&wish.rules, &entry, NULL,
               "deal 1; hand AS JK; hand TH; stock KC KC; "
               "deal 2; hand; hand; stock",
               &record);
    ck_assert_uint_eq(record.entry.secret.deal_count, 2);
    ck_assert_uint_eq(record.deals[0].hand_sizes[0], 2);
    ck_assert_uint_eq(record.deals[0].stock_size, 2);
    ck_assert_uint_eq(record.deals[1].hand_sizes[0], 0);
    hk_record_clear(&record);
}
END_TEST

START_TEST(test_moves_keep_hidden_cards_apart)
{
    static const struct {
        const char *move;
        const char *drawn; /* NULL: none */
        const char *data;
        const char *secret;
    } moves[] = {
        {"draw stock", "5H", "draw stock", "drawn 5H"},
        {"draw discard", "JK", "draw discard; drawn JK", ""},
        {"return", NULL, "return", ""},
        {"meld 5H 6H JK / 9S 9H 9D", NULL, "meld 5H 6H JK / 9S 9H 9D", ""},
        {"lay_off 1 8H 9H high", NULL, "lay_off 1 8H 9H high", ""},
        {"lay_off 2 8H", NULL, "lay_off 2 8H", ""},
        {"take_joker 1 7H", NULL, "take_joker 1 7H", ""},
        {"discard KS", NULL, "discard KS", ""},
    };
    struct hk_game_wish wish = kit_wish("a b", NULL, false);

    for (size_t i = 0; i < KIT_COUNT(moves); i++) {
        struct hk_entry entry = entry_of(HK_EVENT_MOVE, 1);
        struct hk_record record;

        entry.event.move = kit_move(moves[i].move);
        entry.event.move.seat = 1;
        if (moves[i].drawn)
            entry.event.drawn = kit_card(moves[i].drawn);
        round_trip(&wish.rules, &entry, moves[i].data, moves[i].secret,
                   &record);
        ck_assert_uint_eq(record.entry.event.move.seat, 1);
        ck_assert_uint_eq(record.entry.event.drawn, entry.event.drawn);
        hk_record_clear(&record);
    }
}
END_TEST

/* M10 M11: the pile's cards are public, the stock's are not. */
START_TEST(test_what_a_claim_gave_is_kept_in_two_texts)
{
    static const struct {
        const char *move;
        int taker; /* -1: nobody took */
        const char *from_pile, *drawn;
        const char *data, *secret;
    } moves[] = {
        {"take 2", 1, "8C 9C", "KS KD", "take 2; taker 1; from_pile 8C 9C",
         "drawn KS KD"},
        {"may_i 3", -1, NULL, NULL, "may_i 3", ""},
        {"answer yes", -1, NULL, NULL, "answer yes", ""},
        {"answer yes", 3, "8C", "KS", "answer yes; taker 3; from_pile 8C",
         "drawn KS"},
        {"answer no", -1, NULL, NULL, "answer no", ""},
        {"answer no", 2, "8C", "KS", "answer no; taker 2; from_pile 8C",
         "drawn KS"},
    };
    struct hk_game_wish wish = kit_may_i_wish("a b c d", NULL);

    for (size_t i = 0; i < KIT_COUNT(moves); i++) {
        struct hk_entry entry = entry_of(HK_EVENT_MOVE, 1);
        struct hk_taken *taken = &entry.event.taken;
        struct hk_record record;
        hk_card cards[HK_PACK_MAX];

        entry.event.move = kit_move(moves[i].move);
        entry.event.move.seat = 1;
        if (moves[i].taker >= 0) {
            taken->seat = (hk_seat)moves[i].taker;
            taken->pile_count = (uint8_t)kit_cards(moves[i].from_pile, cards);
            memcpy(taken->from_pile, cards, taken->pile_count);
            taken->drawn_count = (uint8_t)kit_cards(moves[i].drawn, cards);
            memcpy(taken->drawn, cards, taken->drawn_count);
        }
        round_trip(&wish.rules, &entry, moves[i].data, moves[i].secret,
                   &record);
        ck_assert_mem_eq(&record.entry.event.taken, taken, sizeof *taken);
        ck_assert_mem_eq(&record.entry.event.move, &entry.event.move,
                         sizeof entry.event.move);
        hk_record_clear(&record);
    }
}
END_TEST

START_TEST(test_a_draw_by_refusing_is_public)
{
    struct hk_game_wish wish = kit_may_i_wish("a b c d", "refusal=take");
    struct hk_entry entry = entry_of(HK_EVENT_MOVE, 1);
    struct hk_record record;

    entry.event.move = kit_move("answer no");
    entry.event.move.seat = 1;
    entry.event.drawn = kit_card("8C");
    round_trip(&wish.rules, &entry, "answer no; drawn 8C", "", &record);
    ck_assert_uint_eq(record.entry.event.drawn, kit_card("8C"));
    hk_record_clear(&record);
}
END_TEST

START_TEST(test_an_ended_round_is_kept_whole)
{
    struct hk_game_wish wish = kit_wish("a b c d", NULL, true);
    struct hk_entry entry = entry_of(HK_EVENT_ROUND_ENDED, -1);
    struct hk_round_result *result = &entry.event.result;
    struct hk_record record;

    memset(entry.event.seed, 0xab, HK_SEED_SIZE);
    result->round = 2;
    result->dealer = 3;
    result->out = 1;
    result->hand = true;
    result->down = 0x6;
    result->points[0] = 200;
    result->points[1] = -60;
    result->team_points[0] = 204;
    result->team_points[1] = -60;
    ck_assert(hk_cardset_add(&result->left[2], kit_card("2S")));
    round_trip(&wish.rules, &entry,
               "dealer 3; starter 0; out 1; hand 1; down 1 2; "
               "points 200 -60 0 0; team_points 204 -60; left; left; left 2S; "
               "left; seed "
               "abababababababababababababababab"
               "abababababababababababababababab",
               "", &record);
    ck_assert_mem_eq(record.entry.event.seed, entry.event.seed, HK_SEED_SIZE);
    ck_assert_int_eq(record.entry.event.result.out, 1);
    ck_assert(record.entry.event.result.hand);
    ck_assert_int_eq(record.entry.event.result.team_points[0], 204);
    hk_record_clear(&record);
}
END_TEST

/* A round of three: seat 1 went out; 0 named cards, 2 points and cards. */
static void tell(struct hk_round_result *result)
{
    struct hk_declared *declared = &result->declared;

    result->round = 2;
    result->out = 1;
    result->down = 0x6;
    result->points[0] = 100;
    result->points[1] = -30;
    result->points[2] = 12;
    declared->down_said = 0x5;
    declared->cards = 0x5;
    declared->points = 0x4;
    declared->held[0] = 2;
    declared->held[2] = 12;
    ck_assert(hk_cardset_add(&result->left[0], kit_card("2S")));
    ck_assert(hk_cardset_add(&result->left[2], kit_card("TS")));
    ck_assert(hk_cardset_add(&result->left[2], kit_card("2S")));
}

#define TOLD                                                           \
    "out 1; hand 0; seat not_down held 2 cards 2S; seat -; seat down " \
    "held 12 points cards 2S TS; points 100 -30 12; team_points"

START_TEST(test_a_told_round_is_kept_as_it_was_told)
{
    struct hk_game_wish wish = kit_wish("a b c", NULL, false);
    struct hk_entry ended = entry_of(HK_EVENT_ROUND_ENDED, 2);
    struct hk_entry corrected = entry_of(HK_EVENT_ROUND_CORRECTED, -1);
    struct hk_record record;

    ended.event.recorded = true;
    ended.event.round = 2;
    tell(&ended.event.result);
    round_trip(&wish.rules, &ended, TOLD, "", &record);
    ck_assert(record.entry.event.recorded);
    ck_assert_mem_eq(&record.entry.event.result, &ended.event.result,
                     sizeof ended.event.result);
    corrected.event.round = 2;
    corrected.event.revision = 7;
    corrected.event.reason = "a \"Hand\"; no";
    tell(&corrected.event.result);
    round_trip(&wish.rules, &corrected,
               "revision 7; reason \"a \\\"Hand\\\"; no\"; " TOLD, "", &record);
    ck_assert_uint_eq(record.entry.event.revision, 7);
    ck_assert_str_eq(record.entry.event.reason, "a \"Hand\"; no");
    ck_assert_int_eq(record.entry.event.ending, 0);
    corrected.event.ending = HK_ENDING_FINISHED;
    corrected.event.winners = 0x3;
    round_trip(&wish.rules, &corrected,
               "revision 7; reason \"a \\\"Hand\\\"; no\"; " TOLD
               "; winners 0 1",
               "", &record);
    ck_assert_int_eq(record.entry.event.ending, HK_ENDING_FINISHED);
    ck_assert_uint_eq(record.entry.event.winners, 0x3);
}
END_TEST

START_TEST(test_a_scorecard_has_no_dealer)
{
    struct hk_game_wish wish = kit_wish("a b", NULL, false);
    struct hk_entry entry = entry_of(HK_EVENT_GAME_CREATED, -1);
    const struct hk_event_row row = {
        .seq = 1,
        .type = HK_EVENT_GAME_CREATED,
        .seat = -1,
        .data = "variant hand; seats 2; mode scorecard; players \"a\" \"b\"; "
                "options rounds=7"};
    struct hk_strbuf data;
    struct hk_strbuf secret;
    struct hk_record record;

    entry.event.rules = &wish.rules;
    entry.event.mode = HK_MODE_SCORECARD;
    entry.event.players[0] = "a";
    entry.event.players[1] = "b";
    hk_strbuf_init(&data, HK_FIELDS_MAX);
    hk_strbuf_init(&secret, HK_FIELDS_MAX);
    hk_record_write(&wish.rules, &entry, &data, &secret);
    ck_assert_ptr_nonnull(strstr(
        data.text, "variant hand; seats 2; mode scorecard; players \"a\""));
    ck_assert_uint_eq(secret.length, 0);
    hk_strbuf_clear(&data);
    ck_assert_int_eq(hk_record_read(&row, &record), HK_OK);
    ck_assert_int_eq(record.entry.event.mode, HK_MODE_SCORECARD);
    ck_assert_int_eq(record.rules.rounds, 7);
    hk_record_clear(&record);
}
END_TEST

START_TEST(test_ends_and_seats_are_kept)
{
    struct hk_game_wish wish = kit_wish("a b c", NULL, false);
    struct hk_entry ended = entry_of(HK_EVENT_GAME_ENDED, -1);
    struct hk_entry taken = entry_of(HK_EVENT_SEAT_TAKEN, 2);
    struct hk_record record;

    ended.event.ending = HK_ENDING_FINISHED;
    ended.event.winners = 0x5;
    round_trip(&wish.rules, &ended, "ending finished; winners 0 2", "",
               &record);
    ck_assert_uint_eq(record.entry.event.winners, 0x5);
    ended.event.ending = HK_ENDING_ENDED;
    ended.event.winners = 0;
    round_trip(&wish.rules, &ended, "ending ended; winners", "", &record);
    taken.event.players[0] = "ali";
    round_trip(&wish.rules, &taken, "player \"ali\"", "", &record);
    ck_assert_str_eq(record.entry.event.players[0], "ali");
}
END_TEST

START_TEST(test_what_is_no_event_is_refused)
{
    static const struct {
        enum hk_event_type type;
        int seat;
        const char *data;
        const char *secret;
    } rows[] = {
        {HK_EVENT_MOVE, 1, "", NULL},
        {HK_EVENT_MOVE, 1, "fly away", NULL},
        {HK_EVENT_MOVE, 1, "discard KS; drawn KS", NULL},
        {HK_EVENT_MOVE, 1, "draw stock", NULL},
        {HK_EVENT_MOVE, 1, "draw stock; drawn 5H", NULL},
        {HK_EVENT_MOVE, 1, "draw stock", "drawn 5H 6H"},
        {HK_EVENT_MOVE, -1, "discard KS", NULL},
        {HK_EVENT_MOVE, 5, "discard KS", NULL},
        {HK_EVENT_MOVE, 1, "discard KS", "drawn 5H"},
        {HK_EVENT_MOVE, 1, "take 1", NULL},
        {HK_EVENT_MOVE, 1, "take 1; taker 1; from_pile 8C", NULL},
        {HK_EVENT_MOVE, 1, "take 1; taker 1; from_pile 8C", "drawn 5H 6H"},
        {HK_EVENT_MOVE, 1, "take 1; taker 5; from_pile 8C", "drawn 5H"},
        {HK_EVENT_MOVE, 1, "take 1; taker 1; from_pile", "drawn"},
        {HK_EVENT_MOVE, 1, "may_i 1; taker 1; from_pile 8C", "drawn 5H"},
        {HK_EVENT_MOVE, 1, "answer yes; drawn 8C", NULL},
        {HK_EVENT_MOVE, 1, "answer no; drawn 8C 9C", NULL},
        {HK_EVENT_MOVE, 1, "answer no", "drawn 8C"},
        {HK_EVENT_MOVE, 1, "answer perhaps", NULL},
        {HK_EVENT_SEAT_TAKEN, 1, "player \"\"", NULL},
        {HK_EVENT_SEAT_TAKEN, 1, "player ali", NULL},
        {HK_EVENT_GAME_ENDED, -1, "ending won; winners", NULL},
        {HK_EVENT_GAME_ENDED, -1, "ending finished", NULL},
        {HK_EVENT_GAME_ENDED, -1, "ending finished; winners 8", NULL},
        {HK_EVENT_RESHUFFLED, -1, "stock 2", "numbers 1; order AS"},
        {HK_EVENT_ROUND_ENDED, -1, "dealer 0", NULL},
        {HK_EVENT_ROUND_ENDED, -1, "out 0; hand 0; points -30 2; team_points",
         NULL},
        {HK_EVENT_ROUND_ENDED, -1,
         "out 0; hand 2; seat -; seat -; points -30 2; team_points", NULL},
        {HK_EVENT_ROUND_ENDED, -1,
         "out 0; hand 0; seat -; seat up; points -30 2; team_points", NULL},
        {HK_EVENT_ROUND_ENDED, -1,
         "out 0; hand 0; seat -; seat down 2; points -30 2; team_points", NULL},
        {HK_EVENT_ROUND_ENDED, -1,
         "out 0; hand 0; seat -; seat down held 2; points -30 2; team_points",
         NULL},
        {HK_EVENT_ROUND_ENDED, -1,
         "out 0; hand 0; seat -; seat down held -2 points; points -30 2; "
         "team_points",
         NULL},
        {HK_EVENT_ROUND_ENDED, -1,
         "out 0; hand 0; seat -; seat down held 6 cards 2S 2S 2S; points -30 "
         "6; team_points",
         NULL},
        {HK_EVENT_ROUND_ENDED, -1,
         "out 0; hand 0; seat -; seat -; seat -; seat -; seat -; seat -; "
         "points -30 2; team_points",
         NULL},
        {HK_EVENT_ROUND_CORRECTED, -1, TOLD, NULL},
        {HK_EVENT_ROUND_CORRECTED, -1, "revision 0; reason \"x\"; " TOLD, NULL},
        {HK_EVENT_ROUND_CORRECTED, -1, "revision 1; reason x; " TOLD, NULL},
        {HK_EVENT_ROUND_CORRECTED, -1,
         "revision 1; reason \"x\"; " TOLD "; seed 00", NULL},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; mode paper; players \"a\" \"b\"; options",
         NULL},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; mode scorecard; players \"a\" \"\"; bots 1; "
         "options",
         NULL},
        {HK_EVENT_GAME_CREATED, -1, "variant chess; seats 2", NULL},
        {HK_EVENT_GAME_CREATED, -1, "variant hand; seats 6", NULL},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; first_dealer 0; players \"a\" \"b\"; "
         "options wings=2",
         NULL},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; first_dealer 2; players \"a\" \"b\"; options",
         NULL},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; first_dealer 0; players \"a\" \"b\"; options",
         "deal 2; hand; hand; stock"},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; first_dealer 0; players \"a\" \"\"; bots 0; "
         "options",
         NULL},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; first_dealer 0; players \"a\" \"\"; bots 2; "
         "options",
         NULL},
        {HK_EVENT_GAME_CREATED, -1,
         "variant hand; seats 2; first_dealer 0; players \"a\" \"\"; bots; "
         "options",
         NULL},
        {(enum hk_event_type)99, -1, "", NULL},
    };

    for (size_t i = 0; i < KIT_COUNT(rows); i++) {
        struct hk_event_row row = {.seq = 1,
                                   .type = rows[i].type,
                                   .seat = rows[i].seat,
                                   .data = rows[i].data,
                                   .secret = rows[i].secret};
        struct hk_record record;

        ck_assert_msg(hk_record_read(&row, &record) == HK_E_INTERNAL, "%s",
                      rows[i].data);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_fields_are_read_in_their_order,
        test_words_that_are_not_what_they_should_be,
        test_a_creation_keeps_every_option_and_name,
        test_a_creation_keeps_who_is_a_bot,
        test_arranged_deals_are_kept_secret,
        test_moves_keep_hidden_cards_apart,
        test_what_a_claim_gave_is_kept_in_two_texts,
        test_a_draw_by_refusing_is_public,
        test_an_ended_round_is_kept_whole,
        test_a_told_round_is_kept_as_it_was_told,
        test_a_scorecard_has_no_dealer,
        test_ends_and_seats_are_kept,
        test_what_is_no_event_is_refused,
    };
    return kit_run("service/record", tests, KIT_COUNT(tests));
}
