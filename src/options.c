/* The table of options, and how it is read and shown. */
#include "options.h"

#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

/* Reads a value; false, with a reason in words, where it is none. `value` is
 * NULL for options that take none. */
typedef bool option_setter(struct hk_options *options, const char *value,
                           const char **ret_reason);

struct option_row {
    const char *name;
    const char *argument;    /* how its value is shown; NULL: takes none */
    const char *environment; /* the variable that sets it too, or NULL */
    const char *fallback;    /* the value when nothing sets it, or NULL */
    unsigned programs;       /* bits of enum hk_program */
    option_setter *set;
    const char *meaning;
};

static bool set_listen(struct hk_options *options, const char *value,
                       const char **ret_reason)
{
    return hk_address_read(value, &options->listen, ret_reason);
}

static bool set_database(struct hk_options *options, const char *value,
                         const char **ret_reason)
{
    *ret_reason = "the name of a file is needed";
    if (!*value)
        return false;
    options->database = value;
    return true;
}

static bool set_auth(struct hk_options *options, const char *value,
                     const char **ret_reason)
{
    *ret_reason = "it is open or keys";
    bool is_open = strcmp(value, "open") == 0;
    if (!is_open && strcmp(value, "keys") != 0)
        return false;
    options->auth_open = is_open;
    return true;
}

static bool set_log_level(struct hk_options *options, const char *value,
                          const char **ret_reason)
{
    static const struct {
        const char *name;
        enum hk_log_level level;
    } levels[] = {
        {"error", HK_LOG_ERROR},
        {"warning", HK_LOG_WARNING},
        {"info", HK_LOG_INFO},
        {"debug", HK_LOG_DEBUG},
    };

    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        if (strcmp(value, levels[i].name) == 0) {
            options->log_level = levels[i].level;
            return true;
        }
    }
    *ret_reason = "it is error, warning, info or debug";
    return false;
}

/* A whole number from 1 to `most`, in decimal. */
static bool read_number(const char *value, unsigned most, unsigned *ret_number)
{
    unsigned number = 0;

    for (const char *digit = value; *digit; digit++) {
        if (*digit < '0' || *digit > '9' || number > most)
            return false;
        number = number * 10 + (unsigned)(*digit - '0');
    }
    if (number < 1 || number > most)
        return false;
    *ret_number = number;
    return true;
}

static bool set_connections(struct hk_options *options, const char *value,
                            const char **ret_reason)
{
    *ret_reason = "it is a number from 16 to 1000000";
    unsigned number;
    if (!read_number(value, 1000000, &number) || number < 16)
        return false;
    options->connections = number;
    return true;
}

static bool set_threads(struct hk_options *options, const char *value,
                        const char **ret_reason)
{
    *ret_reason = "it is a number from 1 to 64";
    return read_number(value, 64, &options->threads);
}

static bool set_live_games(struct hk_options *options, const char *value,
                           const char **ret_reason)
{
    *ret_reason = "it is a number from 1 to 100000000";
    return read_number(value, 100000000, &options->live_games);
}

static bool set_live_memory(struct hk_options *options, const char *value,
                            const char **ret_reason)
{
    *ret_reason = "it is a number of MiB from 1 to 1000000";
    return read_number(value, 1000000, &options->live_mib);
}

static bool set_head_timeout(struct hk_options *options, const char *value,
                             const char **ret_reason)
{
    *ret_reason = "it is a number of seconds from 1 to 3600";
    return read_number(value, 3600, &options->head_timeout_s);
}

static bool set_idle_timeout(struct hk_options *options, const char *value,
                             const char **ret_reason)
{
    *ret_reason = "it is a number of seconds from 1 to 3600";
    return read_number(value, 3600, &options->idle_timeout_s);
}

static bool set_streams_per_token(struct hk_options *options, const char *value,
                                  const char **ret_reason)
{
    *ret_reason = "it is a number from 1 to 1000000";
    return read_number(value, 1000000, &options->streams_per_token);
}

static bool set_streams_per_game(struct hk_options *options, const char *value,
                                 const char **ret_reason)
{
    *ret_reason = "it is a number from 1 to 1000000";
    return read_number(value, 1000000, &options->streams_per_game);
}

static bool set_heartbeat(struct hk_options *options, const char *value,
                          const char **ret_reason)
{
    *ret_reason = "it is a number of seconds from 1 to 60";
    return read_number(value, 60, &options->heartbeat_s);
}

static bool set_presence_grace(struct hk_options *options, const char *value,
                               const char **ret_reason)
{
    *ret_reason = "it is a number of seconds from 1 to 3600";
    return read_number(value, 3600, &options->presence_grace_s);
}

static bool set_role(struct hk_options *options, const char *value,
                     const char **ret_reason)
{
    *ret_reason = "it is host or admin";
    bool is_admin = strcmp(value, "admin") == 0;
    if (!is_admin && strcmp(value, "host") != 0)
        return false;
    options->role = is_admin ? HK_TOKEN_KEY_ADMIN : HK_TOKEN_KEY_HOST;
    options->role_given = true;
    return true;
}

static bool set_routes(struct hk_options *options, const char *value,
                       const char **ret_reason)
{
    (void)value;
    (void)ret_reason;
    options->routes = true;
    return true;
}

static bool set_version(struct hk_options *options, const char *value,
                        const char **ret_reason)
{
    (void)value;
    (void)ret_reason;
    options->version = true;
    return true;
}

static bool set_help(struct hk_options *options, const char *value,
                     const char **ret_reason)
{
    (void)value;
    (void)ret_reason;
    options->help = true;
    return true;
}

#define BOTH (HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM)

static const struct option_row option_rows[] = {
    {"listen", "ADDRESS", "HAKAM_LISTEN", "127.0.0.1:8080", HK_PROGRAM_HAKAMD,
     set_listen,
     "where to listen: 127.0.0.1:PORT, [::1]:PORT or\n"
     "unix:PATH; port 0 picks a free one"},
    {"database", "FILE", "HAKAM_DATABASE", NULL, BOTH, set_database,
     "the database; made where there is none"},
    {"auth", "open|keys", "HAKAM_AUTH", "open", HK_PROGRAM_HAKAMD, set_auth,
     "who may make games: anybody (only on a loopback address\n"
     "or a Unix socket), or holders of a key"},
    {"log-level", "LEVEL", NULL, "info", HK_PROGRAM_HAKAMD, set_log_level,
     "the most that is logged: error, warning, info or debug"},
    {"connections", "N", NULL, "4096", HK_PROGRAM_HAKAMD, set_connections,
     "connections open at once; when nearly all are taken, the\n"
     "quietest is closed for each that comes"},
    {"threads", "N", NULL, "2", HK_PROGRAM_HAKAMD, set_threads,
     "threads that serve connections"},
    {"live-games", "N", NULL, "100000", HK_PROGRAM_HAKAMD, set_live_games,
     "games kept in memory while nobody asks for them"},
    {"live-memory", "MIB", NULL, "256", HK_PROGRAM_HAKAMD, set_live_memory,
     "what these may take at most"},
    {"head-timeout", "SECONDS", NULL, "10", HK_PROGRAM_HAKAMD, set_head_timeout,
     "how long the head of a request may take to arrive"},
    {"idle-timeout", "SECONDS", NULL, "30", HK_PROGRAM_HAKAMD, set_idle_timeout,
     "how long a connection may lie idle"},
    {"streams-per-token", "N", NULL, "10", HK_PROGRAM_HAKAMD,
     set_streams_per_token, "streams of events that one token may have open"},
    {"streams-per-game", "N", NULL, "2000", HK_PROGRAM_HAKAMD,
     set_streams_per_game, "those that one game may have open"},
    {"heartbeat", "SECONDS", NULL, "15", HK_PROGRAM_HAKAMD, set_heartbeat,
     "no stream is silent for longer"},
    {"presence-grace", "SECONDS", NULL, "30", HK_PROGRAM_HAKAMD,
     set_presence_grace, "a seat that is not heard of for longer is away"},
    {"role", "host|admin", NULL, NULL, HK_PROGRAM_HAKAM, set_role,
     "what a new key may do: make games and players, or all"},
    {"routes", NULL, NULL, NULL, HK_PROGRAM_HAKAMD, set_routes,
     "list the methods and paths that are served, and end"},
    {"version", NULL, NULL, NULL, BOTH, set_version,
     "show the version, and end"},
    {"help", NULL, NULL, NULL, BOTH, set_help, "show this, and end"},
};

#define OPTIONS (sizeof option_rows / sizeof option_rows[0])

static void set_fallbacks(struct hk_options *options)
{
    const char *reason;

    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &option_rows[i];
        if (row->fallback && !row->set(options, row->fallback, &reason))
            abort();
    }
}

static bool read_environment(enum hk_program program, const bool given[OPTIONS],
                             struct hk_options *options,
                             char ret_message[HK_OPTIONS_MESSAGE_SIZE])
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &option_rows[i];
        const char *reason;

        /* What the command line overrides cannot be wrong. */
        if (given[i] || !row->environment || !(row->programs & program))
            continue;
        const char *value = getenv(row->environment);
        if (!value || !*value)
            continue;
        if (!row->set(options, value, &reason)) {
            snprintf(ret_message, HK_OPTIONS_MESSAGE_SIZE, "%s=%s: %s",
                     row->environment, value, reason);
            return false;
        }
    }
    return true;
}

/* The option of the program with this name; OPTIONS where there is none. */
static size_t find_option(enum hk_program program, const char *name,
                          size_t length)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &option_rows[i];
        if ((row->programs & program) && strlen(row->name) == length &&
            memcmp(row->name, name, length) == 0)
            return i;
    }
    return OPTIONS;
}

static bool add_word(enum hk_program program, struct hk_options *options,
                     const char *word,
                     char ret_message[HK_OPTIONS_MESSAGE_SIZE])
{
    if (program == HK_PROGRAM_HAKAMD ||
        options->word_count == HK_OPTION_WORDS_MAX) {
        snprintf(ret_message, HK_OPTIONS_MESSAGE_SIZE,
                 "\"%s\" is one word too many", word);
        return false;
    }
    options->words[options->word_count++] = word;
    return true;
}

/* Reads the option at argv[at] ("--name=value" or "--name" "value"); gives how
 * many places it took, 0 where it is none. */
static int read_option(enum hk_program program, int argc, char *const argv[],
                       int at, bool given[OPTIONS], struct hk_options *options,
                       char ret_message[HK_OPTIONS_MESSAGE_SIZE])
{
    const char *text = argv[at];
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : NULL;
    const char *reason = "";
    int places = 1;

    size_t i = OPTIONS;
    if (length > 2 && text[1] == '-')
        i = find_option(program, text + 2, length - 2);
    if (i == OPTIONS) {
        snprintf(ret_message, HK_OPTIONS_MESSAGE_SIZE,
                 "there is no option %.*s", (int)length, text);
        return 0;
    }
    const struct option_row *row = &option_rows[i];
    if (!row->argument && value) {
        snprintf(ret_message, HK_OPTIONS_MESSAGE_SIZE, "--%s takes no value",
                 row->name);
        return 0;
    }
    if (row->argument && !value) {
        if (at + 1 == argc) {
            snprintf(ret_message, HK_OPTIONS_MESSAGE_SIZE, "--%s needs %s",
                     row->name, row->argument);
            return 0;
        }
        value = argv[at + 1];
        places = 2;
    }
    if (!row->set(options, value, &reason)) {
        snprintf(ret_message, HK_OPTIONS_MESSAGE_SIZE, "--%s %s: %s", row->name,
                 value ? value : "", reason);
        return 0;
    }
    given[i] = true;
    return places;
}

int hk_options_read(enum hk_program program, int argc, char *const argv[],
                    struct hk_options *ret_options,
                    char ret_message[HK_OPTIONS_MESSAGE_SIZE])
{
    struct hk_options options = {0};
    bool given[OPTIONS] = {false};
    bool only_words = false;

    set_fallbacks(&options);
    for (int at = 1; at < argc;) {
        int places = 1;
        if (!only_words && strcmp(argv[at], "--") == 0)
            only_words = true;
        else if (!only_words && argv[at][0] == '-')
            places = read_option(program, argc, argv, at, given, &options,
                                 ret_message);
        else if (!add_word(program, &options, argv[at], ret_message))
            places = 0;
        if (places == 0)
            return EX_USAGE;
        at += places;
    }
    /* Whoever asks for help is not to be told off for a variable. */
    bool only_tells = options.help || options.version || options.routes;
    if (!only_tells && !read_environment(program, given, &options, ret_message))
        return EX_CONFIG;
    *ret_options = options;
    return 0;
}

void hk_options_print(enum hk_program program, FILE *file)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option_row *row = &option_rows[i];
        const char *line = row->meaning;

        if (!(row->programs & program))
            continue;
        int width = fprintf(file, "  --%s%s%s", row->name,
                            row->argument ? " " : "",
                            row->argument ? row->argument : "");
        /* The meaning's lines stand below each other. */
        while (line) {
            int length = (int)strcspn(line, "\n");
            fprintf(file, "%*s%.*s\n", 24 - width, "", length, line);
            line = line[length] ? line + length + 1 : NULL;
            width = 0;
        }
        if (row->environment)
            fprintf(file, "%24s(also %s%s%s)\n", "", row->environment,
                    row->fallback ? "; default " : "",
                    row->fallback ? row->fallback : "");
        else if (row->fallback)
            fprintf(file, "%24s(default %s)\n", "", row->fallback);
    }
}
