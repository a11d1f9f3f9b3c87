/* Reading header values. */
#include "http/headers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char blanks[] = " \t";

/* A part of a value, not NUL-terminated. */
struct span {
    const char *from;
    size_t length;
};

static struct span trim(struct span span)
{
    while (span.length > 0 && strchr(blanks, span.from[0])) {
        span.from++;
        span.length--;
    }
    while (span.length > 0 && strchr(blanks, span.from[span.length - 1]))
        span.length--;
    return span;
}

/*
 * Takes the next part of *rest up to `separator`, which does not separate
 * within quotes. False at the end.
 */
static bool next_part(const char **rest, char separator, struct span *ret_part)
{
    const char *from = *rest;
    const char *at = from;
    bool quoted = false;

    if (!from || *from == '\0')
        return false;
    for (; *at && (quoted || *at != separator); at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (*at == '\\' && quoted && at[1])
            at++;
    }
    *ret_part = trim((struct span){from, (size_t)(at - from)});
    *rest = *at ? at + 1 : at;
    return true;
}

/* The same within a part. */
static bool next_piece(struct span *rest, char separator,
                       struct span *ret_piece)
{
    bool quoted = false;
    size_t i = 0;

    if (rest->length == 0)
        return false;
    for (; i < rest->length && (quoted || rest->from[i] != separator); i++) {
        if (rest->from[i] == '"')
            quoted = !quoted;
    }
    *ret_piece = trim((struct span){rest->from, i});
    size_t used = i < rest->length ? i + 1 : i;
    rest->from += used;
    rest->length -= used;
    return true;
}

static bool is_text(struct span span, const char *text)
{
    return span.length == strlen(text) &&
           strncasecmp(span.from, text, span.length) == 0;
}

/* A weight that refuses nothing: q=1, in thousandths. */
enum { FULL_WEIGHT = 1000 };

/*
 * The weight of a parameter "q=0.5", in thousandths; what is no weight, or
 * none that can be read, counts as the whole.
 */
static unsigned read_weight(struct span piece)
{
    unsigned weight = 0, unit = 100;

    if (piece.length < 3 || strncasecmp(piece.from, "q=", 2) != 0 ||
        piece.from[2] != '0')
        return FULL_WEIGHT;
    for (size_t i = 3; i < piece.length; i++) {
        char c = piece.from[i];
        if (i == 3 ? c != '.' : c < '0' || c > '9')
            return FULL_WEIGHT;
        if (i > 3) {
            weight += unit * (unsigned)(c - '0');
            unit /= 10;
        }
    }
    return weight;
}

/* How closely a range fits the media type: 0 not, 1 any, 2 its kind, 3 it. */
static int closeness(struct span range, const char *media)
{
    size_t kind = strcspn(media, "/") + 1;

    if (is_text(range, "*/*") || is_text(range, "*"))
        return 1;
    if (is_text(range, media))
        return 3;
    if (range.length == kind + 1 && range.from[kind] == '*' &&
        strncasecmp(range.from, media, kind) == 0)
        return 2;
    return 0;
}

/* The weight of a media type; 0 where it is not wanted. */
static unsigned weigh(const char *accept, const char *media)
{
    struct span part;
    unsigned weight = 0;
    int best = 0;

    if (!accept || accept[strspn(accept, blanks)] == '\0')
        return FULL_WEIGHT;
    while (next_part(&accept, ',', &part)) {
        struct span piece = {"", 0};
        unsigned own = FULL_WEIGHT;

        if (!next_piece(&part, ';', &piece))
            continue;
        int close = closeness(piece, media);
        while (next_piece(&part, ';', &piece)) {
            unsigned found = read_weight(piece);
            own = found < own ? found : own;
        }
        if (close > best) {
            best = close;
            weight = own;
        }
    }
    return weight;
}

int hk_accept_choose(const char *accept, const char *media)
{
    char type[HK_MEDIA_TYPE_SIZE];
    unsigned best = 0;
    int chosen = -1;

    for (int i = 0; *media; i++) {
        size_t length = strcspn(media, " ");
        if (length >= sizeof(type))
            abort(); /* longer than any type of the table of routes */
        memcpy(type, media, length);
        type[length] = '\0';
        media += length;
        media += strspn(media, " ");
        unsigned weight = weigh(accept, type);
        if (weight > best) {
            best = weight;
            chosen = i;
        }
    }
    return chosen;
}

bool hk_content_type_is(const char *value, const char *media)
{
    struct span piece, rest;

    if (!value)
        return false;
    rest = (struct span){value, strlen(value)};
    if (!next_piece(&rest, ';', &piece) || !is_text(piece, media))
        return false;
    while (next_piece(&rest, ';', &piece)) {
        if (piece.length < 8 || strncasecmp(piece.from, "charset=", 8) != 0)
            continue;
        struct span charset = {piece.from + 8, piece.length - 8};
        if (!is_text(charset, "utf-8") && !is_text(charset, "\"utf-8\""))
            return false;
    }
    return true;
}

const char *hk_bearer_token(const char *value)
{
    static const char scheme[] = "Bearer ";
    size_t length = sizeof(scheme) - 1;

    if (strncasecmp(value, scheme, length) != 0)
        return NULL;
    value += length;
    return value + strspn(value, " ");
}

bool hk_idempotency_key_read(const char *value,
                             char ret_key[HK_IDEMPOTENCY_KEY_SIZE])
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789_-";
    size_t length = strlen(value);

    if (length >= 2 && value[0] == '"' && value[length - 1] == '"') {
        value++;
        length -= 2;
    }
    if (length < 16 || length > 128 || strspn(value, allowed) < length)
        return false;
    memcpy(ret_key, value, length);
    ret_key[length] = '\0';
    return true;
}

/* The value of the first preference of this name, empty where it has none;
 * false where none is there. */
static bool find_preference(const char *prefer, const char *name,
                            struct span *ret_value)
{
    struct span part, piece;

    while (next_part(&prefer, ',', &part)) {
        /* Parameters after ";" say nothing here. */
        struct span rest = part;
        if (!next_piece(&rest, ';', &piece))
            continue;
        const char *equals = memchr(piece.from, '=', piece.length);
        size_t length = equals ? (size_t)(equals - piece.from) : piece.length;
        if (!is_text(trim((struct span){piece.from, length}), name))
            continue;
        struct span found = {piece.from + length, 0};
        if (equals)
            found = trim((struct span){equals + 1, piece.length - length - 1});
        if (found.length >= 2 && found.from[0] == '"') {
            found.from++;
            found.length -= 2;
        }
        *ret_value = found;
        return true;
    }
    return false;
}

bool hk_prefers(const char *prefer, const char *name, const char *value)
{
    struct span found;

    return find_preference(prefer, name, &found) && is_text(found, value);
}

unsigned hk_preferred_number(const char *prefer, const char *name,
                             unsigned most)
{
    struct span found;
    unsigned number = 0;

    if (!find_preference(prefer, name, &found))
        return 0;
    for (size_t i = 0; i < found.length; i++) {
        char digit = found.from[i];

        if (digit < '0' || digit > '9')
            return 0;
        if (number <= most)
            number = number * 10 + (unsigned)(digit - '0');
    }
    return number < most ? number : most;
}

/* One entity tag: takes W/ off. False where it is no tag. */
static bool read_tag(struct span part, bool *ret_weak, struct span *ret_tag)
{
    bool weak = part.length >= 2 && strncmp(part.from, "W/", 2) == 0;

    if (weak) {
        part.from += 2;
        part.length -= 2;
    }
    if (part.length < 2 || part.from[0] != '"' ||
        part.from[part.length - 1] != '"' ||
        memchr(part.from + 1, '"', part.length - 2))
        return false;
    *ret_weak = weak;
    *ret_tag = part;
    return true;
}

bool hk_none_match_hits(const char *value, const char *etag)
{
    struct span part, tag;
    bool weak;

    while (next_part(&value, ',', &part)) {
        if (is_text(part, "*"))
            return true;
        if (read_tag(part, &weak, &tag) && tag.length == strlen(etag) &&
            strncmp(tag.from, etag, tag.length) == 0)
            return true;
    }
    return false;
}

/* Whether the tag's part before the first dot is this number. */
static bool is_tag_of(struct span tag, uint32_t seq)
{
    char number[16];

    int length = snprintf(number, sizeof(number), "\"%" PRIu32, seq);
    size_t size = (size_t)length;
    return tag.length > size && strncmp(tag.from, number, size) == 0 &&
           (tag.from[size] == '.' || tag.from[size] == '"');
}

enum hk_match hk_if_match(const char *value, uint32_t seq)
{
    enum hk_match match = HK_MATCH_NO;
    struct span part, tag = {"", 0};
    bool weak = false, any = false;

    while (next_part(&value, ',', &part)) {
        if (part.length == 0)
            continue;
        any = true;
        bool star = is_text(part, "*");
        if (!star && !read_tag(part, &weak, &tag))
            return HK_MATCH_MALFORMED;
        if (star || (!weak && is_tag_of(tag, seq)))
            match = HK_MATCH_YES;
    }
    return any ? match : HK_MATCH_MALFORMED;
}
