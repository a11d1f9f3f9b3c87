/* What the forms of a score sheet have in common: its words and texts. */
#ifndef HK_HTTP_SHEET_PARTS_H
#define HK_HTTP_SHEET_PARTS_H

#include <stddef.h>

#include "engine/rules.h"
#include "http/catalogue.h"
#include "http/sheet.h"

/* A word in the sheet's language; static. */
static inline const char *hk_sheet_word(const struct hk_sheet *sheet,
                                        enum hk_text word)
{
    return hk_text(sheet->language, word);
}

/* The game's name, how it stands, and who kept it; static texts. */
const char *hk_sheet_variant(const struct hk_sheet *sheet);
const char *hk_sheet_status(const struct hk_sheet *sheet);
const char *hk_sheet_mode(const struct hk_sheet *sheet);

/* Which total wins, in a sentence. */
const char *hk_sheet_aim(const struct hk_sheet *sheet);

/* The first option from `option` on that is not at its default; NULL where
 * there is none. Begin with hk_options. */
const struct hk_option *hk_sheet_option(const struct hk_sheet *sheet,
                                        const struct hk_option *option);

/* Room for an option's value or a moment as text. */
#define HK_SHEET_PIECE_SIZE 40

void hk_sheet_option_value(const struct hk_sheet *sheet,
                           const struct hk_option *option,
                           char ret_text[HK_SHEET_PIECE_SIZE]);

/* "2026-11-30", and "2026-11-30 12:03 UTC". */
void hk_sheet_date(hk_time time, char ret_text[HK_SHEET_PIECE_SIZE]);
void hk_sheet_moment(hk_time time, char ret_text[HK_SHEET_PIECE_SIZE]);

/* Adds who made a correction, and when. */
void hk_sheet_corrected(const struct hk_sheet *sheet,
                        const struct hk_sheet_note *note,
                        struct hk_strbuf *out);

/* "Winner" or "Winners"; NULL where nobody has won. */
const char *hk_sheet_won(const struct hk_sheet *sheet);

/*
 * Calls `name` for each name that a column stands for (one, or the two of a
 * team), with its place from 0.
 */
void hk_sheet_each_name(
    const struct hk_sheet *sheet, const struct hk_sheet_column *column,
    void (*name)(void *cls, unsigned place, const char *text), void *cls);

/* The column that stands for a winner: of a team where there are teams. */
bool hk_sheet_is_winner(const struct hk_sheet *sheet,
                        const struct hk_sheet_column *column);

#endif
