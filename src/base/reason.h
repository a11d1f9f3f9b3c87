/* Why a system call failed, in words. */
#ifndef HK_BASE_REASON_H
#define HK_BASE_REASON_H

#define HK_REASON_SIZE 128

/* The text of a value of errno, written into ret_text and returned; for use
 * from any thread, unlike strerror(). Keeps errno. */
const char *hk_reason_write(int number, char ret_text[HK_REASON_SIZE]);

/* The same as an expression, whose text lasts to the end of the block:
 * hk_log(HK_LOG_ERROR, "no socket: %s", HK_REASON(errno)). */
#define HK_REASON(number) hk_reason_write((number), (char[HK_REASON_SIZE]){0})

#endif
