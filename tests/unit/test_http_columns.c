/* Columns of texts: how wide they stand on a terminal, where they are cut. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "http/columns.h"

/* A text, its columns, the bytes that fit into three columns, whether it runs
 * from right to left, comment. */
static const struct row {
    const char *text;
    unsigned columns;
    size_t fits;
    bool rtl;
    const char *comment;
} rows[] = {
    {"", 0, 0, false, "nothing"},
    {"abc", 3, 3, false, "just as wide"},
    {"abcd", 4, 3, false, "cut"},
    {"\u5c71\u7530", 4, 3, false, "wide characters: the second does not fit"},
    {"a\u5c71b", 4, 4, false, "a wide one among others"},
    {"e\u0301e\u0301e\u0301e\u0301", 4, 9, false, "marks take no column"},
    {"\u0647\u062f\u0649", 3, 6, true, "Arabic"},
    {"\u0645\u064f\u062d\u0645\u062f", 4, 8, true, "with a vowel sign"},
    {"abc \u05d0", 5, 3, true, "Hebrew behind Latin"},
    {"\u042e\u043b\u0438\u044f", 4, 6, false, "Cyrillic"},
    {"\u2068ab\u2069", 2, 8, false, "isolates take no column"},
};

START_TEST(test_rows)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];

        ck_assert_msg(hk_columns(row->text) == row->columns, "%s: %u columns",
                      row->comment, hk_columns(row->text));
        ck_assert_msg(hk_columns_fit(row->text, 3) == row->fits,
                      "%s: %zu bytes fit", row->comment,
                      hk_columns_fit(row->text, 3));
        ck_assert_msg(hk_columns_rtl(row->text) == row->rtl, "%s",
                      row->comment);
    }
}
END_TEST

START_TEST(test_a_character_is_never_parted_from_its_marks)
{
    const char *text = "ae\u0301\u0323b";

    ck_assert_uint_eq(hk_columns_fit(text, 0), 0);
    ck_assert_uint_eq(hk_columns_fit(text, 1), 1);
    ck_assert_uint_eq(hk_columns_fit(text, 2), strlen(text) - 1);
    ck_assert_uint_eq(hk_columns_fit(text, 9), strlen(text));
}
END_TEST

START_TEST(test_blanks)
{
    struct hk_strbuf out;

    hk_strbuf_init(&out, 64);
    hk_columns_blank(&out, 3);
    hk_columns_blank(&out, 0);
    hk_strbuf_add_char(&out, '.');
    ck_assert_str_eq(out.text, "   .");
    hk_strbuf_clear(&out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http columns");
    TCase *tcase = tcase_create("columns");

    tcase_add_test(tcase, test_rows);
    tcase_add_test(tcase, test_a_character_is_never_parted_from_its_marks);
    tcase_add_test(tcase, test_blanks);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
