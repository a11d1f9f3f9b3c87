/* Reading a token from a file. */
#include "token_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/reason.h"

/* Room for the longest token, the end of its line, and what is too much. */
enum { TEXT_SIZE = HK_TOKEN_FILE_MOST + 3 };

/* The file as a text; false where it cannot be read. */
static bool read_text(const char *path, char ret_text[TEXT_SIZE])
{
    size_t length = 0;
    ssize_t got = 1;

    /* A FIFO that nobody writes would be waited for, and no signal heard. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    if (fcntl(fd, F_SETFL, 0) != 0)
        got = -1;
    while (got > 0 && length < TEXT_SIZE - 1) {
        got = read(fd, ret_text + length, TEXT_SIZE - 1 - length);
        if (got > 0)
            length += (size_t)got;
    }
    int reason = errno;
    close(fd);
    errno = reason;
    ret_text[length] = '\0';
    return got >= 0;
}

static bool is_token(const char *text)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz"
                                  "0123456789-._~+/=";
    size_t length = strlen(text);

    return length >= HK_TOKEN_FILE_LEAST && length <= HK_TOKEN_FILE_MOST &&
           strspn(text, allowed) == length;
}

bool hk_token_file_read(const char *path,
                        char ret_token[HK_TOKEN_FILE_MOST + 1],
                        char ret_message[HK_TOKEN_FILE_MESSAGE_SIZE])
{
    char text[TEXT_SIZE];

    if (!read_text(path, text)) {
        snprintf(ret_message, HK_TOKEN_FILE_MESSAGE_SIZE, "%s: %s", path,
                 HK_REASON(errno));
        return false;
    }
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '\n')
        text[length - 1] = '\0';
    if (!is_token(text)) {
        snprintf(ret_message, HK_TOKEN_FILE_MESSAGE_SIZE,
                 "%s: a token is %d to %d letters, digits or -._~+/= in one "
                 "line",
                 path, HK_TOKEN_FILE_LEAST, HK_TOKEN_FILE_MOST);
        return false;
    }
    memcpy(ret_token, text, strlen(text) + 1);
    return true;
}
