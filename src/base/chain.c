/* The links of a hash chain. */
#include "base/chain.h"

#include <string.h>

#include "base/sha256.h"

_Static_assert(HK_HASH_SIZE == HK_SHA256_SIZE, "a hash, and a nonce, is one");
_Static_assert(HK_SEED_SIZE == HK_SHA256_SIZE, "a seed is a key of the nonces");

/* Names the form, so that another one never has the same hashes. */
static const char form[] = "hakam-chain-1 ";

void hk_chain_start(const char *id, uint8_t ret_hash[HK_HASH_SIZE])
{
    struct hk_sha256 hash;

    hk_sha256_init(&hash);
    hk_sha256_add(&hash, form, strlen(form));
    hk_sha256_add(&hash, id, strlen(id));
    hk_sha256_end(&hash, ret_hash);
}

static void make_nonce(const uint8_t *seed, uint32_t seq,
                       uint8_t ret_nonce[HK_HASH_SIZE])
{
    uint8_t number[8] = {0};

    for (size_t i = 0; i < 4; i++)
        number[4 + i] = (uint8_t)(seq >> (24 - 8 * i));
    hk_hmac_sha256(seed, number, sizeof(number), ret_nonce);
}

void hk_chain_leaf(const uint8_t *seed, uint32_t seq, const char *text,
                   size_t length, uint8_t ret_leaf[HK_HASH_SIZE])
{
    struct hk_sha256 hash;
    uint8_t nonce[HK_HASH_SIZE];

    hk_sha256_init(&hash);
    if (seed) {
        make_nonce(seed, seq, nonce);
        hk_sha256_add(&hash, nonce, sizeof(nonce));
    }
    hk_sha256_add(&hash, text, length);
    hk_sha256_end(&hash, ret_leaf);
}

void hk_chain_link(const uint8_t leaf[HK_HASH_SIZE], uint8_t hash[HK_HASH_SIZE])
{
    uint8_t both[2 * HK_HASH_SIZE];

    memcpy(both, hash, HK_HASH_SIZE);
    memcpy(both + HK_HASH_SIZE, leaf, HK_HASH_SIZE);
    hk_sha256(both, sizeof(both), hash);
}
