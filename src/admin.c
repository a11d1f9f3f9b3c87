/* hakam: keys, and the check of a database against its logs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/reason.h"
#include "base/rng.h"
#include "http/catalogue.h"
#include "options.h"
#include "service/auth.h"
#include "service/names.h"
#include "service/recompute.h"
#include "service/verify.h"
#include "store/keys.h"
#include "store/store.h"

/* One command; `run` gives an exit status. */
struct command {
    const char *noun;
    const char *verb;     /* NULL: the noun alone */
    const char *argument; /* how it is shown; NULL: takes none */
    const char *options;  /* shown after it */
    int (*run)(const struct hk_options *options, const char *argument);
    const char *meaning;
};

/* Opens the database; 0 or an exit status, after having said why. */
static int open_store(const struct hk_options *options, enum hk_store_mode mode,
                      struct hk_store **ret_store)
{
    char message[HK_STORE_MESSAGE_SIZE];

    if (!options->database) {
        fputs("hakam: --database FILE is needed; try hakam help\n", stderr);
        return EX_USAGE;
    }
    if (hk_store_open(options->database, mode, ret_store, message) != HK_OK) {
        fprintf(stderr, "hakam: %s\n", message);
        return EX_CONFIG;
    }
    return 0;
}

/* Says what went wrong; an exit status. */
static int fail(enum hk_error error)
{
    fprintf(stderr, "hakam: %s. %s\n",
            hk_text(HK_ENGLISH, hk_text_of_title(error)),
            hk_text(HK_ENGLISH, hk_text_of_detail(error)));
    return EXIT_FAILURE;
}

/* Whether what was written to standard output has arrived. */
static bool flush_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    fprintf(stderr, "hakam: cannot write to standard output: %s\n",
            HK_REASON(errno));
    return false;
}

static bool read_key_name(const char *text, char ret_name[HK_KEY_NAME_SIZE])
{
    char name[HK_NAME_SIZE], folded[HK_FOLDED_NAME_SIZE];
    const char *reason = "it is too long";

    enum hk_name_fault fault = hk_name_read(text, strlen(text), name, folded);
    size_t length = fault ? 0 : strlen(name);
    if (!fault && length < HK_KEY_NAME_SIZE) {
        memcpy(ret_name, name, length + 1);
        return true;
    }
    if (fault)
        reason = hk_text(HK_ENGLISH, hk_text_of_name_fault(fault));
    fprintf(stderr, "hakam: \"%s\" is no name for a key: %s\n", text, reason);
    return false;
}

/* What the jobs of the writer need. */
struct key_change {
    char name[HK_KEY_NAME_SIZE];
    enum hk_token_kind kind;
    uint8_t hash[HK_TOKEN_HASH_SIZE];
    hk_time now;
};

static void date_change(struct key_change *change)
{
    struct hk_clock clock = hk_clock_real();

    change->now = hk_clock_now(&clock);
}

static enum hk_error add_job(struct hk_tx *tx, void *cls)
{
    struct key_change *change = cls;

    return hk_tx_add_key(tx, change->name, change->kind, change->hash,
                         change->now);
}

static int add_key(const struct hk_options *options, const char *argument)
{
    struct hk_rng rng = hk_rng_system();
    struct key_change change = {.kind = (enum hk_token_kind)options->role};
    char token[HK_TOKEN_TEXT_SIZE];
    struct hk_store *store;

    if (!hk_options_has(options, HK_OPT_ROLE)) {
        fputs("hakam: key add needs --role host or --role admin\n", stderr);
        return EX_USAGE;
    }
    if (!read_key_name(argument, change.name))
        return EX_USAGE;
    int status = open_store(options, HK_STORE_SERVE, &store);
    if (status != 0)
        return status;
    hk_auth_make_token(&rng, change.kind, token, change.hash);
    date_change(&change);
    enum hk_error error = hk_store_write(store, add_job, &change);
    hk_store_close(store);
    if (error == HK_E_NAME_TAKEN) {
        fprintf(stderr, "hakam: there is a key \"%s\" already\n", change.name);
        return EXIT_FAILURE;
    }
    if (error != HK_OK)
        return fail(error);
    puts(token);
    if (!flush_output()) {
        fprintf(stderr,
                "hakam: the key \"%s\" was made, but its token is lost: "
                "revoke it\n",
                change.name);
        return EXIT_FAILURE;
    }
    fputs("hakam: this token is shown only now; keep it safe\n", stderr);
    return EXIT_SUCCESS;
}

static enum hk_error print_key(const struct hk_key_row *key, void *cls)
{
    char created[HK_TIME_TEXT_SIZE], revoked[HK_TIME_TEXT_SIZE];

    (void)cls;
    hk_time_format(key->created_at, created);
    if (key->revoked_at != 0)
        hk_time_format(key->revoked_at, revoked);
    printf("%s\t%s\tmade %s\t%s%s\n", key->name,
           key->kind == HK_TOKEN_KEY_ADMIN ? "admin" : "host", created,
           key->revoked_at != 0 ? "revoked " : "valid",
           key->revoked_at != 0 ? revoked : "");
    return HK_OK;
}

static int list_keys(const struct hk_options *options, const char *argument)
{
    struct hk_store *store;

    (void)argument;
    int status = open_store(options, HK_STORE_READ, &store);
    if (status != 0)
        return status;
    enum hk_error error = hk_store_each_key(store, print_key, NULL);
    hk_store_close(store);
    if (error != HK_OK)
        return fail(error);
    return flush_output() ? EXIT_SUCCESS : EXIT_FAILURE;
}

static enum hk_error revoke_job(struct hk_tx *tx, void *cls)
{
    struct key_change *change = cls;

    return hk_tx_revoke_key(tx, change->name, change->now);
}

static int revoke_key(const struct hk_options *options, const char *argument)
{
    struct key_change change;
    struct hk_store *store;

    if (!read_key_name(argument, change.name))
        return EX_USAGE;
    int status = open_store(options, HK_STORE_SERVE, &store);
    if (status != 0)
        return status;
    date_change(&change);
    enum hk_error error = hk_store_write(store, revoke_job, &change);
    hk_store_close(store);
    if (error == HK_E_NOT_FOUND) {
        fprintf(stderr, "hakam: there is no valid key \"%s\"\n", change.name);
        return EXIT_FAILURE;
    }
    return error == HK_OK ? EXIT_SUCCESS : fail(error);
}

static void print_difference(const char *text, void *cls)
{
    (void)cls;
    puts(text);
}

static int verify(const struct hk_options *options, const char *argument)
{
    struct hk_verify_report report;
    struct hk_store *store;

    (void)argument;
    int status = open_store(options, HK_STORE_READ, &store);
    if (status != 0)
        return status;
    enum hk_error error = hk_verify(store, print_difference, NULL, &report);
    hk_store_close(store);
    if (error != HK_OK)
        return fail(error);
    printf("%zu games, %zu events, %zu differences\n", report.games,
           report.events, report.differences);
    if (report.unhashed > 0)
        printf("%zu events are older than the hash chain\n", report.unhashed);
    if (!flush_output() || report.differences > 0)
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}

static int recompute(const struct hk_options *options, const char *argument)
{
    struct hk_recompute_report report;
    struct hk_store *store;

    (void)argument;
    /* Here a file that is not there is a slip, and not made. */
    if (options->database && access(options->database, F_OK) != 0) {
        fprintf(stderr, "hakam: cannot open %s: %s\n", options->database,
                HK_REASON(errno));
        return EX_CONFIG;
    }
    int status = open_store(options, HK_STORE_SERVE, &store);
    if (status != 0)
        return status;
    enum hk_error error = hk_recompute(store, print_difference, NULL, &report);
    hk_store_close(store);
    if (error != HK_OK)
        return fail(error);
    printf("%zu games counted, %zu left out, %zu differences\n", report.games,
           report.faults, report.differences);
    if (!flush_output() || report.differences > 0 || report.faults > 0)
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}

static int print_version(const struct hk_options *options, const char *argument)
{
    (void)options;
    (void)argument;
    printf("hakam %s\n", PACKAGE_VERSION);
    return flush_output() ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int print_help(const struct hk_options *options, const char *argument);

static const struct command commands[] = {
    {"key", "add", "NAME", " --role host|admin", add_key,
     "make a service key and show its token, once"},
    {"key", "list", NULL, "", list_keys,
     "list the keys: name, role, when made, whether valid"},
    {"key", "revoke", "NAME", "", revoke_key, "make a key invalid"},
    {"verify", NULL, NULL, "", verify,
     "replay every game from its log and compare with what is\n"
     "                        stored; ends with 1 when something differs"},
    {"recompute", NULL, NULL, "", recompute,
     "make the leaderboards and ratings anew from the logs; ends\n"
     "                        with 1 when something differed"},
    {"version", NULL, NULL, "", print_version, "show the version"},
    {"help", NULL, NULL, "", print_help, "show this"},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static int print_help(const struct hk_options *options, const char *argument)
{
    (void)options;
    (void)argument;
    puts("usage: hakam --database FILE COMMAND\n"
         "\n"
         "Looks after the database of hakamd. Commands that change it need\n"
         "hakamd to be stopped: there is one writer at a time.\n"
         "\n"
         "commands:");
    for (size_t i = 0; i < COMMANDS; i++) {
        const struct command *c = &commands[i];
        printf("  %s%s%s%s%s%s\n                        %s\n", c->noun,
               c->verb ? " " : "", c->verb ? c->verb : "",
               c->argument ? " " : "", c->argument ? c->argument : "",
               c->options, c->meaning);
    }
    puts("\noptions:");
    hk_options_print(HK_PROGRAM_HAKAM, stdout);
    return flush_output() ? EXIT_SUCCESS : EXIT_FAILURE;
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

int main(int argc, char *argv[])
{
    char message[HK_OPTIONS_MESSAGE_SIZE];
    struct hk_options options;

    int status = hk_options_read(HK_PROGRAM_HAKAM, argc, argv, &options,
                                 message);
    if (status != 0) {
        fprintf(stderr, "hakam: %s%s\n", message,
                status == EX_USAGE ? "; try hakam help" : "");
        return status;
    }
    if (options.help)
        return print_help(&options, NULL);
    if (options.version)
        return print_version(&options, NULL);
    const struct command *command = find_command(&options);
    if (!command) {
        fputs(options.word_count == 0 ? "hakam: a command is needed"
                                      : "hakam: there is no such command",
              stderr);
        fputs("; try hakam help\n", stderr);
        return EX_USAGE;
    }
    if (hk_options_has(&options, HK_OPT_ROLE) && command->run != add_key) {
        fputs("hakam: --role belongs to key add\n", stderr);
        return EX_USAGE;
    }
    /* The database holds hidden cards: nobody else reads it. */
    umask(umask(0) | 0077);
    const char *argument = NULL;
    if (command->argument)
        argument = options.words[options.word_count - 1];
    status = command->run(&options, argument);
    hk_options_clear(&options);
    return status;
}
