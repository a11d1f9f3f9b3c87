/* Scope-owned things: freed when the variable leaves its scope. */
#ifndef HK_BASE_CLEANUP_H
#define HK_BASE_CLEANUP_H

#include <stdlib.h>

#define HK_CLEANUP(function) __attribute__((cleanup(function)))

/* For `HK_AUTO_FREE char *text = …;`. */
static inline void hk_cleanup_free(void *pointer_to_pointer)
{
    free(*(void **)pointer_to_pointer);
}
#define HK_AUTO_FREE HK_CLEANUP(hk_cleanup_free)

#endif
