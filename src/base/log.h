/* Lines to standard error, one per message, with the journal's priorities. */
#ifndef HK_BASE_LOG_H
#define HK_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum hk_log_level {
    HK_LOG_ERROR = 3,
    HK_LOG_WARNING = 4,
    HK_LOG_INFO = 6,
    HK_LOG_DEBUG = 7
};

/* The greatest level that is written from now on; HK_LOG_INFO at start. */
void hk_log_set_level(enum hk_log_level level);

/*
 * Writes one line, whole, even when threads write at once. Under systemd
 * (standard error is the journal's stream) the line carries its `<n>` prefix,
 * else the time and the level. Control characters become blanks, and a line
 * ends after 4 KiB. Keeps errno. Never write tokens or hidden cards.
 */
void hk_log(enum hk_log_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether lines of this level are written. */
bool hk_log_wants(enum hk_log_level level);

/* ----- many lines --------------------------------------------------------- */

/* Room for the message of a line. */
#define HK_LOG_MESSAGE_MAX 1024

/* Lines that one thread puts together and writes at once. Zeroed before. */
struct hk_log_lines {
    size_t length;
    char text[16384];
};

/* Begins a line: there is room for HK_LOG_MESSAGE_MAX bytes of it where the
 * result points, without control characters. */
char *hk_log_open(struct hk_log_lines *lines, enum hk_log_level level);

/* The line, which was begun last, ends there. */
void hk_log_close(struct hk_log_lines *lines, const char *end);

/* Writes all of them, if there are any, in one piece. */
void hk_log_flush(struct hk_log_lines *lines);

#endif
