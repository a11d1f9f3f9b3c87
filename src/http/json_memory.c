/* The allocator that is given to jansson. */
#include "http/json_memory.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <jansson.h>

/* The library's hooks are told nothing but a size or a place. */
static _Thread_local struct {
    bool refused;
    char *room; /* borrowed; NULL: none */
    size_t size, used;
} here;

static void *allocate(size_t size)
{
    const size_t unit = _Alignof(max_align_t);

    if (size <= here.size - here.used) {
        void *place = here.room + here.used;
        size_t rounded = (size + unit - 1) / unit * unit;
        here.used += rounded <= here.size - here.used ? rounded
                                                      : here.size - here.used;
        return place;
    }
    void *memory = malloc(size);
    if (!memory)
        here.refused = true;
    return memory;
}

static void give_back(void *memory)
{
    if ((uintptr_t)memory - (uintptr_t)here.room >= here.size)
        free(memory);
}

void hk_json_memory_init(void)
{
    json_set_alloc_funcs(allocate, give_back);
}

void hk_json_memory_lend(void *room, size_t size)
{
    here.room = room;
    here.size = size;
    here.used = 0;
}

bool hk_json_memory_failed(void)
{
    bool was_refused = here.refused;

    here.refused = false;
    return was_refused;
}
