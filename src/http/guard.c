/* The framing guard. */
#include "http/guard.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* What may stand once in a head. */
static const char *const single[] = {
    "Content-Length", "Transfer-Encoding", "Host",   "Authorization",
    "Content-Type",   "Content-Encoding",  "Expect", "Idempotency-Key",
};
enum { SINGLES = sizeof(single) / sizeof(single[0]) };
enum { CONTENT_LENGTH, TRANSFER_ENCODING, HOST };

struct head {
    unsigned counts[SINGLES];
    bool bad_name;
    bool bad_value;
    bool chunked;
};

/* RFC 9110: the characters of a field name. */
static bool is_token(const char *text)
{
    static const char signs[] = "!#$%&'*+-.^_`|~";

    if (*text == '\0')
        return false;
    for (; *text; text++) {
        bool letter = (*text >= 'a' && *text <= 'z') ||
                      (*text >= 'A' && *text <= 'Z') ||
                      (*text >= '0' && *text <= '9');
        if (!letter && !strchr(signs, *text))
            return false;
    }
    return true;
}

/* RFC 9110: what a value may hold; a CR alone ends a line for some. */
static bool is_value(const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return false;
    }
    return true;
}

/* RFC 3986: the characters of a host and a port. */
static bool is_host(const char *text)
{
    static const char signs[] = "-._~%!$&'()*+;=:[]";

    for (; *text; text++) {
        bool letter = (*text >= 'a' && *text <= 'z') ||
                      (*text >= 'A' && *text <= 'Z') ||
                      (*text >= '0' && *text <= '9');
        if (!letter && !strchr(signs, *text))
            return false;
    }
    return true;
}

/* Of a value that goes on in the next line the library makes a part of the
 * name: what others read as a length would be none. */
static bool is_folded(const char *name)
{
    static const int framing[] = {CONTENT_LENGTH, TRANSFER_ENCODING};

    for (size_t i = 0; i < sizeof(framing) / sizeof(framing[0]); i++) {
        size_t length = strlen(single[framing[i]]);
        if (strncasecmp(name, single[framing[i]], length) == 0 && name[length])
            return true;
    }
    return false;
}

static enum MHD_Result look_at(void *cls, enum MHD_ValueKind kind,
                               const char *name, const char *value)
{
    struct head *head = cls;

    (void)kind;
    if (!is_token(name) || is_folded(name))
        head->bad_name = true;
    if (value && !is_value(value))
        head->bad_value = true;
    if (value && strcasecmp(name, single[HOST]) == 0 && !is_host(value))
        head->bad_value = true;
    for (unsigned i = 0; i < SINGLES; i++) {
        if (strcasecmp(name, single[i]) == 0)
            head->counts[i]++;
    }
    if (strcasecmp(name, single[TRANSFER_ENCODING]) == 0)
        head->chunked = value && strcasecmp(value, "chunked") == 0;
    return MHD_YES;
}

enum hk_error hk_guard_check(struct MHD_Connection *connection,
                             const char *version)
{
    struct head head = {0};
    bool old = strcmp(version, "HTTP/1.0") == 0;

    if (!old && strcmp(version, "HTTP/1.1") != 0)
        return HK_E_BAD_FRAMING;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at, &head);
    if (head.bad_name || head.bad_value)
        return HK_E_BAD_FRAMING;
    for (unsigned i = 0; i < SINGLES; i++) {
        if (head.counts[i] > 1)
            return HK_E_BAD_FRAMING;
    }
    if (!old && head.counts[HOST] != 1)
        return HK_E_BAD_FRAMING;
    if (head.counts[TRANSFER_ENCODING] == 0)
        return HK_OK;
    if (old || head.counts[CONTENT_LENGTH] > 0)
        return HK_E_BAD_FRAMING;
    return head.chunked ? HK_OK : HK_E_NOT_IMPLEMENTED;
}
