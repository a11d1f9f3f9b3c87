/* Walking over the headers of a request. */
#include "http/head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/strbuf.h"

/* The whole head is shorter than the connection's memory. */
enum { LIST_MAX = 64 * 1024 };

/* Bytes that the library takes for a header, a parameter or a cookie beside
 * the text; of a cookie it makes a copy. */
enum { ENTRY_SIZE = 64, COOKIE_SIGNS = 2 };

struct row {
    const char *name;
    size_t length;
};

#define ROW(name)              \
    {                          \
        name, sizeof(name) - 1 \
    }
static const struct row rows[HK_HEADERS] = {
    [HK_HEADER_CONTENT_LENGTH] = ROW("Content-Length"),
    [HK_HEADER_TRANSFER_ENCODING] = ROW("Transfer-Encoding"),
    [HK_HEADER_HOST] = ROW("Host"),
    [HK_HEADER_AUTHORIZATION] = ROW("Authorization"),
    [HK_HEADER_CONTENT_ENCODING] = ROW("Content-Encoding"),
    [HK_HEADER_CONTENT_TYPE] = ROW("Content-Type"),
    [HK_HEADER_EXPECT] = ROW("Expect"),
    [HK_HEADER_IDEMPOTENCY_KEY] = ROW("Idempotency-Key"),
    [HK_HEADER_LAST_EVENT_ID] = ROW("Last-Event-ID"),
    [HK_HEADER_TRACEPARENT] = ROW("traceparent"),
    [HK_HEADER_ORIGIN] = ROW("Origin"),
    [HK_HEADER_ACCESS_CONTROL_REQUEST_METHOD] = ROW(
        "Access-Control-Request-Method"),
    [HK_HEADER_ACCEPT] = ROW("Accept"),
    [HK_HEADER_ACCEPT_LANGUAGE] = ROW("Accept-Language"),
    [HK_HEADER_IF_MATCH] = ROW("If-Match"),
    [HK_HEADER_IF_NONE_MATCH] = ROW("If-None-Match"),
    [HK_HEADER_PREFER] = ROW("Prefer"),
    [HK_HEADER_FORWARDED] = ROW("Forwarded"),
    [HK_HEADER_X_FORWARDED_FOR] = ROW("X-Forwarded-For"),
};
#undef ROW

const char *hk_header_name(enum hk_header header)
{
    return rows[header].name;
}

/* HK_HEADERS: one that nothing here reads. */
static unsigned find(const char *name, size_t length)
{
    unsigned i = 0;

    while (i < HK_HEADERS && (rows[i].length != length ||
                              strncasecmp(rows[i].name, name, length) != 0))
        i++;
    return i;
}

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
}

/* RFC 9110: the characters of a field name. */
static bool is_token(const char *text, size_t length)
{
    static const char signs[] = "-!#$%&'*+.^_`|~";

    for (size_t i = 0; i < length; i++) {
        if (!is_letter_or_digit(text[i]) &&
            !memchr(signs, text[i], sizeof(signs) - 1))
            return false;
    }
    return length > 0;
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

/* Of a value that goes on in the next line the library makes a part of the
 * name: what others read as a length would be none. */
static bool is_folded(const char *name, size_t length)
{
    static const enum hk_header framing[] = {HK_HEADER_CONTENT_LENGTH,
                                             HK_HEADER_TRANSFER_ENCODING};

    for (size_t i = 0; i < sizeof(framing) / sizeof(framing[0]); i++) {
        const struct row *row = &rows[framing[i]];
        if (length > row->length &&
            strncasecmp(name, row->name, row->length) == 0)
            return true;
    }
    return false;
}

static enum MHD_Result look_at(void *cls, enum MHD_ValueKind kind,
                               const char *name, size_t length,
                               const char *value, size_t value_length)
{
    struct hk_head *head = cls;

    head->size += ENTRY_SIZE;
    if (kind == MHD_COOKIE_KIND)
        head->size += length + value_length + COOKIE_SIGNS;
    if (kind != MHD_HEADER_KIND)
        return MHD_YES;
    if (!value)
        value = "";
    if (!is_value(value))
        head->bad_value = true;
    unsigned header = find(name, length);
    if (header == HK_HEADERS) {
        if (!is_token(name, length) || is_folded(name, length))
            head->bad_name = true;
        return MHD_YES;
    }
    if (head->counts[header]++ == 0)
        head->values[header] = value;
    return MHD_YES;
}

/* ----- lists -------------------------------------------------------------- */

struct joining {
    unsigned header;
    struct hk_strbuf text;
};

static enum MHD_Result join(void *cls, enum MHD_ValueKind kind,
                            const char *name, size_t length, const char *value,
                            size_t value_length)
{
    struct joining *joining = cls;

    (void)kind;
    (void)value_length;
    if (find(name, length) != joining->header)
        return MHD_YES;
    if (joining->text.length > 0)
        hk_strbuf_add_char(&joining->text, ',');
    hk_strbuf_add(&joining->text, value ? value : "");
    return MHD_YES;
}

static enum hk_error read_list(struct hk_head *head, unsigned header,
                               struct MHD_Connection *connection)
{
    struct joining joining = {.header = header};

    hk_strbuf_init(&joining.text, LIST_MAX);
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, join, &joining);
    char *value = hk_strbuf_take(&joining.text);
    if (!value)
        return HK_E_INTERNAL;
    head->joined[header] = value;
    head->values[header] = value;
    return HK_OK;
}

enum hk_error hk_head_read(struct hk_head *head,
                           struct MHD_Connection *connection)
{
    enum hk_error error = HK_OK;
    const union MHD_ConnectionInfo *text = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

    if (text)
        head->size = text->header_size;
    MHD_get_connection_values_n(
        connection, MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND,
        look_at, head);
    for (unsigned i = HK_HEADER_ACCEPT; i < HK_HEADERS; i++) {
        if (head->counts[i] > 1 && read_list(head, i, connection))
            error = HK_E_INTERNAL;
    }
    return error;
}

void hk_head_clear(struct hk_head *head)
{
    for (unsigned i = HK_HEADER_ACCEPT; i < HK_HEADERS; i++)
        free(head->joined[i]);
    *head = (struct hk_head){0};
}
