/* The sheet for people: one page of HTML that needs nothing else, for the
 * screen and for A4. */
#include <inttypes.h>
#include <string.h>

#include "http/sheet_parts.h"

struct form {
    const struct hk_sheet *sheet;
    struct hk_strbuf *out;
};

/* A word in the sheet's language. */
static const char *word(const struct form *form, enum hk_text text)
{
    return hk_sheet_word(form->sheet, text);
}

/* Figures stand right in every language, their units below each other; the
 * mark behind a figure always takes the same room. */
static const char style[] =
    "@page{size:A4;margin:14mm}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;padding:2rem 1.5rem;max-width:60rem;background:#fff;"
    "color:#111;font:1.125rem/1.5 'Noto Sans','Noto Sans Arabic','Segoe UI',"
    "Roboto,'Helvetica Neue',Arial,sans-serif}"
    "h1{margin:0;font-size:2rem;line-height:1.25}"
    "header p{margin:.25rem 0 0}"
    ".quiet{color:#444}"
    ".scroll{overflow-x:auto;margin:1.5rem 0}"
    "table{border-collapse:collapse;width:100%}"
    "th,td{padding:.45rem .6rem;vertical-align:top}"
    "th{font-weight:700}"
    "thead th{border-bottom:3px solid #111;vertical-align:bottom}"
    "tbody tr:nth-child(even){background:#f3f3f3}"
    "tbody th,tbody td{border-bottom:1px solid #999}"
    "tfoot th,tfoot td{border-top:3px solid #111;font-weight:700;"
    "font-size:1.25em}"
    ".label{text-align:start;white-space:nowrap;width:1%}"
    ".label small{font-weight:400;font-size:.85em;display:block}"
    ".n{text-align:right;white-space:nowrap}"
    "thead .n{white-space:normal;overflow-wrap:break-word;min-width:4.5em;"
    "max-width:10em;padding-right:calc(.6rem + 1.2em)}"
    ".f{direction:ltr;unicode-bidi:isolate;display:inline-block;"
    "font-variant-numeric:tabular-nums lining-nums}"
    ".m{display:inline-block;width:1.2em;padding-left:.2em;font-size:1em;"
    "text-align:left;font-weight:700}"
    "tfoot .m{width:.96em}"
    ".r{display:block;color:#444;font-size:.85em;padding-right:1.412em}"
    ".begin{border-inline-start:3px solid #111}"
    ".team{border-inline-start:1px solid #999;font-weight:700}"
    ".team .r{font-weight:400}"
    "tfoot td.part{font-weight:400}"
    ".won{font-size:1.25em}"
    "a{color:inherit}"
    "sup{line-height:0;font-size:.75em;font-weight:700}"
    "ol{padding-inline-start:1.5rem}"
    "footer{border-top:1px solid #999;padding-top:.5rem;font-size:.85rem}"
    "@media(max-width:40rem){body{padding:1rem;font-size:1rem}"
    "th,td{padding:.35rem .25rem}thead .n{min-width:3.5em;"
    "padding-right:calc(.25rem + 1.2em)}}"
    "@media print{body{padding:0;max-width:none;font-size:11pt}"
    ".scroll{overflow:visible}thead{display:table-header-group}"
    "tfoot{display:table-row-group}"
    "tr,li{break-inside:avoid}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}";

static void add(struct form *form, const char *html)
{
    hk_strbuf_add(form->out, html);
}

/* Text that is not ours, or may hold anything. */
static void add_text(struct form *form, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            add(form, "&amp;");
            break;
        case '<':
            add(form, "&lt;");
            break;
        case '>':
            add(form, "&gt;");
            break;
        case '"':
            add(form, "&quot;");
            break;
        case '\'':
            add(form, "&#39;");
            break;
        default: /* a character: itself */
            hk_strbuf_add_char(form->out, *text);
            break;
        }
    }
}

/* Set apart: whatever its direction, what stands beside it keeps its own. */
static void add_apart(struct form *form, const char *text)
{
    add(form, "<bdi>");
    add_text(form, text);
    add(form, "</bdi>");
}

static void add_name(void *cls, unsigned place, const char *text)
{
    struct form *form = cls;

    add(form, place ? " + " : "");
    add_apart(form, text);
}

static void add_head(struct form *form)
{
    add(form, "<!DOCTYPE html>\n<html lang=\"");
    add(form, hk_language_tag(form->sheet->language));
    add(form, hk_language_rtl(form->sheet->language) ? "\" dir=\"rtl\">\n"
                                                     : "\" dir=\"ltr\">\n");
    add(form, "<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" "
              "content=\"width=device-width,initial-scale=1\">\n<title>");
    add_text(form, word(form, HK_WORD_SCORE_SHEET));
    add(form, ": ");
    add_text(form, hk_sheet_variant(form->sheet));
    add(form, "</title>\n<style>");
    add(form, style);
    add(form, "</style>\n</head>\n<body>\n");
}

/* The options that are not as usual. */
static void add_options(struct form *form)
{
    char value[HK_SHEET_PIECE_SIZE];
    const struct hk_option *o = hk_sheet_option(form->sheet, hk_options);

    if (!o)
        return;
    add(form, "<p class=\"quiet\">");
    add_text(form, word(form, HK_WORD_OPTIONS));
    for (const char *before = ": "; o; before = " · ") {
        hk_sheet_option_value(form->sheet, o, value);
        add(form, before);
        add(form, "<bdi dir=\"ltr\">");
        hk_strbuf_printf(form->out, "%s %s</bdi>", o->name, value);
        o = hk_sheet_option(form->sheet, o + 1);
    }
    add(form, "</p>\n");
}

static void add_winners(struct form *form)
{
    const char *won = hk_sheet_won(form->sheet);
    const char *between = ": <strong>";

    if (!won)
        return;
    add(form, "<p class=\"won\">");
    add_text(form, won);
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        const struct hk_sheet_column *column = &form->sheet->columns[i];
        if (!hk_sheet_is_winner(form->sheet, column))
            continue;
        add(form, between);
        hk_sheet_each_name(form->sheet, column, add_name, form);
        add(form, "</strong>");
        between = " · <strong>";
    }
    add(form, "</p>\n");
}

static void add_header(struct form *form)
{
    const struct hk_sheet *sheet = form->sheet;
    char date[HK_SHEET_PIECE_SIZE];

    hk_sheet_date(sheet->game->row.created_at, date);
    add(form, "<header>\n<h1>");
    add_text(form, hk_sheet_variant(sheet));
    add(form, "</h1>\n<p>");
    hk_strbuf_printf(form->out, "<time datetime=\"%s\" dir=\"ltr\">%s</time>",
                     date, date);
    add(form, " · ");
    add_text(form, hk_sheet_status(sheet));
    add(form, "</p>\n");
    add_winners(form);
    add(form, "<p class=\"quiet\">");
    add_text(form, word(form, HK_WORD_MODE));
    add(form, ": ");
    add_text(form, hk_sheet_mode(sheet));
    add(form, "</p>\n");
    add_options(form);
    add(form, "</header>\n");
}

/* The classes of a column's cells. */
static void add_class(struct form *form, const struct hk_sheet_column *column)
{
    add(form, " class=\"n");
    add(form, column->begins ? " begin" : "");
    add(form, column->team ? " team" : "");
    add(form, column->runs ? "" : " part");
    add(form, "\"");
}

static void add_titles(struct form *form)
{
    add(form, "<thead>\n<tr><th class=\"label\" scope=\"col\">");
    add_text(form, word(form, HK_WORD_ROUND));
    add(form, "</th>");
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        const struct hk_sheet_column *column = &form->sheet->columns[i];
        add(form, "<th scope=\"col\"");
        add_class(form, column);
        add(form, ">");
        if (column->team)
            add_text(form, word(form, HK_WORD_TEAM));
        else
            add_apart(form, form->sheet->names[column->index]);
        add(form, "</th>");
    }
    add(form, "</tr>\n</thead>\n");
}

static void add_mark(struct form *form, const struct hk_sheet_cell *cell)
{
    const char *meaning = cell->out        ? word(form, HK_WORD_WENT_OUT)
                          : cell->not_down ? word(form, HK_WORD_NOT_DOWN)
                                           : NULL;

    add(form, "<span class=\"m\"");
    if (meaning) {
        add(form, " role=\"img\" aria-label=\"");
        add_text(form, meaning);
        add(form, "\" title=\"");
        add_text(form, meaning);
        add(form, cell->out ? "\">●" : "\">✕");
    } else {
        add(form, ">");
    }
    add(form, "</span>");
}

static void add_cell(struct form *form, const struct hk_sheet_column *column,
                     const struct hk_sheet_cell *cell)
{
    add(form, "<td");
    add_class(form, column);
    hk_strbuf_printf(form->out, "><span class=\"f\">%" PRId32, cell->points);
    add_mark(form, cell);
    add(form, "</span>");
    if (column->runs)
        hk_strbuf_printf(form->out,
                         " <span class=\"r\"><span class=\"f\">%" PRId32
                         "</span></span>",
                         cell->running);
    add(form, "</td>");
}

/* The round's number, what is particular, and where its notes are. */
static void add_label(struct form *form, const struct hk_sheet_round *round)
{
    const char *how = round->out < 0 ? word(form, HK_WORD_BLOCKED)
                      : round->hand  ? word(form, HK_WORD_HAND)
                                     : NULL;

    hk_strbuf_printf(form->out, "<tr><th class=\"label\" scope=\"row\">%u",
                     round->number);
    for (unsigned i = 0; i < round->note_count; i++)
        hk_strbuf_printf(form->out, " <sup><a href=\"#n%u\">%u</a></sup>",
                         round->first_note + i + 1, round->first_note + i + 1);
    if (how) {
        add(form, "<small>");
        add_text(form, how);
        add(form, "</small>");
    }
    add(form, "</th>");
}

static void add_totals(struct form *form)
{
    add(form, "<tfoot>\n<tr><th class=\"label\" scope=\"row\">");
    add_text(form, word(form, HK_WORD_TOTAL));
    add(form, "</th>");
    for (unsigned i = 0; i < form->sheet->column_count; i++) {
        const struct hk_sheet_column *column = &form->sheet->columns[i];
        add(form, "<td");
        add_class(form, column);
        hk_strbuf_printf(form->out,
                         "><span class=\"f\">%" PRId32
                         "<span class=\"m\">%s</span></span></td>",
                         column->total,
                         hk_sheet_is_winner(form->sheet, column) ? "★" : "");
    }
    add(form, "</tr>\n</tfoot>\n");
}

static void add_table(struct form *form)
{
    const struct hk_sheet *sheet = form->sheet;

    add(form, "<div class=\"scroll\">\n<table>\n");
    add_titles(form);
    add(form, "<tbody>\n");
    for (size_t i = 0; i < sheet->round_count; i++) {
        add_label(form, &sheet->rounds[i]);
        for (unsigned c = 0; c < sheet->column_count; c++)
            add_cell(form, &sheet->columns[c], &sheet->rounds[i].cells[c]);
        add(form, "</tr>\n");
    }
    add(form, "</tbody>\n");
    add_totals(form);
    add(form, "</table>\n</div>\n");
}

static void add_legend(struct form *form)
{
    if (form->sheet->round_count == 0) {
        add(form, "<p>");
        add_text(form, word(form, HK_WORD_NO_ROUND_YET));
        add(form, "</p>\n");
        return;
    }
    add(form, "<p class=\"quiet\">● ");
    add_text(form, word(form, HK_WORD_WENT_OUT));
    add(form, " · ✕ ");
    add_text(form, word(form, HK_WORD_NOT_DOWN));
    add(form, " · ");
    add_text(form, hk_sheet_aim(form->sheet));
    add(form, "</p>\n");
}

static void add_corrected(struct form *form, const struct hk_sheet_note *note)
{
    struct hk_strbuf text;

    hk_strbuf_init(&text, 4096);
    hk_sheet_corrected(form->sheet, note, &text);
    if (text.failed)
        form->out->failed = true;
    else
        add_text(form, text.text);
    hk_strbuf_clear(&text);
}

static void add_notes(struct form *form)
{
    const struct hk_sheet *sheet = form->sheet;

    if (sheet->note_count == 0)
        return;
    add(form, "<ol>\n");
    for (size_t i = 0; i < sheet->note_count; i++) {
        const struct hk_sheet_note *note = &sheet->notes[i];
        hk_strbuf_printf(form->out, "<li id=\"n%zu\">", i + 1);
        add_text(form, word(form, HK_WORD_ROUND));
        hk_strbuf_printf(form->out, " %u: ", note->round);
        add_apart(form, note->reason);
        add(form, "<br><span class=\"quiet\">");
        add_corrected(form, note);
        add(form, "</span></li>\n");
    }
    add(form, "</ol>\n");
}

void hk_sheet_html(const struct hk_sheet *sheet, struct hk_strbuf *out)
{
    struct form form = {.sheet = sheet, .out = out};

    add_head(&form);
    add_header(&form);
    add_table(&form);
    add_legend(&form);
    add_notes(&form);
    hk_strbuf_printf(out,
                     "<footer class=\"quiet\">Hakam · <bdi dir=\"ltr\">%s"
                     "</bdi></footer>\n</body>\n</html>\n",
                     sheet->game->row.uuid);
}
