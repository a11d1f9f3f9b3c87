/* Options read from where they may be given, by the table. */
#include "options.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "config_file.h"
#include "option_rows.h"

/* A reading under way. */
struct reading {
    enum hk_program program;
    struct hk_options options;
    bool on_line[HK_OPTS];           /* given on the command line, … */
    const char *line_texts[HK_OPTS]; /* with this value */
    char message[HK_OPTIONS_MESSAGE_SIZE];
    int status; /* of the fault that it tells of; 0: none */
};

/* Notes a fault; values in it may be anything, the message is one line. */
__attribute__((format(printf, 3, 4))) static void fail(struct reading *reading,
                                                       int status,
                                                       const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reading->message, HK_OPTIONS_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    for (char *at = reading->message; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = ' ';
    }
    reading->status = status;
}

/* Takes a value in; `where` names it in the message. */
static bool set(struct reading *reading, enum hk_opt option, const char *value,
                enum hk_origin origin, const char *where)
{
    const struct hk_option_row *row = &hk_option_rows[option];
    char reason[HK_OPTION_REASON_SIZE];

    if (!hk_option_row_set(row, value, &reading->options, reason)) {
        fail(reading, origin == HK_FROM_COMMAND_LINE ? EX_USAGE : EX_CONFIG,
             "%s: \"%s\": %s", where, value, reason);
        return false;
    }
    reading->options.given[option].text = value;
    reading->options.given[option].origin = origin;
    reading->options.given[option].line = 0;
    return true;
}

static void set_fallbacks(struct reading *reading)
{
    for (enum hk_opt i = 0; i < HK_OPTS; i++) {
        const char *fallback = hk_option_rows[i].fallback;
        if (fallback && !set(reading, i, fallback, HK_FROM_DEFAULT, ""))
            abort();
    }
}

/* The option with this variable; HK_OPTS where the programs have none. */
static enum hk_opt find_variable(unsigned programs, const char *name,
                                 size_t length)
{
    for (enum hk_opt i = 0; i < HK_OPTS; i++) {
        const struct hk_option_row *row = &hk_option_rows[i];
        if (row->variable && (row->programs & programs) &&
            strlen(row->variable) == length &&
            memcmp(row->variable, name, length) == 0)
            return i;
    }
    return HK_OPTS;
}

static void read_variable(struct reading *reading, enum hk_opt option)
{
    const struct hk_option_row *row = &hk_option_rows[option];

    /* What the command line overrides cannot be wrong. */
    if (!row->variable || !(row->programs & reading->program) ||
        reading->on_line[option])
        return;
    const char *value = getenv(row->variable);
    if (value && *value)
        set(reading, option, value, HK_FROM_ENVIRONMENT, row->variable);
}

/* A line of the file: hk_config_line. */
static bool read_setting(void *cls, unsigned line, const char *name,
                         const char *value)
{
    struct reading *reading = cls;
    const char *path = reading->options.config;
    char where[HK_OPTIONS_MESSAGE_SIZE / 2];

    /* It is one file for both programs: of the other's options only the names
     * have to be right. */
    enum hk_opt option = find_variable(HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM,
                                       name, strlen(name));
    if (option == HK_OPTS || option == HK_OPT_CONFIG) {
        fail(reading, EX_CONFIG, "%s:%u: %s: %s", path, line, name,
             option == HK_OPTS ? "there is no such option"
                               : "a file cannot name another");
        return false;
    }
    if (!*value || !(hk_option_rows[option].programs & reading->program))
        return true;
    const char *kept = hk_options_keep(&reading->options, value, strlen(value));
    if (!kept) {
        fail(reading, EX_OSERR, "%s: there is no memory for it", path);
        return false;
    }
    snprintf(where, sizeof where, "%s:%u: %s", path, line, name);
    if (!set(reading, option, kept, HK_FROM_FILE, where))
        return false;
    reading->options.given[option].line = line;
    return true;
}

/* The file is right as a whole, or refused: also where it is overridden. */
static void read_file(struct reading *reading)
{
    const char *path = reading->options.config;
    char message[HK_CONFIG_MESSAGE_SIZE];

    if (!path || reading->status != 0)
        return;
    if (!hk_config_file_read(path, read_setting, reading, message) &&
        reading->status == 0)
        fail(reading, EX_CONFIG, "%s", message);
}

/* The option of the program with this name; HK_OPTS where there is none. */
static enum hk_opt find_option(enum hk_program program, const char *name,
                               size_t length)
{
    for (enum hk_opt i = 0; i < HK_OPTS; i++) {
        const struct hk_option_row *row = &hk_option_rows[i];
        if ((row->programs & program) && strlen(row->name) == length &&
            memcmp(row->name, name, length) == 0)
            return i;
    }
    return HK_OPTS;
}

static void add_word(struct reading *reading, const char *word)
{
    struct hk_options *options = &reading->options;

    if (reading->program == HK_PROGRAM_HAKAMD ||
        options->word_count == HK_OPTION_WORDS_MAX)
        fail(reading, EX_USAGE, "\"%s\" is one word too many", word);
    else
        options->words[options->word_count++] = word;
}

/* The value of a list that was given before on the command line, and this. */
static const char *join(struct hk_options *options, const char *before,
                        const char *value)
{
    size_t size = strlen(before) + strlen(value) + 2;
    char *both = malloc(size);

    if (!both)
        return NULL;
    int length = snprintf(both, size, "%s %s", before, value);
    const char *kept = hk_options_keep(options, both, (size_t)length);
    free(both);
    return kept;
}

static void set_given(struct reading *reading, enum hk_opt option,
                      const char *value)
{
    const struct hk_option_row *row = &hk_option_rows[option];
    char where[64];

    snprintf(where, sizeof where, "--%s", row->name);
    if ((row->kind == HK_KIND_LIST || row->kind == HK_KIND_ADDRESS) &&
        reading->options.given[option].origin == HK_FROM_COMMAND_LINE) {
        value = join(&reading->options, reading->options.given[option].text,
                     value);
        if (!value) {
            fail(reading, EX_OSERR, "there is no memory for %s", where);
            return;
        }
    }
    if (set(reading, option, value, HK_FROM_COMMAND_LINE, where)) {
        reading->on_line[option] = true;
        reading->line_texts[option] = value;
    }
}

/* Reads the option at argv[at] ("--name=value" or "--name" "value"); gives how
 * many places it took. */
static int read_option(struct reading *reading, int argc, char *const argv[],
                       int at)
{
    const char *text = argv[at];
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : NULL;
    int places = 1;

    enum hk_opt option = HK_OPTS;
    if (length > 2 && text[1] == '-')
        option = find_option(reading->program, text + 2, length - 2);
    if (option == HK_OPTS) {
        fail(reading, EX_USAGE, "there is no option %.*s", (int)length, text);
        return places;
    }
    const struct hk_option_row *row = &hk_option_rows[option];
    if (!row->argument && value) {
        fail(reading, EX_USAGE, "--%s takes no value", row->name);
        return places;
    }
    if (row->argument && !value) {
        if (at + 1 == argc) {
            fail(reading, EX_USAGE, "--%s needs %s", row->name, row->argument);
            return places;
        }
        value = argv[at + 1];
        places = 2;
    }
    set_given(reading, option, value);
    return places;
}

static void read_command_line(struct reading *reading, int argc,
                              char *const argv[])
{
    bool only_words = false;

    for (int at = 1; at < argc && reading->status == 0;) {
        if (!only_words && strcmp(argv[at], "--") == 0) {
            only_words = true;
            at++;
        } else if (!only_words && argv[at][0] == '-') {
            at += read_option(reading, argc, argv, at);
        } else {
            add_word(reading, argv[at++]);
        }
    }
}

/* File and environment. The command line was read before them, since it names
 * the file, and is put on top of them once more. */
static void read_below(struct reading *reading)
{
    read_variable(reading, HK_OPT_CONFIG);
    read_file(reading);
    for (enum hk_opt i = 0; i < HK_OPTS && reading->status == 0; i++) {
        if (reading->on_line[i])
            set(reading, i, reading->line_texts[i], HK_FROM_COMMAND_LINE,
                hk_option_rows[i].name);
        else
            read_variable(reading, i);
    }
}

int hk_options_read(enum hk_program program, int argc, char *const argv[],
                    struct hk_options *ret_options,
                    char ret_message[HK_OPTIONS_MESSAGE_SIZE])
{
    struct reading reading = {.program = program};
    const struct hk_options *options = &reading.options;

    set_fallbacks(&reading);
    read_command_line(&reading, argc, argv);
    /* Whoever asks for help is not to be told off for a variable. */
    if (reading.status == 0 &&
        !(options->help || options->version || options->routes))
        read_below(&reading);
    if (reading.status != 0) {
        memcpy(ret_message, reading.message, sizeof reading.message);
        hk_options_clear(&reading.options);
        return reading.status;
    }
    reading.options.program = program;
    reading.options.argc = argc;
    reading.options.argv = argv;
    *ret_options = reading.options;
    return 0;
}

int hk_options_read_again(const struct hk_options *options,
                          struct hk_options *ret_options,
                          char ret_message[HK_OPTIONS_MESSAGE_SIZE])
{
    return hk_options_read(options->program, options->argc, options->argv,
                           ret_options, ret_message);
}

bool hk_options_has(const struct hk_options *options, enum hk_opt option)
{
    return options->given[option].origin != HK_FROM_DEFAULT;
}

extern char **environ;

void hk_options_unknown(enum hk_program program,
                        void (*each)(const char *variable))
{
    static const char prefix[] = "HAKAM_";

    for (char **entry = environ; *entry; entry++) {
        size_t length = strcspn(*entry, "=");
        char name[64];

        if (strncmp(*entry, prefix, strlen(prefix)) != 0 ||
            find_variable(program, *entry, length) != HK_OPTS)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, *entry);
        each(name);
    }
}
