/* G9: the shuffle that anyone can recompute from the revealed seed. */
#ifndef HK_BASE_SHUFFLE_H
#define HK_BASE_SHUFFLE_H

#include <stddef.h>
#include <stdint.h>

#define HK_SEED_SIZE 32
#define HK_COMMITMENT_SIZE 32

/*
 * G9: the stream SHA-256(seed || counter as 8 bytes big-endian) for counter 0,
 * 1, 2 …, read as 4-byte big-endian numbers. Copy it to keep a place in it.
 */
struct hk_shuffle {
    uint8_t seed[HK_SEED_SIZE];
    uint64_t numbers_read; /* numbers taken so far; says where to go on */
};

/* Starts the stream of this seed at its beginning. */
void hk_shuffle_init(struct hk_shuffle *shuffle,
                     const uint8_t seed[HK_SEED_SIZE]);

/* The next number of the stream. */
uint32_t hk_shuffle_next(struct hk_shuffle *shuffle);

/*
 * G9: shuffles `count` (0 to 65535) bytes in place and moves the stream on:
 * for i from count - 1 down to 1, r is drawn until r < 2^32 - (2^32 mod (i+1)),
 * and the positions i and r mod (i+1) are swapped.
 */
void hk_shuffle_bytes(struct hk_shuffle *shuffle, uint8_t *bytes, size_t count);

/* G9: the SHA-256 of the seed, published when the round starts. */
void hk_shuffle_commitment(const uint8_t seed[HK_SEED_SIZE],
                           uint8_t ret_commitment[HK_COMMITMENT_SIZE]);

#endif
