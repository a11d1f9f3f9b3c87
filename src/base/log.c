/* The log: one buffer, one lock, one write for each line. */
#include "base/log.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/strbuf.h"

/* What is longer is cut: a line is for a person to read. */
#define LINE_SIZE 4096

/* More than what comes before the message takes. */
#define PREFIX_SIZE 64

static atomic_int greatest_level = HK_LOG_INFO;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t destination_known = PTHREAD_ONCE_INIT;
static bool is_journal;

void hk_log_set_level(enum hk_log_level level)
{
    atomic_store_explicit(&greatest_level, level, memory_order_relaxed);
}

/* The variable alone does not do: a child whose standard error goes elsewhere
 * inherits it as well. */
static void look_for_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM");
    char ours[64];
    struct stat status;

    if (!stream || fstat(STDERR_FILENO, &status) != 0)
        return;
    snprintf(ours, sizeof ours, "%ju:%ju", (uintmax_t)status.st_dev,
             (uintmax_t)status.st_ino);
    is_journal = strcmp(stream, ours) == 0;
}

static const char *level_name(enum hk_log_level level)
{
    switch (level) {
    case HK_LOG_ERROR:
        return "error";
    case HK_LOG_WARNING:
        return "warning";
    case HK_LOG_INFO:
        return "info";
    case HK_LOG_DEBUG:
        return "debug";
    }
    abort();
}

bool hk_log_wants(enum hk_log_level level)
{
    return (int)level <=
           atomic_load_explicit(&greatest_level, memory_order_relaxed);
}

/* What comes before the message; gives its end. By hand, since a line of a
 * request costs little else. */
static char *put_prefix(char *line, enum hk_log_level level)
{
    struct hk_clock clock = hk_clock_real();

    pthread_once(&destination_known, look_for_journal);
    if (is_journal) {
        line = hk_int_write(level, hk_word_put(line, "<"));
        return hk_word_put(line, ">");
    }
    hk_time_format(hk_clock_now(&clock), line);
    line = hk_word_put(line + HK_TIME_TEXT_SIZE - 1, " ");
    return hk_word_put(hk_word_put(line, level_name(level)), ": ");
}

static void write_all(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDERR_FILENO, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        /* There is nowhere left to say that the log cannot be written. */
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

static void write_whole(const char *text, size_t length)
{
    pthread_mutex_lock(&lock);
    write_all(text, length);
    pthread_mutex_unlock(&lock);
}

void hk_log(enum hk_log_level level, const char *format, ...)
{
    int saved_errno = errno;
    char line[LINE_SIZE];
    va_list arguments;

    if ((int)level >
        atomic_load_explicit(&greatest_level, memory_order_relaxed))
        return;
    size_t start = (size_t)(put_prefix(line, level) - line);
    va_start(arguments, format);
    int wanted = vsnprintf(line + start, LINE_SIZE - start, format, arguments);
    va_end(arguments);

    size_t length = start;
    if (wanted > 0)
        length += (size_t)wanted;
    if (length > LINE_SIZE - 1)
        length = LINE_SIZE - 1;
    /* A message that quotes what a client sent must not forge lines. */
    for (size_t i = start; i < length; i++) {
        if ((unsigned char)line[i] < ' ' || line[i] == 127)
            line[i] = ' ';
    }
    line[length++] = '\n';

    write_whole(line, length);
    errno = saved_errno;
}

/* ----- many lines --------------------------------------------------------- */

char *hk_log_open(struct hk_log_lines *lines, enum hk_log_level level)
{
    size_t room = PREFIX_SIZE + HK_LOG_MESSAGE_MAX + 1;

    if (lines->length + room > sizeof lines->text)
        hk_log_flush(lines);
    return put_prefix(lines->text + lines->length, level);
}

void hk_log_close(struct hk_log_lines *lines, const char *end)
{
    size_t length = (size_t)(end - lines->text);

    lines->text[length] = '\n';
    lines->length = length + 1;
}

void hk_log_flush(struct hk_log_lines *lines)
{
    int saved_errno = errno;

    if (lines->length > 0)
        write_whole(lines->text, lines->length);
    lines->length = 0;
    errno = saved_errno;
}
