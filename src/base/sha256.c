/* Hashes by nettle, which uses the processor's own instructions for them. */
#include "base/sha256.h"

#include <nettle/hmac.h>

_Static_assert(HK_SHA256_SIZE == SHA256_DIGEST_SIZE, "32 bytes");

void hk_sha256_init(struct hk_sha256 *hash)
{
    sha256_init(&hash->context);
}

void hk_sha256_add(struct hk_sha256 *hash, const void *bytes, size_t count)
{
    sha256_update(&hash->context, count, bytes);
}

void hk_sha256_end(struct hk_sha256 *hash, uint8_t ret_hash[HK_SHA256_SIZE])
{
    sha256_digest(&hash->context, HK_SHA256_SIZE, ret_hash);
}

void hk_sha256(const void *bytes, size_t count,
               uint8_t ret_hash[HK_SHA256_SIZE])
{
    struct hk_sha256 hash;

    hk_sha256_init(&hash);
    hk_sha256_add(&hash, bytes, count);
    hk_sha256_end(&hash, ret_hash);
}

void hk_hmac_sha256(const uint8_t key[HK_SHA256_SIZE], const void *bytes,
                    size_t count, uint8_t ret_mac[HK_SHA256_SIZE])
{
    struct hmac_sha256_ctx context;

    hmac_sha256_set_key(&context, HK_SHA256_SIZE, key);
    hmac_sha256_update(&context, count, bytes);
    hmac_sha256_digest(&context, HK_SHA256_SIZE, ret_mac);
}
