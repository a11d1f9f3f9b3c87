/* JSON written and read: numbers, texts, syntax, places as pointers. */
#include <check.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "http/json_memory.h"
#include "http/json_read.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))

START_TEST(test_values_are_written_compactly)
{
    static const unsigned char bytes[] = {0x00, 0xab, 0xff};
    struct hk_strbuf text;
    struct hk_json json;

    hk_strbuf_init(&text, 1024);
    hk_json_init(&json, &text);
    hk_json_open_object(&json, NULL);
    hk_json_string(&json, "a", "x\"\\\b\t\n\f\r\v\x1f/\xc3\xa9");
    hk_json_string(&json, "b", NULL);
    hk_json_open_array(&json, "c");
    hk_json_integer(&json, NULL, INT64_MIN);
    hk_json_boolean(&json, NULL, true);
    hk_json_open_object(&json, NULL);
    hk_json_close_object(&json);
    hk_json_open_array(&json, NULL);
    hk_json_close_array(&json);
    hk_json_null(&json, NULL);
    hk_json_close_array(&json);
    hk_json_number_or_null(&json, "d", -1);
    hk_json_number_or_null(&json, "e", 0);
    hk_json_time(&json, "f", 0);
    hk_json_hex(&json, "g", bytes, sizeof(bytes));
    hk_json_close_object(&json);
    ck_assert(!text.failed);
    ck_assert_str_eq(text.text,
                     "{\"a\":\"x\\\"\\\\\\b\\t\\n\\f\\r\\u000b\\u001f/"
                     "\xc3\xa9\",\"b\":null,"
                     "\"c\":[-9223372036854775808,true,{},[],null],"
                     "\"d\":null,\"e\":0,"
                     "\"f\":\"1970-01-01T00:00:00.000Z\",\"g\":\"00abff\"}");
    hk_strbuf_clear(&text);
}
END_TEST

/* Terminals obey DEL and C1, which JSON lets stand as they are. */
START_TEST(test_what_terminals_obey_is_escaped_with_care)
{
    static const char value[] = "\x7f\xc2\x80\xc2\x9f\xc2\xa0\xe2\x82\x9b\n";
    struct hk_strbuf text;
    struct hk_json json;

    hk_strbuf_init(&text, 1024);
    hk_json_init(&json, &text);
    hk_json_string(&json, NULL, value);
    json.careful = true;
    hk_json_string(&json, NULL, value);
    ck_assert_str_eq(text.text,
                     "\"\x7f\xc2\x80\xc2\x9f\xc2\xa0\xe2\x82\x9b\\n\","
                     "\"\\u007f\\u0080\\u009f\xc2\xa0\xe2\x82\x9b\\n\"");
    hk_strbuf_clear(&text);
}
END_TEST

/* Part, whole, decimals, what is written, comment. */
static const struct {
    int64_t part, whole;
    unsigned decimals;
    const char *text;
    const char *comment;
} ratios[] = {
    {7, 12, 3, "0.583", "rounded down"},
    {2, 3, 3, "0.667", "rounded up"},
    {-140, 12, 2, "-11.67", "below zero, away from it"},
    {1, 8, 2, "0.13", "a half goes up"},
    {-1, 8, 2, "-0.13", "a half goes away from zero"},
    {1, 1, 3, "1.000", "whole"},
    {0, 5, 2, "0.00", "nothing"},
    {-1, 1000, 2, "0.00", "no minus before zero"},
    {5, 0, 2, "null", "of nothing"},
    {1000000000000, 1, 2, "1000000000000.00", "large"},
};

START_TEST(test_ratios_are_rounded)
{
    for (size_t i = 0; i < ROWS(ratios); i++) {
        struct hk_strbuf text;
        struct hk_json json;
        hk_strbuf_init(&text, 64);
        hk_json_init(&json, &text);
        hk_json_ratio(&json, NULL, ratios[i].part, ratios[i].whole,
                      ratios[i].decimals);
        ck_assert_msg(strcmp(text.text, ratios[i].text) == 0, "%s: %s",
                      ratios[i].comment, text.text);
        hk_strbuf_clear(&text);
    }
}
END_TEST

/* A text, whether it is JSON, comment. */
static const struct {
    const char *text;
    bool good;
    const char *comment;
} texts[] = {
    {"{}", true, "an object"},
    {" [1, 2]\n", true, "blanks around"},
    {"5", true, "any value"},
    {"null", true, "null"},
    {"{\"a\":1,\"a\":2}", false, "a member twice"},
    {"{\"b\":{\"a\":1,\"a\":1}}", false, "a member twice, inside"},
    {"{} {}", false, "two values"},
    {"{}x", false, "something after it"},
    {"{\"a\":1,}", false, "a comma at the end"},
    {"{'a':1}", false, "other quotes"},
    {"// c\n{}", false, "a comment"},
    {"\xef\xbb\xbf{}", false, "a byte order mark"},
    {"\"\xff\"", false, "no UTF-8"},
    {"\"\\ud800\"", false, "half a pair"},
    {"\"\\u0000\"", false, "NUL"},
    {"NaN", false, "no number"},
    {"01", false, "a zero before a number"},
    {"9223372036854775808", false, "past 64 bits"},
    {"", false, "nothing"},
    {"[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", true, "sixteen levels"},
    {"[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]", false, "seventeen levels"},
    {"[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]", true, "a value at the bottom"},
};

static const struct real {
    double value;
    const char *expected;
} reals[] = {
    {25, "25"},
    {25.0 / 3.0, "8.333333333333334"},
    {0.1, "0.1"},
    {-0.5, "-0.5"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1e-9, "1e-09"},
    {25 - 3 * (25.0 / 3.0), "0"},
};

/* Nothing of a rating is lost on its way. */
START_TEST(test_reals_are_written_whole)
{
    for (size_t i = 0; i < sizeof(reals) / sizeof(reals[0]); i++) {
        struct hk_strbuf text;
        struct hk_json json;
        hk_strbuf_init(&text, 64);
        hk_json_init(&json, &text);
        hk_json_real(&json, NULL, reals[i].value);
        ck_assert_str_eq(text.text, reals[i].expected);
        ck_assert(strtod(text.text, NULL) == reals[i].value);
        hk_strbuf_clear(&text);
    }
}
END_TEST

START_TEST(test_syntax_is_strict)
{
    for (size_t i = 0; i < ROWS(texts); i++) {
        struct hk_json_error fault = {0};
        json_t *value = NULL;
        enum hk_error error = hk_json_read(texts[i].text, strlen(texts[i].text),
                                           &value, &fault);
        ck_assert_msg(error == (texts[i].good ? HK_OK : HK_E_INVALID_JSON),
                      "%s", texts[i].comment);
        if (error) {
            ck_assert_int_ge(fault.line, 1);
            ck_assert_int_ge(fault.column, 1);
            ck_assert_uint_ne(fault.text, HK_TEXT_NONE);
        }
        json_decref(value);
    }
}
END_TEST

START_TEST(test_a_syntax_error_tells_its_place)
{
    static const char text[] = "{\n \"a\": x}";
    struct hk_json_error fault;
    json_t *value;

    ck_assert_int_eq(hk_json_read(text, strlen(text), &value, &fault),
                     HK_E_INVALID_JSON);
    ck_assert_int_eq(fault.line, 2);
}
END_TEST

static bool lies_in(const void *place, const char *room, size_t size)
{
    return (const char *)place >= room && (const char *)place < room + size;
}

START_TEST(test_values_lie_in_a_lent_room_while_it_lasts)
{
    static _Alignas(max_align_t) char room[1024];
    static const char text[] =
        "[\"a\",{\"b\":\"0123456789012345678901234567890123456789\"}]";
    struct hk_json_error fault;
    json_t *value;

    hk_json_memory_init();
    /* From no room at all to more than is needed. */
    for (size_t size = 0; size <= sizeof(room); size++) {
        hk_json_memory_lend(room, size);
        ck_assert_int_eq(hk_json_read(text, strlen(text), &value, &fault),
                         HK_OK);
        ck_assert_str_eq(json_string_value(json_array_get(value, 0)), "a");
        ck_assert_uint_eq(
            json_string_length(json_object_get(json_array_get(value, 1), "b")),
            40);
        if (size == sizeof(room))
            ck_assert(lies_in(value, room, size));
        json_decref(value);
    }
    hk_json_memory_lend(NULL, 0);
    ck_assert_int_eq(hk_json_read(text, strlen(text), &value, &fault), HK_OK);
    ck_assert(!lies_in(value, room, sizeof(room)));
    json_decref(value);
}
END_TEST

START_TEST(test_places_are_pointers)
{
    struct hk_at body = {0};
    struct hk_at a = {.up = &body, .name = "a/b~c"};
    struct hk_at b = {.up = &a, .index = 12};
    struct hk_at c = {.up = &b, .name = ""};
    char *pointer = hk_at_pointer(&body);

    ck_assert_str_eq(pointer, "");
    free(pointer);
    pointer = hk_at_pointer(&c);
    ck_assert_str_eq(pointer, "/a~1b~0c/12/");
    free(pointer);
}
END_TEST

START_TEST(test_a_name_too_long_is_told_by_its_place)
{
    char name[2000];
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    struct hk_at body = {0};
    struct hk_at a = {.up = &body, .name = "a"};
    struct hk_at b = {.up = &a, .name = name};

    char *pointer = hk_at_pointer(&b);
    ck_assert_str_eq(pointer, "/a");
    free(pointer);
}
END_TEST

START_TEST(test_faults_end_at_their_number)
{
    struct hk_faults faults = {0};
    struct hk_at body = {0};

    ck_assert(!hk_faults_any(&faults));
    for (size_t i = 0; i < 2 * HK_FAULTS_MAX; i++)
        hk_faults_add(&faults, &body, "x", HK_FAULT_AT_LEAST,
                      HK_FIGURES({"least", NULL, (long long)i}));
    ck_assert_uint_eq(faults.count, HK_FAULTS_MAX);
    ck_assert_str_eq(faults.list[1].detail, "This must be 1 or more.");
    ck_assert(hk_faults_any(&faults));
    hk_faults_clear(&faults);
    ck_assert(!hk_faults_any(&faults));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http json");
    TCase *tcase = tcase_create("writing and reading");

    tcase_add_test(tcase, test_values_are_written_compactly);
    tcase_add_test(tcase, test_what_terminals_obey_is_escaped_with_care);
    tcase_add_test(tcase, test_ratios_are_rounded);
    tcase_add_test(tcase, test_reals_are_written_whole);
    tcase_add_test(tcase, test_syntax_is_strict);
    tcase_add_test(tcase, test_a_syntax_error_tells_its_place);
    tcase_add_test(tcase, test_values_lie_in_a_lent_room_while_it_lasts);
    tcase_add_test(tcase, test_places_are_pointers);
    tcase_add_test(tcase, test_a_name_too_long_is_told_by_its_place);
    tcase_add_test(tcase, test_faults_end_at_their_number);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
