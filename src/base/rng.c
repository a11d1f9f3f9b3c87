/* The system's random source and the deterministic one. */
#include "base/rng.h"

#include <sodium.h>
#include <stdlib.h>

static void system_fill(void *self, void *ret_bytes, size_t size)
{
    (void)self;
    randombytes_buf(ret_bytes, size);
}

struct hk_rng hk_rng_system(void)
{
    /* May be called again, and by threads at once. */
    if (sodium_init() < 0)
        abort();
    return (struct hk_rng){.fill = system_fill, .self = NULL};
}

static uint64_t rotate(uint64_t value, unsigned bits)
{
    return (value << bits) | (value >> (64 - bits));
}

/* xoshiro256**, public domain, by D. Blackman and S. Vigna. */
static uint64_t seeded_next(struct hk_rng_seeded *seeded)
{
    uint64_t *s = seeded->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

static void seeded_fill(void *self, void *ret_bytes, size_t size)
{
    uint8_t *bytes = ret_bytes;
    uint64_t word = 0;

    for (size_t i = 0; i < size; i++) {
        if (i % 8 == 0)
            word = seeded_next(self);
        bytes[i] = (uint8_t)(word >> (8 * (i % 8)));
    }
}

struct hk_rng hk_rng_from_seed(struct hk_rng_seeded *seeded, uint64_t seed)
{
    /* splitmix64 spreads the seed, so that near seeds do not begin alike and
     * the state is never all zero. */
    for (size_t i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t mixed = seed;
        mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
        seeded->state[i] = mixed ^ (mixed >> 31);
    }
    return (struct hk_rng){.fill = seeded_fill, .self = seeded};
}

void hk_rng_fill(const struct hk_rng *rng, void *ret_bytes, size_t size)
{
    rng->fill(rng->self, ret_bytes, size);
}

uint32_t hk_rng_below(const struct hk_rng *rng, uint32_t bound)
{
    uint64_t range = UINT64_C(1) << 32;
    uint32_t number;

    if (bound == 0)
        abort();
    /* What lies above the last whole multiple of the bound would favour the
     * small numbers. */
    do {
        uint8_t b[4];
        hk_rng_fill(rng, b, sizeof b);
        number = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
                 (uint32_t)b[3] << 24;
    } while (number >= range - range % bound);
    return number % bound;
}
