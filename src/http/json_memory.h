/* jansson's memory. Where it gets none it does not always say so: a long text
 * may come out shorter. So what it was refused is remembered. */
#ifndef HK_HTTP_JSON_MEMORY_H
#define HK_HTTP_JSON_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Before the first use of jansson. */
void hk_json_memory_init(void);

/*
 * From now on jansson, in this thread, takes memory from this room, one piece
 * after another, and where there is none left from the heap. What lies in the
 * room is given back only while it is lent, and is free with it as a whole.
 * NULL and 0: from the heap alone, as at first.
 */
void hk_json_memory_lend(void *room, size_t size);

/* Whether jansson was refused memory in this thread since the last call. */
bool hk_json_memory_failed(void);

#endif
