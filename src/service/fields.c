/* The grammar of the log's texts: one small writer and reader. */
#include "service/fields.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define HEX_BYTES_MAX 64
#define INT_TEXT_SIZE 24

void hk_fields_key(struct hk_strbuf *text, const char *key)
{
    if (text->length > 0)
        hk_strbuf_add(text, "; ");
    hk_strbuf_add(text, key);
}

void hk_fields_word(struct hk_strbuf *text, const char *word)
{
    hk_strbuf_add_char(text, ' ');
    hk_strbuf_add(text, word);
}

void hk_fields_int(struct hk_strbuf *text, int64_t value)
{
    hk_strbuf_printf(text, " %" PRId64, value);
}

void hk_fields_quoted(struct hk_strbuf *text, const char *value)
{
    hk_strbuf_add(text, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            hk_strbuf_add_char(text, '\\');
        hk_strbuf_add_char(text, *value);
    }
    hk_strbuf_add_char(text, '"');
}

void hk_fields_hex(struct hk_strbuf *text, const void *bytes, size_t count)
{
    char hex[2 * HEX_BYTES_MAX + 1];

    if (count > HEX_BYTES_MAX)
        abort();
    hk_hex(bytes, count, hex);
    hk_fields_word(text, hex);
}

void hk_reader_init(struct hk_reader *reader, const char *text)
{
    reader->next = text;
    reader->end = text + strlen(text);
}

bool hk_reader_done(const struct hk_reader *reader)
{
    return reader->next == reader->end;
}

static void skip_blanks(struct hk_reader *reader)
{
    while (reader->next < reader->end && *reader->next == ' ')
        reader->next++;
}

bool hk_reader_field(struct hk_reader *reader, struct hk_reader *ret_words)
{
    bool quoted = false;
    const char *p;

    skip_blanks(reader);
    if (hk_reader_done(reader))
        return false;
    for (p = reader->next; p < reader->end && (quoted || *p != ';'); p++) {
        if (*p == '"')
            quoted = !quoted;
        else if (quoted && *p == '\\' && p + 1 < reader->end)
            p++;
    }
    ret_words->next = reader->next;
    ret_words->end = p;
    reader->next = p < reader->end ? p + 1 : p;
    return true;
}

bool hk_reader_key(struct hk_reader *reader, const char *key,
                   struct hk_reader *ret_words)
{
    struct hk_reader rest = *reader;
    struct hk_reader words;
    size_t length = strlen(key);

    if (!hk_reader_field(&rest, &words))
        return false;
    if ((size_t)(words.end - words.next) < length ||
        memcmp(words.next, key, length) != 0)
        return false;
    words.next += length;
    if (words.next < words.end && *words.next != ' ')
        return false;
    skip_blanks(&words);
    *reader = rest;
    *ret_words = words;
    return true;
}

bool hk_reader_word(struct hk_reader *words, char *ret_text, size_t size)
{
    const char *end = words->next;

    while (end < words->end && *end != ' ')
        end++;
    size_t length = (size_t)(end - words->next);
    if (length == 0 || length >= size)
        return false;
    memcpy(ret_text, words->next, length);
    ret_text[length] = '\0';
    words->next = end;
    skip_blanks(words);
    return true;
}

bool hk_reader_int(struct hk_reader *words, int64_t least, int64_t greatest,
                   int64_t *ret_value)
{
    char text[INT_TEXT_SIZE];
    char *end;

    if (!hk_reader_word(words, text, sizeof text))
        return false;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || value < least || value > greatest)
        return false;
    *ret_value = value;
    return true;
}

bool hk_reader_quoted(struct hk_reader *words, char *ret_text, size_t size)
{
    const char *p = words->next;
    size_t length = 0;

    if (p == words->end || *p++ != '"')
        return false;
    for (; p < words->end && *p != '"'; p++) {
        if (*p == '\\' && ++p == words->end)
            return false;
        if (length + 1 >= size)
            return false;
        ret_text[length++] = *p;
    }
    if (p == words->end)
        return false;
    ret_text[length] = '\0';
    words->next = p + 1;
    skip_blanks(words);
    return true;
}

bool hk_reader_hex(struct hk_reader *words, size_t count, void *ret_bytes)
{
    char hex[2 * HEX_BYTES_MAX + 1];

    return count <= HEX_BYTES_MAX && hk_reader_word(words, hex, sizeof hex) &&
           hk_unhex(hex, count, ret_bytes);
}

bool hk_reader_rest(struct hk_reader *words, char *ret_text, size_t size)
{
    size_t length = (size_t)(words->end - words->next);

    if (length >= size)
        return false;
    memcpy(ret_text, words->next, length);
    ret_text[length] = '\0';
    words->next = words->end;
    return true;
}
