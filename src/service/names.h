/* Players' names: what is one, and when two are the same. */
#ifndef HK_SERVICE_NAMES_H
#define HK_SERVICE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "store/games.h"

#define HK_FOLDED_NAME_SIZE (HK_NAME_SIZE * 3)

/*
 * Reads a name: UTF-8 in NFC, 1 to 64 code points, not blank at either end, no
 * control, format (bidi), invisible or unassigned characters. ret_folded is the
 * same for all names that count as one (case folding, NFC). False, with a
 * reason in words, where it is no name.
 */
bool hk_name_read(const char *text, size_t length, char ret_name[HK_NAME_SIZE],
                  char ret_folded[HK_FOLDED_NAME_SIZE],
                  const char **ret_reason);

#endif
