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

/* A text with characters that need escapes. */
static void write_escaped(struct hk_strbuf *text, const char *value)
{
    hk_strbuf_add_char(text, '"');
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;
        if (is_plain(c))
            hk_strbuf_add_char(text, *value);
        else
            write_escape(text, c);
    }
    hk_strbuf_add_char(text, '"');
}

static void write_text(struct hk_strbuf *text, const char *value)
{
    size_t length = 0;

    while (is_plain((unsigned char)value[length]))
        length++;
    if (value[length]) {
        write_escaped(text, value);
        return;
    }
    char *to = hk_strbuf_extend(text, length + 2);
    if (!to)
        return;
    to[0] = '"';
    memcpy(to + 1, value, length);
    to[1 + length] = '"';
}

/* What stands before any value. */
static void lead(struct hk_json *json, const char *name)
{
    if (json->comma)
        hk_strbuf_add_char(json->text, ',');
    json->comma = true;
    if (name) {
        write_text(json->text, name);
        hk_strbuf_add_char(json->text, ':');
    }
}

static void open_with(struct hk_json *json, const char *name, char bracket)
{
    lead(json, name);
    hk_strbuf_add_char(json->text, bracket);
    json->comma = false;
}

static void close_with(struct hk_json *json, char bracket)
{
    hk_strbuf_add_char(json->text, bracket);
    json->comma = true;
}

void hk_json_open_object(struct hk_json *json, const char *name)
{
    open_with(json, name, '{');
}

void hk_json_close_object(struct hk_json *json)
{
    close_with(json, '}');
}

void hk_json_open_array(struct hk_json *json, const char *name)
{
    open_with(json, name, '[');
}

void hk_json_close_array(struct hk_json *json)
{
    close_with(json, ']');
}

void hk_json_string(struct hk_json *json, const char *name, const char *value)
{
    if (!value) {
        hk_json_null(json, name);
        return;
    }
    lead(json, name);
    write_text(json->text, value);
}

void hk_json_integer(struct hk_json *json, const char *name, int64_t value)
{
    lead(json, name);
    hk_strbuf_add_int(json->text, value);
}

void hk_json_boolean(struct hk_json *json, const char *name, bool value)
{
    lead(json, name);
    hk_strbuf_add(json->text, value ? "true" : "false");
}

void hk_json_null(struct hk_json *json, const char *name)
{
    lead(json, name);
    hk_strbuf_add(json->text, "null");
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
    lead(json, name);
    hk_strbuf_add(json->text, text);
}

void hk_json_time(struct hk_json *json, const char *name, hk_time value)
{
    char text[HK_TIME_TEXT_SIZE];

    hk_time_format(value, text);
    hk_json_string(json, name, text);
}

void hk_json_hex(struct hk_json *json, const char *name, const void *bytes,
                 size_t count)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *in = bytes;

    lead(json, name);
    char *to = hk_strbuf_extend(json->text, 2 * count + 2);
    if (!to)
        return;
    *to++ = '"';
    for (size_t i = 0; i < count; i++) {
        *to++ = digits[in[i] >> 4];
        *to++ = digits[in[i] & 15];
    }
    *to = '"';
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

    lead(json, name);
    if (negative && scaled > 0)
        hk_strbuf_add_char(json->text, '-');
    hk_strbuf_printf(json->text, "%" PRId64 ".%0*" PRId64, scaled / unit,
                     (int)decimals, scaled % unit);
}
