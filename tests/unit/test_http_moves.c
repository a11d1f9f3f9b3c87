/* Bodies with moves: what they become, and where faults and refusals point. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "engine/notation.h"
#include "http/json_read.h"
#include "http/moves_read.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))

static json_t *parse(const char *text)
{
    struct hk_json_error fault;
    json_t *value = NULL;

    ck_assert_msg(hk_json_read(text, strlen(text), &value, &fault) == HK_OK,
                  "%s: %s", text, hk_text(HK_ENGLISH, fault.text));
    return value;
}

static void read_moves(struct hk_faults *faults, json_t *body,
                       enum hk_variant variant, struct hk_moves *ret_moves)
{
    struct hk_rules rules;

    hk_rules_init(&rules, variant, variant == HK_MAY_I ? 3 : 2);
    hk_moves_read(faults, body, &rules, ret_moves);
}

/* A body without faults, and its moves in the log's notation. */
struct good {
    const char *body;
    const char *moves; /* ";" between them */
    int seat;
};

static const struct good good[] = {
    {"{\"move\":\"draw\",\"from\":\"stock\"}", "draw stock", -1},
    {"{\"move\":\"draw\",\"from\":\"discard\",\"seat\":1}", "draw discard", 1},
    {"{\"move\":\"return\",\"seat\":null}", "return", -1},
    {"{\"move\":\"meld\",\"melds\":[[\"5H\",\"6H\",\"JK\"],"
     "[\"9S\",\"9H\",\"9D\"]]}",
     "meld 5H 6H JK / 9S 9H 9D", -1},
    {"{\"move\":\"lay_off\",\"meld\":1,\"cards\":[\"10H\"],\"end\":\"low\"}",
     "lay_off 1 TH low", -1},
    {"{\"move\":\"lay_off\",\"meld\":2,\"cards\":[\"8H\",\"9H\"],"
     "\"end\":null}",
     "lay_off 2 8H 9H", -1},
    {"{\"move\":\"take_joker\",\"meld\":3,\"cards\":[\"7H\"]}",
     "take_joker 3 7H", -1},
    {"{\"move\":\"discard\",\"card\":\"KS\",\"from\":null,\"melds\":null}",
     "discard KS", -1},
    {"{\"moves\":[{\"move\":\"draw\",\"from\":\"stock\"},"
     "{\"move\":\"discard\",\"card\":\"JK\"}],\"seat\":0}",
     "draw stock;discard JK", 0},
    {"{\"moves\":null,\"move\":\"return\"}", "return", -1},
};

static const struct good good_in_may_i[] = {
    {"{\"move\":\"take\",\"count\":2}", "take 2", -1},
    {"{\"move\":\"may_i\",\"count\":1,\"allow\":null,\"seat\":2}", "may_i 1",
     2},
    {"{\"move\":\"may_i\",\"count\":4294967297}", "may_i 65535", -1},
    {"{\"moves\":[{\"move\":\"answer\",\"allow\":true},"
     "{\"move\":\"answer\",\"allow\":false}]}",
     "answer yes;answer no", -1},
};

static char *describe(const struct hk_moves *moves)
{
    struct hk_strbuf text;
    char move[HK_NOTATION_SIZE];

    hk_strbuf_init(&text, 4096);
    for (size_t i = 0; i < moves->count; i++) {
        hk_notation_write_move(&moves->list[i], move);
        hk_strbuf_printf(&text, "%s%s", i ? ";" : "", move);
    }
    return hk_strbuf_take(&text);
}

static void check_good(enum hk_variant variant, const struct good *row)
{
    struct hk_faults faults = {0};
    struct hk_moves moves;
    json_t *body = parse(row->body);

    read_moves(&faults, body, variant, &moves);
    ck_assert_msg(!hk_faults_any(&faults), "%s: %s", row->body,
                  faults.count ? faults.list[0].pointer : "");
    char *text = describe(&moves);
    ck_assert_str_eq(text, row->moves);
    ck_assert_int_eq(moves.seat, row->seat);
    free(text);
    hk_moves_clear(&moves);
    json_decref(body);
}

START_TEST(test_bodies_become_moves)
{
    for (size_t i = 0; i < ROWS(good); i++)
        check_good(HK_HAND, &good[i]);
    for (size_t i = 0; i < ROWS(good_in_may_i); i++)
        check_good(HK_MAY_I, &good_in_may_i[i]);
}
END_TEST

/* A body, its faults as "pointer code", "," between them. */
struct bad {
    const char *body;
    const char *faults;
};

static const struct bad bad[] = {
    {"5", " wrong_type"},
    {"{}", "/move missing"},
    {"{\"move\":1}", "/move wrong_type"},
    {"{\"move\":\"fly\",\"x\":1}", "/move unknown_value"},
    {"{\"move\":\"may_i\",\"count\":1}", "/move unknown_value"},
    {"{\"move\":\"deal\"}", "/move unknown_value"},
    {"{\"move\":\"draw\"}", "/from missing"},
    {"{\"move\":\"draw\",\"from\":\"sky\",\"card\":\"KS\"}",
     "/card unknown_member,/from unknown_value"},
    {"{\"move\":\"return\",\"x\":null}", "/x unknown_member"},
    {"{\"move\":\"meld\",\"melds\":[]}", "/melds too_few"},
    {"{\"move\":\"meld\",\"melds\":[5,[\"5\",7,\"5H\"]]}",
     "/melds/0 wrong_type,/melds/1/0 invalid_card,/melds/1/1 wrong_type"},
    {"{\"move\":\"lay_off\",\"meld\":0,\"cards\":[],\"end\":\"up\"}",
     "/meld out_of_range,/cards too_few,/end unknown_value"},
    {"{\"move\":\"take_joker\",\"meld\":1.0,\"cards\":\"7H\"}",
     "/meld wrong_type,/cards wrong_type"},
    {"{\"move\":\"discard\",\"card\":\"ks\",\"seat\":2}",
     "/seat out_of_range,/card invalid_card"},
    {"{\"move\":\"return\",\"seat\":true}", "/seat wrong_type"},
    {"{\"moves\":[]}", "/moves too_few"},
    {"{\"moves\":5}", "/moves wrong_type"},
    {"{\"moves\":[{\"move\":\"return\"}],\"move\":\"return\"}",
     "/move unknown_member"},
    {"{\"moves\":[5,{\"move\":\"return\",\"seat\":0},"
     "{\"move\":\"discard\",\"card\":\"X\"}]}",
     "/moves/0 wrong_type,/moves/1/seat unknown_member,"
     "/moves/2/card invalid_card"},
    {"{\"moves\":[{\"moves\":[{\"move\":\"return\"}]}]}",
     "/moves/0/move missing,/moves/0/moves unknown_member"},
    {"{\"move\":\"take\",\"count\":1}", "/move unknown_value"},
    {"{\"move\":\"answer\",\"allow\":true}", "/move unknown_value"},
};

static const struct bad bad_in_may_i[] = {
    {"{\"move\":\"return\"}", "/move unknown_value"},
    {"{\"move\":\"take_joker\",\"meld\":1,\"cards\":[\"7H\"]}",
     "/move unknown_value"},
    {"{\"move\":\"take\"}", "/count missing"},
    {"{\"move\":\"take\",\"count\":0}", "/count out_of_range"},
    {"{\"move\":\"may_i\",\"count\":-1}", "/count out_of_range"},
    {"{\"move\":\"may_i\",\"count\":\"1\"}", "/count wrong_type"},
    {"{\"move\":\"may_i\",\"count\":1.0}", "/count wrong_type"},
    {"{\"move\":\"may_i\",\"count\":1,\"allow\":true}",
     "/allow unknown_member"},
    {"{\"move\":\"answer\"}", "/allow missing"},
    {"{\"move\":\"answer\",\"allow\":1}", "/allow wrong_type"},
    {"{\"move\":\"answer\",\"allow\":\"yes\"}", "/allow wrong_type"},
};

static void check_bad(enum hk_variant variant, const struct bad *row)
{
    struct hk_faults faults = {0};
    struct hk_moves moves;
    struct hk_strbuf text;
    json_t *body = parse(row->body);

    read_moves(&faults, body, variant, &moves);
    hk_strbuf_init(&text, 4096);
    for (size_t k = 0; k < faults.count; k++)
        hk_strbuf_printf(&text, "%s%s %s", k ? "," : "", faults.list[k].pointer,
                         faults.list[k].code);
    ck_assert_str_eq(text.text ? text.text : "", row->faults);
    hk_strbuf_clear(&text);
    hk_faults_clear(&faults);
    hk_moves_clear(&moves);
    json_decref(body);
}

START_TEST(test_every_fault_is_told)
{
    for (size_t i = 0; i < ROWS(bad); i++)
        check_bad(HK_HAND, &bad[i]);
    for (size_t i = 0; i < ROWS(bad_in_may_i); i++)
        check_bad(HK_MAY_I, &bad_in_may_i[i]);
}
END_TEST

/* Reads `{"move":"meld","melds":[…]}` of this many melds of so many cards. */
static size_t faults_of_melds(unsigned melds, unsigned cards)
{
    struct hk_faults faults = {0};
    struct hk_moves moves;
    json_t *list = json_array();

    for (unsigned i = 0; i < melds; i++) {
        json_t *meld = json_array();
        for (unsigned k = 0; k < cards; k++)
            json_array_append_new(meld, json_string("5H"));
        json_array_append_new(list, meld);
    }
    json_t *body = json_pack("{s:s, s:o}", "move", "meld", "melds", list);
    read_moves(&faults, body, HK_HAND, &moves);
    size_t count = faults.count;
    hk_faults_clear(&faults);
    hk_moves_clear(&moves);
    json_decref(body);
    return count;
}

START_TEST(test_limits_of_a_move)
{
    ck_assert_uint_eq(faults_of_melds(HK_MOVE_MELDS_MAX, 2), 0);
    ck_assert_uint_eq(faults_of_melds(HK_MOVE_MELDS_MAX + 1, 2), 1);
    ck_assert_uint_eq(faults_of_melds(1, HK_PACK_MAX), 0);
    ck_assert_uint_eq(faults_of_melds(1, HK_PACK_MAX + 1), 1);
    ck_assert_uint_eq(faults_of_melds(2, HK_PACK_MAX / 2), 0);
    ck_assert_uint_eq(faults_of_melds(2, HK_PACK_MAX / 2 + 1), 1);
    ck_assert_uint_eq(faults_of_melds(3, 0), 0); /* judged, not a fault */
}
END_TEST

START_TEST(test_limits_of_a_batch)
{
    for (unsigned count = HK_BATCH_MAX; count <= HK_BATCH_MAX + 1; count++) {
        struct hk_faults faults = {0};
        struct hk_moves moves;
        json_t *list = json_array();
        for (unsigned i = 0; i < count; i++)
            json_array_append_new(list, json_pack("{s:s}", "move", "return"));
        json_t *body = json_pack("{s:o}", "moves", list);
        read_moves(&faults, body, HK_HAND, &moves);
        ck_assert_uint_eq(faults.count, count > HK_BATCH_MAX);
        hk_faults_clear(&faults);
        hk_moves_clear(&moves);
        json_decref(body);
    }
}
END_TEST

START_TEST(test_a_meld_number_past_all_is_no_fault)
{
    struct hk_faults faults = {0};
    struct hk_moves moves;
    json_t *body = parse("{\"move\":\"take_joker\",\"meld\":4294967297,"
                         "\"cards\":[\"7H\"]}");

    read_moves(&faults, body, HK_HAND, &moves);
    ck_assert(!hk_faults_any(&faults));
    ck_assert_uint_eq(moves.list[0].meld, UINT16_MAX);
    hk_moves_clear(&moves);
    json_decref(body);
}
END_TEST

START_TEST(test_refusals_point_into_the_body)
{
    static const struct {
        enum hk_where where;
        const char *pointer;
    } places[] = {
        {HK_AT_MOVE, ""},
        {HK_AT_FROM, "/from"},
        {HK_AT_MELDS, "/melds"},
        {HK_AT_MELDS_I, "/melds/3"},
        {HK_AT_MELDS_IJ, "/melds/3/12"},
        {HK_AT_MELD, "/meld"},
        {HK_AT_CARDS, "/cards"},
        {HK_AT_CARDS_I, "/cards/3"},
        {HK_AT_CARD, "/card"},
        {HK_AT_END, "/end"},
    };

    for (size_t i = 0; i < ROWS(places); i++) {
        struct hk_refusal refusal = {.where = places[i].where, .i = 3, .j = 12};
        struct hk_moves moves = {.batch = false};
        char expected[64];
        char *pointer = hk_moves_pointer(&moves, 0, &refusal);
        ck_assert_str_eq(pointer, places[i].pointer);
        free(pointer);
        moves.batch = true;
        snprintf(expected, sizeof(expected), "/moves/7%s", places[i].pointer);
        pointer = hk_moves_pointer(&moves, 7, &refusal);
        ck_assert_str_eq(pointer, expected);
        free(pointer);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http moves");
    TCase *tcase = tcase_create("moves");

    tcase_add_test(tcase, test_bodies_become_moves);
    tcase_add_test(tcase, test_every_fault_is_told);
    tcase_add_test(tcase, test_limits_of_a_move);
    tcase_add_test(tcase, test_limits_of_a_batch);
    tcase_add_test(tcase, test_a_meld_number_past_all_is_no_fault);
    tcase_add_test(tcase, test_refusals_point_into_the_body);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
