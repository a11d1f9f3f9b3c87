/* The framing guard. */
#include "http/guard.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

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

/* Whether each header that may stand once does. */
static bool are_single(const struct hk_head *head)
{
    for (unsigned i = 0; i < HK_HEADER_LAST_EVENT_ID; i++) {
        if (head->counts[i] > 1)
            return false;
    }
    return true;
}

enum hk_error hk_guard_check(const struct hk_head *head, const char *version)
{
    const char *host = head->values[HK_HEADER_HOST];
    const char *coding = head->values[HK_HEADER_TRANSFER_ENCODING];
    bool old = strcmp(version, "HTTP/1.0") == 0;

    if (!old && strcmp(version, "HTTP/1.1") != 0)
        return HK_E_BAD_FRAMING;
    if (head->bad_name || head->bad_value || !are_single(head))
        return HK_E_BAD_FRAMING;
    if (host ? !is_host(host) : !old)
        return HK_E_BAD_FRAMING;
    if (!coding)
        return HK_OK;
    if (old || head->values[HK_HEADER_CONTENT_LENGTH])
        return HK_E_BAD_FRAMING;
    return strcasecmp(coding, "chunked") == 0 ? HK_OK : HK_E_NOT_IMPLEMENTED;
}
