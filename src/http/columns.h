/* Text on a terminal: how many columns it takes, by the tables of Unicode. */
#ifndef HK_HTTP_COLUMNS_H
#define HK_HTTP_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Columns of a text in UTF-8: wide characters take two, marks none. */
unsigned hk_columns(const char *text);

/* How many of its bytes fit into `most` columns; a character is never parted
 * from its marks. */
size_t hk_columns_fit(const char *text, unsigned most);

/* Whether some of it is written from right to left. */
bool hk_columns_rtl(const char *text);

/* Adds so many blanks. */
void hk_columns_blank(struct hk_strbuf *out, unsigned count);

#endif
