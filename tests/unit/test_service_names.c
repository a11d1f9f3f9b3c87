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
};

START_TEST(test_names_are_read_as_the_table_says)
{
    for (size_t i = 0; i < KIT_COUNT(cases); i++) {
        const struct name_case *c = &cases[i];
        char name[HK_NAME_SIZE];
        char folded[HK_FOLDED_NAME_SIZE];
        const char *reason = "unset";
        bool read = hk_name_read(c->text, strlen(c->text), name, folded,
                                 &reason);

        ck_assert_msg(read == (c->name != NULL), "%s: %s", c->comment,
                      reason ? reason : "accepted");
        if (!read) {
            ck_assert_msg(reason && *reason, "%s: no reason", c->comment);
            continue;
        }
        ck_assert_msg(strcmp(name, c->name) == 0, "%s: %s", c->comment, name);
        ck_assert_msg(strcmp(folded, c->folded) == 0, "%s: %s", c->comment,
                      folded);
    }
}
END_TEST

START_TEST(test_a_nul_within_is_no_name)
{
    char name[HK_NAME_SIZE];
    char folded[HK_FOLDED_NAME_SIZE];
    const char *reason;

    ck_assert(!hk_name_read("a\0b", 3, name, folded, &reason));
    ck_assert_ptr_nonnull(reason);
}
END_TEST

START_TEST(test_the_widest_names_fit)
{
    static const char wide[4] = "\xf0\x9d\x90\x80";
    static const char folding[2] = "\xce\x90";
    char text[64 * 4];
    char name[HK_NAME_SIZE];
    char folded[HK_FOLDED_NAME_SIZE];
    const char *reason;

    /* U+1D400, four bytes; U+0390, whose fold has three code points. */
    for (size_t i = 0; i < 256; i++)
        text[i] = wide[i % 4];
    ck_assert(hk_name_read(text, 256, name, folded, &reason));
    ck_assert_uint_eq(strlen(name), 256);
    for (size_t i = 0; i < 128; i++)
        text[i] = folding[i % 2];
    ck_assert(hk_name_read(text, 128, name, folded, &reason));
    ck_assert_uint_eq(strlen(name), 128);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_names_are_read_as_the_table_says,
        test_a_nul_within_is_no_name,
        test_the_widest_names_fit,
    };
    return kit_run("service/names", tests, KIT_COUNT(tests));
}
