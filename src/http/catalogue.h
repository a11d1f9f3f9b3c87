/* The texts of the answers in each language, and the figures in them. */
#ifndef HK_HTTP_CATALOGUE_H
#define HK_HTTP_CATALOGUE_H

#include "base/strbuf.h"
#include "http/language.h"
#include "http/texts.h"

/* The text, with places for figures in braces ({total}). Static. */
const char *hk_text(enum hk_language language, enum hk_text text);

/* What stands in a place: `words`, or where that is NULL the number. */
struct hk_figure {
    const char *name; /* of the place, without its braces */
    const char *words;
    long long number;
};

/*
 * Appends the text with its places filled. `figures` ends with a row without a
 * name; a place that none names stays as it is. In a text written from right
 * to left each figure is isolated (U+2068 … U+2069), so that a card, a minus
 * or a range keeps its own order.
 */
void hk_text_add(struct hk_strbuf *out, enum hk_language language,
                 enum hk_text text, const struct hk_figure *figures);

/* Figures as an expression: HK_FIGURES({"total", NULL, 49}). */
#define HK_FIGURES(...) ((const struct hk_figure[]){__VA_ARGS__, {0}})

#endif
