/* The allocator that is given to jansson. */
#include "http/json_memory.h"

#include <stdlib.h>

#include <jansson.h>

/* The library's hooks are told nothing but a size. */
static _Thread_local bool refused;

static void *allocate(size_t size)
{
    void *memory = malloc(size);

    if (!memory)
        refused = true;
    return memory;
}

void hk_json_memory_init(void)
{
    json_set_alloc_funcs(allocate, free);
}

bool hk_json_memory_failed(void)
{
    bool was_refused = refused;

    refused = false;
    return was_refused;
}
