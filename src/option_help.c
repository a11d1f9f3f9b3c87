/* What --help tells of the options. */
#include <string.h>

#include "option_rows.h"

/* Where the meanings stand, and where lines end. */
enum { INDENT = 24, COLUMNS = 80 };

/* Writes the text from the column on, its lines below each other; `width` of
 * the first line is written already. */
static void print_wrapped(FILE *file, int width, const char *text)
{
    const int room = COLUMNS - INDENT;

    do {
        int length = (int)strlen(text);
        if (length > room) {
            length = room;
            while (length > 1 && text[length] != ' ')
                length--;
        }
        fprintf(file, "%*s%.*s\n", INDENT - width, "", length, text);
        text += length + (text[length] == ' ');
        width = 0;
    } while (*text);
}

/* "(also HAKAM_THREADS; from 1 to 64; default 2)" */
static void print_values(FILE *file, const struct hk_option_row *row)
{
    char text[512] = "", range[HK_OPTION_RANGE_SIZE];
    size_t length = 0;

    hk_option_row_range(row, range);
    /* The argument itself may tell. */
    bool is_told = row->argument && strchr(row->argument, '|');
    const struct {
        const char *label, *text;
    } parts[] = {{"also ", row->variable},
                 {"", *range && !is_told ? range : NULL},
                 {"default ", row->fallback}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].text)
            length += (size_t)snprintf(text + length, sizeof text - length,
                                       "%s%s%s", length == 0 ? "(" : "; ",
                                       parts[i].label, parts[i].text);
    }
    if (length == 0)
        return;
    snprintf(text + length, sizeof text - length, ")");
    print_wrapped(file, 0, text);
}

void hk_options_print(enum hk_program program, FILE *file)
{
    for (enum hk_opt i = 0; i < HK_OPTS; i++) {
        const struct hk_option_row *row = &hk_option_rows[i];

        if (!(row->programs & program))
            continue;
        int width = fprintf(file, "  --%s%s%s", row->name,
                            row->argument ? " " : "",
                            row->argument ? row->argument : "");
        if (width >= INDENT) {
            fputc('\n', file);
            width = 0;
        }
        print_wrapped(file, width, row->meaning);
        print_values(file, row);
    }
}
