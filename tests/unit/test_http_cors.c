/* Origins: what is one, as browsers send it. */
#include <check.h>
#include <stdlib.h>

#include "http/cors.h"

/* A text, whether it is an origin, comment. */
static const struct row {
    const char *text;
    bool good;
    const char *comment;
} rows[] = {
    {"https://play.example", true, "a site"},
    {"http://localhost:3000", true, "a developer's"},
    {"https://play.example:8443", true, "another port"},
    {"http://play.example:443", true, "the port of another scheme"},
    {"https://xn--mgbh0fb.example", true, "a name in Arabic, as it is sent"},
    {"http://127.0.0.1:8000", true, "an address"},
    {"http://[::1]:8000", true, "one of IPv6"},
    {"http://[2001:db8::1]", true, "without a port"},
    {"capacitor://localhost", true, "a telephone's"},
    {"chrome-extension://abcdefghijklmnop", true, "a browser's extension"},
    {"", false, "nothing"},
    {"*", false, "anybody"},
    {"null", false, "what every file and every sealed frame sends"},
    {"play.example", false, "no scheme"},
    {"://play.example", false, "an empty scheme"},
    {"https:/play.example", false, "a slash too few"},
    {"https://", false, "no host"},
    {"https://:8443", false, "a port alone"},
    {"https://play.example/", false, "a path, and be it the shortest"},
    {"https://play.example/client", false, "a path"},
    {"https://Play.example", false, "capitals, which browsers make small"},
    {"HTTPS://play.example", false, "also of the scheme"},
    {"https://*.play.example", false, "a pattern"},
    {"https://user@play.example", false, "a user"},
    {"https://play.example?x", false, "a query"},
    {"https://play.example,https://other.example", false, "two"},
    {"https://play.example https://other.example", false, "two"},
    {"https://play.example:443", false, "a port that is never sent"},
    {"http://play.example:80", false, "likewise"},
    {"https://play.example:", false, "a port of no digits"},
    {"https://play.example:0443", false, "a zero in front"},
    {"https://play.example:123456", false, "too long"},
    {"https://play.example:84a", false, "no number"},
    {"https://[::1", false, "half a bracket"},
    {"https://[play]", false, "no address"},
    {"https://[]", false, "nothing in it"},
    {"https://\xd9\x87\xd8\xaf\xd9\x89.example", false, "a name not encoded"},
};

START_TEST(test_what_is_an_origin)
{
    const struct row *row = &rows[_i];
    const char *reason = NULL;

    ck_assert_msg(hk_origin_check(row->text, &reason) == row->good, "%s: %s",
                  row->text, row->comment);
    if (!row->good)
        ck_assert_ptr_nonnull(reason);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http cors");
    TCase *tcase = tcase_create("origins");

    tcase_add_loop_test(tcase, test_what_is_an_origin, 0,
                        sizeof(rows) / sizeof(rows[0]));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
