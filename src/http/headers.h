/* Reading header values: pure functions over texts. */
#ifndef HK_HTTP_HEADERS_H
#define HK_HTTP_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for the longest media type that is answered, with its NUL. */
#define HK_MEDIA_TYPE_SIZE 64

/*
 * Which of some media types ("text/html text/csv", a blank between) an Accept
 * value (NULL or blank: anything) wants most: its place, from 0; -1 where it
 * wants none. The most specific range decides, q=0 refuses; of types that are
 * wanted alike the first is taken.
 */
int hk_accept_choose(const char *accept, const char *media);

/* Whether a Content-Type is this media type, in UTF-8 if it says. */
bool hk_content_type_is(const char *value, const char *media);

/* The token of "Bearer <token>"; NULL where it is not of that scheme.
 * Borrowed from the value. */
const char *hk_bearer_token(const char *value);

/* An Idempotency-Key with or without its quotes: 16 to 128 of [A-Za-z0-9_-].
 * False where it is none; ret_key is NUL-terminated. */
#define HK_IDEMPOTENCY_KEY_SIZE 129
bool hk_idempotency_key_read(const char *value,
                             char ret_key[HK_IDEMPOTENCY_KEY_SIZE]);

/* Whether a Prefer value asks for this preference, such as "return", with
 * this value, such as "minimal". The first of a name counts. */
bool hk_prefers(const char *prefer, const char *name, const char *value);

/* The number of a preference such as "wait=25"; `most` where it is greater, 0
 * where it is none. The first of a name counts. */
unsigned hk_preferred_number(const char *prefer, const char *name,
                             unsigned most);

/*
 * If-None-Match (weak comparison): whether one of the list is `etag` (with its
 * quotes), or it is "*".
 */
bool hk_none_match_hits(const char *value, const char *etag);

enum hk_match { HK_MATCH_YES, HK_MATCH_NO, HK_MATCH_MALFORMED };

/* If-Match (strong comparison), on the part of a game's ETag that is its seq:
 * "17.s2.en" and "17" match 17, "*" matches anything. */
enum hk_match hk_if_match(const char *value, uint32_t seq);

#endif
