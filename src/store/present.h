/* Whether an open file is still the one that its path leads to. */
#ifndef HK_STORE_PRESENT_H
#define HK_STORE_PRESENT_H

#include <stdbool.h>
#include <stdint.h>

/* All zero is a file that nothing is known of. */
struct hk_present {
    bool known;
    uint32_t device_major, device_minor;
    uint64_t inode;
};

/* Takes note of the file at this path, if there is one. */
void hk_present_learn(const char *path, struct hk_present *ret_present);

/* Whether it is there yet; a file that nothing is known of always is. */
bool hk_present_check(const struct hk_present *present, const char *path);

#endif
