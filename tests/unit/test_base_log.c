/* The log: what is written, how it is marked, and that lines stay whole. */
#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"

/* Each test runs in a process of its own, whose standard error becomes a
 * file that it reads back. */
static FILE *written;

static void catch_errors(void)
{
    written = tmpfile();
    ck_assert_ptr_nonnull(written);
    ck_assert_int_eq(unsetenv("JOURNAL_STREAM"), 0);
    ck_assert_int_ge(dup2(fileno(written), STDERR_FILENO), 0);
}

/* All that was written so far; the caller frees it. */
static char *text_written(void)
{
    struct stat status;

    ck_assert_int_eq(fstat(fileno(written), &status), 0);
    char *text = calloc(1, (size_t)status.st_size + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(pread(fileno(written), text, (size_t)status.st_size, 0),
                     status.st_size);
    return text;
}

/* What follows the 24 characters of the time and a blank. */
static const char *after_time(const char *line)
{
    ck_assert_uint_gt(strlen(line), 25);
    ck_assert_int_eq(line[10], 'T');
    ck_assert_int_eq(line[23], 'Z');
    ck_assert_int_eq(line[24], ' ');
    return line + 25;
}

START_TEST(test_line_has_its_time_and_level)
{
    static const struct {
        enum hk_log_level level;
        const char *expected;
    } cases[] = {
        {HK_LOG_ERROR, "error: seat 3\n"},
        {HK_LOG_WARNING, "warning: seat 3\n"},
        {HK_LOG_INFO, "info: seat 3\n"},
        {HK_LOG_DEBUG, "debug: seat 3\n"},
    };

    hk_log_set_level(HK_LOG_DEBUG);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(ftruncate(fileno(written), 0), 0);
        ck_assert_int_eq(lseek(fileno(written), 0, SEEK_SET), 0);
        hk_log(cases[i].level, "seat %d", 3);
        char *text = text_written();
        ck_assert_str_eq(after_time(text), cases[i].expected);
        free(text);
    }
}
END_TEST

START_TEST(test_levels_above_the_greatest_are_silent)
{
    hk_log(HK_LOG_DEBUG, "not at start");
    hk_log_set_level(HK_LOG_WARNING);
    hk_log(HK_LOG_INFO, "not now");
    hk_log_set_level(HK_LOG_ERROR);
    hk_log(HK_LOG_WARNING, "not now");
    char *text = text_written();
    ck_assert_str_eq(text, "");
    free(text);

    hk_log(HK_LOG_ERROR, "this");
    text = text_written();
    ck_assert_str_eq(after_time(text), "error: this\n");
    free(text);
}
END_TEST

/* Says in the environment that the journal reads this file. */
static void name_journal(int fd)
{
    struct stat status;
    char stream[64];

    ck_assert_int_eq(fstat(fd, &status), 0);
    snprintf(stream, sizeof stream, "%llu:%llu",
             (unsigned long long)status.st_dev,
             (unsigned long long)status.st_ino);
    ck_assert_int_eq(setenv("JOURNAL_STREAM", stream, 1), 0);
}

START_TEST(test_journal_gets_priorities_instead)
{
    name_journal(fileno(written));
    hk_log(HK_LOG_ERROR, "one");
    hk_log(HK_LOG_WARNING, "two");
    hk_log(HK_LOG_INFO, "three");
    char *text = text_written();
    ck_assert_str_eq(text, "<3>one\n<4>two\n<6>three\n");
    free(text);
}
END_TEST

START_TEST(test_journal_of_another_stream_does_not_count)
{
    FILE *other = tmpfile();

    ck_assert_ptr_nonnull(other);
    name_journal(fileno(other));
    hk_log(HK_LOG_ERROR, "one");
    char *text = text_written();
    ck_assert_str_eq(after_time(text), "error: one\n");
    free(text);
    fclose(other);
}
END_TEST

START_TEST(test_message_cannot_forge_a_line)
{
    name_journal(fileno(written));
    hk_log(HK_LOG_INFO, "name: %s", "x\n<3>forged\r\t\x7f\x1b[2J");
    char *text = text_written();
    ck_assert_str_eq(text, "<6>name: x <3>forged    [2J\n");
    free(text);
}
END_TEST

START_TEST(test_letters_of_every_script_pass)
{
    name_journal(fileno(written));
    hk_log(HK_LOG_INFO, "هدى и Саша");
    char *text = text_written();
    ck_assert_str_eq(text, "<6>هدى и Саша\n");
    free(text);
}
END_TEST

START_TEST(test_long_message_is_cut_and_still_ends_its_line)
{
    static char message[10000];

    memset(message, 'm', sizeof message - 1);
    hk_log(HK_LOG_ERROR, "%s", message);
    hk_log(HK_LOG_ERROR, "next");
    char *text = text_written();
    char *end = strchr(text, '\n');
    ck_assert_ptr_nonnull(end);
    ck_assert_int_eq(end - text, 4095);
    ck_assert_str_eq(after_time(end + 1), "error: next\n");
    free(text);
}
END_TEST

START_TEST(test_errno_is_kept)
{
    errno = ENOSPC;
    hk_log(HK_LOG_ERROR, "the disk");
    ck_assert_int_eq(errno, ENOSPC);
}
END_TEST

enum { THREADS = 4, LINES = 500, LINE = 600 };

static void *write_lines(void *cls)
{
    int letter = *(int *)cls;
    char message[LINE + 1];

    memset(message, letter, LINE);
    message[LINE] = '\0';
    for (int i = 0; i < LINES; i++)
        hk_log(HK_LOG_INFO, "%s", message);
    return NULL;
}

/* Reads lines from a pipe, whose writes may come in pieces, unlike a file's;
 * gives how many were whole. */
static int count_whole_lines(FILE *lines)
{
    char line[2 * LINE];
    int whole = 0;

    while (fgets(line, sizeof line, lines)) {
        const char *message = after_time(line);
        ck_assert_int_eq(strncmp(message, "info: ", 6), 0);
        message += 6;
        char same[2] = {message[0], '\0'};
        ck_assert_uint_eq(strspn(message, same), LINE);
        ck_assert_str_eq(message + LINE, "\n");
        whole++;
    }
    return whole;
}

START_TEST(test_lines_are_whole_when_threads_write_at_once)
{
    pthread_t threads[THREADS];
    int letters[THREADS];
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        close(ends[0]);
        if (dup2(ends[1], STDERR_FILENO) < 0)
            _exit(1);
        close(ends[1]);
        for (int i = 0; i < THREADS; i++) {
            letters[i] = 'a' + i;
            if (pthread_create(&threads[i], NULL, write_lines, &letters[i]))
                _exit(1);
        }
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        _exit(0);
    }
    close(ends[1]);
    FILE *lines = fdopen(ends[0], "r");
    ck_assert_ptr_nonnull(lines);
    ck_assert_int_eq(count_whole_lines(lines), THREADS * LINES);
    fclose(lines);
}
END_TEST

/* ----- many lines --------------------------------------------------------- */

static void add(struct hk_log_lines *lines, const char *message)
{
    char *to = hk_log_open(lines, HK_LOG_INFO);

    while (*message != '\0')
        *to++ = *message++;
    hk_log_close(lines, to);
}

START_TEST(test_lines_gathered_are_written_at_once)
{
    struct hk_log_lines lines = {0};

    name_journal(fileno(written));
    hk_log_flush(&lines);
    add(&lines, "one");
    add(&lines, "two");
    char *text = text_written();
    ck_assert_str_eq(text, "");
    free(text);
    errno = EDOM;
    hk_log_flush(&lines);
    hk_log_flush(&lines);
    ck_assert_int_eq(errno, EDOM);
    text = text_written();
    ck_assert_str_eq(text, "<6>one\n<6>two\n");
    free(text);
}
END_TEST

START_TEST(test_lines_that_find_no_room_are_written_before)
{
    static char message[HK_LOG_MESSAGE_MAX + 1];
    struct hk_log_lines lines = {0};

    memset(message, 'x', HK_LOG_MESSAGE_MAX);
    for (int i = 0; i < LINES; i++)
        add(&lines, message);
    hk_log_flush(&lines);
    char *text = text_written();
    char *line = text;
    for (int i = 0; i < LINES; i++) {
        char *end = strchr(line, '\n');

        ck_assert_ptr_nonnull(end);
        *end = '\0';
        const char *rest = after_time(line);
        ck_assert_int_eq(strncmp(rest, "info: ", 6), 0);
        ck_assert_str_eq(rest + 6, message);
        line = end + 1;
    }
    ck_assert_str_eq(line, "");
    free(text);
}
END_TEST

START_TEST(test_wanted_is_what_is_written)
{
    hk_log_set_level(HK_LOG_WARNING);
    ck_assert(hk_log_wants(HK_LOG_ERROR) && hk_log_wants(HK_LOG_WARNING));
    ck_assert(!hk_log_wants(HK_LOG_INFO) && !hk_log_wants(HK_LOG_DEBUG));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/log");
    TCase *tests = tcase_create("log");
    SRunner *runner = srunner_create(suite);

    tcase_add_checked_fixture(tests, catch_errors, NULL);
    tcase_add_test(tests, test_line_has_its_time_and_level);
    tcase_add_test(tests, test_levels_above_the_greatest_are_silent);
    tcase_add_test(tests, test_journal_gets_priorities_instead);
    tcase_add_test(tests, test_journal_of_another_stream_does_not_count);
    tcase_add_test(tests, test_message_cannot_forge_a_line);
    tcase_add_test(tests, test_letters_of_every_script_pass);
    tcase_add_test(tests, test_long_message_is_cut_and_still_ends_its_line);
    tcase_add_test(tests, test_errno_is_kept);
    tcase_add_test(tests, test_lines_gathered_are_written_at_once);
    tcase_add_test(tests, test_lines_that_find_no_room_are_written_before);
    tcase_add_test(tests, test_wanted_is_what_is_written);
    tcase_add_test(tests, test_lines_are_whole_when_threads_write_at_once);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
