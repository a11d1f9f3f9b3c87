/* Texts of errno, without strerror()'s shared buffer. */
#include "base/reason.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *hk_reason_write(int number, char ret_text[HK_REASON_SIZE])
{
    int saved_errno = errno;

    /* The one of POSIX, which gives an error number. */
    int failure = strerror_r(number, ret_text, HK_REASON_SIZE);
    if (failure != 0)
        snprintf(ret_text, HK_REASON_SIZE, "error %d", number);
    errno = saved_errno;
    return ret_text;
}
