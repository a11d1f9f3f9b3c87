/* The table of counts, in chains. */
#include "http/counts.h"

#include <stdlib.h>
#include <string.h>

struct hk_count {
    uint8_t key[HK_COUNT_KEY_SIZE];
    unsigned open;
    struct hk_count *next;
};

/* FNV-1a. A chain that somebody makes long is as long as what he has open. */
static size_t chain_of(const uint8_t key[HK_COUNT_KEY_SIZE])
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < HK_COUNT_KEY_SIZE; i++)
        hash = (hash ^ key[i]) * 16777619u;
    return hash % HK_COUNT_CHAINS;
}

struct hk_count *hk_counts_add(struct hk_counts *counts,
                               const uint8_t key[HK_COUNT_KEY_SIZE],
                               unsigned most, bool *ret_full)
{
    struct hk_count **first = &counts->chains[chain_of(key)];
    struct hk_count *count = *first;

    while (count && memcmp(count->key, key, HK_COUNT_KEY_SIZE) != 0)
        count = count->next;
    *ret_full = count ? count->open >= most : most == 0;
    if (*ret_full)
        return NULL;
    if (!count) {
        count = calloc(1, sizeof *count);
        if (!count)
            return NULL;
        memcpy(count->key, key, HK_COUNT_KEY_SIZE);
        count->next = *first;
        *first = count;
    }
    count->open++;
    return count;
}

void hk_counts_drop(struct hk_counts *counts, struct hk_count *count)
{
    if (!count || --count->open > 0)
        return;
    struct hk_count **place = &counts->chains[chain_of(count->key)];
    while (*place != count)
        place = &(*place)->next;
    *place = count->next;
    free(count);
}
