/* What is a name, and when two are the same. */
#include "service_kit.h"

#include <string.h>

#include "service/names.h"

struct name_case {
    const char *text;
    const char *name;   /* NULL: refused */
    const char *folded; /* with a name */
    const char *comment;
};

#define A10 "aaaaaaaaaa"
#define A60 A10 A10 A10 A10 A10 A10

static const struct name_case cases[] = {
    {"huda", "huda", "huda", "plain"},
    {"Huda", "Huda", "huda", "case is kept in the name, not in its fold"},
    {"هدى", "هدى", "هدى", "Arabic"},
    {"Ёлка", "Ёлка", "ёлка", "Russian"},
    {"Straße", "Straße", "strasse", "a fold may be longer"},
    {"e\xcc\x81", "\xc3\xa9", "\xc3\xa9", "e and accent become one"},
    {"E\xcc\x81", "\xc3\x89", "\xc3\xa9", "the same in upper case"},
    {"two words", "two words", "two words", "a blank within"},
    {"a\"b\\;c", "a\"b\\;c", "a\"b\\;c", "what the log must quote"},
    {"\xf0\x9f\x82\xa1", "\xf0\x9f\x82\xa1", "\xf0\x9f\x82\xa1", "a symbol"},
    {A60 "abcd", A60 "abcd", A60 "abcd", "64 characters"},
    {A60 "abcde", NULL, NULL, "65 characters"},
    {"", NULL, NULL, "empty"},
    {" huda", NULL, NULL, "blank before"},
    {"huda ", NULL, NULL, "blank after"},
    {" ", NULL, NULL, "only a blank"},
    {"a\tb", NULL, NULL, "control"},
    {"a\nb", NULL, NULL, "line end"},
    {"a\x7f", NULL, NULL, "delete"},
    {"a\xc2\x85", NULL, NULL, "C1 control"},
    {"a\xe2\x80\xae"
     "b",
     NULL, NULL, "right-to-left override"},
    {"a\xe2\x81\xa6"
     "b",
     NULL, NULL, "left-to-right isolate"},
    {"a\xe2\x80\x8b"
     "b",
     NULL, NULL, "zero width space"},
    {"\xef\xbb\xbf"
     "a",
     NULL, NULL, "byte order mark"},
    {"a\xc2\xa0"
     "b",
     NULL, NULL, "no-break space"},
    {"a\xe3\x80\x80"
     "b",
     NULL, NULL, "ideographic space"},
    {"a\xe2\x80\xa8"
     "b",
     NULL, NULL, "line separator"},
    {"a\xe2\x80\xa9"
     "b",
     NULL, NULL, "paragraph separator"},
    {"a\xee\x80\x80", NULL, NULL, "private use"},
    {"a\xef\xbf\xbe", NULL, NULL, "noncharacter"},
    {"a\xcd\xb8", NULL, NULL, "unassigned"},
    {"a\xff", NULL, NULL, "no UTF-8"},
    {"a\xed\xa0\x80", NULL, NULL, "surrogate"},
    {"a\xc0\x80", NULL, NULL, "overlong"},
    {"\xcc\x81"
     "a",
     NULL, NULL, "a mark that stands on nothing"},
    {"e\xcc\x81\xcc\x81", NULL, NULL, "a mark twice, seen once"},
    {"i\xcc\x87", NULL, NULL, "a second dot on an i"},
    /* Scripts. */
    {"Huda هدى", "Huda هدى", "huda هدى", "Latin and Arabic"},
    {"Sara שרה", "Sara שרה", "sara שרה", "Latin and Hebrew"},
    {"kim 김철수", "kim 김철수", "kim 김철수", "Latin and Korean"},
    {"山田たろう", "山田たろう", "山田たろう", "all of Japanese"},
    {"გიორგი", "გიორგი", "გიორგი", "Georgian"},
    {"Ωmega", NULL, NULL, "Greek and Latin"},
    {"pаypal", NULL, NULL, "a Cyrillic letter within Latin ones"},
    {"Иван Ivan", NULL, NULL, "Cyrillic and Latin, though in two words"},
    {"Иван هدى", NULL, NULL, "Cyrillic and Arabic"},
    {"שרה سارة", NULL, NULL, "Hebrew and Arabic"},
    /* Digits and signs. */
    {"huda1990", "huda1990", "huda1990", "digits"},
    {"علي١٢", "علي١٢", "علي١٢", "Arabic digits"},
    {"علي۱۲", "علي۱۲", "علي۱۲", "Persian digits"},
    {"علي 12", "علي 12", "علي 12", "European digits, as many write them"},
    {"علي١2", NULL, NULL, "digits of two scripts"},
    {"علي١۲", NULL, NULL, "Arabic and Persian digits"},
    {"O’Brien-Ríos_7", "O’Brien-Ríos_7", "o’brien-ríos_7", "signs"},
    {"K♠", "K♠", "k♠", "a suit"},
    {"ـ", NULL, NULL, "nothing but a stretch"},
};

/* Whether two spellings are one name, and if not, whether they look alike. */
enum likeness { SAME, ALIKE, OTHER };

static const struct likeness_case {
    const char *one, *two;
    enum likeness likeness;
    const char *comment;
} likeness_cases[] = {
    {"huda", "HUDA", SAME, "case"},
    {"Ёлка", "ЁЛКА", SAME, "case of Russian"},
    {"ΣΊΣΥΦΟΣ", "Σίσυφος", SAME, "a final sigma"},
    {"Straße", "STRASSE", SAME, "sharp s"},
    {"José", "Jose\xcc\x81", SAME, "composed and not"},
    {"Ｈｕｄａ", "huda", SAME, "wide letters"},
    {"𝐇𝐮𝐝𝐚", "huda", SAME, "letters of mathematics"},
    {"ﻫﺪﻯ", "هدى", SAME, "presentation forms"},
    {"ﷲ", "الله", SAME, "a ligature"},
    {"محـــمد", "محمد", SAME, "tatweel only stretches"},
    {"اـ\xd9\x93مال", "آمال", SAME, "a mark behind a tatweel"},
    {"İbrahim", "ibrahim", SAME, "the capital of the Turkish i"},
    {"I\xcc\x87"
     "brahim",
     "ibrahim", SAME, "the same, not composed"},
    {"abu  ali", "abu ali", SAME, "two blanks are seen as one"},
    {"كريم", "کریم", ALIKE, "Persian kaf and ya"},
    {"هدى", "هدي", ALIKE, "alef maqsura and ya"},
    {"أحمد", "احمد", ALIKE, "alef with hamza and without"},
    {"إيمان", "ايمان", ALIKE, "hamza below"},
    {"آمال", "امال", ALIKE, "alef with madda"},
    {"مؤمن", "مومن", ALIKE, "hamza on waw"},
    {"فاطمة", "فاطمه", ALIKE, "teh marbuta and heh"},
    {"مُحَمَّد", "محمد", ALIKE, "vowel signs"},
    {"علي١", "علي۱", ALIKE, "Arabic and Persian digits"},
    {"علي١", "علي1", ALIKE, "Arabic and European one"},
    {"ıbrahim", "ibrahim", ALIKE, "the Turkish i without a dot"},
    {"scope", "ѕсоре", ALIKE, "Cyrillic that looks Latin"},
    {"Scope", "ѕсоре", ALIKE, "in either case"},
    {"IOP", "іор", ALIKE, "in either case, by a letter with two"},
    {"Ivan", "lvan", ALIKE, "l as a capital I"},
    {"paypal", "paypaI", ALIKE, "a capital I as l"},
    {"huda1", "hudal", ALIKE, "1 as l"},
    {"sonia", "s0nia", ALIKE, "0 as o"},
    {"Karim", "Karirn", ALIKE, "rn as m"},
    {"O'Brien", "O’Brien", ALIKE, "apostrophes"},
    {"huda", "hudá", OTHER, "an accent is seen"},
    {"محمد", "محمود", OTHER, "other letters"},
    {"سارة", "سارا", OTHER, "other letters at the end"},
    {"عمر", "عمرو", OTHER, "one letter more"},
    {"حسن", "حسین", OTHER, "one letter within"},
    {"Иван", "Ivan", OTHER, "the same sound, other letters"},
    {"ali", "aly", OTHER, "y is no i"},
    {"huda 1", "huda 2", OTHER, "numbers"},
    {"علي١", "علي٢", OTHER, "Arabic numbers"},
    {"山田", "山口", OTHER, "Japanese"},
};

START_TEST(test_names_are_read_as_the_table_says)
{
    for (size_t i = 0; i < KIT_COUNT(cases); i++) {
        const struct name_case *c = &cases[i];
        char name[HK_NAME_SIZE];
        char folded[HK_FOLDED_NAME_SIZE];
        enum hk_name_fault fault = hk_name_read(c->text, strlen(c->text), name,
                                                folded);

        ck_assert_msg((fault == HK_NAME_OK) == (c->name != NULL), "%s: %d",
                      c->comment, (int)fault);
        if (fault)
            continue;
        ck_assert_msg(strcmp(name, c->name) == 0, "%s: %s", c->comment, name);
        ck_assert_msg(strcmp(folded, c->folded) == 0, "%s: %s", c->comment,
                      folded);
    }
}
END_TEST

START_TEST(test_spellings_are_one_name_or_alike_as_the_table_says)
{
    for (size_t i = 0; i < KIT_COUNT(likeness_cases); i++) {
        const struct likeness_case *c = &likeness_cases[i];
        char one[HK_FOLDED_NAME_SIZE], two[HK_FOLDED_NAME_SIZE];
        char skeleton_one[HK_SKELETON_SIZE], skeleton_two[HK_SKELETON_SIZE];

        ck_assert_msg(hk_name_fold(c->one, strlen(c->one), one), "%s",
                      c->comment);
        ck_assert_msg(hk_name_fold(c->two, strlen(c->two), two), "%s",
                      c->comment);
        ck_assert_int_eq(hk_name_skeleton(one, skeleton_one), HK_OK);
        ck_assert_int_eq(hk_name_skeleton(two, skeleton_two), HK_OK);
        ck_assert_msg((strcmp(one, two) == 0) == (c->likeness == SAME),
                      "%s: %s, %s", c->comment, one, two);
        ck_assert_msg((strcmp(skeleton_one, skeleton_two) == 0) ==
                          (c->likeness != OTHER),
                      "%s: %s, %s", c->comment, skeleton_one, skeleton_two);
    }
}
END_TEST

/* Each in turn: so no spelling of a name has a fold of its own. */
START_TEST(test_a_fold_is_its_own_fold)
{
    for (size_t i = 0; i < KIT_COUNT(likeness_cases); i++) {
        const char *name = likeness_cases[i].one;
        char once[HK_FOLDED_NAME_SIZE], twice[HK_FOLDED_NAME_SIZE];

        ck_assert(hk_name_fold(name, strlen(name), once));
        ck_assert(hk_name_fold(once, strlen(once), twice));
        ck_assert_str_eq(once, twice);
    }
}
END_TEST

START_TEST(test_nobody_has_the_fold_of_what_is_no_text)
{
    char folded[HK_FOLDED_NAME_SIZE];

    ck_assert(!hk_name_fold("", 0, folded));
    ck_assert(!hk_name_fold(" ", 1, folded));
    ck_assert(!hk_name_fold("a\xff", 2, folded));
}
END_TEST

START_TEST(test_the_longest_fold_has_a_skeleton)
{
    char folded[HK_FOLDED_NAME_SIZE];
    char skeleton[HK_SKELETON_SIZE];

    /* m is rn. */
    memset(folded, 'm', sizeof folded - 1);
    folded[sizeof folded - 1] = '\0';
    ck_assert_int_eq(hk_name_skeleton(folded, skeleton), HK_OK);
    ck_assert_uint_eq(strlen(skeleton), 2 * strlen(folded));
}
END_TEST

START_TEST(test_a_nul_within_is_no_name)
{
    char name[HK_NAME_SIZE];
    char folded[HK_FOLDED_NAME_SIZE];

    ck_assert_int_eq(hk_name_read("a\0b", 3, name, folded), HK_NAME_NOT_SHOWN);
}
END_TEST

START_TEST(test_the_widest_names_fit)
{
    static const char wide[4] = "\xf0\x9d\x90\x80";
    static const char folding[2] = "\xce\x90";
    char text[64 * 4];
    char name[HK_NAME_SIZE];
    char folded[HK_FOLDED_NAME_SIZE];

    /* U+1D400, four bytes; U+0390, whose fold has three code points. */
    for (size_t i = 0; i < 256; i++)
        text[i] = wide[i % 4];
    ck_assert_int_eq(hk_name_read(text, 256, name, folded), HK_NAME_OK);
    ck_assert_uint_eq(strlen(name), 256);
    for (size_t i = 0; i < 128; i++)
        text[i] = folding[i % 2];
    ck_assert_int_eq(hk_name_read(text, 128, name, folded), HK_NAME_OK);
    ck_assert_uint_eq(strlen(name), 128);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_names_are_read_as_the_table_says,
        test_spellings_are_one_name_or_alike_as_the_table_says,
        test_a_fold_is_its_own_fold,
        test_nobody_has_the_fold_of_what_is_no_text,
        test_the_longest_fold_has_a_skeleton,
        test_a_nul_within_is_no_name,
        test_the_widest_names_fit,
    };
    return kit_run("service/names", tests, KIT_COUNT(tests));
}
