/* Random bytes as a dependency: the system's source, or a seeded one. */
#ifndef HK_BASE_RNG_H
#define HK_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

/* A source of random bytes. `fill` may be called from any thread. */
struct hk_rng {
    void (*fill)(void *self, void *ret_bytes, size_t size);
    void *self;
};

/* The system's source, fit for seeds and tokens (libsodium). */
struct hk_rng hk_rng_system(void);

/* State of a deterministic source for tests and self-play; not for secrets. */
struct hk_rng_seeded {
    uint64_t state[4];
};

/* Starts the deterministic source: the same seed gives the same bytes on every
 * machine. Not to be shared between threads. `seeded` must outlive the result.
 */
struct hk_rng hk_rng_from_seed(struct hk_rng_seeded *seeded, uint64_t seed);

void hk_rng_fill(const struct hk_rng *rng, void *ret_bytes, size_t size);

/* A number from 0 to bound - 1, all equally likely; bound > 0. */
uint32_t hk_rng_below(const struct hk_rng *rng, uint32_t bound);

#endif
