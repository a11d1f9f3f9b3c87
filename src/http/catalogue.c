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

static const enum hk_text titles[HK_ERROR_COUNT] = {
#define X(name, code, status, title, detail) [HK_E_##name] = HK_TITLE_##name,
#include "base/errors.def"
#undef X
};

static const enum hk_text details[HK_ERROR_COUNT] = {
#define X(name, code, status, title, detail) [HK_E_##name] = HK_DETAIL_##name,
#include "base/errors.def"
#undef X
};

static const enum hk_text rules[HK_RULE_COUNT] = {
#define X(id, english) [HK_RULE_##id] = HK_RULE_TEXT_##id,
#include "engine/rules.def"
#undef X
};

static const enum hk_text meld_reasons[] = {
#define X(name, wire, english) [HK_MELD_##name] = HK_MELD_TEXT_##name,
#include "engine/meld_reasons.def"
#undef X
};

static const enum hk_text undo_bars[HK_UNDO_BARS] = {
#define X(name, wire, english) [HK_UNDO_##name] = HK_UNDO_TEXT_##name,
#include "engine/undo_bars.def"
#undef X
};

static const enum hk_text impossible[] = {
#define X(name, wire, hand, may_i, english) \
    [HK_IMPOSSIBLE_##name] = HK_IMPOSSIBLE_TEXT_##name,
#include "engine/impossible.def"
#undef X
};

static const enum hk_text lobby_reasons[HK_LOBBY_REASONS] = {
#define X(name, english) [HK_LOBBY_##name] = HK_LOBBY_TEXT_##name,
#include "service/lobby_reasons.def"
#undef X
};

static const enum hk_text note_faults[HK_NOTE_FAULTS] = {
#define X(name, english) [HK_NOTE_##name] = HK_NOTE_TEXT_##name,
#include "service/note_faults.def"
#undef X
};

static const enum hk_text record_reasons[HK_RECORD_REASONS] = {
#define X(name, english) [HK_RECORD_##name] = HK_RECORD_TEXT_##name,
#include "service/record_reasons.def"
#undef X
};

static const enum hk_text name_faults[HK_NAME_FAULTS] = {
#define X(name, english) [HK_NAME_##name] = HK_NAME_TEXT_##name,
#include "service/name_faults.def"
#undef X
};

/* In the order of hk_options. */
static const enum hk_text meanings[] = {
#define INT(field, ...) HK_MEANING_##field,
#define ONEOF(field, ...) HK_MEANING_##field,
#define BOOL(field, ...) HK_MEANING_##field,
#define CHOICE(field, ...) HK_MEANING_##field,
#include "engine/options.def"
#undef INT
#undef ONEOF
#undef BOOL
#undef CHOICE
};

static const enum hk_text variants[HK_VARIANTS] = {
    [HK_HAND] = HK_WORD_HAND_GAME,
    [HK_HAND_PARTNERS] = HK_WORD_HAND_PARTNERS_GAME,
    [HK_MAY_I] = HK_WORD_MAY_I_GAME,
};

/* FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
#define ISOLATE "\342\201\250"
#define END_OF_ISOLATE "\342\201\251"

const char *hk_text(enum hk_language language, enum hk_text text)
{
    return texts[language][text];
}

enum hk_text hk_text_of_title(enum hk_error error)
{
    return titles[error];
}

enum hk_text hk_text_of_detail(enum hk_error error)
{
    return details[error];
}

enum hk_text hk_text_of_rule(enum hk_rule rule)
{
    return rules[rule];
}

enum hk_text hk_text_of_meld_reason(enum hk_meld_reason reason)
{
    return meld_reasons[reason];
}

enum hk_text hk_text_of_undo_bar(enum hk_undo_bar bar)
{
    return undo_bars[bar];
}

enum hk_text hk_text_of_impossible(enum hk_impossible reason)
{
    return impossible[reason];
}

enum hk_text hk_text_of_lobby_reason(enum hk_lobby_reason reason)
{
    return lobby_reasons[reason];
}

enum hk_text hk_text_of_note_fault(enum hk_note_fault fault)
{
    return note_faults[fault];
}

enum hk_text hk_text_of_record_reason(enum hk_record_reason reason)
{
    return record_reasons[reason];
}

enum hk_text hk_text_of_name_fault(enum hk_name_fault fault)
{
    return name_faults[fault];
}

enum hk_text hk_text_of_option(const struct hk_option *option)
{
    return meanings[option - hk_options];
}

enum hk_text hk_text_of_variant(enum hk_variant variant)
{
    return variants[variant];
}

static const struct hk_figure *find_figure(const struct hk_figure *figures,
                                           const char *name, size_t length)
{
    for (; figures && figures->name; figures++) {
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
