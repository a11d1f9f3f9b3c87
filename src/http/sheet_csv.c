/* The sheet for a spreadsheet (RFC 4180). */
#include <inttypes.h>
#include <string.h>

#include "http/sheet_parts.h"

/* Columns behind the figures: who went out, Hand, blocked, not down,
 * corrections. */
enum { REMARKS = 5 };

struct form {
    const struct hk_sheet *sheet;
    struct hk_strbuf *out;
    bool comma;
};

/* A word in the sheet's language. */
static const char *word(const struct form *form, enum hk_text text)
{
    return hk_sheet_word(form->sheet, text);
}

/* A field under construction: `any` once something stands in it. */
struct field {
    struct hk_strbuf text;
    bool any;
};

static void separate(struct form *form)
{
    if (form->comma)
        hk_strbuf_add_char(form->out, ',');
    form->comma = true;
}

static void end_record(struct form *form)
{
    hk_strbuf_add(form->out, "\r\n");
    form->comma = false;
}

/* What a spreadsheet would take for the beginning of a formula, in Latin and
 * in full-width signs. */
static bool looks_like_formula(const char *text)
{
    static const char *const signs[] = {"=",  "+",  "-",  "@",  "\t", "\r",
                                        "\n", "＝", "＋", "－", "＠"};

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return true;
    }
    return false;
}

/* A text in quotes; one that looks like a formula after an apostrophe. */
static void add_text(struct form *form, const char *text)
{
    separate(form);
    hk_strbuf_add_char(form->out, '"');
    if (looks_like_formula(text))
        hk_strbuf_add_char(form->out, '\'');
    for (; *text; text++) {
        if (*text == '"')
            hk_strbuf_add_char(form->out, '"');
        hk_strbuf_add_char(form->out, *text);
    }
    hk_strbuf_add_char(form->out, '"');
}

static void add_points(struct form *form, hk_points points)
{
    separate(form);
    hk_strbuf_printf(form->out, "%" PRId32, points);
}

static void add_empty(struct form *form, unsigned count)
{
    while (count-- > 0)
        separate(form);
}

static unsigned running_columns(const struct hk_sheet *sheet)
{
    unsigned count = 0;

    for (unsigned i = 0; i < sheet->column_count; i++)
        count += sheet->columns[i].runs;
    return count;
}

static void begin_field(struct field *field)
{
    *field = (struct field){0};
    /* The names of five, or as many reasons as will do. */
    hk_strbuf_init(&field->text, 64 * 1024);
}

static void add_piece(struct field *field, const char *between,
                      const char *piece)
{
    hk_strbuf_add(&field->text, field->any ? between : "");
    hk_strbuf_add(&field->text, piece);
    field->any = true;
}

static void end_field(struct form *form, struct field *field)
{
    if (field->text.failed)
        form->out->failed = true;
    add_text(form, field->any && !field->text.failed ? field->text.text : "");
    hk_strbuf_clear(&field->text);
}

static void add_name(void *cls, unsigned place, const char *text)
{
    (void)place;
    add_piece(cls, " + ", text);
}

/* The column's name; before `more` where that is given. */
static void add_title(struct form *form, const struct hk_sheet_column *column,
                      const char *more)
{
    struct field field;

    begin_field(&field);
    hk_sheet_each_name(form->sheet, column, add_name, &field);
    if (more)
        add_piece(&field, ": ", more);
    end_field(form, &field);
}

static void add_head(struct form *form)
{
    const struct hk_sheet *sheet = form->sheet;

    add_text(form, word(form, HK_WORD_ROUND));
    for (unsigned i = 0; i < sheet->column_count; i++)
        add_title(form, &sheet->columns[i], NULL);
    for (unsigned i = 0; i < sheet->column_count; i++) {
        if (sheet->columns[i].runs)
            add_title(form, &sheet->columns[i],
                      word(form, HK_WORD_RUNNING_TOTAL));
    }
    add_text(form, word(form, HK_WORD_WENT_OUT));
    add_text(form, word(form, HK_WORD_HAND));
    add_text(form, word(form, HK_WORD_BLOCKED));
    add_text(form, word(form, HK_WORD_NOT_DOWN));
    add_text(form, word(form, HK_WORD_CORRECTIONS));
    end_record(form);
}

static void add_not_down(struct form *form, const struct hk_sheet_round *round)
{
    struct field field;

    begin_field(&field);
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        const struct hk_sheet_column *column = &form->sheet->columns[i];
        if (round->cells[i].not_down)
            add_piece(&field, "; ", form->sheet->names[column->index]);
    }
    end_field(form, &field);
}

static void add_reasons(struct form *form, const struct hk_sheet_round *round)
{
    struct field field;

    begin_field(&field);
    for (unsigned i = 0; i < round->note_count; i++)
        add_piece(&field, "; ",
                  form->sheet->notes[round->first_note + i].reason);
    end_field(form, &field);
}

static void add_flag(struct form *form, bool flag)
{
    add_text(form, flag ? word(form, HK_WORD_YES) : "");
}

static void add_round(struct form *form, const struct hk_sheet_round *round)
{
    const struct hk_sheet *sheet = form->sheet;

    add_points(form, (hk_points)round->number);
    for (unsigned i = 0; i < sheet->column_count; i++)
        add_points(form, round->cells[i].points);
    for (unsigned i = 0; i < sheet->column_count; i++) {
        if (sheet->columns[i].runs)
            add_points(form, round->cells[i].running);
    }
    add_text(form, round->out < 0 ? "" : sheet->names[round->out]);
    add_flag(form, round->hand);
    add_flag(form, round->out < 0);
    add_not_down(form, round);
    add_reasons(form, round);
    end_record(form);
}

/* Who has won stands in a record of its own, as a mark in the columns. */
static void add_winners(struct form *form)
{
    const struct hk_sheet *sheet = form->sheet;
    const char *won = hk_sheet_won(sheet);

    if (!won)
        return;
    add_text(form, won);
    for (unsigned i = 0; i < sheet->column_count; i++)
        add_flag(form, sheet->columns[i].wins);
    add_empty(form, running_columns(sheet) + REMARKS);
    end_record(form);
}

static void add_totals(struct form *form)
{
    const struct hk_sheet *sheet = form->sheet;

    add_text(form, word(form, HK_WORD_TOTAL));
    for (unsigned i = 0; i < sheet->column_count; i++)
        add_points(form, sheet->columns[i].total);
    for (unsigned i = 0; i < sheet->column_count; i++) {
        if (sheet->columns[i].runs)
            add_points(form, sheet->columns[i].total);
    }
    add_empty(form, REMARKS);
    end_record(form);
}

void hk_sheet_csv(const struct hk_sheet *sheet, struct hk_strbuf *out)
{
    struct form form = {.sheet = sheet, .out = out};

    add_head(&form);
    for (size_t i = 0; i < sheet->round_count; i++)
        add_round(&form, &sheet->rounds[i]);
    add_totals(&form);
    add_winners(&form);
}
