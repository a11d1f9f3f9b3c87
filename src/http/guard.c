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

static enum MHD_Result look_at(void *cls, enum MHD_ValueKind kind,
                               const char *name, const char *value)
{
    struct head *head = cls;

    (void)kind;
    if (!is_token(name))
        head->bad_name = true;
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
    if (head.bad_name)
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
