/* The table of problems: what clients rely on holds for every row; and texts of
 * the system's errors. */
#include <check.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/reason.h"

struct row {
    enum hk_error error;
    const char *name;
    int status;
};

static const struct row rows[] = {
#define X(name, code, status, title, detail) {HK_E_##name, #name, status},
#include "base/errors.def"
#undef X
};

#define ROWS (sizeof rows / sizeof rows[0])

START_TEST(test_every_code_is_its_name_in_snake_case)
{
    for (size_t i = 0; i < ROWS; i++) {
        const char *code = hk_error_code(rows[i].error);
        const char *name = rows[i].name;

        ck_assert_uint_eq(strlen(code), strlen(name));
        for (size_t k = 0; code[k]; k++) {
            ck_assert_msg(islower((unsigned char)code[k]) ||
                              (code[k] == '_' && k > 0 && code[k - 1] != '_'),
                          "%s is not snake_case", code);
            ck_assert_int_eq(toupper((unsigned char)code[k]), name[k]);
        }
    }
}
END_TEST

START_TEST(test_every_code_is_found_and_is_unique)
{
    for (size_t i = 0; i < ROWS; i++)
        ck_assert_int_eq(hk_error_find(hk_error_code(rows[i].error)),
                         rows[i].error);
    ck_assert_uint_eq(ROWS + 1, HK_ERROR_COUNT);
}
END_TEST

START_TEST(test_what_is_no_code_is_not_found)
{
    static const char *const strangers[] = {
        "", "ok", "OPENING_TOO_LOW", "opening_too_low ", "opening_too_lo",
    };

    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
        ck_assert_int_eq(hk_error_find(strangers[i]), HK_OK);
    ck_assert_str_eq(hk_error_code(HK_OK), "ok");
}
END_TEST

START_TEST(test_every_status_is_one_that_the_contract_names)
{
    static const int known[] = {400, 401, 403, 404, 405, 406, 409, 412,
                                413, 415, 422, 429, 500, 501, 503};

    for (size_t i = 0; i < ROWS; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            found = found || known[k] == rows[i].status;
        ck_assert_msg(found, "%s has status %d", rows[i].name, rows[i].status);
    }
}
END_TEST

START_TEST(test_system_errors_are_told_in_words)
{
    errno = EAGAIN;
    ck_assert_str_eq(HK_REASON(ENOENT), "No such file or directory");
    ck_assert_str_ne(HK_REASON(-12345), "");
    ck_assert_msg(errno == EAGAIN, "errno is kept");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/error");
    TCase *tests = tcase_create("table");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tests, test_every_code_is_its_name_in_snake_case);
    tcase_add_test(tests, test_every_code_is_found_and_is_unique);
    tcase_add_test(tests, test_what_is_no_code_is_not_found);
    tcase_add_test(tests, test_every_status_is_one_that_the_contract_names);
    tcase_add_test(tests, test_system_errors_are_told_in_words);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
