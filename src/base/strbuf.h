/* A growing text buffer with a ceiling; the only way texts are put together. */
#ifndef HK_BASE_STRBUF_H
#define HK_BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Text under construction. A failed append (no memory, ceiling reached) marks
 * the buffer `failed`, and later appends do nothing: check once, at the end.
 */
struct hk_strbuf {
    char *text;     /* NUL-terminated once anything was appended; owned */
    size_t length;  /* bytes before the NUL */
    size_t size;    /* bytes allocated */
    size_t ceiling; /* greatest length allowed */
    bool failed;
    bool lent; /* the text lies in room that is borrowed */
};

/* An empty buffer that never grows past `ceiling` bytes. Allocates nothing. */
void hk_strbuf_init(struct hk_strbuf *buffer, size_t ceiling);

/* The same with room for the first `size` bytes of the text, at least one,
 * which is borrowed until the text outgrows it or is cleared. */
void hk_strbuf_init_in(struct hk_strbuf *buffer, size_t ceiling, char *room,
                       size_t size);

/* Frees the text; the buffer is empty and usable again. NULL-safe. */
void hk_strbuf_clear(struct hk_strbuf *buffer);

/* Takes the text away, and keeps its memory for the next. */
void hk_strbuf_empty(struct hk_strbuf *buffer);

void hk_strbuf_add(struct hk_strbuf *buffer, const char *text);
void hk_strbuf_add_bytes(struct hk_strbuf *buffer, const void *bytes,
                         size_t count);
void hk_strbuf_add_char(struct hk_strbuf *buffer, char c);

/* Makes the text longer by `count` bytes, which the caller writes where the
 * result points; NULL when the buffer has failed. */
char *hk_strbuf_extend(struct hk_strbuf *buffer, size_t count);

/* Room for `count` more bytes, which is made where there is none; false when
 * the buffer has failed. */
bool hk_strbuf_grow(struct hk_strbuf *buffer, size_t count);

/* Mostly there is: no buffer is larger than its ceiling and the NUL. */
static inline bool hk_strbuf_reserve(struct hk_strbuf *buffer, size_t count)
{
    bool room = count < buffer->size - buffer->length;

    return room && !buffer->failed ? true : hk_strbuf_grow(buffer, count);
}

/* Room for at most `count` more bytes, which the caller writes from where the
 * result points, and then says where they end; NULL when the buffer has failed.
 */
static inline char *hk_strbuf_open(struct hk_strbuf *buffer, size_t count)
{
    return hk_strbuf_reserve(buffer, count) ? buffer->text + buffer->length
                                            : NULL;
}

static inline void hk_strbuf_close(struct hk_strbuf *buffer, char *end)
{
    *end = '\0';
    buffer->length = (size_t)(end - buffer->text);
}

/* Writes a whole number in decimal and returns where it ends; no NUL. */
#define HK_INT_TEXT_MAX 20
char *hk_int_write(int64_t value, char *to);

/* Copies a text, for which the caller has room, and returns where it ends; no
 * NUL. */
static inline char *hk_word_put(char *to, const char *word)
{
    size_t length = strlen(word);

    memcpy(to, word, length);
    return to + length;
}

/* A whole number in decimal. */
void hk_strbuf_add_int(struct hk_strbuf *buffer, int64_t value);

void hk_strbuf_printf(struct hk_strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Hands the text over to the caller, who frees it with free(); NULL when the
 * buffer has failed. The buffer is empty afterwards. */
char *hk_strbuf_take(struct hk_strbuf *buffer);

/* Lower-case hex of `count` bytes into ret_text, which has 2 * count + 1. */
void hk_hex(const void *bytes, size_t count, char *ret_text);

/* Reads exactly `count` bytes of lower- or upper-case hex; false otherwise. */
bool hk_unhex(const char *text, size_t count, void *ret_bytes);

#endif
