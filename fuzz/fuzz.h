/* What the fuzz targets share: their entry, their checks, and reading choices
 * out of the bytes that a fuzzer makes up. */
#ifndef HK_FUZZ_FUZZ_H
#define HK_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One input, whatever it is; returns 0. Every target has this one function,
 * which libFuzzer, AFL++ and corpus.c call alike. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold in every build: stops the program where it does not. */
#define FUZZ_CHECK(condition)                                          \
    do {                                                               \
        if (!(condition)) {                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, \
                    #condition);                                       \
            abort();                                                   \
        }                                                              \
    } while (0)

/* Whether two things are the same, byte for byte. */
static inline bool fuzz_same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/* Bytes that are read one after another; beyond the end all are 0. */
struct fuzz_bytes {
    const uint8_t *at, *end;
};

static inline size_t fuzz_left(const struct fuzz_bytes *bytes)
{
    return (size_t)(bytes->end - bytes->at);
}

static inline uint8_t fuzz_byte(struct fuzz_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static inline uint32_t fuzz_short(struct fuzz_bytes *bytes)
{
    uint32_t high = fuzz_byte(bytes);

    return high << 8 | fuzz_byte(bytes);
}

/* A number from 0 to bound - 1, of one byte or two; bound > 0. */
static inline uint32_t fuzz_below(struct fuzz_bytes *bytes, uint32_t bound)
{
    return (bound > 256 ? fuzz_short(bytes) : fuzz_byte(bytes)) % bound;
}

#endif
