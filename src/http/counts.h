/* How many there are of each key: a table of counts, of those that are not
 * zero. Whoever has it guards it. */
#ifndef HK_HTTP_COUNTS_H
#define HK_HTTP_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest key: the text of a uuid. Shorter ones are filled with zeros. */
enum { HK_COUNT_KEY_SIZE = 40, HK_COUNT_CHAINS = 1024 };

/* Of one key. */
struct hk_count;

/* Zeroed: all counts are zero. */
struct hk_counts {
    struct hk_count *chains[HK_COUNT_CHAINS];
};

/* One more of this key, to be given back by hk_counts_drop(). NULL: as many as
 * may be (ret_full), or no memory. */
struct hk_count *hk_counts_add(struct hk_counts *counts,
                               const uint8_t key[HK_COUNT_KEY_SIZE],
                               unsigned most, bool *ret_full);

/* One less; the last one frees the count. NULL-safe. */
void hk_counts_drop(struct hk_counts *counts, struct hk_count *count);

#endif
