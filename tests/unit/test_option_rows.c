/* Every row of the table of options: it is whole, and the manual has it. */
#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "option_rows.h"

static char *read_file(const char *name)
{
    const char *root = getenv("SRCDIR");
    char path[512], *text = NULL;
    size_t size = 0;
    int c;

    snprintf(path, sizeof path, "%s/%s", root ? root : ".", name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    FILE *copy = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(copy);
    while ((c = getc(file)) != EOF)
        ck_assert_int_eq(putc(c, copy), c);
    ck_assert_int_eq(fclose(copy), 0);
    ck_assert_int_eq(fclose(file), 0);
    return text;
}

START_TEST(test_row_is_whole)
{
    const struct hk_option_row *row = &hk_option_rows[_i];
    bool is_flag = row->kind == HK_KIND_FLAG;

    ck_assert_ptr_nonnull(row->name);
    ck_assert_uint_ne(row->programs, 0);
    ck_assert_msg(row->meaning && *row->meaning, "%s", row->name);
    ck_assert_msg(is_flag == !row->argument, "%s", row->name);
    ck_assert_msg(is_flag || (row->reason && *row->reason),
                  "--%s: why is it so?", row->name);
    /* Sentences are made of them. */
    ck_assert(row->meaning[strlen(row->meaning) - 1] != '.');
    ck_assert(is_flag || row->reason[strlen(row->reason) - 1] != '.');
}
END_TEST

START_TEST(test_variable_is_named_for_the_option)
{
    const struct hk_option_row *row = &hk_option_rows[_i];
    char variable[64] = "HAKAM_";

    if (!(row->programs & HK_PROGRAM_HAKAMD) || row->kind == HK_KIND_FLAG) {
        ck_assert_ptr_null(row->variable);
        return;
    }
    size_t length = strlen(variable);
    for (const char *at = row->name; *at; at++)
        variable[length++] = (char)(*at == '-' ? '_' : toupper(*at));
    variable[length] = '\0';
    ck_assert_str_eq(row->variable, variable);
}
END_TEST

static unsigned number_of(const struct hk_options *options,
                          const struct hk_option_row *row)
{
    unsigned number;

    memcpy(&number, (const char *)options + row->offset, sizeof number);
    return number;
}

START_TEST(test_default_and_limits_are_values)
{
    const struct hk_option_row *row = &hk_option_rows[_i];
    char reason[HK_OPTION_REASON_SIZE] = "", text[32];
    struct hk_options options = {0};

    if (row->fallback)
        ck_assert_msg(hk_option_row_set(row, row->fallback, &options, reason),
                      "--%s: %s", row->name, reason);
    if (row->kind == HK_KIND_NUMBER) {
        const long long limits[] = {row->least, row->greatest};
        for (size_t i = 0; i < 2; i++) {
            long long outside = i == 0 ? limits[i] - 1 : limits[i] + 1;

            snprintf(text, sizeof text, "%lld", limits[i]);
            ck_assert(hk_option_row_set(row, text, &options, reason));
            ck_assert_uint_eq(number_of(&options, row), (unsigned)limits[i]);
            snprintf(text, sizeof text, "%lld", outside);
            ck_assert(!hk_option_row_set(row, text, &options, reason));
            ck_assert_uint_eq(number_of(&options, row), (unsigned)limits[i]);
        }
    }
    hk_options_clear(&options);
}
END_TEST

/* What the page says of the option; to be freed. */
static char *section_of(const char *page, const char *name)
{
    char head[64];

    snprintf(head, sizeof head, "\n.It Fl \\-%s", name);
    size_t length = strlen(head);
    for (const char *at = page; (at = strstr(at, head)) != NULL; at += length) {
        if (at[length] != ' ' && at[length] != '\n')
            continue;
        const char *end = strstr(at + length, "\n.It Fl ");
        const char *list = strstr(at + length, "\n.El\n.Pp");
        if (!end || (list && list < end))
            end = list;
        ck_assert_ptr_nonnull(end);
        return strndup(at, (size_t)(end - at));
    }
    return NULL;
}

START_TEST(test_manual_has_variable_range_and_default)
{
    const struct hk_option_row *row = &hk_option_rows[_i];
    char wanted[512], range[HK_OPTION_RANGE_SIZE];
    const char *before = ";\n";
    size_t length = 0;

    if (!row->variable)
        return;
    hk_option_row_range(row, range);
    bool has_default = row->fallback && *row->fallback;
    const struct {
        const char *label, *text;
    } parts[] = {{"", *range ? range : NULL},
                 {"default ", has_default ? row->fallback : NULL},
                 {"", row->again ? "read again" : NULL}};
    length += (size_t)snprintf(wanted, sizeof wanted, "\n.Pp\n.Ev %s ",
                               row->variable);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!parts[i].text)
            continue;
        length += (size_t)snprintf(wanted + length, sizeof wanted - length,
                                   "%s%s%s", before, parts[i].label,
                                   parts[i].text);
        before = "; ";
    }
    snprintf(wanted + length, sizeof wanted - length, ".");

    char *page = read_file("man/hakamd.8");
    char *section = section_of(page, row->name);
    ck_assert_msg(section != NULL, "--%s is not in the manual", row->name);
    ck_assert_msg(strstr(section, wanted) != NULL,
                  "the manual lacks this at the end of --%s:%s", row->name,
                  wanted);
    free(section);
    free(page);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("option_rows");
    TCase *tests = tcase_create("option_rows");
    SRunner *runner = srunner_create(suite);

    tcase_add_loop_test(tests, test_row_is_whole, 0, HK_OPTS);
    tcase_add_loop_test(tests, test_variable_is_named_for_the_option, 0,
                        HK_OPTS);
    tcase_add_loop_test(tests, test_default_and_limits_are_values, 0, HK_OPTS);
    tcase_add_loop_test(tests, test_manual_has_variable_range_and_default, 0,
                        HK_OPTS);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
