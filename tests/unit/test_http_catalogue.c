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

#define EACH_TEXT(text)                                   \
    enum hk_text text = (enum hk_text)(HK_TEXT_NONE + 1); \
    text < HK_TEXT_COUNT;                                 \
    text = (enum hk_text)(text + 1)

#define EACH_LANGUAGE(language)             \
    enum hk_language language = HK_ENGLISH; \
    language < HK_LANGUAGES;                \
    language = (enum hk_language)(language + 1)

/* As the entry that a translator fills in. */
static void print_missing(enum hk_language language, enum hk_text text)
{
    printf("lang/%s.po lacks:\n\nmsgctxt \"%s\"\nmsgid \"%s\"\nmsgstr \"\"\n\n",
           hk_language_tag(language), names[text], hk_text(HK_ENGLISH, text));
}

START_TEST(test_no_text_is_missing_in_any_language)
{
    int missing = 0;

    for (EACH_LANGUAGE(language)) {
        for (EACH_TEXT(text)) {
            const char *words = hk_text(language, text);
            if (words && *words)
                continue;
            print_missing(language, text);
            missing++;
        }
    }
    ck_assert_int_eq(missing, 0);
}
END_TEST

START_TEST(test_every_translation_is_of_the_english_as_it_is_now)
{
    int stale = 0;

    for (EACH_LANGUAGE(language)) {
        for (EACH_TEXT(text)) {
            const char *english = hk_text(HK_ENGLISH, text);
            const char *source = sources[language] ? sources[language][text]
                                                   : english;
            if (source && strcmp(source, english) == 0)
                continue;
            printf("lang/%s.po: %s is of another English\n  \"%s\"\n",
                   hk_language_tag(language), names[text], english);
            stale++;
        }
    }
    ck_assert_int_eq(stale, 0);
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

START_TEST(test_every_translation_has_the_places_of_the_english)
{
    for (EACH_LANGUAGE(language)) {
        for (EACH_TEXT(text)) {
            const char *english = hk_text(HK_ENGLISH, text);
            const char *words = hk_text(language, text);
            ck_assert_msg(same_places(english, words) &&
                              same_places(words, english),
                          "%s in %s", names[text], hk_language_tag(language));
        }
    }
}
END_TEST

START_TEST(test_a_translation_ends_as_the_english_does)
{
    for (EACH_LANGUAGE(language)) {
        for (EACH_TEXT(text)) {
            const char *english = hk_text(HK_ENGLISH, text);
            const char *words = hk_text(language, text);
            ck_assert_msg((english[strlen(english) - 1] == '.') ==
                              (words[strlen(words) - 1] == '.'),
                          "%s in %s", names[text], hk_language_tag(language));
        }
    }
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
START_TEST(test_latin_letters_and_digits_in_arabic_are_isolated)
{
    for (EACH_TEXT(text)) {
        bool isolated = false;
        for (const char *at = hk_text(HK_ARABIC, text); *at; at++) {
            bool begins = strncmp(at, LEFT_TO_RIGHT, 3) == 0;
            bool ends = strncmp(at, END_OF_ISOLATE, 3) == 0;
            ck_assert_msg(!(begins && isolated) && !(ends && !isolated),
                          "%s: isolates within each other", names[text]);
            isolated = begins || (isolated && !ends);
            at = skip_place(at);
            ck_assert_msg(isolated || !isalnum((unsigned char)*at),
                          "%s: \"%s\" is not isolated", names[text], at);
        }
        ck_assert_msg(!isolated, "%s: an isolate is left open", names[text]);
    }
}
END_TEST

START_TEST(test_other_languages_have_western_digits_and_no_isolates)
{
    for (EACH_TEXT(text)) {
        const char *arabic = hk_text(HK_ARABIC, text);
        const char *russian = hk_text(HK_RUSSIAN, text);
        ck_assert_ptr_null(strstr(russian, LEFT_TO_RIGHT));
        ck_assert_ptr_null(strstr(russian, END_OF_ISOLATE));
        /* U+0660 to U+0669 begin with D9 A0 to D9 A9. */
        for (const char *at = arabic; (at = strchr(at, '\xd9')); at++)
            ck_assert_msg((unsigned char)at[1] < 0xa0 ||
                              (unsigned char)at[1] > 0xa9,
                          "%s has Arabic-Indic digits", names[text]);
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
    const struct hk_figure *figures = HK_FIGURES({"page", NULL, -2},
                                                 {"pages", "5H", 0});
    char *english = filled(HK_ENGLISH, HK_WORD_PAGE_OF, figures);
    char *arabic = filled(HK_ARABIC, HK_WORD_PAGE_OF, figures);

    ck_assert_str_eq(english, "Page -2 of 5H");
    ck_assert_ptr_nonnull(strstr(arabic, FIRST_STRONG "-2" END_OF_ISOLATE));
    ck_assert_ptr_nonnull(strstr(arabic, FIRST_STRONG "5H" END_OF_ISOLATE));
    free(english);
    free(arabic);
}
END_TEST

START_TEST(test_a_place_that_nothing_fills_stays)
{
    char *english = filled(HK_ENGLISH, HK_WORD_PAGE_OF,
                           HK_FIGURES({"pages", NULL, 3}));

    ck_assert_str_eq(english, "Page {page} of 3");
    free(english);
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
    tcase_add_test(tests, test_latin_letters_and_digits_in_arabic_are_isolated);
    tcase_add_test(tests,
                   test_other_languages_have_western_digits_and_no_isolates);
    tcase_add_test(tests,
                   test_figures_are_filled_in_and_isolated_in_arabic_alone);
    tcase_add_test(tests, test_a_place_that_nothing_fills_stays);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
