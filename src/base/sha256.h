/* SHA-256 (FIPS 180-4), and the MAC that is made of it (RFC 2104). */
#ifndef HK_BASE_SHA256_H
#define HK_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include <nettle/sha2.h>

#define HK_SHA256_SIZE 32

/* A hash on its way. */
struct hk_sha256 {
    struct sha256_ctx context;
};

void hk_sha256_init(struct hk_sha256 *hash);
void hk_sha256_add(struct hk_sha256 *hash, const void *bytes, size_t count);
void hk_sha256_end(struct hk_sha256 *hash, uint8_t ret_hash[HK_SHA256_SIZE]);

/* The hash of some bytes. */
void hk_sha256(const void *bytes, size_t count,
               uint8_t ret_hash[HK_SHA256_SIZE]);

/* HMAC-SHA-256 under a key of 32 bytes. */
void hk_hmac_sha256(const uint8_t key[HK_SHA256_SIZE], const void *bytes,
                    size_t count, uint8_t ret_mac[HK_SHA256_SIZE]);

#endif
