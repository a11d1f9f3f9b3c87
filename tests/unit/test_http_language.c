/* Accept-Language: which language an answer is in. */
#include <check.h>
#include <stdlib.h>

#include "http/language.h"

struct row {
    const char *header;
    enum hk_language language;
    const char *comment;
};

static const struct row rows[] = {
    {NULL, HK_ENGLISH, "not sent"},
    {"", HK_ENGLISH, "blank"},
    {" , ;q=1,\t", HK_ENGLISH, "nothing in it"},
    {"en", HK_ENGLISH, "English"},
    {"ar", HK_ARABIC, "Arabic"},
    {"ru", HK_RUSSIAN, "Russian"},
    {"RU", HK_RUSSIAN, "in any case"},
    {"ar-EG", HK_ARABIC, "a region is cut off"},
    {"ar-Latn-EG", HK_ARABIC, "and a script before it"},
    {"ar-", HK_ARABIC, "cut short"},
    {"arz", HK_ENGLISH, "Egyptian Arabic is a language of its own"},
    {"a", HK_ENGLISH, "part of a tag"},
    {"ar_EG", HK_ENGLISH, "no tag"},
    {"fr", HK_ENGLISH, "not spoken here"},
    {"fr, ru", HK_RUSSIAN, "the second is"},
    {"fr;q=1, ru;q=0.1", HK_RUSSIAN, "however little it is wanted"},
    {"en, ru", HK_ENGLISH, "of one weight: as they stand"},
    {"ru, en", HK_RUSSIAN, "and the other way"},
    {"en;q=0.5, ru;q=0.8", HK_RUSSIAN, "the heavier"},
    {"en;q=0.123, ar;q=0.124", HK_ARABIC, "three digits"},
    {"ru;q=0.8,ar-SA", HK_ARABIC, "no weight is 1"},
    {"ru ; q=0.2 , ar\t;\tq=0.3", HK_ARABIC, "blanks"},
    {"ru;Q=0.2, ar;Q=0.3", HK_ARABIC, "Q"},
    {"ru;q=1.000, ar", HK_RUSSIAN, "1.000 is 1"},
    {"ru;q=0, ar;q=0.1", HK_ARABIC, "refused"},
    {"ru;q=0.000", HK_ENGLISH, "refused, and nothing else said"},
    {"en;q=0", HK_ENGLISH, "nothing else is known to be read"},
    {"ru-RU;q=0, ru", HK_RUSSIAN, "only that region is refused"},
    {"ru-RU, ru;q=0", HK_ENGLISH, "the language is refused"},
    {"*", HK_ENGLISH, "anything"},
    {"*;q=0.5", HK_ENGLISH, "anything, weakly"},
    {"*, ru;q=0.1", HK_RUSSIAN, "RFC 4647: the star is passed over"},
    {"fr, *", HK_ENGLISH, "anything else"},
    {"en;q=0, *", HK_ARABIC, "anything but English"},
    {"*, en;q=0, ar;q=0", HK_RUSSIAN, "anything but those"},
    {"*;q=0", HK_ENGLISH, "nothing will do: the default"},
    {"ru;q=2, ar", HK_ARABIC, "no weight: the range says nothing"},
    {"ru;q=0.1234, ar;q=0.1", HK_ARABIC, "too many digits"},
    {"ru;q=x, ar;q=0.1", HK_ARABIC, "no number"},
    {"ru;level=1, ar;q=0.1", HK_ARABIC, "another parameter"},
    {"ru;, ar;q=0.1", HK_ARABIC, "an empty one"},
    {"de-CH, fr-CH;q=0.9, *;q=0.5", HK_ENGLISH, "a browser's"},
    {"ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", HK_RUSSIAN, "a browser's"},
};

START_TEST(test_negotiation)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(hk_language_negotiate(rows[i].header) == rows[i].language,
                      "%s: %s", rows[i].header, rows[i].comment);
}
END_TEST

START_TEST(test_tags_and_directions)
{
    ck_assert_str_eq(hk_language_tag(HK_ENGLISH), "en");
    ck_assert_str_eq(hk_language_tag(HK_ARABIC), "ar");
    ck_assert_str_eq(hk_language_tag(HK_RUSSIAN), "ru");
    ck_assert(hk_language_rtl(HK_ARABIC));
    ck_assert(!hk_language_rtl(HK_ENGLISH));
    ck_assert(!hk_language_rtl(HK_RUSSIAN));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http/language");
    TCase *tests = tcase_create("negotiation");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tests, test_negotiation);
    tcase_add_test(tests, test_tags_and_directions);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
