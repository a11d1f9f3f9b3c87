/* Negotiating the language of an answer. */
#include "http/language.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

struct language_row {
    const char *tag;
    bool rtl;
};

static const struct language_row rows[HK_LANGUAGES] = {
#define X(name, tag, rtl, texts) [HK_##name] = {tag, rtl},
#include "http/languages.def"
#undef X
};

static const char blanks[] = " \t";

/* A weight in thousandths. */
enum { WEIGHT_MAX = 1000 };

const char *hk_language_tag(enum hk_language language)
{
    return rows[language].tag;
}

bool hk_language_rtl(enum hk_language language)
{
    return rows[language].rtl;
}

/* One range of the header; `tag` is not NUL-terminated. */
struct range {
    const char *tag;
    size_t length;
    int weight; /* 0: refused */
};

/* Reads "0", "0.5", "1.000" up to its end; -1 where it is no weight. */
static int read_weight(const char *text, size_t length)
{
    int weight, scale = WEIGHT_MAX;

    if (length == 0 || length > 5 || (text[0] != '0' && text[0] != '1'))
        return -1;
    weight = (text[0] - '0') * WEIGHT_MAX;
    if (length > 1 && text[1] != '.')
        return -1;
    for (size_t i = 2; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        scale /= 10;
        weight += (text[i] - '0') * scale;
    }
    return weight <= WEIGHT_MAX ? weight : -1;
}

/* Cuts the blanks off both ends. */
static void trim(const char **from, size_t *length)
{
    while (*length > 0 && strchr(blanks, **from)) {
        (*from)++;
        (*length)--;
    }
    while (*length > 0 && strchr(blanks, (*from)[*length - 1]))
        (*length)--;
}

/* Reads one part of the list: a range and its weight. False where it is not
 * of that form: it then says nothing. */
static bool read_range(const char *part, size_t length, struct range *ret_range)
{
    const char *semicolon = memchr(part, ';', length);
    const char *tag = part;
    size_t tag_length = semicolon ? (size_t)(semicolon - part) : length;
    int weight = WEIGHT_MAX;

    if (semicolon) {
        const char *value = semicolon + 1;
        size_t value_length = length - tag_length - 1;
        trim(&value, &value_length);
        if (value_length < 2 || strncasecmp(value, "q=", 2) != 0)
            return false;
        weight = read_weight(value + 2, value_length - 2);
    }
    trim(&tag, &tag_length);
    *ret_range = (struct range){tag, tag_length, weight};
    return tag_length > 0 && weight >= 0;
}

/* The next range of *rest that can be read; false at the end. */
static bool next_range(const char **rest, struct range *ret_range)
{
    while (**rest) {
        const char *part = *rest;
        size_t length = strcspn(part, ",");
        *rest += part[length] ? length + 1 : length;
        trim(&part, &length);
        if (read_range(part, length, ret_range))
            return true;
    }
    return false;
}

static bool is_star(const struct range *range)
{
    return range->length == 1 && range->tag[0] == '*';
}

/* The language whose tag is the range, or its beginning up to a hyphen;
 * HK_LANGUAGES where there is none. */
static enum hk_language lookup(const struct range *range)
{
    for (unsigned i = 0; i < HK_LANGUAGES; i++) {
        size_t length = strlen(rows[i].tag);
        if (range->length >= length &&
            strncasecmp(range->tag, rows[i].tag, length) == 0 &&
            (range->length == length || range->tag[length] == '-'))
            return (enum hk_language)i;
    }
    return HK_LANGUAGES;
}

/* Whether the header refuses the very tag of this language. */
static bool is_refused(const char *header, enum hk_language language)
{
    struct range range;

    while (next_range(&header, &range)) {
        if (range.weight == 0 && range.length == strlen(rows[language].tag) &&
            lookup(&range) == language)
            return true;
    }
    return false;
}

/* What "*" stands for: the first language that is not refused. */
static enum hk_language any_language(const char *header)
{
    for (unsigned i = 0; i < HK_LANGUAGES; i++) {
        if (!is_refused(header, (enum hk_language)i))
            return (enum hk_language)i;
    }
    return HK_ENGLISH;
}

enum hk_language hk_language_negotiate(const char *accept_language)
{
    enum hk_language best = HK_LANGUAGES;
    const char *rest = accept_language;
    struct range range;
    int best_weight = 0;
    bool star = false;

    if (!accept_language)
        return HK_ENGLISH;
    while (next_range(&rest, &range)) {
        enum hk_language language = lookup(&range);
        /* RFC 4647: "*" says something only where nothing else does. */
        star = star || (is_star(&range) && range.weight > 0);
        if (language == HK_LANGUAGES || range.weight <= best_weight ||
            is_refused(accept_language, language))
            continue;
        best = language;
        best_weight = range.weight;
    }
    if (best != HK_LANGUAGES)
        return best;
    return star ? any_language(accept_language) : HK_ENGLISH;
}
