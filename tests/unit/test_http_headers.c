/* Header values: what is admitted, matched, preferred. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "http/headers.h"

/* A value, what must be said of it, comment. */
struct row {
    const char *value;
    bool good;
    const char *comment;
};

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))

static const struct row accepts[] = {
    {NULL, true, "not sent"},
    {"", true, "blank"},
    {" \t", true, "blank"},
    {"*/*", true, "anything"},
    {"*", true, "what old Java sends"},
    {"application/*", true, "its kind"},
    {"application/json", true, "it"},
    {"Application/JSON", true, "in any case"},
    {"application/json;q=0.1", true, "unloved"},
    {"text/html, application/json ; q=1", true, "in a list"},
    {"application/json; charset=utf-8", true, "with a parameter"},
    {"text/html", false, "another"},
    {"text/*", false, "another kind"},
    {"application/json-patch+json", false, "another of the kind"},
    {"application/jso", false, "cut"},
    {"application/json;q=0", false, "refused"},
    {"application/json;q=0.000", false, "refused in full"},
    {"*/*;q=0", false, "anything refused"},
    {"application/json;q=0, */*", false, "the closest range decides"},
    {"*/*, application/json;q=0", false, "wherever it stands"},
    {"*/*;q=0, application/json", true, "and the other way"},
    {"application/*;q=0, */*", false, "the kind is closer than anything"},
    {"text/html;level=\"a,application/json\"", false, "a quoted comma"},
};

START_TEST(test_accept)
{
    for (size_t i = 0; i < ROWS(accepts); i++)
        ck_assert_msg(hk_accept_choose(accepts[i].value, "application/json") ==
                          (accepts[i].good ? 0 : -1),
                      "%s", accepts[i].comment);
}
END_TEST

/* A value, which of "application/json text/csv text/html" it wants, comment. */
static const struct choice {
    const char *value;
    int wanted;
    const char *comment;
} choices[] = {
    {NULL, 0, "not sent: the first"},
    {"*/*", 0, "anything: the first"},
    {"text/*", 1, "the first of the kind"},
    {"text/html", 2, "one alone"},
    {"text/html, text/csv", 1, "wanted alike: the order of the table"},
    {"text/csv;q=0.9, text/html", 2, "the heaviest"},
    {"text/csv;q=0.12, text/html;q=0.123", 2, "three decimals"},
    {"*/*;q=0.5, text/html;q=0.4", 0, "the closest range weighs"},
    {"application/json;q=0, text/html;q=0.001", 2, "hardly wanted"},
    {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 2,
     "a browser"},
    {"*/*, application/json;q=0", 1, "anything but the first"},
    {"text/html;q=1.000, application/json;q=0.999", 2, "a whole"},
    {"image/png", -1, "none of them"},
    {"text/html;q=0", -1, "refused"},
};

START_TEST(test_accept_one_of_several)
{
    for (size_t i = 0; i < ROWS(choices); i++)
        ck_assert_msg(hk_accept_choose(choices[i].value,
                                       "application/json text/csv "
                                       "text/html") == choices[i].wanted,
                      "%s", choices[i].comment);
}
END_TEST

static const struct row types[] = {
    {NULL, false, "not sent"},
    {"application/json", true, "it"},
    {"APPLICATION/JSON", true, "in any case"},
    {"application/json; charset=utf-8", true, "with its charset"},
    {"application/json;charset=\"UTF-8\"", true, "quoted"},
    {"application/json; version=1", true, "another parameter"},
    {"application/json; charset=latin1", false, "another charset"},
    {"application/json; charset=\"utf-16\"", false, "another, quoted"},
    {"text/json", false, "another type"},
    {"application/problem+json", false, "another type"},
    {"", false, "blank"},
};

START_TEST(test_content_type)
{
    for (size_t i = 0; i < ROWS(types); i++)
        ck_assert_msg(hk_content_type_is(types[i].value, "application/json") ==
                          types[i].good,
                      "%s", types[i].comment);
}
END_TEST

START_TEST(test_bearer)
{
    ck_assert_str_eq(hk_bearer_token("Bearer abc"), "abc");
    ck_assert_str_eq(hk_bearer_token("bEARER  abc"), "abc");
    ck_assert_str_eq(hk_bearer_token("Bearer "), "");
    ck_assert_ptr_null(hk_bearer_token("Basic abc"));
    ck_assert_ptr_null(hk_bearer_token("Bearer"));
    ck_assert_ptr_null(hk_bearer_token("Bearerabc"));
    ck_assert_ptr_null(hk_bearer_token(""));
}
END_TEST

#define K16 "0123456789abcdef"
#define K64 K16 K16 K16 K16

static const struct row keys[] = {
    {K16, true, "the shortest"},
    {"\"" K16 "\"", true, "the shortest, quoted"},
    {K64 K64, true, "the longest"},
    {"\"" K64 K64 "\"", true, "the longest, quoted"},
    {"ABCDEFGHIJ-_klmnop", true, "every sort of character"},
    {"0123456789abcde", false, "too short"},
    {"\"0123456789abcde\"", false, "too short within its quotes"},
    {K64 K64 "x", false, "too long"},
    {"\"" K16, false, "half quoted"},
    {K16 "\"", false, "half quoted"},
    {K16 " ", false, "a blank"},
    {K16 "!", false, "another sign"},
    {"", false, "empty"},
    {"\"\"", false, "empty, quoted"},
    {"\"", false, "one quote"},
};

START_TEST(test_idempotency_key)
{
    char key[HK_IDEMPOTENCY_KEY_SIZE];

    for (size_t i = 0; i < ROWS(keys); i++) {
        ck_assert_msg(hk_idempotency_key_read(keys[i].value, key) ==
                          keys[i].good,
                      "%s", keys[i].comment);
    }
    ck_assert(hk_idempotency_key_read("\"" K16 "\"", key));
    ck_assert_str_eq(key, K16);
}
END_TEST

static const struct row preferences[] = {
    {NULL, false, "not sent"},
    {"return=minimal", true, "it"},
    {"Return = Minimal", true, "in any case, with blanks"},
    {"return=\"minimal\"", true, "quoted"},
    {"wait=5, return=minimal", true, "in a list"},
    {"return=minimal; foo=1", true, "with a parameter"},
    {"return=representation", false, "the other value"},
    {"return=representation, return=minimal", false, "the first counts"},
    {"return", false, "without a value"},
    {"returns=minimal", false, "another name"},
    {"return=minimalist", false, "another value"},
    {"return=\"", false, "a quote that never ends"},
};

START_TEST(test_prefer)
{
    for (size_t i = 0; i < ROWS(preferences); i++)
        ck_assert_msg(hk_prefers(preferences[i].value, "return", "minimal") ==
                          preferences[i].good,
                      "%s", preferences[i].comment);
}
END_TEST

static const struct {
    const char *value;
    unsigned number;
} numbers[] = {
    {NULL, 0},
    {"wait=25", 25},
    {"Wait = \"25\"", 25},
    {"return=minimal, wait=5; why=\"x,y\"", 5},
    {"wait=5, wait=7", 5},
    {"wait=60", 60},
    {"wait=61", 60},
    {"wait=4294967297", 60},
    {"wait=99999999999999999999999999", 60},
    {"wait", 0},
    {"wait=", 0},
    {"wait=0", 0},
    {"wait=-1", 0},
    {"wait=1.5", 0},
    {"wait=5s", 0},
    {"await=5", 0},
};

START_TEST(test_preferred_number)
{
    for (size_t i = 0; i < ROWS(numbers); i++)
        ck_assert_uint_eq(hk_preferred_number(numbers[i].value, "wait", 60),
                          numbers[i].number);
}
END_TEST

static const struct row none_matches[] = {
    {"\"17.s2.en\"", true, "it"},
    {"W/\"17.s2.en\"", true, "weakly"},
    {"*", true, "anything"},
    {"\"1\", \"17.s2.en\"", true, "in a list"},
    {"\"a,b\" ,\"17.s2.en\"", true, "after a quoted comma"},
    {"\"17.s1.en\"", false, "another's view"},
    {"\"18.s2.en\"", false, "another state"},
    {"17.s2.en", false, "no tag"},
    {"", false, "empty"},
};

START_TEST(test_if_none_match)
{
    for (size_t i = 0; i < ROWS(none_matches); i++)
        ck_assert_msg(
            hk_none_match_hits(none_matches[i].value, "\"17.s2.en\"") ==
                none_matches[i].good,
            "%s", none_matches[i].comment);
}
END_TEST

static const struct {
    const char *value;
    enum hk_match match;
    const char *comment;
} matches[] = {
    {"\"17.s2.en\"", HK_MATCH_YES, "the state and a viewer"},
    {"\"17.h.ar\"", HK_MATCH_YES, "the state and another viewer"},
    {"\"17\"", HK_MATCH_YES, "the state alone"},
    {"*", HK_MATCH_YES, "any state"},
    {"\"16.p.en\", \"17.p.en\"", HK_MATCH_YES, "one of several"},
    {"\"16.p.en\"", HK_MATCH_NO, "an older state"},
    {"\"170.p.en\"", HK_MATCH_NO, "begins the same"},
    {"\"1\"", HK_MATCH_NO, "its beginning"},
    {"W/\"17.p.en\"", HK_MATCH_NO, "weak tags never match"},
    {"\"\"", HK_MATCH_NO, "empty tag"},
    {"17", HK_MATCH_MALFORMED, "no tag"},
    {"\"17", HK_MATCH_MALFORMED, "half quoted"},
    {"\"17.p.en\" \"16.p.en\"", HK_MATCH_MALFORMED, "without a comma"},
    {"\"17.p.en\", x", HK_MATCH_MALFORMED, "one of several is no tag"},
    {"", HK_MATCH_MALFORMED, "empty"},
    {" , ", HK_MATCH_MALFORMED, "an empty list"},
};

START_TEST(test_if_match)
{
    for (size_t i = 0; i < ROWS(matches); i++)
        ck_assert_msg(hk_if_match(matches[i].value, 17) == matches[i].match,
                      "%s", matches[i].comment);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http headers");
    TCase *tcase = tcase_create("values");

    tcase_add_test(tcase, test_accept);
    tcase_add_test(tcase, test_accept_one_of_several);
    tcase_add_test(tcase, test_content_type);
    tcase_add_test(tcase, test_bearer);
    tcase_add_test(tcase, test_idempotency_key);
    tcase_add_test(tcase, test_prefer);
    tcase_add_test(tcase, test_preferred_number);
    tcase_add_test(tcase, test_if_none_match);
    tcase_add_test(tcase, test_if_match);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
