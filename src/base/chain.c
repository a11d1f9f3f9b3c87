/* The links of a hash chain. */
#include "base/chain.h"

#include <sodium.h>
#include <string.h>

_Static_assert(HK_HASH_SIZE == crypto_hash_sha256_BYTES &&
                   HK_HASH_SIZE == crypto_auth_hmacsha256_BYTES,
               "a hash, and a nonce, is a SHA-256");
_Static_assert(HK_SEED_SIZE == crypto_auth_hmacsha256_KEYBYTES,
               "a seed is the key of the nonces");

/* Names the form, so that another one never has the same hashes. */
static const char form[] = "hakam-chain-1 ";

void hk_chain_start(const char *id, uint8_t ret_hash[HK_HASH_SIZE])
{
    crypto_hash_sha256_state state;

    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)form,
                              strlen(form));
    crypto_hash_sha256_update(&state, (const unsigned char *)id, strlen(id));
    crypto_hash_sha256_final(&state, ret_hash);
}

static void make_nonce(const uint8_t *seed, uint32_t seq,
                       uint8_t ret_nonce[HK_HASH_SIZE])
{
    uint8_t number[8] = {0};

    for (size_t i = 0; i < 4; i++)
        number[4 + i] = (uint8_t)(seq >> (24 - 8 * i));
    crypto_auth_hmacsha256(ret_nonce, number, sizeof(number), seed);
}

void hk_chain_leaf(const uint8_t *seed, uint32_t seq, const char *text,
                   size_t length, uint8_t ret_leaf[HK_HASH_SIZE])
{
    crypto_hash_sha256_state state;
    uint8_t nonce[HK_HASH_SIZE];

    crypto_hash_sha256_init(&state);
    if (seed) {
        make_nonce(seed, seq, nonce);
        crypto_hash_sha256_update(&state, nonce, sizeof(nonce));
    }
    crypto_hash_sha256_update(&state, (const unsigned char *)text, length);
    crypto_hash_sha256_final(&state, ret_leaf);
}

void hk_chain_link(const uint8_t leaf[HK_HASH_SIZE], uint8_t hash[HK_HASH_SIZE])
{
    uint8_t both[2 * HK_HASH_SIZE];

    memcpy(both, hash, HK_HASH_SIZE);
    memcpy(both + HK_HASH_SIZE, leaf, HK_HASH_SIZE);
    crypto_hash_sha256(hash, both, sizeof(both));
}
