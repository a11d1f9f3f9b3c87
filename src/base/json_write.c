/* The JSON writer. */
#include "base/json_write.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hk_json_init(struct hk_json *json, struct hk_strbuf *text)
{
    *json = (struct hk_json){.text = text};
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c != '"' && c != '\\';
}

/* In the shortest form: RFC 8785 has no other. */
static void write_escape(struct hk_strbuf *text, unsigned char c)
{
    static const char letters[] = "btnvfr"; /* from 8, where there is one */

    if (c == '"' || c == '\\')
        hk_strbuf_printf(text, "\\%c", c);
    else if (c >= '\b' && c <= '\r' && c != '\v')
        hk_strbuf_printf(text, "\\%c", letters[c - '\b']);
    else
        hk_strbuf_printf(text, "\\u%04x", c);
}

/* Bytes of the control character that begins here and need not be escaped: DEL
 * or one of C1; 0 where there is none. */
static size_t span_command(const char *at)
{
    unsigned char first = (unsigned char)at[0];
    unsigned char second = first ? (unsigned char)at[1] : 0;

    if (first == 0x7f)
        return 1;
    return first == 0xc2 && second >= 0x80 && second < 0xa0 ? 2 : 0;
}

/* How much of a text can be written as it is. */
static size_t span_plain(const struct hk_json *json, const char *value)
{
    size_t length = 0;

    while (is_plain((unsigned char)value[length]))
        length++;
    for (size_t i = 0; json->careful && i < length; i++) {
        if (span_command(value + i))
            return i;
    }
    return length;
}

/* A text with characters that need escapes. */
static void write_escaped(struct hk_json *json, const char *value)
{
    hk_strbuf_add_char(json->text, '"');
    for (; *value; value++) {
        size_t command = json->careful ? span_command(value) : 0;

        value += command ? command - 1 : 0;
        unsigned char c = (unsigned char)*value;
        if (command || !is_plain(c))
            write_escape(json->text, c);
        else
            hk_strbuf_add_char(json->text, *value);
    }
    hk_strbuf_add_char(json->text, '"');
}

static char *copy(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

/*
 * Writes what stands before any value, and returns where the value is to be
 * written, `count` bytes at most; the end of what was is told to
 * hk_strbuf_close(). NULL: the text has failed.
 */
static char *lead(struct hk_json *json, const char *name, size_t length,
                  size_t count)
{
    /* A comma, two quotes, a colon. */
    char *to = hk_strbuf_open(json->text, length + 4 + count);
    if (!to)
        return NULL;
    if (json->comma)
        *to++ = ',';
    json->comma = true;
    if (name) {
        *to++ = '"';
        to = copy(to, name, length);
        *to++ = '"';
        *to++ = ':';
    }
    return to;
}

void hk_json_put_raw(struct hk_json *json, const char *name, size_t length,
                     const char *value, size_t size)
{
    char *to = lead(json, name, length, size);

    if (to)
        hk_strbuf_close(json->text, copy(to, value, size));
}

void hk_json_put_open(struct hk_json *json, const char *name, size_t length,
                      char bracket)
{
    char *to = lead(json, name, length, 1);

    if (!to)
        return;
    *to++ = bracket;
    hk_strbuf_close(json->text, to);
    json->comma = false;
}

static void close_with(struct hk_json *json, char bracket)
{
    hk_strbuf_add_char(json->text, bracket);
    json->comma = true;
}

void hk_json_close_object(struct hk_json *json)
{
    close_with(json, '}');
}

void hk_json_close_array(struct hk_json *json)
{
    close_with(json, ']');
}

void hk_json_put_string(struct hk_json *json, const char *name, size_t length,
                        const char *value)
{
    if (!value) {
        hk_json_null(json, name);
        return;
    }
    size_t plain = span_plain(json, value);
    char *to = lead(json, name, length, plain + 2);
    if (!to)
        return;
    if (value[plain]) {
        hk_strbuf_close(json->text, to);
        write_escaped(json, value);
        return;
    }
    *to++ = '"';
    to = copy(to, value, plain);
    *to++ = '"';
    hk_strbuf_close(json->text, to);
}

void hk_json_put_integer(struct hk_json *json, const char *name, size_t length,
                         int64_t value)
{
    char *to = lead(json, name, length, HK_INT_TEXT_MAX);

    if (to)
        hk_strbuf_close(json->text, hk_int_write(value, to));
}

void hk_json_number_or_null(struct hk_json *json, const char *name,
                            int64_t value)
{
    if (value < 0)
        hk_json_null(json, name);
    else
        hk_json_integer(json, name, value);
}

void hk_json_real(struct hk_json *json, const char *name, double value)
{
    char text[32];

    for (int digits = DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    hk_json_raw(json, name, text, strlen(text));
}

void hk_json_time(struct hk_json *json, const char *name, hk_time value)
{
    char text[HK_TIME_TEXT_SIZE + 2];

    text[0] = '"';
    hk_time_format(value, text + 1);
    text[HK_TIME_TEXT_SIZE] = '"';
    hk_json_raw(json, name, text, HK_TIME_TEXT_SIZE + 1);
}

void hk_json_hex(struct hk_json *json, const char *name, const void *bytes,
                 size_t count)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *in = bytes;

    char *to = lead(json, name, hk_json_name_length(name), 2 * count + 2);
    if (!to)
        return;
    *to++ = '"';
    for (size_t i = 0; i < count; i++) {
        *to++ = digits[in[i] >> 4];
        *to++ = digits[in[i] & 15];
    }
    *to++ = '"';
    hk_strbuf_close(json->text, to);
}

void hk_json_ratio(struct hk_json *json, const char *name, int64_t part,
                   int64_t whole, unsigned decimals)
{
    int64_t unit = 1;

    if (whole == 0) {
        hk_json_null(json, name);
        return;
    }
    for (unsigned i = 0; i < decimals; i++)
        unit *= 10;

    bool negative = (part < 0) != (whole < 0);
    int64_t above = llabs(part) * unit;
    int64_t below = llabs(whole);
    int64_t scaled = (above + below / 2) / below;

    char text[HK_INT_TEXT_MAX + 10];
    int length = snprintf(text, sizeof(text), "%s%" PRId64 ".%0*" PRId64,
                          negative && scaled > 0 ? "-" : "", scaled / unit,
                          (int)decimals, scaled % unit);
    hk_json_raw(json, name, text, (size_t)length);
}
