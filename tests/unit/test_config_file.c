/* Files of settings: what systemd's EnvironmentFile means by a line. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config_file.h"

static char path[64];

static void write_file(const char *text, size_t size)
{
    snprintf(path, sizeof path, "/tmp/hakam-config-XXXXXX");
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, size), (ssize_t)size);
    ck_assert_int_eq(close(fd), 0);
}

static void remove_file(void)
{
    unlink(path);
}

/* "3 NAME value" for each line, of 512 bytes. */
static bool note(void *cls, unsigned line, const char *name, const char *value)
{
    char *said = cls;
    size_t length = strlen(said);

    snprintf(said + length, 512 - length, "%u %s[%s]\n", line, name, value);
    return strcmp(name, "STOP") != 0;
}

static const struct {
    const char *text, *said;
} good_cases[] = {
    {"", ""},
    {"\n \n\t\n", ""},
    {"# A=1\n;B=2\n  # C=3\n", ""},
    {"A=1", "1 A[1]\n"},
    {"A=1\nB=2\n", "1 A[1]\n2 B[2]\n"},
    {"A=1\r\nB=2\r\n", "1 A[1]\n2 B[2]\n"},
    {"  A = 1 \t\n", "1 A[1]\n"},
    {"A=\nB=\"\"\nC=''\n", "1 A[]\n2 B[]\n3 C[]\n"},
    {"A=1\nA=2\n", "1 A[1]\n2 A[2]\n"},
    {"A=x y  z\n", "1 A[x y  z]\n"},
    {"A=x=y\n", "1 A[x=y]\n"},
    {"A=x # y\n", "1 A[x # y]\n"},
    {"A=\" x \"\n", "1 A[ x ]\n"},
    {"A=' x '\n", "1 A[ x ]\n"},
    {"A='a\\b'\n", "1 A[a\\b]\n"},
    {"A=\"a\\\"b\\\\c\\$d\\`e\\f\"\n", "1 A[a\"b\\c$d`e\\f]\n"},
    {"A=\"a\" 'b'c\n", "1 A[abc]\n"},
    {"A=a\"b\"\n", "1 A[a\"b\"]\n"},
    {"A=a\\ b\\\\c\\\"\n", "1 A[a b\\c\"]\n"},
    {"A=a\\ \n", "1 A[a ]\n"},
    {"A=\xd9\x86\n", "1 A[\xd9\x86]\n"},
};

START_TEST(test_line_means_what_it_means_to_systemd)
{
    char said[512] = "", message[HK_CONFIG_MESSAGE_SIZE] = "";

    write_file(good_cases[_i].text, strlen(good_cases[_i].text));
    bool good = hk_config_file_read(path, note, said, message);
    ck_assert_msg(good, "%s", message);
    ck_assert_str_eq(said, good_cases[_i].said);
}
END_TEST

static const struct {
    const char *text, *fault;
} bad_cases[] = {
    {"A=1\nB\n", ":2: write it as NAME=value"},
    {"=1\n", ":1: write it as NAME=value"},
    {"\n\nA=\"1\nB=2\"\n", ":3: a quote is not closed"},
    {"A='1\n", ":1: a quote is not closed"},
    {"A=\"1\\\"\n", ":1: a quote is not closed"},
    {"A=1\\\nB=2\n", ":1: a value does not go on in the next line"},
    {"# A=1\\\nB=2\n", ":1: a comment does not go on in the next line"},
};

START_TEST(test_fault_is_named_with_its_line)
{
    char said[512] = "", message[HK_CONFIG_MESSAGE_SIZE] = "";

    write_file(bad_cases[_i].text, strlen(bad_cases[_i].text));
    ck_assert(!hk_config_file_read(path, note, said, message));
    ck_assert_mem_eq(message, path, strlen(path));
    ck_assert_str_eq(message + strlen(path), bad_cases[_i].fault);
}
END_TEST

START_TEST(test_reading_ends_where_its_caller_says)
{
    static const char text[] = "A=1\nSTOP=2\nB=3\n";
    char said[512] = "", message[HK_CONFIG_MESSAGE_SIZE] = "";

    write_file(text, strlen(text));
    ck_assert(!hk_config_file_read(path, note, said, message));
    ck_assert_str_eq(said, "1 A[1]\n2 STOP[2]\n");
    ck_assert_str_eq(message, "");
}
END_TEST

START_TEST(test_what_is_no_such_file_is_refused)
{
    char said[512] = "", message[HK_CONFIG_MESSAGE_SIZE] = "";
    char wanted[HK_CONFIG_MESSAGE_SIZE];
    size_t size = 256 * 1024;
    char *large = malloc(size + 1);

    ck_assert_ptr_nonnull(large);
    memset(large, '\n', size + 1);
    write_file(large, size);
    ck_assert(hk_config_file_read(path, note, said, message));
    remove_file();

    snprintf(wanted, sizeof wanted,
             "%s cannot be read: "
             "No such file or directory",
             path);
    ck_assert(!hk_config_file_read(path, note, said, message));
    ck_assert_str_eq(message, wanted);

    write_file(large, size + 1);
    snprintf(wanted, sizeof wanted, "%s is no file of settings", path);
    ck_assert(!hk_config_file_read(path, note, said, message));
    ck_assert_str_eq(message, wanted);
    remove_file();

    write_file("A=1\0\n", 5);
    snprintf(wanted, sizeof wanted, "%s is no file of settings", path);
    ck_assert(!hk_config_file_read(path, note, said, message));
    ck_assert_str_eq(message, wanted);

    ck_assert(!hk_config_file_read("/", note, said, message));
    ck_assert_str_eq(message, "/ cannot be read: Is a directory");
    ck_assert(!hk_config_file_read("/dev/zero", note, said, message));
    ck_assert_str_eq(message, "/dev/zero is no file of settings");
    ck_assert_str_eq(said, "");
    free(large);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("config_file");
    TCase *tests = tcase_create("config_file");
    SRunner *runner = srunner_create(suite);

    tcase_add_checked_fixture(tests, NULL, remove_file);
    tcase_add_loop_test(tests, test_line_means_what_it_means_to_systemd, 0,
                        sizeof good_cases / sizeof good_cases[0]);
    tcase_add_loop_test(tests, test_fault_is_named_with_its_line, 0,
                        sizeof bad_cases / sizeof bad_cases[0]);
    tcase_add_test(tests, test_reading_ends_where_its_caller_says);
    tcase_add_test(tests, test_what_is_no_such_file_is_refused);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
