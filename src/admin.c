/* hakam: the administrator's command. Each group of its commands has a file,
 * admin_….c; here are the table of them and what they share. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "admin.h"
#include "base/log.h"
#include "base/reason.h"
#include "http/catalogue.h"

void hk_admin_say(const char *format, ...)
{
    va_list arguments;

    fputs("hakam: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

int hk_admin_fail(enum hk_error error)
{
    hk_admin_say("%s. %s", hk_text(HK_ENGLISH, hk_text_of_title(error)),
                 hk_text(HK_ENGLISH, hk_text_of_detail(error)));
    return EXIT_FAILURE;
}

const char *hk_admin_database(const struct hk_options *options)
{
    if (!options->database)
        hk_admin_say("--database FILE is needed, or --config FILE that names "
                     "it; try hakam help");
    return options->database;
}

int hk_admin_open(const struct hk_options *options, enum hk_store_mode mode,
                  struct hk_store **ret_store)
{
    char message[HK_STORE_MESSAGE_SIZE];

    if (!hk_admin_database(options))
        return EX_USAGE;
    if (hk_store_open(options->database, mode, ret_store, message) != HK_OK) {
        hk_admin_say("%s", message);
        return EX_CONFIG;
    }
    return 0;
}

int hk_admin_there(const struct hk_options *options)
{
    if (options->database && access(options->database, F_OK) != 0) {
        hk_admin_say("cannot open %s: %s", options->database, HK_REASON(errno));
        return EX_CONFIG;
    }
    return 0;
}

bool hk_admin_flush(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    hk_admin_say("cannot write to standard output: %s", HK_REASON(errno));
    return false;
}

hk_time hk_admin_now(void)
{
    struct hk_clock clock = hk_clock_real();

    return hk_clock_now(&clock);
}

/* More differences than this nobody reads. */
#define JSON_MAX ((size_t)256 << 20)

void hk_admin_json_init(struct hk_admin_json *ret_out)
{
    hk_strbuf_init(&ret_out->text, JSON_MAX);
    hk_json_init(&ret_out->json, &ret_out->text);
}

bool hk_admin_json_print(struct hk_admin_json *out)
{
    bool failed = out->text.failed;

    if (failed)
        hk_admin_say("what is to be said is too long");
    else
        puts(out->text.text);
    hk_strbuf_clear(&out->text);
    return !failed && hk_admin_flush();
}

void hk_admin_tell(const char *sentence, void *cls)
{
    const struct hk_admin_told *told = cls;

    if (told->json)
        hk_json_string(told->json, NULL, sentence);
    else
        puts(sentence);
}

/* ----- the commands ------------------------------------------------------- */

static hk_admin_command print_version, print_help;

/* Options that belong to some commands, as bits. */
enum { TAKES_JSON = 1, TAKES_ROLE = 2, TAKES_KEEP = 4, TAKES_FORCE = 8 };

static const struct command {
    const char *noun;
    const char *verb;     /* NULL: the noun alone */
    const char *argument; /* how it is shown; NULL: takes none */
    const char *options;  /* shown after it, beside --json */
    unsigned takes;
    hk_admin_command *run;
    const char *meaning;
} commands[] = {
    {"backup", NULL, "FOLDER|FILE", " [--keep N]", TAKES_JSON | TAKES_KEEP,
     hk_admin_backup,
     "copy the database while it is served, and examine the copy;\n"
     "a folder gets a file named by the time"},
    {"restore", NULL, "FILE", " [--force]", TAKES_JSON | TAKES_FORCE,
     hk_admin_restore,
     "examine a backup and make it the database; with --force\n"
     "also where there is one, which is kept beside it"},
    {"verify", NULL, NULL, "", TAKES_JSON, hk_admin_verify,
     "replay every game from its log and compare with what is\n"
     "stored; ends with 1 when something differs"},
    {"recompute", NULL, NULL, "", TAKES_JSON, hk_admin_recompute,
     "make the leaderboards and ratings anew from the logs; ends\n"
     "with 1 when something differed"},
    {"stats", NULL, NULL, "", TAKES_JSON, hk_admin_stats,
     "show how many games, players and events there are, and\n"
     "how large the files"},
    {"game", "show", "ID", "", TAKES_JSON, hk_admin_game_show,
     "show a game as everybody may see it"},
    {"game", "end", "ID", "", TAKES_JSON, hk_admin_game_end,
     "end a game without result"},
    {"key", "add", "NAME", " --role host|admin", TAKES_JSON | TAKES_ROLE,
     hk_admin_key_add, "make a service key and show its token, once"},
    {"key", "list", NULL, "", TAKES_JSON, hk_admin_key_list,
     "list the keys: name, role, when made, whether valid"},
    {"key", "revoke", "NAME", "", TAKES_JSON, hk_admin_key_revoke,
     "make a key invalid"},
    {"version", NULL, NULL, "", TAKES_JSON, print_version, "show the version"},
    {"help", NULL, NULL, "", 0, print_help, "show this"},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static int print_version(const struct hk_options *options, const char *argument)
{
    struct hk_admin_json out;

    (void)argument;
    if (!options->json) {
        puts("hakam " PACKAGE_VERSION);
        return hk_admin_flush() ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    hk_admin_json_init(&out);
    hk_json_open_object(&out.json, NULL);
    hk_json_string(&out.json, "version", PACKAGE_VERSION);
    hk_json_string(&out.json, "library", hk_store_library());
    hk_json_integer(&out.json, "schema_version", hk_store_schema_version());
    hk_json_close_object(&out.json);
    return hk_admin_json_print(&out) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The meaning's lines stand below each other. */
static void print_lines(const char *lines)
{
    while (lines) {
        int length = (int)strcspn(lines, "\n");
        printf("%24s%.*s\n", "", length, lines);
        lines = lines[length] ? lines + length + 1 : NULL;
    }
}

static int print_help(const struct hk_options *options, const char *argument)
{
    (void)options;
    (void)argument;
    puts("usage: hakam --database FILE COMMAND [--json]\n"
         "       hakam --config FILE COMMAND [--json]\n"
         "\n"
         "Looks after the database of hakamd. Commands that change it need\n"
         "hakamd to be stopped: there is one writer at a time.\n"
         "\n"
         "commands:");
    for (size_t i = 0; i < COMMANDS; i++) {
        const struct command *c = &commands[i];
        printf("  %s%s%s%s%s%s\n", c->noun, c->verb ? " " : "",
               c->verb ? c->verb : "", c->argument ? " " : "",
               c->argument ? c->argument : "", c->options);
        print_lines(c->meaning);
    }
    puts("\noptions:");
    hk_options_print(HK_PROGRAM_HAKAM, stdout);
    return hk_admin_flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The command that these words name, with the right number of words; NULL where
 * there is none. */
static const struct command *find_command(const struct hk_options *options)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        const struct command *c = &commands[i];
        size_t words = 1 + (c->verb != NULL) + (c->argument != NULL);

        if (options->word_count == words &&
            strcmp(options->words[0], c->noun) == 0 &&
            (!c->verb || strcmp(options->words[1], c->verb) == 0))
            return c;
    }
    return NULL;
}

/* Whether each option that was given is the command's; says which is not. */
static bool check_options(const struct hk_options *options,
                          const struct command *command)
{
    const struct {
        bool given;
        unsigned bit;
        const char *text;
    } given[] = {
        {options->json, TAKES_JSON, "help has no --json"},
        {hk_options_has(options, HK_OPT_ROLE), TAKES_ROLE,
         "--role belongs to key add"},
        {hk_options_has(options, HK_OPT_KEEP), TAKES_KEEP,
         "--keep belongs to backup"},
        {options->force, TAKES_FORCE, "--force belongs to restore"},
    };

    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        if (given[i].given && !(command->takes & given[i].bit)) {
            hk_admin_say("%s", given[i].text);
            return false;
        }
    }
    return true;
}

/* Does what the options ask for; an exit status. */
static int begin(const struct hk_options *options)
{
    const char *argument = NULL;

    if (options->help)
        return print_help(options, NULL);
    if (options->version)
        return print_version(options, NULL);
    const struct command *command = find_command(options);
    if (!command) {
        hk_admin_say("%s; try hakam help", options->word_count == 0
                                               ? "a command is needed"
                                               : "there is no such command");
        return EX_USAGE;
    }
    if (!check_options(options, command))
        return EX_USAGE;
    /* What went well is the command's own to say. */
    hk_log_set_level(HK_LOG_WARNING);
    /* The database holds hidden cards: nobody else reads it. */
    umask(umask(0) | 0077);
    if (command->argument)
        argument = options->words[options->word_count - 1];
    return command->run(options, argument);
}

int main(int argc, char *argv[])
{
    char message[HK_OPTIONS_MESSAGE_SIZE];
    struct hk_options options;

    int status = hk_options_read(HK_PROGRAM_HAKAM, argc, argv, &options,
                                 message);
    if (status != 0) {
        hk_admin_say("%s%s", message,
                     status == EX_USAGE ? "; try hakam help" : "");
        return status;
    }
    status = begin(&options);
    hk_options_clear(&options);
    return status;
}
