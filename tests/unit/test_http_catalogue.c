/* The catalogue: every text in every language, of the English that it has now,
 * with the same places for figures; and how figures are set into it. */
#include <check.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/catalogue.h"

/* The English that each translation is of: made of the same files. */
extern const char *const hk_sources_ar[HK_TEXT_COUNT];
extern const char *const hk_sources_ru[HK_TEXT_COUNT];

static const char *const *const sources[HK_LANGUAGES] = {
    [HK_ARABIC] = hk_sources_ar,
    [HK_RUSSIAN] = hk_sources_ru,
};

static const char *const names[HK_TEXT_COUNT] = {
#define T(name, english) [HK_##name] = #name,
#include "http/texts.def"
#undef T
};

/* The sum of what the check returns for every text in every language. */
static int each(int (*check)(enum hk_language language, enum hk_text text))
{
    int sum = 0;

    for (unsigned l = 0; l < HK_LANGUAGES; l++) {
        for (unsigned t = HK_TEXT_NONE + 1; t < HK_TEXT_COUNT; t++)
            sum += check((enum hk_language)l, (enum hk_text)t);
    }
    return sum;
}

/* Missing: printed as the entry that a translator fills in. */
static int missing(enum hk_language language, enum hk_text text)
{
    const char *words = hk_text(language, text);

    if (words && *words)
        return 0;
    printf("lang/%s.po lacks:\n\nmsgctxt \"%s\"\nmsgid \"%s\"\nmsgstr \"\"\n\n",
           hk_language_tag(language), names[text], hk_text(HK_ENGLISH, text));
    return 1;
}

START_TEST(test_no_text_is_missing_in_any_language)
{
    ck_assert_int_eq(each(missing), 0);
}
END_TEST

static int stale(enum hk_language language, enum hk_text text)
{
    const char *english = hk_text(HK_ENGLISH, text);
    const char *source = sources[language] ? sources[language][text] : english;

    if (source && strcmp(source, english) == 0)
        return 0;
    printf("lang/%s.po: %s is of another English\n  \"%s\"\n",
           hk_language_tag(language), names[text], english);
    return 1;
}

START_TEST(test_every_translation_is_of_the_english_as_it_is_now)
{
    ck_assert_int_eq(each(stale), 0);
}
END_TEST

/* How often `place`, with its braces, stands in the text. */
static int count_place(const char *text, const char *place, size_t length)
{
    int count = 0;

    for (; *text; text++)
        count += strncmp(text, place, length) == 0;
    return count;
}

static bool same_places(const char *one, const char *other)
{
    for (const char *at = one; (at = strchr(at, '{')); at++) {
        size_t length = strcspn(at, "}") + 1;
        if (at[length - 1] != '}' ||
            count_place(one, at, length) != count_place(other, at, length))
            return false;
    }
    return true;
}

static int of_other_places(enum hk_language language, enum hk_text text)
{
    const char *english = hk_text(HK_ENGLISH, text);
    const char *words = hk_text(language, text);

    if (same_places(english, words) && same_places(words, english))
        return 0;
    printf("lang/%s.po: %s has other places\n", hk_language_tag(language),
           names[text]);
    return 1;
}

START_TEST(test_every_translation_has_the_places_of_the_english)
{
    ck_assert_int_eq(each(of_other_places), 0);
}
END_TEST

static bool ends_with_a_stop(const char *text)
{
    return text[strlen(text) - 1] == '.';
}

static int of_another_end(enum hk_language language, enum hk_text text)
{
    if (ends_with_a_stop(hk_text(HK_ENGLISH, text)) ==
        ends_with_a_stop(hk_text(language, text)))
        return 0;
    printf("lang/%s.po: %s ends otherwise\n", hk_language_tag(language),
           names[text]);
    return 1;
}

START_TEST(test_a_translation_ends_as_the_english_does)
{
    ck_assert_int_eq(each(of_another_end), 0);
}
END_TEST

#define LEFT_TO_RIGHT "\342\201\246"
#define FIRST_STRONG "\342\201\250"
#define END_OF_ISOLATE "\342\201\251"

/* Skips a place for a figure, which is isolated when it is filled. */
static const char *skip_place(const char *at)
{
    return *at == '{' ? at + strcspn(at, "}") : at;
}

/* Otherwise "2-9" could be shown as "9-2", and "-30" as "30-". */
static void check_isolated(const char *name, const char *text)
{
    bool isolated = false;

    for (const char *at = text; *at; at++) {
        bool begins = strncmp(at, LEFT_TO_RIGHT, 3) == 0;
        bool ends = strncmp(at, END_OF_ISOLATE, 3) == 0;
        ck_assert_msg(!(begins && isolated) && !(ends && !isolated),
                      "%s: isolates within each other", name);
        isolated = begins || (isolated && !ends);
        at = skip_place(at);
        ck_assert_msg(isolated || !isalnum((unsigned char)*at),
                      "%s: \"%s\" is not isolated", name, at);
    }
    ck_assert_msg(!isolated, "%s: an isolate is left open", name);
}

static int is_set_right(enum hk_language language, enum hk_text text)
{
    const char *words = hk_text(language, text);

    if (hk_language_rtl(language))
        check_isolated(names[text], words);
    else
        ck_assert_msg(!strstr(words, LEFT_TO_RIGHT), "%s in %s", names[text],
                      hk_language_tag(language));
    return 1;
}

START_TEST(test_latin_letters_and_digits_are_isolated_in_arabic_alone)
{
    ck_assert_int_gt(each(is_set_right), 0);
}
END_TEST

static int has_western_digits(enum hk_language language, enum hk_text text)
{
    /* U+0660 to U+0669, Arabic-Indic, begin with D9 A0 to D9 A9. */
    for (const char *at = hk_text(language, text); (at = strchr(at, '\xd9'));
         at++)
        ck_assert_msg((unsigned char)at[1] < 0xa0 ||
                          (unsigned char)at[1] > 0xa9,
                      "%s in %s", names[text], hk_language_tag(language));
    return 1;
}

START_TEST(test_digits_are_the_western_ones)
{
    ck_assert_int_gt(each(has_western_digits), 0);
}
END_TEST

/* Places for figures are those that a refusal can fill. */
static void check_places(const char *code, const char *text)
{
    static const char *const places[] = {"{card}",  "{required}", "{total}",
                                         "{meld}",  "{limit}",    "{seconds}",
                                         "{reason}"};

    for (const char *at = text; (at = strchr(at, '{')); at++) {
        bool found = false;
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
            found = found || strncmp(at, places[i], strlen(places[i])) == 0;
        ck_assert_msg(found, "%s: unknown place at %s", code, at);
    }
}

START_TEST(test_every_problem_has_a_title_and_a_detail)
{
    for (unsigned i = HK_OK + 1; i < HK_ERROR_COUNT; i++) {
        enum hk_error error = (enum hk_error)i;
        const char *code = hk_error_code(error);
        const char *title = hk_text(HK_ENGLISH, hk_text_of_title(error));
        const char *detail = hk_text(HK_ENGLISH, hk_text_of_detail(error));

        ck_assert_msg(isupper((unsigned char)title[0]), "%s: %s", code, title);
        ck_assert_msg(title[strlen(title) - 1] != '.', "%s: %s", code, title);
        ck_assert_ptr_null(strchr(title, '{'));
        ck_assert_msg(strlen(detail) > 0 && detail[strlen(detail) - 1] == '.',
                      "%s: %s", code, detail);
        check_places(code, detail);
    }
}
END_TEST

static char *filled(enum hk_language language, enum hk_text text,
                    const struct hk_figure *figures)
{
    struct hk_strbuf out;

    hk_strbuf_init(&out, 1024);
    hk_text_add(&out, language, text, figures);
    return hk_strbuf_take(&out);
}

START_TEST(test_figures_are_filled_in_and_isolated_in_arabic_alone)
{
    const struct hk_figure *figures = HK_FIGURES({"least", NULL, -2},
                                                 {"greatest", "5H", 0});
    char *english = filled(HK_ENGLISH, HK_FAULT_FROM_TO, figures);
    char *arabic = filled(HK_ARABIC, HK_FAULT_FROM_TO, figures);

    ck_assert_str_eq(english, "This must be from -2 to 5H.");
    ck_assert_ptr_nonnull(strstr(arabic, FIRST_STRONG "-2" END_OF_ISOLATE));
    ck_assert_ptr_nonnull(strstr(arabic, FIRST_STRONG "5H" END_OF_ISOLATE));
    free(english);
    free(arabic);
}
END_TEST

START_TEST(test_a_place_that_nothing_fills_stays)
{
    char *some = filled(HK_ENGLISH, HK_FAULT_FROM_TO,
                        HK_FIGURES({"greatest", NULL, 3}));
    char *none = filled(HK_ENGLISH, HK_FAULT_FROM_TO, NULL);

    ck_assert_str_eq(some, "This must be from {least} to 3.");
    ck_assert_str_eq(none, hk_text(HK_ENGLISH, HK_FAULT_FROM_TO));
    free(some);
    free(none);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http/catalogue");
    TCase *tests = tcase_create("catalogue");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tests, test_no_text_is_missing_in_any_language);
    tcase_add_test(tests,
                   test_every_translation_is_of_the_english_as_it_is_now);
    tcase_add_test(tests, test_every_translation_has_the_places_of_the_english);
    tcase_add_test(tests, test_a_translation_ends_as_the_english_does);
    tcase_add_test(tests,
                   test_latin_letters_and_digits_are_isolated_in_arabic_alone);
    tcase_add_test(tests, test_digits_are_the_western_ones);
    tcase_add_test(tests, test_every_problem_has_a_title_and_a_detail);
    tcase_add_test(tests,
                   test_figures_are_filled_in_and_isolated_in_arabic_alone);
    tcase_add_test(tests, test_a_place_that_nothing_fills_stays);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
