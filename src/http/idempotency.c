/* Answers kept, sealed so that they can be read only with their key. */
#include "http/idempotency.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/sha256.h"

enum { SEAL_ROOM = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES };

static void add_text(struct hk_sha256 *hash, const char *text)
{
    /* With its NUL, so that two texts never run into each other. */
    hk_sha256_add(hash, text, strlen(text) + 1);
}

/* A hash of who asks for what with which key, for one purpose. */
static void hash_for(const struct hk_request *request, const char *purpose,
                     uint8_t ret_hash[32])
{
    struct hk_sha256 hash;

    hk_sha256_init(&hash);
    add_text(&hash, purpose);
    hk_sha256_add(&hash, request->caller.hash, sizeof(request->caller.hash));
    add_text(&hash, request->method_token);
    add_text(&hash, request->target.path);
    add_text(&hash, request->idempotency.key);
    hk_sha256_end(&hash, ret_hash);
}

/* Never the same twice: of this process, and its number there. Asking the
 * kernel for each would be a call more. */
static void make_nonce(struct hk_http *http,
                       uint8_t ret_nonce[crypto_secretbox_NONCEBYTES])
{
    uint64_t number = atomic_fetch_add(&http->seals, 1);

    memcpy(ret_nonce, http->seal_nonce, sizeof(http->seal_nonce));
    memcpy(ret_nonce + sizeof(http->seal_nonce), &number, sizeof(number));
}

_Static_assert(HK_SEAL_NONCE_SIZE + sizeof(uint64_t) ==
                   crypto_secretbox_NONCEBYTES,
               "a nonce is both");

/* Called inside the write: makes the answer and gives it, sealed. */
static enum hk_error render(void *cls, const void *outcome, void **ret_answer,
                            size_t *ret_size)
{
    struct hk_request *request = cls;
    uint8_t seal_key[crypto_secretbox_KEYBYTES];
    struct hk_strbuf text;
    char near[2048];

    enum hk_error error = request->build(request, outcome);
    if (error)
        return error;
    hk_strbuf_init_in(&text, HK_REPLY_BODY_MAX + 8192, near, sizeof(near));
    error = hk_reply_write(&request->reply, &text);
    uint8_t *sealed = error ? NULL : malloc(text.length + SEAL_ROOM);
    if (!sealed) {
        hk_strbuf_clear(&text);
        return HK_E_INTERNAL;
    }
    hash_for(request, "hakam receipt seal", seal_key);
    make_nonce(request->http, sealed);
    crypto_secretbox_easy(sealed + crypto_secretbox_NONCEBYTES,
                          (const unsigned char *)text.text, text.length, sealed,
                          seal_key);
    sodium_memzero(seal_key, sizeof(seal_key));
    *ret_answer = sealed;
    *ret_size = text.length + SEAL_ROOM;
    hk_strbuf_clear(&text);
    return HK_OK;
}

enum hk_error hk_idempotency_begin(struct hk_request *request)
{
    struct hk_idempotency *idempotency = &request->idempotency;

    const char *value = hk_request_header(request, HK_HEADER_IDEMPOTENCY_KEY);
    if (!value)
        return HK_OK;
    if (!hk_idempotency_key_read(value, idempotency->key)) {
        hk_faults_add_named(&request->faults,
                            hk_header_name(HK_HEADER_IDEMPOTENCY_KEY),
                            "invalid_key", HK_FAULT_IDEMPOTENCY_KEY, NULL);
        return hk_request_shape(request);
    }
    /* A dry run changes nothing: there is nothing to keep. */
    if (request->dry_run)
        return HK_OK;
    idempotency->used = true;
    hash_for(request, "hakam receipt slot", idempotency->receipt.slot);
    hk_sha256(request->body, request->body_length,
              idempotency->receipt.body_hash);
    idempotency->receipt.render = render;
    idempotency->receipt.cls = request;
    return HK_OK;
}

/* Opens what render() sealed. */
static enum hk_error unseal(struct hk_request *request, const uint8_t *sealed,
                            size_t size)
{
    uint8_t seal_key[crypto_secretbox_KEYBYTES];

    if (size < SEAL_ROOM)
        return HK_E_INTERNAL;
    size_t length = size - SEAL_ROOM;
    unsigned char *text = malloc(length + 1);
    if (!text)
        return HK_E_INTERNAL;
    hash_for(request, "hakam receipt seal", seal_key);
    int failed = crypto_secretbox_open_easy(
        text, sealed + crypto_secretbox_NONCEBYTES,
        size - crypto_secretbox_NONCEBYTES, sealed, seal_key);
    sodium_memzero(seal_key, sizeof(seal_key));
    enum hk_error error = failed ? HK_E_INTERNAL
                                 : hk_reply_read((const char *)text, length,
                                                 &request->reply);
    free(text);
    return error;
}

enum hk_error hk_idempotency_replay(struct hk_request *request,
                                    bool *ret_replayed)
{
    const struct hk_receipt *receipt = &request->idempotency.receipt;
    void *sealed;
    size_t size;

    if (!request->idempotency.used) {
        *ret_replayed = false;
        return HK_OK;
    }
    enum hk_error error = hk_receipt_find(request->http->service, receipt->slot,
                                          receipt->body_hash, &sealed, &size);
    if (error == HK_E_NOT_FOUND) {
        *ret_replayed = false;
        return HK_OK;
    }
    if (error)
        return error;
    error = unseal(request, sealed, size);
    free(sealed);
    if (error)
        return error;
    hk_reply_header(&request->reply, "Idempotency-Replayed", "true");
    *ret_replayed = true;
    return HK_OK;
}

const struct hk_receipt *hk_idempotency_receipt(struct hk_request *request)
{
    return request->idempotency.used ? &request->idempotency.receipt : NULL;
}
