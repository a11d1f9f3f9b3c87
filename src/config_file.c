/* Reading a file of settings, line by line, in place. */
#include "config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/reason.h"

/* More is no file of settings. */
enum { FILE_SIZE_MAX = 256 * 1024 };

static const char blanks[] = " \t";

/* All of the file, or as much as there is room for; false with errno. */
static bool read_all(const char *path, char *text, size_t room,
                     size_t *ret_size)
{
    size_t size = 0;
    ssize_t got = 1;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    while (got != 0 && size < room) {
        got = read(fd, text + size, room - size);
        if (got < 0 && errno != EINTR)
            break;
        size += got > 0 ? (size_t)got : 0;
    }
    int reason = errno;
    close(fd);
    errno = reason;
    *ret_size = size;
    return got >= 0;
}

/* The file as text, to be freed; NULL with a message. */
static char *read_text(const char *path, char *ret_message)
{
    char *text = malloc(FILE_SIZE_MAX + 1);
    size_t size = 0;

    if (!text || !read_all(path, text, FILE_SIZE_MAX + 1, &size)) {
        snprintf(ret_message, HK_CONFIG_MESSAGE_SIZE, "%s cannot be read: %s",
                 path, text ? HK_REASON(errno) : "no memory");
        free(text);
        return NULL;
    }
    if (size > FILE_SIZE_MAX || memchr(text, '\0', size)) {
        snprintf(ret_message, HK_CONFIG_MESSAGE_SIZE,
                 "%s is no file of settings", path);
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

/* The part of a value behind its opening quote, written to `to`; what follows
 * the closing one, or NULL where there is none. */
static char *take_quoted(char *at, char **to)
{
    char quote = *at++;

    for (; *at && *at != quote; at++) {
        if (quote == '"' && *at == '\\' && at[1] && strchr("\"\\`$", at[1]))
            at++;
        *(*to)++ = *at;
    }
    return *at ? at + 1 : NULL;
}

/* Takes quotes and backslashes out of the value; NULL, or what is wrong. */
static const char *unquote(char *value)
{
    char *to = value;
    char *at = value + strspn(value, blanks);
    char *end; /* of what counts: blanks at the end do not */

    while (*at == '\'' || *at == '"') {
        at = take_quoted(at, &to);
        if (!at)
            return "a quote is not closed";
        at += strspn(at, blanks);
    }
    for (end = to; *at; at++) {
        bool is_escaped = *at == '\\';

        if (is_escaped && !*++at)
            return "a value does not go on in the next line";
        *to++ = *at;
        if (is_escaped || !strchr(blanks, *at))
            end = to;
    }
    *end = '\0';
    return NULL;
}

/* Splits the line; *ret_name is NULL for a comment. NULL, or what is wrong. */
static const char *read_line(char *line, char **ret_name, char **ret_value)
{
    size_t length = strlen(line);

    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    line += strspn(line, blanks);
    *ret_name = NULL;
    if (!*line)
        return NULL;
    if (*line == '#' || *line == ';')
        return line[strlen(line) - 1] == '\\'
                   ? "a comment does not go on in the next line"
                   : NULL;
    char *equals = strchr(line, '=');
    if (!equals || equals == line)
        return "write it as NAME=value";
    char *end = equals;
    while (end > line && strchr(blanks, end[-1]))
        end--;
    *end = '\0';
    *ret_value = equals + 1;
    *ret_name = line;
    return unquote(equals + 1);
}

static bool read_lines(const char *path, char *text, hk_config_line *each,
                       void *cls, char *ret_message)
{
    unsigned number = 1;

    for (char *line = text; line; number++) {
        char *next = strchr(line, '\n');
        char *name, *value;

        if (next)
            *next++ = '\0';
        const char *fault = read_line(line, &name, &value);
        if (fault) {
            snprintf(ret_message, HK_CONFIG_MESSAGE_SIZE, "%s:%u: %s", path,
                     number, fault);
            return false;
        }
        if (name && !each(cls, number, name, value))
            return false;
        line = next;
    }
    return true;
}

bool hk_config_file_read(const char *path, hk_config_line *each, void *cls,
                         char ret_message[HK_CONFIG_MESSAGE_SIZE])
{
    char *text = read_text(path, ret_message);

    if (!text)
        return false;
    bool good = read_lines(path, text, each, cls, ret_message);
    free(text);
    return good;
}
