/* Lines to standard error, one per message, with the journal's priorities. */
#ifndef HK_BASE_LOG_H
#define HK_BASE_LOG_H

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

#endif
