/* Splitting and decoding the request target. */
#include "http/target.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <unistr.h>

#include "base/strbuf.h"

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* No byte that may not stand in a target, no fragment. */
static bool is_clean(const char *raw)
{
    for (; *raw; raw++) {
        unsigned char c = (unsigned char)*raw;
        if (c <= 0x20 || c == 0x7f || c == '#')
            return false;
    }
    return true;
}

/* Whether it stands for itself, and is a character: nearly all do. */
static bool is_plain(char c)
{
    return (unsigned char)c < 0x80 && c != '%' && c != '+';
}

/*
 * Decodes `length` bytes to *at, adds a NUL and moves *at past it. The result
 * is never longer than what was sent. False where it is no text.
 */
static bool decode(const char *from, size_t length, bool query, char **at)
{
    size_t plain = 0;
    char *out = *at;

    while (plain < length && is_plain(from[plain]))
        *out++ = from[plain++];
    if (plain == length) {
        *out = '\0';
        *at = out + 1;
        return true;
    }
    for (size_t i = plain; i < length; i++) {
        char c = from[i];
        if (c == '+' && query) {
            c = ' ';
        } else if (c == '%') {
            int high = i + 2 < length ? hex_value(from[i + 1]) : -1;
            int low = high >= 0 ? hex_value(from[i + 2]) : -1;
            if (low < 0 || (high == 0 && low == 0))
                return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        *out++ = c;
    }
    *out = '\0';
    if (u8_check((const uint8_t *)*at, (size_t)(out - *at)))
        return false;
    *at = out + 1;
    return true;
}

static bool split_path(struct hk_target *target, char **at)
{
    const char *from = target->path;

    while (*from == '/') {
        from++;
        size_t length = strcspn(from, "/");
        const char *segment = *at;
        if (!decode(from, length, false, at))
            return false;
        if (target->segment_count == HK_TARGET_SEGMENTS_MAX)
            target->too_long = true;
        else
            target->segments[target->segment_count++] = segment;
        from += length;
    }
    return true;
}

static bool split_query(struct hk_target *target, const char *from, char **at)
{
    while (*from) {
        size_t length = strcspn(from, "&");
        const char *equals = memchr(from, '=', length);
        size_t name_length = equals ? (size_t)(equals - from) : length;
        struct hk_parameter parameter = {.name = *at};

        if (!decode(from, name_length, true, at))
            return false;
        parameter.value = *at;
        size_t skip = equals ? name_length + 1 : name_length;
        if (!decode(from + skip, length - skip, true, at))
            return false;
        if (length == 0)
            ; /* "a=1&&b=2": nothing stands there */
        else if (target->parameter_count == HK_TARGET_PARAMETERS_MAX)
            target->too_many = true;
        else
            target->parameters[target->parameter_count++] = parameter;
        from += length;
        if (*from == '&')
            from++;
    }
    return true;
}

/* Past scheme and authority of the absolute form. */
static const char *without_authority(const char *raw)
{
    size_t scheme = 0;

    if (strncasecmp(raw, "http://", 7) == 0)
        scheme = 7;
    else if (strncasecmp(raw, "https://", 8) == 0)
        scheme = 8;
    else
        return raw;
    raw += scheme;
    return raw + strcspn(raw, "/?");
}

enum hk_error hk_target_read(const char *raw, struct hk_target *ret_target)
{
    struct hk_target target = {0};

    if (!is_clean(raw))
        return HK_E_BAD_FRAMING;
    const char *from = without_authority(raw);
    size_t path_length = strcspn(from, "?");
    /* The path as it is, then every segment, name and value, which is at most
     * as long as its place in the text with the sign before it; and there may
     * be an empty last value. */
    target.text = malloc(path_length + 2 + 2 * strlen(from) + 4);
    if (!target.text)
        return HK_E_INTERNAL;
    if (path_length == 0 && from != raw) {
        memcpy(target.text, "/", 2);
    } else {
        memcpy(target.text, from, path_length);
        target.text[path_length] = '\0';
    }
    target.path = target.text;
    target.server_wide = target.path[0] != '/';

    char *at = target.text + path_length + 2;
    const char *query = from + path_length;
    if (*query == '?')
        query++;
    if (!split_path(&target, &at) || !split_query(&target, query, &at)) {
        hk_target_clear(&target);
        return HK_E_BAD_FRAMING;
    }
    *ret_target = target;
    return HK_OK;
}

void hk_target_clear(struct hk_target *target)
{
    if (!target)
        return;
    free(target->text);
    *target = (struct hk_target){0};
}

const char *hk_target_parameter(const struct hk_target *target,
                                const char *name)
{
    for (size_t i = 0; i < target->parameter_count; i++) {
        if (strcmp(target->parameters[i].name, name) == 0)
            return target->parameters[i].value;
    }
    return NULL;
}

void hk_target_encode(struct hk_strbuf *text, const char *value)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789-._~";

    for (; *value; value++) {
        if (strchr(plain, *value))
            hk_strbuf_add_char(text, *value);
        else
            hk_strbuf_printf(text, "%%%02X", (unsigned char)*value);
    }
}
