/* The options as a file that --config can name. */
#include <ctype.h>
#include <string.h>

#include "option_rows.h"

enum { COLUMNS = 80 };

/* A comment of several pieces, which are laid out as one text. */
struct comment {
    FILE *file;
    int column;
};

static void add_word(struct comment *comment, const char *word, size_t length)
{
    if (comment->column > 0 && comment->column + 1 + (int)length >= COLUMNS) {
        fputc('\n', comment->file);
        comment->column = 0;
    }
    comment->column += fprintf(comment->file, "%s%.*s",
                               comment->column == 0 ? "# " : " ", (int)length,
                               word);
}

/* Adds a sentence, which begins with a capital and ends with a full stop. */
static void add_sentence(struct comment *comment, const char *text)
{
    char word[128];

    for (bool is_first = true; *text; is_first = false) {
        size_t length = strcspn(text, " ");
        bool is_last = text[length] == '\0';

        snprintf(word, sizeof word, "%.*s%s", (int)length, text,
                 is_last ? "." : "");
        if (is_first)
            word[0] = (char)toupper((unsigned char)word[0]);
        add_word(comment, word, strlen(word));
        text += length + !is_last;
    }
}

static void end_comment(struct comment *comment)
{
    fputc('\n', comment->file);
    comment->column = 0;
}

static void print_comment(const struct hk_option_row *row, FILE *file)
{
    char text[512], range[HK_OPTION_RANGE_SIZE];
    struct comment comment = {.file = file};

    add_sentence(&comment, row->meaning);
    hk_option_row_range(row, range);
    if (row->kind == HK_KIND_NUMBER)
        snprintf(text, sizeof text, "A number%s%s %s", *row->unit ? " of " : "",
                 row->unit, range);
    else
        snprintf(text, sizeof text, "It is %s", range);
    if (*range)
        add_sentence(&comment, text);
    if (row->fallback && *row->fallback) {
        snprintf(text, sizeof text, "Default %s", row->fallback);
        add_sentence(&comment, text);
    }
    if (row->again)
        add_sentence(&comment, "Read again on SIGHUP");
    end_comment(&comment);
    snprintf(text, sizeof text, "Why: %s", row->reason);
    add_sentence(&comment, text);
    end_comment(&comment);
}

/* The value in the file's own form: in quotes where it would not be the same
 * without. */
static void print_value(const char *text, FILE *file)
{
    bool is_plain = strpbrk(text, " \t\"'\\`$#;") == NULL;

    if (is_plain) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (strchr("\"\\`$", *text))
            fputc('\\', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void print_origin(const struct hk_options *options, enum hk_opt option,
                         FILE *file)
{
    fputs("# From ", file);
    switch (options->given[option].origin) {
    case HK_FROM_DEFAULT:
        fputs("the default.\n", file);
        return;
    case HK_FROM_FILE:
        fprintf(file, "%s, line %u.\n", options->config,
                options->given[option].line);
        return;
    case HK_FROM_ENVIRONMENT:
        fputs("the environment.\n", file);
        return;
    case HK_FROM_COMMAND_LINE:
        fputs("the command line.\n", file);
        return;
    }
}

void hk_options_print_config(const struct hk_options *options, FILE *file)
{
    for (enum hk_opt i = 0; i < HK_OPTS; i++) {
        const struct hk_option_row *row = &hk_option_rows[i];
        const char *text = options->given[i].text;

        /* A file cannot name another. */
        if (!row->variable || i == HK_OPT_CONFIG)
            continue;
        print_comment(row, file);
        print_origin(options, i, file);
        fprintf(file, "%s%s=", text && *text ? "" : "#", row->variable);
        if (text)
            print_value(text, file);
        fputs("\n\n", file);
    }
}
