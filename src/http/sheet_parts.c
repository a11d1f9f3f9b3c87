/* Words and texts of a score sheet. */
#include "http/sheet_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/columns.h"

const char *hk_sheet_variant(const struct hk_sheet *sheet)
{
    switch ((enum hk_variant)sheet->game->rules.variant) {
    case HK_HAND:
        return hk_sheet_word(sheet, HK_WORD_HAND_GAME);
    case HK_HAND_PARTNERS:
        return hk_sheet_word(sheet, HK_WORD_HAND_PARTNERS_GAME);
    case HK_MAY_I:
        return hk_sheet_word(sheet, HK_WORD_MAY_I_GAME);
    }
    abort();
}

const char *hk_sheet_status(const struct hk_sheet *sheet)
{
    switch (sheet->game->row.status) {
    case HK_STATUS_OPEN:
        return hk_sheet_word(sheet, HK_WORD_OPEN);
    case HK_STATUS_PLAYING:
        return hk_sheet_word(sheet, HK_WORD_PLAYING);
    case HK_STATUS_FINISHED:
        return hk_sheet_word(sheet, HK_WORD_FINISHED);
    case HK_STATUS_ENDED:
        return hk_sheet_word(sheet, HK_WORD_ENDED);
    }
    abort();
}

const char *hk_sheet_mode(const struct hk_sheet *sheet)
{
    return hk_sheet_word(sheet, sheet->game->row.mode == HK_MODE_REFEREE
                                    ? HK_WORD_REFEREE
                                    : HK_WORD_SCORECARD);
}

const char *hk_sheet_aim(const struct hk_sheet *sheet)
{
    return hk_variant_lower_wins(sheet->game->rules.variant)
               ? hk_sheet_word(sheet, HK_WORD_LOWEST_WINS)
               : hk_sheet_word(sheet, HK_WORD_HIGHEST_WINS);
}

const struct hk_option *hk_sheet_option(const struct hk_sheet *sheet,
                                        const struct hk_option *option)
{
    const struct hk_rules *rules = &sheet->game->rules;

    for (; option->name; option++) {
        if (option->variants >> rules->variant & 1 &&
            hk_option_get(option, rules) != option->standard)
            return option;
    }
    return NULL;
}

void hk_sheet_option_value(const struct hk_sheet *sheet,
                           const struct hk_option *option,
                           char ret_text[HK_SHEET_PIECE_SIZE])
{
    int value = hk_option_get(option, &sheet->game->rules);
    const char *name = NULL;

    switch (option->type) {
    case HK_OPTION_INT:
    case HK_OPTION_ONEOF:
        break;
    case HK_OPTION_BOOL:
        name = value ? "true" : "false";
        break;
    case HK_OPTION_CHOICE:
        name = option->names[value];
        break;
    }
    if (name)
        snprintf(ret_text, HK_SHEET_PIECE_SIZE, "%s", name);
    else
        snprintf(ret_text, HK_SHEET_PIECE_SIZE, "%d", value);
}

void hk_sheet_date(hk_time time, char ret_text[HK_SHEET_PIECE_SIZE])
{
    char whole[HK_TIME_TEXT_SIZE];

    hk_time_format(time, whole);
    snprintf(ret_text, HK_SHEET_PIECE_SIZE, "%.10s", whole);
}

void hk_sheet_moment(hk_time time, char ret_text[HK_SHEET_PIECE_SIZE])
{
    char whole[HK_TIME_TEXT_SIZE];

    hk_time_format(time, whole);
    snprintf(ret_text, HK_SHEET_PIECE_SIZE, "%.10s %.5s UTC", whole,
             whole + strlen("2026-11-30T"));
}

/* FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: a name that is written from
 * right to left must not take the figures behind it along. */
#define APART "\u2068%s\u2069"

void hk_sheet_corrected(const struct hk_sheet *sheet,
                        const struct hk_sheet_note *note, struct hk_strbuf *out)
{
    const char *by = note->by < 0 ? hk_sheet_word(sheet, HK_WORD_THE_HOST)
                                  : sheet->names[note->by];
    char apart[HK_NAME_SIZE + sizeof(APART)];
    char when[HK_SHEET_PIECE_SIZE];

    hk_sheet_moment(note->at, when);
    /* Where the text itself runs so, the catalogue sets its figures apart. */
    if (!hk_language_rtl(sheet->language) && hk_columns_rtl(by)) {
        snprintf(apart, sizeof(apart), APART, by);
        by = apart;
    }
    hk_text_add(out, sheet->language, HK_WORD_CORRECTED_BY,
                HK_FIGURES({"who", by, 0}, {"when", when, 0}));
}

const char *hk_sheet_won(const struct hk_sheet *sheet)
{
    unsigned winners = 0;

    for (unsigned i = 0; i < sheet->column_count; i++)
        winners += hk_sheet_is_winner(sheet, &sheet->columns[i]);
    if (winners == 0)
        return NULL;
    return hk_sheet_word(sheet,
                         winners == 1 ? HK_WORD_WINNER : HK_WORD_WINNERS);
}

void hk_sheet_each_name(
    const struct hk_sheet *sheet, const struct hk_sheet_column *column,
    void (*name)(void *cls, unsigned place, const char *text), void *cls)
{
    unsigned place = 0;

    if (!column->team) {
        name(cls, 0, sheet->names[column->index]);
        return;
    }
    for (unsigned i = 0; i < sheet->column_count; i++) {
        const struct hk_sheet_column *other = &sheet->columns[i];
        if (!other->team && other->index % HK_TEAMS == column->index)
            name(cls, place++, sheet->names[other->index]);
    }
}

bool hk_sheet_is_winner(const struct hk_sheet *sheet,
                        const struct hk_sheet_column *column)
{
    return column->wins && column->team == sheet->teams;
}
