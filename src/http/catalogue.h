/* The texts of the answers in each language, and the figures in them. */
#ifndef HK_HTTP_CATALOGUE_H
#define HK_HTTP_CATALOGUE_H

#include "base/error.h"
#include "base/strbuf.h"
#include "engine/meld.h"
#include "engine/rules.h"
#include "engine/scorecard.h"
#include "http/language.h"
#include "http/texts.h"
#include "service/arbiter.h"
#include "service/lobby.h"
#include "service/names.h"
#include "service/notes.h"

/* The text, with places for figures in braces ({total}); NULL for
 * HK_TEXT_NONE. Static. */
const char *hk_text(enum hk_language language, enum hk_text text);

/* The texts of values of other layers; HK_TEXT_NONE for their 0. */
enum hk_text hk_text_of_title(enum hk_error error);
enum hk_text hk_text_of_detail(enum hk_error error);
enum hk_text hk_text_of_rule(enum hk_rule rule);
enum hk_text hk_text_of_meld_reason(enum hk_meld_reason reason);
enum hk_text hk_text_of_undo_bar(enum hk_undo_bar bar);
enum hk_text hk_text_of_impossible(enum hk_impossible reason);
enum hk_text hk_text_of_lobby_reason(enum hk_lobby_reason reason);
enum hk_text hk_text_of_note_fault(enum hk_note_fault fault);
enum hk_text hk_text_of_record_reason(enum hk_record_reason reason);
enum hk_text hk_text_of_name_fault(enum hk_name_fault fault);

/* What an option means, and what a variant is called. */
enum hk_text hk_text_of_option(const struct hk_option *option);
enum hk_text hk_text_of_variant(enum hk_variant variant);

/* What stands in a place: `words`, or where that is NULL the number. */
struct hk_figure {
    const char *name; /* of the place, without its braces */
    const char *words;
    long long number;
};

/*
 * Appends the text with its places filled. `figures` ends with a row without a
 * name and may be NULL; a place that none names stays as it is. In a text
 * written from right to left each figure is isolated (U+2068 … U+2069), so
 * that a card, a minus or a range keeps its own order.
 */
void hk_text_add(struct hk_strbuf *out, enum hk_language language,
                 enum hk_text text, const struct hk_figure *figures);

/* Figures as an expression: HK_FIGURES({"total", NULL, 49}). */
#define HK_FIGURES(...) ((const struct hk_figure[]){__VA_ARGS__, {0}})

#endif
