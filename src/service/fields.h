/*
 * The grammar of the log's texts, "key value; key value": each value is words
 * with blanks between, a word is bare or "quoted" (with \" and \\ inside).
 */
#ifndef HK_SERVICE_FIELDS_H
#define HK_SERVICE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

/* Longest text of one event: 99 arranged deals of a whole pack. */
#define HK_FIELDS_MAX ((size_t)128 * 1024)

/* Begins the next field. */
void hk_fields_key(struct hk_strbuf *text, const char *key);

/* Add a word to the field begun. */
void hk_fields_word(struct hk_strbuf *text, const char *word);
void hk_fields_int(struct hk_strbuf *text, int64_t value);
void hk_fields_quoted(struct hk_strbuf *text, const char *value);
void hk_fields_hex(struct hk_strbuf *text, const void *bytes, size_t count);

/* A place in a text of fields, or in the words of one. */
struct hk_reader {
    const char *next;
    const char *end;
};

void hk_reader_init(struct hk_reader *reader, const char *text);

/* Whether nothing is left. */
bool hk_reader_done(const struct hk_reader *reader);

/* The next field as a whole, key and words; false where there is none. */
bool hk_reader_field(struct hk_reader *reader, struct hk_reader *ret_words);

/* The words of the next field when it has this key; false (and the place kept)
 * when it has not. */
bool hk_reader_key(struct hk_reader *reader, const char *key,
                   struct hk_reader *ret_words);

/* Take the next word of a field; false where it is no such thing. Texts are
 * copied with their NUL. */
bool hk_reader_word(struct hk_reader *words, char *ret_text, size_t size);
bool hk_reader_int(struct hk_reader *words, int64_t least, int64_t greatest,
                   int64_t *ret_value);
bool hk_reader_quoted(struct hk_reader *words, char *ret_text, size_t size);
bool hk_reader_hex(struct hk_reader *words, size_t count, void *ret_bytes);

/* Takes all that is left of a field. */
bool hk_reader_rest(struct hk_reader *words, char *ret_text, size_t size);

#endif
