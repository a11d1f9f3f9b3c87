/* Request targets and the routes that they lead to. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "http/router.h"
#include "http/target.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))

/* A target, its segments and parameters as text, comment. */
static const struct {
    const char *raw;
    const char *path;
    const char *parts; /* "segment|segment?name=value&name=value" */
    const char *comment;
} good[] = {
    {"/", "/", "", "the root"},
    {"/v1/games", "/v1/games", "v1|games", "plain"},
    {"/v1/games/", "/v1/games/", "v1|games|", "a slash at the end"},
    {"//v1", "//v1", "|v1", "an empty segment"},
    {"/a%2Fb/c", "/a%2Fb/c", "a/b|c", "split before decoding"},
    {"/a/../b", "/a/../b", "a|..|b", "dots are names"},
    {"/%41%c3%a9", "/%41%c3%a9", "A\xc3\xa9", "decoded"},
    {"/a+b", "/a+b", "a+b", "a plus in the path"},
    {"/\xc3\xa9", "/\xc3\xa9", "\xc3\xa9", "bare UTF-8, as curl sends it"},
    {"/a?x=1&y=2", "/a", "a?x=1&y=2", "parameters"},
    {"/a?x=a+b%2B", "/a", "a?x=a b+", "a plus in the query"},
    {"/a?x=1=2", "/a", "a?x=1=2", "the first sign of equality"},
    {"/a?x", "/a", "a?x=", "without a value"},
    {"/a?=1", "/a", "a?=1", "without a name"},
    {"/a?", "/a", "a", "an empty query"},
    {"/a?&&x=1&", "/a", "a?x=1", "empty parts"},
    {"/a?x=%26%3d", "/a", "a?x=&=", "signs decoded last"},
    {"http://h/v1?x=1", "/v1", "v1?x=1", "the absolute form"},
    {"HTTPS://h:1/v1", "/v1", "v1", "in any case"},
    {"http://h", "/", "", "no path at all"},
    {"http://h?x=1", "/", "?x=1", "no path, but a query"},
};

static char *describe(const struct hk_target *target)
{
    struct hk_strbuf text;

    hk_strbuf_init(&text, 4096);
    for (size_t i = 0; i < target->segment_count; i++)
        hk_strbuf_printf(&text, "%s%s", i ? "|" : "", target->segments[i]);
    /* The root has one empty segment. */
    for (size_t i = 0; i < target->parameter_count; i++)
        hk_strbuf_printf(&text, "%c%s=%s", i ? '&' : '?',
                         target->parameters[i].name,
                         target->parameters[i].value);
    return hk_strbuf_take(&text);
}

START_TEST(test_targets_are_split_and_decoded)
{
    for (size_t i = 0; i < ROWS(good); i++) {
        struct hk_target target;
        ck_assert_msg(hk_target_read(good[i].raw, &target) == HK_OK, "%s",
                      good[i].comment);
        char *parts = describe(&target);
        ck_assert_msg(strcmp(parts, good[i].parts) == 0, "%s: %s",
                      good[i].comment, parts);
        ck_assert_str_eq(target.path, good[i].path);
        ck_assert(!target.server_wide);
        free(parts);
        hk_target_clear(&target);
    }
}
END_TEST

START_TEST(test_targets_that_are_none)
{
    static const char *const bad[] = {
        "/a%00b",  "/a?x=%00", "/a?%00=x", "/a%",        "/a%4",   "/a%g0",
        "/a%0g",   "/a b",     "/a\tb",    "/a\x7f",     "/a\x01", "/a#b",
        "/a?x=%",  "/a?x=%4",  "/a%ff",    "/a%c3",      "/\xc3",  "/a?%ff=1",
        "/%c0%80", "/a?x=%ff", "/a%-1",    "/%ed%a0%80",
    };

    for (size_t i = 0; i < ROWS(bad); i++) {
        struct hk_target target;
        ck_assert_msg(hk_target_read(bad[i], &target) == HK_E_BAD_FRAMING, "%s",
                      bad[i]);
    }
}
END_TEST

START_TEST(test_what_is_no_path_is_server_wide)
{
    static const char *const wide[] = {"*", "h:80", "games"};

    for (size_t i = 0; i < ROWS(wide); i++) {
        struct hk_target target;
        struct hk_found found;
        ck_assert_int_eq(hk_target_read(wide[i], &target), HK_OK);
        ck_assert(target.server_wide);
        ck_assert(!hk_router_find(&target, HK_METHOD_GET, &found));
        hk_target_clear(&target);
    }
}
END_TEST

START_TEST(test_more_parts_than_fit_are_told)
{
    struct hk_target target;

    ck_assert_int_eq(hk_target_read("/1/2/3/4/5/6/7/8/9", &target), HK_OK);
    ck_assert(target.too_long);
    hk_target_clear(&target);
    ck_assert_int_eq(
        hk_target_read("/?1&2&3&4&5&6&7&8&9&a&b&c&d&e&f&g&h", &target), HK_OK);
    ck_assert(target.too_many);
    ck_assert_uint_eq(target.parameter_count, HK_TARGET_PARAMETERS_MAX);
    ck_assert_str_eq(hk_target_parameter(&target, "g"), "");
    ck_assert_ptr_null(hk_target_parameter(&target, "h"));
    hk_target_clear(&target);
}
END_TEST

START_TEST(test_encoding_is_undone_by_reading)
{
    struct hk_strbuf text;
    struct hk_target target;

    hk_strbuf_init(&text, 256);
    hk_strbuf_add(&text, "/x?n=");
    hk_target_encode(&text, "a b&c=d%e/f?g#h+\xd9\x87\xc3\xa9~._-");
    ck_assert_int_eq(hk_target_read(text.text, &target), HK_OK);
    ck_assert_str_eq(hk_target_parameter(&target, "n"),
                     "a b&c=d%e/f?g#h+\xd9\x87\xc3\xa9~._-");
    hk_target_clear(&target);
    hk_strbuf_clear(&text);
}
END_TEST

/* A path, a method, the template that it leads to, its first value. */
static const struct {
    const char *path;
    const char *method;
    const char *template; /* NULL: nothing is there */
    bool known;           /* whether the method is */
    const char *value;    /* NULL: none */
} paths[] = {
    {"/v1/games", "GET", "/v1/games", true, NULL},
    {"/v1/games", "HEAD", "/v1/games", true, NULL},
    {"/v1/games", "PUT", "/v1/games", false, NULL},
    {"/v1/games/x", "DELETE", "/v1/games/{id}", true, "x"},
    {"/v1/games/x/moves", "POST", "/v1/games/{id}/moves", true, "x"},
    {"/v1/games/x/moves", "GET", "/v1/games/{id}/moves", false, "x"},
    {"/v1/games/a%2Fb", "GET", "/v1/games/{id}", true, "a/b"},
    {"/v1/leaderboards/hand-partners", "GET", "/v1/leaderboards/{variant}",
     true, "hand-partners"},
    {"/v1/leaderboards/hand-partners/partnerships", "GET",
     "/v1/leaderboards/hand-partners/partnerships", true, NULL},
    {"/v1/leaderboards/hand/partnerships", "GET", NULL, false, NULL},
    {"/v1/games/", "GET", NULL, false, NULL},
    {"/v1//games", "GET", NULL, false, NULL},
    {"/v1/games/x/", "GET", NULL, false, NULL},
    {"/V1/games", "GET", NULL, false, NULL},
    {"/v1/game", "GET", NULL, false, NULL},
    {"/v1/gamesx", "GET", NULL, false, NULL},
    {"/", "GET", NULL, false, NULL},
    {"/v1/games/1/2/3/4/5/6/7/8", "GET", NULL, false, NULL},
};

START_TEST(test_paths_lead_to_routes)
{
    for (size_t i = 0; i < ROWS(paths); i++) {
        struct hk_target target;
        struct hk_found found;
        enum hk_method method = hk_method_find(paths[i].method);
        ck_assert_int_eq(hk_target_read(paths[i].path, &target), HK_OK);
        bool there = hk_router_find(&target, method, &found);
        ck_assert_msg(there == (paths[i].template != NULL), "%s",
                      paths[i].path);
        if (there) {
            ck_assert_str_eq(found.resource->template, paths[i].template);
            ck_assert_msg((found.route != NULL) == paths[i].known, "%s %s",
                          paths[i].method, paths[i].path);
        }
        if (there && paths[i].value)
            ck_assert_str_eq(found.values[0], paths[i].value);
        hk_target_clear(&target);
    }
}
END_TEST

START_TEST(test_allow_lists_what_a_path_knows)
{
    char allow[HK_ALLOW_SIZE];

    hk_router_allow("/v1/games", allow);
    ck_assert_str_eq(allow, "POST, GET, HEAD, OPTIONS");
    hk_router_allow("/v1/games/{id}/moves", allow);
    ck_assert_str_eq(allow, "POST, OPTIONS");
}
END_TEST

START_TEST(test_methods_are_known_by_their_exact_token)
{
    ck_assert_int_eq(hk_method_find("GET"), HK_METHOD_GET);
    ck_assert_int_eq(hk_method_find("CONNECT"), HK_METHOD_CONNECT);
    ck_assert_int_eq(hk_method_find("get"), HK_METHOD_UNKNOWN);
    ck_assert_int_eq(hk_method_find("GETS"), HK_METHOD_UNKNOWN);
    ck_assert_int_eq(hk_method_find(""), HK_METHOD_UNKNOWN);
}
END_TEST

START_TEST(test_routes_know_their_parameters_whole)
{
    struct hk_target target;
    struct hk_found found;

    ck_assert_int_eq(hk_target_read("/v1/games", &target), HK_OK);
    ck_assert(hk_router_find(&target, HK_METHOD_GET, &found));
    ck_assert(hk_route_knows(found.route, "variant"));
    ck_assert(hk_route_knows(found.route, "cursor"));
    ck_assert(!hk_route_knows(found.route, "curso"));
    ck_assert(!hk_route_knows(found.route, "cursors"));
    ck_assert(!hk_route_knows(found.route, "limit cursor"));
    ck_assert(!hk_route_knows(found.route, ""));
    hk_target_clear(&target);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http target");
    TCase *tcase = tcase_create("target and router");

    tcase_add_test(tcase, test_targets_are_split_and_decoded);
    tcase_add_test(tcase, test_targets_that_are_none);
    tcase_add_test(tcase, test_what_is_no_path_is_server_wide);
    tcase_add_test(tcase, test_more_parts_than_fit_are_told);
    tcase_add_test(tcase, test_encoding_is_undone_by_reading);
    tcase_add_test(tcase, test_paths_lead_to_routes);
    tcase_add_test(tcase, test_allow_lists_what_a_path_knows);
    tcase_add_test(tcase, test_methods_are_known_by_their_exact_token);
    tcase_add_test(tcase, test_routes_know_their_parameters_whole);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
