/* Columns of texts. */
#include "http/columns.h"

#include <stdint.h>
#include <string.h>

#include <unictype.h>
#include <unigbrk.h>
#include <unistr.h>
#include <uniwidth.h>

static const char charset[] = "UTF-8";

unsigned hk_columns(const char *text)
{
    int columns = u8_strwidth((const uint8_t *)text, charset);

    return columns > 0 ? (unsigned)columns : 0;
}

size_t hk_columns_fit(const char *text, unsigned most)
{
    const uint8_t *from = (const uint8_t *)text;
    const uint8_t *end = from + strlen(text);
    const uint8_t *at = from;
    unsigned used = 0;

    while (at < end) {
        const uint8_t *next = u8_grapheme_next(at, end);
        int columns = u8_width(at, (size_t)(next - at), charset);
        used += columns > 0 ? (unsigned)columns : 0;
        if (used > most)
            break;
        at = next;
    }
    return (size_t)(at - from);
}

bool hk_columns_rtl(const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    ucs4_t point;

    while ((at = u8_next(&point, at)) != NULL) {
        int category = uc_bidi_category(point);
        if (category == UC_BIDI_R || category == UC_BIDI_AL)
            return true;
    }
    return false;
}

void hk_columns_blank(struct hk_strbuf *out, unsigned count)
{
    hk_strbuf_printf(out, "%*s", (int)count, "");
}
