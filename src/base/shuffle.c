/* G9: the stream of numbers and the shuffle that reads it. */
#include "base/shuffle.h"

#include <string.h>

#include "base/sha256.h"

_Static_assert(HK_COMMITMENT_SIZE == HK_SHA256_SIZE,
               "a commitment is a SHA-256");

#define NUMBERS_PER_BLOCK (HK_SHA256_SIZE / 4)

/* G9: the eight numbers of SHA-256(seed || counter). */
static void read_block(const uint8_t seed[HK_SEED_SIZE], uint64_t counter,
                       uint32_t ret_numbers[NUMBERS_PER_BLOCK])
{
    uint8_t input[HK_SEED_SIZE + 8];
    uint8_t hash[HK_SHA256_SIZE];

    memcpy(input, seed, HK_SEED_SIZE);
    for (size_t i = 0; i < 8; i++)
        input[HK_SEED_SIZE + i] = (uint8_t)(counter >> (56 - 8 * i));
    hk_sha256(input, sizeof input, hash);
    for (size_t i = 0; i < NUMBERS_PER_BLOCK; i++) {
        ret_numbers[i] = (uint32_t)hash[4 * i] << 24 |
                         (uint32_t)hash[4 * i + 1] << 16 |
                         (uint32_t)hash[4 * i + 2] << 8 | hash[4 * i + 3];
    }
}

void hk_shuffle_init(struct hk_shuffle *shuffle,
                     const uint8_t seed[HK_SEED_SIZE])
{
    memcpy(shuffle->seed, seed, HK_SEED_SIZE);
    shuffle->numbers_read = 0;
}

uint32_t hk_shuffle_next(struct hk_shuffle *shuffle)
{
    uint32_t numbers[NUMBERS_PER_BLOCK];
    uint64_t place = shuffle->numbers_read++;

    read_block(shuffle->seed, place / NUMBERS_PER_BLOCK, numbers);
    return numbers[place % NUMBERS_PER_BLOCK];
}

void hk_shuffle_bytes(struct hk_shuffle *shuffle, uint8_t *bytes, size_t count)
{
    /* Each block is hashed once here, not once for each of its numbers. */
    uint32_t numbers[NUMBERS_PER_BLOCK];
    uint64_t range = UINT64_C(1) << 32;

    if (count < 2)
        return;
    if (shuffle->numbers_read % NUMBERS_PER_BLOCK != 0)
        read_block(shuffle->seed, shuffle->numbers_read / NUMBERS_PER_BLOCK,
                   numbers);
    /* G9: from the last position down; numbers that would favour some
     * positions are passed over. */
    for (size_t i = count - 1; i > 0; i--) {
        uint32_t r;
        do {
            uint64_t place = shuffle->numbers_read++;
            if (place % NUMBERS_PER_BLOCK == 0)
                read_block(shuffle->seed, place / NUMBERS_PER_BLOCK, numbers);
            r = numbers[place % NUMBERS_PER_BLOCK];
        } while (r >= range - range % (i + 1));
        size_t other = r % (i + 1);
        uint8_t byte = bytes[i];
        bytes[i] = bytes[other];
        bytes[other] = byte;
    }
}

void hk_shuffle_commitment(const uint8_t seed[HK_SEED_SIZE],
                           uint8_t ret_commitment[HK_COMMITMENT_SIZE])
{
    hk_sha256(seed, HK_SEED_SIZE, ret_commitment);
}
