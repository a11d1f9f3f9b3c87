/* The sheet for a terminal: plain text in columns. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "http/columns.h"
#include "http/sheet_parts.h"

/* A longer name is cut in the head of its column. */
enum { NAME_COLUMNS_MAX = 16 };

/*
 * Directions of Unicode, which take no column: in a terminal that knows them
 * the line runs as the language does, and a name or a figure within it does
 * not change places with what stands beside it.
 */
#define FSI "\u2068" /* set apart, by its own first letter */
#define LRI "\u2066" /* set apart, left to right */
#define PDI "\u2069"
#define RLM "\u200f"

/* The widths of one column. */
struct widths {
    unsigned points, running; /* of its figures */
    unsigned whole;
};

struct form {
    const struct hk_sheet *sheet;
    struct hk_strbuf *out;
    unsigned label; /* width of the first column */
    struct widths widths[HK_SHEET_COLUMNS_MAX];
    bool cut; /* a name was */
};

/* A word in the sheet's language. */
static const char *word(const struct form *form, enum hk_text text)
{
    return hk_sheet_word(form->sheet, text);
}

/* What stands between two of a list, and after a date. */
static const char *comma(const struct form *form)
{
    return hk_language_rtl(form->sheet->language) ? "، " : ", ";
}

static unsigned longer(unsigned one, unsigned other)
{
    return one > other ? one : other;
}

static unsigned digits(hk_points points)
{
    char text[16];

    return (unsigned)snprintf(text, sizeof(text), "%" PRId32, points);
}

/* What is written from right to left is set apart. */
static void add_apart(struct form *form, const char *text, size_t length)
{
    bool apart = hk_language_rtl(form->sheet->language) || hk_columns_rtl(text);

    hk_strbuf_add(form->out, apart ? FSI : "");
    hk_strbuf_add_bytes(form->out, text, length);
    hk_strbuf_add(form->out, apart ? PDI : "");
}

/* The line's direction is that of the language, whatever stands in it. */
static void begin_line(struct form *form)
{
    hk_strbuf_add(form->out, hk_language_rtl(form->sheet->language) ? RLM : "");
}

static void end_line(struct form *form)
{
    struct hk_strbuf *out = form->out;

    while (out->length > 0 && out->text[out->length - 1] == ' ')
        out->length--;
    hk_strbuf_add_char(out, '\n');
}

/* A figure with what marks it. */
static void add_points(struct form *form, hk_points points, unsigned width,
                       const char *mark)
{
    bool rtl = hk_language_rtl(form->sheet->language);

    hk_columns_blank(form->out, width - digits(points));
    hk_strbuf_printf(form->out, "%s%" PRId32 "%s%s", rtl ? LRI : "", points,
                     mark, rtl ? PDI : "");
}

static const char *title_of(const struct form *form,
                            const struct hk_sheet_column *column)
{
    return column->team ? word(form, HK_WORD_TEAM)
                        : form->sheet->names[column->index];
}

/* The columns of a title, cut where it is too long. */
static unsigned title_columns(const char *title)
{
    unsigned columns = hk_columns(title);

    return columns <= NAME_COLUMNS_MAX ? columns : NAME_COLUMNS_MAX;
}

static void add_title(struct form *form, const struct hk_sheet_column *column,
                      unsigned width)
{
    const char *title = title_of(form, column);
    char piece[HK_NAME_SIZE + sizeof("…")];

    if (hk_columns(title) > NAME_COLUMNS_MAX) {
        size_t fits = hk_columns_fit(title, NAME_COLUMNS_MAX - 1);
        snprintf(piece, sizeof(piece), "%.*s…", (int)fits, title);
        title = piece;
        form->cut = true;
    }
    hk_columns_blank(form->out, width - hk_columns(title));
    add_apart(form, title, strlen(title));
}

/* "3", with what is particular: "3 Hand [2]". */
static void add_label(struct form *form, const struct hk_sheet_round *round,
                      struct hk_strbuf *out)
{
    hk_strbuf_printf(out, "%u", round->number);
    if (round->out < 0)
        hk_strbuf_printf(out, " %s", word(form, HK_WORD_BLOCKED));
    else if (round->hand)
        hk_strbuf_printf(out, " %s", word(form, HK_WORD_HAND));
    for (unsigned i = 0; i < round->note_count; i++)
        hk_strbuf_printf(out, " [%u]", round->first_note + i + 1);
}

static unsigned label_columns(struct form *form,
                              const struct hk_sheet_round *round)
{
    struct hk_strbuf label;

    hk_strbuf_init(&label, 1024);
    add_label(form, round, &label);
    unsigned columns = label.failed ? 0 : hk_columns(label.text);
    form->out->failed = form->out->failed || label.failed;
    hk_strbuf_clear(&label);
    return columns;
}

static void measure_column(struct form *form, unsigned index)
{
    const struct hk_sheet_column *column = &form->sheet->columns[index];
    struct widths *widths = &form->widths[index];

    for (size_t i = 0; i < form->sheet->round_count; i++) {
        const struct hk_sheet_cell *cell = &form->sheet->rounds[i].cells[index];
        widths->points = longer(widths->points, digits(cell->points));
        widths->running = longer(widths->running, digits(cell->running));
    }
    unsigned *last = column->runs ? &widths->running : &widths->points;
    *last = longer(*last, digits(column->total));
    /* The points with their mark, and the running total after two blanks. */
    widths->whole = longer(widths->points + 1 +
                               (column->runs ? 2 + widths->running : 0),
                           title_columns(title_of(form, column)));
}

static void measure(struct form *form)
{
    form->label = longer(hk_columns(word(form, HK_WORD_ROUND)),
                         hk_columns(word(form, HK_WORD_TOTAL)));
    for (size_t i = 0; i < form->sheet->round_count; i++)
        form->label = longer(form->label,
                             label_columns(form, &form->sheet->rounds[i]));
    for (unsigned i = 0; i < form->sheet->column_count; i++)
        measure_column(form, i);
}

/* What stands before a column. */
static const char *gap(const struct form *form, unsigned index)
{
    return index == 0 || form->sheet->columns[index].begins ? " | " : "   ";
}

static void add_head(struct form *form)
{
    begin_line(form);
    hk_strbuf_add(form->out, word(form, HK_WORD_ROUND));
    hk_columns_blank(form->out,
                     form->label - hk_columns(word(form, HK_WORD_ROUND)));
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        hk_strbuf_add(form->out, gap(form, i));
        add_title(form, &form->sheet->columns[i], form->widths[i].whole);
    }
    end_line(form);
}

static void add_rule(struct form *form)
{
    begin_line(form);
    for (unsigned i = 0; i < form->label; i++)
        hk_strbuf_add_char(form->out, '-');
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        hk_strbuf_add(form->out, gap(form, i)[1] == '|' ? "-+-" : "---");
        for (unsigned n = 0; n < form->widths[i].whole; n++)
            hk_strbuf_add_char(form->out, '-');
    }
    end_line(form);
}

static const char *mark_of(const struct hk_sheet_cell *cell)
{
    if (cell->out)
        return "*";
    return cell->not_down ? "x" : " ";
}

static void add_cell(struct form *form, unsigned index,
                     const struct hk_sheet_cell *cell)
{
    const struct widths *widths = &form->widths[index];
    bool runs = form->sheet->columns[index].runs;
    unsigned own = widths->points + 1 + (runs ? 2 + widths->running : 0);

    hk_strbuf_add(form->out, gap(form, index));
    hk_columns_blank(form->out, widths->whole - own);
    add_points(form, cell->points, widths->points, mark_of(cell));
    if (runs) {
        hk_columns_blank(form->out, 2);
        add_points(form, cell->running, widths->running, "");
    }
}

static void add_round(struct form *form, const struct hk_sheet_round *round)
{
    begin_line(form);
    add_label(form, round, form->out);
    hk_columns_blank(form->out, form->label - label_columns(form, round));
    for (unsigned i = 0; i < form->sheet->column_count; i++)
        add_cell(form, i, &round->cells[i]);
    end_line(form);
}

/* The totals, each under the figures that it is the sum of. */
static void add_totals(struct form *form)
{
    begin_line(form);
    hk_strbuf_add(form->out, word(form, HK_WORD_TOTAL));
    hk_columns_blank(form->out,
                     form->label - hk_columns(word(form, HK_WORD_TOTAL)));
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        const struct hk_sheet_column *column = &form->sheet->columns[i];
        hk_strbuf_add(form->out, gap(form, i));
        add_points(form, column->total,
                   form->widths[i].whole - (column->runs ? 0 : 1),
                   column->runs ? "" : " ");
    }
    end_line(form);
}

static void add_opening(struct form *form)
{
    const struct hk_snapshot *game = form->sheet->game;
    char piece[HK_SHEET_PIECE_SIZE];
    const char *before = ": ";
    bool rtl = hk_language_rtl(form->sheet->language);

    begin_line(form);
    hk_strbuf_printf(form->out, "%s: %s", word(form, HK_WORD_SCORE_SHEET),
                     hk_sheet_variant(form->sheet));
    end_line(form);
    hk_sheet_date(game->row.created_at, piece);
    begin_line(form);
    hk_strbuf_printf(form->out, "%s%s%s%s%s", rtl ? LRI : "", piece,
                     rtl ? PDI : "", comma(form), hk_sheet_status(form->sheet));
    end_line(form);
    begin_line(form);
    hk_strbuf_printf(form->out, "%s: %s", word(form, HK_WORD_MODE),
                     hk_sheet_mode(form->sheet));
    end_line(form);
    const struct hk_option *o = hk_sheet_option(form->sheet, hk_options);
    if (o) {
        begin_line(form);
        hk_strbuf_add(form->out, word(form, HK_WORD_OPTIONS));
        for (; o; o = hk_sheet_option(form->sheet, o + 1)) {
            hk_sheet_option_value(form->sheet, o, piece);
            hk_strbuf_printf(form->out, "%s%s%s %s%s", before, rtl ? LRI : "",
                             o->name, piece, rtl ? PDI : "");
            before = comma(form);
        }
        end_line(form);
    }
    end_line(form);
}

static void add_name(void *cls, unsigned place, const char *text)
{
    struct form *form = cls;

    hk_strbuf_add(form->out, place ? " + " : "");
    add_apart(form, text, strlen(text));
}

static void add_winners(struct form *form)
{
    const char *won = hk_sheet_won(form->sheet);
    const char *between = ": ";

    if (!won)
        return;
    begin_line(form);
    hk_strbuf_add(form->out, won);
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        const struct hk_sheet_column *column = &form->sheet->columns[i];
        if (!hk_sheet_is_winner(form->sheet, column))
            continue;
        hk_strbuf_add(form->out, between);
        hk_sheet_each_name(form->sheet, column, add_name, form);
        between = comma(form);
    }
    end_line(form);
}

/* Names that were cut, whole. */
static void add_long_names(struct form *form)
{
    for (unsigned i = 0; form->cut && i < form->sheet->column_count; i++) {
        const char *title = title_of(form, &form->sheet->columns[i]);
        size_t fits = hk_columns_fit(title, NAME_COLUMNS_MAX - 1);
        if (hk_columns(title) <= NAME_COLUMNS_MAX)
            continue;
        begin_line(form);
        add_apart(form, title, fits);
        hk_strbuf_add(form->out, "… = ");
        add_apart(form, title, strlen(title));
        end_line(form);
    }
}

static void add_notes(struct form *form)
{
    for (size_t i = 0; i < form->sheet->note_count; i++) {
        const struct hk_sheet_note *note = &form->sheet->notes[i];
        begin_line(form);
        hk_strbuf_printf(form->out, "[%zu] %s %u: ", i + 1,
                         word(form, HK_WORD_ROUND), note->round);
        add_apart(form, note->reason, strlen(note->reason));
        hk_strbuf_add(form->out, " (");
        hk_sheet_corrected(form->sheet, note, form->out);
        hk_strbuf_add_char(form->out, ')');
        end_line(form);
    }
}

static void add_closing(struct form *form)
{
    end_line(form);
    begin_line(form);
    if (form->sheet->round_count == 0)
        hk_strbuf_add(form->out, word(form, HK_WORD_NO_ROUND_YET));
    else
        hk_strbuf_printf(form->out, "* %s   x %s", word(form, HK_WORD_WENT_OUT),
                         word(form, HK_WORD_NOT_DOWN));
    end_line(form);
    add_winners(form);
    add_long_names(form);
    if (form->sheet->note_count > 0)
        end_line(form);
    add_notes(form);
}

void hk_sheet_text(const struct hk_sheet *sheet, struct hk_strbuf *out)
{
    struct form form = {.sheet = sheet, .out = out};

    measure(&form);
    add_opening(&form);
    add_head(&form);
    add_rule(&form);
    for (size_t i = 0; i < sheet->round_count; i++)
        add_round(&form, &sheet->rounds[i]);
    if (sheet->round_count > 0)
        add_rule(&form);
    add_totals(&form);
    add_closing(&form);
}
