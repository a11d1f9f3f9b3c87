/* The text buffer, and bytes as hexadecimal text. */
#include "base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hk_strbuf_init(struct hk_strbuf *buffer, size_t ceiling)
{
    /* The NUL needs its byte too. */
    if (ceiling == SIZE_MAX)
        ceiling--;
    *buffer = (struct hk_strbuf){.ceiling = ceiling};
}

void hk_strbuf_init_in(struct hk_strbuf *buffer, size_t ceiling, char *room,
                       size_t size)
{
    hk_strbuf_init(buffer, ceiling);
    buffer->text = room;
    room[0] = '\0';
    buffer->size = size < ceiling + 1 ? size : ceiling + 1;
    buffer->lent = true;
}

void hk_strbuf_clear(struct hk_strbuf *buffer)
{
    if (!buffer)
        return;
    if (!buffer->lent)
        free(buffer->text);
    hk_strbuf_init(buffer, buffer->ceiling);
}

void hk_strbuf_empty(struct hk_strbuf *buffer)
{
    buffer->length = 0;
    buffer->failed = false;
    if (buffer->text)
        buffer->text[0] = '\0';
}

bool hk_strbuf_grow(struct hk_strbuf *buffer, size_t count)
{
    if (buffer->failed)
        return false;
    if (count > buffer->ceiling - buffer->length) {
        buffer->failed = true;
        return false;
    }
    size_t needed = buffer->length + count + 1;
    size_t size = buffer->size ? buffer->size : 256;
    while (size < needed)
        size = size > SIZE_MAX / 2 ? SIZE_MAX : size * 2;
    if (size > buffer->ceiling + 1)
        size = buffer->ceiling + 1;
    char *text = realloc(buffer->lent ? NULL : buffer->text, size);
    if (!text) {
        buffer->failed = true;
        return false;
    }
    if (buffer->lent)
        memcpy(text, buffer->text, buffer->length);
    buffer->lent = false;
    buffer->text = text;
    buffer->size = size;
    return true;
}

void hk_strbuf_add_bytes(struct hk_strbuf *buffer, const void *bytes,
                         size_t count)
{
    if (!hk_strbuf_reserve(buffer, count))
        return;
    if (count > 0)
        memcpy(buffer->text + buffer->length, bytes, count);
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
}

char *hk_strbuf_extend(struct hk_strbuf *buffer, size_t count)
{
    if (!hk_strbuf_reserve(buffer, count))
        return NULL;
    char *place = buffer->text + buffer->length;
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
    return place;
}

char *hk_int_write(int64_t value, char *to)
{
    if (value >= 0 && value < 10) {
        *to++ = (char)('0' + value);
        return to;
    }
    char digits[HK_INT_TEXT_MAX];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    while (at < sizeof digits)
        *to++ = digits[at++];
    return to;
}

void hk_strbuf_add_int(struct hk_strbuf *buffer, int64_t value)
{
    char text[HK_INT_TEXT_MAX];

    hk_strbuf_add_bytes(buffer, text,
                        (size_t)(hk_int_write(value, text) - text));
}

void hk_strbuf_add(struct hk_strbuf *buffer, const char *text)
{
    hk_strbuf_add_bytes(buffer, text, strlen(text));
}

void hk_strbuf_add_char(struct hk_strbuf *buffer, char c)
{
    hk_strbuf_add_bytes(buffer, &c, 1);
}

void hk_strbuf_printf(struct hk_strbuf *buffer, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        buffer->failed = true;
        return;
    }
    if (!hk_strbuf_reserve(buffer, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format,
              arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
}

char *hk_strbuf_take(struct hk_strbuf *buffer)
{
    char *text = NULL;

    /* An empty text is a text. */
    hk_strbuf_add_bytes(buffer, NULL, 0);
    if (!buffer->failed && buffer->lent) {
        text = malloc(buffer->length + 1);
        if (text)
            memcpy(text, buffer->text, buffer->length + 1);
    } else if (!buffer->failed) {
        text = buffer->text;
        buffer->text = NULL;
    }
    hk_strbuf_clear(buffer);
    return text;
}

void hk_hex(const void *bytes, size_t count, char *ret_text)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *in = bytes;

    for (size_t i = 0; i < count; i++) {
        ret_text[2 * i] = digits[in[i] >> 4];
        ret_text[2 * i + 1] = digits[in[i] & 15];
    }
    ret_text[2 * count] = '\0';
}

/* The value of a hexadecimal digit, -1 for any other character. */
static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hk_unhex(const char *text, size_t count, void *ret_bytes)
{
    uint8_t *out = ret_bytes;

    /* The whole text is looked at first: the output is untouched otherwise. */
    for (size_t i = 0; i < 2 * count; i++) {
        if (digit_value(text[i]) < 0)
            return false;
    }
    if (text[2 * count] != '\0')
        return false;
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)(digit_value(text[2 * i]) * 16 +
                           digit_value(text[2 * i + 1]));
    return true;
}
