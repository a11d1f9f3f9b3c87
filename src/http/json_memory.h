/* jansson's memory. Where it gets none it does not always say so: a long text
 * may come out shorter. So what it was refused is remembered. */
#ifndef HK_HTTP_JSON_MEMORY_H
#define HK_HTTP_JSON_MEMORY_H

#include <stdbool.h>

/* Before the first use of jansson. */
void hk_json_memory_init(void);

/* Whether jansson was refused memory in this thread since the last call. */
bool hk_json_memory_failed(void);

#endif
