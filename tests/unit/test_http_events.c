/* The text of every type of event is canonical JSON: what a general library
 * makes of it by sorting its members is the same to the letter. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/json_write.h"
#include "engine/event.h"
#include "service/event_json.h"

#define TEXT_MAX 65536

static const char odd_name[] = "\"\\\xd9\x87\xd8\xaf\xd9\x89 \xc3\xa9\x7f";

static struct hk_rules rules;

static void set_cards(struct hk_move *move, unsigned count)
{
    move->card_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        move->cards[i] = (hk_card)(i % HK_CARD_KINDS);
}

static void set_result(struct hk_round_result *result, bool told)
{
    result->round = 3;
    result->out = 1;
    for (unsigned s = 0; s < HK_SEATS_MAX; s++)
        result->points[s] = (hk_points)(10 * (int)s - 30);
    result->down = 3;
    if (!told)
        return;
    result->declared.down_said = 3;
    result->declared.cards = 1;
    result->declared.held[0] = 11;
    hk_cardset_add(&result->left[0], 0);
}

/* An event of the type with all that it can have. */
static struct hk_event example(enum hk_event_type type)
{
    struct hk_event event = {.seq = 7,
                             .at = 1796061600123,
                             .type = (uint8_t)type,
                             .round = 3,
                             .seat = 1,
                             .drawn = HK_NO_CARD};

    switch (type) {
    case HK_EVENT_GAME_CREATED:
        event.round = 0;
        event.rules = &rules;
        event.bots = 2;
        event.players[0] = odd_name;
        break;
    case HK_EVENT_SEAT_TAKEN:
    case HK_EVENT_SEAT_GIVEN:
        event.round = 0;
        event.players[0] = odd_name;
        break;
    case HK_EVENT_ROUND_STARTED:
        set_cards(&event.move, HK_PACK_MAX);
        break;
    case HK_EVENT_MOVE:
        event.move.kind = HK_MOVE_DRAW;
        event.drawn = 5;
        event.taken = (struct hk_taken){.seat = 2,
                                        .pile_count = 2,
                                        .from_pile = {1, 2},
                                        .drawn_count = 2,
                                        .drawn = {3, 4}};
        break;
    case HK_EVENT_UNDONE:
        event.undone = (struct hk_undone){
            .from_seq = 4, .to_seq = 6, .moves = 3};
        break;
    case HK_EVENT_RESHUFFLED:
        set_cards(&event.move, 40);
        break;
    case HK_EVENT_ROUND_ENDED:
        set_result(&event.result, false);
        break;
    case HK_EVENT_ROUND_CORRECTED:
        set_result(&event.result, true);
        event.revision = 2;
        event.reason = odd_name;
        event.winners = 1;
        break;
    case HK_EVENT_CLOCK_EXPIRED:
        event.phase = HK_PHASE_ANSWER;
        event.forfeit = true;
        break;
    case HK_EVENT_CLOCK_RESUMED:
        event.limited = true;
        event.left_ms = 12345;
        break;
    case HK_EVENT_GAME_ENDED:
        event.ending = HK_ENDING_FINISHED;
        event.winners = 5;
        break;
    }
    return event;
}

static void check_text(const struct hk_event *event)
{
    struct hk_strbuf text;
    struct hk_json json;
    json_error_t fault;

    hk_strbuf_init(&text, TEXT_MAX);
    hk_json_init(&json, &text);
    hk_json_event_text(&json, event, &rules);
    ck_assert(!text.failed);
    json_t *read = json_loads(text.text, JSON_REJECT_DUPLICATES, &fault);
    ck_assert_msg(read != NULL, "%s: %s", fault.text, text.text);
    char *sorted = json_dumps(read, JSON_COMPACT | JSON_SORT_KEYS);
    ck_assert_str_eq(text.text, sorted);
    ck_assert_str_eq(json_string_value(json_object_get(read, "type")),
                     hk_event_name((enum hk_event_type)event->type));
    ck_assert_int_eq(json_integer_value(json_object_get(read, "seq")), 7);
    ck_assert(json_object_get(read, "hash") == NULL);
    /* Whoever has the text must know whether there is a nonce. */
    bool of_round = json_is_integer(json_object_get(read, "round"));
    bool ends = event->type == HK_EVENT_ROUND_ENDED ||
                event->type == HK_EVENT_ROUND_CORRECTED;
    ck_assert(hk_event_is_sealed(event) == (of_round && !ends));
    free(sorted);
    json_decref(read);
    hk_strbuf_clear(&text);
}

/* With clocks, which tell how long everything took, and without. */
START_TEST(test_the_text_of_every_type_is_canonical)
{
    for (unsigned i = 0; i < 2 * HK_VARIANTS; i++) {
        enum hk_variant variant = (enum hk_variant)(i / 2);

        hk_rules_init(&rules, variant, hk_variant_seats_most(variant));
        rules.turn_seconds = i % 2 ? 30 : 0;
        for (unsigned type = 1; type <= HK_EVENT_TYPES; type++) {
            struct hk_event event = example((enum hk_event_type)type);
            check_text(&event);
        }
    }
}
END_TEST

/* A round that a table told. */
START_TEST(test_the_text_of_a_told_round_is_canonical)
{
    struct hk_event event = example(HK_EVENT_ROUND_ENDED);

    hk_rules_init(&rules, HK_HAND_PARTNERS, 4);
    event.recorded = true;
    set_result(&event.result, true);
    check_text(&event);
}
END_TEST

static const struct hk_move moves[] = {
    {.kind = HK_MOVE_DRAW, .source = HK_FROM_DISCARD},
    {.kind = HK_MOVE_RETURN},
    {.kind = HK_MOVE_MELD,
     .cards = {1, 2, 3, 4, 5, 6},
     .card_count = 6,
     .meld_count = 2,
     .lengths = {3, 3}},
    {.kind = HK_MOVE_LAY_OFF,
     .meld = 2,
     .cards = {1},
     .card_count = 1,
     .end = HK_END_HIGH},
    {.kind = HK_MOVE_LAY_OFF,
     .meld = 2,
     .cards = {1, 2},
     .card_count = 2,
     .end = HK_END_LOW},
    {.kind = HK_MOVE_TAKE_JOKER, .meld = 3, .cards = {7}, .card_count = 1},
    {.kind = HK_MOVE_DISCARD, .cards = {9}, .card_count = 1},
    {.kind = HK_MOVE_TAKE, .count = 4},
    {.kind = HK_MOVE_MAY_I, .count = 2},
    {.kind = HK_MOVE_ANSWER, .allow = true},
};

START_TEST(test_the_text_of_every_move_is_canonical)
{
    struct hk_event event = example(HK_EVENT_MOVE);

    hk_rules_init(&rules, HK_MAY_I, 4);
    for (unsigned i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
        event.move = moves[i];
        check_text(&event);
    }
    event.taken.pile_count = 0;
    event.drawn = HK_NO_CARD;
    check_text(&event);
}
END_TEST

/* Its first event stays what it was, though there are more options now. */
START_TEST(test_an_option_newer_than_the_game_is_not_named)
{
    struct hk_event event = example(HK_EVENT_GAME_CREATED);
    struct hk_strbuf text;
    struct hk_json json;

    hk_rules_init(&rules, HK_HAND, 3);
    event.later_options = 1u << HK_OPTION_OF_run_max;
    check_text(&event);
    hk_strbuf_init(&text, TEXT_MAX);
    hk_json_init(&json, &text);
    hk_json_event_text(&json, &event, &rules);
    ck_assert(strstr(text.text, "\"run_max\"") == NULL);
    ck_assert(strstr(text.text, "\"rounds\"") != NULL);
    hk_strbuf_clear(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http/events");
    TCase *tcase = tcase_create("http/events");

    tcase_add_test(tcase, test_the_text_of_every_type_is_canonical);
    tcase_add_test(tcase, test_the_text_of_a_told_round_is_canonical);
    tcase_add_test(tcase, test_the_text_of_every_move_is_canonical);
    tcase_add_test(tcase, test_an_option_newer_than_the_game_is_not_named);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
