/* Cursors: sealed with a key of the database, bound to the list's address. */
#include "http/cursor.h"

#include <string.h>

#include <sodium.h>

/* The filter's hash is short: it need not withstand more than the seal. */
enum {
    FILTER_SIZE = 16,
    SEALED_MAX = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES +
                 FILTER_SIZE + HK_CURSOR_PLACE_MAX,
    TEXT_MAX = sodium_base64_ENCODED_LEN(
        SEALED_MAX, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
};

/* Whether a parameter says what the list holds, not which part of it. */
static bool is_filter(const char *name)
{
    return strcmp(name, "cursor") != 0 && strcmp(name, "limit") != 0;
}

/* What the list is of: its path and filters, whatever their order. */
static void hash_filter(const struct hk_request *request,
                        uint8_t ret_hash[FILTER_SIZE])
{
    const struct hk_target *target = &request->target;
    crypto_generichash_state state;
    uint8_t sum[FILTER_SIZE];

    /* Decoded: a segment may be sent in more than one way. */
    crypto_generichash_init(&state, NULL, 0, FILTER_SIZE);
    for (size_t i = 0; i < target->segment_count; i++)
        crypto_generichash_update(&state,
                                  (const unsigned char *)target->segments[i],
                                  strlen(target->segments[i]) + 1);
    crypto_generichash_final(&state, ret_hash, FILTER_SIZE);
    for (size_t i = 0; i < target->parameter_count; i++) {
        const struct hk_parameter *p = &target->parameters[i];
        if (!is_filter(p->name))
            continue;
        crypto_generichash_init(&state, NULL, 0, FILTER_SIZE);
        crypto_generichash_update(&state, (const unsigned char *)p->name,
                                  strlen(p->name) + 1);
        crypto_generichash_update(&state, (const unsigned char *)p->value,
                                  strlen(p->value));
        crypto_generichash_final(&state, sum, FILTER_SIZE);
        sodium_add(ret_hash, sum, FILTER_SIZE);
    }
}

enum hk_error hk_cursor_read(const struct hk_request *request, size_t size,
                             void *ret_place, bool *ret_given)
{
    const char *text = hk_target_parameter(&request->target, "cursor");
    uint8_t sealed[SEALED_MAX], plain[FILTER_SIZE + HK_CURSOR_PLACE_MAX];
    uint8_t filter[FILTER_SIZE];
    const char *end;
    size_t length;

    if (!text) {
        *ret_given = false;
        return HK_OK;
    }
    if (sodium_base642bin(sealed, sizeof(sealed), text, strlen(text), NULL,
                          &length, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        *end != '\0' ||
        length != crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES +
                      FILTER_SIZE + size)
        return HK_E_BAD_CURSOR;
    if (crypto_secretbox_open_easy(plain, sealed + crypto_secretbox_NONCEBYTES,
                                   length - crypto_secretbox_NONCEBYTES, sealed,
                                   request->http->cursor_key) != 0)
        return HK_E_BAD_CURSOR;
    hash_filter(request, filter);
    if (sodium_memcmp(plain, filter, FILTER_SIZE) != 0)
        return HK_E_BAD_CURSOR;
    memcpy(ret_place, plain + FILTER_SIZE, size);
    *ret_given = true;
    return HK_OK;
}

static void write_cursor(const struct hk_request *request, const void *place,
                         size_t size, char ret_text[TEXT_MAX])
{
    uint8_t sealed[SEALED_MAX], plain[FILTER_SIZE + HK_CURSOR_PLACE_MAX];

    hash_filter(request, plain);
    memcpy(plain + FILTER_SIZE, place, size);
    /* The same place gives the same cursor, and another one another nonce. */
    crypto_generichash(sealed, crypto_secretbox_NONCEBYTES, plain,
                       FILTER_SIZE + size, request->http->cursor_key,
                       sizeof(request->http->cursor_key));
    crypto_secretbox_easy(sealed + crypto_secretbox_NONCEBYTES, plain,
                          FILTER_SIZE + size, sealed,
                          request->http->cursor_key);
    sodium_bin2base64(ret_text, TEXT_MAX, sealed,
                      crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES +
                          FILTER_SIZE + size,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* The list's address, with the cursor of the next page. It is encoded anew:
 * what was sent may hold what ends an address within a header. */
static void add_link(struct hk_request *request, const char *cursor)
{
    const struct hk_target *target = &request->target;
    struct hk_strbuf link;

    hk_strbuf_init(&link, HK_REPLY_HEADER_MAX);
    for (size_t i = 0; i < target->segment_count; i++) {
        hk_strbuf_add_char(&link, '/');
        hk_target_encode(&link, target->segments[i]);
    }
    hk_strbuf_add_char(&link, '?');
    for (size_t i = 0; i < target->parameter_count; i++) {
        const struct hk_parameter *p = &target->parameters[i];
        if (strcmp(p->name, "cursor") == 0)
            continue;
        hk_target_encode(&link, p->name);
        hk_strbuf_add_char(&link, '=');
        hk_target_encode(&link, p->value);
        hk_strbuf_add_char(&link, '&');
    }
    hk_strbuf_printf(&link, "cursor=%s", cursor);
    if (link.failed)
        request->reply.failed = true;
    else
        hk_reply_header(&request->reply, "Link", "<%s>; rel=\"next\"",
                        link.text);
    hk_strbuf_clear(&link);
}

void hk_cursor_finish(struct hk_request *request, struct hk_json *json,
                      const void *place, size_t size)
{
    char cursor[TEXT_MAX];

    if (!place) {
        hk_json_null(json, "next");
        return;
    }
    write_cursor(request, place, size, cursor);
    hk_json_string(json, "next", cursor);
    add_link(request, cursor);
}
