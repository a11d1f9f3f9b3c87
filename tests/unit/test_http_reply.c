/* Answers kept and read back, and problem documents. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/reply.h"

START_TEST(test_an_answer_is_read_back_as_it_was)
{
    struct hk_reply reply, again;
    struct hk_strbuf text;

    hk_reply_init(&reply);
    hk_reply_init(&again);
    hk_strbuf_init(&text, 4096);
    hk_reply_begin(&reply, HK_SUCCESS_CREATED, HK_JSON_MEDIA);
    hk_reply_header(&reply, "ETag", "\"%d.h.en\"", 17);
    hk_reply_header(&reply, "Location", "/v1/games/x: y");
    hk_reply_header(&reply, "etag", "\"18.h.en\"");
    hk_strbuf_add_bytes(&reply.body, "{\n\n\0x}", 6);
    ck_assert_int_eq(hk_reply_write(&reply, &text), HK_OK);
    ck_assert_int_eq(hk_reply_read(text.text, text.length, &again), HK_OK);

    ck_assert_uint_eq(again.status, 201);
    ck_assert_str_eq(again.media, HK_JSON_MEDIA);
    ck_assert_uint_eq(again.header_count, 2);
    ck_assert_str_eq(again.headers[0].name, "ETag");
    ck_assert_str_eq(again.headers[0].value, "\"18.h.en\"");
    ck_assert_str_eq(again.headers[1].value, "/v1/games/x: y");
    ck_assert_uint_eq(again.body.length, reply.body.length);
    ck_assert_mem_eq(again.body.text, reply.body.text, reply.body.length);
    hk_strbuf_clear(&text);
    hk_reply_clear(&reply);
    hk_reply_clear(&again);
}
END_TEST

START_TEST(test_what_is_no_kept_answer_is_refused)
{
    static const char *const texts[] = {
        "",           "200",           "x\n\n\n",
        "200\n",      "404\n\n\n",     "200\n\nETag\n\n",
        "200x\n\n\n", "200\n\nA: b\n", "99\n\n\n",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct hk_reply reply;
        hk_reply_init(&reply);
        ck_assert_msg(hk_reply_read(texts[i], strlen(texts[i]), &reply) ==
                          HK_E_INTERNAL,
                      "%s", texts[i]);
        ck_assert_uint_eq(reply.status, 0);
    }
}
END_TEST

START_TEST(test_too_many_headers_spoil_an_answer)
{
    struct hk_reply reply;
    static char names[HK_REPLY_HEADERS_MAX][16];

    hk_reply_init(&reply);
    for (unsigned i = 0; i < HK_REPLY_HEADERS_MAX; i++) {
        snprintf(names[i], sizeof(names[i]), "X-%u", i);
        hk_reply_header(&reply, names[i], "v");
    }
    ck_assert(!reply.failed);
    hk_reply_header(&reply, "X-More", "v");
    ck_assert(reply.failed);
    hk_reply_clear(&reply);
}
END_TEST

static void check_problem(enum hk_error error, struct hk_problem *problem,
                          unsigned status, const char *expected)
{
    struct hk_reply reply;

    hk_reply_init(&reply);
    hk_reply_problem(&reply, HK_ENGLISH, error, problem);
    ck_assert_uint_eq(reply.status, status);
    ck_assert_str_eq(reply.media, "application/problem+json");
    ck_assert_str_eq(reply.body.text, expected);
    hk_reply_clear(&reply);
    hk_problem_clear(problem);
}

START_TEST(test_a_refusal_tells_rule_figures_and_place)
{
    struct hk_refusal refusal = {.error = HK_E_OPENING_TOO_LOW,
                                 .rule = HK_RULE_H9,
                                 .required = 51,
                                 .total = 30};
    struct hk_move move = {.kind = HK_MOVE_MELD};
    struct hk_problem problem = {.pointer = strdup("/melds"), .seq = 4};
    struct hk_strbuf expected;

    hk_problem_refuse(&problem, &refusal, &move);
    hk_strbuf_init(&expected, 4096);
    hk_strbuf_printf(
        &expected,
        "{\"type\":\"/v1/problems/opening_too_low\",\"title\":\"%s\","
        "\"status\":422,\"detail\":\"The melds are worth 30; 51 is "
        "required.\",\"code\":\"opening_too_low\",\"rule\":{\"id\":\"H9\","
        "\"text\":\"%s\"},\"errors\":[{\"pointer\":\"/melds\","
        "\"code\":\"opening_too_low\",\"detail\":\"The melds are worth 30; "
        "51 is required.\"}],\"seq\":4,\"required\":51,\"total\":30}",
        hk_text(HK_ENGLISH, HK_TITLE_OPENING_TOO_LOW),
        hk_text(HK_ENGLISH, HK_RULE_TEXT_H9));
    check_problem(HK_E_OPENING_TOO_LOW, &problem, 422, expected.text);
    hk_strbuf_clear(&expected);
}
END_TEST

static void check_filled(enum hk_language language, enum hk_error error)
{
    struct hk_reply reply;
    struct hk_problem problem = {0};

    hk_reply_init(&reply);
    hk_reply_problem(&reply, language, error, &problem);
    const char *detail = strstr(reply.body.text, "\"detail\"");
    ck_assert_ptr_nonnull(detail);
    ck_assert_msg(!strchr(detail, '{'), "%s", reply.body.text);
    hk_reply_clear(&reply);
}

START_TEST(test_details_have_no_braces_left)
{
    /* Whatever the refusal knows: no client ever sees "{card}". */
    for (unsigned language = 0; language < HK_LANGUAGES; language++) {
        for (unsigned i = HK_OK + 1; i < HK_ERROR_COUNT; i++)
            check_filled((enum hk_language)language, (enum hk_error)i);
    }
}
END_TEST

START_TEST(test_a_syntax_error_tells_line_and_column)
{
    struct hk_problem problem = {
        .line = 2, .column = 7, .note = HK_FAULT_JSON_END};
    struct hk_strbuf expected;

    hk_strbuf_init(&expected, 4096);
    hk_strbuf_printf(
        &expected,
        "{\"type\":\"/v1/problems/invalid_json\",\"title\":"
        "\"%s\",\"status\":400,\"detail\":\"%s Line 2, column 7: "
        "the text ends too early.\",\"code\":\"invalid_json\",\"line\":2,"
        "\"column\":7}",
        hk_text(HK_ENGLISH, HK_TITLE_INVALID_JSON),
        hk_text(HK_ENGLISH, HK_DETAIL_INVALID_JSON));
    check_problem(HK_E_INVALID_JSON, &problem, 400, expected.text);
    hk_strbuf_clear(&expected);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http reply");
    TCase *tcase = tcase_create("answers");

    tcase_add_test(tcase, test_an_answer_is_read_back_as_it_was);
    tcase_add_test(tcase, test_what_is_no_kept_answer_is_refused);
    tcase_add_test(tcase, test_too_many_headers_spoil_an_answer);
    tcase_add_test(tcase, test_a_refusal_tells_rule_figures_and_place);
    tcase_add_test(tcase, test_details_have_no_braces_left);
    tcase_add_test(tcase, test_a_syntax_error_tells_line_and_column);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
