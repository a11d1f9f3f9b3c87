/* The languages of the answers, and which of them a client reads. */
#ifndef HK_HTTP_LANGUAGE_H
#define HK_HTTP_LANGUAGE_H

#include <stdbool.h>

enum hk_language {
#define X(name, tag, rtl, texts) HK_##name,
#include "http/languages.def"
#undef X
    HK_LANGUAGES
};

/* "en", "ar", "ru": for Content-Language and lang="…". Static. */
const char *hk_language_tag(enum hk_language language);

/* Whether it is written from right to left. */
bool hk_language_rtl(enum hk_language language);

/*
 * The language for this Accept-Language (RFC 9110), by the lookup of RFC 4647:
 * ranges by their weight, those of one weight as they stand, each shortened
 * from its end until a language has that tag (ar-EG is ar). NULL, "*" and
 * languages that are not spoken here give English; where English is refused
 * (en;q=0) and "*" admits the others, the first of those that is not.
 */
enum hk_language hk_language_negotiate(const char *accept_language);

#endif
