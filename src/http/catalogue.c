/* Looking up texts, and filling their places. */
#include "http/catalogue.h"

#include <string.h>

/* Made of lang/TAG.po when the program is built. */
extern const char *const hk_texts_ar[HK_TEXT_COUNT];
extern const char *const hk_texts_ru[HK_TEXT_COUNT];

static const char *const english[HK_TEXT_COUNT] = {
#define T(name, english) [HK_##name] = (english),
#include "http/texts.def"
#undef T
};

static const char *const *const texts[HK_LANGUAGES] = {
#define X(name, tag, rtl, texts) [HK_##name] = (texts),
#include "http/languages.def"
#undef X
};

/* FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
#define ISOLATE "\342\201\250"
#define END_OF_ISOLATE "\342\201\251"

const char *hk_text(enum hk_language language, enum hk_text text)
{
    return texts[language][text];
}

static const struct hk_figure *find_figure(const struct hk_figure *figures,
                                           const char *name, size_t length)
{
    for (; figures->name; figures++) {
        if (strlen(figures->name) == length &&
            strncmp(figures->name, name, length) == 0)
            return figures;
    }
    return NULL;
}

static void add_figure(struct hk_strbuf *out, const struct hk_figure *figure,
                       bool isolated)
{
    if (isolated)
        hk_strbuf_add(out, ISOLATE);
    if (figure->words)
        hk_strbuf_add(out, figure->words);
    else
        hk_strbuf_printf(out, "%lld", figure->number);
    if (isolated)
        hk_strbuf_add(out, END_OF_ISOLATE);
}

void hk_text_add(struct hk_strbuf *out, enum hk_language language,
                 enum hk_text text, const struct hk_figure *figures)
{
    const char *from = hk_text(language, text);

    for (;;) {
        size_t plain = strcspn(from, "{");
        size_t place = strcspn(from + plain, "}");
        hk_strbuf_add_bytes(out, from, plain);
        from += plain;
        if (*from == '\0')
            return;
        const struct hk_figure *figure = find_figure(figures, from + 1,
                                                     place - 1);
        if (figure)
            add_figure(out, figure, hk_language_rtl(language));
        else
            hk_strbuf_add_bytes(out, from, place + (from[place] == '}'));
        from += place + (from[place] == '}');
    }
}
